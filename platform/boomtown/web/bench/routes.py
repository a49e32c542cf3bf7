"""The bench of an author: whatever lies there can be looked at, changed and played on from.

These pages exist in development alone: they show every secret, and edit what nobody may edit.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    jsonify,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as Redirect

from boomtown.bots.kinds import RANDOM, answer_of, make_bot
from boomtown.core.chance import Chance, fresh_seed
from boomtown.core.errors import (
    BoomtownError,
    GameFault,
    InvalidAnswer,
    Refusal,
    Refused,
)
from boomtown.core.record import By, Record
from boomtown.core.seats import Seat
from boomtown.core.snapshot import load
from boomtown.plugins import find_game
from boomtown.testing.bench import Answered, BenchFile, Edited, Event, Exchanged, Loaded
from boomtown.testing.bench.opening import fresh, of_branch, of_example, of_record, of_text
from boomtown.testing.bench.saving import Stretch, as_example, as_lesson, as_test
from boomtown.testing.editing import InvalidEdit
from boomtown.testing.examples import examples_of
from boomtown.web.bench.page import BenchPage, Problem
from boomtown.web.bench.shelf import OWN_GAME, BenchShelf, Open
from boomtown.web.site import language, site, somebody
from boomtown.web.tables.forms import Fields, answer_from_form, from_json
from boomtown.web.tables.match_page import previewed
from boomtown.web.tables.seating import play_out_from
from boomtown.web.words import LETTERS

SHELF = "bench"
ID, AT = "B01", "/bench/<id>/<int:at>/<chair>"
bench = Blueprint("bench", __name__)


def shelf() -> BenchShelf:
    """The benches of this author."""
    found: BenchShelf | None = current_app.extensions.get(SHELF)
    if found is None:
        found = current_app.extensions[SHELF] = BenchShelf(Path(site().settings.data))
    return found


# --- what lies on it ------------------------------------------------------------------------------


@bench.get("/bench")
def index() -> str:
    """Everything that can be laid on the bench, and what lies there."""
    return _index()


@bench.post("/bench")
def lay() -> Redirect | tuple[str, int]:
    """Lays something on the bench: a fresh set-up, a file, a stored match, an example."""
    try:
        file = _wanted()
    except (BoomtownError, OSError) as error:
        return _index(_problem(error)), 422
    return redirect(url_for("bench.look", id=shelf().lay(file)))


def _index(problem: Problem | None = None) -> str:
    """The author's own game is chosen, where there is one."""
    mine = request.form.get("game") or current_app.config.get(OWN_GAME, "")
    return render_template("bench/index.html", benches=shelf().listed(), problem=problem, mine=mine)


def _wanted() -> BenchFile:
    fields = Fields(request.form.items())
    if fields.all("match"):
        return _stored(fields.one("match").strip())
    if fields.all("example"):
        return _example(fields.one("game"), fields.one("example"))
    if fields.all("game"):
        game = find_game(fields.one("game"))
        given = request.form.get("seats", "").strip()
        return fresh(game, fields.number("seats") if given else game.seats[0])
    sent = request.files.get("file")
    text = sent.read().decode("utf-8", "replace") if sent else ""
    text = text.strip() or request.form.get("text", "").strip()
    return of_text(text.replace("\r\n", "\n") + "\n", find_game)[1]


def _example(id: str, name: str, at: int = 0) -> BenchFile:
    game = find_game(id)
    example = next((one for one in examples_of(game) if one.id == name), None)
    if example is None:
        raise InvalidAnswer("example", f"{id} has no example {name}")
    return of_example(game, example, at)


def _stored(id: str) -> BenchFile:
    matches = site().matches
    stored = matches.get(id)
    if stored is None:
        raise InvalidAnswer("match", f"there is no match {id}")
    game, lines = find_game(stored.game), [timed.line for timed in matches.lines(id)]
    if stored.base is not None:
        return of_branch(load(game, stored.base), lines)
    return of_record(game, Record(stored.heading, stored.seed, lines))


@bench.get("/bench/opened")
def opened() -> Redirect | tuple[str, int]:
    """The file that ``boomtown dev --open`` was given, laid on the bench; once, however often
    somebody comes here."""
    if not (text := shelf().handed()):
        abort(404)
    try:
        file = of_text(text, find_game)[1]
        return redirect(url_for("bench.look", id=shelf().lay_once(text, file)))
    except BoomtownError as error:
        return _index(_problem(error)), 422


@bench.get("/bench/<id>")
def look(id: str) -> Redirect:
    """A bench, at the frame that its file says."""
    here = _here(id)
    file = here.file
    chair = "open" if file.seat is None else LETTERS[file.seat]
    at = min(file.at, here.bench.last)
    return redirect(url_for("bench.frame", id=id, at=at, chair=chair))


@bench.get("/bench/<id>/file")
def file(id: str) -> Response:
    """The bench as a file that others can open."""
    return _attached(_here(id).file.text(), f"{id}.bench.json", "application/json")


# --- looking --------------------------------------------------------------------------------------


