# SPDX-License-Identifier: MIT
"""Functions give what the program prints for the same seed, to the last digit."""

from __future__ import annotations

import copy
import csv
import dataclasses
import inspect
import json
import pathlib
import pickle
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest

import edgeldp
from conftest import USERS, Program
from edgeldp import GroupSettings, PairSettings, Rows, _edgeldp

SEED = 3

# What a call took on this machine, which is another's with each call.
COSTS = ("seconds", "peak_memory_bytes", "encode_seconds")


def without_costs(record: dict[str, Any]) -> dict[str, Any]:
    record = copy.deepcopy(record)
    for part in (record, record.get("exact", {})):
        for cost in COSTS:
            part.pop(cost, None)
    return record


def records_of(found: Any) -> list[dict[str, Any]]:
    """Single runs or pairs first, then what sums them up: the program's order."""
    sums = [found] if isinstance(found, edgeldp.Result) else list(found)
    return [without_costs(r.to_dict()) for r in [*found.each, *sums]]


def expect(found: Any, printed: Iterable[dict[str, Any]]) -> None:
    records = records_of(found)
    assert records
    assert records == [without_costs(record) for record in printed]


# -------------------------------------------------------------------------- Questions about a graph

Call = Callable[[edgeldp.Graph], Any]

# Numbers of numpy are as good as Python's.
float32: Any = np.float32
int64: Any = np.int64

EXPERTS = Rows(codec="ppr", alpha=3.0, beta=2.5, order="id", split=(0.1, 0.72, 0.18), margin=20,
               clip="neighbors", chunk_rule="released", key="5eed")
EXPERT_WORDS = ("--codec ppr --alpha 3 --beta 2.5 --order id --split 0.1,0.72,0.18 --margin 20 "
                "--clip neighbors --chunk-rule released --key 5eed")

QUESTIONS: list[tuple[Call, str]] = [
    (lambda g: edgeldp.triangles(g), "triangles"),
    (lambda g: edgeldp.triangles(g, 0.5), "triangles -e 0.5"),
    (lambda g: edgeldp.triangles(g, epsilon=float32(0.3)), "triangles -e 0.30000001192092896"),
    (lambda g: edgeldp.triangles(g, rows=Rows(codec="ppr")), "triangles --codec ppr"),
    (lambda g: edgeldp.triangles(g, rows=Rows(codec="ppr", level=int64(2))),
     "triangles --codec ppr --level 2"),
    (lambda g: edgeldp.triangles(g, rows=Rows(preset="uniform")), "triangles --preset uniform"),
    (lambda g: edgeldp.triangles(g, rows=Rows(preset="uniform", kappa=30, prefer="bytes")),
     "triangles --preset uniform --kappa 30 --prefer bytes"),
    (lambda g: edgeldp.triangles(g, rows=Rows(preset="published")), "triangles --preset published"),
    (lambda g: edgeldp.triangles(g, max_download=1000), "triangles --max-download 1000"),
    (lambda g: edgeldp.triangles(g, runs=3), "triangles --runs 3 --each"),
    (lambda g: edgeldp.triangles(g, exact=False), "triangles --no-exact"),
    (lambda g: edgeldp.triangles(g, rows=EXPERTS), f"triangles {EXPERT_WORDS}"),
    (lambda g: edgeldp.cycles(g, 3), "cycles --length 3"),
    (lambda g: edgeldp.cycles(g), "cycles --length 4"),
    (lambda g: edgeldp.cycles(g, 5, 2.0, runs=2), "cycles --length 5 -e 2 --runs 2 --each"),
    (lambda g: edgeldp.cycles(g, 3, rows=Rows(rule="middle"), exact=False),
     "cycles --length 3 --rule middle --no-exact"),
    (lambda g: edgeldp.cycles(g, 5, rows=Rows(
        rule="middle", codec="ppr", alpha=3.0, beta=2.5, margin=20, key="5eed")),
     "cycles --length 5 --rule middle --codec ppr --alpha 3 --beta 2.5 --margin 20 --key 5eed"),
    (lambda g: edgeldp.common_neighbors(g, 3), "common-neighbors --sample 3 --each"),
    (lambda g: edgeldp.common_neighbors(g, int64(2), runs=2, measure="jaccard"),
     "common-neighbors --sample 2 --runs 2 --measure jaccard --each"),
    (lambda g: edgeldp.common_neighbors(g, 4, how=PairSettings(method="one-round"),
                                        rows=Rows(codec="bitmap"), exact=False),
     "common-neighbors --sample 4 --method one-round --codec bitmap --no-exact --each"),
    (lambda g: edgeldp.common_neighbors(
        g, 1, how=PairSettings(variant="basic", degree_share=0.1)),
     "common-neighbors --sample 1 --variant basic --degree-share 0.1 --each"),
    (lambda g: edgeldp.degrees(g), "degrees"),
    (lambda g: edgeldp.degrees(g, 0.7, stars=[2, 3], runs=2),
     "degrees -e 0.7 --stars 2,3 --runs 2"),
    (lambda g: edgeldp.degrees(g, exact=False), "degrees --no-exact"),
    (lambda g: edgeldp.clustering(g), "degrees --clustering"),
    (lambda g: edgeldp.clustering(g, rows=Rows(codec="nullspace"), runs=2),
     "degrees --clustering --codec nullspace --runs 2"),
    (lambda g: edgeldp.clustering(g, rows=EXPERTS), f"degrees --clustering {EXPERT_WORDS}"),
    (lambda g: edgeldp.sweep("triangles", g, [0.5, 2.0], runs=2), "triangles -e 0.5,2 --runs 2"),
    (lambda g: edgeldp.sweep(edgeldp.cycles, g, [1, 2], length=5), "cycles -e 1,2 --length 5"),
    (lambda g: edgeldp.sweep("degrees", g, [1, 4], exact=False), "degrees -e 1,4 --no-exact"),
]


