"""Rule coverage: what cites a rule, what reads it out, what reaches it."""

from itertools import islice
from pathlib import Path

from boomtown.cli.rules import in_time
from boomtown.lab.reach import game_coverage, reached_by_match, rules_reached
from boomtown.plugins import find_game
from boomtown.rulebook import rulebook_of
from boomtown.rulebook.coverage import citations, cover, marks

BOOK = rulebook_of("boomtown_game_high_noon")

SOURCE = '''
"""A module on noon.hit.life."""
rule = "noon.shot.dice"  # noon.end.last: the reason why
noon.round.order = 3
key = f"noon.trick.{trick}"
other = "afternoon.tea"
'''


def test_code_cites_rules_in_strings_docstrings_and_comments() -> None:
    found = citations(SOURCE, BOOK)
    assert found == {"noon.hit.life", "noon.shot.dice", "noon.end.last", "noon.trick.{}"}


def test_the_file_of_a_page_is_no_rule() -> None:
    assert citations('style, script, rule = "noon.css", "noon.js", "noon.shot.dice"', BOOK) == {
        "noon.shot.dice"
    }


def test_an_id_with_a_hole_cites_every_rule_that_fits(tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    path.write_text(SOURCE + 'rule = "noon.made.up"\nchapter = "see noon.trick.*"\n')
    coverage = cover(BOOK, [path], [])
    cited = {rule.rule for rule in coverage.rules if rule.code}
    assert {"noon.trick.star", "noon.trick.whisky", "noon.trick.shout"} <= cited
    assert coverage.unknown == ["noon.made.up"]
    assert "noon.setup.lives" in coverage.uncited


def test_tests_read_rules_out_by_their_marks() -> None:
    source = '@pytest.mark.rule("noon.a", "noon.b")\ndef test_x(): rule("noon.c")\n'
    assert marks(source) == ["noon.a", "noon.b"]


def test_random_play_reaches_the_rules_of_the_example() -> None:
    reached = rules_reached(find_game("high_noon"), 60, "reach")
    unreached = {id for id in BOOK.ids if not reached[id]}
    before = {"noon.setup.seats", "noon.setup.lives", "noon.setup.trick"}
    assert unreached == before, "those happen before a match"


def test_the_example_is_covered_in_both_directions() -> None:
    coverage = game_coverage(
        find_game("high_noon"), None, islice(reached_by_match(find_game("high_noon"), "cover"), 60)
    )
    assert coverage.unknown == []
    assert coverage.uncited == []
    assert coverage.untested == []
    assert coverage.unreached == []


def test_no_further_match_is_played_when_the_time_is_up() -> None:
    times = iter([0, 10, 39, 40])
    matches = iter([{"noon.a"}, {"noon.b"}, {"noon.c"}, {"noon.d"}])
    played: list[int] = []
    found = list(in_time(matches, 40, played.append, lambda: next(times)))
    assert (found, played) == ([{"noon.a"}, {"noon.b"}, {"noon.c"}], [1, 1, 1])
    assert list(in_time(matches, 0, played.append, lambda: 0.0)) == [{"noon.d"}]
