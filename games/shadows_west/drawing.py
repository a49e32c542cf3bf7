"""The ground as a drawing: what the map's template prints, in whole numbers, north up.

Nothing here decides anything: it turns pieces of terrain into outlines, shadows and tags. The cast
shadow of a piece is as long as a share of its height, so that heights can be read at a glance.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from shadows_west.terrain import Ground, Piece

SHADOW = 30
"""The shadow of a piece, in hundredths of its height, falls to the south-east."""
OPENING = 63
"""Half the width of a door or window (shadows.geo.walls)."""
LEAF = 110
TREES_APART = 220
GRAVES_APART = 115
PLANKS_APART = 30
RUNGS_APART = 30
TAG_LETTER = 27
TAG_MARGIN = 50
WOODED = frozenset({"orchard"})
GRAVEYARDS = frozenset({"graves"})
WOODEN_BLOCKS = frozenset({"wagon", "cart", "crates"})
FENCES = frozenset({"rail_fence", "corral", "bank_fence", "yard_east"})


class Tag(Struct, frozen=True):
    """A written label on the map: a thing, and a height in u."""

    x: int
    y: int
    noun: str
    value: str
    height: int | None = None
    tone: str = ""


class Opening(Struct, frozen=True):
    """A door or a window, drawn on its wall."""

    kind: str
    floor: int
    line: str
    leaf: str = ""
    swing: str = ""


class Shape(Struct, frozen=True):
    """One piece as the template draws it: a kind, an outline, what lies on it, its tags."""

    kind: str
    id: str
    points: str = ""
    cast: str = ""
    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0
    radius: int = 0
    path: str = ""
    style: str = ""
    tall: int = 0
    openings: tuple[Opening, ...] = ()
    dots: tuple[tuple[int, int, int], ...] = ()
    tags: tuple[Tag, ...] = ()


class Scenery(Struct, frozen=True):
    """The whole ground, in the order in which it is painted."""

    size: int
    shapes: tuple[Shape, ...]
    levels: tuple[int, ...]
    """Heights at which somebody can stand, from the ground up."""


PAINTED = (
    "difficult",
    "bridge",
    "area",
    "cactus",
    "linear",
    "building",
    "platform",
    "stairs",
    "block",
    "explosive",
)
"""From below to above."""


@lru_cache(maxsize=64)
def scenery(ground: Ground) -> Scenery:
    """The drawing of a ground; the same for everybody, so it is made once."""
    size = ground.size
    order = {kind: place for place, kind in enumerate(PAINTED)}
    pieces = sorted(ground.pieces, key=lambda piece: order[piece.kind])
    shapes = tuple(_shape(piece, size) for piece in pieces)
    return Scenery(size, shapes, _levels(ground))


def _levels(ground: Ground) -> tuple[int, ...]:
    heights = {0}
    for piece in ground.pieces:
        if piece.kind == "building":
            heights |= {*piece.floors, piece.roof}
        elif piece.kind == "platform":
            heights.add(piece.z)
        elif piece.kind == "block" and piece.top:
            heights.add(piece.h)
    return tuple(sorted(heights))


def _shape(piece: Piece, size: int) -> Shape:
    match piece.kind:
        case "building":
            return _building(piece, size)
        case "linear":
            return _linear(piece, size)
        case "stairs":
            return _stairs(piece, size)
        case "block":
            return _block(piece, size)
        case "explosive" | "cactus":
            return _disc(piece, size)
        case "area":
            return _area(piece, size)
        case "bridge" | "platform":
            return _boards(piece, size)
    return Shape(piece.kind, piece.id, points=_points(_outline(piece), size))


# --- outlines ------------------------------------------------------------------------------------


def _outline(piece: Piece) -> list[tuple[int, int]]:
    """The corners of a piece, counter-clockwise."""
    if piece.rect is not None:
        x0, y0, x1, y1 = piece.rect
        return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    return [(x, y) for x, y in piece.poly]


def _points(corners: list[tuple[int, int]], size: int) -> str:
    return " ".join(f"{x},{size - y}" for x, y in corners)


def _cast(corners: list[tuple[int, int]], size: int, height: int) -> str:
    """The shadow of an outline: its hull with a copy of it moved to the south-east."""
    far = height * SHADOW // 100
    return _points(_hull(corners + [(x + far, y - far) for x, y in corners]), size)


def _hull(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The convex hull, counter-clockwise."""

    def half(ordered: list[tuple[int, int]]) -> list[tuple[int, int]]:
        chain: list[tuple[int, int]] = []
        for x, y in ordered:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                chain.pop()
            chain.append((x, y))
        return chain[:-1]

    ordered = sorted(set(points))
    return half(ordered) + half(ordered[::-1])


