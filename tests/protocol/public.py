# SPDX-License-Identifier: MIT
"""Public objects: orders, layouts, releases, values and reports."""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from coder import Decoder, Encoder
from crypto import permute
from rows import (
    BITMAP, NULL_SPACE, code_bitmap, code_null_space, columns, draw_bitmap, draw_null_space,
    null_space_bit,
)
from wire import Malformed, Reader

HUBS_LAST = 4


class Objects:
    """The bytes that an announcement names, read by their names."""

    def __init__(self, raw: dict[str, bytes], key: int) -> None:
        self.raw = raw
        self.key = key
        self.seen: dict[str, object] = {}

    def reader(self, name: str) -> Reader:
        """Give a reader of an object."""
        if name not in self.raw:
            raise Malformed("an object is needed that the announcement does not name")
        return Reader(self.raw[name])

    def order(self, name: str) -> Order:
        """Read an order."""
        if name not in self.seen:
            self.seen[name] = Order(self, name)
        return self.seen[name]  # type: ignore[return-value]

    def layout(self, name: str) -> Layout:
        """Read a layout."""
        if name not in self.seen:
            self.seen[name] = Layout(self, name)
        return self.seen[name]  # type: ignore[return-value]

    def release(self, name: str) -> Release:
        """Read a release."""
        if name not in self.seen:
            self.seen[name] = Release(self, name)
        return self.seen[name]  # type: ignore[return-value]

    def vector_layout(self, name: str) -> VectorLayout:
        """Read a layout of rows over all users, or over items."""
        if name not in self.seen:
            self.seen[name] = VectorLayout(self, name)
        return self.seen[name]  # type: ignore[return-value]

    def vectors(self, name: str) -> Vectors:
        """Read such rows."""
        if name not in self.seen:
            self.seen[name] = Vectors(self, name)
        return self.seen[name]  # type: ignore[return-value]


class Order:
    """An order of the users, by released degrees."""

    def __init__(self, objects: Objects, name: str) -> None:
        self.name = name
        r = objects.reader(name)
        self.kind = r.count()
        self.turned: Order | None = None
        if self.kind == HUBS_LAST:
            self.turned = objects.order(r.name())
            if self.turned.kind != 3:
                raise Malformed("only an order by noisy degree is turned round")
            self.degrees = self.turned.degrees
            self.at = self.turned.at[::-1]
        elif self.kind == 3:
            if r.integer(0, 2**64 - 1) != objects.key:
                raise Malformed("an order has another key than the task")
            self.degrees = r.integers()
            self.at = sorted(range(len(self.degrees)), key=lambda u: (-self.degrees[u], u))
        else:
            raise Malformed("collections have no such order")
        r.end()
        self.rank = [0] * len(self.at)
        for rank, user in enumerate(self.at):
            self.rank[user] = rank

    @property
    def by_degree(self) -> Order:
        """Give the order of degrees, hubs first."""
        return self.turned or self


def row_cost(codec: int, numbers: list[int]) -> float:
    """Give what a bit of a row costs, in nats."""
    flip, drop, q = numbers[:3]
    if codec == BITMAP:
        if not 0 < flip < 1 << 39:
            raise Malformed("a layout flips too much or nothing")
        return math.log(((1 << 40) - flip) / flip)
    rate = drop / 2**40
    if not 0 < rate < 1 or q not in (2, 3, 4, 5, 7, 8, 11, 13, 16):
        raise Malformed("a layout has no such field")
    return max(-math.log(rate), math.log(1 + (1 - rate) * (q - 1)))


