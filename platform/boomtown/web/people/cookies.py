"""The signed cookie of a visitor, which a wall clock that is put back does not spoil."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer


class PatientSigner(TimestampSigner):
    """Whoever was signed in the future is let in: the clock was wrong then, or is now."""

    def unsign(
        self, value: str | bytes, max_age: int | None = None, return_timestamp: bool = False
    ) -> Any:  # one value or two, as in TimestampSigner
        text, signed = super().unsign(value, return_timestamp=True)
        if max_age is not None and self._age(signed) > max_age:
            raise SignatureExpired("too old", payload=text, date_signed=signed)
        return (text, signed) if return_timestamp else text

    def _age(self, signed: datetime) -> int:
        return self.get_timestamp() - int(signed.timestamp())


class PatientSessions(SecureCookieSessionInterface):
    """Flask's own cookies, signed as above."""

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = PatientSigner
        return serializer
