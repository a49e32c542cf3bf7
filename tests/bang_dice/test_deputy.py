"""The deputy plays for the end of the match, plans its throws and picks good characters."""

from itertools import combinations, product

import pytest

from bang_dice import GAME
from bang_dice.bot.deputy import DeputyBot
from bang_dice.bot.opinions import OPINIONS
from bang_dice.bot.outlook import Outlook
from bang_dice.bot.planning import Plan, in_order
from bang_dice.bot.prospects import Prospect
from bang_dice.content import BASE_FACES, SALOON_FACES, Face, SaloonDie
from bang_dice.state import Town
from boomtown.bots import answer_of
from boomtown.core import Answer, Chance, Match, Seat
from saloon import A, B, C, D, question, reroll, stop, table, throw


def decides(match: Match[Town]) -> Answer:
    """What a deputy answers for whoever is asked."""
    chance = Chance.seeded("deputy")
    return answer_of(DeputyBot(chance), match, match.asked()[0], chance)


def aims(before: str, dice: str, seat: Seat) -> Answer:
    """The first bull's eye of these dice, thrown by a seat."""
    match = table(before)
    assert match.state.active == seat
    throw(match, dice)
    stop(match)
    assert question(match) == "Shoot"
    return next(iter(decides(match).values()))


class TestRenegade:
    BEFORE = "A rose sheriff {a}/11 | B paul outlaw 9/9 | C lucky outlaw {c} | D kit renegade 7/7"

    def test_he_spares_the_sheriff_while_others_live(self) -> None:
        before = self.BEFORE.format(a=1, c="8/8") + " | pile 9 | turn D"
        assert aims(before, "1 arrow dyn dyn beer", D) == C, "A sits on the other side"

    def test_he_fells_the_sheriff_when_nobody_else_is_left(self) -> None:
        before = "A paul sheriff 1/11 | B rose outlaw out | C lucky outlaw out | D kit renegade 7/7"
        match = table(before + " | pile 9 | turn D")
        throw(match, "1 beer beer beer beer")
        assert 1 not in decides(match), "the bull's eye wins"

    @pytest.mark.parametrize(("life", "fires"), [(1, False), (9, True)])
    def test_he_fires_no_gatling_that_fells_the_sheriff(self, life: int, fires: bool) -> None:
        match = table(self.BEFORE.format(a=life, c="1/8") + " | pile 9 | turn D")
        throw(match, "gat gat gat beer dyn")
        kept = {1, 2, 3}.isdisjoint(decides(match))
        assert kept is fires


class TestLaw:
    def test_a_deputy_fires_no_gatling_at_a_sheriff_about_to_fall(self) -> None:
        before = "A rose sheriff 1/11 | B paul outlaw 9/9 | C lucky outlaw 8/8"
        match = table(before + " | D kit renegade 7/7 | E jesse deputy 8/8 | pile 9 | turn E")
        throw(match, "gat gat gat beer dyn")
        assert not {1, 2, 3}.isdisjoint(decides(match))

    def test_the_fall_of_the_last_enemy_is_worth_more_than_that_of_one_of_two(self) -> None:
        law = "A paul sheriff 5/11 | E sid deputy 8/8"
        one = table(f"{law} | B rose outlaw 1/9 | D kit renegade out | pile 9 | turn A")
        two = table(f"{law} | B rose outlaw 1/9 | D kit renegade 7/7 | pile 9 | turn A")
        last, first = (Prospect(m.view(A).state, A).loss(Seat(2), 1) for m in (one, two))
        assert last > first > 0


