"""What an author does wrong is told with its place, and costs no match."""

from __future__ import annotations

from pathlib import Path

import pytest

from boomtown.core.errors import Refused
from boomtown.lessons.lesson import InvalidLesson
from boomtown.lessons.script import script_of
from boomtown.plugins import UnknownGame, find_game
from boomtown.web.dev.desk import Desk
from boomtown.web.dev.troubles import Trouble, trouble_of
from boomtown.web.rooms.live import Room
from desks import ANNIE, BOARD, DIGGING, Page, opened, panel, play
from scratch import Scratch


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
