"""The modules that are compiled; the build writes them down here."""

COMPILED: frozenset[str] = frozenset()
