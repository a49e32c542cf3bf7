"""Stage 2: everybody puts a bullet card face down (cash.bullet.*)."""

from __future__ import annotations

from boomtown.core import Match, OneOf, Seat
from cash_n_guns.content import Bullet
from cash_n_guns.rules.cards import bullet_choice, close_hand, kinds_in, own, pull
from cash_n_guns.rules.clock import TimedSealedAsk
from cash_n_guns.state import BULLETS, Gang


class ChooseBullet(TimedSealedAsk):
    """Each living player secretly puts one card of their hand face down."""

    rule = "cash.bullet.choose"
    seconds = 45

    def nothing_to_choose(self, match: Match[Gang], seat: Seat) -> bool:
        """cash.online.no_auto: everybody can count the cards, and one is no choice."""
        return len(match.state.gangsters[seat].hand) == 1

    def choice(self, match: Match[Gang], seat: Seat) -> OneOf:
        return bullet_choice(kinds_in(match.state.gangsters[seat].hand))

    def revealed(self, match: Match[Gang], answers: dict[Seat, str]) -> None:
        gang = match.state
        for seat, kind in answers.items():
            # cash.bullet.once: it is out of the hand for good, unless a clip brings it back.
            gangster = gang.gangsters[seat]
            gangster.bullet = own(pull(gangster.hand, Bullet(kind)), BULLETS, seat)
            close_hand(gang, seat)
        match.tell(self.rule)
