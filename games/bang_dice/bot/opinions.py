"""What a bot makes of each character: its own decisions, and what its dice are worth besides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bang_dice.bot.aiming import best_discard, hits_of, pour
from bang_dice.bot.suspicion import Stance
from bang_dice.rules.characters.base import NO_SYMBOL, SLAB_PART, SUZY_GAIN
from bang_dice.rules.characters.old_saloon import DOC_GAIN, DOC_LIMIT, KEEP, PILE
from bang_dice.rules.tokens import CHIEF, REGULAR
from bang_dice.state import Cowboy
from boomtown.core import Answer, Question, Seat

Decide = Callable[[Stance, Question], Answer]


@dataclass(frozen=True, kw_only=True)
class Opinion:
    """What a bot thinks of a character beyond the numbers that it reads from the rules."""

    decide: Mapping[str, Decide] = field(default_factory=dict)
    """By question that only this character is asked."""
    more_aims: Callable[[Stance, dict[str, Seat]], dict[str, Answer]] | None = None
    """What it decides with the targets of its bull's eyes."""
    arrow: Callable[[Stance], float] | None = None
    """What an arrow that it throws is worth; otherwise it lies before its thrower."""
    gatling: Callable[[Stance], float] | None = None
    """What each Gatling symbol of its is worth, whether the gun fires or not."""
    shots: Callable[[Stance, int], float] | None = None
    """What so many bull's eyes of its are worth, besides whom they hit."""
    costs_an_arrow: bool = False
    """Whether shooting at it costs an arrow."""
    wins: int = 0
    """By how many percent more often than others in its role it wins; 0 until it is measured."""


def by_numbers(*, wins: int = 0) -> Opinion:
    """The numbers of the rules say it all: throws, reach, losses, beers, symbols, dice."""
    return Opinion(wins=wins)


def as_without(*, wins: int = 0) -> Opinion:
    """Played as if it could do nothing."""
    return Opinion(wins=wins)


def help_somebody(stance: Stance, ask: Question) -> Answer:
    """Sid Ketchum's life point goes where a beer would."""
    return next(pour(stance, 1))[0]


def choose_arrow(stance: Stance, ask: Question) -> Answer:
    """The chief's arrow, if that leaves more to hope for (bang.chief.take)."""
    regular, chief = stance.arrow(stance.me, 1), stance.change({}, stance.me)
    return CHIEF if chief > regular else REGULAR


def take_the_chief(stance: Stance, ask: Question) -> Answer:
    """Apache Kid takes the chief's arrow from its holder if that is worth more than the pile."""
    return PILE if choose_arrow(stance, ask) == REGULAR else CHIEF


def give_arrow(stance: Stance, ask: Question) -> Answer:
    """Elena Fuente keeps the arrow or gives it where it does most (bang.elena.give)."""

    def worth(answer: dict[str, Answer]) -> float:
        if answer["to"] == KEEP:
            return 0.0
        if answer["token"] == CHIEF:
            return stance.change({}, answer["to"])
        return stance.change({stance.me: -1, answer["to"]: 1}, stance.chief)

    return max(ask.choice.offers(), key=worth)


def give_an_arrow(stance: Stance) -> float:
    """Elena Fuente gives an arrow that she throws to whom she likes."""
    return max(stance.arrow(seat, 1) for seat in stance.living)


def double(stance: Stance, aims: dict[str, Seat]) -> dict[str, Answer]:
    """The symbol that Slab the Killer doubles, if that is worth a beer (bang.slab.double)."""
    hits = hits_of(list(aims.values()))
    value = {
        name: stance.shot(seat, hits[seat] + 1) - stance.shot(seat, hits[seat])
        for name, seat in aims.items()
    }
    _, beer = next(pour(stance, 1))
    name = max(value, key=lambda name: value[name])
    return {SLAB_PART: name if value[name] > beer else NO_SYMBOL}


def replace_hits(stance: Stance, ask: Question) -> Answer:
    """Bart Cassidy takes arrows as long as they cost less than life points."""
    me = stance.me
    hits = stance.town.losses[-1].hits[me]
    return max(
        ask.choice.offers(),
        key=lambda taken: stance.loss(me, hits - taken) + stance.arrow(me, taken),
    )


