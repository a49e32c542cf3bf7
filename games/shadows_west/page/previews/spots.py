"""Points before they are chosen: where a stick lands, where townsfolk and models begin."""

from __future__ import annotations

from boomtown.core import Answer
from shadows_west.content import BLAST, FOLK_FROM_CENTRE, THROW_RANGE
from shadows_west.page.previews.layers import in_view
from shadows_west.page.previews.parts import (
    Draft,
    Preview,
    Ring,
    figure_of,
    height_of,
    mark_of,
    place_of,
    stride_of,
    why,
)
from shadows_west.page.previews.tosses import tossed
from shadows_west.rules.blasts import ThrowChoice
from shadows_west.rules.deployment import PlaceChoice, waiting
from shadows_west.rules.townsfolk import FolkSpot
from shadows_west.shooting import fire
from shadows_west.state import Figure, Kind
from shadows_west.terrain.ground import ground


def throwing(choice: ThrowChoice, draft: Draft) -> Preview:
    """Where a stick would land, and whom it would reach."""
    table = choice.table
    thrower = table.figures[choice.model]
    size = ground(table).size
    answer = _thrown_at(choice, draft)
    around = [Ring(thrower.x, size - thrower.y, THROW_RANGE + thrower.radius)]
    rings = around if choice.premeasure else []
    area = in_view(table, thrower, THROW_RANGE, thrower.z) if choice.premeasure else ""
    if answer is None or answer == "lost":
        return Preview(do="throw", rings=rings, area=area)
    target = table.figures.get(answer) if isinstance(answer, str) else None
    x, y, z = answer if target is None else (target.x, target.y, target.z)
    refusal = choice.refusal(answer)
    reached = fire.blast(table, x, y, z, BLAST)
    hurt = [*reached.full, *reached.partly]
    stride = stride_of(draft)
    kept: Draft = {"on": answer} if isinstance(answer, str) else {"to": [x, y]}
    return Preview(
        do="throw",
        draft=None if "answer" in draft else {**kept, "stride": stride},
        stride=stride,
        answer=answer,
        text=choice.written(answer),
        legal=refusal is None,
        risk=any(table.figures[id].seat == thrower.seat for id in hurt),
        refusal=why(refusal),
        end=(x, y, z),
        rings=rings,
        blast=Ring(x, size - y, BLAST),
        hurt=hurt,
        toss=tossed(table, thrower, (x, y, z)) if refusal is None else None,
        area=area,
    )


def _thrown_at(choice: ThrowChoice, draft: Draft) -> Answer:
    if draft.get("answer") is not None:
        return choice.read(draft["answer"])
    if figure_of(choice.table, draft.get("on")) is not None:
        return draft["on"]
    place = place_of(draft.get("to"))
    if place is None:
        return None
    return [*place, height_of(choice.table, *place, draft.get("level"))]


def spotting(choice: FolkSpot, draft: Draft) -> Preview:
    """Where a townsperson would stand."""
    place = place_of(draft.get("to"))
    size = ground(choice.table).size
    around = Ring(size // 2, size // 2, FOLK_FROM_CENTRE)
    if place is None:
        return Preview(do="folk", rings=[around])
    x, y = place
    spot = [x, y, height_of(choice.table, x, y, draft.get("level"))]
    refusal = choice.refusal(spot)
    folk = Figure("t", Kind.FOLK)
    return Preview(
        do="folk",
        draft={"to": [x, y], "stride": stride_of(draft)},
        stride=stride_of(draft),
        answer=spot,
        text=" ".join(map(str, spot)),
        legal=refusal is None,
        refusal=why(refusal),
        end=(x, y, spot[2]),
        mark=mark_of(choice.table, folk, spot, (0, 1000), bad=refusal is not None),
        rings=[around],
    )


def placing(choice: PlaceChoice, draft: Draft) -> Preview:
    """Where a model would begin."""
    table = choice.table
    models = [figure.id for figure in waiting(table, choice.seat)]
    answer = _placed(choice, draft, models)
    if answer is None or "model" not in answer:
        model = draft.get("model")
        kept = {"model": model} if model in models else None
        return Preview(do="place", draft=kept, models=models)
    refusal = choice.refusal(answer)
    x, y, z = answer["at"]
    fx, fy = answer["face"]
    figure = table.figures[answer["model"]]
    stride = stride_of(draft)
    kept = {"model": answer["model"], "to": [x, y], "face": [fx, fy], "stride": stride}
    return Preview(
        do="place",
        draft=None if "answer" in draft else kept,
        stride=stride,
        answer=answer,
        text=choice.written(answer),
        legal=refusal is None,
        refusal=why(refusal),
        end=(x, y, z),
        face=(fx, fy),
        mark=mark_of(table, figure, (x, y, z), (fx, fy), bad=refusal is not None),
        models=models,
    )


def _placed(choice: PlaceChoice, draft: Draft, models: list[str]) -> Answer:
    if draft.get("answer") is not None:
        return choice.read(draft["answer"])
    place = place_of(draft.get("to"))
    if place is None:
        return None
    model = draft.get("model") if draft.get("model") in models else models[0]
    at = [*place, height_of(choice.table, *place, draft.get("level"))]
    raw = {"model": model, "at": at, "face": draft.get("face")}
    return choice.read(raw)
