"""Which variables of the environment the site reads."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from boomtown.web.settings import Keep, Settings

ROOT = Path(__file__).parents[2]
VARIABLE = re.compile(r"(?<![A-Z_])BOOMTOWN_[A-Z_]+")


def read_by_the_code() -> set[str]:
    """The names of all variables that the code looks up."""
    sources = (ROOT / "platform" / "boomtown").rglob("*.py")
    written = {
        name for source in sources for name in VARIABLE.findall(source.read_text(encoding="utf-8"))
    }
    return {name for name in written if name[-1] != "_"} | set(settings_read())


def settings_read() -> dict[str, str]:
    """Every variable that the settings look up, with what they take where it is not set."""
    asked: dict[str, str] = {}

    class Asked(dict[str, str]):
        def get(self, name: str, default: Any = None) -> Any:
            asked[name] = default or ""
            return super().get(name, default)

    with TemporaryDirectory() as folder:
        Settings.from_environment(Asked(BOOMTOWN_DATA=folder, BOOMTOWN_SECRET="one"))
    for name in Keep.__struct_fields__:
        asked[f"BOOMTOWN_KEEP_{name.upper()}"] = str(getattr(Keep(), name))
    return asked
