"""The conformance suite must be able to fail: every check catches a game made to break it."""

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta

from boomtown.bots import RandomBot
from boomtown.core import (
    WHOLE,
    Answer,
    Ask,
    Chance,
    Evaluation,
    Game,
    Imagine,
    Match,
    OneOf,
    Options,
    Question,
    Seat,
    Step,
    View,
    play_on,
    quick_policy,
    worth_of,
)
from boomtown.plugins import FOLDER_VARIABLE, find_game, listings
from boomtown.rulebook.book import Rulebook
from boomtown.rulebook.numbers import book_of
from boomtown.testing import CHECKS, Suite
from boomtown.testing.conformance import MOST_FINDINGS
from boomtown.testing.sentences import mute
from boomtown.testing.suite import GameConformance
from no_limits import Stakes
from toys import HONEST, broken, page
from toys.state import Table, ToyOptions

WILD = Path(__file__).parent.parent / "helpers" / "wild"


class TestHonestToy(GameConformance):
    game = HONEST


class TestBoardedToy(GameConformance):
    game = replace(HONEST, page="toys.page:PAGE")


class TestQuietToy(GameConformance):
    game = broken("quiet")


def in_lab(edition: str) -> Game[Any, Any]:
    return broken("", laboratory=f"toys.laboratory:{edition}")


def loud(table: Table, seat: Seat) -> dict[str, Any]:
    return {"card": str(table.hands[seat].value)}


def clumsy(table: Table, seat: Seat) -> dict[str, Any]:
    table.gossip += 1
    return {}


def findings(game: Game[Any, Any], check: str) -> str:
    return "\n".join(finding.problem for finding in Suite.of(game, 12).run(check))


class Forgotten(Step):
    """A paragraph that nothing ever leads to."""

    rule = "toy.idle"

    def run(self, match: Match[Table]) -> None:
        """Nothing comes here."""


class DiceCheat:
    """A bot that answers what is not offered."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def answer(self, view: View[Table], ask: Question, imagine: Imagine) -> Answer:
        return "all the gold"


class Gaping(DiceCheat):
    """A bot that fails in the game's own code."""

    def answer(self, view: View[Table], ask: Question, imagine: Imagine) -> Answer:
        return str(page.board(view, ask))


class Moody(DiceCheat):
    """A bot that does not play the same match twice."""

    moods = 0

    def answer(self, view: View[Any], ask: Question, imagine: Imagine) -> Answer:
        Moody.moods += 1
        offers = ask.choice.offers()
        return offers[Moody.moods % len(offers)]


class Scribbler(DiceCheat):
    """A bot that writes its guesses into its view."""

    def answer(self, view: View[Table], ask: Question, imagine: Imagine) -> Answer:
        for card in view.state.box:
            card.value = 99
        return ask.choice.offers()[0]


class KeyholeBot(DiceCheat):
    """One that finds the true match behind what it may imagine."""

    def answer(self, view: View[Table], ask: Question, imagine: Imagine) -> Answer:
        cells = imagine.__closure__ or ()
        truth = next(c.cell_contents for c in cells if isinstance(c.cell_contents, Match))
        card = truth.state.hands[(ask.seat + 1) % len(truth.state.hands)].held
        return ask.choice.offers()[isinstance(card, int) and card % 2]


class Honest:
    """A quick policy that keeps to what its seat may know."""

    def answer(self, state: Table, ask: Question, chance: Chance) -> Answer:
        own = state.hands[ask.seat].value
        offers = ask.choice.offers()
        return offers[(own + chance.below(2)) % len(offers)]


class Peeping(Honest):
    """One that looks at the card of its neighbour."""

    def answer(self, state: Table, ask: Question, chance: Chance) -> Answer:
        return ask.choice.offers()[state.neighbour(ask.seat) % 2]


class Squinting(Honest):
    """One that does so without being caught by the secret itself."""

    def answer(self, state: Table, ask: Question, chance: Chance) -> Answer:
        card = state.hands[(ask.seat + 1) % len(state.hands)].held
        return ask.choice.offers()[isinstance(card, int) and card % 2]


class Brooding(Honest):
    """One that remembers what it was asked, whichever seat it was."""

    def __init__(self) -> None:
        self.asked = 0

    def answer(self, state: Table, ask: Question, chance: Chance) -> Answer:
        self.asked += 1
        return ask.choice.offers()[self.asked % 2]


class Meddling(Honest):
    """One that writes on the table."""

    def answer(self, state: Table, ask: Question, chance: Chance) -> Answer:
        state.gossip += 1
        return ask.choice.offers()[0]


class Greedy(Honest):
    """One that answers what is not offered."""

    def answer(self, state: Table, ask: Question, chance: Chance) -> Answer:
        return "all the gold"


