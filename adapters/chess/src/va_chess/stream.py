"""The part of a PGN stream that is in memory, with line ends made LF and lines counted."""

from __future__ import annotations

from typing import IO

BOM = b"\xef\xbb\xbf"
LONGEST_LINE = 4 << 20
"""What is longer is given in pieces."""


class PgnStream:
    """The part of the stream that is in memory: `data[at:]` is not consumed yet."""

    def __init__(self, stream: IO[bytes], block: int) -> None:
        self._stream = stream
        self._block = block
        self._held = b""  # a CR at the end of a block: half a line end, or a whole one
        self.data = b""
        self.at = 0
        self.line_number = 1
        self.ended = False

    def is_utf16(self) -> bool:
        """Whether the file begins with a byte order mark of UTF-16."""
        while len(self.data) < 2 and self.more():
            pass
        return self.data[:2] in {b"\xff\xfe", b"\xfe\xff"}

    def more(self) -> bool:
        """Read another block behind `data[at:]`; False at the end of the stream."""
        if self.ended:
            return False
        fresh = self._stream.read(self._block)
        self.ended = not fresh
        fresh = self._held + fresh
        self._held = b""
        if fresh.endswith(b"\r") and not self.ended:
            fresh, self._held = fresh[:-1], b"\r"
        if b"\r" in fresh:
            fresh = fresh.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        self.data = self.data[self.at :] + fresh
        self.at = 0
        return True

    def skip_blanks(self) -> bool:
        """Go to the next byte that is neither blank nor part of a BOM; False at the end."""
        while True:
            rest = self.data[self.at : self.at + 64]
            found = rest.lstrip(b" \t\n\f\v")
            if len(found) < len(rest):
                self.step(rest[: len(rest) - len(found)])
            elif found.startswith(BOM):
                self.step(BOM)
            elif len(found) >= len(BOM) or not BOM.startswith(found):
                return True
            elif not self.more():
                return bool(found)

    def step(self, text: bytes) -> None:
        """Consume `text`, which is what comes next."""
        self.at += len(text)
        self.line_number += text.count(b"\n")

    def line(self) -> bytes:
        """The next line with its LF, or what is left of it; empty at the end."""
        while True:
            end = self.data.find(b"\n", self.at)
            if end >= 0 or len(self.data) - self.at > LONGEST_LINE:
                break
            if not self.more():
                break
        end = len(self.data) if end < 0 else end + 1
        text = self.data[self.at : end]
        self.step(text)
        return text

    def unread(self, text: bytes) -> None:
        """Take back the last `len(text)` bytes of the last line."""
        self.at -= len(text)
        self.line_number -= text.count(b"\n")
