# SPDX-License-Identifier: MIT
"""How likely edges are, given all that a release says: its bits, its degrees, and public groups.

By Bayes' rule: odds of an edge before its bit is read, times p(bit | edge) / p(bit | none), the law
of the bit. Odds before it follow from degrees and groups,

    odds(u, v) = x_u x_v f(group_u, group_v) h(degree_u, degree_v),

the largest entropy that a graph can have with given mean degrees and given numbers of edges between
groups, and between bands of degrees (Zhu et al., Blink, SIGMOD 2023, have x alone). Three things make
them calibrated:

- Degrees are shrunk. A released degree is taken for the mean of true ones that it may stand for,
  under the spread of degrees that explains all released ones best.
- Their noise is not that of the bits: who reads a bit twice believes it too much.
- f and h follow from bits, summed over so many pairs that their noise averages out; what does not
  stand out of the noise is drawn to the mean of its kind.

Numbers of one pair stay uncertain, and say so by being near the odds before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from .. import _edgeldp
from .._later import NDArray, np

_PAIRS_AT_ONCE = 1 << 21
_PAIRS_FOR_GROUPS = 1 << 24
"""So many bits are read at most to learn f and h: a second or two."""
_MOST_GROUPS = 200
_MOST_TYPES = 1500
"""Users of one group and about the same degree are of one type; tables have a cell a pair of types."""
_MOST_BANDS = 10


class NoisyBits(Protocol):
    """A release as it is read here."""

    _compiled: _edgeldp.Release

    @property
    def nodes(self) -> int: ...
    def bit(self, u: Any, v: Any) -> NDArray[np.bool_]: ...
    def chances(self, u: Any, v: Any) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
    def estimates(self, u: Any, v: Any) -> NDArray[np.float64]: ...


class Factor(NamedTuple):
    """How much likelier edges are between users of two parts than their degrees say."""

    part: NDArray[np.int64]
    """Of each user: its group, or band of degrees."""
    table: NDArray[np.float64]
    """Symmetric, a row a part."""


class EdgePrior(NamedTuple):
    """Odds of edges before their bits are read: x_u x_v times all factors of the pair."""

    x: NDArray[np.float64]
    factors: tuple[Factor, ...]

    def odds(self, u: NDArray[np.uint32], v: NDArray[np.uint32]) -> NDArray[np.float64]:
        found = self.x[u] * self.x[v]
        for part, table in self.factors:
            found *= table[part[u], part[v]]
        return found


def posterior_of(release: NoisyBits, prior: EdgePrior, u: NDArray[np.uint32],
                 v: NDArray[np.uint32]) -> NDArray[np.float64]:
    """One a pair; arrays of one shape."""
    bits = release.bit(u, v)
    if_edge, if_none = release.chances(u, v)
    edge = prior.odds(u, v) * np.where(bits, if_edge, 1 - if_edge)
    none = np.where(bits, if_none, 1 - if_none)
    either = edge + none
    return np.where(u == v, 0.0, edge / np.where(either > 0, either, 1.0))


def likely_pairs(release: NoisyBits, prior: EdgePrior, least: float) -> tuple[
        NDArray[np.uint32], NDArray[np.uint32], NDArray[np.float64]]:
    """Pairs u < v whose posterior is `least` or more."""
    everybody = np.arange(release.nodes, dtype=np.uint32)
    parts = []
    for _, u, v in _blocks(everybody, everybody):
        later = u < v
        u, v = u[later], v[later]
        p = posterior_of(release, prior, u, v)
        kept = p >= least
        parts.append((u[kept], v[kept], p[kept]))
    rows, columns, probabilities = (np.concatenate(part) for part in zip(*parts))
    return rows, columns, probabilities


def posterior_sums(release: NoisyBits, prior: EdgePrior, table: NDArray[np.float64]) -> NDArray[np.float64]:
    """All posteriors times a table of one or two dimensions, whose rows of zeros are not read."""
    columns = np.flatnonzero(table.reshape(release.nodes, -1).any(axis=1)).astype(np.uint32)
    sums = np.zeros(table.shape)
    for some, u, v in _blocks(np.arange(release.nodes, dtype=np.uint32), columns):
        sums[some] = posterior_of(release, prior, u, v).reshape(some.size, columns.size) @ table[columns]
    return sums


def _blocks(rows: NDArray[np.uint32], columns: NDArray[np.uint32]) -> Iterator[
        tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint32]]]:
    """Some rows at a time, and the ends of all pairs of them and of all columns, row by row."""
    at_once = max(1, _PAIRS_AT_ONCE // max(1, columns.size))
    for first in range(0, rows.size, at_once):
        some = rows[first:first + at_once]
        yield some, np.repeat(some, columns.size), np.tile(columns, some.size)


def checked_groups(groups: Any, users: int) -> NDArray[np.int64]:
    """Errors: ValueError for what is no group of each user."""
    which = np.asarray(groups)
    if which.shape != (users,) or which.dtype.kind not in "iu":
        raise ValueError(f"groups: must be whole numbers, one for each of {users} users, -1 for who is in none")
    if (number := np.unique(which).size) > _MOST_GROUPS:
        raise ValueError(f"groups: {number}: at most {_MOST_GROUPS}, since edges between each two are learnt from noise")
    return np.maximum(which.astype(np.int64), -1)


def prior_of(release: NoisyBits, groups: NDArray[np.int64] | None) -> EdgePrior:
    """groups: numbers from 0 on, -1 for users who are in none; None where all are in one."""
    group = np.zeros(release.nodes, np.int64) if groups is None else np.unique(groups, return_inverse=True)[1]
    epsilon = release._compiled.degree_epsilon
    types = _Types(shrunk_degrees(release._compiled.degrees, epsilon), group)
    bands = _Parts(types.band, np.zeros((types.bands, types.bands), np.int64))
    parts = [bands]
    if types.groups > 1:
        has_none = groups is not None and bool(np.any(groups < 0))
        parts = [_Parts(types.group, _kinds_of_groups(types.groups, has_none)), bands]
    # Noise of all degrees together: that of one has the variance 2 q / (1 - q)^2, q = e^-epsilon.
    noise = release.nodes * 2 * np.exp(-epsilon) / np.expm1(-epsilon) ** 2
    x, tables = _fitted(types, parts, _observed(release, types.block[types.of_user]), float(noise))
    # Rounding made tables less symmetric than they are.
    return EdgePrior(x[types.of_user], tuple(Factor(p.of_type[types.of_user], (table + table.T) / 2)
                                             for p, table in zip(parts, tables)))


class _Parts(NamedTuple):
    """Groups, or bands of degrees."""

    of_type: NDArray[np.int64]
    kinds: NDArray[np.int64]
    """Of pairs of parts: those of a kind are alike before anything is known."""


def _kinds_of_groups(groups: int, has_none: bool) -> NDArray[np.int64]:
    """Across, within, and with users who are in none, who are group 0 then."""
    kinds = np.eye(groups, dtype=np.int64)
    if has_none:
        kinds[0, :] = kinds[:, 0] = 2
    return kinds


def _fitted(types: _Types, parts: list[_Parts], observed: _Observed,
            noise: float) -> tuple[NDArray[np.float64], list[NDArray[np.float64]]]:
    """x of each type, and the factors of pairs of parts: degrees and edges between parts in turn.

    noise: the variance of the sum of all degrees.
    """
    tables: list[NDArray[np.float64]] = [np.ones(p.kinds.shape) for p in parts]
    x = np.full(types.size, 1e-3)
    for i in [i for _ in range(4) for i in range(len(parts))]:
        factors = np.prod([t[np.ix_(p.of_type, p.of_type)] for t, p in zip(tables, parts)], axis=0)
        x = types.fitted_to_degrees(x, factors)
        of_block = np.zeros(types.blocks, np.int64)
        of_block[types.block] = parts[i].of_type
        expected = types.expected(x, factors, observed.sampled)
        told = _Told(*(_summed(table, of_block) for table in (expected, observed.edges, observed.variance)))
        tables[i] = tables[i] * told.with_all_edges(noise).shrunk_ratios(parts[i].kinds)
    return x, tables


# -------------------------------------------------------------------------------------------- Degrees


def shrunk_degrees(released: NDArray[np.int64], epsilon: float) -> NDArray[np.float64]:
    """The mean of the true degrees that each released one may stand for.

    The spread of true degrees is the one of largest likelihood on a grid, after 300 steps of
    expectation and maximization: enough to find its shape, too few to follow the noise.
    Cost: 300 |values| |grid|, of which there are at most a few thousand and 200.
    """
    n = released.size
    values, which, counts = np.unique(np.clip(released, -4 * n, 4 * n), return_inverse=True, return_counts=True)
    top = max(1, min(n - 1, int(values[-1])))
    grid = np.unique(np.concatenate([np.arange(min(top, 60) + 1), np.geomspace(1, top, 140).round()]))
    log_law = -epsilon * np.abs(values[:, None] - grid[None, :])
    law = np.exp(log_law - log_law.max(axis=1, keepdims=True))
    share = np.full(grid.size, 1 / grid.size)
    for _ in range(300):
        given = law * share
        given /= given.sum(axis=1, keepdims=True)
        share = counts @ given / n
    given = law * share
    means: NDArray[np.float64] = (given @ grid / given.sum(axis=1))[which]
    return means


# ---------------------------------------------------------------------------------------------- Types


class _Types:
    """Users of one group and about the same degree. Blocks are users of one group and one band of degrees."""

    def __init__(self, degree: NDArray[np.float64], group: NDArray[np.int64]) -> None:
        self.groups = int(group.max()) + 1
        levels = max(4, _MOST_TYPES // self.groups)
        scale = np.log1p(degree) - np.log1p(degree.min())
        level = np.minimum(scale / max(scale.max(), 0.1) * levels, levels - 1).astype(np.int64)
        kinds, self.of_user, self.users = np.unique(group * levels + level, return_inverse=True, return_counts=True)
        self.size = self.users.size
        self.degree = np.bincount(self.of_user, weights=degree) / self.users
        self.group = kinds // levels
        wanted = min(_MOST_BANDS, levels)
        self.band = np.unique(kinds % levels * wanted // levels, return_inverse=True)[1]
        self.bands = int(self.band.max()) + 1
        self.block = np.unique(self.group * self.bands + self.band, return_inverse=True)[1]
        self.blocks = int(self.block.max()) + 1

    def fitted_to_degrees(self, x: NDArray[np.float64], factors: NDArray[np.float64]) -> NDArray[np.float64]:
        """x such that mean degrees are those of the types. factors: of two types."""
        wanted = np.maximum(self.degree, 1e-6)
        for _ in range(40):
            chance = _chances(x, factors)
            found = chance @ self.users - np.diag(chance)
            # The root, as both ends of a pair move. Nobody has more than n - 1 neighbours: x is bounded.
            x = np.clip(x * np.sqrt(wanted / np.maximum(found, 1e-12)), 1e-9, 1e6)
        return x

    def expected(self, x: NDArray[np.float64], factors: NDArray[np.float64],
                 sampled: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Edges from sampled users to all, between each two blocks, in both directions together."""
        rows = np.bincount(self.of_user, weights=sampled, minlength=self.size)
        chance = _chances(x, factors)
        sums = rows[:, None] * chance * self.users[None, :]
        sums[np.diag_indices(self.size)] -= rows * np.diag(chance)
        total = _summed(sums, self.block)
        return total + total.T