def _centre(corners: list[tuple[int, int]]) -> tuple[int, int]:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2


def _box(piece: Piece, size: int) -> dict[str, int]:
    assert piece.rect is not None
    x0, y0, x1, y1 = piece.rect
    return {"x": x0, "y": size - y1, "width": x1 - x0, "height": y1 - y0}


# --- each kind -----------------------------------------------------------------------------------


def _building(piece: Piece, size: int) -> Shape:
    corners = _outline(piece)
    x, y = _centre(corners)
    heights = [floor for floor in piece.floors if floor]
    tags = [Tag(x, size - y - 30, "piece", piece.id, tone="place")]
    tags += [
        Tag(x, size - y + 50 + 80 * row, "storey", storey, height)
        for row, (storey, height) in enumerate(
            [*(("floor", floor) for floor in heights), ("roof", piece.roof)]
        )
    ]
    openings = tuple(_opening(piece, one, size) for one in piece.open)
    return Shape(
        "building",
        piece.id,
        cast=_cast(corners, size, piece.roof),
        style="parapet" if piece.parapet else "",
        tall=piece.roof,
        openings=openings,
        tags=tuple(tags),
        **_box(piece, size),
    )


def _opening(piece: Piece, opening: tuple[str, int, str, int], size: int) -> Opening:
    side, offset, kind, floor = opening
    assert piece.rect is not None
    x0, y0, x1, y1 = piece.rect
    if side in "NS":
        x, y, ux, uy = x0 + offset, (y1 if side == "N" else y0), 1, 0
        out = (0, LEAF if side == "N" else -LEAF)
    else:
        x, y, ux, uy = (x1 if side == "E" else x0), y0 + offset, 0, 1
        out = (LEAF if side == "E" else -LEAF, 0)
    ax, ay = x - OPENING * ux, y - OPENING * uy
    bx, by = x + OPENING * ux, y + OPENING * uy
    line = f"M{ax} {size - ay}L{bx} {size - by}"
    if kind != "door":
        return Opening(kind, floor, line)
    ex, ey = ax + out[0], ay + out[1]
    turn = 1 if (bx - ax) * (ey - ay) - (by - ay) * (ex - ax) > 0 else 0
    return Opening(
        kind,
        floor,
        line,
        leaf=f"M{ax} {size - ay}L{ex} {size - ey}",
        swing=f"M{ex} {size - ey}A{2 * OPENING} {2 * OPENING} 0 0 {turn} {bx} {size - by}",
    )


