"""Stage 5: courage, and the powers that answer it (cash.courage.*)."""

from __future__ import annotations

from boomtown.core import Match, OneOf, Seat, Step
from cash_n_guns.content import Bullet, Loot, Power
from cash_n_guns.rules.cards import (
    KEEP,
    announce,
    bullet_choice,
    discard,
    keep_loot,
    kinds_in,
    steal,
)
from cash_n_guns.rules.clock import TimedAsk, TimedSealedAsk
from cash_n_guns.rules.holdup import exchange_bullet
from cash_n_guns.state import Gang

STAND = "stand"
DUCK = "duck"
COURAGE = OneOf([STAND, DUCK], noun="courage", preset=STAND)
THEFT = "theft"
NO_THEFT = "no theft"


class Courage(TimedSealedAsk):
    """At the second count all living players choose at once: duck, or stay standing."""

    rule = "cash.courage.choose"
    seconds = 15

    def choice(self, match: Match[Gang], seat: Seat) -> OneOf:
        return COURAGE

    def revealed(self, match: Match[Gang], answers: dict[Seat, str]) -> None:
        gang = match.state
        for seat, answer in answers.items():
            gang.gangsters[seat].ducked = answer == DUCK
        ducked = [seat for seat, answer in answers.items() if answer == DUCK]
        standing = [seat for seat in answers if seat not in ducked]
        match.tell(self.rule, None if standing else "nobody", standing=standing)
        if ducked:
            match.tell("cash.courage.duck", seats=ducked)
        match.then(*after_courage(gang), DiscardUnseen())


def after_courage(gang: Gang) -> list[Step]:
    """The powers that answer ducking, in their order (cash.courage.sequence)."""
    steps: list[Step] = []
    doctor = gang.who_has(Power.DOCTOR)
    if doctor is not None and gang.gangsters[doctor].ducked:
        steps.append(DoctorHeals(doctor))
    stealthy = gang.who_has(Power.STEALTHY)
    if stealthy is not None and gang.gangsters[stealthy].ducked:
        steps.append(StealthyTakes(stealthy))
    professional = gang.who_has(Power.PROFESSIONAL)
    if professional is not None and gang.target_ducked(professional):
        steps.append(ProfessionalSteals(professional))
    smart = gang.who_has(Power.SMART)
    # cash.power.smart_duck: it does not matter whether the Smart ducked, too.
    if smart is not None and gang.target_ducked(smart) and gang.gangsters[smart].hand:
        steps.append(SmartChanges(smart))
    return steps


class DoctorHeals(Step):
    """The Doctor who ducks removes one wound."""

    rule = "cash.power.doctor"
    seat: Seat

    def run(self, match: Match[Gang]) -> None:
        doctor = match.state.gangsters[self.seat]
        if doctor.wounds:
            doctor.wounds -= 1
            match.tell(self.rule, seat=self.seat, wounds=doctor.wounds)


class StealthyTakes(Step):
    """The Stealthy who ducks takes a 10,000 bill of the round's loot at once."""

    rule = "cash.power.stealthy"
    seat: Seat

    def run(self, match: Match[Gang]) -> None:
        gang = match.state
        if Loot.B10 in gang.loot:
            gang.loot.remove(Loot.B10)
            keep_loot(gang, self.seat, Loot.B10)
            match.tell(self.rule, seat=self.seat)


class ProfessionalSteals(Step):
    """A standing Professional's Bang! at a ducked target steals one of its loot cards.

    cash.power.stealthy_steal: the bill that the Stealthy has just taken may be the one.
    """

    rule = "cash.power.professional"
    seat: Seat

    def run(self, match: Match[Gang]) -> None:
        gang = match.state
        professional = gang.gangsters[self.seat]
        target, bullet = professional.target, professional.bullet
        assert target is not None, "the Professional aims at somebody who ducked"
        assert bullet is not None, "everybody has put a card down"
        if professional.ducked or not gang.gangsters[target].loot:
            match.cite("cash.power.professional_none")
            return
        # cash.power.professional_none: that no card is shown tells everybody, too.
        steals = bullet.value is Bullet.BANG
        announce(match, THEFT if steals else NO_THEFT)
        if not steals:
            match.cite("cash.power.professional_none")
            return
        match.reveal(bullet)
        professional.shown.append(bullet.value)
        card = steal(match, self.seat, target)
        match.tell(self.rule, seat=self.seat, target=target)
        pair = [self.seat, target]
        match.tell(self.rule, "card", to=pair, seat=self.seat, target=target, card=card)


class SmartChanges(TimedAsk):
    """If the Smart's target ducked, another card may be discarded instead of the bullet card."""

    rule = "cash.power.smart"
    seconds = 20

    def choice(self, match: Match[Gang], seat: Seat) -> OneOf:
        return bullet_choice(kinds_in(match.state.gangsters[seat].hand), keep=True)

    def answered(self, match: Match[Gang], answer: str) -> None:
        changed = answer != KEEP
        if changed:
            exchange_bullet(match, self.seat, Bullet(answer))
        match.tell(self.rule, "changed" if changed else "kept", seat=self.seat)


class DiscardUnseen(Step):
    """Who ducked, or aims at somebody who did, discards the bullet card unseen."""

    rule = "cash.courage.target_ducked"

    def run(self, match: Match[Gang]) -> None:
        gang = match.state
        seats = [s for s in gang.living() if gang.gangsters[s].ducked or gang.target_ducked(s)]
        for seat in seats:
            gangster = gang.gangsters[seat]
            assert gangster.bullet is not None, "everybody has put a card down"
            discard(match, gangster.bullet)
            gangster.bullet = None
        if seats:
            match.tell(self.rule, cards=len(seats), seats=seats)
