"""People with browsers, for tests: they look, and play whatever they are asked.

A visitor is one browser context with one page. Everything that the page complains about is kept:
errors of its scripts, messages on its console, and what its content security policy has stopped.
A player answers any question of any game with one of three hands: mouse, keyboard or finger.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Response,
    ViewportSize,
    WebSocket,
    expect,
    sync_playwright,
)

from boomtown.core import Chance
from boomtown.web.browsing import NAMES
from sites import PATIENCE

DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
ANIMATED, STILL = "no-preference", "reduce"
AT_FIRST = """try {
  localStorage["boomtown.table"] ??= '{"speed": "%s"}';
} catch { /* a page without storage */ }"""
"""How fast things are shown to somebody who has set nothing yet."""

PLAIN = "--disable-features=" + ",".join(
    (
        *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
        *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
        *("LensOverlay", "MediaRouter", "OptimizationHints", "PaintHolding"),
    )
)
"""Chromium's address bar is a web page of its own in every window, and costs more than ours. Of two
such lists the last one counts, so what Playwright switches off stands here as well."""

EVERYTHING = {"resultTypes": ["violations"], "preload": False}
CONTRASTS = {"runOnly": ["color-contrast"], **EVERYTHING}
EXAMINE = "options => axe.run(options).then(({violations}) => ({violations}))"
expect.set_options(timeout=PATIENCE * 1000)

MINE = "body.mine form#prompt"
OVER = "#prompt.ending"
LISTED = ".acts .act:visible, .option > .act:visible, .act.twin"
"""The answers that may be given now; a small screen does not list those that the board shows."""
REFUSED = "#prompt .refused:not([hidden])"


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of this machine, or the one that PLAYWRIGHT_CHROMIUM names."""
    found = (shutil.which(name) for name in NAMES)
    path = os.environ.get("PLAYWRIGHT_CHROMIUM") or next(filter(None, found), None)
    assert path is not None, "no chromium found: install it, or name it in PLAYWRIGHT_CHROMIUM"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", PLAIN])
        yield browser
        browser.close()


