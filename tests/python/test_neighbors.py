# SPDX-License-Identifier: MIT
"""Questions of one's own about neighbours."""

from __future__ import annotations

import math
import pathlib
import runpy
from typing import Any

import numpy as np
import pytest

import edgeldp
from edgeldp import Client, Collector, Ledger

SEED = 7
USERS = 60


@pytest.fixture(scope="module")
def friends() -> edgeldp.Graph:
    return edgeldp.generate.affiliation(USERS, 300, 1)


@pytest.fixture(scope="module")
def x() -> Any:
    return 1.5 + np.arange(USERS) % 7


def matrix(g: edgeldp.Graph) -> Any:
    a = np.zeros((g.nodes, g.nodes))
    a[np.repeat(np.arange(g.nodes), np.diff(g.indptr)), g.indices] = 1.0
    return a


def clients_of(g: edgeldp.Graph, kind: type[Client] = Client) -> list[Client]:
    return [kind(u, g.nodes, g.indices[g.indptr[u]:g.indptr[u + 1]]) for u in range(g.nodes)]


def collector(users: Any, epsilon: float = 1.0, seed: int = SEED, **more: Any) -> Collector:
    with edgeldp.simulate(seed):
        return Collector(epsilon, users=users, **more)


# ------------------------------------------------------------------------------------- The answers


def test_answers_next_to_no_noise_are_the_lists_own(friends: edgeldp.Graph, x: Any) -> None:
    c = collector(friends, 60.0)
    a = matrix(friends)
    assert np.array_equal(c.degrees(12).values, a.sum(0))
    table = np.stack([x, 1 - x / 4], 1)
    sums = c.sum_over_neighbors(table, 12)
    assert sums.values.shape == (USERS, 2)
    assert np.allclose(sums.values, a @ table, atol=15)
    assert np.abs(sums.values - a @ table).max() < 20 * sums.standard_errors[0, 0]
    groups = c.count_in_groups(np.arange(USERS) % 3 - 1, 12)
    assert np.array_equal(groups.values, a @ np.eye(3)[np.arange(USERS) % 3][:, 1:])
    h = c.h_index(x, 12)
    wanted = [max(k for k in range(USERS) if (a[u] * x >= k).sum() >= k) for u in range(USERS)]
    assert np.array_equal(h.values, wanted)
    assert c.remaining == pytest.approx(12) and c.spent["epsilon"] == pytest.approx(48)
    assert c.spent["relationship_dp"] == pytest.approx(96)


def test_clients_one_by_one_answer_as_a_graph_does(friends: edgeldp.Graph, x: Any) -> None:
    def asked(users: Any) -> list[Any]:
        c = collector(users)
        first = c.count_in_groups(np.arange(USERS) % 4, 0.2)
        second = c.sum_over_neighbors(first, 0.2)
        return [first.values, second.values, c.degrees(0.2).values,
                c.sum_over_neighbors(x, 0.2).values, c.h_index(x, 0.2).values, c.record]

    with edgeldp.simulate(SEED):
        one_by_one = clients_of(friends)
    for ours, theirs in zip(asked(friends), asked(one_by_one)):
        assert np.array_equal(ours, theirs)


def test_errors_are_those_that_are_claimed(friends: edgeldp.Graph, x: Any) -> None:
    # 6000 Laplace squares, whose kurtosis is 6: the mean is within 5 sqrt(5 / 6000) of 1 but for
    # 1e-6.
    a = matrix(friends)
    for centred in (False, True):
        off = []
        for seed in range(100):
            c = collector(friends, 2.0, seed)
            if centred:
                c.degrees(1.0)
            sums = c.sum_over_neighbors(x, 1.0)
            assert (sums.center != 0) == centred
            off.append((sums.values - a @ x) / sums.standard_errors)
        assert np.mean(np.square(off)) == pytest.approx(1, abs=0.15)
        assert abs(np.mean(off)) < 5 / math.sqrt(100 * USERS)


def test_no_noise_comes_twice(friends: edgeldp.Graph, x: Any) -> None:
    c = collector(friends)
    first, second = (c.sum_over_neighbors(x, 0.3).values for _ in range(2))
    assert not np.any(first == second)
    replayed = collector(friends).sum_over_neighbors(x, 0.3)
    assert replayed.simulated and np.array_equal(replayed.values, first)
    real = [Collector(users=friends).sum_over_neighbors(x, 0.3) for _ in range(2)]
    assert not real[0].simulated and np.any(real[0].values != real[1].values)


class Absent(Client):
    """One of seven does not answer, by its number, which is public."""

    def answer(self, call: Any) -> bytes:
        return None if self.user % 7 == 3 else super().answer(call)  # type: ignore[return-value]


