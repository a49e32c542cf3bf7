"""Web Push as the standards say, and which addresses the site calls."""

from __future__ import annotations

import socket
import socketserver
from threading import Event
from typing import Any

import msgspec
import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from boomtown.web.notices.push import (
    CURVE,
    BadKeys,
    BrowserKeys,
    encrypted,
    key_of,
    new_key,
    packed,
    point_of,
    signed_by,
    unpacked,
)
from boomtown.web.notices.wire import (
    NotPublic,
    Unreachable,
    checked_endpoint,
    post_anywhere,
    post_public,
)
from posted import served
from pushed import Browser

UA_PUBLIC = (
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
)
ANSWER = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
    "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_standard_is_encrypted_as_it_says() -> None:
    """RFC 8291, section 5 and appendix A."""
    sent = encrypted(
        b"When I grow up, I want to be a watermelon",
        BrowserKeys(UA_PUBLIC, "BTBZMqHH6r4Tts7J_aSIgg"),
        padded=0,
        key=key_of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        salt=unpacked("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert packed(sent) == ANSWER


def test_only_the_browser_reads_a_message_and_its_length_tells_nothing() -> None:
    browser, other = Browser(), Browser()
    short, long = encrypted(b"turn", browser.keys), encrypted(b"r" * 900, browser.keys)
    assert (browser.read(short), browser.read(long)) == (b"turn", b"r" * 900)
    assert len(short) == len(long) <= 4096
    assert short != encrypted(b"turn", browser.keys)
    with pytest.raises(InvalidTag):
        other.read(short)


def test_a_push_service_can_check_who_sends() -> None:
    """RFC 8292: an ES256 token for the origin of the service, for less than a day."""
    private = new_key()
    header = signed_by(private, "https://push.example.org/abc", "mailto:a@example.org", 1_000_000)
    token, key = header.removeprefix("vapid t=").split(", k=")
    head, claims, signature = token.split(".")
    assert msgspec.json.decode(unpacked(head)) == {"typ": "JWT", "alg": "ES256"}
    told: dict[str, Any] = msgspec.json.decode(unpacked(claims))
    assert told["aud"] == "https://push.example.org"
    assert told["sub"] == "mailto:a@example.org"
    assert 1000 < told["exp"] <= 1000 + 24 * 60 * 60
    assert unpacked(key) == point_of(key_of(private))
    raw = unpacked(signature)
    whole = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unpacked(key))
    public.verify(whole, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


@pytest.mark.parametrize(
    "keys",
    [
        BrowserKeys("", ""),
        BrowserKeys("ключ", "AAAAAAAAAAAAAAAAAAAAAA"),
        BrowserKeys(packed(b"\x04" + bytes(64)), packed(bytes(16))),
        BrowserKeys(UA_PUBLIC, packed(bytes(15))),
        BrowserKeys(UA_PUBLIC[:-1], packed(bytes(16))),
    ],
)
def test_what_are_no_keys_is_refused(keys: BrowserKeys) -> None:
    with pytest.raises(BadKeys):
        keys.checked()


@pytest.mark.parametrize(
    "url",
    [
        "",
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com:99999999/x",
        "https://fcm.googleapis.com@evil.example/x",
        "https://notfcm.googleapis.com.evil.example/x",
        "https://evilpush.apple.com/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://fcm.googleapis.com/x\r\nHost: evil",
        "https://fcm.googleapis.com/" + "x" * 2000,
        "https://[",
    ],
)
def test_only_push_services_are_called(url: str) -> None:
    with pytest.raises(NotPublic):
        checked_endpoint(url)


def test_an_operator_may_name_more_of_them() -> None:
    assert checked_endpoint("https://push.example.org/x", ("example.org",))
    assert checked_endpoint("https://anything.example/x", ("*",))


@pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fd00::1"])
def test_a_public_name_of_a_private_address_is_not_called(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr(socket, "create_connection", lambda *_: pytest.fail("it was called"))
    with pytest.raises(NotPublic):
        post_public("https://push.example.org/x", {}, b"")


def test_a_service_that_never_comes_to_an_end_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """A byte at a time is always in time; all of it is not."""
    monkeypatch.setattr("boomtown.web.notices.wire.WHOLE", 0.2)
    ended = Event()

    class Trickle(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            while not ended.wait(0.01):
                self.wfile.write(b"H")

    with served(socketserver.TCPServer(("127.0.0.1", 0), Trickle)) as server:
        try:
            with pytest.raises(Unreachable):
                post_anywhere(f"http://127.0.0.1:{server.server_address[1]}", {}, b"")
        finally:
            ended.set()
