"""The runbook (docs/operations.md): what it names is there, and what is there is named."""

import re
import shlex
from pathlib import Path

import click
import pytest

from boomtown import tally
from boomtown.cli import boomtown
from boomtown.store.calls import NUDGE_EVERY
from boomtown.store.database import MIGRATIONS
from boomtown.store.friends import MOST_FRIENDS
from boomtown.web.guard.budget import (
    LIMITS,
    SOCKETS_OF_ADDRESS,
    SOCKETS_OF_PERSON,
    TABLES_OF_ADDRESS,
    Limit,
)
from boomtown.web.guard.gate import LARGEST_FORM
from boomtown.web.lab import laboratory, pages, routes, turns
from boomtown.web.replays import shelf
from boomtown.web.rooms.absences import LOST, NUDGE_AFTER, VOTE_AFTER
from boomtown.web.rooms.clock import THINKING
from boomtown.web.rooms.presence import GRACE, LAPSE, REPEAT
from boomtown.web.rooms.silences import SILENT_ROUNDS
from boomtown.web.sockets import painter
from boomtown.web.sockets.websocket import LARGEST_MESSAGE
from variables import VARIABLE, read_by_the_code, settings_read

ROOT = Path(__file__).parent.parent
RUNBOOK = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^ *```sh\n(.*?)^ *```", RUNBOOK, re.DOTALL | re.MULTILINE)
CALL = r"^ *(?:sudo (?:-u boomtown )?)?(?:/opt/boomtown/bin/)?boomtown (.*)$"
COMMANDS = re.findall(CALL, "".join(BLOCKS), re.MULTILINE)
ROWS = dict(re.findall(r"^\| `(BOOMTOWN_[A-Z_]+)` \| ([^|]*) \|", RUNBOOK, re.MULTILINE))


def test_every_setting_is_explained_and_no_other() -> None:
    assert set(ROWS) == read_by_the_code()
    assert {name for name in VARIABLE.findall(RUNBOOK) if name[-1] != "_"} == set(ROWS)


@pytest.mark.parametrize(("name", "default"), [one for one in settings_read().items() if one[1]])
def test_defaults_are_told_as_they_are(name: str, default: str) -> None:
    assert ROWS[name] == f"`{default}`"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_one_that_boomtown_has(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOOMTOWN_DATA", "/var/lib/boomtown")
    words = shlex.split(command)
    group: click.Command = boomtown
    while isinstance(group, click.Group):
        name, *words = words
        group = group.commands[name]
    for parameter in group.params:  # the files of the examples need not be there
        if isinstance(parameter.type, click.Path):
            monkeypatch.setattr(parameter.type, "exists", False)
    assert group.make_context(name, words, parent=click.Context(boomtown)).command is group


def test_every_number_of_prometheus_is_explained_and_no_other() -> None:
    code = (ROOT / "platform" / "boomtown" / "web" / "operator" / "metrics.py").read_text(
        encoding="utf-8"
    )
    there = set(re.findall(r'"((?:boomtown|process)_[a-z_]+)"', code))
    there |= {family.name for family in tally.FAMILIES}
    assert set(re.findall(r"`((?:boomtown|process)_[a-z_]+)`", RUNBOOK)) == there


def told(limit: Limit | None) -> str:
    return "" if limit is None else f"{limit.burst:,}, then {limit.a_minute:,} a minute"


def test_limits_are_told_as_they_are() -> None:
    for act, limits in LIMITS.items():
        row = f"| {act} | {told(limits.address)} | {told(limits.person)} | {told(limits.socket)} |"
        assert row in RUNBOOK
    sockets = (
        f"{SOCKETS_OF_ADDRESS} open sockets for an address and {SOCKETS_OF_PERSON} for a person"
    )
    assert sockets in RUNBOOK
    assert f"{TABLES_OF_ADDRESS} tables made from one address" in RUNBOOK
    assert f"JSON body of {LARGEST_FORM // 1024} KB" in RUNBOOK
    assert f"socket of {LARGEST_MESSAGE // 1024} KB" in RUNBOOK


def test_times_of_absence_are_told_as_they_are() -> None:
    nudges = f"{NUDGE_AFTER // 1000} s of thinking, then every {NUDGE_EVERY // 1000} s"
    told = [f"{time // 1000} s" for time in (GRACE, LOST)]
    told += [f"{SILENT_ROUNDS} rounds in a row", nudges, f"{VOTE_AFTER // 1000} s away"]
    told += [f"{time // 1000} s" for time in (REPEAT, LAPSE)]
    section = RUNBOOK.partition("## Who is away")[2].partition("\n## ")[0]
    assert re.findall(r"^\| .* \| (.*) \|$", section, re.MULTILINE) == ["after", *told]


def test_what_the_laboratory_may_cost_is_told_as_it_is() -> None:
    section = RUNBOOK.partition("## The laboratory")[2].partition("\n## ")[0]
    for told in (
        f"{pages.FEWEST_MATCHES} to {pages.MOST_MATCHES:,} matches",
        f"{turns.AT_A_TIME:g} seconds of each in turn",
        f"{routes.OPEN_OF_PERSON} under way and an address {routes.OPEN_OF_ADDRESS}",
        f"after {laboratory.MOST_SPENT // 60_000} minutes of playing",
        f"more than {turns.LONGEST_CALL:g} seconds",
    ):
        assert told in section


def test_what_is_kept_ready_is_told_as_it_is() -> None:
    for most, what in (
        (shelf.MOST_TIMELINES, "replays"),
        (shelf.MOST_PROOFS, "proofs"),
        (shelf.MOST_FILES, "match files"),
        (shelf.MOST_STORIES, "stories"),
        (painter.MOST_PIECES, "parts of boards"),
        (painter.MOST_LOGS, "logs"),
        (laboratory.MOST_SAMPLES, "matches"),
        (laboratory.MOST_PLOTS, "plots"),
    ):
        assert f"{most >> 20} MB of {what}" in RUNBOOK.replace("\n", " ")
    brief, usual, long = (f"{seconds:g}" for seconds in THINKING.values())
    assert f"{brief}, {usual} or {long} seconds an answer" in RUNBOOK
    assert f"{MOST_FRIENDS} friends for a person" in RUNBOOK


def test_every_step_of_the_database_is_told() -> None:
    steps = {path.name[:4] for path in (MIGRATIONS / "versions").glob("0*.py")}
    assert steps - {"0001", "0002"} == set(re.findall(r"^\| (0\d{3}) \|", RUNBOOK, re.MULTILINE))


def test_every_place_in_the_contents_is_there() -> None:
    headings = re.findall(r"^#+ (.*)$", RUNBOOK, re.MULTILINE)
    places = {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings}
    assert set(re.findall(r"\]\(#([^)]*)\)", RUNBOOK)) <= places
