# SPDX-License-Identifier: MIT
"""Figures: what they show of results, in which words."""

from __future__ import annotations

import pathlib
import sys
import xml.etree.ElementTree
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")

import matplotlib.pyplot as plt  # noqa: E402

from conftest import Program  # noqa: E402
from edgeldp._results import Comparison, Mixing, Result, Results, Sweep  # noqa: E402


@pytest.fixture(autouse=True)
def no_figure_is_left_or_shown(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(plt, "show", lambda *_, **__: pytest.fail("a figure was shown"))
    yield
    plt.close("all")


def record(estimate: float, half: float, **more: Any) -> dict[str, Any]:
    return {"estimate": estimate, "standard_error": half / 2, "half_width": half,
            "interval": [estimate - half, estimate + half], "confidence": 0.95, "inflation": 1.0,
            "bias_bound": 0.0, "judgement": "usable", "epsilon": 1.0, "runs": 1, "private": True,
            "simulated": True,
            "exact": {"truth": 100.0, "rmse": abs(estimate - 100), "relative_error": 0.1}, **more}


def row(method: str, error: float, download: float, epsilon: float, **more: Any) -> dict[str, Any]:
    return {"method": method, "epsilon": epsilon, "estimate": 1e5, "download_bytes": download,
            "upload_bytes": 9.0, "runs": 2, "trusts": "nobody", "private": True, "simulated": True,
            "exact": {"relative_error": error, "predicted_relative_error": 2 * error}, **more}


def comparison(*epsilons: float) -> Comparison:
    return Comparison._of([line for e in epsilons for line in (
        row("sampled", 0.04 / e, 9700.0, e), row("centred-ppr", 0.09 / e, 5500.0, e),
        row("arr-one", 0.9 / e, 280e3, e, private=False),
        row("central-ladder", 0.005 / e, 0.0, e, private=False, trusts="curator"))])


def words(ax: Any) -> str:
    legend = ax.get_legend()
    texts = [ax.get_title(loc="left"), ax.get_xlabel(), ax.get_ylabel()]
    texts += [label.get_text() for label in ax.get_yticklabels()]
    texts += [text.get_text() for text in ax.texts]
    return "\n".join(texts + ([text.get_text() for text in legend.get_texts()] if legend else []))


def line(ax: Any, label: str) -> Any:
    return next(curve for curve in ax.lines if curve.get_label() == label)


def test_an_estimate_has_its_interval_and_the_truth() -> None:
    ax = Result._of(record(110.0, 20.0)).plot()
    assert [90.0, 130.0] in [list(curve.get_xdata()) for curve in ax.lines]
    assert list(line(ax, "exact, known to a simulation only").get_xdata()) == [100.0, 100.0]
    assert "triangles: 110 ± 20 (95%)" in words(ax) and "simulated" in words(ax)


def test_an_estimate_without_a_truth() -> None:
    published = record(110.0, 500.0, judgement="not_usable", simulated=False)
    del published["exact"]
    text = words(Result._of(published).plot())
    assert "exact" not in text and "simulated" not in text and "lost in the noise" in text


def test_an_error_without_bound_is_drawn_across_the_figure() -> None:
    ax = Result._of(record(0.0, 1.0, standard_error=None, interval=[None, None],
                           half_width=None, judgement="not_usable")).plot()
    assert "error without bound" in words(ax)
    assert any(list(curve.get_xdata()) == [0, 1] for curve in ax.lines)


def test_estimates_of_several_statistics_are_shares_of_the_truth() -> None:
    mean = record(20.0, 1.0, statistic="degrees", interval=None, confidence=None)
    ax = Results._of([record(110.0, 20.0, statistic="edges"), record(90.0, 800.0, statistic="ties"),
                      mean]).plot()
    assert [label.get_text() for label in ax.get_yticklabels()] == ["edges", "ties"]
    assert "share of the exact number" in ax.get_xlabel()
    assert ax.get_xlim()[0] > -1.5 and ax.get_xlim()[1] < 3.5  # not squeezed by what is lost
    assert list(ax.lines[0].get_xdata()) == pytest.approx([0.9, 1.3])


def test_single_runs_share_the_unit_of_the_statistic() -> None:
    runs = [record(110.0, 20.0), record(105.0, 20.0), record(107.0, 20.0, runs=2)]
    ax = Results._of(runs).each.plot()
    assert [label.get_text() for label in ax.get_yticklabels()] == ["triangles, run 1",
                                                                    "triangles, run 2"]
    assert list(ax.lines[0].get_xdata()) == [90.0, 130.0]
    assert "dark line: exact number" in ax.get_xlabel()


def test_users_stand_from_the_largest_to_the_smallest() -> None:
    values, errors = np.array([-1.0, 500.0, 20.0]), np.full(3, 1.4)
    degrees = record(20.0, 1.0, statistic="degrees", interval=None, confidence=None)
    ax = Result._of(degrees, columns={"degrees": (values, errors)}).plot()
    assert list(line(ax, "estimate").get_ydata()) == [500.0, 20.0, -1.0]
    assert "standard errors" in words(ax) and "degrees of 3 users" in words(ax)
    ax = Result._of(degrees, columns={"degrees": (values, np.array([]))}).plot()
    assert "standard errors" not in words(ax)


def measured(estimate: float, half: float, epsilon: float, **more: Any) -> dict[str, Any]:
    rmse = abs(estimate - 100)
    exact = {"truth": 100.0, "rmse": rmse, "relative_error": rmse / 100, "rmse_low": 0.6 * rmse,
             "rmse_high": 2.5 * rmse}
    return record(estimate, half, **{"epsilon": epsilon, "runs": 5, "exact": exact, **more})


def test_a_sweep_shows_predicted_and_measured_errors() -> None:
    ax = Sweep._of([measured(104.0, 20.0, 2.0), measured(130.0, 80.0, 0.5)]).plot()
    assert list(line(ax, "predicted").get_xdata()) == [0.5, 2.0]
    assert list(line(ax, "predicted").get_ydata()) == pytest.approx([0.4, 0.1])
    assert list(line(ax, "measured, 5 runs").get_ydata()) == pytest.approx([0.3, 0.04])
    assert line(ax, "predicted").get_linewidth() < 1 < line(ax, "measured, 5 runs").get_linewidth()
    corners = ax.collections[0].get_paths()[0].vertices
    for corner in ((0.5, 0.18), (0.5, 0.75), (2.0, 0.024), (2.0, 0.1)):
        assert np.isclose(corners, corner).all(axis=1).any()
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
    assert [label.get_text() for label in ax.get_xticklabels()] == ["0.5", "2"]
    assert "exact number" in ax.get_ylabel()


@pytest.mark.parametrize("private", [True, False, None])
def test_points_are_hollow_where_they_are_not_private_alone(private: bool | None) -> None:
    ax = Sweep._of([measured(104.0, 20.0, e, private=private) for e in (1.0, 2.0)]).plot()
    points = line(ax, "measured, 5 runs")
    assert (points.get_markerfacecolor() == "white") == (private is False)
    assert ("not private" in words(ax)) == (private is False)


def test_a_single_run_has_no_band() -> None:
    ax = Sweep._of([record(104.0, 20.0, epsilon=e) for e in (1.0, 2.0)]).plot()
    assert not ax.collections


# Signs of the program by their corners, and of matplotlib.
SIGNS = {"0.0,-4.8": "^", "0.0,-5.0": "D", "0.0,4.8": "v", "-3.6,-3.6": "s", "-1.4,-4.6": "P", "-4.2,-2.4": "X"}


def test_colours_and_marks_are_those_of_the_program(graph_file: pathlib.Path, tmp_path: pathlib.Path,
                                                    program: Program) -> None:
    from edgeldp._plots import axes

    methods = ["centred-nullspace", "centred-ppr", "sampled", "local-two-rounds-strongest",
               "arr-one-strongest", "group-rr-strongest", "vertex-centric-strongest"]
    program("compare", graph_file, "-e", "4,8", "--runs", 1, "--seed", 1, "--methods", ",".join(methods),
            "--plot", tmp_path / "a.svg")
    looks: list[tuple[str, str]] = []
    for curve in xml.etree.ElementTree.parse(tmp_path / "a.svg").iter():
        points = [e for e in curve if e.get("class") == "point"]
        if curve.get("class") != "curve" or not points:
            continue
        corner = str(points[0].get("d"))[1:].split("L")[0]
        looks.append((str(points[0].get("fill")), SIGNS.get(corner, "o" if "A" in corner else corner)))
    assert sorted(looks) == sorted(zip(axes.COLOURS, axes.MARKERS))


def test_a_sweep_without_a_truth_is_relative_to_the_best_estimate() -> None:
    records = [record(50.0, 80.0, epsilon=0.5), record(200.0, 20.0, epsilon=2.0)]
    for r in records:
        del r["exact"]
    ax = Sweep._of(records).plot()
    assert list(line(ax, "predicted").get_ydata()) == pytest.approx([0.2, 0.05])
    assert "measured" not in words(ax) and "share of the estimate" in ax.get_ylabel()


def test_a_sweep_of_several_statistics_has_a_colour_each() -> None:
    ax = Sweep._of([record(104.0, 20.0, epsilon=e, statistic=s)
                    for e in (1.0, 2.0) for s in ("edges", "wedges")]).plot()
    assert line(ax, "edges, predicted").get_color() != line(ax, "wedges, predicted").get_color()
    # One run a budget is one draw: no line leads through it.
    assert line(ax, "edges, measured, one run").get_linestyle() == "None"


def test_methods_at_one_budget_against_what_users_read() -> None:
    ax = comparison(1.0).plot()
    assert ax.get_xscale() == "log" and "bytes that a user reads" in ax.get_xlabel()
    text = words(ax)
    for part in ("sampled", "centred-ppr", "arr-one", "ARR", "ours", "hollow: not private",
                 "with a trusted curator", "2 runs each", "epsilon 1"):
        assert part in text
    assert "central-ladder" not in text  # what it reads is nothing, which has no logarithm
    hollow = {curve.get_xdata()[0]: curve.get_markerfacecolor() == "white"
              for curve in ax.lines if curve.get_marker() not in ("None", ".")}
    assert hollow == {9700.0: False, 5500.0: False, 280e3: True}


def test_settings_of_one_method_are_one_curve_with_one_name() -> None:
    ax = Comparison._of([row("sampled", 0.02, 9e4, 1.0), row("sampled", 0.2, 900.0, 1.0)]).plot()
    curve = next(curve for curve in ax.lines if curve.get_marker() == "o")
    assert list(curve.get_xdata()) == [900.0, 9e4] and list(curve.get_ydata()) == [0.2, 0.02]
    assert [text.get_text() for text in ax.texts] == ["sampled"]


def test_names_of_near_points_do_not_overlap() -> None:
    close = Comparison._of([row(f"arr-one-{i}", 0.1 + 0.002 * i, 1e4 + 30 * i, 1.0)
                            for i in range(3)] + [row("sampled", 0.01, 1e5, 1.0)])
    ax = close.plot()
    ax.figure.canvas.draw()
    # Without the lines that lead to points.
    boxes = [matplotlib.text.Text.get_window_extent(text) for text in ax.texts]
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[i + 1:])


