"""A second process gets test files ready while the first one collects them.

In a fresh clone pytest rewrites the assertions of every file before it imports it, which takes
longer than all else. The first process takes the files in their order, the second one backwards;
what one of them has written, the other finds, and so they meet.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from multiprocessing.context import ForkProcess
from pathlib import Path

import pytest
from _pytest.assertion import rewrite


class Rewriting:
    """Begins with the collection and is over by its end."""

    def __init__(self, config: pytest.Config) -> None:
        config.pluginmanager.register(self)
        self.process = ForkProcess(target=_rewrite, args=(config, files_of(config)))
        if not sys.dont_write_bytecode:
            self.process.start()

    def pytest_collection_finish(self) -> None:
        if self.process.pid is not None:
            self.process.join()


def files_of(config: pytest.Config) -> list[Path]:
    """The test files that were asked for, the last one first."""
    asked = [config.invocation_params.dir / arg.partition("::")[0] for arg in config.args]
    files = (sorted(path.rglob("test_*.py")) if path.is_dir() else [path] for path in asked)
    return [file for some in files for file in some][::-1]


def _rewrite(config: pytest.Config, files: Sequence[Path]) -> None:
    state = config.stash[rewrite.assertstate_key]
    for file in files:
        folder = rewrite.get_cache_dir(file)
        kept = folder / (file.name.removesuffix(".py") + rewrite.PYC_TAIL)
        if rewrite._read_pyc(file, kept) is None and rewrite.try_makedirs(folder):
            source, code = rewrite._rewrite_test(file, config)
            rewrite._write_pyc(state, code, source, kept)
