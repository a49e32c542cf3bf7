"""Requests that the site makes by itself: short, bounded, and where anybody names the address,
to public hosts alone.

The address of a push service comes from a browser, so from anybody. It must be https, on the usual
port, at a host that is known to be a push service or that the operator has named; and the host is
looked up once, must be public, and is called at the very address that was checked. No answer is
followed elsewhere, and of what comes back only the head is read.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Mapping
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import IPv6Address, ip_address
from threading import Timer
from urllib.parse import SplitResult

from msgspec import Struct

from boomtown.core.errors import BoomtownError
from boomtown.web.guard.hosts import is_plain, split

TIMEOUT = 10.0
"""Seconds for a connection, and for each part of an answer."""
WHOLE = 30.0
"""Seconds for all of it: whoever answers a byte at a time is not listened to."""
LONGEST_URL = 1000
SERVICES = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "notify.windows.com",
    "push.apple.com",
)
"""The push services of the browsers: these hosts, and those below them."""
ANYWHERE = "*"


class NotPublic(BoomtownError):
    """An address that the site does not call."""


class Unreachable(BoomtownError):
    """Nobody answers there, or not in time."""


class Reply(Struct, frozen=True):
    """What came back."""

    status: int
    retry_after: int | None = None
    """Seconds."""


Post = Callable[[str, Mapping[str, str], bytes], Reply]
"""Sends something to an address."""


def checked_endpoint(url: str, more: tuple[str, ...] = ()) -> str:
    """The address of a push service, if it can be one.

    >>> checked_endpoint("https://fcm.googleapis.com/fcm/send/abc")
    'https://fcm.googleapis.com/fcm/send/abc'
    """
    parts = split(url) if len(url) <= LONGEST_URL and url.isascii() and url.isprintable() else None
    try:
        host = None if parts is None or parts.port not in (None, 443) else parts.hostname
    except ValueError:
        host = None
    if parts is None or not host or parts.scheme != "https" or "@" in parts.netloc or " " in url:
        raise NotPublic("the address of a push service is https, on the usual port")
    known = any(host == one or host.endswith(f".{one}") for one in (*SERVICES, *more))
    if not is_plain(host) or not (known or ANYWHERE in more):
        raise NotPublic(f"{host} is no push service that this site calls")
    return url


def public_address(host: str, port: int) -> str:
    """An address of a host; refused where any of them is not public."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise Unreachable(f"{host}: {error}") from None
    addresses = [str(one[4][0]) for one in found]
    if not addresses or not all(is_public(address) for address in addresses):
        raise NotPublic(f"{host} is not on the public Internet")
    return addresses[0]


def is_public(address: str) -> bool:
    """Whether an address is one of the public Internet.

    >>> [is_public(one) for one in ("1.1.1.1", "10.0.0.1", "::1", "::ffff:10.0.0.1", "fe80::1")]
    [True, False, False, False, False]
    """
    read = ip_address(address.partition("%")[0])
    if isinstance(read, IPv6Address) and read.ipv4_mapped is not None:
        return is_public(str(read.ipv4_mapped))
    return read.is_global and not read.is_multicast


class PublicConnection(HTTPSConnection):
    """A connection to a host at the address that was checked."""

    def connect(self) -> None:
        """Connects, with the certificate of the host by its name."""
        address = public_address(self.host, self.port)
        plain = socket.create_connection((address, self.port), self.timeout)
        sealed = ssl.create_default_context().wrap_socket(
            plain, server_hostname=self.host, do_handshake_on_connect=False
        )
        self.sock = sealed  # from now on it can be cut off
        sealed.do_handshake()


def post_public(url: str, headers: Mapping[str, str], body: bytes) -> Reply:
    """Sends something to an address that anybody may have named."""
    parts = split(url)
    if parts is None or parts.scheme != "https" or not parts.hostname:
        raise NotPublic(url)
    return _post(
        PublicConnection(parts.hostname, parts.port, timeout=TIMEOUT), parts, headers, body
    )


def post_anywhere(url: str, headers: Mapping[str, str], body: bytes) -> Reply:
    """Sends something to an address that the operator has set: it may be of the same house."""
    parts = split(url)
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
        raise NotPublic(url)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    return _post(kind(parts.hostname, parts.port, timeout=TIMEOUT), parts, headers, body)


def _post(
    connection: HTTPConnection, parts: SplitResult, headers: Mapping[str, str], body: bytes
) -> Reply:
    too_long = Timer(WHOLE, _cut, (connection,))
    too_long.daemon = True
    too_long.start()
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        connection.request("POST", target, body, dict(headers))
        reply = connection.getresponse()
        again = reply.getheader("Retry-After", "")
        return Reply(reply.status, int(again) if again.isdecimal() else None)
    except (OSError, HTTPException) as error:
        raise Unreachable(f"{parts.hostname}: {type(error).__name__}") from None
    finally:
        too_long.cancel()
        connection.close()


def _cut(connection: HTTPConnection) -> None:
    """Ends a connection whose other side does not come to an end."""
    if connection.sock is not None:
        with suppress(OSError):
            connection.sock.shutdown(socket.SHUT_RDWR)
