"""Clients down to the bytes: HTTP with a short patience, and a WebSocket that can misbehave."""

from __future__ import annotations

import http.client
import json
import os
import re
import socket
from collections.abc import Mapping
from html import unescape
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode

from boomtown.web.sockets.frames import (
    CLOSE,
    CONTINUATION,
    FINAL,
    MASKED,
    PING,
    PONG,
    TEXT,
    unmasked,
)

HOST = "127.0.0.1"
PATIENCE = 12.0
TOKEN = re.compile(r'name="csrf_token" value="([^"]*)"')


class Lost(Exception):
    """The other side is gone, or says nothing."""


class Failed(Exception):
    """The server answered that it could not: what became of the request is not known."""


class NotNow(Exception):
    """The server refused, and nothing has changed."""


def request(
    port: int, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
) -> tuple[http.client.HTTPResponse, bytes]:
    """One request on a connection of its own."""
    connection = http.client.HTTPConnection(HOST, port, timeout=PATIENCE)
    try:
        connection.request(method, path, body, dict(headers))
        response = connection.getresponse()
        told = response.read()
    except (OSError, http.client.HTTPException) as error:
        raise Lost(str(error)) from None
    finally:
        connection.close()
    if response.status >= 500:
        raise Failed(f"{method} {path}: {response.status}")
    return response, told


def call(port: int, path: str, body: object = None, token: str = "") -> Any:
    """One request to the API."""
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    response, told = request(port, "GET" if data is None else "POST", path, data, headers)
    if response.status >= 400:
        raise NotNow(f"{path}: {response.status} {told[:200]!r}")
    try:
        return json.loads(told)
    except ValueError:
        raise Lost("half an answer") from None


class Person:
    """Somebody with a cookie, who fills in forms without any script."""

    def __init__(self, port: int, name: str) -> None:
        self._cookies = SimpleCookie()
        self._token = ""
        self.page(port, "/me")
        self.post(port, "/me", {"name": name})
        self.page(port, "/me")  # whoever gets a name gets another cookie

    def page(self, port: int, path: str) -> str:
        """Reads a page."""
        response, told = request(port, "GET", path, None, self._headers())
        self._remember(response)
        text = told.decode(errors="replace")
        if response.status >= 400 or "</html>" not in text:
            raise Lost(f"{path}: {response.status}")
        if found := TOKEN.search(text):
            self._token = unescape(found[1])
        return text

    def post(self, port: int, path: str, fields: Mapping[str, Any]) -> None:
        """Sends a form; returns when the site has taken it."""
        form = urlencode({"csrf_token": self._token, **fields}, doseq=True).encode()
        headers = {**self._headers(), "Content-Type": "application/x-www-form-urlencoded"}
        response, _ = request(port, "POST", path, form, headers)
        self._remember(response)
        if response.status >= 400:
            raise NotNow(f"{path}: {response.status}")

    def _headers(self) -> dict[str, str]:
        told = "; ".join(f"{name}={one.coded_value}" for name, one in self._cookies.items())
        return {"Cookie": told} if told else {}

    def _remember(self, response: http.client.HTTPResponse) -> None:
        for line in response.headers.get_all("Set-Cookie", []):
            self._cookies.load(line)


class Socket:
    """A WebSocket. Messages can be sent in pieces."""

    def __init__(self, port: int, path: str, token: str) -> None:
        try:
            self._socket = socket.create_connection((HOST, port), PATIENCE)
        except OSError as error:
            raise Lost(str(error)) from None
        self._rest = b""
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {HOST}:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version: 13",
            f"Authorization: Bearer {token}",
        ]
        try:
            self._shake_hands("\r\n".join([*lines, "", ""]).encode())
        except (Lost, TimeoutError) as error:
            self.close()
            raise Lost(str(error)) from None

    def _shake_hands(self, wish: bytes) -> None:
        self._write(wish)
        while b"\r\n\r\n" not in self._rest:
            self._read()
        head, _, self._rest = self._rest.partition(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n", 1)[0]:
            raise Lost(head[:60].decode(errors="replace"))

    def send(self, order: object, pieces: int = 1) -> None:
        """Sends a message, perhaps in several frames with a ping in between."""
        text = json.dumps(order).encode()
        size = max(1, -(-len(text) // pieces))
        parts = [text[at : at + size] for at in range(0, len(text), size)]
        data = b""
        for place, part in enumerate(parts):
            last = FINAL if place == len(parts) - 1 else 0
            data += masked(last | (CONTINUATION if place else TEXT), part)
            if not last:
                data += masked(FINAL | PING, b"?")
        self._write(data)

    def hear(self, seconds: float) -> Any:
        """The next message as data; None if none came in time."""
        while True:
            found = self._cut()
            if found is None:
                self._socket.settimeout(seconds)
                try:
                    self._read()
                except TimeoutError:
                    return None
                continue
            opcode, payload = found
            if opcode == TEXT:
                return json.loads(payload)
            if opcode == PING:
                self._write(masked(FINAL | PONG, payload))
            elif opcode == CLOSE:
                raise Lost(f"closed: {payload[2:].decode(errors='replace')}")

    def close(self) -> None:
        """Goes away without a word."""
        self._socket.close()

    def _cut(self) -> tuple[int, bytes] | None:
        """The first whole frame of what has come in."""
        data = self._rest
        if len(data) < 2:
            return None
        size, at = data[1], 2
        if size >= 126:
            at = 4 if size == 126 else 10
            size = int.from_bytes(data[2:at], "big")
        if len(data) < at + size:
            return None
        self._rest = data[at + size :]
        return data[0] & 0x0F, data[at : at + size]

    def _read(self) -> None:
        try:
            data = self._socket.recv(1 << 16)
        except TimeoutError:
            raise
        except OSError as error:
            raise Lost(str(error)) from None
        if not data:
            raise Lost("the server has closed the connection")
        self._rest += data

    def _write(self, data: bytes) -> None:
        try:
            self._socket.sendall(data)
        except OSError as error:
            raise Lost(str(error)) from None


def masked(head: int, payload: bytes) -> bytes:
    """A frame as a client sends it."""
    mask = os.urandom(4)
    size = len(payload)
    length = bytes((MASKED | size,)) if size < 126 else bytes((MASKED | 126,))
    if size >= 126:
        length += size.to_bytes(2, "big")
    return bytes((head,)) + length + mask + unmasked(payload, mask)
