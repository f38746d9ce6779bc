"""Bytes of an SGF file to text: by its CA property, by a byte order mark, or by trying."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import Final

_CA = re.compile(rb"(?<![A-Z])C[a-z]*A[a-z]*\s*\[\s*([A-Za-z0-9_.:+-]{1,40})\s*\]")
_HEAD: Final = 4096
"""CA belongs into the root node; it is looked for in so many bytes."""
_ALIASES: Final = {
    "mskanji": "cp932",
    "shiftjis": "cp932",
    "sjis": "cp932",
    "xsjis": "cp932",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb": "gb18030",
    "euckr": "cp949",
    "ksc5601": "cp949",
    "big5": "cp950",
    "latin1": "cp1252",
    "iso88591": "cp1252",
    "ansi": "cp1252",
}
"""Wider encodings that hold the named one: what editors really write under its name."""
LEAD_BYTES: Final = {
    "cp932": rb"\x81-\x9f\xe0-\xfc",
    "gb18030": rb"\x81-\xfe",
    "cp950": rb"\x81-\xfe",
    "big5hkscs": rb"\x81-\xfe",
}
"""First bytes of letters whose second byte may be `\\` or `]`, which must not be read as such."""


@dataclass(frozen=True, slots=True)
class Charset:
    """How a game's bytes are read."""

    codec: str
    """A name that Python knows."""
    note: str | None = None
    """Why it was chosen, where the record does not say."""

    @property
    def leads(self) -> bytes:
        """First bytes of dangerous letters, as a part of a regular expression; often none."""
        return LEAD_BYTES.get(self.codec, b"")

    def decode(self, raw: bytes) -> tuple[str, str | None]:
        """The text, and a note where bytes were lost; every loss is a U+FFFD."""
        try:
            return raw.decode(self.codec), self.note
        except UnicodeDecodeError:
            return raw.decode(self.codec, "replace"), f"some letters are not {self.codec}: lost"


UTF8: Final = Charset("utf-8")


def declared(raw: bytes) -> Charset | None:
    """What the CA property at the head of a game says; None without one, or an unknown one.

    >>> declared(b"(;GM[1]CA[GB2312]")
    Charset(codec='gb18030', note=None)
    """
    found = _CA.search(raw, 0, _HEAD)
    if found is None:
        return None
    name = found.group(1).decode("ascii")
    plain = re.sub(r"[^a-z0-9]", "", name.casefold())
    if plain.startswith("utf16"):  # the file was UTF-16 and has been recoded, or never was
        return UTF8
    try:
        return Charset(codecs.lookup(_ALIASES.get(plain, name)).name)
    except LookupError:
        return None


def sniffed(raw: bytes) -> Charset:
    """A guess: UTF-8 where the bytes allow it, else the encoding in which most letters are common.

    Names and comments only depend on it: points are ASCII in every encoding.
    """
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.end >= len(raw) > 3 and error.start >= len(raw) - 3:  # a letter that was cut
            return UTF8
    else:
        return UTF8
    codec = max(_COMMON, key=lambda name: _commonness(raw, name))
    if _commonness(raw, codec) < 0.5:
        codec = "cp1252"
    return Charset(codec, f"no CA, not UTF-8: read as {codec}")


_COMMON: Final = {
    "cp932": (0x82, 0x83),  # kana: kanji are shared with Chinese and prove nothing
    "gb18030": (0xB0, 0xD7),  # GB2312's first level
    "cp949": (0xB0, 0xC8),  # KS X 1001's Hangul
    "cp950": (0xA4, 0xC6),  # Big5's first level
}
"""By encoding: the first bytes of what people write every day."""


def _commonness(raw: bytes, codec: str) -> float:
    """The share of letters beyond ASCII that are everyday ones in that encoding; 0 if malformed."""
    try:
        text = raw.decode(codec)
    except UnicodeDecodeError:
        return 0.0
    foreign = [letter.encode(codec) for letter in text if not letter.isascii()]
    if not foreign:
        return 0.0
    low, high = _COMMON[codec]
    least = 0xA1 if codec in {"gb18030", "cp949"} else 0x40
    common = sum(len(x) == 2 and low <= x[0] <= high and x[1] >= least for x in foreign)
    share = common / len(foreign)
    if codec == "cp932":
        # A Japanese name has kanji too: a third of kana is plenty, and no other language has any.
        return min(1.0, share * 3)
    if codec == "cp949" and share > 0.95 and len(foreign) > 5:
        # Chinese characters spread over more first bytes than Hangul: by chance a few look like it.
        return 2.0
    return share
