"""Commands that tests run in processes of their own."""

import os
import subprocess
from pathlib import Path

OURS = frozenset({"PYTHONPATH", "VIRTUAL_ENV", "BOOMTOWN_PURE"})


def clean_environment() -> dict[str, str]:
    """As somebody has it who installs a wheel elsewhere."""
    return {key: value for key, value in os.environ.items() if key not in OURS}


def run(*command: str | Path, cwd: Path, **variables: str) -> str:
    """What a command prints in a clean environment with these variables; it must not fail."""
    ran = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=clean_environment() | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout
