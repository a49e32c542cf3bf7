"""The proof of a match: exported, verified, damaged, tampered with."""

from __future__ import annotations

import io
import json
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlmodel import Session, select

from boomtown.core import commitment_to, export, fresh_seed, verify
from boomtown.plugins import find_game
from boomtown.store.models import AnswerRow
from boomtown.web.replays.proofs import State, Step, proof_of, unchecked
from boomtown.web.rooms.live import Room
from boomtown.web.site import Site
from boomtown.workers import TooSlow
from played import played
from replays import match_of, read, stored_of


def test_an_exported_match_verifies(site: Site, client: FlaskClient) -> None:
    room, _ = played(site, undo=True)
    with client.get(f"/matches/{match_of(room)}/file") as response:
        assert response.mimetype == "application/x-ndjson"
        assert response.headers["Content-Disposition"] == (
            f'attachment; filename="bang_dice-{room.code}.jsonl"'
        )
        text = response.get_data(as_text=True)
    assert text == export(room.playing().match)
    verdict = verify(text, find_game)
    assert verdict.answers == len(site.matches.lines(match_of(room)))
    html = read(client, f"/matches/{match_of(room)}/verify")
    stored = stored_of(site, room)
    for value in (
        stored.seed,
        stored.heading.commitment,
        stored.heading.start,
        verdict.outcome.rule,
    ):
        assert value in html
    assert html.count('class="check good"') == len(Step)
    assert "Verified" in read(client, f"/matches/{match_of(room)}")
    read(client, "/matches/nowhere/verify", 404)


def test_a_damaged_match_shows_where_it_breaks(site: Site, client: FlaskClient) -> None:
    room, _ = played(site)
    id = match_of(room)
    change_answer(site, id, 9, hash="0" * 64)
    html = read(client, f"/matches/{id}/verify")
    assert "line 11 of the file" in html  # the heading is line 1, answer 10 line 11
    assert "Does not verify" in read(client, f"/matches/{id}")


def test_a_match_is_replayed_up_to_where_the_rules_forbid_it(
    site: Site, client: FlaskClient
) -> None:
    room, _ = played(site)
    id = match_of(room)
    change_answer(site, id, 9, answer='"nonsense"')
    html = unescape(read(client, f"/matches/{id}?at=99&seat=watch"))
    assert "Answer 9 of 9" in html
    assert "answer 10 is not one that the rules allow" in html
    assert "line 11 of the file" in read(client, f"/matches/{id}/verify")


def test_a_match_that_cannot_even_begin_leads_to_its_proof(site: Site, client: FlaskClient) -> None:
    room, _ = played(site)
    id, installed = match_of(room), find_game("bang_dice").version
    with site.database.writing() as session:
        row = session.connection().exec_driver_sql(
            f"UPDATE matches SET heading = replace(heading, '{installed}', '0.0.1')"
        )
        assert row.rowcount == 1
    with client.get(f"/matches/{id}") as response:
        assert response.location == f"/matches/{id}/verify"
    html = read(client, f"/matches/{id}/verify")
    assert f"played with bang_dice 0.0.1; installed is {installed}" in html


def change_answer(site: Site, id: str, number: int, **values: str) -> None:
    with site.database.writing() as session:
        session.add(changed(session, id, number, values))


def changed(session: Session, id: str, number: int, values: dict[str, str]) -> AnswerRow:
    row = session.exec(
        select(AnswerRow).where(AnswerRow.match == id, AnswerRow.number == number)
    ).one()
    row.sqlmodel_update(values)
    return row


def file_rows(site: Site, room: Room) -> list[dict[str, Any]]:
    text = export(room.playing().match)
    return [json.loads(row) for row in text.splitlines()]


def as_text(file: list[dict[str, Any]]) -> str:
    return "\n".join(json.dumps(row, separators=(",", ":")) for row in file) + "\n"


