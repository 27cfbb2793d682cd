# SPDX-License-Identifier: MIT
"""Edge posteriors of a release are calibrated, agree with each other and with Bayes' rule, and cost nothing.

Of all pairs of one graph in several releases whose posterior lies in a bin, as many must be edges as the posteriors sum to,
within 4 standard deviations of coins of these chances and an error of 0.2 in log odds (1 below 0.003, where the degrees of those
who know nearly nobody decide). Bins with fewer than 50 edges are of few users, whose pairs share an error, and are not weighed.
Were odds exactly right, a bin would fail once in 16 000, and all bins here once in about 150; the error that is allowed makes it
far rarer. Seeds are fixed. Three broken twins fail the same check.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import edgeldp
from edgeldp._releases import posterior as inside

ROWS = edgeldp.Rows(codec="bitmap", split="degree=0.1,edges=0.899,count=0.001")
BINS = np.array([0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.97])
SEEDS = (11, 12, 13)


def communities() -> tuple[edgeldp.Graph, Any]:
    rng = np.random.default_rng(1)
    group = rng.integers(6, size=500)
    u, v = np.triu_indices(500, 1)
    meet = rng.random(u.size) < np.where(group[u] == group[v], 0.18, 0.012)
    return edgeldp.as_graph((u[meet], v[meet]), nodes=500), group


def hubs() -> tuple[edgeldp.Graph, Any]:
    return edgeldp.generate.holme_kim(600, 6, 0.5, seed=1), None


def circles() -> tuple[edgeldp.Graph, Any]:
    return edgeldp.generate.affiliation(600, 6000, seed=1), None


GRAPHS: dict[str, Callable[[], tuple[edgeldp.Graph, Any]]] = {"communities": communities, "hubs": hubs, "circles": circles}


def truth_of(graph: edgeldp.Graph) -> Any:
    table = np.zeros((graph.nodes, graph.nodes), bool)
    table[np.repeat(np.arange(graph.nodes), np.diff(graph.indptr)), graph.indices] = True
    return table


def released(graph: edgeldp.Graph, epsilon: float, seed: int) -> edgeldp.Release:
    with edgeldp.simulate(seed):
        return edgeldp.release(graph, epsilon, rows=ROWS)


def posteriors(graph: edgeldp.Graph, epsilon: float, groups: Any) -> tuple[Any, Any]:
    """Posteriors of all pairs in all releases, and whether they are edges."""
    u, v = np.triu_indices(graph.nodes, 1)
    found = [released(graph, epsilon, seed).posterior(u, v, groups=groups) for seed in SEEDS]
    return np.concatenate(found), np.tile(truth_of(graph)[u, v], len(SEEDS))


def worst_bin(p: Any, truth: Any) -> float:
    """The largest deviation of a bin, in what is allowed: above 1 it is not calibrated."""
    place = np.digitize(p, BINS) - 1
    expected, edges, spread = (np.bincount(place, weights) for weights in (p, truth, p * (1 - p)))
    allowed = 4 * np.sqrt(spread + 1) + np.where(BINS < 0.003, 1, 0.2)[:spread.size] * spread
    filled = np.maximum(expected, edges) >= 50
    return float(np.max(np.abs(edges - expected)[filled] / allowed[filled]))


@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize("epsilon", [1.0, 2.0, 4.0, 8.0])
def test_they_are_calibrated(name: str, epsilon: float) -> None:
    graph, groups = GRAPHS[name]()
    edges = graph.indices.size / 2
    for known in [None] if groups is None else [None, groups]:
        p, truth = posteriors(graph, epsilon, known)
        assert worst_bin(p, truth) <= 1
        # Degrees alone, with noise of scale 10 / epsilon, err by this much in the sum of one release.
        error = np.sqrt(2 * graph.nodes) * 10 / epsilon / 2
        assert p.sum() / len(SEEDS) == pytest.approx(edges, abs=4 * error / np.sqrt(len(SEEDS)) + 0.01 * edges)


def test_groups_and_bits_tell_more() -> None:
    graph, groups = communities()

    def loss(known: Any, epsilon: float) -> float:
        p, truth = posteriors(graph, epsilon, known)
        return float(-np.mean(np.log(np.where(truth, p, 1 - p))))

    assert loss(groups, 2.0) < 0.9 * loss(None, 2.0)
    assert loss(None, 4.0) < 0.6 * loss(None, 2.0)
    half = np.where(np.arange(500) % 2 == 0, groups, -1)  # of others nothing is known
    assert loss(groups, 2.0) < loss(half, 2.0) < loss(None, 2.0)
    p, truth = posteriors(graph, 2.0, half)
    assert worst_bin(p, truth) <= 1


def test_broken_twins_are_not_calibrated(monkeypatch: pytest.MonkeyPatch) -> None:
    graph, _ = hubs()
    bits_law = edgeldp.Release.chances
    with monkeypatch.context() as patch:  # degrees as they were released
        patch.setattr(inside, "shrunk_degrees", lambda released, epsilon: np.maximum(released, 0.1).astype(float))
        assert worst_bin(*posteriors(graph, 1.0, None)) > 1
    with monkeypatch.context() as patch:  # a bit is believed twice
        def twice(self: edgeldp.Release, u: Any, v: Any) -> Any:
            p1, p0 = bits_law(self, u, v)
            return p1 ** 2 / (p1 ** 2 + (1 - p1) ** 2), p0 ** 2 / (p0 ** 2 + (1 - p0) ** 2)

        patch.setattr(edgeldp.Release, "chances", twice)
        assert worst_bin(*posteriors(graph, 2.0, None)) > 1
    with monkeypatch.context() as patch:  # all degrees are alike
        patch.setattr(inside, "shrunk_degrees", lambda released, epsilon: np.full(released.size, 3 * released.mean()))
        patch.setattr(inside._Told, "shrunk_ratios", lambda self, kinds: np.ones(kinds.shape))
        assert worst_bin(*posteriors(graph, 2.0, None)) > 1


def test_degrees_are_the_mean_of_what_they_may_stand_for() -> None:
    """Where half of all users have 2 neighbours and half have 30, a released 16 tells little and a 31 all."""
    rng = np.random.default_rng(3)
    true = np.repeat([2, 30], 4000)
    keep = np.exp(-0.5)
    released = true + rng.geometric(1 - keep, 8000) - rng.geometric(1 - keep, 8000)
    shrunk = inside.shrunk_degrees(released, 0.5)
    assert np.mean((shrunk - true) ** 2) < 0.25 * np.mean((np.maximum(released, 0) - true) ** 2)
    assert shrunk.mean() == pytest.approx(16, abs=0.2)
    assert shrunk[released == 31].mean() == pytest.approx(30, abs=1.0)


def test_it_is_bayes_rule() -> None:
    graph, groups = communities()
    release = released(graph, 3.0, 5)
    prior = release._prior_by(groups)
    u, v = np.uint32([0, 1, 2, 7]), np.uint32([1, 2, 3, 7])
    for a, b, found in zip(u, v, release.posterior(u, v, groups=groups)):
        (p1,), (p0,) = release.chances(a, b)
        before = prior.odds(a[None], b[None])[0]
        share = before / (1 + before)
        seen = (p1, p0) if release.bit(a, b)[0] else (1 - p1, 1 - p0)
        wanted = 0.0 if a == b else share * seen[0] / (share * seen[0] + (1 - share) * seen[1])
        assert found == pytest.approx(wanted, rel=1e-12)


@pytest.mark.parametrize("codec", ["bitmap", "nullspace", "ppr"])
def test_all_ways_to_read_agree(codec: str, graph: edgeldp.Graph) -> None:
    with edgeldp.simulate(6):
        release = edgeldp.release(graph, 4.0, rows=edgeldp.Rows(codec=codec))
    n, groups = graph.nodes, np.arange(graph.nodes) % 3 - 1
    before = release._compiled.digest(), release.spent
    whole = np.array([release.posterior_row(u, groups=groups) for u in range(n)])
    assert np.all(whole == whole.T) and np.all(np.diag(whole) == 0) and np.all((whole >= 0) & (whole <= 1))
    assert whole.sum() / 2 == pytest.approx(graph.indices.size / 2, rel=0.2)
    assert isinstance(release.posterior(3, 4), float)
    assert release.posterior(3, 4, groups=groups) == whole[3, 4]
    rows, columns, probabilities = release.posterior_matrix(0.2, groups=groups)
    wanted = np.triu(whole, 1)
    assert np.array_equal(np.argwhere(wanted >= 0.2), np.stack([rows, columns], axis=1))
    assert np.array_equal(wanted[rows, columns], probabilities)
    table = np.random.default_rng(1).random((n, 3)) * (np.arange(n) % 4 == 0)[:, None]
    assert release.posterior_sums(table, groups=groups) == pytest.approx(whole @ table)
    assert release.posterior_sums(table[:, 0], groups=groups) == pytest.approx(whole @ table[:, 0])
    assert release.posterior_sums(np.zeros(n)).tolist() == [0] * n
    assert (release._compiled.digest(), release.spent) == before


def test_graphs_at_the_ends() -> None:
    for nodes, u, v in ((3, [], []), (2, [0], [1]), (30, *np.triu_indices(30, 1))):
        small = edgeldp.as_graph((np.array(u, int), np.array(v, int)), nodes=nodes)
        for epsilon in (0.5, 8.0):
            p = released(small, epsilon, 3).posterior(*np.triu_indices(nodes, 1))
            assert np.all(np.isfinite(p) & (p >= 0) & (p <= 1))


def test_what_does_not_fit_is_refused(graph: edgeldp.Graph) -> None:
    release = released(graph, 2.0, 7)
    n = graph.nodes
    with pytest.raises(ValueError, match="groups: must be whole numbers, one for each of 300"):
        release.posterior(0, 1, groups=[0, 1])
    with pytest.raises(ValueError, match="groups: must be whole numbers"):
        release.posterior(0, 1, groups=np.zeros(n))
    with pytest.raises(ValueError, match="groups: 300: at most 200"):
        release.posterior(0, 1, groups=np.arange(n))
    with pytest.raises(ValueError, match="min_probability = 0: must be above 0"):
        release.posterior_matrix(0)
    with pytest.raises(ValueError, match="table: of shape .*: must have a row for each of 300"):
        release.posterior_sums(np.zeros(3))
    with pytest.raises(ValueError, match="table: must be finite"):
        release.posterior_sums(np.full(n, np.nan))
    with pytest.raises(ValueError):
        release.posterior(0, n)
