# SPDX-License-Identifier: MIT
"""One account over several calls: what they cost, and that nobody overspends."""

from __future__ import annotations

import copy
import gc
import math
import os
import pathlib
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import edgeldp
from edgeldp import Ledger

UNIT = 2.0**-32  # of budgets; each is rounded down to it

RATINGS = (["a", "b"], ["x", "y"], [1, 2])


@pytest.fixture(scope="module")
def small() -> edgeldp.Graph:
    return edgeldp.generate.erdos_renyi(34, 78)


@pytest.fixture(scope="module")
def items() -> edgeldp.BipartiteGraph:
    return edgeldp.as_bipartite(([0, 0, 1, 1, 2], [0, 1, 0, 1, 1]))


def clients_of(g: edgeldp.Graph) -> list[edgeldp.Client]:
    return [edgeldp.Client(u, g.nodes, g.indices[g.indptr[u]:g.indptr[u + 1]])
            for u in range(g.nodes)]


Call = Callable[[edgeldp.Graph, edgeldp.BipartiteGraph, Ledger], Any]

CALLS: dict[str, tuple[Call, float]] = {
    "triangles": (lambda g, b, x: edgeldp.triangles(g, 0.5, ledger=x), 0.5),
    "three runs": (lambda g, b, x: edgeldp.triangles(g, 0.1, runs=3, ledger=x), 0.3),
    "cycles": (lambda g, b, x: edgeldp.cycles(g, 4, 0.75, exact=False, ledger=x), 0.75),
    "butterflies": (lambda g, b, x: edgeldp.butterflies(b, 0.25, runs=2, ledger=x), 0.5),
    "degrees": (lambda g, b, x: edgeldp.degrees(g, 0.5, ledger=x), 0.5),
    "stars": (lambda g, b, x: edgeldp.stars(g, 3, 0.5, method="own-caps", runs=2, ledger=x), 1.0),
    "clustering": (lambda g, b, x: edgeldp.clustering(g, 0.5, runs=2, ledger=x), 1.0),
    "users": (lambda g, b, x: edgeldp.triangles_at_users(g, 0.5, ledger=x), 0.5),
    "homophily": (lambda g, b, x: edgeldp.homophily(g, [u % 2 for u in range(34)], 0.5,
                                                    values=[0, 1], ledger=x), 0.5),
    "one pair": (lambda g, b, x: edgeldp.common_neighbors(g, [(0, 1)], 0.5, ledger=x), 0.5),
    "pairs of two runs": (
        lambda g, b, x: edgeldp.common_neighbors(g, [(0, 1), (2, 3), (3, 0)], 0.5, ledger=x), 1.0),
    "pairs of items": (
        lambda g, b, x: edgeldp.common_neighbors(b, [(0, 1), (1, 2)], 0.5, runs=2, ledger=x), 2.0),
    "rows for all pairs": (
        lambda g, b, x: edgeldp.common_neighbors(
            g, [(0, 1), (1, 2)], 0.5, how=edgeldp.PairSettings(method="one-round"), ledger=x), 0.5),
    "sweep": (lambda g, b, x: edgeldp.sweep("triangles", g, [0.25, 0.5], runs=2, ledger=x), 1.5),
    "clients": (lambda g, b, x: edgeldp.Collector(0.5, ledger=x).triangles(clients_of(g)), 0.5),
    "edges": (lambda g, b, x: edgeldp.Collector(0.5, ledger=x).edges(clients_of(g)), 0.5),
    "release": (lambda g, b, x: edgeldp.release(g, 0.5, ledger=x), 0.5),
    "vectors": (lambda g, b, x: edgeldp.vectors(RATINGS, 0.5, values=[1, 2], ledger=x), 0.5),
}

# Where every user takes part in every round; in others some may not be asked to count.
ALL_IS_SPENT = {"degrees", "stars", "homophily", "edges", "rows for all pairs"}


