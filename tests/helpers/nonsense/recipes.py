"""What each route is sent when everything is right: of this, something is spoilt."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field
from werkzeug.routing import Rule

from boomtown.core.record import plain
from boomtown.store.days import today
from nonsense.making import Nonsense
from nonsense.town import Place, Town

FORM, JSON = "application/x-www-form-urlencoded", "application/json"
POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
"""A browser's public key."""
FORM_OF: dict[str, dict[str, str]] = {
    "admin.come_in": {"secret": "open sesame"},
    "admin.act": {"do": "settle", "report": "1", "person": "", "table": "", "back": ""},
    "people.change_me": {"name": "Ann", "lang": "ru", "theme": "dark"},
    "people.change_language": {"lang": "ru", "next": "/"},
    "people.change_theme": {"theme": "dark", "next": "/games/"},
    "lab.ask": {"game": "high_noon", "seats": "2", "bots": "random", "matches": "10"},
    "tables.make": {
        "game": "high_noon",
        "seats": "2",
        "clock": "off",
        "bots": "random",
        "name": "Ann",
        "listed": "on",
        "contribution": "abc",
        "o.scenario": "bank_job",
    },
    "tables.play": {"seats": "2", "clock": "off", "bots": "random", "name": "Ann"},
    "tables.sit": {"seat": "0", "name": "Ann", "contribution": "abc"},
    "tables.clear": {"seat": "0"},
    "tables.unbot": {"seat": "0"},
    "tables.forgive": {"player": "nobody"},
    "tables.bot": {"seat": "1", "kind": "random"},
    "tables.fill": {"kind": "random"},
    "tables.say": {"text": "Draw."},
    "pairing.seek": {"game": "high_noon", "seats": "any", "clock": "any", "wait": "60"},
    "pairing.announce": {"wait": "60"},
    "friends.show": {"public": "true"},
    "friends.play_with": {"player": "nobody", "game": "high_noon"},
    "friends.part": {"player": "nobody"},
    "tables.standing": {"key": "x", "on": "true"},
    "tables.asks": {"on": "true"},
    "attending.pause": {"stop": "true"},
    "attending.nudge": {"seat": "1"},
    "attending.vote": {"seat": "1"},
    "reports.report": {"text": "Cheats.", "about": ""},
    "replays.play_on": {"seat": "a", "at": "3"},
    "dealing.play": {"name": "Ann"},
    "friends.accept": {"name": "Ann"},
    "lessons.begin": {"name": "Ann"},
    "lessons.show": {"number": "0"},
    "helping.read_hint": {"key": "x"},
    "helping.hints": {"on": "true"},
    "reviews.ask": {"seat": "a"},
    "tournaments.join": {"name": "Ann"},
    "tournaments.withdraw": {"player": "nobody"},
    "tournaments.call_off": {"table": "dusty-mule-4821"},
    "notices.change": {
        "quiet_from": "22:00",
        "quiet_until": "08:00",
        "zone": "Europe/Madrid",
        "kinds": "turn",
    },
    "notices.add_push": {
        "endpoint": "https://fcm.googleapis.com/fcm/send/abc",
        "p256dh": POINT,
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        "zone": "Europe/Madrid",
    },
    "notices.add_mail": {"address": "ann@example.org"},
    "notices.remove": {"channel": "nobody"},
    "tournaments.make": {
        "game": "high_noon",
        "seats": "2",
        "clock": "day",
        "rounds": "3",
        "missing": "bot",
        "wait": "1h",
        "title": "Friday",
        "name": "Ann",
    },
    "notices.vacation": {"days": "3"},
    "replays.verify_sent": {"text": "{}"},
}
JSON_OF: dict[str, dict[str, Any]] = {
    "api.make_a_table": {
        "game": "high_noon",
        "seats": 2,
        "options": {},
        "clock": "off",
        "listed": True,
        "name": "Ann",
    },
    "api.sit": {"name": "Ann", "seat": 1, "contribution": "abc", "invite": ""},
    "api.put_a_bot": {"seat": 1, "kind": "random"},
    "api.pause": {"stop": True},
    "api.answer": {"number": 0, "answer": [0]},
    "api.say": {"text": "Draw."},
    "tables.preview": {
        "figure": 0,
        "path": [[1, 2], [3, 4]],
        "kind": "move",
        "to": [5, 6],
        "target": 1,
        "model": "a4",
        "at": [100, 900, 0],
        "face": [1000, 529],
    },
}
QUERY = {
    "at": "1",
    "moment": "1",
    "have": "1",
    "log": "0",
    "chat": "0",
    "after": "0",
    "q": "arrow",
    "m": "ghost",
    "rule": "noon.shot.dice",
    "tongue": "ru",
    "part": "",
    "panel": "",
    "text": "",
    "seat": "a",
    "code": "dusty-mule-4821",
    "phase": "open",
    "game": "high_noon",
    "lang": "es",
    "left": "bang_dice",
    "right": "cash_n_guns",
    "games": "bang_dice",
    "show": "differences",
}
DEAR = {
    *("replays.replay", "replays.at_entry", "replays.play_on", "replays.verify", "tables.preview"),
    *("replays.story", "replays.ending", "replays.card"),
    *("compare.page", "compare.csv", "compare.json", "pages.rules", "api.get_rules", "api.docs"),
    *("api.description", "pages.plugins", "pages.game", "pages.rules_index", "examples.example"),
    *("admin.overview", "admin.act", "people.forget", "people.sign_out_others", "health.metrics"),
}
"""Endpoints that take long, or change a town at once: sent less."""
HOSTS = {"api.put_a_bot", "api.start_the_match", "api.list_kicked", "api.forgive"}
"""Endpoints for the host's token."""
OPERATOR = "admin."
KNOWN_PLACES: dict[str, tuple[str, ...]] = {
    "day": ("2026-01-01", today()),
    "name": ("first",),
    "seat": ("0", "1"),
    "at": ("0", "1"),
    "chair": ("A", "all"),
    "position": ("0", "3"),
    "rule": ("noon.shot.dice",),
    "example": ("0",),
    "chart": ("length", "share-seat"),
    "run": ("0", "1"),
    "number": ("0", "3"),
    "page": ("nobody",),
    "token": ("nobody",),
    "player": ("nobody",),
    "filename": ("tokens.css", "tables/table.css"),
}