def _linear(piece: Piece, size: int) -> Shape:
    steps = [f"{x} {size - y}" for x, y in piece.line]
    (ax, ay), (bx, by) = piece.line[0], piece.line[1]
    tag = Tag((ax + bx) // 2, size - (ay + by) // 2 - 60, "piece", piece.id, piece.h)
    style = "fence" if piece.id in FENCES else "wall"
    return Shape("linear", piece.id, path="M" + "L".join(steps), style=style, tags=(tag,))


def _stairs(piece: Piece, size: int) -> Shape:
    (ax, ay, _), (bx, by, _) = piece.a, piece.b
    x, width = min(ax, bx) - 40, abs(ax - bx) + 80
    top, bottom = size - max(ay, by), size - min(ay, by)
    rungs = "".join(f"M{x} {y}h{width}" for y in range(top, bottom + 1, RUNGS_APART))
    sides = f"M{x} {top}V{bottom}M{x + width} {top}V{bottom}"
    tag = Tag(x + width // 2, (top + bottom) // 2, "stairs", piece.type, abs(piece.a[2] - piece.b[2]))
    return Shape("stairs", piece.id, path=rungs + sides, style=piece.type, tags=(tag,))


def _block(piece: Piece, size: int) -> Shape:
    corners = _outline(piece)
    x, y = _centre(corners)
    tag = Tag(x, size - y + 18, "piece", piece.id, piece.h)
    style = "wood" if piece.id in WOODEN_BLOCKS else "stone"
    return Shape(
        "block",
        piece.id,
        points=_points(corners, size),
        cast=_cast(corners, size, piece.h),
        style=f"{style} top" if piece.top else style,
        tall=piece.h,
        tags=(tag,),
    )


def _disc(piece: Piece, size: int) -> Shape:
    assert piece.disc is not None
    x, y, radius = piece.disc
    if piece.kind == "explosive":
        dots = ((x - 36, size - y - 22, 38), (x + 38, size - y - 20, 38), (x, size - y + 38, 38))
        tag = Tag(x, size - y + radius + 60, "piece", piece.id, tone="bad")
    else:
        spots = ((-110, -60), (60, -110), (120, 70), (-50, 110), (0, 0))
        dots = tuple((x + dx, size - y + dy, 0) for dx, dy in spots)
        tag = Tag(x, size - y + radius - 10, "piece", piece.id, tone="bad")
    return Shape(piece.kind, piece.id, x=x, y=size - y, radius=radius, dots=dots, tags=(tag,))


def _area(piece: Piece, size: int) -> Shape:
    corners = _outline(piece)
    x, y = _centre(corners)
    style = "wood" if piece.id in WOODED else "graves" if piece.id in GRAVEYARDS else "scrub"
    apart = GRAVES_APART if style == "graves" else TREES_APART
    dots = tuple(
        (px, size - py, 62 + 8 * ((px + py) // apart % 3)) for px, py in _spread(corners, apart)
    )
    top = max(py for _, py in corners)
    tag = Tag(x, size - top - 30, "piece", piece.id, tone="place")
    points = _points(corners, size)
    return Shape("area", piece.id, points=points, style=style, dots=dots, tags=(tag,))


def _spread(corners: list[tuple[int, int]], apart: int) -> list[tuple[int, int]]:
    """Points on a grid, well inside a convex outline."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    inside = []
    for y in range(min(ys) + apart // 2, max(ys), apart):
        for x in range(min(xs) + apart // 2, max(xs), apart):
            sides = zip(corners, corners[1:] + corners[:1], strict=True)
            if all(_left_of(a, b, x, y, apart // 4) for a, b in sides):
                inside.append((x, y))
    return inside


def _left_of(a: tuple[int, int], b: tuple[int, int], x: int, y: int, margin: int) -> bool:
    (ax, ay), (bx, by) = a, b
    cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    return cross >= 0 and cross * cross >= margin * margin * ((bx - ax) ** 2 + (by - ay) ** 2)


def _boards(piece: Piece, size: int) -> Shape:
    box = _box(piece, size)
    x, y, width, height = box["x"], box["y"], box["width"], box["height"]
    planks = "".join(f"M{x} {row}h{width}" for row in range(y + 30, y + height, PLANKS_APART))
    tags: tuple[Tag, ...] = ()
    cast = ""
    if piece.kind == "platform":
        tags = (Tag(x + width // 2, y + height // 2 + 18, "piece", piece.id, piece.z),)
        cast = _cast(_outline(piece), size, piece.z)
    return Shape(
        piece.kind, piece.id, cast=cast, path=planks, style=piece.edge, tall=piece.z, tags=tags, **box
    )
