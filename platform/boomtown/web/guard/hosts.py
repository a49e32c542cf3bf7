"""Under which names the site is reached.

A request names its host as it likes, so a public name counts only if the operator has set it
(``BOOMTOWN_URL``): links are made from that, and every other name is refused. Without it the site
is for a home: addresses, names without a dot, ``.local`` and ``.lan``.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urlsplit

import msgspec
from werkzeug.wrappers import Request, Response

from boomtown.core.errors import BoomtownError
from boomtown.rulebook.book import FIRST_LANGUAGE, LANGUAGES
from boomtown.web.words import site_wording

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PORTS = {"http": 80, "https": 443}
HOME_ENDINGS = (".local", ".lan", ".localhost")
FOR_MACHINES = ("/healthz", "/readyz", "/metrics")
"""Paths that are asked for by machines, under whatever name they know."""
Place = tuple[str, int | None]
"""A host and a port; None for the usual one."""


class BadUrl(BoomtownError):
    """The public address of the site cannot be one."""


def place_of(parts: SplitResult) -> Place | None:
    """The host and the port of an address; None if it has none that can be read."""
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if not host:
        return None
    return host, None if port == PORTS.get(parts.scheme) else port


def split(address: str) -> SplitResult | None:
    """The parts of an address; None if it is none."""
    try:
        return urlsplit(address)
    except ValueError:  # brackets that do not fit
        return None


def checked_url(raw: str) -> str:
    """The public address of the site, without a slash at its end.

    >>> checked_url("https://Play.example.org/")
    'https://play.example.org'
    """
    parts = split(raw.strip().rstrip("/"))
    place = None if parts is None else place_of(parts)
    if parts is None or place is None or parts.scheme not in PORTS:
        raise BadUrl(f"BOOMTOWN_URL is like https://play.example.org, not {raw}")
    if parts.path or parts.query or parts.fragment or "@" in parts.netloc:
        raise BadUrl(f"BOOMTOWN_URL is a scheme and a host, and nothing else: {raw}")
    return f"{parts.scheme}://{parts.netloc.lower()}"


def is_home(host: str) -> bool:
    """Whether a name can only be of a home: nobody else on the Internet has it.

    >>> [is_home(host) for host in ("192.168.0.7", "::1", "saloon", "saloon.local", "example.org")]
    [True, True, True, True, False]
    """
    return _is_address(host) or "." not in host or host.endswith(HOME_ENDINGS)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_here(host: str) -> bool:
    """Whether a name or an address is of this machine itself."""
    return host == "localhost" or (_is_address(host) and ip_address(host).is_loopback)


class HostGate:
    """In front of the site: who asks for another one is told so, before anything else happens."""

    def __init__(self, app: WSGIApplication, url: str, *, here_alone: bool = False) -> None:
        self._app = app
        self._here_alone = here_alone
        """Whether only names of this machine itself count, as for an author's site."""
        parts = split(url)
        self._public = place_of(parts) if url and parts else None

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if environ.get("PATH_INFO") in FOR_MACHINES or self._accepts(environ):
            return self._app(environ, start)
        return self._refused(environ)(environ, start)

    def _accepts(self, environ: WSGIEnvironment) -> bool:
        named = environ.get("HTTP_HOST") or environ.get("SERVER_NAME", "")
        parts = split(f"{environ.get('wsgi.url_scheme', 'http')}://{named}")
        odd = parts is None or parts.netloc != named or "@" in named
        place = None if parts is None or odd else place_of(parts)
        if place is None or not is_plain(place[0]):
            return False
        if self._here_alone:
            return is_here(place[0])
        if self._public is None:
            return is_home(place[0])
        # The operator's own pages are asked for on the machine itself.
        return place == self._public or (is_here(place[0]) and is_here(environ["REMOTE_ADDR"]))

    def _refused(self, environ: WSGIEnvironment) -> Response:
        asked = Request(environ)
        lang = asked.accept_languages.best_match(LANGUAGES) or FIRST_LANGUAGE
        text = site_wording(lang).say("error.host")
        if asked.path.startswith("/api/"):
            told = {"ok": False, "error": text, "rule": None}
            return Response(msgspec.json.encode(told), 400, mimetype="application/json")
        return Response(f"{text}\n", 400, mimetype="text/plain")


def is_plain(host: str) -> bool:
    """Whether a name is made of what names and addresses are made of."""
    return host.isascii() and all(letter.isalnum() or letter in "-._:" for letter in host)