def take_hits(stance: Stance, ask: Question) -> Answer:
    """Molly Stark steps in for those whose life is worth more than hers (bang.molly.take)."""
    hits = stance.town.losses[-1].hits

    def worth(answer: dict[Seat, int]) -> float:
        own = hits.get(stance.me, 0) + sum(answer.values())
        return stance.loss(stance.me, own) + sum(
            stance.loss(seat, hits[seat] - taken) - stance.loss(seat, hits[seat])
            for seat, taken in answer.items()
        )

    return max(ask.choice.offers(), key=worth)


def discard_own(stance: Stance, ask: Question) -> Answer:
    """Pedro Ramirez returns the arrows that are better gone (bang.pedro.discard)."""

    def worth(answer: dict[str, int]) -> float:
        chief = None if answer.get(CHIEF) else stance.chief
        return stance.change({stance.me: -answer.get(REGULAR, 0)}, chief)

    return max(ask.choice.offers(), key=worth)


def discard_any(stance: Stance, ask: Question) -> Answer:
    """Kit Carlson returns the arrows that are better gone (bang.kit.discard)."""

    def worth(answer: dict[Seat | str, int]) -> float:
        moved = {seat: -count for seat, count in answer.items() if isinstance(seat, int)}
        return stance.change(moved, None if CHIEF in answer else stance.chief)

    return max(ask.choice.offers(), key=worth)


def peace(stance: Stance, symbols: int) -> float:
    """Suzy Lafayette gains without bull's eyes (bang.suzy.gain)."""
    return 0.0 if symbols else stance.gain(stance.town.active, SUZY_GAIN)


def enough_shots(stance: Stance, symbols: int) -> float:
    """Doc Holyday gains with enough bull's eyes (bang.doc.heal)."""
    return stance.gain(stance.town.active, DOC_GAIN) if symbols >= DOC_LIMIT else 0.0


OPINIONS = {
    "bart": Opinion(decide={"bang.bart.replace": replace_hits}, wins=19),
    "black_jack": by_numbers(wins=-1),
    "calamity": by_numbers(wins=-2),
    "gringo": Opinion(costs_an_arrow=True, wins=-3),
    "jesse": by_numbers(wins=8),
    "jourdonnais": by_numbers(wins=-1),
    "kit": Opinion(decide={"bang.kit.discard": discard_any}, gatling=best_discard, wins=-9),
    "lucky": by_numbers(wins=-9),
    "paul": by_numbers(wins=-2),
    "pedro": Opinion(decide={"bang.pedro.discard": discard_own}, wins=-9),
    "rose": by_numbers(wins=-2),
    "sid": Opinion(decide={"bang.sid.gain": help_somebody}, wins=4),
    "slab": Opinion(more_aims=double, wins=-2),
    "suzy": Opinion(shots=peace, wins=-3),
    "sam": as_without(wins=12),
    "willy": by_numbers(wins=-5),
    "jose": by_numbers(wins=-4),
    "tequila": by_numbers(wins=-12),
    "apache": Opinion(decide={"bang.apache.steal": take_the_chief}, wins=5),
    "bill": by_numbers(wins=8),
    "elena": Opinion(decide={"bang.elena.give": give_arrow}, arrow=give_an_arrow, wins=-10),
    "vera": by_numbers(wins=15),
    "doc": Opinion(shots=enough_shots, wins=4),
    "molly": Opinion(decide={"bang.molly.take": take_hits}, wins=-3),
}
"""By character: every one has to be thought of. How often they win was measured in 1,000 matches of
sharp bots with 5 to 8 players, saloon dice, the chief's arrow, new characters: each about 6 more or
less."""
NO_OPINION = Opinion()
"""Of players without a character."""


def opinion_of(cowboy: Cowboy) -> Opinion:
    """What to think of a player's character."""
    return NO_OPINION if cowboy.character is None else OPINIONS[cowboy.character]
