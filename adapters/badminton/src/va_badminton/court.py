"""The court in metres, and the zones that its painted lines divide.

x runs to the right as the camera sees it, from the centre line; y runs away from the camera, from
the net, so the near half has negative y; z is height. Sizes are the Laws of Badminton's (BWF,
Laws 1.1 to 1.6 and diagram A), measured to the outer edges of the lines, which are 40 mm wide and
"form part of the area which they define" (Law 1.4).
"""

from __future__ import annotations

from typing import Literal

Side = Literal["near", "far"]
Zone = Literal["net", "out", "in_front", "in_mid", "in_back"]

LENGTH, WIDTH, SINGLES_WIDTH = 13.40, 6.10, 5.18
HALF_LENGTH, HALF_WIDTH, HALF_SINGLES = LENGTH / 2, WIDTH / 2, SINGLES_WIDTH / 2
SHORT_SERVICE = 1.98
"""Net to the far edge of the short service line, which belongs to the service court behind it."""
LONG_SERVICE_DOUBLES = HALF_LENGTH - 0.76
"""Net to the outer edge of the doubles' long service line; it belongs to the court before it."""
LINE = 0.04
NET_CENTRE, NET_POST = 1.524, 1.55
NET_BOTTOM = 0.79
"""A net is 760 mm deep (Law 1.7)."""
TAPE = 0.075

# A landing is known to the millimetre here; 5.94 is not 6.70 - 0.76 in binary.
_SLACK = 1e-6


def toward_net(side: Side) -> int:
    """+1 for the near half, -1 for the far one: the sign of the y axis seen from that half."""
    return 1 if side == "near" else -1


def other(side: Side) -> Side:
    """The other end."""
    return "far" if side == "near" else "near"


def inside(x: float, y: float) -> bool:
    """Whether a shuttle that lands at (x, y), in metres, is in at singles. On a line is in."""
    return abs(x) <= HALF_SINGLES + _SLACK and abs(y) <= HALF_LENGTH + _SLACK


def zone_of(x: float, y: float) -> Zone:
    """The zone of a landing on the floor of the half that was played at.

    The lines between the `in_*` zones belong to `in_mid`, the doubles' service court: they are
    part of the area that they define. "On a line is in" is said of the outer lines only.

    Args:
        x: metres from the centre line.
        y: metres from the net, either sign; never 0 or the hitter's own half, which is `net`.
    """
    if not inside(x, y):
        return "out"
    depth = abs(y)
    if depth < SHORT_SERVICE - _SLACK:
        return "in_front"
    return "in_mid" if depth <= LONG_SERVICE_DOUBLES + _SLACK else "in_back"


def net_height(x: float) -> float:
    """Height of the tape's upper edge: 1.524 m in the middle, 1.55 m over the doubles' lines."""
    share = min(1.0, abs(x) / HALF_WIDTH)
    return NET_CENTRE + (NET_POST - NET_CENTRE) * share**2


def service_place(side: Side, points: int) -> tuple[float, float]:
    """Where a player stands to serve with so many points of their own: right court when even.

    The receiver stands diagonally opposite, in the court of the same name as the server's.
    """
    sign = toward_net(side) * (1 if points % 2 == 0 else -1)
    return 0.65 * sign, -2.45 * toward_net(side)


def receiving_place(side: Side, server_points: int) -> tuple[float, float]:
    """Where the receiver at `side` waits for a service of a player with so many points."""
    sign = toward_net(side) * (1 if server_points % 2 == 0 else -1)
    return 0.9 * sign, -3.3 * toward_net(side)
