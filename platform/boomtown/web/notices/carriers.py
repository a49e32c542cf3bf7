"""The ways by which a notice is carried: push, mail, and the operator's webhook."""

from __future__ import annotations

import hashlib
import hmac
import smtplib
import ssl
from collections.abc import Callable
from email.message import EmailMessage
from typing import Protocol
from urllib.parse import unquote, urlsplit

import msgspec
from msgspec import Struct

from boomtown.core.errors import BoomtownError
from boomtown.store.database import now
from boomtown.store.notices import Channel, Kind, Notices, Way
from boomtown.web.notices.configured import MailSettings, WebhookSettings
from boomtown.web.notices.push import BrowserKeys, encrypted, new_key, signed_by, topic_of
from boomtown.web.notices.wire import TIMEOUT, Post, Reply, Unreachable, post_anywhere, post_public
from boomtown.web.settings import Settings

KEPT_SECONDS = 24 * 60 * 60
"""How long a push service keeps a message for a browser that is off."""
LONGEST_WAIT = 6 * 60 * 60
"""Seconds that a service may ask for before it is tried again."""
GONE = (404, 410)
BUSY = (408, 425, 429)


class Gone(BoomtownError):
    """Nobody is reached by this channel any more."""


class Later(BoomtownError):
    """It can be tried again, after some seconds where the service has said so."""

    def __init__(self, why: str, seconds: int | None = None) -> None:
        super().__init__(why)
        self.seconds = seconds


class Unwanted(BoomtownError):
    """The message was refused, and will be."""


class Letter(Struct, frozen=True):
    """A notice in words: a game, a table, and what kind it is. Nothing of the match."""

    kind: Kind
    game: str
    table: str
    title: str
    text: str
    path: str
    stop: str
    """The path at which whoever reads it stops all notices."""
    stop_text: str
    name: str
    """Who is called, for the webhook."""


class Carrier(Protocol):
    """Brings a letter to somebody."""

    def place(self, channel: Channel) -> str:
        """The host that it goes to: where one is gone, others are not kept waiting."""

    def bring(self, channel: Channel, letter: Letter) -> None:
        """Delivers it, or says why not: ``Gone``, ``Later``, ``Unwanted``."""


def judged(reply: Reply) -> None:
    """What the answer of a service means."""
    if 200 <= reply.status < 300:
        return
    if reply.status in GONE:
        raise Gone(f"{reply.status}")
    if reply.status in BUSY or reply.status >= 500:
        seconds = None if reply.retry_after is None else min(reply.retry_after, LONGEST_WAIT)
        raise Later(f"{reply.status}", seconds)
    raise Unwanted(f"{reply.status}")


class PushCarrier:
    """Web Push (RFC 8030)."""

    def __init__(self, private: Callable[[], str], contact: str, post: Post = post_public) -> None:
        self._private = private
        self._contact = contact
        self._post = post

    def place(self, channel: Channel) -> str:
        """The push service of the browser."""
        return urlsplit(channel.address).netloc

    def bring(self, channel: Channel, letter: Letter) -> None:
        """Encrypts it for the browser; the service sees only that there is something."""
        body = msgspec.json.encode(
            {
                "kind": letter.kind,
                "title": letter.title,
                "text": letter.text,
                "path": letter.path,
                "tag": letter.table,
                "stop": letter.stop,
                "stop_text": letter.stop_text,
            }
        )
        keys = msgspec.json.decode(channel.keys, type=BrowserKeys)
        headers = {
            "Authorization": signed_by(self._private(), channel.address, self._contact, now()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_SECONDS),
            "Topic": topic_of(letter.table),
            "Urgency": "high" if letter.kind is Kind.REMINDER else "normal",
        }
        try:
            judged(self._post(channel.address, headers, encrypted(body, keys)))
        except Unreachable as error:
            raise Later(str(error)) from None