def test_every_kind_of_damage_is_found_at_its_step(site: Site) -> None:
    room, _ = played(site, undo=True)
    good = file_rows(site, room)
    assert proof_of(as_text(good)).good

    def damaged(index: int, **values: Any) -> list[dict[str, Any]]:
        return [row | values if row is good[index] else row for row in good]

    seed = fresh_seed()
    found = {
        Step.FILE: good[:-1],
        Step.RULES: damaged(0, game="nothing"),
        Step.PROMISE: damaged(-1, seed=seed.hex()),
        Step.SETUP: damaged(0, contributions=["x"] * 5),
        Step.ANSWERS: damaged(7, answer={"a": 1}),
        Step.OUTCOME: damaged(-1, outcome=good[-1]["outcome"] | {"winners": []}),
        Step.DIGEST: damaged(-1, digest="0" * 64),
    }
    for step, file in found.items():
        proof = proof_of(as_text(file))
        assert not proof.good
        first = next(step for step, state in proof.states.items() if state is not State.GOOD)
        assert (first, proof.states[first]) == (step, State.BAD)
        assert proof.problem
    assert proof_of(as_text(found[Step.ANSWERS])).number == 8
    swapped = damaged(0, commitment=commitment_to(seed))
    swapped[-1] = swapped[-1] | {"seed": seed.hex()}
    assert proof_of(as_text(swapped)).states[Step.SETUP] is State.BAD


def test_a_tampered_file_is_refused_with_its_line(site: Site, client: FlaskClient) -> None:
    room, _ = played(site)
    file = file_rows(site, room)
    text = as_text(file)
    pasted = {"text": text.replace("\n", "\r\n")}
    with client.post("/verify", data=pasted) as response:
        assert response.status_code == 200
        assert "every roll and every hash is the same" in response.get_data(as_text=True)
    sent = {"file": (io.BytesIO(text.encode()), "match.jsonl")}
    with client.post("/verify", data=sent) as response:
        assert response.status_code == 200
    file[12] = file[12] | {"hash": "f" * 64}
    with client.post("/verify", data={"text": as_text(file)}) as response:
        assert response.status_code == 422
        html = unescape(response.get_data(as_text=True))
    assert "line 13 of the file" in html
    assert json.dumps(file[12], separators=(",", ":"))[:40] in html
    assert "the state is not the one that the file claims" in html


@pytest.mark.parametrize(
    "junk",
    ["", "\n\n", "{}", "[" * 50_000, '{"end":1}\n{"end":', "\x00", "ünïcode", '{"a":' * 30_000],
)
def test_nonsense_is_read_as_nonsense(client: FlaskClient, junk: str) -> None:
    for data in ({"text": junk}, {"file": (io.BytesIO(junk.encode()), "match.jsonl")}):
        with client.post("/verify", data=data, content_type="multipart/form-data") as response:
            assert response.status_code == (400 if data == {"text": "\x00"} else 422)


def test_junk_in_any_line_of_a_true_file_breaks_nothing(site: Site) -> None:
    room, _ = played(site)
    good = file_rows(site, room)
    junk: list[dict[str, Any]] = [
        {"seat": 99},
        {"seat": -1},
        {"by": "undo"},
        {"by": "clock"},
        {"answer": {"a": [None]}},
        {"answer": 10**30},
        {"hash": ""},
    ]
    for index in range(1, len(good) - 1, 9):
        for values in junk:
            file = [row | values if row is good[index] else row for row in good]
            assert not proof_of(as_text(file)).good


def test_a_file_that_takes_too_long_is_left_to_the_command_line(
    site: Site, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, _ = played(site, undo=True)
    file = file_rows(site, room)

    def too_slow(*_call: object, **_queue: object) -> None:
        raise TooSlow("proof: more than 10 s")

    monkeypatch.setattr(site.work, "run", too_slow)
    proof = unchecked(as_text(file))
    assert proof.states[Step.ANSWERS] is State.UNSEEN
    assert not proof.problem
    with client.post("/verify", data={"text": as_text(file)}) as response:
        assert "Too long to check here" in response.get_data(as_text=True)
