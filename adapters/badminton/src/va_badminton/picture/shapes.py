"""Joints to outlines in the picture: every limb a tapered capsule, all frames at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from va_badminton.picture.body import GRIP_TO_SWEET, HEAD_LONG, HEAD_WIDE
from va_badminton.picture.camera import CAMERA

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from va_badminton.picture.segment import Player

    Array = NDArray[np.float64]
    Polygons = NDArray[np.int32]

SHIFT = 4
"""Outlines are in sixteenths of a pixel."""
ARC = 7
"""Points of each round end."""
Paint = Literal["skin", "hair", "shirt", "shorts", "sock", "shoe"]
EDGE = 0.011
"""Metres that the dark edge of a limb shows around it."""
LIGHT = (-0.30, -0.36)
"""Where the light on a limb lies, in parts of its radius: up and to the left."""
UNLIT: frozenset[Paint] = frozenset({"sock", "shoe"})
SPECK = 5.0
"""Pixels that a limb is wide where its light is worth drawing."""


@dataclass(frozen=True, slots=True)
class Limb:
    """One capsule of a figure over n frames."""

    paint: Paint
    group: str
    outer: Polygons
    """(n, 2 ARC, 2) with its dark edge."""
    inner: Polygons
    light: Polygons | None
    """None where it would be a speck."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A player as outlines."""

    groups: dict[str, list[Limb]]
    torso: Polygons
    """(n, k, 2) points whose hull is the shirt."""
    torso_light: Polygons
    order: list[list[str]]
    """Groups from the back to the front, by frame."""
    frame: Polygons
    """(n, k, 2) the racket's head."""
    strings: Polygons
    """(n, m, 2, 2) a few strings."""
    shaft: Polygons
    """(n, 3, 2): butt, end of the grip, head."""
    thick: NDArray[np.float64]
    """(n,) pixels a metre at the racket."""
    shadow: Polygons
    """(n, parts, 2 ARC, 2) on the floor."""
    boxes: NDArray[np.int32]
    """(n, 4): x0, y0, x1, y1 of everything but the shadow."""
    shadow_boxes: NDArray[np.int32]
    faces: NDArray[np.bool_]
    """(n,) whether the face is turned to the camera."""
    racket_arm: str


LIMBS: tuple[tuple[str, Paint, str, str, float, float], ...] = (
    ("leg{i}", "skin", "hip{i}", "knee{i}", 0.082, 0.056),
    ("leg{i}", "skin", "knee{i}", "ankle{i}", 0.056, 0.036),
    ("leg{i}", "sock", "shin{i}", "ankle{i}", 0.043, 0.040),
    ("leg{i}", "shoe", "heel{i}", "toe{i}", 0.050, 0.038),
    ("leg{i}", "shorts", "hip{i}", "hem{i}", 0.100, 0.090),
    ("arm{i}", "skin", "shoulder{i}", "elbow{i}", 0.047, 0.040),
    ("arm{i}", "skin", "elbow{i}", "fist{i}", 0.040, 0.031),
    ("arm{i}", "skin", "fist{i}", "fist{i}", 0.045, 0.045),
    ("arm{i}", "shirt", "shoulder{i}", "sleeve{i}", 0.066, 0.060),
)
MIDDLE: tuple[tuple[str, Paint, str, str, float, float], ...] = (
    ("pelvis", "shorts", "hip0", "hip1", 0.105, 0.105),
    ("neck", "skin", "neck", "head", 0.052, 0.052),
    ("hair", "hair", "hair", "hair", 0.112, 0.112),
    ("face", "skin", "head", "head", 0.106, 0.106),
)


def figure_of(player: Player) -> Figure:
    """All outlines of a player."""
    joints = _joints(player)
    limbs = []
    for i in (0, 1):
        limbs += [_limb(joints, spec, i) for spec in LIMBS]
    limbs += [_limb(joints, spec, 0) for spec in MIDDLE]
    torso = _torso(joints)
    frame, strings, shaft, thick = _racket(player)
    shadow = _shadow(joints)
    points = [limb.outer.reshape(len(torso), -1, 2) / (1 << SHIFT) for limb in limbs]
    points += [torso, frame / (1 << SHIFT), shaft / (1 << SHIFT)]
    flat = shadow.reshape(len(torso), -1, 2) / (1 << SHIFT)
    groups: dict[str, list[Limb]] = {}
    for limb in limbs:
        groups.setdefault(limb.group, []).append(limb)
    return Figure(
        groups=groups,
        torso=fixed(torso),
        torso_light=fixed(_lit(torso)),
        order=_order(joints),
        frame=frame,
        strings=strings,
        shaft=shaft,
        thick=thick,
        shadow=shadow,
        boxes=box_of(np.concatenate(points, axis=1)),
        shadow_boxes=box_of(flat, 7),
        faces=player.trunk.forward @ CAMERA.axes()[2] < 0.1,
        racket_arm="arm1" if player.racket_right else "arm0",
    )


