# SPDX-License-Identifier: MIT
"""Randomized answers: their laws, what they cost, and what is estimated from them."""

from __future__ import annotations

import math
import pathlib
from typing import Any

import numpy as np
import pytest

import edgeldp

PRIOR = [0.5, 0.3, 0.2]


def some_channels() -> dict[str, edgeldp.Channel]:
    return {
        "k-ary": edgeldp.channel("k-ary", 1.0, size=4),
        "warner": edgeldp.channel("warner", 0.5, categories=["yes", "no"]),
        "brr": edgeldp.channel("brr", 1.0, size=3),
        "block": edgeldp.channel("block", 1.0, categories="abc", prior=PRIOR),
        "matrix": edgeldp.Channel.from_matrix([[0.7, 0.2], [0.2, 0.3], [0.1, 0.5]], ["a", "b"],
                                              ["x", "y", "z"]),
    }


@pytest.mark.parametrize("name", some_channels())
def test_the_loss_is_the_worst_ratio_of_the_table(name: str) -> None:
    law = some_channels()[name]
    p = law.probabilities
    assert p.shape == (len(law.outputs), len(law.inputs))
    assert np.allclose(p.sum(axis=0), 1.0, atol=1e-12)
    assert law.loss == pytest.approx(math.log((p.max(axis=1) / p.min(axis=1)).max()), rel=1e-9)


@pytest.mark.parametrize("name", some_channels())
def test_reports_follow_the_table(name: str) -> None:
    law = some_channels()[name]
    people = 20_000
    with edgeldp.simulate(11):
        for column, truth in enumerate(law.inputs):
            reports = law.sample(np.full(people, truth))
            for row, report in enumerate(law.outputs):
                chance = law.probabilities[row, column]
                spread = math.sqrt(chance * (1 - chance) / people)
                # 5 spreads: all 44 comparisons together alarm falsely once in 40 000 seeds.
                assert abs(np.mean(reports == report) - chance) < 5 * spread


def test_estimates_are_unbiased_and_know_their_errors() -> None:
    law = edgeldp.channel("k-ary", 1.0, categories="abc")
    truths = np.repeat(["a", "b", "c"], [300, 200, 100])
    values, covered = [], 0
    runs = 300
    for seed in range(runs):
        with edgeldp.simulate(seed):
            found = law.estimate(law.sample(truths), population="fixed")
        values.append(found.values)
        covered += np.sum((found.low <= [1 / 2, 1 / 3, 1 / 6]) & ([1 / 2, 1 / 3, 1 / 6] <= found.high))
    spread = np.std(values, axis=0)
    # 5 standard errors of the mean: a false alarm in one of 500 000 choices of seeds.
    assert np.all(abs(np.mean(values, axis=0) - [1 / 2, 1 / 3, 1 / 6])
                  < 5 * spread / math.sqrt(runs))
    assert np.allclose(found.standard_errors, spread, rtol=0.2)
    # 95% of 900 intervals, 3 to a run: 5 spreads of a binomial law of 300 are 6%.
    assert 0.89 < covered / (3 * runs) <= 1.0


def by_hand(truths: Any, size: int, epsilon: float, coins: np.random.Generator) -> Any:
    """k-ary randomized response as it is written down everywhere."""
    keep = math.exp(epsilon) / (math.exp(epsilon) + size - 1)
    lies = (truths + coins.integers(1, size, len(truths))) % size
    return np.where(coins.random(len(truths)) < keep, truths, lies)


def test_the_law_is_that_of_randomized_response_by_hand() -> None:
    size, epsilon, people = 5, 1.0, 50_000
    truths = np.random.default_rng(1).integers(0, size, people)
    law = edgeldp.channel("k-ary", epsilon, categories=range(size))
    keep = math.exp(epsilon) / (math.exp(epsilon) + size - 1)
    assert np.allclose(np.diag(law.probabilities), keep, atol=1e-12)
    with edgeldp.simulate(2):
        ours = law.sample(truths)
    theirs = by_hand(truths, size, epsilon, np.random.default_rng(3))
    for answer in range(size):
        counts = [np.bincount(r[truths == answer], minlength=size) for r in (ours, theirs)]
        # Two samples of one law: chi-square of 4 degrees of freedom beyond 29 has a chance of
        # 8e-6, five of them 4e-5.
        expected = (counts[0] + counts[1]) / 2
        assert np.sum((counts[0] - counts[1]) ** 2 / (2 * expected)) < 29


def test_surveys_of_frames_mappings_and_lists() -> None:
    channels = {"age": edgeldp.channel("k-ary", 3.0, categories=["young", "old"]),
                "rooms": edgeldp.channel("k-ary", 3.0, categories=[1, 2, 3])}
    coins = np.random.default_rng(1)
    answers = {"age": coins.choice(["young", "old"], 3000), "rooms": coins.integers(1, 4, 3000)}
    with edgeldp.simulate(4):
        reports = edgeldp.survey(answers, channels)
        found = edgeldp.estimate_survey(reports, channels)
    assert reports["rooms"].dtype.kind == "i" and set(reports["age"]) == {"young", "old"}
    assert found.values.shape == found.low.shape == (2, 3)
    assert found.values.sum() == pytest.approx(1.0, abs=1e-9)
    assert np.all(abs(found.values - 1 / 6) < 5 * found.standard_errors)
    assert found.simulated and found.reports == 3000
    with edgeldp.simulate(4):
        as_lists = edgeldp.survey(list(answers.values()), list(channels.values()))
    assert np.array_equal(as_lists[1], reports["rooms"])
    pd = pytest.importorskip("pandas")
    with edgeldp.simulate(4):
        frame = edgeldp.survey(pd.DataFrame({**answers, "name": "secret"}), channels)
    assert list(frame.columns) == ["age", "rooms"]
    assert np.array_equal(frame["rooms"], reports["rooms"])
    table = found.to_frame()
    assert table.loc[("old", "2"), "share"] == found.values[1, 1]
    assert list(table.index.names) == ["age", "rooms"]


def test_a_channel_is_the_programs_file(tmp_path: pathlib.Path, program: Any) -> None:
    law = edgeldp.channel("block", 1.0, categories="abc", prior=PRIOR)
    assert edgeldp.Channel.from_json(law.to_json()) == law
    path = tmp_path / "law.json"
    path.write_text(law.to_json())
    (shown,) = program("channel", "show", "--channel", path)
    assert shown["loss"] == law.loss


@pytest.mark.parametrize(("make", "why"), [
    (lambda: edgeldp.channel("k-ary", 1.0), "which answers"),
    (lambda: edgeldp.channel("k-arry", 1.0, size=3), "did you mean 'k-ary'"),
    (lambda: edgeldp.channel("k-ary", 0.0, size=3), "epsilon"),
    (lambda: edgeldp.channel("block", 1.0, size=3, prior=[1.0]), "1 numbers for 3"),
    (lambda: edgeldp.channel("rr-on-bins", 1.0, size=3), "needs bins"),
    (lambda: edgeldp.Channel.from_matrix([[0.5, 0.5], [0.4, 0.5]]), "add up to 1"),
    (lambda: edgeldp.Channel.from_matrix([0.5, 0.5]), "dimensions"),
    (lambda: edgeldp.channel(size=3).sample([1, 4]), r"truths\[1\] = 4: there are 1, 2, 3"),
    (lambda: edgeldp.channel(size=3).estimate([1, 2, 9]), r"\[2\] = 9"),
    (lambda: edgeldp.channel(size=3).estimate([1, 2], population="all"), "population"),
])
def test_errors_say_what_is_wrong(make: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        make()
