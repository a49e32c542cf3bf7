"""Sites for tests of the site."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from boomtown.web.site import Site
from sites import app_in, site_of


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with app_in(tmp_path) as app:
        yield app


@pytest.fixture
def site(app: Flask) -> Site:
    return site_of(app)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
