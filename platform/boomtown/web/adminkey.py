"""The operator's secret: ``admin.key`` in the data folder, made when it is first asked for."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

NAME = "admin.key"
KEY_BYTES = 24


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
