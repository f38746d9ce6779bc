"""Shapes onto the picture, back to front, touching no more pixels than move."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np

from va_badminton.picture.camera import HEIGHT, WIDTH
from va_badminton.picture.scene import Scene, scene
from va_badminton.picture.shapes import SHIFT
from video_arena.match import Box

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from va_badminton.picture.drawable import Drawable, DrawnShuttle
    from va_badminton.picture.shapes import Figure

    Picture = NDArray[np.uint8]

Colour = tuple[int, int, int]
Corners = tuple[int, int, int, int]
"""x0, y0, x1, y1; the last two excluded."""

OUTFITS: tuple[tuple[Colour, Colour, Colour], ...] = (
    ((206, 58, 50), (30, 32, 40), (235, 228, 90)),
    ((238, 196, 62), (28, 40, 84), (44, 70, 150)),
    ((70, 120, 214), (24, 26, 34), (232, 96, 44)),
    ((236, 236, 232), (44, 48, 62), (206, 52, 60)),
    ((232, 120, 48), (36, 34, 38), (60, 84, 170)),
    ((146, 82, 180), (240, 240, 238), (70, 60, 130)),
)
"""Shirt, shorts, shoes."""
PAIRS = ((0, 2), (2, 4), (1, 5), (3, 0), (4, 5), (5, 1), (2, 1), (0, 3), (3, 4), (1, 2))
"""Outfits that are told apart at a glance: near, far."""
SKINS: tuple[Colour, ...] = ((226, 180, 148), (204, 152, 116), (156, 108, 80), (236, 194, 166))
HAIR, SOCK = (34, 26, 24), (240, 240, 238)
RACKET, STRINGS, GRIP = (232, 232, 226), (190, 198, 196), (40, 42, 48)
SHADE = 0.42
FEATHER, CORK, SHUTTLE_EDGE = (255, 255, 250), (240, 226, 196), (18, 24, 22)


@dataclass(frozen=True, slots=True)
class Look:
    """A player's colours, each with its dark edge and its light."""

    colours: dict[str, tuple[Colour, Colour, Colour]]

    @classmethod
    def of(cls, outfit: int, skin: int) -> Look:
        """By numbers into OUTFITS and SKINS."""
        shirt, shorts, shoe = OUTFITS[outfit]
        paints = {
            "skin": SKINS[skin],
            "hair": HAIR,
            "shirt": shirt,
            "shorts": shorts,
            "sock": SOCK,
            "shoe": shoe,
        }
        return cls({name: (_dark(c), _soft(c), _bright(c)) for name, c in paints.items()})


def _dark(colour: Colour) -> Colour:
    red, green, blue = (round(part * 0.42) for part in colour)
    return red, green, blue


def _soft(colour: Colour) -> Colour:
    red, green, blue = (round(part * 0.92) for part in colour)
    return red, green, blue


def _bright(colour: Colour) -> Colour:
    red, green, blue = (min(255, round(part * 1.02 + 14)) for part in colour)
    return red, green, blue


