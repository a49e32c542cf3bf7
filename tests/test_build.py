"""Pure Python and compiled modules: which runs, and that both play the same."""

import hashlib
import importlib
import json
import os
import pkgutil
import sys
from collections.abc import Callable, Iterator
from enum import Enum
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType

import pytest
from tools.fast.natives import is_open
from tools.fast.sources import modules_of

from boomtown import BUILD
from boomtown.build import PURE, Build, choose
from boomtown.core.options import Options
from commands import run

ROOT = Path(__file__).parent.parent
STAYS = (Options, Exception, Enum)
"""What a compiled build leaves as it is."""
RUN = ("__main__", "gunicorn_conf", "wsgi")
BOTH = ("bang_dice", "boomtown", "cash_n_guns", "shadows_west")


@pytest.fixture
def overlay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A toy package in an installation that has a compiled edition of it."""
    (tmp_path / "ranch").mkdir()
    (tmp_path / "ranch" / "__init__.py").touch()
    (tmp_path / "ranch" / "cows.py").write_text("COWS = 'source'")
    home = tmp_path / "boomtown_fast"
    (home / "lib").mkdir(parents=True)
    (home / "__init__.py").touch()
    (home / "lib" / "cows.py").write_text("COWS = 'compiled'")
    hash = hashlib.sha256((tmp_path / "ranch" / "cows.py").read_bytes()).hexdigest()
    ranch = {"modules": {"ranch.cows": "lib/cows.py"}, "sources": {"cows.py": hash}}
    packages = {"boomtown": {"modules": {}, "sources": {}}, "ranch": ranch}
    manifest = {"suffix": EXTENSION_SUFFIXES[0], "runtime": {}, "packages": packages}
    (home / "manifest.json").write_text(json.dumps(manifest))
    monkeypatch.delenv(PURE, raising=False)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "meta_path", sys.meta_path.copy())
    return tmp_path


def cows() -> str:
    """Which edition is imported."""
    from ranch.cows import COWS  # type: ignore[import-not-found]  # it is made by the fixture

    del sys.modules["ranch.cows"], sys.modules["ranch"]
    return str(COWS)


def test_compiled_modules_are_found_before_the_sources(overlay: Path) -> None:
    build = choose()
    assert build == Build(("boomtown", "ranch"))
    assert build.kind == "compiled"
    assert cows() == "compiled"


def touched(overlay: Path) -> None:
    (overlay / "ranch" / "cows.py").write_text("COWS = 'source' ")


def removed(overlay: Path) -> None:
    (overlay / "ranch" / "cows.py").rename(overlay / "ranch" / "oxen.py")


@pytest.mark.parametrize("change", [touched, removed])
def test_a_changed_source_is_never_replaced(overlay: Path, change: Callable[[Path], None]) -> None:
    change(overlay)
    build = choose()
    assert build == Build(("boomtown",), ("ranch",))
    assert build.kind == "partly"
    assert "changed since they were compiled: ranch" in str(build)
    if change is touched:
        assert cows() == "source"


def test_the_environment_can_ask_for_the_sources(
    overlay: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PURE, "1")
    build = choose()
    assert build == Build(forced=True)
    assert build.kind == "pure"
    assert cows() == "source"


def test_what_was_made_for_another_python_is_left_alone(overlay: Path) -> None:
    path = overlay / "boomtown_fast" / "manifest.json"
    manifest = json.loads(path.read_text())
    path.write_text(json.dumps(manifest | {"suffix": ".cpython-27.so"}))
    assert choose() == Build()


def test_a_damaged_manifest_is_no_compiled_build(overlay: Path) -> None:
    (overlay / "boomtown_fast" / "manifest.json").write_text("{")
    assert choose() == Build()


def test_a_package_that_runs_already_stays_as_it_is(
    overlay: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ranch.cows", sys)
    assert choose() == Build(("boomtown",))


def ours(package: str) -> Iterator[ModuleType]:
    """All modules of a package, imported, but for those that are run."""
    home = importlib.import_module(package)
    for one in pkgutil.walk_packages(home.__path__, f"{package}."):
        if not one.name.endswith(RUN):
            yield importlib.import_module(one.name)


def test_what_interpreted_classes_derive_from_is_open_to_them() -> None:
    """Compiled classes refuse all others that derive from them, unless the build is told."""
    compiled = {name for package in BOTH for name in modules_of(package)}
    shut = [
        f"{kind.__module__}.{kind.__name__} from {base.__module__}.{base.__name__}"
        for package in BOTH
        for module in ours(package)
        if module.__name__ not in compiled
        for kind in vars(module).values()
        if isinstance(kind, type) and kind.__module__ == module.__name__
        for base in kind.__bases__
        if base.__module__ in compiled and not is_open(base) and not issubclass(base, STAYS)
    ]
    assert shut == []


# --- the compiled build itself, where `make fast` has made one ------------------------------------


def python(*words: str, pure: bool = False) -> str:
    """What a Python of this environment prints, with or without compiled modules."""
    variables = {"PYTHONPATH": os.pathsep.join(sys.path), PURE: "1" if pure else ""}
    return run(sys.executable, *words, cwd=ROOT, **variables)


@pytest.fixture(scope="module")
def compiled() -> None:
    """Skips where there is no compiled build; a stale one is nobody's business here."""
    made = "import boomtown; print(*sorted(boomtown.BUILD.compiled))"
    if python("-c", made).split() != list(BOTH):
        pytest.skip("no compiled build of these sources: make fast")


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize(
    "decisions", [2_000, pytest.param(100_000, marks=[pytest.mark.soak, pytest.mark.timeout(3600)])]
)
def test_both_builds_play_the_same(decisions: int) -> None:
    pure, fast = (
        json.loads(python("-m", "digest", str(decisions), pure=pure)) for pure in (True, False)
    )
    assert (pure["compiled"], sorted(fast["compiled"])) == ([], list(BOTH))
    assert pure["hash"] == fast["hash"]


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize(
    "tests",
    [
        ["tests/playthroughs", "tests/core"],
        pytest.param(
            ["tests/conformance", *(f"tests/{game}" for game in BOTH if game != "boomtown")],
            marks=[pytest.mark.soak, pytest.mark.timeout(3600)],
        ),
    ],
)
def test_the_same_tests_pass_on_the_compiled_build(tests: list[str]) -> None:
    python("-m", "pytest", "-q", "-x", "-m", "not soak", "-p", "no:cacheprovider", *tests)


