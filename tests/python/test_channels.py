# SPDX-License-Identifier: MIT
"""Randomized answers: their laws, what they lose, and what can be estimated from them.

Statistical tests replay their coins, so that each passes always or never; how often one of other
seeds would fail by chance is said beside it.
"""

from __future__ import annotations

import json
import math
import pathlib
import pickle
from typing import Any

import numpy as np
import pytest

import edgeldp
from conftest import Program
from edgeldp import Channel

PUBLIC = [[0.5, 0.2, 0.1, 0.25], [0.3, 0.5, 0.3, 0.25], [0.2, 0.3, 0.6, 0.5]]

CHANNELS: dict[str, Channel] = {
    "k-ary": edgeldp.channel("k-ary", 1.0, categories=["a", "b", "c"]),
    "numbers": edgeldp.channel("k-ary", 0.5, size=5),
    "warner": edgeldp.channel("warner", 2.0, categories=["yes", "no"]),
    "brr": edgeldp.channel("brr", 1.5, categories="abcde"),
    "block": edgeldp.channel("block", 1.0, categories="abcd", prior=[0.5, 0.3, 0.15, 0.05]),
    "staircase": edgeldp.channel("staircase", 1.0, categories=range(4)),
    "bins": edgeldp.channel("rr-on-bins", 1.0, categories="abc", bins=["x", "x", "y"]),
    "any matrix": Channel.from_matrix(PUBLIC, inputs="wxyz", outputs=[7, 8, 9]),
}

# Whose reports tell all truths apart.
INVERTIBLE = ["k-ary", "warner", "brr"]


@pytest.mark.parametrize("name", CHANNELS)
def test_laws(name: str) -> None:
    law = CHANNELS[name]
    table = law.probabilities
    assert table.shape == (len(law.outputs), len(law.inputs))
    assert table.min() >= 0
    assert table.sum(axis=0) == pytest.approx(1, abs=1e-12)
    worst = max(math.log(row.max() / row.min()) for row in table)
    assert law.loss == pytest.approx(worst, abs=1e-9)


def test_known_laws() -> None:
    others = 1 / (math.e + 2)
    table = CHANNELS["k-ary"].probabilities
    assert table == pytest.approx(others + (math.e - 1) * others * np.eye(3), abs=1e-12)
    truth = math.exp(2) / (math.exp(2) + 1)
    assert CHANNELS["warner"].probabilities == pytest.approx(
        np.array([[truth, 1 - truth], [1 - truth, truth]]), abs=1e-12)
    assert CHANNELS["any matrix"].probabilities == pytest.approx(np.array(PUBLIC), abs=1e-12)
    assert CHANNELS["any matrix"].loss == pytest.approx(math.log(5), abs=1e-9)
    for name, epsilon in (("k-ary", 1.0), ("numbers", 0.5), ("brr", 1.5), ("warner", 2.0)):
        assert CHANNELS[name].loss == pytest.approx(epsilon, abs=1e-9)
    assert Channel.from_matrix([[1, 0], [0, 1]]).loss == math.inf


@pytest.mark.parametrize("name", CHANNELS)
def test_reports_follow_the_law(name: str) -> None:
    """Within five standard deviations: of 80 frequencies one is not in 1 of 20 000 such tests."""
    law, each = CHANNELS[name], 20_000
    with edgeldp.simulate(11):
        reports = law.sample(np.repeat(law.inputs, each)).reshape(-1, each)
    for truth, column in enumerate(reports):
        for report, p in zip(law.outputs, law.probabilities[:, truth]):
            deviation = abs(np.count_nonzero(column == report) - each * p)
            assert deviation <= 5 * math.sqrt(each * p * (1 - p)), (law.inputs[truth], report)


def by_hand(truths: Any, size: int, epsilon: float, random: np.random.Generator) -> Any:
    """k-ary randomized response as it is written down everywhere."""
    truth = math.exp(epsilon) / (math.exp(epsilon) + size - 1)
    lies = (truths + random.integers(1, size, len(truths))) % size
    return np.where(random.random(len(truths)) < truth, truths, lies)