class Visitor:
    """Somebody with a browser of their own, and everything that reaches it.

    Who wants motion sees everything at normal speed; otherwise nothing is shown beat by beat.
    """

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        speed: str | None = None,
        keeps: bool = False,
        **how: Any,
    ) -> None:
        plain: dict[str, Any] = {
            "base_url": url,
            "locale": "en-US",
            "viewport": DESK,
            "reduced_motion": STILL,
        }
        settings = plain | how
        # Requests that are sent beside the page speak its language, too.
        settings["extra_http_headers"] = {"Accept-Language": settings["locale"]}
        self.context: BrowserContext = browser.new_context(**settings)
        self.context.set_default_timeout(PATIENCE * 1000)
        moving = settings["reduced_motion"] == ANIMATED
        usual = "1" if moving else "0"
        self.context.add_init_script(AT_FIRST % (usual if speed is None else speed))
        self.complaints: list[str] = []
        self.forgiven: list[str] = []
        """What complaints may contain, where a test provokes them."""
        self.frames: list[str] = []
        """Everything that its sockets have heard."""
        self.bodies: list[tuple[str, str]] = []
        """Everything else that has arrived, with its address, where somebody keeps it."""
        self._keeps = keeps
        self._arrived: list[Response] = []
        self._token: str | None = None
        self.page = self.new_page()

    def new_page(self) -> Page:
        """One more tab."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(f"script: {error}"))
        page.on("console", self._said)
        page.on("websocket", self._listen)
        if self._keeps:  # it takes its time to be told of each
            page.on("response", lambda response: self._arrived.append(response))
        return page

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type} at {message.location['url']}: {message.text}")

    def _listen(self, socket: WebSocket) -> None:
        def received(payload: str | bytes) -> None:
            self.frames.append(payload if isinstance(payload, str) else payload.decode())

        socket.on("framereceived", received)

    def collect(self) -> None:
        """Keeps what the page has fetched since, but for files that are the same for everybody."""
        assert self._keeps, "nobody has listened"
        arrived, self._arrived = self._arrived, []
        for response in arrived:
            if response.request.resource_type in ("fetch", "xhr") and response.ok:
                self.bodies.append((response.url, response.text()))

    def unforgiven(self) -> list[str]:
        """The complaints that nothing explains."""
        return [
            one for one in self.complaints if not any(reason in one for reason in self.forgiven)
        ]

    def close(self) -> None:
        """Goes away."""
        self.context.close()

    # --- moving about ---------------------------------------------------------------------------

    def goto(self, path: str) -> Response:
        """Opens a page, and keeps what it says."""
        self._arrived.clear()
        self.frames.clear()  # nobody takes the socket of the page before for that of the new one
        response = self._opened(path) or self._opened(path)
        assert response is not None
        if self._keeps:
            self.bodies.append((response.url, response.text()))
        return response

    def _opened(self, path: str) -> Response | None:
        """None where the page was just going somewhere by itself, be it to the same address."""
        try:
            response = self.page.goto(path)
        except Error as error:
            if "interrupted by another navigation" not in str(error):
                raise
            response = None
        if response is None:
            self.page.wait_for_load_state()
        return response

    def token(self) -> str:
        """What the forms of this visitor carry."""
        if self._token is None:
            text = self.context.request.get("/").text()  # drawn by nobody: that would take longer
            found = re.search(r'name="csrf_token" value="([^"]+)"', text)
            assert found is not None, "the street has no form"
            self._token = found[1]
        return self._token

    def post(self, path: str, **fields: str) -> str:
        """Sends a form, and says where it led."""
        form: dict[str, str | float | bool] = {"csrf_token": self.token(), **fields}
        reply = self.context.request.post(path, form=form)
        assert reply.ok, f"{path}: {reply.status}"
        return reply.url

    def introduce(self, name: str) -> None:
        """Takes a name."""
        self.post("/me", name=name)

    def play(self, game: str = "bang_dice", **fields: str) -> str:
        """Plays against bots at once; the code of the table."""
        plain = {"seats": "4", "bots": "random"}
        self.goto(url := self.post(f"/games/{game}/play", **plain | fields))
        return url.rpartition("/")[2]

    def make(self, game: str = "bang_dice", **fields: str) -> str:
        """Makes a table, and waits there for others; its code."""
        code = self.lay(game, **fields)
        self.goto(f"/t/{code}")
        return code

    def lay(self, game: str = "bang_dice", **fields: str) -> str:
        """Makes a table whose page nobody opens, and which leads nobody on when it begins."""
        return self.post("/tables", game=game, **{"seats": "4"} | fields).rpartition("/")[2]

    def live(self) -> None:
        """Waits until the table page hears the server."""
        self.page.wait_for_selector("body.scripted", state="attached")
        self.wait_until(lambda: bool(self.frames), "the table never spoke")

    def wait_until(self, true: Any, what: str, seconds: float = PATIENCE) -> None:
        """Waits until something is so, while the browser goes on."""
        until = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < until, what
            self.page.wait_for_timeout(20)

    def log(self) -> list[str]:
        """The lines of the log, the oldest first, without what is only a heading."""
        lines: list[tuple[int, str]] = self.page.evaluate(
            "[...document.querySelectorAll('#log li')].map(l => [Number(l.dataset.n), l.innerText])"
        )
        return [text for _, text in sorted(lines)]

    def resize(self, window: dict[str, int]) -> None:
        """Gives the window another size."""
        self.page.set_viewport_size(ViewportSize(width=window["width"], height=window["height"]))

    def overflow(self) -> int:
        """By how many pixels the page is wider than its window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def check(visitor: Visitor, what: str) -> None:
    """Nothing on the page trips a screen reader, and nothing is wider than the window."""
    visitor.page.mouse.move(0, 0)
    _examine(visitor, what, EVERYTHING)
    assert visitor.overflow() <= 0, f"{what} is too wide"


def check_day_and_night(visitor: Visitor, what: str) -> None:
    """The same, and its contrasts in dark colours as well; nothing else depends on colours."""
    check(visitor, what)
    visitor.page.emulate_media(color_scheme="dark")
    _examine(visitor, f"{what} by night", CONTRASTS)
    visitor.page.emulate_media(color_scheme="light")


