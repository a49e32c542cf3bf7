"""Cards: decks, hands, the sealed choice and the order it gives (shadows.cards.*).

What a hand or a deck holds is hidden (shadows.hidden.views); how many cards it has is not, and
neither is what has been discarded (shadows.hidden.counting).
"""

from __future__ import annotations

from boomtown.core import (
    PASS,
    Answer,
    Chance,
    Match,
    OneOf,
    Reasons,
    Refusal,
    Repeat,
    SealedAsk,
    Seat,
    Secret,
    Step,
)
from shadows_west.content import DECK, card_key
from shadows_west.rules.activation import Activate
from shadows_west.rules.dice import rolloff
from shadows_west.rules.events import Event
from shadows_west.state import CARDS, MODEL, ON_TABLE, Gang, Table, West

# --- decks and hands -----------------------------------------------------------------------------


def pool(seat: Seat) -> str:
    """The name of a player's own cards: they are never mixed with others' (shadows.cards.deck)."""
    return f"{CARDS}{seat}"


def shuffled(cards: list[str], seat: Seat, chance: Chance) -> list[Secret[str]]:
    """These cards as a face-down deck, its top first."""
    mixed = list(cards)
    chance.shuffle(mixed)
    return [Secret.dealt(card, pool(seat)) for card in mixed]


def new_deck(seat: Seat, chance: Chance) -> list[Secret[str]]:
    """All 54 cards (shadows.cards.deck)."""
    return shuffled(list(DECK), seat, chance)


def hand_size(table: Table, seat: Seat) -> int:
    """Half of the models on the table, rounded up, and one more if the leader is among them.

    shadows.turn.draw_counts: the Downed are on the table; horses, captives and departed are not.
    """
    models = list(table.models(seat))
    return (len(models) + 1) // 2 + sum(trait.cards for model in models for trait in model.traits)


def draw(match: Match[West], seat: Seat, count: int) -> None:
    """Cards from a player's own deck into his hand."""
    gang = match.state.gangs[seat]
    for _ in range(count):
        if not gang.deck:
            # shadows.cards.reshuffle: only a deck that runs out is made anew.
            match.tell("shadows.cards.reshuffle", seat=seat, count=len(gang.discard))
            gang.deck = shuffled(gang.discard, seat, match.chance)
            gang.discard = []
        card = gang.deck.pop(0)
        gang.hand.append(card)
        match.show(card, seat)


def pulled(hand: list[Secret[str]], name: str) -> Secret[str]:
    """Takes a card out of a hand."""
    card = next(card for card in hand if card.value == name)
    hand.remove(card)
    return card


def discard(match: Match[West], gang: Gang, card: Secret[str]) -> None:
    """A card goes face up on its owner's pile (shadows.cards.discard)."""
    match.reveal(card)
    gang.discard.append(card.value)


def discard_hands(match: Match[West], seats: list[Seat]) -> None:
    """Every card that is still in one of these hands is discarded (shadows.cards.no_carry)."""
    for seat in seats:
        gang = match.state.gangs[seat]
        if not gang.hand:
            continue
        for card in gang.hand:
            discard(match, gang, card)
        cards = [card.value for card in gang.hand]
        gang.hand = []
        match.tell("shadows.cards.no_carry", seat=seat, cards=cards)


# --- rounds --------------------------------------------------------------------------------------


def with_unspent(west: West) -> list[Seat]:
    """The players who have a model that can still be activated this turn."""
    seats = {
        figure.seat
        for figure in west.table.figures.values()
        if figure.gone is ON_TABLE and figure.kind is MODEL and not figure.spent
    }
    return [Seat(seat) for seat in range(len(west.gangs)) if seat in seats]


def choosers(west: West) -> list[Seat]:
    """Who chooses a card for the next round; nobody, if the action phase is over."""
    unspent = with_unspent(west)
    # shadows.act.sole_player: the others choose no more cards.
    seats = unspent if len(unspent) < 2 else west.in_game()
    return [seat for seat in seats if west.gangs[seat].hand]


class CardRounds(Repeat):
    """Round follows round until no hand has cards left or every model is spent."""

    rule = "shadows.act.repeat"

    def again(self, match: Match[West]) -> bool:
        return bool(choosers(match.state))

    def once(self, match: Match[West]) -> None:
        west = match.state
        seats = choosers(west)
        if len(with_unspent(west)) == 1 and len(west.in_game()) > 1:
            match.cite("shadows.act.sole_player")
        # Whoever has only one card, and may not pass, has nothing to choose: all can see that.
        forced = {
            seat: west.gangs[seat].hand[0].value
            for seat in seats
            if len(west.gangs[seat].hand) == 1 and not west.gangs[seat].lone
        }
        match.then(PlayCards(seats, forced))


