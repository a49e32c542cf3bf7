"""Records: save, load, replay, export and verify; and files that somebody has tampered with."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from boomtown.bots import RandomBot
from boomtown.core import (
    By,
    Chance,
    Game,
    InvalidRecord,
    LoadedChance,
    Match,
    VersionMismatch,
    commitment_to,
    export,
    load,
    save,
    seed_from,
    verify,
)
from boomtown.plugins import find_game
from boomtown.testing import say
from boomtown_game_high_noon import GAME
from flows import ANNIE, BILL, FLOW, Pick, Vote, flow

PLAY_ON = """
import sys
from pathlib import Path
from boomtown.bots import RandomBot
from boomtown.core import Chance, load
from boomtown.plugins import find_game

for path in sys.argv[1:]:
    match = load(find_game("high_noon"), Path(path).read_bytes())
    bot = RandomBot(Chance.seeded("on", match.number))
    hashes = [match.hash()]
    while match.outcome is None:
        seat = match.asked()[0]
        match.answer(seat, bot.pick(match.choice(seat)))
        hashes.append(match.hash())
    print(" ".join(hashes))
"""


def played(seed: str = "record", seats: int = 3) -> Match[Any]:
    """A whole recorded match, with time-outs and answers taken back in it."""
    match = Match.start(GAME, seats, seed=seed_from(seed), contributions=["annie", "bill"])
    bot = RandomBot(Chance.seeded(seed, "bot"))
    while match.outcome is None:
        seat = match.asked()[-1]
        if match.number % 7 == 3:
            match.time_out(seat)
        else:
            match.answer(seat, bot.pick(match.choice(seat)))
        if match.undoable and match.number % 5 == 0:
            match.undo(seat)
    return match


def find(id: str) -> Game[Any, Any]:
    return GAME


class TestSnapshots:
    def test_saved_at_every_decision_and_played_on_in_another_process(self, tmp_path: Path) -> None:
        match = Match.start(GAME, 3, seed=seed_from("elsewhere"))
        bot = RandomBot(Chance.seeded("walk"))
        paths, expected = [], []
        while match.outcome is None:
            paths.append(tmp_path / f"{match.number}.match")
            paths[-1].write_bytes(save(match))
            twin, on = match.clone(), RandomBot(Chance.seeded("on", match.number))
            hashes = [twin.hash()]
            while twin.outcome is None:
                seat = twin.asked()[0]
                twin.answer(seat, on.pick(twin.choice(seat)))
                hashes.append(twin.hash())
            expected.append(" ".join(hashes))
            seat = match.asked()[0]
            match.answer(seat, bot.pick(match.choice(seat)))
        ran = subprocess.run(
            [sys.executable, "-c", PLAY_ON, *map(str, paths)],
            capture_output=True,
            text=True,
            check=True,
        )
        assert ran.stdout.splitlines() == expected

    def test_a_loaded_match_can_be_undone_and_exported(self) -> None:
        match = flow(lambda: [Pick(ANNIE), Pick(ANNIE), Pick(ANNIE)], recorded=True)
        say(match, (ANNIE, "yes"), (ANNIE, "no"))
        loaded = load(FLOW, save(match))
        loaded.undo(ANNIE)
        assert loaded.state.lines == ["0 yes"]
        say(loaded, (ANNIE, "yes"), (ANNIE, "yes"))
        assert verify(export(loaded), lambda id: FLOW).answers == 5

    def test_a_loaded_match_goes_back_without_being_played_again(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match = flow(lambda: [Pick(ANNIE), Pick(BILL), Pick(ANNIE)], recorded=True)
        say(match, (ANNIE, "yes"), (BILL, "no"), (ANNIE, "no"))
        assert match.record is not None
        loaded = load(FLOW, save(match, lines=False), match.record.lines)
        monkeypatch.setattr(Match, "replayed", None)
        for one in (match, loaded):
            one.undo(ANNIE)
            one.undo(BILL)
            assert one.state.lines == ["0 yes"]
            assert (one.moment, one.undoable, one.last_seat) == (1, 1, ANNIE)
        assert loaded.record == match.record
        assert list(loaded.log) == list(match.log)

    def test_an_older_snapshot_goes_back_by_a_replay(self) -> None:
        match = flow(lambda: [Pick(ANNIE), Pick(ANNIE), Pick(ANNIE)], recorded=True)
        say(match, (ANNIE, "yes"), (ANNIE, "no"))
        old = load(FLOW, save(match))
        old.way_back.clear()
        for one in (match, old):
            one.undo(ANNIE)
            one.undo(ANNIE)
        assert old.record == match.record
        assert old.hash() == match.hash()

    def test_nothing_is_kept_of_what_cannot_be_taken_back(self) -> None:
        match = played()
        assert match.undoable == 0
        assert match.way_back == []

    def test_a_snapshot_in_the_middle_of_a_sealed_ask_keeps_the_answers(self) -> None:
        match = flow(lambda: [Vote([ANNIE, BILL])])
        say(match, (ANNIE, "aye"))
        loaded = load(FLOW, save(match))
        assert loaded.asked() == [BILL]
        say(loaded, (BILL, "nay"))
        assert loaded.state.lines == ["0 aye", "1 nay"]

    @pytest.mark.parametrize("damage", [b"", b"x", b"x" * 40])
    def test_damage_is_noticed(self, damage: bytes) -> None:
        saved = save(played())
        for broken in (damage, saved[:-10], saved[:50] + b"?" + saved[51:]):
            with pytest.raises(InvalidRecord, match="snapshot: damaged or cut short"):
                load(GAME, broken)

    def test_the_wrong_game_or_version_is_refused(self) -> None:
        saved = save(played())
        with pytest.raises(InvalidRecord, match="a match of high_noon, not of flow"):
            load(FLOW, saved)
        with pytest.raises(VersionMismatch, match=r"made by high_noon 1\.0\.0; installed is 2"):
            load(replace(GAME, version="2"), saved)
        assert load(replace(GAME, version="2", replays=("1.0.0",)), saved).outcome is not None

    def test_loaded_dice_cannot_be_saved(self) -> None:
        match = Match.unrecorded(GAME, 2, chance=LoadedChance(rest=Chance.seeded(1)))
        with pytest.raises(TypeError, match="loaded dice"):
            save(match)


class TestReplay:
    def test_the_first_lines_lead_to_the_state_they_led_to(self) -> None:
        match = played()
        assert match.record is not None
        for number, line in enumerate(match.record.lines, start=1):
            again = Match.replayed(GAME, match.record, number)
            assert again.hash() == line.hash
            assert again.number == number

    def test_a_branch_goes_its_own_way(self) -> None:
        match = played()
        assert match.record is not None
        branch = Match.replayed(GAME, match.record, 5)
        length = len(match.record.lines)
        seat = branch.asked()[0]
        branch.answer(seat, branch.choice(seat).offers()[-1])
        assert branch.record is not None
        assert len(branch.record.lines) == 6
        assert len(match.record.lines) == length

    def test_the_record_says_who_answered(self) -> None:
        match = played()
        assert match.record is not None
        assert {line.by for line in match.record.lines} == {By.PLAYER, By.CLOCK, By.UNDO}


class TestVerify:
    def test_an_exported_match_is_true_to_the_letter(self) -> None:
        match = played()
        verdict = verify(export(match), find_game)
        assert verdict.outcome == match.outcome
        assert verdict.commitment == commitment_to(seed_from("record"))

    def test_a_running_match_is_not_exported(self) -> None:
        with pytest.raises(InvalidRecord, match="not over yet"):
            export(Match.start(GAME, 2))
        with pytest.raises(InvalidRecord, match="not recorded"):
            export(Match.unrecorded(GAME, 2, chance=Chance.seeded(1)))

    def test_a_cut_file_is_refused_with_the_line(self) -> None:
        rows = export(played()).splitlines()
        for kept in (1, 2, len(rows) // 2, len(rows) - 1):
            with pytest.raises(InvalidRecord, match=f"line {kept}: the file is cut short"):
                verify("\n".join(rows[:kept]), find)
        with pytest.raises(InvalidRecord, match="line 1: the file is empty"):
            verify("", find)
        half = "\n".join([*rows[:-1], rows[-1][:40]])
        with pytest.raises(InvalidRecord, match=f"line {len(rows)}"):
            verify(half, find)

    def test_a_missing_line_is_noticed(self) -> None:
        rows = export(played()).splitlines()
        del rows[4]
        with pytest.raises(InvalidRecord, match="answers announced"):
            verify("\n".join(rows), find)

    def test_noise_is_refused_with_the_line(self) -> None:
        rows = export(played()).splitlines()
        rows[3] = "{what?"
        with pytest.raises(InvalidRecord, match="line 4"):
            verify("\n".join(rows), find)

    @pytest.mark.parametrize(
        ("row", "field", "value", "says"),
        [
            (0, "seats", 4, "line 1: the set-up does not lead"),
            (0, "seats", 40, "line 1: high_noon is for 2 to 6 players, not 40"),
            (0, "options", {"lives": 4}, "line 1: the set-up does not lead"),
            (0, "options", {"lives": 99}, "line 1: option lives"),
            (0, "contributions", ["annie"], "line 1: the set-up does not lead"),
            (0, "commitment", "00", "seed: it is not the one that was committed to"),
            (0, "version", "0.9", r"played with high_noon 0\.9; installed is 1\.0\.0"),
            (0, "game", "poker", "a match of poker, not of high_noon"),
            (0, "format", 9, "line 1: format 9"),
            (0, "seats", "three", "line 1: Expected `int`"),
            (0, "seats", 2**70, "line 1: a number has more than 64 bits"),
            (0, "options", {"lives": -(2**70)}, "line 1: a number has more than 64 bits"),
            (1, "answer", [2**70], "line 2: a number has more than 64 bits"),
            (1, "answer", "duck", r"line 2 \(answer 1\): the state is not the one"),
            (1, "answer", "fly", r"line 2 \(answer 1\): an answer that the rules do not allow"),
            (1, "answer", 1.5, r"line 2 \(answer 1\): an answer that the rules do not allow"),
            (1, "seat", 7, r"line 2 \(answer 1\): an answer that the rules do not allow"),
            (1, "hash", "0" * 64, r"line 2 \(answer 1\): the state is not the one"),
            (1, "by", "magic", "line 2: Invalid enum value"),
            (4, "by", "player", "some line before it was edited"),
            (-1, "seed", "11" * 32, "seed: it is not the one that was committed to"),
            (-1, "seed", "zz", "seed: not a hexadecimal number"),
            (-1, "seed", "11", "seed: 1 bytes instead of 32"),
            (-1, "end", 3, "3 answers announced"),
            (-1, "outcome", None, "Expected `object`, got `null`"),
        ],
    )
    def test_an_edited_file_is_refused_with_the_place(
        self, row: int, field: str, value: object, says: str
    ) -> None:
        rows = [json.loads(text) for text in export(played()).splitlines()]
        rows[row][field] = value
        text = "\n".join(json.dumps(part, separators=(",", ":")) for part in rows)
        with pytest.raises(InvalidRecord, match=says):
            verify(text, find)

    def test_an_edited_outcome_is_refused(self) -> None:
        rows = [json.loads(text) for text in export(played()).splitlines()]
        rows[-1]["outcome"]["winners"] = [0, 1, 2]
        text = "\n".join(json.dumps(part, separators=(",", ":")) for part in rows)
        with pytest.raises(InvalidRecord, match="the outcome is not the one claimed"):
            verify(text, find)
