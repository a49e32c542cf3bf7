"""The ground as a drawing: what the map's template prints, in whole numbers, north up.

Nothing here decides anything: it turns pieces of terrain into outlines, shadows and tags. The cast
shadow of a piece is as long as a share of its height, so that heights can be read at a glance.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

from shadows_west.terrain.compiling import outline
from shadows_west.terrain.maps import MAPS, Piece
from shadows_west.terrain.pieces import HALF_OPENING, Ground

SHADOW: Final = 30
"""The shadow of a piece, in hundredths of its height, falls to the south-east."""
LEAF: Final = 110
TREES_APART: Final = 220
TUFTS_APART: Final = 100
GRAVES_APART: Final = 115
PLANKS_APART: Final = 30
RUNGS_APART: Final = 30
ROOMY: Final = 480
"""A building at least so wide has its name inside."""
SMALL: Final = 260
"""A block at most so wide has its tag below it."""
RIM: Final = 84
"""The top of a rock, in hundredths of its outline."""
LOOKS: Final = {
    "orchard": "trees",
    "graves": "graves",
    "wagon": "cart",
    "cart": "cart",
    "crates": "crates",
    "trough": "trough",
    "well": "basin",
    "fountain": "basin",
    "chapel": "nave",
    "rail_fence": "fence",
    "corral": "fence",
    "bank_fence": "fence",
    "yard_east": "fence",
}
"""By piece, how it is drawn where its kind has several looks."""
OPEN_GROUND: Final = "open_ground"
"""What a table is called that is none of the maps: that of a worked example."""
TRAILS: Final = {
    "redemption": (
        "M0 1930C600 1890 1200 1960 1800 1930S3000 1890 3600 1930",
        "M1800 1930C1790 2200 2060 2500 2060 2850S2040 3300 2050 3600",
    ),
    "gulch": ("M1800 3600C1760 3200 1900 2700 1800 2000S1300 1200 1280 600S1300 200 1260 0",),
    "mission": (
        "M1800 3600C1800 3200 1790 2800 1800 2500S1790 1900 1775 1600",
        "M750 1850C1100 1800 1450 1800 1800 1840S2500 1800 2850 1850",
    ),
}
"""Where people walk; they only please the eye. On the small table, south down."""

Corner = tuple[int, int]


class Tag(Struct, frozen=True):
    """A written label on the map: a thing, and heights in u."""

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
    """The height of its floor."""
    line: str
    leaf: str = ""
    swing: str = ""
    hidden: bool = False
    """Whether one of a lower floor is drawn in the same place."""


class Storey(Struct, frozen=True):
    """A floor or a roof above the ground."""

    kind: str
    z: int


class Shape(Struct, frozen=True):
    """One piece as the template draws it: a kind, an outline, what lies on it, its tags."""

    kind: str
    id: str
    look: str = ""
    tall: int = 0
    points: str = ""
    cast: str = ""
    rim: str = ""
    path: str = ""
    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0
    radius: int = 0
    openings: tuple[Opening, ...] = ()
    storeys: tuple[Storey, ...] = ()
    dots: tuple[tuple[int, int, int], ...] = ()
    name: Tag | None = None
    tag: Tag | None = None


class Scenery(Struct, frozen=True):
    """The whole ground, in the order in which it is painted."""

    map: str
    size: int
    shift: int
    """How far the map is moved on a larger table."""
    trails: tuple[str, ...]
    shapes: tuple[Shape, ...]
    levels: tuple[int, ...]
    """Heights at which somebody can stand, from the ground up."""


PAINTED: Final = (
    "difficult",
    "bridge",
    "area",
    "cactus",
    "linear",
    "building",
    "stairs",
    "platform",
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
    levels = tuple(sorted({0, *(surface.z for surface in ground.surfaces)}))
    shift = (size - 3600) // 2
    trails = TRAILS.get(ground.map, ())
    shapes = tuple(_shape(piece, size) for piece in pieces)
    name = ground.map if ground.map in MAPS else OPEN_GROUND
    return Scenery(name, size, shift, trails, shapes, levels)


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
        case "explosive":
            return _kegs(piece, size)
        case "cactus":
            return _thorns(piece, size)
        case "area":
            return _area(piece, size)
        case "bridge" | "platform":
            return _boards(piece, size)
    return Shape(piece.kind, piece.id, points=_points(outline(piece), size))


# --- outlines ------------------------------------------------------------------------------------


def _points(corners: tuple[Corner, ...], size: int) -> str:
    return " ".join(f"{x},{size - y}" for x, y in corners)


def _cast(corners: tuple[Corner, ...], size: int, height: int) -> str:
    """The shadow of an outline: its hull with a copy of it moved to the south-east."""
    far = height * SHADOW // 100
    moved = tuple((x + far, y - far) for x, y in corners)
    return _points(_hull(corners + moved), size)


def _hull(points: tuple[Corner, ...]) -> tuple[Corner, ...]:
    """The convex hull, counter-clockwise."""

    def half(ordered: list[Corner]) -> list[Corner]:
        chain: list[Corner] = []
        for x, y in ordered:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                chain.pop()
            chain.append((x, y))
        return chain[:-1]

    ordered = sorted(set(points))
    return tuple(half(ordered) + half(ordered[::-1]))


def _centre(corners: tuple[Corner, ...]) -> Corner:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2


def _shrunk(corners: tuple[Corner, ...], percent: int) -> tuple[Corner, ...]:
    cx, cy = _centre(corners)
    return tuple(
        (cx + (x - cx) * percent // 100, cy + (y - cy) * percent // 100) for x, y in corners
    )


# --- each kind -----------------------------------------------------------------------------------


def _building(piece: Piece, size: int) -> Shape:
    assert piece.rect is not None
    x0, y0, x1, y1 = piece.rect
    top, middle = size - y1, (x0 + x1) // 2
    first = top + 105 if x1 - x0 >= ROOMY else top - 112
    seen: set[tuple[str, int]] = set()
    openings = []
    for side, offset, kind, floor in piece.open:
        hidden = (side, offset) in seen
        seen.add((side, offset))
        openings.append(_opening(piece, side, offset, kind, piece.floors[floor], hidden, size))
    storeys = [Storey("floor", floor) for floor in piece.floors if floor]
    return Shape(
        "building",
        piece.id,
        look=" ".join(filter(None, [LOOKS.get(piece.id, ""), "parapet" if piece.parapet else ""])),
        tall=piece.roof,
        cast=_cast(outline(piece), size, piece.roof),
        x=x0,
        y=top,
        width=x1 - x0,
        height=y1 - y0,
        openings=tuple(openings),
        storeys=(*storeys, Storey("roof", piece.roof)),
        name=Tag(middle, first, "piece", piece.id),
        tag=Tag(middle, first + 68, "storeys", piece.id),
    )


def _opening(
    piece: Piece, side: str, offset: int, kind: str, floor: int, hidden: bool, size: int
) -> Opening:
    assert piece.rect is not None
    x0, y0, x1, y1 = piece.rect
    if side in "NS":
        x, y, ux, uy = x0 + offset, (y1 if side == "N" else y0), 1, 0
        out = (0, LEAF if side == "N" else -LEAF)
    else:
        x, y, ux, uy = (x1 if side == "E" else x0), y0 + offset, 0, 1
        out = (LEAF if side == "E" else -LEAF, 0)
    ax, ay = x - HALF_OPENING * ux, y - HALF_OPENING * uy
    bx, by = x + HALF_OPENING * ux, y + HALF_OPENING * uy
    line = f"M{ax} {size - ay}L{bx} {size - by}"
    if kind != "door":
        return Opening(kind, floor, line, hidden=hidden)
    ex, ey = ax + out[0], ay + out[1]
    turn = 0 if (bx - ax) * (ey - ay) - (by - ay) * (ex - ax) < 0 else 1
    wide = 2 * HALF_OPENING
    return Opening(
        kind,
        floor,
        line,
        leaf=f"M{ax} {size - ay}L{ex} {size - ey}",
        swing=f"M{ex} {size - ey}A{wide} {wide} 0 0 {turn} {bx} {size - by}",
        hidden=hidden,
    )


def _linear(piece: Piece, size: int) -> Shape:
    far = piece.h * SHADOW // 100
    (ax, ay), (bx, by) = piece.line[:2]
    along = abs(bx - ax) >= abs(by - ay)
    x, y = (ax + bx) // 2, size - (ay + by) // 2
    return Shape(
        "linear",
        piece.id,
        look=LOOKS.get(piece.id, "wall"),
        tall=piece.h,
        path="M" + "L".join(f"{x} {size - y}" for x, y in piece.line),
        cast="M" + "L".join(f"{x + far} {size - y + far}" for x, y in piece.line),
        tag=Tag(x, y + 66 if along else y, "piece", piece.id, piece.h),
    )


def _stairs(piece: Piece, size: int) -> Shape:
    """Rungs across, sides along; the stairs of the maps run north and south."""
    (ax, ay, low), (bx, by, high) = piece.a, piece.b
    half = 30 if piece.type == "ladder" else 55
    x, top, bottom = (ax + bx) // 2, size - max(ay, by), size - min(ay, by)
    rungs = "".join(f"M{x - half} {y}h{2 * half}" for y in range(top, bottom + 1, RUNGS_APART))
    sides = f"M{x - half} {top}V{bottom}M{x + half} {top}V{bottom}"
    upper = size - (by if high > low else ay)
    return Shape(
        "stairs",
        piece.id,
        look=piece.type,
        tall=abs(high - low),
        path=rungs + sides,
        x=x,
        y=upper,
        radius=1 if upper == top else -1,
    )


def _block(piece: Piece, size: int) -> Shape:
    corners = outline(piece)
    x, y = _centre(corners)
    disc = piece.disc or (0, 0, 0)
    left, low = min(x for x, _ in corners), min(y for _, y in corners)
    wide, deep = max(x for x, _ in corners) - left, max(y for _, y in corners) - low
    return Shape(
        "block",
        piece.id,
        look=LOOKS.get(piece.id, "mesa" if piece.top else "rock"),
        tall=piece.h,
        points=_points(corners, size),
        cast=_cast(corners, size, piece.h),
        rim=_points(_shrunk(corners, RIM), size),
        x=left,
        y=size - low - deep,
        width=wide,
        height=deep,
        radius=disc[2],
        tag=Tag(x, size - (y if wide > SMALL else low - 45), "piece", piece.id, piece.h),
    )


def _kegs(piece: Piece, size: int) -> Shape:
    assert piece.disc is not None
    x, y, radius = piece.disc
    y = size - y
    dots = ((x - 36, y - 22, 38), (x + 38, y - 20, 38), (x, y + 38, 38))
    tag = Tag(x, y + radius + 41, "piece", piece.id, tone="bad")
    return Shape("explosive", piece.id, tall=piece.h, x=x, y=y, radius=radius, dots=dots, tag=tag)


def _thorns(piece: Piece, size: int) -> Shape:
    assert piece.disc is not None
    x, y, radius = piece.disc
    y = size - y
    spots = ((-110, -26), (60, -76), (120, 104), (-50, 144), (0, 34))
    dots = tuple((x + dx, y + dy, 0) for dx, dy in spots)
    tag = Tag(x, y + radius - 45, "piece", piece.id, tone="bad")
    return Shape("cactus", piece.id, x=x, y=y, radius=radius, dots=dots, tag=tag)


def _area(piece: Piece, size: int) -> Shape:
    corners = outline(piece)
    x, _ = _centre(corners)
    look = LOOKS.get(piece.id, "scrub")
    apart = {"trees": TREES_APART, "graves": GRAVES_APART}.get(look, TUFTS_APART)
    spots = _spread(corners, apart)
    dots = tuple((px, size - py, 62 + 8 * (n % 3)) for n, (px, py) in enumerate(spots))
    top = max(y for _, y in corners)
    points = _points(corners, size)
    name = Tag(x, size - top + 80, "piece", piece.id)
    return Shape("area", piece.id, look=look, points=points, dots=dots, name=name)


def _spread(corners: tuple[Corner, ...], apart: int) -> list[Corner]:
    """Points on a grid, well inside a convex outline."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    sides = list(zip(corners, corners[1:] + corners[:1], strict=True))
    return [
        (x, y)
        for y in range(min(ys) + apart // 2, max(ys), apart)
        for x in range(min(xs) + apart // 2, max(xs), apart)
        if all(_left_of(a, b, x, y, 40) for a, b in sides)
    ]


def _left_of(a: Corner, b: Corner, x: int, y: int, margin: int) -> bool:
    (ax, ay), (bx, by) = a, b
    cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    return cross >= 0 and cross * cross >= margin * margin * ((bx - ax) ** 2 + (by - ay) ** 2)


def _boards(piece: Piece, size: int) -> Shape:
    assert piece.rect is not None
    x0, y0, x1, y1 = piece.rect
    x, y, width, height = x0, size - y1, x1 - x0, y1 - y0
    platform = piece.kind == "platform"
    return Shape(
        piece.kind,
        piece.id,
        look=piece.edge if platform else "",
        tall=piece.z,
        cast=_cast(outline(piece), size, piece.z) if platform else "",
        path="".join(f"M{x} {row}h{width}" for row in range(y + 30, y + height, PLANKS_APART)),
        x=x,
        y=y,
        width=width,
        height=height,
        tag=Tag(x + width // 2, y + height // 2, "piece", piece.id, piece.z) if platform else None,
    )
