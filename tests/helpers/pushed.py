"""A browser's side of Web Push: it has keys, and decrypts as the standard says."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from boomtown.web.notices.push import BrowserKeys, packed, point_of


def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """RFC 5869, for one block; written out, so that the tests do not trust the same code."""
    extracted = hmac.new(salt, secret, hashlib.sha256).digest()
    return hmac.new(extracted, info + b"\x01", hashlib.sha256).digest()[:length]


class Browser:
    """Somebody's browser."""

    def __init__(self) -> None:
        self._private = ec.generate_private_key(ec.SECP256R1())
        self._auth = secrets.token_bytes(16)
        self.point = point_of(self._private)

    @property
    def keys(self) -> BrowserKeys:
        """What it tells a site."""
        return BrowserKeys(packed(self.point), packed(self._auth))

    def read(self, body: bytes) -> bytes:
        """Decrypts a message (RFC 8188, RFC 8291)."""
        salt, record, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= record, "one record"
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self._private.exchange(ec.ECDH(), sender)
        secret = _hkdf(self._auth, shared, b"WebPush: info\0" + self.point + theirs, 32)
        key = _hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _hkdf(salt, secret, b"Content-Encoding: nonce\0", 12)
        filled = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert filled[-1:] == b"\x02", "the last record"
        return filled[:-1]
