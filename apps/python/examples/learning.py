# SPDX-License-Identifier: MIT
"""A linear model that learns users' classes from private edges, by what each way of asking tells of neighbours.

This is an easy case: on a GRAPH the classes are groups of the true graph (communities that networkx's Louvain method finds in
it), so that edges alone say nearly everything, and no model of real people is as good. The made-up graph is the other end: there
a neighbour is of one's own class little more often than by chance. --labels FILE takes any table: a user and its label a line.

python3 learning.py GRAPH|made-up [--labels FILE] [--runs 3] [--seed 1] [--epsilon 1,2,4,8] [--per-edge]

A tenth of the users, another one in every run, say their class publicly, and train a softmax regression. Its features are sums
over a user's neighbours: how many of them are publicly in each class. A line a budget: the share of the others whose class is
told right, mean and standard deviation over runs. Every budget is a user's; what an edge loses, which is in two lists, differs.
With --per-edge budgets are what an edge loses, and users have less each:

without noise   the true counts
counts          each user counts its own, and adds noise once to each number (Collector.count_in_groups); an edge loses 2 epsilon
bits            randomized response of whole lists, both ends send, without bias; an edge loses 2 epsilon
Blink           a tenth of the budget for degrees, randomized response by both ends, and link posteriors of the two bits under the
                model of largest entropy (Zhu et al., SIGMOD 2023; their graph networks are not played); an edge loses 2 epsilon
posteriors      Release.posterior_sums: a tenth for degrees, each bit is sent by one end; an edge loses 1.1 epsilon
"""

from __future__ import annotations

import argparse
from typing import Any, Callable

import numpy as np

import edgeldp

# ------------------------------------------------------------------------------------------------------- Graphs and classes


def made_up(users: int, classes: int, seed: int) -> tuple[edgeldp.Graph, Any]:
    """Labels follow edges weakly: of four classes 37% of a user's 40 neighbours are of its own, where chance has 25%."""
    rng = np.random.default_rng(seed)
    label = rng.integers(classes, size=users)
    u, v = np.triu_indices(users, 1)
    chance = 40 / users * np.where(label[u] == label[v], 1.5, 1 - 0.5 / (classes - 1))
    meet = rng.random(u.size) < chance
    return edgeldp.as_graph((u[meet], v[meet]), nodes=users), label


def communities_of(graph: edgeldp.Graph) -> Any:
    """The label of each user: its community, the 14 largest, and one for all others."""
    import networkx as nx

    found = nx.algorithms.community.louvain_communities(graph.to_networkx(), seed=1)
    label = np.full(graph.nodes, min(len(found), 15) - 1)
    for number, members in enumerate(sorted(found, key=len, reverse=True)[:14]):
        label[graph.indices_of(sorted(members))] = number
    return label


def labels_of(path: str, graph: edgeldp.Graph) -> Any:
    """Any table: each line has a user, as the graph calls it, and a label without blanks."""
    with open(path, encoding="utf-8") as lines:
        said = dict(line.split() for line in lines if line.strip())
    missing = [user for user in graph.labels if str(user) not in said]
    if missing:
        raise SystemExit(f"{path}: {len(missing)} users have no label, such as {missing[0]}: give each a line")
    return np.unique([said[str(user)] for user in graph.labels], return_inverse=True)[1]


# ---------------------------------------------------------------------------------------------------------------- Features
# Of each user the number of its neighbours that are publicly in each class, as well as it can be told. public: the class, or -1.


def one_hot(public: Any, classes: int) -> Any:
    table = np.zeros((public.size, classes))
    known = np.flatnonzero(public >= 0)
    table[known, public[known]] = 1
    return table


def without_noise(graph: edgeldp.Graph, public: Any, classes: int, epsilon: float, seed: int) -> Any:
    table = one_hot(public, classes)
    sums = np.zeros_like(table)
    np.add.at(sums, np.repeat(np.arange(graph.nodes), np.diff(graph.indptr)), table[graph.indices])
    return sums


def counts(graph: edgeldp.Graph, public: Any, classes: int, epsilon: float, seed: int) -> Any:
    with edgeldp.simulate(seed):
        return edgeldp.Collector(epsilon, users=graph).count_in_groups(public, epsilon, number=classes).values


def posteriors(graph: edgeldp.Graph, public: Any, classes: int, epsilon: float, seed: int) -> Any:
    rows = edgeldp.Rows(codec="bitmap", split="degree=0.1,edges=0.899,count=0.001")  # nothing is kept for a count
    with edgeldp.simulate(seed):
        release = edgeldp.release(graph, epsilon, rows=rows)
    return release.posterior_sums(one_hot(public, classes))


def both_bits(graph: edgeldp.Graph, columns: Any, epsilon: float, seed: int) -> Any:
    """How many of its two ends say that a pair is an edge: 0 to 2, of all users and those of the columns."""
    true = np.zeros((graph.nodes, columns.size), bool)
    place = np.full(graph.nodes, -1)
    place[columns] = np.arange(columns.size)
    user, neighbor = np.repeat(np.arange(graph.nodes), np.diff(graph.indptr)), graph.indices
    known = place[neighbor] >= 0
    true[user[known], place[neighbor[known]]] = True
    rng, flip = np.random.default_rng(seed), 1 / (1 + np.exp(epsilon))
    said = sum((true ^ (rng.random(true.shape, np.float32) < flip)).astype(np.int8) for _ in range(2))
    within = said[columns]  # pairs among the columns stand there twice, with the same bits
    said[columns] = np.triu(within, 1) + np.triu(within, 1).T
    return said