@pytest.mark.parametrize("name", CALLS)
def test_calls_charge_what_users_spend(name: str, small: edgeldp.Graph,
                                       items: edgeldp.BipartiteGraph) -> None:
    call, cost = CALLS[name]
    ledger = Ledger(cost)
    found = call(small, items, ledger)
    assert ledger.spent == pytest.approx(cost, abs=4 * UNIT)
    assert ledger.remaining == pytest.approx(0, abs=4 * UNIT)
    assert [paid for _, paid in ledger.entries] == [ledger.spent]
    if hasattr(found, "spent") and not isinstance(found, edgeldp.Release):
        spent = found.spent["epsilon"]
        assert 0 < spent <= cost
        if name in ALL_IS_SPENT:
            assert spent == pytest.approx(cost, abs=64 * UNIT)


@pytest.mark.parametrize("name", CALLS)
def test_overspending_is_refused_before_coins_are_drawn(name: str, small: edgeldp.Graph,
                                                        items: edgeldp.BipartiteGraph) -> None:
    call, cost = CALLS[name]
    ledger = Ledger(cost + 0.2)
    ledger.spend("something before", 0.2 + 10 * UNIT)
    left, entries = ledger.remaining, ledger.entries
    with edgeldp.simulate(7) as simulation:
        with pytest.raises(ValueError, match="remains"):
            call(small, items, ledger)
        assert "0 calls" in repr(simulation)
    assert (ledger.remaining, ledger.entries) == (left, entries)


def test_several_calls_share_an_account(small: edgeldp.Graph,
                                        items: edgeldp.BipartiteGraph) -> None:
    ledger = Ledger(2.0)
    edgeldp.triangles(small, 0.5, ledger=ledger)
    edgeldp.degrees(small, 0.25, runs=3, ledger=ledger)
    assert ledger.entries == [("triangles", 0.5), ("degrees", 0.75)]
    assert (ledger.epsilon, ledger.spent, ledger.remaining) == (2.0, 1.25, 0.75)
    assert repr(ledger) == "<edgeldp.Ledger: 1.25 of 2 spent, 0.75 left>"
    with pytest.raises(ValueError, match="'cycles' asks for epsilon 0.8.*only 0.75"):
        edgeldp.cycles(small, 4, 0.8, ledger=ledger)
    edgeldp.release(small, 0.75, ledger=ledger)
    assert ledger.remaining == 0
    for call, _ in CALLS.values():
        with pytest.raises(ValueError, match="remains"):
            call(small, items, ledger)
    assert len(ledger.entries) == 3


def test_a_call_that_fails_has_spent(small: edgeldp.Graph) -> None:
    ledger = Ledger(1.0)
    idle = edgeldp.Rows(kappa=30, clip="neighbors")  # which go together for nobody
    with pytest.raises(ValueError, match="kappa"):
        edgeldp.triangles(small, 0.5, rows=idle, ledger=ledger)
    assert ledger.spent == 0.5

    def refuse(*_: object) -> None:
        raise InterruptedError

    large = edgeldp.generate.affiliation(20_000, 100_000)
    with pytest.raises(InterruptedError), edgeldp.progress(refuse):
        edgeldp.triangles(large, 0.5, ledger=ledger)
    assert ledger.remaining == 0


def test_a_release_pays_for_its_count(small: edgeldp.Graph, tmp_path: pathlib.Path) -> None:
    ledger, other = Ledger(1.0), Ledger(1.0)
    release = edgeldp.release(small, 1.0, ledger=ledger)
    release.save(tmp_path / "file")
    edgeldp.triangles(small, release=edgeldp.Release.load(tmp_path / "file"), ledger=ledger)
    assert ledger.entries == [("release", 1.0)]
    with pytest.raises(ValueError, match="only 0.000000 of"):  # in memory as in the file
        edgeldp.triangles(small, release=release, ledger=ledger)
    with pytest.raises(ValueError, match="number 2 on this release"):
        edgeldp.triangles(small, release=release)
    assert ledger.entries == [("release", 1.0)]
    # An account that has not paid for the release pays for the count alone.
    release = edgeldp.release(small, 1.0)
    edgeldp.triangles(small, release=release, ledger=other)
    assert other.spent == pytest.approx(1.0 - release.spent, abs=4 * UNIT)
    assert 0 < other.spent < 1


