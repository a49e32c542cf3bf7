"""A Move on its way, step by step, with what is done on it and where it ends (shadows.move.*).

``paths`` says what an order comes to: legs with their cost, falls and cactus patches, and deeds;
the steps here carry it out, with the dice that it needs.
"""

from __future__ import annotations

from typing import Final

from boomtown.core import Match, Step
from shadows_west.geometry.polygons import inside
from shadows_west.moves import forced
from shadows_west.moves.march import Deed, Leg
from shadows_west.moves.orders import MoveOrder
from shadows_west.moves.paths import trace
from shadows_west.rules.captives import let_go, take_hold
from shadows_west.rules.damage import (
    PLAIN_SAVE,
    Fall,
    Save,
    Settle,
    cactus_saves,
    drop_loot,
    lose_lookout,
    set_free,
)
from shadows_west.rules.fighting import FightAction
from shadows_west.rules.mounts import bolt, dismount, mount
from shadows_west.rules.victory import award, left_empty
from shadows_west.rules.weapons import weapon_of
from shadows_west.state import Figure, Gone, Kind, Marker, West
from shadows_west.terrain.footing import Spot
from shadows_west.terrain.ground import ground, surface_ids, surface_z
from shadows_west.terrain.zones import own_edge

LOOT_POINTS: Final = 3
CAPTIVE_POINTS: Final = 2
AT_THE_END: Final = frozenset({"attack", "call", "hold", "exit"})
"""Deeds that come after everything else."""


class SetOff(Step):
    """The order is followed once more, from how things stand now, and carried out."""

    rule = "shadows.move.distance"
    model: str
    order: MoveOrder
    reaction_to: str | None = None
    struck: bool = False
    """Whether it has gone through parting blows, and must still be standing."""

    def run(self, match: Match[West]) -> None:
        table = match.state.table
        figure = table.figures[self.model]
        if not figure.on_table or (self.struck and figure.downed):
            return
        trip = trace(table, figure, self.order, reaction_to=self.reaction_to)
        if trip.legs:
            places = [trip.legs[0].start, *(leg.end for leg in trip.legs)]
            way = [part for place in places for part in place[:2]]
            walked = [leg.cost for leg in trip.legs if leg.mode == "walk"]
            if len(walked) == len(trip.legs):
                match.tell(self.rule, who=self.model, cost=trip.cost, way=way)
            elif walked:
                match.tell(
                    self.rule, "more", who=self.model, walk=sum(walked), cost=trip.cost, way=way
                )
            else:
                match.tell(self.rule, "other", who=self.model, cost=trip.cost, way=way)
        match.then(
            CarryOut(
                self.model, trip.legs, trip.deeds, trip.face, trip.charged, trip.fight,
                crawling=figure.downed,
            )
        )  # fmt: skip


class CarryOut(Step):
    """Leg after leg, with the deeds at the end of each, until the Move is over or broken off."""

    rule = "shadows.move.distance"
    model: str
    legs: list[Leg]
    deeds: list[Deed]
    face: tuple[int, int]
    charged: list[str]
    fight: str | None
    crawling: bool
    done: int = 0
    """How many legs are behind it."""
    shaken: bool = False
    """Whether it was Shaken before the last leg."""
    held: str | None = None
    """Whom it held on the last leg."""
    fell_from: Spot | None = None
    """Where the last leg came down from, until it is known how it has landed."""
    over: bool = False
    """Whether a failed save after a fall has ended the Move (shadows.move.fall_after)."""

    def run(self, match: Match[West]) -> None:
        figure = match.state.table.figures[self.model]
        if not figure.on_table:
            return
        if self.fell_from is not None:
            self.land(match, figure, self.fell_from)
            return
        if self.over or (figure.downed and not self.crawling):
            match.then(BreakOff(self.model, self.held))
            return
        for deed in self.deeds:
            if deed.step == self.done and deed.verb not in AT_THE_END:
                do(match, figure, deed)
        if self.done == len(self.legs):
            last = [deed for deed in self.deeds if deed.verb in AT_THE_END]
            match.then(Arrive(self.model, last, self.face, self.charged, self.fight))
            return
        leg = self.legs[self.done]
        self.done += 1
        self.shaken, self.held = figure.shaken, figure.holds
        self.fell_from = (figure.x, figure.y, figure.z) if leg.fall else None
        match.then(self)
        take(match, figure, leg)

    def land(self, match: Match[West], figure: Figure, start: Spot) -> None:
        """Only the save of the fall ends the Move; the thorns it landed in come after that."""
        self.fell_from = None
        self.over = figure.downed or (figure.shaken and not self.shaken)
        match.then(*cactus_saves(match, figure, start, figure.seat), self)


