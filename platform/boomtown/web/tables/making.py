"""What the forms share by which somebody makes a table, or looks for one."""

from __future__ import annotations

from typing import Any

from flask import abort, request
from msgspec import Struct

from boomtown.core.errors import InvalidOption, Refused
from boomtown.core.game import Game
from boomtown.plugins import UnknownGame, find_game
from boomtown.store.texts import clean_name
from boomtown.web.people.naming import rename
from boomtown.web.rooms.standing import RULE as STOPPED
from boomtown.web.rules.rule_pages import RuleLink, link_to
from boomtown.web.site import language, site, somebody
from boomtown.web.tables.table_page import plain_wording


def game_or_404(id: str) -> Game[Any, Any]:
    """An installed game."""
    try:
        return find_game(id)
    except UnknownGame:
        abort(404)


def take_name() -> None:
    """A form that sits somebody down may bring the name along."""
    name = clean_name(request.form.get("name", ""))
    if name:
        rename(site(), somebody(), name)


class Wrong(Struct, frozen=True):
    """What is wrong with a field, and the rule that says so."""

    text: str
    why: RuleLink | None = None


def what_is_wrong(game: Game[Any, Any], error: Exception) -> dict[str, Wrong]:
    """By field, what is wrong with a form."""
    if isinstance(error, Refused) and error.refusal.rule == STOPPED:
        raise error  # no form can mend that
    if isinstance(error, InvalidOption):
        return {"seats" if error.option == "seats" else f"o.{error.option}": Wrong(str(error))}
    if isinstance(error, Refused):
        told = plain_wording(game, language(), ()).refusal(error.refusal)
        field = f"o.{error.refusal.reason}" if error.refusal.reason else "options"
        return {field: Wrong(told, link_to(error.refusal.rule, language()))}
    return {"seats": Wrong(str(error))}
