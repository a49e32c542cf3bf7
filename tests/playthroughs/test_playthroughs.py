"""A golden match per game, replayed line by line: whatever changes it changes every old match."""

import os
from pathlib import Path
from typing import Any

import pytest

from boomtown.core import Chance, Game, Match, seed_from
from boomtown.plugins import installed_games
from boomtown.rulebook import Wording
from boomtown.rulebook.numbers import book_of
from boomtown.testing.fingerprint import complaint, kept_fingerprint

HERE = Path(__file__).parent
REWRITE = "BOOMTOWN_REWRITE_PLAYTHROUGHS"


def playthrough(game: Game[Any, Any]) -> str:
    """A random match as text: answers, hashes, and the log in all three languages.

    Answers are taken out of the whole list of offers, which is part of what is compared.
    """
    match = Match.start(game, game.seats[len(game.seats) // 2], seed=seed_from("playthrough"))
    chance = Chance.seeded("playthrough bot")
    book = book_of(game)
    speakers = [Wording(book, language) for language in ("en", "es", "ru")]
    lines, told = [f"{game.id} {game.version}, {match.seats} seats"], 0
    while True:
        for entry in match.log.since(told):
            lines += [f"    {wording.language}: {wording.entry(entry)}" for wording in speakers]
        told = len(match.log)
        if match.outcome is not None:
            break
        seat = match.asked()[0]
        offers = match.choice(seat).offers()
        answer = offers[chance.below(len(offers))]
        match.answer(seat, answer)
        lines.append(f"{match.number}. seat {seat + 1}: {answer}  {match.hash()[:16]}")
    lines.append(f"won by {list(match.outcome.winners)}: {match.outcome.rule}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("game", installed_games(), ids=lambda game: game.id)
def test_nothing_that_decides_a_match_has_changed_without_a_new_version(
    game: Game[Any, Any],
) -> None:
    assert kept_fingerprint(game) is not None, f"boomtown fingerprint {game.id} --renew"
    assert (problem := complaint(game)) is None, problem


@pytest.mark.parametrize("game", installed_games(), ids=lambda game: game.id)
def test_the_golden_match_is_still_the_same(game: Game[Any, Any]) -> None:
    path = HERE / f"{game.id}.txt"
    if os.environ.get(REWRITE):
        path.write_text(playthrough(game), encoding="utf-8")
    assert path.is_file(), f"write it with {REWRITE}=1"
    kept = path.read_text(encoding="utf-8").splitlines()
    again = f"meant, and with a new version? {REWRITE}=1 pytest tests/playthroughs -k {game.id}"
    assert playthrough(game).splitlines() == kept, again
