"""Match files of which a little is wrong: none of them may be believed, or break anything.

They are the only files that the site takes from anybody; what ``boomtown restore`` reads is the
operator's own.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from msgspec import structs, to_builtins

from boomtown.core import Chance
from boomtown.core.matchfile import read
from boomtown.core.options import read_options
from boomtown.core.record import Record
from boomtown.plugins import find_game
from nonsense.asking import FILE, send
from nonsense.judge import Judge
from nonsense.making import HUGE, Nonsense
from nonsense.recipes import Draft
from nonsense.town import Town

EARLY = 12
"""Lines of a file in which most of the mistakes are: what comes before is played every time."""


class Filing:
    """Sends match files in."""

    def __init__(self, town: Town, judge: Judge, seed: object) -> None:
        self._town = town
        self._judge = judge
        self._make = Nonsense(Chance.seeded("filing", seed), town.known)
        self._rule = next(
            rule for rule in town.app.url_map.iter_rules() if rule.endpoint == "replays.verify_sent"
        )

    def turn(self) -> None:
        """One file."""
        make, facts = self._make, self._town.facts
        game = make.one(sorted(facts.files))
        whole = facts.files[game]
        kind, spoilt = self._spoilt(whole)
        draft = Draft(self._rule, facts.places[0], "POST", {}, certain=spoilt != whole.encode())
        if make.luck(2):
            draft.fields = {"text": spoilt.decode("utf-8", "surrogateescape")}
        else:
            draft.kind = f"{FILE}; boundary=bOuNd"
            head = b'Content-Disposition: form-data; name="file"; filename="m.jsonl"\r\n\r\n'
            draft.body = b"--bOuNd\r\n" + head + spoilt + b"\r\n--bOuNd--\r\n"
        draft.headers["Accept"] = "application/json"
        code = send(self._town, self._judge, draft, f"files of {game}, {kind}")
        if code == 200 and meant(spoilt.decode()) != meant(whole):
            rows = zip(spoilt.split(b"\n"), whole.encode().split(b"\n"), strict=False)
            other = [pair for pair in rows if pair[0] != pair[1]]
            self._judge.found.faults.append(f"a file of {game} is believed, {kind}: {other!r}")

    def _spoilt(self, whole: str) -> tuple[str, bytes]:
        make, rows = self._make, whole.removesuffix("\n").split("\n")
        at = make.size(min(len(rows), EARLY) - 1) if not make.luck(8) else make.size(len(rows) - 1)
        match make.size(7):
            case 0 | 1:
                data = bytearray(whole.encode())
                for _ in range(1 + make.size(2)):
                    place = make.size(min(len(data) - 1, 2000))
                    data[place : place + make.size(4)] = make.raw(6)
                return "bytes", bytes(data)
            case 2:
                other = make.size(len(rows) - 1)
                rows[at], rows[other] = rows[other], rows[at]
                return "lines in another order", joined(rows)
            case 3:
                rows[at : at + 1] = make.one(([], [rows[at]] * 2, [""]))
                return "lines dropped or doubled", joined(rows)
            case 4:
                return "cut off", whole.encode()[: make.size(min(len(whole), 3000))]
            case 5:
                rows[at] = json.dumps(make.bent(json.loads(rows[at])))
                return "values", joined(rows)
            case 6:
                at = min(at, len(rows) - 2)
                rows[at] = json.dumps(make.bent(json.loads(rows[at])))
                return "values, signed again", joined(signed(rows))
        rows[at] = make.one(HUGE) if make.luck(3) else make.nasty()
        return "nonsense", joined(rows)


def joined(rows: list[str]) -> bytes:
    """A file of these lines."""
    return ("\n".join(rows) + "\n").encode("utf-8", "surrogatepass")


def signed(rows: list[str]) -> list[str]:
    """The same, with a digest that is right."""
    end: dict[str, Any] = json.loads(rows[-1])
    text = "\n".join(rows[:-1]).encode("utf-8", "surrogatepass")
    end["digest"] = hashlib.sha256(text).hexdigest()
    return [*rows[:-1], json.dumps(end)]


def meant(text: str) -> Record:
    """What a file says of a match: an option that is not named has its usual value."""
    record, _ = read(text)
    kind = find_game(record.heading.game).options
    options = to_builtins(read_options(kind, record.heading.options))
    record.heading = structs.replace(record.heading, options=options)
    return record