@pytest.mark.parametrize(("call", "words"), QUESTIONS, ids=[words for _, words in QUESTIONS])
def test_a_question_is_answered_as_by_the_program(call: Call, words: str, graph: edgeldp.Graph,
                                                  graph_file: pathlib.Path,
                                                  program: Program) -> None:
    verb, *options = words.split()
    printed = program(verb, graph_file, f"--nodes={USERS}", f"--seed={SEED}", *options)
    with edgeldp.simulate(SEED):
        expect(call(graph), printed)


def test_a_file_is_read_as_by_the_program(graph_file: pathlib.Path, program: Program) -> None:
    printed = program("triangles", graph_file, "--seed", SEED)
    with edgeldp.simulate(SEED):
        expect(edgeldp.triangles(graph_file), printed)


@pytest.mark.parametrize("method", ["one-round", "local-lap", "own-caps"])
@pytest.mark.parametrize(("leaves", "statistic"), [(1, "edge_ends"), (2, "wedges"),
                                                   (3, "3-stars")])
def test_stars(method: str, leaves: int, statistic: str, graph: edgeldp.Graph,
               graph_file: pathlib.Path, program: Program) -> None:
    printed = program("degrees", graph_file, f"--nodes={USERS}", f"--seed={SEED}",
                      f"--stars={leaves}", f"--method={method}")
    with edgeldp.simulate(SEED):
        found = edgeldp.stars(graph, leaves, method=method)
    expect(found, [r for r in printed if r["statistic"] == statistic])
    if leaves == 2:  # which is what they are by default
        with edgeldp.simulate(SEED):
            assert records_of(edgeldp.stars(graph, method=method)) == records_of(found)


def rows_of(path: pathlib.Path) -> list[list[str]]:
    with open(path, newline="") as file:
        return list(csv.reader(file, delimiter="\t"))[1:]


def expect_users(users: edgeldp.UserNumbers | None, path: pathlib.Path) -> None:
    """The program writes six digits."""
    assert users is not None
    assert rows_of(path) == [[str(label), f"{value:.6g}", f"{error:.6g}"] for label, value, error
                             in zip(users.labels, users.values, users.standard_errors)]


def test_numbers_of_users(graph: edgeldp.Graph, graph_file: pathlib.Path, tmp_path: pathlib.Path,
                          program: Program) -> None:
    words = ["degrees", graph_file, f"--nodes={USERS}", f"--seed={SEED}"]
    program(*words, "--degrees", tmp_path / "degrees", "--sorted", tmp_path / "sorted")
    printed = program(*words, "--triangles", tmp_path / "triangles", "--codec", "nullspace")
    with edgeldp.simulate(SEED):
        degrees = edgeldp.degrees(graph)
    with edgeldp.simulate(SEED):
        triangles = edgeldp.triangles_at_users(graph, rows=Rows(codec="nullspace"))
    expect_users(degrees["degrees"].users, tmp_path / "degrees")
    expect_users(triangles.users, tmp_path / "triangles")
    expect(triangles, [r for r in printed if r["statistic"] == "triangles_at_users"])
    in_order = degrees["sorted_degrees"].users
    assert [row[-1] for row in rows_of(tmp_path / "sorted")] == [f"{x:.6g}"
                                                                 for x in in_order.values]


# -------------------------------------------------------------------------------------------- Pairs

PAIRS = [(0, 2), (17, 5), (2, 17)]  # in two runs of the protocol


@pytest.mark.parametrize("measure", ["common", "jaccard", "cosine"])
def test_common_neighbors_of_pairs(measure: str, graph: edgeldp.Graph, graph_file: pathlib.Path,
                                   tmp_path: pathlib.Path, program: Program) -> None:
    (tmp_path / "pairs").write_text("".join(f"{u} {v}\n" for u, v in PAIRS))
    printed = program("common-neighbors", graph_file, f"--nodes={USERS}", f"--seed={SEED}",
                      "--pairs", tmp_path / "pairs", "--measure", measure, "--each")
    for pairs in (PAIRS, np.array(PAIRS), [list(pair) for pair in PAIRS]):
        with edgeldp.simulate(SEED):
            expect(edgeldp.common_neighbors(graph, pairs, measure=measure), printed)


def test_pairs_are_of_labels(tmp_path: pathlib.Path, program: Program) -> None:
    pandas = pytest.importorskip("pandas")
    names = ["Ann", "Bo B.", "C, with a comma", 'D "quoted"', "Éva", "6"]
    edges = [(0, 1), (0, 2), (1, 2), (2, 3), (3, 4), (4, 5), (0, 5), (1, 4)]
    frame = pandas.DataFrame([(names[u], names[v]) for u, v in edges])
    named = edgeldp.as_graph(frame, users=names, name="names.csv")

    def quoted(*parts: str) -> str:
        return ",".join('"' + part.replace('"', '""') + '"' for part in parts) + "\n"

    (tmp_path / "names.csv").write_text("".join(quoted(*row) for row in frame.values))
    (tmp_path / "users").write_text("".join(map(quoted, names)))
    (tmp_path / "pairs").write_text(quoted(names[2], names[1]) + quoted(names[3], names[5]))
    printed = program("common-neighbors", tmp_path / "names.csv", "--names", "--users",
                      tmp_path / "users", "--pairs", tmp_path / "pairs", "--seed", SEED, "--each")
    with edgeldp.simulate(SEED):
        found = edgeldp.common_neighbors(named, [(names[2], names[1]), (names[3], names[5])])
    expect(found, printed)
    assert (found.each[0]["first"], found.each[0]["second"]) == (names[2], names[1])


# ---------------------------------------------------------------------------------- Users and items