def test_who_does_not_answer_is_nan(friends: edgeldp.Graph, x: Any) -> None:
    c = Collector(60.0, users=clients_of(friends, Absent))
    first = c.sum_over_neighbors(x, 30)
    is_absent = np.arange(USERS) % 7 == 3
    assert np.array_equal(np.isnan(first.values), is_absent)
    assert c.record[0]["asked"] == USERS and c.record[0]["answered"] == USERS - is_absent.sum()
    c.h_index(x, 20)
    assert c.record[1]["asked"] == USERS - is_absent.sum()  # not asked again
    present = (matrix(friends) @ x)[~is_absent].sum()
    low, high = first.total().interval(0.999999)
    assert low < present < high
    with pytest.raises(ValueError, match="user 3: must be finite"):
        c.sum_over_neighbors(first, 1)  # whatever stands for who is absent is the caller's choice


# ------------------------------------------------------------------------------------------ Totals


def test_totals_have_weights_columns_and_errors(friends: edgeldp.Graph, x: Any) -> None:
    c = collector(friends, 4.0)
    table = np.stack([x, -x], 1)
    sums = c.sum_over_neighbors(table, 2.0)
    assert sums.total().value == pytest.approx(sums.values.sum())
    weights = np.arange(USERS)
    one = sums.total(weights, column=1)
    assert one.value == pytest.approx(weights @ sums.values[:, 1])
    assert one.standard_error == pytest.approx(
        math.sqrt((weights**2).sum()) * sums.standard_errors[0, 1])
    assert one.statistic == "total of sums over neighbors" and one.judgement in ("weak", "not_usable", "usable")
    assert one.spent["epsilon"] == pytest.approx(2.0) and one["declared_public"] is True
    for key in one:
        assert one.describe(key)
    for weights, column in ((np.ones(3), None), (None, 2), (None, -1)):
        with pytest.raises(ValueError):
            sums.total(weights, column=column)
    with pytest.raises(ValueError, match="finite"):
        sums.total(np.full(USERS, math.nan))


def test_intervals_of_totals_cover(friends: edgeldp.Graph, x: Any) -> None:
    # 358 of 400 are 5 standard deviations of a binomial law below 95%.
    truth = (matrix(friends) @ x).sum()
    for epsilon in (0.5, 4.0):
        held = 0
        for seed in range(400):
            low, high = collector(friends, epsilon, seed).sum_over_neighbors(x, epsilon).total().interval()
            held += low <= truth <= high
        assert held >= 358


# ------------------------------------------------------------------------------------------ Budget


def test_what_exceeds_the_total_is_refused_before_anybody_is_asked(friends: edgeldp.Graph,
                                                                   x: Any) -> None:
    heard: list[int] = []

    class Listener(Client):
        def answer(self, call: Any) -> bytes:
            heard.append(self.user)
            return super().answer(call)

    ledger = Ledger(2.0)
    c = Collector(1.0, users=clients_of(friends, Listener), ledger=ledger)
    for epsilon in (1.5, 0.0, -1.0, math.nan):
        with pytest.raises(ValueError):
            c.sum_over_neighbors(x, epsilon)
    assert not heard and ledger.spent == 0 and c.record == []
    c.sum_over_neighbors(x, 0.75)
    with pytest.raises(ValueError, match="left"):
        c.h_index(x, 0.5)
    assert len(heard) == USERS and c.remaining == pytest.approx(0.25)
    assert ledger.entries == [("sums over neighbors, declared public", pytest.approx(0.75))]


def test_what_is_interrupted_is_paid_and_stands_in_the_record(friends: edgeldp.Graph,
                                                              x: Any) -> None:
    class Tired(Client):
        def answer(self, call: Any) -> bytes:
            if self.user == USERS // 2:
                raise KeyboardInterrupt
            return super().answer(call)

    c = Collector(1.0, users=clients_of(friends, Tired))
    with pytest.raises(KeyboardInterrupt):
        c.h_index(x, 0.25)
    assert c.remaining == 0.75
    assert [(entry["asks"], entry["answered"]) for entry in c.record] == [("h-indices", 0)]


def test_a_ledger_refuses_too(friends: edgeldp.Graph, x: Any) -> None:
    c = Collector(4.0, users=friends, ledger=Ledger(1.0))
    with pytest.raises(ValueError):
        c.sum_over_neighbors(x, 2.0)
    assert c.record == [] and c.remaining == 4.0


def test_the_record_repeats_what_was_declared(friends: edgeldp.Graph, x: Any) -> None:
    ledger = Ledger(2.0)
    c = collector(friends, 2.0, ledger=ledger)
    own = c.degrees(0.5)
    again = c.sum_over_neighbors(own, 0.25)
    same = c.h_index(np.array(own.values), 0.25)
    theirs = c.sum_over_neighbors(own.values + 1, 0.25)
    assert [entry["declared_public"] for entry in c.record] == [False, False, False, True]
    assert not own.declared_public and not again.declared_public and not same.declared_public
    assert theirs.declared_public and "declared public" in repr(theirs)
    assert again.total()["declared_public"] is False and theirs.total()["declared_public"] is True
    assert [name for name, _ in ledger.entries] == [
        "degrees", "sums over neighbors", "h-indices", "sums over neighbors, declared public"]


