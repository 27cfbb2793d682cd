# SPDX-License-Identifier: MIT
"""Integers, texts and names, and the messages that are made of them."""

from __future__ import annotations

import hashlib
import struct


class Malformed(ValueError):
    """Bytes that no side of the protocol writes."""


def integer(value: int) -> bytes:
    """Write a signed number in groups of seven bits."""
    z = 2 * value if value >= 0 else -2 * value - 1
    out = bytearray()
    while z >= 128:
        out.append(z & 127 | 128)
        z >>= 7
    out.append(z)
    return bytes(out)


def text(value: bytes | str) -> bytes:
    """Write a text: its length, then its bytes."""
    raw = value.encode() if isinstance(value, str) else value
    return integer(len(raw)) + raw


def integers(values: list[int]) -> bytes:
    """Write a list: how many integers there are, then these."""
    return integer(len(values)) + b"".join(map(integer, values))


def name_of(raw: bytes) -> str:
    """Give the name of bytes, 64 digits."""
    head = struct.pack("<Q", 6) + b"object" + b"t" + struct.pack("<Q", len(raw))
    return hashlib.sha256(head + raw).hexdigest()


class Reader:
    """Reads parts one after another, and refuses every form but the one."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.at = 0

    def take(self, count: int) -> bytes:
        """Read bytes as they stand."""
        if count < 0 or self.at + count > len(self.raw):
            raise Malformed("bytes are missing")
        self.at += count
        return self.raw[self.at - count : self.at]

    def integer(self, low: int = -(2**62), high: int = 2**62) -> int:
        """Read an integer of an interval."""
        z = shift = 0
        while True:
            byte = self.take(1)[0]
            z |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
            if shift > 126:
                raise Malformed("an integer is too long")
        if byte == 0 and shift > 7 or z >= 2**128:
            raise Malformed("an integer has a longer form than it needs")
        value = z >> 1 if z % 2 == 0 else -(z + 1 >> 1)
        if not low <= value <= high:
            raise Malformed("an integer is outside its interval")
        return value

    def count(self) -> int:
        """Read a number that is not negative."""
        return self.integer(0)

    def flag(self) -> bool:
        """Read a flag."""
        return self.integer(0, 1) == 1

    def budget(self) -> int:
        """Read a budget in units."""
        return self.integer(0, 4096 << 32)

    def text(self) -> bytes:
        """Read a text as bytes."""
        return self.take(self.count())

    def word(self) -> str:
        """Read a text as characters."""
        try:
            return self.text().decode()
        except UnicodeDecodeError as error:
            raise Malformed("a text is not UTF-8") from error

    def name(self) -> str:
        """Read a name of bytes."""
        name = self.word()
        if len(name) != 64 or set(name) - set("0123456789abcdef"):
            raise Malformed("this is no name")
        return name

    def integers(self) -> list[int]:
        """Read a list of integers."""
        return [self.integer() for _ in range(self.count())]

    def steps(self) -> list[tuple[int, int]]:
        """Read budgets by rank."""
        steps = [(self.count(), self.budget()) for _ in range(self.count())]
        ranks = [first for first, _ in steps]
        if not steps or ranks[0] != 0 or any(a >= b for a, b in zip(ranks, ranks[1:])):
            raise Malformed("these are no budgets by rank")
        return steps

    def end(self) -> None:
        """Refuse anything behind the last part."""
        if self.at != len(self.raw):
            raise Malformed("something stands behind the last part")


def of_rank(steps: list[tuple[int, int]], rank: int) -> int:
    """Give the budget of the last step whose first rank is at most the rank."""
    return [budget for first, budget in steps if first <= rank][-1]
