# SPDX-License-Identifier: MIT
"""How questions about a graph are asked."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Union

from .._graphs import AnyGraph, BipartiteGraph, Graph
from .._ledger import Ledger
from .._later import NDArray, np
from .._releases import Release
from .._results import Result, Results
from .._run import Answer, call, next_seed

Epsilon = Union[float, Sequence[float]]
Options = dict[str, Any]


class Play(NamedTuple):
    """How often users play, what is counted beside, and who keeps account."""

    runs: int
    exact: bool
    ledger: Ledger | None
    has_each: bool = False
    """Whether single runs are told too."""

    @property
    def options(self) -> Options:
        each = self.has_each and self.runs > 1
        return dict(runs=self.runs if self.runs != 1 else None, no_exact=not self.exact, each=each)


def budgets_of(epsilon: Epsilon, several: bool = False) -> list[float]:
    if not several and np.ndim(epsilon) != 0:
        raise ValueError("epsilon: one budget is expected here; edgeldp.sweep takes several")
    budgets = [float(e) for e in np.atleast_1d(np.asarray(epsilon, dtype=float))]
    if not budgets:
        raise ValueError("epsilon: no budget is given")
    return budgets


def pose(verb: str, graph: AnyGraph, budgets: list[float], options: Options,
        play: Play) -> Answer:
    """Play a protocol and take its results, single runs before what sums them up."""
    if play.ledger is not None:
        play.ledger._enter(verb, sum(budgets), times=play.runs)
    return call(verb, {"epsilon": budgets, **play.options, **options}, given=graph._input,
                seed=next_seed())


def count_on(release: Release, verb: str, graph: Graph, options: Options, play: Play) -> Answer:
    """The count alone, on rows that are there."""
    release._charge(play.ledger)
    told = play._replace(has_each=False).options
    return call(verb, {"release": release._file(), **told, **options}, given=graph._input,
                seed=next_seed())


def read_from(release: Release, graph: Graph, options: Options, exact: bool) -> Results:
    """Degrees and what follows from them, which cost nobody anything there."""
    return results_of(call("degrees", dict(release=release._file(), no_exact=not exact, **options),
                           given=graph._input), graph)


def results_of(answer: Answer, graph: AnyGraph, statistic: str | None = None,
               kind: type[Results] = Results) -> Results:
    return kind._of(answer.records, columns=answer.columns, notes=answer.notes, seed=answer.seed,
                    labels=graph.labels, statistic=statistic)


def only(results: Results) -> Result:
    """The result of the only number, with its runs."""
    return results[0]._with_each(results.each)


def called(g: AnyGraph) -> tuple[list[str], NDArray[np.uint64]]:
    """Names of users in the compiled graph, or none, and their ids."""
    if isinstance(g, BipartiteGraph) and g.users == "right":
        return g._input.right_names, g._input.right_labels
    return g._input.names, g._input.labels


def ids_of(g: AnyGraph) -> Callable[[int], str]:
    """What the compiled graph calls a user."""
    names, labels = called(g)
    return (lambda v: names[v]) if names else (lambda v: str(labels[v]))


def csv_of(rows: Iterable[Sequence[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
