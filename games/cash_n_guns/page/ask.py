"""What the page adds to a question: titles, consequences, hints (the table page's Help)."""

from __future__ import annotations

from collections import Counter

from boomtown.core import Arg, Help, Question, Say, Seat, View
from cash_n_guns.content import DIAMONDS, ROUNDS, Bullet, Loot
from cash_n_guns.page.seats import Aim, Plate, Stance
from cash_n_guns.rules.ending import set_value
from cash_n_guns.state import Gang, Gangster

TWINS = {"aim": "seat", "order": "seat", "hustle": "seat", "change": "bullet"}


def help_for(view: View[Gang], question: Question, plates: list[Plate]) -> Help:
    """Titles, consequences and reasons for the viewer's question."""
    gang = view.state
    living = [plate for plate in plates if plate.stance is not Stance.OUT]
    help = Help(title=f"board.ask.{question.key}", twins=TWINS)
    match question.key:
        case "cash.bullet.choose":
            help_to_load(help, gang, question.seat)
        case "cash.holdup.aim" | "cash.holdup.kid" | "cash.privilege.owner_picks":
            help.hints = {f"seat:{plate.seat}": target_hint(plate) for plate in living}
            help.hints["seat:nobody"] = Say("board.hint.nobody")
            if question.seconds is not None and question.key != "cash.privilege.owner_picks":
                help.sub = Say("board.sub.late")
        case "cash.privilege.order":
            help.sub = Say("board.sub.order")
            help.hints = {f"seat:{plate.seat}": aim_hint(plate) for plate in living}
        case "cash.courage.choose":
            help_to_stand(help, plates[0], gang.gangsters[question.seat])
        case "cash.share.must_take":
            help_to_share(help, gang.gangsters[question.seat])
            help.parts = {part: Say(f"board.part.{part}") for part in ("first", "second")}
            help.submit = [Say("board.submit.take")]
        case _:
            help_with_a_power(help, gang, question, living)
    return help


def help_with_a_power(help: Help, gang: Gang, question: Question, living: list[Plate]) -> None:
    """By what is to be chosen, whoever's power it is: a card to change, a hand, a card of loot."""
    match getattr(question.choice, "noun", ""):
        case "change":
            help.sub = own_card(gang, question.seat)
        case "bullet" if gang.drawn:
            help.sub = own_card(gang, question.seat)
        case "hustle":
            help.hints = {
                f"seat:{plate.seat}": Say("board.hint.hand", {"cards": plate.hand})
                for plate in living
            }
        case "exchange":
            help.sub = Say("board.sub.junk", {"piles": len(gang.piles)})


def help_to_load(help: Help, gang: Gang, me: Seat) -> None:
    hand = Counter(card.value for card in gang.gangsters[me].hand)
    help.sub = Say("board.sub.load", {"rounds": ROUNDS - gang.round + 1})
    help.hints = {
        f"bullet:{kind}": Say(f"board.hint.{kind}", {"left": hand[kind]}) for kind in Bullet
    }


def target_hint(plate: Plate) -> Say:
    """What is known of somebody who may be aimed at."""
    args: dict[str, Arg] = {"wounds": plate.wounds, "cap": plate.cap, "loot": plate.loot}
    return Say("board.hint.target", args)


def aim_hint(plate: Plate) -> Say:
    if plate.aim is Aim.AT and plate.target is not None:
        return Say("board.hint.aims", {"target": plate.target})
    return Say(f"board.hint.aim.{plate.aim}")


def help_to_stand(help: Help, plate: Plate, gangster: Gangster) -> None:
    """Who aims here, and what follows from either choice."""
    guns = len(plate.guns)
    help.title = f"board.ask.courage.{'none' if not guns else 'one' if guns == 1 else 'several'}"
    left = plate.cap - plate.wounds
    if not guns:
        help.sub = Say("board.sub.safe")
    else:
        danger = "deadly" if guns >= left else "guns"
        args: dict[str, Arg] = {"guns": list(plate.guns), "wounds": plate.wounds, "left": left}
        help.sub = Say(f"board.sub.{danger}", args)
    help.hints = {"courage:stand": stand_hint(plate, gangster), "courage:duck": duck_hint(gangster)}


def stand_hint(plate: Plate, gangster: Gangster) -> Say:
    assert gangster.bullet is not None, "everybody has put a card down"
    if plate.aim is Aim.LATE:
        return Say("board.hint.stand.late")
    if plate.target is None or plate.aim is Aim.SELF:
        return Say(f"board.hint.stand.{plate.aim}")
    shot: dict[str, Arg] = {"card": gangster.bullet.value.value, "target": plate.target}
    return Say("board.hint.stand", shot)


def duck_hint(gangster: Gangster) -> Say:
    assert gangster.bullet is not None, "everybody has put a card down"
    return Say("board.hint.duck", {"card": gangster.bullet.value.value})


def own_card(gang: Gang, me: Seat) -> Say | None:
    """The card that lies there, or that was just drawn."""
    card = gang.drawn or gang.gangsters[me].bullet
    if card is None or not card.known:
        return None
    key = "board.sub.drawn" if gang.drawn else "board.sub.card"
    return Say(key, {"card": card.value.value})


def help_to_share(help: Help, gangster: Gangster) -> None:
    """What each share is worth to this player."""
    mine = Counter(card.value for card in gangster.loot)
    paintings = mine[Loot.PAINTING]
    more = set_value(gangster, paintings + 1) - set_value(gangster, paintings)
    diamonds = sum(mine[card] for card in DIAMONDS)
    help.hints = {
        "share:P": Say("board.hint.painting", {"have": paintings, "more": more // 1000}),
        "share:FA": Say("board.hint.aid", {"wounds": gangster.wounds}),
        "share:CL": Say("board.hint.clip"),
        "share:NG": Say("board.hint.token"),
        **{f"share:{card}": Say("board.hint.diamond", {"have": diamonds}) for card in DIAMONDS},
    }
