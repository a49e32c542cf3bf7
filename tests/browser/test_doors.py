"""Doors that stay shut: other people's seats, other sites' pages, forms and words of strangers."""

from __future__ import annotations

from http.client import HTTPConnection
from typing import Any
from urllib.error import HTTPError

import pytest

from browsers import Player, Visit, Visitor
from clients import Reader
from sites import PATIENCE, Server

ASK = """async ([path, orders]) => {
  const socket = new WebSocket(`ws://${location.host}${path}`);
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  const heard = [];
  const enough = new Promise((resolve) => socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(data);
    if (message.type !== "table" && message.type !== "chat") heard.push(message);
    if (heard.length === orders.wanted) resolve();
  }));
  for (const order of orders.send) socket.send(JSON.stringify(order));
  await enough;
  socket.close();
  return heard;
}"""

LATE = ("boomtown.answer.turn", "boomtown.answer.number")
NASTY = "<img src=x onerror=alert(1)>"


def ask(visitor: Visitor, code: str, orders: list[dict[str, Any]], wanted: int) -> list[Any]:
    """Sends orders over a socket of one's own, past the page, and says what was refused."""
    answers = visitor.page.evaluate(ASK, [f"/t/{code}/socket", {"send": orders, "wanted": wanted}])
    assert isinstance(answers, list)
    return answers


@pytest.mark.soak
def test_nobody_answers_for_another_seat(visit: Visit, slow_server: Server) -> None:
    guest, stranger = visit(at=slow_server), visit(at=slow_server)
    code = guest.play(listed="true", **{"o.characters": "choose"})
    guest.live()
    player = Player(guest, "another seat")
    player.wait()
    number = int(player.question[0])
    stranger.introduce("Snake")
    stranger.goto(f"/t/{code}")
    for order in (
        {"do": "answer", "number": number, "answer": "willy", "seat": 0},
        {"do": "answer", "number": number, "fields": [["a", '"willy"']]},
        {"do": "undo"},
    ):
        (refused,) = ask(stranger, code, [order], 1)
        assert refused["rule"] == "boomtown.table.seated"
    assert player.question[0] == str(number)
    player.answer()
    # Now a bot is asked, and the one who has answered cannot answer for it.
    order = {"do": "answer", "number": number + 1, "answer": "willy", "seat": 1}
    (refused,) = ask(guest, code, [order], 1)
    assert refused["rule"] in LATE


@pytest.mark.soak
def test_an_answer_that_is_sent_twice_counts_once(visit: Visit, slow_server: Server) -> None:
    guest = visit(at=slow_server)
    code = guest.play(**{"o.characters": "choose"})
    guest.live()
    player = Player(guest, "twice")
    player.wait()
    number, key = player.question
    wanted = guest.page.locator("#prompt .act").first.get_attribute("value")
    order = {"do": "answer", "number": int(number), "fields": [["a", wanted]]}
    (refused,) = ask(guest, code, [order, order], 1)
    assert refused["rule"] in LATE
    player.settle(number)
    assert guest.page.locator(f"#log li[data-key='{key}'][data-seat='0']").count() == 1


def knock(server: Server, path: str, origin: str) -> int:
    """Asks for a socket as a page of some site would; the status of the reply."""
    connection = HTTPConnection(server.url.removeprefix("http://"), timeout=PATIENCE)
    headers = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Origin": origin,
    }
    try:
        connection.request("GET", path, headers=headers)
        with connection.getresponse() as reply:
            return reply.status
    finally:
        connection.close()


@pytest.mark.soak
def test_pages_of_other_sites_get_no_socket(server: Server, visit: Visit) -> None:
    path = f"/t/{visit('/').play(listed='true')}/socket"
    assert knock(server, path, "http://another.example") == 403
    assert knock(server, path, "null") == 403
    assert knock(server, path, server.url) == 101
    hidden = f"/t/{visit('/').play()}/socket"
    assert knock(server, hidden, server.url) == 404


FORMS = (
    "/tables",
    "/games/bang_dice/play",
    "/me",
    "/me/link",
    "/me/sessions",
    "/language",
    "/theme",
    "/verify",
    *(f"/t/no-such-table/{what}" for what in ("sit", "stand", "kick", "bot", "unbot", "start")),
    *(f"/t/no-such-table/{what}" for what in ("answer", "undo", "say", "leave", "back", "rematch")),
)


def test_forms_that_are_not_ours_are_refused(server: Server) -> None:
    """They come with the cookie of somebody who is known, as a browser would send them."""
    known = Reader(server.url, "Mabel")
    for path in FORMS:
        with pytest.raises(HTTPError) as refused:
            known.post(path, lang="ru", csrf_token="")
        refused.value.close()
        assert refused.value.code == 400, path


def test_names_and_talk_are_shown_as_they_were_written(visit: Visit) -> None:
    host, guest = visit(), visit()
    for one in (host, guest):
        one.page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
    host.introduce("<b>Mabel</b>")
    host.make("high_noon", seats="2")
    link = host.page.input_value("#invite")
    guest.introduce('"><script>x')
    guest.goto(link)
    assert guest.page.get_by_text("<b>Mabel</b>", exact=True).is_visible()
    guest.page.get_by_role("button", name="Sit down").first.click()
    host.page.get_by_text('"><script>x', exact=True).wait_for()
    host.page.get_by_role("button", name="Start the match").click()
    for one in (host, guest):
        one.page.wait_for_selector("body.table.scripted")
        one.live()
    guest.page.locator("body").press("t")
    guest.page.keyboard.type(NASTY)
    guest.page.keyboard.press("Enter")
    said = host.page.locator("#chat li", has_text=NASTY)
    said.wait_for(state="attached")
    assert host.page.locator("#chat img").count() == 0
    assert host.page.get_by_text("<b>Mabel</b>").count() >= 1
    host.page.reload()
    said.wait_for(state="attached")
    assert said.count() == 1
    assert host.page.locator("#chat img, #part-board script, #part-board b b").count() == 0
