"""Stage 6: card effects and elimination (cash.effects.*, cash.elim.*)."""

from __future__ import annotations

from collections import Counter

from boomtown.core import Match, Phases, Seat, Step
from cash_n_guns.content import Bullet
from cash_n_guns.rules.cards import remove_loot
from cash_n_guns.rules.ending import finish
from cash_n_guns.rules.moments import at_the_table, deadly
from cash_n_guns.state import Gang


class CardEffects(Phases):
    """Cards are turned up, wounds placed, the dead leave, and the end is checked."""

    rule = "cash.effects.order"

    def phases(self, match: Match[Gang]) -> list[Step]:
        return [ShowBullets(), PlaceWounds(), Elimination(), EarlyEnd()]


def shooters(gang: Gang) -> list[Seat]:
    """Standing players whose card was not discarded in stage 5."""
    living = gang.living()
    return [seat for seat in living if gang.gangsters[seat].bullet is not None]


class ShowBullets(Step):
    """Every standing player's card is turned up, all together; a Click does nothing.

    cash.effects.click, cash.holdup.nobody: a card without a target does nothing either.
    """

    rule = "cash.effects.reveal"

    def run(self, match: Match[Gang]) -> None:
        gang = match.state
        for seat in shooters(gang):
            gangster = gang.gangsters[seat]
            assert gangster.bullet is not None, "shooters have a card"
            match.reveal(gangster.bullet)
            gangster.shown.append(gangster.bullet.value)
            match.tell(self.rule, seat=seat, card=gangster.bullet.value)


class PlaceWounds(Step):
    """Each Bang! gives its target a wound, all at one instant.

    cash.effects.simultaneous: who is killed now still shoots, so all hits are counted first.
    """

    rule = "cash.effects.simultaneous"

    def run(self, match: Match[Gang]) -> None:
        gang = match.state
        hits: Counter[Seat] = Counter()
        for seat in shooters(gang):
            gangster = gang.gangsters[seat]
            assert gangster.bullet is not None, "shooters have a card"
            if gangster.bullet.value is Bullet.BANG and gangster.target is not None:
                hits[gangster.target] += 1
                rule = "cash.effects.self" if gangster.target == seat else "cash.effects.bang"
                match.tell(rule, seat=seat, target=gangster.target)
        self.spare(match, hits)
        for seat in sorted(hits):
            wounded = gang.gangsters[seat]
            wounded.wounds += hits[seat]
            wounded.hit = True
            match.tell("cash.effects.several", seat=seat, hits=hits[seat], wounds=wounded.wounds)

    def spare(self, match: Match[Gang], hits: Counter[Seat]) -> None:
        """Some powers make light of hits."""
        for seat, power in at_the_table(match.state):
            counted = power.suffers(hits[seat])
            if counted < hits[seat]:
                match.tell(power.rule, seat=seat)
                hits[seat] = counted
        for seat in [seat for seat, count in hits.items() if not count]:
            del hits[seat]


class Elimination(Step):
    """All who have too many wounds go at once; loot and hand leave the game with them."""

    rule = "cash.elim.limit"

    def run(self, match: Match[Gang]) -> None:
        gang = match.state
        wounds = {seat: gang.gangsters[seat].wounds for seat in gang.living()}
        fallen = [seat for seat, count in wounds.items() if count >= deadly(gang, seat)]
        for seat in fallen:
            gang.gangsters[seat].out = True  # cash.elim.out: nobody asks or aims at them any more
        for seat in fallen:
            for other, power in at_the_table(gang):
                if power.another_fell is not None:
                    power.another_fell(match, other, seat)
            leave(match, seat)


def leave(match: Match[Gang], seat: Seat) -> None:
    """An eliminated player's loot and unplayed hand leave the game face down."""
    gang = match.state
    gangster = gang.gangsters[seat]
    match.tell("cash.elim.loot", seat=seat, cards=len(gangster.loot))
    match.cite("cash.elim.hand")
    gang.removed += gangster.loot
    gang.spent += gangster.hand
    gangster.loot, gangster.hand = [], []


class EarlyEnd(Step):
    """With at most one player alive the game is over before the sharing."""

    rule = "cash.end.early"

    def run(self, match: Match[Gang]) -> None:
        gang = match.state
        living = gang.living()
        if len(living) <= 1:
            remove_loot(gang, gang.loot)
            gang.loot = []
            finish(match, self.rule, living)
