"""Cattle Call as its rulebook reads."""

import pytest

from boomtown.core import PASS, Chance, Match, Seat, Secret
from boomtown.testing import LoadedChance, arranged, refused, say, told
from boomtown.testing.suite import GameConformance
from boomtown_game_cattle_call import GAME
from boomtown_game_cattle_call.content import Animal
from boomtown_game_cattle_call.rules import NOTHING, Auctions, Count
from boomtown_game_cattle_call.state import Market, Rancher

ANNIE, BILL, CASS = Seat(0), Seat(1), Seat(2)


class TestConformance(GameConformance):
    game = GAME


def market(*hands: list[int], pile: tuple[int, ...] = (9, 9, 9)) -> Market:
    """Three ranchers with these coins, and a mule on top of the lots."""
    ranchers = [
        Rancher([Secret.dealt(coin, "coin", to=[Seat(seat)]) for coin in hand])
        for seat, hand in enumerate(hands)
    ]
    coins = [Secret.dealt(coin, "coin") for coin in pile]
    lots = [Secret.dealt(animal, "lot") for animal in (Animal.MULE, Animal.SHEEP)]
    return Market(ranchers, coins, lots, left=1)


def auction(*hands: list[int]) -> Match[Market]:
    """A lot that is just turned up."""
    return arranged(GAME, market(*hands), Auctions(), seats=3)


def corrals(match: Match[Market]) -> list[list[Animal]]:
    return [rancher.corral for rancher in match.state.ranchers]


@pytest.mark.rule("cattle.setup.coins", "cattle.setup.lots")
def test_six_coins_are_seen_by_their_owner_alone() -> None:
    view = Match.unrecorded(GAME, 3, {}, chance=Chance.seeded("coins")).view(BILL)
    known = [[coin.known for coin in rancher.hand] for rancher in view.state.ranchers]
    assert known == [[False] * 6, [True] * 6, [False] * 6]
    assert not any(lot.known for lot in view.state.lots)
    assert view.state.left == 7, "one of the eight lots is under the hammer"


@pytest.mark.rule("cattle.lot.turn", "cattle.bid.sealed", "cattle.sell.highest")
def test_the_highest_bid_takes_the_lot_and_every_coin_is_spent() -> None:
    match = auction([3], [7], [5])
    say(match, (ANNIE, 3), (CASS, 5))
    assert told(match) == ["cattle.lot.turn"], "nothing is seen before the last bid"
    say(match, (BILL, 7))
    assert corrals(match) == [[], [Animal.MULE], []]
    assert [coin.value for coin in match.state.spent] == [3, 7, 5]


@pytest.mark.rule("cattle.bid.tie")
def test_equal_bids_cancel_each_other() -> None:
    match = auction([8], [8], [2])
    say(match, (ANNIE, 8), (BILL, 8), (CASS, 2))
    assert corrals(match) == [[], [], [Animal.MULE]]


@pytest.mark.rule("cattle.sell.nobody")
def test_what_nobody_leads_for_runs_away() -> None:
    match = auction([8], [8], [2])
    say(match, (ANNIE, 8), (BILL, 8), (CASS, NOTHING), (CASS, PASS))
    assert corrals(match) == [[], [], []]
    assert "cattle.sell.nobody" in told(match)


@pytest.mark.rule("cattle.gavel.window", "cattle.gavel.higher")
def test_a_gavel_adds_a_coin_once_and_must_beat_what_leads() -> None:
    match = auction([3, 2, 5], [7], [6])
    say(match, (ANNIE, 3), (BILL, 7), (CASS, 6))
    assert refused(match, ANNIE, 2) == "cattle.gavel.higher"
    say(match, (ANNIE, 5))
    assert corrals(match) == [[Animal.MULE], [], []]
    assert not match.state.ranchers[ANNIE].gavel


@pytest.mark.rule("cattle.sell.draw")
def test_who_bid_in_vain_draws_and_spent_coins_become_a_pile() -> None:
    state = market([3], [7], [5], pile=(9,))
    match = arranged(GAME, state, Auctions(), seats=3, chance=LoadedChance(shuffles=[[]]))
    say(match, (ANNIE, 3), (BILL, 7), (CASS, 5))
    hands = [len(rancher.hand) for rancher in match.state.ranchers]
    assert hands == [1, 0, 1]
    assert match.state.spent == []
    assert len(match.state.coins) == 2


@pytest.mark.rule("cattle.end.count")
def test_more_of_a_kind_are_worth_more_and_money_decides_among_equals() -> None:
    state = market([1], [2], [9, 9])
    state.ranchers[ANNIE].corral = [Animal.MULE] * 2
    state.ranchers[BILL].corral = [Animal.MULE, Animal.SHEEP, Animal.LONGHORN]
    match = arranged(GAME, state, Count(), seats=3)
    assert match.outcome is not None
    assert match.outcome.scores == (3, 3, 0)
    assert match.outcome.winners == (BILL,)
