"""Bans, mutes and reports."""

from __future__ import annotations

import pytest

from boomtown.store import moderation as module
from boomtown.store.database import Database, now
from boomtown.store.moderation import HOUR, Moderation, Who
from boomtown.store.people import People


def test_a_ban_shuts_out_a_mute_only_up(database: Database) -> None:
    kept = Moderation(database)
    kept.ban(Who.PERSON, "ann", reason="insults\nand more")
    kept.ban(Who.ADDRESS, "there", mute=True)
    assert kept.is_banned("ann", "here")
    assert kept.is_muted("ann", "here")
    assert not kept.is_banned("bob", "there")
    assert kept.is_muted("bob", "there")
    assert kept.is_muted(None, "there")
    assert not kept.is_muted("there", "ann"), "a person is no address"
    assert {(ban.key, ban.mute, ban.reason) for ban in kept.bans()} == {
        ("ann", False, "insults and more"),
        ("there", True, ""),
    }


def test_a_ban_is_lifted_and_replaced(database: Database) -> None:
    kept = Moderation(database)
    kept.ban(Who.PERSON, "ann")
    kept.ban(Who.PERSON, "ann", mute=True)
    assert not kept.is_banned("ann", "")
    assert kept.lift(Who.PERSON, "ann")
    assert not kept.lift(Who.PERSON, "ann")
    assert not kept.is_muted("ann", "")


def test_a_ban_ends_by_itself(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Moderation(database)
    kept.ban(Who.PERSON, "ann", hours=2)
    assert kept.is_banned("ann", "")
    later = now() + 2 * HOUR
    monkeypatch.setattr(module, "now", lambda: later)
    assert not kept.is_banned("ann", "")
    assert kept.bans() == []


def test_what_another_process_bans_counts_a_moment_later(database: Database) -> None:
    at = 100.0
    here, elsewhere = Moderation(database, lambda: at), Moderation(database)
    assert not here.is_banned("ann", "")
    elsewhere.ban(Who.PERSON, "ann")
    assert not here.is_banned("ann", "")
    at += module.FRESH_SECONDS
    assert here.is_banned("ann", "")


def test_reports_wait_until_they_are_settled(database: Database) -> None:
    people, kept = People(database), Moderation(database)
    ann, bob = people.add("Ann", "en").id, people.add("Bob", "en").id
    first = kept.report("dusty-mule-7", ann, bob, "He shouts\n" + "x" * 900)
    second = kept.report("dusty-mule-7", ann, None, "Something else")
    assert [report.id for report in kept.reports()] == [second, first]
    oldest = kept.reports()[1]
    assert (oldest.player_name, oldest.about, oldest.about_name) == ("Ann", bob, "Bob")
    assert oldest.text.startswith("He shouts xxx")
    assert len(oldest.text) == module.LONGEST_REPORT
    assert kept.waiting(ann) == 2
    assert kept.settle(first)
    assert not kept.settle(first + 100)
    assert kept.waiting(ann) == 1
    assert [report.id for report in kept.reports(settled=True)] == [first]
