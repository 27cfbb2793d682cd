# SPDX-License-Identifier: MIT
"""What results tell: of records as the program prints them, without a call."""

from __future__ import annotations

import copy
import json
import math
import pickle
import re
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from edgeldp import Proportions
from edgeldp._results import Comparison, Result, Results, Sweep, record as fields_of
from edgeldp._words import in_bytes, percent, rounded

MARK, GREY = "#2a7fbf", "#8a8a8a"

TRIANGLES: dict[str, Any] = {
    "graph": "default", "nodes": 2000, "estimate": 156282.90121540497,
    "standard_error": 8753.959906620998, "measured_spread": None,
    "interval": [130626.77979240444, 181939.0226384055], "confidence": 0.95,
    "half_width": 25656.121423000535, "inflation": 1.2000000000000002,
    "bias_bound": 5067.186056098805, "judgement": "usable", "at_most": None,
    "epsilon_that_would_do": None, "epsilon": 1.0,
    "spent": {"epsilon": 1.0, "edge_ldp": 1.0, "relationship_dp": 1.02}, "codec": "nullspace",
    "groups": [{"share": 0.3}, {"share": 0.7}], "upload_bytes": 11.0385,
    "download_bytes": 13422.0, "bits_per_edge": 3.7, "runs": 1, "private": True,
    "simulated": True, "exact": {"truth": 150436, "rmse": 5846.9, "relative_error": 0.0389},
    "schema": "edgeldp/1",
}

# As of butterflies of three users: there is no bound on the error.
UNBOUNDED: dict[str, Any] = {"left": 3, "estimate": 0.0, "standard_error": None,
                             "interval": [None, None], "half_width": None,
                             "judgement": "not_usable"}

# As of degrees: the standard error is that of one user.
OVER_USERS: dict[str, Any] = {"statistic": "degrees", "estimate": 19.9475, "standard_error": 1.357,
                              **dict.fromkeys(("interval", "confidence", "half_width",
                                               "inflation", "bias_bound", "judgement"))}

LOST: dict[str, Any] = {"estimate": 2768669.8, "standard_error": 5758534.0,
                        "half_width": 18559874.6, "interval": [-15791204.8, 21328544.4],
                        "bias_bound": 5016051.4, "judgement": "not_usable",
                        "at_most": 21328544.4, "epsilon_that_would_do": 1.2}


def record(**changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(TRIANGLES), **changes}


def result(**changes: Any) -> Result:
    return Result._of(record(**changes))


def row(method: str, error: float, download: float, epsilon: float = 1.0,
        **more: Any) -> dict[str, Any]:
    return {"method": method, "epsilon": epsilon, "estimate": 1e5, "standard_error": 1e4,
            "relationship_dp": 1.02, "upload_bytes": 9.0, "download_bytes": download, "runs": 2,
            "trusts": "nobody", "private": True, "simulated": True,
            "exact": {"truth": 1e5, "rmse": error * 1e5, "relative_error": error,
                      "predicted_relative_error": error * 1.5}, **more}


@pytest.fixture
def comparison() -> Comparison:
    return Comparison._of([
        row("arr-one", 0.01, 28e4, private=False, not_private_because="noise is <too> small"),
        row("central-ladder", 0.001, 0.0, private=False, trusts="curator",
            not_private_because="a curator holds the graph"),
        row("centred-ppr", 0.09, 5500.0),
        row("sampled", 0.04, 9700.0),
    ])


# ---------------------------------------------------------------------------------------- Numbers


@pytest.mark.parametrize(("value", "error", "text"), [
    (1612.3, 38.2, "1612"), (156282.9, 25656.0, "156 000"), (1609500.6, 5492.0, "1 609 500"),
    (0.2889, 0.0177, "0.289"), (-0.0004, 0.31, "0.00"), (19926.0, math.nan, "19 926"),
    (19.9475, math.nan, "19.95"), (math.nan, 1.0, "unknown"), (math.inf, 1.0, "inf"),
    (3.2e18, 1e17, "3.2e+18"), (0.0, math.nan, "0"), (0.0, 0.0, "0"),
])
def test_numbers_have_the_digits_that_errors_leave(value: float, error: float, text: str) -> None:
    assert rounded(value, error) == text


