"""Clocks say what they are, in every language: in the menu, in lists and at the table."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask

from boomtown.core import Seat
from boomtown.rulebook.book import LANGUAGES
from boomtown.store import siteclock
from boomtown.store.siteclock import SiteClock
from boomtown.web.rooms.clock import CLOCKS, allowance, bank_of, window_time
from boomtown.web.site import Site
from boomtown.web.tables.lobby import is_waited_for
from boomtown.web.tables.seating import start
from boomtown.web.tables.times import clock_in_words, clock_text, face_of, span_text
from boomtown.web.words import site_wording
from sites import seated, site_of, started
from visitors import Person

MENU = {
    "en": {
        "off": "No time limit",
        "quick": "Quick: about 27 s a decision, 1 min in the bank",
        "standard": "Standard: about 45 s a decision, 3 min in the bank",
        "relaxed": "Relaxed: about 90 s a decision, 5 min in the bank",
        "slow": "Slow: about 225 s a decision, 10 min in the bank",
        "day": "A day a turn: 24 h a decision",
    },
    "es": {
        "off": "Sin límite de tiempo",
        "quick": "Rápido: unos 27 s por decisión y 1 min de reserva",
        "standard": "Normal: unos 45 s por decisión y 3 min de reserva",
        "relaxed": "Tranquilo: unos 90 s por decisión y 5 min de reserva",
        "slow": "Lento: unos 225 s por decisión y 10 min de reserva",
        "day": "Un día por turno: 24 h por decisión",
    },
    "ru": {
        "off": "Без ограничения времени",
        "quick": "Быстро: около 27 с на решение, в запасе 1 мин",
        "standard": "Обычно: около 45 с на решение, в запасе 3 мин",
        "relaxed": "Спокойно: около 90 с на решение, в запасе 5 мин",
        "slow": "Медленно: около 225 с на решение, в запасе 10 мин",
        "day": "Сутки на ход: 24 ч на решение",
    },
}
FACES = {
    0: ("0:00", "0:00", "0:00"),
    1: ("0:01", "0:01", "0:01"),
    27_000: ("0:27", "0:27", "0:27"),
    3_599_000: ("59:59", "59:59", "59:59"),
    3_600_000: ("1 h 0 min", "1 h 0 min", "1 ч 0 мин"),
    86_397_000: ("23 h 59 min", "23 h 59 min", "23 ч 59 мин"),
    86_400_000: ("24 h 0 min", "24 h 0 min", "24 ч 0 мин"),
}
"""By milliseconds; tests/scripts/times.test.js has the same for the page."""
SPANS = {
    59_000: ("", "", ""),
    60_000: ("1 min", "1 min", "1 мин"),
    3_599_000: ("59 min", "59 min", "59 мин"),
    3_600_000: ("1 h", "1 h", "1 ч"),
    47 * 3_600_000: ("47 h", "47 h", "47 ч"),
    48 * 3_600_000: ("2 d", "2 d", "2 д"),
}
BANK = {"en": "+ {} in the bank", "es": "+ {} de reserva", "ru": "+ {} в запасе"}


class Still:
    """A clock that stands still until somebody turns it."""

    def __init__(self) -> None:
        self.ahead = 0

    def read(self) -> int:
        return (1_800_000_000_000 + self.ahead) * 1_000_000


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Still:
    still = Still()
    monkeypatch.setattr(siteclock, "CLOCK", SiteClock(still.read, still.read))
    return still


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clock_says_its_seconds_where_it_is_chosen(app: Flask, language: str) -> None:
    words = site_wording(language)
    assert {name: clock_in_words(words, name) for name in CLOCKS} == MENU[language]
    ann = Person(app, "Ann")
    ann.post("/language", lang=language).close()
    form = ann.read("/tables/new?game=bang_dice")
    menu = re.search(r'<select name="clock">(.*?)</select>', form, re.S)
    assert menu is not None
    offered = re.findall(r'<option value="(\w+)"[^>]*>([^<]*)</option>', menu[1])
    assert {name: unescape(text) for name, text in offered} == MENU[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_before_the_start_and_the_list_say_the_same(app: Flask, language: str) -> None:
    site, ann = site_of(app), Person(app, "Ann")
    ann.post("/language", lang=language).close()
    for name, text in MENU[language].items():
        table, _ = seated(site, "bang_dice", 0, 4, clock=name)
        site.tables.clear_seat(table.code, 0, table.host)
        assert text in unescape(ann.read(f"/t/{table.code}"))
        assert text in unescape(ann.read("/"))


@pytest.mark.parametrize(("place", "language"), list(enumerate(LANGUAGES)))
def test_a_face_has_hours_where_there_are_any_and_a_span_one_unit(
    place: int, language: str
) -> None:
    words = site_wording(language)
    assert {time: clock_text(words, time) for time in FACES} == {
        time: texts[place] for time, texts in FACES.items()
    }
    assert {time: span_text(words, time) for time in SPANS} == {
        time: texts[place] for time, texts in SPANS.items()
    }


class Sitting:
    """Somebody at a table where it is their turn, with three others."""

    def __init__(self, app: Flask, clock: str, language: str = "en") -> None:
        self.site, self.ann = site_of(app), Person(app, "Ann")
        self.ann.post("/language", lang=language).close()
        table, _ = seated(self.site, "bang_dice", 0, 4, clock=clock)
        site = self.site
        for seat in range(4):
            site.tables.clear_seat(table.code, seat, table.host)
            other = self.ann.id if seat == 0 else site.people.add(f"P{seat}", "en").id
            table = site.tables.sit(table.code, seat, other)
        start(site, table)
        room = site.rooms.get(table.code)
        assert room is not None
        while not is_waited_for(room, room.playing(), Seat(0)):
            room.time_out(room.playing().match.asked()[0])
        self.room = room
        self.whole = room.playing().time(room.table) or 0

    def shown(self) -> str:
        """What the clock at the table says."""
        found = re.search(
            r'<span class="clock".*?</svg>(.*?)</span>\s*</section>',
            self.ann.read(f"/t/{self.room.code}"),
            re.S,
        )
        assert found is not None
        return unescape(re.sub(r"<[^>]*>", "", found[1])).strip()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_time_of_the_turn_and_the_bank_are_apart_and_the_bank_is_there_once(
    app: Flask, clock: Still, language: str
) -> None:
    sitting = Sitting(app, "quick", language)
    live, bank = sitting.room.playing(), BANK[language]
    assert sitting.whole < 60_000
    clock.ahead += live.lead
    assert sitting.shown() == f"0:{sitting.whole // 1000:02} {bank.format('1:00')}"
    clock.ahead += sitting.whole + 20_000
    assert sitting.shown() == f"0:00 {bank.format('0:40')}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_day_is_told_in_hours_and_minutes_and_has_no_bank(
    app: Flask, clock: Still, language: str
) -> None:
    sitting = Sitting(app, "day", language)
    clock.ahead += 3000 + sitting.room.playing().lead
    words = {"en": "23 h 59 min", "es": "23 h 59 min", "ru": "23 ч 59 мин"}[language]
    assert sitting.shown() == words
    assert words in unescape(sitting.ann.read("/")), "my tables say the same"


def test_a_face_counts_the_bank_once(site: Site, clock: Still) -> None:
    room, _ = started(site, "bang_dice", 4, 4, clock="quick")
    live = room.playing()
    face = face_of(room.table, live, live.match.asked()[0])
    assert face is not None
    assert (face.left, face.bank) == (face.whole, 60_000)
    clock.ahead += face.whole + live.lead + 15_000
    late = face_of(room.table, live, live.match.asked()[0])
    assert late is not None
    assert (late.left, late.bank) == (0, 45_000)


def test_longer_clocks_give_more_of_everything() -> None:
    names = ["quick", "standard", "relaxed", "slow"]
    times = [allowance(name, 20) or 0 for name in names]
    banks = [bank_of(name) for name in names]
    assert times == [12_000, 20_000, 40_000, 100_000]
    assert banks == sorted(banks)
    windows = [window_time(name, 8) for name in ["off", *names, "day"]]
    assert windows == [8000, 8000, 8000, 16_000, 16_000, 8000], "a window stays within bounds"


def test_a_sealed_window_of_a_relaxed_table_lasts_longer(site: Site) -> None:
    seconds = {}
    for name in ("standard", "relaxed"):
        options = {"special_roles": "special", "characters": "off"}
        room, _ = started(site, "bang_dice", 5, 5, options=options, clock=name)
        room.answer(room.playing().match.asked()[0], "throw")
        assert room.playing().match.hushed
        seconds[name] = room.playing().time(room.table) or 0
    assert seconds["relaxed"] == 2 * seconds["standard"] > 0
