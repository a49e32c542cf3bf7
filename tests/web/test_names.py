"""Nobody at a table looks like somebody else there."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from boomtown.store.texts import skeleton
from boomtown.web.site import Site
from boomtown.web.tables.chat import chat_lines
from boomtown.web.tables.table_page import names_at
from sites import seated
from visitors import Person, make


def test_who_is_called_like_somebody_at_the_table_gets_a_number(site: Site) -> None:
    table, (ann, other) = seated(site, "bang_dice", 2, 4)
    site.people.change(ann, name="Anna")
    site.people.change(other, name="Аnnа")  # another alphabet
    names = names_at(site.tables.get_one(table.code))
    assert names[:2] == ("Anna", "Аnnа 2")
    assert len(set(map(skeleton, names))) == 4


def test_who_looks_on_cannot_speak_as_somebody_at_the_table(
    site: Site, client: FlaskClient
) -> None:
    table, (ann,) = seated(site, "bang_dice", 1, 4)
    site.people.change(ann, name="Anna")
    site.tables.say(table.code, ann, "Anna", "Hello.")
    client.post("/me", data={"name": "ＡNNА\u200b"}).close()
    client.post(
        f"/t/{table.code}/say", data={"text": "Dra\u202ew\u0301\u0301\u0301\u0301."}
    ).close()
    now = site.tables.get_one(table.code)
    mine, theirs = chat_lines(now, site.tables.chat(table.code))
    assert (mine.name, mine.letter) == ("Anna", "A")
    assert theirs.name.startswith("ANNА ")
    assert theirs.name[5:].isdigit()
    assert theirs.text == "Draw\u0301\u0301."
    with client.get(f"/api/tables/{table.code}/chat") as reply:
        assert [said["name"] for said in reply.get_json()["messages"]] == ["Anna", theirs.name]


@pytest.mark.rule("boomtown.people.name")
def test_nobody_takes_the_name_of_somebody_or_of_a_bot_at_the_table(app: Flask) -> None:
    ann, bill = Person(app, "Annika"), Person(app, "Bill")
    code = make(ann, listed="true")
    bill.send(f"/t/{code}/sit", seat="1")
    ann.send(f"/t/{code}/bot", seat="2", kind="deputy")
    bot = names_at(ann.table(code))[2]
    for name in ("Annika", "АNNІКА", "a\u200bnnika", "Ａｎｎｉｋａ", "Ánnika", bot, bot.upper()):
        with bill.post("/me", name=name) as reply:
            assert reply.status_code == 409, name
            assert "boomtown.people.name" in reply.get_data(as_text=True)
    assert names_at(ann.table(code))[:3] == ("Annika", "Bill", bot)
    for name in ("BILL", "Billy", "Anna"):
        assert bill.send("/me", name=name) == 200
    bill.send(f"/t/{code}/stand")
    assert bill.send("/me", name="Annika") == 200  # elsewhere there may be two
