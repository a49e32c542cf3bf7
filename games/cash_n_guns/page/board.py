"""The board of Cash 'n Guns: everything that its template shows, from the view alone."""

from __future__ import annotations

from msgspec import Struct

from boomtown.core import Help, Question, View
from cash_n_guns.content import ROUNDS, Kind
from cash_n_guns.page.ask import help_for
from cash_n_guns.page.cards import CARD_RULES, Own, Share, own_of, shares_of
from cash_n_guns.page.seats import Plate, plates_of
from cash_n_guns.page.stages import SEALED, StageMark, stages_of
from cash_n_guns.page.wires import Wire, wires_of
from cash_n_guns.state import Gang


class CashBoard(Struct):
    """What the template needs."""

    seats: int
    round: int
    rounds: int
    stages: list[StageMark]
    me: Plate | None
    own: Own | None
    plates: list[Plate]
    """Everybody else clockwise from the viewer; a spectator sees everybody, from seat 0 on."""
    loot: list[Share]
    token: bool
    """Whether the New Godfather token can be taken."""
    token_rule: str
    piles: int
    discard: int
    wires: list[Wire]
    sealed: bool
    """Whether everybody chooses in secret now."""
    ask: Help | None


def board(view: View[Gang], question: Question | None) -> CashBoard:
    """The board as one seat, or a spectator, may see it."""
    gang = view.state
    plates = plates_of(view)
    return CashBoard(
        seats=view.seats,
        round=gang.round,
        rounds=ROUNDS,
        stages=stages_of(view),
        me=None if view.seat is None else plates[0],
        own=None if view.seat is None else own_of(gang, view.seat, question),
        plates=plates if view.seat is None else plates[1:],
        loot=shares_of(gang),
        token=gang.token,
        token_rule=CARD_RULES[Kind.NEW_GODFATHER],
        piles=len(gang.piles),
        discard=len(gang.discard),
        wires=wires_of(plates) if view.outcome is None else [],
        sealed=view.prompt is not None and view.prompt.rule in SEALED,
        ask=None if question is None else help_for(view, question, plates),
    )
