"""``/metrics``: what the processes of this machine count, as Prometheus reads it.

Each sample carries the process that counted it. With several web processes each leaves its numbers
in the data folder every few seconds, and whichever is asked tells them all; its own are of this
moment. The text format is plain enough to be written here: a library would bring locks to the
hot path, which gevent and the journal's threads do not share.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

import msgspec
from msgspec import Struct

from boomtown import tally
from boomtown.web.site import Site

METRICS = "metrics"
"""The name by which the application keeps them."""
TYPE = "text/plain; version=0.0.4; charset=utf-8"
SHARE_SECONDS = 5.0
STALE_SECONDS = 30.0
"""Numbers of another process that are older are not told."""


class Sample(Struct, frozen=True, array_like=True):
    """One number."""

    name: str
    value: float
    labels: dict[str, str] = {}


class Family(Struct, frozen=True, array_like=True):
    """Numbers of one kind."""

    name: str
    kind: str
    help: str
    samples: list[Sample]


def counted() -> list[Family]:
    """What this process has counted so far."""
    return [
        _of_counter(family) if isinstance(family, tally.Counter) else _of_histogram(family)
        for family in tally.FAMILIES
    ]


def _of_counter(family: tally.Counter) -> Family:
    samples = [
        Sample(family.name, value, dict(zip(family.labels, labels, strict=True)))
        for labels, value in list(family.values.items())
    ]
    return Family(family.name, family.kind, family.help, samples)


def _of_histogram(family: tally.Histogram) -> Family:
    samples, below = [], 0
    for end, number in zip([*map(str, tally.SECONDS), "+Inf"], family.ranges, strict=True):
        below += number
        samples.append(Sample(f"{family.name}_bucket", below, {"le": end}))
    samples.append(Sample(f"{family.name}_sum", family.sum))
    samples.append(Sample(f"{family.name}_count", below))
    return Family(family.name, family.kind, family.help, samples)


def standing(site: Site) -> list[Family]:
    """How this process stands right now."""
    bots, work = site.house.bots, site.work.numbers()
    numbers = {
        "boomtown_up": (1, "Whether the process is alive."),
        "boomtown_rooms": (len(site.rooms), "Tables in memory."),
        "boomtown_sockets": (len(site.sockets), "Open WebSockets."),
        "boomtown_bots_waiting": (bots.waiting, "Thoughts of bots that wait for a worker."),
        "boomtown_bots_running": (bots.running, "Thoughts of bots that are under way."),
        "boomtown_bots_failed": (bots.failed, "Thoughts of bots that came to nothing."),
        "boomtown_bots_killed": (bots.killed, "Workers that were ended over a thought."),
        "boomtown_work_waiting": (work.waiting, "Replays and proofs that wait for a worker."),
        "boomtown_work_running": (work.running, "Replays and proofs that are under way."),
        "boomtown_work_failed": (work.failed, "Replays and proofs that came to nothing."),
        "boomtown_work_killed": (work.killed, "Workers that were ended over one of them."),
        **_process(),
    }
    return [_gauge(name, value, help) for name, (value, help) in numbers.items()]


def _process() -> dict[str, tuple[float, str]]:
    """What the system knows of this process, under the names that Prometheus uses."""
    found: dict[str, tuple[float, str]] = {}
    with suppress(OSError):  # elsewhere than on Linux
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        resident = pages * os.sysconf("SC_PAGE_SIZE")
        found["process_resident_memory_bytes"] = (resident, "Memory in use.")
        found["process_open_fds"] = (len(os.listdir("/proc/self/fd")), "Open files and sockets.")
    return found


def _gauge(name: str, value: float, help: str) -> Family:
    return Family(name, "gauge", help, [Sample(name, value)])


def of_the_site(site: Site) -> list[Family]:
    """What is the same whichever process is asked."""
    free = shutil.disk_usage(site.settings.data).free
    parked = len(site.parked.all())
    return [
        _gauge("boomtown_disk_free_bytes", free, "Free space where the data are."),
        _gauge("boomtown_matches_parked", parked, "Matches that wait for the operator."),
    ]


class Metrics:
    """The numbers of all processes of this site on this machine."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._folder = site.settings.data / "metrics"
        self._closed = Event()

    def start(self) -> None:
        """Leaves the numbers of this process where the others find them, every few seconds."""
        if self._site.settings.processes > 1:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            Thread(target=self._share, name="metrics", daemon=True).start()

    def close(self) -> None:
        """Nobody need find them any more."""
        self._closed.set()
        self._mine().unlink(missing_ok=True)

    def text(self) -> str:
        """Everything, in Prometheus' text format."""
        by_process = {str(os.getpid()): self._own(), **self._others()}
        return written(
            [({}, of_the_site(self._site))]
            + [({"process": process}, families) for process, families in by_process.items()]
        )

    def _own(self) -> list[Family]:
        return standing(self._site) + counted()

    def _mine(self) -> Path:
        return self._folder / f"{os.getpid()}.json"

    def _share(self) -> None:
        while not self._closed.wait(SHARE_SECONDS):
            with suppress(OSError):  # a full disk is told by other numbers
                part = self._mine().with_suffix(".part")
                part.write_bytes(msgspec.json.encode(self._own()))
                part.replace(self._mine())

    def _others(self) -> dict[str, list[Family]]:
        found = {}
        for path in self._folder.glob("*.json"):
            if path == self._mine():
                continue
            with suppress(OSError, msgspec.DecodeError):  # it is just being replaced
                if time.time() - path.stat().st_mtime > STALE_SECONDS:
                    path.unlink()
                else:
                    found[path.stem] = msgspec.json.decode(path.read_bytes(), type=list[Family])
        return found


def written(parts: Iterable[tuple[Mapping[str, str], list[Family]]]) -> str:
    """Families in the text format, each with all its samples, whoever has counted them."""
    heads: dict[str, Family] = {}
    lines: dict[str, list[str]] = {}
    for more, families in parts:
        for family in families:
            heads.setdefault(family.name, family)
            told = lines.setdefault(family.name, [])
            told += [_line(sample, {**sample.labels, **more}) for sample in family.samples]
    out = []
    for name, family in heads.items():
        out += [f"# HELP {name} {family.help}", f"# TYPE {name} {family.kind}", *lines[name]]
    return "\n".join([*out, ""])


def _line(sample: Sample, labels: Mapping[str, str]) -> str:
    inside = ",".join(f'{name}="{_escaped(value)}"' for name, value in labels.items())
    named = f"{sample.name}{{{inside}}}" if inside else sample.name
    return f"{named} {_number(sample.value)}"


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
