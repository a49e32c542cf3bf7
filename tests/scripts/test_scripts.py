"""The unit tests of the scripts (``*.test.js`` beside this file), run by Deno."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def test_the_scripts_pass_their_own_tests() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "deno", "test", "--quiet", "--no-check", str(HERE)],
        cwd=HERE.parents[1],
        capture_output=True,
        text=True,
        check=False,
        env={"NO_COLOR": "1", "DENO_NO_UPDATE_CHECK": "1", "PATH": "", "HOME": str(Path.home())},
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "0 failed" in ran.stdout
