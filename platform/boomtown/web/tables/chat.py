"""What was said at a table, as its page shows it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from boomtown.store.tables import Message, TableInfo
from boomtown.store.texts import numbered, skeleton
from boomtown.web.tables.table_page import names_at
from boomtown.web.words import seat_letter

ABOUT = ("nudge", "vote")
"""Notes that are about somebody else."""


class ChatLine(Struct, frozen=True):
    """Something that was said, or that the table notes by itself."""

    id: int
    player: str
    name: str
    letter: str | None
    """The seat of whoever says it; None for a spectator."""
    kind: str
    text: str
    other: str = ""
    """Whom a note is about, beside whoever wrote it."""
    to: int | None = None
    """Where they sit."""


def chat_lines(table: TableInfo, messages: Sequence[Message]) -> list[ChatLine]:
    """Messages with the seats of those who wrote them."""
    letters = {seat.player: seat_letter(seat.number) for seat in table.seats if seat.player}
    seats = names_at(table)
    lines = []
    for m, name in zip(messages, names_in_chat(table, messages), strict=True):
        to = int(m.text) if m.kind in ABOUT else None
        other = "" if to is None else seats[to]
        letter = letters.get(m.player)
        lines.append(ChatLine(m.id, m.player, name, letter, m.kind, m.text, other, to))
    return lines


def names_in_chat(table: TableInfo, messages: Sequence[Message]) -> list[str]:
    """Who wrote each message: those who sit here as the table calls them, and nobody else so."""
    names = names_at(table)
    seated = {
        seat.player: name for seat, name in zip(table.seats, names, strict=True) if seat.player
    }
    taken = set(map(skeleton, names))
    return [
        seated.get(m.player)
        or (numbered(m.name, _own_number(m.player)) if skeleton(m.name) in taken else m.name)
        for m in messages
    ]


def _own_number(player: str) -> int:
    """A number that stays with somebody who only looks on."""
    return 10 + sum(player.encode()) % 90
