"""A game that has changed: ``one`` is the version before, ``two`` the one after it."""
