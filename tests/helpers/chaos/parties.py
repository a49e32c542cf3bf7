"""Parties: a few players who play one match after another, with bots on the other seats."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread

from boomtown.core import Chance
from chaos.history import History
from chaos.players import ApiPlayer, FormPlayer, Place, Player, SocketPlayer
from chaos.wire import Failed, Lost, NotNow, Person, call

RETRY = 0.1
JOIN_SECONDS = 30.0
SOCKET, API, FORM = "socket", "api", "form"


class Setting:
    """What a party plays."""

    def __init__(self, game: str, seats: int, players: list[str], clock: str, **options: object):
        self.game = game
        self.seats = seats
        self.players = players
        """How each of them plays; bots take the other seats."""
        self.clock = clock
        self.options = options


SETTINGS = [
    Setting("bang_dice", 4, [SOCKET, API], "quick"),
    Setting("cash_n_guns", 4, [SOCKET, SOCKET, API], "off", powers=True),
    Setting("shadows_west", 2, [SOCKET], "standard"),
    Setting("high_noon", 3, [FORM, SOCKET], "off"),
    Setting("bang_dice", 4, [FORM, SOCKET, SOCKET], "off", special_roles="special"),
    Setting("cash_n_guns", 5, [SOCKET, FORM], "quick"),
    Setting("shadows_west", 2, [API, SOCKET], "off"),
    Setting("high_noon", 2, [API], "quick"),
]


class Party(Thread):
    """Makes a table, plays a match there, and then the next one."""

    def __init__(
        self, setting: Setting, door: Callable[[], int], history: History, chance: Chance
    ) -> None:
        super().__init__(name=f"party of {setting.game}", daemon=True)
        self.setting = setting
        self.matches = 0
        self._door = door
        self._history = history
        self._chance = chance
        self._ending = Event()
        self._players: list[Player] = []
        self._before = 0
        self._making = "no table yet"

    @property
    def progress(self) -> int:
        """Counts up whenever something shows that the party goes on."""
        return self._before + sum(player.place.progress for player in self._players)

    @property
    def state(self) -> str:
        """Where the party is, in words."""
        if not self._players:
            return self._making
        told = (f"{p.via} on seat {p.place.seat}: {p.place.last}" for p in self._players)
        return f"{self._players[0].place.table}; {'; '.join(told)}"

    def run(self) -> None:
        while not self._ending.is_set():
            try:
                players = self._seated()
            except (Lost, Failed, NotNow) as error:
                self._making = f"{type(error).__name__}: {error}"
                self._ending.wait(RETRY)
                continue
            self._players = players
            if self._ending.is_set():  # while they sat down
                self.stop()
            for player in players:
                player.thread.start()
            for player in players:
                player.thread.join()
            self._before = self.progress + 1
            self._players = []
            self.matches += 1

    def stop(self) -> None:
        """Lets everybody finish what they are about to do, and go home."""
        self._ending.set()
        for player in self._players:
            player.place.stop.set()

    def _seated(self) -> list[Player]:
        setting, door = self.setting, self._door
        body = {
            "game": setting.game,
            "seats": setting.seats,
            "clock": setting.clock,
            "listed": True,
            "name": "Host",
            "options": setting.options,
        }
        made = call(door(), "/api/tables", body)
        code, host = made["code"], made["token"]
        players = [self._sit(code, seat, kind) for seat, kind in enumerate(setting.players)]
        for seat in range(len(players), setting.seats):
            call(door(), f"/api/tables/{code}/bots", {"seat": seat}, host)
        call(door(), f"/api/tables/{code}/start", {}, host)
        return players

    def _sit(self, code: str, seat: int, kind: str) -> Player:
        place = Place(code, seat, self._door, self._history)
        if self._ending.is_set():
            place.stop.set()
        chance = self._chance.another()
        if kind == FORM:
            person = Person(self._door(), f"Form {seat}")
            person.post(self._door(), f"/t/{code}/sit", {"seat": seat})
            return FormPlayer(place, chance, person)
        body = {"name": f"Program {seat}", "seat": seat}
        token = call(self._door(), f"/api/tables/{code}/seats", body)["token"]
        program = SocketPlayer if kind == SOCKET else ApiPlayer
        return program(place, chance, token)
