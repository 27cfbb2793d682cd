# SPDX-License-Identifier: MIT
"""Weights of pairs and of cycles, and how many of them a limit lets in."""

from __future__ import annotations

import math
from collections.abc import Callable

from crypto import block
from public import Layout, Release, Vectors
from wire import Malformed

Weigh = Callable[[int, int], int]


def away(x: float) -> int:
    """Round to the nearest integer, halves away from zero."""
    return math.floor(x + 0.5) if x >= 0 else -math.floor(0.5 - x)


def accept(members: list[int], weigh: Weigh, limit: int) -> int:
    """Sum the accepted weights of all pairs; `weigh` is given the later member first."""
    taken = {True: [0] * len(members), False: [0] * len(members)}
    total = 0
    for i, row in enumerate(members):
        for j in range(i):
            weight = weigh(row, members[j])
            side = taken[weight > 0]
            amount = min(abs(weight), limit - max(side[i], side[j]))
            side[i] += amount
            side[j] += amount
            total += amount if weight > 0 else -amount
    return total


def accept_pairs(members: list[int], bit: Weigh, most: tuple[int, int]) -> tuple[int, int]:
    """Count the accepted pairs whose bit is 0, and those whose bit is 1; `most` of each a member."""
    taken = [[0] * len(members), [0] * len(members)]
    counts = [0, 0]
    for i, row in enumerate(members):
        for j in range(i):
            b = bit(row, members[j])
            if taken[b][i] < most[b] and taken[b][j] < most[b]:
                taken[b][i] += 1
                taken[b][j] += 1
                counts[b] += 1
    return counts[0], counts[1]


def pair_weights(release: Release, theta: int) -> Weigh:
    """Give the weights of pairs for a count of triangles."""

    def weigh(row: int, k: int) -> int:
        if row in release.absent or k in release.absent:
            return -theta
        p0, p1 = release.law(row, k)
        if release.bit(row, k):
            return max(0, away(2**20 * (1 - p0) / (p1 - p0)) - theta)
        return -(away(2**20 * p0 / (p1 - p0)) + theta)

    return weigh


def role_of(key: int, candidates: int, user: int) -> str:
    """Give the role of a user where a sample of rows is read."""
    coin = block(key, 13, 0, 0, user)[0]
    if coin < candidates:
        return "candidate"
    return "column" if coin - candidates < (2**32 - candidates) // 2 else "counter"


def sample_weights(rows: Vectors, candidates: int, owners: dict[int, tuple[int, int]]) -> Weigh:
    """Give the weights of pairs of a column and an owner; of owners the number and the rarity."""
    p0, p1 = rows.layout.law
    a = (2**32 - candidates) // 2 / 2**32
    b = 1 - candidates / 2**32 - a

    def weigh(row: int, k: int) -> int:
        if row not in owners or k in owners:
            return 0
        number, rarity = owners[row]
        unit = 1 / (6 * (candidates / 2**32) * a * b * 2 ** (-0.125 * rarity))
        unit = 2**20 * unit / (p1 - p0)
        if rows.bit(number, rows.layout.position(k)):
            return away(min(2.0**62, unit * (1 - p0)))
        return -away(min(2.0**62, unit * p0))

    return weigh


def item_weights(rows: Vectors, user: int) -> Weigh:
    """Give the weights of pairs of positions for a count of butterflies."""
    layout = rows.layout
    order = sorted(range(layout.users), key=lambda u: (-layout.sizes[u], u))
    p0, p1 = layout.law
    before = order[: order.index(user)]
    most = max(p0, 1 - p0) / (p1 - p0)
    unit = math.ldexp(1.0, math.frexp(layout.users * most * most)[1] - 1 + 1 - 48)

    def weigh(x: int, y: int) -> int:
        total = 0.0
        for u in before:
            total += (rows.bit(u, x) - p0) / (p1 - p0) * (rows.bit(u, y) - p0) / (p1 - p0)
        return away(total / unit)

    return weigh