def not_held(cards: list[str]) -> dict[str, Refusal]:
    """A card must be in one's hand; the others are on piles, or who knows where."""
    others = [card for card in dict.fromkeys(DECK) if card not in cards]
    return {card: Refusal("shadows.cards.play", "held", card=card) for card in others}


class CardChoice(OneOf):
    """A card of one's hand; only a lone shooter may pass (shadows.cards.lone_shooter)."""

    def refusal(self, answer: Answer) -> Refusal | None:
        if answer == PASS and PASS not in self.of:
            return Refusal("shadows.cards.lone_shooter")
        return super().refusal(answer)


class PlayCards(SealedAsk):
    """All who hold a card lay one face down; they are turned up together.

    shadows.hidden.reveal: nobody sees anything before all have chosen, and a choice stands.
    """

    rule = "shadows.cards.play"
    seconds = 60
    replaceable = False

    def choice(self, match: Match[West], seat: Seat) -> CardChoice:
        gang = match.state.gangs[seat]
        cards = sorted({card.value for card in gang.hand}, key=_by_order)
        if gang.lone:
            return CardChoice([*cards, PASS], Reasons(not_held, cards), noun="card", preset=PASS)
        return CardChoice(cards, Reasons(not_held, cards), noun="card", preset=cards[-1])

    def revealed(self, match: Match[West], answers: dict[Seat, str]) -> None:
        west = match.state
        played: dict[Seat, str] = {}
        for seat, answer in answers.items():
            if answer == PASS:
                match.tell("shadows.cards.lone_shooter", seat=seat)
                continue
            card = pulled(west.gangs[seat].hand, answer)
            match.reveal(card)
            west.gangs[seat].played = card
            played[seat] = card.value
            match.tell(self.rule, seat=seat, card=card.value)
        if not played:
            match.tell("shadows.cards.lone_shooter_end", seats=list(answers))
            discard_hands(match, list(answers))
            return
        match.then(*events(match, played), CardOrder(list(played)), Activations())


def _by_order(card: str) -> tuple[int, int, str]:
    return (*card_key(card), card)


def events(match: Match[West], played: dict[Seat, str]) -> list[Step]:
    """Identical cards bring an event, the first of the turn only (shadows.cards.event_limit)."""
    west = match.state
    cards = list(played.values())
    twins = [seat for seat, card in played.items() if cards.count(card) > 1]
    if not twins:
        return []
    match.tell("shadows.cards.identical", seats=twins)
    if west.event_done or not west.options.events:
        match.cite("shadows.cards.event_limit")
        return []
    west.event_done = True
    return [Event()]


class CardOrder(Step):
    """Black before red before jokers, then by value; ties roll off.

    shadows.cards.black_first, shadows.cards.value, shadows.cards.joker: ``card_key``.
    """

    rule = "shadows.cards.tie"
    seats: list[Seat]

    def run(self, match: Match[West]) -> None:
        west = match.state
        groups: dict[tuple[int, int], list[Seat]] = {}
        for seat in self.seats:
            card = west.gangs[seat].played
            assert card is not None, "everybody here has played a card"
            groups.setdefault(card_key(card.value), []).append(seat)
        west.order = [seat for _, tied in sorted(groups.items()) for seat in rolloff(match, tied)]
        match.tell("shadows.cards.value", order=list(west.order))


class Activations(Repeat):
    """In the order of the cards each player has one activation."""

    rule = "shadows.act.turn"

    def again(self, match: Match[West]) -> bool:
        return bool(match.state.order)

    def once(self, match: Match[West]) -> None:
        seat = match.state.order[0]
        match.then(Activate(seat), DiscardPlayed(seat))


class DiscardPlayed(Step):
    """After the activation, or the pass, the card goes on the discard pile."""

    rule = "shadows.cards.discard"
    seat: Seat

    def run(self, match: Match[West]) -> None:
        gang = match.state.gangs[self.seat]
        if gang.played is not None:
            discard(match, gang, gang.played)
            gang.played = None
        match.state.order.remove(self.seat)
