"""Whether somebody may act and speak on this site (boomtown.site.banned, boomtown.site.muted)."""

from __future__ import annotations

from boomtown.core.errors import Refusal, Refused
from boomtown.store.moderation import Moderation


class Conduct:
    """One visitor, by address and, where known, by person. Asked at every act."""

    def __init__(self, moderation: Moderation, person: str | None, origin: str) -> None:
        self._moderation = moderation
        self._person = person
        self._origin = origin

    def act(self) -> None:
        """Refuses whoever is banned."""
        if self._moderation.is_banned(self._person, self._origin):
            raise Refused(Refusal("boomtown.site.banned"))

    def speak(self) -> None:
        """Refuses whoever is banned or muted."""
        self.act()
        if self._moderation.is_muted(self._person, self._origin):
            raise Refused(Refusal("boomtown.site.muted"))