FIRST = """
import bang_dice
from boomtown import BUILD
from boomtown.core.codec import codec_of

assert "boomtown" in BUILD.compiled
assert "bang_dice" not in BUILD.compiled
codec_of(bang_dice.GAME)
tags = {step.__tag__ for step in bang_dice.GAME.steps}
assert len(tags) == len(bang_dice.GAME.steps)
"""


@pytest.mark.usefixtures("compiled")
def test_a_game_that_is_imported_before_the_core_runs_from_its_sources() -> None:
    python("-c", FIRST)


INTERRUPTED = """
import ctypes, threading, time
from boomtown import BUILD
from boomtown.core import Chance
assert BUILD.compiled
caught = []

def loop():
    try:
        Chance.seeded(1).rolls([1, 2, 3], 10**12)
    except TimeoutError:
        caught.append(True)

thread = threading.Thread(target=loop)
thread.start()
time.sleep(0.1)
stop = ctypes.py_object(TimeoutError)
ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), stop)
thread.join()
assert caught
"""


@pytest.mark.usefixtures("compiled")
def test_a_compiled_loop_can_be_interrupted() -> None:
    python("-c", INTERRUPTED)


def test_this_process_runs_what_it_says() -> None:
    import boomtown.core.match

    source = str(boomtown.core.match.__file__).endswith(".py")
    assert source is ("boomtown" not in BUILD.compiled)
