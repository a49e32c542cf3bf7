"""A board for the toy, broken on purpose in one way at a time."""

from boomtown.core import Beat, Page, Question, View
from toys.state import Table


def board(view: View[Table], question: Question | None) -> dict[str, object]:
    """What the template shows; the flaw "sees all" looks at every hand."""
    table = view.state
    if table.flaw == "falls":
        raise RuntimeError("the shelf gives way")
    hands = [hand.value for hand in table.hands] if table.flaw == "sees all" else []
    return {"flaw": table.flaw, "lap": table.lap, "hands": hands}


PAGE = Page(board=board)
HEARSAY = Page(board=board, beats={"toy.word.say": Beat(icon="own-word")})