class TestThree:
    BEFORE = "A paul deputy 5/9 | B rose outlaw 1/9 | C lucky renegade 1/8 | pile 9 | turn {turn}"

    @pytest.mark.parametrize(("turn", "target"), [("A", C), ("B", A), ("C", B)])
    def test_felling_the_target_is_worth_most(self, turn: str, target: Seat) -> None:
        match = table(self.BEFORE.format(turn=turn))
        me = match.state.active
        stance = Prospect(match.view(me).state, me)
        others = [seat for seat in (A, B, C) if seat not in (me, target)]
        assert stance.loss(target, 9) > max(stance.loss(seat, 9) for seat in [*others, me])

    def test_in_a_duel_both_lives_count_the_same(self) -> None:
        match = table(
            "A paul deputy 5/9 | B rose outlaw out | C lucky renegade 5/8 | pile 9 | turn A"
        )
        stance = Prospect(match.view(A).state, A)
        assert stance.worth[C] == pytest.approx(-stance.worth[A])
        assert stance.loss(C, 5) == pytest.approx(-stance.loss(A, 5))


class TestThrows:
    BEFORE = "A paul sheriff 6/11 | B rose outlaw 4/9 a1 | C lucky outlaw 3/8 | D kit renegade 5/7"

    def outlook(self) -> Outlook:
        match = table(self.BEFORE + " | pile 5 | turn A", saloon_dice=True)
        return Outlook(Prospect(match.view(A).state, A))

    @pytest.mark.parametrize("saloon", [None, SaloonDie.LOUDMOUTH, SaloonDie.COWARD])
    def test_a_plan_is_worth_what_trying_everything_is_worth(
        self, saloon: SaloonDie | None
    ) -> None:
        outlook = self.outlook()
        dice = [BASE_FACES] * 2
        if saloon is not None:
            dice[1] = SALOON_FACES[saloon]

        def chosen(shown: tuple[Face, ...], throws: int) -> float:
            free = [die for die, face in enumerate(shown) if face is not Face.DYNAMITE]
            sets = [again for size in (1, 2) for again in combinations(free, size)]
            hopes = [hoped(shown, again, throws) for again in sets if throws]
            return max([outlook.shown(shown), *hopes])

        def hoped(shown: tuple[Face, ...], again: tuple[int, ...], throws: int) -> float:
            total, count = 0.0, 0
            for faces in product(*[dice[die] for die in again]):
                now = list(shown)
                for die, face in zip(again, faces, strict=True):
                    now[die] = face
                at_once = sum(outlook.at_once.get(face, 0.0) for face in faces)
                total, count = total + at_once + chosen(tuple(now), throws - 1), count + 1
            return total / count

        plan = Plan(outlook, 2 - (saloon is not None), dice[1] if saloon else (), locked=True)
        blank = (Face.BEER, Face.BEER)
        assert plan.from_scratch(2) == pytest.approx(hoped(blank, (0, 1), 2))

    def test_dynamite_stays_and_what_is_kept_was_there(self) -> None:
        match = table(self.BEFORE + " | pile 5 | turn A")
        throw(match, "dyn arrow 1 1 gat")
        assert 1 not in decides(match)
        plan = Plan(self.outlook(), 5, (), locked=True)
        three = in_order([Face.DYNAMITE] * 3 + [Face.ARROW] * 2)
        assert plan.best((three, None), 2) == (three, None), "an explosion ends the throws"

    def test_a_second_decision_looks_at_one_throw(self) -> None:
        match = table(self.BEFORE + " | pile 5 | turn A")
        throw(match, "arrow 1 2 beer gat")
        reroll(match, {1: "dyn", 5: "dyn"})
        assert question(match) == "OfferReroll"
        assert {1, 5}.isdisjoint(decides(match))


def test_it_picks_the_free_character_that_wins_most_often() -> None:
    match = Match.unrecorded(GAME, 4, {"characters": "choose"}, chance=Chance.seeded("pick"))
    picked = []
    while question(match) == "ChooseCharacter":
        offers = match.choice(match.asked()[0]).offers()
        picked.append(decides(match))
        assert OPINIONS[picked[-1]].wins == max(OPINIONS[who].wins for who in offers)
        match.answer(match.asked()[0], picked[-1])
    assert picked[0] == "bart"
    assert len(set(picked)) == 4
