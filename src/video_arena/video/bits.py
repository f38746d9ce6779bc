"""Bits of an H.264 payload: fixed and exp-Golomb fields, emulation prevention.

Clause numbers are those of ITU-T H.264 (08/2021), here and in the other modules of the package.
"""

from __future__ import annotations

import re

_EMULATION = re.compile(b"\x00\x00(?=[\x00-\x03])")


class BitReader:
    """Reads syntax elements from a raw byte sequence payload, most significant bit first (7.2).

    >>> reader = BitReader(bytes([0b1_010_00110_0000000]))
    >>> reader.unsigned(), reader.unsigned()
    (0, 1)
    """

    def __init__(self, payload: bytes) -> None:
        self._value = int.from_bytes(payload)
        self._length = 8 * len(payload)
        self.position = 0
        """Bits read so far."""

    def bits(self, count: int) -> int:
        """Read u(n), `count` >= 0 bits.

        Raises:
            EOFError: the payload ends before that.
        """
        rest = self._length - self.position - count
        if rest < 0:
            raise EOFError(f"bit {self.position + count} of a payload of {self._length} bits")
        self.position += count
        return (self._value >> rest) & ((1 << count) - 1)

    def flag(self) -> bool:
        """Read u(1)."""
        return self.bits(1) == 1

    def unsigned(self) -> int:
        """Read ue(v): as many zeros as bits follow the first one (9.1).

        Raises:
            EOFError: the payload ends before that.
        """
        zeros = 0
        while not self.flag():
            zeros += 1
        return (1 << zeros) - 1 + self.bits(zeros)

    def signed(self) -> int:
        """Read se(v): 0, 1, -1, 2, -2, ... (9.1.1)."""
        code = self.unsigned()
        return (code + 1) // 2 if code % 2 else -(code // 2)


class BitWriter:
    """Writes what `BitReader` reads."""

    def __init__(self) -> None:
        self._value = 0
        self._length = 0

    def bits(self, value: int, count: int) -> None:
        """Write u(n).

        Raises:
            ValueError: `value` does not fit into `count` bits.
        """
        if not 0 <= value < 1 << count:
            raise ValueError(f"{value} does not fit into {count} bits")
        self._value = self._value << count | value
        self._length += count

    def flag(self, value: bool) -> None:  # noqa: FBT001 - the syntax element's value
        """Write u(1)."""
        self.bits(int(value), 1)

    def unsigned(self, value: int) -> None:
        """Write ue(v) (9.1).

        Raises:
            ValueError: `value` is negative.
        """
        if value < 0:
            raise ValueError(f"ue(v) has no code for {value}")
        self.bits(value + 1, 2 * (value + 1).bit_length() - 1)

    def signed(self, value: int) -> None:
        """Write se(v) (9.1.1)."""
        self.unsigned(2 * value - 1 if value > 0 else -2 * value)

    def payload(self) -> bytes:
        """The bits with a stop bit and zeros to the byte's end (rbsp_trailing_bits, 7.3.2.11)."""
        length = self._length // 8 + 1
        padding = 8 * length - self._length - 1
        return ((self._value << 1 | 1) << padding).to_bytes(length)


def escape(payload: bytes) -> bytes:
    """Put emulation prevention bytes in, so that no start code occurs inside (7.4.1)."""
    escaped = _EMULATION.sub(b"\x00\x00\x03", payload)
    return escaped + b"\x03" if escaped.endswith(b"\x00") else escaped


def unescape(escaped: bytes) -> bytes:
    """Take emulation prevention bytes out (7.3.1)."""
    return escaped.replace(b"\x00\x00\x03", b"\x00\x00")
