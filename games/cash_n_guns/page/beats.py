"""How the table of Cash 'n Guns shows what happens: the count, the cards, shots, wounds, loot."""

from __future__ import annotations

from boomtown.core import Beat

COUNT = 3300
"""Milliseconds of a count, four fifths of them until everybody acts at once."""

AIMS = Beat(
    time=COUNT,
    sound="arrow",
    effect="count",
    after=("{seat}:aim", "wires"),
    group="aims",
    protected=True,
)
"""The hold-up: three, two, one, and all guns are drawn in the same instant."""
TURNED = Beat(time=900, sound="arrow", effect="draw", before=("{seat}:aim", "wires"))
COURAGE = Beat(
    time=COUNT,
    sound="dice",
    effect="count",
    after=("{seats}:stance",),  # who stands may be shot before the board is new
    group="courage",
    protected=True,
)
CARD = Beat(
    time=550,
    sound="dice",
    effect="turn",
    icon="card-{card}",
    end="seat:{seat}",
    after=("{seat}:card",),
)
FIRE = Beat(time=900, sound="shot", effect="fire", group="fire", protected=True)
WOUND = Beat(
    time=700,
    sound="out",
    effect="strike",
    end="seat:{seat}",
    before=("{seat}:wounds", "{seat}:stance"),
)
HEAL = Beat(time=600, sound="beer", before=("{seat}:wounds",), effect="call", end="seat:{seat}")
SPARED = Beat(time=700, effect="call", end="seat:{seat}")
FALLEN = Beat(
    time=1300,
    sound="out",
    effect="banner",
    icon="skull",
    before=("{seat}:stance", "{seat}:loot"),
    protected=True,
)
TAKEN = Beat(time=800, sound="beer", effect="take", needs=("share",), after=("{seat}:loot",))
GIVEN = Beat(time=800, sound="beer", effect="call", end="seat:{seat}", after=("{seat}:loot",))
DESK = Beat(time=800, sound="turn", effect="take")
DEALT = Beat(time=700, sound="dice", cut=True)
WON = Beat(time=1900, sound="win", effect="banner", icon="trophy", cut=True, protected=True)

BEATS = {
    "cash.round.lead": DEALT,
    "cash.holdup.aim": AIMS,
    "cash.holdup.aim.self": AIMS,
    "cash.holdup.nobody": AIMS,
    "cash.holdup.too_slow": AIMS,
    "cash.privilege.owner_picks": TURNED,
    "cash.courage.choose": COURAGE,
    "cash.courage.choose.nobody": COURAGE,
    "cash.courage.duck": COURAGE,
    "cash.courage.target_ducked": Beat(
        time=600, sound="dice", effect="unseen", needs=("seats",), after=("{seats}:card",)
    ),
    "cash.effects.reveal": CARD,
    "cash.effects.bang": FIRE,
    "cash.effects.self": FIRE,
    "cash.effects.several": WOUND,
    "cash.elim.loot": FALLEN,
    "cash.power.doctor": HEAL,
    "cash.power.lucky_man": SPARED,
    "cash.aid.heal": HEAL,
    "cash.share.must_take": TAKEN,
    "cash.power.greedy": TAKEN,
    "cash.power.cute": TAKEN,
    "cash.power.stealthy": TAKEN,
    "cash.power.vulture": GIVEN,
    "cash.share.token": DESK,
    "cash.score.winner": WON,
    "cash.score.tie": WON,
    "cash.end.early": WON,
}
