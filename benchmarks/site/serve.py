"""Starting a server on a core of its own, and asking it for things over HTTP."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .wire import HOST

START_SECONDS = 30.0
TICKS = os.sysconf("SC_CLK_TCK")
SERVER_CORE = 0
DRIVER_CORE = 1


def free_port() -> int:
    with socket.socket() as one:
        one.bind((HOST, 0))
        port: int = one.getsockname()[1]
        return port


class Server:
    """A process with its children, all on one core."""

    def __init__(
        self,
        command: Sequence[str],
        port: int,
        env: Mapping[str, str],
        folder: Path,
        log: Path,
        core: int = SERVER_CORE,
    ) -> None:
        self.port = port
        with log.open("wb") as out:
            self._process = subprocess.Popen(
                ["taskset", "--cpu-list", str(core), *command],
                env={**os.environ, **env},
                cwd=folder,
                stdout=out,
                stderr=subprocess.STDOUT,
            )
        self._await(log)

    def _await(self, log: Path) -> None:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and self._process.poll() is None:
            try:
                # A port may be open before anybody is there to answer.
                self._exchange("GET", "/", None, {})
                return
            except (OSError, http.client.HTTPException):
                # The second where the port was nobody's, and the system gave it to this very
                # connection: it talks to itself.
                time.sleep(0.05)
        self.stop()
        raise RuntimeError(f"the server did not start:\n{log.read_text(errors='replace')}")

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(START_SECONDS)

    def cpu_seconds(self) -> float:
        """User and system time of the process and its children."""
        return sum(_ticks(process) for process in _family(self._process.pid)) / TICKS

    def request(
        self,
        method: str,
        path: str,
        body: str | None,
        headers: Mapping[str, str],
        source: str = HOST,
    ) -> tuple[http.client.HTTPResponse, str]:
        """Asks the server for something; an error of HTTP is one here."""
        response, text = self._exchange(method, path, body, headers, source)
        if response.status >= 400:
            raise RuntimeError(f"{method} {path}: {response.status} {text}")
        return response, text

    def _exchange(
        self,
        method: str,
        path: str,
        body: str | None,
        headers: Mapping[str, str],
        source: str = HOST,
    ) -> tuple[http.client.HTTPResponse, str]:
        connection = http.client.HTTPConnection(
            HOST, self.port, timeout=START_SECONDS, source_address=(source, 0)
        )
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            return response, response.read().decode(errors="replace")
        finally:
            connection.close()

    def post(
        self,
        path: str,
        body: object,
        headers: Mapping[str, str] | None = None,
        source: str = HOST,
    ) -> Any:
        """Posts JSON and gives the JSON that comes back."""
        sent = {"Content-Type": "application/json", **(headers or {})}
        return json.loads(self.request("POST", path, json.dumps(body), sent, source)[1])

    def memory(self) -> dict[str, int]:
        """Kibibytes that each of its processes holds in memory, by what it does and its number."""
        family = _family(self._process.pid)
        return {
            f"{_role(process, family)} {process}": resident
            for process in family
            if (resident := _resident(process))
        }


def _family(process: int) -> list[int]:
    """A process and those that it has started, as far as they are still there."""
    children = _told(process, f"task/{process}/children").split()
    return [process, *(one for child in children for one in _family(int(child)))]


def _told(process: int, file: str) -> str:
    """What the system says of a process; nothing if it has ended."""
    try:
        return Path(f"/proc/{process}/{file}").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def _role(process: int, family: Sequence[int]) -> str:
    command = _told(process, "cmdline")
    for name, warm_up in (("bots", "installed_games"), ("replays", "dear:warm_up")):
        if warm_up in command:
            return name
    return "master" if process == family[0] else "web"


def _resident(process: int) -> int:
    for line in _told(process, "status").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


def _ticks(process: int) -> int:
    # The name of the program stands in brackets and may hold anything, so count from behind it.
    fields = _told(process, "stat").rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12]) if fields else 0
