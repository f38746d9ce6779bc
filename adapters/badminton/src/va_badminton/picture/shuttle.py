"""The shuttle over a segment: held, struck, flying, lying, thrown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from va_badminton.assemble import contact_height
from va_badminton.court import net_height, toward_net
from va_badminton.flight import STEPS, fly, lift_over_net
from va_badminton.picture.body import unit
from va_badminton.picture.pauses import THROW_SECONDS
from va_badminton.shots import LONG_SERVICE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from va_badminton.match import Rally
    from va_badminton.picture.arms import Arms
    from va_badminton.picture.pauses import Handing

    Array = NDArray[np.float64]

LYING = 0.032
"""Height of the middle of a shuttle on the floor."""
DROP_SECONDS = 0.26
"""A long service begins by dropping the shuttle."""
SKID_SECONDS = 0.45
FALL_SECONDS = 0.62
"""From the net to the floor."""


def resting_place(rally: Rally) -> tuple[float, float]:
    """Where the shuttle comes to lie."""
    last, end = rally.strokes[-1], rally.end
    if end.kind == "net":
        return end.place.x + 0.04, -0.22 * toward_net(last.side)
    way = np.array([end.place.x - last.contact.x, end.place.y - last.contact.y])
    x, y = np.array(end.place) + 0.22 * way / max(float(np.hypot(*way)), 1e-6)
    return float(x), float(y)


class Shuttle:
    """Place and cork direction at every moment; later parts overwrite earlier ones."""

    def __init__(self, times: Array) -> None:
        self.times = times
        self.place = np.zeros((len(times), 3))
        self.cork = np.tile(np.array([0.0, 0.0, -1.0]), (len(times), 1))

    def between(self, start: float, stop: float) -> slice:
        """The frames at or after `start` and before `stop`."""
        first, last = np.searchsorted(self.times, [start - 1e-4, stop - 1e-4])
        return slice(int(first), int(last))

    def fly(self, start: float, stop: float, path: Array) -> None:
        """Along a path of STEPS + 1 places, cork first."""
        part = self.between(start, stop)
        steps = np.linspace(start, stop, STEPS + 1)
        ways = unit(np.gradient(path, axis=0))
        # The cork swings round within a twentieth of a second of the hit.
        for axis in range(3):
            self.place[part, axis] = np.interp(self.times[part], steps, path[:, axis])
            self.cork[part, axis] = np.interp(self.times[part], steps, ways[:, axis])
        self.cork[part] = unit(self.cork[part])

    def lie(self, start: float, stop: float, place: tuple[float, float], cork: Array) -> None:
        """On the floor."""
        part = self.between(start, stop)
        self.place[part] = (*place, LYING)
        self.cork[part] = cork

    def hold(self, start: float, stop: float, arms: Arms) -> None:
        """In the free hand, cork down."""
        part = self.between(start, stop)
        self.place[part] = arms.free_fist[part] + np.array([0.0, 0.0, -0.055])
        self.cork[part] = (0.0, 0.0, -1.0)


def shuttle_of(
    rally: Rally, handing: Handing | None, arms: tuple[Arms, Arms], times: Array
) -> Shuttle:
    """The shuttle's way through a segment."""
    shuttle = Shuttle(times)
    service = rally.strokes[0]
    server = 0 if service.side == "near" else 1
    shuttle.hold(times[0], service.time, arms[server])
    if service.shot == LONG_SERVICE:
        _dropped(shuttle, rally, arms[server])
    _flights(shuttle, rally)
    stop = float(times[-1]) + 1.0
    _comes_to_rest(shuttle, rally, stop)
    if handing is None:
        return shuttle
    shuttle.hold(handing.picked, handing.thrown or stop, arms[handing.fetcher])
    if handing.thrown is not None and handing.caught is not None:
        shuttle.hold(handing.caught, stop, arms[handing.server])
        _thrown(shuttle, handing, arms)
    return shuttle


