"""What the board adds to the question: titles, groups, consequences."""

from __future__ import annotations

from typing import Final

from boomtown.core import (
    PASS,
    Alternatives,
    Arg,
    Composed,
    Group,
    Help,
    Question,
    Say,
    View,
)
from shadows_west.measuring.spacing import gap
from shadows_west.page.previews.shots import best_answer, fight_ahead
from shadows_west.rules.fighting import opponents
from shadows_west.state import Figure, Table, West

TWINS: Final = {"reactor": "figure"}
MOVE_GROUPS: Final = (
    ("contact", ("charge", "attack", "seize", "beside", "drag", "horse")),
    ("way", ("direction",)),
    (
        "place",
        (
            "door",
            "window",
            "stairs_up",
            "stairs_down",
            "climb_up",
            "climb_down",
            "drop",
            "jump",
            "loot",
            "exit",
        ),
    ),
    ("ride", ("mount", "dismount", "leap", "own_horse", "call", "ride")),
    ("stick", ("lay", "lay_go")),
    ("other", ("turn", "unjam", "release", "drop_loot", "stay")),
)
"""How ready-made moves are sorted."""
FEW_SHOTS: Final = 4
"""So many are listed, more are folded away."""
SUBMITS: Final = {
    "shadows.move.distance": "stay",
    "shadows.shoot.sequence": "none",
    "shadows.shoot.multi": "none",
    "shadows.tnt.throw": "throw",
    "shadows.setup.deploy": "place",
    "shadows.folk.place": "folk",
    "shadows.gang.lists": "gang",
    "shadows.act.turn": "activate",
    "shadows.react.declare_all": "react",
}


def help_for(view: View[West], question: Question) -> Help:
    """Titles, consequences and reasons for the viewer's question."""
    west = view.state
    help = Help(title=f"board.ask.{question.key}", twins=TWINS)
    if question.key in SUBMITS:
        help.submit = [Say(f"board.send.{SUBMITS[question.key]}")]
    match question.key:
        case "shadows.move.distance":
            help.groups = [
                Group(
                    Say(f"board.group.{title}"),
                    [f"move.{key}" for key in keys],
                    open=title == "contact",
                    narrow=title == "way",
                )
                for title, keys in MOVE_GROUPS
            ]
        case "shadows.shoot.sequence" | "shadows.shoot.multi":
            assert isinstance(question.choice, Composed), "a shot is composed"
            keys = sorted({ready.key for ready in question.choice.listed()} - {"shot.stop"})
            few = len(question.choice.listed()) <= FEW_SHOTS
            help.groups = [Group(Say("board.group.shot"), keys, open=few)]
        case "shadows.setup.deploy":
            help.groups = [Group(Say("board.group.spot"), ["setup.spot"])]
        case "shadows.act.declare":
            help_to_declare(help, west, question)
        case "shadows.fight.defender":
            figure = west.table.figures[str(question.args["who"])]
            help.hints = {
                f"figure:{other.id}": fight_hint(west.table, figure, other)
                for other in opponents(west.table, figure)
            }
        case "shadows.act.turn":
            help.sub = Say("board.sub.turn")
        case "shadows.cards.play":
            help.sub = Say("board.sub.cards")
        case "shadows.react.declare_all":
            help.sub = Say("board.sub.react")
            help.usual = Say("board.usual.react")
            trigger = str(question.args["who"])
            help.hints = {
                f"figure:{id}": react_hint(west, id, trigger) for id in reactors(question)
            }
        case "shadows.npc.order":
            help.usual = Say("board.usual.order")
    return help


def reactors(question: Question) -> list[str]:
    """The models that are asked whether they react; nobody in another question."""
    if question.key != "shadows.react.declare_all":
        return []
    assert isinstance(question.choice, Alternatives), "one of several models reacts"
    return [id for id in question.choice.options if id != PASS]


def react_hint(west: West, id: str, trigger: str) -> Say:
    """How far away the trigger is, and what a shot at it would be."""
    table = west.table
    model, other = table.figures[id], table.figures[trigger]
    far: dict[str, Arg] = {"gap": gap(model, other)}
    shot = best_answer(west, model, trigger) if model.weapons else None
    if shot is None or shot.hit is None:
        return Say("board.hint.react.far", far)
    odds: dict[str, Arg] = {"hit": per_cent(shot.hit), "down": per_cent(shot.down or 0)}
    return Say("board.hint.react", far | odds)


def help_to_declare(help: Help, west: West, question: Question) -> None:
    """What each action would be for this model."""
    figure = west.table.figures[str(question.args["who"])]
    left = question.args["left"]
    help.sub = Say("board.sub.declare", {"who": figure.id, "left": left})
    far: dict[str, Arg] = {"allowance": west.table.allowance(figure)}
    help.hints = {
        "action:move": Say("board.hint.crawl" if figure.downed else "board.hint.move", far),
        "action:lookout": Say("board.hint.lookout"),
        "action:stop": Say("board.hint.stop"),
    }
    if ready := opponents(west.table, figure):
        help.hints["action:fight"] = fight_hint(west.table, figure, ready[0])


def fight_hint(table: Table, figure: Figure, other: Figure) -> Say:
    """What would come of a fight."""
    if other.downed:
        return Say("board.hint.finish", {"who": other.id})
    ahead = fight_ahead(table, figure, other)
    args: dict[str, Arg] = {
        "who": other.id,
        "win": per_cent(ahead.win),
        "lose": per_cent(ahead.lose),
    }
    return Say("board.hint.fight", args)


def per_cent(mille: int) -> int:
    """Of a hundred instead of a thousand."""
    return (mille + 5) // 10
