"""The dependency audit: what it finds, what it says of its own age, how its list is renewed."""

import json
import subprocess
import sys
import zipfile
from datetime import date
from pathlib import Path
from typing import Any

from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).parent.parent
STORED = json.loads((ROOT / "tools" / "advisories.json").read_text(encoding="utf-8"))
LOCK = """\
flask==3.1.0 \\
    --hash=sha256:00
werkzeug==3.1.9 ; sys_platform == 'linux' \\
    --hash=sha256:00
"""


def audit(*words: str | Path) -> tuple[int, str]:
    """The exit code and everything that was said."""
    ran = subprocess.run(
        [sys.executable, ROOT / "tools" / "audit.py", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return ran.returncode, ran.stdout


def planted(folder: Path, lock: str = LOCK, **changes: Any) -> list[str | Path]:
    """Words that audit a lock of our own with a list of our own."""
    known = {"date": "2026-01-01", "source": "us", "covers": ["flask", "werkzeug"], "entries": []}
    (folder / "lock").write_text(lock)
    (folder / "list.json").write_text(json.dumps(known | changes))
    return ["--lock", folder / "lock", "--advisories", folder / "list.json"]


def entry(affected: list[str], package: str = "flask", id: str = "CVE-1") -> dict[str, Any]:
    return {"id": id, "package": package, "affected": affected, "summary": "it burns"}


class TestWhatIsStored:
    def test_our_own_pins_are_clean(self) -> None:
        code, said = audit("--today", STORED["date"])
        assert code == 0, said
        assert "(0 days old; " in said

    def test_every_entry_can_be_read_and_is_dated(self) -> None:
        assert date.fromisoformat(STORED["date"])
        assert len(STORED["entries"]) > 50
        for one in STORED["entries"]:
            assert one["package"] in STORED["covers"]
            assert one["summary"]
            assert [SpecifierSet(span) for span in one["affected"]], one

    def test_check_and_the_gate_run_it(self) -> None:
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        assert "\nlint: setup audit\n" in makefile
        assert "\ncheck: lint test\n" in makefile
        assert "make lint" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


class TestAudit:
    def test_a_planted_pin_is_found_and_named(self, tmp_path: Path) -> None:
        words = planted(tmp_path, entries=[entry([">=3.0,<3.0.5", ">=3.1.0,<3.1.1"])])
        code, said = audit(*words)
        assert code == 1
        assert "VULNERABLE flask 3.1.0: CVE-1, it burns" in said

    def test_a_pin_outside_the_range_is_clean(self, tmp_path: Path) -> None:
        spans = [entry(["<3.1.0"]), entry([">=3.1.0"], "jinja2"), entry(["<3.1.9"], "werkzeug")]
        assert audit(*planted(tmp_path, entries=spans))[0] == 0

    def test_a_pin_for_one_platform_counts(self, tmp_path: Path) -> None:
        words = planted(tmp_path, entries=[entry(["<=3.1.9"], "werkzeug")])
        assert "VULNERABLE werkzeug 3.1.9" in audit(*words)[1]

    def test_what_was_accepted_with_a_reason_passes(self, tmp_path: Path) -> None:
        words = planted(tmp_path, entries=[entry(["<4"])], accepted={"CVE-1": "not used"})
        assert audit(*words)[0] == 0

    def test_an_old_list_is_called_old(self, tmp_path: Path) -> None:
        words = planted(tmp_path)
        assert "Warning" not in audit(*words, "--today", "2026-04-01")[1]
        code, said = audit(*words, "--today", "2026-04-02")
        assert code == 0
        assert "91 days old" in said
        assert "older than 90 days" in said

    def test_packages_that_were_not_looked_up_are_counted(self, tmp_path: Path) -> None:
        said = audit(*planted(tmp_path, covers=["flask"]))[1]
        assert "not made for 1 of the pinned packages" in said


def osv(id: str, package: str, events: list[dict[str, str]], **more: Any) -> dict[str, Any]:
    return {
        "id": id,
        "modified": "2026-10-02T03:04:05Z",
        "summary": f"about {package}",
        "affected": [
            {
                "package": {"ecosystem": "PyPI", "name": package},
                "ranges": [{"type": "ECOSYSTEM", "events": events}],
            }
        ],
        **more,
    }


class TestUpdate:
    def test_an_export_becomes_the_list(self, tmp_path: Path) -> None:
        words = planted(tmp_path, accepted={"CVE-9": "kept"})
        first = [{"introduced": "0"}, {"fixed": "2.2"}, {"introduced": "3.1.0"}, {"fixed": "3.1.1"}]
        records = [
            osv("GHSA-a", "Flask", first, aliases=["CVE-2030-1"]),
            osv("PYSEC-a", "flask", [{"introduced": "3.1.0"}], aliases=["CVE-2030-1"]),
            osv("GHSA-b", "werkzeug", [{"introduced": "1"}, {"last_affected": "3.0"}]),
            osv("GHSA-c", "werkzeug", [{"introduced": "0"}], withdrawn="2026-10-01T00:00:00Z"),
            osv("GHSA-d", "django", [{"introduced": "0"}]),
        ]
        listed = osv("GHSA-e", "werkzeug", [])
        listed["affected"][0]["versions"] = ["0.1", "0.1-wild-west"]
        with zipfile.ZipFile(tmp_path / "all.zip", "w") as export:
            for record in [*records, listed]:
                export.writestr(f"{record['id']}.json", json.dumps(record))
        code, said = audit(*words, "--update", tmp_path / "all.zip", "--today", "2026-10-03")
        assert code == 1
        assert "VULNERABLE flask 3.1.0: CVE-2030-1, about Flask" in said
        assert "up to 2026-10-02 (1 days old; osv.dev" in said
        written = json.loads((tmp_path / "list.json").read_text())
        assert written["accepted"] == {"CVE-9": "kept"}
        assert written["covers"] == ["flask", "werkzeug"]
        assert {one["id"]: one["affected"] for one in written["entries"]} == {
            "CVE-2030-1": [">=0,<2.2", ">=3.1.0", ">=3.1.0,<3.1.1"],
            "GHSA-b": [">=1,<=3.0"],
            "GHSA-e": ["==0.1"],
        }
