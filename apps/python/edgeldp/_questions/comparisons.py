# SPDX-License-Identifier: MIT
"""Questions at several budgets, methods beside each other, and predictions."""

from __future__ import annotations

import csv
import inspect
import io
import math
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, Union

from .. import _edgeldp
from .._graphs import BipartiteGraph, Graph, as_bipartite, as_graph
from .._moved import refuse_moved, takes
from .._later import np
from .._ledger import Ledger
from .._results import Comparison, GraphComparison, Result, Results, Sweep
from .._run import call, called, memory_file, next_seed
from .._settings import MadeUp, Rows, options_of
from .calls import Epsilon, Play, budgets_of, pose, results_of
from .degrees import degrees
from .patterns import butterflies, cycles, triangles

_SWEPT: dict[str, Callable[..., Any]] = {"triangles": triangles, "cycles": cycles,
                                         "butterflies": butterflies, "degrees": degrees}
_NOT_SWEPT = {"graph", "release"}

Method = Callable[[Graph, float, int], Union[float, tuple[float, float]]]
"""A method of one's own: of a graph, a budget and a seed."""


@takes()
def sweep(question: Callable[..., Any] | str, graph: Any, epsilon: Sequence[float], *,
          runs: int = 1, exact: bool = True, ledger: Ledger | None = None,
          **options: Any) -> Sweep:
    """Answer a question at several budgets, to see what more privacy costs.

    Parameters
    ----------
    question : function or str
        `triangles`, `cycles`, `butterflies` or `degrees`, or its name.
    graph : as of that function
    epsilon : sequence of float
        Budgets of a user, in nats.
    runs, exact, ledger
        As of `triangles`, at each budget.
    **options
        Further options of that function.

    Returns
    -------
    Sweep
        A result a budget; ``sweep.plot()`` draws errors against budgets.

    Examples
    --------
    >>> budgets = edgeldp.sweep(edgeldp.triangles, graph, [0.5, 1, 2])
    >>> [result.interval() for result in budgets]
    """
    name = question if isinstance(question, str) else question.__name__
    if name not in _SWEPT:
        raise ValueError(f"question = '{name}': must be {', '.join(_SWEPT)}")
    known = inspect.signature(_SWEPT[name]).parameters.keys() - _NOT_SWEPT
    unknown = {option: value for option, value in options.items() if option not in known}
    refuse_moved("sweep", unknown, dict(rows=Rows))
    if unknown:
        raise TypeError(f"sweep() of {name} has no option '{next(iter(unknown))}'")
    g: Graph | BipartiteGraph = as_bipartite(graph) if name == "butterflies" else as_graph(graph)
    options.update(options_of(options.pop("rows", None)))
    if isinstance(g, BipartiteGraph):
        options["layer"] = g.users
    answer = pose(name, g, budgets_of(epsilon, several=True), options, Play(runs, exact, ledger))
    sweep = results_of(answer, g, None if name == "degrees" else name, Sweep)
    assert isinstance(sweep, Sweep)
    return sweep


@takes()
def compare(graph: Any, epsilon: Epsilon = 1.0, *, methods: Sequence[str] | None = None,
            runs: int = 10, max_download: float | None = None,
            at_equal: str | None = None, own: Mapping[str, Method] | None = None) -> Comparison:
    """Measure our and published methods of counting triangles on a graph.

    Parameters
    ----------
    graph : anything that `as_graph` takes
        Not private: its triangles are counted exactly.
    epsilon : float or sequence of float
        Total privacy budgets of a user, in nats.
    methods : sequence of str, optional
        Names of methods, or of families such as "ours", "arr" and "grouprr"; a dozen known ones
        unless given.
    runs : int
        Of every method.
    max_download : float, optional
        Each method by its best setting with which a user reads at most so many bytes.
    at_equal : {"user", "relationship"}, optional
        Whose loss `epsilon` is, of every method: a user's unless given.
    own : mapping of str to callable, optional
        Methods of yours by their names: functions of (graph, epsilon, seed) that return an
        estimate, or an estimate and the bytes that a user reads. They are called `runs` times at
        each budget, with a `Graph` and seeds that differ by run. What they claim of privacy is
        yours: nothing of it is checked, and ``row.private`` is None.

    Returns
    -------
    Comparison
        A row a method and budget; ``comparison.plot()`` draws their errors.

    Examples
    --------
    >>> def guess(graph, epsilon, seed):
    ...     return 150_000 + random.Random(seed).gauss(0, 10_000 / epsilon)
    >>> print(edgeldp.compare(graph, own={"a guess": guess}))
    """
    g = as_graph(graph)
    budgets = budgets_of(epsilon, several=True)
    seed = next_seed()
    with ExitStack() as files:
        table = files.enter_context(memory_file(_table_of(own, g, budgets, runs, seed))) if own else None
        answer = call("compare", dict(epsilon=budgets, methods=methods, runs=runs,
                                      max_download=max_download, at_equal=at_equal, with_=table),
                      given=g._input, seed=seed)
    for record in answer.records:
        if "source" in record:
            record["source"] = "a function"
    comparison = results_of(answer, g, "triangles", Comparison)
    assert isinstance(comparison, Comparison)
    return comparison


