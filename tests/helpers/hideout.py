"""A table of Cash 'n Guns as a test needs it, in the notation of the worked examples.

match = table(B={"w": 2, "power": "doctor"})     # four seats, a round about to begin
bullets(match, "BCCC"); aims(match, "BCDA")      # one letter for each seat
order(match, "C>D")                              # or order(match): the Godfather orders nobody
courage(match, "SDSS")
takes(match, "A:B20", "C:P")
"""

from typing import Any

from boomtown.core import Chance, LoadedChance, Match, Seat
from boomtown.testing import arranged
from cash_n_guns import GAME
from cash_n_guns.content import Bullet
from cash_n_guns.notation.playing import COURAGE
from cash_n_guns.notation.table import LETTERS, count, hand_of, letters, read_table, seat_of
from cash_n_guns.notation.takes import BULLET
from cash_n_guns.rules.ending import FinalScoring
from cash_n_guns.rules.holdup import NOBODY
from cash_n_guns.rules.rounds import Round, Rounds
from cash_n_guns.state import Gang, Gangster

A, B, C, D, E, F, G, H = (Seat(seat) for seat in range(8))
LOOT = ["B20", "B20", "B10", "B10", "B5", "B5", "P", "D1"]


def table(seats: str = "ABCD", *, draws: tuple[object, ...] = (), **before: Any) -> Match[Gang]:
    """A round is about to begin; ``draws`` is what comes up at random, in order."""
    gang = read_table({"seats": seats, "loot": LOOT, **before})
    chance = LoadedChance(picks=draws, rest=Chance.seeded("hideout"))
    return arranged(GAME, gang, Round(), Rounds(), seats=len(seats), chance=chance)


def scored(seats: str = "ABCD", **before: Any) -> Match[Gang]:
    """Only the final scoring of a table."""
    gang = read_table({"seats": seats, **before})
    return arranged(GAME, gang, FinalScoring(), seats=len(seats))


def question(match: Match[Gang]) -> str:
    """The name of the step that waits: ``HoldUp``, ``TakeShare`` …"""
    return "over" if match.outcome else type(match.agenda[-1]).__name__


def bullets(match: Match[Gang], word: str = "C" * 8) -> None:
    """Everybody puts a bullet card down."""
    for seat in match.asked():
        match.answer(seat, BULLET[word[seat]])


def aims(match: Match[Gang], word: str) -> None:
    """Everybody aims: a letter, ``-`` for nobody, ``!`` for too slow; the Kid, too, if asked."""
    while question(match) in ("HoldUp", "KidAims"):
        seat = match.asked()[0]
        if word[seat] == "!":
            match.time_out(seat)
        else:
            match.answer(seat, NOBODY if word[seat] == "-" else seat_of(word[seat]))


def order(match: Match[Gang], word: str = "") -> None:
    """The Godfather orders nobody, or ``X>Y``: X, who picks Y."""
    if not word:
        match.answer(match.state.godfather, NOBODY)
        return
    ordered, _, target = word.partition(">")
    match.answer(match.state.godfather, seat_of(ordered))
    match.answer(seat_of(ordered), seat_of(target))


def courage(match: Match[Gang], word: str = "S" * 8) -> None:
    """Everybody stands or ducks."""
    for seat in match.asked():
        match.answer(seat, COURAGE[word[seat]])


def stages(match: Match[Gang], bullet: str, aim: str, stand: str = "S" * 8) -> None:
    """Stages 2 to 6 without any order."""
    bullets(match, bullet)
    aims(match, aim)
    if question(match) == "GiveOrder":
        order(match)
    courage(match, stand)


def sharing(match: Match[Gang]) -> Match[Gang]:
    """The match at the sharing, nobody having been hit."""
    stages(match, "CCCC", "----")
    return match


def takes(match: Match[Gang], *words: str) -> None:
    """Shares, as in ``A:B20``."""
    for word in words:
        letter, _, share = word.partition(":")
        match.answer(seat_of(letter), share)


def take_all(match: Match[Gang]) -> None:
    """Everybody takes what an absent player would, until the round is over."""
    begun = match.state.round
    while match.outcome is None and match.state.round == begun:
        match.time_out(match.asked()[0])


def gangster(match: Match[Gang], letter: str) -> Gangster:
    """A player by letter."""
    return match.state.gangsters[seat_of(letter)]


def wounds(match: Match[Gang]) -> str:
    """Wounds, a digit for each seat."""
    return "".join(str(one.wounds) for one in match.state.gangsters)


def hand(match: Match[Gang], letter: str) -> list[int]:
    """A hand as [Clicks, Bangs]."""
    return hand_of(gangster(match, letter))


def pile(match: Match[Gang]) -> list[int]:
    """The discard pile as [Clicks, Bangs]."""
    return count([card.value for card in match.state.discard])


def loot(match: Match[Gang], letter: str) -> list[str]:
    """What a player owns."""
    return [str(card.value) for card in gangster(match, letter).loot]


def takers(match: Match[Gang]) -> str:
    """Who shares, in the order of sharing."""
    return letters(match.state.takers)


def told(match: Match[Gang], key: str) -> list[dict[str, Any]]:
    """What the log says under this key."""
    return [dict(entry.args) for entry in match.log if entry.key == key]


def shown(match: Match[Gang]) -> dict[str, str]:
    """The bullet cards turned up in stage 6, by letter."""
    return {
        LETTERS[args["seat"]]: "B" if args["card"] == Bullet.BANG else "C"
        for args in told(match, "cash.effects.reveal")
    }
