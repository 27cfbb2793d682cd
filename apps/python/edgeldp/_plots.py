# SPDX-License-Identifier: MIT
"""Figures of results. Every function draws into `ax`, or a new figure, and returns the axes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ._results import Comparison, Result, Results, in_bytes, number, rounded

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Okabe and Ito's colours, which the colour-blind tell apart.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#333333")
_MARKERS = "osD^vPX"
_TRUTH = {"color": "#333333", "linestyle": (0, (4, 3)), "linewidth": 1.2}
_STEPS = (1, 2, 2.5, 5, 10)
_EXACT = "exact, known to a simulation only"

# By the first word of a method's name.
_FAMILIES = {
    "centred": "ours", "sampled": "ours", "ppr": "ours, equal budgets",
    "nullspace": "ours, equal budgets", "local": "local two rounds", "bitmap": "local two rounds",
    "arr": "ARR", "group": "GroupRR", "vertex": "vertex-centric", "edge": "EdgeOrient",
}
_LOOKS = {
    "ours": (_COLOURS[0], "o"), "ours, equal budgets": (_COLOURS[5], "s"),
    "local two rounds": (_COLOURS[1], "D"), "ARR": (_COLOURS[2], "^"),
    "GroupRR": (_COLOURS[3], "v"), "vertex-centric": (_COLOURS[4], "P"),
    "EdgeOrient": (_COLOURS[6], "X"), "others": ("#888888", "o"),
}


# ----------------------------------------------------------------------------------------- Frames


def _axes(ax: Axes | None, width: float = 6.4, height: float = 4.8) -> Axes:
    if ax is None:
        try:
            import matplotlib.pyplot as plt
        except ImportError as error:
            raise ImportError("plots need matplotlib: pip install matplotlib") from error
        ax = plt.subplots(figsize=(width, height), layout="constrained")[1]
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    return ax


def _share_axis(axis: Any) -> None:
    """1%, 10%, 100%, and on a short axis what lies between."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    shares = FuncFormatter(lambda x, at: f"{100 * x:.6g}%")
    low, high = axis.get_view_interval()
    axis.set_major_formatter(shares)
    is_wide = high > 300 * low
    axis.set_minor_formatter(NullFormatter() if is_wide else shares)
    if not is_wide:
        axis.set_minor_locator(LogLocator(subs=(2, 5) if high > 30 * low else (2, 3, 5)))


def _byte_axis(axis: Any) -> None:
    from matplotlib.ticker import FuncFormatter, NullFormatter

    axis.set_major_formatter(FuncFormatter(lambda x, at: in_bytes(x)))
    axis.set_minor_formatter(NullFormatter())


def _budget_axis(ax: Axes, epsilons: Sequence[float]) -> None:
    ax.set_xscale("log")
    ax.set_xticks(list(epsilons), [f"{e:.4g}" for e in epsilons])
    ax.set_xticks([], minor=True)
    ax.set_xlabel("privacy budget of a user, epsilon (smaller is more private)")


def _count_axis(axis: Any) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axis.set_major_locator(MaxNLocator(5, steps=_STEPS))
    axis.set_major_formatter(FuncFormatter(
        lambda x, at: rounded(x) if x == round(x) else f"{x:.4g}"))


def _told(results: Iterable[Result]) -> str:
    results = list(results)
    epsilons = dict.fromkeys(r.epsilon for r in results if math.isfinite(r.epsilon))
    said = [f"epsilon {e:.4g}" for e in epsilons] if len(epsilons) == 1 else []
    said += ["not private"] if any(r.private is False for r in results) else []
    said += ["simulated"] if any(r.simulated for r in results) else []
    return ", ".join(said)


# -------------------------------------------------------------------------------------- Estimates


def estimate(result: Result, ax: Axes | None = None) -> Axes:
    """One estimate with its 95% interval, and the truth where it is known."""
    ax = _axes(ax, height=2.2)
    _interval(ax, 0.0, result, 1.0, _COLOURS[0], "estimate and 95% interval")
    if result.truth is not None:
        ax.axvline(result.truth, ymax=0.7, **_TRUTH, label=_EXACT)
    ax.set_ylim(-0.6, 1.0)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    _count_axis(ax.xaxis)
    ax.set_xlabel(result.name)
    ax.set_title(f"{result.name}: {result._estimate_text()}\n{_told([result])}{_caution(result)}",
                 loc="left", fontsize="medium")
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, 1.0), ncols=2, frameon=False,
              fontsize="small")
    return ax


def _caution(result: Result) -> str:
    return {"weak": "; weak", "not_usable": "; not usable: lost in the noise"}.get(
        result.judgement or "", "")


