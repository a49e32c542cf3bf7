"""People with browsers at a table of Shadows of the West, for tests.

annie = Gunman(visit(), map="mission")     # against a bot, up to the first question
annie.until("shadows.move.distance")          # plays on by ready-made answers
annie.tap(1800, 1200)                         # a point of the table, in hundredths of an inch
"""

from __future__ import annotations

from browsers import Visitor
from sites import Server

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


def wanted(options: dict[str, str]) -> dict[str, str]:
    """The fields of a form for a table."""
    chosen = {f"o.{name}": value for name, value in (OPTIONS | options).items() if value}
    return {"seats": "2", "listed": "true"} | chosen


class Gunman:
    """Somebody who plays against a bot, or at a table that is there already."""

    def __init__(self, visitor: Visitor, code: str = "", **options: str) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.code = code or visitor.play("shadows_west", **wanted(options))
        if code:
            visitor.goto(f"/t/{code}")
        visitor.live()

    def _form(self, name: str) -> str:
        """What the form says of itself; nothing where there is none."""
        told = "(name) => document.querySelector('form#prompt')?.dataset[name] ?? ''"
        return str(self.page.evaluate(told, name))

    @property
    def key(self) -> str:
        """What is asked; nothing while others decide."""
        return self._form("key")

    @property
    def number(self) -> str:
        """The number of the question."""
        return self._form("number")

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
        """The first answer that there is; a single activation, a Move, the whole gang placed.

        A risk is taken (shadows.ui.confirm_risk).
        """
        number = self.number
        self.page.evaluate(FIRST_ANSWER)
        if self.page.locator("#prompt[data-kind=composed]").count():
            self.visitor.wait_until(
                lambda: self.number != number or self.over or self.asked_again,
                f"{self.key} stays open",
            )
            if self.asked_again:
                self.page.evaluate(FIRST_ANSWER)
        self.settled(number)

    @property
    def asked_again(self) -> bool:
        """Whether a ready-made answer waits for a second press."""
        return self.page.locator("#prompt [data-sure]:is(button)").count() > 0

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

    def choose(self, value: str) -> None:
        """Presses the button of an answer."""
        number = self.number
        self.page.locator(f"#prompt button[name=a][value='\"{value}\"']").click()
        self.settled(number)

    def write(self, answer: str) -> None:
        """Writes an answer down and sends it."""
        self.note(answer)
        self.send()

    def note(self, answer: str) -> None:
        """Writes an answer down, where notation is folded away."""
        own = self.page.locator("[data-own]")
        if not own.is_visible():
            self.page.locator("details.own summary").click()
        own.fill(answer)

    def activate(self, mode: str, model: str) -> None:
        """Names the model that acts with two actions."""
        number = self.number
        self.page.evaluate(ACTIVATION, [mode, model])
        self.settled(number)

    # --- the map --------------------------------------------------------------------------------

    def place(self, x: int, y: int) -> tuple[float, float]:
        """Where a point of the table is in the window."""
        box, size = self.page.locator(".map").bounding_box(), self.size
        assert box is not None
        return box["x"] + x * box["width"] / size, box["y"] + (size - y) * box["width"] / size

    @property
    def size(self) -> int:
        """How wide the table is."""
        return int(self.page.locator(".map").get_attribute("data-size") or 0)

    def tap(self, x: int, y: int) -> None:
        """A point of the table; the answer of the server is waited for."""
        with self.page.expect_response("**/preview"):
            self.page.mouse.click(*self.place(x, y))
        self.drawn()

    def turn_to(self, x: int, y: int) -> None:
        """Where the window of the map is smaller than the map, it shows a point of the table."""
        self.page.evaluate(TURN_TO, [x, self.size - y])

    def press(self, key: str) -> None:
        """A key that changes the draft."""
        with self.page.expect_response("**/preview"):
            self.page.keyboard.press(key)
        self.drawn()

    def drawn(self) -> None:
        """Waits until the map shows what the draft means."""
        self.page.wait_for_selector(".map:not([aria-busy=true])")

    def figure(self, id: str) -> tuple[int, int]:
        """Where a figure stands."""
        one = self.page.locator(f"#fig-{id}")
        x, y = one.get_attribute("data-x"), one.get_attribute("data-y")
        assert x is not None
        assert y is not None
        return int(x), self.size - int(y)

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


TURN_TO = """async (at) => {
  (await import("/static/tables/lens.js")).lookAt(...at);
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
}"""
"""A point of the drawing comes into the middle; sizes have been noticed once that is painted."""

ACTIVATION = """([mode, model]) => {
  const form = document.querySelector('form#prompt');
  const option = form.querySelector(`.option > .act > input[value="${mode}"]`);
  option.checked = true;
  const inner = option.closest('.option').querySelector(`.inner input[value='"${model}"']`);
  inner.checked = true;
  form.requestSubmit(form.querySelector('#send'));
}"""

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


class Duel:
    """Two people at one table, each with a browser; one begins in the south, one in the north."""

    def __init__(
        self, server: Server, visitors: list[Visitor], gang: str, seed: str, **options: str
    ) -> None:
        host = visitors[0]
        code = host.lay("shadows_west", **wanted(options))
        server.load(code, seed)
        for seat, visitor in enumerate(visitors):
            visitor.post(f"/t/{code}/sit", seat=str(seat), contribution="luck")
        host.post(f"/t/{code}/start")
        self.gunmen = [Gunman(visitor, code) for visitor in visitors]
        for gunman in self.gunmen:
            gunman.note(gang)
            gunman.page.locator("#send").click()
            gunman.page.wait_for_selector("#prompt .given, #prompt:not([data-key$=lists])")
        self.ask("shadows.setup.zones").choose("s")
        self.ask("shadows.setup.deploy")
        first = self.gunmen[0].page.locator(".zone.A").get_attribute("y") != "0"
        self.south, self.north = (0, 1) if first else (1, 0)

    def letter(self, seat: int) -> str:
        """Of the ids of a player's models."""
        return "ab"[seat]

    def asked(self) -> Gunman:
        """Whoever must decide."""
        found: list[Gunman] = []

        def somebody() -> bool:
            found[:] = [gunman for gunman in self.gunmen if gunman.key]
            return bool(found)

        self.gunmen[0].visitor.wait_until(somebody, "nobody is asked")
        return found[0]

    def ask(self, key: str) -> Gunman:
        """Whoever is asked this."""
        gunman = self.asked()
        assert gunman.key == key
        return gunman

    def deploy(self, places: dict[str, str]) -> None:
        """Everybody places the models in the order of their numbers."""
        left = dict(places)
        while left:
            gunman = self.ask("shadows.setup.deploy")
            letter = self.letter(self.gunmen.index(gunman))
            model = next(id for id in left if id[0] == letter)
            gunman.write(f"{model} {left.pop(model)}")
