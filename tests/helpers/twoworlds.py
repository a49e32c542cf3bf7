"""Two worlds that differ only in what an observer may not know, compared as bytes on the wire.

One table of a real site is the truth, in the other hidden values are exchanged (``Match.redraw``).
Whatever reaches the observer must be the same: frames, pages, words, API, previews, the running
replay, for whom the house answers at once; and so after the same answers, as long as the observer
was told the same (``boomtown.testing.leaks``).
"""

from __future__ import annotations

import argparse
import re
import secrets
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec
from flask import Flask
from flask.testing import FlaskClient
from msgspec import Struct
from sqlmodel import col, delete, select

from boomtown.core import Chance, Seat
from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.record import Heading
from boomtown.core.snapshot import save
from boomtown.core.step import SealedAsk
from boomtown.lab.reach import settings
from boomtown.plugins import find_game
from boomtown.store.models import AnswerRow, MatchRow, SnapshotRow, TableRow
from boomtown.store.tables import Phase
from boomtown.testing.leaks import FAIRLY, Places, legal_in_both, observers, parted
from boomtown.testing.plays import Play, Walk
from boomtown.web.rooms.live import Room
from boomtown.web.sockets.feeds import Feed, PageFeed, ViewFeed, Watching
from boomtown.web.sockets.painter import Painter
from boomtown.web.tables.seating import make_table
from boomtown.web.words import seat_letter
from haste import answered_for, without_programs
from sites import app_in, site_of

BEGUN = 1_700_000_000_000
ANSWERS = OBSERVERS = 2
"""How many answers both worlds are given, and how many look on."""
RECENT = 20
"""Lines of the log that a page has missed when its frames begin."""
DEEPEST = 70
"""After how many answers a match is looked at, at most."""
DRAFTS = ("move", "shot", "throw", "folk", "place", "gang", "look", "lays")
"""What a draft on a board may be about; a game that knows none of these says so."""
BOARD_SIZE = 4800
CSRF = re.compile(r'(name=\\?"csrf_token\\?" value=\\?"|data-csrf="|"csrf": ?")[^"\\]*')
TIMES = re.compile(r'(data-(?:at|opens)=\\?")\d+')
"""What time it is, and when a question was asked: one world is looked at after the other."""


class Leak(Struct, frozen=True):
    """Something that told an observer what it may not know."""

    kind: str
    """``page frame``, ``text frame``, ``api frame``, ``page``, ``api``, ``replay`` …"""
    game: str
    play: str
    number: int
    observer: int | None
    where: str

    def __str__(self) -> str:
        who = "a spectator" if self.observer is None else f"seat {self.observer + 1}"
        return (
            f"{self.game}, {self.play}, after {self.number} answers: the {self.kind} tells "
            f"{who} what it may not know: {self.where}"
        )


class Pair:
    """Two tables with the same people, one for each world."""

    def __init__(self, worlds: Worlds, game: Game[Any, Any], play: Play) -> None:
        site = worlds.site
        names = [f"Player {number + 1}" for number in range(play.seats)]
        self.players = [site.people.add(name, "en") for name in names]
        host = site.people.add("Host", "en").id
        self.codes: list[str] = []
        self.tokens: list[list[str]] = []
        for _ in range(2):
            table = make_table(
                site,
                game,
                seats=play.seats,
                options=dict(play.options),
                host=host,
                language="en",
                clock="off",
                listed=True,
            )
            for number, player in enumerate(self.players):
                site.tables.sit(table.code, number, player.id)
                site.presence.came(table.code, player.id)  # or some would be away for longer
            self.codes.append(table.code)
            self.tokens.append(
                [site.tables.new_token(table.code, Seat(seat)) for seat in range(play.seats)]
            )

    def player(self, observer: Seat | None) -> str | None:
        """The id of whoever sits there."""
        return None if observer is None else self.players[observer].id


