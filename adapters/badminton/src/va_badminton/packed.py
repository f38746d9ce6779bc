"""A set alone: everything that is needed of a ShuttleSet folder for one set, in one text file.

Three lines and the set's own CSV, byte for byte. It is what a case keeps as its record:

    #shuttleset set 2
    #match {"id": "1", "winner": ...}          the match's row of match.csv
    #homography {"homography_matrix": ...}     its row of homography.csv
    rally,ball_round,time,...
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from va_badminton.errors import RejectedError

if TYPE_CHECKING:
    from collections.abc import Mapping

SUFFIX = ".shuttleset"
HEADER_LINES = 3
_FIRST = re.compile(r"#shuttleset set ([1-9])\Z")


@dataclass(frozen=True, slots=True)
class SetRecord:
    """One set as read from disk, not yet looked into."""

    number: int
    match: Mapping[str, str]
    homography: Mapping[str, str]
    text: str
    """The set's CSV."""

    def pack(self) -> bytes:
        """The set as a file of its own."""
        head = (
            f"#shuttleset set {self.number}\n"
            f"#match {json.dumps(dict(self.match), ensure_ascii=False)}\n"
            f"#homography {json.dumps(dict(self.homography), ensure_ascii=False)}\n"
        )
        return (head + self.text).encode()


def unpack(raw: bytes) -> SetRecord:
    """Read what `SetRecord.pack` wrote.

    Raises:
        RejectedError: the content is something else.
    """
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RejectedError(f"not UTF-8 at byte {error.start}") from error
    head = text.split("\n", HEADER_LINES)
    found = _FIRST.match(head[0].strip())
    if found is None or len(head) <= HEADER_LINES:
        raise RejectedError(
            "not a packed set (`#shuttleset set 1`); name a ShuttleSet folder with match.csv, "
            "or one match's folder in it"
        )
    match = _json(head[1], "#match ")
    homography = _json(head[2], "#homography ")
    return SetRecord(int(found[1]), match, homography, head[3])


def _json(line: str, start: str) -> dict[str, str]:
    try:
        found = json.loads(line.removeprefix(start))
    except ValueError as error:
        raise RejectedError(f"line {start.strip()} is no JSON: {error}") from error
    if not line.startswith(start) or not isinstance(found, dict):
        raise RejectedError(f"expected a line {start.strip()} with an object")
    return {str(key): str(value) for key, value in found.items()}
