"""The NPC phase: townsfolk run from guns (shadows.npc.*, shadows.folk.flee)."""

from __future__ import annotations

from boomtown.core import Ask, Match, Ordered, Phases, Reasons, Refusal, Seat, Step
from shadows_west.measuring.sight import sees
from shadows_west.measuring.spacing import by_nearness, contact
from shadows_west.moves.runs import Flight, flee
from shadows_west.rules.damage import cactus_saves
from shadows_west.rules.dice import random_direction, rolloff
from shadows_west.rules.reactions import MOVE, Reactions
from shadows_west.state import Figure, Gone, Kind, Table, West


def free_folk(west: West) -> list[Figure]:
    """The figures of no gang that nobody holds (shadows.npc.who); a horse waits where it is."""
    return [
        figure
        for figure in west.table.present()
        if figure.kind is Kind.FOLK and figure.held_by is None
    ]


class NpcPhase(Phases):
    """NPCs are active and all gangs are passive; the winner of a roll-off orders them.

    shadows.npc.active, shadows.camp.npc_hook: creatures of the night would come last.
    """

    rule = "shadows.turn.npc"

    def phases(self, match: Match[West]) -> list[Step]:
        west = match.state
        west.phase = "npc"
        west.order = []
        folk = [figure.id for figure in free_folk(west)]
        seats = west.in_game()
        if not folk or not seats:
            return []
        match.tell(self.rule)
        if len(folk) == 1:
            return [NpcsAct(folk), NpcPhaseOver()]
        winner = rolloff(match, seats)[0]
        return [OrderNpcs(winner, folk), NpcPhaseOver()]


def not_acting(table: Table, folk: list[str]) -> dict[str, Refusal]:
    """Why the others on the table are not put in order."""
    others = [one.id for one in table.present() if one.id not in folk]
    return {id: Refusal("shadows.npc.active", "other", who=id) for id in others}


class OrderNpcs(Ask):
    """Who won the roll-off says in which order the NPCs act."""

    rule = "shadows.npc.order"
    seconds = 30
    routine = True
    folk: list[str]

    def choice(self, match: Match[West], seat: Seat) -> Ordered:
        count = len(self.folk)
        others = Reasons(not_acting, match.state.table, self.folk)
        return Ordered(self.folk, others, least=count, most=count, noun="figure", preset=self.folk)

    def answered(self, match: Match[West], answer: list[str]) -> None:
        match.tell(self.rule, seat=self.seat, folk=list(answer))
        match.then(NpcsAct(list(answer)))


class NpcsAct(Phases):
    """One after the other."""

    rule = "shadows.npc.active"
    folk: list[str]

    def phases(self, match: Match[West]) -> list[Step]:
        return [NpcActs(id) for id in self.folk]


class NpcActs(Step):
    """A townsperson that touches no other model runs, and may be reacted to."""

    rule = "shadows.folk.flee"
    folk: str

    def run(self, match: Match[West]) -> None:
        west = match.state
        folk = west.table.figures[self.folk]
        if may_run(west, folk):
            west.acting = [self.folk]
            match.then(Reactions(MOVE, self.folk), Run(self.folk))


def may_run(west: West, folk: Figure) -> bool:
    """Whether it is free, and in contact with no model."""
    if not folk.on_table or folk.held_by is not None:
        return False
    return not any(contact(west.table, folk, model) for model in west.table.models())


class Run(Step):
    """4" straight away from the nearest visible standing gang model, or in a random direction."""

    rule = "shadows.folk.flee"
    folk: str

    def run(self, match: Match[West]) -> None:
        west = match.state
        folk = west.table.figures[self.folk]
        if not may_run(west, folk):
            return
        models = by_nearness(folk, west.table.standing())
        threat = next((model for model in models if sees(west.table, folk, model)), None)
        if threat is not None:
            dx, dy = folk.x - threat.x, folk.y - threat.y
            flight = flee(west.table, folk, dx, dy) if dx or dy else None
            if flight is not None:
                match.tell(self.rule, who=folk.id, threat=threat.id)
                run_off(match, folk, flight)
                return
        # shadows.folk.random: nobody in sight, or no way out
        flight = flee(west.table, folk, *random_direction(match))
        match.tell("shadows.folk.random", None if flight else "stays", who=folk.id)
        if flight is not None:
            run_off(match, folk, flight)


def run_off(match: Match[West], folk: Figure, flight: Flight) -> None:
    """To where ``flee`` has found a way, perhaps off the table.

    shadows.folk.terrain, shadows.folk.stop
    """
    start = (folk.x, folk.y, folk.z)
    folk.x, folk.y, folk.z = flight.x, flight.y, flight.z
    if flight.left:
        folk.gone = Gone.LEFT
        match.tell("shadows.folk.stop", who=folk.id)
    else:
        match.then(*cactus_saves(match, folk, start, None))


class NpcPhaseOver(Step):
    """Whoever declined reactions for the phase is asked again from now on."""

    rule = "shadows.ui.react"

    def run(self, match: Match[West]) -> None:
        match.state.acting = []
        match.state.ask_again()
