"""The seven stages of a round on the strip, and how far the match has got (cash.round.stages)."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from boomtown.core import Progress, View
from cash_n_guns.content import ROUNDS, Stage
from cash_n_guns.rules.moments import powers
from cash_n_guns.state import Gang


class When(StrEnum):
    """Whether a stage is over, going on or to come."""

    DONE = "done"
    NOW = "now"
    LATER = "later"


class StageMark(Struct):
    """A stage on the strip."""

    stage: Stage
    icon: str
    state: When
    rule: str


AIMING = "cash.holdup.aim"
LOADING = "cash.bullet.choose"
COURAGE = "cash.courage.choose"
SEALED = frozenset({LOADING, AIMING, COURAGE})
STAGES = list(Stage)
STAGE_OF_RULE = {
    LOADING: Stage.LOAD,
    AIMING: Stage.HOLD_UP,
    "cash.privilege.order": Stage.PRIVILEGE,
    "cash.privilege.owner_picks": Stage.PRIVILEGE,
    COURAGE: Stage.COURAGE,
    "cash.share.must_take": Stage.SHARE,
    "cash.clip.swap": Stage.SHARE,
    **{rule: stage for power in powers().values() for rule, stage in power.asks.items()},
}
"""By the rule that asks; turning up the cards asks nobody."""
STAGE_ICONS = {
    Stage.LOOT: "loot-bill",
    Stage.LOAD: "bullet",
    Stage.HOLD_UP: "aim",
    Stage.PRIVILEGE: "godfather",
    Stage.COURAGE: "stand",
    Stage.BANG: "card-bang",
    Stage.SHARE: "loot-diamond",
}

RULE_OF_STAGE = {
    Stage.LOOT: "cash.loot.reveal",
    Stage.LOAD: LOADING,
    Stage.HOLD_UP: AIMING,
    Stage.PRIVILEGE: "cash.privilege.order",
    Stage.COURAGE: COURAGE,
    Stage.BANG: "cash.effects.reveal",
    Stage.SHARE: "cash.share.order",
}


def stage_of(view: View[Gang]) -> int:
    """The place of the present stage; behind the last one when the match is over."""
    if view.prompt is None:
        return len(STAGES)
    return STAGES.index(STAGE_OF_RULE[view.prompt.rule])


def stages_of(view: View[Gang]) -> list[StageMark]:
    now = stage_of(view)
    return [
        StageMark(
            stage,
            STAGE_ICONS[stage],
            When.DONE if place < now else When.NOW if place == now else When.LATER,
            RULE_OF_STAGE[stage],
        )
        for place, stage in enumerate(STAGES)
    ]


def progress(view: View[Gang]) -> Progress:
    """The round, and how far it has got."""
    stage = stage_of(view)
    done = (view.state.round - 1) * len(STAGES) + min(stage, len(STAGES) - 1)
    share = 100 if view.outcome is not None else 100 * done // (ROUNDS * len(STAGES))
    return Progress("board.progress", {"round": view.state.round, "rounds": ROUNDS}, share)
