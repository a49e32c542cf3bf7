"""Web Push as the standards say: encryption (RFC 8291) and who sends it (VAPID, RFC 8292).

The primitives are those of ``cryptography``. What the standards put together from them is little,
and the libraries that do it bring two HTTP clients of their own.
"""

from __future__ import annotations

import base64
import binascii
import secrets
from hashlib import sha256
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from msgspec import Struct

from boomtown.core.errors import BoomtownError

CURVE = ec.SECP256R1()
POINT, SECRET, SALT = 65, 16, 16
"""Bytes of a public key, of a browser's secret, of the salt of a message."""
RECORD = 4096
PADDED = 2048
"""Bytes to which every message is filled up: its length tells nothing."""
LAST_RECORD = b"\x02"
TOKEN_SECONDS = 12 * 60 * 60
"""How long a push service may believe that a message is ours; a day at most."""


class BadKeys(BoomtownError):
    """What a browser has sent are no keys."""


class BrowserKeys(Struct, frozen=True):
    """With what a browser decrypts: its public key and a secret."""

    p256dh: str
    auth: str

    def checked(self) -> BrowserKeys:
        """These keys, if they are some."""
        try:
            fits = len(unpacked(self.auth)) == SECRET and len(unpacked(self.p256dh)) == POINT
            _public(unpacked(self.p256dh))
        except ValueError:
            fits = False
        if not fits:
            raise BadKeys("keys of a browser: a point of P-256 and 16 bytes, in base64url")
        return self


def packed(data: bytes) -> str:
    """Base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unpacked(text: str) -> bytes:
    """What ``packed`` has packed."""
    try:
        raw = text.encode("ascii")
        return base64.b64decode(raw + b"=" * (-len(raw) % 4), altchars=b"-_", validate=True)
    except (UnicodeEncodeError, binascii.Error) as error:
        raise ValueError(str(error)) from None


def new_key() -> str:
    """A private key for a site."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return packed(number.to_bytes(32, "big"))


def key_of(private: str) -> ec.EllipticCurvePrivateKey:
    """A private key as it was stored."""
    return ec.derive_private_key(int.from_bytes(unpacked(private), "big"), CURVE)


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public half of a key, uncompressed."""
    return key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def _public(point: bytes) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)


def derived(shared: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """HKDF with SHA-256."""
    return HKDF(hashes.SHA256(), length, salt, info).derive(shared)


def encrypted(
    text: bytes,
    browser: BrowserKeys,
    *,
    padded: int = PADDED,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """A message that only one browser can read, as one record of aes128gcm (RFC 8188).

    Key and salt are new for every message; only tests bring their own.
    """
    key = key or ec.generate_private_key(CURVE)
    salt = salt or secrets.token_bytes(SALT)
    theirs, ours = unpacked(browser.p256dh), point_of(key)
    shared = key.exchange(ec.ECDH(), _public(theirs))
    info = b"WebPush: info\0" + theirs + ours
    secret = derived(shared, unpacked(browser.auth), info, 32)
    content_key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    filled = (text + LAST_RECORD).ljust(padded, b"\0")
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + AESGCM(content_key).encrypt(nonce, filled, None)


def signed_by(private: str, endpoint: str, contact: str, at: int) -> str:
    """What tells a push service who sends: the header ``Authorization`` (RFC 8292).

    ``at`` is in milliseconds; ``contact`` is an address of mail or of a page, or nothing.
    """
    key, parts = key_of(private), urlsplit(endpoint)
    claims: dict[str, object] = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": at // 1000 + TOKEN_SECONDS,
    }
    if contact:
        claims["sub"] = contact
    head = msgspec.json.encode({"typ": "JWT", "alg": "ES256"})
    said = f"{packed(head)}.{packed(msgspec.json.encode(claims))}"
    r, s = decode_dss_signature(key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
    signature = r.to_bytes(32, "big") + s.to_bytes(32, "big")
    return f"vapid t={said}.{packed(signature)}, k={packed(point_of(key))}"


def topic_of(about: str) -> str:
    """A name for what a message is about: a later one replaces it where it waits (RFC 8030)."""
    return packed(sha256(about.encode()).digest())[:32]
