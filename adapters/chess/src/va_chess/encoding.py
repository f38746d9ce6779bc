"""Bytes of a game to text: UTF-8, or the Latin letters that the PGN standard of 1994 prescribes."""

from __future__ import annotations

import re

_SEQUENCE = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)
_CONTROLS = bytes((*range(0x09), *range(0x0E, 0x20), 0x7F))


class BrokenEncodingError(ValueError):
    """Bytes that no encoding of a PGN file explains."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
        """Lines before the trouble, counted from 0 within the game."""


def decode(raw: bytes) -> tuple[str, str | None]:
    r"""The text, without byte order marks, and a note where it was not UTF-8.

    A game that is not UTF-8 is read as Windows-1252, which holds Latin-1, the encoding of the PGN
    standard. Text in which well-formed UTF-8 letters stand beside malformed ones is neither.

    Raises:
        BrokenEncodingError: control characters, malformed UTF-8, or bytes that Windows-1252
            does not define.

    >>> decode(b'[White "Gr\xfcnfeld"]')[0]
    '[White "Grünfeld"]'
    """
    if len(raw.translate(None, _CONTROLS)) != len(raw):
        at = next(i for i, byte in enumerate(raw) if byte in _CONTROLS)
        raise _broken(raw, at, f"broken encoding: control character 0x{raw[at]:02x}")
    try:
        return raw.decode("utf-8").replace("\ufeff", ""), None
    except UnicodeDecodeError as error:
        start = error.start
    if _SEQUENCE.search(raw):
        raise _broken(raw, start, f"broken encoding: byte 0x{raw[start]:02x} is not UTF-8")
    try:
        text = raw.decode("cp1252")
    except UnicodeDecodeError as error:
        reason = f"broken encoding: byte 0x{raw[error.start]:02x} is neither UTF-8 nor Windows-1252"
        raise _broken(raw, error.start, reason) from None
    return text, "the text is not UTF-8 and was read as Windows-1252"


def _broken(raw: bytes, at: int, reason: str) -> BrokenEncodingError:
    return BrokenEncodingError(reason, raw.count(b"\n", 0, at))
