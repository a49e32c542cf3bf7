"""Why something that lies on the table cannot be chosen, as several questions say it."""

from __future__ import annotations

from collections.abc import Container

from bang_dice.content import RoleCard
from bang_dice.rules.moments import Moment, cards_at, special_roles
from bang_dice.state import Town
from boomtown.core import Refusal, Seat

NOT_YOURS = Refusal("bang.ask.everyone")
NOT_NOW = Refusal("bang.ask.everyone", "not_now")
SHOWN = Refusal("bang.role.once")


def seats_out(town: Town, rule: str) -> dict[Seat, Refusal]:
    """Whoever is out of the game, by a rule that is for the living."""
    return {
        Seat(seat): Refusal(rule, "out", target=seat)
        for seat, cowboy in enumerate(town.cowboys)
        if cowboy.out
    }


def other_seats(
    town: Town, rule: str, name: str, offered: Container[object]
) -> dict[Seat, Refusal]:
    """The living who are not offered, by the part of a rule that says why."""
    others = [seat for seat in town.living() if seat not in offered]
    return {seat: Refusal(rule, name, target=seat) for seat in others}


def special_cards(town: Town, seat: Seat, moment: Moment) -> dict[RoleCard, Refusal]:
    """The cards of a moment that a seat cannot use, and its own card if this is not its moment."""
    if town.options.special_roles == "off":
        return {}
    role = town.cowboys[seat].role
    reasons = {card: NOT_YOURS for card in cards_at(moment) if card is not role.value}
    own = special_roles().get(role.value)
    if own is not None and own.moment is None:
        reasons[own.card] = Refusal(own.rule)
    elif own is not None and (role.public or own.moment is not moment):
        reasons[own.card] = SHOWN if role.public else NOT_NOW
    return reasons