def test_a_copy_of_a_release_is_that_release(small: edgeldp.Graph,
                                             tmp_path: pathlib.Path) -> None:
    """One count is paid for with the release; each other is charged, by whatever name."""
    def saved(r: edgeldp.Release) -> edgeldp.Release:
        r.save(tmp_path / "file")
        for name in ("copy", "again"):
            shutil.copy(tmp_path / "file", tmp_path / name)
        os.link(tmp_path / "again", tmp_path / "link")
        os.remove(tmp_path / "again")
        return edgeldp.Release.load(tmp_path / "link")

    ways: list[Callable[[edgeldp.Release], edgeldp.Release]] = [
        copy.copy, lambda r: pickle.loads(pickle.dumps(r)), copy.deepcopy, saved,
        lambda r: edgeldp.Release.load(tmp_path / "copy")]
    ledger = Ledger(1.0)
    release = edgeldp.release(small, 1.0, ledger=ledger)
    edgeldp.triangles(small, release=pickle.loads(pickle.dumps(release)), ledger=ledger)
    assert ledger.entries == [("release", 1.0)]
    for other in ways:
        with pytest.raises(ValueError, match="'count on a release' asks for.*only 0.000000 of"):
            edgeldp.triangles(small, release=other(release), ledger=ledger)
    assert ledger.spent == 1.0

    larger = Ledger(64.0)
    release = edgeldp.release(small, 1.0, ledger=larger)
    cost = release.epsilon - release.spent
    edgeldp.triangles(small, release=pickle.loads(pickle.dumps(release)), ledger=larger)
    # What is reserved in the release itself is spent, whatever an account allows beside it.
    for _ in range(4):
        with pytest.raises(ValueError, match="number 2 on this release"):
            edgeldp.triangles(small, release=pickle.loads(pickle.dumps(release)), ledger=larger)
    assert larger.spent == pytest.approx(1.0 + 4 * cost, abs=8 * UNIT)
    # Nor does copying the account make another one of it.
    with pytest.raises(ValueError, match="number 2 on this release"):
        edgeldp.triangles(small, release=pickle.loads(pickle.dumps(release)), ledger=copy.copy(larger))
    assert larger.spent == pytest.approx(1.0 + 5 * cost, abs=8 * UNIT)


def test_a_release_of_the_same_key_is_another_one(small: edgeldp.Graph) -> None:
    ledger = Ledger(1.0)
    edgeldp.release(small, 0.125, rows=edgeldp.Rows(key="5"), ledger=ledger)
    other = edgeldp.release(small, 1.0, rows=edgeldp.Rows(key="5"))
    edgeldp.triangles(small, release=other, ledger=ledger)
    assert ledger.spent == pytest.approx(0.125 + other.epsilon - other.spent, abs=4 * UNIT)
    assert [name for name, _ in ledger.entries] == ["release", "count on a release"]


def test_an_account_goes_with_a_saved_release(small: edgeldp.Graph,
                                              tmp_path: pathlib.Path) -> None:
    release = edgeldp.release(small, 1.0)
    edgeldp.triangles(small, release=release)
    for name in ("first", "second"):
        release.save(tmp_path / name)
        (tmp_path / f"to-{name}").symlink_to(tmp_path / name)
        for path in (name, f"to-{name}"):
            with pytest.raises(ValueError, match="number 2 on this release"):
                edgeldp.triangles(small, release=edgeldp.Release.load(tmp_path / path))