@bench.get(AT)
def frame(id: str, at: int, chair: str) -> str:
    """A frame, from a chair."""
    return _shown(_here(id), at, chair)


def _here(id: str) -> Open:
    if not shelf().has(id):
        abort(404)
    return shelf().read(id)


def _shown(here: Open, at: int, chair: str, problem: Problem | None = None) -> str:
    page = BenchPage(
        here.file,
        here.bench,
        at,
        chair,
        language(),
        path=f"/bench/{here.id}",
        editable=True,
        problem=problem,
    )
    return render_template("bench/page.html", b=page, t=page.table)


def _problem(error: Exception) -> Problem:
    """What is wrong, in a sentence that names the field or the rule."""
    if isinstance(error, Refused):
        return Problem(str(error.refusal), rule=error.refusal.rule)
    field = error.field if isinstance(error, InvalidEdit | InvalidAnswer) else ""
    return Problem(str(error), field)


# --- doing something ------------------------------------------------------------------------------


def _do(id: str, at: int, chair: str, event: Callable[[Open], Event]) -> Redirect | tuple[str, int]:
    """Does something at a frame, and shows what came of it; or why it cannot be done."""
    if not shelf().has(id):
        abort(404)
    with shelf().at_work(id) as here:
        if not 0 <= at <= here.bench.last:
            abort(404)
        try:
            done = here.bench.do(event(here), at)
        except BoomtownError as error:
            told = _problem(error)
            if isinstance(error, Refused):
                told = Problem(_sentence(here, at, error.refusal), rule=error.refusal.rule)
            return _shown(here, at, chair, told), 409 if isinstance(error, Refused) else 422
    return redirect(url_for("bench.frame", id=id, at=done.number, chair=chair))


def _sentence(here: Open, at: int, refusal: Refusal) -> str:
    page = BenchPage(
        here.file, here.bench, at, "open", language(), path=f"/bench/{here.id}", editable=True
    )
    return page.table.plain.refusal(refusal)


def _seat(chair: str) -> Seat:
    if len(chair) != 1 or chair not in LETTERS:
        raise InvalidAnswer("seat", "sit in a chair to answer")
    return Seat(LETTERS.index(chair))


@bench.post(f"{AT}/answer")
def answer(id: str, at: int, chair: str) -> Redirect | tuple[str, int]:
    """An answer for whoever sits in the chair."""

    def given(here: Open) -> Event:
        seat, match = _seat(chair), here.bench.frames[at].match
        question = match.question(seat)
        if question is None:
            raise Refused(Refusal("boomtown.answer.turn", seat=seat))
        fields = Fields(request.form.items(multi=True))
        return Answered(seat, _plain(answer_from_form(question.choice, fields)))

    return _do(id, at, chair, given)


def _plain(answer: object) -> Any:
    return json.loads(json.dumps(answer))


@bench.post(f"{AT}/bot")
def bot(id: str, at: int, chair: str) -> Redirect | tuple[str, int]:
    """An answer that a bot gives for the first seat that is asked."""

    def given(here: Open) -> Event:
        match = here.bench.frames[at].match
        asked = match.asked()
        if not asked:
            raise Refused(Refusal("boomtown.answer.over"))
        chance = Chance(fresh_seed())
        kind = next(iter(here.game.bots), RANDOM)
        return Answered(
            asked[0],
            answer_of(make_bot(here.game, kind, chance.another()), match.clone(), asked[0], chance),
            By.BOT,
        )

    return _do(id, at, chair, given)


@bench.post(f"{AT}/late")
def late(id: str, at: int, chair: str) -> Redirect | tuple[str, int]:
    """The time of the first seat that is asked is up."""

    def given(here: Open) -> Event:
        asked = here.bench.frames[at].match.asked()
        if not asked:
            raise Refused(Refusal("boomtown.answer.over"))
        return Answered(asked[0], None, By.CLOCK)

    return _do(id, at, chair, given)


@bench.post(f"{AT}/undo")
def undo(id: str, at: int, chair: str) -> Redirect:
    """The frame before."""
    return redirect(url_for("bench.frame", id=id, at=max(0, at - 1), chair=chair))


@bench.post(f"{AT}/edit")
def edit(id: str, at: int, chair: str) -> Redirect | tuple[str, int]:
    """Another value at a place of the state, or two that change places."""

    def given(_: Open) -> Event:
        fields = Fields(request.form.items())
        path = fields.one("path").strip()
        if fields.all("exchange") and fields.all("exchange")[0].strip():
            return Exchanged(path, fields.one("exchange").strip())
        return Edited(path, _value(path, fields.one("value")))

    return _do(id, at, chair, given)


def _value(field: str, text: str) -> Any:
    """A value as somebody typed it: JSON, or a word."""
    try:
        return from_json(text.strip().encode("utf-8", "replace"), object)
    except InvalidAnswer:
        if text.strip()[:1] in '[{"':
            raise InvalidEdit(field, f"not JSON: {text.strip()[:60]}") from None
        return text.strip()