def take(match: Match[West], figure: Figure, leg: Leg) -> None:
    """One leg of a Move, by its mode."""
    west = match.state
    for horse in leg.bolts:
        bolt(match, west.table.figures[horse])
    start = (figure.x, figure.y, figure.z)
    if leg.mode == "mount":
        mount(west, figure)
        match.tell("shadows.mount.up_down", "mount", who=figure.id)
        match.then(*cactus_saves(match, figure, start))
    elif leg.mode == "dismount":
        dismount(west, figure, *leg.end)
        match.tell("shadows.mount.up_down", "dismount", who=figure.id)
        match.then(*cactus_saves(match, figure, start))
    elif leg.mode == "leap":
        leap(match, figure, leg)
    elif leg.fall:
        match.tell(f"shadows.move.{leg.mode}", "fall", who=figure.id)
        match.then(Fall(figure.id, *leg.end, leg.fall, leg.hit, figure.seat, thorns=False))
    else:
        if leg.mode != "walk":
            tell_leg(match, figure, leg)
        match.then(Walk(figure.id, leg.cactus, leg.end, figure.downed))


def tell_leg(match: Match[West], figure: Figure, leg: Leg) -> None:
    """A jump, or a climb with the piece that is climbed."""
    if leg.mode == "jump":
        match.tell("shadows.move.jump", who=figure.id)
        return
    top = max(leg.start, leg.end, key=lambda spot: spot[2])
    pieces = surface_ids(ground(match.state.table), *top)
    up = "up" if leg.end[2] > leg.start[2] else "down"
    match.tell(
        "shadows.move.climb",
        "stairs" if leg.mode == "stairs" else up,
        who=figure.id,
        height=abs(leg.end[2] - leg.start[2]),
        piece=min(pieces, default=""),
    )


class Walk(Step):
    """To the end of a leg, with a save for every cactus patch on the way."""

    rule = "shadows.terrain.cactus"
    model: str
    cacti: list[tuple[str, int, int]]
    end: Spot
    crawling: bool

    def run(self, match: Match[West]) -> None:
        figure = match.state.table.figures[self.model]
        if not figure.on_table or (figure.downed and not self.crawling):
            return
        if not self.cacti:
            figure.x, figure.y, figure.z = self.end
            return
        patch, x, y = self.cacti.pop(0)
        z = surface_z(ground(match.state.table), x, y, max(figure.z, self.end[2]))
        figure.x, figure.y, figure.z = x, y, z
        match.tell(self.rule, who=self.model, piece=patch)
        match.then(Save(self.model, PLAIN_SAVE, "cactus"), HeldToo(self.model), self)


class HeldToo(Step):
    """Whoever it holds is taken into the thorns as well."""

    rule = "shadows.terrain.cactus"
    model: str

    def run(self, match: Match[West]) -> None:
        held = match.state.table.figures[self.model].holds
        if held is not None:
            match.then(Save(held, PLAIN_SAVE, "cactus"))


