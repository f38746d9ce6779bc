"""Keys of both players from the moment they stand ready to the end of the rally."""

from __future__ import annotations

from math import hypot, pi
from typing import TYPE_CHECKING

from va_badminton.assemble import contact_height
from va_badminton.court import toward_net
from va_badminton.picture.cast import (
    READY_BEFORE,
    Hit,
    Rest,
    Role,
    bearing,
    is_backhand,
    root_at_hit,
    serving_stance,
    swing_of,
)
from va_badminton.picture.steps import Booking
from va_badminton.picture.swings import READY, SERVE_LONG, SERVE_SHORT
from va_badminton.shots import SHOTS

if TYPE_CHECKING:
    from va_badminton.match import Rally, Stroke

FASTEST = 5.2
"""m/s that a player runs between two recorded places."""
HOLD = 0.10
"""Seconds that the body stays where it hit."""
TURN_MOST = 1.15
HIDDEN, ASIDE = 3.2, 0.8
"""Metres of floor that a figure hides behind itself, and its reach to both sides."""
Place2 = tuple[float, float]


def play_rally(roles: tuple[Role, Role], rally: Rally) -> None:
    """Add the keys of a rally to both roles (near, far)."""
    for role in roles:
        _stand_ready(role, rally, rally.strokes[0].time - READY_BEFORE)
        _follow(role, rally)


def _stand_ready(role: Role, rally: Rally, time: float) -> None:
    """The stance that both segments of a boundary agree on, until the service."""
    place, heading = serving_stance(rally, role.side)
    service = rally.strokes[0]
    serves = service.side == role.side
    place2 = root_at_hit(service, swing_of(service)) if serves else (place.x, place.y)
    for moment in (time, service.time):
        role.stand(moment, place2)
        role.turn(moment, heading)
        role.crouch.add(moment, 0.035 if serves else 0.15)
        lean = 0.06 if serves else 0.16
        role.tip(moment, 0.0, lean * role.sign)
        role.twist.add(moment, 0.0)
        role.spread.add(moment, 0.13 if serves else 0.25)
    pose = READY
    if serves:
        pose = SERVE_LONG if swing_of(service) == "long" else SERVE_SHORT
    role.rests.append(Rest(time, pose))
    if not serves:
        role.rests.append(Rest(service.time, pose))


def _follow(role: Role, rally: Rally) -> None:
    """Own hits, and the places between them where the opponent's hits find the player."""
    own = [stroke for stroke in rally.strokes if stroke.side == role.side]
    roots = {stroke.time: root_at_hit(stroke, swing_of(stroke)) for stroke in own}
    for stroke in rally.strokes:
        if stroke.side == role.side:
            _hit(role, stroke, roots[stroke.time])
        elif stroke is not rally.strokes[0]:
            _wait(role, stroke, own, roots)
    last = rally.strokes[-1]
    if last.side == role.side:
        base = (roots[last.time][0] * 0.6, -3.6 * role.sign)
        role.stand(rally.end.time + 0.25, _toward(roots[last.time], base, 0.9))
    else:
        _chase(role, rally)
    role.spread.add(rally.end.time, 0.2)
    role.crouch.add(rally.end.time + 0.1, 0.12)
    role.tip(rally.end.time + 0.1, 0.0, 0.12 * role.sign)


def _toward(start: Place2, end: Place2, most: float) -> Place2:
    """From `start` towards `end`, `most` metres at the most."""
    away = hypot(end[0] - start[0], end[1] - start[1])
    share = min(1.0, most / max(away, 1e-9))
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _wait(role: Role, stroke: Stroke, own: list[Stroke], roots: dict[float, Place2]) -> None:
    """Be where the record has the receiver when the opponent hits; a small split step."""
    place = _on_the_way(role, stroke, own, roots)
    role.stand(stroke.time, place)
    role.turn(stroke.time, role.front)
    role.crouch.add(stroke.time - 0.02, 0.09)
    role.crouch.add(stroke.time + 0.14, 0.19)
    role.tip(stroke.time, 0.0, 0.14 * role.sign)
    role.twist.add(stroke.time, 0.0)
    role.spread.add(stroke.time, 0.25)


def _on_the_way(
    role: Role, stroke: Stroke, own: list[Stroke], roots: dict[float, Place2]
) -> Place2:
    """The recorded place, or as near to it as leaves time to run on to the next own hit."""
    recorded = (stroke.other.x, stroke.other.y)
    start, since = role.root.keys[0][1], role.root.keys[1][0]
    before = [mine for mine in own if mine.time < stroke.time]
    after = [mine for mine in own if mine.time > stroke.time]
    if before:
        start, since = roots[before[-1].time], before[-1].time + HOLD
    if not after:
        return _toward((start[0], start[1]), recorded, FASTEST * max(0.0, stroke.time - since))
    end, until = roots[after[0].time], after[0].time
    share = (stroke.time - since) / max(until - since, 1e-6)
    direct = [start[i] + (end[i] - start[i]) * min(1.0, max(0.0, share)) for i in (0, 1)]
    straight = hypot(end[0] - start[0], end[1] - start[1]) / max(until - since, 1e-6)
    most = max(FASTEST * 0.7, 1.15 * straight)
    for part in (1.0, 0.75, 0.5, 0.25):
        x, y = (direct[i] + (recorded[i] - direct[i]) * part for i in (0, 1))
        first = hypot(x - start[0], y - start[1]) / max(stroke.time - since, 1e-6)
        second = hypot(x - end[0], y - end[1]) / max(until - stroke.time, 1e-6)
        if max(first, second) <= most:
            return x, y
    return direct[0], direct[1]