class Draft(Struct):
    """A request before it is sent, with what was spoilt about it."""

    rule: Rule
    place: Place
    method: str
    parts: dict[str, str]
    """Of the path."""
    cookie: str = ""
    token: str = ""
    kind: str = ""
    """The type of the body."""
    fields: dict[str, str] | None = None
    """Of a form."""
    json: Any = None  # whatever a program sends
    query: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    path: str | None = None
    """Instead of the route's own."""
    body: bytes | None = None
    """Instead of fields and JSON."""
    guarded: bool = False
    """Whether forms must bring their token."""
    spoilt: list[str] = field(default_factory=list)
    certain: bool = False
    """Whether a part of it is right nowhere."""

    def spoil(self, what: str, *, certain: bool = True) -> None:
        """Notes that something is wrong with it."""
        self.spoilt.append(what)
        self.certain = self.certain or certain


def drafted(town: Town, make: Nonsense, rule: Rule, place: Place) -> Draft:
    """A request for which everything is right, as far as anybody can tell before."""
    endpoint, method = rule.endpoint, main_method(rule)
    draft = Draft(rule, place, method, filled(town, make, rule, place))
    cookie, token = actor(town, make, endpoint, place)
    if rule.rule.startswith("/api/"):
        draft.token = token
    else:
        draft.cookie = cookie
    if method == "POST":
        draft.json = json_of(town, endpoint, place)
        if draft.json is None and not draft.token:
            draft.fields = dict(form_of(town, endpoint, place))
        draft.kind = FORM if draft.json is None else JSON
    return draft


