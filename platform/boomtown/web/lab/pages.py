"""What the templates of the laboratory are given."""

from __future__ import annotations

import shlex
from functools import cached_property
from typing import Any

import msgspec
from msgspec import Struct

from boomtown.bots.kinds import MARSHAL, RANDOM, bot_kinds
from boomtown.core.game import Game
from boomtown.core.options import form_of
from boomtown.lab.studies.comparing import LENGTH, Difference
from boomtown.lab.studies.figures import Figure
from boomtown.lab.studies.plots import CURVE, LENGTHS, SHARES, SKILL, WHAT_IF, charts_of
from boomtown.lab.studies.running import Result
from boomtown.lab.studies.study import Study, constants_of, edition
from boomtown.plugins import UnknownGame, find_game
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording
from boomtown.store.experiments import Experiment
from boomtown.web.compare.charts import grouped
from boomtown.web.lab.naming import PlotWords, capital
from boomtown.web.tables.lobby import options_in_words
from boomtown.web.words import site_wording

FEWEST_MATCHES, MOST_MATCHES, USUAL_MATCHES = 10, 2_000, 200
"""How many matches a study on the site may have; the command line knows no limit."""
LONGEST_SEED = 60
SHARE_HEADS: tuple[str, ...] = ("name", "wins", "share", "interval")
HEADS: dict[str, tuple[str, ...]] = {
    WHAT_IF: ("name", "before", "after", "difference", "interval", "p", "found", "power"),
    LENGTHS: ("answers", "matches", "share"),
    CURVE: ("part", "still_in"),
    SKILL: ("name", "share", "interval"),
}
"""What stands above the columns of a plot's table."""


def kinds_of(game: Game[Any, Any]) -> list[str]:
    """The bots that studies on the site may have: those that look far ahead take hours."""
    return [kind for kind in bot_kinds(game) if kind != MARSHAL]


class Change(Struct, frozen=True):
    """Something that a what-if may change."""

    name: str
    label: str
    values: str
    """What it may be, in a few words."""


class FormPage:
    """The form of a new study of one game."""

    def __init__(self, game: Game[Any, Any], language: str) -> None:
        self.game = game
        words = PlotWords(game, "", language)
        wording = Wording(book_of(game), language)
        kinds = kinds_of(game)
        usual = next(iter(game.bots), RANDOM)
        self.usual_bot = usual if usual in kinds else RANDOM
        self.bots = [(kind, words.bot(kind)) for kind in kinds]
        self.most_seats = game.seats[-1]
        self.changes = [
            Change(field.name, wording.option(field.name)[0], _values(field))
            for field in (*form_of(game.options), *constants_of(game))
        ]


def _values(field: Any) -> str:
    if field.kind == "switch":
        return "true, false"
    if field.kind == "number":
        return f"{field.least}-{field.most}"
    return ", ".join(map(str, field.of))


# --- one study ------------------------------------------------------------------------------------


class Row(Struct, frozen=True):
    """A line of a table: what a point of the plot shows."""

    name: str
    cells: tuple[str, ...]
    url: str
    """The match to look at; empty for none."""


class ChartView(Struct, frozen=True):
    """A plot, and the table that says the same."""

    id: str
    title: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]


class Card(Struct, frozen=True):
    """A study in a list."""

    id: str
    title: str
    text: str
    state: str
    per_cent: int


def card_of(one: Experiment, language: str) -> Card:
    """A study as lists show it."""
    page = StudyPage(one, language, mine=True)
    return Card(one.id, page.title, page.summary, one.state.value, page.per_cent)


