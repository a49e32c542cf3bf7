"""Roles stay hidden: who sees what, and how a turn begins and ends (specification, 4)."""

import pytest

from bang_dice.state import Town
from boomtown.core import Chance, Match, Seat
from boomtown.testing import refused
from saloon import A, B, C, D, E, answer, five, life, nobody, question, table, throw, window
from special_roles import play, turn_up


class TestHidden:
    @pytest.mark.rule("bang.hidden.no_peek")
    def test_a_face_down_role_is_seen_by_its_owner_alone(self) -> None:
        match = play(five(b="outlaw:ugly"))
        for viewer in (None, A, B, C, D, E):
            roles = [one.role for one in match.view(viewer).state.cowboys]
            assert [role.known for role in roles] == [s in (A, viewer) for s in range(5)]

    @pytest.mark.rule("bang.hidden.no_peek")
    def test_being_eliminated_shows_nothing_more(self) -> None:
        match = play(five(b="outlaw:ugly").replace("B rose outlaw:ugly 9/9", "B rose outlaw out"))
        assert [one.role.known for one in match.view(B).state.cowboys] == [
            True,
            True,
            False,
            False,
            False,
        ]

    @pytest.mark.rule("bang.hidden.no_peek", "bang.setup.box")
    def test_nobody_sees_the_cards_in_the_box(self) -> None:
        match = Match.unrecorded(
            table(five()).game, 6, {"special_roles": "mixed"}, chance=Chance.seeded("box")
        )
        for viewer in (None, *(Seat(seat) for seat in range(6))):
            assert not any(card.known for card in match.view(viewer).state.box)

    @pytest.mark.rule("bang.hidden.end")
    def test_at_the_end_all_roles_are_shown_to_everybody(self) -> None:
        match = play(five(b="outlaw:ugly", e="deputy:judge", turn="B").replace("9/11", "1/11"))
        throw(match, "1 dyn dyn dyn gat")
        nobody(match)
        answer(match, "B", {"1": A})
        nobody(match)
        assert match.outcome is not None
        for viewer in (None, A, B, C, D, E):
            assert all(one.role.known for one in match.view(viewer).state.cowboys)

    @pytest.mark.rule("bang.hidden.end", "bang.hidden.no_peek")
    def test_not_before(self) -> None:
        match = play(five())
        throw(match, "1 dyn dyn gat gat")
        nobody(match)
        assert [one.role.known for one in match.view(None).state.cowboys].count(True) == 1

    @pytest.mark.rule("bang.hidden.legal")
    def test_what_a_player_could_reveal_at_the_start_shows_nowhere_else(self) -> None:
        plain, ugly = play(five(turn="B")), play(five(b="outlaw:ugly", turn="B"))
        assert refused(plain, B, "ugly") is not None
        assert refused(ugly, B, "ugly") is None
        for viewer in (None, A, C, D, E):
            assert plain.view(viewer) == ugly.view(viewer)
        assert [plain.question(seat) for seat in (A, C, D, E)] == [None] * 4
        assert list(plain.log) == list(ugly.log)

    @pytest.mark.rule("bang.hidden.legal", "bang.ask.everyone")
    def test_nor_does_what_a_player_could_use_in_a_window(self) -> None:
        plain, doctor = play(five()), play(five(e="deputy:doctor"))
        for match in (plain, doctor):
            throw(match, "arrow beer dyn dyn gat")
        for viewer in (None, A, B, C, D):
            assert plain.view(viewer) == doctor.view(viewer)
        for seat in (B, C, D):
            assert plain.question(seat) == doctor.question(seat)

    @pytest.mark.rule("bang.hidden.legal", "bang.ask.own_turn")
    def test_nor_does_what_a_player_could_reveal_at_the_end(self) -> None:
        plain, right = play(five(turn="D")), play(five(d="renegade:right_hand", turn="D"))
        for match in (plain, right):
            throw(match, "dyn dyn dyn gat gat")
            nobody(match)
            if question(match) == "KitDecides":
                answer(match, "D", {})
            assert question(match) == "EndTurn"
        for viewer in (None, A, B, C, E):
            assert plain.view(viewer) == right.view(viewer)
        assert refused(plain, D, "right_hand") is not None
        assert refused(right, D, "right_hand") is None


class TestOwnTurn:
    @pytest.mark.rule("bang.ask.own_turn")
    @pytest.mark.parametrize("special_roles", ["off", "mixed"])
    def test_each_turn_begins_with_an_explicit_throw(self, special_roles: str) -> None:
        match = table(five(turn="E"), special_roles=special_roles)
        assert (question(match), match.asked()) == ("BeginTurn", [E])
        assert refused(match, E, "pass") is not None

    @pytest.mark.rule("bang.ask.own_turn")
    def test_face_down_the_turn_ends_explicitly_whatever_the_card(self) -> None:
        for card in ("outlaw", "outlaw:bad"):
            match = play(five(b=card, turn="B"))
            throw(match, "dyn dyn dyn gat gat")
            nobody(match)
            assert (question(match), match.asked()) == ("EndTurn", [B])
            assert refused(match, B, "right_hand") is not None
            answer(match, "B", "end_turn")
            assert match.asked() == [C]

    @pytest.mark.rule("bang.ask.own_turn")
    def test_face_up_it_ends_by_itself(self) -> None:
        match = play(five())
        throw(match, "dyn dyn dyn gat gat")
        nobody(match)
        assert (question(match), match.asked()) == ("BeginTurn", [B])

    @pytest.mark.rule("bang.ask.own_turn")
    def test_once_no_right_hand_can_be_about_it_ends_by_itself(self) -> None:
        match = play(five(turn="B"))
        turn_up(match, D)
        throw(match, "dyn dyn dyn gat gat")
        nobody(match)
        assert (question(match), match.asked()) == ("BeginTurn", [C])

    @pytest.mark.rule("bang.ask.own_turn")
    def test_with_two_renegades_one_of_them_face_up_is_not_enough(self) -> None:
        match = play(
            "A paul sheriff 9/11 | B rose outlaw 9/9 | C black_jack outlaw 8/8"
            " | D jesse outlaw 9/9 | E kit renegade:left_hand 7/7 | F willy deputy 8/8"
            " | G calamity deputy 8/8 | H lucky renegade 8/8 | pile 9 | turn B"
        )
        turn_up(match, E)
        throw(match, "dyn dyn dyn gat gat")
        nobody(match)
        assert question(match) == "EndTurn"

    @pytest.mark.rule("bang.ask.own_turn")
    def test_without_special_roles_it_ends_by_itself(self) -> None:
        match = table(five(turn="B"))
        throw(match, "dyn dyn dyn gat gat")
        assert (question(match), match.asked()) == ("BeginTurn", [C])

    @pytest.mark.rule("bang.ask.own_turn")
    def test_a_role_shown_at_the_very_end_of_the_turn_is_face_up(self) -> None:
        match = play(
            "A paul sheriff 9/11 | B rose outlaw:bad 9/9 | C black_jack outlaw 8/8"
            " | D kit renegade 7/7 | E suzy deputy:judge 5/8 | pile 9 | turn E"
        )
        throw(match, "dyn dyn dyn gat gat")
        nobody_but_the_bad(match)
        window(match, E="judge")
        assert life(match)["E"] == 6, "the explosion, and Suzy's two points"
        assert (question(match), match.asked()) == ("BeginTurn", [A])


def nobody_but_the_bad(match: Match[Town]) -> None:
    while question(match) != "BadWindow":
        window(match)
    window(match, B="bad")
