"""What an operator has set up for notices, from the environment."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from msgspec import Struct

from boomtown.core.errors import BoomtownError


class BadSetting(BoomtownError):
    """A setting that cannot be meant."""


class MailSettings(Struct, frozen=True):
    """The operator's mail server: ``smtp://name:password@host:587``, or smtps."""

    url: str
    sender: str


class WebhookSettings(Struct, frozen=True):
    """Where the operator wants to hear what people are told, and how they know that it is true."""

    url: str
    key: str = ""


class NoticeSettings(Struct, frozen=True, kw_only=True):
    """By which ways the site can call people beside push, which needs nothing."""

    mail: MailSettings | None = None
    webhook: WebhookSettings | None = None
    push_hosts: tuple[str, ...] = ()
    """Push services beside those of the browsers; ``*`` for any that is public."""

    @classmethod
    def read(cls, environment: Mapping[str, str], url: str) -> NoticeSettings:
        """``BOOMTOWN_MAIL`` and so on; links in a mail need the public address of the site."""
        mail, sender = environment.get("BOOMTOWN_MAIL"), environment.get("BOOMTOWN_MAIL_FROM")
        webhook, key = environment.get("BOOMTOWN_WEBHOOK"), environment.get("BOOMTOWN_WEBHOOK_KEY")
        if (mail or webhook) and not url:
            raise BadSetting("mail and webhooks carry links to the site: set BOOMTOWN_URL")
        if mail:
            _check("BOOMTOWN_MAIL", mail, ("smtp", "smtps"))
            if not sender or not is_address(sender):
                raise BadSetting("BOOMTOWN_MAIL_FROM is the address that mail comes from")
        if webhook:
            _check("BOOMTOWN_WEBHOOK", webhook, ("http", "https"))
        return cls(
            mail=MailSettings(mail, sender or "") if mail else None,
            webhook=WebhookSettings(webhook, key or "") if webhook else None,
            push_hosts=tuple(environment.get("BOOMTOWN_PUSH_HOSTS", "").split()),
        )


def is_address(text: str) -> bool:
    """Whether a text can be an address of mail: one name, one host, and nothing that ends a line.

    >>> [is_address(one) for one in ("ann@example.org", "ann", "a@b", "a b@example.org")]
    [True, False, False, False]
    """
    name, at, host = text.partition("@")
    plain = text.isascii() and text.isprintable() and len(text) <= 200
    odd = any(letter in ' ,;:<>()[]"\\@' for letter in name + host)
    return plain and bool(name and at) and "." in host.strip(".") and not odd


def _check(name: str, url: str, schemes: tuple[str, ...]) -> None:
    try:
        parts = urlsplit(url)
        good = parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good:
        raise BadSetting(f"{name} is an address that begins with {' or '.join(schemes)}://")
