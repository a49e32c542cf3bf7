"""Sealed windows, reveals and the Judge (bang.ask.*, bang.role.*)."""

from __future__ import annotations

from typing import ClassVar

from msgspec import structs

from bang_dice.content import ROLE_OF, ROLES, RoleCard
from bang_dice.rules.moments import Moment, cards_at, special_roles
from bang_dice.rules.reasons import NOT_NOW, NOT_YOURS
from bang_dice.state import Town
from boomtown.core import PASS, Arg, Match, OneOf, SealedAsk, Seat, Step


def can_be_out_there(town: Town, card: RoleCard) -> bool:
    """Whether a special card can still be face down, by public facts alone (bang.ask.open)."""
    if town.options.special_roles == "off":
        return False
    role = ROLE_OF[card]
    shown = [cowboy.role.value for cowboy in town.cowboys if cowboy.role.public]
    if card in shown:
        return False
    dealt = ROLES[len(town.cowboys)].get(role, 0)
    return dealt > sum(ROLE_OF[seen] is role for seen in shown)


def window_seats(town: Town, moment: Moment, excepted: Seat | None = None) -> list[Seat]:
    """Who is asked when a power could be used; nobody if no window opens (bang.ask.none_open)."""
    if not any(can_be_out_there(town, card) for card in cards_at(moment)):
        return []
    return [seat for seat in town.living() if seat != excepted and town.cowboys[seat].face_down]


def asked_for(town: Town, card: RoleCard) -> list[Seat]:
    """Who could have a card that is used after a throw; some are only for the dice of others."""
    role = special_roles()[card]
    if role.moment is None or not can_be_out_there(town, card):
        return []
    return window_seats(town, role.moment, None if role.own_dice else town.active)


class PowerWindow(SealedAsk):
    """Everybody with a face-down role gets the same request; only a use becomes public."""

    rule = "bang.ask.everyone"
    shows_who = False  # bang.ask.sealed: not even who has answered
    moment: ClassVar[Moment]

    def cards(self) -> list[RoleCard]:
        """The powers that this window is for."""
        return cards_at(self.moment)

    def time(self, match: Match[Town]) -> int:
        """bang.ask.pace: the table's time, twice that where more is at stake."""
        seconds = match.state.options.window_seconds
        unhurried = any(special_roles()[card].unhurried for card in self.cards())
        return 2 * seconds if unhurried else seconds

    def lasts(self, match: Match[Town]) -> bool:
        """bang.ask.clock: in strict mode the length of a window tells nothing."""
        return match.state.options.strict_windows

    def args(self, match: Match[Town]) -> dict[str, Arg]:
        return {"powers": [str(card) for card in self.cards()]}

    def choice(self, match: Match[Town], seat: Seat) -> OneOf:
        held = match.state.cowboys[seat].role.value
        cards = self.cards()
        refused = {card: NOT_YOURS for card in cards if card is not held}
        if held in special_roles() and held not in cards:
            refused[held] = NOT_NOW
        return OneOf([PASS, *cards], refused=refused, noun="power", preset=PASS)

    def revealed(self, match: Match[Town], answers: dict[Seat, str]) -> None:
        used = {RoleCard(answer): seat for seat, answer in answers.items() if answer != PASS}
        for card in self.cards():
            if card in used:
                self.used(match, card, used[card])
                return
        self.passed(match)

    def used(self, match: Match[Town], card: RoleCard, seat: Seat) -> None:
        match.then(UsePower(card, seat))

    def passed(self, match: Match[Town]) -> None:
        """What follows when nobody used anything."""


class ThrowWindow(PowerWindow, kw_only=True):
    """After a throw: the Doctor, and the Gambler if throwing is over (bang.ask.pace)."""

    kinds_now: list[RoleCard]
    throw: int

    @property
    def key(self) -> str:
        return "bang.ask.everyone.throw"

    def cards(self) -> list[RoleCard]:
        return self.kinds_now

    def choice(self, match: Match[Town], seat: Seat) -> OneOf:
        asked = super().choice(match, seat)
        if seat != match.state.active:
            return asked
        # The thrower is asked for the Doctor's sake; nobody gambles with their own dice.
        others = [card for card in self.kinds_now if not special_roles()[card].own_dice]
        return structs.replace(asked, refused={**asked.refused, **dict.fromkeys(others, NOT_YOURS)})

    def used(self, match: Match[Town], card: RoleCard, seat: Seat) -> None:
        steps: list[Step] = [UsePower(card, seat)]
        if special_roles()[card].moment is Moment.THROW:
            steps.append(GamblerAgain(self.throw))  # an answer of the Gambler's is dropped unseen
        match.then(*steps)


def throw_window(town: Town, *moments: Moment) -> list[Step]:
    """The one window for everything that may be used after a throw (bang.ask.pace)."""
    kinds = [card for moment in moments for card in cards_at(moment) if asked_for(town, card)]
    seats = sorted({seat for card in kinds for seat in asked_for(town, card)})
    return [ThrowWindow(seats, kinds_now=kinds, throw=town.throw)] if kinds else []


class GamblerAgain(Step):
    """After the Doctor, if throwing is (still) over, the Gambler is asked anew."""

    rule = "bang.ask.pace"
    throw: int

    def run(self, match: Match[Town]) -> None:
        from bang_dice.rules.throws import throwing_is_over  # the window belongs to the throw

        town = match.state
        if self.throw == town.throw and not town.final and throwing_is_over(town):
            match.then(*throw_window(town, Moment.LAST_THROW))


class BadWindow(PowerWindow):
    """Somebody is about to gain life points: the moment of the Bad."""

    moment = Moment.GAIN

    @property
    def key(self) -> str:
        return "bang.ask.everyone.gain"


class LeftHandWindow(PowerWindow):
    """Somebody is about to be eliminated: the moment of the Devil's Left Hand."""

    moment = Moment.FALL

    @property
    def key(self) -> str:
        return "bang.ask.everyone.fall"


class UsePower(Step):
    """The card is turned up; before anything happens, the Judge may speak (bang.role.once)."""

    rule = "bang.role.answer"
    card: RoleCard
    seat: Seat

    def run(self, match: Match[Town]) -> None:
        town = match.state
        match.reveal(town.cowboys[self.seat].role)
        match.tell(special_roles()[self.card].rule, "used", seat=self.seat)
        seats = window_seats(town, Moment.REVEAL, self.seat)
        match.then(JudgeWindow(seats, card=self.card, seat=self.seat))


class JudgeWindow(PowerWindow, kw_only=True):
    """Right after a reveal the Judge may cancel that power for good."""

    rule = "bang.role.judge"
    card: RoleCard
    seat: Seat
    moment = Moment.REVEAL

    def args(self, match: Match[Town]) -> dict[str, Arg]:
        return {"card": str(self.card), "seat": self.seat}

    def used(self, match: Match[Town], card: RoleCard, seat: Seat) -> None:
        # bang.role.judge.result: the power changes nothing; nothing answers the Judge.
        match.reveal(match.state.cowboys[seat].role)
        match.tell(self.rule, "used", seat=seat, target=self.seat, card=self.card)

    def passed(self, match: Match[Town]) -> None:
        effect = special_roles()[self.card].effect
        assert effect is not None, "a card without effect cannot be used"
        match.then(effect(self.seat))
