"""The command line: ``boomtown games``, ``play``, ``simulate``, ``check`` and the rest."""

from boomtown.cli.commands import boomtown, main

__all__ = ["boomtown", "main"]
