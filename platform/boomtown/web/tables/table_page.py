"""What the templates of a table page are given: one seat's view, in one language.

Nothing here sees more than the seat may know; the match itself is only asked for views.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any, cast

import msgspec
from markupsafe import Markup
from msgspec import Struct

from boomtown.bots.kinds import MARSHAL, level_of
from boomtown.core.game import Game
from boomtown.core.log import Entry
from boomtown.core.match import Match
from boomtown.core.page import Progress
from boomtown.core.record import plain
from boomtown.core.seats import Seat
from boomtown.core.view import Lens, Question, View
from boomtown.plugins import UnknownGame
from boomtown.rulebook.book import Rule, Rulebook, platform_rulebook
from boomtown.rulebook.numbers import (
    Numbers,
    book_of,
    book_with,
    numbers_at,
    numbers_of,
    usual_numbers,
)
from boomtown.rulebook.wording import Wording
from boomtown.store.codes import GUESTS
from boomtown.store.database import now
from boomtown.store.pauses import LONGEST_PAUSES, MOST_PAUSES
from boomtown.store.tables import TableInfo
from boomtown.store.texts import skeleton, told_apart
from boomtown.tabletext import TableLine, table_words
from boomtown.web.rooms.absences import Absences, Awaited
from boomtown.web.rooms.clock import OFF, is_window
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.live_match import LiveMatch
from boomtown.web.rooms.pages import page_of
from boomtown.web.rooms.sharing import Share, alone
from boomtown.web.rooms.sparing import shows_question
from boomtown.web.rules.addresses import book_url
from boomtown.web.tables.board_kit import TableRules
from boomtown.web.tables.ending_page import EndingPage, ending_page
from boomtown.web.tables.guide import guide_of
from boomtown.web.tables.plates import (
    AwaitedPlate,
    PausePlate,
    SeatPlate,
    as_seen_by,
    awaited_plates,
    seat_plates,
)
from boomtown.web.tables.remarks import remark_of
from boomtown.web.tables.times import ClockFace, clock_text, face_of, times_for_script
from boomtown.web.words import Cast, HtmlWording, RememberingWording, seat_letter, site_wording

AWAY, SEATS = "away", "seats"
"""What pages of one moment share."""
LAST_LINES = 12
"""So many lines of the log are looked at for a remark."""
log = logging.getLogger(__name__)


def names_at(table: TableInfo) -> tuple[str, ...]:
    """Everybody's name, by seat.

    A bot is always called the same at a table and at those of its rematches, like nobody else.
    """
    taken = {skeleton(seat.name or seat.bot_name) for seat in table.seats}
    start = sum(table.code.encode())
    free = [name for name in GUESTS if skeleton(name) not in taken]
    return told_apart(
        [
            seat.name or seat.bot_name or free[(start + 3 * seat.number) % len(free)]
            for seat in table.seats
        ]
    )


@lru_cache(maxsize=1024)
def html_wording(
    game: Game[Any, Any],
    language: str,
    names: tuple[str, ...],
    numbers: Numbers | None = None,
    cast: Cast = (),
) -> HtmlWording:
    """Speaks about a game at a table, in HTML and with the table's numbers and figures."""
    page = page_of(game)
    sprite = f"/games/{game.id}/static/{page.sprite}" if page.sprite else ""
    return HtmlWording(_book(game, numbers), language, names, page, cast, sprite)


@lru_cache(maxsize=1024)
def plain_wording(
    game: Game[Any, Any], language: str, names: tuple[str, ...], numbers: Numbers | None = None
) -> Wording:
    """Speaks about a game at a table, in plain text and with the table's numbers."""
    return RememberingWording(_book(game, numbers), language, names)


def _book(game: Game[Any, Any], numbers: Numbers | None) -> Rulebook:
    return book_of(game) if numbers is None else book_with(game.package, numbers)


def room_wording(room: Room, language: str) -> Wording:
    """Speaks about a table in plain text, also where its game is not installed any more."""
    names = names_at(room.table)
    try:
        numbers = numbers_at(room.game, room.table.options)
        return plain_wording(room.game, language, names, numbers)
    except UnknownGame:
        return Wording(platform_rulebook(), language, names)


def unusual(game: Game[Any, Any], table: TableInfo, numbers: Numbers) -> str:
    """The table's code, if rules must be read with the numbers of this very table."""
    return "" if numbers == usual_numbers(game) else table.code


class TableWords(Struct, frozen=True):
    """How a table speaks in one language: with everybody's name and the numbers of its game."""

    names: tuple[str, ...]
    book: Rulebook
    code: str
    """Of the table, if rules must be read with its own numbers."""
    html: HtmlWording
    plain: Wording


