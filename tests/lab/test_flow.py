"""How a round goes, from what the steps of a game really do."""

from __future__ import annotations

from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from boomtown.core import (
    Ask,
    Chance,
    Game,
    Match,
    OneOf,
    Options,
    Phases,
    Repeat,
    SealedAsk,
    Seat,
    Step,
)
from boomtown.lab import flow
from boomtown.lab.flow import Flow, FlowFile, Phase, flow_file, flow_for, flow_of, options_of
from boomtown.plugins import find_game, installed_games
from boomtown.rulebook.book import rulebook_of

GAMES = installed_games()


def kept_file(game: Game[Any, Any]) -> Path:
    """Where a game keeps its flow, if tracing it takes too long for a page."""
    return Path(str(files(game.package))) / flow.FILE


KEPT = [game for game in GAMES if kept_file(game).is_file()]
QUICK = pytest.mark.parametrize(
    "game",
    [game for game in GAMES if game.id != "shadows_west"],
    ids=lambda game: game.id,
)


def phase(found: Flow, rule: str) -> Phase:
    return next(one for one in found.phases if one.rule == rule)


def order(found: Flow) -> list[str]:
    return [one.rule for one in found.phases]


@QUICK
class TestEveryGame:
    def test_it_is_the_same_every_time(self, game: Game[Any, Any]) -> None:
        assert flow_for(game) == flow_for(game)

    def test_every_step_is_a_rule_of_its_book(self, game: Game[Any, Any]) -> None:
        found = flow_of(game)
        ids = rulebook_of(game.package).ids
        assert {found.rule, *order(found), *found.rarer} <= set(ids)

    def test_a_round_has_parts_and_somebody_decides(self, game: Game[Any, Any]) -> None:
        found = flow_of(game)
        assert found.phases[0].depth == 0
        assert {one.decides for one in found.phases} & {"one", "sealed", "reactions"}
        assert all(0 < one.share <= 1 for one in found.phases)

    def test_nothing_is_deeper_than_what_it_happens_in(self, game: Game[Any, Any]) -> None:
        depths = [one.depth for one in flow_of(game).phases]
        pairs = pairwise(depths)
        assert all(later <= earlier + 1 for earlier, later in pairs)

    def test_it_is_traced_once(self, game: Game[Any, Any]) -> None:
        assert flow_of(game) is flow_of(game)


class TestBang:
    found = flow_of(find_game("bang_dice"))

    def test_dice_come_first_and_the_gatling_last(self) -> None:
        rules = order(self.found)
        parts = ["bang.roll.first", "bang.roll.reroll", "bang.shot.one", "bang.beer.use"]
        places = [rules.index(rule) for rule in (*parts, "bang.gat.fire")]
        assert places == sorted(places)

    def test_the_first_throw_is_chance_and_the_next_a_decision(self) -> None:
        assert phase(self.found, "bang.roll.first").decides == "chance"
        again = phase(self.found, "bang.roll.reroll")
        assert (again.decides, again.chance, again.again) == ("one", True, True)

    def test_arrows_are_taken_inside_the_throw(self) -> None:
        arrows = phase(self.found, "bang.arrow.take")
        assert (arrows.depth, arrows.decides, arrows.usual) == (1, "rules", False)

    def test_a_module_adds_its_steps(self) -> None:
        saloon = flow_of(find_game("bang_dice"), ["saloon_dice"])
        assert "bang.saloon.choose" in order(saloon)
        assert "bang.saloon.choose" not in order(self.found)

    def test_with_special_roles_all_are_asked_at_once(self) -> None:
        found = flow_of(find_game("bang_dice"), ["special_roles"])
        assert phase(found, "bang.ask.everyone").decides == "sealed"


class TestCash:
    found = flow_of(find_game("cash_n_guns"))

    def test_seven_stages_in_their_order(self) -> None:
        stages = [
            "cash.loot.reveal",
            "cash.bullet.choose",
            "cash.holdup.aim",
            "cash.privilege.order",
            "cash.courage.choose",
            "cash.effects.reveal",
            "cash.share.takers",
        ]
        assert [rule for rule in order(self.found) if rule in stages] == stages

    def test_three_sealed_choices_in_a_round(self) -> None:
        sealed = [one.rule for one in self.found.phases if one.decides == "sealed"]
        assert sealed == ["cash.bullet.choose", "cash.holdup.aim", "cash.courage.choose"]

    def test_turning_up_cards_that_nobody_knew_is_chance(self) -> None:
        assert phase(self.found, "cash.loot.reveal").decides == "chance"
        assert phase(self.found, "cash.effects.reveal").decides == "rules"

    def test_shares_are_taken_again_and_again(self) -> None:
        assert phase(self.found, "cash.share.must_take").again


def test_the_example_game_gets_it_by_its_steps_alone() -> None:
    game = find_game("high_noon")
    assert [(one.rule, one.decides, one.depth) for one in flow_of(game).phases] == [
        ("noon.stand.sealed", "sealed", 0),
        ("noon.shot.dice", "chance", 1),
        ("noon.trick.window", "reactions", 2),
        ("noon.hit.life", "rules", 3),
    ]


# --- a game of nothing but flow -------------------------------------------------------------------


class Rounds(Repeat):
    rule = "toy.rounds"

    def again(self, match: Match[list[int]]) -> bool:
        return True

    def once(self, match: Match[list[int]]) -> None:
        match.then(Round())


