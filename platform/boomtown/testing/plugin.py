"""The pytest plugin: the mark for rules. Installed with Boomtown, for authors of games too."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Makes ``@pytest.mark.rule("game.chapter.rule")`` known."""
    config.addinivalue_line("markers", "rule(*ids): the rules that this test reads out")
