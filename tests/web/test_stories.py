"""What is told of a match that is over: what decided it, figures, awards, the longest wait."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from flask import Flask
from msgspec.structs import replace

from bang_dice.page.story import BangStory
from boomtown.core import (
    By,
    Chance,
    Entry,
    Game,
    Line,
    Match,
    Seat,
    Story,
    seats_in,
    seed_from,
    whole,
)
from boomtown.core.ending import Chronicle
from boomtown.plugins import find_game
from boomtown.rulebook.book import LANGUAGES
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording
from boomtown.store.matches import TimedLine
from boomtown.web.replays.retold import Times, retold, times_of
from boomtown.web.replays.story_page import spelled
from boomtown.web.replays.timeline import Beginning
from boomtown.web.rooms.pages import page_of
from boomtown.web.site import Site
from boomtown.workers import Busy
from cash_n_guns.content import Bullet
from cash_n_guns.page.story import CashStory
from played import play_on, played
from shadows_west.page.story import WestStory
from sites import app_in, site_of, started

SEEDS = 6
STORIES: list[tuple[str, int, dict[str, Any]]] = [
    ("bang_dice", 5, {}),
    ("bang_dice", 8, {"saloon_dice": True, "special_roles": "mixed", "ghost": True}),
    ("cash_n_guns", 5, {}),
    ("cash_n_guns", 6, {"powers": True}),
]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with app_in(tmp_path_factory.mktemp("stories")) as app:
        yield app


@pytest.fixture(scope="module")
def site(app: Flask) -> Site:
    return site_of(app)


def finished(game: Game[Any, Any], seats: int, options: dict[str, Any], seed: str) -> Match[Any]:
    """A match that was played at random to its end."""
    match = Match.start(game, seats, options, seed=seed_from(seed))
    chance = Chance.seeded(seed)
    while match.outcome is None:
        seat = match.asked()[0]
        match.answer(seat, chance.pick(match.choice(seat).offers()))
    return match


def told(match: Match[Any], chronicle: Chronicle | None = None) -> Story:
    """The story of a match that is over."""
    assert match.record is not None
    teller = page_of(match.game).story
    assert teller is not None
    beginning = Beginning(match.record.heading, match.record.seed, None)
    return retold(match.game, chronicle or teller(), beginning, match.record.lines)


def said(game: Game[Any, Any], story: Story, seats: int) -> list[str]:
    """All of it in every language."""
    lines = [*story.decided, *(figure.label for figure in story.figures)]
    lines += [line for award in story.awards for line in (award.title, award.why)]
    texts = []
    for language in LANGUAGES:
        words = Wording(book_of(game), language, [f"P{seat}" for seat in range(seats)])
        texts += [words.say(line.key, **line.args) for line in lines]
        assert words.missing == set()
    return texts


@pytest.mark.parametrize(("id", "seats", "options"), STORIES)
def test_a_story_has_words_and_a_number_for_every_seat(
    id: str, seats: int, options: dict[str, Any]
) -> None:
    game = find_game(id)
    awards = set()
    for number in range(SEEDS):
        match = finished(game, seats, options, f"story {number}")
        story = told(match)
        assert said(game, story, seats)
        assert all(len(figure.values) == seats for figure in story.figures)
        assert all(award.seat in match.all_seats for award in story.awards)
        assert story == told(match), "told twice, it is the same"
        assert match.outcome is not None
        assert story.decided or len(match.outcome.winners) != 1
        awards |= {award.title.key for award in story.awards}
    assert len(awards) > 1


def of(match: Match[Any], key: str) -> list[Entry]:
    return [entry for entry in match.log if entry.key.startswith(key)]


def test_hits_losses_and_luck_of_the_dice_are_those_of_the_log() -> None:
    match = finished(find_game("bang_dice"), 5, {}, "figures")
    chronicle = BangStory()
    told(match, chronicle)
    lost = sum(whole(entry, "lost") for entry in of(match, "bang.loss.batch"))
    assert chronicle.taken.total() == lost
    shots = ("bang.loss.batch.bullseye", "bang.loss.batch.gatling")
    dealt = sum(whole(entry, "lost") for key in shots for entry in of(match, key))
    assert chronicle.dealt.total() == dealt > 0
    cast = sum(whole(entry, "cast") for entry in of(match, "bang.roll.first.cast"))
    assert chronicle.thrown.total() == cast
    arrows = len(of(match, "bang.arrow.take"))
    assert arrows <= chronicle.bad.total() < cast


def test_a_click_before_which_somebody_ducked_is_a_bluff() -> None:
    match = finished(find_game("cash_n_guns"), 5, {}, "bluffs")
    assert match.record is not None
    chronicle, again = CashStory(), Bluffs()
    told(match, chronicle)
    told(match, again)
    assert dict(chronicle.bluffs) == again.found
    assert again.found, "nobody has bluffed in this match"


class Bluffs:
    """Finds them seat by seat, from the table as it was before everybody ducked or stood."""

    def __init__(self) -> None:
        self.found: dict[Any, int] = {}
        self.laid: list[tuple[Any, Any]] = []

    def sees(self, match: Match[Any], line: Line | None, told: Sequence[Entry]) -> None:
        ducks = [entry for entry in told if entry.key == "cash.courage.duck"]
        ducked = [seat for entry in ducks for seat in seats_in(entry, "seats")]
        for seat, (target, card) in enumerate(self.laid):
            if target in ducked and seat not in ducked and card is Bullet.CLICK:
                self.found[seat] = self.found.get(seat, 0) + 1
        self.laid = [
            (one.target, one.bullet.value if one.bullet else None) for one in match.state.gangsters
        ]

    def tells(self, match: Match[Any]) -> Story:
        return Story()


def test_casualties_and_dice_of_a_skirmish_are_counted() -> None:
    def line(key: str, **args: Any) -> Entry:
        return Entry(key, key, args)

    chronicle = WestStory()
    match = Match.start(find_game("shadows_west"), 2, seed=seed_from("a skirmish"))
    chronicle.sees(
        match,
        None,
        [
            line("shadows.shoot.sequence", who="a1", weapon="rifle", target="b1"),
            line("shadows.shoot.roll.test", who="a1", dice=3, sides=10, successes=3),
            line("shadows.damage.casualty.model", who="b1", cause="shot", by=0),
            line("shadows.vp.casualty", seat=0, who="b1", points=2, total=2),
            line("shadows.bottle.result.flees", seat=1),
        ],
    )
    story = chronicle.tells(match)
    figures = {figure.label.key: figure.values for figure in story.figures}
    assert figures["story.fired"] == (1, 0)
    assert figures["story.caused"] == (1, 0)
    assert figures["story.lost"] == (0, 1)
    assert figures["story.luck"] == (1, 0), "three successes, where 1.80 were to be expected"
    assert [award.title.key for award in story.awards] == ["story.gun", "story.lucky"]
    assert [line.key for line in story.decided] == ["story.fled"]
    assert said(match.game, story, 2)


def test_the_deadliest_gun_is_not_praised_for_what_others_do_without_one() -> None:
    def fell(who: str, cause: str) -> Entry:
        key = "shadows.damage.casualty.model"
        return Entry(key, key, {"who": who, "cause": cause, "by": 0})

    fired, won = "shadows.shoot.sequence", "shadows.fight.win"
    chronicle = WestStory()
    match = Match.start(find_game("shadows_west"), 2, seed=seed_from("a brawl"))
    told = [
        Entry(fired, fired, {"who": "a1", "weapon": "rifle", "target": "b1"}),
        fell("b1", "shot"),
        Entry(won, won, {"who": "a2", "other": "b2", "margin": 2}),
        fell("b2", "fight"),
        fell("b3", "blast"),
    ]
    chronicle.sees(match, None, told)
    assert chronicle.caused[Seat(0)] == 3
    assert dict(chronicle.figures) == {"a1": 1}


# --- times ---------------------------------------------------------------------------------------


def test_the_longest_wait_is_a_persons_and_not_that_of_a_closed_house(site: Site) -> None:
    room, _player = played(site, "times")
    stored = site.matches.get(room.playing().id)
    assert stored is not None
    begun = stored.begun
    lines = [
        TimedLine(Line(Seat(seat), by, None, ""), begun + at, moment, 0, "")
        for seat, by, at, moment in (
            (0, By.PLAYER, 4_000, 1),
            (1, By.BOT, 90_000, 2),
            (2, By.PLAYER, 95_000, 3),
            (0, By.PLAYER, 200_000, 4),
            (0, By.UNDO, 201_000, 3),
        )
    ]

    def closed(since: int, at: int) -> int:
        return 100_000 if at == begun + 200_000 else 0

    found = times_of(replace(stored, ended=begun + 300_000), lines, closed)
    assert found == Times(300_000, (1, 1, 1, 0, 0), 5_000, Seat(2))


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(0, "0 s"), (59, "59 s"), (61, "1 min 1 s"), (7_260, "2 h 1 min"), (90_000, "1 d 1 h")],
)
def test_a_length_of_time_in_words(seconds: int, told: str) -> None:
    assert spelled(1000 * seconds, "en") == told


# --- the page ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_story_is_read_by_everybody_who_may_see_the_replay(
    app: Flask, site: Site, language: str
) -> None:
    room, _player = played(site, "a story for all")
    client = app.test_client()
    with client.get(
        f"/matches/{room.playing().id}/story", headers={"Accept-Language": language}
    ) as response:
        assert response.status_code == 200
        html = response.get_data(as_text=True)
    assert '<section class="decided">' in html
    assert html.count("<tr>") == 1 + 6
    assert "story." not in html
    assert "ending." not in html


def test_a_game_without_a_story_tells_what_every_match_has(app: Flask, site: Site) -> None:
    room, _players = started(site, "high_noon", 1, 2)
    play_on(room, "no story")
    with app.test_client().get(f"/matches/{room.playing().id}/story") as response:
        html = response.get_data(as_text=True)
    assert "Decisions" in html
    assert "The match took" in html
    assert "decided" not in html


def test_a_story_is_told_of_finished_matches_and_to_those_who_may_look(
    app: Flask, site: Site
) -> None:
    running, _player = played(site, "goes on", lines=3)
    with app.test_client().get(f"/matches/{running.playing().id}/story") as response:
        assert response.status_code == 409
    unlisted, _player = played(site, "among friends", listed=False)
    with app.test_client().get(f"/matches/{unlisted.playing().id}/story") as response:
        assert response.status_code == 404


def test_a_story_is_made_once(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    room, _player = played(site, "told once")
    stored = site.matches.get(room.playing().id)
    assert stored is not None
    calls: list[str] = []
    run = site.work.run

    def counted(call: Callable[..., Any], *args: Any, **more: Any) -> Any:
        calls.append(call.__name__)
        return run(call, *args, **more)

    monkeypatch.setattr(site.work, "run", counted)
    first = site.shelf.story(room.game, stored, "")
    assert site.shelf.story(room.game, stored, "") is first
    assert calls == ["story"]


def test_a_busy_site_asks_to_come_back_and_shows_the_result_meanwhile(
    app: Flask, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, _player = played(site, "a busy evening")
    run = site.work.run

    def busy(call: Callable[..., Any], *args: Any, **more: Any) -> Any:
        raise Busy("no worker had time")

    monkeypatch.setattr(site.work, "run", busy)
    client, path = app.test_client(), f"/matches/{room.playing().id}"
    with client.get(f"{path}/story") as response:
        assert response.status_code == 202
        assert "Retry-After" in response.headers
    with client.get(f"{path}/ending") as response:
        assert response.status_code == 200
        assert "decided" not in response.get_data(as_text=True)
    monkeypatch.setattr(site.work, "run", run)
    with client.get(f"{path}/story") as response:
        assert "decided" in response.get_data(as_text=True), "it is not remembered as a failure"