def ways_of_copying(tmp_path: pathlib.Path) -> dict[str, Callable[[edgeldp.Release], edgeldp.Release]]:
    def again(r: edgeldp.Release) -> edgeldp.Release:
        return pickle.loads(pickle.dumps(r))

    def saved(r: edgeldp.Release) -> edgeldp.Release:
        again(r).save(tmp_path / "saved")
        return edgeldp.Release.load(tmp_path / "saved")

    def copied(r: edgeldp.Release) -> edgeldp.Release:
        again(r).save(tmp_path / "saved")
        shutil.copy(tmp_path / "saved", tmp_path / "copied")
        return edgeldp.Release.load(tmp_path / "copied")

    return {"itself": lambda r: r, "pickled": again, "copied": copy.copy, "deeply": copy.deepcopy,
            "saved": saved, "a copy of a file": copied}


WAYS = [*ways_of_copying(pathlib.Path())]


@pytest.mark.parametrize("second", WAYS)
@pytest.mark.parametrize("first", WAYS)
def test_all_copies_of_a_release_have_one_account(small: edgeldp.Graph, tmp_path: pathlib.Path,
                                                  first: str, second: str) -> None:
    """Whichever was counted on first, and whether it is still there."""
    ways = ways_of_copying(tmp_path)
    release = edgeldp.release(small, 1.0)
    ones = [ways[first](release), ways[second](release)]
    edgeldp.triangles(small, release=ones[0])
    with pytest.raises(ValueError, match="number 2 on this release"):
        edgeldp.triangles(small, release=ones[1])
    ones.pop(0)
    gc.collect()
    with pytest.raises(ValueError, match="number 2 on this release"):
        edgeldp.triangles(small, release=ways[second](release))


def test_an_account_outlives_those_who_counted(small: edgeldp.Graph) -> None:
    release = edgeldp.release(small, 1.0)
    kept = pickle.dumps(release)
    edgeldp.triangles(small, release=release)
    del release
    gc.collect()
    with pytest.raises(ValueError, match="number 2 on this release"):
        edgeldp.triangles(small, release=pickle.loads(kept))


def test_a_pickle_carries_what_was_spent(small: edgeldp.Graph, tmp_path: pathlib.Path) -> None:
    """Into a process that never heard of the release."""
    release = edgeldp.release(small, 1.0)
    edgeldp.triangles(small, release=release)
    (tmp_path / "pickle").write_bytes(pickle.dumps((small, release)))
    script = ("import pickle, sys, edgeldp\n"
              "small, release = pickle.load(open(sys.argv[1], 'rb'))\n"
              "edgeldp.triangles(small, release=release)\n")
    run = subprocess.run([sys.executable, "-c", script, tmp_path / "pickle"], capture_output=True,
                         text=True, check=False)
    assert "number 2 on this release" in run.stderr, run.stderr


def test_a_child_leaves_the_account_of_its_parent(small: edgeldp.Graph) -> None:
    script = ("import os, sys, edgeldp\n"
              "small = edgeldp.generate.erdos_renyi(34, 78)\n"
              "release = edgeldp.release(small, 1.0)\n"
              "edgeldp.triangles(small, release=release)\n"
              "child = os.fork()\n"
              "if child == 0: sys.exit(0)\n"
              "os.waitpid(child, 0)\n"
              "edgeldp.triangles(small, release=release)\n")
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "number 2 on this release" in run.stderr, run.stderr


def test_a_file_that_holds_another_release_by_now_is_not_read(small: edgeldp.Graph,
                                                              tmp_path: pathlib.Path) -> None:
    release, other = (edgeldp.release(small, 1.0, rows=edgeldp.Rows(key=key)) for key in ("1", "2"))
    release.save(tmp_path / "file")
    other.save(tmp_path / "file")
    edgeldp.triangles(small, release=release)
    assert not (tmp_path / "file.spent").exists()
    edgeldp.triangles(small, release=edgeldp.Release.load(tmp_path / "file"))
    for one in (release, other):
        with pytest.raises(ValueError, match="number 2 on this release"):
            edgeldp.triangles(small, release=one)


