"""boomtown admin: the operator's commands, on a site that is there."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlmodel import text as sql

from boomtown.cli.commands import boomtown
from boomtown.core.errors import BoomtownError
from boomtown.store.moderation import Who
from boomtown.store.spool import Spool
from boomtown.web.guard.budget import address_key, origin_of
from boomtown.web.settings import Settings
from boomtown.web.site import Site
from pasts import finished
from sites import app_in, site_of, started


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A site with the key of its data folder, as a server has it."""
    secret = Settings.from_environment({"BOOMTOWN_DATA": str(tmp_path)}).secret
    with app_in(tmp_path, secret=secret) as app:
        yield site_of(app)


def told(site: Site, *command: str, code: int = 0) -> str:
    """What a command prints."""
    result = CliRunner().invoke(
        boomtown, ["admin", *command, "--data", str(site.settings.data)], catch_exceptions=True
    )
    if isinstance(result.exception, BoomtownError):
        assert code == 2, result.exception
        return str(result.exception)
    assert result.exit_code == code, result.output
    return result.output


def test_the_secret_is_made_once_and_anew_on_demand(site: Site) -> None:
    key = told(site, "secret")
    assert len(key.strip()) >= 32
    assert told(site, "secret") == key
    assert told(site, "secret", "--new") != key
    mode = (site.settings.data / "admin.key").stat().st_mode
    assert stat.S_IMODE(mode) == 0o600


def test_a_mistyped_folder_is_refused_and_not_made(tmp_path: Path) -> None:
    away = tmp_path / "mistyped"
    result = CliRunner().invoke(boomtown, ["admin", "tables", "--data", str(away)])
    assert result.exit_code == 1
    assert "no data folder" in result.output
    assert not away.exists()


def test_tables_and_people_are_listed_without_what_lets_somebody_in(site: Site) -> None:
    room, (ann, _) = started(site, "high_noon", 2, 2)
    site.tables.say(room.code, ann, "Player 1", "[bold]Howdy[/bold]")
    assert room.code in told(site, "tables", "--phase", "playing")
    assert told(site, "tables", "--phase", "open") == "There is no table.\n"
    shown = told(site, "table", room.code)
    assert "Player 1" in shown
    assert "[bold]Howdy[/bold]" in shown
    for text in (told(site, "tables", "--json"), told(site, "table", room.code, "--json")):
        assert room.table.invite not in text
        assert room.table.seed not in text
    found = json.loads(told(site, "people", "layer 1", "--json"))
    assert [one["id"] for one in found] == [ann]
    assert told(site, "people", "%") == "Nobody.\n"
    assert "there is no table x" in told(site, "table", "x", code=2)


def test_a_running_site_hears_of_what_is_done(site: Site) -> None:
    room, _ = started(site, "high_noon", 2, 2)
    match = room.table.match
    assert match is not None
    told(site, "park", match)
    assert match in told(site, "parked")
    told(site, "release", match)
    told(site, "close", room.code)
    topics = list(Spool(site.settings.data).take())
    assert topics == [f"match:{match}", f"table:{room.code}"] * 2 + [f"table:{room.code}"]
    assert site.tables.get_one(room.code).phase == "ended"
    assert "no match" in told(site, "release", match, code=2)


def test_people_are_renamed_muted_banned_and_forgotten(site: Site) -> None:
    _, (ann, bob) = started(site, "high_noon", 2, 2)
    told(site, "rename", ann, "Ann")
    told(site, "mute", "Ann", "--hours", "2", "--reason", "spam")
    assert site.moderation.is_muted(ann, "")
    assert "spam" in told(site, "bans")
    told(site, "ban", ann)
    told(site, "ban", "2001:db8::1", "--address")
    origin = origin_of(address_key("2001:db8::2"), site.settings.secret)
    assert {(ban.who, ban.key) for ban in site.moderation.bans()} == {
        (Who.PERSON, ann),
        (Who.ADDRESS, origin),
    }
    told(site, "unban", "Ann")
    told(site, "unmute", "2001:db8::1", "--address")
    assert site.moderation.bans() == []
    assert "neither" in told(site, "unban", "Ann", code=1)
    told(site, "rename", bob, "Bob")
    assert "nobody here is Nobody" in told(site, "ban", "Nobody", code=2)
    told(site, "forget", bob, "--yes")
    assert told(site, "people", "Bob") == "Nobody.\n"


def test_a_name_that_several_have_is_not_guessed(site: Site) -> None:
    for _ in range(2):
        site.people.add("Twin", "en")
    assert "2 people are called Twin" in told(site, "ban", "Twin", code=2)


def test_reports_are_listed_and_settled(site: Site) -> None:
    room, (ann, bob) = started(site, "high_noon", 2, 2)
    id = site.moderation.report(room.code, ann, bob, "He shouts")
    assert "He shouts" in told(site, "reports")
    told(site, "settle", str(id))
    assert told(site, "reports") == "No report waits.\n"
    assert "He shouts" in told(site, "reports", "--settled")
    assert "there is no report" in told(site, "settle", "99", code=2)


def test_a_match_is_written_for_its_author(site: Site, tmp_path: Path) -> None:
    room, _ = started(site, "high_noon", 2, 2)
    match = room.table.match
    assert match is not None
    target = tmp_path / "match.jsonl"
    told(site, "file", match, str(target))
    assert '"so_far":0' in target.read_text().splitlines()[-1]
    assert told(site, "file", match) == target.read_text()


def test_ratings_are_shown_and_proved(site: Site) -> None:
    ann, bill = (site.people.add(name, "en").id for name in ("Ann", "Bill"))
    assert "No match has counted" in told(site, "ratings")
    for number in range(3):
        finished(site.database, number, [ann, bill, "bot:deputy"], [0])
    site.ratings.rate_due()
    rows = json.loads(told(site, "ratings", "--json"))
    assert rows[0]["who"] == ann
    assert "found equal: 3 matches" in told(site, "ratings", "--check")
    with site.database.writing() as session:
        session.execute(sql("UPDATE ratings SET sigma = 1 WHERE match = 'past0'"))
    assert "3 lines differ" in told(site, "ratings", "--check", code=1)
    assert "3 lines have changed" in told(site, "ratings", "--rebuild", "--check")
