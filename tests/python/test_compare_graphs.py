# SPDX-License-Identifier: MIT
"""compare_graphs beside networkx and igraph, which know nothing of ours."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import edgeldp

networkx = pytest.importorskip("networkx")


def as_networkx(graph: edgeldp.Graph) -> Any:
    g = networkx.Graph()
    g.add_nodes_from(range(graph.nodes))
    u, v = np.repeat(np.arange(graph.nodes), np.diff(graph.indptr)), graph.indices
    g.add_edges_from(zip(u.tolist(), v.tolist()))
    return g


TRUE = edgeldp.generate.affiliation(300, 1200, seed=4)
MADE = edgeldp.generate.erdos_renyi(300, 900, seed=5)


@pytest.fixture(scope="module")
def comparison() -> edgeldp.GraphComparison:
    return edgeldp.compare_graphs(TRUE, MADE)


def distances_of(g: Any) -> list[int]:
    """Of all ordered pairs with a path, each user with itself included."""
    return [d for _, lengths in networkx.all_pairs_shortest_path_length(g) for d in lengths.values()]


def numbers_of(graph: edgeldp.Graph) -> dict[str, float]:
    g = as_networkx(graph)
    degrees = np.array([d for _, d in g.degree()])
    far = [d for d in distances_of(g) if d > 0]
    return {"nodes": len(g), "edges": g.number_of_edges(),
            "triangles": sum(networkx.triangles(g).values()) // 3,
            "average_degree": degrees.mean(), "degree_variance": degrees.var(ddof=1),
            "diameter": max(far), "average_distance": float(np.mean(far)),
            "global_clustering": networkx.transitivity(g), "average_clustering": networkx.average_clustering(g),
            "assortativity": networkx.degree_assortativity_coefficient(g)}


def test_numbers_are_those_of_networkx(comparison: edgeldp.GraphComparison) -> None:
    first, second = numbers_of(TRUE), numbers_of(MADE)
    for name, value in first.items():
        query = comparison["queries"][name]
        assert query["value"] == pytest.approx(value, rel=1e-9), name
        assert query["other_value"] == pytest.approx(second[name], rel=1e-9), name
        assert comparison.errors[name] == pytest.approx(abs(value - second[name]) / abs(value), abs=1e-9), name


def divergence(a: list[int], b: list[int]) -> float:
    size = max(max(a), max(b)) + 1
    p, q = np.bincount(a, minlength=size) / len(a), np.bincount(b, minlength=size) / len(b)
    tiny = np.finfo(float).eps
    return float(np.sum(p * np.log((p + tiny) / (q + tiny))))


def test_distributions_diverge_as_defined(comparison: edgeldp.GraphComparison) -> None:
    a, b = as_networkx(TRUE), as_networkx(MADE)
    degrees = [[d for _, d in g.degree()] for g in (a, b)]
    assert comparison.errors["degree_distribution"] == pytest.approx(divergence(*degrees), rel=1e-9)
    assert comparison.errors["distance_distribution"] == pytest.approx(
        divergence(distances_of(a), distances_of(b)), rel=1e-9)


def test_eigenvectors_are_those_of_the_matrix(comparison: edgeldp.GraphComparison) -> None:
    tops = []
    for graph in (TRUE, MADE):
        values, vectors = np.linalg.eigh(networkx.to_numpy_array(as_networkx(graph)))
        assert values[-1] > values[-2] + 1e-3
        tops.append(np.sort(np.abs(vectors[:, -1]))[::-1][:3])
    query = comparison["queries"]["eigenvector_centrality"]
    assert query["value"] == pytest.approx(tops[0][0], abs=1e-5)
    assert query["other_value"] == pytest.approx(tops[1][0], abs=1e-5)
    assert query["error"] == pytest.approx(float(np.mean(np.abs(tops[0] - tops[1]))), abs=1e-5)
    assert comparison["centrality_change"] < 1e-8


def test_modularity_is_as_large_as_that_of_others(comparison: edgeldp.GraphComparison) -> None:
    for graph, key in ((TRUE, "value"), (MADE, "other_value")):
        g = as_networkx(graph)
        parts = networkx.community.louvain_communities(g, seed=1)
        known = networkx.community.modularity(g, parts)
        assert comparison["queries"]["modularity"][key] == pytest.approx(known, abs=0.03)


def test_modularity_beside_igraph(comparison: edgeldp.GraphComparison) -> None:
    igraph = pytest.importorskip("igraph")
    for graph, key in ((TRUE, "value"), (MADE, "other_value")):
        known = igraph.Graph.from_networkx(as_networkx(graph)).community_multilevel().modularity
        assert comparison["queries"]["modularity"][key] == pytest.approx(known, abs=0.03)


def test_planted_communities_are_told_apart() -> None:
    blocks = networkx.planted_partition_graph(4, 30, 0.5, 0.01, seed=3)
    again = networkx.planted_partition_graph(4, 30, 0.5, 0.01, seed=4)
    found = edgeldp.compare_graphs(blocks, again)
    assert found["queries"]["communities"]["value"] == found["queries"]["communities"]["other_value"] == 4
    assert found.errors["communities"] == 1
    shuffled = networkx.relabel_nodes(again, {v: v * 7 % 120 for v in again})
    assert edgeldp.compare_graphs(blocks, shuffled).errors["communities"] < 0.2


def test_users_are_the_same_by_their_labels() -> None:
    a = networkx.Graph([("ann", "ben"), ("ben", "cid")])
    assert edgeldp.compare_graphs(a, networkx.Graph([("cid", "ben"), ("dan", "ben")]))["users_in_both"] == 2
    nobody = edgeldp.compare_graphs(a, networkx.Graph([(1, 2)]))
    assert nobody["users_in_both"] == 0
    assert math.isnan(nobody.errors["communities"])


def test_a_sample_of_sources_says_so() -> None:
    whole, some = edgeldp.compare_graphs(TRUE, MADE), edgeldp.compare_graphs(TRUE, MADE, sources=130)
    assert whole["distances"]["graph"] == {"sources": 300, "mean_error": 0, "share_error": 0, "diameter_at_most":
                                           whole["queries"]["diameter"]["value"]}
    assert some["distances"]["graph"]["sources"] == 128
    error = some["distances"]["graph"]["mean_error"]
    apart = some["queries"]["average_distance"]["value"] - whole["queries"]["average_distance"]["value"]
    assert 0 < error and abs(apart) < 5 * error
    other = edgeldp.compare_graphs(TRUE, MADE, sources=128, sample_seed=2)
    assert other["queries"]["average_distance"] != some["queries"]["average_distance"]
    with pytest.raises(ValueError, match="sources = 127: must be at least 128"):
        edgeldp.compare_graphs(TRUE, MADE, sources=127)


def test_it_is_the_program_s(program: Any, tmp_path: Any) -> None:
    files = []
    for name, graph in (("true.txt", TRUE), ("made.txt", MADE)):
        path = tmp_path / name
        path.write_text("".join(f"{u} {v}\n" for u, v in as_networkx(graph).edges()), encoding="utf-8")
        files.append(path)
    line, = program("compare-graphs", *files, "--nodes", 300)
    ours = edgeldp.compare_graphs(*(edgeldp.as_graph(str(path), nodes=300) for path in files)).to_dict()
    for key in ("seconds", "peak_memory_bytes"):
        del line[key]
    assert ours == line


def test_tables_and_words(comparison: edgeldp.GraphComparison) -> None:
    frame = comparison.to_frame()
    assert len(frame) == 15 and frame.loc["edges", "value"] == TRUE.edges
    assert frame.loc["communities", "measure"] == "nmi"
    assert "not private" in repr(comparison)
    lines = str(comparison).splitlines()
    assert len(lines) == 16 and lines[2].split()[0] == "edges" and lines[2].split()[-1] == "relative"
    assert "Not private" in comparison._repr_html_()
    assert comparison.describe("queries.edges.error").startswith("How far")
    assert comparison["private"] is False and comparison["simulated"] is False


def test_a_bipartite_graph_is_refused() -> None:
    items = edgeldp.as_bipartite(([0, 1], [0, 0]))
    with pytest.raises((TypeError, ValueError)):
        edgeldp.compare_graphs(items, TRUE)
