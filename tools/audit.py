"""Compares the pinned dependencies with a stored list of advisories; needs no network.

``python tools/audit.py`` fails when a version in requirements.lock is one that an advisory names,
and says how old the list is. ``python tools/audit.py --update all.zip`` writes a new list from an
export of the PyPI ecosystem of osv.dev, fetched wherever there is a network.
"""

from __future__ import annotations

import argparse
import re
import sys
import zipfile
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
STORED = ROOT / "tools" / "advisories.json"
OLD = 90
"""Days after which the list is called old."""
OSV = "osv.dev: the advisory databases of PyPA and of GitHub, both CC-BY 4.0"
PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", re.MULTILINE)


class Advisory(msgspec.Struct, frozen=True, kw_only=True):
    """One known fault: which versions of which package have it."""

    id: str
    package: str
    affected: tuple[str, ...]
    """Specifiers as in PEP 440; a version that fits any of them has the fault."""
    summary: str

    def hits(self, version: Version) -> bool:
        return any(SpecifierSet(one).contains(version, prereleases=True) for one in self.affected)


class Advisories(msgspec.Struct, frozen=True, kw_only=True):
    """The stored list."""

    date: date
    """The day up to which it knows of advisories, not the day on which it was written."""
    source: str
    covers: tuple[str, ...]
    """The packages that were looked up."""
    accepted: dict[str, str] = {}
    """Advisories that do not concern us, by id, each with the reason."""
    entries: tuple[Advisory, ...]


def pins(lock: str) -> list[tuple[str, Version]]:
    """Every pinned version, whatever the platform that it is for."""
    return [(canonicalize_name(name), Version(version)) for name, version in PIN.findall(lock)]


def audit(lock: str, known: Advisories, today: date) -> int:
    """Prints what was found; the exit code."""
    pinned = pins(lock)
    hits = [
        f"{name} {version}: {entry.id}, {entry.summary} (affected: {' or '.join(entry.affected)})"
        for name, version in pinned
        for entry in known.entries
        if entry.package == name and entry.id not in known.accepted and entry.hits(version)
    ]
    age = (today - known.date).days
    unknown = {name for name, _ in pinned} - set(known.covers)
    print(
        f"Dependency audit: {len(pinned)} pins against {len(known.entries)} advisories"
        f" up to {known.date} ({age} days old; {known.source})."
    )
    if age > OLD:
        print(f"Warning: the list is older than {OLD} days; see `python tools/audit.py --help`.")
    if unknown:
        print(f"Warning: the list was not made for {len(unknown)} of the pinned packages.")
    for hit in hits:
        print(f"VULNERABLE {hit}", file=sys.stderr)
    return 1 if hits else 0


def imported(export: Path, lock: str, accepted: dict[str, str]) -> Advisories:
    """The advisories of an export that are about pinned packages."""
    names = {name for name, _ in pins(lock)}
    entries: dict[tuple[str, str], Advisory] = {}
    newest = ""
    with zipfile.ZipFile(export) as file:
        for member in file.namelist():
            told = msgspec.json.decode(file.read(member))
            newest = max(newest, told["modified"][:10])
            if "withdrawn" in told:
                continue
            for entry in advisories_of(told):
                place = (entry.package, entry.id)
                if entry.package in names:
                    entries[place] = joined(entries.get(place), entry)
    return Advisories(
        date=date.fromisoformat(newest),
        source=OSV,
        covers=tuple(sorted(names)),
        accepted=accepted,
        entries=tuple(entry for _, entry in sorted(entries.items())),
    )


def advisories_of(told: dict[str, Any]) -> list[Advisory]:
    """What one record of OSV says, package by package; named by its CVE, so that twins meet."""
    id = next((one for one in told.get("aliases", ()) if one.startswith("CVE-")), told["id"])
    summary = told.get("summary") or told.get("details", "").strip().partition("\n")[0]
    return [
        Advisory(
            id=id,
            package=canonicalize_name(one["package"]["name"]),
            affected=specifiers(one),
            summary=summary[:120],
        )
        for one in told.get("affected", ())
        if one.get("package", {}).get("ecosystem") == "PyPI"
    ]


def joined(one: Advisory | None, other: Advisory) -> Advisory:
    """Two records of one fault: whatever either calls affected."""
    if one is None:
        return other
    both = tuple(sorted({*one.affected, *other.affected}))
    return msgspec.structs.replace(one, affected=both)


def specifiers(affected: dict[str, Any]) -> tuple[str, ...]:
    """Ranges of OSV as specifiers; single versions where it has no range."""
    found = [
        specifier
        for span in affected.get("ranges", ())
        if span["type"] == "ECOSYSTEM" and all(sane(v) for e in span["events"] for v in e.values())
        for specifier in spans(span["events"])
    ]
    return tuple(sorted({*(found or [f"=={v}" for v in affected.get("versions", ()) if sane(v)])}))


def spans(events: list[dict[str, str]]) -> list[str]:
    """A range for each version that brought the fault: up to where it ends, or without an end."""
    found = []
    for event, after in pairwise([*events, {}]):
        if "introduced" not in event:
            continue
        ends = [f"<{after['fixed']}"] if "fixed" in after else []
        ends += [f"<={after['last_affected']}"] if "last_affected" in after else []
        found.append(",".join([f">={event['introduced']}", *ends]))
    return found


def sane(version: str) -> bool:
    """Whether it is a version as PEP 440 has it; very old releases have others."""
    try:
        Version(version)
    except InvalidVersion:
        return False
    return True


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Compare requirements.lock with the stored advisories.",
        epilog="A newer list: fetch https://osv-vulnerabilities.storage.googleapis.com/PyPI/all.zip"
        " and import it with --update all.zip.",
    )
    parser.add_argument("--lock", type=Path, default=LOCK)
    parser.add_argument("--advisories", type=Path, default=STORED)
    parser.add_argument("--update", type=Path, metavar="ZIP", help="write the list anew from OSV")
    parser.add_argument("--today", type=date.fromisoformat, default=date.today())
    asked = parser.parse_args()
    lock = asked.lock.read_text(encoding="utf-8")
    known = msgspec.json.decode(asked.advisories.read_bytes(), type=Advisories)
    if asked.update:
        known = imported(asked.update, lock, known.accepted)
        text = msgspec.json.format(msgspec.json.encode(known), indent=1)
        asked.advisories.write_bytes(text + b"\n")
    return audit(lock, known, asked.today)


if __name__ == "__main__":
    sys.exit(main())