def _chances(x: NDArray[np.float64], factors: NDArray[np.float64]) -> NDArray[np.float64]:
    odds = x[:, None] * x[None, :] * factors
    return odds / (1 + odds)


def _summed(table: NDArray[np.float64], part: NDArray[np.int64]) -> NDArray[np.float64]:
    """Sums of a square table over all rows and columns of a part."""
    of = np.zeros((int(part.max()) + 1, part.size))
    of[part, np.arange(part.size)] = 1
    found: NDArray[np.float64] = of @ table @ of.T
    return found


# ----------------------------------------------------------------------------------------------- Bits


class _Observed(NamedTuple):
    """Edges between blocks as bits tell them: from sampled users to all, both directions together."""

    edges: NDArray[np.float64]
    variance: NDArray[np.float64]
    sampled: NDArray[np.bool_]


def _observed(release: NoisyBits, block: NDArray[np.int64]) -> _Observed:
    n = release.nodes
    rows = np.arange(n, dtype=np.uint32)
    if n * n > _PAIRS_FOR_GROUPS:  # which rows is public, and nothing but the error depends on it
        rows = np.sort(np.random.default_rng(1).choice(rows, max(1, _PAIRS_FOR_GROUPS // n), replace=False))
    columns = np.argsort(block, kind="stable").astype(np.uint32)
    starts = np.searchsorted(block[columns], np.arange(block.max() + 1))
    edges = np.zeros((starts.size, starts.size))
    variance = np.zeros_like(edges)
    for some, u, v in _blocks(rows, columns):
        if_edge, if_none = release.chances(u, v)
        spread = if_edge - if_none
        square = np.divide(if_none * (1 - if_none), spread ** 2, out=np.zeros(u.size), where=spread != 0)
        for table, each in ((edges, release.estimates(u, v)), (variance, square)):
            np.add.at(table, block[some], np.add.reduceat(each.reshape(some.size, -1), starts, axis=1))
    sampled = np.zeros(n, bool)
    sampled[rows] = True
    twice = 1 + rows.size / n  # a pair of two sampled users is read from both
    return _Observed(edges + edges.T, twice * (variance + variance.T), sampled)


class _Told(NamedTuple):
    """Edges between parts: expected from degrees, and observed in bits."""

    expected: NDArray[np.float64]
    edges: NDArray[np.float64]
    variance: NDArray[np.float64]

    def with_all_edges(self, noise: float) -> _Told:
        """The same where all edges together are as many as bits and degrees say, each by its weight.

        noise: the variance of the sum of all degrees, of which the expected edges are a share.
        """
        total, seen, variance = self.expected.sum(), self.edges.sum(), self.variance.sum()
        whole = noise * 4  # of both directions of all; no more than that of a share
        error = variance / (variance + whole) * (total - seen)
        return self._replace(edges=self.edges + self.variance / variance * error)

    def shrunk_ratios(self, kinds: NDArray[np.int64]) -> NDArray[np.float64]:
        """Observed over expected; what does not stand out of the noise is drawn to the ratio of its kind."""
        all_expected = np.maximum(self.expected, 1e-9)
        ratios = np.ones_like(all_expected)
        for kind in np.unique(kinds):
            of = kinds == kind
            edges, expected = self.edges[of], all_expected[of]
            variance = self.variance[of] + expected
            middle = max(edges.sum() / expected.sum(), 1e-3)
            beyond = np.sum((edges - middle * expected) ** 2 - variance) / np.sum(expected ** 2)
            weight = 1 / (1 + variance / np.maximum(beyond * expected ** 2, 1e-30))
            ratios[of] = np.maximum(middle + weight * (edges / expected - middle), 0.02 * middle)
        return ratios