def moments(degrees: list[int], epsilon: float) -> list[tuple[float, float]]:
    """Give E[d] and E[d (d - 1)] of each released degree."""
    last = max(0, min(len(degrees) - 1, max(degrees)))
    grid, g = [], 0
    while g < last:
        grid.append(g)
        g += max(1, away(min(0.15 * g, 1 / epsilon)))
    grid.append(last)
    steps = [b - a for a, b in zip(grid, grid[1:])] + [1]
    weights = [t / max(1, t, 0.15 * g) for t, g in zip(steps, grid)]
    weights = [w / sum(weights) for w in weights]
    moved = [min(last, max(0, x)) for x in degrees]
    likely = {x: [math.exp(-epsilon * abs(x - g)) for g in grid] for x in set(moved)}

    def posterior(x: int) -> list[float]:
        joint = [w * p for w, p in zip(weights, likely[x])]
        whole = sum(joint)
        return [p / whole for p in joint]

    for _ in range(100):
        known = {x: posterior(x) for x in likely}
        weights = [
            max(1e-300, sum(known[x][i] for x in moved) / len(moved)) for i in range(len(grid))
        ]
    known = {x: posterior(x) for x in likely}
    return [
        (
            sum(p * g for p, g in zip(known[x], grid)),
            sum(p * g * (g - 1) for p, g in zip(known[x], grid)),
        )
        for x in moved
    ]


def segment_means(layout: Layout, forward: bool) -> tuple[int, list[float]]:
    """Give the width of a segment, and P of each segment."""
    order = layout.order.by_degree
    n = layout.users
    expected = moments(order.degrees, layout.degree / 2**32)
    whole, before, raw = sum(d for d, _ in expected), 0.0, []
    for user in order.at:
        mean, pairs = expected[user]
        raw.append(pairs * (before / whole) ** 2 if whole > 0 else 0.0)
        before += mean
    if not forward:
        a = math.exp(-layout.classes[0].size / 2**32)
        v = 2 * a / (1 - a) ** 2
        q = sum(raw) / 2
        x = sum((s * (s - 1) - v) / 2 for s in layout.sizes)
        y = sum(v * (s * s - v) + 1.25 * v * v for s in layout.sizes)
        f = q * q / 4 / (q * q / 4 + y) if y > 0 else 1
        if q + (x - q) * f <= 0:
            raw = [0.0] * n
    raw = [max(0.0, p) for p in raw]
    floor = max(1e-12, sum(raw) / n / 1000)
    width = 64 * -(-(-(-n // 64)) // 16)
    parts = [raw[i : i + width] for i in range(0, n, width)]
    return width, [max(floor, sum(part) / len(part)) for part in parts]


def matrix(release: Release) -> tuple[list[list[float]], float]:
    """Give phi of all pairs of ranks, hubs first, and the largest |phi|."""
    layout = release.layout
    order = layout.order.by_degree
    n = layout.users
    phi, most = [[0.0] * n for _ in range(n)], 0.0
    for b in range(n):
        for a in range(b):
            first, later = order.at[a], order.at[b]
            owner, other = (first, later) if layout.hubs_last else (later, first)
            p0, p1 = release.law(owner, other)
            if other in release.absent:
                w = block(layout.key, 11, layout.order.rank[owner], 1, other)
                bit = int(w[0] + ((w[1] & 255) << 32) < away(2**40 * p0))
            else:
                bit = release.bit(owner, other)
            phi[a][b] = phi[b][a] = (bit - p0) / (p1 - p0)
            most = max(most, max(p0, 1 - p0) / (p1 - p0))
    return phi, most


def cycle_weights(release: Release, user: int, forward: bool) -> Weigh:
    """Give the weights of pairs for a count of cycles of length 4."""
    layout = release.layout
    if layout.hubs_last != forward:
        raise Malformed("weights of an order that the question does not have")
    order, n = layout.order.by_degree, layout.users
    phi, most = matrix(release)
    width, mean = segment_means(layout, forward)
    unit = math.ldexp(1.0, math.frexp(n * most * most)[1] - 1 + 1 - 48)
    v = order.rank[user]

    def share(a: int, b: int) -> float:
        if a >= b:
            return mean[b] / (mean[a] + mean[b])
        return 1 - mean[a] / (mean[a] + mean[b])

    shares = [share(v // width, u // width) for u in range(n)]

    def weigh(one: int, two: int) -> int:
        i, j = order.rank[one], order.rank[two]
        total = 0.0
        for u in range(n):
            if u not in (i, j, v):
                product = phi[i][u] * phi[u][j]
                total += product if u < max(i, j) else product * shares[u]
        return away(total / unit)

    return weigh