def _examine(visitor: Visitor, what: str, options: dict[str, Any]) -> None:
    """Axe is told to a page once, and tells nothing but what is wrong: both take their time."""
    if visitor.page.evaluate("!window.axe"):
        visitor.page.evaluate(AXE_SCRIPT)
    found = AxeResults(visitor.page.evaluate(EXAMINE, options))
    assert found.violations_count == 0, f"{what}: {found.generate_report()}"


Visit = Callable[..., Visitor]
"""Lets somebody come in: by default to the site of the test, with the window of a desk."""


# --- hands ----------------------------------------------------------------------------------------


class Hand(Protocol):
    """How somebody touches the page."""

    def press(self, player: Player, act: Locator, digit: int) -> None:
        """Chooses the n-th answer of the present part."""

    def add(self, player: Player, act: Locator, digit: int) -> None:
        """Gives one more to the n-th."""

    def send(self, player: Player) -> None:
        """Sends the whole answer."""


def twin_of(player: Player, act: Locator) -> Locator | None:
    """What is lit on the board for an answer, if it stands there."""
    thing = act.evaluate(
        "act => act.dataset.thing ?? act.querySelector('[data-thing]')?.dataset.thing"
    )
    twin = player.page.locator(f'#part-board .target[data-thing="{thing}"]')
    return twin.first if twin.count() else None


class Mouse:
    """Points and clicks: in the prompt, or at the board where the answer is lit."""

    def press(self, player: Player, act: Locator, digit: int) -> None:
        twin = twin_of(player, act) if player.chance.below(2) else None
        (twin or act).click()

    def add(self, player: Player, act: Locator, digit: int) -> None:
        act.locator("[data-step='1']").click()

    def send(self, player: Player) -> None:
        player.page.locator("#send").click()


class Keyboard:
    """Never touches a mouse: digits, R and Enter."""

    def press(self, player: Player, act: Locator, digit: int) -> None:
        player.page.keyboard.press(str(digit))

    def add(self, player: Player, act: Locator, digit: int) -> None:
        self.press(player, act, digit)

    def send(self, player: Player) -> None:
        key = player.page.locator("#send kbd").inner_text()
        player.page.keyboard.press("Enter" if key == "↵" else key)


class Finger:
    """Taps on a screen; what the prompt of a small one does not list is tapped on the board."""

    def press(self, player: Player, act: Locator, digit: int) -> None:
        self._at(player, act).tap()

    def add(self, player: Player, act: Locator, digit: int) -> None:
        at = self._at(player, act)
        (act.locator("[data-step='1']") if at is act else at).tap()

    def _at(self, player: Player, act: Locator) -> Locator:
        twin = None if act.is_visible() else twin_of(player, act)
        return twin or act

    def send(self, player: Player) -> None:
        player.page.locator("#send").tap()


# --- players --------------------------------------------------------------------------------------


