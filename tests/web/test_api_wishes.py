"""Games by their answers, for programs."""

from typing import Any

from flask.testing import FlaskClient


def get(client: FlaskClient, path: str, status: int = 200) -> Any:
    """What the API answers."""
    with client.get(f"/api{path}") as response:
        assert response.status_code == status
        return response.get_json()


def test_games_are_found_by_their_answers(client: FlaskClient) -> None:
    found = get(client, "/wishes?wishes=sealed.what,!dice.use,players.number%3D5&lang=es")
    assert found["games"][0]["column"] == "cash_n_guns@5"
    assert [reason["holds"] for reason in found["games"][0]["reasons"]] == ["yes"] * 3
    assert "no question is called 'luck'" in get(client, "/wishes?wishes=luck", 422)["error"]


def test_likeness_has_its_reasons(client: FlaskClient) -> None:
    [pair] = get(client, "/likeness?columns=bang_dice,bang_dice%2Bghost")["pairs"]
    assert 0.9 < pair["likeness"] < 1
    assert "out.play" in {one["question"] for one in pair["apart"]}
    assert "no game is called poker" in get(client, "/likeness?columns=poker", 422)["error"]
