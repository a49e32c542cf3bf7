"""Examples in the plain notation: what chance does before the first question."""

import pytest

from boomtown.testing.examples import run_examples
from flows import ANNIE, FLOW, SCRIPTS, Pick, Roll

EXAMPLE = """
```toml
id = "E01"
seats = 2
options = {{ script = {script} }}
{opening}
[[do]]
seat = "A"
answer = "yes"
[after]
"lines.0" = "{shown}"
```
"""


def problems(opening: str, shown: int = 5) -> list[str]:
    SCRIPTS.append(lambda: [Roll(), Pick(ANNIE)])
    text = EXAMPLE.format(script=len(SCRIPTS) - 1, opening=opening, shown=shown)
    return [failure.problem for failure in run_examples(FLOW, text).failed]


@pytest.mark.parametrize("die", range(1, 7))
def test_dice_may_be_used_before_the_first_question(die: int) -> None:
    assert problems(f"opening = {{ dice = [{die}] }}", die) == []


def test_dice_that_nobody_throws_are_named() -> None:
    assert problems("opening = { dice = [5, 6] }") == [
        "opening: [6] is not used before the first question"
    ]