def leap(match: Match[West], figure: Figure, leg: Leg) -> None:
    """From a height into the saddle; a failed save leaves it beside the horse.

    shadows.mount.leap
    """
    table = match.state.table
    assert figure.horse is not None, "only one's own horse"
    horse = table.figures[figure.horse]
    dx, dy = figure.x - horse.x, figure.y - horse.y
    beside = forced.beside(table, horse, figure, dx, dy)
    figure.x, figure.y, figure.z = beside or leg.end
    match.tell("shadows.mount.leap", who=figure.id, height=leg.fall)
    saddle = Saddle(figure.id, figure.shaken)
    if leg.save is None:
        match.then(saddle)
    else:
        match.then(Save(figure.id, leg.save, "fall", figure.seat), saddle)


class Saddle(Step):
    """Who lands safely sits in the saddle and may ride on."""

    rule = "shadows.mount.leap"
    model: str
    shaken: bool

    def run(self, match: Match[West]) -> None:
        figure = match.state.table.figures[self.model]
        if figure.standing and figure.shaken == self.shaken:
            mount(match.state, figure)


# --- what is done on the way ---------------------------------------------------------------------


def do(match: Match[West], figure: Figure, deed: Deed) -> None:
    """Something at the end of a leg."""
    west = match.state
    table = west.table
    if deed.verb == "seize":
        take_hold(figure, table.figures[deed.what])
        match.tell("shadows.folk.capture", who=figure.id, folk=deed.what)
    elif deed.verb == "drag":
        take_hold(figure, table.figures[deed.what])
        match.tell("shadows.damage.drag", who=figure.id, other=deed.what)
    elif deed.verb == "release":
        if figure.holds is not None:  # thorns on the way may have taken it
            freed = table.figures[deed.what]
            start = (freed.x, freed.y, freed.z)
            let_go(west, figure)
            put(freed, deed)
            match.tell("shadows.folk.release", who=figure.id, folk=deed.what)
            match.then(*put_into_thorns(match, freed, start, figure))
    elif deed.verb == "loot":
        figure.loot = deed.what
        table.markers[deed.what].gone = True
        match.tell("shadows.loot.take", who=figure.id, marker=deed.what)
    elif deed.verb == "drop":
        drop_loot(match, figure)
    elif deed.verb == "place":
        place_stick(match, figure, deed)
    else:
        weapon = weapon_of(figure, deed.what)
        weapon.jammed = False
        match.tell("shadows.move.unjam", who=figure.id, weapon=weapon.kind)


def put(figure: Figure, deed: Deed) -> None:
    """A figure is set down where the deed says."""
    figure.x, figure.y, figure.z = deed.x, deed.y, deed.z


def place_stick(match: Match[West], figure: Figure, deed: Deed) -> None:
    """A TNT marker; it may be shot from the next action on (shadows.tnt.place)."""
    markers = match.state.table.markers
    number = 1 + sum(1 for marker in markers.values() if marker.kind == "tnt")
    figure.sticks -= 1
    id = f"tnt{number}"
    markers[id] = Marker(id, "tnt", deed.x, deed.y, deed.z, seat=figure.seat, fresh=True)
    match.tell("shadows.tnt.place", who=figure.id, marker=id)


# --- the end of the way --------------------------------------------------------------------------


class BreakOff(Step):
    """A Move that a fall, or a wound, has ended; a friend was dragged as far as that."""

    rule = "shadows.move.fall_after"
    model: str
    held: str | None = None

    def run(self, match: Match[West]) -> None:
        table = match.state.table
        figure = table.figures[self.model]
        match.tell(self.rule, who=self.model)
        if figure.downed:
            spot, _ = forced.fall_place(
                table, figure, figure.x, figure.y, figure.z, figure.fx, figure.fy
            )
            figure.x, figure.y, figure.z = spot
        friend = table.figures.get(self.held or "")
        if friend is not None and friend.kind is Kind.MODEL:
            beside = forced.beside(table, figure, friend, -figure.fx, -figure.fy)
            friend.x, friend.y, friend.z = beside or (friend.x, friend.y, friend.z)