def _table_of(own: Mapping[str, Method], graph: Graph, budgets: Sequence[float], runs: int,
              seed: int | None) -> str:
    """Runs of own methods, as the program reads them."""
    lines = io.StringIO()
    table = csv.writer(lines, lineterminator="\n")
    table.writerow(("method", "epsilon", "run", "estimate", "bytes"))
    for name, method in own.items():
        seeds = random.Random(seed).sample(range(2**31), runs)  # as of programs: any generator takes them
        for epsilon in budgets:
            for run, own_seed in enumerate(seeds):
                numbers = _numbers_of(name, method(graph, epsilon, own_seed))
                table.writerow((name, repr(epsilon), run, *numbers))
    return lines.getvalue()


def _numbers_of(name: str, answer: Any) -> tuple[str, str]:
    """Estimate and bytes; the latter may be missing."""
    numbers = answer if isinstance(answer, tuple) else (answer,)
    try:
        known = [float(number) for number in numbers]
    except (TypeError, ValueError):
        known = []
    if len(known) not in (1, 2) or not all(map(math.isfinite, known)):
        raise ValueError(f"own method '{name}' returned {answer!r:.80}: an estimate is wanted, or an "
                         "estimate and the bytes that a user reads")
    return repr(known[0]), repr(known[1]) if len(known) == 2 else ""


@takes()
def compare_graphs(graph: Any, other: Any, *, sources: int | None = None,
                   sample_seed: int = 1, other_users: bool = False) -> GraphComparison:
    """Compare a synthetic graph with the true one, exactly, by the fifteen queries of PGB.

    Nothing here is private: both graphs are read in the clear. A synthetic graph that was made
    privately may be published; the true one, and what comes out here, may not.

    Parameters
    ----------
    graph : anything that `as_graph` takes
        The true one.
    other : anything that `as_graph` takes
        The synthetic one. Users are the same where both graphs call them so, unless `other_users`.
    sources : int, optional
        Distances are searched from so many users, 128 at least; unless given from all, or from a
        public sample where that would take long: ``result["distances"]`` says from how many, and
        with what errors.
    sample_seed : int
        Of that sample.
    other_users : bool
        The users of `other` are none of the first graph's, as those of `synthesize`: communities
        are not compared.

    Returns
    -------
    GraphComparison
        ``result.errors`` has the error of each query by its measure; ``print(result)`` a table.

    Examples
    --------
    >>> made = edgeldp.generate.erdos_renyi(nodes=graph.nodes, edges=graph.edges, seed=1)
    >>> comparison = edgeldp.compare_graphs(graph, made)
    >>> comparison.errors["edges"]
    0.0
    >>> print(comparison)
    """
    a, b = as_graph(graph), as_graph(other)
    record = called(lambda heard: _edgeldp.compare_graphs(a._input, b._input, sources, sample_seed,
                                                          other_users, progress=heard))
    return GraphComparison(record)


@takes()
def download_cost(graph: Any, epsilon: float = 1.0, *,
                  downloads: Sequence[float] = (500.0, 5e3, 5e4, 5e5),
                  methods: Sequence[str] | None = None, runs: int = 10) -> Comparison:
    """Measure what errors methods of counting triangles have by how much a user reads.

    Parameters
    ----------
    graph, epsilon, methods, runs
        As of `compare`.
    downloads : sequence of float
        Most bytes that a user reads; each method is measured at its best setting below each, and
        at its usual one.

    Returns
    -------
    Comparison
        ``comparison.plot()`` draws errors against bytes.

    Examples
    --------
    >>> cost = edgeldp.download_cost(graph, downloads=[5e3, 5e4], methods=["ours"], runs=2)
    >>> print(cost)
    """
    g = as_graph(graph)
    seed = next_seed()
    records: list[dict[str, Any]] = []
    for most in (*map(float, downloads), None):
        answer = call("compare", dict(epsilon=float(epsilon), methods=methods, runs=runs,
                                      max_download=most), given=g._input, seed=seed)
        known = [_setting(r) for r in records]
        records += [r for r in answer.records if _setting(r) not in known]
    return Comparison._of(records, seed=seed, statistic="triangles")


