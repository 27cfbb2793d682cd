# SPDX-License-Identifier: MIT
"""Labels of nine in ten users from one in ten: two rounds of counts by group, against randomized response.

python3 labels.py GRAPH [--runs 60] [--seed 1] [--epsilon 0.5,1,2,4]

Labels are the communities that networkx's Louvain method (seed 1) finds in the true graph: they stand for a public attribute
of a tenth of the users, another tenth in every run. A line a budget: the share of the others whose label is told right, its
standard deviation over runs, and the same of randomized response at the same budget of a user.
"""

from __future__ import annotations

import argparse
from typing import Any

import networkx as nx
import numpy as np

import edgeldp


def communities_of(graph: edgeldp.Graph) -> Any:
    """The label of each user."""
    found = nx.algorithms.community.louvain_communities(graph.to_networkx(), seed=1)
    label = np.zeros(graph.nodes, int)
    for number, members in enumerate(found):
        label[graph.indices_of(sorted(members))] = number
    return label


def propagate(users: Any, public_label: Any, labels: int, epsilon: float) -> Any:
    """The label of every user, where some are public (and others -1); as docs/guide/your-own-question.md has it."""
    collector = edgeldp.Collector(epsilon, users=users)
    is_public = public_label >= 0
    shares = np.bincount(public_label[is_public], minlength=labels) + 0.5
    guess = public_label
    for share in (0.4, 0.6):
        each = share * epsilon
        counts = collector.count_in_groups(guess, each, number=labels)
        scores = min(each, 3) * counts.values + 0.7 * np.log(shares / shares.sum())
        guess = np.where(is_public, public_label, scores.argmax(axis=1))
    return guess


def by_randomized_response(counts: Any, public_label: Any, labels: int, epsilon: float, rng: Any) -> Any:
    """The same from bits that are kept with chance e^epsilon / (1 + e^epsilon). counts: true ones, of public users by label."""
    is_public = public_label >= 0
    members = np.bincount(public_label[is_public], minlength=labels)
    kept = 1 / (1 + np.exp(-epsilon))
    ones = rng.binomial(counts, kept) + rng.binomial(members - counts, 1 - kept)
    noisy = (ones - members * (1 - kept)) / (2 * kept - 1)
    variance = members * kept * (1 - kept) / (2 * kept - 1)**2
    within = np.maximum([counts[public_label == k, k].mean() if members[k] else 0 for k in range(labels)], 0.1)
    scores = noisy * within / np.maximum(variance, 1e-9) + np.log((members + 0.5) / (members + 0.5).sum())
    return np.where(is_public, public_label, scores.argmax(axis=1))


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("graph")
    options.add_argument("--runs", type=int, default=60)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--epsilon", default="0.5,1,2,4")
    given = options.parse_args()
    graph = edgeldp.as_graph(given.graph)
    label = communities_of(graph)
    labels = int(label.max()) + 1
    user, neighbor = np.repeat(np.arange(graph.nodes), np.diff(graph.indptr)), graph.indices
    print(f"{labels} labels, {np.bincount(label).max() / graph.nodes:.2f} of users have the most frequent one")
    for epsilon in map(float, given.epsilon.split(",")):
        right: dict[str, list[float]] = {"ours": [], "randomized response": []}
        for run in range(given.runs):
            rng = np.random.default_rng([given.seed, run])
            is_public = rng.random(graph.nodes) < 0.1
            public_label = np.where(is_public, label, -1)
            counts = np.zeros((graph.nodes, labels), int)
            known = is_public[neighbor]
            np.add.at(counts, (user[known], label[neighbor[known]]), 1)
            with edgeldp.simulate(given.seed * 1_000_000 + run):
                guess = propagate(graph, public_label, labels, epsilon)
            right["ours"].append((guess == label)[~is_public].mean())
            guess = by_randomized_response(counts, public_label, labels, epsilon, rng)
            right["randomized response"].append((guess == label)[~is_public].mean())
        told = ", ".join(f"{name} {np.mean(shares):.3f} ({np.std(shares):.3f})" for name, shares in right.items())
        print(f"epsilon {epsilon:g}: {told}")


if __name__ == "__main__":
    main()
