"""What play shows about the answers of Shadows: cards, points, activations and who is out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from boomtown.core import Match
from boomtown.core.log import Entry
from boomtown.core.probe import Probe, Seen
from shadows_west.state import West

SEALED = {
    "shadows.gang.lists": "gang",
    "shadows.cards.play": "cards",
    "shadows.react.declare_all": "reaction",
}
LOST = {
    "shadows.recovery.succumb": "recovery",
    "shadows.fight.downed": "fight",
}


class Choosing(Probe):
    """What all choose at once, and who reacts."""

    questions = ("sealed.what", "react.who")

    def sees(self, match: Match[West], told: Sequence[Entry]) -> Iterator[Seen]:
        rule = "" if match.outcome is not None else match.waits().rule
        if rule in SEALED:
            yield Seen("sealed.what", SEALED[rule])
        if rule == "shadows.react.declare_all":
            yield Seen("react.who", "on_guard")


class Cards(Probe):
    """What happens when cards are equal, and how much one does in a turn."""

    questions = ("tie.first", "turn.much")

    def __init__(self) -> None:
        self.identical = self.laying = False
        self.acted: Counter[object] = Counter()

    def sees(self, match: Match[West], told: Sequence[Entry]) -> Iterator[Seen]:
        for entry in told:
            if entry.key == "shadows.turn.phases":
                self.acted.clear()
            elif entry.rule == "shadows.cards.play":
                self.identical, self.laying = False, True
            elif entry.rule == "shadows.cards.identical":
                self.identical = True
            elif self.identical and entry.rule.startswith("shadows.event."):
                self.identical = False
                yield Seen("tie.first", "event")
            elif self.laying and entry.rule == "shadows.dice.rolloff":
                yield Seen("tie.first", "roll_off")
            elif entry.rule == "shadows.cards.value":
                self.laying = False
            elif entry.key in ("shadows.act.single", "shadows.act.double"):
                self.acted[entry.args["seat"]] += 1
                if self.acted[entry.args["seat"]] > 1:
                    yield Seen("turn.much", "by_cards")


class Points(Probe):
    """What a casualty is worth, and how models are lost."""

    questions = ("win.kill", "out.figure", "out.when")

    def sees(self, match: Match[West], told: Sequence[Entry]) -> Iterator[Seen]:
        scored = {entry.args["who"] for entry in told if entry.key == "shadows.vp.casualty"}
        for entry in told:
            who, figures = entry.args.get("who"), match.state.table.figures
            if entry.rule in LOST:
                yield Seen("out.figure", LOST[entry.rule])
            if entry.key == "shadows.vp.end.out":
                yield Seen("out.when", "no_figures")
            if entry.key != "shadows.damage.casualty.model" or not isinstance(who, str):
                continue
            enemy = entry.args["by"] not in (None, figures[who].seat)
            if enemy and (who in scored or match.state.scenario == "innocents"):
                free = who in scored and not figures[who].leader
                worth = "score" if free or match.state.scenario != "innocents" else "leaders_only"
                yield Seen("win.kill", worth, scenario=match.state.scenario)


class Ending(Probe):
    """When it is over, and who wins."""

    questions = ("end.when", "win.who", "tie.winners")

    def sees(self, match: Match[West], told: Sequence[Entry]) -> Iterator[Seen]:
        if any(entry.key == "shadows.vp.winner.tie" for entry in told):
            drawn = match.outcome is not None and not match.outcome.winners
            yield Seen("tie.winners", "draw" if drawn else "shared")

    def ends(self, match: Match[West]) -> Iterator[Seen]:
        outcome, west = match.outcome, match.state
        if outcome is None:
            return
        yield Seen("end.when", "rounds" if len(west.in_game()) > 1 else "one_left")
        fit = [points for seat, points in enumerate(outcome.scores) if not west.gangs[seat].fled]
        for seat in outcome.winners:
            yield Seen("win.who", "score" if outcome.scores[seat] == max(fit) else "last")


PROBES = (Choosing, Cards, Points, Ending)