def _interval(ax: Axes, y: float, result: Result, unit: float, colour: str,
              label: str | None = None) -> None:
    low, high = result.interval()
    value = result.value / unit
    if math.isfinite(low) and math.isfinite(high):
        ax.plot([low / unit, high / unit], [y, y], color=colour, linewidth=5, alpha=0.35,
                solid_capstyle="butt")
    elif not math.isnan(low):
        ax.axhline(y, color=colour, linewidth=5, alpha=0.15)
    ax.plot([value], [y], "o", color=colour, label=label)


def estimates(results: Results, ax: Axes | None = None) -> Axes:
    """Several estimates with their intervals, one a line, from the top.

    Of one statistic they share its unit; of several each is drawn as a share of its exact number,
    or where that is not known of itself.
    """
    shown = _with_interval(results)
    is_one = len({r.statistic for r in shown}) <= 1
    ax = _axes(ax, height=1.4 + 0.36 * max(len(shown), 3))
    for y, r in enumerate(shown):
        unit = 1.0 if is_one else _unit(r)
        _interval(ax, y, r, unit, _COLOURS[0] if r.judgement != "not_usable" else "#999999")
        if r.truth is not None:
            ax.plot([r.truth / unit] * 2, [y - 0.32, y + 0.32], color="#333333", linewidth=1.6)
    ax.set_yticks(range(len(shown)), _names(shown))
    ax.set_ylim(len(shown) - 0.4, -0.6)
    if is_one:
        _count_axis(ax.xaxis)
        known = any(r.truth is not None for r in shown)
        words = shown[0].statistic.replace("_", " ") if shown else "nothing with an interval"
        ax.set_xlabel(words + (" (dark line: exact number)" if known else ""))
    else:
        _relative_axis(ax, shown)
    ax.set_title(f"Estimates and 95% intervals; {_told(shown)}", loc="left", fontsize="medium")
    return ax


def _with_interval(results: Results) -> list[Result]:
    """Not means over users, whose errors are those of one user."""
    return [r for r in results if not math.isnan(r.interval()[0])]


def _unit(result: Result) -> float:
    return abs(result.truth or result.value) or 1.0


def _names(results: Sequence[Result]) -> list[str]:
    """Of the same number at several budgets, or in several runs, these too."""
    names = [r.name for r in results]
    if len({r.epsilon for r in results if math.isfinite(r.epsilon)}) > 1:
        names = [f"{r.name}, epsilon {r.epsilon:.4g}" for r in results]
    return [f"{name}, run {names[:i + 1].count(name)}" if names.count(name) > 1 else name
            for i, name in enumerate(names)]


def _relative_axis(ax: Axes, results: Sequence[Result]) -> None:
    """What is lost in the noise must not squeeze what is not."""
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    ends = np.array([np.array(r.interval()) / _unit(r) for r in results]).reshape(-1, 2)
    ends = ends[np.isfinite(ends).all(axis=1)]
    low = max(-1.0, float(ends[:, 0].min(initial=1.0)))
    high = min(3.0, float(ends[:, 1].max(initial=1.0)))
    margin = 0.05 * (high - low) or 0.1
    ax.set_xlim(low - margin, high + margin)
    ax.xaxis.set_major_locator(MaxNLocator(6, steps=_STEPS))
    ax.xaxis.set_major_formatter(PercentFormatter(1.0))
    known = any(r.truth is not None for r in results)
    ax.set_xlabel("share of the exact number (dark line)" if known else "share of the estimate")


def users(result: Result, ax: Axes | None = None) -> Axes:
    """The numbers of all users, from the largest to the smallest, with the error of each."""
    numbers = result.users
    assert numbers is not None
    ax = _axes(ax)
    order = np.argsort(-numbers.values, kind="stable")
    values, errors = numbers.values[order], numbers.standard_errors[order]
    place = np.arange(1, len(values) + 1)
    known = errors[np.isfinite(errors)]
    if known.size:
        ax.fill_between(place, values - 1.96 * errors, values + 1.96 * errors, step="mid",
                        color=_COLOURS[0], alpha=0.2, linewidth=0, label="± 1.96 standard errors")
    ax.step(place, values, where="mid", color=_COLOURS[0], label="estimate")
    # Noise makes numbers of 0 and less, and a few users have most.
    ax.set_yscale("symlog", linthresh=max(1.0, 3.0 * known.mean() if known.size else 0.0))
    ax.set_xscale("log")
    _plain_log(ax.xaxis)
    _plain_log(ax.yaxis)
    ax.set_xlabel("users, from the largest estimate to the smallest")
    ax.set_ylabel(result.name)
    ax.set_title(f"{result.name} of {len(numbers)} users; {_told([result])}", loc="left",
                 fontsize="medium")
    ax.legend(frameon=False)
    return ax


def _plain_log(axis: Any) -> None:
    from matplotlib.ticker import FuncFormatter, NullFormatter

    axis.set_major_formatter(FuncFormatter(lambda x, at: rounded(x)))
    axis.set_minor_formatter(NullFormatter())


