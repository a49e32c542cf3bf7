"""Worked examples on the real board: short replays of matches that were never stored."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request, url_for

from boomtown.plugins import UnknownGame, find_game
from boomtown.web.replays.replay_page import (
    OPEN,
    Reel,
    ReplayPage,
    Seen,
    sights_of,
    wanted_place,
)
from boomtown.web.rules.rule_pages import RuleView, rule_view
from boomtown.web.rules.stories import Story, neighbours, seen_as_match, stories_of, titles
from boomtown.web.site import language

examples = Blueprint("examples", __name__)


class ExamplePage(ReplayPage):
    """A moment of an example, for the templates of a replay."""

    def __init__(self, story: Story, seen: Seen, place: int, *, text: bool, have: int) -> None:
        sights = sights_of(seen)
        name = request.args.get("seat", OPEN.name)
        sight = next((sight for sight in sights if sight.name == name), None)
        if sight is None:
            abort(404)
        reel = Reel(story, over=True)
        super().__init__(seen, reel, place, sight, language(), text=text, have=have)
        game = seen.game
        self.story = story
        self.title = self.title_of(story)
        self.all = list(stories_of(game).all.values())
        self.before, self.after = neighbours(self.all, story.id)
        shown = story.rules or tuple(story.reached)
        views = (rule_view(game.id, rule, language()) for rule in shown)
        self.rules: list[RuleView] = [view for view in views if view is not None]

    def title_of(self, story: Story) -> str:
        """What an example shows, in the reader's language."""
        return story.title(titles(self.seen.game, self.table.lang))

    def _path(self) -> str:
        return self.path_of(self.stored.id)

    def path_of(self, id: str) -> str:
        """The address of an example of this game."""
        return url_for("examples.example", id=self.seen.game.id, example=id)

    @property
    def position(self) -> str:
        """Where we are, in words."""
        return self.say("rules.example.step", n=self.place, last=self.last)


@examples.get("/rules/<id>/examples/<example>")
def example(id: str, example: str) -> str:
    """A moment of an example; with ``part`` only what differs from one moment to another."""
    try:
        game = find_game(id)
    except UnknownGame:
        abort(404)
    story = stories_of(game).all.get(example)
    if story is None:
        abort(404)
    page = ExamplePage(
        story,
        seen_as_match(game, story),
        wanted_place(Reel(story, over=True)),
        text="text" in request.args,
        have=request.args.get("have", 0, type=int),
    )
    template = "rules/_example_parts.html" if "part" in request.args else "rules/example.html"
    return render_template(template, r=page, t=page.table, proof=None)
