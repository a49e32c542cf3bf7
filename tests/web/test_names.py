"""Nobody at a table looks like somebody else there."""

from __future__ import annotations

from flask.testing import FlaskClient

from boomtown.store.texts import skeleton
from boomtown.web.site import Site
from boomtown.web.tables.chat import chat_lines
from boomtown.web.tables.table_page import names_at
from sites import seated


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