def by_cards(table: Table) -> list[int]:
    """The higher the card, the likelier it wins."""
    return [1_000 * hand.value for hand in table.hands]


def by_halves(table: Table) -> Any:
    return [hand.value / 8 for hand in table.hands]


def by_whim(table: Table) -> list[int]:
    Moody.moods += 1
    return [Moody.moods % 7] * len(table.hands)


def by_bets(table: Table) -> list[int]:
    table.gossip += 1
    return by_cards(table)


def lap_of(table: Table) -> int:
    return table.lap


def judge_of(
    worth: Callable[[Table], Any], calm: Callable[[Table], int] = lap_of
) -> Game[Any, Any]:
    """The toy with an evaluation."""
    return broken("", evaluation=Evaluation(worth=worth, calm=calm))


def boarded(flaw: str) -> Game[Any, Any]:
    """The toy with a board."""
    return broken(flaw, page="toys.page:PAGE")


def leave_alone(table: Table, seat: Seat | None, chance: Chance) -> None:
    """A redraw that always returns the same."""


def swap_rarely(table: Table, seat: Seat | None, chance: Chance) -> None:
    """A redraw that mostly returns the same."""
    if chance.below(4) == 0:
        hidden = [card for card in (*table.hands, *table.box) if not card.known_to(seat)]
        values = [card.value for card in hidden]
        chance.shuffle(values)
        for card, value in zip(hidden, values, strict=True):
            card.value = value


def shouts(view: View[Table]) -> list[str]:
    """Words that can be seen, one of which nobody may say."""
    return ["low", "high", "shout"]