def test_methods_over_budgets() -> None:
    ax = comparison(2.0, 0.5).plot()
    curve = line(ax, "sampled")
    assert list(curve.get_ydata()) == pytest.approx([0.08, 0.02])
    assert list(curve.get_xdata()) == pytest.approx([0.5, 2.0], rel=0.1)
    assert line(ax, "sampled").get_color() == line(ax, "centred-ppr").get_color()
    assert line(ax, "arr-one").get_markerfacecolor() == "white"
    assert list(line(ax, "with a trusted curator").get_ydata()) == pytest.approx([0.01, 0.0025])


def test_errors_stand_in_bands_and_ours_is_broad() -> None:
    def measured(method: str, epsilon: float, private: bool | None) -> dict[str, Any]:
        exact = {"relative_error": 0.2 / epsilon, "predicted_relative_error": 0.3 / epsilon, "rmse": 20.0 / epsilon,
                 "rmse_low": 10.0 / epsilon, "rmse_high": 40.0 / epsilon}
        return row(method, 0.2, 1e4, epsilon, private=private, exact=exact)

    rows = Comparison._of([measured(m, e, p) for e in (1.0, 2.0) for m, p in (
        ("centred-nullspace", True), ("arr-one", False), ("mine", None))])
    ax = rows.plot()
    corners = ax.collections[0].get_paths()[0].vertices
    for corner in ((1.0, 0.1), (1.0, 0.4), (2.0, 0.05), (2.0, 0.2)):
        assert np.isclose(corners, corner).all(axis=1).any()
    assert line(ax, "edgeldp (default)").get_linewidth() > 2 * line(ax, "arr-one").get_linewidth()
    hollow = {m: line(ax, m).get_markerfacecolor() == "white" for m in ("edgeldp (default)", "arr-one", "mine")}
    assert hollow == {"edgeldp (default)": False, "arr-one": True, "mine": False}
    thin = [curve for curve in ax.lines if curve.get_linewidth() < 1 and len(curve.get_xdata())]
    assert [list(curve.get_ydata()) for curve in thin] == [[0.3, 0.15]] * 3