# ----------------------------------------------------------------------------- Errors over budgets


def sweep(results: Results, ax: Axes | None = None) -> Axes:
    """Errors against the budget, a colour a statistic: predicted ones, and measured ones."""
    ax = _axes(ax)
    by_name: dict[str, list[Result]] = {}
    for r in _with_interval(results):
        by_name.setdefault(r.name, []).append(r)
    for i, (name, of_name) in enumerate(by_name.items()):
        of_name = sorted(of_name, key=lambda r: r.epsilon)
        style = {"color": _COLOURS[i % len(_COLOURS)], "marker": _MARKERS[i % len(_MARKERS)]}
        _error_curves(ax, of_name, name + ", " if len(by_name) > 1 else "", style)
    ax.set_yscale("log")
    _budget_axis(ax, sorted(results.epsilons))
    _share_axis(ax.yaxis)
    exact = all(r.truth is not None for of_name in by_name.values() for r in of_name)
    ax.set_ylabel(f"error, as a share of the {'exact number' if exact else 'estimate'}")
    what = next(iter(by_name)) if len(by_name) == 1 else f"{len(by_name)} statistics"
    ax.set_title(f"Error of {what} against privacy; {_told(results)}".rstrip("; "), loc="left",
                 fontsize="medium")
    ax.grid(axis="y", color="#e4e4e4")
    ax.legend(frameon=False)
    return ax


def _error_curves(ax: Axes, results: Sequence[Result], prefix: str, style: dict[str, Any]) -> None:
    # The estimate at the largest budget is the best known size where the truth is not known.
    size = abs(results[-1].truth or results[-1].value) or 1.0
    at = [r.epsilon for r in results]
    ax.plot(at, [r.standard_error / size for r in results], **style, label=f"{prefix}predicted")
    runs = f"{results[0].runs} runs" if results[0].runs > 1 else "one run"
    if any(r.error is not None for r in results):
        # A line through single draws would show nothing but luck.
        ax.plot(at, [number(r.error) / size for r in results], **style,
                linestyle=":" if results[0].runs > 1 else "", markerfacecolor="white",
                label=f"{prefix}measured, {runs}")


# ------------------------------------------------------------------------------------- Comparisons


def _family(method: str) -> str:
    return _FAMILIES.get(method.partition("-")[0], "others")


def _hollow_unless_private(row: Result, colour: str) -> dict[str, Any]:
    return {"color": colour, "markerfacecolor": colour if row.private else "white"}


def _rows_of(rows: Comparison) -> tuple[list[Result], list[Result]]:
    """Rows that can be drawn; and those of a curator, to whom users send everything."""
    known = [r for r in rows if _measured(r) > 0]
    return ([r for r in known if r.get("trusts") != "curator"],
            [r for r in known if r.get("trusts") == "curator"])


def _measured(row: Result) -> float:
    return number(row.get("exact", {}).get("relative_error"))


def _stroke(ax: Axes, x: float, row: Result, colour: str) -> None:
    predicted = number(row["exact"].get("predicted_relative_error"))
    ax.plot([x, x], [_measured(row), predicted], color=colour, alpha=0.35)
    ax.plot([x], [predicted], "_", color=colour, alpha=0.6, markersize=5)


def _frame(ax: Axes, rows: Comparison, against: str) -> None:
    ax.set_ylabel("error, as a share of the exact number")
    _share_axis(ax.yaxis)
    ax.grid(color="#ececec")
    told = [f"epsilon {rows.epsilons[0]:.4g}"] if len(rows.epsilons) == 1 else []
    told += [f"{rows.runs} runs each" if rows.runs > 1 else "one run each"]
    told += ["simulated"] if any(r.simulated for r in rows) else []
    ax.set_title(f"Triangles: error against {against}\n{', '.join(told)}", loc="left",
                 fontsize="medium")


def by_bytes(rows: Comparison, ax: Axes | None = None) -> Axes:
    """Measured errors against the bytes that a user reads; strokes lead to the predicted errors."""
    ax = _axes(ax, height=5.4)
    shown, curators = _rows_of(rows)
    ax.set_xscale("log")
    ax.set_yscale("log")
    by_method: dict[str, list[Result]] = {}
    for r in sorted(shown, key=lambda r: r.traffic["download_bytes"]):
        by_method.setdefault(str(r["method"]), []).append(r)
    for method, settings in by_method.items():
        colour, marker = _LOOKS[_family(method)]
        at = [r.traffic["download_bytes"] for r in settings]
        for x, r in zip(at, settings):
            _stroke(ax, x, r, colour)
        ax.plot(at, [_measured(r) for r in settings], marker=marker, linewidth=1,
                **_hollow_unless_private(settings[0], colour))
    for r in curators:
        ax.axhline(_measured(r), **_TRUTH, label="with a trusted curator")
    ax.set_xlabel("bytes that a user reads, a mean over users")
    _byte_axis(ax.xaxis)
    _frame(ax, rows, "what a user reads")
    _name_points(ax, [settings[-1] for settings in by_method.values()], shown)
    _explain_families(ax, shown)
    return ax


