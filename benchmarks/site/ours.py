"""This site, played by programs and by people."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode

from .load import Seat, Table, Target, Update
from .policy import GAME, OPTIONS, SEATS
from .reading import told_to_page, told_to_program
from .serve import Server, free_port
from .wire import HOST, WebSocket

TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')


class Person:
    """Somebody with a name and a cookie, who fills in forms."""

    def __init__(self, server: Server, name: str) -> None:
        self._server = server
        self._cookies = SimpleCookie()
        self._token = self._fresh_token()
        self.post("/me", {"name": name})
        self._token = self._fresh_token()  # whoever gets a name gets another cookie

    def _fresh_token(self) -> str:
        found = TOKEN.search(self._request("GET", "/me")[1])
        if found is None:
            raise RuntimeError("no form has a token")
        return found[1]

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={one.coded_value}" for name, one in self._cookies.items())

    def post(self, path: str, fields: Mapping[str, object]) -> str:
        """Sends a form; gives where the site leads to."""
        return self._request("POST", path, urlencode({"csrf_token": self._token, **fields}))[0]

    def _request(self, method: str, path: str, body: str | None = None) -> tuple[str, str]:
        headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        response, text = self._server.request(method, path, body, headers)
        for line in response.headers.get_all("Set-Cookie", []):
            self._cookies.load(line)
        return response.headers.get("Location", ""), text


class BoomtownTarget(Target):
    """The site as programs see it: one worker process on an embedded database, and JSON."""

    name = "boomtown JSON"

    def __init__(self, server: Server) -> None:
        self._server = server

    def cpu_seconds(self) -> float:
        return self._server.cpu_seconds()

    def table(self) -> Table:
        wanted = {"game": GAME, "seats": SEATS, "options": OPTIONS, "listed": True}
        made = self._server.post("/api/tables", wanted)
        table = Table(made["code"])
        path = f"/api/tables/{table.code}"
        people = [{"seat": seat, "name": f"Player {seat}"} for seat in range(SEATS)]
        keys = [self._server.post(f"{path}/seats", person)["token"] for person in people]
        self._server.post(f"{path}/start", {}, bearer(made["token"]))
        for number, key in enumerate(keys):
            socket = WebSocket(self._server.port, f"{path}/socket", bearer(key))
            table.seats.append(Seat(table, number, key, socket))
        return table

    def read(self, seat: Seat, message: bytes) -> Update | None:
        return told_to_program(seat, message)


class PageTarget(BoomtownTarget):
    """The same server as browsers see it: HTML."""

    name = "boomtown HTML"

    def __init__(self, server: Server) -> None:
        super().__init__(server)
        self._people = [Person(server, f"Player {seat}") for seat in range(SEATS)]

    def table(self) -> Table:
        host, *others = self._people
        wanted = {"game": GAME, "seats": SEATS, "listed": "true"}
        wanted |= {f"o.{name}": value for name, value in OPTIONS.items()}
        table = Table(host.post("/tables", wanted).rpartition("/")[2])
        path = f"/t/{table.code}"
        for number, person in enumerate(others, start=1):
            person.post(f"{path}/sit", {"seat": number})
        host.post(f"{path}/start", {})
        for number, person in enumerate(self._people):
            socket = WebSocket(self._server.port, f"{path}/socket", {"Cookie": person.cookie})
            table.seats.append(Seat(table, number, person.cookie, socket))
        return table

    def read(self, seat: Seat, message: bytes) -> Update | None:
        return told_to_page(seat, message)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def boomtown_server(folder: Path) -> Server:
    """The site as ``boomtown serve`` runs it, without limits on how much one client may ask."""
    port = free_port()
    program = Path(sys.executable).parent / "boomtown"
    data = str(folder / "data")
    command = [str(program), "serve", "--bind", f"{HOST}:{port}", "--data", data]
    return Server(command, port, {"BOOMTOWN_LIMITS": "off"}, folder, folder / "boomtown.log")