@pytest.fixture(scope="module")
def purchases(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    path = tmp_path_factory.mktemp("bipartite") / "purchases.txt"
    random = np.random.default_rng(1)
    users, items = random.integers(100, 140, 400), random.integers(0, 60, 400)
    path.write_text("".join(f"{u} {i}\n" for u, i in zip(users, items)))
    return path


def as_read(path: pathlib.Path, side: str) -> list[tuple[str, edgeldp.BipartiteGraph]]:
    """The same graph of a file and of a frame, where vertices are numbered as they appear."""
    pandas = pytest.importorskip("pandas")
    columns = pandas.read_csv(path, sep=" ", names=["user", "item"])
    return [("file", edgeldp.as_bipartite(path, users=side)),
            ("frame", edgeldp.as_bipartite(columns, users=side, name=path.name))]


@pytest.mark.parametrize("side", ["left", "right"])
def test_butterflies(side: str, purchases: pathlib.Path, program: Program) -> None:
    words = ["butterflies", purchases, "--layer", side, "--seed", SEED]
    default, others = program(*words), program(*words, "-e", 2, "--codec", "ppr", "--level", 3,
                                               "--runs", 2, "--each")
    for kind, g in as_read(purchases, side):
        with edgeldp.simulate(SEED):
            assert records_of(edgeldp.butterflies(g)) == [*map(without_costs, default)], kind
        with edgeldp.simulate(SEED):
            expect(edgeldp.butterflies(g, 2.0, rows=Rows(codec="ppr", level=3), runs=2), others)


def test_a_sweep_of_butterflies(purchases: pathlib.Path, program: Program) -> None:
    printed = program("butterflies", purchases, "--seed", SEED, "-e", "1,2", "--alpha", 3)
    with edgeldp.simulate(SEED):
        expect(edgeldp.sweep("butterflies", purchases, [1, 2], rows=Rows(alpha=3)), printed)


@pytest.mark.parametrize(("side", "pairs"), [("left", [(100, 139), (120, 110)]),
                                             ("right", [(59, 0), (50, 41)])])
def test_common_items(side: str, pairs: list[tuple[int, int]], purchases: pathlib.Path,
                      tmp_path: pathlib.Path, program: Program) -> None:
    (tmp_path / "pairs").write_text("".join(f"{u},{v}\n" for u, v in pairs))
    words = ["common-neighbors", purchases, "--bipartite", "--layer", side, "--seed", SEED,
             "--each"]
    of_pairs = program(*words, "--pairs", tmp_path / "pairs")
    sampled = program(*words, "--sample", 2, "--measure", "cosine", "--codec", "bitmap")
    for kind, g in as_read(purchases, side):
        with edgeldp.simulate(SEED):
            found = records_of(edgeldp.common_neighbors(g, pairs))
        assert found == [*map(without_costs, of_pairs)], kind
        with edgeldp.simulate(SEED):
            expect(edgeldp.common_neighbors(g, 2, measure="cosine", rows=Rows(codec="bitmap")),
                   sampled)


# ---------------------------------------------------------------------------------------- Homophily


@pytest.fixture(scope="module")
def groups(graph: edgeldp.Graph) -> np.ndarray[Any, Any]:
    return edgeldp.generate.labels(graph, 3)


def write_table(path: pathlib.Path, heading: str, columns: Iterable[Iterable[Any]]) -> None:
    rows = "".join(",".join(map(str, row)) + "\n" for row in zip(*columns))
    path.write_text(f"{heading}\n{rows}")


@pytest.mark.parametrize(("options", "words"), [
    ({}, ""),
    (dict(values=[0, 1, 2]), "--values 0,1,2"),
    (dict(values=[2, 1, 0, 9], runs=2, how=GroupSettings(matrix=True, mechanism="staircase")),
     "--values 2,1,0,9 --matrix --runs 2 --mechanism staircase"),
    (dict(values=[0, 1, 2], how=GroupSettings(method="edges", attribute_share=0.4),
          rows=Rows(codec="ppr", level=3), exact=False),
     "--values 0,1,2 --method edges --codec ppr --level 3 --attribute-share 0.4 --no-exact"),
    (dict(values=[0, 1, 2],
          how=GroupSettings(mechanism="brr*", prior=[0.5, 0.3, 0.2], assume_degree=9)),
     "--values 0,1,2 --mechanism brr* --prior 0.5,0.3,0.2 --assume-degree 9"),
])
def test_homophily(options: dict[str, Any], words: str, graph: edgeldp.Graph,
                   graph_file: pathlib.Path, groups: Any, tmp_path: pathlib.Path,
                   program: Program) -> None:
    write_table(tmp_path / "groups.csv", "user,label", [range(USERS), groups])
    printed = program("homophily", graph_file, f"--nodes={USERS}", f"--seed={SEED}",
                      "--labels", tmp_path / "groups.csv", *words.split())
    backwards = {u: int(groups[u]) for u in reversed(range(USERS))}
    for labels in (groups, groups.tolist(), backwards):
        with edgeldp.simulate(SEED):
            expect(edgeldp.homophily(graph, labels, **options), printed)


def test_homophily_of_users_without_a_group(graph: edgeldp.Graph, graph_file: pathlib.Path,
                                            groups: Any, tmp_path: pathlib.Path,
                                            program: Program) -> None:
    known = {u: "abc"[groups[u]] for u in range(USERS) if u % 10}
    write_table(tmp_path / "groups.csv", "user,label", [known, known.values()])
    printed = program("homophily", graph_file, f"--nodes={USERS}", f"--seed={SEED}", "--labels",
                      tmp_path / "groups.csv", "--missing", "none", "--values", "none,a,b,c")
    listed = [known.get(u) for u in range(USERS)]
    for labels in (known, listed):
        with edgeldp.simulate(SEED):
            expect(edgeldp.homophily(graph, labels, how=GroupSettings(missing="none"),
                                     values=["none", "a", "b", "c"]), printed)


def test_mixing(graph: edgeldp.Graph, graph_file: pathlib.Path, groups: Any,
                tmp_path: pathlib.Path, program: Program) -> None:
    words = ["mixing", graph_file, f"--nodes={USERS}", f"--seed={SEED}"]
    with edgeldp.simulate(SEED):
        expect(edgeldp.mixing(graph), program(*words))
    labels = [u % 3 for u in range(USERS)]
    table = tmp_path / "groups.csv"
    table.write_text("user,group\n" + "".join(f"{u},{label}\n" for u, label in enumerate(labels)))
    printed = program(*words, "--groups", table, "--matrix", "-e", 2)
    with edgeldp.simulate(SEED):
        expect(edgeldp.mixing(graph, labels, 2.0, matrix=True), printed)


def test_mixing_has_the_truth_that_networkx_has() -> None:
    networkx = pytest.importorskip("networkx")
    g = networkx.karate_club_graph()
    networkx.set_edge_attributes(g, 1, "weight")
    clubs = networkx.get_node_attributes(g, "club")
    by_degree = edgeldp.mixing(g, epsilon=8.0)
    by_club = edgeldp.mixing(g, clubs, epsilon=8.0)
    truth = {r["statistic"]: r["exact"]["truth"] for r in [*by_degree, *by_club]}
    a = networkx.to_numpy_array(g, weight=None)
    assert truth["walks"] == (a @ a @ a).sum()
    assert truth["degree assortativity"] == pytest.approx(
        networkx.degree_assortativity_coefficient(g))
    assert truth["assortativity of groups"] == pytest.approx(
        networkx.attribute_assortativity_coefficient(g, "club"))


def test_homophily_of_two_attributes(graph: edgeldp.Graph, graph_file: pathlib.Path, groups: Any,
                                     tmp_path: pathlib.Path, program: Program) -> None:
    pandas = pytest.importorskip("pandas")
    parity = [u % 2 for u in range(USERS)]
    write_table(tmp_path / "groups.csv", "user,party,parity", [range(USERS), groups, parity])
    words = ["homophily", graph_file, f"--nodes={USERS}", f"--seed={SEED}", "--labels",
             tmp_path / "groups.csv", "--columns", "party,parity"]
    frame = pandas.DataFrame({"party": groups, "parity": parity}).sample(frac=1, random_state=1)
    printed = program(*words)
    with edgeldp.simulate(SEED):
        expect(edgeldp.homophily(graph, frame), printed)

    laws = [edgeldp.channel("k-ary", 1.0, categories=range(3)),
            edgeldp.channel("warner", 0.5, categories=[0, 1])]
    for i, law in enumerate(laws):
        (tmp_path / f"law{i}").write_text(law.to_json())
    printed = program(*words, "--channel", f"{tmp_path / 'law0'},{tmp_path / 'law1'}", "-e", 3)
    with edgeldp.simulate(SEED):
        expect(edgeldp.homophily(graph, frame, 3.0, how=GroupSettings(channel=laws)), printed)


# ----------------------------------------------------------------------------------------- Releases


def released(*words: object, program: Program, graph_file: pathlib.Path,
             to: pathlib.Path) -> pathlib.Path:
    program("release", graph_file, f"--nodes={USERS}", f"--seed={SEED}", "-o", to, *words)
    return to


@pytest.mark.parametrize(("options", "words"), [
    ({}, ""), (dict(epsilon=2.0, rows=Rows(codec="ppr", level=2)), "-e 2 --codec ppr --level 2"),
    (dict(rows=Rows(preset="published")), "--preset published"),
    (dict(rows=Rows(max_upload=30.0, max_error=0.9), with_ids=True),
     "--max-upload 30 --max-error 0.9 --with-ids"), (dict(rows=EXPERTS), EXPERT_WORDS),
])
def test_a_release_is_the_programs_file(options: dict[str, Any], words: str, graph: edgeldp.Graph,
                                        graph_file: pathlib.Path, tmp_path: pathlib.Path,
                                        program: Program) -> None:
    path = released(*words.split(), program=program, graph_file=graph_file, to=tmp_path / "its")
    with edgeldp.simulate(SEED):
        ours = edgeldp.release(graph, **options)
    ours.save(tmp_path / "ours")
    assert (tmp_path / "ours").read_bytes() == path.read_bytes()
    assert ours._compiled.to_bytes() == path.read_bytes()
    assert edgeldp.Release.load(path)._compiled.to_bytes() == path.read_bytes()

    said = program("inspect", path)[0]
    assert (ours.nodes, ours.codec, ours.key, ours.epsilon, ours.simulated) == (
        said["users"], said["codec"], said["key"], said["epsilon"], said["simulated"])
    assert ours.spent == pytest.approx(said["spent"]["epsilon"], abs=2**-30)  # units of 2^-32


def test_single_edges_of_a_release(graph: edgeldp.Graph, graph_file: pathlib.Path,
                                   tmp_path: pathlib.Path, program: Program) -> None:
    path = released("-e", 2, program=program, graph_file=graph_file, to=tmp_path / "its")
    random = np.random.default_rng(4)
    u, v = random.integers(0, USERS, (2, 200))
    v[u == v] = (v[u == v] + 1) % USERS
    (tmp_path / "pairs").write_text("".join(f"{a} {b}\n" for a, b in zip(u, v)))
    printed = program("query", path, "--pairs", tmp_path / "pairs", "--numbers")
    ours = edgeldp.Release.load(path)
    assert ours.bit(u, v).tolist() == [row["noisy_edge"] for row in printed]
    assert ours.estimates(u, v).tolist() == [row["unbiased"] for row in printed]
    if_edge, if_none = ours.chances(u, v)
    assert (if_edge.tolist(), if_none.tolist()) == ([row["p1"] for row in printed],
                                                    [row["p0"] for row in printed])


COUNTS: list[tuple[Callable[[edgeldp.Graph, edgeldp.Release], Any], str]] = [
    (lambda g, r: edgeldp.triangles(g, release=r), "triangles"),
    (lambda g, r: edgeldp.triangles(g, release=r, exact=False), "triangles --no-exact"),
    (lambda g, r: edgeldp.cycles(g, 4, release=r), "cycles --length 4"),
    (lambda g, r: edgeldp.degrees(g, release=r, stars=[2, 3]), "degrees --stars 2,3"),
    (lambda g, r: edgeldp.clustering(g, release=r), "degrees --clustering"),
]


@pytest.mark.parametrize(("count", "words"), COUNTS, ids=[words for _, words in COUNTS])
def test_counts_on_a_release(count: Callable[..., Any], words: str, graph: edgeldp.Graph,
                             graph_file: pathlib.Path, tmp_path: pathlib.Path,
                             program: Program) -> None:
    path = released(program=program, graph_file=graph_file, to=tmp_path / "its")
    loaded = edgeldp.Release.load(released(program=program, graph_file=graph_file,
                                           to=tmp_path / "loaded"))
    verb, *options = words.split()
    seed = [] if verb == "degrees" else [f"--seed={SEED + 1}"]
    printed = program(verb, graph_file, f"--nodes={USERS}", "--release", path, *seed, *options)
    with edgeldp.simulate(SEED):
        made = edgeldp.release(graph)
    for r in (made, loaded):
        with edgeldp.simulate(SEED + 1):
            expect(count(graph, r), printed)


def test_a_release_counts_once(graph: edgeldp.Graph, tmp_path: pathlib.Path) -> None:
    made = edgeldp.release(graph)
    assert not edgeldp.triangles(graph, release=made).simulated
    with pytest.raises(ValueError, match="number 2 on this release") as refused:
        edgeldp.cycles(graph, 4, release=made)
    assert "ceiling" not in str(refused.value)  # there is no option that sets it
    made.save(tmp_path / "file")  # with its account
    made.save(tmp_path / "file")
    for release in (made, edgeldp.Release.load(tmp_path / "file"),
                    pickle.loads(pickle.dumps(made))):
        edgeldp.degrees(graph, release=release)  # which only reads
        with pytest.raises(ValueError, match="number 2 on this release"):
            edgeldp.triangles(graph, release=release)


# ------------------------------------------------------------------------------------------ Vectors

RATINGS = (["ann", "ann", "bo", "cy", "cy", "cy"], ["x", "y", "x", "x", "z", "y"],
           [5, 4, 5, 3, 3, 4])
USER_NAMES, ITEM_NAMES, VALUES = ["ann", "bo", "cy", "dee"], ["x", "y", "z", "w"], [3, 4, 5]


@pytest.fixture
def ratings(tmp_path: pathlib.Path) -> pathlib.Path:
    path = tmp_path / "ratings.csv"
    write_table(path, "user,item,value", RATINGS)
    return path


@pytest.mark.parametrize(("options", "words"), [
    ({}, ""),
    (dict(epsilon=3.0, values=VALUES, users=USER_NAMES, items=ITEM_NAMES),
     "-e 3 --values 3,4,5 --users users --items items"),
    (dict(epsilon=3.0, values=VALUES, users=USER_NAMES, reference=dict(zip(ITEM_NAMES, "5344")),
          rows=Rows(codec="ppr", level=3, alpha=3.0, size_share=0.2)),
     "-e 3 --values 3,4,5 --users users --reference reference --codec ppr --level 3 --alpha 3 "
     "--size-share 0.2"),
    (dict(values=VALUES, rows=Rows(codec="bitmap")), "--values 3,4,5 --codec bitmap"),
    (dict(values=VALUES, rows=Rows(true_sizes=True, beta=2.0)), "--values 3,4,5 --true-sizes --beta 2"),
])
def test_vectors(options: dict[str, Any], words: str, ratings: pathlib.Path,
                 tmp_path: pathlib.Path, program: Program,
                 monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "users").write_text("\n".join(USER_NAMES) + "\n")
    (tmp_path / "items").write_text("\n".join(ITEM_NAMES) + "\n")
    (tmp_path / "reference").write_text("".join(f"{i},{v}\n" for i, v in zip(ITEM_NAMES, "5344")))
    printed = program("vectors", "encode", ratings, f"--seed={SEED}", "-o", "its",
                      *words.split())
    with edgeldp.simulate(SEED):
        ours = edgeldp.vectors(RATINGS, **options)
    with edgeldp.simulate(SEED):
        of_file = edgeldp.vectors(ratings, **options)
    for made in (ours, of_file):
        made.save("ours")
        for one in (made, edgeldp.VectorRelease.load("ours")):
            assert (one.epsilon, one.codec) == (printed[0]["epsilon"], printed[0]["codec"])
        assert (tmp_path / "ours").read_bytes() == (tmp_path / "its").read_bytes()
    said = without_costs(of_file.to_dict())
    # The program names its file; here it is in memory.
    assert {**said, "file": "its"} == without_costs(printed[0])
    assert {**said, "graph": "data in memory"} == without_costs(ours.to_dict())

    def stats(*words: str) -> list[dict[str, Any]]:
        return [{**record, "graph": "data in memory"}
                for record in program("vectors", "stats", "its", *words)]

    expect(ours.stats(), stats())
    expect(ours.stats(top=1, items=["x", "y"], users=["ann"], common=[("ann", "cy")],
                      truth=RATINGS),
           stats("--top=1", "--item=x", "--item=y", "--user=ann", "--common=ann", "--common=cy",
                 "--truth=ratings.csv"))
    choices: list[tuple[dict[str, Any], list[str]]] = [
        ({}, []), (dict(items=["x"], users=["cy"]), ["--item=x", "--user=cy"])]
    for filters, more in choices:
        rows = list(csv.reader(program.output("vectors", "decode", "its", *more)
                               .decode().splitlines()))[1:]
        assert list(zip(*edgeldp.VectorRelease.load("its").decode(**filters))) == [
            tuple(row[:3]) for row in rows]


# -------------------------------------------------------------------------------------- Comparisons


def test_tune(graph: edgeldp.Graph, graph_file: pathlib.Path, program: Program) -> None:
    # All settings: which of them are shown otherwise depends on seconds.
    like = edgeldp.MadeUp(nodes=60, average_degree=8, tail=2.2, closure=0.3)
    expect(edgeldp.tune(like, draws=1, seed=5, all=True),
           program("tune", "--nodes=60", "--average-degree=8", "--tail=2.2", "--closure=0.3",
                   "--draws=1", "--seed=5", "--all"))
    small = edgeldp.generate.holme_kim(50, 3, 0.5)
    path = graph_file.with_name("small.txt")
    u, v = np.repeat(np.arange(50), np.diff(small.indptr)), small.indices
    path.write_text("".join(f"{a} {b}\n" for a, b in zip(u, v) if a < b))
    expect(edgeldp.tune(path, [0.5, 1], max_upload=300.0, max_error=50.0, draws=1, all=True),
           program("tune", path, "-e", "0.5,1", "--max-upload=300", "--max-error=50", "--draws=1",
                   "--all"))


def test_report(graph_file: pathlib.Path, program: Program) -> None:
    words = ["report", graph_file, f"--seed={SEED}", "-e", "2", "--questions=degrees",
             "--epsilons=1,2", "-o", "-"]
    for more, options in ((), {}), (("--no-exact", "--markdown"), dict(exact=False, markdown=True)):
        with edgeldp.simulate(SEED):
            page = edgeldp.report(graph_file, 2.0, questions=["degrees"], epsilons=[1, 2], **options)
        # All but how it was made: a graph that is held has no file, and so no digest.
        ours, printed = (text.split("To repeat it")[0]
                         for text in (page, program.output(*words, *more).decode()))
        assert ours == printed and len(ours) > 2000
        assert ("exact" in ours.replace("no exact", "")) == (not more)
    with pytest.raises(ValueError, match="questions: unknown value 'triangle'"):
        edgeldp.report(graph_file, questions=["triangle"])
    with pytest.raises(TypeError, match="one budget is expected, a number; `epsilons` takes several"):
        edgeldp.report(graph_file, epsilon=[1, 4])  # type: ignore[arg-type]


def test_compare(graph_file: pathlib.Path, program: Program) -> None:
    words = ["compare", graph_file, f"--seed={SEED}", "--methods=sampled,arr-two", "--runs=2"]
    with edgeldp.simulate(SEED):
        expect(edgeldp.compare(graph_file, [0.5, 1], methods=["sampled", "arr-two"], runs=2),
               program(*words, "-e", "0.5,1"))
    limited = program(*words, "--max-download=5000")
    with edgeldp.simulate(SEED):
        expect(edgeldp.compare(graph_file, methods=["sampled", "arr-two"], runs=2,
                               max_download=5000), limited)
    # By downloads: each setting once, with the coins of the same seed.
    with edgeldp.simulate(SEED):
        found = records_of(edgeldp.download_cost(graph_file, methods=["sampled", "arr-two"],
                                                 runs=2, downloads=[5000]))
    wanted = [*map(without_costs, limited)]
    for record in map(without_costs, program(*words)):
        if record not in wanted:
            wanted.append(record)
    assert found == wanted


# ----------------------------------------------------------------------------------------- Channels


@pytest.mark.parametrize(("options", "words"), [
    (dict(size=4, epsilon=2.0), "--size 4 -e 2"),
    (dict(mechanism="warner", categories=["yes", "no"]), "--mechanism warner --categories yes,no"),
    *((dict(mechanism=name, categories="abcde", epsilon=1.5),
       f"--mechanism {name} --categories a,b,c,d,e -e 1.5")
      for name in ("k-ary", "laplace", "laplace-calibrated", "exponential", "staircase", "brr")),
    *((dict(mechanism=name, categories="abc", prior=[0.6, 0.3, 0.1]),
       f"--mechanism {name} --categories a,b,c --prior 0.6,0.3,0.1")
      for name in ("brr*", "rr-with-prior")),
    (dict(mechanism="block", categories="abc", prior=[0.6, 0.3, 0.1], sigma=2.0, favoured=1),
     "--mechanism block --categories a,b,c --prior 0.6,0.3,0.1 --sigma 2 --favoured 1"),
    (dict(mechanism="rr-on-bins", categories="abc", bins=["low", "low", "high"]),
     "--mechanism rr-on-bins --categories a,b,c --bins low,low,high"),
    (dict(mechanism="exponential", categories="ab", utility=[[0, -1], [-2, 0.5]]),
     "--mechanism exponential --categories a,b --utility utility"),
])
def test_channels(options: dict[str, Any], words: str, tmp_path: pathlib.Path, program: Program,
                  monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "utility").write_text("0,-1\n-2,0.5\n")
    ours = edgeldp.channel(**options)
    shown = program("channel", "show", *words.split())[0]
    program("channel", "show", *words.split(), "--out", "its")
    assert ours.to_json() == (tmp_path / "its").read_text().rstrip("\n")
    assert edgeldp.Channel.from_json((tmp_path / "its").read_text()) == ours
    assert (ours.inputs, ours.outputs, ours.loss) == (shown["inputs"], shown["outputs"],
                                                      shown["loss"])
    weights = np.array(shown["weights"], dtype=float).T
    assert np.array_equal(ours.probabilities, weights / 2.0 ** shown["resolution_bits"])


def test_all_mechanisms_are_compared() -> None:
    marks = getattr(test_channels, "pytestmark")
    compared = {options.get("mechanism", "k-ary") for options, _ in marks[0].args[1]}
    assert compared == set(_edgeldp.Channel.mechanisms())


def test_surveys(tmp_path: pathlib.Path, program: Program,
                 monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    laws = {"age": edgeldp.channel("staircase", 2.0, categories=[1, 2, 3]),
            "vote": edgeldp.channel("warner", 1.5, categories=["no", "yes"])}
    random = np.random.default_rng(2)
    reports = {"age": random.integers(1, 4, 400), "vote": random.choice(["no", "yes"], 400)}
    write_table(tmp_path / "reports.csv", "age,vote", reports.values())
    for name, law in laws.items():
        (tmp_path / name).write_text(law.to_json())
    for population in ("sampled", "fixed"):
        printed = program("channel", "estimate", "reports.csv", "--column=age", "--column=vote",
                          "--channel=age", "--channel=vote", "--population", population)
        found = edgeldp.estimate_survey(reports, laws, population=population)
        shares = [r for r in printed if r["statistic"] == "proportion"]
        assert [(r["category"]["age"], r["category"]["vote"]) for r in shares] == [
            (age, vote) for age in found.labels[0] for vote in found.labels[1]]
        for field, table in (("estimate", found.values), ("low", found.low),
                             ("standard_error", found.standard_errors), ("high", found.high)):
            assert [r[field] for r in shares] == table.ravel().tolist(), field
        assert found.reports == shares[0]["nodes"]
        assert found.condition_number == shares[0]["condition_number"]


# ------------------------------------------------------------------------------------------ Options

# Of every verb that acts on a graph.
OF_GRAPHS = {
    "users": "as_graph(users=) says it", "nodes": "as_graph(nodes=) says it",
    "names": "as_graph(names=) says it", "format": "as_graph(format=) says it",
    "heading": "a file with another first line is written without it",
    "plot": "Result.plot draws", "plot-width": "plot(column=True)", "seed": "simulate(seed) is the only way to replay coins",
}
OF_SIDES = {"layer": "as_bipartite(users=) says it", "items": "as_bipartite(right=) says it"}
OF_RUNS = {"no-exact": "exact=False", "each": "Result.each always has them"}

FUNCTIONS: dict[str, tuple[list[Callable[..., Any]], dict[str, str]]] = {
    "triangles": ([edgeldp.triangles], {**OF_GRAPHS, **OF_RUNS}),
    "cycles": ([edgeldp.cycles], {**OF_GRAPHS, **OF_RUNS}),
    "butterflies": ([edgeldp.butterflies], {**OF_GRAPHS, **OF_SIDES, **OF_RUNS}),
    "common-neighbors": ([edgeldp.common_neighbors], {
        **OF_GRAPHS, **OF_SIDES, **OF_RUNS, "bipartite": "the kind of the graph says it"}),
    "degrees": ([edgeldp.degrees, edgeldp.stars, edgeldp.clustering, edgeldp.triangles_at_users], {
        **OF_GRAPHS, "directed": "Collector(users=as_directed(...)).degrees has them", "no-exact": OF_RUNS["no-exact"], "clustering": "a function of its own",
        "triangles": "a function of its own, whose numbers are in Result.users",
        "degrees": "Result.users has them", "sorted": "Result.users has them"}),
    "homophily": ([edgeldp.homophily], {
        **OF_GRAPHS, "no-exact": OF_RUNS["no-exact"], "columns": "those of the frame",
        "id-column": "the index of the frame", "no-heading": "there is no file",
        "generate-labels": "generate.labels makes them", "label-seed": "generate.labels(seed=)",
        "homophily": "generate.labels(homophily=)"}),
    "mixing": ([edgeldp.mixing], {
        **OF_GRAPHS, **OF_RUNS, "directed": "the kind of the graph says it",
        "columns": "there is one", "id-column": "the index of a series",
        "no-heading": "there is no file"}),
    "communities": ([edgeldp.communities], {**OF_GRAPHS, **OF_RUNS, "values": "Communities.groups are they"}),
    "labels": ([edgeldp.labels], {
        **OF_GRAPHS, **OF_RUNS, "columns": "there is one", "id-column": "the index of a series",
        "no-heading": "there is no file", "values": "Labels.chances and Labels.likeliest are they"}),
    "synthesize": ([edgeldp.synthesize], {
        **{name: why for name, why in OF_GRAPHS.items() if not name.startswith("plot")}, "output": "it is returned"}),
    "release": ([edgeldp.release], {
        **{name: why for name, why in OF_GRAPHS.items() if not name.startswith("plot")},
        "output": "it is returned", "labels": "graph.labels are they"}),
    "compare": ([edgeldp.compare], {name: OF_GRAPHS[name]
                                    for name in ("format", "heading", "names", "plot", "plot-width", "seed")}
                | {"of": "ask('cores', graph) has ours and the truth; the program compares them",
                   "with": "own= has functions", "with-command": "own= has functions",
                   "time-limit": "a function ends when it likes"}),
    "compare-graphs": ([edgeldp.compare_graphs], {
        **{name: OF_GRAPHS[name] for name in ("format", "heading", "names", "nodes", "users")},
        **dict.fromkeys(("plot", "plot-width"), "of the program alone")}),
    "report": ([edgeldp.report], {
        **{name: why for name, why in OF_GRAPHS.items() if not name.startswith("plot")},
        "no-exact": OF_RUNS["no-exact"], "output": "it is returned"}),
    "tune": ([edgeldp.tune], {name: OF_GRAPHS[name] for name in ("format", "heading", "names")}),
    "vectors encode": ([edgeldp.vectors], {"output": "it is returned", "seed": OF_GRAPHS["seed"]}),
    "vectors stats": ([edgeldp.VectorRelease.stats], {}),
    "vectors decode": ([edgeldp.VectorRelease.decode], {}),
    "channel show": ([edgeldp.channel], {"channel": "Channel.from_json reads it",
                                         "out": "Channel.to_json writes it"}),
    "channel estimate": ([edgeldp.estimate_survey], {
        **dict.fromkeys(("bins", "categories", "epsilon", "favoured", "mechanism", "prior",
                         "sigma", "size", "utility"), "they make the channel"),
        "channel": "the argument channels", "column": "names of channels say it",
        "no-heading": "there is no file",
        "method": "estimates here are unbiased; the likelihood is the program's alone"}),
}

SETTINGS_OF: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("triangles", "cycles", "butterflies", "clustering", "triangles_at_users",
                     "release", "vectors"), (Rows,)),
    "common_neighbors": (Rows, PairSettings), "homophily": (Rows, GroupSettings),
    "tune": (edgeldp.MadeUp,),
}

