"""Several processes share the tests, and tell everything that one would tell."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HELPERS = Path(__file__).parent / "helpers"
CONFTEST = f"""
import sys
sys.path.insert(0, {str(HELPERS)!r})
import pytest
from processes import Processes

def pytest_configure(config):
    config.pluginmanager.register(Processes(2, lambda nodeid: nodeid.partition("[")[0]))

@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    yield []
    (tmp_path_factory.getbasetemp().parent / "torn_down").touch()
"""
READY = f"""
import sys
sys.path.insert(0, {str(HELPERS)!r})
from rewriting import Rewriting

def pytest_configure(config):
    rewriting = Rewriting(config)
    rewriting.process.join()
    for file in config.rootpath.rglob("test_*.pyc"):
        print("ready:", file.name)
"""
TESTS = """
import os
import pytest

def test_fine(): pass

def test_wrong():
    print("said before")
    assert 1 == 2, "so wrong"

@pytest.mark.skip(reason="not today")
def test_left_out(): pass

@pytest.mark.parametrize("number", range(5))
def test_one_after_the_other(shared, number):
    shared.append(number)
    assert shared == list(range(number + 1))
"""


def run(folder: Path, tests: str, conftest: str = CONFTEST) -> subprocess.CompletedProcess[str]:
    (folder / "conftest.py").write_text(conftest)
    (folder / "test_some.py").write_text(tests)
    (folder / "pytest.ini").write_text("[pytest]\n")
    parts = ("-p", "no:cacheprovider", "-p", "no:boomtown", "-p", "no:hypothesispytest")
    command = [sys.executable, "-m", "pytest", "-rs", *parts, f"--basetemp={folder}/temp", "."]
    kept = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": ""}
    return subprocess.run(
        command, cwd=folder, env=kept, capture_output=True, text=True, check=False
    )


def test_they_tell_what_passed_what_failed_and_what_was_left_out(tmp_path: Path) -> None:
    ran = run(tmp_path, TESTS)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "1 failed, 6 passed, 1 skipped" in ran.stdout
    for part in ("so wrong", "said before", "not today"):
        assert part in ran.stdout
    assert (tmp_path / "torn_down").exists()


def test_a_test_that_ends_its_process_is_named(tmp_path: Path) -> None:
    ran = run(tmp_path, "import os\n\ndef test_the_end(): os._exit(7)\n")
    assert ran.returncode != 0
    assert "test_the_end ended its process with 7" in ran.stdout + ran.stderr


def test_files_that_another_process_got_ready_still_tell_what_was_compared(tmp_path: Path) -> None:
    ran = run(tmp_path, "def test_wrong():\n    one = 1\n    assert one == 2\n", READY)
    assert "ready: test_some." in ran.stdout, ran.stdout + ran.stderr
    assert "assert 1 == 2" in ran.stdout
