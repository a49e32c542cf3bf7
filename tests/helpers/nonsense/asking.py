"""Bad requests: for pages, for forms and for the API."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any

from boomtown.core import Chance
from nonsense.judge import Judge
from nonsense.making import FIELDS, HUGE, Nonsense, dumped, quoted
from nonsense.recipes import FORM, JSON, QUERY, Draft, doors, drafted, path_of
from nonsense.town import Town

FILE = "multipart/form-data"
TYPES = (
    *(JSON, f"{JSON}; charset=utf-16", FORM, f"{FORM}; charset=nonsense", f"{FILE}; boundary=x"),
    *(FILE, "text/plain", "", "application/xml", "x" * 300, "/;=", "multipart/mixed; boundary="),
)
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW", "get", "*")
HEADERS = (
    *("Accept", "Accept-Language", "Cookie", "Range", "If-Modified-Since", "If-None-Match", "Host"),
    *("Origin", "Referer", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Upgrade"),
    *("Authorization", "User-Agent", "Forwarded", "Sec-WebSocket-Key", "X-CSRFToken", "Connection"),
    *("If-Range", "Accept-Encoding", "Content-Encoding", "Expect", "Content-Length"),
)
CREDENTIALS = (
    *("Bearer", "Bearer ", "Bearer x", "Basic Og==", "Basic !", "Digest username=", "bearer\t\t"),
    *("Bearer " + "A" * 3000, "Negotiate", "=", "Bearer a b c", "Basic //////", "Bearer \xff"),
)
MULTIPART = (
    b"--x\r\n\r\n",
    b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\nhi',
    b'--x\r\nContent-Disposition: form-data; name="file"; filename="\xff\x00"\r\n\r\n{}\r\n--x--',
    b"--x\r\nContent-Disposition: form-data\r\n\r\n\r\n--x--\r\n",
    b"--x" * 400,
    b"--y\r\n\r\n--y--",
)
GIANT = {FORM: b"text=" + b"x" * 300_000, JSON: b'{"text": "' + b"x" * 60_000 + b'"}'}
NOT_TRIED = {"health.ready"}
"""Nobody has opened the house of these towns, and it says so; the wire tries it."""


class Asking:
    """Sends bad requests to a town."""

    def __init__(self, town: Town, judge: Judge, seed: object) -> None:
        self._town = town
        self._judge = judge
        self._make = Nonsense(Chance.seeded("asking", seed), town.known)
        rules = [
            rule
            for rule in town.app.url_map.iter_rules()
            if not rule.websocket and rule.endpoint not in NOT_TRIED
        ]
        self._doors = doors(rules)
        self._always: dict[str, Callable[[Draft], None]] = {
            "query": self._query,
            "header": self._header,
            "credentials": self._credentials,
            "method": self._method,
        }
        self._of_body: dict[str, Callable[[Draft], None]] = {
            "field": self._field,
            "value": self._value,
            "bytes": self._bytes,
            "type": self._type,
            "token of a form": self._guard,
        }

    def turn(self) -> None:
        """One request."""
        make = self._make
        draft = drafted(self._town, make, make.one(self._doors), make.one(self._town.facts.places))
        if not make.luck(6):  # a page around the error takes longest
            draft.headers["Accept"] = JSON
        ways = self._ways(draft)
        for _ in range(1 + (make.size(2) if make.luck(3) else 0)):
            make.one(ways)(draft)
        share = "API" if draft.rule.rule.startswith("/api/") else "pages and forms"
        if draft.spoilt:
            send(self._town, self._judge, draft, f"{share}, {draft.spoilt[0]}")

    def _ways(self, draft: Draft) -> list[Callable[[Draft], None]]:
        """What can be spoilt about a request; what is worth more stands there more often."""
        ways = list(self._always.values())
        if draft.parts:
            ways += [self._path] * 3
        if draft.fields is not None:
            ways += [*self._of_body.values()] + [self._field] * 5
            ways.remove(self._value)
        elif draft.json is not None:
            ways += [self._value] * 6 + [self._bytes] * 2 + [self._type]
        return ways

    # --- the address and the head -----------------------------------------------------------------

    def _path(self, draft: Draft) -> None:
        name = self._make.one(list(draft.parts))
        draft.parts[name] = self._make.nasty()
        if self._make.luck(12):
            draft.path = path_of(draft.rule, draft.parts) + self._make.one(("/", "//", "/x", "%2e"))
        draft.spoil("path")

    def _query(self, draft: Draft) -> None:
        name = self._make.one(FIELDS if self._make.luck(4) else list(QUERY))
        draft.query |= {name: self._make.nasty()}
        draft.spoil("query")

    def _header(self, draft: Draft) -> None:
        value = self._make.nasty().encode("utf-8", "surrogatepass").decode("latin-1")
        draft.headers[self._make.one(HEADERS)] = value.replace("\r", "").replace("\n", "")
        draft.spoil("header")

    def _credentials(self, draft: Draft) -> None:
        make, places = self._make, self._town.facts.places
        match make.size(4):
            case 0:
                draft.headers["Authorization"] = make.one(CREDENTIALS)
                draft.cookie = "boomtown=" + make.raw(60).decode("latin-1").replace(";", "")
                draft.spoil("credentials")
            case 1:
                draft.cookie = draft.cookie[: -1 - make.size(8)] + "x"
                draft.token = draft.token[:-1] + "x"
                draft.spoil("credentials")
            case 2:
                draft.cookie = draft.token = ""
                draft.spoil("credentials", certain=False)
            case 3:
                other = make.one(places)
                draft.token = draft.token and other.host_token
                draft.cookie = draft.cookie and self._town.cookie(make.one(other.players))
                draft.spoil("credentials", certain=False)
            case _:
                stranger = self._town.cookie(make.one(self._town.facts.strangers))
                draft.cookie = draft.cookie and stranger
                draft.token = draft.token and "nobody's"
                draft.spoil("credentials", certain=False)

    def _method(self, draft: Draft) -> None:
        draft.method = self._make.one(METHODS)
        allowed = draft.rule.methods or {"GET"}
        if draft.method not in allowed:
            draft.spoil("method")

    # --- the body ---------------------------------------------------------------------------------

    def _field(self, draft: Draft) -> None:
        make, fields = self._make, draft.fields
        assert fields is not None
        name = make.one(list(fields) if fields and not make.luck(6) else FIELDS)
        if name in fields and make.luck(6):
            del fields[name]
            draft.spoil("field", certain=False)
        elif make.luck(4):
            fields[name] = make.one(make.known)
            draft.spoil("field", certain=False)
        else:
            fields[name] = make.one(HUGE) if make.luck(30) else make.nasty()
            draft.spoil("field")

    def _value(self, draft: Draft) -> None:
        make = self._make
        draft.json = make.bent(draft.json)
        if make.luck(12):
            draft.json = {**draft.json, make.nasty(): 1} if isinstance(draft.json, dict) else [1]
        draft.spoil("value", certain=False)

    def _bytes(self, draft: Draft) -> None:
        make = self._make
        if make.luck(20):
            draft.body = GIANT[FORM if draft.fields is not None else JSON]
        elif draft.fields is not None:
            draft.body = make.rewired(form_body(draft.fields))
        else:
            draft.body = make.broken(dumped(draft.json))
        draft.spoil("bytes")

    def _type(self, draft: Draft) -> None:
        usual, draft.kind = draft.kind, self._make.one(TYPES)
        if draft.kind.startswith(FILE):
            draft.body = self._make.one(MULTIPART)
        if draft.kind != usual:
            draft.spoil("type of the body")

    def _guard(self, draft: Draft) -> None:
        assert draft.fields is not None
        draft.guarded = True
        if not self._make.luck(3):
            draft.fields["csrf_token"] = self._make.nasty()
        draft.spoil("token of a form")


def form_body(fields: dict[str, str]) -> bytes:
    """Fields as a browser sends them."""
    return "&".join(f"{quoted(name)}={quoted(value)}" for name, value in fields.items()).encode()


def send(town: Town, judge: Judge, draft: Draft, kind: str) -> int:
    """Sends a request through the whole application, and has it judged; what was answered."""
    town.app.config["WTF_CSRF_ENABLED"] = draft.guarded
    environ = environment(draft)
    status: list[str] = []
    try:
        list(run_wsgi(town.app, environ, status))
    except Exception as error:  # whatever it is, somebody would have seen a 500
        judge.crashed(error)
    code = int(status[-1][:3]) if status else 599
    if draft.rule.endpoint.startswith("people.") and code < 400:
        town.forget_cookies()
    what = {name: value for name, value in environ.items() if name[0] in "RPQHC"}
    what["body"] = environ["wsgi.input"].getvalue()[:600]
    door = f"{draft.rule.rule} ({draft.rule.endpoint})"
    judge.judge(kind, door, what, code=code, certain=draft.certain)
    return code


def run_wsgi(app: Any, environ: dict[str, Any], status: list[str]) -> Iterator[bytes]:
    """Runs an application as a server does: what it answers, and with which status."""
    answer = app(environ, lambda line, _headers, _error=None: status.append(line))
    try:
        yield from answer
    finally:
        if hasattr(answer, "close"):
            answer.close()


def environment(draft: Draft) -> dict[str, Any]:
    """A request as a server hands it on."""
    path = path_of(draft.rule, draft.parts) if draft.path is None else draft.path
    body = draft.body
    if body is None and draft.fields is not None:
        body = form_body(draft.fields)
    elif body is None:
        body = b"" if draft.json is None else dumped(draft.json)
    pairs = draft.query.items()
    environ: dict[str, Any] = {
        "REQUEST_METHOD": draft.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": path.encode("utf-8", "surrogatepass").decode("latin-1"),
        "QUERY_STRING": "&".join(f"{quoted(name)}={quoted(value)}" for name, value in pairs),
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "192.0.2.1",
        "HTTP_HOST": "localhost",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
        "wsgi.input_terminated": True,
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    if body or draft.kind:
        environ |= {"CONTENT_TYPE": draft.kind, "CONTENT_LENGTH": str(len(body))}
    if draft.cookie:
        environ["HTTP_COOKIE"] = draft.cookie
    if draft.token:
        environ["HTTP_AUTHORIZATION"] = f"Bearer {draft.token}"
    for name, value in draft.headers.items():
        key = name.upper().replace("-", "_")
        environ[key if key == "CONTENT_LENGTH" else f"HTTP_{key}"] = value
    return environ