class Round(Phases):
    """A silent step that only names others."""

    rule = "toy.round"

    def phases(self, match: Match[list[int]]) -> list[Step]:
        return [Vote(match.all_seats), Passage(), Count()]


class Vote(SealedAsk):
    rule = "toy.vote"

    def choice(self, match: Match[list[int]], seat: Seat) -> OneOf:
        return OneOf(["yes", "no"])

    def revealed(self, match: Match[list[int]], answers: dict[Seat, Any]) -> None:
        match.state.append(len(answers))


class Passage(Step):
    rule = "toy.passage"

    def run(self, match: Match[list[int]]) -> None:
        match.then(Speak(Seat(0)))


class Speak(Ask):
    rule = "toy.speak"

    def choice(self, match: Match[list[int]], seat: Seat) -> OneOf:
        return OneOf(["on", "stop"])

    def answered(self, match: Match[list[int]], answer: str) -> None:
        if answer == "on":
            match.chance.die()
            match.then(Speak(self.seat))


class Count(Step):
    rule = "toy.count"

    def run(self, match: Match[list[int]]) -> None:
        match.tell(self.rule)
        if len(match.state) == 20:
            match.end(self.rule, [Seat(0)])


TOY: Game[list[int], Options] = Game(
    id="toy",
    version="1",
    package="toy",
    seats=range(2, 4),
    state=list[int],
    setup=lambda seats, options, chance: [],
    opening=Rounds,
    steps=(Rounds, Round, Vote, Passage, Speak, Count),
)


class TestFolding:
    found = flow_for(TOY)

    def test_silent_steps_give_way_to_what_they_lead_to(self) -> None:
        assert order(self.found) == ["toy.vote", "toy.speak", "toy.count"]
        assert self.found.rule == "toy.rounds"

    def test_a_question_that_leads_to_itself_repeats(self) -> None:
        speak = phase(self.found, "toy.speak")
        assert (speak.decides, speak.chance, speak.again) == ("one", True, True)
        assert not phase(self.found, "toy.vote").again

    def test_every_round_has_every_part(self) -> None:
        assert all(one.usual and one.depth == 0 for one in self.found.phases)


class TestOptions:
    def test_an_option_has_the_name_of_its_module(self) -> None:
        game = find_game("bang_dice")
        assert options_of(game, ["ghost", "text_ru"]) == {"ghost": True}
        assert options_of(game, ["special_roles"]) == {"special_roles": "special"}

    def test_a_module_that_is_usual_is_left_out(self) -> None:
        class Usual(Options):
            townsfolk: bool = True

        game: Game[Any, Any] = Game(
            id="usual",
            version="1",
            package="usual",
            seats=range(2, 3),
            state=list[int],
            setup=lambda seats, options, chance: [],
            opening=Rounds,
            steps=(Rounds,),
            options=Usual,
        )
        assert options_of(game, ["no_townsfolk"]) == {"townsfolk": False}


class TestKept:
    def kept(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str) -> Flow:
        game = find_game("high_noon")
        file = FlowFile(version, {"": flow_for(game), "later": Flow("x", (), (), 2, 1, 1)})
        (tmp_path / "flow.json").write_bytes(msgspec.json.encode(file))
        monkeypatch.setattr(flow, "files", lambda package: tmp_path)
        flow._kept.cache_clear()
        try:
            return flow_of(game, ["later"])
        finally:
            flow._kept.cache_clear()

    def test_what_was_kept_is_shown(self, tmp_path: Path, monkeypatch: Any) -> None:
        version = find_game("high_noon").version
        assert self.kept(tmp_path, monkeypatch, version).rule == "x"

    def test_but_not_of_another_version(self, tmp_path: Path, monkeypatch: Any) -> None:
        assert self.kept(tmp_path, monkeypatch, "0.0.1").rule == "noon.round.order"

    def test_the_file_has_the_game_and_each_variant_that_can_be_played(self) -> None:
        file = flow_file(find_game("cash_n_guns"), ["powers", "text_ru"])
        assert list(file.flows) == ["", "powers"]

    @pytest.mark.parametrize("game", KEPT, ids=lambda game: game.id)
    def test_a_file_in_a_package_belongs_to_this_version(self, game: Game[Any, Any]) -> None:
        file = msgspec.json.decode(kept_file(game).read_bytes(), type=FlowFile)
        assert file.version == game.version, f"boomtown lab flow {game.id} --write"


@pytest.mark.soak
@pytest.mark.parametrize("game", KEPT, ids=lambda game: game.id)
def test_what_was_kept_is_what_would_be_traced_now(game: Game[Any, Any]) -> None:
    kept = msgspec.json.decode(kept_file(game).read_bytes(), type=FlowFile)
    assert flow_file(game, rulebook_of(game.package).variants) == kept


def test_watching_does_not_change_a_match() -> None:
    chance = Chance.seeded("flow", "high_noon", 0).another()
    plain = Match.unrecorded(find_game("high_noon"), 4, chance=chance.fork())
    notes = flow._Notes()
    watched = Match.unrecorded(find_game("high_noon"), 4, chance=chance, observer=notes)
    while plain.outcome is None:
        seat = plain.asked()[0]
        answer = plain.choice(seat).offers()[-1]
        plain.answer(seat, answer)
        watched.answer(seat, answer)
    assert watched.outcome == plain.outcome
    assert list(watched.log) == list(plain.log)
    assert watched.hash() == plain.hash()
