"""Work in a thread of its own, under gevent: whoever waits is told how it ended."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CODE = """
from gevent import monkey
monkey.patch_all()
import resource
from boomtown.store.native import natively
resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))  # nothing can be printed
for _ in range(3):
    try:
        natively(lambda: 1 // 0)
    except ZeroDivisionError:
        continue
    raise SystemExit("nothing was raised")
raise SystemExit(natively(lambda: 7))
"""


def test_an_error_reaches_whoever_waits_even_where_nothing_can_be_printed(tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb") as log:
        done = subprocess.run([sys.executable, "-c", CODE], stderr=log, stdout=log, timeout=60)
    assert done.returncode == 7