# Names that say more here than those of a single item, which is repeated there.
RENAMED = {"stars": ("stars", "leaves"), "item": ("items",), "user": ("users",),
           "sample": ("pairs",)}

WITHOUT_FUNCTION = {
    "channel loss": "Channel.loss and Channel.probabilities", "channel sample": "Channel.sample",
    "channel plan": "of the program alone", "convert": "of the program alone",
    "round": "of the program alone",
    "dataset fetch": "of the program alone", "dataset generate": "edgeldp.generate",
    "demo": "for people at a terminal",
    "explain": "Result.describe", "info": "Graph.clean_up", "inspect": "properties of Release",
    "query": "Release.bit", "simulate attack": "of the program alone",
}


def keywords_of(functions: Iterable[Callable[..., Any]]) -> set[str]:
    """Those of the functions, and of the settings that they take."""
    names = {name for f in functions for name in inspect.signature(f).parameters}
    return names | {field.name for f in functions for kind in SETTINGS_OF.get(f.__name__, ())
                    for field in dataclasses.fields(kind)}


@pytest.mark.parametrize("verb", FUNCTIONS)
def test_options_of_the_program_are_keywords(verb: str) -> None:
    functions, left_out = FUNCTIONS[verb]
    keywords = keywords_of(functions)
    options = _edgeldp.verbs()[verb]
    missing = {option for option in options
               if not keywords & {*RENAMED.get(option, (option.replace("-", "_"),))}}
    surplus = missing - left_out.keys()
    assert not surplus, "options that are no keywords, and for which no reason is given"
    assert left_out.keys() <= options.keys(), "reasons for what is no option"