def test_the_law_is_that_of_randomized_response_by_hand() -> None:
    """Chi-squares of two samples, with 4 degrees of freedom, exceed 29 in 8 of a million tests;
    one of the five does in 4 of 100 000."""
    size, epsilon = 5, 1.0
    random = np.random.default_rng(1)
    truths = random.integers(0, size, 50_000)
    with edgeldp.simulate(2):
        ours = edgeldp.channel("k-ary", epsilon, categories=range(size)).sample(truths)
    theirs = by_hand(truths, size, epsilon, random)
    for truth in range(size):
        counts = [np.bincount(r[truths == truth], minlength=size) for r in (ours, theirs)]
        assert ((counts[0] - counts[1]) ** 2 / (counts[0] + counts[1])).sum() < 29


@pytest.mark.parametrize("population", ["fixed", "sampled"])
@pytest.mark.parametrize("name", INVERTIBLE)
def test_estimates_are_right_on_average(name: str, population: str) -> None:
    """Over 300 surveys of 200 people: means within five of their standard errors, spreads within a
    fifth (5 of their errors) of what is predicted, and intervals that miss 15 times and at most 34.
    One of other seeds fails in 1 of 10 000 such tests, the spread of heavier tails included."""
    law, surveys, people = CHANNELS[name], 300, 200
    k = len(law.inputs)
    shares = np.arange(1, k + 1) / (k * (k + 1) / 2)
    random = np.random.default_rng(13)
    truths = random.choice(k, people, p=shares)
    found = []
    with edgeldp.simulate(13):
        for _ in range(surveys):
            if population == "sampled":
                truths = random.choice(k, people, p=shares)
            reports = law.sample(np.array(law.inputs)[truths])
            found.append(law.estimate(reports, population=population))
    wanted = shares if population == "sampled" else np.bincount(truths, minlength=k) / people
    values = np.array([p.values for p in found])
    errors = np.array([p.standard_errors for p in found])
    spread = values.std(axis=0, ddof=1)
    assert np.all(abs(values.mean(axis=0) - wanted) <= 5 * spread / math.sqrt(surveys))
    assert spread == pytest.approx(np.sqrt((errors**2).mean(axis=0)), rel=0.2)
    misses = np.sum([(p.low > wanted) | (p.high < wanted) for p in found], axis=0)
    assert misses.max() <= 34
    assert misses.sum() > 0
    assert all(p.reports == people and p.simulated for p in found)
    assert found[0].values.sum() == pytest.approx(1, abs=1e-9)