class StudyPage:
    """Everything about one study."""

    def __init__(self, one: Experiment, language: str, *, mine: bool) -> None:
        self.one = one
        self.id, self.state, self.open = one.id, one.state.value, one.open
        self.mine = mine
        self.language = language
        self.say = site_wording(language).say
        self.studies = msgspec.json.decode(one.studies, type=list[Study])
        self.study = self.studies[0]
        try:
            self.game: Game[Any, Any] | None = find_game(one.game)
        except UnknownGame:
            self.game = None

    @cached_property
    def result(self) -> Result:
        """What has come of it so far."""
        return msgspec.json.decode(self.one.result, type=Result)

    @cached_property
    def words(self) -> PlotWords:
        """How things are called."""
        assert self.game is not None, "it is installed"
        return PlotWords(self.game, self.id, self.language)

    @cached_property
    def _wording(self) -> Wording:
        assert self.game is not None, "it is installed"
        return Wording(book_of(self.game), self.language)

    # --- what it is -----------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """The name of the game."""
        return self.one.game if self.game is None else self._wording.title

    @property
    def summary(self) -> str:
        """How many play how often."""
        matches = grouped(self.study.matches, self.language)
        return self.say("lab.summary", seats=self.study.seats, matches=matches)

    @property
    def bots(self) -> str:
        """Who plays."""
        kinds = dict.fromkeys(self.study.bots)
        return ", ".join(self.words.bot(kind) for kind in kinds)

    @cached_property
    def options(self) -> list[str]:
        """What differs from the plain game."""
        return [] if self.game is None else self._told(self.study)

    @cached_property
    def change(self) -> str:
        """What the second run has that the first one has not; empty without one."""
        if len(self.studies) < 2 or self.game is None:
            return ""
        told = [text for text in self._told(self.studies[1]) if text not in self.options]
        return ", ".join(told) or self.say("lab.change.usual")

    def _told(self, study: Study) -> list[str]:
        assert self.game is not None, "it is installed"
        chosen = {**study.options, **study.constants}
        return [text for _, text in options_in_words(edition(self.game), chosen, self._wording)]

    @property
    def command(self) -> str:
        """How anybody makes it again."""
        study = self.study
        words = ["boomtown", "lab", "study", study.game, "--seats", str(study.seats)]
        words += ["--matches", str(study.matches), "--seed", study.seed]
        words += ["--bots", ",".join(study.bots)]
        words += [word for pair in study.options.items() for word in ("--option", _pair(*pair))]
        words += [word for pair in study.constants.items() for word in ("--constant", _pair(*pair))]
        if len(self.studies) > 1:
            other = self.studies[1]
            changed = {**other.options, **other.constants}
            for name, value in changed.items():
                if {**study.options, **study.constants}.get(name) != value:
                    words += ["--what-if", _pair(name, value)]
        return shlex.join([*words, *(["--skill"] if study.skill else [])])

    # --- how far it is --------------------------------------------------------------------------

    @property
    def per_cent(self) -> int:
        """How much of it has been played."""
        return 100 * self.one.played // self.one.total

    @property
    def played(self) -> str:
        """How many matches have been played."""
        return grouped(self.one.played, self.language)

    @property
    def total(self) -> str:
        """How many there will be."""
        return grouped(self.one.total, self.language)

    @property
    def seconds_left(self) -> int | None:
        """About how long it will take, as far as anybody can tell."""
        if not self.one.played:
            return None
        left = self.one.total - self.one.played
        return max(1, round(self.one.spent * left / self.one.played / 1000))

    @property
    def estimate(self) -> str:
        """The same in words."""
        left = self.seconds_left
        if left is None:
            return self.say("lab.estimate.unknown")
        if left < 90:
            return self.say("lab.estimate.seconds", n=left)
        return self.say("lab.estimate.minutes", n=round(left / 60))

    # --- what was found -------------------------------------------------------------------------

    @cached_property
    def charts(self) -> list[ChartView]:
        """The plots with their tables, as far as there is anything to see."""
        if self.game is None or not self.one.played:
            return []
        return [self._chart(chart) for chart in charts_of(self.result)]

    def chart_ids(self) -> list[str]:
        """The plots that can be drawn."""
        return charts_of(self.result) if self.game is not None and self.one.played else []

    def _chart(self, chart: str) -> ChartView:
        heads, title = HEADS.get(chart, SHARE_HEADS), ""
        if chart == WHAT_IF:
            rows = [self._difference(one) for one in self.result.differences]
        elif chart == LENGTHS:
            rows = self._lengths()
        elif chart == CURVE:
            rows = self._curve()
        elif chart == SKILL:
            rows = self._skill()
        else:
            group = chart.removeprefix(SHARES)
            rows = self._shares(group)
            title = self.say("lab.by", group=self.words.group(group).lower())
        told = tuple(self.say("lab.head", head=head) for head in heads)
        return ChartView(chart, title or self.say("lab.chart", chart=chart), told, tuple(rows))

    def _shares(self, group: str) -> list[Row]:
        return [
            self._share(run, one)
            for run, arm in enumerate(self.result.arms)
            for one in arm.figures.shares
            if one.group == group
        ]

    def _run(self, run: int, name: str) -> str:
        """With two runs, whose figure it is."""
        return f"{name}, {self.words.say(f'run.{run}')}" if len(self.studies) > 1 else name

    def _share(self, run: int, one: Figure) -> Row:
        name = self._run(run, self.words.name(one.group, one.name))
        counts = f"{grouped(one.wins, self.language)}/{grouped(one.tries, self.language)}"
        url = "" if one.sample is None else self.words.url(run, one.sample)
        return Row(name, (counts, self._part(one.value), self._parts(one.low, one.high)), url)

    def _difference(self, one: Difference) -> Row:
        url = "" if one.sample is None else self.words.url(1, one.sample)
        found = self.words.say("found" if one.found else "not_found")
        sure = (self._p(one.corrected), found, self._part(one.power))
        between = f"{self._points(one.low)} … {self._points(one.high)}"
        if one.group == LENGTH:
            middle = (one.low + one.high) / 2
            before, after = (self._number(value) for value in (one.before, one.after))
            cells = (before, after, self._points(middle), between, *sure)
            return Row(self.words.group(LENGTH), cells, url)
        name = f"{self.words.group(one.group)}: {self.words.name(one.group, one.name)}"
        shares = (self._part(one.before), self._part(one.after), self._points(one.difference))
        return Row(name, (*shares, between, *sure), url)

    def _lengths(self) -> list[Row]:
        return [
            Row(
                self._run(run, f"{bar.low}-{bar.high}"),
                (grouped(bar.count, self.language), self._part(bar.count / arm.figures.matches)),
                self.words.url(run, bar.sample),
            )
            for run, arm in enumerate(self.result.arms)
            for bar in arm.figures.bars
        ]

    def _curve(self) -> list[Row]:
        return [
            Row(
                self._run(run, f"{step.part * 100:.0f} %"),
                (self._part(step.still_in),),
                "" if step.sample is None else self.words.url(run, step.sample),
            )
            for run, arm in enumerate(self.result.arms)
            for step in arm.figures.curve
        ]

    def _skill(self) -> list[Row]:
        return [
            Row(
                capital(self.words.say(f"run.{run}")),
                (self._part(skill.value), self._parts(skill.low, skill.high)),
                self.words.url(run, skill.sample),
            )
            for run, arm in enumerate(self.result.arms)
            if (skill := arm.figures.skill) is not None
        ]

    @property
    def facts(self) -> list[str]:
        """Length and waiting in a sentence each."""
        told = []
        for run, arm in enumerate(self.result.arms):
            found = arm.figures
            for key, middle in (
                ("lab.fact.length", found.length),
                ("lab.fact.wait", found.waiting),
            ):
                if middle is not None:
                    values = {"value": middle.value, "low": middle.low, "high": middle.high}
                    text = self.say(key, **values)
                    whose = f"{capital(self.words.say(f'run.{run}'))}: "
                    told.append(f"{whose}{text}" if len(self.studies) > 1 else text)
        return told

    # --- numbers --------------------------------------------------------------------------------

    def _number(self, value: float) -> str:
        text = f"{value:.1f}"
        return text if self.language == "en" else text.replace(".", ",")

    def _part(self, value: float) -> str:
        return f"{self._number(value * 100)} %"

    def _parts(self, low: float, high: float) -> str:
        return f"{self._number(low * 100)}-{self._number(high * 100)} %"

    def _points(self, value: float) -> str:
        text = self._number(abs(value) * 100)
        return f"{'−' if value < 0 else '+'}{text}"

    def _p(self, value: float) -> str:
        text = "< 0.001" if value < 0.001 else f"{value:.3f}"
        return text if self.language == "en" else text.replace(".", ",")


def _pair(name: str, value: object) -> str:
    return f"{name}={str(value).lower() if isinstance(value, bool) else value}"
