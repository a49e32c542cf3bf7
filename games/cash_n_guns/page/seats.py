"""The places at the table: how everybody stands, aims and what lies before them."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from boomtown.core import Seat, View
from cash_n_guns.content import Bullet, Stage
from cash_n_guns.page.stages import AIMING, SEALED, STAGES, stage_of
from cash_n_guns.rules.moments import deadly, power_of
from cash_n_guns.state import Gang, Gangster


class Aim(StrEnum):
    """What is known of a gun."""

    HIDDEN = "hidden"
    AT = "at"
    SELF = "self"
    NOBODY = "nobody"
    LATE = "late"


class Stance(StrEnum):
    """How a figure stands, or lies."""

    STANDING = "standing"
    DUCKED = "ducked"
    HIT = "hit"
    OUT = "out"


class Card(StrEnum):
    """A bullet card on the table."""

    DOWN = "down"
    CLICK = "click"
    BANG = "bang"


class Plate(Struct):
    """A place at the table, as everybody may see it: it is drawn once for all who look."""

    seat: Seat
    power: str | None
    power_rule: str
    """What the power does."""
    wounds: int
    cap: int
    godfather: bool
    heir: bool
    """Whether this player took the token and has the desk from the next round on."""
    loot: int
    hand: int
    stance: Stance
    aim: Aim
    target: Seat | None
    card: Card | None
    """The bullet card of this round, as it lies there."""
    bangs: int
    clicks: int
    """Bullet cards that everybody has seen this player turn up."""
    chosen: bool | None
    """Whether the sealed choice is in; None if there is none."""
    turn: bool
    """Whether this player is asked in the open."""
    guns: list[Seat] = []
    """Who aims here."""


def plates_of(view: View[Gang]) -> list[Plate]:
    """Everybody, clockwise from the viewer."""
    gang, prompt = view.state, view.prompt
    first = view.seat or Seat(0)
    order = [Seat((first + place) % view.seats) for place in range(view.seats)]
    rule = "" if prompt is None else prompt.rule
    asked = [] if prompt is None else prompt.seats
    plates = [plate_of(gang, seat) for seat in order]
    stage, hold_up = stage_of(view), STAGES.index(Stage.HOLD_UP)
    aims_known = stage >= hold_up and rule != AIMING
    for plate in plates:
        gangster = gang.gangsters[plate.seat]
        waits, aims_last = plate.seat in asked, power_of(gangster).aims_last
        if rule in SEALED:
            takes_part = not gangster.out and not (rule == AIMING and aims_last)
            plate.chosen = not waits if takes_part else None
        else:
            plate.turn = waits
        aims_now = waits and aims_last and stage == hold_up
        if aims_known and not gangster.out and not aims_now:
            plate.aim = aim_of(gangster, plate.seat)
            plate.target = gangster.target
    for plate in plates:
        plate.guns = [other.seat for other in plates if other.target == plate.seat]
    return plates


def plate_of(gang: Gang, seat: Seat) -> Plate:
    gangster = gang.gangsters[seat]
    return Plate(
        seat=seat,
        power=gangster.power,
        power_rule=power_of(gangster).rule,
        wounds=gangster.wounds,
        cap=deadly(gang, seat),
        godfather=seat == gang.godfather,
        heir=seat == gang.new_godfather,
        loot=len(gangster.loot),
        hand=len(gangster.hand),
        stance=stance_of(gangster),
        aim=Aim.HIDDEN,
        target=None,
        card=card_of(gangster),
        bangs=gangster.shown.count(Bullet.BANG),
        clicks=gangster.shown.count(Bullet.CLICK),
        chosen=None,
        turn=False,
    )


def stance_of(gangster: Gangster) -> Stance:
    if gangster.out:
        return Stance.OUT
    if gangster.hit:
        return Stance.HIT
    return Stance.DUCKED if gangster.ducked else Stance.STANDING


def card_of(gangster: Gangster) -> Card | None:
    """The bullet card as everybody sees it, also to its owner."""
    if gangster.bullet is None:
        return None
    return Card(gangster.bullet.value) if gangster.bullet.public else Card.DOWN


def aim_of(gangster: Gangster, seat: Seat) -> Aim:
    if gangster.late:
        return Aim.LATE
    if gangster.target is None:
        return Aim.NOBODY
    return Aim.SELF if gangster.target == seat else Aim.AT
