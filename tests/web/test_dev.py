"""An author at work: what is changed shows, what is wrong is told, and a match goes on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from boomtown.core import Seat
from boomtown.core.errors import Refused
from boomtown.lessons.lesson import InvalidLesson
from boomtown.lessons.script import script_of
from boomtown.plugins import Listing, UnknownGame, find_game
from boomtown.rulebook.book import LANGUAGES
from boomtown.rulebook.columns import read_column
from boomtown.rulebook.compare import matrix
from boomtown.rulebook.complete import gaps
from boomtown.rulebook.numbers import book_of
from boomtown.search.contents import documents
from boomtown.search.index import Index
from boomtown.web.dev.desk import Desk, open_desk
from boomtown.web.dev.project import find_project
from boomtown.web.dev.readers import Reader
from boomtown.web.dev.troubles import Trouble, trouble_of
from boomtown.web.dev.watcher import Watcher
from boomtown.web.rooms.live import Room
from boomtown.web.settings import Settings
from boomtown.web.sockets.feeds import PageFeed, Watching
from boomtown.web.street.game_pages import plug
from scratch import Scratch
from sites import app_in, lay_database, settings_for, started

ANNIE, BILL = Seat(0), Seat(1)
DIGGING = "rules/digging.py"
BOARD = "page/templates/gold_rush/board.html"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Scratch:
    """Its die always shows a three."""
    game = Scratch(tmp_path_factory.mktemp("scratch"))
    game.change(DIGGING, "match.chance.die()", "3")
    game.keep()
    return game


def opened(scratch: Scratch) -> Desk:
    data = scratch.folder.parent / "data"
    lay_database(data)
    return open_desk(find_project(str(scratch.folder)), settings_for(data, development=True))


@pytest.fixture(scope="module")
def one_desk(written: Scratch) -> Iterator[Desk]:
    """One for all: a site takes its time to open."""
    desk = opened(written)
    yield desk
    desk.close()


@pytest.fixture
def scratch(written: Scratch, one_desk: Desk) -> Iterator[Scratch]:
    yield written
    if changed := written.restore():
        one_desk.notice(changed)
    assert one_desk.troubles == []


@pytest.fixture
def desk(one_desk: Desk, scratch: Scratch) -> Desk:
    return one_desk


@pytest.fixture
def room(desk: Desk) -> Room:
    """Two people at a table of their own."""
    return started(desk.site, "gold_rush", 2, 2)[0]


def play(room: Room, *answers: str) -> None:
    """Whoever is asked answers."""
    for answer in answers:
        with room.lock:
            room.answer(room.playing().match.asked()[0], answer)


def panel(desk: Desk, room: Room, language: str = "en") -> str:
    """What the page of the table shows to the author."""
    return desk.panel(Reader(None, language, room.code))  # type: ignore[arg-type]  # nobody listens


class Page:
    """A page that hears of everything at a table."""

    def __init__(self, desk: Desk, room: Room) -> None:
        who = Watching(player=None, language="en", token="", text=False, log=0, chat=0)
        self._feed = PageFeed(desk.site, desk.app.extensions["painter"], room, who)
        self._room = room

    def hears(self) -> str:
        """What it is told now."""
        with self._room.lock:
            return b"".join(self._feed.next()).decode()


class TestAChangedRule:
    def test_the_match_goes_on_from_the_first_difference(
        self, desk: Desk, room: Room, scratch: Scratch
    ) -> None:
        play(room, "dig", "dig", "dig", "home")
        desk.notice([scratch.change(DIGGING, "pan += die", "pan += die + (digger.pan > 5)")])
        match = room.playing().match
        assert match.number == 3
        assert match.state.diggers[ANNIE].pan == 10
        assert match.asked() == [ANNIE]
        difference = desk.replays[room.code].difference
        assert difference is not None
        assert (difference.number, difference.seat, difference.answer) == (3, ANNIE, "dig")
        assert difference.rule == "gold_rush.dig.die"
        shown = panel(desk, room)
        for words in ("Answer 3, Player 1: dig", "diggers.0.pan = 9", "diggers.0.pan = 10"):
            assert words in shown
        assert "goes on from there: 3 of 4 answers are kept" in shown
        play(room, "home", "dig")
        room.reload()
        assert room.playing().match.number == 5, "what was written is played again as it is"

    def test_an_answer_that_is_refused_now_is_the_difference(
        self, desk: Desk, room: Room, scratch: Scratch
    ) -> None:
        play(room, "dig", "home", "dig")
        desk.notice([scratch.change(DIGGING, ".pan == 0", ".pan < 5")])
        assert room.playing().match.number == 1
        difference = desk.replays[room.code].difference
        assert difference is not None
        assert (difference.number, difference.rule) == (2, "gold_rush.turn.home")
        shown = panel(desk, room, "es")
        assert "Respuesta 2" in shown
        assert "se conservan 1 de 3" in shown
        with pytest.raises(Refused):
            play(room, "home")

    def test_a_new_field_of_the_state_is_no_difference(
        self, desk: Desk, room: Room, scratch: Scratch
    ) -> None:
        play(room, "dig", "dig")
        desk.notice(
            [scratch.change("state.py", "    pan: int = 0", "    pan: int = 0\n    a: int = 0")]
        )
        match = room.playing().match
        assert (match.number, match.state.diggers[ANNIE].a) == (2, 0)
        assert room.code not in desk.replays
        assert panel(desk, room) == ""

    def test_other_lines_of_the_log_and_other_questions_are_told(
        self, desk: Desk, room: Room, scratch: Scratch
    ) -> None:
        play(room, "dig")
        desk.notice([scratch.change("content.py", "CAVE_IN = 1", "CAVE_IN = 3")])
        assert room.playing().match.asked() == [BILL]
        shown = panel(desk, room)
        assert "Cave-in! Player 1 loses 0 nuggets." in shown
        assert "Player 1 is digging." in shown

    @pytest.mark.parametrize(
        ("name", "old", "new", "rule"),
        [
            ("state.py", "active: Seat = Seat(0)", "active: Seat = Seat(1)", ""),
            (
                DIGGING,
                "match.then(Dig(match.state.active))",
                "match.state.diggers[0].pan += 2\n        match.then(Dig(match.state.active))",
                "gold_rush.turn.order",
            ),
        ],
        ids=["the set-up itself", "a step after it"],
    )
    def test_where_the_set_up_differs_no_question_after_it_is_named(
        self, desk: Desk, room: Room, scratch: Scratch, name: str, old: str, new: str, rule: str
    ) -> None:
        play(room, "dig")
        desk.notice([scratch.change(name, old, new)])
        assert room.playing().match.number == 0
        difference = desk.replays[room.code].difference
        assert difference is not None
        assert (difference.number, difference.rule) == (0, rule)

    def test_it_is_found_after_a_restart_too(
        self, desk: Desk, room: Room, scratch: Scratch
    ) -> None:
        play(room, "dig", "dig")
        desk.played.clear()
        desk.notice([scratch.change(DIGGING, "pan += die", "pan += die + (digger.pan > 0)")])
        assert room.playing().match.state.diggers[ANNIE].pan == 7
        assert "Not known: these rules were not loaded here" in panel(desk, room)


class TestMistakes:
    def test_an_exception_in_a_step_is_told_with_step_rule_file_and_line(
        self, desk: Desk, room: Room, scratch: Scratch
    ) -> None:
        play(room, "dig")
        desk.notice([scratch.change(DIGGING, "die = 3", "die = 3 if not digger.pan else 3 // 0")])
        with pytest.raises(Refused):
            play(room, "dig")
        assert room.live is None
        [trouble] = desk.troubles
        assert (trouble.step, trouble.rule) == ("Throw", "gold_rush.dig.die")
        assert trouble.file == "boomtown_game_gold_rush/rules/digging.py"
        assert trouble.code == "die = 3 if not digger.pan else 3 // 0"
        assert "ZeroDivisionError" in trouble.problem
        desk.notice([scratch.change(DIGGING, " if not digger.pan else 3 // 0", "")])
        assert desk.troubles == []
        assert room.playing().match.number == 1
        play(room, "dig")

    @pytest.mark.parametrize(
        ("right", "wrong"),
        [
            ('return OneOf(["dig"', 'return OneOff(["dig"'),
            ('if answer == "dig"', 'if anser == "dig"'),
            ("digger.gold += digger.pan", "digger.gold += digger.pam"),
        ],
        ids=["choice", "answered", "run"],
    )
    def test_a_rule_that_raises_takes_no_answer_away(
        self, desk: Desk, room: Room, scratch: Scratch, right: str, wrong: str
    ) -> None:
        play(room, "dig", "dig", "home", "dig")
        id = room.playing().id
        before = [one.line for one in desk.site.matches.lines(id)]
        desk.notice([scratch.change(DIGGING, right, wrong)])
        assert room.live is None
        assert desk.site.parked.get(id) is not None
        [trouble] = desk.troubles
        assert trouble.file == "boomtown_game_gold_rush/rules/digging.py"
        assert wrong in trouble.code
        assert room.code not in desk.replays, "a mistake is no other way to play"
        desk.notice([scratch.package / "page" / "static" / "field.css"])
        assert desk.troubles == [trouble], "another change does not mend it"
        assert [one.line for one in desk.site.matches.lines(id)] == before
        desk.notice([scratch.change(DIGGING, wrong, right)])
        assert desk.troubles == []
        assert room.playing().match.number == 4
        assert desk.site.parked.get(id) is None
        assert panel(desk, room) == ""
        play(room, "dig")
        assert [one.line for one in desk.site.matches.lines(id)][:4] == before

    def test_one_mistake_after_the_other_takes_no_answer_away(
        self, desk: Desk, room: Room, scratch: Scratch
    ) -> None:
        play(room, "dig", "dig", "home", "dig")
        desk.notice([scratch.change(DIGGING, "digger.pan += die", "digger.pan += dye")])
        assert room.live is None
        desk.notice([scratch.change(DIGGING, "digger.pan += dye", "digger.pan += 1 // 0")])
        stopped = room.stopped
        [trouble] = desk.troubles
        assert "ZeroDivisionError" in trouble.problem
        assert stopped is not None
        assert "ZeroDivisionError" in stopped.problem
        desk.notice([scratch.change(DIGGING, "digger.pan += 1 // 0", "digger.pan += die")])
        assert room.playing().match.number == 4

    def test_a_question_that_the_rules_of_before_could_not_ask_is_no_difference(
        self, desk: Desk, room: Room, scratch: Scratch
    ) -> None:
        """The mistake was there, but nobody had come to it before the last answer."""
        play(room, "dig", "dig")
        asks = "    seconds = 30\n"
        args = (
            "\n    def args(self, match: Match[Field]) -> dict[str, int]:\n"
            "        return {} if match.state.diggers[0].pan < 9 else {1 // 0: 0}\n"
        )
        desk.notice([scratch.change(DIGGING, asks, asks + args)])
        assert room.playing().match.number == 2
        play(room, "dig")
        desk.app.test_client().get(f"/t/{room.code}")
        assert room.live is None
        desk.notice([scratch.change(DIGGING, args, "")])
        assert room.playing().match.number == 3
        assert desk.troubles == []

    def of_the_lesson(self, scratch: Scratch) -> Trouble:
        """What is wrong with it."""
        with pytest.raises(InvalidLesson) as raised:
            script_of(find_game("gold_rush"), "first")
        return trouble_of(raised.value, scratch.package)

    def test_a_lesson_that_comes_to_a_rule_that_raises_is_no_mistake_of_its_own(
        self, desk: Desk, room: Room, scratch: Scratch
    ) -> None:
        lesson = scratch.package / "lessons" / "first.toml"
        lesson.parent.mkdir()
        text = '[[do]]\nseat = "A"\nask = "gold_rush.turn.choose"\nanswer = "dig"\nsay = ["x"]\n'
        lesson.write_text(f'seats = 2\nminutes = 3\nend = "x"\n{text}', encoding="utf-8")
        try:
            desk.notice([scratch.change(DIGGING, "digger.pan += die", "digger.pan += dye"), lesson])
            trouble = self.of_the_lesson(scratch)
            assert trouble.file == "boomtown_game_gold_rush/rules/digging.py"
            assert (trouble.code, trouble.step) == ("digger.pan += dye", "Throw")
            right = scratch.change(DIGGING, "digger.pan += dye", "digger.pan += die")
            lesson.write_text(f'seats = 2\nminutes = 3\nend = "x"\ndice = [6]\n{text}')
            desk.notice([right, lesson])
            trouble = self.of_the_lesson(scratch)
            assert trouble.file == "boomtown_game_gold_rush/lessons/first.toml"
            assert "6 is left over" in trouble.problem
        finally:
            lesson.unlink()
            lesson.parent.rmdir()

    def test_with_a_syntax_error_the_match_goes_on_as_it_was(
        self, desk: Desk, room: Room, scratch: Scratch
    ) -> None:
        desk.notice([scratch.change(DIGGING, "class Dig(Ask):", "class Dig(Ask:")])
        [trouble] = desk.troubles
        assert (trouble.file, trouble.code) == (
            "boomtown_game_gold_rush/rules/digging.py",
            "class Dig(Ask:",
        )
        assert "SyntaxError" in panel(desk, room)
        play(room, "dig")
        desk.notice([scratch.change(DIGGING, "class Dig(Ask:", "class Dig(Ask):")])
        assert desk.troubles == []
        assert room.playing().match.number == 1

    def test_texts_that_cannot_be_read_leave_those_of_before(
        self, desk: Desk, room: Room, scratch: Scratch
    ) -> None:
        page = Page(desk, room)
        assert "is digging." in page.hears()
        text = 'others = "{seats:seat} is digging."'
        desk.notice([scratch.change("rulebook/en.toml", text, "others = {seats")])
        [trouble] = desk.troubles
        assert trouble.file == "boomtown_game_gold_rush/rulebook/en.toml"
        assert trouble.line is not None
        assert trouble.code == "others = {seats"
        assert page.hears() == ""
        desk.notice([scratch.change("page/en.toml", "minutes = 10", "minutes = 12")])
        assert len(desk.troubles) == 1, "another change does not mend it"
        fixed = 'others = "{seats:seat} is in the pit."'
        desk.notice([scratch.change("rulebook/en.toml", "others = {seats", fixed)])
        assert desk.troubles == []
        assert "is in the pit." in page.hears()

    def test_a_rule_without_what_it_needs_names_the_rule(
        self, desk: Desk, scratch: Scratch
    ) -> None:
        desk.notice([scratch.change("rulebook/en.toml", 'title = "Turns"', 'name = "Turns"')])
        [trouble] = desk.troubles
        assert "gold_rush.turn.order" in trouble.problem

    def test_a_mistake_in_a_template_is_told_with_its_line(
        self, desk: Desk, room: Room, scratch: Scratch
    ) -> None:
        page = Page(desk, room)
        assert "The camp" in page.hears()
        desk.notice([scratch.change(BOARD, "The camp", "{{ t.board.camp.name }}")])
        assert "The camp" not in page.hears()
        [trouble] = desk.troubles
        assert trouble.file.endswith("page/templates/gold_rush/board.html")
        assert trouble.line == 2
        desk.notice([scratch.change(BOARD, "{{ t.board.camp.name }}", "{% if %}")])
        page.hears()
        assert [one.line for one in desk.troubles] == [2]
        desk.notice([scratch.change(BOARD, "{% if %}", "The mine")])
        assert "The mine" in page.hears()
        assert desk.troubles == []

    def test_code_that_never_ends_is_stopped_and_told(
        self, desk: Desk, scratch: Scratch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(desk.wall, "seconds", 0.2)
        desk.notice([scratch.change("content.py", "CAVE_IN = 1", "while True:\n    pass")])
        [trouble] = desk.troubles
        assert trouble.file == "boomtown_game_gold_rush/content.py"
        assert "took more than" in trouble.problem

    def test_a_rule_that_never_ends_is_stopped_told_and_mended(
        self, desk: Desk, room: Room, scratch: Scratch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        play(room, "dig")
        monkeypatch.setattr(desk.wall, "seconds", 0.2)
        endless = "while True:\n                pass"
        desk.notice([scratch.change(DIGGING, "digger.pan += die", endless)])
        with pytest.raises(Refused):
            play(room, "dig")
        assert desk.troubles
        for trouble in desk.troubles:
            assert trouble.file == "boomtown_game_gold_rush/rules/digging.py"
            assert "took more than" in trouble.problem
            assert (trouble.step, trouble.rule) == ("Throw", "gold_rush.dig.die")
        desk.notice([scratch.change(DIGGING, endless, "digger.pan += die")])
        assert desk.troubles == []
        play(room, "dig")
        assert room.playing().match.state.diggers[ANNIE].pan == 6

    def test_rules_that_go_round_are_told_with_the_step(
        self, desk: Desk, room: Room, scratch: Scratch
    ) -> None:
        play(room, "dig")
        desk.notice([scratch.change(DIGGING, "match.then(Dig(self.seat))", "match.then(self)")])
        with pytest.raises(Refused):
            play(room, "dig")
        trouble = desk.troubles[0]
        assert trouble.file == "boomtown_game_gold_rush/rules/digging.py"
        assert "steps without a question" in trouble.problem
        assert (trouble.step, trouble.rule) == ("Throw", "gold_rush.dig.die")

    def test_a_game_that_is_broken_from_the_start_is_listed_until_it_is_mended(
        self, tmp_path: Path
    ) -> None:
        scratch = Scratch(tmp_path, "ghost_mine")
        scratch.change("state.py", "class Field(", "class Camp(")
        desk = opened(scratch)
        try:
            with pytest.raises(UnknownGame, match="ImportError"):
                find_game("ghost_mine")
            client = desk.app.test_client()
            assert "boomtown_game_ghost_mine" in desk.troubles[0].file
            desk.notice([scratch.change("state.py", "class Camp(", "class Field(")])
            assert client.get("/games/ghost_mine").status_code == 200
            with client.get("/games/ghost_mine/static/field.css") as style:
                assert style.status_code == 200
        finally:
            desk.close()


class TestWords:
    RAW = re.compile(r">[^<]*\b(?:ask|say|log|names|refuse|options)\.[a-z_]+[^<]*<")
    """Where a text should stand, and its key does."""

    def test_a_game_in_one_language_plays_and_is_marked_everywhere(
        self, desk: Desk, room: Room, scratch: Scratch
    ) -> None:
        pitch = scratch.change("page/en.toml", "There is gold", "{wanted_gold:nugget} of gold lie")
        others = [
            scratch.package / part / f"{code}.toml"
            for part in ("rulebook", "page")
            for code in ("es", "ru")
        ]
        for file in others:
            file.unlink()
        desk.notice([pitch, *others])
        assert desk.troubles == []
        play(room, "dig")
        client = desk.app.test_client()
        for code, only in (("ru", "Только по-английски"), ("es", "Solo en inglés")):
            assert plug(Listing("gold_rush", "", find_game("gold_rush")), code).only == only
            for path in ("/games/", "/games/gold_rush", "/tables/new"):
                page = client.get(path, headers={"Accept-Language": code}).get_data(as_text=True)
                assert only in page, path
            for path in ("/games/gold_rush", "/rules/gold_rush", f"/t/{room.code}"):
                page = client.get(path, headers={"Accept-Language": code}).get_data(as_text=True)
                assert self.RAW.search(page) is None, path
            assert "15 nuggets of gold lie" in client.get("/games/gold_rush").text
            assert "is digging." in client.get(f"/t/{room.code}").text
        desk.notice(scratch.restore())
        whole = client.get("/games/gold_rush", headers={"Accept-Language": "es"}).text
        assert "Solo en" not in whole

    def test_an_author_adds_words_for_kinds_of_play(self, desk: Desk, scratch: Scratch) -> None:
        tagged = 'mechanics = ["dice", "push_your_luck", "cave_ins"]'
        rules = scratch.change("rulebook/en.toml", 'mechanics = ["dice", "push_your_luck"]', tagged)
        meant = {
            "en": ("Cave-ins", "What was dug is lost at a blow."),
            "es": ("Derrumbes", "Lo excavado se pierde de golpe."),
            "ru": ("Обвалы", "Всё добытое пропадает разом."),
        }
        for code, (name, text) in meant.items():
            path = scratch.package / "rulebook" / f"{code}.toml"
            with path.open("a", encoding="utf-8") as file:
                file.write(f'\n[mechanics.cave_ins]\nname = "{name}"\ntext = "{text}"\n')
                file.write('\n[search]\n"mechanics.cave_ins" = ["kaboom"]\n')
        desk.notice([rules])
        assert gaps(book_of(find_game("gold_rush"))) == []
        game = find_game("gold_rush")
        rows = {
            row.mechanic.id: row
            for row in matrix([read_column("gold_rush", {"gold_rush": book_of(game)})], "ru")
        }
        assert rows["cave_ins"].mechanic.name == "Обвалы"
        assert rows["cave_ins"].cells[0].rules == ["gold_rush.dig.die"]
        index = Index(documents([game]), LANGUAGES)
        for words in ("lost at a blow", "kaboom"):
            found = index.find(words, "en", most=3)
            assert "cave_ins" in [hit.id for hit in found.hits], words


class TestWhatIsSeen:
    def test_the_bench_offers_the_authors_game_first(self, desk: Desk) -> None:
        page = desk.app.test_client().get("/bench").text
        assert page.count('<option value="gold_rush" selected>') == 2
        assert page.count(" selected>") == 2

    def test_pages_listen_and_files_are_asked_for_again(self, desk: Desk, room: Room) -> None:
        client = desk.app.test_client()
        for path in ("/credits", f"/t/{room.code}", "/nowhere"):
            assert b'src="/dev/static/dev.js"' in client.get(path).data, path
        with client.get("/games/gold_rush/static/field.js") as script:
            assert "no-cache" in script.headers["Cache-Control"]

    def test_a_site_that_others_visit_has_nothing_of_it(self, tmp_path: Path) -> None:
        with app_in(tmp_path) as app:
            client = app.test_client()
            assert b"/dev/" not in client.get("/credits").data
            for path in ("/dev/socket", "/dev/static/dev.js"):
                assert client.get(path).status_code == 404
        environment = {"BOOMTOWN_DATA": str(tmp_path), "BOOMTOWN_DEVELOPMENT": "on"}
        assert not Settings.from_environment(environment).development

    def test_new_changed_and_missing_files_are_seen_once(self, tmp_path: Path) -> None:
        (tmp_path / "old.py").write_text("1")
        (tmp_path / "gone.css").write_text("1")
        watcher = Watcher(tmp_path)
        assert watcher.changed() == []
        (tmp_path / "old.py").write_text("12")
        (tmp_path / "gone.css").unlink()
        (tmp_path / "page").mkdir()
        (tmp_path / "page" / "new.html").write_text("1")
        (tmp_path / ".old.py.swp").write_text("1")
        assert [one.name for one in watcher.changed()] == ["gone.css", "old.py", "new.html"]
        assert watcher.changed() == []