class Player:
    """Somebody at a table who answers whatever is asked, by chance of a given seed."""

    def __init__(self, visitor: Visitor, seed: str, hand: Hand | None = None) -> None:
        print(f"seed of {seed!r}: Chance.seeded({seed!r})")
        self.visitor = visitor
        self.page = visitor.page
        self.chance = Chance.seeded(seed)
        self.hand: Hand = hand or Mouse()
        self.answered = 0

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.page.locator(OVER).count() > 0

    @property
    def mine(self) -> bool:
        """Whether it is this player's decision."""
        return self.page.locator(MINE).count() > 0

    @property
    def question(self) -> tuple[str, str]:
        """The number and the key of the question."""
        number, key, _ = self._asked()
        return number, key

    def _asked(self) -> tuple[str, str, str]:
        """The number, the key and the kind of the question."""
        form = self.page.locator("form#prompt")
        number, key, kind = form.evaluate("({dataset: d}) => [d.number, d.key, d.kind]")
        return number, key, kind

    def wait(self) -> bool:
        """Waits for a decision; False if the match ended before there was one."""
        self.page.wait_for_selector(f"{MINE}, {OVER}", state="attached")
        return not self.over

    def wait_for(self, key: str, most: int = 200) -> bool:
        """Plays on until a certain question is asked; False if the match ended before."""
        for _ in range(most):
            if not self.wait():
                return False
            if self.question[1] == key:
                return True
            self.answer()
        raise AssertionError(f"{key} was never asked")

    def answer(self) -> None:
        """Answers the present question somehow, and waits until the answer has arrived."""
        number, key, kind = self._asked()
        if kind == "combination":
            self._parts()
        else:
            self._choose(self.page.locator("form#prompt"), kind)
        if self.page.locator("#send").count() and kind != "one":
            self.hand.send(self)
        self.settle(number, key)

    def settle(self, number: str, key: str = "") -> None:
        """Waits until a question is no longer open."""
        moved = f'{MINE}:not([data-number="{number}"])'
        self.page.wait_for_selector(
            f"{moved}, body:not(.mine) #prompt, {OVER}, {REFUSED}", state="attached"
        )
        refused = self.page.locator(REFUSED)
        if refused.count():
            raise AssertionError(f"{key} refused: {refused.inner_text()}")
        self.answered += 1

    def play_on(self, answers: int = 400) -> None:
        """Plays so many answers, or to the end."""
        for _ in range(answers):
            if not self.wait():
                return
            self.answer()

    def play_to_the_end(self) -> None:
        """Plays until somebody has won."""
        self.play_on()
        assert self.over, "the match goes on and on"

    # --- the parts of an answer -------------------------------------------------------------------

    def _parts(self) -> None:
        parts = self.page.locator("#prompt > fieldset.part")
        for _ in range(parts.count() + 1):
            here = self.page.locator("#prompt > fieldset.part:not([hidden])")
            if not here.count():
                return
            name = here.get_attribute("data-part")
            if here.locator("input[type=radio]").count():
                self._one_of(here)
            else:
                self._several(here)
                self.hand.send(self)
            self.page.wait_for_selector(
                f'#prompt > fieldset.part[data-part="{name}"][hidden]', state="attached"
            )

    def _choose(self, here: Locator, kind: str) -> None:
        if kind == "one":
            self._one_of(here)
        elif kind == "several":
            self._several(here)
        elif kind == "split":
            self._split(here)
        elif kind == "alternatives":
            self._one_of(here)
        else:
            assert kind in ("number",), f"nobody has taught players to answer {kind}"

    def _one_of(self, here: Locator) -> None:
        acts = here.locator(LISTED)
        digits = allowed(acts)
        if not digits:
            return  # time has run out meanwhile
        digit = digits[self.chance.below(len(digits))]
        self.hand.press(self, acts.nth(digit - 1), digit)

    def _several(self, here: Locator) -> None:
        box = here.locator(".many")
        least = int(box.get_attribute("data-least") or 0)
        most = int(box.get_attribute("data-most") or 0)
        acts = box.locator(".act")
        digits = allowed(acts)
        self.chance.shuffle(digits)
        for digit in digits[: least + self.chance.below(min(most, len(digits)) - least + 1)]:
            self.hand.press(self, acts.nth(digit - 1), digit)

    def _split(self, here: Locator) -> None:
        box = here.locator(".shares")
        if not box.count():  # a single thing goes to whom one presses
            self._one_of(here)
            return
        amount = int(box.get_attribute("data-amount") or 0)
        acts = box.locator(".act")
        room = [
            digit
            for digit in allowed(acts)
            for _ in range(int(acts.nth(digit - 1).locator("input").get_attribute("max") or 0))
        ]
        self.chance.shuffle(room)
        for digit in room[:amount]:
            self.hand.add(self, acts.nth(digit - 1), digit)


def allowed(acts: Locator) -> list[int]:
    """The numbers of those answers that may be given."""
    digits: list[int] = acts.evaluate_all(
        """acts => acts.flatMap(
          (act, n) => (act.matches('.no, [aria-disabled="true"]') ? [] : [n + 1]))"""
    )
    return digits
