"""The operator's secret, ``admin.key`` in the data folder, and who is in with it.

``boomtown admin secret`` makes it. Whoever knows it gets a cookie for an hour; a new secret makes
the old one and its cookies worthless.
"""

from __future__ import annotations

import hmac
import os
import secrets
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

from itsdangerous import BadSignature, TimestampSigner

NAME = "admin.key"
KEY_BYTES = 24
COOKIE = "boomtown_admin"
COOKIE_SECONDS = 60 * 60
MOST_TRIES, TRY_SECONDS = 5, 300
"""Wrong secrets from one address, in so many seconds; four times as many from everywhere."""


def admin_key(data: Path) -> bytes | None:
    """The secret; None before anybody has asked for one."""
    try:
        return (data / NAME).read_bytes().strip() or None
    except FileNotFoundError:
        return None


def make_admin_key(data: Path) -> bytes:
    """A new secret; whoever came in with the one before is out."""
    key = secrets.token_urlsafe(KEY_BYTES).encode()
    part = data / f"{NAME}.{secrets.token_hex(4)}"
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(key + b"\n")
            file.flush()
            os.fsync(file.fileno())
        part.replace(data / NAME)
    except OSError:
        part.unlink(missing_ok=True)
        raise
    return key


def is_admin_key(data: Path, given: str) -> bool:
    """Whether somebody knows the secret."""
    key = admin_key(data)
    return key is not None and hmac.compare_digest(given.strip().encode(), key)


class Door:
    """Lets the operator in, and keeps those out who guess."""

    def __init__(
        self, data: Path, secret: bytes, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._data = data
        self._secret = secret
        self._clock = clock
        self._wrong: deque[tuple[float, str]] = deque()

    def cookie(self) -> str:
        """What shows for an hour that somebody knew the secret."""
        signer = self._signer()
        assert signer is not None, "the secret was known"
        return signer.sign("operator").decode()

    def knows(self, cookie: str) -> bool:
        """Whether a cookie still counts."""
        signer = self._signer()
        if signer is None:
            return False
        try:
            return signer.unsign(cookie, max_age=COOKIE_SECONDS) == b"operator"
        except BadSignature:
            return False

    def is_shut(self, address: str) -> bool:
        """Whether too many wrong secrets have come lately."""
        while self._wrong and self._clock() - self._wrong[0][0] >= TRY_SECONDS:
            self._wrong.popleft()
        here = sum(one == address for _, one in self._wrong)
        return here >= MOST_TRIES or len(self._wrong) >= 4 * MOST_TRIES

    def try_secret(self, given: str, address: str) -> bool:
        """Whether it is the secret; a wrong one is remembered."""
        if is_admin_key(self._data, given):
            return True
        self._wrong.append((self._clock(), address))
        return False

    def _signer(self) -> TimestampSigner | None:
        """Signs with both keys: a new secret of either kind ends all visits."""
        key = admin_key(self._data)
        return None if key is None else TimestampSigner(self._secret + key, salt="web.admin")
