"""What lies on the table for everybody to see, by noun of the questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bang_dice.rules.characters.old_saloon import KEEP
from bang_dice.rules.moments import Moment, cards_at, characters, special_roles
from bang_dice.rules.throws import faces_in_play
from bang_dice.rules.tokens import CHIEF, REGULAR
from bang_dice.state import Town
from boomtown.core import View


def seats(view: View[Town]) -> Sequence[int]:
    return range(view.seats)


def dice(view: View[Town]) -> Sequence[int]:
    return range(1, len(view.state.dice) + 1)


def faces(view: View[Town]) -> Sequence[str]:
    return faces_in_play(view.state)


def arrows(view: View[Town]) -> Sequence[str]:
    """The kinds of tokens."""
    return [REGULAR, CHIEF] if view.state.options.chief else [REGULAR]


def heaps(view: View[Town]) -> Sequence[int]:
    """As many arrows as lie in the pile."""
    return range(view.state.tokens_in_pile() + 1)


def holders(view: View[Town]) -> Sequence[int | str]:
    """Whose arrows may be returned, and the chief's arrow."""
    return [*seats(view), *([CHIEF] if view.state.options.chief else [])]


def takers(view: View[Town]) -> Sequence[int | str]:
    return [KEEP, *seats(view)]


def everybody(view: View[Town]) -> Sequence[str]:
    return list(characters())


def own_card(view: View[Town]) -> Sequence[str]:
    """The viewer's own role card, if it is a special one."""
    role = None if view.seat is None else view.state.cowboys[view.seat].role
    return [role.value] if role is not None and role.known and role.value in special_roles() else []


def cards_of(moment: Moment) -> Callable[[View[Town]], Sequence[str]]:
    """The cards that the rules name for a moment, and the viewer's own."""

    def cards(view: View[Town]) -> Sequence[str]:
        if view.state.options.special_roles == "off":
            return []
        return list(dict.fromkeys([*cards_at(moment), *own_card(view)]))

    return cards


THINGS: Mapping[str, Callable[[View[Town]], Sequence[int | str]]] = {
    "seat": seats,
    "die": dice,
    "face": faces,
    "arrow": arrows,
    "arrows": heaps,
    "kit": holders,
    "elena": takers,
    "character": everybody,
    "begin": cards_of(Moment.TURN_BEGINS),
    "end": cards_of(Moment.TURN_ENDS),
    "power": own_card,
}
