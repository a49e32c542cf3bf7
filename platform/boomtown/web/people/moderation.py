"""Requests of those who are banned or muted are turned away here; sockets ask by themselves."""

from __future__ import annotations

from flask import request

from boomtown.web.api.callers import token_player
from boomtown.web.site import conduct_of, current_player

READS = {"GET", "HEAD", "OPTIONS"}
SPEAKING = {"tables.say", "api.say"}
HARMLESS = {"people.change_language", "people.change_theme"}
"""What changes nothing for anybody else."""
OPERATOR = "admin"


def turn_away_banned() -> None:
    """Whoever is banned may look and read, but not act; whoever is muted may not speak."""
    if (
        request.method in READS
        or request.endpoint in HARMLESS
        or request.blueprint in (None, OPERATOR)
    ):
        return
    if request.blueprint == "api":
        person = token_player()
    else:
        player = current_player()
        person = None if player is None else player.id
    conduct = conduct_of(person)
    if request.endpoint in SPEAKING:
        conduct.speak()
    else:
        conduct.act()