# ----------------------------------------------------------------------------------------- Centers


def test_a_center_is_planned_where_degrees_are_known(friends: edgeldp.Graph, x: Any) -> None:
    c = collector(friends, 8.0)
    with pytest.raises(ValueError, match="degrees"):
        c.sum_over_neighbors(x, 1.0, center=1.0)
    assert c.sum_over_neighbors(x, 1.0).center == 0
    c.degrees(1.0)
    with pytest.raises(ValueError):
        c.degrees(1.0)
    values = np.where(np.arange(USERS) % 2, 10.0, 0.0)
    planned = c.sum_over_neighbors(values, 1.0)
    assert planned.center == pytest.approx(5.0)  # as much for degrees as for sums
    none = c.sum_over_neighbors(values, 1.0, center=0)
    assert none.center == 0 and planned.standard_errors[0] < 0.75 * none.standard_errors[0]
    both = c.sum_over_neighbors(np.stack([values, values], 1), 1.0, center=[1.0, 2.0])
    assert both.center.tolist() == [1.0, 2.0] and both.standard_errors[0, 0] < both.standard_errors[0, 1]
    assert c.sum_over_neighbors(np.stack([values, values], 1), 1.0).center.tolist() == [0, 0]


# --------------------------------------------------------------------------------- A worked example


def test_labels_spread_from_one_in_ten() -> None:
    pytest.importorskip("networkx")
    path = pathlib.Path(__file__).parents[2] / "apps/python/examples/labels.py"
    example = runpy.run_path(str(path))
    rng = np.random.default_rng(1)
    label = rng.integers(6, size=600)
    u, v = rng.integers(600, size=(2, 60_000))
    meet = (u < v) & ((label[u] == label[v]) | (rng.random(60_000) < 0.04))
    graph = edgeldp.as_graph((u[meet], v[meet]), nodes=600)
    is_public = rng.random(600) < 0.1
    with edgeldp.simulate(SEED):
        guess = example["propagate"](graph, np.where(is_public, label, -1), 6, 2.0)
    assert np.array_equal(guess[is_public], label[is_public])
    assert (guess == label)[~is_public].mean() > 0.5  # one in six by chance
    found = example["communities_of"](graph)
    assert found.shape == (600,) and found.min() == 0


# ------------------------------------------------------------------------------------------- Wrong


@pytest.mark.parametrize("wrong", [
    lambda c, x: c.sum_over_neighbors(x[:10], 0.1),
    lambda c, x: c.sum_over_neighbors(x[:, None, None], 0.1),
    lambda c, x: c.sum_over_neighbors(np.zeros((USERS, 0)), 0.1),
    lambda c, x: c.sum_over_neighbors(np.where(x > 7, math.nan, x), 0.1),
    lambda c, x: c.sum_over_neighbors(np.where(x > 7, math.inf, x), 0.1),
    lambda c, x: c.sum_over_neighbors(0 * x, 0.1),
    lambda c, x: c.sum_over_neighbors(np.full((USERS, 3), 1e308), 0.1),
    lambda c, x: c.sum_over_neighbors(x, 0.1, center=[0, 0]),
    lambda c, x: c.h_index(x[:, None], 0.1),
    lambda c, x: c.h_index(0 * x, 0.1),
    lambda c, x: c.count_in_groups(np.zeros(3, int), 0.1),
    lambda c, x: c.count_in_groups(np.zeros((USERS, 2), int), 0.1),
    lambda c, x: c.count_in_groups(np.full(USERS, -1), 0.1),
    lambda c, x: c.count_in_groups(np.arange(USERS), 0.1, number=5),
])
def test_wrong_values_are_refused_and_cost_nothing(friends: edgeldp.Graph, x: Any, wrong: Any) -> None:
    c = collector(friends)
    with pytest.raises(ValueError):
        wrong(c, x)
    assert c.record == [] and c.remaining == 1.0


@pytest.mark.parametrize("wrong", [
    lambda c, x: c.sum_over_neighbors(x + 1j, 0.1),
    lambda c, x: c.sum_over_neighbors([str(i) for i in x], 0.1),
    lambda c, x: c.count_in_groups(x, 0.1),
])
def test_wrong_types_are_refused(friends: edgeldp.Graph, x: Any, wrong: Any) -> None:
    with pytest.raises(TypeError):
        wrong(collector(friends), x)


def test_who_is_asked_must_be_said(x: Any) -> None:
    with pytest.raises(ValueError, match="users=graph"):
        Collector(1.0).sum_over_neighbors(x, 0.5)
    with pytest.raises((ValueError, TypeError)):
        Collector(1.0, users=[])