def _chase(role: Role, rally: Rally) -> None:
    """Run for the last shot and come too late, or leave it."""
    last, end = rally.strokes[-1], rally.end
    start = (last.other.x, last.other.y)
    if end.kind == "net":
        return
    away = hypot(end.place.x - start[0], end.place.y - start[1])
    seconds = end.time - last.time
    most = min(max(0.0, away - 0.9), 3.4 * max(0.0, seconds - 0.12))
    role.stand(end.time, _beside(_toward(start, end.place, most), end.place))
    look = bearing(start, end.place)
    if away > 1.2:
        turn = (look - role.front + pi) % (2 * pi) - pi
        role.turn(end.time, role.front + max(-1.9, min(1.9, turn)))


def _beside(place: Place2, landing: Place2) -> Place2:
    """The same place, moved aside where the figure would hide the landing from the camera."""
    beyond, aside = landing[1] - place[1], place[0] - landing[0]
    if beyond < -0.15 or beyond > HIDDEN or abs(aside) >= ASIDE:
        return place
    to_middle = -1.0 if landing[0] > 0 else 1.0
    side = to_middle if abs(aside) < 0.25 else aside / abs(aside)
    return landing[0] + ASIDE * side, place[1]


def _hit(role: Role, stroke: Stroke, root: Place2) -> None:
    swing, time = swing_of(stroke), stroke.time
    backhand = is_backhand(stroke, role)
    height = contact_height(stroke)
    at = (stroke.contact.x, stroke.contact.y, height)
    role.hits.append(Hit(time, swing, backhand, at))
    role.stand(time, root)
    role.stand(time + HOLD, (root[0], root[1]))
    side = -role.hand if backhand else role.hand
    if swing in {"overhead", "backhand overhead"}:
        _over(role, stroke, side)
    elif swing in {"short", "long"}:
        role.twist.add(time - 0.3, 0.45 * side if swing == "long" else 0.0)
        role.twist.add(time + 0.15, -0.3 * side if swing == "long" else 0.0)
        role.crouch.add(time + 0.2, 0.08)
        role.tip(time + 0.2, 0.0, 0.12 * role.sign)
    else:
        _reach(role, stroke, root, swing, side)
    role.spread.add(time + 0.15, 0.22)


def _over(role: Role, stroke: Stroke, side: int) -> None:
    """Side on, then through the shuttle."""
    time, ahead = stroke.time, float(role.sign)
    role.turn(time - 0.32, role.front + 0.75 * side)
    role.turn(time + 0.04, role.front + 0.10 * side)
    role.turn(time + 0.35, role.front)
    for offset, twist in ((-0.26, 0.55), (-0.04, 0.15), (0.14, -0.5), (0.42, 0.0)):
        role.twist.add(time + offset, twist * side)
    for offset, lean in ((-0.22, -0.16), (0.0, 0.06), (0.15, 0.34), (0.45, 0.14)):
        role.tip(time + offset, 0.0, lean * ahead)
    role.crouch.add(time - 0.24, 0.12)
    role.crouch.add(time, 0.015)
    role.crouch.add(time + 0.2, 0.12)
    jump = SHOTS[stroke.shot].jump
    if jump and not stroke.low:
        role.jumps.append((time + 0.02, jump))


def _reach(role: Role, stroke: Stroke, root: Place2, swing: str, side: int) -> None:
    """Turn and bend towards a shuttle beside or before the body; lunge where it is far."""
    time = stroke.time
    look = bearing(root, stroke.contact)
    turn = (look - role.front + pi) % (2 * pi) - pi
    turn = max(-TURN_MOST, min(TURN_MOST, turn))
    away = hypot(stroke.contact.x - root[0], stroke.contact.y - root[1])
    way = ((stroke.contact.x - root[0]) / away, (stroke.contact.y - root[1]) / away)
    role.turn(time - 0.14, role.front + 0.7 * turn)
    role.turn(time + 0.10, role.front + 0.6 * turn)
    role.turn(time + 0.50, role.front)
    wind = 0.55 if swing == "flat" else 0.25
    for offset, twist in ((-0.18, wind), (0.02, 0.0), (0.14, -0.25), (0.45, 0.0)):
        role.twist.add(time + offset, twist * side)
    height = contact_height(stroke)
    low = max(0.0, 1.5 - height)
    bend = 0.14 + 0.34 * low
    role.tip(time - 0.28, 0.10 * way[0], 0.14 * role.sign)
    for offset in (0.0, 0.10):
        role.tip(time + offset, bend * way[0], bend * way[1])
    role.tip(time + 0.5, 0.0, 0.14 * role.sign)
    role.crouch.add(time - 0.05, 0.10 + 0.16 * low)
    role.crouch.add(time + 0.12, 0.10 + 0.16 * low)
    if swing in {"under", "net"} and away > 0.8:
        foot = 1 if role.hand > 0 else 0
        step = min(0.72, away - 0.25)
        place = (root[0] + way[0] * step, root[1] + way[1] * step)
        if abs(place[1]) < 0.18 or place[1] * toward_net(stroke.side) > 0:
            place = (place[0], -0.2 * toward_net(stroke.side))
        toe = role.front + turn
        role.bookings.append(Booking(foot, time - 0.03, time + 0.24, *place, toe))