def _setting(record: Mapping[str, Any]) -> tuple[Any, ...]:
    """What tells a row of a comparison from others that were played with the same coins."""
    return record["method"], record.get("value"), record["download_bytes"]


@takes()
def report(graph: Any, epsilon: float = 1.0, *,
           questions: Sequence[str] = ("triangles", "degrees"),
           epsilons: Sequence[float] = (0.5, 1.0, 2.0, 4.0, 8.0), runs: int = 1,
           exact: bool = True, markdown: bool = False) -> str:
    """Make a page that explains numbers to anybody.

    Whether each question is worth asking, what it costs in privacy, estimates with their intervals
    as pictures, errors at other budgets. Each question is played in a run of its own.

    Parameters
    ----------
    graph : anything that `as_graph` takes
    epsilon : float
        Privacy budget of a user for each question, in nats.
    questions : sequence of str
        Of "triangles", "degrees", "clustering", "cycles", "cores", "centrality" and "mixing".
    epsilons : sequence of float
        Budgets at which errors are shown.
    runs : int
        Of each question at each of these budgets, whose errors are measured.
    exact : bool
        Whether the page has exact numbers, which are not private.
    markdown : bool
        Markdown, without pictures, in place of a web page.

    Returns
    -------
    str
        The page, which needs nothing from elsewhere.

    Examples
    --------
    >>> pathlib.Path("report.html").write_text(edgeldp.report(graph))
    """
    if np.ndim(epsilon) != 0:
        raise TypeError("epsilon: one budget is expected, a number; `epsilons` takes several, at "
                        "which errors are shown")
    g = as_graph(graph)
    answer = call("report", dict(epsilon=float(epsilon), questions=questions,
                                 epsilons=budgets_of(epsilons, several=True), runs=runs,
                                 no_exact=not exact, markdown=markdown, output="-"),
                  given=g._input, seed=next_seed())
    return answer.output.decode()


@takes(graph=MadeUp)
def tune(graph: Any = None, epsilon: Epsilon = 1.0, *, max_upload: float | None = None,
         max_error: float | None = None, max_seconds: float | None = None,
         draws: int | None = None, seed: int | None = None, all: bool = False) -> Results:
    """Predict which settings of a triangle count give the least error and bytes.

    Parameters
    ----------
    graph : anything that `as_graph` takes, or a `MadeUp`, optional
        A public graph, or a made-up one like yours: predictions from it are not private.
    epsilon : float or sequence of float
        Total privacy budgets of a user, in nats.
    max_upload, max_error, max_seconds : float, optional
        Limits that the best setting keeps: bytes that a user sends, share of the count, seconds to
        encode a row.
    draws, seed : int, optional
        Of the released numbers that predictions average over.
    all : bool
        Also settings that others beat.

    Returns
    -------
    Results
        A row a setting.

    Examples
    --------
    >>> print(edgeldp.tune(edgeldp.MadeUp(nodes=500, average_degree=12), draws=1))
    """
    made_up = graph if isinstance(graph, MadeUp) else None
    g = None if graph is None or made_up is not None else as_graph(graph)
    answer = call("tune", dict(epsilon=budgets_of(epsilon, several=True), max_upload=max_upload,
                               max_error=max_error, max_seconds=max_seconds, draws=draws, all=all,
                               **options_of(made_up)),
                  given=None if g is None else g._input, seed=seed)
    return Results(Result._of(r, notes=answer.notes, statistic=_settings_text(r))
                   for r in answer.records)


def _settings_text(record: Mapping[str, Any]) -> str:
    """"ppr, alpha 2, level 5": which settings a prediction is of."""
    numbers = [f"{key} {record[key]:g}" for key in ("alpha", "level")
               if record.get(key) is not None]
    chosen = ["the best"] if record.get("chosen") else []
    return ", ".join([record["codec"], *numbers, *chosen])