def main_method(rule: Rule) -> str:
    """What the route is there for."""
    methods = rule.methods or {"GET"}
    return next(one for one in ("POST", "DELETE", "GET") if one in methods)


def doors(rules: list[Rule]) -> list[Rule]:
    """The routes, each as often as it is to be drawn: what writes more often than what reads."""
    found: list[Rule] = []
    for rule in rules:
        often = 24 if main_method(rule) != "GET" else 8
        found += [rule] * (1 if rule.endpoint in DEAR else often)
    return found


def filled(town: Town, make: Nonsense, rule: Rule, place: Place) -> dict[str, str]:
    """The variable parts of a route's path, all right."""
    found: dict[str, str] = {}
    for name in rule.arguments:
        if name == "code":
            found[name] = place.code
        elif name == "invite":
            found[name] = place.invite
        elif name == "match" or (name == "id" and rule.rule.startswith("/matches/")):
            found[name] = place.match or make.one([p.match for p in town.facts.places if p.match])
        elif name == "id" and rule.rule.startswith("/lab/"):
            found[name] = town.study
        elif name == "id" and rule.rule.startswith("/tournaments/"):
            found[name] = make.one(town.tournaments)
        elif name == "name" and rule.rule.startswith("/docs/"):
            found[name] = make.one(("operations", "tutorial/2-an-auction", "decisions"))
        elif name == "link":
            found[name] = make.one(("nobody", town.friend_link))
        elif name in ("id", "game"):
            found[name] = place.game
        else:
            found[name] = make.one(KNOWN_PLACES[name])
    return found


def path_of(rule: Rule, parts: dict[str, str]) -> str:
    """The path of a route."""
    path = rule.rule
    for name, value in parts.items():
        for kind in ("int:", "path:", ""):
            path = path.replace(f"<{kind}{name}>", value)
    return path


def form_of(town: Town, endpoint: str, place: Place) -> dict[str, str]:
    """The fields of a route's form, all right."""
    if endpoint != "tables.answer":
        return FORM_OF.get(endpoint, {})
    asked = town.asked(town.rooms[town.facts.places.index(place)])
    if asked is None:
        return {"number": "0", "a": "0"}
    _, number, answer = asked
    return {"number": str(number)} | fields_of(plain(answer))


def fields_of(answer: Any, name: str = "a") -> dict[str, str]:
    """An answer as the fields of a form."""
    match answer:
        case dict():
            found: dict[str, str] = {}
            for key, value in answer.items():
                found |= fields_of(value, f"{name}.{key}")
            return found
        case [*numbers] if len(numbers) <= 3 and all(type(one) is int for one in numbers):
            return {f"{name}.{axis}": str(one) for axis, one in zip("xyz", numbers, strict=False)}
        case list():
            return {name: ", ".join(map(str, answer))}
    return {name: str(answer)}


def json_of(town: Town, endpoint: str, place: Place) -> dict[str, Any] | None:
    """The body of a route of the API, all right; None where there is none."""
    if endpoint == "api.answer":
        asked = town.asked(town.rooms[town.facts.places.index(place)])
        if asked is not None:
            return {"number": asked[1], "answer": plain(asked[2])}
    return JSON_OF.get(endpoint)


def actor(town: Town, make: Nonsense, endpoint: str, place: Place) -> tuple[str, str]:
    """The cookie and the token of somebody who may do it."""
    if endpoint.startswith(OPERATOR):
        return town.operator, ""
    seat = 0
    if endpoint in ("tables.answer", "api.answer"):
        asked = town.asked(town.rooms[town.facts.places.index(place)])
        seat = 0 if asked is None else int(asked[0])
    player = place.players[seat] or place.players[0]
    token = place.tokens[seat] or place.tokens[0]
    hosting = endpoint in HOSTS or (endpoint == "api.stand" and make.luck(2))
    return town.cookie(player), place.host_token if hosting else token
