# SPDX-License-Identifier: MIT
"""The range coder of rows and of blocks of releases, with one face for both directions."""

from __future__ import annotations


class Coder:
    """What an encoder and a decoder share: every step takes the value and gives it back.

    A decoder ignores the value that it is given, so that one description of a code serves both.
    """

    def bit(self, value: int, zero: int) -> int:
        """Code a bit that is 0 with a probability in 2^-16."""
        raise NotImplementedError

    def symbol(self, value: int, count: int) -> int:
        """Code a uniform symbol."""
        raise NotImplementedError

    def direct(self, value: int, bits: int) -> int:
        """Code bits directly, from the highest, in parts of 16."""
        result = 0
        while bits > 0:
            part = min(16, bits)
            bits -= part
            got = self.symbol(value >> bits & (1 << part) - 1, 1 << part)
            result = result << part | got
        return result


class Encoder(Coder):
    """Writes a code."""

    def __init__(self) -> None:
        self.low = 0
        self.range = 2**32 - 1
        self.shifts = 0

    def _normalise(self) -> None:
        while self.range < 1 << 24:
            self.low <<= 8
            self.range <<= 8
            self.shifts += 1

    def bit(self, value: int, zero: int) -> int:
        """Write a bit."""
        bound = (self.range >> 16) * zero
        if value:
            self.low += bound
            self.range -= bound
        else:
            self.range = bound
        self._normalise()
        return value

    def symbol(self, value: int, count: int) -> int:
        """Write a uniform symbol."""
        self.range //= count
        self.low += value * self.range
        self._normalise()
        return value

    def finish(self) -> bytes:
        """Give the bytes, without zero bytes at the end."""
        for zeros in range(4, -1, -1):
            value = -(-self.low >> 8 * zeros) << 8 * zeros
            if value < self.low + self.range:
                break
        return value.to_bytes(self.shifts + 4, "big").rstrip(b"\0")


class Decoder(Coder):
    """Reads a code."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.at = 4
        self.code = int.from_bytes(raw[:4].ljust(4, b"\0"), "big")
        self.range = 2**32 - 1

    def _normalise(self) -> None:
        while self.range < 1 << 24:
            byte = self.raw[self.at] if self.at < len(self.raw) else 0
            self.code = self.code << 8 | byte
            self.range <<= 8
            self.at += 1

    def bit(self, value: int, zero: int) -> int:
        """Read a bit."""
        bound = (self.range >> 16) * zero
        one = int(self.code >= bound)
        if one:
            self.code -= bound
            self.range -= bound
        else:
            self.range = bound
        self._normalise()
        return one

    def symbol(self, value: int, count: int) -> int:
        """Read a uniform symbol."""
        self.range //= count
        got = self.code // self.range
        if got >= count:
            raise ValueError("no encoder writes this")
        self.code -= got * self.range
        self._normalise()
        return got
