"""Which rules play by bots reaches, and how well a rulebook is covered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from boomtown.bots.kinds import RANDOM, answer_of, make_bot
from boomtown.core.chance import Chance
from boomtown.core.errors import Refused
from boomtown.core.game import Game
from boomtown.core.match import Match, checked_options
from boomtown.core.observer import RulesReached
from boomtown.core.options import form_of
from boomtown.rulebook.coverage import Coverage, cover, marks
from boomtown.rulebook.numbers import book_of


def option_sets(game: Game[Any, Any]) -> list[dict[str, object]]:
    """The defaults, then each option changed alone: enough to see everything there is."""
    sets: list[dict[str, object]] = [{}]
    for field in form_of(game.options):
        if field.kind == "switch":
            sets.append({field.name: not field.default})
        elif field.kind == "number":
            sets += [{field.name: value} for value in (field.least, field.most)]
        else:
            sets += [{field.name: value} for value in field.of if value != field.default]
    return sets


def settings(
    game: Game[Any, Any], sets: Sequence[dict[str, object]] = ()
) -> Iterator[tuple[int, dict[str, object]]]:
    """Numbers of seats with sets of options, as far as the game allows them together."""
    for options in sets or option_sets(game):
        for seats in game.seats:
            try:
                Match.unrecorded(game, seats, options, chance=Chance.seeded("settings"))
            except Refused:
                continue  # the game's own rule forbids this combination
            yield seats, options


def rules_reached(game: Game[Any, Any], matches: int, seed: str, bot: str = RANDOM) -> Counter[str]:
    """In how many of so many matches between bots of a kind each rule was reached."""
    reached: Counter[str] = Counter()
    for rules in islice(reached_by_match(game, seed, bot), matches):
        reached.update(rules)
    return reached


def reached_by_match(game: Game[Any, Any], seed: str, bot: str = RANDOM) -> Iterator[set[str]]:
    """The rules that one match after the other reaches, over all settings in turn."""
    for number, (seats, options) in enumerate(cycle(list(settings(game)))):
        yield _one_match(game, seats, options, Chance.seeded(seed, number), bot)


def settings_in_turn(
    game: Game[Any, Any], options: Mapping[str, object] | None, seats: Sequence[int]
) -> list[tuple[int, dict[str, object]]]:
    """The numbers of seats and options that a laboratory plays in turn: all, unless told which."""
    chosen = dict(options or {})
    for count in seats:
        checked_options(game, count, chosen)
    sets = [chosen] if chosen else option_sets(game)
    found = [one for one in settings(game, sets) if not seats or one[0] in seats]
    if not found:  # no number of seats allows these options: the game's rule says why
        checked_options(game, game.seats[0], chosen)
    return found


def _one_match(
    game: Game[Any, Any], seats: int, options: dict[str, object], chance: Chance, kind: str
) -> set[str]:
    reached = RulesReached()
    bot = make_bot(game, kind, chance.another())
    match = Match.unrecorded(game, seats, options, chance=chance, observer=reached)
    while match.outcome is None and match.number < game.longest:
        seat = match.asked()[0]
        choice = match.choice(seat)
        reached.rules.update(_rules_in(choice.describe()))
        match.answer(seat, answer_of(bot, match, seat, chance))
    return reached.rules - {""}


def _rules_in(described: object) -> Iterator[str]:
    """The rules of the refusals that a question shows."""
    if isinstance(described, dict):
        if isinstance(described.get("rule"), str):
            yield described["rule"]
        for value in described.values():
            yield from _rules_in(value)
    elif isinstance(described, list):
        for value in described:
            yield from _rules_in(value)


def game_coverage(
    game: Game[Any, Any], tests: Path | None, matches: Iterable[set[str]]
) -> Coverage:
    """The rule coverage of a game: its code, its tests, and what matches between bots reach."""
    reached: Counter[str] = Counter()
    played = 0
    for rules in matches:
        reached.update(rules)
        played += 1
    folder = Path(str(files(game.package)))
    code = sorted(folder.rglob("*.py"))
    return cover(book_of(game), code, _tests_of(game, tests), reached, played)


def rules_read_out(game: Game[Any, Any]) -> set[str]:
    """The rules that the tests of a game read out, as far as they are to be found here."""
    return {id for path in _tests_of(game) for id in marks(path.read_text("utf-8"))}


def _tests_of(game: Game[Any, Any], place: Path | None = None) -> list[Path]:
    """Where a checkout keeps a game's tests: beside it, or under the project's own."""
    folder = Path(str(files(game.package)))
    usual = [folder.parent / "tests", folder.parent.parent / "tests" / game.id]
    found = [place] if place else [path for path in usual if path.is_dir()]
    return [path for one in found for path in sorted(one.rglob("*.py"))]