@pytest.mark.parametrize("rows", [comparison(1.0), comparison(1.0, 2.0),
                                  Sweep._of([measured(104.0, 20.0, e) for e in (1.0, 2.0)])])
def test_a_figure_for_a_column_of_a_paper(rows: Comparison | Sweep, tmp_path: pathlib.Path) -> None:
    ax = rows.plot(column=True)
    figure = ax.figure
    assert figure.get_size_inches()[0] == pytest.approx(3.33)
    figure.savefig(tmp_path / "column.pdf")
    assert (tmp_path / "column.pdf").read_bytes().startswith(b"%PDF-")
    legend = ax.get_legend().get_window_extent()
    near = 0.01 * figure.bbox.height  # layouts are found by steps
    assert legend.x1 <= figure.bbox.x1 + near and legend.y0 >= figure.bbox.y0 - near
    texts = [ax.xaxis.label, ax.yaxis.label, *ax.get_xticklabels(), *ax.get_legend().get_texts()]
    assert all(7 <= text.get_fontsize() <= 8.5 for text in texts)
    with pytest.raises(ValueError, match="column"):
        rows.plot(ax, column=True)


@pytest.mark.parametrize("made", [
    Result._of(record(110.0, 20.0)), Results._of([record(110.0, 20.0)]),
    Sweep._of([record(110.0, 20.0)]), comparison(1.0), comparison(1.0, 2.0)])