def box_of(points: Array, margin: int = 3) -> NDArray[np.int32]:
    """(n, 4) whole-pixel boxes around points (n, k, 2)."""
    low = np.floor(points.min(axis=1)) - margin
    high = np.ceil(points.max(axis=1)) + margin + 1
    return np.concatenate([low, high], axis=1).astype(np.int32)


def _joints(player: Player) -> dict[str, Array]:
    trunk, arms = player.trunk, player.arms
    racket = 1 if player.racket_right else 0
    joints = {"pelvis": trunk.pelvis, "neck": trunk.neck, "head": trunk.head}
    for i in (0, 1):
        hip, knee, ankle = trunk.hips[:, i], trunk.knees[:, i], trunk.ankles[:, i]
        shoulder = trunk.shoulders[:, i]
        elbow = arms.elbow if i == racket else arms.free_elbow
        joints |= {
            f"hip{i}": hip,
            f"knee{i}": knee,
            f"ankle{i}": ankle,
            f"hem{i}": hip + 0.62 * (knee - hip),
            f"shin{i}": knee + 0.62 * (ankle - knee),
            f"heel{i}": ankle + np.array([0.0, 0.0, -0.028]),
            f"toe{i}": trunk.toes[:, i],
            f"shoulder{i}": shoulder,
            f"elbow{i}": elbow,
            f"sleeve{i}": shoulder + 0.62 * (elbow - shoulder),
            f"fist{i}": arms.fist if i == racket else arms.free_fist,
        }
    back = -trunk.forward * 0.040 + np.array([0.0, 0.0, 0.034])
    joints["hair"] = trunk.head + back
    return joints


_TURN = np.concatenate([np.linspace(0.5, 1.5, ARC), np.linspace(-0.5, 0.5, ARC)]) * np.pi
_COS, _SIN = np.cos(_TURN), np.sin(_TURN)
_FIRST = np.arange(2 * ARC) < ARC


def capsule(a: Array, b: Array, ra: Array, rb: Array) -> Array:
    """Outlines (n, 2 ARC, 2) around circles at pixels `a`, `b` (n, 2) of radii `ra`, `rb` (n,).

    Two half circles; where one circle holds the other, both are around the larger.
    """
    way = b - a
    far = np.hypot(way[:, 0], way[:, 1])
    inside = far <= np.abs(ra - rb) + 1e-6
    if inside.any():
        big = np.where((ra >= rb)[:, None], a, b)
        a, b = np.where(inside[:, None], big, a), np.where(inside[:, None], big, b)
        most = np.maximum(ra, rb)
        ra, rb = np.where(inside, most, ra), np.where(inside, most, rb)
    axis = np.where(far[:, None] > 1e-6, way / np.maximum(far, 1e-6)[:, None], (1.0, 0.0))
    x = axis[:, :1] * _COS - axis[:, 1:] * _SIN
    y = axis[:, :1] * _SIN + axis[:, 1:] * _COS
    radius = np.where(_FIRST, ra[:, None], rb[:, None])
    out = np.empty((len(a), 2 * ARC, 2))
    out[:, :, 0] = np.where(_FIRST, a[:, :1], b[:, :1]) + radius * x
    out[:, :, 1] = np.where(_FIRST, a[:, 1:], b[:, 1:]) + radius * y
    return out


def fixed(points: Array) -> Polygons:
    """Pixels to sixteenths, as cv2 takes them with `shift`."""
    return np.rint(points * (1 << SHIFT)).astype(np.int32)


def _limb(
    joints: dict[str, Array], spec: tuple[str, Paint, str, str, float, float], i: int
) -> Limb:
    group, paint, start, stop, ra, rb = spec
    a, scale_a = CAMERA.project(joints[start.format(i=i)])
    b, scale_b = CAMERA.project(joints[stop.format(i=i)])
    ra_px, rb_px = ra * scale_a, rb * scale_b
    edge_a = np.maximum(EDGE * scale_a, 0.8)
    light = None
    if paint not in UNLIT and (ra_px + rb_px).mean() > SPECK:
        shift_a, shift_b = ra_px[:, None] * LIGHT, rb_px[:, None] * LIGHT
        light = fixed(capsule(a + shift_a, b + shift_b, 0.5 * ra_px, 0.5 * rb_px))
    return Limb(
        paint,
        group.format(i=i),
        fixed(capsule(a, b, ra_px + edge_a, rb_px + edge_a)),
        fixed(capsule(a, b, ra_px, rb_px)),
        light,
    )


def _torso(joints: dict[str, Array]) -> Array:
    """Round points at shoulders and waist; the shirt is their hull."""
    circle = np.linspace(0, 2 * np.pi, 10, endpoint=False)
    ring = np.stack([np.cos(circle), np.sin(circle)], axis=-1)
    parts = []
    waist = {i: joints[f"hip{i}"] + 0.10 * (joints["neck"] - joints["pelvis"]) for i in (0, 1)}
    for place, radius in (
        (joints["shoulder0"], 0.062),
        (joints["shoulder1"], 0.062),
        (waist[0], 0.088),
        (waist[1], 0.088),
    ):
        pixel, scale = CAMERA.project(place)
        parts.append(pixel[:, None, :] + (radius * scale)[:, None, None] * ring)
    return np.concatenate(parts, axis=1)


