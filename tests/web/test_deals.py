"""The deal of the day: the same for everybody, once for each, and nothing told before its time."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from flask import Flask

from boomtown.bots.deal import Deal, check_deal, check_match, draw_deal, game_of, thought_seed
from boomtown.bots.thought import think
from boomtown.cli import boomtown
from boomtown.core import Seat
from boomtown.core.errors import BoomtownError, InvalidRecord, Refused
from boomtown.core.match import Match, checked_options
from boomtown.core.outcome import Outcome
from boomtown.core.record import By, plain
from boomtown.core.snapshot import save
from boomtown.plugins import find_game, installed_games
from boomtown.store.codes import GUESTS
from boomtown.store.contest_models import DealRow
from boomtown.store.database import now
from boomtown.store.days import GRACE, begins, day_of, ends, is_open, opens, today
from boomtown.store.deals import Deals, Try
from boomtown.store.models import MatchRow
from boomtown.store.operator import Operator
from boomtown.web.contests.deal_page import MOST_RESULTS, ranked, shortened
from boomtown.web.rooms.live import Room
from boomtown.web.site import Site
from boomtown.web.words import site_wording
from clocks import Time
from sites import app_in, site_of
from visitors import Person, landed, room_of

SECRET = b"a key for tests"
say = site_wording("en").say


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    """It is noon."""
    clock = Time(monkeypatch)
    clock.ahead = begins(today()) + 12 * 60 * 60 * 1000 - now()
    clock.start()
    return clock


def dealt(site: Site, game: str) -> Deal:
    """Today's deal, a short one of a game that a test has chosen."""
    drawn = draw_deal(SECRET, today(), [find_game(game)], GUESTS)
    usual = plain(checked_options(find_game(game), 3, {}))
    bots, names = ("deputy", "", "deputy"), ("Cora", "", "Dutch")
    deal = msgspec.structs.replace(drawn, seats=3, seat=1, options=usual, bots=bots, names=names)
    with site.database.writing() as session:
        session.add(DealRow(day=deal.day, deal=msgspec.json.encode(deal).decode(), made=now()))
    return deal


def thought(deal: Deal, match: Match[Any], seat: Seat) -> Any:
    """What a bot of the deal answers now."""
    seed = thought_seed(deal.seed, match.moment, seat)
    return think(deal.game, save(match, lines=False), seat, deal.bots[seat], seed)


def begin(person: Person) -> str:
    """Somebody begins the deal; the code of the table."""
    with person.post("/today/play", day=today()) as reply:
        assert reply.status_code == 200, reply.get_data(as_text=True)
        return landed(reply).removeprefix("/t/")


def play_out(room: Room, deal: Deal) -> None:
    """A person gives the first answer that is offered, the bots think."""
    while room.playing().match.outcome is None:
        with room.lock:
            match = room.playing().match
            seat = match.asked()[0]
            if seat == deal.seat:
                room.answer(seat, match.choice(seat).offers()[0])
            else:
                room.answer(seat, thought(deal, match, seat), by=By.BOT)
    room.finish()


def played(person: Person, deal: Deal) -> str:
    """Somebody plays the deal to its end; the code of the table."""
    code = begin(person)
    play_out(room_of(person, code), deal)
    return code


def match_of(person: Person, code: str) -> str:
    match = person.table(code).match
    assert match is not None
    return match


