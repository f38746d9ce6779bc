"""Plain rallies for points of which only the score tells.

A set is a case only as a whole: `score_after` counts every point. Where a rally is missing and
the score proves who won it, a short rally with that winner stands in. It is made from the match's
fingerprint, is counted against the option `max-missing`, and is named in the source's notes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from va_badminton.court import Side, other, receiving_place, service_place, toward_net
from va_badminton.draft import Draft
from va_badminton.ending import Ending, any_in, any_out
from va_badminton.match import Place
from va_badminton.places import BASE
from va_badminton.shots import INTO_NET, LANDED, LONG_SERVICE, OUT, SHORT_SERVICE

if TYPE_CHECKING:
    from random import Random


Plan = tuple[list[Draft], Ending]


def whole_rally(server: Side, winner: Side, points: int, random: Random) -> Plan:
    """A service and a reply that ends the rally as it must.

    Args:
        server: the half of the server.
        winner: the half of the winner.
        points: of the server.
        random: of this rally alone.
    """
    receiver = other(server)
    sign = toward_net(server)
    feet = Place(*service_place(server, points))
    waits = Place(*receiving_place(receiver, points))
    service = _draft(SHORT_SERVICE, server, Place(feet.x, feet.y + 0.5 * sign), feet, waits)
    met = Place(round(waits.x * 0.8, 3), round(sign * random.uniform(2.1, 2.6), 3))
    stands = Place(round(met.x - 0.2, 3), round(met.y + 0.7 * sign, 3))
    shot = "push" if winner == receiver else random.choice(("net shot", "lob"))
    back = Place(feet.x * 0.6, -BASE * 0.9 * sign)
    reply = _draft(shot, receiver, met, stands, back, after=0.75)
    if winner == receiver:
        ending = Ending(LANDED, any_in(random, -sign), reply=False)
    elif shot == "lob":
        ending = Ending(OUT, any_out(random, -sign), reply=False)
    else:
        ending = Ending(INTO_NET, None, reply=False)
    return [service, reply], ending


def stroke_between(before: Draft, after: Draft) -> Draft:
    """The missing stroke between two of one player."""
    side = other(before.side)
    feet = before.other
    contact = Place(feet.x, round(feet.y + 0.5 * toward_net(side), 3))
    gap = max(after.after / 2, 0.35)
    after.after = gap
    return _draft("lob" if gap > 0.9 else "drive", side, contact, feet, before.feet, after=gap)


def service_before(first: Draft, server: Side, points: int) -> Draft:
    """The missing service before a rally's first recorded stroke."""
    feet = Place(*service_place(server, points))
    contact = Place(round(feet.x, 3), round(feet.y + 0.5 * toward_net(server), 3))
    long = abs(first.contact.y) > 4.0
    first.after = 1.6 if long else 0.75
    return _draft(LONG_SERVICE if long else SHORT_SERVICE, server, contact, feet, first.other)


def reply_after(last: Draft, landing: Place | None, kind: str) -> Draft:
    """The missing last stroke of the other player."""
    side = other(last.side)
    sign = toward_net(side)
    contact = landing or Place(last.other.x, last.other.y + 0.5 * sign)
    depth = min(6.9, max(0.3, -contact.y * sign))
    contact = Place(min(3.0, max(-3.0, contact.x)), round(-depth * sign, 3))
    feet = Place(contact.x, round(contact.y - 0.6 * sign, 3))
    shot = "lob" if kind == OUT else "drive" if depth > 2.5 else "net shot"
    return _draft(shot, side, contact, feet, last.feet, after=0.7)


def _draft(
    shot: str, side: Side, contact: Place, feet: Place, opponent: Place, after: float = 0.0
) -> Draft:
    return Draft(
        after=after,
        side=side,
        shot=shot,
        contact=contact,
        feet=feet,
        other=opponent,
        backhand=shot == SHORT_SERVICE,
        around_head=False,
        low=shot != "drive",
    )
