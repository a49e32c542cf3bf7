"""Replays: every moment, through everybody's eyes, also while the match goes on."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from bang_dice import GAME
from bang_dice.content import RoleCard
from bang_dice.page import PAGE
from boomtown.core import By, Match, Record, Seat
from boomtown.plugins import find_game
from boomtown.rulebook import LANGUAGES, rulebook_of
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording
from boomtown.web.replays.timeline import EVERY
from boomtown.web.site import Site
from boomtown.web.tables.table_page import plain_wording
from boomtown.web.words import site_wording
from played import play_on, played
from replays import match_of, page_of, read, stored_of, timeline_of
from sites import answer_any, started
from visitors import signed_in

SEALED = 2
"""After how many answers a sealed window stands open in that match."""
ROLE_NAMES = Wording(rulebook_of("bang_dice"), "en")


def plate(html: str, seat: int) -> str:
    """What a screen reader hears of a place at the table."""
    found = re.search(rf'id="seat-{seat}"[^>]*aria-label="([^"]*)"', html)
    assert found is not None, f"no seat {seat}"
    return found[1]


def rows(html: str) -> list[tuple[int, str]]:
    """The lines of the log: moment and text."""
    row = r'<li id="row-(\d+)"[^>]*data-place="(\d+)"[^>]*>(.*?)</li>'
    found = sorted(
        re.findall(row, html, re.S), key=lambda one: int(one[0])
    )  # the newest comes first
    items = [one[1:] for one in found]
    return [(int(place), re.sub(r"<[^>]*>", "", text)) for place, text in items]


def without_token(html: str) -> str:
    """The page as it is at any time: what its forms carry changes by the second."""
    return re.sub(r'name="csrf_token" value="[^"]*"', "", html)


GOALS = rulebook_of("bang_dice").languages["en"].names["goal"].values()


def in_words(role: RoleCard) -> str:
    return ROLE_NAMES.name("role", role.value)


# --- moments ------------------------------------------------------------------------------------


def test_every_moment_is_the_one_that_was_played(site: Site) -> None:
    room, _ = played(site, undo=True)
    timeline = timeline_of(site, room)
    lines = [timed.line for timed in site.matches.lines(match_of(room))]
    assert any(line.by is By.UNDO for line in lines)
    assert timeline.last == len(lines) > EVERY
    for number, line in enumerate(lines, start=1):
        assert timeline.at(number).hash() == line.hash


def test_a_line_of_the_log_leads_to_the_moment_at_which_it_was_written(site: Site) -> None:
    room, _ = played(site, undo=True)
    timeline, stored = timeline_of(site, room), stored_of(site, room)
    record = Record(
        stored.heading, stored.seed, [timed.line for timed in site.matches.lines(stored.id)]
    )
    lengths = [len(Match.replayed(GAME, record, upto).log) for upto in range(timeline.last + 1)]
    for position in range(lengths[-1]):
        line = timeline.line_of(position)
        assert line is not None
        assert lengths[line] > position
        assert line == 0 or lengths[line - 1] <= position
    assert timeline.line_of(lengths[-1]) is None
    assert timeline.line_of(-1) is None


def test_a_moment_has_an_address(site: Site, client: FlaskClient) -> None:
    room, _ = played(site)
    last = len(site.matches.lines(match_of(room)))
    html = page_of(client, room, 12, "B")
    assert f"Answer 12 of {last}" in html
    assert f'href="/matches/{match_of(room)}?at=12&seat=B" id="link"' in html
    assert f"Answer {last} of {last}" in page_of(client, room, last + 9, "B")
    assert f"Answer 0 of {last}" in page_of(client, room, -3, "B")
    assert f"Answer 0 of {last}" in read(client, f"/matches/{match_of(room)}")
    assert f"Answer 0 of {last}" in read(client, f"/matches/{match_of(room)}?at=x")


def test_a_replay_declares_its_beats_as_the_table_does(site: Site, client: FlaskClient) -> None:
    room, _ = played(site)
    _, _, told = unescape(page_of(client, room, 1, "open")).partition('data-beats="')
    beats, _ = json.JSONDecoder().raw_decode(told)
    assert set(beats) == set(PAGE.beats)


def test_the_log_goes_as_far_as_the_moment_and_open_to_its_end(
    site: Site, client: FlaskClient
) -> None:
    room, _ = played(site)
    last = len(site.matches.lines(match_of(room)))
    everything = rows(page_of(client, room, last, "watch"))
    some = rows(page_of(client, room, 20, "watch"))
    assert some == [row for row in everything if row[0] <= 20]
    assert len(rows(page_of(client, room, 20, "open"))) >= len(everything)
    marked = re.findall(
        r'data-place="(\d+)"[^>]*aria-current="step"', page_of(client, room, 20, "open")
    )
    assert marked == [str(max(place for place, _ in everything if place <= 20))]


def test_a_page_that_has_the_rest_gets_only_what_differs(site: Site, client: FlaskClient) -> None:
    room, _ = played(site)
    before, after = (rows(page_of(client, room, at, "C")) for at in (20, 21))
    part = page_of(client, room, 21, "C", f"&part=1&have={len(before)}")
    assert rows(part) == after[len(before) :]
    assert re.findall(r'id="(part-\w+)"', part) == [
        "part-status",
        "part-board",
        "part-place",
        "part-seen",
        "part-branch",
    ]
    assert "<html" not in part


def test_turns_and_events_can_be_jumped_to(site: Site, client: FlaskClient) -> None:
    room, _ = played(site)
    last = len(site.matches.lines(match_of(room)))
    html = page_of(client, room, 30, "watch")
    told = timeline_of(site, room).told
    turns = [one.line for one in told if one.entry and one.entry.rule == "bang.turn.order"]
    out = [one.line for one in told if one.entry and one.entry.rule == "bang.out.reveal"]
    options = re.findall(r'<option value="(\d+)"( selected)?>(.*?)</option>', html)
    assert [int(place) for place, _, text in options if text.startswith("Turn")] == turns
    assert {int(place) for place, _, text in options if text.endswith(": out")} == set(out)
    assert f'<option value="{last}">{last}: end</option>' in html
    now = max(place for place in turns if place <= 30)
    assert [int(place) for place, selected, _ in options if selected] == [now]
    before = max((place for place in turns if place < 30), default=0)
    after = min(place for place in turns if place > 30)
    assert f'data-turn-before="{before}" data-turn-after="{after}"' in html


def test_a_game_may_name_its_own_events(
    site: Site, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, _ = played(site)
    told = timeline_of(site, room).told
    attacks = {one.line for one in told if one.entry and one.entry.rule == "bang.arrow.attack"}
    assert attacks
    names = book_of(find_game("bang_dice")).languages["en"].names
    monkeypatch.setitem(names, "event", {"bang.arrow.attack": "attack"})
    plain_wording.cache_clear()  # it remembers names, and other tests have asked for this one
    html = page_of(client, room, 0, "watch")
    plain_wording.cache_clear()
    options = re.findall(r'<option value="(\d+)">\d+: attack</option>', html)
    assert {int(place) for place in options} == attacks
    assert html.count('class="ev arrow"') == len(attacks) + 1  # and one in the legend


def test_what_was_taken_back_is_shown_as_that(site: Site, client: FlaskClient) -> None:
    room, _ = played(site, undo=True)
    lines = [timed.line for timed in site.matches.lines(match_of(room))]
    undone = next(n for n, line in enumerate(lines, start=1) if line.by is By.UNDO)
    taken = [row for row in rows(page_of(client, room, undone, "B")) if "takes the last" in row[1]]
    assert [place for place, _ in taken] == [undone]
    assert "struck" not in page_of(client, room, undone - 1, "B", "&part=1")
    struck = page_of(client, room, undone, "B", "&part=1&have=0")
    assert len(re.findall(r'class="[^"]*\bstruck\b', struck)) == len(
        [row for row in rows(struck) if row[0] == undone - 1]
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_replay_speaks_every_language(site: Site, client: FlaskClient, language: str) -> None:
    room, player = played(site, undo=True)
    last = len(site.matches.lines(match_of(room)))
    signed_in(client, player)
    site.people.change(player, language=language)
    site_wording(language).missing.clear()
    for path in (
        "?at=0&seat=A&text=1",
        "?at=30&seat=open",
        f"?at={last}&seat=watch",
        "/verify",
    ):
        html = read(client, f"/matches/{match_of(room)}{path}")
        assert f'<html lang="{language}"' in html
        assert html.count("<h1") == 1
        assert " style=" not in html
        ids = re.findall(r'\bid="([^"]+)"', html)
        assert len(ids) == len(set(ids)), path
    assert read(client, "/verify")
    assert site_wording(language).missing == set()


# --- through whose eyes -------------------------------------------------------------------------


def test_a_seat_is_shown_no_role_before_it_was_revealed(site: Site, client: FlaskClient) -> None:
    room, _ = played(site, "roles")
    timeline = timeline_of(site, room)
    hidden = 0
    for at in range(0, timeline.last + 1, 7):
        town = timeline.at(at).state
        for seat, letter in ((None, "watch"), *((Seat(n), "ABCDE"[n]) for n in range(5))):
            html = page_of(client, room, at, letter)
            for goal in GOALS:  # which name other roles
                html = html.replace(goal, "")
            for other, cowboy in enumerate(town.cowboys):
                if other != seat:
                    shown = in_words(cowboy.role.value) in plate(html, other)
                    assert shown == cowboy.role.public, (at, letter, other)
            known = {cowboy.role.value for cowboy in town.cowboys if cowboy.role.known_to(seat)}
            for role in {cowboy.role.value for cowboy in town.cowboys} - known:
                assert in_words(role) not in html, (at, letter, role)
                hidden += 1
    assert hidden > 20


def test_open_shows_every_role_from_the_start(site: Site, client: FlaskClient) -> None:
    room, _ = played(site)
    html = page_of(client, room, 0, "open")
    for seat, cowboy in enumerate(timeline_of(site, room).at(0).state.cowboys):
        assert in_words(cowboy.role.value) in plate(html, seat)


def test_opening_a_table_leaves_the_moment_as_it_was(site: Site, client: FlaskClient) -> None:
    room, _ = played(site)
    before = page_of(client, room, 5, "watch")
    page_of(client, room, 5, "open")
    assert without_token(page_of(client, room, 5, "watch")) == without_token(before)


def test_rows_are_counted_without_gaps(site: Site, client: FlaskClient) -> None:
    """A gap would tell that somebody else reads something there."""
    room, _ = played(site, undo=True)
    for letter in ("A", "E", "watch", "open"):
        numbers = re.findall(r'id="row-(\d+)"', page_of(client, room, 40, letter))
        assert sorted(map(int, numbers)) == list(range(len(numbers)))


def test_a_private_match_is_for_those_who_were_there(site: Site, client: FlaskClient) -> None:
    room, player = played(site, listed=False)
    id = match_of(room)
    for path in (f"/matches/{id}", f"/matches/{id}/file", f"/matches/{id}/verify"):
        read(client, path, 404)
    read(client, f"/t/{room.code}/at/3", 404)
    with client.post(f"/matches/{id}/branch", data={"at": "3", "seat": "A"}) as response:
        assert response.status_code == 404
    signed_in(client, player)
    for path in (f"/matches/{id}", f"/matches/{id}/file", f"/matches/{id}/verify"):
        read(client, path)
    read(client, "/matches/nowhere", 404)
    read(client, f"/matches/{id}?seat=H", 404)


# --- while it goes on ---------------------------------------------------------------------------


def test_a_running_match_shows_the_past_of_ones_own_seat(site: Site, client: FlaskClient) -> None:
    room, player = played(site, lines=40)
    id, stored = match_of(room), stored_of(site, room)
    for seat in ("open", "A", "B"):
        read(client, f"/matches/{id}?seat={seat}", 403)
    assert "Question" in read(client, f"/matches/{id}?seat=watch")
    signed_in(client, player)
    html = read(client, f"/matches/{id}?moment=5")
    assert "Question 5 of" in html
    assert stored.seed not in html
    assert stored.heading.commitment in html
    for seat in ("open", "B"):
        read(client, f"/matches/{id}?seat={seat}", 403)
    for path in ("file", "verify"):
        told = json.loads(read(client, f"/matches/{id}/{path}", 409, Accept="application/json"))
        assert told == {
            "ok": False,
            "error": "The match is not over yet.",
            "rule": "boomtown.table.ended",
        }
    with client.post(f"/matches/{id}/branch", data={"at": "3", "seat": "A"}) as response:
        assert response.status_code == 409


def test_nobody_counts_answers_while_a_match_goes_on(site: Site, client: FlaskClient) -> None:
    """Windows of special roles are sealed: only questions that are settled are counted."""
    room, player = played(site, "sealed", options={"special_roles": "special"}, lines=SEALED)
    match = room.playing().match
    assert match.hushed
    assert len(match.asked()) == 3
    assert match.number > match.moment
    signed_in(client, player)
    path = f"/matches/{match_of(room)}?seat=A"
    before = read(client, path)
    assert f"Question {match.moment} of {match.moment}" in before
    play_on(room, "sealed", lines=match.number + 1)
    assert len(site.matches.lines(match_of(room))) == SEALED + 1
    assert read(client, path) == before


def test_a_line_of_the_tables_log_leads_to_its_moment_even_during_play(
    site: Site, client: FlaskClient
) -> None:
    room, player = played(site, lines=40)
    signed_in(client, player)
    log = list(room.playing().match.log)
    for position in (0, 10, len(log) - 1):
        with client.get(f"/t/{room.code}/at/{position}") as response:
            address = response.location
        moment = re.fullmatch(rf"/matches/{match_of(room)}\?moment=(\d+)&seat=A", address)
        assert moment is not None
        html = unescape(read(client, address))
        told = Wording(book_of(find_game("bang_dice")), "en", stored_of(site, room).names)
        assert any(told.entry(log[position]) in text for _, text in rows(html))
        marked = re.search(r'data-place="(\d+)"[^>]*aria-current="step"', html)
        assert marked is not None
        assert marked[1] == moment[1]
    read(client, f"/t/{room.code}/at/{len(log)}", 404)


def test_a_replay_grows_with_its_match(site: Site, client: FlaskClient) -> None:
    room, _ = played(site, lines=30)
    path = f"/matches/{match_of(room)}"
    first = re.search(r"Question (\d+) of", read(client, f"{path}?seat=watch"))
    play_on(room, "on", lines=35)
    second = re.search(r"Question (\d+) of", read(client, f"{path}?seat=watch"))
    assert first is not None
    assert second is not None
    assert int(second[1]) == int(first[1]) + 5
    play_on(room, "on")
    last = len(site.matches.lines(match_of(room)))
    assert f"Answer {last} of {last}" in read(client, f"{path}?seat=open&at={last}")
    assert "Answer 34 of" in read(client, f"{path}?seat=open&moment=34")


@pytest.mark.rule("boomtown.table.memory")
def test_a_game_from_memory_is_seen_again_only_after_the_end(
    site: Site, client: FlaskClient
) -> None:
    room, _ = started(site, "cash_n_guns", 4, 4)
    id = match_of(room)
    assert "boomtown.table.memory" in read(client, f"/matches/{id}", 409)
    assert "boomtown.table.memory" in read(client, f"/t/{room.code}/at/0", 409)
    with room.lock:
        while (match := room.playing().match).outcome is None:
            answer_any(room, match.asked()[0])
    read(client, f"/matches/{id}?at=3&seat=open")
