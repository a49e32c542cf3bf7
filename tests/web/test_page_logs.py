"""The log on a table's page: made once for all who may read the same."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from flask.testing import FlaskClient

from boomtown.core import Seat
from boomtown.core.log import Entry
from boomtown.web.site import Site
from boomtown.web.tables.table_page import LogLine, TablePage
from sites import answer_any, started


def test_the_log_of_a_page_is_made_once_for_a_seat_and_a_language(
    site: Site, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, players = started(site, "bang_dice", 4, 4)
    answer_any(room, room.playing().match.asked()[0])
    made: list[tuple[Seat | None, str, int]] = []
    lines = TablePage.log_lines

    def counted(page: TablePage, entries: Sequence[tuple[int, Entry]]) -> list[LogLine]:
        made.append((page.me, page.lang, len(entries)))
        return lines(page, entries)

    monkeypatch.setattr(TablePage, "log_lines", counted)

    def read(player: str | None) -> str:
        with client.session_transaction() as session:
            session.clear()
            if player is not None:
                session["player"], session["epoch"] = player, 0
        with client.get(f"/t/{room.code}") as response:
            assert response.status_code == 200
            return response.get_data(as_text=True)

    for player in (players[0], players[1], players[0], None, None):
        assert f'data-count="{len(room.playing().match.log)}"' in read(player)
    assert [seat for seat, _, _ in made] == [0, 1, None]
    log = room.playing().match.log
    before = len(log.visible_to(Seat(0)))
    while len(log.visible_to(Seat(0))) == before:  # an answer may tell nobody anything
        answer_any(room, room.playing().match.asked()[0])
    assert f'data-count="{len(log)}"' in read(players[0])
    assert len(made) == 4
    assert made[-1][2] > made[0][2]
