"""An author at work: what is changed shows, what is wrong is told, and a match goes on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boomtown.core.errors import Refused
from boomtown.plugins import Listing, find_game
from boomtown.rulebook.book import LANGUAGES
from boomtown.rulebook.columns import read_column
from boomtown.rulebook.compare import matrix
from boomtown.rulebook.complete import gaps
from boomtown.rulebook.numbers import book_of
from boomtown.search.contents import documents
from boomtown.search.index import Index
from boomtown.web.dev.desk import Desk
from boomtown.web.dev.watcher import Watcher
from boomtown.web.rooms.live import Room
from boomtown.web.settings import Settings
from boomtown.web.street.game_pages import plug
from desks import ANNIE, BILL, DIGGING, panel, play
from scratch import Scratch
from sites import app_in


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