class MailCarrier:
    """Mail by SMTP; with a name and a password only over an encrypted connection."""

    def __init__(self, settings: MailSettings, site: str) -> None:
        self._settings = settings
        self._site = site
        self._server = urlsplit(settings.url)

    def place(self, channel: Channel) -> str:
        """The operator's own server takes all mail."""
        return self._server.netloc

    def bring(self, channel: Channel, letter: Letter) -> None:
        """One short mail, which its reader can stop by one click."""
        link, stop = self._site + letter.path, self._site + letter.stop
        text = f"{letter.text}\n\n{link}\n\n-- \n{letter.stop_text}: {stop}\n"
        headers = {"List-Unsubscribe": f"<{stop}>"}
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        self.send(channel.address, letter.title, text, headers)

    def send(self, to: str, subject: str, text: str, headers: dict[str, str]) -> None:
        """Hands a mail to the server."""
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = self._settings.sender, to, subject
        mail["Auto-Submitted"] = "auto-generated"
        for name, value in headers.items():
            mail[name] = value
        mail.set_content(text)
        try:
            with self._connected() as server:
                server.send_message(mail)
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            if all(code >= 500 for code in codes):
                raise Gone("no such address") from None
            raise Later("not now") from None
        except (smtplib.SMTPException, OSError) as error:
            raise Later(f"{self._server.hostname}: {type(error).__name__}") from None

    def _connected(self) -> smtplib.SMTP:
        host, context = self._server.hostname or "", ssl.create_default_context()
        server: smtplib.SMTP
        if self._server.scheme == "smtps":
            server = smtplib.SMTP_SSL(
                host, self._server.port or 465, timeout=TIMEOUT, context=context
            )
        else:
            server = smtplib.SMTP(host, self._server.port or 587, timeout=TIMEOUT)
        try:
            if self._server.username:
                if self._server.scheme != "smtps":
                    server.starttls(context=context)
                server.login(unquote(self._server.username), unquote(self._server.password or ""))
        except BaseException:
            server.close()
            raise
        return server


class WebhookCarrier:
    """A request to the one address that the operator has set.

    People only say whether they want to be called by it: if they named addresses of their own,
    the site would call whatever anybody likes.
    """

    def __init__(self, settings: WebhookSettings, site: str, post: Post = post_anywhere) -> None:
        self._settings = settings
        self._site = site
        self._post = post

    def place(self, channel: Channel) -> str:
        """The operator's own."""
        return urlsplit(self._settings.url).netloc

    def bring(self, channel: Channel, letter: Letter) -> None:
        """JSON, signed where the operator has set a key."""
        body = msgspec.json.encode(
            {
                "kind": letter.kind,
                "game": letter.game,
                "table": letter.table,
                "name": letter.name,
                "text": letter.text,
                "url": self._site + letter.path,
            }
        )
        headers = {"Content-Type": "application/json"}
        if self._settings.key:
            told = hmac.new(self._settings.key.encode(), body, hashlib.sha256).hexdigest()
            headers["X-Boomtown-Signature"] = f"sha256={told}"
        try:
            judged(self._post(self._settings.url, headers, body))
        except Unreachable as error:
            raise Later(str(error)) from None
        except Gone as error:  # the operator's own address: people keep their wish
            raise Unwanted(str(error)) from None


def carriers_for(settings: Settings, notices: Notices) -> dict[Way, Carrier]:
    """The ways that a site has: push, and what its operator has set up."""
    wanted, url = settings.notices, settings.url
    contact = url if url.startswith("https:") else ""
    carriers: dict[Way, Carrier] = {}
    if wanted.mail is not None:
        contact = f"mailto:{wanted.mail.sender}"
        carriers[Way.MAIL] = MailCarrier(wanted.mail, url)
    if wanted.webhook is not None:
        carriers[Way.WEBHOOK] = WebhookCarrier(wanted.webhook, url)
    carriers[Way.PUSH] = PushCarrier(lambda: notices.push_key(new_key), contact)
    return carriers
