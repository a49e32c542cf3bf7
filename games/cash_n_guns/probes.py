"""What play shows about the answers of Cash 'n Guns: sealed choices, reactions, harm, the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boomtown.core import Match, Seat
from boomtown.core.log import Entry
from boomtown.core.probe import Probe, Seen
from cash_n_guns.content import Bullet
from cash_n_guns.rules.ending import scores_of
from cash_n_guns.state import Gang, Gangster

SEALED = {
    "cash.bullet.choose": "cards",
    "cash.holdup.aim": "aim",
    "cash.courage.choose": "courage",
}
REACTING = {"cash.privilege.order": "leader", "cash.privilege.owner_picks": "ordered"}
LOST = {"cash.elim.loot": "death", "cash.power.professional": "theft"}
HALF_TIME = 5
"""The round before which half of the loot has been shared."""
OWN = ("cash.power.junk_dealer",)
"""Powers that are used in one's own turn of the sharing."""


class Choosing(Probe):
    """What all choose at once, and who decides something while the others wait."""

    questions = ("sealed.what", "react.who")

    def sees(self, match: Match[Gang], told: Sequence[Entry]) -> Iterator[Seen]:
        rule = "" if match.outcome is not None else match.waits().rule
        if rule in SEALED:
            yield Seen("sealed.what", SEALED[rule])
        if rule in REACTING:
            yield Seen("react.who", REACTING[rule])
        if rule == "cash.holdup.kid" or (rule.startswith("cash.power.") and rule not in OWN):
            yield Seen("react.who", "power")


class Harm(Probe):
    """What hits cost, and whether the dying still shoot."""

    questions = ("damage.what", "damage.several", "damage.last_shot", "out.when")

    def __init__(self) -> None:
        self.wounds: dict[int, int] = {}
        self.fired: set[object] = set()

    def sees(self, match: Match[Gang], told: Sequence[Entry]) -> Iterator[Seen]:
        for entry in told:
            args = entry.args
            if entry.rule == "cash.effects.bang":
                self.fired.add(args["seat"])
            elif entry.key == "cash.effects.several":
                seat, hits, wounds = args["seat"], args["hits"], args["wounds"]
                assert isinstance(seat, int)
                assert isinstance(hits, int)
                assert isinstance(wounds, int)
                more = wounds - self.wounds.get(seat, 0)
                who = match.state.gangsters[seat].power or ""
                if hits > 1:
                    added = "add_up" if more == hits else "no_effect"
                    yield Seen("damage.several", added, character=who)
                if more:
                    yield Seen("damage.what", more // hits)
            elif entry.rule == "cash.elim.loot":
                yield Seen("out.when", "wounds")
                if args["seat"] in self.fired:
                    yield Seen("damage.last_shot", "yes")
            elif entry.rule == "cash.loot.reveal":
                self.fired.clear()
        self.wounds = {seat: one.wounds for seat, one in enumerate(match.state.gangsters)}


class Aiming(Probe):
    """Whom guns are pointed at, and what becomes of loot."""

    questions = ("target.self", "target.nobody", "loot.lose", "out.together")

    def sees(self, match: Match[Gang], told: Sequence[Entry]) -> Iterator[Seen]:
        for entry in told:
            if entry.rule == "cash.holdup.nobody":
                yield Seen("target.nobody", "yes")
            elif entry.key == "cash.holdup.aim.self":
                yield Seen("target.self", "yes")
            elif entry.rule in LOST:
                yield Seen("loot.lose", LOST[entry.rule])
        if sum(entry.rule == "cash.elim.loot" for entry in told) > 1:
            yield Seen("out.together", "together")


class Means(Probe):
    """Whether somebody is left without a Bang!, and whether who was behind at half-time wins."""

    questions = ("target.ammo", "win.behind")

    def __init__(self) -> None:
        self.behind: set[Seat] = set()

    def sees(self, match: Match[Gang], told: Sequence[Entry]) -> Iterator[Seen]:
        gang = match.state
        if any(not one.out and not _loaded(one) for one in gang.gangsters):
            yield Seen("target.ammo", "yes")
        if gang.round == HALF_TIME:
            scores = scores_of(gang)
            self.behind = {seat for seat in match.all_seats if scores[seat] < max(scores)}

    def ends(self, match: Match[Gang]) -> Iterator[Seen]:
        if match.outcome is not None and self.behind.intersection(match.outcome.winners):
            yield Seen("win.behind", "yes")


def _loaded(one: Gangster) -> bool:
    """Whether a hand still has a Bang!, or one lies face down."""
    cards = [*one.hand, *([one.bullet] if one.bullet is not None else [])]
    return any(card.value is Bullet.BANG for card in cards)


class Ending(Probe):
    """When it is over, and who wins: the richest, one who is left, or nobody."""

    questions = ("end.when", "win.who", "win.last", "tie.winners", "tie.nobody", "out.win")

    def ends(self, match: Match[Gang]) -> Iterator[Seen]:
        if match.outcome is None:
            return
        winners = match.outcome.winners
        living = [seat for seat in match.all_seats if not match.state.gangsters[seat].out]
        yield Seen("end.when", "rounds" if len(living) > 1 else "one_left")
        scores = match.outcome.scores
        best = [seat for seat in living if scores[seat] == max(scores[one] for one in living)]
        if len(living) > 1:
            yield Seen("win.who", "score" if set(winners) <= set(best) else "last")
        if len(best) > 1:
            alike = len({match.state.gangsters[seat].wounds for seat in best}) == 1
            yield Seen("tie.winners", "tiebreak" if alike == (len(winners) > 1) else "shared")
        if len(living) == 1:
            yield Seen("win.last", "yes" if living[0] in winners else "no")
        if not living:
            yield Seen("tie.nobody", "side_wins" if winners else "nobody_wins")


PROBES = (Choosing, Harm, Aiming, Means, Ending)
