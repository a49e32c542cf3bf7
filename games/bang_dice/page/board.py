"""The board: everything that its template shows, from the view alone."""

from __future__ import annotations

from msgspec import Struct

from bang_dice.content import ROLE_OF
from bang_dice.page.dice import Die, StageMark, dice_of, is_final, stages_of
from bang_dice.page.prompt import SHOT, aims_of, help_for
from bang_dice.page.reach import Reach, reach_of
from bang_dice.page.seats import Plate, goal_of, plates_of
from bang_dice.rules.turn import throws_of
from bang_dice.state import Town
from boomtown.core import Arg, Help, Progress, Question, Seat, View


class BangBoard(Struct):
    """What the template needs."""

    seats: int
    me: Plate | None
    plates: list[Plate]
    """Everybody else clockwise from the viewer; a spectator sees everybody, from seat 0 on."""
    secret: str | None
    """The viewer's own role card, as long as nobody else may see it."""
    secret_badge: str
    secret_goal: str
    """What the viewer is after, by the type of the role."""
    dice: list[Die]
    throw: int
    throws: int
    final: bool
    ghost_turn: bool
    stages: list[StageMark]
    pile: int
    arrows: int
    chief: bool
    """Whether the chief's arrow lies in the pile."""
    chief_in_play: bool
    reach: list[Reach]
    ask: Help | None
    side: str | None
    """The party that has won."""


def board(view: View[Town], question: Question | None) -> BangBoard:
    """The board as one seat, or a spectator, may see it."""
    town = view.state
    plates = plates_of(view)
    own = None if view.seat is None else town.cowboys[view.seat].role
    secret = own.value if own is not None and own.known and not own.public else None
    targets: set[Seat] = set()
    if question is not None and question.key == SHOT:
        for inner in aims_of(question).values():
            targets.update(Seat(int(target)) for target in inner.offers())
    throws = throws_of(town)
    return BangBoard(
        seats=view.seats,
        me=None if view.seat is None else plates[0],
        plates=plates if view.seat is None else plates[1:],
        secret=None if secret is None else secret.value,
        secret_badge="" if secret is None else f"role-{ROLE_OF[secret]}",
        secret_goal="" if secret is None else goal_of(secret, view.seats),
        dice=dice_of(view, question),
        throw=throws - town.throws_left if town.dice else 0,
        throws=throws,
        final=is_final(town),
        ghost_turn=town.ghost_turn,
        stages=stages_of(view),
        pile=town.pile,
        arrows=town.all_arrows(),
        chief=town.chief_in_pile,
        chief_in_play=town.options.chief,
        reach=reach_of(plates, targets),
        ask=None if question is None else help_for(view, question, plates),
        side=None if view.outcome is None else view.outcome.side,
    )


def progress(view: View[Town]) -> Progress:
    """How far along: the fewer live, the nearer the end."""
    town = view.state
    living, seats = len(town.living()), view.seats
    wounds = sum(max(0, cowboy.cap - cowboy.life) for cowboy in town.cowboys)
    caps = sum(cowboy.cap for cowboy in town.cowboys)
    done = 100 if view.outcome is not None else min(99, 125 * wounds // max(1, caps))
    args: dict[str, Arg] = {"turn": town.turn, "living": living, "seats": seats}
    return Progress("board.progress", args, done)
