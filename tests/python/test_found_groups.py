# SPDX-License-Identifier: MIT
"""Groups, labels and synthetic graphs are those of the program for the same seed, and what is beside them agrees."""

from __future__ import annotations

import csv
import io
import pathlib
from typing import Any

import numpy as np
import pytest

import edgeldp
from conftest import Program

SEED = 3
USERS = 400
COSTS = ("seconds", "peak_memory_bytes")


@pytest.fixture(scope="module")
def circles() -> tuple[edgeldp.Graph, Any]:
    """Two circles of 200, whose members know each other seven times as often."""
    rng = np.random.default_rng(1)
    circle = np.arange(USERS) % 2
    u, v = np.triu_indices(USERS, 1)
    meet = rng.random(u.size) < np.where(circle[u] == circle[v], 0.35, 0.05)
    return edgeldp.as_graph((u[meet], v[meet]), nodes=USERS, name="circles.txt"), circle


@pytest.fixture(scope="module")
def circles_file(circles: tuple[edgeldp.Graph, Any], tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    graph, _ = circles
    path = tmp_path_factory.mktemp("circles") / graph.name
    u = np.repeat(np.arange(USERS), np.diff(graph.indptr))
    path.write_text("".join(f"{a} {b}\n" for a, b in zip(u.tolist(), graph.indices.tolist()) if a < b))
    return path


def without_costs(record: dict[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in record.items() if key not in COSTS}
    if "exact" in kept:
        kept["exact"] = without_costs(kept["exact"])
    return kept


def same(results: Any, printed: list[dict[str, Any]]) -> None:
    assert [without_costs(r.to_dict()) for r in results] == [without_costs(record) for record in printed]


def values_of(program: Program, *words: object) -> list[dict[str, str]]:
    """Lines of --values -, by columns; of columns that are called alike the first is the user's."""
    heading, *rows = csv.reader(io.StringIO(program.output(*words, "--values", "-").decode()), delimiter="\t")
    return [dict(zip(["user", *heading[1:]], row)) for row in rows]


# -------------------------------------------------------------------------------------------- Groups


def test_communities_are_the_program_s(circles: tuple[edgeldp.Graph, Any], circles_file: pathlib.Path, program: Program) -> None:
    words = ("communities", circles_file, f"--nodes={USERS}", "-e", 8, "--seed", SEED)
    with edgeldp.simulate(SEED):
        found = edgeldp.communities(circles[0], 8.0, matrix=True)
    same(found, program(*words, "--matrix"))
    of_program = [row["group"] for row in values_of(program, *words)]
    assert [str(group + 1) for group in found.groups.tolist()] == of_program
    assert found.found and found["modularity"].truth == pytest.approx(found["modularity"].value, abs=0.1)
    sizes = [group["users"] for group in found[0]["public_groups"]]
    assert np.bincount(found.groups).tolist() == sizes == sorted(sizes, reverse=True)
    agrees = np.mean(found.groups == circles[1])
    assert max(agrees, 1 - agrees) > 0.9  # circles have no names
    within = [found[f"edges within {a + 1}"].value for a in range(len(sizes))]
    assert sum(within) == pytest.approx(found["edges within groups"].value)
    with pytest.raises(ValueError, match="read-only"):
        found.groups[0] = 1


def test_groups_of_chance_are_none() -> None:
    with edgeldp.simulate(1):
        found = edgeldp.communities(edgeldp.generate.erdos_renyi(300, 1500, 1), 1.0)
    assert not found.found
    assert len(found.groups) == 300


# -------------------------------------------------------------------------------------------- Labels


def test_labels_are_the_program_s(circles: tuple[edgeldp.Graph, Any], circles_file: pathlib.Path, program: Program,
                                  tmp_path: pathlib.Path) -> None:
    graph, circle = circles
    table = tmp_path / "known.csv"
    table.write_text("user,label\n" + "".join(f"{u},{c}\n" for u, c in enumerate(circle.tolist()) if u % 3 == 0))
    words = ("labels", circles_file, f"--nodes={USERS}", "--labels", table, "-e", 4, "--seed", SEED)
    public = np.where(np.arange(USERS) % 3 == 0, circle, -1)
    with edgeldp.simulate(SEED):
        inferred = edgeldp.labels(graph, public, 4.0)
    same([inferred], program(*words))
    of_program = values_of(program, *words)
    assert [row["likely label"] for row in of_program] == [str(label) for label in inferred.likeliest.tolist()]
    for column, label in enumerate(inferred.classes.tolist()):
        printed = [float(row[f"chance of {label}"]) for row in of_program]
        assert inferred.chances[:, column] == pytest.approx(printed, rel=1e-5, abs=1e-6)


def test_chances_say_how_often_likeliest_labels_are_right(circles: tuple[edgeldp.Graph, Any]) -> None:
    graph, circle = circles
    hidden = np.arange(USERS) % 3 != 0
    with edgeldp.simulate(SEED):
        inferred = edgeldp.labels(graph, np.where(hidden, -1, circle), 8.0)
    assert inferred.chances.sum(axis=1) == pytest.approx(1.0, abs=1e-5)
    assert (inferred.likeliest[~hidden] == circle[~hidden]).all() and (inferred.chances[~hidden].max(axis=1) == 1).all()
    assert inferred.value == pytest.approx(inferred.chances[hidden].max(axis=1).mean(), abs=1e-4)
    right = np.mean(inferred.likeliest[hidden] == circle[hidden])
    assert right > 0.9
    low, high = inferred.interval()
    assert low <= right <= high
    assert inferred["right_by_shares"] < 0.6
    assert "This says something of people by what others made public" in str(inferred)
    assert "2 of 400 users" in repr(inferred)


def test_users_without_a_label_are_said_in_any_way(circles: tuple[edgeldp.Graph, Any]) -> None:
    graph, circle = circles
    names = np.where(circle == 1, "north", "south")
    known = range(0, USERS, 3)
    ways = [[names[u] if u in known else None for u in range(USERS)], {u: names[u] for u in known}]
    found = []
    for way in ways:
        with edgeldp.simulate(SEED):
            found.append(edgeldp.labels(graph, way, 4.0))
    assert found[0].classes.tolist() == found[1].classes.tolist() and set(found[0].classes) == {"north", "south"}
    assert (found[0].chances == found[1].chances).all()


def test_an_experiment_keeps_labels_back(circles: tuple[edgeldp.Graph, Any]) -> None:
    graph, circle = circles
    with edgeldp.simulate(SEED):
        inferred = edgeldp.labels(graph, circle, 8.0, public_share=0.3)
    assert inferred.truth is not None and inferred.truth > 0.9
    with edgeldp.simulate(SEED):
        assert edgeldp.labels(graph, circle, 8.0, public_share=0.3, exact=False).truth is None


def test_labels_that_nobody_has_are_refused(circles: tuple[edgeldp.Graph, Any]) -> None:
    with pytest.raises(ValueError, match="nobody has one"):
        edgeldp.labels(circles[0], np.full(USERS, -1))
    with pytest.raises(ValueError, match="2 for 400 users"):
        edgeldp.labels(circles[0], [0, 1])
    with pytest.raises(ValueError, match="label"):
        edgeldp.labels(circles[0], ["north"] * USERS)


# ---------------------------------------------------------------------------------- Synthetic graphs


def edges_in(path: pathlib.Path) -> list[list[int]]:
    return [list(map(int, line.split())) for line in path.read_text().splitlines() if not line.startswith("#")]


def test_synthetic_graphs_are_the_program_s(circles: tuple[edgeldp.Graph, Any], circles_file: pathlib.Path, program: Program,
                                            tmp_path: pathlib.Path) -> None:
    words = ("-e", 4, "--seed", SEED, "--graphs", 2, "-o", tmp_path / "made.txt")
    printed = program("synthesize", circles_file, f"--nodes={USERS}", *words)
    with edgeldp.simulate(SEED):
        made = edgeldp.synthesize(circles[0], 4.0, graphs=2)
    for graph, record, name in zip((made, *made.more), printed, ("made.txt", "made-2.txt")):
        assert record.pop("file") == str(tmp_path / name)
        assert graph.to_dict() == record
        assert graph.edges.tolist() == edges_in(tmp_path / name)
    assert len(made.more) == 1 and not made.more[0].more
    assert made.seed == SEED and made.simulated and made.private


def test_another_method_makes_another_graph(circles: tuple[edgeldp.Graph, Any]) -> None:
    with edgeldp.simulate(SEED):
        made = edgeldp.synthesize(circles[0], 4.0, method="ldpgen")
    assert made["method"] == "ldpgen" and list(made.distances) == ["edges"]
    assert made["statistics"]["edges"]["synthetic"] == len(made.edges) > 0
    assert str(made)


def test_a_synthetic_graph_has_what_it_says(circles: tuple[edgeldp.Graph, Any]) -> None:
    purse = edgeldp.Ledger(4.0)
    with edgeldp.simulate(SEED):
        made = edgeldp.synthesize(circles[0], 4.0, ledger=purse)
    assert purse.remaining == pytest.approx(0.0, abs=1e-6)
    graph = made.to_graph()
    assert (graph.nodes, graph.edges) == (made.nodes, len(made.edges)) == (USERS, graph.edges)
    assert (made.edges[:, 0] < made.edges[:, 1]).all()
    for name, statistic in (("edges", graph.edges), ("triangles", edgeldp.exact.triangles(graph))):
        of = made["statistics"][name]
        assert of["synthetic"] == statistic
        assert made.distances[name] == pytest.approx(abs(statistic - of["estimate"]) / of["standard_error"], rel=0.01)
    assert "simulated" in repr(made) and "protects nobody" in str(made)
    assert "<table" in made._repr_html_() and "triangles" in str(made)
    assert made.describe("statistics.edges.errors_off")
