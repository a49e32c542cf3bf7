"""Notices in words, whether they are still true, and the links that stop them."""

from __future__ import annotations

from collections.abc import Callable

from itsdangerous import BadSignature, URLSafeSerializer

from boomtown.store.notices import Channel, Kind, Notice, address_hash
from boomtown.store.people import Player
from boomtown.store.tables import Phase
from boomtown.web.notices.carriers import Letter
from boomtown.web.notices.crier import moment_of
from boomtown.web.settings import Settings
from boomtown.web.site import Site
from boomtown.web.tables.lobby import is_waited_for, title_of
from boomtown.web.words import site_wording

STOP, CONFIRM, NEVER = "stop notices", "confirm mail", "never ask"
"""What a signed link is for."""
TEXTS = {
    Kind.TURN: "notices.tell.turn",
    Kind.START: "notices.tell.start",
    Kind.REMATCH: "notices.tell.rematch",
    Kind.REMINDER: "notices.tell.reminder",
}


def still(site: Site, notice: Notice) -> bool:
    """Whether somebody still needs to be told."""
    player = notice.channel.player
    if notice.kind is Kind.CONFIRM:
        return not notice.channel.confirmed
    room = site.rooms.get(notice.table)
    if room is None or site.presence.is_open(notice.table, player):
        return False
    with room.lock:
        place, live = room.table.seat_of(player), room.live
        if notice.kind is Kind.REMATCH:
            return place is None and room.table.phase is Phase.OPEN
        if live is None or place is None or place.away or room.table.phase is not Phase.PLAYING:
            return False
        waited = is_waited_for(room, live, place.number)
        if notice.kind is Kind.START:
            return live.id == notice.about and not waited  # else it is told whose turn it is
        return moment_of(live) == notice.about and waited


def letter_for(site: Site, notice: Notice) -> Letter | None:
    """A notice in the language of whoever reads it; None if they are gone."""
    player = site.people.get(notice.channel.player)
    if player is None:
        return None
    say = site_wording(player.language).say
    if notice.kind is Kind.CONFIRM:
        return _question(site, notice, player, say)
    title = title_of(notice.game, player.language)
    return Letter(
        kind=notice.kind,
        game=notice.game,
        table=notice.table,
        title=f"{title} · Boomtown",
        text=say(TEXTS[notice.kind], game=title, table=notice.table),
        path=f"/t/{notice.table}",
        stop=stop_path(site.settings, player.id),
        stop_text=say("notices.stop"),
        name=player.name,
    )


def _question(site: Site, notice: Notice, player: Player, say: Callable[[str], str]) -> Letter:
    """Whether they want to be called at this address."""
    return Letter(
        kind=notice.kind,
        game="",
        table="",
        title=say("notices.mail.subject"),
        text=say("notices.mail.text"),
        path=confirm_path(site.settings, notice.channel),
        stop=never_path(site.settings, notice.channel),
        stop_text=say("notices.stop"),
        name=player.name,
    )


def stop_path(settings: Settings, player: str) -> str:
    """Where whoever has the link stops the notices of somebody."""
    return f"/notices/stop/{_seal(settings, STOP).dumps(player)}"


def confirm_path(settings: Settings, channel: Channel) -> str:
    """Where whoever reads a mail says that they want more of them."""
    return f"/notices/confirm/{_seal(settings, CONFIRM).dumps(channel.id)}"


def never_path(settings: Settings, channel: Channel) -> str:
    """Where whoever reads a mail says that they want no other one, whoever names their address."""
    return f"/notices/stop/{_seal(settings, NEVER).dumps(address_hash(channel.address))}"


def opened(settings: Settings, purpose: str, token: str) -> str | None:
    """What a signed link names; None if it is not one of ours."""
    try:
        return str(_seal(settings, purpose).loads(token))
    except BadSignature:
        return None


def _seal(settings: Settings, purpose: str) -> URLSafeSerializer:
    return URLSafeSerializer([*reversed(settings.old_secrets), settings.secret], salt=purpose)