@pytest.mark.parametrize(("share", "text"), [
    (0.0389, "3.9%"), (0.0002, "0.020%"), (17.4, "1 740%"), (0.0, "0%"), (math.nan, "unknown")])
def test_shares(share: float, text: str) -> None:
    assert percent(share) == text


# ------------------------------------------------------------------------------------- One result


def test_accessors_agree_with_the_record() -> None:
    r = result()
    assert (r.value, float(r), r.standard_error) == (156282.90121540497, 156282.90121540497,
                                                     8753.959906620998)
    assert r.spent == {"epsilon": 1.0, "edge_ldp": 1.0, "relationship_dp": 1.02}
    assert r.traffic == {"upload_bytes": 11.0385, "download_bytes": 13422.0, "bits_per_edge": 3.7}
    assert (r.epsilon, r.runs, r.judgement, r.truth, r.error) == (1.0, 1, "usable", 150436, 5846.9)
    assert r.usable and r.simulated and r.private and r.not_private_because is None
    assert (r.seed, r.notes, r.users) == (None, (), None)


def test_what_is_not_known_is_none_or_nan() -> None:
    published = record()
    del published["exact"], published["spent"]
    r = Result._of({**published, "estimate": None, "standard_error": None})
    assert r.truth is None and r.error is None
    assert all(map(math.isnan, [r.value, r.standard_error, *r.spent.values()]))


def test_what_does_not_say_that_it_protects_does_not() -> None:
    r = Result._of({"estimate": 1.0})
    assert r.simulated and not r.private


def test_interval_is_the_record_s_at_its_confidence() -> None:
    assert result().interval() == (130626.77979240444, 181939.0226384055)


@pytest.mark.parametrize(("p", "z"), [(0.5, 0.6744897502), (0.95 + 1e-12, 1.9599639845),
                                      (0.99, 2.5758293035)])
def test_interval_at_another_confidence(p: float, z: float) -> None:
    low, high = result().interval(p)
    half = z * 1.2 * 8753.959906620998 + 5067.186056098805
    assert (high - low) / 2 == pytest.approx(half, rel=1e-9)
    assert (high + low) / 2 == pytest.approx(156282.90121540497)


def test_interval_without_bound_and_without_sense() -> None:
    unbounded = result(**UNBOUNDED)
    assert unbounded.interval() == unbounded.interval(0.5) == (-math.inf, math.inf)
    over_users = result(**OVER_USERS)
    assert all(math.isnan(end) for p in (0.95, 0.5) for end in over_users.interval(p))


