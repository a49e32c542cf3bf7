"""A first lesson, as somebody plays it who does not know the game."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from boomtown.core.game import Game
from boomtown.lessons.lesson import lessons_of
from boomtown.lessons.script import Script, script_of
from boomtown.plugins import find_game, installed_games
from browsers import LISTED, PHONE, Finger, Hand, Keyboard, Mouse, Player, Visit, Visitor, check
from town_browsers import Gunman

PART_BACK = '[data-press="part-back"]'
LESSONS = [(game, name) for game in installed_games() for name in lessons_of(game)]


def of(game: Game[Any, Any], name: str) -> Script:
    script = script_of(game, name)
    assert script is not None
    return script


def come(visit: Visit, game: Game[Any, Any], name: str, **how: Any) -> Visitor:
    """Opens the page of the game that teaches it, and begins."""
    visitor = visit(f"/games/{game.id}/learn", **how)
    visitor.page.locator(f'form[action$="/lessons/{name}"] button').click()
    visitor.live()
    return visitor


def asked(visitor: Visitor, number: int) -> None:
    """Waits until a step is asked, and everything before it was shown."""
    page = visitor.page
    expect(page.locator(f'#part-guide[data-at="{number}"] form[action$="/show"]')).to_have_count(1)
    expect(page.locator("#part-prompt[inert]")).to_have_count(0)
    expect(page.locator("#prompt .act").first).to_be_attached()


def read(visitor: Visitor, turn: Callable[[], None]) -> str:
    """Reads all pages of a step; what the last one says."""
    page = visitor.page
    while page.locator('[data-press="page-next"]:visible').count():
        before = page.locator("#guide-told p:visible").inner_text()
        turn()
        expect(page.locator("#guide-told p:visible")).not_to_have_text(before)
    return page.locator("#guide-told p:visible").inner_text()


def heard(visitor: Visitor) -> str:
    return visitor.page.locator("#announce").inner_text()


def test_a_lesson_by_keyboard_with_a_wrong_answer_and_a_reload(visit: Visit) -> None:
    game = find_game("cash_n_guns")
    visitor = come(visit, game, "first")
    page = visitor.page
    asked(visitor, 1)
    last = read(visitor, lambda: page.keyboard.press("h"))
    assert "Load a Bang!" in last
    assert last in heard(visitor)
    expect(page.locator('.pointed[data-thing="bullet:bang"]')).to_have_count(1)
    page.keyboard.press("1")
    expect(page.locator("#prompt .refused")).to_contain_text("this time load a Bang!")
    check(visitor, "a lesson")
    for number, step in enumerate(of(game, "first").steps, start=1):
        asked(visitor, number)
        if number == 4:
            page.reload()
            visitor.live()
            asked(visitor, number)
        wanted = json.dumps(step.do.answer)
        page.keyboard.press(page.locator(f"#prompt button[value='{wanted}'] kbd").inner_text())
    expect(page.locator("#part-guide .ways .main")).to_be_visible()
    assert "the whole game" in page.locator("#guide-told").inner_text()


def test_a_lesson_is_shown_slowly_to_whoever_has_chosen_no_speed(visit: Visit) -> None:
    """Two turns of bots and the Indians were over in six seconds, and "watch" was said of them."""
    visitor = come(visit, find_game("bang_dice"), "first", speed="")
    expect(visitor.page.locator("#set-speed")).to_have_value("2")
    chosen = come(visit, find_game("bang_dice"), "first", speed="0.5")
    expect(chosen.page.locator("#set-speed")).to_have_value("0.5")
    match = visit(speed="")
    match.play()
    match.live()
    expect(match.page.locator("#set-speed")).to_have_value("1")


def test_the_pages_of_a_step_are_turned_in_one_place_and_the_end_leads_to_a_match(
    visit: Visit,
) -> None:
    game = find_game("bang_dice")
    visitor = come(visit, game, "first", viewport=PHONE, has_touch=True)
    page, pupil = visitor.page, Pupil(visitor, "bang_dice first", Finger())
    asked(visitor, 1)
    forth = page.locator('[data-press="page-next"]')
    back = page.locator('[data-press="page-back"]')
    where = forth.bounding_box()
    pages = page.locator("#guide-told p").count()
    expect(page.locator("#part-guide .far")).to_have_text(f"Step 1 of 6 · 1/{pages}")
    read(visitor, forth.click)
    expect(page.locator("#part-guide .far")).to_have_text(f"Step 1 of 6 · {pages}/{pages}")
    behind = back.bounding_box()
    assert where is not None
    assert behind is not None
    assert behind["x"] + behind["width"] <= where["x"], "Back is where Next was"
    back.click()
    expect(page.locator("#part-guide .far")).to_have_text(f"Step 1 of 6 · {pages - 1}/{pages}")
    for number, step in enumerate(of(game, "first").steps, start=1):
        asked(visitor, number)
        pupil.give(step.do.answer)
    lesson = page.url
    page.locator("#part-guide .ways .main").click()
    page.wait_for_url(lambda url: "/t/" in url and url != lesson)
    expect(page.locator("#part-guide")).to_be_hidden()


def test_a_wrong_answer_on_a_telephone_moves_no_button_and_its_reason_goes_with_a_tap(
    visit: Visit,
) -> None:
    game = find_game("cash_n_guns")
    visitor = come(visit, game, "first", viewport=PHONE, has_touch=True, is_mobile=True)
    page, pupil = visitor.page, Pupil(visitor, "cash_n_guns first", Finger())
    steps = of(game, "first").steps
    for number, step in enumerate(steps[:2], start=1):
        asked(visitor, number)
        pupil.give(step.do.answer)
    asked(visitor, 3)
    act, told = page.locator("#prompt .act:visible").first, page.locator("#prompt .refused")
    before = act.bounding_box()
    pupil.give(steps[2].do.wrong[0].answer)
    expect(told).to_be_visible()
    assert told.evaluate(IN_SIGHT)
    assert act.bounding_box() == before
    page.locator("#part-status").tap()
    expect(told).to_be_hidden()


def test_a_chosen_target_is_marked_beside_its_name(visit: Visit) -> None:
    game = find_game("bang_dice")
    visitor = come(visit, game, "first")
    page, pupil = visitor.page, Pupil(visitor, "bang_dice first", Mouse())
    for number, step in enumerate(of(game, "first").steps[:2], start=1):
        asked(visitor, number)
        pupil.give(step.do.answer)
    asked(visitor, 3)
    name = page.locator("#seat-3 .name")
    before = name.bounding_box()
    page.locator("#seat-3").click()
    mark = page.locator("#seat-3[data-aimed] .aims")
    expect(mark).to_have_text("1")
    expect(mark.locator("svg")).to_be_visible()
    assert name.bounding_box() == before


def test_a_way_is_drawn_on_the_map_and_any_sensible_one_is_taken(visit: Visit) -> None:
    visitor = come(visit, find_game("shadows_west"), "first")
    page = visitor.page
    annie = Gunman(visitor, page.url.rpartition("/")[2])
    asked(visitor, 1)
    expect(page.locator('.pcard.pointed[data-thing="card:KS"]')).to_be_visible()
    page.keyboard.press("1")
    asked(visitor, 2)
    page.mouse.click(*annie.place(*annie.figure("a1")))
    page.wait_for_selector("#prompt .inner input:checked", state="attached")
    annie.tap(3300, 2260)
    page.locator("#send").click()
    asked(visitor, 4)
    told = page.locator("#prompt .refused")
    expect(told).to_contain_text("well into the orchard")
    expect(page.locator("#piece-orchard.pointed")).to_have_count(1)
    annie.tap(3020, 2600)
    expect(told).to_be_hidden()
    annie.send()
    asked(visitor, 5)
    expect(page.locator('#prompt .act.pointed[data-thing="action:shoot"]')).to_have_count(1)


IN_SIGHT = """one => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const hit = (y) => one.contains(document.elementFromPoint((left + right) / 2, y));
  return hit(top + 6) && hit(bottom - 14);
}"""


def test_whatever_a_lesson_speaks_of_is_in_sight(visit: Visit) -> None:
    """There are more answers than fit beside the map, and the buttons below them stay."""
    script = of(find_game("shadows_west"), "first")
    visitor = come(
        visit, find_game("shadows_west"), "first", viewport={"width": 1280, "height": 800}
    )
    page, pupil = visitor.page, Pupil(visitor, "shadows_west first", Mouse())
    answers = [step.do.answer for step in script.steps]
    for number, answer in enumerate(answers[:9], start=1):
        asked(visitor, number)
        if number == 3:
            page.locator('#prompt .act[data-thing="action:shoot"]').click()
            reason = page.locator("#prompt .refused")
            expect(reason).to_contain_text("Move first")
            assert reason.evaluate(IN_SIGHT)
            assert page.locator('#prompt .act[data-thing="action:move"]').evaluate(IN_SIGHT)
        if number == 9:
            assert page.locator('#prompt .act[data-thing="action:lookout"]').evaluate(IN_SIGHT)
        pupil.give(answer)
    asked(visitor, 10)
    page.locator('#part-board .model[data-fig="a2"]').click()
    shoot = page.locator("#prompt .inner .act:visible").first
    expect(shoot).to_contain_text("Shoot")
    assert shoot.evaluate(IN_SIGHT)
    expect(page.locator("#inspector")).to_be_hidden()


class Pupil(Player):
    """Somebody who answers what a lesson waits for."""

    def give(self, answer: Any) -> None:
        """Gives an answer by hand, whatever comes of it."""
        self.wanted = answer
        _number, _key, kind = self._asked()
        if kind == "composed":
            self._ready()
            return
        if kind == "combination":
            self._parts()
        elif kind == "alternatives":
            self._alternative()
        else:
            self._choose(self.page.locator("form#prompt"), kind)
        if self.page.locator("#send").count() and kind != "one":
            self.hand.send(self)

    def _alternative(self) -> None:
        """One of several kinds of answer, and then one of those."""
        [(name, value)] = self.wanted.items()
        form = self.page.locator("form#prompt")
        self._unfold(form.locator(".option > .act").first)
        while isinstance(self.hand, Keyboard) and form.locator(PART_BACK).is_visible():
            self.page.keyboard.press("Escape")  # digits mean what is inside
        option = form.locator(".option", has=self.page.locator(f'> .act > input[value="{name}"]'))
        digit = self._place(form.locator(".option > .act"), name, "one.value")
        self.hand.press(self, option.locator("> .act"), digit)
        expect(option.locator("> .inner")).to_be_visible()
        self._press(option.locator(".inner .act"), value)

    def _ready(self) -> None:
        """One of the answers that lie ready, where any way across the table could be drawn."""
        acts = self.page.locator("#prompt .ready button")
        given: list[str] = acts.evaluate_all("acts => acts.map(act => act.value)")
        act = acts.nth([_short(json.loads(one)) for one in given].index(_short(self.wanted)))
        group = act.locator("xpath=ancestor::details")
        self._unfold(group.locator("summary") if group.count() else act)
        if not act.is_visible():
            group.locator("summary").click()
        if isinstance(self.hand, Keyboard):
            act.focus()
            self.page.keyboard.press("Enter")
        else:
            act.click()

    def _unfold(self, listed: Locator) -> None:
        """On a small screen the answers are called up."""
        if not listed.is_visible():
            self.page.locator('#prompt [data-press="unfold"]').click()
            expect(listed).to_be_visible()

    def _one_of(self, here: Locator) -> None:
        part = here.get_attribute("data-part")
        self._press(here.locator(LISTED), self.wanted if part is None else self.wanted[part])

    def _several(self, here: Locator) -> None:
        for one in self.wanted:
            self._press(here.locator(".many .act"), one)

    def _split(self, here: Locator) -> None:
        for seat, count in self.wanted.items():
            acts = here.locator(".shares .act")
            digit = self._place(acts, f"seat:{seat}", "one.dataset.thing")
            for _ in range(count):
                self.hand.add(self, acts.nth(digit - 1), digit)

    def _press(self, acts: Locator, value: Any) -> None:
        digit = self._place(acts, json.dumps(value), "one.value")
        self.hand.press(self, acts.nth(digit - 1), digit)

    def _place(self, acts: Locator, wanted: str, what: str) -> int:
        """Which of the answers it is, from 1."""
        held = "a.matches('button') ? a : a.querySelector('input')"
        found = acts.evaluate_all(
            f"acts => acts.map(a => {{ const one = {held}; return {what}; }})"
        )
        return int(found.index(wanted)) + 1


def _short(answer: Any) -> Any:
    """An answer without what need not be said."""
    if not isinstance(answer, dict):
        return answer
    return {name: value for name, value in answer.items() if value not in (None, [])}


HANDS: dict[str, type[Hand]] = {"mouse": Mouse, "keyboard": Keyboard, "finger": Finger}


@pytest.mark.soak
@pytest.mark.parametrize("locale", ["en-US", "es-ES", "ru-RU"])
@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize(("game", "name"), LESSONS, ids=[f"{g.id}-{n}" for g, n in LESSONS])
def test_every_lesson_is_played_by_hand(
    visit: Visit, game: Game[Any, Any], name: str, hand: str, locale: str
) -> None:
    how: dict[str, Any] = {"locale": locale}
    if hand == "finger":
        how |= {"viewport": PHONE, "has_touch": True}
    check(visit(f"/games/{game.id}/learn", **how), "the page that teaches")
    visitor = come(visit, game, name, **how)
    page, pupil = visitor.page, Pupil(visitor, f"{game.id} {name}", HANDS[hand]())
    for number, step in enumerate(of(game, name).steps, start=1):
        asked(visitor, number)
        read(visitor, lambda: page.locator('[data-press="page-next"]').click())
        assert visitor.overflow() <= 0
        for wrong in step.do.wrong:
            pupil.give(wrong.answer)
            told = page.locator("#prompt .refused")
            expect(told).to_be_visible()
            expect(told.locator('[data-rule="boomtown.lesson.other"]')).to_have_count(1)
        pupil.give(step.do.answer)
    expect(page.locator("#part-guide .ways .main")).to_be_visible()
    check(visitor, f"the end of {game.id} {name}")
