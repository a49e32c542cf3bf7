"""Whether a site is set up sensibly: what ``boomtown serve`` warns of, and ``boomtown doctor``."""

from __future__ import annotations

import resource
from collections.abc import Iterator, Mapping
from enum import StrEnum
from ipaddress import ip_address
from pathlib import Path

from msgspec import Struct

FILES_WANTED = 4096
"""Open files for a few thousand tables; every open page is one."""
FILES_NEEDED = 512
MEMORY_WANTED = 256 << 20
SHORT_SECRET = 32


class Level(StrEnum):
    """How bad it is."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


class Finding(Struct, frozen=True):
    """What was looked at, how it is, and what to do about it."""

    about: str
    level: Level
    text: str
    todo: str = ""


def ok(about: str, text: str) -> Finding:
    """All is well."""
    return Finding(about, Level.OK, text)


def warn(about: str, text: str, todo: str) -> Finding:
    """It works, but not for long or not for everybody."""
    return Finding(about, Level.WARN, text, todo)


def fail(about: str, text: str, todo: str) -> Finding:
    """It does not work."""
    return Finding(about, Level.FAIL, text, todo)


def setup_findings(environment: Mapping[str, str]) -> Iterator[Finding]:
    """What the settings and this machine tell, without looking at any data."""
    yield from _address(environment)
    yield from _proxies(environment)
    yield from _secret(environment)
    yield _open_files()
    yield from _memory()


def _host(environment: Mapping[str, str]) -> str:
    bind = environment.get("BOOMTOWN_BIND", "") or "127.0.0.1:8000"
    return bind.rpartition(":")[0].strip("[]") or bind


def is_public(host: str) -> bool:
    """Whether others than this machine reach an address."""
    if host.startswith("unix") or host == "localhost":
        return False
    try:
        return not ip_address(host).is_loopback
    except ValueError:
        return True


def is_in_the_world(host: str) -> bool:
    """Whether anybody anywhere can reach an address; inside a container nobody can say."""
    try:
        return ip_address(host).is_global
    except ValueError:
        return False


def _address(environment: Mapping[str, str]) -> Iterator[Finding]:
    host, https = _host(environment), environment.get("BOOMTOWN_HTTPS") == "on"
    if not is_public(host):
        yield ok("address", f"{host}: reached from this machine, or through a proxy on it")
    elif https:
        yield ok("address", f"{host}, by HTTPS alone")
    else:
        yield warn(
            "address",
            f"{host} is open to others without HTTPS: whoever is in between reads cookies",
            "put a server with HTTPS in front, bind to 127.0.0.1, and set BOOMTOWN_HTTPS=on",
        )


def _proxies(environment: Mapping[str, str]) -> Iterator[Finding]:
    https = environment.get("BOOMTOWN_HTTPS") == "on"
    number = environment.get("BOOMTOWN_PROXIES", "0")
    if not number.isascii() or not number.isdigit():
        yield fail("proxies", f"BOOMTOWN_PROXIES={number} is no number", "set it to 0, 1, ...")
    elif https and number == "0":
        yield warn(
            "proxies",
            "HTTPS is on, but no proxy is trusted: all visitors count as one address",
            "set BOOMTOWN_PROXIES to the number of proxies in front, usually 1",
        )
    elif number != "0" and is_in_the_world(_host(environment)):
        yield warn(
            "proxies",
            f"{number} trusted, but everybody can reach the site past them and forge an address",
            "bind to an address that only the proxy reaches",
        )
    elif number == "0":
        yield ok("proxies", "none trusted; the log warns if forwarded addresses arrive anyway")
    else:
        yield ok("proxies", f"{number} trusted; nobody else may reach the site past them")


def _secret(environment: Mapping[str, str]) -> Iterator[Finding]:
    for key in environment.get("BOOMTOWN_SECRET", "").split():
        if len(key) < SHORT_SECRET:
            yield fail(
                "key",
                f"BOOMTOWN_SECRET has a key of {len(key)} letters: cookies can be forged",
                "make one: python -c 'import secrets; print(secrets.token_hex(32))'",
            )


def _open_files() -> Finding:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    text = f"{soft} may be open at once"
    if soft == resource.RLIM_INFINITY or soft >= FILES_WANTED:
        return ok("open files", text)
    todo = f"raise the limit to {FILES_WANTED} or more (systemd: LimitNOFILE; ulimit -n {hard})"
    return (fail if soft < FILES_NEEDED else warn)("open files", f"only {text}", todo)


def _memory() -> Iterator[Finding]:
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:  # elsewhere than on Linux
        return
    sizes = {
        name: int(rest.split()[0]) << 10 for name, _, rest in (x.partition(":") for x in lines)
    }
    free = sizes.get("MemAvailable", 0)
    text = f"{free >> 20} MB of memory available"
    if free >= MEMORY_WANTED:
        yield ok("memory", text)
    else:
        yield warn("memory", f"only {text}", "close something else, or get more")