def looks(fingerprint: str) -> tuple[Look, Look]:
    """Colours of near and far."""
    mark = int(fingerprint[:8], 16)
    first, second = PAIRS[mark % len(PAIRS)]
    return Look.of(first, mark // 64 % len(SKINS)), Look.of(second, mark // 512 % len(SKINS))


@dataclass(slots=True)
class Canvas:
    """One picture that is drawn again and again."""

    looks: tuple[Look, Look]
    scene: Scene = field(default_factory=scene)
    picture: Picture = field(init=False)
    dirty: list[Corners] = field(default_factory=list)
    """Where the picture now differs from the empty scene."""

    def __post_init__(self) -> None:
        """Begin with the empty hall."""
        self.picture = self.scene.whole.copy()

    def draw(self, segment: Drawable, i: int) -> tuple[Box, ...]:
        """Draw frame `i` of a segment; outside the boxes the picture is that of the last call."""
        before = self.dirty
        for x0, y0, x1, y1 in before:
            self.picture[y0:y1, x0:x1] = self.scene.whole[y0:y1, x0:x1]
        near, far, shuttle = segment.near, segment.far, segment.shuttle
        self.dirty = [
            box
            for box in map(
                inside,
                (
                    far.shadow_boxes[i],
                    far.boxes[i],
                    near.shadow_boxes[i],
                    near.boxes[i],
                    shuttle.boxes[i],
                    shuttle.shadow_boxes[i],
                ),
            )
            if box is not None
        ]
        beyond = bool(shuttle.beyond[i])
        self._far_half(segment, i, shuttle if beyond else None)
        self._near_half(segment, i, None if beyond else shuttle)
        changed = joined([*before, *self.dirty])
        return tuple(Box(x0, y0, x1 - x0, y1 - y0) for x0, y0, x1, y1 in changed)

    def _far_half(self, segment: Drawable, i: int, shuttle: DrawnShuttle | None) -> None:
        far = segment.far
        boxes = [inside(far.boxes[i]), inside(far.shadow_boxes[i])]
        if shuttle is not None:
            boxes += [inside(shuttle.boxes[i]), inside(shuttle.shadow_boxes[i])]
        behind = [box for box in boxes if box is not None]
        x0, y0 = min(box[0] for box in behind), min(box[1] for box in behind)
        x1, y1 = max(box[2] for box in behind), max(box[3] for box in behind)
        nx0, ny0, nx1, ny1 = self.scene.net_box
        net = max(x0, nx0), max(y0, ny0), min(x1, nx1), min(y1, ny1)
        through = net[0] < net[2] and net[1] < net[3]
        if through:
            rows, columns = slice(net[1], net[3]), slice(net[0], net[2])
            self.picture[rows, columns] = self.scene.bare[rows, columns]
        self._shadow(far, i)
        if shuttle is not None:
            self._shuttle_shadow(shuttle, i)
            if shuttle.behind_far[i]:
                self._shuttle(shuttle, i)
        self._figure(far, i, self.looks[1])
        if shuttle is not None and not shuttle.behind_far[i]:
            self._shuttle(shuttle, i)
        if through:
            self.scene.hang_net(self.picture, net)

    def _near_half(self, segment: Drawable, i: int, shuttle: DrawnShuttle | None) -> None:
        self._shadow(segment.near, i)
        if shuttle is not None:
            self._shuttle_shadow(shuttle, i)
            if shuttle.behind_near[i]:
                self._shuttle(shuttle, i)
        self._figure(segment.near, i, self.looks[0])
        if shuttle is not None and not shuttle.behind_near[i]:
            self._shuttle(shuttle, i)

    def _shadow(self, figure: Figure, i: int) -> None:
        box = inside(figure.shadow_boxes[i])
        if box is None:
            return
        x0, y0, x1, y1 = box
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        moved = figure.shadow[i] - np.array([x0, y0], np.int32) * (1 << SHIFT)
        for polygon in moved:
            cv2.fillConvexPoly(mask, polygon, (255,), cv2.LINE_8, SHIFT)
        darken(self.picture[y0:y1, x0:x1], np.asarray(cv2.blur(mask, (7, 5)), np.uint8), SHADE)

    def _figure(self, figure: Figure, i: int, look: Look) -> None:
        for group in figure.order[i]:
            if group == "torso":
                self._group(figure, i, look, "pelvis")
                self._torso(figure, i, look)
            elif group == "head":
                self._group(figure, i, look, "neck")
                first, second = ("hair", "face") if figure.faces[i] else ("face", "hair")
                self._group(figure, i, look, first)
                self._group(figure, i, look, second)
            else:
                self._group(figure, i, look, group)
            if group == figure.racket_arm:
                self._racket(figure, i)

    def _group(self, figure: Figure, i: int, look: Look, group: str) -> None:
        picture = self.picture
        limbs = figure.groups[group]
        for limb in limbs:
            dark, _, _ = look.colours[limb.paint]
            cv2.fillConvexPoly(picture, limb.outer[i], dark, cv2.LINE_AA, SHIFT)
        for limb in limbs:
            _, soft, bright = look.colours[limb.paint]
            cv2.fillConvexPoly(picture, limb.inner[i], soft, cv2.LINE_AA, SHIFT)
            if limb.light is not None:
                cv2.fillConvexPoly(picture, limb.light[i], bright, cv2.LINE_AA, SHIFT)

    def _torso(self, figure: Figure, i: int, look: Look) -> None:
        dark, soft, bright = look.colours["shirt"]
        hull = cv2.convexHull(figure.torso[i])
        cv2.polylines(self.picture, [hull], True, dark, 2, cv2.LINE_AA, SHIFT)  # noqa: FBT003
        cv2.fillConvexPoly(self.picture, hull, soft, cv2.LINE_AA, SHIFT)
        light = cv2.convexHull(figure.torso_light[i])
        cv2.fillConvexPoly(self.picture, light, bright, cv2.LINE_AA, SHIFT)

    def _racket(self, figure: Figure, i: int) -> None:
        picture, scale = self.picture, figure.thick[i]
        wide = 2 if scale > 62 else 1
        for a, b in figure.strings[i].tolist():
            cv2.line(picture, a, b, STRINGS, 1, cv2.LINE_AA, SHIFT)
        cv2.polylines(picture, [figure.frame[i]], True, GRIP, wide + 1, cv2.LINE_AA, SHIFT)  # noqa: FBT003
        cv2.polylines(picture, [figure.frame[i]], True, RACKET, wide, cv2.LINE_AA, SHIFT)  # noqa: FBT003
        butt, grip, head = figure.shaft[i].tolist()
        cv2.line(picture, grip, head, GRIP, wide + 1, cv2.LINE_AA, SHIFT)
        cv2.line(picture, grip, head, RACKET, wide, cv2.LINE_AA, SHIFT)
        cv2.line(picture, butt, grip, GRIP, wide + 2, cv2.LINE_AA, SHIFT)

    def _shuttle_shadow(self, shuttle: DrawnShuttle, i: int) -> None:
        box = inside(shuttle.shadow_boxes[i])
        if box is None:
            return
        x0, y0, x1, y1 = box
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        moved = shuttle.shadow[i] - np.array([x0, y0], np.int32) * (1 << SHIFT)
        cv2.fillConvexPoly(mask, moved, (255,), cv2.LINE_AA, SHIFT)
        darken(
            self.picture[y0:y1, x0:x1],
            np.asarray(cv2.blur(mask, (3, 3)), np.uint8),
            float(shuttle.shade[i]),
        )

    def _shuttle(self, shuttle: DrawnShuttle, i: int) -> None:
        picture = self.picture
        for outline, colour in (
            (shuttle.edge[i], SHUTTLE_EDGE),
            (shuttle.skirt[i], FEATHER),
            (shuttle.cork[i], CORK),
        ):
            cv2.fillConvexPoly(picture, outline, colour, cv2.LINE_AA, SHIFT)


def joined(boxes: list[Corners]) -> list[Corners]:
    """The same pixels in fewer boxes: two are joined where that covers no more than both."""
    out: list[Corners] = []
    for box in boxes:
        new = box
        for old in out[::-1]:
            both = (
                min(new[0], old[0]),
                min(new[1], old[1]),
                max(new[2], old[2]),
                max(new[3], old[3]),
            )
            if _area(both) <= _area(new) + _area(old):
                out.remove(old)
                new = both
        out.append(new)
    return out


def _area(box: Corners) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def inside(box: NDArray[np.int32]) -> Corners | None:
    """The part of a box that lies in the picture; None where there is none."""
    x0, y0, x1, y1 = box.tolist()
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(WIDTH, x1), min(HEIGHT, y1)
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


def darken(part: Picture, mask: NDArray[np.uint8], amount: float) -> None:
    """Darken a part of the picture where the mask is set, by `amount` at the most."""
    keep = 256 - (mask.astype(np.uint16) * round(amount * 256) >> 8)
    part[:] = part * keep[:, :, None] >> 8
