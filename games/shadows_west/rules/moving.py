"""Move actions: the choice of a way, and blows on leaving contact (shadows.move.*)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from boomtown.core import (
    Answer,
    Arg,
    Ask,
    Chance,
    Composed,
    Match,
    OneOf,
    Ready,
    Refusal,
    Seat,
    Step,
    Things,
)
from shadows_west.moves.orders import MoveOrder, plain_order, read_order, write_order
from shadows_west.moves.paths import enemies_left, judge
from shadows_west.moves.ready import any_ready, ready_deeds, ready_moves
from shadows_west.rules.damage import (
    PLAIN_SAVE,
    Save,
)
from shadows_west.rules.dice import single
from shadows_west.rules.under_way import SetOff
from shadows_west.state import Figure, Table, West

STAY: Final = "stay"
GO: Final = "go"


class MoveAction(Step):
    """A Move: the owner says the whole way, and what is done on it (shadows.move.distance).

    Two Moves are two separate ones, never one of twice the length (shadows.act.discrete).
    ``reaction_to`` is the model whose action is being reacted to (shadows.react.contact).
    """

    rule = "shadows.move.distance"
    model: str
    reaction_to: str | None = None

    def run(self, match: Match[West]) -> None:
        figure = match.state.table.figures[self.model]
        if figure.on_table and figure.seat is not None:
            match.then(PickMove(figure.seat, self.model, self.reaction_to))


class MoveChoice(Composed, kw_only=True):
    """A whole Move, as JSON or as a line of text; judged by ``paths`` (shadows.ui.move)."""

    table: Table
    model: str
    reaction_to: str | None = None
    found: list[Ready] = []
    """The ready-made moves, once they have been asked for."""

    @property
    def figure(self) -> Figure:
        """Who moves."""
        return self.table.figures[self.model]

    def order(self, raw: object) -> MoveOrder:
        """What is ordered; a height that is left out is the model's own."""
        return read_order(raw, self.figure.z)

    def read(self, raw: object) -> Answer:
        return plain_order(self.order(raw))

    def refusal(self, answer: Answer) -> Refusal | None:
        order = self.order(answer)
        return judge(self.table, self.figure, order, reaction_to=self.reaction_to)

    def naming(self, things: Things) -> Iterator[object]:
        for id in things.get("figure", ()):
            yield {"charge": [id]}
            yield {"fight": id}
            for verb in ("seize", "attack", "drag"):
                yield {"do": [[0, verb, id]]}

    def listed(self) -> list[Ready]:
        """The ready-made moves, staying first: there is always that one."""
        if not self.found:
            moves = ready_moves(self.table, self.figure, self.reaction_to)
            moves += ready_deeds(self.table, self.figure, self.reaction_to)
            moves.sort(key=lambda move: bool(move.order.steps or move.order.face or move.order.do))
            self.found = [Ready(plain_order(move.order), move.key, move.args) for move in moves]
        return self.found

    def offers(self) -> list[Answer]:
        """The same; ``routes`` gives none that is not legal."""
        return [ready.answer for ready in self.listed()]

    def pick(self, chance: Chance) -> Answer:
        """Any of them; to find them all takes twenty times as long as to find one."""
        move = any_ready(self.table, self.figure, chance, self.reaction_to)
        return plain_order(move.order)

    def written(self, answer: Answer) -> str:
        return write_order(self.order(answer))


class PickMove(Ask):
    """Path, facing, charge and everything else in one order (shadows.act.declare)."""

    rule = "shadows.move.distance"
    seconds = 90
    model: str
    reaction_to: str | None = None

    def args(self, match: Match[West]) -> dict[str, Arg]:
        table = match.state.table
        return {"who": self.model, "allowance": table.allowance(table.figures[self.model])}

    def choice(self, match: Match[West], seat: Seat) -> MoveChoice:
        return MoveChoice(
            table=match.state.table,
            model=self.model,
            reaction_to=self.reaction_to,
            preset=plain_order(MoveOrder()),
        )

    def answered(self, match: Match[West], answer: Answer) -> None:
        figure = match.state.table.figures[self.model]
        order = read_order(answer, figure.z)
        left = enemies_left(match.state.table, figure, order)
        if left and self.reaction_to is None:
            match.then(Disengage(self.model, order, left))
        else:
            # shadows.react.disengage: a reaction gets away by itself.
            match.then(SetOff(self.model, order, self.reaction_to))


# --- out of contact ------------------------------------------------------------------------------


class Disengage(Step):
    """Out of contact with standing enemies: one die (shadows.move.disengage).

    shadows.move.disengage_bar: turning, unjamming and crawling need no test.
    """

    rule = "shadows.move.disengage"
    model: str
    order: MoveOrder
    enemies: list[str]

    def run(self, match: Match[West]) -> None:
        figure = match.state.table.figures[self.model]
        if single(match, figure, self.rule):
            match.then(SetOff(self.model, self.order))
            return
        assert figure.seat is not None, "only models disengage"
        match.then(RiskBlows(figure.seat, self.model, self.order, self.enemies))


class RiskBlows(Ask):
    """Stay, or take a 5+ save for each enemy in contact and go (shadows.move.disengage_fail)."""

    rule = "shadows.move.disengage_fail"
    seconds = 20
    model: str
    order: MoveOrder
    enemies: list[str]

    def args(self, match: Match[West]) -> dict[str, Arg]:
        return {"who": self.model, "enemies": list(self.enemies)}

    def choice(self, match: Match[West], seat: Seat) -> OneOf:
        return OneOf([STAY, GO], noun="disengage", preset=STAY)

    def answered(self, match: Match[West], answer: str) -> None:
        match.tell(self.rule, answer, who=self.model)
        if answer == STAY:
            return
        figures = match.state.table.figures
        blows = [
            # shadows.vp.casualty: a parting blow counts for the gang that strikes it.
            Save(self.model, PLAIN_SAVE, "disengage", figures[enemy].seat)
            for enemy in self.enemies
        ]
        match.then(*blows, SetOff(self.model, self.order, struck=True))
