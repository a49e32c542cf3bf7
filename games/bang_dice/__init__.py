"""BANG! The Dice Game, with all five modules of Old Saloon."""

from bang_dice.bot.deputy import DeputyBot
from bang_dice.bot.evaluation import EVALUATION
from bang_dice.bot.quick import QuickPolicy
from bang_dice.bot.sharp import SharpBot
from bang_dice.bot.tempers import TEMPERS
from bang_dice.rules import (
    ending,
    gains,
    ghost,
    losses,
    resolve,
    roles,
    throws,
    tokens,
    turn,
    windows,
)
from bang_dice.rules.characters import base, old_saloon
from bang_dice.rules.numbers import numbers
from bang_dice.rules.out import out
from bang_dice.rules.parts import parts
from bang_dice.rules.setup import deal, plausible, redraw
from bang_dice.rules.things import THINGS
from bang_dice.state import BangOptions, Town
from bang_dice.sums import sums
from bang_dice.traits import traits
from boomtown.core import Game, steps_in

GAME = Game(
    id="bang_dice",
    version="1.0.0",
    package="bang_dice",
    seats=range(3, 9),
    options=BangOptions,
    state=Town,
    setup=deal,
    opening=turn.Opening,
    steps=steps_in(
        turn,
        throws,
        losses,
        tokens,
        gains,
        resolve,
        ending,
        windows,
        roles,
        ghost,
        base,
        old_saloon,
    ),
    plausible=plausible,
    redraw=redraw,
    things=THINGS,
    numbers=numbers,
    sums=sums,
    parts=parts,
    out=out,
    bots={"deputy": DeputyBot, "sharp": SharpBot},
    tempers=TEMPERS,
    quick=QuickPolicy,
    evaluation=EVALUATION,
    traits=traits,
    laboratory="bang_dice.laboratory:LABORATORY",
    notation="bang_dice.notation:BangNotation",
    probes="bang_dice.probes:PROBES",
    page="bang_dice.page:PAGE",
    longest=20_000,
)
