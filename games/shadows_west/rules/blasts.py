"""Dynamite and powder: throws, sharp shots, explosions (shadows.tnt.*, shadows.terrain.*)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from boomtown.core import (
    Answer,
    Arg,
    Ask,
    Composed,
    InvalidAnswer,
    Match,
    Ready,
    Refusal,
    Seat,
    Step,
    Things,
)
from shadows_west.content import BLAST, EXPLOSIVE_BLAST, INCH, SUCCESS, THROW_RANGE
from shadows_west.geometry.exact import ceil_sqrt, trunc_div
from shadows_west.measuring import sight, spacing
from shadows_west.rules.damage import Save
from shadows_west.rules.dice import single
from shadows_west.rules.weapons import (
    why_not_shooting,
)
from shadows_west.shooting import fire
from shadows_west.shooting.targets import why_unseen
from shadows_west.state import Figure, Table, West
from shadows_west.terrain.footing import first_solid, near, solid_lines
from shadows_west.terrain.ground import ground, surface_z, surfaces_at

BLAST_SAVE: Final = 7
LOST: Final = "lost"
STICK: Final = "stick"


# --- throwing ------------------------------------------------------------------------------------


class ThrowAction(Step):
    """A stick is thrown at a point within 8" (shadows.tnt.throw, shadows.weapon.dynamite).

    ``at`` is the model that a reaction throws at; no spotting, no nearest target.
    """

    rule = "shadows.tnt.throw"
    model: str
    at: str | None = None

    def run(self, match: Match[West]) -> None:
        west = match.state
        table = west.table
        thrower = table.figures[self.model]
        if why_not_shooting(table, thrower) or not thrower.sticks:
            match.tell("shadows.act.impossible", "throw", who=self.model)
        elif self.at is not None:
            if throw_refusal(table, thrower, self.at, premeasure=west.options.premeasure):
                match.tell("shadows.act.impossible", "throw", who=self.model)
            else:
                match.then(throw_at(table, self.model, self.at))
        else:
            assert thrower.seat is not None, "only models throw"
            match.then(PickPoint(thrower.seat, self.model))


def throw_refusal(
    table: Table, thrower: Figure, target: str, *, premeasure: bool = True
) -> Refusal | None:
    """A throw at a base centre needs only sight of the figure (shadows.geo.los_point)."""
    figure = table.figures[target]
    if not figure.on_table:
        return Refusal("shadows.los.body", who=figure.id)
    if premeasure and (far := _too_far(thrower, figure.x, figure.y, figure.z)):
        return far
    return why_unseen(table, thrower, figure)


def _too_far(thrower: Figure, x: int, y: int, z: int) -> Refusal | None:
    if spacing.within_point(thrower, x, y, z, THROW_RANGE):
        return None
    gap = spacing.gap(thrower, spacing.Disc(x, y, z))
    return Refusal("shadows.tnt.throw", "far", gap=gap, range=THROW_RANGE)


class ThrowChoice(Composed, kw_only=True):
    """A point, ``[x, y, z]``, or a figure by its id; ``"lost"`` gives the action up.

    shadows.ui.point: a tap, and nudges of whole u.
    """

    table: Table
    model: str
    premeasure: bool
    """Whether the distance may be known before the throw (shadows.measure.premeasure)."""

    def read(self, raw: object) -> Answer:
        if isinstance(raw, str) and len(words := raw.split()) == 3:
            raw = [int(word) if word.isdecimal() else word for word in words]
        if isinstance(raw, str):
            return raw[:40]
        if not isinstance(raw, (list, tuple)) or len(raw) != 3:
            raise InvalidAnswer("", "expected x, y and z, or a figure")
        for name, value in zip("xyz", raw, strict=True):
            # shadows.geo.no_float
            if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 100_000:
                raise InvalidAnswer(name, "expected a whole number")
        return list(raw)

    def refusal(self, answer: Answer) -> Refusal | None:
        thrower = self.table.figures[self.model]
        if answer == LOST:
            return None
        if isinstance(answer, str):
            figure = self.table.figures.get(answer)
            if figure is None:
                return Refusal("boomtown.choice.offered", value=answer)
            if figure is thrower:
                return Refusal("shadows.tnt.throw", "self")
            return throw_refusal(self.table, thrower, answer, premeasure=self.premeasure)
        x, y, z = answer
        here = ground(self.table)
        if not (0 <= x <= here.size and 0 <= y <= here.size) or z not in surfaces_at(here, x, y):
            return Refusal("shadows.tnt.throw", "nowhere")
        if self.premeasure and (far := _too_far(thrower, x, y, z)):
            return far
        if not sight.sees_point(self.table, thrower, x, y, z):
            return Refusal("shadows.tnt.throw", "unseen")
        return None

    def naming(self, things: Things) -> Iterator[object]:
        yield from things.get("figure", ())

    def written(self, answer: Answer) -> str:
        return answer if isinstance(answer, str) else " ".join(map(str, answer))


class PickPoint(Ask):
    """The thrower names a visible point, or a figure."""

    rule = "shadows.tnt.throw"
    seconds = 60
    model: str

    def args(self, match: Match[West]) -> dict[str, Arg]:
        return {"who": self.model}

    def choice(self, match: Match[West], seat: Seat) -> ThrowChoice:
        table = match.state.table
        measured = match.state.options.premeasure
        thrower = table.figures[self.model]
        ready = [
            _at(thrower, figure, measured=measured)
            for figure in spacing.by_nearness(thrower, table.present())
            if figure.seat != thrower.seat
            and throw_refusal(table, thrower, figure.id, premeasure=measured) is None
        ]
        ready.append(Ready(LOST, "throw.lost"))
        return ThrowChoice(
            table=table, model=self.model, premeasure=measured, ready=ready, preset=LOST
        )

    def answered(self, match: Match[West], answer: Answer) -> None:
        if answer == LOST:
            match.tell("shadows.act.optional", "throw", who=self.model)
        elif isinstance(answer, str):
            match.then(throw_at(match.state.table, self.model, answer))
        else:
            match.then(Throw(self.model, *answer))


def _at(thrower: Figure, figure: Figure, *, measured: bool) -> Ready:
    if not measured:
        return Ready(figure.id, "throw.at.unmeasured", {"target": figure.id})
    return Ready(figure.id, "throw.at", {"target": figure.id, "gap": spacing.gap(thrower, figure)})


def throw_at(table: Table, model: str, target: str) -> Throw:
    """At the centre of a base."""
    figure = table.figures[target]
    return Throw(model, figure.x, figure.y, figure.z)


class Throw(Step):
    """One die: on target, or not (shadows.tnt.test, table 2.10).

    shadows.shoot.out_of_range: where nobody may measure it may be too far; the stick is kept.
    """

    rule = "shadows.tnt.test"
    model: str
    x: int
    y: int
    z: int

    def run(self, match: Match[West]) -> None:
        thrower = match.state.table.figures[self.model]
        if far := _too_far(thrower, self.x, self.y, self.z):
            gap, reach = far.args["gap"], far.args["range"]
            match.tell("shadows.tnt.throw", "far", who=self.model, gap=gap, range=reach)
            return
        thrower.sticks -= 1
        die = match.chance.die(thrower.die)
        key = "on_target" if die >= SUCCESS else f"failed_{die}"
        match.tell(self.rule, key, who=self.model, die=die, sides=thrower.die)
        x, y, z = self.x, self.y, self.z
        if die == 4:
            return  # a dud
        if die == 1:
            x, y, z = thrower.x, thrower.y, thrower.z
        elif die in (2, 3):
            inches = match.chance.die(6)
            x, y, z = scatter(match.state.table, thrower, (x, y, z), inches, away=die == 3)
            match.tell("shadows.tnt.scatter", inches=inches, length=inches * INCH)
        match.then(Explode(x, y, z, BLAST, by=thrower.seat))


def scatter(
    table: Table, thrower: Figure, point: tuple[int, int, int], inches: int, *, away: bool
) -> tuple[int, int, int]:
    """Where a stick comes to rest that bounces towards the thrower, or away from him.

    It never passes his base centre, stops at solid walls and the table edge, and drops from a
    surface that it leaves (shadows.tnt.scatter).
    """
    here = ground(table)
    x, y, z = point
    dx, dy = (x - thrower.x, y - thrower.y) if away else (thrower.x - x, thrower.y - y)
    length = ceil_sqrt(dx * dx + dy * dy)
    if length == 0:
        return point
    reach = inches * INCH if away else min(inches * INCH, length)
    around = near(here, x, y, reach)
    for k in range(1, reach + 1):
        nx, ny = point[0] + trunc_div(k * dx, length), point[1] + trunc_div(k * dy, length)
        if not (0 <= nx <= here.size and 0 <= ny <= here.size):
            break
        if first_solid(solid_lines(around, z, z, True), x, y, nx, ny, 1) is not None:
            break
        x, y = nx, ny
        z = surface_z(here, x, y, z)
    return x, y, z


# --- explosions ----------------------------------------------------------------------------------


def action_over(table: Table) -> None:
    """A stick that was placed can be shot from the next action on (shadows.tnt.shoot_marker)."""
    for marker in table.markers.values():
        marker.fresh = False


def explode_marker(table: Table, id: str, by: Seat | None) -> Explode:
    """A placed stick goes off."""
    marker = table.markers[id]
    return Explode(marker.x, marker.y, marker.z, BLAST, id, by)


def explode_piece(table: Table, id: str, by: Seat | None) -> Explode:
    """Explosive terrain goes off; its reach is from its edge (shadows.terrain.explosive_blast)."""
    piece = ground(table).explosive(id)
    return Explode(piece.x, piece.y, piece.z, EXPLOSIVE_BLAST + piece.radius, id, by)


def chain(
    table: Table, origin: spacing.Round, markers: list[str], pieces: list[str], by: Seat | None
) -> list[Step]:
    """What else goes off, nearest first; powder without a save.

    shadows.tnt.chain, shadows.terrain.explosive_chain
    """
    sticks = [
        (spacing.gap(origin, spacing.marker_disc(table.markers[id])), explode_marker(table, id, by))
        for id in markers
    ]
    powder = [
        (spacing.gap(origin, ground(table).explosive(id)), explode_piece(table, id, by))
        for id in pieces
    ]
    return [explosion for _, explosion in sorted(sticks + powder, key=lambda found: found[0])]


class Explode(Step):
    """Everybody in reach saves; what else can explode does, nearest first (shadows.tnt.chain).

    Distance includes height and nothing protects (shadows.tnt.blast_reach).
    """

    rule = "shadows.tnt.blast"
    x: int
    y: int
    z: int
    reach: int
    id: str = ""
    """The marker or piece; empty for a stick that was thrown, or shot out of a hand."""
    by: Seat | None = None
    """Who set off the first explosion of the chain (shadows.vp.casualty)."""

    def run(self, match: Match[West]) -> None:
        table = match.state.table
        if not self.spend(table):
            return
        match.tell(
            self.rule,
            None if self.id else STICK,
            piece=self.id,
            reach=self.reach,
            x=self.x,
            y=self.y,
        )
        blast = fire.blast(table, self.x, self.y, self.z, self.reach)
        point = spacing.Disc(self.x, self.y, self.z)
        reached = {*blast.full, *blast.partly}
        victims = spacing.by_nearness(point, [f for f in table.present() if f.id in reached])
        saves: list[Step] = [BlastVictim(f.id, f.id in blast.full, self.by) for f in victims]
        match.then(*saves, *chain(table, point, blast.markers, blast.explosives, self.by))

    def spend(self, table: Table) -> bool:
        """Each marker and piece explodes once."""
        if self.id in table.markers:
            marker = table.markers[self.id]
            there = not marker.gone
            marker.gone = True
            return there
        if self.id in table.exploded:
            return False
        if self.id:
            table.exploded.append(self.id)
        return True


class BlastVictim(Step):
    """A 7+ save; who is only partly in reach may dodge it (shadows.tnt.blast).

    A rider saves first, then the horse, even if it has lost its rider by then; one dodge covers
    both (shadows.tnt.blast_mounted, shadows.mount.area_hits).
    """

    rule = "shadows.tnt.blast"
    who: str
    full: bool
    by: Seat | None = None

    def run(self, match: Match[West]) -> None:
        figure = match.state.table.figures[self.who]
        if not figure.on_table:
            return
        if not self.full and single(match, figure, "shadows.tnt.blast"):
            return
        saves: list[Step] = [Save(self.who, BLAST_SAVE, "blast", self.by)]
        if figure.mounted and figure.horse is not None:
            saves.append(Save(figure.horse, BLAST_SAVE, "blast", self.by, anyway=True))
        match.then(*saves)
