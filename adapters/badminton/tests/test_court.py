"""Landings in metres and their zones, by hand from the Laws' measures.

Outer lines: 2.59 m (singles side lines) and 6.70 m (back). Between the zones: 1.98 m (short
service) and 5.94 m = 6.70 - 0.76 (long service at doubles). A line belongs to the area that it
defines: the outer ones to the court, the inner ones to the service court, which is `in_mid`.
"""

from __future__ import annotations

import pytest

from va_badminton.court import net_height, receiving_place, service_place, zone_of

LANDINGS = [
    # the far half: depth at the middle
    (0.0, 0.02, "in_front"),
    (0.0, 1.00, "in_front"),
    (0.0, 1.97, "in_front"),
    (0.0, 1.979, "in_front"),
    (0.0, 1.98, "in_mid"),
    (0.0, 1.981, "in_mid"),
    (0.0, 4.00, "in_mid"),
    (0.0, 5.93, "in_mid"),
    (0.0, 5.94, "in_mid"),
    (0.0, 5.941, "in_back"),
    (0.0, 6.30, "in_back"),
    (0.0, 6.69, "in_back"),
    (0.0, 6.70, "in_back"),
    (0.0, 6.701, "out"),
    (0.0, 6.75, "out"),
    # the same lines of the near half
    (1.0, -1.97, "in_front"),
    (1.0, -1.98, "in_mid"),
    (1.0, -5.94, "in_mid"),
    (1.0, -5.95, "in_back"),
    (1.0, -6.70, "in_back"),
    (1.0, -6.71, "out"),
    # side lines, both sides and every depth
    (2.58, 1.0, "in_front"),
    (2.59, 1.0, "in_front"),
    (2.591, 1.0, "out"),
    (-2.59, 3.0, "in_mid"),
    (-2.60, 3.0, "out"),
    (2.59, -6.70, "in_back"),
    (2.60, -6.70, "out"),
    # the doubles' alley is out at singles, up to its own line and beyond
    (3.05, 3.0, "out"),
    (3.30, -3.0, "out"),
]


def test_there_are_thirty_landings():
    assert len(LANDINGS) == 30


@pytest.mark.parametrize(("x", "y", "zone"), LANDINGS)
def test_zone(x, y, zone):
    assert zone_of(x, y) == zone


def test_net_is_lower_in_the_middle():
    # Law 1.10: 1.524 m at the centre and 1.55 m over the side lines for doubles.
    assert net_height(0.0) == pytest.approx(1.524)
    assert net_height(3.05) == net_height(-3.05) == pytest.approx(1.55)


@pytest.mark.parametrize(
    ("side", "points", "right"), [("near", 0, 1), ("near", 1, -1), ("far", 4, -1), ("far", 3, 1)]
)
def test_service_courts(side, points, right):
    # Laws 10.1.1 and 11.1: from the right court when even; the right of the far player is left
    # in the picture. The receiver is diagonally opposite.
    x, y = service_place(side, points)
    assert x * right > 0
    receiver_x, receiver_y = receiving_place("far" if side == "near" else "near", points)
    assert receiver_x * right < 0
    assert y * receiver_y < 0
