# SPDX-License-Identifier: MIT
"""Directed graphs."""

from __future__ import annotations

import pathlib
import pickle
from typing import Any

import numpy as np
import pytest

import edgeldp
from edgeldp import Collector, DirectedGraph

USERS = 80


@pytest.fixture(scope="module")
def ends() -> tuple[Any, Any]:
    """Users name the next one, and one more; some are named back."""
    u = np.arange(USERS)
    tails = np.concatenate([u, u, (u[::5] + 1) % USERS])
    heads = np.concatenate([(u + 1) % USERS, (7 * u + 3) % USERS, u[::5]])
    return tails, heads


@pytest.fixture(scope="module")
def arcs(ends: tuple[Any, Any]) -> DirectedGraph:
    return edgeldp.as_directed(ends)


def matrix(g: DirectedGraph) -> Any:
    a = np.zeros((g.nodes, g.nodes))
    a[g.ends] = 1.0
    return a


def test_sources_make_the_same_graph(ends: tuple[Any, Any], arcs: DirectedGraph,
                                     tmp_path: pathlib.Path) -> None:
    assert (arcs.nodes, arcs.arcs) == (USERS, len(np.unique(np.stack(ends, 1), axis=0)))
    path = tmp_path / "arcs.txt"
    path.write_text("".join(f"{u} {v}\n" for u, v in zip(*ends)))
    assert edgeldp.as_directed(path, nodes=USERS) == arcs
    assert edgeldp.as_directed(np.stack(ends, 1)) == arcs
    assert edgeldp.as_directed(arcs) is arcs
    assert pickle.loads(pickle.dumps(arcs)) == arcs
    assert repr(arcs) == f"<edgeldp.DirectedGraph 'graph': {USERS} nodes, {arcs.arcs} arcs>"

    class Rows:
        """What scipy has of a matrix."""
        indptr = np.concatenate([[0], np.cumsum(matrix(arcs).sum(1))]).astype(np.int64)
        indices = np.nonzero(matrix(arcs))[1].astype(np.int32)
        data = np.ones(arcs.arcs)
        shape = (USERS, USERS)

    assert edgeldp.as_directed(Rows()) == arcs


def test_networkx(arcs: DirectedGraph) -> None:
    networkx = pytest.importorskip("networkx")
    assert edgeldp.as_directed(arcs.to_networkx()) == arcs
    with pytest.raises(ValueError, match="to_directed"):
        edgeldp.as_directed(networkx.path_graph(4))
    with pytest.raises(ValueError, match="as_directed"):
        edgeldp.as_graph(arcs.to_networkx())


def test_next_to_no_noise_answers_are_of_the_arcs(arcs: DirectedGraph) -> None:
    a = matrix(arcs)
    with edgeldp.simulate(3):
        c = Collector(60.0, users=arcs)
    assert np.array_equal(c.degrees(12).values, a.sum(1))
    x = 1.0 + np.arange(USERS) % 5
    sums = c.sum_over_neighbors(x, 24)
    assert np.abs(sums.values - a @ x).max() < 20 * sums.standard_errors.max()
    group = np.arange(USERS) % 3
    assert np.array_equal(c.count_in_groups(group, 24).values, a @ np.eye(3)[group])
    assert sums.spent["relationship_dp"] == pytest.approx(2 * sums.spent["edge_ldp"])


def test_questions_of_the_table_take_arcs(arcs: DirectedGraph) -> None:
    a = matrix(arcs)
    with edgeldp.simulate(5):
        back = edgeldp.ask("reciprocity", arcs, 60.0, rows=edgeldp.Rows(codec="bitmap"))
        mixed = edgeldp.mixing(arcs, np.arange(USERS) % 2, 60.0, matrix=True)
        central = edgeldp.ask("centrality", arcs, 60.0)
    assert back["arcs with one back"].value == pytest.approx((a * a.T).sum(), abs=3.0)
    across = mixed["arcs from 0 to 1"]
    assert across.value == pytest.approx(a[::2, 1::2].sum(), abs=0.5)
    assert across["directed"] and across["relationship_dp"] == 120.0
    assert central[0]["directed"]
    assert "one given user names another" in central[0]._repr_html_()


def test_other_questions_refuse_them(arcs: DirectedGraph) -> None:
    for ask in (edgeldp.triangles, edgeldp.degrees, lambda g: edgeldp.ask("cores", g)):
        with pytest.raises(ValueError, match="directed"):
            ask(arcs)