_NAME_SIZE = 7.0
# Where a name may stand: how it is aligned, and how far from its point, in points of type.
_PLACES = tuple((align, dx, dy) for dy in (0.0, 8.0, -8.0, 16.0, -16.0)
                for align, dx in (("left", 7.0), ("right", -7.0)))


class _Box(NamedTuple):
    left: float
    right: float
    low: float
    high: float

    def overlaps(self, other: _Box) -> bool:
        return (self.left < other.right and other.left < self.right
                and self.low < other.high and other.low < self.high)


def _name_points(ax: Axes, named: Sequence[Result], rows: Sequence[Result]) -> None:
    """Each beside its point, where the fewest points and names are."""
    scale = 72.0 / ax.figure.dpi

    def place(r: Result) -> Any:
        return scale * ax.transData.transform((r.traffic["download_bytes"], _measured(r)))

    ends = scale * np.array(ax.get_window_extent().intervalx)
    taken = [_Box(x - 4, x + 4, y - 4, y + 4) for x, y in map(place, rows)]
    for r in named:
        (x, y), name = place(r), str(r["method"])
        width, half = 0.58 * _NAME_SIZE * len(name), 0.6 * _NAME_SIZE
        places = []
        for align, dx, dy in _PLACES:
            left = x + dx - (width if align == "right" else 0.0)
            box = _Box(left, left + width, y + dy - half, y + dy + half)
            outside = box.left < ends[0] or box.right > ends[1]
            places.append((sum(map(box.overlaps, taken)) + (100 if outside else 0), box))
        best = min(range(len(places)), key=lambda i: places[i][0])
        taken.append(places[best][1])
        align, dx, dy = _PLACES[best]
        ax.annotate(name, (r.traffic["download_bytes"], _measured(r)), (dx, dy),
                    textcoords="offset points", va="center", ha=align, fontsize=_NAME_SIZE,
                    color="#444444")


def _explain_families(ax: Axes, rows: Sequence[Result]) -> None:
    from matplotlib.lines import Line2D

    handles = ax.get_legend_handles_labels()[0]
    for family in dict.fromkeys(_family(str(r["method"])) for r in rows):
        colour, marker = _LOOKS[family]
        handles.append(Line2D([], [], marker=marker, linestyle="", color=colour, label=family))
    grey = {"color": "#888888", "linestyle": ""}
    if any(not r.private for r in rows):
        handles.append(Line2D([], [], marker="o", markerfacecolor="white", **grey,
                              label="hollow: not private"))
    handles.append(Line2D([], [], marker="_", **grey, label="predicted error"))
    ax.legend(handles=handles, ncols=3, frameon=False, fontsize="small", loc="upper left",
              bbox_to_anchor=(0.0, -0.13))


def by_epsilon(rows: Comparison, ax: Axes | None = None) -> Axes:
    """Measured errors against the budget, a line a method; strokes lead to the predicted errors."""
    ax = _axes(ax, width=7.6)
    shown, curators = _rows_of(rows)
    ax.set_yscale("log")
    methods = list(dict.fromkeys(str(r["method"]) for r in shown))
    seen: list[str] = []
    for i, method in enumerate(methods):
        family = _family(method)
        line = sorted((r for r in shown if r["method"] == method), key=lambda r: r.epsilon)
        # Beside each other, since strokes above each other cannot be told apart.
        aside = math.exp(0.012 * (i - (len(methods) - 1) / 2))
        at, colour = [r.epsilon * aside for r in line], _LOOKS[family][0]
        for x, r in zip(at, line):
            _stroke(ax, x, r, colour)
        ax.plot(at, [_measured(r) for r in line], **_hollow_unless_private(line[0], colour),
                marker=_MARKERS[seen.count(family) % len(_MARKERS)], label=method)
        seen.append(family)
    if curators:
        line = sorted(curators, key=lambda r: r.epsilon)
        ax.plot([r.epsilon for r in line], [_measured(r) for r in line], **_TRUTH,
                label="with a trusted curator")
    _budget_axis(ax, sorted(rows.epsilons))
    _frame(ax, rows, "privacy")
    ax.plot([], [], "_", color="#888888", label="predicted error")
    ax.legend(frameon=False, fontsize="small", loc="upper left", bbox_to_anchor=(1.0, 1.0),
              title="hollow: not private" if any(not r.private for r in shown) else None,
              title_fontsize="small", alignment="left")
    return ax
