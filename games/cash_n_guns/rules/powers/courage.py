"""Powers that answer ducking, in the order of cash.courage.sequence."""

from __future__ import annotations

from boomtown.core import Match, Seat, Step
from cash_n_guns.content import Bullet, Loot, Stage
from cash_n_guns.rules.cards import ChangeBullet, announce, keep_loot, steal
from cash_n_guns.rules.moments import Power
from cash_n_guns.state import Gang

# --- the Doctor ------------------------------------------------------------------------------


class DoctorHeals(Step):
    """The Doctor who ducks removes one wound."""

    rule = "cash.power.doctor"
    seat: Seat

    def run(self, match: Match[Gang]) -> None:
        doctor = match.state.gangsters[self.seat]
        if doctor.wounds:
            doctor.wounds -= 1
            match.tell(self.rule, seat=self.seat, wounds=doctor.wounds)


def heal(gang: Gang, seat: Seat) -> list[Step]:
    """Only who ducks has the time."""
    return [DoctorHeals(seat)] if gang.gangsters[seat].ducked else []


DOCTOR = Power(id="doctor", card=6, rules=("cash.power.doctor",), courage_shown=heal)

# --- the Stealthy ----------------------------------------------------------------------------


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


def sneak(gang: Gang, seat: Seat) -> list[Step]:
    """Only who ducks is not seen."""
    return [StealthyTakes(seat)] if gang.gangsters[seat].ducked else []


STEALTHY = Power(
    id="stealthy",
    card=15,
    rules=("cash.power.stealthy", "cash.power.stealthy_steal"),
    courage_shown=sneak,
)

# --- the Professional ------------------------------------------------------------------------

THEFT = "theft"
NO_THEFT = "no theft"


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


def rob(gang: Gang, seat: Seat) -> list[Step]:
    """Only of somebody who ducked."""
    return [ProfessionalSteals(seat)] if gang.target_ducked(seat) else []


PROFESSIONAL = Power(
    id="professional",
    card=13,
    rules=("cash.power.professional", "cash.power.professional_none"),
    courage_shown=rob,
)

# --- the Smart -------------------------------------------------------------------------------


class SmartChanges(ChangeBullet):
    """If the Smart's target ducked, another card may be discarded instead of the bullet card."""

    rule = "cash.power.smart"


def save_card(gang: Gang, seat: Seat) -> list[Step]:
    """cash.power.smart_duck: it does not matter whether the Smart ducked, too."""
    return [SmartChanges(seat)] if gang.target_ducked(seat) and gang.gangsters[seat].hand else []


SMART = Power(
    id="smart",
    card=14,
    rules=("cash.power.smart", "cash.power.smart_duck"),
    asks={"cash.power.smart": Stage.COURAGE},
    courage_shown=save_card,
)

POWERS = (DOCTOR, STEALTHY, PROFESSIONAL, SMART)
