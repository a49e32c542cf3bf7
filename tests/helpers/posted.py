"""Local servers that take what the site sends by itself: requests, and mail."""

from __future__ import annotations

import socketserver
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import TypeVar

Server = TypeVar("Server", bound=socketserver.BaseServer)


class Box(HTTPServer):
    """Takes requests, and answers as it is told to."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 201
        self.headers: dict[str, str] = {}
        super().__init__(("127.0.0.1", 0), _Taking)

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server_port}"


class _Taking(BaseHTTPRequestHandler):
    server: Box

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.taken.append((self.path, dict(self.headers), body))
        self.send_response(self.server.status)
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Quietly."""


class MailBox(socketserver.TCPServer):
    """Just enough of SMTP (RFC 5321) to be handed mail."""

    allow_reuse_address = True

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.unknown: set[str] = set()
        """Addresses that nobody has."""
        super().__init__(("127.0.0.1", 0), _Handed)

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"smtp://127.0.0.1:{self.server_address[1]}"


class _Handed(socketserver.StreamRequestHandler):
    server: MailBox

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())

    def handle(self) -> None:
        self._say("220 mailbox")
        while line := self.rfile.readline().decode().strip():
            verb = line.split()[0].upper()
            if verb == "DATA":
                self._say("354 go on")
                lines = []
                while (one := self.rfile.readline()) != b".\r\n":
                    lines.append(one)
                mail = message_from_bytes(b"".join(lines), policy=policy.default)
                assert isinstance(mail, EmailMessage)
                self.server.mails.append(mail)
            elif verb == "RCPT" and any(one in line for one in self.server.unknown):
                self._say("550 nobody")
                continue
            self._say("221 bye" if verb == "QUIT" else "250 fine")
            if verb == "QUIT":
                return


@contextmanager
def served(server: Server) -> Iterator[Server]:
    """A server for as long as it is needed."""
    thread = Thread(target=lambda: server.serve_forever(0.01), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
