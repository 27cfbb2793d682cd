# SPDX-License-Identifier: MIT
"""What becomes of files, arrays and objects of other packages, and what is refused how."""

from __future__ import annotations

import copy
import gzip
import logging
import os
import pathlib
import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from edgeldp._graphs import Graph, arrays, as_bipartite, as_graph

TRIANGLE_WITH_TAIL = ([0, 1, 2, 2], [1, 2, 0, 3])
ITS_EDGES = {(0, 1), (0, 2), (1, 2), (2, 3)}


@dataclass
class Rows:
    """What scipy's compressed matrices look like."""

    indptr: Any
    indices: Any
    shape: Any = None
    data: Any = None
    format: str = "csr"

    def __post_init__(self) -> None:
        self.indptr, self.indices = np.asarray(self.indptr), np.asarray(self.indices)
        if self.shape is None:
            self.shape = (len(self.indptr) - 1, len(self.indptr) - 1)


def rows_of(edges: set[tuple[int, int]], n: int, **others: Any) -> Rows:
    dense = np.zeros((n, n), bool)
    for u, v in edges:
        dense[u, v] = dense[v, u] = True
    indptr = np.concatenate([[0], np.cumsum(dense.sum(1))]).astype(np.int64)
    return Rows(indptr, np.nonzero(dense)[1].astype(np.int32), **others)


def edges_of(graph: Graph) -> set[tuple[int, int]]:
    u = np.repeat(np.arange(graph.nodes), np.diff(graph.indptr))
    return {(int(a), int(b)) for a, b in zip(u, graph.indices) if a < b}


def labelled_edges_of(graph: Graph) -> set[frozenset[Any]]:
    return {frozenset((graph.label(u), graph.label(v))) for u, v in edges_of(graph)}


def address(array: np.ndarray[Any, Any]) -> int:
    return int(array.__array_interface__["data"][0])


# Arrays.


@pytest.mark.parametrize(
    "x",
    [
        TRIANGLE_WITH_TAIL,
        tuple(map(np.array, TRIANGLE_WITH_TAIL)),
        list(map(np.array, TRIANGLE_WITH_TAIL)),
        tuple(np.array(ends, np.uint8) for ends in TRIANGLE_WITH_TAIL),
        tuple(np.array(ends, float) for ends in TRIANGLE_WITH_TAIL),
        tuple(np.array(ends, object) for ends in TRIANGLE_WITH_TAIL),
        tuple(np.array(ends, ">i8") for ends in TRIANGLE_WITH_TAIL),
        tuple(np.repeat(np.array(ends, np.uint32), 2)[::2] for ends in TRIANGLE_WITH_TAIL),
        np.array(TRIANGLE_WITH_TAIL).T,
        np.array(TRIANGLE_WITH_TAIL, np.uint32).T,
        list(zip(*TRIANGLE_WITH_TAIL)),
        np.nonzero(np.array([[0, 1, 1, 0], [1, 0, 1, 0], [1, 1, 0, 1], [0, 0, 1, 0]])),
    ],
    ids=str,
)
def test_arrays_of_edges(x: Any) -> None:
    graph = as_graph(x)
    assert (graph.nodes, graph.edges) == (4, 4)
    assert edges_of(graph) == ITS_EDGES
    assert graph.labels == range(4)
    assert not graph.users_are_declared
    assert graph.clean_up == {}


def test_two_rows_of_an_array_are_two_edges() -> None:
    assert edges_of(as_graph(np.array([[0, 1], [2, 3]]))) == {(0, 1), (2, 3)}
    assert edges_of(as_graph([(0, 1), (2, 3)])) == {(0, 1), (2, 3)}
    assert edges_of(as_graph(([0, 1], [2, 3]))) == {(0, 2), (1, 3)}


def test_nodes_declare_users() -> None:
    graph = as_graph(TRIANGLE_WITH_TAIL, nodes=6)
    assert graph.nodes == 6
    assert as_graph(TRIANGLE_WITH_TAIL, nodes=np.int64(6)) == graph  # type: ignore[arg-type]
    assert graph.users_are_declared
    assert as_graph(([], []), nodes=3).edges == 0
    assert as_graph([], nodes=3).nodes == 3
    assert as_graph(([0], [1_000_000])).nodes == 1_000_001


@pytest.mark.parametrize("users", [[50, 2**63 + 5, 7], np.array([50, 2**63 + 5, 7], np.uint64)])
def test_users_are_numbers(users: Any) -> None:
    ends = np.array([[7, 50], [50, 2**63 + 5]], np.uint64)
    graph = as_graph((ends[0], ends[1]), users=users)
    assert edges_of(graph) == {(0, 2), (0, 1)}
    assert graph.users_are_declared
    assert list(graph.labels) == [50, 2**63 + 5, 7]


def test_users_have_names() -> None:
    graph = as_graph((["eve", "bob"], np.array(["bob", "ann"])), users=["ann", "bob", "eve", "joe"])
    assert edges_of(graph) == {(0, 1), (1, 2)}
    assert graph.labels == ("ann", "bob", "eve", "joe")


def test_users_that_are_numbers_from_zero_and_strided_ends() -> None:
    ends = np.array([[0, 1], [1, 2]], np.uint32)
    assert edges_of(as_graph(ends, users=range(3))) == {(0, 1), (1, 2)}


def test_loops_are_logged_and_repeats_count_once(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "edgeldp"):
        graph = as_graph(([0, 1, 1, 2, 0], [1, 0, 1, 2, 1]))
    assert (graph.nodes, edges_of(graph)) == (3, {(0, 1)})
    assert "2 self-loops" in caplog.text