def bits(graph: edgeldp.Graph, public: Any, classes: int, epsilon: float, seed: int) -> Any:
    columns = np.flatnonzero(public >= 0)
    flip = 1 / (1 + np.exp(epsilon))
    estimates = (both_bits(graph, columns, epsilon, seed) / 2 - flip) / (1 - 2 * flip)
    return estimates @ one_hot(public, classes)[columns]


def blink(graph: edgeldp.Graph, public: Any, classes: int, epsilon: float, seed: int) -> Any:
    columns = np.flatnonzero(public >= 0)
    noise = np.random.default_rng(seed + 1).laplace(scale=1 / (0.1 * epsilon), size=graph.nodes)
    x = weights_of(np.clip(np.diff(graph.indptr) + noise, 1, graph.nodes - 2))
    strength = 0.9 * epsilon
    said = both_bits(graph, columns, strength, seed)
    odds = np.outer(x, x[columns]) * np.exp(strength * (said - 1.0))
    odds[columns, np.arange(columns.size)] = 0
    return odds / (1 + odds) @ one_hot(public, classes)[columns]


def weights_of(degrees: Any) -> Any:
    """x of each user such that x_u x_v / (1 + x_u x_v), summed over v, is the degree of u."""
    values, which, users = np.unique(degrees.round(), return_inverse=True, return_counts=True)
    x = values / np.sqrt(values @ users)
    for _ in range(200):
        odds = np.outer(x, x)
        x *= np.sqrt(values / (odds / (1 + odds) @ users))
    return x[which]


Features = Callable[[edgeldp.Graph, Any, int, float, int], Any]
# And what an edge loses, in budgets of a user.
WAYS: dict[str, tuple[Features, float]] = {"without noise": (without_noise, 1), "counts": (counts, 2), "bits": (bits, 2),
                                           "Blink": (blink, 2), "posteriors": (posteriors, 1.1)}

# ------------------------------------------------------------------------------------------------------------- Linear model


def inputs_of(sums: Any) -> Any:
    """Sums, and their shares, in units of what is usual; and a one."""
    shares = sums / np.maximum(np.abs(sums).sum(axis=1, keepdims=True), 1e-9)
    both = np.hstack([sums, shares])
    return np.hstack([(both - both.mean(axis=0)) / (both.std(axis=0) + 1e-9), np.ones((sums.shape[0], 1))])


def softmax_regression(x: Any, label: Any, classes: int, decay: float) -> Any:
    """A column of weights a class: the least log loss plus `decay` times their squares, by accelerated gradient steps."""
    truth = np.eye(classes)[label]
    step = 1 / (0.5 * np.linalg.norm(x, 2) ** 2 / len(x) + decay)
    weights = ahead = np.zeros((x.shape[1], classes))
    for number in range(300):
        scores = x @ ahead
        chance = np.exp(scores - scores.max(axis=1, keepdims=True))
        chance /= chance.sum(axis=1, keepdims=True)
        before, weights = weights, ahead - step * (x.T @ (chance - truth) / len(x) + decay * ahead)
        ahead = weights + number / (number + 3) * (weights - before)
    return weights


def accuracy(sums: Any, public: Any, label: Any, classes: int) -> float:
    """Share of the other users whose class is told right. The decay that does best on thirds of the public ones is used."""
    x, known = inputs_of(sums), np.flatnonzero(public >= 0)
    fold = np.arange(known.size) % 3

    def right(decay: float) -> float:
        return sum(float(np.sum((x[known[fold == f]] @ softmax_regression(x[known[fold != f]], label[known[fold != f]], classes, decay)
                                 ).argmax(axis=1) == label[known[fold == f]])) for f in range(3))

    decay = max((0.1, 0.01, 0.001), key=right)
    guess = (x @ softmax_regression(x[known], label[known], classes, decay)).argmax(axis=1)
    return float((guess == label)[public < 0].mean())


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("graph")
    options.add_argument("--labels")
    options.add_argument("--users", type=int, default=2000, help="of the made-up graph")
    options.add_argument("--runs", type=int, default=3)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--epsilon", default="1,2,4,8")
    options.add_argument("--per-edge", action="store_true")
    given = options.parse_args()
    if given.graph == "made-up":
        graph, label = made_up(given.users, 4, given.seed)
    else:
        graph = edgeldp.as_graph(given.graph)
        label = labels_of(given.labels, graph) if given.labels else communities_of(graph)
    classes = int(label.max()) + 1
    print(f"{classes} classes, {np.bincount(label).max() / graph.nodes:.2f} of users are in the largest", flush=True)
    for epsilon in map(float, given.epsilon.split(",")):
        right: dict[str, list[float]] = {way: [] for way in WAYS}
        for run in range(given.runs):
            is_public = np.random.default_rng([given.seed, run]).random(graph.nodes) < 0.1
            public = np.where(is_public, label, -1)
            for way, (features, loss) in WAYS.items():
                budget = epsilon / loss if given.per_edge else epsilon
                sums = features(graph, public, classes, budget, given.seed * 1_000_000 + run)
                right[way].append(accuracy(sums, public, label, classes))
        print(f"epsilon {epsilon:g}: " + ", ".join(f"{way} {np.mean(r):.3f} ({np.std(r):.3f})" for way, r in right.items()), flush=True)


if __name__ == "__main__":
    main()