def test_what_others_spend_is_rounded_up() -> None:
    """Costs below a unit are one, however many there are."""
    ledger = Ledger(1.0)
    for _ in range(1000):
        ledger.spend("elsewhere", 1.5 * UNIT)
    assert ledger.remaining == pytest.approx(1.0 - 2000 * UNIT, abs=8 * UNIT)
    whole = Ledger(0.3)
    whole.spend("all of it", 0.3)
    assert whole.remaining == 0
    with pytest.raises(ValueError, match="remains"):
        whole.spend("more", UNIT)


def test_pairs_that_are_drawn_cannot_be_charged(small: edgeldp.Graph) -> None:
    ledger = Ledger(64)
    with pytest.raises(ValueError, match="pairs: .*draw pairs"):
        edgeldp.common_neighbors(small, 3, ledger=ledger)
    assert ledger.entries == []


def test_ends_of_edges() -> None:
    """An edge may lose what each of its ends sends of it."""
    ledger = Ledger(2.0)
    ledger.spend("two ends", 0.5)
    assert ledger.relationship_dp == 1.0
    ledger.spend("one end", 0.25, edge_ends=1)
    assert ledger.relationship_dp == 1.25
    ledger.spend("no edge", 0.25, edge_ends=0)
    assert ledger.relationship_dp == 1.25
    assert ledger.spent == 1.0

    survey = Ledger(1.0)
    law = edgeldp.channel("k-ary", 0.5, categories="ab")
    edgeldp.survey({"x": list("abba"), "y": list("aaaa")}, {"x": law, "y": law}, ledger=survey)
    name, paid = survey.entries[0]
    assert name == "survey" and paid == pytest.approx(2 * law.loss, abs=1e-9)
    assert survey.relationship_dp == 0
    with pytest.raises(ValueError, match="remains"):
        edgeldp.survey({"x": ["a"]}, {"x": law}, ledger=survey)


def test_runs_cost_each() -> None:
    ledger = Ledger(1.0)
    with pytest.raises(ValueError, match="1.1"):
        ledger.spend("eleven", 0.1, times=11)
    assert ledger.spent == 0
    ledger.spend("ten", 0.1, times=10)
    assert ledger.remaining == 0
    # 0.1 * 3 is more than 0.3 as doubles are, and not in units.
    assert 0.1 * 3 > 0.3
    Ledger(0.3).spend("three", 0.1, times=3)


def test_threads_share_an_account() -> None:
    """Of 800 that want a hundredth of a budget for 500 exactly so many get it."""
    ledger = Ledger(500 / 128)

    def spend(i: int) -> bool:
        try:
            ledger.spend(f"call {i}", 1 / 128)
        except ValueError:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        paid = list(threads.map(spend, range(800)))
    assert sum(paid) == 500
    assert ledger.remaining == 0 and ledger.spent == 500 / 128
    assert {name for name, _ in ledger.entries} == {f"call {i}" for i in range(800) if paid[i]}


@pytest.mark.parametrize("epsilon", [0, -1, 64.5, math.inf, math.nan, 2.0**-33])
def test_budgets_that_are_none(epsilon: float) -> None:
    with pytest.raises(ValueError, match="epsilon"):
        Ledger(epsilon)
    ledger = Ledger(1.0)
    with pytest.raises(ValueError):
        ledger.spend("x", epsilon)
    assert ledger.entries == []


@pytest.mark.parametrize("options", [dict(times=0), dict(times=-1), dict(edge_ends=3),
                                     dict(edge_ends=-1)])
def test_costs_that_are_none(options: dict[str, int]) -> None:
    ledger = Ledger(1.0)
    with pytest.raises(ValueError, match="times|edge_ends"):
        ledger.spend("x", 0.1, **options)
    assert ledger.entries == []