def test_many_people_tell_much() -> None:
    """Within five standard errors: of three shares one is not in 1 of 500 000 such tests."""
    law, people = CHANNELS["k-ary"], 200_000
    truths = np.repeat(["a", "b", "c"], [people // 2, 3 * people // 8, people // 8])
    with edgeldp.simulate(17):
        found = law.estimate(law.sample(truths), population="fixed")
    assert found.standard_errors.max() < 0.005
    assert np.all(abs(found.values - [0.5, 0.375, 0.125]) <= 5 * found.standard_errors)


# --------------------------------------------------------------------------------- Names of answers


def test_answers_are_texts_or_what_has_their_text() -> None:
    numbers, letters = CHANNELS["numbers"], CHANNELS["k-ary"]
    for truths in ([1, 5, 3], np.array([1, 5, 3], np.uint8), np.array([1, 5, 3], np.int64)):
        reports = numbers.sample(truths)
        assert reports.dtype.kind == "i" and reports.shape == (3,)
        assert set(reports.tolist()) <= {1, 2, 3, 4, 5}
    for truths in (["1", "5"], [1.0, 5.0], np.array(["1", 5], object)):
        with edgeldp.simulate(3):
            texts = numbers.sample(truths)
        with edgeldp.simulate(3):
            assert [*map(str, numbers.sample([1, 5]))] == texts.tolist()
        assert texts.dtype.kind == "U"
    assert letters.sample([]).shape == (0,)
    # Estimates take reports of any of these kinds.
    counts = [numbers.estimate(reports).values.tolist()
              for reports in ([1, 2, 2], ["1", "2", "2"], np.array([1.0, 2.0, 2.0]))]
    assert counts[0] == counts[1] == counts[2]


@pytest.mark.parametrize(("truths", "place", "unknown"), [
    (["a", "z", "b"], 1, "'z'"), (["a", "b", "A"], 2, "'A'"), ([1, 2], 0, "1"),
    (["a", None], 1, "None"), ([1.5], 0, "1.5"), ([float("nan")], 0, "nan"),
    (np.array([2**64 - 1], np.uint64), 0, "18446744073709551615"), ([True], 0, "True"),
])
def test_unknown_answers_are_named(truths: Any, place: int, unknown: str) -> None:
    law = CHANNELS["k-ary"]
    with pytest.raises(ValueError) as refused:
        law.sample(truths)
    assert str(refused.value) == f"truths[{place}] = {unknown}: there are a, b, c"
    with pytest.raises(ValueError) as refused:
        edgeldp.estimate_survey({"age": truths}, {"age": law})
    assert str(refused.value) == f"column age[{place}] = {unknown}: there are a, b, c"


def test_many_names_are_not_all_listed() -> None:
    law = edgeldp.channel("k-ary", 1.0, size=100)
    with pytest.raises(ValueError, match=r"= 101: there are 1, 2, .*, 8, \.\.\.$"):
        law.sample([1, 101])


@pytest.mark.parametrize(("arguments", "complaint"), [
    (dict(probabilities=[[0.5, 0.5], [0.5, 0.4]]), '"1".*add up to 1, not 0.9'),
    (dict(probabilities=[[-0.5, 0.5], [1.5, 0.5]]), '"0" must be at least 0'),
    (dict(probabilities=[[math.nan, 0.5], [0.5, 0.5]]), "add up to 1"),
    (dict(probabilities=[0.5, 0.5]), "1 dimension"),
    (dict(probabilities=np.eye(2), inputs=["a"]), "1 inputs expected"),
    (dict(probabilities=np.eye(2), inputs=["a", "a"]), '"a" occurs twice'),
])
def test_matrices_that_are_no_channels(arguments: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Channel.from_matrix(**arguments)


@pytest.mark.parametrize(("arguments", "complaint"), [
    (dict(), "categories, or size"),
    (dict(size=3, categories="abc"), "categories, or size"),
    (dict(size=1), "not 1"),
    (dict(size=3, epsilon=0), "epsilon = 0"),
    (dict(size=3, epsilon=-1), "epsilon = -1"),
    (dict(mechanism="k-arry", size=3), "no mechanism 'k-arry'.*did you mean 'k-ary'"),
    (dict(mechanism="warner", size=3), "2 answers, not 3"),
    (dict(categories=["a", "b", "a"]), '"a" occurs twice'),
    (dict(mechanism="block", size=3), "^prior"),
    (dict(mechanism="block", size=3, prior=[0.5, 0.5]), "prior: 2 numbers for 3"),
    (dict(mechanism="rr-on-bins", size=3), "needs bins"),
    (dict(size=3, bins=["x", "x", "y"]), "no bins"),
    (dict(mechanism="exponential", size=3, utility=[[1, 2], [3, 4]]), "utility of 2 x 2"),
])
def test_what_is_no_mechanism(arguments: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        edgeldp.channel(**arguments)


def test_reports_that_tell_nothing() -> None:
    blind = Channel.from_matrix([[0.5, 0.5], [0.5, 0.5]])
    assert blind.loss == 0
    with pytest.raises(ValueError, match="rank 1"):
        blind.estimate([0, 1, 0])
    with pytest.raises(ValueError, match="population"):
        CHANNELS["k-ary"].estimate(["a", "b"], population="all")
    with pytest.raises(ValueError, match="0 reports"):
        CHANNELS["k-ary"].estimate([])


# ------------------------------------------------------------------------------------------ Surveys

ANSWERS = {"age": np.repeat([1, 2, 3], [300, 200, 100]),
           "vote": np.tile(["no", "yes", "yes"], 200),
           "name": [f"person {i}" for i in range(600)]}
LAWS = {"vote": CHANNELS["warner"], "age": edgeldp.channel("brr", 2.5, categories=[1, 2, 3])}


def test_surveys_of_all_kinds_of_tables() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(ANSWERS, index=range(1000, 1600))
    with edgeldp.simulate(5):
        of_mapping = edgeldp.survey(ANSWERS, LAWS)
    with edgeldp.simulate(5):
        of_frame = edgeldp.survey(frame, LAWS)
    with edgeldp.simulate(5):
        of_columns = edgeldp.survey([ANSWERS["vote"], ANSWERS["age"]], list(LAWS.values()))
    # Nothing without a channel, and beside each column what made it.
    assert list(of_mapping) == ["vote", "vote_channel", "age", "age_channel"]
    assert list(of_frame.columns) == [*of_mapping] and list(of_frame.index) == [*frame.index]
    assert len(of_columns) == 2
    for i, name in enumerate(LAWS):
        assert of_frame[name].tolist() == of_mapping[name].tolist() == of_columns[i].tolist()
    assert of_mapping["age"].dtype.kind == "i"

    found = [edgeldp.estimate_survey(of_mapping, LAWS),
             edgeldp.estimate_survey(of_frame, LAWS),
             edgeldp.estimate_survey(of_columns, list(LAWS.values()))]
    assert [p.names for p in found] == [("vote", "age"), ("vote", "age"), ("0", "1")]
    assert all(np.array_equal(p.values, found[0].values) for p in found)

    table = found[0].to_frame()
    assert table.index.names == ["vote", "age"] and len(table) == 6
    assert table.loc[("yes", "2"), "share"] == found[0].values[0, 1]
    assert list(table.columns) == ["share", "standard_error", "low", "high"]
    one = edgeldp.estimate_survey({"vote": of_mapping["vote"]}, {"vote": LAWS["vote"]}).to_frame()
    assert one.index.tolist() == ["yes", "no"] and one.index.name == "vote"


def test_a_joint_table_is_right_on_average() -> None:
    """Over 200 surveys means are within five of their standard errors, and their margins are the
    estimates of single columns: of six shares one is not in 1 of 200 000 such tests."""
    values, errors = [], []
    with edgeldp.simulate(19):
        for _ in range(200):
            reports = edgeldp.survey(ANSWERS, LAWS)
            found = edgeldp.estimate_survey(reports, LAWS, population="fixed")
            values.append(found.values)
            errors.append(found.standard_errors)
    of_vote = LAWS["vote"].estimate(reports["vote"], population="fixed")
    assert found.values.sum(axis=1) == pytest.approx(of_vote.values, abs=1e-9)
    wanted = np.array([[np.mean((ANSWERS["vote"] == vote) & (ANSWERS["age"] == age))
                        for age in (1, 2, 3)] for vote in ("yes", "no")])
    spread = np.std(values, axis=0, ddof=1)
    assert np.all(abs(np.mean(values, axis=0) - wanted) <= 5 * spread / math.sqrt(200))
    assert spread == pytest.approx(np.mean(errors, axis=0), rel=0.25)  # 5 of its errors


def test_tables_that_do_not_fit() -> None:
    law = CHANNELS["k-ary"]
    with pytest.raises(ValueError, match="no column 'y'"):
        edgeldp.survey({"x": ["a"]}, {"y": law})
    with pytest.raises(ValueError, match="1 channels for 2 columns"):
        edgeldp.survey([["a"], ["b"]], [law])
    with pytest.raises(ValueError, match="column 1 has 1 rows, the first 2"):
        edgeldp.estimate_survey({"x": ["a", "b"], "y": ["a"]}, {"x": law, "y": law})
    with pytest.raises(ValueError, match="one column"):
        law.sample([["a", "b"]])


def test_reports_of_simulations_say_so() -> None:
    reports = edgeldp.survey(ANSWERS, LAWS)
    assert not edgeldp.estimate_survey(reports, LAWS).simulated
    assert edgeldp.estimate_survey(reports, LAWS, simulated=True).simulated
    with edgeldp.simulate(5):
        assert edgeldp.estimate_survey(reports, LAWS).simulated
        assert not edgeldp.estimate_survey(reports, LAWS, simulated=False).simulated


# ---------------------------------------------------------------- What reports say they were made with

HALF, TWO = (edgeldp.channel("k-ary", e, categories=["no", "yes"]) for e in (0.5, 2.0))
BOTH = "k-ary of epsilon 0.5, and this is another channel .k-ary, epsilon 2."


def ways_of_reporting() -> dict[str, tuple[Any, Any]]:
    """Reports through HALF, and channels as estimate_survey takes them for these."""
    truths = ["no", "yes"] * 50
    ways = {"mapping": (edgeldp.survey({"x": truths}, {"x": HALF}), {"x": TWO}),
            "mapping, channels in order": (edgeldp.survey({"x": truths}, {"x": HALF}), [TWO]),
            "columns": (edgeldp.survey([truths], [HALF]), [TWO]),
            "sample": ([HALF.sample(truths)], [TWO]),
            "a part": ([HALF.sample(truths)[10:90:2]], [TWO]),
            "pickled": ([pickle.loads(pickle.dumps(HALF.sample(truths)))], [TWO]),
            "a copy": ([HALF.sample(truths).copy()], [TWO]),
            "a column of a mapping": ({"x": edgeldp.survey({"x": truths}, {"x": HALF})["x"]}, [TWO])}
    return ways


@pytest.mark.parametrize("way", ways_of_reporting())
def test_reports_are_refused_with_another_channel(way: str) -> None:
    reports, channels = ways_of_reporting()[way]
    with pytest.raises(ValueError, match=BOTH):
        edgeldp.estimate_survey(reports, channels)
    same = {"x": HALF} if isinstance(channels, dict) else [HALF]
    assert edgeldp.estimate_survey(reports, same).reports == (40 if way == "a part" else 100)
    # The same law by another name, or by a file, is the same channel.
    for law in (Channel.from_json(HALF.to_json()), pickle.loads(pickle.dumps(HALF)),
                edgeldp.channel("warner", 0.5, categories=["no", "yes"]),
                edgeldp.channel("k-ary", 0.5, categories=["yes", "no"])):
        edgeldp.estimate_survey(reports, {"x": law} if isinstance(channels, dict) else [law])


def test_channels_carry_mechanism_and_budget() -> None:
    for law in (HALF, pickle.loads(pickle.dumps(HALF)), HALF.sample(["no"]).channel):
        assert (law.mechanism, law.epsilon) == ("k-ary", 0.5) and law == HALF
    assert CHANNELS["any matrix"].mechanism is None and CHANNELS["any matrix"].epsilon is None
    with pytest.raises(ValueError, match="of epsilon 0.5.*another channel .of a matrix or a file"):
        CHANNELS["any matrix"].estimate(HALF.sample(["no"]))
    # What is computed from reports is no report, and reports of elsewhere say nothing.
    assert not hasattr(HALF.sample(["no", "yes"]) == "no", "channel")
    TWO.estimate(np.asarray(HALF.sample(["no", "yes"])))


def test_reports_are_not_randomized_again() -> None:
    once = HALF.sample(["no", "yes"] * 5)
    table = edgeldp.survey({"x": ["no", "yes"]}, {"x": HALF})
    for call in (lambda: TWO.sample(once), lambda: edgeldp.survey([once], [TWO]),
                 lambda: edgeldp.survey(table, {"x": TWO}),
                 lambda: edgeldp.homophily(edgeldp.generate.erdos_renyi(10, 20), once)):
        with pytest.raises(ValueError, match="was randomized already, by k-ary epsilon 0.5"):
            call()


def test_tables_of_two_channels_are_refused() -> None:
    table = edgeldp.survey({"x": ["no", "yes"]}, {"x": HALF})
    table["x_channel"][1] = edgeldp.survey({"x": ["no"]}, {"x": TWO})["x_channel"][0]
    with pytest.raises(ValueError, match="k-ary epsilon 0.5.*k-ary epsilon 2"):
        edgeldp.estimate_survey(table, {"x": HALF})


def test_tables_say_the_same_to_the_program(tmp_path: pathlib.Path, program: Program) -> None:
    """What one writes the other reads, and refuses with another channel."""
    pandas = pytest.importorskip("pandas")
    path = tmp_path / "reports.csv"
    frame = pandas.DataFrame({"x": ["no", "yes"] * 200})
    edgeldp.survey(frame, {"x": HALF}).to_csv(path, index=False)
    found = program("channel", "estimate", path, "--column=x", "--categories=no,yes")
    assert found[0]["epsilon"] == pytest.approx(0.5, abs=1e-8)
    with pytest.raises(AssertionError, match="epsilon 0.5, and --epsilon says 2"):
        program("channel", "estimate", path, "--column=x", "--categories=no,yes", "-e2")
    frame.to_csv(path, index=False)
    sampled = program.output("channel", "sample", path, "--column=x", "--categories=no,yes", "-e0.5")
    (tmp_path / "sampled.csv").write_bytes(sampled)
    table = pandas.read_csv(tmp_path / "sampled.csv")
    assert edgeldp.estimate_survey(table, [HALF]).reports == 400
    for channels in ([TWO], {"x": TWO}):
        with pytest.raises(ValueError, match=BOTH):
            edgeldp.estimate_survey(table, channels)
    with pytest.raises(ValueError, match="was randomized already"):
        edgeldp.survey(table, {"x": HALF})


# -------------------------------------------------------------------------------------------- Files


@pytest.mark.parametrize("name", CHANNELS)
def test_channels_as_json(name: str, tmp_path: pathlib.Path, program: Program) -> None:
    law = CHANNELS[name]
    read = Channel.from_json(law.to_json())
    assert read == law and np.array_equal(read.probabilities, law.probabilities)
    path = tmp_path / "law.json"
    path.write_text(law.to_json())
    assert program("channel", "loss", "--channel", path)[0]["loss"] == law.loss
    shown = program("channel", "show", "--channel", path)[0]
    assert (shown["inputs"], shown["outputs"]) == (law.inputs, law.outputs)
    assert shown["weights"] == json.loads(law.to_json())["weights"]
    # What the program makes of answers, reports of ours are too.
    (tmp_path / "answers.csv").write_text("x\n" + "\n".join(law.inputs * 5) + "\n")
    sampled = program.output("channel", "sample", tmp_path / "answers.csv", "--column=x",
                             "--channel", path, "--seed=1").decode().splitlines()
    assert {line.split(",")[0] for line in sampled[1:]} <= {*law.outputs}


@pytest.mark.parametrize("text", ["{}", "nonsense", "", "[]"])
def test_texts_that_are_no_channels(text: str) -> None:
    with pytest.raises(ValueError):
        Channel.from_json(text)


def test_channels_compare_by_their_laws() -> None:
    law = CHANNELS["k-ary"]
    assert law != CHANNELS["brr"] and law != "k-ary"
    assert {law, Channel.from_json(law.to_json())} == {law}
    law.probabilities[:] = 0  # a copy
    assert law.probabilities.max() > 0
    assert repr(law) == "<edgeldp.Channel of 3 answers and 3 reports: costs 1 nats>"