def test_every_verb_has_a_function_or_a_reason() -> None:
    groups = {"channel", "dataset", "simulate", "vectors"}
    verbs = _edgeldp.verbs().keys() - groups
    plain = _edgeldp.plain_questions().keys()  # which `ask` takes by their names
    assert verbs - plain == (FUNCTIONS.keys() | WITHOUT_FUNCTION.keys()) - plain


def test_cores_and_centralities_beside_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    g = networkx.karate_club_graph()
    networkx.set_edge_attributes(g, 1, "weight")
    with edgeldp.simulate(5):
        cores = {r["statistic"]: r for r in edgeldp.ask("cores", g, epsilon=60.0)}
        walks = {r["statistic"]: r for r in edgeldp.ask("centrality", g, epsilon=60.0)}
    known = networkx.core_number(g)
    of_users = cores["core number of a user"].users
    assert of_users is not None
    assert dict(zip(of_users.labels, of_users.values)) == pytest.approx(known, abs=1.0)
    assert cores["degeneracy"]["exact"]["truth"] == max(known.values())
    katz = walks["Katz of a user"].users
    assert katz is not None
    scores = dict(zip(katz.labels, katz.values))
    by_networkx = networkx.katz_centrality(g, alpha=0.1)
    assert sorted(scores, key=scores.__getitem__)[-2:] == sorted(by_networkx, key=by_networkx.__getitem__)[-2:]


