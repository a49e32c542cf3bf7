"""Shadows of the West: a skirmish of 2 to 4 gangs on one table."""

from boomtown.core import Game, steps_in, unchanged
from shadows_west.bot.deputy import DeputyBot
from shadows_west.bot.evaluation import EVALUATION
from shadows_west.bot.gunhand import GunhandBot
from shadows_west.bot.quick import QuickPolicy
from shadows_west.bot.tempers import TEMPERS
from shadows_west.content import SEATS
from shadows_west.rules import (
    activation,
    blasts,
    cards,
    damage,
    deployment,
    dice,
    events,
    fighting,
    moving,
    npc,
    reactions,
    recovery,
    setup,
    sharp_shots,
    shooting,
    townsfolk,
    turns,
    under_way,
    victory,
)
from shadows_west.rules.numbers import numbers
from shadows_west.rules.out import out
from shadows_west.rules.parts import parts
from shadows_west.rules.visible import THINGS
from shadows_west.state import West, WestOptions
from shadows_west.sums import sums
from shadows_west.traits import traits

GAME = Game(
    id="shadows_west",
    version="1.2.0",
    package="shadows_west",
    seats=SEATS,
    options=WestOptions,
    state=West,
    setup=setup.lay_out,
    opening=setup.Opening,
    steps=steps_in(
        setup,
        townsfolk,
        deployment,
        turns,
        cards,
        events,
        activation,
        reactions,
        moving,
        under_way,
        shooting,
        fighting,
        blasts,
        sharp_shots,
        damage,
        dice,
        npc,
        recovery,
        victory,
    ),
    things=THINGS,
    numbers=numbers,
    sums=sums,
    parts=parts,
    out=out,
    bots={"deputy": DeputyBot, "gunhand": GunhandBot},
    tempers=TEMPERS,
    quick=QuickPolicy,
    evaluation=EVALUATION,
    traits=traits,
    laboratory="shadows_west.laboratory:LABORATORY",
    upgrade=unchanged,
    longest=20_000,
    page="shadows_west.page:PAGE",
    notation="shadows_west.notation:WestNotation",
    probes="shadows_west.probes:PROBES",
)
