"""The runbook (docs/operations.md): what it names is there, and what is there is named."""

import re
import shlex
from pathlib import Path

import click
import pytest

from boomtown import tally
from boomtown.cli import boomtown
from boomtown.web.guard.budget import (
    LIMITS,
    SOCKETS_OF_ADDRESS,
    SOCKETS_OF_PERSON,
    TABLES_OF_ADDRESS,
    Limit,
)
from boomtown.web.guard.gate import LARGEST_FORM
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


def test_every_place_in_the_contents_is_there() -> None:
    headings = re.findall(r"^#+ (.*)$", RUNBOOK, re.MULTILINE)
    places = {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings}
    assert set(re.findall(r"\]\(#([^)]*)\)", RUNBOOK)) <= places
