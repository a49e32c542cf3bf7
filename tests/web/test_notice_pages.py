"""Notices by mail and webhook, the pages where they are asked for and stopped, and the app."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from flask import Flask

from boomtown.core import Refused
from boomtown.rulebook.book import LANGUAGES
from boomtown.store.notices import (
    ASKED_AGAIN,
    ASKED_HOURLY,
    MOST_CHANNELS,
    REFUSED_KEPT,
    Calling,
    Channel,
    Kind,
    Way,
)
from boomtown.web.notices.carriers import MailCarrier, WebhookCarrier
from boomtown.web.notices.configured import (
    BadSetting,
    MailSettings,
    NoticeSettings,
    WebhookSettings,
)
from boomtown.web.notices.letters import stop_path
from boomtown.web.rooms.presence import GRACE
from boomtown.web.site import Site
from clocks import Time
from noticed import AWAKE, Called
from posted import Box, MailBox, served
from pushed import Browser
from sites import app_in, site_of
from visitors import Person

SITE = "https://play.example.org"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


@pytest.fixture
def box() -> Iterator[Box]:
    with served(Box()) as box:
        yield box


@pytest.fixture
def called(site: Site, clock: Time, box: Box) -> Called:
    return Called(site, clock, box)


class TestMailAndWebhook:
    def test_a_mail_can_be_stopped_by_one_click(self, app: Flask, called: Called) -> None:
        with served(MailBox()) as mails:
            settings = MailSettings(mails.url, "boomtown@example.org")
            called.site.postman.carriers[Way.MAIL] = MailCarrier(settings, SITE)
            called.site.notices.stop(called.player)
            called.site.notices.add_channel(
                called.player, Way.MAIL, "ann@example.org", confirmed=True
            )
            called.site.notices.change(called.player, AWAKE)
            called.wait()
            mail = mails.mails[0]
        assert (mail["To"], mail["From"]) == ("ann@example.org", "boomtown@example.org")
        assert f"{SITE}/t/{called.room.code}" in mail.get_content()
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        link = mail["List-Unsubscribe"].strip("<>").removeprefix(SITE)
        stranger = app.test_client()
        assert stranger.get(link).status_code == 200
        assert called.site.notices.channels(called.player), "programs open every link"
        app.config["WTF_CSRF_ENABLED"] = True
        assert stranger.post(link).status_code == 200
        assert called.site.notices.channels(called.player) == []

    def test_an_address_that_nobody_has_is_forgotten(self, called: Called) -> None:
        with served(MailBox()) as mails:
            mails.unknown.add("ann@example.org")
            settings = MailSettings(mails.url, "boomtown@example.org")
            called.site.postman.carriers[Way.MAIL] = MailCarrier(settings, SITE)
            called.site.notices.stop(called.player)
            called.site.notices.add_channel(
                called.player, Way.MAIL, "ann@example.org", confirmed=True
            )
            called.site.notices.change(called.player, AWAKE)
            called.wait()
        assert called.site.notices.channels(called.player) == []

    def test_the_operators_webhook_is_signed(self, called: Called) -> None:
        with served(Box()) as hook:
            settings = WebhookSettings(f"{hook.url}/hook", "key")
            called.site.postman.carriers[Way.WEBHOOK] = WebhookCarrier(settings, SITE)
            called.site.notices.add_channel(called.player, Way.WEBHOOK, "", confirmed=True)
            called.wait()
            [(path, headers, body)] = hook.taken
        assert path == "/hook"
        signature = hmac.new(b"key", body, hashlib.sha256).hexdigest()
        assert headers["X-Boomtown-Signature"] == f"sha256={signature}"
        told = msgspec.json.decode(body)
        assert told.keys() == {"kind", "game", "table", "name", "text", "url"}
        assert told["url"] == f"{SITE}/t/{called.room.code}"

    @pytest.mark.parametrize(
        "wrong",
        [
            {"BOOMTOWN_MAIL": "smtp://localhost"},
            {"BOOMTOWN_MAIL": "http://localhost", "BOOMTOWN_MAIL_FROM": "a@example.org"},
            {"BOOMTOWN_MAIL": "smtp://localhost", "BOOMTOWN_MAIL_FROM": "a@example.org\nBcc: b"},
            {"BOOMTOWN_WEBHOOK": "ftp://example.org"},
        ],
    )
    def test_settings_that_cannot_be_meant_are_refused(self, wrong: dict[str, str]) -> None:
        with pytest.raises(BadSetting):
            NoticeSettings.read(wrong, SITE)
        with pytest.raises(BadSetting, match="BOOMTOWN_URL"):
            NoticeSettings.read(wrong, "")


class TestPages:
    def test_a_browser_is_added_and_removed(self, app: Flask) -> None:
        ann, browser = Person(app, "Ann"), Browser()
        sent = {
            "endpoint": "https://fcm.googleapis.com/fcm/send/x",
            "p256dh": browser.keys.p256dh,
            "auth": browser.keys.auth,
            "zone": "Europe/Madrid",
        }
        for _ in range(2):
            assert ann.post("/me/notices/push", **sent).json == {
                "ok": True,
                "told": "This device is called when it is your turn.",
            }
        [channel] = site_of(app).notices.channels(ann.id)
        assert site_of(app).notices.calling(ann.id).zone == "Europe/Madrid"
        other = Person(app, "Bill")
        other.post("/me/notices/remove", channel=channel.id)
        assert site_of(app).notices.channels(ann.id) == [channel]
        ann.post("/me/notices/remove", channel=channel.id)
        assert site_of(app).notices.channels(ann.id) == []

    @pytest.mark.rule("boomtown.people.notice")
    def test_bad_input_is_refused_by_the_rule(self, app: Flask) -> None:
        ann = Person(app, "Ann")
        browser = Browser().keys
        inside = {"endpoint": "https://10.0.0.1/x", "p256dh": browser.p256dh, "auth": browser.auth}
        for path, fields in (
            ("/me/notices/push", inside),
            ("/me/notices/push", {}),
            ("/me/notices", {"quiet_from": "25:00", "quiet_until": "08:00"}),
            ("/me/notices", {"quiet_from": "2٢:00", "quiet_until": "08:00"}),
        ):
            with ann.post(path, **fields) as reply:
                assert reply.status_code == 409
                assert "boomtown.people.notice" in reply.get_data(as_text=True)
        assert site_of(app).notices.channels(ann.id) == []
        stranger = app.test_client()
        assert stranger.post("/me/notices", data={"quiet_from": "01:00"}).status_code == 409
        assert ann.send("/me/notices/mail", address="ann@example.org") == 404
        assert ann.send("/me/notices/webhook") == 404
        assert ann.send("/notices/stop/nonsense") == 404
        assert ann.get("/notices/confirm/nonsense").status_code == 404

    def test_nobody_has_more_ways_than_so_many(self, site: Site) -> None:
        player = site.people.add("Ann", "en").id
        for number in range(MOST_CHANNELS):
            site.notices.add_channel(player, Way.MAIL, f"{number}@example.org", confirmed=False)
        with pytest.raises(Refused):
            site.notices.add_channel(player, Way.MAIL, "x@example.org", confirmed=False)

    def test_mail_must_be_confirmed_by_whoever_reads_it(self, tmp_path: Path) -> None:
        with served(MailBox()) as mails:
            mail = MailSettings(mails.url, "boomtown@example.org")
            url, settings = "http://localhost", NoticeSettings(mail=mail)
            with app_in(tmp_path, notices=settings, url=url) as app:
                site, ann = site_of(app), Person(app, "Ann")
                assert ann.send("/me/notices/mail", address="a b@example.org") == 409
                for _ in range(2):
                    assert ann.send("/me/notices/mail", address="ann@example.org") == 200
                assert mails.mails == [], "a slow server keeps nobody waiting"
                site.postman.turn()
                [asked] = mails.mails
                found = re.search(rf"{url}(/notices/confirm/\S+)", asked.get_content())
                assert found is not None
                assert site.notices.listeners() == frozenset()
                reader = app.test_client()
                reader.get(found[1])
                assert site.notices.listeners() == frozenset(), "programs open every link"
                reader.post(found[1])
                assert site.notices.listeners() == {ann.id}
                assert "ann@example.org" in ann.read("/me/notices")

    def test_the_question_is_no_way_to_pester_anybody(self, tmp_path: Path, clock: Time) -> None:
        with served(MailBox()) as mails:
            mail = MailSettings(mails.url, "boomtown@example.org")
            url, settings = "http://localhost", NoticeSettings(mail=mail)
            with app_in(tmp_path, notices=settings, url=url) as app:
                site = site_of(app)

                def asked(address: str) -> int:
                    """Somebody new names an address, takes it back, and names it again."""
                    before, ann = len(mails.mails), Person(app, "Ann")
                    for _ in range(3):
                        assert ann.send("/me/notices/mail", address=address) == 200
                        site.postman.turn()
                        [channel] = site.notices.channels(ann.id)
                        ann.send("/me/notices/remove", channel=channel.id)
                    return len(mails.mails) - before

                assert [asked("victim@example.org") for _ in range(2)] == [1, 0]
                assert asked("Victim+2@example.org") == 0, "the same mailbox"
                clock.ahead += ASKED_AGAIN + 1
                assert asked("victim@example.org") == 1
                found = re.search(rf"{url}(/notices/stop/\S+)", mails.mails[-1].get_content())
                assert found is not None
                with app.test_client().get(found[1]) as page:
                    assert page.status_code == 200
                with app.test_client().post(found[1]) as page:
                    assert page.status_code == 200
                clock.ahead += ASKED_AGAIN + 1
                assert asked("victim@example.org") == 0, "they have said no"
                site.notices.remove_old()
                clock.ahead += REFUSED_KEPT
                site.notices.remove_old()
                assert asked("victim@example.org") == 1

    def test_so_many_addresses_are_asked_in_an_hour_by_all_together(self, tmp_path: Path) -> None:
        mail = MailSettings("smtp://127.0.0.1:9", "boomtown@example.org")
        url, settings = "http://localhost", NoticeSettings(mail=mail)
        with app_in(tmp_path, notices=settings, url=url) as app:
            site, ann = site_of(app), site_of(app).people.add("Ann", "en").id
            for number in range(ASKED_HOURLY):
                address = f"{number}@example.org"
                site.notices.ask(Channel(f"{number}", ann, Way.MAIL, address, "", confirmed=False))
            with Person(app, "Bill").post("/me/notices/mail", address="x@example.org") as reply:
                assert reply.status_code == 429
                assert "Retry-After" in reply.headers

    def test_when_and_about_what_is_kept(self, app: Flask) -> None:
        ann = Person(app, "Ann")
        fields = {"quiet_from": "23:30", "quiet_until": "07:00", "zone": "Europe/Madrid"}
        ann.post("/me/notices", kinds="turn", **fields)
        told = site_of(app).notices.calling(ann.id)
        assert told == Calling(23 * 60 + 30, 7 * 60, "Europe/Madrid", (Kind.TURN,))
        assert 'value="23:30"' in ann.read("/me/notices")

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_pages_speak_every_language(self, app: Flask, language: str) -> None:
        ann = Person(app, "Ann")
        ann.post("/language", lang=language)
        for path in ("/me/notices", stop_path(site_of(app).settings, ann.id), "/offline"):
            assert f'lang="{language}"' in ann.read(path)

    def test_a_table_with_a_day_for_an_answer_offers_it_and_others_do_not(self, app: Flask) -> None:
        ann = Person(app, "Ann")
        offers = {}
        for name in ("day", "standard"):
            ann.post("/tables", game="high_noon", seats="2", clock=name, bots="random", fill="true")
            code = site_of(app).tables.of_player(ann.id, 1)[0].code
            table = site_of(app).tables.get_one(code)
            if any(seat.free for seat in table.seats):
                ann.post(f"/t/{code}/bot", seat="1", kind="random")
            ann.post(f"/t/{code}/start")
            offers[name] = "data-push=" in ann.read(f"/t/{code}")
        assert offers == {"day": True, "standard": False}
        keys = msgspec.json.encode(Browser().keys).decode()
        site_of(app).notices.add_channel(ann.id, Way.PUSH, "https://x", keys, confirmed=True)
        mine = site_of(app).tables.of_player(ann.id, 2)
        code = next(table.code for table in mine if table.clock == "day")
        assert "data-push=" not in ann.read(f"/t/{code}"), "once is enough"
        assert "data-push=" in ann.read("/me/notices")
        exported = ann.get("/me/export.json").json
        assert exported is not None
        assert exported["called_by"] == [["push", "https://x"]]

    def test_whoever_is_forgotten_is_called_no_more(self, called: Called) -> None:
        called.clock.ahead += GRACE
        called.site.house._serve(called.room)
        called.site.people.forget(called.player)
        called.site.postman.turn()
        assert called.box.taken == []
        assert called.site.notices.channels(called.player) == []


class TestTheSiteAsAnApp:
    def test_it_has_a_manifest_with_icons_that_are_there(self, app: Flask) -> None:
        client = app.test_client()
        with client.get("/manifest.webmanifest") as reply:
            assert reply.mimetype == "application/manifest+json"
            told = msgspec.json.decode(reply.data)
            assert "manifest-src 'self'" in reply.headers["Content-Security-Policy"]
        assert told["start_url"] == told["scope"] == "/"
        for icon in told["icons"]:
            with client.get(icon["src"]) as reply:
                width = int.from_bytes(reply.data[16:20], "big")
                assert icon["sizes"] == f"{width}x{width}"

    def test_its_worker_may_serve_the_whole_site(self, app: Flask) -> None:
        with app.test_client().get("/sw.js") as reply:
            assert reply.status_code == 200
            assert reply.mimetype == "text/javascript"
            assert reply.headers["Cache-Control"] == "no-cache"
            kept = re.search(r"FILES = \[OFFLINE, (.*)\]", reply.get_data(as_text=True))
        assert kept is not None
        for path in msgspec.json.decode(f"[{kept[1]}]"):
            with app.test_client().get(path) as reply:
                assert reply.status_code == 200, path