class Worlds:
    """A site with pairs of tables, and what was compared there."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.site = site_of(app)
        self.counts: Counter[str] = Counter()
        """How many comparisons of each kind were made."""
        self._pairs: dict[tuple[str, int, str], Pair] = {}
        self._painter: Painter = app.extensions["painter"]

    # --- one match --------------------------------------------------------------------------------

    def compare(self, game: Game[Any, Any], play: Play) -> Iterator[Leak]:
        """One match, at one of its moments: the pages of one observer, the frames of two.

        Chance picks among all seats and a spectator.
        """
        chance = play.chance("two worlds")
        depth = chance.below(DEEPEST)
        match: Match[Any] | None = None
        for match in Walk(game, play):
            if match.number >= depth:
                break
        if match is None or match.outcome is not None:
            return
        self.counts["matches"] += 1
        pair = self._pair(game, play)
        looking = observers(match)
        chance.shuffle(looking)
        for observer in looking[:OBSERVERS]:
            truth, other = match.clone(), match.clone()
            other.redraw(observer, chance)
            truth.observer, other.observer = Places(), Places()
            look = Look(self, pair, game, play, match.number, observer)
            yield from look.frames(truth, other, chance)
            if observer == looking[0]:
                truth, other = match.clone(), match.clone()
                other.redraw(observer, chance)
                yield from look.pages(truth, other, chance)

    def _pair(self, game: Game[Any, Any], play: Play) -> Pair:
        key = game.id, play.seats, repr(sorted(play.options.items()))
        if key not in self._pairs:
            self._pairs[key] = Pair(self, game, play)
        return self._pairs[key]

    # --- a world on a table -----------------------------------------------------------------------

    def lay(self, code: str, match: Match[Any]) -> Room:
        """Puts a match on a table as one that branched off: it begins as it is now."""
        id = secrets.token_urlsafe(9)
        heading = Heading(
            game=match.game.id,
            version=match.game.version,
            seats=match.seats,
            options=msgspec.to_builtins(match.options),
            commitment="0" * 64,
        )
        first = match.clone()
        first.number = 0
        row = MatchRow(
            id=id,
            table_code=code,
            game=match.game.id,
            heading=msgspec.json.encode(heading).decode(),
            seed="0" * 64,
            names=msgspec.json.encode([f"Player {n + 1}" for n in range(match.seats)]).decode(),
            base=save(first),
            begun=BEGUN,
        )
        with self.site.database.writing() as session:
            table = session.exec(select(TableRow).where(TableRow.code == code)).one()
            if table.match is not None:
                for kind in (AnswerRow, SnapshotRow):
                    session.execute(delete(kind).where(col(kind.match) == table.match))
                session.execute(delete(MatchRow).where(col(MatchRow.id) == table.match))
            session.add(row)
            session.flush()
            table.match, table.phase = id, Phase.PLAYING
            session.add(table)
        room = self.site.rooms.get(code)
        assert room is not None
        room.table_changed()
        return room

    def room_with(self, code: str, match: Match[Any]) -> Room:
        """A room whose match is this one, in memory alone."""
        room = self.site.rooms.get(code)
        assert room is not None
        if room.live is None:
            self.lay(code, match)
        live = room.live
        assert live is not None
        live.match = match
        room._table = without_programs(room.table)
        room.forget_shared()
        return room

    def feeds(self, room: Room, player: str | None, seat: Seat | None) -> dict[str, Feed]:
        """Everything that tells somebody at a table what happens."""
        known = 0 if room.live is None else len(room.live.match.log)
        watching = Watching(
            player=player,
            language="en",
            token="",
            text=False,
            log=max(0, known - RECENT),
            chat=0,
        )
        text = msgspec.structs.replace(watching, text=True, log=known)
        return {
            "page frame": PageFeed(self.site, self._painter, room, watching),
            "text frame": PageFeed(self.site, self._painter, room, text),
            "api frame": ViewFeed(room, seat),
        }

    def client(self, player: str | None) -> FlaskClient:
        """A browser of somebody."""
        client = self.app.test_client()
        if player is not None:
            with client.session_transaction() as session:
                session["player"], session["epoch"] = player, 0
        return client


class Look:
    """What one observer gets to see of the two worlds."""

    def __init__(
        self,
        worlds: Worlds,
        pair: Pair,
        game: Game[Any, Any],
        play: Play,
        number: int,
        observer: Seat | None,
    ) -> None:
        self._worlds = worlds
        self._pair = pair
        self._game = game
        self._play = play
        self._number = number
        self._observer = observer

    def _leak(self, kind: str, one: str, two: str) -> Leak | None:
        """What differs, if anything does."""
        self._worlds.counts[kind] += 1
        one, two = (
            self._plain(text, code) for text, code in zip((one, two), self._pair.codes, strict=True)
        )
        if one == two:
            return None
        where = first_difference(one, two)
        return Leak(kind, self._game.id, str(self._play), self._number, self._observer, where)

    def _plain(self, text: str, code: str) -> str:
        """Without what differs from table to table."""
        room = self._worlds.site.rooms.get(code)
        assert room is not None
        text = TIMES.sub(r"\1", CSRF.sub("CSRF", text))
        for either in self._pair.codes:  # a page may lead to the other one, where it is one's turn
            text = text.replace(either, "TABLE")
        text = text.replace(room.table.invite, "INVITE")
        return text if room.table.match is None else text.replace(room.table.match, "MATCH")

    # --- frames, of every observer ----------------------------------------------------------------

    def frames(self, truth: Match[Any], other: Match[Any], chance: Chance) -> Iterator[Leak]:
        """What the feeds tell at first, and after each of the same answers."""
        rooms = [
            self._worlds.room_with(code, match)
            for code, match in zip(self._pair.codes, (truth, other), strict=True)
        ]
        feeds = [
            self._worlds.feeds(room, self._pair.player(self._observer), self._observer)
            for room in rooms
        ]
        begun = len(truth.log)
        yield from self._told(feeds, rooms)
        if any(isinstance(step, SealedAsk) and step.answers for step in truth.agenda):
            return  # answers given for a hand that the other world does not have prove nothing
        for _ in range(ANSWERS):
            if not self._same_answer(truth, other, chance):
                return
            for room in rooms:
                room.forget_shared()
            if different := parted(truth, other, self._observer, begun):
                if different is not FAIRLY:
                    yield Leak(
                        "reveal",
                        self._game.id,
                        str(self._play),
                        self._number,
                        self._observer,
                        different,
                    )
                return
            yield from self._told(feeds, rooms)

    def _told(self, feeds: list[dict[str, Feed]], rooms: list[Room]) -> Iterator[Leak]:
        for kind in feeds[0]:
            one, two = (b"\n".join(feed[kind].next()).decode() for feed in feeds)
            if (leak := self._leak(kind, one, two)) is not None:
                yield leak
        soon, later = (answered_for(room, self._observer) for room in rooms)
        if (leak := self._leak("haste", soon, later)) is not None:
            yield leak

    def _same_answer(self, truth: Match[Any], other: Match[Any], chance: Chance) -> bool:
        """Gives both worlds an answer that both allow; False where there is none."""
        if truth.outcome is not None or truth.asked() != other.asked():
            return False
        seat = chance.pick(truth.asked())
        answers = legal_in_both(truth.choice(seat), other.choice(seat))
        if not answers:
            return False
        answer = chance.pick(answers)
        truth.answer(seat, answer)
        other.answer(seat, answer)
        return True

    # --- pages, of one observer -------------------------------------------------------------------

    def pages(self, truth: Match[Any], other: Match[Any], chance: Chance) -> Iterator[Leak]:
        """Whole pages, the API, previews; after some answers also the running replay."""
        rooms = [
            self._worlds.lay(code, match)
            for code, match in zip(self._pair.codes, (truth, other), strict=True)
        ]
        client = self._worlds.client(self._pair.player(self._observer))
        yield from self._asked_for(client, "page", [f"/t/{code}" for code in self._pair.codes])
        yield from self._asked_for(
            client, "text page", [f"/t/{code}/text" for code in self._pair.codes]
        )
        yield from self._api(client, "view?log=0")
        if self._observer is not None:
            yield from self._api(client, "offers")
        yield from self._previews(client, rooms, chance)
        if self._played_on(rooms, chance):
            yield from self._replays(client, rooms)
        for room in rooms:
            self._worlds.site.rooms.matches_here.pop(room.playing().id, None)

    def _asked_for(self, client: FlaskClient, kind: str, paths: list[str]) -> Iterator[Leak]:
        told = []
        for path in paths:
            with client.get(path) as response:
                told.append(f"{response.status_code}\n{response.get_data(as_text=True)}")
        if (leak := self._leak(kind, *told)) is not None:
            yield leak

    def _api(self, client: FlaskClient, what: str) -> Iterator[Leak]:
        told = []
        for code, tokens in zip(self._pair.codes, self._pair.tokens, strict=True):
            headers = {}
            if self._observer is not None:
                headers["Authorization"] = f"Bearer {tokens[self._observer]}"
            with client.get(f"/api/tables/{code}/{what}", headers=headers) as response:
                told.append(f"{response.status_code}\n{response.get_data(as_text=True)}")
        if (leak := self._leak("api", *told)) is not None:
            yield leak

    def _previews(self, client: FlaskClient, rooms: list[Room], chance: Chance) -> Iterator[Leak]:
        """What drafts would mean; whoever is asked may try out the answers, too."""
        if rooms[0].game.page is None:
            return
        match = rooms[0].playing().match
        question = None if self._observer is None else match.question(self._observer)
        offers = [] if question is None else list(question.choice.offers())
        for do in DRAFTS:
            draft: dict[str, object] = {"do": do}
            draft["to"] = [chance.below(BOARD_SIZE), chance.below(BOARD_SIZE)]
            if offers and chance.below(2):
                draft["answer"] = msgspec.to_builtins(chance.pick(offers), str_keys=True)
            told = []
            for room in rooms:
                with client.post(f"/t/{room.code}/preview", json=draft) as response:
                    told.append(f"{response.status_code}\n{response.get_data(as_text=True)}")
            if told[0].startswith("404"):
                return
            if (leak := self._leak("preview", *told)) is not None:
                yield leak

    def _played_on(self, rooms: list[Room], chance: Chance) -> bool:
        """Gives both tables the same answers; whether the observer was told the same."""
        truth, other = (room.playing().match for room in rooms)
        if any(isinstance(step, SealedAsk) and step.answers for step in truth.agenda):
            return True
        truth.observer, other.observer = Places(), Places()
        begun = len(truth.log)
        for _ in range(ANSWERS):
            if truth.outcome is not None or truth.asked() != other.asked() or truth.hushed:
                return True
            seat = chance.pick(truth.asked())
            answers = legal_in_both(truth.choice(seat), other.choice(seat))
            if not answers:
                return True
            answer = chance.pick(answers)
            for room in rooms:
                room.answer(seat, answer)
            if truth.outcome is not None or other.outcome is not None:
                return False
            if parted(truth, other, self._observer, begun):
                return False
        return True

    def _replays(self, client: FlaskClient, rooms: list[Room]) -> Iterator[Leak]:
        """Every moment of the running match, through one's own eyes and a spectator's."""
        eyes = ["watch"]
        if self._observer is not None:
            eyes.append(seat_letter(self._observer))
        for moment in range(ANSWERS + 1):
            for seat in eyes[-1:] if moment else eyes:
                query = f"?moment={moment}&seat={seat}" + ("&part=1" if moment else "")
                paths = [f"/matches/{room.playing().id}{query}" for room in rooms]
                yield from self._asked_for(client, "replay", paths)


def first_difference(one: str, two: str) -> str:
    """The surroundings of the first place where two texts differ."""
    place = next(
        (at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b),
        min(len(one), len(two)),
    )
    start = max(0, place - 60)
    return f"{one[start : place + 40]!r} or {two[start : place + 40]!r}"


# --- thousands of matches -------------------------------------------------------------------------

SHARES = {"bang_dice": 3, "cash_n_guns": 3, "high_noon": 3, "shadows_west": 1}
"""How often each game is played, of ten matches."""
NEWS_EVERY = 100
PATIENT = 60.0
"""Seconds for a view or a preview: on a busy machine one world must not run out of time alone."""


def run(seed: str, first: int, step: int, matches: int) -> tuple[Counter[str], list[str]]:
    """Compares every so-manieth match of a run, until so many have been compared."""
    games = [find_game(id) for id, share in SHARES.items() for _ in range(share)]
    every = {game.id: list(settings(game)) for game in games}
    found: list[str] = []
    with tempfile.TemporaryDirectory() as folder, app_in(Path(folder), game_seconds=PATIENT) as app:
        worlds, number = Worlds(app), first
        while worlds.counts["matches"] < matches:
            game = games[number % len(games)]
            seats, options = every[game.id][number // len(games) % len(every[game.id])]
            play = Play(seats, options, f"{seed}/{number}")
            found += map(str, worlds.compare(game, play))
            number += step
            if number // step % NEWS_EVERY == 0:
                print(f"  {worlds.counts['matches']} of {matches}: {len(found)} leaks", flush=True)
        return worlds.counts, found


def main() -> None:
    """``python -m twoworlds``: prints its figures; the exit code tells whether anything leaks."""
    parser = argparse.ArgumentParser(prog="twoworlds", description=main.__doc__)
    parser.add_argument("--seed", default="two worlds")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=1)
    chosen = parser.parse_args()
    began, shares = time.monotonic(), chosen.processes
    with ProcessPoolExecutor(shares, mp_context=get_context("spawn")) as pool:
        parts = [
            pool.submit(run, chosen.seed, part, shares, -(-chosen.matches // shares))
            for part in range(shares)
        ]
        counts, found = Counter[str](), list[str]()
        for part in parts:
            more, leaks = part.result()
            counts += more
            found += leaks
    print(f"seed {chosen.seed}: {counts.pop('matches')} matches, {time.monotonic() - began:.0f} s")
    print(f"  compared: {', '.join(f'{kind} {count}' for kind, count in sorted(counts.items()))}")
    print(f"  leaks: {len(found)}")
    print("\n".join(f"    {leak}" for leak in found[:20]))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