@pytest.mark.parametrize("p", [0.0, 1.0, 95.0, -0.1, math.nan])
def test_confidence_is_a_probability(p: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        result().interval(p)


def test_a_result_is_a_mapping_that_nobody_can_change() -> None:
    given = record()
    r = Result._of(given)
    given["spent"]["epsilon"] = r["spent"]["epsilon"] = r.to_dict()["spent"]["epsilon"] = 9.0
    assert r["spent"]["epsilon"] == 1.0
    assert list(r) == list(TRIANGLES) and len(r) == len(TRIANGLES) and "codec" in r
    assert r.to_dict() == json.loads(r.to_json()) == TRIANGLES
    with pytest.raises(KeyError):
        r["nothing"]
    with pytest.raises(TypeError, match="come from calls"):
        Result()


@pytest.mark.parametrize(("changes", "statistic", "name"), [
    ({}, "triangles", "triangles"),
    ({"length": 5}, "cycles", "cycles of length 5"),
    ({"left": 3}, "butterflies", "butterflies"),
    ({"left": 3, "measure": "common"}, "common_neighbors", "common neighbors"),
    ({"measure": "jaccard"}, "jaccard", "jaccard"),
    ({"statistic": "edges_between", "values": ["0", "1"]}, "edges_between",
     "edges between (0, 1)"),
    ({"statistic": "frequency", "item": "i7"}, "frequency", "frequency of i7"),
    ({"statistic": "item", "item": "i7", "values": {}}, "item", "item i7"),
    ({"statistic": "common_items", "users": ["u0", "u1"]}, "common_items",
     "common items of u0 and u1"),
])
def test_names(changes: dict[str, Any], statistic: str, name: str) -> None:
    r = result(**changes)
    assert (r.statistic, r.name) == (statistic, name)


@pytest.mark.parametrize(("changes", "text"), [
    ({"estimate": 1612.0, "half_width": 38.0},
     "triangles: 1612 ± 38 (95%), epsilon 1, simulated"),
    ({**LOST, "epsilon": 0.05, "simulated": False},
     "triangles: not usable, at most 21 000 000, epsilon 0.05"),
    (UNBOUNDED, "butterflies: not usable, error without bound, epsilon 1, simulated"),
    (OVER_USERS,
     "degrees: 19.95 on average over users, each with an error of 1.4, epsilon 1, simulated"),
    ({"judgement": "weak", "private": False, "runs": 3},
     "triangles: 156 000 ± 26 000 (95%), mean of 3 runs, epsilon 1, weak, not private, simulated"),
])
def test_repr_is_short_and_honest(changes: dict[str, Any], text: str) -> None:
    assert repr(result(**changes)) == f"<edgeldp.Result {text}>"


def test_str_is_sentences_with_caution() -> None:
    assert str(result()) == (
        "triangles: about 156 000; with 95% confidence the truth lies between 131 000 and 182 000. "
        "Each user has spent a privacy budget of epsilon 1. "
        "Simulated: random coins were replayed from a seed, so this protects nobody.")
    lost = str(result(**LOST, simulated=False))
    assert "about" not in lost and "protects nobody" not in lost
    assert "lost in the noise; with 95% confidence the truth is at most 21 000 000" in lost
    assert "Epsilon 1.2 would do" in lost
    assert "Not private: it leaks." in str(result(private=False, not_private_because="it leaks"))
    assert "order of magnitude" in str(result(judgement="weak", half_width=1e5))
    assert "decides the estimate" in str(result(judgement="weak"))


def test_what_is_lost_has_no_estimate() -> None:
    lost = result(**LOST)
    both = Sweep._of([record(**LOST), record()])
    for text in (repr(lost), str(lost), lost._repr_html_(), str(both), both._repr_html_()):
        assert "at most 21 000 000" in text
        assert "±" not in text.replace("156 000 ± 26 000", "") and "3 000 000" not in text


def test_html_is_escaped_and_warns() -> None:
    r = Result._of(record(**LOST, private=False, not_private_because="a < b"),
                   statistic="<b>ties</b>", notes=["users & items"])
    text = r._repr_html_()
    for part in ("&lt;b&gt;ties", "Not private: a &lt; b.", "users &amp; items", "Not usable",
                 "protects nobody", "off by 3.9%", "A user sends 11 bytes and reads 13.4 kB."):
        assert part in text
    assert "<b>ties" not in text and "a < b" not in text
    published = record(simulated=False)
    del published["exact"]
    text = Result._of(published)._repr_html_()
    assert "protects nobody" not in text and "Exact" not in text and "Usable" in text


def svg_of(text: str) -> list[ElementTree.Element]:
    """All inline pictures, which are well-formed."""
    return [ElementTree.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", text)]


def drawn(svg: ElementTree.Element, colour: str) -> list[float]:
    """Where what has this colour begins and ends."""
    return [float(x) for path in svg.iter("path") if path.get("stroke") == colour
            for x in re.findall(r"[MH]([\d.]+)", path.get("d", ""))]


def test_html_has_a_picture_of_the_interval() -> None:
    text = result()._repr_html_()
    assert "<b>" not in text and '<th scope="row"' in text
    [svg] = svg_of(text)
    low, high = drawn(svg, MARK)
    [dot] = [float(c.get("cx", "nan")) for c in svg.iter("circle")]
    assert 8 < low < dot < high == 172  # 0 is on the left, the end of the interval on the right
    assert (dot - 8) / (high - 8) == pytest.approx(156282.9 / 181939.0, abs=1e-3)
    assert svg.get("aria-label") == "156 000 ± 26 000 (95%)"
    [lost] = svg_of(result(**LOST)._repr_html_())
    assert not list(lost.iter("circle")) and not drawn(lost, MARK) and drawn(lost, GREY)
    assert lost.get("aria-label") == "not usable, at most 21 000 000"
    assert not svg_of(result(**UNBOUNDED)._repr_html_())
    assert not svg_of(result(**OVER_USERS)._repr_html_())


def test_pictures_of_a_sweep_can_be_compared() -> None:
    wide = record(epsilon=0.5, interval=[56282.9, 256282.9], half_width=1e5, judgement="weak")
    first, second = svg_of(Sweep._of([wide, record()])._repr_html_())
    low, high = drawn(first, MARK)
    narrow = drawn(second, MARK)
    assert low < narrow[0] < narrow[1] < high == 172
    both = svg_of(Sweep._of([record(**LOST), record()])._repr_html_())
    assert max(drawn(both[0], GREY)) == 172 and max(drawn(both[1], MARK)) == 172
    over = Results._of([record(**OVER_USERS)])._repr_html_()
    assert "<svg" not in over and "95% interval" not in over


def test_one_byte_is_one() -> None:
    assert in_bytes(1.0) == "1 byte" and in_bytes(1.04) == "1 byte"
    assert in_bytes(1.2) == "1.2 bytes" and in_bytes(2.0) == "2 bytes" and in_bytes(0) == "nothing"
    assert "A user sends 1 byte and reads nothing." in result(upload_bytes=1.0,
                                                              download_bytes=0.0)._repr_html_()


def test_shares_are_a_table_with_pictures() -> None:
    shares = Proportions(labels=(["<i>", "no"],), values=np.array([-0.1, 1.1]),
                         standard_errors=np.array([0.1, 0.1]), low=np.array([-0.3, 0.9]),
                         high=np.array([0.1, 1.3]), reports=50, condition_number=2.0,
                         simulated=True, names=("a & b",))
    text = shares._repr_html_()
    assert "&lt;i&gt;" in text and "<i>" not in text and "a &amp; b" in text
    assert "-0.1000" in text and "protects nobody" in text
    first, second = svg_of(text)
    assert drawn(first, MARK)[1] < drawn(second, MARK)[0]


def test_pickle_keeps_everything() -> None:
    numbers = {"degrees": (np.array([1.0, 5.0]), np.array([0.5, 0.5]))}
    r = Result._of(record(**OVER_USERS), columns=numbers, labels=("a", "b"), seed=7, notes=["n"])
    again = pickle.loads(pickle.dumps(r))
    assert again == r and repr(again) == repr(r) and (again.seed, again.notes) == (7, ("n",))
    assert list(again.users.labels) == ["a", "b"] and list(again.users.values) == [1.0, 5.0]
    assert copy.copy(r).interval(0.5) == pytest.approx(r.interval(0.5), nan_ok=True)


def test_describe_finds_fields_within_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    fields = [("half_width", "estimate", "Half."), ("split.*", "nats", "A question's."),
              ("split.size", "nats", "The size's."), ("groups.[].share", "probability", "Chance."),
              ("codec", "", "How."), ("values.*.estimate", "users", "How many.")]

    class Compiled:
        fields = staticmethod(lambda: fields)

    monkeypatch.setattr(fields_of, "_edgeldp", Compiled)
    said = {name: result().describe(name) for name in (
        "half_width", "split.size", "split.age", "groups[1].share", "groups.[].share", "codec",
        "values.3.estimate")}
    assert list(said.values()) == [
        "Half. Unit: that of the estimate.", "The size's. Unit: nats.",
        "A question's. Unit: nats.", "Chance. Unit: probability.", "Chance. Unit: probability.",
        "How.", "How many. Unit: users."]
    with pytest.raises(KeyError, match="did you mean half_width"):
        result().describe("halfwidth")


# ------------------------------------------------------------------------------------------ Users


def test_users_are_those_of_the_statistic() -> None:
    columns = {"degrees": (np.array([3.0, -1.0]), np.array([1.5, 1.5])),
               "sorted_degrees": (np.array([-1.0, 3.0]), np.array([]))}
    known: dict[str, Any] = {"columns": columns, "labels": [("a", 1), ("b", 2)]}
    users = Result._of(record(statistic="degrees"), **known).users
    assert users is not None and len(users) == 2
    assert repr(users) == "<edgeldp.UserNumbers of 2 users>"
    assert list(users.labels) == [("a", 1), ("b", 2)] and list(users.values) == [3.0, -1.0]
    by_place = Result._of(record(statistic="sorted_degrees"), **known).users
    assert by_place is not None and list(by_place.labels) == [0, 1]
    assert np.isnan(by_place.standard_errors).all()
    assert Result._of(record(statistic="edges"), **known).users is None


def test_numbers_of_users_cannot_be_changed() -> None:
    values = np.array([3.0, -1.0])
    users = Result._of(record(statistic="degrees"), columns={"degrees": (values, values)}).users
    assert users is not None and list(users.labels) == [0, 1]
    with pytest.raises(ValueError):
        users.values[0] = 0.0
    values[0] = 4.0  # The caller's array stays its own.


def test_every_user_has_a_label() -> None:
    with pytest.raises(ValueError, match="3 labels for 2 users"):
        Result._of(record(statistic="degrees"), labels=np.arange(3),
                   columns={"degrees": (np.zeros(2), np.zeros(2))})


def test_frames() -> None:
    pytest.importorskip("pandas")
    frame = result(standard_error=None).to_frame()
    assert frame.shape[0] == 1 and frame.loc[0, "statistic"] == "triangles"
    assert frame.loc[0, "spent.relationship_dp"] == 1.02 and frame.loc[0, "exact.truth"] == 150436
    assert (frame.loc[0, "low"], frame.loc[0, "high"]) == result().interval()
    assert "interval" not in frame and math.isnan(frame.loc[0, "standard_error"])
    columns = {"degrees": (np.array([3.0, -1.0]), np.array([1.5, 2.5]))}
    users = Result._of(record(statistic="degrees"), columns=columns, labels=["x", "y"]).to_frame()
    assert users.to_dict("list") == {"label": ["x", "y"], "estimate": [3.0, -1.0],
                                     "standard_error": [1.5, 2.5]}


def test_frames_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        result().to_frame()


# --------------------------------------------------------------------------------- Several results


def test_results_by_place_slice_and_statistic() -> None:
    results = Results._of([record(statistic=s) for s in ("edges", "wedges", "share", "share")],
                          seed=3, notes=["n"])
    assert results[0].statistic == "edges" and results["wedges"] is results[1]
    assert [r.statistic for r in results[1:3]] == ["wedges", "share"]
    assert isinstance(results["share"], Results) and len(results["share"]) == 2
    assert all(r.seed == 3 and r.notes == ("n",) for r in results)
    with pytest.raises(KeyError, match="there are edges, wedges, share"):
        results["triangles"]
    assert results[1] in results and len(list(results)) == 4 and not results.each


def test_single_runs_stand_beside_their_mean() -> None:
    runs = [record(epsilon=e, spent={"epsilon": n * e}, runs=2 if n == 3 else 1)
            for e in (1.0, 2.0) for n in (1, 2, 3)]
    sweep = Sweep._of(runs)
    assert [r.runs for r in sweep] == [2, 2] and [r.runs for r in sweep.each] == [1] * 4
    assert sweep.runs == 2 and sweep.epsilons == (1.0, 2.0) and sweep.spent["epsilon"] == 6.0


def test_a_result_may_have_its_runs() -> None:
    mean = result(runs=2)
    both = mean._with_each([result(), result(estimate=1e5)])
    assert both == mean and not mean.each
    assert isinstance(both.each, Results) and [r.runs for r in both.each] == [1, 1]
    assert len(pickle.loads(pickle.dumps(both)).each) == 2


def test_pairs_are_named_by_what_sums_them_up() -> None:
    pair = {"first": 675, "second": 107, "estimate": -7.7, "simulated": True}
    results = Results._of([pair, {**pair, "first": 3}, record(measure="common", pairs=2)])
    assert len(results) == 1 and [r.name for r in results.each] == [
        "common neighbors of 675 and 107", "common neighbors of 3 and 107"]
    assert results.each[0].private is None and "not private" not in repr(results.each[0])


def test_spent_is_what_the_last_result_says_that_knows() -> None:
    item = record(statistic="frequency", item="i7")
    del item["spent"]
    assert Results._of([record(statistic="entries"), item]).spent["epsilon"] == 1.0


def test_results_tell_of_themselves() -> None:
    sweep = Sweep._of([record(epsilon=0.5), record(epsilon=1.0, private=False)])
    assert repr(sweep) == ("<edgeldp.Sweep of 2: triangles, epsilon 0.5, 1, not private, "
                           "simulated>")
    assert str(sweep).splitlines()[0] == "triangles: 156 000 ± 26 000 (95%), epsilon 0.5, simulated"
    many = Results._of([record(statistic=f"s{i}") for i in range(9)])
    assert "s5 and 3 more" in repr(many) and "s6" not in repr(many)
    text = Results._of([record(statistic="<b>", judgement="not_usable")], notes=["x"])._repr_html_()
    assert "&lt;b&gt;" in text and "not usable" in text and "<p>x</p>" in text


def test_frame_of_results() -> None:
    pytest.importorskip("pandas")
    frame = Results._of([record(statistic="edges"), record(statistic="degrees", **{
        k: v for k, v in OVER_USERS.items() if k != "statistic"})]).to_frame()
    assert list(frame["statistic"]) == ["edges", "degrees"]
    assert frame["low"].isna().tolist() == [False, True]


def test_results_can_be_pickled(comparison: Comparison) -> None:
    again = pickle.loads(pickle.dumps(comparison))
    assert type(again) is Comparison and str(again) == str(comparison)


def test_comparison_rows_are_methods(comparison: Comparison) -> None:
    assert comparison["sampled"].value == 1e5 and comparison.runs == 2
    assert repr(comparison) == ("<edgeldp.Comparison of 4 methods of counting triangles, "
                                "epsilon 1, 2 runs each, simulated>")
    lines = str(comparison).splitlines()
    assert [line.split()[0] for line in lines] == ["method", "central-ladder", "arr-one",
                                                   "sampled", "centred-ppr"]
    assert lines[1].endswith("if a curator is trusted")
    assert lines[2].endswith("NO") and lines[3].endswith("yes")
    text = comparison._repr_html_()
    assert "arr-one is not private: noise is &lt;too&gt; small." in text


def test_the_best_method_is_private_and_fits(comparison: Comparison) -> None:
    assert comparison.best()["method"] == "sampled"
    assert comparison.best(max_download=6000)["method"] == "centred-ppr"
    with pytest.raises(ValueError, match="no private method"):
        comparison.best(max_download=100)
    with pytest.raises(ValueError, match="no private method"):
        comparison.best(epsilon=2.0)
    two = Comparison._of([row("a", 0.5, 1.0, 0.5), row("a", 0.1, 1.0, 1.0)])
    assert two.best(epsilon=0.5)["exact"]["relative_error"] == 0.5


def test_frame_of_a_comparison(comparison: Comparison) -> None:
    pytest.importorskip("pandas")
    frame = comparison.to_frame()
    assert list(frame["method"]) == ["central-ladder", "arr-one", "sampled", "centred-ppr"]
    assert frame.loc[2, "predicted_relative_error"] == pytest.approx(0.06)
    assert frame["private"].tolist() == [False, False, True, True]
