# SPDX-License-Identifier: MIT
"""Methods beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .._later import np
from .._words import number
from .axes import (BAND, COLOURS, COLUMN, Drawn, MARKERS, ManyDrawn, THIN, TRUTH, axes_of, budget_axis,
                   byte_axis, error_interval, hollow_unless_private, in_small_type, legend_below,
                   share_axis)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# By the first word of a method's name.
_FAMILIES = {
    "centred": "ours", "sampled": "ours", "ppr": "ours, equal budgets",
    "nullspace": "ours, equal budgets", "local": "local two rounds", "bitmap": "local two rounds",
    "arr": "ARR", "group": "GroupRR", "vertex": "vertex-centric", "edge": "EdgeOrient",
}
_LOOKS = {
    "ours": (COLOURS[0], "o"), "ours, equal budgets": (COLOURS[5], "s"),
    "local two rounds": (COLOURS[1], "D"), "ARR": (COLOURS[2], "^"),
    "GroupRR": (COLOURS[3], "v"), "vertex-centric": (COLOURS[4], "P"),
    "EdgeOrient": (COLOURS[6], "X"), "others": ("#888888", "o"),
}


def _family(method: str) -> str:
    return _FAMILIES.get(method.partition("-")[0], "others")


def _rows_of(rows: ManyDrawn) -> tuple[list[Drawn], list[Drawn]]:
    """Rows that can be drawn; and those of a curator, to whom users send everything."""
    known = [r for r in rows if _measured(r) > 0]
    return ([r for r in known if r.get("trusts") != "curator"],
            [r for r in known if r.get("trusts") == "curator"])


def _measured(row: Drawn) -> float:
    return number((row.get("exact") or {}).get("relative_error"))


def _predicted(row: Drawn) -> float:
    return number(row["exact"].get("predicted_relative_error"))


def _interval(row: Drawn) -> tuple[float, float]:
    return error_interval(row, number(row["exact"].get("rmse")) / _measured(row))


# What `edgeldp triangles` does on large graphs.
_DEFAULT = "centred-nullspace"


def _name(method: str) -> str:
    return "edgeldp (default)" if method == _DEFAULT else method


def _emphasis(method: str, column: bool) -> dict[str, Any]:
    if method != _DEFAULT:
        return {"linewidth": 0.9 if column else 1.3}
    return {"linewidth": 2.1 if column else 3.0, "markersize": 5.6 if column else 8.0, "zorder": 4.0}


def _frame(ax: Axes, rows: ManyDrawn, against: str, column: bool) -> None:
    ax.set_ylabel(f"error and its 95% interval,{chr(10) if column else ' '}as a share of the exact number")
    share_axis(ax.yaxis)
    ax.grid(color="#ececec")
    said = [f"epsilon {rows.epsilons[0]:.4g}"] if len(rows.epsilons) == 1 else []
    said += [f"{rows.runs} runs each" if rows.runs > 1 else "one run each"]
    said += ["simulated"] if any(r.simulated for r in rows) else []
    ax.set_title(f"Triangles: error against {against}\n{', '.join(said)}", loc="left",
                 fontsize="medium")


@in_small_type
def by_bytes(rows: ManyDrawn, ax: Axes | None = None, *, column: bool = False) -> Axes:
    """Measured errors with their intervals against the bytes that a user reads; dots are predicted."""
    ax = axes_of(ax, *((COLUMN, 3.9) if column else (6.4, 5.4)))
    known, curators = _rows_of(rows)
    shown = [r for r in known if r.traffic["download_bytes"] > 0]
    ax.set_xscale("log")
    ax.set_yscale("log")
    by_method: dict[str, list[Drawn]] = {}
    for r in sorted(shown, key=lambda r: r.traffic["download_bytes"]):
        by_method.setdefault(str(r["method"]), []).append(r)
    for method, settings in by_method.items():
        colour, marker = _LOOKS[_family(method)]
        at = [r.traffic["download_bytes"] for r in settings]
        for x, r in zip(at, settings):
            ax.plot([x, x], _interval(r), color=colour, linewidth=1.3, alpha=0.6)
            ax.plot([x], [_predicted(r)], ".", color=colour, alpha=0.7, markersize=4)
        ax.plot(at, [_measured(r) for r in settings], marker=marker,
                **hollow_unless_private(settings[0], colour), **_emphasis(method, column))
    for r in curators:
        ax.axhline(_measured(r), **TRUTH, label="with a trusted curator")
    for r in known:
        if r not in shown:
            ax.axhline(_measured(r), color=COLOURS[6], linewidth=1, linestyle=":",
                       label=f"{r['method']}, which does not say what is read")
    ax.set_xlabel("bytes that a user reads, a mean over users")
    byte_axis(ax.xaxis)
    _frame(ax, rows, "what a user reads", column)
    _name_points(ax, [settings[-1] for settings in by_method.values()], shown)
    _explain_families(ax, shown, column)
    return ax


_NAME_SIZE = 7.0
# Where a name may stand: how it is aligned, and how far from its point, in points of type.
_PLACES = tuple((align, dx, dy) for dy in sorted((8.0 * i for i in range(-8, 9)), key=abs)
                for align, dx in (("left", 7.0), ("right", -7.0)))
_FAR = 16.0  # from here on a line leads there


class _Box(NamedTuple):
    left: float
    right: float
    low: float
    high: float

    def overlaps(self, other: _Box) -> bool:
        return (self.left < other.right and other.left < self.right
                and self.low < other.high and other.low < self.high)


def _name_points(ax: Axes, named: Sequence[Drawn], rows: Sequence[Drawn]) -> None:
    """Each beside its point, where the fewest points and names are."""
    scale = 72.0 / ax.figure.dpi

    def place(r: Drawn) -> Any:
        return scale * ax.transData.transform((r.traffic["download_bytes"], _measured(r)))

    frame = ax.get_window_extent()
    ends, heights = scale * np.array(frame.intervalx), scale * np.array(frame.intervaly)
    taken = [_Box(x - 4, x + 4, y - 4, y + 4) for x, y in map(place, rows)]
    for r in sorted(named, key=lambda r: bool(r["method"] != _DEFAULT)):
        (x, y), name = place(r), _name(str(r["method"]))
        width, half = 0.58 * _NAME_SIZE * len(name), 0.6 * _NAME_SIZE
        places = []
        for align, dx, dy in _PLACES:
            left = x + dx - (width if align == "right" else 0.0)
            box = _Box(left, left + width, y + dy - half, y + dy + half)
            outside = (box.left < ends[0] or box.right > ends[1]
                       or box.low < heights[0] or box.high > heights[1])
            places.append((sum(map(box.overlaps, taken)) + (100 if outside else 0), box))
        best = min(range(len(places)), key=lambda i: places[i][0])
        taken.append(places[best][1])
        align, dx, dy = _PLACES[best]
        ax.annotate(name, (r.traffic["download_bytes"], _measured(r)), (dx, dy),
                    textcoords="offset points", va="center", ha=align, fontsize=_NAME_SIZE,
                    color="#444444", arrowprops={"arrowstyle": "-", "color": "#999999", "linewidth": 0.4,
                                                 "shrinkA": 0, "shrinkB": 3} if abs(dy) >= _FAR else None)


def _explain_families(ax: Axes, rows: Sequence[Drawn], column: bool) -> None:
    from matplotlib.lines import Line2D

    handles = ax.get_legend_handles_labels()[0]
    for family in dict.fromkeys(_family(str(r["method"])) for r in rows):
        colour, marker = _LOOKS[family]
        handles.append(Line2D([], [], marker=marker, linestyle="", color=colour, label=family))
    grey = {"color": "#888888", "linestyle": ""}
    if any(r.private is False for r in rows):
        handles.append(Line2D([], [], marker="o", markerfacecolor="white", **grey,
                              label="hollow: not private"))
    handles.append(Line2D([], [], marker=".", **grey, label="predicted error"))
    if column:
        return legend_below(ax, handles=handles)
    ax.legend(handles=handles, ncols=3, frameon=False, fontsize="small", loc="upper left",
              bbox_to_anchor=(0.0, -0.13))


@in_small_type
def by_epsilon(rows: ManyDrawn, ax: Axes | None = None, *, column: bool = False) -> Axes:
    """Measured errors in bands against the budget, a line a method; thin lines are predicted."""
    ax = axes_of(ax, *((COLUMN, 3.9) if column else (7.6, 4.8)))
    shown, curators = _rows_of(rows)
    ax.set_yscale("log")
    methods = list(dict.fromkeys(str(r["method"]) for r in shown))
    seen: list[str] = []
    for method in methods:
        family = _family(method)
        line = sorted((r for r in shown if r["method"] == method), key=lambda r: r.epsilon)
        at, colour = [r.epsilon for r in line], _LOOKS[family][0]
        ends = np.array([_interval(r) for r in line])
        ax.fill_between(at, ends[:, 0], ends[:, 1], color=colour,
                        **{**BAND, **({"alpha": 0.25} if method == _DEFAULT else {})})
        ax.plot(at, [_predicted(r) for r in line], color=colour, **THIN)
        ax.plot(at, [_measured(r) for r in line], **hollow_unless_private(line[0], colour),
                marker=MARKERS[seen.count(family) % len(MARKERS)], label=_name(method),
                **_emphasis(method, column))
        seen.append(family)
    if curators:
        line = sorted(curators, key=lambda r: r.epsilon)
        ax.plot([r.epsilon for r in line], [_measured(r) for r in line], **TRUTH,
                label="with a trusted curator")
    budget_axis(ax, sorted(rows.epsilons), column)
    _frame(ax, rows, "privacy", column)
    ax.plot([], [], color="#888888", **THIN, label="predicted error")
    title = {"title": "hollow: not private" if any(r.private is False for r in shown) else None,
             "title_fontsize": "small", "alignment": "left"}
    if column:
        legend_below(ax, **title)
    else:
        ax.legend(frameon=False, fontsize="small", loc="upper left", bbox_to_anchor=(1.0, 1.0), **title)
    return ax
