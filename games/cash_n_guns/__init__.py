"""Cash 'n Guns, Second Edition, with the sixteen powers."""

from boomtown.core import Game, steps_in
from cash_n_guns.bot.cool import CoolBot
from cash_n_guns.bot.deputy import DeputyBot
from cash_n_guns.bot.evaluation import EVALUATION
from cash_n_guns.bot.quick import QuickPolicy
from cash_n_guns.bot.tempers import TEMPERS
from cash_n_guns.content import SEATS
from cash_n_guns.rules import (
    bullet,
    courage,
    effects,
    ending,
    holdup,
    items,
    loot,
    numbers,
    out,
    parts,
    powers,
    privilege,
    rounds,
    setup,
    sharing,
    things,
)
from cash_n_guns.state import CashOptions, Gang, redraw
from cash_n_guns.sums import sums

GAME = Game(
    id="cash_n_guns",
    version="1.0.0",
    package="cash_n_guns",
    seats=SEATS,
    options=CashOptions,
    state=Gang,
    setup=setup.deal,
    opening=rounds.Opening,
    steps=steps_in(
        rounds,
        loot,
        bullet,
        holdup,
        privilege,
        courage,
        effects,
        sharing,
        items,
        ending,
        *powers.MODULES,
    ),
    redraw=redraw,
    things=things.THINGS,
    numbers=numbers.numbers,
    sums=sums,
    parts=parts.parts,
    out=out.out,
    bots={"deputy": DeputyBot, "cool": CoolBot},
    tempers=TEMPERS,
    quick=QuickPolicy,
    evaluation=EVALUATION,
    laboratory="cash_n_guns.laboratory:LABORATORY",
    notation="cash_n_guns.notation:CashNotation",
    probes="cash_n_guns.probes:PROBES",
    page="cash_n_guns.page:PAGE",
    lookback=False,  # cash.hidden.snapshot: who took what must be remembered
)