class Arrive(Step):
    """Facing, captive, horse, contact and the free fight; or off the table."""

    rule = "shadows.move.facing"
    model: str
    deeds: list[Deed]
    face: tuple[int, int]
    charged: list[str]
    fight: str | None

    def run(self, match: Match[West]) -> None:
        table = match.state.table
        figure = table.figures[self.model]
        figure.fx, figure.fy = self.face
        match.cite(self.rule)
        for deed in self.deeds:
            self.finish(match, figure, deed)
        if not figure.on_table:
            return
        if figure.downed:
            match.then(Settle(self.model, figure.seat))  # a crawl may end near an edge
        for enemy in self.charged:
            touch(match, figure, table.figures[enemy])
        if self.charged:
            match.tell("shadows.move.charge", who=self.model, enemies=list(self.charged))
        if self.fight is not None:
            match.then(FightAction(self.model, self.fight, charging=True))

    def finish(self, match: Match[West], figure: Figure, deed: Deed) -> None:
        """What comes after the last leg."""
        west = match.state
        if deed.verb == "hold":
            hold(match, figure, deed)
        elif deed.verb == "call":
            horse = west.table.figures[deed.what]
            start = (horse.x, horse.y, horse.z)
            put(horse, deed)
            match.tell("shadows.mount.call", who=figure.id, horse=deed.what)
            match.then(*cactus_saves(match, horse, start))
        elif deed.verb == "exit":
            leave_table(match, figure)


def hold(match: Match[West], figure: Figure, deed: Deed) -> None:
    """A captive stays in contact; a dragged friend is let go where he is put.

    shadows.folk.held, shadows.damage.drag
    """
    west = match.state
    held = west.table.figures[deed.what]
    if not held.on_table:
        return  # thorns on the way have taken it
    start = (held.x, held.y, held.z)
    put(held, deed)
    if deed.free or held.kind is Kind.MODEL:
        let_go(west, figure)
    match.then(*put_into_thorns(match, held, start, figure))
    if held.downed:
        match.then(Settle(held.id, figure.seat))


def put_into_thorns(match: Match[West], held: Figure, start: Spot, captor: Figure) -> list[Step]:
    """A save for each patch that the captor is not in, where somebody is put who was not there."""
    return [
        Save(held.id, PLAIN_SAVE, "cactus")
        for patch in ground(match.state.table).cacti
        if held.z == 0
        and inside(patch.poly, held.x, held.y)
        and not inside(patch.poly, *start[:2])
        and not inside(patch.poly, captor.x, captor.y)
    ]


def touch(match: Match[West], figure: Figure, enemy: Figure) -> None:
    """An enemy that is moved into contact with loses Lookout and captive.

    shadows.lookout.lose, shadows.folk.freed
    """
    if enemy.standing:
        lose_lookout(match, enemy)
        set_free(match, enemy)


def leave_table(match: Match[West], figure: Figure) -> None:
    """Over the edge, with whatever it carries or holds (shadows.move.leave_table).

    shadows.loot.escape, shadows.scen.off_table
    """
    west = match.state
    assert figure.seat is not None, "only models leave by themselves"
    gang = west.gangs[figure.seat]
    held = None if figure.holds is None else west.table.figures[figure.holds]
    match.tell("shadows.move.leave_table", who=figure.id)
    taken = 0
    if figure.loot is not None and west.scenario == "bank_job":
        taken += 1
        award(match, "shadows.scen.bank_job", figure.seat, LOOT_POINTS)
    if held is not None:
        let_go(west, figure)
        held.gone = Gone.LEFT
        if held.kind is Kind.FOLK and west.scenario == "innocents":
            taken += 1
            held.gone = Gone.TAKEN
            if own_edge(ground(west.table).size, gang.zone, figure.x, figure.y):
                award(match, "shadows.scen.innocents", figure.seat, CAPTIVE_POINTS)
    gang.carried_off += taken
    figure.gone = Gone.TAKEN if taken else Gone.LEFT
    left_empty(match, figure.seat)