def test_drawing_into_given_axes(made: Any) -> None:
    figure, given = plt.subplots()
    assert made.plot(ax=given) is given and plt.get_fignums() == [figure.number]
    figure.canvas.draw()


def test_without_matplotlib_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)  # type: ignore[misc]
    with pytest.raises(ImportError, match="pip install matplotlib"):
        Result._of(record(110.0, 20.0)).plot()


# ------------------------------------------------------------------- Users and groups, beside the truth


def test_numbers_of_users_are_drawn_against_the_truth() -> None:
    truth = np.repeat([1.0, 2.0, 5.0], 20)
    values = truth + np.tile([-0.5, 0.5], 30)
    r = Result._of({"statistic": "core number of a user", "estimate": 1.0, "epsilon": 1.0, "simulated": True},
                   statistic="", columns={"core number of a user": (values, np.full(60, 0.5))},
                   labels=range(60))
    ax = r.plot(truth=truth)
    assert "core number of 60 users, off by 0.50 on average" in ax.get_title(loc="left")
    users, median, diagonal = ax.lines
    assert np.array_equal(users.get_xdata(), truth) and np.array_equal(users.get_ydata(), values)
    assert np.array_equal(median.get_xdata(), [1.0, 2.0, 5.0])
    assert np.allclose(median.get_ydata(), [1.0, 2.0, 5.0])
    assert list(diagonal.get_xdata()) == [1.0, 5.0]
    with pytest.raises(ValueError, match="one number for each of 60"):
        r.plot(truth=[1.0])
    with pytest.raises(ValueError, match="this is one number"):
        Result._of(record(1.0, 0.1)).plot(truth=[1.0])


def mixing_records(directed: bool) -> list[dict[str, Any]]:
    facts = {"public_groups": [{"name": "a", "users": 3}, {"name": "b", "users": 4}],
             "groups_from": "declared public", **({"directed": True} if directed else {})}
    numbers = ({"arcs from a to a": 8, "arcs from a to b": 2, "arcs from b to a": 2, "arcs from b to b": 4}
               if directed else
               {"edges within a": 4, "edges between a and b": 2, "edges within b": 2})
    return [record(value, 0.1, statistic=name, **facts) for name, value in numbers.items()]


@pytest.mark.parametrize("directed", [False, True])
def test_a_matrix_is_drawn_over_what_chance_would_make(directed: bool) -> None:
    ax = Mixing._of(mixing_records(directed)).plot_matrix()
    shown = ax.images[0].get_array()
    # Ends: 8, 2, 2, 4; by chance 100 / 16, 60 / 16, 60 / 16, 36 / 16.
    assert np.allclose(shown, np.log2(np.array([[8, 2], [2, 4]]) * 16 / [[100, 60], [60, 36]]))
    texts = [t.get_text() for t in ax.texts]
    assert texts == (["8", "2", "2", "4"] if directed else ["4", "2", "2", "2"])


def test_what_is_lost_in_the_noise_is_grey_and_no_matrix_is_an_error() -> None:
    records = mixing_records(False)
    records[1]["judgement"] = "not_usable"
    ax = Mixing._of(records).plot_matrix()
    assert np.ma.getmaskarray(ax.images[0].get_array()).tolist() == [[False, True], [True, False]]
    assert "lost in the noise" in ax.get_title(loc="left")
    with pytest.raises(ValueError, match="matrix=True"):
        Mixing._of([record(1.0, 0.1, statistic="walks")]).plot_matrix()
