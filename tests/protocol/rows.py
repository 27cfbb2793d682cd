# SPDX-License-Identifier: MIT
"""Rows: how they are drawn, coded alone or in blocks, and read."""

from __future__ import annotations

from collections.abc import Iterator

from coder import Coder
from crypto import block

BITMAP, NULL_SPACE = 1, 3
POLYNOMIALS = {4: 2, 8: 3, 16: 4}


def ceil_div(a: int, b: int) -> int:
    """Divide, rounded up."""
    return -(-a // b)


def code_bitmap(
    coder: Coder, bits: list[int] | None, rank: int, coding: int, flip: int, expected: int
) -> list[int]:
    """Code a bitmap row of `rank` bits, and give the bits."""
    if coding == 0:
        out: list[int] = []
        for start in range(0, rank, 64):
            count = min(64, rank - start)
            word = sum(b << i for i, b in enumerate(bits[start : start + count])) if bits else 0
            word = coder.direct(word, count)
            out += [word >> i & 1 for i in range(count)]
        return out
    if rank == 0:
        return []
    density = min(1 << 39, flip + expected * max(0, (1 << 40) - 2 * flip) // rank)
    s = [((1 << 40) - density) >> 8]
    for _ in range(40):
        s.append(s[-1] * s[-1] >> 32)

    def clamp(x: int) -> int:
        return max(64, min(65472, x))

    out = []
    while len(out) < rank:
        gap = 0
        if bits:
            while len(out) + gap < rank and not bits[len(out) + gap]:
                gap += 1
        length, i = gap.bit_length(), 0
        while i < 33 and coder.bit(int(i < length), clamp(65536 - (s[max(0, i - 1)] >> 16))):
            i += 1
        value = 1 if i else 0
        low = i - 1
        for _ in range(2):
            if low > 0:
                low -= 1
                got = coder.bit(gap >> low & 1, clamp((1 << 48) // ((1 << 32) + s[low])))
                value = value << 1 | got
        if low > 0:
            value = value << low | coder.direct(gap & (1 << low) - 1, low)
        if len(out) + value > rank:
            raise ValueError("a gap is longer than its row")
        out += [0] * value
        if len(out) < rank:
            out.append(1)
    return out


def draw_bitmap(words: Iterator[int], true: list[int], flips: list[int]) -> list[int]:
    """Turn each bit with its probability in 2^-40."""
    return [b ^ int(next(words) >> 24 < flip) for b, flip in zip(true, flips)]


def draw_bitmap_together(
    words: Iterator[int], true: list[int], flips: list[int], cuts: list[int]
) -> list[int]:
    """Turn bits as a simulation does: up to 64 positions by one word for each digit of a flip.

    Groups begin at multiples of 64 and at the cuts; a group ends when all its bits are decided.
    """
    out: list[int] = []
    borders = sorted({*range(0, len(true), 64), *(c for c in cuts if c < len(true)), len(true)})
    for begin, end in zip(borders, borders[1:]):
        turned, undecided = 0, sum(1 << x % 64 for x in range(begin, end))
        for digit in reversed(range(40)):
            if not undecided:
                break
            ones = next(words)
            if flips[begin] >> digit & 1:
                turned |= undecided & ~ones
                undecided &= ones
            else:
                undecided &= ~ones
        out += [true[x] ^ turned >> x % 64 & 1 for x in range(begin, end)]
    return out


def columns(rank: int, wanted: int, coding: int, users: int) -> int:
    """Give the number of columns of a null-space row; `wanted` is W of the page."""
    if rank == 0:
        return 0
    if coding == 0:
        k = min(rank, 3700000000, wanted)
        return k + max(18 + ceil_div(k, 10), 3 + ceil_div(3 * k, 20))
    k = max(16, min(rank + 18, 2100000000, wanted))
    if k <= 64:
        return k
    more = 0 if 5 * k <= users else k * (5 * k - users) // (5 * users) + 1
    return k + min(1 + ceil_div(k - 64, 5), 3 + ceil_div(3 * k, 20)) + more


def matrix_row(key: int, user: int, width: int, position: int) -> int:
    """Give the coefficients of a position, column j as bit j."""
    group, lane = divmod(position, 64)
    w = block(key, 3, group, 0, user)
    bits = w[0] | w[1] << 32 | w[2] << 64 | w[3] << 96
    window = bits >> lane & (1 << 64) - 1
    if width < 64:
        return window & (1 << width) - 1
    start = (group * 0x9E3779B9 & 0xFFFFFFFF) * (width - 63) >> 32
    return window << start


def digits(words: Iterator[int], q: int) -> Iterator[int]:
    """Give uniform digits base q."""
    d = 1
    while q**d < 2**56 // q:
        d += 1
    limit = (2**64 - 1) // q**d * q**d
    while True:
        word = next(words)
        if word < limit:
            for _ in range(d):
                yield word % q
                word //= q


def draw_null_space(
    words: Iterator[int], key: int, user: int, width: int, q: int, drop: int, positions: list[int]
) -> list[int]:
    """Draw the elements of a row that is orthogonal to what is kept of sorted positions."""
    kept = [x for x in sorted(positions) if not next(words) >> 24 < drop]
    binary = q in POLYNOMIALS or q == 2
    echelon: dict[int, list[int]] = {}
    for x in kept:
        bits = matrix_row(key, user, width, x)
        row = [bits >> j & 1 for j in range(width)]
        for j in range(width):
            if not row[j]:
                continue
            if j not in echelon:
                inverse = 1 if binary else pow(row[j], -1, q)
                echelon[j] = row if binary else [a * inverse % q for a in row]
                break
            if binary:
                row = [a ^ b for a, b in zip(row, echelon[j])]
            else:
                row = [(a - row[j] * b) % q for a, b in zip(row, echelon[j])]
    elements, free = [0] * width, digits(words, q)
    for j in range(width - 1, -1, -1):
        if j not in echelon:
            elements[j] = next(free)
        elif binary:
            for i in range(j + 1, width):
                elements[j] ^= elements[i] if echelon[j][i] else 0
        else:
            elements[j] = -sum(echelon[j][i] * elements[i] for i in range(j + 1, width)) % q
    return elements


def code_null_space(coder: Coder, elements: list[int] | None, width: int, q: int) -> list[int]:
    """Code the elements of a null-space row, and give them."""
    most = 1
    while q ** (most + 1) <= 1 << 16:
        most += 1
    out: list[int] = []
    while len(out) < width:
        count = min(most, width - len(out))
        value = 0
        for e in elements[len(out) : len(out) + count] if elements else []:
            value = value * q + e
        value = coder.symbol(value, q**count)
        out += [value // q**i % q for i in range(count - 1, -1, -1)]
    return out


def null_space_bit(elements: list[int], key: int, user: int, q: int, position: int) -> int:
    """Say whether the elements that a position selects sum to zero."""
    bits = matrix_row(key, user, len(elements), position)
    chosen = [e for j, e in enumerate(elements) if bits >> j & 1]
    if q in POLYNOMIALS:
        total = 0
        for e in chosen:
            total ^= e
        return int(total == 0)
    return int(sum(chosen) % q == 0)