def test_plain_questions_are_asked_by_name() -> None:
    g = edgeldp.as_bipartite([(1, 1), (1, 2), (2, 1), (2, 2), (3, 2)])
    with edgeldp.simulate(5):
        named = edgeldp.ask("butterflies", g, epsilon=2.0)
    with edgeldp.simulate(5):
        called = edgeldp.butterflies(g, epsilon=2.0)
    assert len(named) == 1
    assert named[0]["estimate"] == called["estimate"]
    with pytest.raises(ValueError, match="must be one of butterflies"):
        edgeldp.ask("triangles", g)


def test_keywords_are_those_of_the_program_or_ours() -> None:
    ours = {"graph", "data", "self", "labels", "pairs", "exact", "ledger", "runs", "rows", "how",
            "leaves", "items", "users", "all", "channels", "reports", "seed", "own", "other"}
    for verb, (functions, _) in FUNCTIONS.items():
        options = {option.replace("-", "_") for option in _edgeldp.verbs()[verb]}
        for f in functions:
            surplus = {*inspect.signature(f).parameters} - options - ours
            assert not surplus, f"{f.__name__} has keywords that {verb} does not know"


def test_refusals_speak_of_keywords(graph: edgeldp.Graph) -> None:
    with pytest.raises(ValueError, match="max_download") as refused:
        edgeldp.triangles(graph, max_download=-1)
    assert "--" not in str(refused.value)


