"""Bots: the protocol, the random bot, and thinking in other processes."""

import os
import signal
from collections.abc import Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any

import pytest

from boomtown import plugins
from boomtown.bots import (
    BotWorkers,
    RandomBot,
    play_out,
)
from boomtown.bots.thought import MOST_MINDS, _minds, think, weigh
from boomtown.bots.workers import Jury
from boomtown.core import (
    Answer,
    Bot,
    Chance,
    Entry,
    Game,
    GameFault,
    HiddenValue,
    Imagine,
    Listener,
    Match,
    Question,
    Seat,
    View,
    save,
    seed_from,
)
from boomtown.workers import TooSlow, WorkFailed
from boomtown_game_high_noon import GAME
from flows import FLOW
from sites import PATIENCE, eventually
from toys import HONEST, broken


class Dreamer:
    """A bot that plays imagined tables to their end and takes the answer that won most."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def answer(self, view: View[Any], ask: Question, imagine: Imagine) -> Answer:
        def wins(answer: Answer) -> int:
            won = 0
            for _ in range(10):
                table = imagine()
                table.answer(ask.seat, answer)
                play_out(table, [RandomBot(self.chance)] * table.seats, self.chance)
                assert table.outcome is not None
                won += ask.seat in table.outcome.winners
            return won

        return max(ask.choice.offers(), key=wins)


class Peeper(Dreamer):
    """A bot that looks at a card it may not see."""

    def answer(self, view: View[Any], ask: Question, imagine: Imagine) -> Answer:
        return view.state.hands[(ask.seat + 1) % view.seats].value


def test_a_bot_that_imagines_beats_random_players() -> None:
    """Two seats, tricks and dice: a look ahead must show in 60 matches (seed "dream")."""
    won = lost = 0
    for number in range(60):
        chance = Chance.seeded("dream", number)
        match = Match.unrecorded(GAME, 2, {"rounds": 6}, chance=chance.another())
        bots: list[Bot] = [Dreamer(chance.another()), RandomBot(chance.another())]
        play_out(match, bots, chance)
        assert match.outcome is not None
        won += match.outcome.winners == (Seat(0),)
        lost += match.outcome.winners == (Seat(1),)
    assert won > 1.5 * lost, (won, lost)


def test_a_bot_gets_no_more_than_its_seat_may_know() -> None:
    match = Match.unrecorded(HONEST, 3, chance=Chance.seeded("peep"))
    with pytest.raises(HiddenValue):
        play_out(match, [Peeper(Chance.seeded(1))] * 3, Chance.seeded(2))


def test_imagined_tables_hold_the_truth_no_more_often_than_chance() -> None:
    match = Match.unrecorded(HONEST, 3, chance=Chance.seeded("truth"))
    chance = Chance.seeded("imagine")
    true_card = match.state.hands[1].value
    hits = sum(match.imagine(Seat(0), chance).state.hands[1].value == true_card for _ in range(700))
    assert 60 < hits < 145, "seven cards are possible: about 100 of 700"


class Attentive(Listener):
    """A bot that keeps what everybody has been told."""

    def __init__(self, chance: Chance) -> None:
        self.bot = RandomBot(chance)
        self.heard: list[Entry] = []

    def hear(self, told: Sequence[Entry]) -> None:
        self.heard = list(told)

    def answer(self, view: View[Any], ask: Question, imagine: Imagine) -> Answer:
        return self.bot.answer(view, ask, imagine)


def test_a_bot_that_listens_hears_what_everybody_was_told_and_nothing_else() -> None:
    match = Match.unrecorded(HONEST, 3, chance=Chance.seeded("listen"))
    bots = [Attentive(Chance.seeded("ears", seat)) for seat in range(3)]
    play_out(match, bots, Chance.seeded("listen"))
    told = list(match.log)
    assert any(entry.rule == "toy.doubt.peek" for entry in told), "somebody has peeked"
    for bot in bots:
        assert len(bot.heard) > 5
        assert bot.heard == [entry for entry in told if entry.to is None][: len(bot.heard)]


def test_a_match_without_end_is_noticed() -> None:
    game: Game[Any, Any] = broken("endless")
    match = Match.unrecorded(game, 2, chance=Chance.seeded(1))
    with pytest.raises(GameFault, match="no end after 200 answers"):
        play_out(match, [RandomBot(Chance.seeded(2))] * 2, Chance.seeded(3))
    stuck = Match.unrecorded(broken("stuck"), 2, chance=Chance.seeded(1))
    with pytest.raises(GameFault, match="without a legal answer"):
        play_out(stuck, [RandomBot(Chance.seeded(2))] * 2, Chance.seeded(3))


def test_workers_think_the_same_as_this_process() -> None:
    match = Match.start(GAME, 3, seed=seed_from("workers"))
    saved = save(match)
    with BotWorkers(2) as workers:
        futures = [
            workers.think("high_noon", saved, Seat(seat), "random", seed_from(seat))
            for seat in range(3)
        ]
        answers = [future.result(timeout=PATIENCE) for future in futures]
    assert answers == [think("high_noon", saved, s, "random", seed_from(s)) for s in range(3)]
    for seat, answer in enumerate(answers):
        match.answer(Seat(seat), answer)


@pytest.mark.soak
def test_a_thought_for_an_unknown_game_is_an_error() -> None:
    assert FLOW.id == "flow"
    with BotWorkers(1) as workers, pytest.raises(WorkFailed, match="no game is called flow"):
        workers.think("flow", b"", Seat(0), "random", seed_from(1)).result(timeout=PATIENCE)


def test_a_thought_reads_no_rulebook(monkeypatch: pytest.MonkeyPatch) -> None:
    def unread(game: Game[Any, Any]) -> None:
        raise ValueError(f"the texts of {game.id}")

    saved = save(Match.start(GAME, 3, seed=seed_from("texts")))
    monkeypatch.setattr(plugins, "book_of", unread)
    plugins.listings.cache_clear()
    try:
        assert think("high_noon", saved, 0, "random", seed_from(1)) is not None
        with pytest.raises(plugins.UnknownGame, match=r"high_noon is broken: .*the texts of"):
            plugins.find_game("high_noon")
    finally:
        plugins.listings.cache_clear()


def test_a_worker_that_died_is_replaced() -> None:
    saved = save(Match.start(GAME, 3, seed=seed_from("killed")))
    with BotWorkers(1) as workers:
        for attempt in range(2):
            thought = workers.think("high_noon", saved, Seat(0), "random", seed_from(attempt))
            assert thought.result(timeout=PATIENCE) is not None
            os.kill(workers.pool.pids()[0], signal.SIGKILL)
    assert workers.numbers().died == 1


def patient(workers: BotWorkers, seconds: float) -> bool:
    return workers.patience("shadows_west", "gunhand") == seconds


@pytest.mark.soak
def test_a_kind_of_bot_that_is_too_slow_has_less_time_for_its_next_thought() -> None:
    match = Match.start(plugins.find_game("shadows_west"), 2, seed=seed_from("slow"))
    while match.waits().rule != "shadows.act.declare":  # a question that takes some time
        seat = match.asked()[0]
        match.answer(seat, match.choice(seat).offers()[0])
    ask = "shadows_west", save(match), match.asked()[0], "gunhand", seed_from(1)
    with BotWorkers(1, seconds=1e-6) as workers:
        with pytest.raises(TooSlow):
            workers.think(*ask).result(timeout=PATIENCE)
        workers._seconds = 400.0  # a machine with other work takes its time
        workers._patience["shadows_west", "gunhand"] = 100.0
        for expected in (200.0, 400.0, 400.0):
            workers.think(*ask).result(timeout=PATIENCE)
            eventually(partial(patient, workers, expected))
        assert not workers._patience


def weighed(**worth: int) -> dict[str, Any]:
    """A search that has tried answers on ten tables each, without a heuristic."""
    weights = [{"answer": one, "times": 10, "worth": sum} for one, sum in worth.items()]
    return {"weights": weights, "heuristic": False}


def test_searches_in_several_processes_give_one_answer() -> None:
    one, two = Future[object](), Future[object]()
    answer = Jury([one, two]).answer
    two.set_running_or_notify_cancel()
    one.set_result(weighed(left=10, right=20))
    assert not answer.done(), "the other one has begun"
    two.set_result(weighed(left=50, right=30))
    assert answer.result() == "left"


def test_a_search_that_fails_or_has_not_begun_is_done_without() -> None:
    late, one = Future[object](), Future[object]()
    answer = Jury([late, one]).answer
    one.set_result(weighed(left=1, right=2))
    assert late.cancelled()
    assert answer.result() == "right"
    broken, good = Future[object](), Future[object]()
    answer = Jury([broken, good]).answer
    broken.set_exception(WorkFailed("broken"))
    assert not good.cancelled()
    good.set_result(weighed(left=2, right=1))
    assert answer.result() == "left"
    alone = Future[object]()
    answer = Jury([alone]).answer
    alone.set_exception(WorkFailed("broken"))
    with pytest.raises(WorkFailed):
        answer.result()


def test_a_marshal_thinks_in_all_processes_that_have_nothing_to_do() -> None:
    match = Match.start(GAME, 3, seed=seed_from("marshal"))
    with BotWorkers(2, seconds=60) as workers:
        args = ("high_noon", save(match), Seat(0), "marshal", seed_from(1))
        thought = workers.think(*args, thinking=0.2, mind="here")
        answer = thought.result(timeout=PATIENCE)
        eventually(lambda: workers.numbers().running == 0)
        assert 1 <= workers.numbers().done <= 2
    match.answer(Seat(0), answer)


def test_a_process_remembers_what_a_seat_has_learned_in_its_turn() -> None:
    saved = save(Match.start(GAME, 3, seed=seed_from("minds")))
    for number in range(2):
        weigh("high_noon", saved, 0, "marshal", seed_from(number), 0.02, "my seat")
    assert "my seat" in _minds
    for number in range(MOST_MINDS):
        weigh("high_noon", saved, 0, "marshal", seed_from(number), 0.0, f"seat {number}")
    assert len(_minds) == MOST_MINDS
    assert "my seat" not in _minds
    only: Any = weigh("high_noon", saved, 0, "greenhorn", seed_from(1), 0.02, "")
    assert len(only["weights"]) == 1
