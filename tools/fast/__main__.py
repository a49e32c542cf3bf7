"""``python -m tools.fast``: compiles the core and the games, into this environment or a folder."""

from __future__ import annotations

import argparse
import os
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
os.environ["BOOMTOWN_PURE"] = "1"  # what is compiled is read from the sources themselves
sys.path[:0] = [str(ROOT / "platform"), str(ROOT / "games")]

from tools.fast.build import NoCompiler, build  # noqa: E402 - after the choice of the sources


def main() -> None:
    words = argparse.ArgumentParser(prog="python -m tools.fast", description=__doc__)
    usual = Path(sysconfig.get_path("platlib"))
    words.add_argument("--into", type=Path, default=usual, help="the folder for boomtown_fast")
    words.add_argument("--if-possible", action="store_true", help="no failure without a compiler")
    asked = words.parse_args()
    into: Path = asked.into
    try:
        build(into.resolve())
    except NoCompiler as error:
        print(error, file=sys.stderr)
        sys.exit(0 if asked.if_possible else 1)
    print(f"Compiled into {into / 'boomtown_fast'}.")


if __name__ == "__main__":
    main()