REFUSED_ARRAYS = {
    "negative": (([0, 1], [1, -1]), {}, r"v holds -1 at position 1.*from 0"),
    "fraction": (([0, 1.5], [1, 2]), {}, r"u holds 1.5 at position 1.*whole"),
    "missing": (([0.0, 1.0], [1.0, np.nan]), {}, r"v holds nan at position 1.*whole"),
    "infinite": (([0.0, np.inf], [1.0, 1.0]), {}, r"u holds inf at position 1"),
    "too large": (([0, 2**32], [1, 2]), {}, r"u holds 4294967296 at position 1.*2\^32"),
    "huge": (([0, 2**70], [1, 2]), {}, r"u holds 1180591620717411303424 at position 1.*2\^32"),
    "far too large float": (([0, 1e300], [1, 2]), {}, r"u holds 1e\+300 at position 1.*2\^32"),
    "lengths": (([0, 1, 2], [1, 2]), {}, r"u has 3 ids and v 2"),
    "three parts": (([0], [1], [1.0]), {}, r"tuple of 3 parts"),
    "numbers": ((3, 4), {}, r"u has shape \(\).*sequence"),
    "nested": (([[0, 1]], [[1, 2]]), {}, r"u has shape \(1, 2\)"),
    "ragged": (([[0], [1, 2]], [1, 2]), {}, r"u holds sequences"),
    "pairs and triples": ([(0, 1), (1, 2, 3)], {}, r"differ in length"),
    "triples": ([(0, 1, 2)], {}, r"shape \(1, 3\).*\(m, 2\)"),
    "flat": (np.arange(4), {}, r"shape \(4,\).*\(m, 2\)"),
    "a number": (np.array(4), {}, r"shape \(\).*\(m, 2\)"),
    "edge index": (np.zeros((2, 7), int), {}, r"shape \(2, 7\).*transpose"),
    "adjacency": (np.zeros((5, 5), int), {}, r"shape \(5, 5\).*np.nonzero"),
    "cube": (np.zeros((2, 2, 2), int), {}, r"shape \(2, 2, 2\)"),
    "truth values": (np.zeros((3, 2), bool), {}, r"column 0 holds truth values"),
    "text": ((["ann"], ["bob"]), {}, r"u holds 'ann' at position 0.*DataFrame"),
    "mixture": ((np.array([1, None], object), [1, 2]), {}, r"u holds None at position 1"),
    "column": (np.array([[0, 1], [2, -7]]), {}, r"column 1 holds -7 at position 1"),
    "empty": (([], []), {}, r"no edges: nodes="),
    "empty array": (np.zeros((0, 2), int), {}, r"no edges: nodes="),
    "few nodes": (([0, 5], [1, 2]), {"nodes": 5}, r"u holds 5 at position 1: nodes=5.*0 to 4"),
    "no nodes": (([0], [1]), {"nodes": 0}, r"nodes=0: it must be"),
    "half a node": (([0], [1]), {"nodes": 2.5}, r"nodes=2.5: it must be"),
    "true nodes": (([0], [1]), {"nodes": True}, r"nodes=True"),
    "too many nodes": (([0], [1]), {"nodes": 2**32 + 1}, r"nodes=4294967297"),
    "both": (([0], [1]), {"nodes": 2, "users": [0, 1]}, r"nodes= and users= both"),
    "no users": (([0], [1]), {"users": []}, r"users is empty"),
    "repeated user": (([4], [7]), {"users": [4, 7, 4]}, r"users holds 4 twice"),
    "repeated name": ((["a"], ["b"]), {"users": ["b", "a", "b"]}, r"users holds 'b' twice"),
    "user of text": ((["a"], ["b"]), {"users": "ab"}, r"users='ab': pass the sequence"),
    "unknown user": (([4, 9], [7, 4]), {"users": [4, 7]}, r"u holds 9 at position 1: no vertex"),
    "unknown name": ((["a"], ["c"]), {"users": ["a", "b"]}, r"v holds 'c' at position 0"),
    "user beyond": (([0, 3], [1, 2]), {"users": range(3)}, r"u holds 3 at position 1.*0 to 2"),
    "format": (([0], [1]), {"format": "metis"}, r"format= and names="),
    "names": (([0], [1]), {"names": True}, r"format= and names="),
    "sparse ids": (([0], [3_000_000_000]), {}, r"up to 3000000000.*1 edges.*DataFrame"),
}