def read_blocks(r: Reader, users: int, layout: Layout | VectorLayout) -> list[list[int]]:
    """Read the rows of so many users, and refuse what nobody would write."""
    index = [struct.unpack("<II", r.take(8)) for _ in range(-(-users // 1024))]
    rows: list[list[int]] = []
    for b, (length, check) in enumerate(index):
        raw = r.take(length)
        if zlib.crc32(raw) != check:
            raise Malformed("a block has another checksum")
        decoder, encoder = Decoder(raw), Encoder()
        for user in range(1024 * b, min(users, 1024 * b + 1024)):
            rows.append(layout.code(decoder, user, None))
            layout.code(encoder, user, rows[-1])
        again = encoder.finish()
        if raw[: len(again)] != again or raw[len(again) :].strip(b"\0"):
            raise Malformed("a block is not as it would be written")
    r.end()
    return rows


@dataclass
class Class:
    """How the rows of the users from a rank on are made."""

    first: int
    numbers: list[int]
    size: int
    edges: int
    count: int


class Layout:
    """How rows are made, and of which released sizes."""

    def __init__(self, objects: Objects, name: str) -> None:
        self.name = name
        self.key = objects.key
        r = objects.reader(name)
        self.order = objects.order(r.name())
        self.codec, self.rule, self.simulated = r.count(), r.count(), r.flag()
        numbers = [r.integer() for _ in range(11)]
        self.total, self.degree = r.budget(), r.budget()
        self.classes = [Class(0, numbers, r.budget(), r.budget(), r.budget())]
        for _ in range(r.count()):
            first, numbers = r.integer(self.classes[-1].first + 1), [
                r.integer() for _ in range(11)
            ]
            self.classes.append(Class(first, numbers, r.budget(), r.budget(), r.budget()))
        self.sizes = r.integers()
        r.end()
        if self.codec not in (BITMAP, NULL_SPACE) or self.rule not in (1, 2):
            raise Malformed("rows of another codec, or a true-degree rule")
        for c in self.classes:
            if row_cost(self.codec, c.numbers) * 2**32 > c.edges:
                raise Malformed("rows cost more than their layout says")
            if self.degree + c.size + c.edges + c.count > self.total:
                raise Malformed("a layout costs more than its total")
            if 0 in (self.degree, c.edges) or self.rule == 1 and c.size == 0:
                raise Malformed("a budget of a layout is 0")

    @property
    def users(self) -> int:
        """Give the number of users."""
        return len(self.order.rank)

    @property
    def hubs_last(self) -> bool:
        """Say whether hubs come last."""
        return self.order.kind == HUBS_LAST

    def of_rank(self, rank: int) -> Class:
        """Give the class of a rank."""
        return [c for c in self.classes if c.first <= rank][-1]

    def flip(self, owner_rank: int, rank: int) -> int:
        """Give the flip threshold of the bit at a rank in a row."""
        mixed = self.hubs_last and len(self.classes) > 1
        return self.of_rank(rank if mixed else owner_rank).numbers[0]

    def said(self, user: int) -> int:
        """Give S of a user."""
        return self.sizes[user] if self.rule == 1 else self.order.degrees[user]

    def expected(self, user: int) -> int:
        """Give the expected size of a user's row."""
        rank = self.order.rank[user]
        if self.rule == 1:
            return min(rank, max(0, self.said(user)))
        d = [min(self.users - 1, max(0, x)) for x in self.order.degrees]
        whole, before = sum(d), sum(d[v] for v in self.order.at[:rank])
        return 0 if whole == 0 else min(rank, (before * d[user] + whole // 2) // whole)

    def columns(self, user: int) -> int:
        """Give the number of columns of a null-space row."""
        rank = self.order.rank[user]
        numbers = self.of_rank(rank).numbers
        wanted = (max(0, self.said(user) + numbers[9]) * numbers[3] + (1 << 32) - 1) >> 32
        return columns(rank, wanted, numbers[10], self.users)

    def code(self, coder: Encoder | Decoder, user: int, row: list[int] | None) -> list[int]:
        """Code the row of a user: bits of a bitmap, elements of a null space."""
        rank = self.order.rank[user]
        numbers = self.of_rank(rank).numbers
        if self.codec == BITMAP:
            return code_bitmap(coder, row, rank, numbers[10], numbers[0], self.expected(user))
        return code_null_space(coder, row, self.columns(user), numbers[2])

    def position(self, user: int) -> int:
        """Give the position of a user in rows of null spaces."""
        return permute(self.key, self.users, user)


class Release:
    """The rows of all users."""

    def __init__(self, objects: Objects, name: str) -> None:
        self.name = name
        r = objects.reader(name)
        self.layout = objects.layout(r.name())
        self.absent = set(r.integers())
        self.rows = read_blocks(r, self.layout.users, self.layout)

    def bit(self, owner: int, user: int) -> int:
        """Give the noisy bit of a preceding user in a row."""
        layout = self.layout
        if layout.codec == BITMAP:
            return self.rows[owner][layout.order.rank[user]]
        q = layout.of_rank(layout.order.rank[owner]).numbers[2]
        return null_space_bit(self.rows[owner], layout.key, owner, q, layout.position(user))

    def law(self, owner: int, user: int) -> tuple[float, float]:
        """Give p0 and p1 of the bit of a preceding user in a row."""
        layout = self.layout
        rank = layout.order.rank[owner]
        if layout.codec == BITMAP:
            p0 = layout.flip(rank, layout.order.rank[user]) / 2**40
            return p0, 1 - p0
        numbers = layout.of_rank(rank).numbers
        p0 = 1 / numbers[2]
        return p0, 1 - numbers[1] / 2**40 * (1 - p0)


class VectorLayout:
    """How rows are made that are over all users, or over items."""

    def __init__(self, objects: Objects, name: str) -> None:
        self.name = name
        self.key = objects.key
        r = objects.reader(name)
        if r.integer(0, 2**64 - 1) != self.key:
            raise Malformed("rows have another key than the task")
        self.users, self.length = r.integer(1, 2**32), r.integer(1, 2**32)
        if (r.count(), r.count()) != (2, 1):
            raise Malformed("these are no bits, or no sizes were released")
        self.codec, self.simulated = r.count(), r.flag()
        self.numbers = [r.integer() for _ in range(11)]
        total, size, self.entries, count = (r.budget() for _ in range(4))
        self.sizes = r.integers()
        r.end()
        if self.codec not in (BITMAP, NULL_SPACE) or len(self.sizes) != self.users:
            raise Malformed("rows of another codec, or of others than have sizes")
        if row_cost(self.codec, self.numbers) * 2**32 > self.entries:
            raise Malformed("rows cost more than their layout says")
        if 0 in (size, self.entries) or size + self.entries + count > total:
            raise Malformed("budgets of a layout are 0, or more than its total")

    @property
    def law(self) -> tuple[float, float]:
        """Give p0 and p1 of a bit."""
        flip, drop, q = self.numbers[:3]
        if self.codec == BITMAP:
            return flip / 2**40, 1 - flip / 2**40
        return 1 / q, 1 - drop / 2**40 * (1 - 1 / q)

    def columns(self, row: int) -> int:
        """Give the number of columns of a null-space row."""
        slack, kept, coding = self.numbers[9], self.numbers[3], self.numbers[10]
        wanted = (max(0, self.sizes[row] + slack) * kept + (1 << 32) - 1) >> 32
        return columns(self.length, wanted, coding, self.length)

    def code(self, coder: Encoder | Decoder, row: int, bits: list[int] | None) -> list[int]:
        """Code a row: bits of a bitmap, elements of a null space."""
        if self.codec == BITMAP:
            expected = min(self.length, max(0, self.sizes[row]))
            flip, coding = self.numbers[0], self.numbers[10]
            return code_bitmap(coder, bits, self.length, coding, flip, expected)
        return code_null_space(coder, bits, self.columns(row), self.numbers[2])

    def position(self, entry: int) -> int:
        """Give the position of a user or an item."""
        return entry if self.codec == BITMAP else permute(self.key, self.length, entry)

    def draw(self, words: Iterator[int], row: int, entries: list[int]) -> list[int]:
        """Draw a row of these entries."""
        flip, drop, q = self.numbers[:3]
        if self.codec == BITMAP:
            true = [int(x in entries) for x in range(self.length)]
            return draw_bitmap(words, true, [flip] * self.length)
        positions = [self.position(x) for x in entries]
        return draw_null_space(words, self.key, row, self.columns(row), q, drop, positions)


class Vectors:
    """Such rows."""

    def __init__(self, objects: Objects, name: str) -> None:
        self.name = name
        r = objects.reader(name)
        self.layout = objects.vector_layout(r.name())
        self.absent = set(r.integers())
        self.rows = read_blocks(r, self.layout.users, self.layout)

    def bit(self, row: int, position: int) -> int:
        """Give the noisy bit of a row at a position."""
        layout = self.layout
        if layout.codec == BITMAP:
            return self.rows[row][position]
        q = layout.numbers[2]
        return null_space_bit(self.rows[row], layout.key, row, q, position)


def read_values(objects: Objects, name: str) -> list[list[int]]:
    """Read values: of each user, as many as the width."""
    r = objects.reader(name)
    width, flat = r.integer(1), r.integers()
    r.end()
    values = [flat[i : i + width] for i in range(0, len(flat), width)]
    if len(flat) % width or any(sum(map(abs, row)) > 1 << 20 for row in values):
        raise Malformed("these are no values")
    return values
