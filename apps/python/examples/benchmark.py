# SPDX-License-Identifier: MIT
"""What calls from Python cost: python3 apps/python/examples/benchmark.py

Prints a table of medians. Estimates are timed beside what the same call took inside of the
library, which it says itself; a survey beside k-ary randomized response written out in numpy.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import edgeldp


def milliseconds(call: Callable[[], Any], times: int) -> tuple[float, float]:
    """The median time of a call, and of what is left without the library's own part."""
    whole, rest = [], []
    for _ in range(times):
        start = time.perf_counter()
        result = call()
        whole.append(1e3 * (time.perf_counter() - start))
        inside = result["exact"]["seconds"] if isinstance(result, edgeldp.Result) else 0.0
        rest.append(whole[-1] - 1e3 * inside)
    return statistics.median(whole), statistics.median(rest)


def row(what: str, call: Callable[[], Any], times: int) -> None:
    whole, rest = milliseconds(call, times)
    print(f"{what:<58}{whole:10.2f}{rest:10.2f}")


def estimates() -> None:
    """Calls on a small graph, and on a million edges from two arrays."""
    small = edgeldp.generate.holme_kim(34, 3, 0.5, seed=1)
    row("triangles of 34 users", lambda: edgeldp.triangles(small), 200)
    row("stars of 34 users", lambda: edgeldp.stars(small), 200)
    large = edgeldp.generate.affiliation(100_000, 1_100_000, seed=1)
    u = np.repeat(np.arange(large.nodes), np.diff(large.indptr))
    v = large.indices.astype(np.int64)
    once = u < v
    u, v = u[once], v[once]
    row(f"a graph of two arrays of {len(u)} ends", lambda: edgeldp.as_graph((u, v)), 5)
    row("... and its triangles", lambda: edgeldp.triangles((u, v)), 5)


def by_hand(answers: dict[str, Any], sizes: dict[str, int], epsilon: float,
            coins: np.random.Generator) -> dict[str, Any]:
    """k-ary randomized response on four columns, a quarter of the budget each."""
    shares = {}
    for name, size in sizes.items():
        keep = np.exp(epsilon / 4) / (np.exp(epsilon / 4) + size - 1)
        other = (1 - keep) / (size - 1)
        truths = answers[name]
        lies = (truths + coins.integers(1, size, len(truths))) % size
        reports = np.where(coins.random(len(truths)) < keep, truths, lies)
        shares[name] = (np.bincount(reports, minlength=size) / len(truths) - other) / (keep - other)
    return shares


def surveys() -> None:
    """100 000 people answer four questions under one budget."""
    sizes = {"age": 5, "vote": 3, "region": 8, "smokes": 2}
    coins = np.random.default_rng(1)
    answers = {name: coins.integers(0, size, 100_000) for name, size in sizes.items()}
    channels = {name: edgeldp.channel("k-ary", 0.5, categories=range(size))
                for name, size in sizes.items()}

    def ours() -> Any:
        reports = edgeldp.survey(answers, channels)
        return [channels[name].estimate(reports[name]) for name in sizes]

    row("a survey of 100 000 people, four questions", ours, 5)
    row("... by hand in numpy, without private coins or errors",
        lambda: by_hand(answers, sizes, 2.0, coins), 5)
    row("... and the joint table of all four, with errors",
        lambda: edgeldp.estimate_survey(edgeldp.survey(answers, channels), channels), 5)


if __name__ == "__main__":
    print(f"{'milliseconds, median':<58}{'whole':>10}{'outside':>10}")
    estimates()
    surveys()