@pytest.mark.parametrize("x, options, message", REFUSED_ARRAYS.values(), ids=REFUSED_ARRAYS)
def test_refused_arrays(x: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        as_graph(x, **options)


@pytest.mark.parametrize("x", [None, 7, {0: [1]}, {(0, 1)}, object(), iter([(0, 1)])], ids=repr)
def test_unknown_kinds(x: Any) -> None:
    converters: list[Callable[[Any], object]] = [as_graph, as_bipartite]
    for convert in converters:
        with pytest.raises(TypeError, match=r"It takes the path of a file, a tuple \(u, v\)"):
            convert(x)


def test_no_loop_in_python_over_ends() -> None:
    def seconds(call: Callable[[], object]) -> float:
        taken = []
        for _ in range(5):
            start = time.process_time()
            call()
            taken.append(time.process_time() - start)
        return min(taken)

    ends = np.random.default_rng(1).integers(0, 100_000, (2, 300_000))
    columns = [("u", ends[0]), ("v", ends[1])]
    assert seconds(lambda: arrays.numbered(columns, None, "nodes")) < seconds(ends.tolist) / 4


# Graphs.


def test_properties() -> None:
    graph = as_graph(TRIANGLE_WITH_TAIL, name="tail")
    assert repr(graph) == "<edgeldp.Graph 'tail': 4 nodes, 4 edges>"
    assert as_graph(TRIANGLE_WITH_TAIL).name == "graph"
    assert graph.indptr.tolist() == [0, 2, 4, 7, 8]
    assert graph.indices.tolist() == [1, 2, 0, 2, 0, 1, 3, 2]
    assert graph.indptr.dtype == np.dtype(np.int64)
    assert graph.indices.dtype == np.dtype(np.int32)
    assert graph._input.name == "tail"
    assert as_graph(graph) is graph
    with pytest.raises(ValueError, match="says itself which nodes it has"):
        as_graph(graph, nodes=7)


def test_graphs_do_not_change() -> None:
    graph = as_graph(([10, 30], [20, 10]), users=[30, 20, 10])
    for array in (graph.indptr, graph.indices, graph.labels):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1  # type: ignore[index]
    for attribute in ("nodes", "edges", "name", "labels", "other"):
        with pytest.raises(AttributeError):
            setattr(graph, attribute, 1)
    graph.clean_up["lines"] = 1
    assert graph.clean_up == {}


def test_users_array_may_change_afterwards() -> None:
    users = np.array([30, 20, 10])
    graph = as_graph(([10, 30], [20, 10]), users=users)
    users[0] = 99
    assert (graph.index(30), graph.label(0)) == (0, 30)


@pytest.mark.parametrize(
    "labels, unknown",
    [
        ([0, 1, 2], [3, -1, "0", 1.0, None, 2**80]),
        ([9, 4, 2**62], [3, -1, "9", 9.0, 2**62 + 1, 2**63, 2**64 - 9]),
        (np.array([9, 4, 2**64 - 1], np.uint64), [-1, 2**64 - 2, 2**63]),
        ([-9, 4, 7], [9, 2**64 - 9, 2**64 - 4]),
        (["a", "b", "1"], [1, "c", None]),
        ([1, ("a", 1), None], ["a", 2]),
    ],
    ids=str,
)
def test_labels(labels: Any, unknown: list[Any]) -> None:
    known = list(labels)
    graph = as_graph(([known[0]], [known[1]]), users=labels)
    assert edges_of(graph) == {(0, 1)}
    assert [graph.label(i) for i in range(3)] == known
    assert [graph.index(label) for label in known] == [0, 1, 2]
    found = graph.indices_of([known[2], known[0], known[2]])
    assert found.tolist() == [2, 0, 2]
    assert found.dtype == np.dtype(np.uint32)
    assert graph.indices_of([]).size == 0
    for label in unknown:
        with pytest.raises(ValueError, match="no vertex is called"):
            graph.index(label)
        with pytest.raises(ValueError, match=r"labels holds .* at position 1: no vertex"):
            graph.indices_of(np.array([known[0], label], object))


@pytest.mark.parametrize("of_labels, wanted", [(np.uint64, np.int64), (np.int64, np.uint64)])
def test_large_labels_of_other_types(of_labels: Any, wanted: Any) -> None:
    wide = [2**63] if of_labels is np.uint64 else []
    users = np.array([2**62, 5, *wide], of_labels)
    graph = as_graph((users[:1], users[1:2]), users=users)
    assert graph.indices_of(np.array([5, 2**62], wanted)).tolist() == [1, 0]
    with pytest.raises(ValueError, match=f"holds {2**62 + 1} at position 1"):
        graph.indices_of(np.array([5, 2**62 + 1], wanted))
    for wrapped in np.array([-(2**63), 2**62], np.int64).astype(wanted)[: len(wide)]:
        with pytest.raises(ValueError, match="no vertex is called"):
            graph.indices_of(np.array([wrapped], wanted))


def test_users_of_small_types() -> None:
    assert as_graph(([7], [9]), users=np.array([9, 7], np.uint8)).index(7) == 1


def test_labels_of_a_large_graph_are_found_without_a_loop() -> None:
    users = np.random.default_rng(2).permutation(10**5)[: 2 * 10**4] - 1000
    graph = as_graph((users[:1], users[1:2]), users=users)
    assert np.array_equal(graph.indices_of(users[::-1]), np.arange(users.size)[::-1])
    assert graph.label(7) == users[7] and type(graph.label(7)) is int


def test_refused_labels() -> None:
    graph = as_graph(TRIANGLE_WITH_TAIL)
    with pytest.raises(ValueError, match="labels holds 4 at position 1.*there are 4.*0 to 3"):
        graph.indices_of([3, 4])
    with pytest.raises(ValueError, match="labels is 'ab': pass a sequence"):
        graph.indices_of("ab")
    with pytest.raises(ValueError, match="labels is 3: pass a sequence"):
        graph.indices_of(3)
    with pytest.raises(ValueError, match="no vertex is called True"):
        graph.index(True)
    with pytest.raises(ValueError, match="holds True at position 0"):
        graph.indices_of(np.array([True, False]))
    with pytest.raises(ValueError, match=r"labels has shape \(2, 1\)"):
        graph.indices_of([[1], [2]])
    for i in (-1, 4):
        with pytest.raises(IndexError, match=f"no vertex {i}"):
            graph.label(i)


def test_equality() -> None:
    graph = as_graph(TRIANGLE_WITH_TAIL, name="a")
    same = as_graph(np.array(TRIANGLE_WITH_TAIL).T[::-1], nodes=4, name="b")
    assert graph == same and hash(graph) == hash(same)
    assert graph == as_graph(TRIANGLE_WITH_TAIL, users=[0, 1, 2, 3])
    assert graph != as_graph(TRIANGLE_WITH_TAIL, nodes=5)
    assert graph != as_graph(([0, 1, 2, 1], [1, 2, 0, 3]))
    assert graph != as_graph(TRIANGLE_WITH_TAIL, users=[0, 1, 2, 3, 4])
    assert graph != "a graph"
    users = [as_graph(([1], [2]), users=labels) for labels in ([1, 2], [1, 2], [2, 1])]
    assert users[0] == users[1] != users[2]
    words = as_graph((["b"], ["a"]), users=["a", "b"])
    assert words == as_graph((["a"], ["b"]), users=("a", "b"))
    assert words not in (users[0], as_graph((["a"], ["c"]), users=["a", "c"]))


@pytest.mark.parametrize("protocol", [2, 5])
@pytest.mark.parametrize(
    "users", [[0, 1, 2], [30, 20, 10], [2**63, 1, 2], ["a", "b", "c"]], ids=str
)
def test_pickles(users: Any, protocol: int) -> None:
    graph = as_graph((users[:2], users[1:]), users=users, name="three")
    again = pickle.loads(pickle.dumps(graph, protocol))
    assert again == graph
    assert type(again.labels) is type(graph.labels)
    assert (again.name, again.users_are_declared) == ("three", True)
    assert not pickle.loads(pickle.dumps(as_graph(([0], [1])))).users_are_declared
    assert copy.deepcopy(graph) == copy.copy(graph) == graph


# Matrices.


@pytest.mark.parametrize("dtype", [np.int32, np.uint32])
def test_matrices_are_not_copied(dtype: Any) -> None:
    a = rows_of(ITS_EDGES, 4, data=np.ones(8, bool))
    a.indices = a.indices.astype(dtype)
    graph = as_graph(a, name="rows")
    assert address(graph.indices) == address(a.indices)
    assert address(graph.indptr) == address(a.indptr)
    assert edges_of(graph) == ITS_EDGES
    assert (graph.nodes, graph.name, graph.users_are_declared) == (4, "rows", True)


def test_graphs_keep_the_arrays_of_matrices() -> None:
    a = rows_of(ITS_EDGES, 4)
    a.indices.flags.writeable = False
    graph = as_graph(a)
    del a
    np.full(10_000, -1, np.int32)
    assert edges_of(graph) == ITS_EDGES


def test_matrices_are_converted() -> None:
    a = rows_of(ITS_EDGES, 5)
    narrow = Rows(a.indptr.astype(np.int32), a.indices, data=np.ones(8))
    assert address(as_graph(narrow).indices) == address(a.indices)
    wide = Rows(a.indptr.astype(np.uint64), a.indices.astype(np.int64), format="csc")
    strided = Rows(np.repeat(a.indptr, 2)[::2], np.repeat(a.indices, 2)[::2])
    foreign = Rows(a.indptr.astype(">i8"), a.indices.astype(">i4"))
    roomy = Rows(a.indptr, np.append(a.indices, -1).astype(np.int32), data=np.append(np.ones(8), 7))
    for other in (narrow, wide, strided, foreign, roomy):
        assert as_graph(other) == as_graph(a)
    assert as_graph(Rows([0, 0], np.zeros(0, np.int32))).nodes == 1


def test_rows_that_are_not_sorted_are_copied(caplog: pytest.LogCaptureFixture) -> None:
    a = rows_of(ITS_EDGES, 4)
    reversed_rows = np.concatenate([row[::-1] for row in np.split(a.indices, a.indptr[1:-1])])
    given = Rows(a.indptr, reversed_rows)
    with caplog.at_level(logging.INFO, "edgeldp"):
        graph = as_graph(given)
    assert graph == as_graph(a)
    assert "not sorted" in caplog.text
    assert np.array_equal(given.indices, reversed_rows)
    assert as_graph(Rows(a.indptr, reversed_rows.astype(np.int64))) == graph


INT = np.int32
REFUSED_MATRICES = {
    "weights": (
        Rows([0, 1, 2], np.array([1, 0], INT), data=np.array([1, 3.5])),
        r"data holds 3.5 at position 1.*\(a != 0\)",
    ),
    "stored zeros": (Rows([0, 1, 2], np.array([1, 0], INT), data=np.array([0, 1])), "data holds 0"),
    "missing": (Rows([0, 1, 2], np.array([1, 0], INT), data=np.array([1, np.nan])), "holds nan"),
    "directed": (
        Rows([0, 2, 3, 3], np.array([1, 2, 0], INT)),
        r"not symmetric: it holds \(0, 2\) and not \(2, 0\).*a \+ a.T",
    ),
    "unsorted and directed": (Rows([0, 2, 2, 2], np.array([2, 1], INT)), "not symmetric"),
    "loop": (Rows([0, 1, 3], np.array([1, 0, 1], INT)), r"diagonal, at \(1, 1\).*setdiag"),
    "repeats": (Rows([0, 2, 4], np.array([1, 1, 0, 0], INT)), r"\(0, 1\) twice.*sum_dup"),
    "not square": (
        Rows([0, 1, 2], np.array([1, 0], INT), shape=(2, 3)),
        r"shape \(2, 3\).*as_bipartite",
    ),
    "shape of another": (Rows([0, 1, 2], np.array([1, 0], INT), shape=(3, 3)), "2 rows"),
    "beyond": (Rows([0, 1, 2], np.array([1, 2], INT)), "indices holds 2 at position 1.*2 columns"),
    "beyond and wide": (Rows([0, 1, 2], np.array([1, 2**40])), "indices holds 1099511627776"),
    "negative": (Rows([0, 1, 2], np.array([-1, 0], INT)), "indices holds -1 at position 0"),
    "negative and wide": (Rows([0, 1, 2], np.array([-1, 0])), "indices holds -1 at position 0"),
    "short": (Rows([0, 1, 3], np.array([1, 0], INT)), "indptr ends at 3, but there are 2"),
    "decreasing": (Rows([0, 2, 1], np.array([1, 0], INT)), "never decrease"),
    "late": (Rows([1, 1, 2], np.array([1, 0], INT)), "begin with 0"),
    "no offsets": (Rows(np.zeros(0, int), np.array([], INT), shape=(0, 0)), "begin with 0"),
    "no rows": (Rows([0], np.array([], INT)), "no nodes"),
    "fractions": (Rows([0, 1, 2], np.array([1.0, 0.0])), "indices is an array.*float64"),
    "two dimensions": (Rows([[0, 1, 2]], np.array([1, 0], INT), shape=(2, 2)), "indptr is an arr"),
    "blocks": (Rows([0, 1, 2], np.array([1, 0], INT), format="bsr"), "format 'bsr'.*tocsr"),
}


@pytest.mark.parametrize("x, message", REFUSED_MATRICES.values(), ids=REFUSED_MATRICES)
def test_refused_matrices(x: Rows, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        as_graph(x)


def test_matrices_say_how_many_nodes_there_are() -> None:
    with pytest.raises(ValueError, match="nodes= and users= go with files and lists"):
        as_graph(rows_of(ITS_EDGES, 4), nodes=9)


def test_scipy() -> None:
    sparse = pytest.importorskip("scipy.sparse")
    ends = ([0, 0, 1, 1, 2, 2, 2, 3], [1, 2, 0, 2, 0, 1, 3, 2])
    a = sparse.csr_matrix((np.ones(8), ends))
    graph = as_graph(a)
    assert edges_of(graph) == ITS_EDGES
    assert address(graph.indices) == address(a.indices)
    assert as_graph(a.tocsc()) == as_graph(a != 0) == graph
    with pytest.raises(ValueError, match="data holds 3.0"):
        as_graph(3 * a)
    with pytest.raises(TypeError, match="tocsr"):
        as_graph(a.tocoo())
    assert as_bipartite(sparse.csr_matrix(np.eye(2, 3))).right == 3


# networkx.


def test_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    x = networkx.Graph(name="friends")
    x.add_nodes_from(["joe", "ann"])
    x.add_edges_from([("bob", "ann"), ("ann", 7)], since=1999)
    graph = as_graph(x)
    assert graph.labels == ("joe", "ann", "bob", 7)
    assert edges_of(graph) == {(1, 2), (1, 3)}
    assert (graph.name, graph.users_are_declared) == ("friends", True)
    assert as_graph(x, name="other").name == "other"
    assert graph._input.names == ["joe", "ann", "bob", "7"]
    back = graph.to_networkx()
    assert list(back) == list(x)
    assert {frozenset(edge) for edge in back.edges} == {frozenset(edge) for edge in x.edges}


@pytest.mark.parametrize("shift", [0, 5, 2**63, -3])
def test_networkx_of_numbers(shift: int) -> None:
    networkx = pytest.importorskip("networkx")
    x = networkx.gnm_random_graph(50, 200, seed=1)
    x = networkx.relabel_nodes(x, {i: i + shift for i in range(50)})
    graph = as_graph(x)
    assert isinstance(graph.labels, range) is (shift == 0)
    assert labelled_edges_of(graph) == {frozenset(edge) for edge in x.edges}
    back = graph.to_networkx()
    assert all(type(node) is int for node in back)
    assert as_graph(back) == graph


def test_networkx_loops_parallel_edges_and_views(caplog: pytest.LogCaptureFixture) -> None:
    networkx = pytest.importorskip("networkx")
    x = networkx.MultiGraph([(0, 1), (1, 0), (1, 2), (2, 2), (2, 2), (2, 3)])
    with caplog.at_level(logging.INFO, "edgeldp"):
        assert edges_of(as_graph(x)) == {(0, 1), (1, 2), (2, 3)}
    assert "1 self-loops" in caplog.text
    view = networkx.Graph(x).subgraph([1, 2, 3])
    assert labelled_edges_of(as_graph(view)) == {frozenset((1, 2)), frozenset((2, 3))}
    assert as_graph(networkx.empty_graph(3)).nodes == 3


def test_refused_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    x = networkx.path_graph(3)
    for kind in (networkx.DiGraph, networkx.MultiDiGraph):
        with pytest.raises(ValueError, match=r"directed.*to_undirected\(\)"):
            as_graph(kind(x))
    networkx.set_edge_attributes(x, {(1, 2): 0.5}, "weight")
    with pytest.raises(ValueError, match="from 1 to 2 has the weight 0.5.*set_edge_attributes"):
        as_graph(x)
    networkx.set_edge_attributes(x, 1, "weight")
    assert as_graph(x).edges == 2
    with pytest.raises(ValueError, match="no nodes"):
        as_graph(networkx.Graph())
    with pytest.raises(ValueError, match="networkx.*says itself which nodes"):
        as_graph(x, nodes=3)


# igraph.


def test_igraph(caplog: pytest.LogCaptureFixture) -> None:
    igraph = pytest.importorskip("igraph")
    x = igraph.Graph(5, [(0, 1), (1, 2), (1, 2), (3, 3), (3, 1)])
    with caplog.at_level(logging.INFO, "edgeldp"):
        graph = as_graph(x)
    assert "1 self-loops" in caplog.text
    assert (graph.nodes, graph.labels, graph.users_are_declared) == (5, range(5), True)
    assert edges_of(graph) == {(0, 1), (1, 2), (1, 3)}
    x.vs["name"] = ["a", "b", "c", "d", "e"]
    assert as_graph(x).labels == ("a", "b", "c", "d", "e")
    assert edges_of(as_graph(x)) == edges_of(graph)


def test_refused_igraph() -> None:
    igraph = pytest.importorskip("igraph")
    x = igraph.Graph(3, [(0, 1), (1, 2)])
    with pytest.raises(ValueError, match=r"directed.*as_undirected\(\)"):
        as_graph(igraph.Graph(3, [(0, 1)], directed=True))
    x.es["weight"] = [1, 2.5]
    with pytest.raises(ValueError, match="edge 1 has the weight 2.5.*del"):
        as_graph(x)
    x.es["weight"] = [1.0, None]
    assert as_graph(x).edges == 2
    x.vs["name"] = ["a", "b", "a"]
    with pytest.raises(ValueError, match='attribute "name" holds \'a\' twice'):
        as_graph(x)
    with pytest.raises(ValueError, match="no nodes"):
        as_graph(igraph.Graph())


# pandas.


def test_frames() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": ["eve", "bob", "eve"], "b": ["bob", "ann", "joe"]})
    graph = as_graph(frame, name="frame")
    assert graph.labels == ("eve", "bob", "ann", "joe")
    assert edges_of(graph) == {(0, 1), (1, 2), (0, 3)}
    assert (graph.name, graph.users_are_declared) == ("frame", False)
    assert as_graph(frame.astype("category")) == graph
    assert as_graph(frame.astype("string")) == graph
    named = as_graph(frame, users=["ann", "bob", "eve", "joe", "zoe"])
    assert (named.nodes, named.users_are_declared) == (5, True)
    assert labelled_edges_of(named) == labelled_edges_of(graph)


@pytest.mark.parametrize("dtype", ["int64", "uint8", "Int64", "object"])
def test_frames_of_numbers(dtype: str) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([[9, 4], [2, 9]], dtype=dtype, index=[5, 5])
    graph = as_graph(frame)
    assert isinstance(graph.labels, np.ndarray) and graph.labels.tolist() == [9, 4, 2]
    assert edges_of(graph) == {(0, 1), (0, 2)}
    declared = as_graph(frame, nodes=10)
    assert (declared.nodes, declared.labels) == (10, range(10))
    assert edges_of(declared) == {(4, 9), (2, 9)}
    assert edges_of(as_graph(frame, users=[2, 4, 9])) == {(0, 2), (1, 2)}


def test_columns_of_frames() -> None:
    pandas = pytest.importorskip("pandas")
    table = {"when": [3, 5], "target": [1, 2], "source": [0, 1], "weight": [1, 1.0]}
    assert as_graph(pandas.DataFrame(table)).edges == 2
    for first, second in (("u", "v"), ("from", "to")):
        frame = pandas.DataFrame(table).rename(columns={"source": first, "target": second})
        assert labelled_edges_of(as_graph(frame)) == {frozenset((0, 1)), frozenset((1, 2))}
    twins = pandas.DataFrame([[0, 1], [1, 2]], columns=["id", "id"])
    assert as_graph(twins).edges == 2
    times = pandas.DataFrame({"a": pandas.to_datetime(["2020-01-01"]), "b": ["x"]})
    assert as_graph(times).label(0) == pandas.Timestamp("2020-01-01")


def test_refused_frames() -> None:
    pandas = pytest.importorskip("pandas")
    table = {"source": [0, 1], "target": [1, 2], "Weight": [1, 7]}
    with pytest.raises(ValueError, match=r"the column 'Weight'.*df\[\['source', 'target'\]\]"):
        as_graph(pandas.DataFrame(table))
    with pytest.raises(ValueError, match="not clear which.*source and target, or u and v, or from"):
        as_graph(pandas.DataFrame({"a": [0], "b": [1], "c": [2]}))
    with pytest.raises(ValueError, match="not clear which"):
        as_graph(pandas.DataFrame({"source": [0]}))
    with pytest.raises(ValueError, match="column 'b' holds nan at position 1.*dropna"):
        as_graph(pandas.DataFrame({"a": [0, 1], "b": [1, None]}))
    with pytest.raises(ValueError, match="column 'a' holds None at position 0.*dropna"):
        as_graph(pandas.DataFrame({"a": [None, "x"], "b": ["x", "y"]}))
    with pytest.raises(ValueError, match="no edges: nodes="):
        as_graph(pandas.DataFrame({"a": [], "b": []}))
    with pytest.raises(ValueError, match="column 'a' holds 5 at position 0: nodes=3"):
        as_graph(pandas.DataFrame({"a": [5], "b": [1]}), nodes=3)
    with pytest.raises(ValueError, match="column 'a' holds 'x' at position 0"):
        as_graph(pandas.DataFrame({"a": ["x"], "b": ["y"]}), nodes=3)


# Files.


@pytest.fixture
def edge_list(tmp_path: pathlib.Path) -> pathlib.Path:
    path = tmp_path / "friends.txt"
    path.write_text("# friends\n7 900\n900 3\n3 3\n")
    return path


def test_files(edge_list: pathlib.Path) -> None:
    graph = as_graph(edge_list)
    assert repr(graph) == "<edgeldp.Graph 'friends.txt': 3 nodes, 2 edges>"
    assert isinstance(graph.labels, np.ndarray) and graph.labels.tolist() == [7, 900, 3]
    assert edges_of(graph) == {(0, 1), (1, 2)}
    assert not graph.users_are_declared
    assert graph.clean_up["lines"] == 4
    assert graph.clean_up["self_loops"] == 1
    assert graph.index(900) == 1
    for other in (str(edge_list), os.path.relpath(edge_list)):
        assert as_graph(other) == graph
    again = pickle.loads(pickle.dumps(graph))
    assert again == graph and again.clean_up == graph.clean_up
    assert as_graph(edge_list, name="other").name == "other"
    assert as_graph(edge_list, format="edge-list") == graph


def test_files_may_be_compressed(edge_list: pathlib.Path) -> None:
    packed = edge_list.with_suffix(".txt.gz")
    packed.write_bytes(gzip.compress(edge_list.read_bytes()))
    assert as_graph(packed) == as_graph(edge_list)
    assert as_graph(packed).name == "friends.txt.gz"


def test_users_of_files(edge_list: pathlib.Path) -> None:
    graph = as_graph(edge_list, users=[3, 7, 900, 12])
    assert graph.labels.tolist() == [3, 7, 900, 12]  # type: ignore[union-attr]
    assert edges_of(graph) == {(0, 2), (1, 2)}
    assert graph.users_are_declared
    counted = as_graph(edge_list, nodes=901)
    assert (counted.labels, counted.users_are_declared) == (range(901), True)
    assert edges_of(counted) == {(7, 900), (3, 900)}
    with pytest.raises(ValueError, match="900"):
        as_graph(edge_list, nodes=900)
    with pytest.raises(ValueError, match="users holds 'ann'.*names=True"):
        as_graph(edge_list, users=["ann"])
    with pytest.raises(ValueError, match="users holds -1 at position 0"):
        as_graph(edge_list, users=[-1])
    with pytest.raises(ValueError, match="users holds 3 twice"):
        as_graph(edge_list, users=[3, 3])


def test_names_in_files(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "names.txt"
    path.write_text("ann bob\nbob 7\n")
    graph = as_graph(path, names=True)
    assert graph.labels == ("ann", "bob", "7")
    assert edges_of(graph) == {(0, 1), (1, 2)}
    declared = as_graph(path, names=True, users=["7", "bob", "ann", "zoe"])
    assert declared.labels == ("7", "bob", "ann", "zoe")
    assert edges_of(declared) == {(0, 1), (1, 2)}
    with pytest.raises(ValueError, match="nodes=3 says numbers, but names=True"):
        as_graph(path, names=True, nodes=3)


def test_formats_of_files(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "square.txt"
    path.write_text("%%MatrixMarket matrix coordinate pattern symmetric\n4 4 2\n2 1\n3 1\n")
    for format in ("auto", "matrix-market"):
        graph = as_graph(path, format=format)
        assert (graph.nodes, edges_of(graph)) == (4, {(0, 1), (0, 2)})
        assert (list(graph.labels), graph.users_are_declared) == ([1, 2, 3, 4], True)
    assert as_graph(path, format="edge-list").nodes == 4  # "4 4" is a self-loop there
    for convert in (as_graph, as_bipartite):
        with pytest.raises(ValueError, match="format='csv': it must be one of auto, edge-list"):
            convert(path, format="csv")  # type: ignore[operator]


def test_files_that_cannot_be_read(tmp_path: pathlib.Path) -> None:
    with pytest.raises(OSError, match="missing.txt"):
        as_graph(tmp_path / "missing.txt")
    path = tmp_path / "words.txt"
    path.write_text("1 2\nx y\n")
    with pytest.raises(ValueError, match="words.txt"):
        as_graph(path)


# Users and items.


def test_bipartite_arrays() -> None:
    x = ([0, 1, 1, 1], [5, 5, 0, 0])
    for given in (x, tuple(map(np.array, x)), np.array(x).T, list(zip(*x))):
        graph = as_bipartite(given)
        assert (graph.left, graph.right, graph.edges) == (2, 6, 3)
        assert not graph.users_are_declared
    assert repr(graph) == (
        "<edgeldp.BipartiteGraph 'graph': 2 left, 6 right, 3 edges, users left>"
    )
    assert (graph.labels, graph.right_labels, graph.clean_up) == (range(2), range(6), {})
    assert as_bipartite(graph) is graph
    assert as_bipartite(([7], [7])).edges == 1


def test_sides_are_declared() -> None:
    graph = as_bipartite(([0, 1], [8, 6]), left=3, right=[6, 7, 8], users="right", name="shop")
    assert (graph.left, graph.right, graph.users, graph.name) == (3, 3, "right", "shop")
    assert (graph.left_labels, list(graph.right_labels)) == (range(3), [6, 7, 8])
    assert graph.labels is graph.right_labels
    assert graph.index(8) == 2 and graph.label(0) == 6
    assert graph.indices_of([8, 6]).tolist() == [2, 0]
    for users, declared in (("left", True), ("right", False)):
        assert as_bipartite(([0], [1]), left=1, users=users).users_are_declared is declared
    empty = as_bipartite(([], []), left=2, right=3)
    assert (empty.left, empty.right, empty.edges) == (2, 3, 0)


REFUSED_BIPARTITE = {
    "negative": (([0, 1], [1, -1]), {}, "v holds -1 at position 1"),
    "lengths": (([0, 1], [1]), {}, "u has 2 ids and v 1"),
    "empty": (([], []), {"left": 3}, "no edges: right="),
    "few left": (([3], [0]), {"left": 3}, "u holds 3 at position 0: left=3"),
    "few right": (([0], [3]), {"right": 3}, "v holds 3 at position 0: right=3"),
    "unknown": (([0], [3]), {"right": [4]}, "v holds 3 at position 0: no vertex"),
    "side": (([0], [3]), {"users": "top"}, "users='top': say which"),
    "repeats": (([0], [3]), {"right": [3, 3]}, "right holds 3 twice"),
    "cube": (np.zeros((2, 2, 2), int), {}, "shape"),
}


@pytest.mark.parametrize("x, options, message", REFUSED_BIPARTITE.values(), ids=REFUSED_BIPARTITE)
def test_refused_bipartite_arrays(x: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        as_bipartite(x, **options)


def test_bipartite_matrices() -> None:
    a = Rows([0, 2, 2, 3], [4, 0, 4], shape=(3, 6), data=np.ones(3))
    graph = as_bipartite(a)
    assert (graph.left, graph.right, graph.edges, graph.users_are_declared) == (3, 6, 3, True)
    refused = {
        "indices holds 4": Rows([0, 2, 2, 3], [4, 0, 4], shape=(3, 4)),
        "indptr has 3 rows": Rows([0, 2, 2, 3], [4, 0, 4], shape=(2, 6)),
        "data holds 2": Rows([0, 2, 2, 3], [4, 0, 4], shape=(3, 6), data=np.array([1, 2, 1])),
        "tocsr": Rows([0, 2, 2, 3], [1, 0, 1], shape=(6, 3), format="csc"),
        "empty side": Rows([0, 0], np.zeros(0, int), shape=(1, 0)),
    }
    for message, matrix in refused.items():
        with pytest.raises(ValueError, match=message):
            as_bipartite(matrix)
    with pytest.raises(ValueError, match="left= and right= go with lists"):
        as_bipartite(a, right=9)
    with pytest.raises(TypeError, match="edgeldp.BipartiteGraph"):
        as_bipartite(as_graph(TRIANGLE_WITH_TAIL))


def test_bipartite_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    x = networkx.Graph(name="shop")
    x.add_nodes_from(["tea", "milk", "rum"], bipartite=1)
    x.add_nodes_from(["ann", "bob"], bipartite=0)
    x.add_edges_from([("tea", "bob"), ("bob", "rum"), ("ann", "tea")])
    graph = as_bipartite(x, users="right")
    assert (graph.left_labels, graph.right_labels) == (("ann", "bob"), ("tea", "milk", "rum"))
    assert (graph.edges, graph.users_are_declared, graph.name) == (3, True, "shop")
    x.add_edge("tea", "rum")
    with pytest.raises(ValueError, match="'tea' to 'rum' stays on one side"):
        as_bipartite(x)
    x.add_node("joe")
    with pytest.raises(ValueError, match='"bipartite" of the node \'joe\' is None'):
        as_bipartite(x)
    with pytest.raises(ValueError, match="directed"):
        as_bipartite(networkx.DiGraph(x))


def test_bipartite_frames() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"user": ["ann", "bob", "ann"], "item": [7, 7, 9]})
    graph = as_bipartite(frame)
    assert (graph.left_labels, list(graph.right_labels)) == (("ann", "bob"), [7, 9])
    assert (graph.edges, graph.users_are_declared) == (3, False)
    declared = as_bipartite(frame, left=["bob", "ann", "joe"], right=10)
    assert (declared.left, declared.right, declared.edges) == (3, 10, 3)
    frame["rating"] = [3, 4, 5]
    with pytest.raises(ValueError, match="weights, the column 'rating'"):
        as_bipartite(frame)
    assert as_bipartite(frame.rename(columns={"rating": "year"})).edges == 3


def test_bipartite_files(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "ratings.txt"
    path.write_text("10 7\n7 7\n10 8\n10 8\n")
    graph = as_bipartite(path)
    assert (graph.left, graph.right, graph.edges, graph.name) == (2, 2, 3, "ratings.txt")
    assert list(graph.labels) == [10, 7]
    assert not graph.users_are_declared
    assert graph.clean_up["lines"] == 4
    assert list(graph.right_labels) == [7, 8]
    by_items = as_bipartite(path, users="right", right=[8, 9, 7])
    assert (by_items.left, by_items.right, by_items.users_are_declared) == (2, 3, True)
    assert list(by_items.labels) == [8, 9, 7]
    with pytest.raises(ValueError, match="user 10, who is not declared"):
        as_bipartite(path, left=9)


def test_bipartite_graphs_are_compared_and_pickled() -> None:
    graph = as_bipartite(([0, 1], [8, 6]), left=3, right=[6, 7, 8], users="right", name="shop")
    back = pickle.loads(pickle.dumps(graph))
    assert back == graph and hash(back) == hash(graph)
    assert (back.name, back.users, back.users_are_declared) == ("shop", "right", True)
    assert list(back.right_labels) == [6, 7, 8]
    assert graph != as_bipartite(([0, 1], [8, 7]), left=3, right=[6, 7, 8], users="right")
    assert graph != as_bipartite(([0, 1], [8, 6]), left=3, right=[6, 7, 8], users="left")


# The package.


def test_import_brings_no_other_package() -> None:
    others = ("networkx", "pandas", "igraph", "matplotlib", "scipy")
    program = f"""
import sys, numpy, edgeldp
from edgeldp._graphs import as_graph
as_graph(([0], [1]))
print([name for name in {others} if name in sys.modules])
"""
    paths = os.pathsep.join(filter(None, sys.path))
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout == "[]\n", run.stderr
