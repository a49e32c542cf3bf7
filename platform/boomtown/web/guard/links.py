"""Links that lead to the site from outside, and pages of other sites that lead here."""

from __future__ import annotations

from typing import Any

from flask import abort, request, url_for

from boomtown.web.guard.hosts import place_of, split
from boomtown.web.site import site


def outside_url(endpoint: str, **values: Any) -> str:  # as url_for has them
    """A link that works from outside of the site."""
    url = site().settings.url
    if not url:
        return url_for(endpoint, _external=True, **values)
    return url + url_for(endpoint, **values)


def site_url() -> str:
    """The address of the site itself, without a slash at its end."""
    return site().settings.url or request.url_root.rstrip("/")


def same_origin() -> None:
    """Refuses a socket that another site's page has opened in our visitor's name."""
    origin = request.headers.get("Origin")
    if origin is not None and not _is_ours(origin):
        abort(403)


def _is_ours(origin: str) -> bool:
    parts, here = split(origin), split(f"{request.scheme}://{request.host}")
    if parts is None or here is None:
        return False
    public = split(site().settings.url)
    places = {place_of(here)} | ({place_of(public)} if public else set())
    return place_of(parts) in places - {None}