REFUSED: list[tuple[Call, str]] = [
    (lambda g: edgeldp.triangles(g, rows=Rows(codec="none")), "Rows: codec = 'none': must be one"),
    (lambda g: edgeldp.butterflies(([0], [0]), rows=Rows(kappa=30)), "butterflies takes no kappa"),
    (lambda g: edgeldp.triangles(g, rows=Rows(alpha=3, codec="bitmap")), "alpha is an option of"),
    (lambda g: edgeldp.triangles(g, epsilon=0), "epsilon = 0"),
    (lambda g: edgeldp.triangles(g, runs=0), "runs"),
    (lambda g: edgeldp.cycles(g, 6), "length"),
    (lambda g: edgeldp.sweep("triangles", g, []), "no budget"),
    (lambda g: edgeldp.sweep("stars", g, [1]), "'stars': must be triangles"),
    (lambda g: edgeldp.common_neighbors(g), "which pairs"),
    (lambda g: edgeldp.common_neighbors(g, 0), "pairs = 0: one at least"),
    (lambda g: edgeldp.common_neighbors(g, [(0, USERS)]), str(USERS)),
    (lambda g: edgeldp.common_neighbors(g, [(0, 1, 2)]), "pairs of users' labels"),
    (lambda g: edgeldp.common_neighbors(g, []), "there are none"),
    (lambda g: edgeldp.homophily(g, [0, 1]), f"2 for {USERS} users"),
    (lambda g: edgeldp.vectors(([1], [2, 3], [4])), "1 users, 2 items and 1 values"),
    (lambda g: edgeldp.compare(g, methods=["none"]), "none"),
    (lambda g: edgeldp.stars(g, method="none"), "method: unknown value 'none'"),
    (lambda g: edgeldp.triangles(g, runs=1.5), r"runs: must be a whole number.*, not '1\.5'"),
    (lambda g: edgeldp.triangles(g, runs=2**64), "not '18446744073709551616'"),
]


@pytest.mark.parametrize(("call", "complaint"), REFUSED)
def test_refusals_say_what_is_wrong(call: Call, complaint: str, graph: edgeldp.Graph) -> None:
    with pytest.raises(ValueError, match=complaint) as refused:
        call(graph)
    assert "--" not in str(refused.value)


@pytest.mark.parametrize("option", ["seed", "length", "release", "plot", "graph"])
def test_a_sweep_takes_options_of_its_question_alone(option: str, graph: edgeldp.Graph) -> None:
    with pytest.raises(TypeError, match=option):
        edgeldp.sweep("triangles", graph, [1], **{option: 4})  # type: ignore[arg-type]


def test_records_are_json(graph: edgeldp.Graph) -> None:
    result = edgeldp.triangles(graph)
    assert json.loads(result.to_json()) == result.to_dict()
