"""The files in deploy/: they name what is there, and work as far as a test machine can tell."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import ssl
import subprocess
import sys
import tomllib
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from packaging.requirements import Requirement

from boomtown.cli import boomtown
from boomtown.web.settings import Settings
from clients import Program, call
from databases import new_database
from sites import Server, eventually, free_port
from variables import VARIABLE, read_by_the_code

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("boomtown*.service"))
FOR_EVERYBODY = {"BOOMTOWN_DATA", "BOOMTOWN_BIND", "BOOMTOWN_URL", "BOOMTOWN_PROXIES"}


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def instructions() -> list[tuple[str, str]]:
    """The lines of the Containerfile: the word in front, and the rest."""
    lines = re.sub(
        r"\\\n\s*", "", re.sub(r"^#.*\n", "", text(DEPLOY / "Containerfile"), flags=re.M)
    )
    return [
        (word, rest)
        for word, _, rest in (line.partition(" ") for line in lines.splitlines() if line)
    ]


def locked(path: Path) -> dict[str, set[str]]:
    """Every pin of a lock, with its hashes."""
    blocks = re.findall(r"^(\S+==[^ \n]+)(.*(?:\n +.*)*)", text(path), re.MULTILINE)
    return {pin: set(re.findall(r"sha256:(\w+)", rest)) for pin, rest in blocks}


def compose() -> dict[str, Any]:
    read = yaml.safe_load(text(DEPLOY / "compose.yaml"))
    assert isinstance(read, dict)
    return read


def example_settings() -> dict[str, str]:
    lines = text(DEPLOY / "boomtown.env.example").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


class TestSettings:
    def test_whatever_deploy_names_is_read_by_the_code(self) -> None:
        for path in sorted(DEPLOY.iterdir()):
            assert set(VARIABLE.findall(text(path))) <= read_by_the_code(), path.name

    def test_the_example_can_be_read_by_the_site(self, tmp_path: Path) -> None:
        example = example_settings()
        assert example.keys() >= FOR_EVERYBODY
        settings = Settings.from_environment(example | {"BOOMTOWN_DATA": str(tmp_path)})
        assert settings.proxies == 1
        assert settings.secure_cookies

    def test_nothing_secret_is_written_down(self) -> None:
        for path in sorted(DEPLOY.iterdir()):
            for value in re.findall(r"(?:PASSWORD|SECRET)(?:=|: )(\S+)", text(path)):
                assert re.fullmatch(r"\.\.\.|\$\{[A-Z_]+:\?\}", value), (path.name, value)


class TestUnits:
    @pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
    def test_the_command_is_one_that_boomtown_has(
        self, unit: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name, value in example_settings().items():
            monkeypatch.setenv(name, value)
        [start] = re.findall(r"^ExecStart=(.*)$", text(unit), re.MULTILINE)
        words = shlex.split(start.replace("%%", "%"))
        if words[0] == "/bin/sh":
            words = shlex.split(words[2].removeprefix("exec "))
        assert words[0] == "/opt/boomtown/bin/boomtown"
        command = boomtown.commands[words[1]]
        assert command.make_context(words[1], words[2:], parent=click.Context(boomtown))

    def test_service_and_backup_see_the_same_data(self) -> None:
        folder = example_settings()["BOOMTOWN_DATA"]
        for unit in UNITS:
            [state] = re.findall(r"^StateDirectory=(.*)$", text(unit), re.MULTILINE)
            assert folder in [f"/var/lib/{name}" for name in state.split()]
            assert "EnvironmentFile=/etc/boomtown/boomtown.env" in text(unit)
            assert "User=boomtown\n" in text(unit)

    @pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd")
    def test_systemd_reads_them_without_a_complaint_and_finds_little_exposed(
        self, tmp_path: Path
    ) -> None:
        units = []
        for path in [*UNITS, DEPLOY / "boomtown-backup.timer"]:
            here = tmp_path / path.name  # with a command that is there
            here.write_text(text(path).replace("/opt/boomtown/bin/boomtown", "/bin/true"))
            units.append(here)
        ran = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True
        )
        assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
        for unit in units[:-1]:
            ran = subprocess.run(
                ["systemd-analyze", "security", "--offline=true", "--threshold=20", unit],
                capture_output=True,
                text=True,
            )
            assert ran.returncode == 0, ran.stdout[-200:] + ran.stderr


class TestContainer:
    def test_what_is_copied_is_there_and_not_ignored(self) -> None:
        let_in = {
            line[1:]
            for line in text(DEPLOY / "Containerfile.dockerignore").split()
            if line[0] == "!"
        }
        copied = set()
        for word, rest in instructions():
            if word == "COPY" and not rest.startswith("--from"):
                copied |= set(rest.split()[:-1])
        assert copied == let_in
        for name in copied:
            assert (ROOT / name).exists(), name

    def test_it_is_nobody_in_particular_and_says_how_it_is(self) -> None:
        told = dict(instructions())  # of each kind the last one counts
        assert told["USER"] == "boomtown"
        assert told["VOLUME"] == "/data"
        assert "/healthz" in told["HEALTHCHECK"]
        assert "BOOMTOWN_DATA=/data" in told["ENV"]
        command = yaml.safe_load(told["CMD"])
        assert command[0] == "boomtown"
        assert boomtown.commands[command[1]]

    @pytest.mark.parametrize("name", ["requirements.lock", "build.lock"])
    def test_its_locks_are_parts_of_the_whole_one(self, name: str) -> None:
        """`make lock` writes them together."""
        whole, part = locked(ROOT / "requirements.lock"), locked(DEPLOY / name)
        assert part
        for package, hashes in part.items():
            assert whole[package] == hashes, package

    def test_its_lock_holds_what_a_site_needs(self) -> None:
        project = tomllib.loads(text(ROOT / "pyproject.toml"))["project"]
        wanted = project["dependencies"] + project["optional-dependencies"]["postgres"]
        pinned = {package.split("==")[0] for package in locked(DEPLOY / "requirements.lock")}
        assert {Requirement(one).name for one in wanted} <= pinned

    @pytest.mark.soak
    def test_its_steps_install_a_site_that_starts(self, tmp_path: Path) -> None:
        """The steps of the first stage, in a folder instead of a container."""
        source, wheels, place = tmp_path / "src", tmp_path / "wheels", tmp_path / "boomtown"
        source.mkdir()
        clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        clean["PATH"] = f"{tmp_path / 'base' / 'bin'}:{clean['PATH']}"
        subprocess.run([sys.executable, "-m", "venv", tmp_path / "base"], check=True, env=clean)
        for word, rest in instructions()[1:]:
            if word == "FROM":
                break
            if word == "COPY":
                (source / "deploy").mkdir(exist_ok=True)
                for name in rest.split()[:-1]:
                    copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
                    copy(ROOT / name, source / name)
            elif word == "RUN":
                step = rest.replace("/wheels", str(wheels)).replace("/opt/boomtown", str(place))
                subprocess.run(["sh", "-euc", step], cwd=source, env=clean, check=True)
        listed = subprocess.run(
            [place / "bin" / "pip", "list", "--format=freeze"],
            env=clean,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        assert "psycopg-binary==" in listed
        assert "pytest==" not in listed
        games = subprocess.run(
            [place / "bin" / "boomtown", "games"],
            env=clean,
            capture_output=True,
            text=True,
            check=True,
        )
        assert "Cash" in games.stdout


class TestCompose:
    def test_two_web_processes_share_a_database_and_a_key(self) -> None:
        services = compose()["services"]
        one, two = services["web1"], services["web2"]
        assert one["environment"] == two["environment"]
        assert one["environment"].keys() >= {"BOOMTOWN_DATABASE", "BOOMTOWN_SECRET"}
        assert one["environment"]["BOOMTOWN_PROXIES"] == example_settings()["BOOMTOWN_PROXIES"]
        assert one["volumes"] != two["volumes"]
        assert (DEPLOY / one["build"]["context"] / one["build"]["dockerfile"]).is_file()
        assert services["caddy"]["environment"]["UPSTREAMS"] == "web1:8000 web2:8000"

    def test_only_caddy_is_reached_from_outside(self) -> None:
        read = compose()
        assert [name for name, one in read["services"].items() if "ports" in one] == ["caddy"]
        assert read["services"]["database"]["networks"] == ["inside"]
        assert read["networks"]["inside"] == {"internal": True}

    def test_every_volume_and_file_is_there(self) -> None:
        read = compose()
        for service in read["services"].values():
            for volume in service["volumes"]:
                source = volume.split(":")[0]
                there = (
                    (DEPLOY / source).exists() if source[0] == "." else source in read["volumes"]
                )
                assert there, source


def test_the_operators_command_brings_the_settings_of_the_site(tmp_path: Path) -> None:
    (tmp_path / "env").write_text("BOOMTOWN_DATA=/somewhere\nBOOMTOWN_SECRET='new old'\n")
    script = text(DEPLOY / "boomtown.sh").replace("/etc/boomtown/boomtown.env", f"{tmp_path}/env")
    become = "setpriv --reuid boomtown --regid boomtown --clear-groups /opt/boomtown/bin/boomtown"
    assert become in script
    show = 'printf "%s,%s,%s" "$BOOMTOWN_DATA" "$BOOMTOWN_SECRET"'
    (tmp_path / "script").write_text(script.replace(f"exec {become}", show))
    ran = subprocess.run(
        ["sh", tmp_path / "script", "admin"], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "/somewhere,new old,admin"


@contextmanager
def caddy_before(folder: Path, port: int, *upstreams: str) -> Iterator[str]:
    """Caddy with our file, and a certificate that it makes itself; where it listens."""
    own = "{\n\tadmin off\n\tskip_install_trust\n\thttp_port %d\n}\nimport %s\n"
    (folder / "Caddyfile").write_text(own % (free_port(), DEPLOY / "Caddyfile"))
    surroundings = {
        "SITE": f"https://localhost:{port}",
        "UPSTREAMS": " ".join(upstreams),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    with (folder / "caddy.log").open("w") as log:
        process = subprocess.Popen(command, env=os.environ | surroundings, stderr=log)
    try:
        root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        eventually(root.is_file, "Caddy has made no certificate")
        url = f"https://localhost:{port}"

        def answers() -> bool:
            try:
                trusting = ssl.create_default_context(cafile=root)
                with urllib.request.urlopen(url + "/credits", context=trusting, timeout=5):
                    return True
            except OSError:
                return False

        eventually(answers, "Caddy does not answer")
        yield url
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)


@pytest.mark.skipif(not shutil.which("caddy"), reason="needs caddy")
class TestCaddy:
    def test_the_file_is_valid(self, tmp_path: Path) -> None:
        ran = subprocess.run(
            ["caddy", "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile"],
            env=os.environ | {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
            capture_output=True,
            text=True,
        )
        assert ran.returncode == 0, ran.stderr

    @pytest.mark.soak
    def test_two_processes_behind_it_are_one_site_and_one_may_die(
        self, tmp_path: Path, postgres_server: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        port = free_port()
        settings = example_settings() | {
            "BOOMTOWN_URL": f"https://localhost:{port}",
            "BOOMTOWN_DATABASE": new_database(postgres_server),
            "BOOMTOWN_SECRET": "shared",
        }
        for name in ("BOOMTOWN_DATA", "BOOMTOWN_BIND"):
            del settings[name]  # the server of the tests brings its own
        with ExitStack() as stack:
            servers = [Server(tmp_path / f"{number}", **settings) for number in range(2)]
            for server in servers:
                stack.callback(server.stop)
            places = [f"127.0.0.1:{server.port}" for server in servers]
            url = stack.enter_context(caddy_before(tmp_path, port, *places))
            root = tmp_path / "caddy" / "pki" / "authorities" / "local" / "root.crt"
            monkeypatch.setenv("SSL_CERT_FILE", str(root))
            made = call(f"{url}/api/tables", {"game": "bang_dice", "seats": 4, "name": "Ann"})
            seats = [
                call(f"{url}/api/tables/{made['code']}/seats", {"name": name}, made["token"])
                for name in ("Ann", "Bob", "Cyd", "Dee")
            ]
            call(f"{url}/api/tables/{made['code']}/start", {}, made["token"])

            def everybody() -> list[Program]:
                programs = [Program(url, made["code"], one["token"], "1") for one in seats]
                for program in programs:
                    program.hear()
                return programs

            programs = everybody()
            played_on(programs)
            number = programs[0].number
            for program in programs:
                program.close()
            servers[0].kill()
            programs = everybody()
            assert programs[0].number >= number
            played_on(programs)
            assert programs[0].number > number
            for program in programs:
                program.close()
            with urllib.request.urlopen(url, timeout=30) as page:
                assert page.headers["Set-Cookie"].startswith("__Host-boomtown=")
                assert "max-age=31536000" in page.headers["Strict-Transport-Security"]
            for hidden in ("/metrics", "/admin", "/admin/tables"):
                with pytest.raises(urllib.error.HTTPError, match="404"):
                    urllib.request.urlopen(url + hidden, timeout=30)


def played_on(programs: list[Program], answers: int = 8) -> None:
    """Some answers, each heard of by everybody."""
    for _ in range(answers):
        number = programs[0].number
        while not (asked := [one for one in programs if one.question is not None]):
            assert programs[0].hear() is not None
        asked[0].answer()
        while not all(one.number > number for one in programs):
            assert min(programs, key=lambda one: one.number).hear() is not None
