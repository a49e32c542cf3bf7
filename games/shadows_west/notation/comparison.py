"""What is to be so in the end, compared with what is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec import structs

from boomtown.core import (
    Match,
    Seat,
)
from boomtown.testing.examples import ExampleFailed
from shadows_west.notation.lines import following, known, letters, read_facing, read_line
from shadows_west.notation.written import After
from shadows_west.state import (
    Figure,
    Gone,
    Token,
    West,
)


def check(match: Match[West], after: After) -> None:
    """Raises with everything that is different."""
    west = match.state
    problems = [problem for line in after.figures for problem in figure_problems(west, line)]
    problems += [problem for line in after.markers for problem in marker_problems(west, line)]
    found = found_in(match)
    for field in structs.fields(After):
        wanted = getattr(after, field.name)
        if field.name in found and wanted is not None and found[field.name] != wanted:
            problems.append(f"{field.name}: {found[field.name]}, not {wanted}")
    problems += log_problems(match, after.log)
    if problems:
        raise ExampleFailed("; ".join(problems))


def found_in(match: Match[West]) -> dict[str, object]:
    """Everything else that may be asked for."""
    west = match.state
    ranks = match.outcome.ranks if match.outcome else ()
    prompt = match.prompt()
    return {
        "tests": [
            f"{e.args['who']} {e.args['dice']} D{e.args['sides']}: {e.args['successes']}"
            for e in match.log
            if e.key.endswith(".test") and "dice" in e.args
        ],
        "saves": [
            f"{e.args['who']} {e.args['target']}+: "
            + (f"failed by {e.args['short']}" if e.args["short"] else "passed")
            for e in match.log
            if e.rule == "shadows.shoot.save"
        ],
        "moves": [
            f"{e.args['who']} {e.args['cost']}"
            for e in match.log
            if e.rule == "shadows.move.distance" and "cost" in e.args
        ],
        "blasts": [
            f"{e.args['piece'] or 'stick'} ({e.args['x']},{e.args['y']})"
            for e in match.log
            if e.rule == "shadows.tnt.blast" and "reach" in e.args
        ],
        "points": [gang.points for gang in west.gangs],
        "hands": [len(gang.hand) for gang in west.gangs],
        "decks": [len(gang.deck) for gang in west.gangs],
        "discards": [len(gang.discard) for gang in west.gangs],
        "order": letters(west.order),
        "zones": letters(west.zones),
        "asked": letters(match.asked()),
        "question": "" if prompt is None else prompt.key,
        "carried": [gang.carried_off for gang in west.gangs],
        "first": letters([seat for seat in match.all_seats if ranks and ranks[seat] == 1]),
        "fled": letters([Seat(seat) for seat, gang in enumerate(west.gangs) if gang.fled]),
        "exploded": list(west.table.exploded),
        "dust": west.table.dust,
    }


def figure_problems(west: West, text: str) -> Iterator[str]:
    """What is different about a figure."""
    line = read_line(text)
    figure = known(west.table, line.id)
    here = (figure.x, figure.y, figure.z)
    if line.place is not None and line.place != here:
        yield f"{line.id} is at {here}, not {line.place}"
    words = iter(line.words)
    for word in words:
        value = following(words, word, line) if word in VALUES else ""
        if word in VALUES:
            is_so = VALUES[word](figure, value)
        elif word in MARKS:
            is_so = MARKS[word](figure)
        elif word in set(Token) | set(Gone):
            is_so = word in (figure.token, figure.gone)
        else:
            raise ExampleFailed(f"after: nobody knows {word!r} of {line.id}")
        if not is_so:
            yield f"{line.id} is not {f'{word} {value}'.strip()} but {health(figure)}"


def health(figure: Figure) -> str:
    """A figure in a few words."""
    if figure.gone is not Gone.NO:
        return figure.gone.value
    marks = [name for name in ("downed", "shaken") if getattr(figure, name)] or ["unhurt"]
    if figure.token is not Token.NONE:
        marks.append(figure.token.value)
    marks += [f"jammed {weapon.id}" for weapon in figure.weapons if weapon.jammed]
    return " ".join(marks)


def jams(figure: Figure, weapon: str) -> bool:
    """Whether the weapon ``w1`` of a figure is jammed."""
    return any(one.jammed for one in figure.weapons if one.id == f"{figure.id}.{weapon}")


MARKS: Final[dict[str, Callable[[Figure], bool]]] = {
    "unhurt": lambda one: one.on_table and not one.shaken and not one.downed,
    "shaken": lambda one: one.on_table and one.shaken,
    "downed": lambda one: one.on_table and one.downed,
    "standing": lambda one: one.standing,
    "mounted": lambda one: one.mounted,
    "afoot": lambda one: one.on_table and not one.mounted,
    "spent": lambda one: one.spent,
    "omen": lambda one: one.omen,
    "untouched": lambda one: one.token is Token.NONE,
}
"""What may be said of a figure in one word."""
VALUES: Final[dict[str, Callable[[Figure, str], bool]]] = {
    "jammed": jams,
    "clear": lambda one, weapon: not jams(one, weapon),
    "used": lambda one, weapon: any(
        arm.spent for arm in one.weapons if arm.id == f"{one.id}.{weapon}"
    ),
    "sticks": lambda one, count: str(one.sticks) == count,
    "holds": lambda one, who: (one.holds or "nobody") == who,
    "carries": lambda one, what: (one.loot or "nothing") == what,
    "armed": lambda one, kinds: ",".join(weapon.kind for weapon in one.weapons) == kinds,
    "facing": lambda one, way: (one.fx, one.fy) == read_facing(way),
}
"""What needs one word more."""


def marker_problems(west: West, text: str) -> Iterator[str]:
    """``tnt1 gone``, ``tnt3 there``, ``loot1 there (1800,300)``."""
    line = read_line(text)
    marker = west.table.markers.get(line.id)
    if marker is None or line.words not in (["gone"], ["there"]):
        raise ExampleFailed(f"after: nobody knows {text!r}")
    if marker.gone != (line.words == ["gone"]):
        yield f"{line.id} is {'gone' if marker.gone else 'there'}"
    here = (marker.x, marker.y, marker.z)
    if line.place is not None and line.place != here:
        yield f"{line.id} is at {here}, not {line.place}"


def log_problems(match: Match[West], wanted: Sequence[str]) -> Iterator[str]:
    """The first of these that the log does not tell after the one before it."""
    entries = iter(match.log)
    last = "the beginning"
    for word in wanted:
        if not any(word in (entry.rule, entry.key) for entry in entries):
            yield f"the log does not tell {word} after {last}"
            return
        last = word
