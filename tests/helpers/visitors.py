"""People with browsers that run no script: they read pages and send forms."""

from __future__ import annotations

from typing import cast

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse
from werkzeug.wrappers import Response

from boomtown.store.tables import TableInfo
from boomtown.web.rooms.live import Room
from sites import site_of


class Person:
    """Somebody with a name."""

    def __init__(self, app: Flask, name: str) -> None:
        self.app = app
        self.client = app.test_client()
        self.post("/me", name=name, lang="en", theme="auto")

    @property
    def id(self) -> str:
        """The player that the cookie names."""
        with self.client.session_transaction() as session:
            return str(session["player"])

    def get(self, path: str) -> TestResponse:
        """Opens a page."""
        return self.client.get(path, follow_redirects=True)

    def post(self, path: str, **fields: str) -> TestResponse:
        """Sends a form, and follows where it leads."""
        return self.client.post(path, data=fields, follow_redirects=True)

    def table(self, code: str) -> TableInfo:
        """A table as it stands in the database."""
        return site_of(self.app).tables.get_one(code)

    def read(self, path: str, code: int = 200) -> str:
        """What a page shows."""
        with self.get(path) as response:
            assert response.status_code == code, response.status
            return response.get_data(as_text=True)

    def send(self, path: str, **fields: str) -> int:
        """Sends a form; the code of the answer."""
        with self.post(path, **fields) as response:
            return response.status_code


def landed(response: Response) -> str:
    """The path of the page where somebody ended up."""
    return cast(TestResponse, response).request.path


def make(person: Person, **fields: str) -> str:
    """The code of a new table."""
    with person.post("/tables", **{"game": "bang_dice", "seats": "4", **fields}) as response:
        assert response.status_code == 200
        return landed(response).removeprefix("/t/")


def room_of(person: Person, code: str) -> Room:
    """The room of a table."""
    room = site_of(person.app).rooms.get(code)
    assert room is not None
    return room


def signed_in(client: FlaskClient, player: str) -> FlaskClient:
    """The same browser with somebody before it."""
    with client.session_transaction() as session:
        session["player"], session["epoch"] = player, 0
    return client