def _lit(torso: Array) -> Array:
    """The points drawn together and towards the light."""
    middle = torso.mean(axis=1, keepdims=True)
    size = torso - middle
    return np.asarray(middle + 0.62 * size - 0.10 * np.abs(size).max(axis=1, keepdims=True))


def _order(joints: dict[str, Array]) -> list[list[str]]:
    """Back to front by the distance from the camera, for every frame."""
    forward = CAMERA.axes()[2]
    depth = {
        "torso": (joints["pelvis"] + joints["neck"]) @ forward / 2,
        "head": joints["head"] @ forward,
    }
    for i in (0, 1):
        depth[f"leg{i}"] = (joints[f"knee{i}"] + joints[f"ankle{i}"]) @ forward / 2
        # Its elbow and fist tell whether an arm is before the trunk.
        depth[f"arm{i}"] = (joints[f"elbow{i}"] + joints[f"fist{i}"]) @ forward / 2
    names = sorted(depth)
    table = np.stack([depth[name] for name in names])
    # Legs go behind the shirt's hem unless well before it; the head is before the trunk.
    table[names.index("head")] = np.minimum(
        table[names.index("head")], table[names.index("torso")] - 0.01
    )
    for i in (0, 1):
        table[names.index(f"leg{i}")] += 0.12
    ranks = np.argsort(-table, axis=0, kind="stable").T
    return [[names[k] for k in line] for line in ranks.tolist()]


def _racket(player: Player) -> tuple[Polygons, Polygons, Polygons, Array]:
    arms = player.arms
    middle = arms.fist + GRIP_TO_SWEET * arms.racket
    wide = np.cross(arms.racket, arms.face)
    angle = np.linspace(0, 2 * np.pi, 18, endpoint=False)
    rim = (
        middle[:, None, :]
        + HEAD_LONG * np.cos(angle)[None, :, None] * arms.racket[:, None, :]
        + HEAD_WIDE * np.sin(angle)[None, :, None] * wide[:, None, :]
    )
    lines = []
    for share in (-0.5, 0.0, 0.5):
        reach = (1 - share**2) ** 0.5
        lines.append(
            (
                middle + share * HEAD_WIDE * wide - reach * HEAD_LONG * arms.racket,
                middle + share * HEAD_WIDE * wide + reach * HEAD_LONG * arms.racket,
            )
        )
        lines.append(
            (
                middle + share * HEAD_LONG * arms.racket - reach * HEAD_WIDE * wide,
                middle + share * HEAD_LONG * arms.racket + reach * HEAD_WIDE * wide,
            )
        )
    strings = np.stack([np.stack(line, axis=1) for line in lines], axis=1)
    shaft = np.stack(
        [
            arms.fist - 0.07 * arms.racket,
            arms.fist + 0.09 * arms.racket,
            arms.fist + (GRIP_TO_SWEET - HEAD_LONG) * arms.racket,
        ],
        axis=1,
    )
    rim_px, _ = CAMERA.project(rim)
    strings_px, _ = CAMERA.project(strings)
    shaft_px, scale = CAMERA.project(shaft)
    return fixed(rim_px), fixed(strings_px), fixed(shaft_px), scale[:, 0]


SUN = np.array([0.20, 0.10])
"""How far a shadow falls from its thing, in x and y, for a metre of height."""


def on_floor(points: Array) -> Array:
    """The shadow of points (..., 3) on the floor."""
    cast = points.copy()
    cast[..., :2] += points[..., 2:] * SUN
    cast[..., 2] = 0.0
    return cast


def _shadow(joints: dict[str, Array]) -> Polygons:
    parts = []
    widths = {
        "hip": 0.09,
        "knee": 0.06,
        "ankle": 0.05,
        "shoulder": 0.07,
        "elbow": 0.045,
        "fist": 0.05,
    }
    lines = [(f"hip{i}", f"knee{i}") for i in (0, 1)]
    lines += [(f"knee{i}", f"ankle{i}") for i in (0, 1)]
    lines += [(f"shoulder{i}", f"elbow{i}") for i in (0, 1)]
    lines += [(f"elbow{i}", f"fist{i}") for i in (0, 1)]
    lines += [("shoulder0", "hip0"), ("shoulder1", "hip1"), ("shoulder0", "hip1"), ("neck", "head")]
    for start, stop in lines:
        a, scale_a = CAMERA.project(on_floor(joints[start]))
        b, scale_b = CAMERA.project(on_floor(joints[stop]))
        ra, rb = widths.get(start[:-1], 0.11), widths.get(stop[:-1], 0.11)
        # A round shadow is flattened by the low camera.
        parts.append(capsule(a, b, 0.75 * ra * scale_a, 0.75 * rb * scale_b))
    return fixed(np.stack(parts, axis=1))