def words_at(
    table: TableInfo,
    game: Game[Any, Any],
    match: Match[Any],
    language: str,
    names: Sequence[str] | None = None,
) -> TableWords:
    """How a table speaks in a language."""
    names = names_at(table) if names is None else tuple(names)
    numbers = numbers_of(game, match.options)
    known = page_of(game).cast
    cast = () if known is None else tuple(sorted(known(match.view(None)).items()))
    return TableWords(
        names=names,
        book=book_with(game.package, numbers),
        code=unusual(game, table, numbers),
        html=html_wording(game, language, names, numbers, cast),
        plain=plain_wording(game, language, names, numbers),
    )


class LogLine(Struct, frozen=True):
    """One line of the log."""

    index: int
    moment: int
    seat: int | None
    letter: str | None
    html: Markup
    rule: str
    rule_title: str
    heading: bool
    passing: bool
    """Whether it goes away when the page is turned."""
    key: str
    data: dict[str, str]
    """Values that the page needs to show it, by name."""


class TablePage:
    """Everything that the templates of a table page need."""

    def __init__(
        self,
        table: TableInfo,
        game: Game[Any, Any],
        match: Match[Any],
        seat: Seat | None,
        language: str,
        *,
        player: str | None = None,
        live: LiveMatch | None = None,
        absences: Absences | None = None,
        counted: bool = False,
        sealed: object = None,
        text: bool = False,
        replay: bool = False,
        words: TableWords | None = None,
        lens: Lens[Any] | None = None,
        share: Share = alone,
    ) -> None:
        self.table = table
        self.code = table.code
        self.base = f"/t/{table.code}"
        """Where answers are sent to."""
        self.game = game
        self.lang = language
        self.me = seat
        self.replay = replay
        self.text = text
        self.page = page_of(game)
        words = words or words_at(table, game, match, language)
        self.names = words.names
        self.rules = TableRules(game.id, words.book, language, words.code)
        self.w, self.plain = words.html, words.plain
        self.book_url = book_url(game.id, words.code)
        """Where the rules stand as this table plays them."""
        self.title = self.plain.title
        self.view: View[Any] = (match.lens() if lens is None else lens).view(seat)
        self.moment = self.view.number
        self.prompt = self.view.prompt
        self.outcome = self.view.outcome
        self.question: Question | None = None
        """What the viewer is asked; nothing where the answer is given for them."""
        self.routine = False
        """Whether the question may be let go by until further notice."""
        self.usual: object = None
        """The answer that lets it go by."""
        if seat is not None and not replay and shows_question(table, match, seat):
            self.question = match.question(seat)
            usual = [] if self.question is None else match.routine(seat)
            self.routine = bool(usual)
            self.usual = plain(usual[0]) if usual else None
        self.sealed = sealed
        """What this seat has put into its envelope, where nobody may know who has answered."""
        self.given = self.question.given if self.question is not None else None
        self.stood_in = seat is not None and not replay and table.seats[seat].away
        """Whether a bot answers for this seat."""
        self.spared = (
            self.question is None and self.prompt is not None and seat in self.prompt.seats
        )
        """Whether it is the viewer's turn to answer, and there is nothing to choose."""
        asked = self.question is not None and not self.stood_in
        self.mine = asked and self.given is None and sealed is None
        script = None if live is None or replay else live.script
        self.guide = guide_of(script, match, seat, self.w, mine=self.mine)
        self.phase = "playing" if self.outcome is None else "ended"
        self.hope = "" if seat is None or replay else self._hope(seat)
        """What a seat is told that is out: whether it can still win. Nothing while it is in."""
        self.takes_back = not replay and match.record is not None
        """Whether answers can be taken back at all; not in a lesson, which keeps no record."""
        mine_last = seat is not None and match.last_seat == seat
        self.can_undo = self.takes_back and bool(match.undoable) and mine_last
        self.unpausable = is_window(match)
        self.player = player
        self.at = now()
        self.host = player is not None and table.host == player
        self._counted = counted
        """Whether the page itself counts how long somebody has been away."""
        self.absent: dict[Seat, int] | None = None
        """When those were last here who are away; None where nobody looks for them."""
        self.awaited: list[Awaited] = []
        """Whom the table waits for without a clock."""
        if absences is not None and live is not None and self.outcome is None:
            self.absent, self.awaited = share(AWAY, lambda: absences.at(table, live))
        everybody = share((SEATS, language, counted), lambda: seat_plates(self, counted=counted))
        self.seats = as_seen_by(seat, everybody)
        self.clock = None if live is None or replay else self._clock(live)
        self.progress: Progress | None = (
            self.page.progress(self.view) if self.page.progress is not None else None
        )
        self.board_broken = False
        """Whether the game's own board failed, so that the table is shown in words."""
        self.kit: dict[str, object] | None = None
        """What all templates of this page may use."""
        self.aid: Any = None  # an Aid, which is made from this page
        self.log_length = len(match.log)
        self.log_page = match.log.page
        last = match.log.numbered(None, max(0, self.log_length - LAST_LINES))
        self._told_last = [one for one in last if one[1].number == last[-1][1].number]
        """The lines that everybody was told after the last answer that told something."""
        self.verdict: LogLine | None = None
        """The line that tells how it ended."""
        self.ending: EndingPage | None = None
        if self.outcome is not None:
            told = match.log.numbered(seat)
            self.verdict = self._log_line(*told[-1]) if told else None
            entries = [entry for _, entry in told]
            self.ending = ending_page(self.page, match, self.view, entries, self.plain)

    @cached_property
    def board(self) -> Any:  # whatever the game's template wants
        """What the game's board is given; nothing where the game cannot say it."""
        try:
            return self.page.board(self.view, self.question)
        except Exception as error:  # a mistake in the game's drawing harms no match
            log.exception("the board of %s", self.game.id, exc_info=error)
            self.board_broken = self.drawn
            return None

    def _clock(self, live: LiveMatch) -> ClockFace | None:
        """The clock of whoever is asked; of several, the one who has least time."""
        if self.prompt is None:
            return None
        seats = [self.me] if self.mine and self.me is not None else self.prompt.seats
        waiting = [seat for seat in seats if not self.table.seats[seat].played_by_bot]
        faces = [face for seat in waiting if (face := face_of(self.table, live, seat)) is not None]
        return min(faces, key=lambda face: face.until, default=None)

    def _hope(self, seat: Seat) -> str:
        if self.game.out is None or self.page.hope is None or self.outcome is not None:
            return ""
        try:
            told = self.page.hope(self.view) if seat in self.game.out(self.view.state) else None
        except Exception as error:  # a mistake in the game's telling harms no match
            log.exception("the hope of %s", self.game.id, exc_info=error)
            told = None
        return "" if told is None else self.plain.say(told.key, **told.args)

    def same_as(self, part: str) -> tuple[object, ...] | None:
        """What must be equal for two pages of one moment to show the same in a part.

        None where a part is made for this seat alone: its question, its view.
        """
        if part == "bar":
            return part, self.lang, self.text, repr(self.progress)
        if part in ("board", "aid") or self.question is not None or self.outcome is not None:
            return None
        if part == "status" and (self.clock is not None or self.table.consents is not None):
            return None  # it runs, or somebody is asked for a pause
        away = self.me is not None and self.table.seats[self.me].away
        standing = away, self.can_undo, self.replay, self.hope, self.spared
        key = part, self.lang, self.me is None, *standing
        if part == "prompt":  # each may do something else about those who are waited for
            return *key, tuple(self.others_awaited)
        return key

    def basis_of(self, part: str) -> object:
        """What a part is drawn from, beside the words of the table: as long as it is the same,
        whoever looks has the part already. None where it is not known before it is drawn."""
        if part != "aid":
            return None
        asked = None if self.question is None else self.question.number
        return self.aid, asked is not None if self.aid.advice is None else asked

    @cached_property
    def remark(self) -> str:
        """What a bot says now, in words; mostly nothing."""
        if self.replay or self.table.match is None:
            return ""
        told = [entry for _, entry in self._told_last]
        kinds = [seat.bot for seat in self.seats]
        winners = None if self.outcome is None else self.outcome.winners
        said = remark_of(self.table.match, self.moment, kinds, told, winners)
        if said is None:
            return ""
        say, name = site_wording(self.lang).say, self.names[said.seat]
        if said.rule:
            return say("table.reason", name=name, title=self.rule(said.rule).title)
        return say("table.remark", name=name, remark=said.key)

    @property
    def thinker(self) -> SeatPlate | None:
        """The marshal whom the table waits for: it may take a while."""
        if self.replay or self.prompt is None or self.table.paused is not None:
            return None
        asked = [self.seats[seat] for seat in self.prompt.seats]
        return next((one for one in asked if one.bot and level_of(one.bot) == MARSHAL), None)

    @property
    def drawn(self) -> bool:
        """Whether the game's own board is shown, rather than the table in words."""
        return self.game.page is not None and not self.text and not self.board_broken

    @property
    def beats(self) -> str:
        """How the page shows lines of the log, by their key, as JSON."""
        return msgspec.json.encode(self.page.beats).decode()

    @property
    def pausable(self) -> bool:
        """Whether there is something to stop: a clock, or bots that play on."""
        if self.replay or self.outcome is not None or self.unpausable:
            return False
        return self.table.clock != OFF or any(seat.bot for seat in self.seats)

    @property
    def pause(self) -> PausePlate | None:
        """The question for a pause, or the pause itself."""
        asked = self.table.consents
        if asked is None or not (self.table.pause_asked() or self.table.paused is not None):
            return None
        names = dict(zip((seat.player for seat in self.table.seats), self.names, strict=True))
        others = [seat.player for seat in self.table.seats if seat.player and not seat.away]
        left = max(0, LONGEST_PAUSES - self.table.pauses_of(asked.asker).time)
        return PausePlate(
            name=names.get(asked.asker, ""),
            mine=self.player == asked.asker,
            agreed=self.player in asked.agreed,
            missing=", ".join(names[one] for one in others if one not in asked.agreed),
            minutes=None if set(others) <= {asked.asker} else -(-left // 60_000),
        )

    @cached_property
    def others_awaited(self) -> list[AwaitedPlate]:
        """Whom the table waits for, and what whoever reads this may do about it."""
        if self.me is None or self.replay or self.stood_in or self.mine or self.player is None:
            return []
        return awaited_plates(self.awaited, self.seats, self.player, counted=self._counted)

    def clock_text(self, milliseconds: int) -> str:
        """A time as the clock shows it."""
        return clock_text(site_wording(self.lang), milliseconds)

    @property
    def script_times(self) -> str:
        """The words with which the page counts on by itself, as JSON; and what time it is."""
        return msgspec.json.encode(times_for_script(site_wording(self.lang))).decode()

    @property
    def pause_help(self) -> str:
        """What a pause needs, in words."""
        minutes = LONGEST_PAUSES // 60_000
        return site_wording(self.lang).say("table.pause.ask", most=MOST_PAUSES, minutes=minutes)

    @property
    def replay_url(self) -> str | None:
        """Where the match can be seen again, once it is over."""
        return f"/matches/{self.table.match}" if self.outcome is not None else None

    @property
    def window_title(self) -> str:
        """The title of the window: whether it is my decision, and where."""
        say = site_wording(self.lang).say
        return say("live.title.mine" if self.mine else "live.title", game=self.title)

    @property
    def lines(self) -> list[TableLine]:
        """The table in words: what a game without a board shows, and every text table."""
        return table_words(self.view.state, self.plain)

    @property
    def progress_text(self) -> str:
        """How far along the match is, in words."""
        if self.progress is None:
            return ""
        return self.plain.say(self.progress.key, **self.progress.args)

    @property
    def status(self) -> Markup:
        """Who must do what, in words; to the asked seat it is a question."""
        if self.question is not None:
            return cast(Markup, self.w.question(self.question))
        if self.prompt is not None:
            return cast(Markup, self.w.prompt(self.prompt))
        return Markup("")

    def rule(self, id: str) -> Rule:
        """A rule in the reader's language."""
        return self.rules.rule(id)

    def rule_url(self, id: str) -> str:
        """Where a rule stands, as this table plays it."""
        return self.rules.url(id)

    def log_lines(self, entries: Sequence[tuple[int, Entry]]) -> list[LogLine]:
        """Lines of the log, the oldest first."""
        return [self._log_line(index, entry) for index, entry in entries]

    def _log_line(self, index: int, entry: Entry) -> LogLine:
        whose = self.page.whose
        seat = entry.args.get("seat") if whose is None else whose(entry.args)
        number = seat if isinstance(seat, int) else None
        return LogLine(
            index=index,
            moment=entry.number,
            seat=number,
            letter=None if number is None else seat_letter(number),
            html=cast(Markup, self.w.entry(entry)),
            rule=(cited := self.page.cites(entry)),
            rule_title=self.rule(cited).title,
            heading=entry.rule in self.page.headings,
            passing=entry.passing,
            key=entry.key,
            data=self._data(entry),
        )

    def _data(self, entry: Entry) -> dict[str, str]:
        """The values of a line that its beat mentions; of a list, all with a space between."""
        beat = self.page.beats.get(entry.key)
        if beat is None:
            return {}
        return {
            name: " ".join(map(str, value)) if isinstance(value, list) else str(value)
            for name in sorted(beat.values - {"seat"})
            if (value := entry.args.get(name)) is not None
        }