class TestWhatIsDealt:
    def test_the_same_secret_and_date_deal_the_same(self) -> None:
        games = installed_games()
        one = draw_deal(SECRET, "2026-11-17", games, GUESTS)
        assert one == draw_deal(SECRET, "2026-11-17", games, GUESTS)
        other = draw_deal(b"another key", "2026-11-17", games, GUESTS)
        assert (other.game, other.seed == one.seed) == (one.game, False)

    def test_games_seats_and_options_change_from_day_to_day_and_can_be_played(self) -> None:
        games = installed_games()
        days = [f"2026-10-{day:02}" for day in range(1, 31)]
        deals = [draw_deal(SECRET, day, games, GUESTS) for day in days]
        assert {deal.game for deal in deals} == {game.id for game in games}
        assert len({deal.seed for deal in deals}) == len(days)
        for game in games:
            own = [deal for deal in deals if deal.game == game.id]
            assert len({(deal.seats, deal.seat, str(deal.options)) for deal in own}) > 1
        for deal in deals:
            check_deal(deal)
            assert deal.bots[deal.seat] == deal.names[deal.seat] == ""
            assert len({*deal.names}) == deal.seats
            Match.start(find_game(deal.game), deal.seats, deal.options, seed=bytes(32))

    @pytest.mark.rule("boomtown.deal.same")
    @pytest.mark.parametrize(
        "game", [game for game in installed_games() if game.bots], ids=lambda game: game.id
    )
    def test_bots_think_the_same_whoever_answered_first(self, game: Any) -> None:
        """In a question to several at once nobody's thought depends on who was quicker."""
        deal = draw_deal(SECRET, "2026-11-17", [game], GUESTS)
        match = Match.start(game, deal.seats, deal.options, seed=bytes.fromhex(deal.seed))
        for _ in range(25):
            if match.outcome is not None:
                break
            bots = [seat for seat in match.asked() if seat != deal.seat]
            early = {seat: thought(deal, match, seat) for seat in bots}
            moment = match.moment
            for seat in match.asked():
                if match.outcome is None and match.moment == moment and seat in match.asked():
                    if seat in early:
                        assert thought(deal, match, seat) == early[seat]
                    answer = early[seat] if seat in early else match.choice(seat).offers()[0]
                    match.answer(seat, answer)