def _dropped(shuttle: Shuttle, rally: Rally, arms: Arms) -> None:
    service = rally.strokes[0]
    start = service.time - DROP_SECONDS
    part = shuttle.between(start, service.time)
    k = int(np.searchsorted(shuttle.times, start - 1e-6))
    held = arms.free_fist[k] + np.array([0.0, 0.0, -0.055])
    end = np.array([service.contact.x, service.contact.y, contact_height(service)])
    share = ((shuttle.times[part] - start) / DROP_SECONDS)[:, None]
    shuttle.place[part] = held + (end - held) * np.concatenate([share, share, share**2], axis=1)


def _flights(shuttle: Shuttle, rally: Rally) -> None:
    strokes = rally.strokes
    places = [(s.contact.x, s.contact.y, contact_height(s)) for s in strokes]
    ends = places[1:]
    if rally.end.kind == "floor":
        ends.append((*rally.end.place, LYING))
    else:
        ends.append((*rally.end.place, _height_in_net(rally)))
    moments = [*(s.time for s in strokes), rally.end.time]
    seconds = np.diff(moments)
    paths = fly(np.array(places), np.array(ends), seconds)
    paths = lift_over_net(paths)
    paths[:, -1] = ends
    for i, path in enumerate(paths):
        shuttle.fly(moments[i], moments[i + 1], path)


def _height_in_net(rally: Rally) -> float:
    """Below the tape, a little different every time."""
    place = rally.end.place
    return net_height(place.x) - 0.12 - 0.18 * (0.5 + 0.5 * float(np.sin(37 * rally.end.time)))


def _comes_to_rest(shuttle: Shuttle, rally: Rally, stop: float) -> None:
    """From the end of the rally on."""
    end, last = rally.end, rally.strokes[-1]
    rests = resting_place(rally)
    start = end.time
    if end.kind == "net":
        top = _height_in_net(rally)
        part = shuttle.between(start, start + FALL_SECONDS)
        share = (shuttle.times[part] - start) / FALL_SECONDS
        drop = np.clip(share - 0.12, 0, None) ** 2 / 0.88**2
        back = np.sqrt(np.maximum(share, 0.0))
        shuttle.place[part, 0] = end.place.x + (rests[0] - end.place.x) * back
        shuttle.place[part, 1] = -0.03 * toward_net(last.side) + rests[1] * back * 0.86
        shuttle.place[part, 2] = np.maximum(top + (LYING - top) * drop, LYING)
        shuttle.cork[part] = (0.0, 0.0, -1.0)
        start += FALL_SECONDS
    else:
        part = shuttle.between(start, start + SKID_SECONDS)
        share = (shuttle.times[part] - start) / SKID_SECONDS
        ease = 1 - (1 - share) ** 2
        place = end.place
        shuttle.place[part, 0] = place.x + (rests[0] - place.x) * ease
        shuttle.place[part, 1] = place.y + (rests[1] - place.y) * ease
        shuttle.place[part, 2] = LYING + 0.10 * np.abs(np.sin(np.pi * share * 1.0)) * (1 - share)
        shuttle.cork[part] = _lying_cork(rally)
        start += SKID_SECONDS
    shuttle.lie(start, stop, rests, _lying_cork(rally))


def _lying_cork(rally: Rally) -> Array:
    angle = 5.0 * rally.end.time
    return np.array([np.cos(angle), np.sin(angle), -0.25])


def _thrown(shuttle: Shuttle, handing: Handing, arms: tuple[Arms, Arms]) -> None:
    assert handing.thrown is not None
    assert handing.caught is not None
    times = shuttle.times
    start, stop = handing.thrown, handing.thrown + THROW_SECONDS
    first = int(np.searchsorted(times, start - 1e-6))
    last = min(int(np.searchsorted(times, stop - 1e-6)), len(times) - 1)
    low = np.array([0.0, 0.0, -0.055])
    a = arms[handing.fetcher].free_fist[first] + low
    b = arms[handing.server].free_fist[last] + low
    path = fly(a[None], b[None], np.array([times[last] - times[first]]))
    shuttle.fly(float(times[first]), float(times[last]), lift_over_net(path)[0])