@pytest.mark.parametrize(
    ("check", "game", "says"),
    [
        ("same seed", broken("global memory"), "another match the second time"),
        ("save and load", broken("undeclared step"), "Stray"),
        ("forks", broken("global memory"), "went on differently"),
        ("quiet", broken("reads the log"), "the quiet match goes on differently"),
        ("shared parts", broken("shared list"), "Words.seats and state.bids are the same list"),
        ("growth", broken("hoarding"), "does not stop; most of it is words"),
        ("boards", boarded("falls"), "toys/page/__init__.py:11: RuntimeError: the shelf gives way"),
        ("boards", boarded("sees all"), "HiddenValue"),
        ("boards", boarded("undefined"), "toy/board.html:3: UndefinedError: "),
        ("boards", boarded("watched"), "toy/board.html:4: UndefinedError: "),
        ("boards", boarded("last seat"), "toy/board.html:5: UndefinedError: "),
        ("boards", boarded("in Russian"), "toy/board.html:6: UndefinedError: "),
        ("boards", boarded("raw key"), "en: say.toy.no.such.sentence has no text"),
        ("boards", boarded("prints None"), "the board says 'None'"),
        ("boards", boarded("no alt"), "<img src='/x.png'> has no alternative text"),
        ("boards", boarded("no name"), "<button type='button'> has no name"),
        (
            "boards",
            boarded("no picture"),
            "no picture is called 'riffle' in /static/sprite.svg; near",
        ),
        (
            "boards",
            broken("", page="toys.page:HEARSAY"),
            "Page.beats['toy.word.say']: no picture is called 'own-word'",
        ),
        ("boards", broken("", page="toys.pages:PAGE"), "cannot be loaded: "),
        ("past", broken("living log"), "changed after it was told"),
        ("leaks", broken("log"), "the log (toy.word.aside or toy.word.aside) tells"),
        ("leaks", broken("prompts"), "the prompt (who is asked what: "),
        ("leaks", broken("offers"), "the question (choice.default: low or high)"),
        ("leaks", broken("refusals"), "the refusal of 'use' tells"),
        ("leaks", broken("message order"), "the log (toy.word."),
        ("leaks", broken("view"), "the view (gossip: "),
        ("leaks", broken("sealed"), "has sealed"),
        ("leaks", broken("counting"), "the view (gossip: 0 or 1) tells"),
        ("leaks", broken("telling silence"), "that something is revealed, or is not, tells"),
        ("leaks", broken("telling reveal"), "that something is revealed, or is not, tells"),
        ("leaks", broken("telling haste"), "is said to have nothing to choose, or is not, tells"),
        ("leaks", broken("telling worth"), "is said to be worth asking, or is not, tells"),
        ("questions", broken("no choice"), "is said to have nothing to choose, and has a choice"),
        ("questions", broken("no routine"), "may not give what is said to be routine"),
        ("ends", broken("circles"), "100000 steps without a question or an end; next: "),
        ("redraw", broken("lonely pools"), "nothing in it changes"),
        ("redraw", broken("", redraw=leave_alone), "nothing in it changes"),
        ("redraw", broken("", redraw=swap_rarely), "chance in"),
        ("hostile answers", broken("gullible"), "was accepted"),
        ("hostile answers", broken("careless look"), "left a mark"),
        ("why not", broken("", things={"word": shouts}), "'shout' is refused without a reason"),
        ("why not", broken("", things={"bid": lambda view: ["all"]}), "cannot even be read"),
        ("ends", broken("endless"), "no end after 200 answers"),
        ("ends", broken("stuck"), "has no legal answer"),
        ("ends", broken("crash"), "on purpose"),
        ("rules", broken("unknown rule"), "toy.nowhere is cited"),
        (
            "reached",
            broken("", steps=(*HONEST.steps, Forgotten)),
            "toy.idle (Forgotten) was never reached",
        ),
        ("plain data", broken("boaster"), "'sky-high' is offered but not taken"),
        ("undo", broken("global memory"), "undo led to another state"),
        ("quick", broken("", quick=Peeping), "HiddenValue"),
        ("quick", broken("", quick=Squinting), "that its seat"),
        ("quick", broken("", quick=Brooding), "if it has answered nothing before"),
        ("quick", broken("", quick=Meddling), "changes the table"),
        ("quick", broken("", quick=Greedy), "answers 'all the gold'"),
        ("evaluation", judge_of(by_halves), "is not in whole numbers"),
        ("evaluation", judge_of(lambda table: [1]), "has 1 numbers for 2 seats"),
        ("evaluation", judge_of(lambda table: [-1] * len(table.hands)), "is not between 0 and"),
        ("evaluation", judge_of(by_whim), "is another one the second time"),
        ("evaluation", judge_of(by_bets), "changes the table"),
        ("evaluation", judge_of(by_cards, lambda table: 0), "no calm point has gone by"),
        ("bots", broken("", bots={"cheat": DiceCheat}), "the bot cheat fails"),
        ("bots", broken("falls", bots={"gapes": Gaping}), "toys/page/__init__.py:11)"),
        ("bots", broken("", bots={"moody": Moody}), "played the same match differently"),
        ("bots", broken("", bots={"scribbler": Scribbler}), "has written into its view"),
        ("bots", broken("", tempers={"bold": Moody}), "the bot deputy.bold played"),
        ("peeking", broken("", bots={"keyhole": KeyholeBot}), "once something hidden differs"),
        ("peeking", broken("", tempers={"bold": KeyholeBot}), "once something hidden differs"),
        ("languages", broken("", tempers={"sullen": RandomBot}), "sullen"),
        ("laboratory", in_lab("NAMELESS"), "options.laps_more"),
        ("laboratory", in_lab("OTHER_GAME"), "the laboratory plays another match"),
        ("laboratory", in_lab("OTHER_OPTIONS"), "does not derive from ToyOptions"),
        ("laboratory", broken("", laboratory="toys:NOWHERE"), "AttributeError"),
        ("laboratory", broken("", traits=loud), "is not a list of names"),
        ("laboratory", broken("", traits=clumsy), "asking for traits changed the match"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_check_catches_the_flaw(check: str, game: Game[Any, Any], says: str) -> None:
    assert says in findings(game, check)


def test_an_honest_policy_and_an_honest_evaluation_pass() -> None:
    assert findings(broken("", quick=Honest), "quick") == ""
    assert findings(judge_of(by_cards), "evaluation") == ""


def test_a_playout_stops_at_a_calm_point_and_is_worth_what_the_game_says() -> None:
    game = judge_of(by_cards)
    table = Match.unrecorded(game, 3, chance=Chance.seeded("calm")).clone(quiet=True)
    play_on(table, quick_policy(game), Chance.seeded("on"), points=1)
    assert table.outcome is None
    assert table.state.lap == 2
    assert worth_of(table) == by_cards(table.state)
    play_on(table, quick_policy(game), Chance.seeded("on"), points=9)
    assert table.outcome is not None
    assert sorted(worth_of(table)) == [0, 0, WHOLE]
    with pytest.raises(ValueError, match="toy evaluates nothing"):
        worth_of(Match.unrecorded(HONEST, 3, chance=Chance.seeded("calm")))


@pytest.fixture
def wild() -> Iterator[None]:
    """A folder of games that nobody would install."""
    os.environ[FOLDER_VARIABLE] = str(WILD)
    listings.cache_clear()
    yield
    del os.environ[FOLDER_VARIABLE]
    listings.cache_clear()


@pytest.mark.usefixtures("wild")
@pytest.mark.parametrize(
    ("name", "check", "says"),
    [
        ("hash_order", "same seed", "in another process"),
        ("lawless", "rules", "lawless.made.up is cited, but no rulebook knows it"),
        ("lawless", "rules", "lawless.never.cited is in the rulebook, but nothing cites it"),
        ("lawless", "answers", "answers.players.number says 5..6, but play shows"),
        ("lawless", "numbers", "lawless.flip.coin (en) writes 'three', which is FLIPS"),
        ("lawless", "languages", "es: log.lawless.flip.coin mentions other values"),
        ("lawless", "languages", "ask.lawless.flip.coin has no text: Flip asks it"),
        ("lawless", "languages", "lawless.never.cited: a ruling of ours, but `ruling` does not"),
        ("lawless", "purity", "imports random"),
        ("lawless", "purity", "imports boomtown.lab.intervals"),
        ("lawless", "plain data", "Coins.weight has fractions; count in whole"),
    ],
)
def test_the_check_catches_the_package(name: str, check: str, says: str) -> None:
    assert says in findings(find_game(name), check)


@pytest.mark.usefixtures("wild")
def test_sentences_are_missed_where_play_never_comes() -> None:
    lawless = find_game("lawless")
    assert {problem.partition(":")[0] for problem in mute(lawless, book_of(lawless))} == {
        "ask.lawless.flip.coin has no text",
        "refuse.lawless.flip.coin.thumb has no text",
        "log.lawless.flip.coin.edge has no text",
    }


def test_whatever_a_game_raises_is_a_finding() -> None:
    assert "ZeroDivisionError: on purpose" in findings(broken("crash"), "languages")
    assert "not plain data" in findings(broken("wrong type"), "plain data")


class Nameless(Ask):
    """A step without a rule."""


class Deaf(Ask):
    """A question that nobody listens to."""

    rule = "toy.word.say"

    def choice(self, match: Match[Table], seat: Seat) -> OneOf:
        return OneOf(["a"])


class Mute(Ask):
    """A step that asks nothing."""

    rule = "toy.word.say"

    def answered(self, match: Match[Table], answer: Answer) -> None:
        match.tell(self.rule)


class Idle(Step):
    """A step that does nothing."""

    rule = "toy.word.say"


@pytest.mark.parametrize(
    ("step", "says"),
    [(Nameless, "no rule"), (Deaf, "no answered"), (Mute, "no choice"), (Idle, "no run")],
)
def test_a_step_that_lacks_something_is_refused_at_once(step: type[Step], says: str) -> None:
    with pytest.raises(TypeError, match=says):
        broken("", steps=(*HONEST.steps, step))


def test_options_without_limits_are_found() -> None:
    found = Suite(broken("", options=Stakes), []).run("options")
    assert "option stake: use bool" in found[0].problem


class Unnamed(ToyOptions):
    """An option with a value that no language has a name for."""

    mood: Literal["grim", "merry"] = "grim"


def test_options_and_their_values_need_names() -> None:
    found = findings(broken("", options=Unnamed), "languages")
    assert "options.mood has no text" in found
    assert "options.mood.values.merry has no text" in found


def test_modules_need_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rulebook, "modules", property(lambda book: ["ghost"]))
    assert "names.module.ghost has no text" in findings(HONEST, "languages")


class OutOfRange(Options):
    laps: Annotated[int, Meta(ge=1, le=4)] = 9


def test_a_default_out_of_range_is_called_so() -> None:
    found = Suite(broken("", options=OutOfRange), []).run("options")
    assert "laps: its default must be a whole number from 1 to 4, not 9" in found[0].problem


@pytest.mark.usefixtures("wild")
def test_findings_that_are_not_told_are_counted() -> None:
    told = Suite.of(find_game("lawless"), 12).run("languages")
    assert len(told) == MOST_FINDINGS + 1
    assert re.fullmatch(r"and \d+ more", told[-1].problem)


def test_every_check_has_a_game_that_breaks_it() -> None:
    here = Path(__file__).parent
    elsewhere = [here.parent / name for name in ("lessons/test_scripts.py", "core/test_hints.py")]
    files = [*sorted(here.glob("test_*.py")), *elsewhere]
    source = "".join(path.read_text(encoding="utf-8") for path in files)
    assert [check for check in CHECKS if f'"{check}"' not in source] == []


@pytest.mark.usefixtures("wild")
def test_a_broken_plugin_is_listed_and_takes_nothing_down() -> None:
    errors = {listing.id: listing.error for listing in reversed(listings())}
    assert errors["high_noon"] is None
    assert errors["hash_order"] is None
    assert "ImportError: the plumbing is missing" in (errors["no_plumbing"] or "")
    assert "not a Game" in (errors["no_game"] or "")
    assert "made for versions <1" in (errors["old_api"] or "")
    assert "option stake" in (errors["no_limits"] or "")


@pytest.mark.usefixtures("wild")
def test_a_second_game_with_the_same_id_is_listed_as_such() -> None:
    first, second = [listing for listing in listings() if listing.id == "hash_order"]
    assert first.game is find_game("hash_order")
    assert second.game is None
    assert second.error == f"{WILD} has a game with this id already"
