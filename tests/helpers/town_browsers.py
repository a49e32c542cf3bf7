"""People with browsers at a table of Shadows of the West, for tests.

annie = Gunman(visit("/"), map="mission")     # against a bot, up to the first question
annie.until("shadows.move.distance")          # plays on by ready-made answers
annie.tap(1800, 1200)                         # a point of the table, in hundredths of an inch
"""

from __future__ import annotations

from browsers import Visitor

PROMPT = "form#prompt"
OPTIONS = {
    "scenario": "shootout",
    "map": "redemption",
    "budget": "100",
    "townsfolk": "",
    "events": "true",
    "unusual_terrain": "true",
    "premeasure": "true",
    "rerolls": "auto",
    "react_seconds": "20",
}


class Gunman:
    """Somebody who plays against a bot."""

    def __init__(self, visitor: Visitor, **options: str) -> None:
        self.visitor = visitor
        self.page = visitor.page
        chosen = {f"o.{name}": value for name, value in (OPTIONS | options).items() if value}
        self.code = visitor.play("shadows_west", **{"seats": "2", "listed": "true"} | chosen)
        visitor.live()

    @property
    def key(self) -> str:
        """What is asked; nothing while others decide."""
        form = self.page.locator(PROMPT)
        return form.get_attribute("data-key") or "" if form.count() else ""

    @property
    def number(self) -> str:
        """The number of the question."""
        form = self.page.locator(PROMPT)
        return form.get_attribute("data-number") or "" if form.count() else ""

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.page.locator("#prompt.ending").count() > 0

    def wait(self) -> None:
        """Until something is asked, or the match is over."""
        self.visitor.wait_until(lambda: bool(self.key) or self.over, "nobody asks anything")

    def until(self, key: str, most: int = 120) -> None:
        """Plays on until a certain question is asked."""
        for _ in range(most):
            self.wait()
            if self.key == key:
                return
            assert not self.over, f"{key} was never asked"
            self.answer()
        raise AssertionError(f"{key} was never asked")

    def answer(self) -> None:
        """The first answer that there is; a single activation, a Move, the whole gang placed."""
        number = self.number
        self.page.evaluate(FIRST_ANSWER)
        self.settled(number)

    def settled(self, number: str) -> None:
        """Until a question is no longer open."""

        def moved() -> bool:
            line = self.page.locator("#prompt .refused:not([hidden])")
            assert not line.count(), f"{self.key}: {line.inner_text()}"
            return self.number != number or self.over

        self.visitor.wait_until(moved, f"{self.key} stays open")

    def send(self) -> None:
        """Presses the main button."""
        number = self.number
        self.page.locator("#send").click()
        self.settled(number)

    # --- the map --------------------------------------------------------------------------------

    def place(self, x: int, y: int) -> tuple[float, float]:
        """Where a point of the table is in the window."""
        box = self.page.locator(".map").bounding_box()
        assert box is not None
        size = int(self.page.locator(".map").get_attribute("data-size") or 0)
        return box["x"] + x * box["width"] / size, box["y"] + (size - y) * box["width"] / size

    def tap(self, x: int, y: int) -> None:
        """A point of the table; the answer of the server is waited for."""
        with self.page.expect_response("**/preview"):
            self.page.mouse.click(*self.place(x, y))
        self.page.wait_for_timeout(50)

    def press(self, key: str) -> None:
        """A key that changes the draft."""
        with self.page.expect_response("**/preview"):
            self.page.keyboard.press(key)
        self.page.wait_for_timeout(50)

    def figure(self, id: str) -> tuple[int, int]:
        """Where a figure stands."""
        one = self.page.locator(f"#fig-{id}")
        size = int(self.page.locator(".map").get_attribute("data-size") or 0)
        x, y = one.get_attribute("data-x"), one.get_attribute("data-y")
        assert x is not None
        assert y is not None
        return int(x), size - int(y)

    def long_way(self) -> tuple[int, int] | None:
        """A quarter of a long straight Move, at whose other quarters nobody stands; or None."""
        x, y = self.figure(self.acting)
        ids = self.page.eval_on_selector_all("#figs .fig", "all => all.map(one => one.dataset.fig)")
        others = [self.figure(id) for id in ids if id != self.acting]
        answers = self.page.eval_on_selector_all(
            '#prompt [data-ready="move.direction"]', "all => all.map(one => JSON.parse(one.value))"
        )
        for answer in answers:
            _, ex, ey, _ = answer["steps"][-1]
            dx, dy = (ex - x) // 4, (ey - y) // 4
            if dx * dx + dy * dy > 95**2 and all(
                (x + n * dx - ox) ** 2 + (y + n * dy - oy) ** 2 > 200**2
                for ox, oy in others
                for n in (2, 3, 4)
            ):
                return dx, dy
        return None

    @property
    def acting(self) -> str:
        """The model that is asked about."""
        return self.page.locator(".map").get_attribute("data-who") or ""

    @property
    def written(self) -> str:
        """The answer as it stands in the prompt."""
        return self.page.locator("[data-own]").input_value()

    @property
    def main(self) -> str:
        """What the main button says."""
        return self.page.locator("#send b").inner_text()


FIRST_ANSWER = """() => {
  const form = document.querySelector('form#prompt');
  const send = form.querySelector('#send');
  const kind = form.dataset.kind;
  const allowed = (one) => one.getAttribute('aria-disabled') !== 'true';
  if (kind === 'composed') return form.requestSubmit(form.querySelector('.ready button'));
  const buttons = [...form.querySelectorAll('.acts button')];
  if (kind === 'one') return form.requestSubmit(buttons.find(allowed));
  if (kind === 'ordered') {
    form.querySelectorAll('.rank input').forEach((input, index) => (input.value = index + 1));
    return form.requestSubmit(send);
  }
  const option = [...form.querySelectorAll('.option > .act > input')].find(allowed);
  option.checked = true;
  const inner = option.closest('.option').querySelector('.inner input:not([aria-disabled])');
  if (inner) inner.checked = true;
  return form.requestSubmit(send);
}"""
