"""Cards on the page: the loot on the table, and the hand and the stash of the viewer."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from boomtown.core import Question, Seat
from cash_n_guns.content import FACE_VALUE, KIND, Bullet, Kind, Loot
from cash_n_guns.page.stages import AIMING, COURAGE, LOADING
from cash_n_guns.rules.ending import set_value
from cash_n_guns.state import Gang, Gangster

CARD_RULES: dict[Bullet | Kind, str] = {
    Bullet.BANG: "cash.effects.bang",
    Bullet.CLICK: "cash.effects.click",
    Kind.BILL: "cash.score.sum",
    Kind.DIAMOND: "cash.score.diamonds",
    Kind.PAINTING: "cash.score.paintings",
    Kind.CLIP: "cash.clip.swap",
    Kind.FIRST_AID: "cash.aid.heal",
    Kind.NEW_GODFATHER: "cash.share.token_effect",
}
"""What a card does or is worth."""


class Held(Struct):
    """Cards of one kind in the viewer's own hand or stash."""

    card: str
    icon: str
    count: int
    rule: str


class Own(Struct):
    """What only the viewer sees."""

    hand: list[Held]
    laid: str | None
    """The bullet card that was put down, or is chosen and can still be changed."""
    changeable: bool
    aim: str | None
    courage: str | None
    """The same of an aim and of courage, as long as the choice can be changed."""
    stash: list[Held]
    worth: int
    """What the stash brings at the end, without the diamond bonus."""


class Share(Struct):
    """A loot card that lies face up."""

    share: str
    kind: str
    icon: str
    rule: str


LOOT_ICONS = {
    Kind.BILL: "loot-bill",
    Kind.DIAMOND: "loot-diamond",
    Kind.PAINTING: "loot-painting",
    Kind.CLIP: "loot-clip",
    Kind.FIRST_AID: "loot-aid",
    Kind.NEW_GODFATHER: "godfather",
}


def own_of(gang: Gang, me: Seat, question: Question | None) -> Own:
    """The viewer's hand and stash; a card that is chosen lies beside the hand already."""
    gangster = gang.gangsters[me]
    hand = Counter(card.value for card in gangster.hand)
    laid = None if gangster.bullet is None else gangster.bullet.value
    chosen = {} if question is None else {question.rule: question.given}
    changeable = chosen.get(LOADING) is not None
    if changeable:
        laid = Bullet(chosen[LOADING])
        hand[laid] -= 1
    stash = Counter(card.value for card in gangster.loot)
    return Own(
        hand=[
            Held(kind.value, f"card-{kind}", hand[kind], CARD_RULES[kind])
            for kind in (Bullet.BANG, Bullet.CLICK)
        ],
        laid=None if laid is None else laid.value,
        changeable=changeable,
        aim=None if chosen.get(AIMING) is None else str(chosen[AIMING]),
        courage=chosen.get(COURAGE),
        stash=[
            Held(card.value, LOOT_ICONS[KIND[card]], stash[card], CARD_RULES[KIND[card]])
            for card in Loot
            if stash[card]
        ],
        worth=face_value(gangster) + set_value(gangster, stash[Loot.PAINTING]),
    )


def face_value(gangster: Gangster) -> int:
    return sum(FACE_VALUE.get(card.value, 0) for card in gangster.loot)


def shares_of(gang: Gang) -> list[Share]:
    return [
        Share(card.value, KIND[card].value, LOOT_ICONS[KIND[card]], CARD_RULES[KIND[card]])
        for card in gang.loot
    ]