@bench.post(f"{AT}/load")
def load_chance(id: str, at: int, chair: str) -> Redirect | tuple[str, int]:
    """What chance does next."""

    def given(_: Open) -> Event:
        form = request.form
        return Loaded(
            dice=_values(form.get("dice", "")),
            picks=_values(form.get("picks", "")),
            shuffles=_orders(form.get("shuffles", "")),
        )

    return _do(id, at, chair, given)


def _values(text: str) -> list[Any]:
    """Values with blanks or commas between them, or a JSON list.

    >>> _values('6, 5 arrow')
    [6, 5, 'arrow']
    """
    if text.strip().startswith("["):
        found = _value("chance", text)
        return found if isinstance(found, list) else [found]
    return [_value("chance", word) for word in text.replace(",", " ").split()]


def _orders(text: str) -> list[list[Any]]:
    """Orders, each in brackets: ``[1, 2] [2, 1]``; one alone needs none."""
    if not text.strip():
        return []
    if not text.strip().startswith("["):
        return [_values(text)]
    decoder, orders, rest = json.JSONDecoder(), [], text.strip()
    while rest:
        try:
            order, end = decoder.raw_decode(rest)
        except ValueError:
            raise InvalidEdit("shuffles", f"not JSON: {rest[:60]}") from None
        orders.append(order if isinstance(order, list) else [order])
        rest = rest[end:].lstrip(" ,")
    return orders


@bench.post(f"{AT}/preview")
def preview(id: str, at: int, chair: str) -> Response:
    """What a draft would mean, for a board on which answers are composed. It changes nothing."""
    here, draft = _here(id), from_json(request.get_data(), object)
    page = BenchPage(
        here.file, here.bench, at, chair, language(), path=f"/bench/{id}", editable=True
    ).table
    if page.page.preview is None:
        abort(404)
    try:
        return jsonify(previewed(page, draft))
    except GameFault as error:
        raise InvalidAnswer("draft", str(error)) from None


# --- keeping --------------------------------------------------------------------------------------


@bench.get(f"{AT}/keep")
def keep(id: str, at: int, chair: str) -> str | tuple[str, int]:
    """The stretch up to this frame as an example and as a test, ready to be put in their places."""
    here = _here(id)
    try:
        stretch = _stretch(here, at)
        example = as_example(stretch, _name(), own_notation=here.game.notation is not None)
        test = as_test(stretch)
    except BoomtownError as error:
        return _shown(here, at, chair, _problem(error)), 422
    return render_template(
        "bench/keep.html",
        laid=here,
        at=at,
        chair=chair,
        first=request.args.get("from", 0, type=int),
        name=_name(),
        title=stretch.title,
        example=example,
        test=test,
        lesson=_lesson(here, at, chair),
    )


def _lesson(here: Open, at: int, chair: str) -> str:
    """The stretch as a lesson for whoever sits in the chair; nothing where it is none."""
    first = request.args.get("from", 0, type=int)
    asked = here.bench.frames[first].match.asked()
    seat = asked[0] if chair in ("open", "watch") and asked else None
    try:
        return as_lesson(_stretch(here, at), _seat(chair) if seat is None else seat)
    except BoomtownError:
        return ""


def _stretch(here: Open, at: int) -> Stretch:
    first = request.args.get("from", 0, type=int)
    return Stretch.of(here.bench, first, at, request.args.get("title", "") or here.file.title)


def _name() -> str:
    return request.args.get("name", "").strip()[:20] or ID


@bench.get(f"{AT}/example.md")
def example_file(id: str, at: int, chair: str) -> Response:
    """The stretch as a worked example."""
    here = _here(id)
    own = here.game.notation is not None
    text = _or_422(lambda: as_example(_stretch(here, at), _name(), own_notation=own))
    return _attached(text, "example.md", "text/markdown")


@bench.get(f"{AT}/test.py")
def test_file(id: str, at: int, chair: str) -> Response:
    """The stretch as a test."""
    here = _here(id)
    text = _or_422(lambda: as_test(_stretch(here, at)))
    return _attached(text, f"test_bench_{id}.py", "text/x-python")


def _or_422(made: Callable[[], str]) -> str:
    try:
        return made()
    except InvalidEdit as error:
        raise InvalidAnswer(error.field, error.problem) from None


def _attached(text: str, name: str, kind: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, mimetype=kind, headers=headers)


@bench.post(f"{AT}/play")
def play(id: str, at: int, chair: str) -> Redirect | tuple[str, int]:
    """A real table that goes on from this frame, with everything as it lies there."""
    here = _here(id)
    if not 0 <= at <= here.bench.last:
        abort(404)
    then = here.bench.frames[at].match
    try:
        if then.outcome is not None:
            raise Refused(Refusal("boomtown.answer.over"))
        seat = _seat(chair) if chair not in ("open", "watch") else then.asked()[0]
        table = play_out_from(site(), then, seat, somebody().id, language())
    except BoomtownError as error:
        return _shown(here, at, chair, _problem(error)), 409
    return redirect(url_for("tables.table", code=table.code))