class TestTheOtherPages:
    @pytest.mark.parametrize("fault", ["fails", "hangs"])
    def test_a_game_that_cannot_be_dealt_harms_no_page(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
    ) -> None:
        broken = game_of(today(), installed_games())
        asked: list[int] = []

        def refusal(self: Any, seats: int) -> None:
            asked.append(seats)
            while fault == "hangs":
                pass
            raise ZeroDivisionError(seats)

        monkeypatch.setattr(broken.options, "refusal", refusal)
        with app_in(tmp_path, game_seconds=0.05) as app:
            ann = Person(app, "Ann")
            assert say("deal.street") in ann.read("/")
            deal = site_of(app).deals.today()
            assert deal is not None
            assert deal.game != broken.id

    def test_where_no_game_can_be_dealt_there_is_none_and_nobody_asks_again(
        self, app: Flask, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked: list[str] = []

        def draw(secret: bytes, day: str, games: list[Any], names: Any) -> Deal:
            asked.append(game_of(day, games).id)
            raise ZeroDivisionError(day)

        monkeypatch.setattr("boomtown.web.contests.dealer.draw_deal", draw)
        ann = Person(app, "Ann")
        assert say("deal.street") not in ann.read("/")
        ann.read("/today", 404)
        assert sorted(asked) == [game.id for game in installed_games()]

    def test_the_street_looks_at_no_match_of_the_deal(
        self, app: Flask, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        deal = dealt(site_of(app), "bang_dice")
        ann, bill = Person(app, "Ann"), Person(app, "Bill")
        begin(ann)
        played(bill, deal)
        monkeypatch.delattr(Deals, "tries")
        assert say("deal.street.begun", n=2) in ann.read("/")
        assert say("deal.go_on") in ann.read("/")
        assert say("deal.street.results") in bill.read("/")

    def test_a_long_list_of_results_is_cut_but_not_before_ones_own(self) -> None:
        games = [find_game("bang_dice")]
        deal = draw_deal(SECRET, "2026-11-17", games, GUESTS)
        tries = [
            Try(
                player=f"p{number}",
                name=f"Player {number}",
                table=f"t{number}",
                match=f"m{number}",
                begun=begins(deal.day),
                ended=begins(deal.day) + 60_000,
                outcome=Outcome(
                    rule="x", winners=(Seat(deal.seat if number < 50 else 1 - deal.seat),)
                ),
                newcomer=False,
            )
            for number in range(3 * MOST_RESULTS)
        ]
        results = ranked(deal, tries, tries[-1].player, "en")
        assert [one.place for one in results] == [1] * 50 + [51] * (len(tries) - 50)
        shown = shortened(results)
        assert [*shown[:MOST_RESULTS]] == results[:MOST_RESULTS]
        assert [one.you for one in shown[MOST_RESULTS:]] == [True]


class TestPlaying:
    @pytest.mark.rule("boomtown.deal.once")
    def test_everybody_plays_the_same_deal_once(self, app: Flask) -> None:
        site = site_of(app)
        deal = dealt(site, "bang_dice")
        ann, bill = Person(app, "Ann"), Person(app, "Bill")
        page = ann.read("/today")
        assert deal.commitment in page
        assert say("deal.play") in page
        code = begin(ann)
        assert begin(ann) == code, "a second press leads to the same table"
        table = ann.table(code)
        assert [seat.bot_name for seat in table.seats] == list(deal.names)
        assert table.seats[deal.seat].player == ann.id
        assert f"/t/{code}" in ann.read("/")
        play_out(room_of(ann, code), deal)
        with ann.post("/today/play", day=today()) as reply:
            assert reply.status_code == 409
            assert "already" in reply.get_data(as_text=True)
        other = played(bill, deal)
        mine, theirs = (site.matches.get(match_of(ann, one)) for one in (code, other))
        assert mine is not None
        assert theirs is not None
        assert mine.heading == theirs.heading
        assert [line.hash for line in site.matches.unchecked(mine.id)] == [
            line.hash for line in site.matches.unchecked(theirs.id)
        ], "the same answers give the same match"
        with site.database.reading() as session:
            assert session.get_one(MatchRow, mine.id).rating == "no"
        told = bill.read("/today")
        assert "Ann" in told
        assert say("deal.done.place", place=1, n=2) in told
        assert "Ann" not in Person(app, "Cass").read("/today"), "who has not played sees no results"

    def test_two_presses_at_the_same_time_make_one_table(self, app: Flask) -> None:
        site = site_of(app)
        deal = dealt(site, "bang_dice")
        ann = Person(app, "Ann")
        codes = {site.deals.begin(deal, ann.id, "en") for _ in range(3)}
        assert len(codes) == 1
        assert begin(ann) in codes, "a table that was left unbegun begins"

    @pytest.mark.rule("boomtown.deal.same")
    def test_nothing_at_its_table_can_be_changed(self, app: Flask) -> None:
        site = site_of(app)
        deal = dealt(site, "bang_dice")
        ann = Person(app, "Ann")
        code = site.deals.begin(deal, ann.id, "en")  # and the process is killed
        with pytest.raises(Refused, match=r"boomtown\.deal\.same"):
            site.tables.stand(code, ann.id)
        seat = (deal.seat + 1) % deal.seats
        assert ann.send(f"/t/{code}/unbot", seat=str(seat)) == 409
        assert ann.send(f"/t/{code}/bot", seat=str(seat), kind="random") == 409

    def test_the_house_gives_its_bots_the_same_thoughts(
        self, app: Flask, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        site = site_of(app)
        deal = dealt(site, "bang_dice")
        room = room_of(ann := Person(app, "Ann"), begin(ann))
        seeds: list[bytes] = []
        workers = site.house._workers

        def noted(*args: Any, **named: Any) -> Any:
            seeds.append(args[4])
            raise AssertionError("thought enough")

        monkeypatch.setattr(workers, "think", noted)
        with room.lock:
            live = room.playing()
            while live.match.asked()[0] == deal.seat:
                room.answer(Seat(deal.seat), live.match.choice(Seat(deal.seat)).offers()[0])
            seat = live.match.asked()[0]
            with pytest.raises(AssertionError, match="thought enough"):
                site.house._think(room, live, room.table.seats[seat])
        assert seeds == [thought_seed(deal.seed, live.match.moment, seat)]

    def test_a_changed_game_is_not_begun_any_more(
        self, app: Flask, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        deal = dealt(site_of(app), "bang_dice")
        ann = Person(app, "Ann")
        monkeypatch.setitem(
            site_of(app).deals._kept, deal.day, msgspec.structs.replace(deal, version="0")
        )
        assert say("deal.changed") in ann.read("/today")
        assert ann.send("/today/play", day=deal.day) == 409


class TestTheSeal:
    @pytest.mark.rule("boomtown.deal.sealed")
    def test_nothing_tells_the_seed_before_its_time(
        self, app: Flask, clock: Time, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.DEBUG)
        site = site_of(app)
        deal = dealt(site, "bang_dice")
        ann, bill = Person(app, "Ann"), Person(app, "Bill")
        code = begin(ann)
        room, id = room_of(ann, code), match_of(ann, code)
        invite = ann.table(code).invite
        own = ["/today", f"/today/{deal.day}", f"/today/{deal.day}.json", "/", f"/t/{code}"]
        own += [f"/t/{code}/text", "/me/games", "/me/export.json", "/me/export.csv"]
        closed = [
            f"/matches/{id}{end}"
            for end in ("", "/file", "/verify", "/story", "/ending", "/review")
        ]
        closed += [f"/matches/{id}/card.svg", f"/t/{code}/at/1", f"/api/matches/{id}/file"]
        seen = [ann.read(path) for path in (*own, f"/matches/{id}")]
        play_out(room, deal)
        seen += [ann.read(path) for path in own]
        seen += [ann.read(path, 409) for path in closed]
        with ann.post(f"/matches/{id}/branch", seat="A", at="0") as reply:
            assert reply.status_code == 409
        with ann.client.get(f"/t/{code}") as reply:
            assert f"/matches/{id}" not in reply.get_data(as_text=True), "no link leads there"
        for path in (f"/t/{code}", f"/i/{invite}", f"/matches/{id}", f"/api/tables/{code}/view"):
            bill.read(path, 404)
        assert site.matches.last_of(ann.id, "bang_dice") is None
        assert not [text for text in seen if deal.seed in text]
        assert deal.seed not in caplog.text

        clock.ahead += opens(deal.day) - now() - 600_000
        bill.read(f"/matches/{id}", 404)
        assert deal.seed not in bill.read(f"/today/{deal.day}")
        clock.ahead += 600_000
        told = bill.read(f"/today/{deal.day}")
        assert deal.seed in told
        assert f"/matches/{id}" in told
        bill.read(f"/matches/{id}")
        assert deal.seed in ann.read(f"/matches/{id}/file")
        self.check_by_command(ann, deal, id, tmp_path)

    def check_by_command(self, ann: Person, deal: Deal, id: str, folder: Path) -> None:
        """Anybody can hold what is told to the promise."""
        data, file = folder / "deal.json", folder / "match.jsonl"
        data.write_text(ann.read(f"/today/{deal.day}.json"))
        file.write_text(ann.read(f"/matches/{id}/file"))
        asked = ["deal-of-the-day", "--verify", str(data), str(file)]
        told = CliRunner().invoke(boomtown, asked, catch_exceptions=False)
        assert told.exit_code == 0
        assert "as it was promised" in told.output
        assert "a match of this deal" in told.output
        found = check_match(deal, file.read_text())
        assert found.thoughts > 10
        others = msgspec.structs.replace(deal, bots=tuple("random" for _ in deal.bots))
        with pytest.raises(InvalidRecord, match="answered otherwise"):
            check_match(others, file.read_text())
        broken = msgspec.structs.replace(deal, seed="00" * 32)
        with pytest.raises(InvalidRecord, match="not the commitment"):
            check_deal(broken)
        with pytest.raises(InvalidRecord, match="not told yet"):
            check_deal(msgspec.structs.replace(deal, seed=""))
        data.write_text("{}")
        assert CliRunner().invoke(boomtown, asked).exit_code != 0

    def test_the_check_says_where_a_bot_ran_out_of_time(
        self, app: Flask, clock: Time, tmp_path: Path
    ) -> None:
        site = site_of(app)
        deal = dealt(site, "bang_dice")
        ann = Person(app, "Ann")
        code = begin(ann)
        room = room_of(ann, code)
        with room.lock:
            seat = room.playing().match.asked()[0]
            while seat == deal.seat:
                room.answer(seat, room.playing().match.choice(seat).offers()[0])
                seat = room.playing().match.asked()[0]
            room.default(seat)
        play_out(room, deal)
        assert f'href="/today/{deal.day}"' in ann.read("/me/games")
        assert match_of(ann, code) not in ann.read("/me/games"), "it is not told yet"
        clock.ahead += opens(deal.day) - now()
        assert match_of(ann, code) in ann.read("/me/games")
        data, file = tmp_path / "deal.json", tmp_path / "match.jsonl"
        data.write_text(ann.read(f"/today/{deal.day}.json"))
        file.write_text(ann.read(f"/matches/{match_of(ann, code)}/file"))
        asked = ["deal-of-the-day", "--verify", str(data), str(file)]
        told = CliRunner().invoke(boomtown, asked, catch_exceptions=False)
        assert told.exit_code == 0
        assert "a bot ran out of time" in told.output

    def test_no_file_for_an_operator_either(self, app: Flask) -> None:
        site = site_of(app)
        dealt(site, "bang_dice")
        ann = Person(app, "Ann")
        id = match_of(ann, begin(ann))
        with pytest.raises(BoomtownError, match="before its time"):
            Operator(site.database, site.bus).file(id)


class TestDays:
    @pytest.mark.rule("boomtown.deal.day")
    def test_a_match_begun_before_midnight_counts_if_it_ends_soon_after(
        self, app: Flask, clock: Time
    ) -> None:
        site = site_of(app)
        deal = dealt(site, "bang_dice")
        ann, bill, cass = (Person(app, name) for name in ("Ann", "Bill", "Cass"))
        clock.ahead += ends(deal.day) - now() - 1000
        first, second = begin(ann), begin(bill)
        clock.ahead += GRACE - 60_000
        assert today() != deal.day
        assert cass.send("/today/play", day=deal.day) == 409, "its day is over"
        assert say("deal.begun") in ann.read(f"/today/{deal.day}")
        play_out(room_of(ann, first), deal)
        clock.ahead += 120_000
        play_out(room_of(bill, second), deal)
        page = bill.read(f"/today/{deal.day}")
        assert say("deal.counts", begun=2, finished=1, won=page.count(">Won<")) in page
        assert say("deal.counts.late", n=1) in page
        assert say("deal.late") in page
        assert say("deal.past") in page
        assert f"/today/{deal.day}" in ann.read("/today"), "yesterday stays to be read"

    def test_days_that_nobody_dealt_are_not_there(self, app: Flask) -> None:
        ann = Person(app, "Ann")
        for day in ("2020-01-01", "2999-01-01", "yesterday", "2026-2-3", "0000-00-00"):
            ann.read(f"/today/{day}", 404)
            ann.read(f"/today/{day}.json", 404)
        assert ann.send("/today/play", day="2020-01-01") == 409

    def test_neither_a_restart_nor_another_secret_changes_it(
        self, tmp_path: Path, clock: Time
    ) -> None:
        with app_in(tmp_path) as app:
            deal = site_of(app).deals.today()
            ann = Person(app, "Ann")
            code = site_of(app).deals.begin(deal, ann.id, "en") if deal else ""
            who = ann.id
        with app_in(tmp_path, secret=b"a new key") as app:
            site = site_of(app)
            assert site.deals.today() == deal
            assert deal is not None
            assert site.deals.begin(deal, who, "en") == code
        clock.wall += 3 * 24 * 60 * 60 * 1000
        assert today() == deal.day, "a jump of the wall's clock changes nothing"
        assert not is_open(deal.day)

    def test_the_house_promises_it_when_the_day_begins(self, app: Flask, clock: Time) -> None:
        site = site_of(app)
        clock.ahead += ends(today()) - now()
        for chore in site.house.chores:
            chore()
        assert site.deals.of(day_of(now())) is not None

    def test_whoever_is_forgotten_is_nobody_in_the_results(self, app: Flask, clock: Time) -> None:
        site = site_of(app)
        deal = dealt(site, "bang_dice")
        ann = Person(app, "Annabella")
        played(ann, deal)
        site.people.forget(ann.id)
        clock.ahead += opens(deal.day) - now()
        page = Person(app, "Bill").read(f"/today/{deal.day}")
        assert "Annabella" not in page
        assert say("deal.counts", begun=1, finished=1, won=page.count(">Won<")) in page
