# SPDX-License-Identifier: MIT
"""What pairs of users share."""

from __future__ import annotations

from itertools import count
from typing import Any


from .._graphs import BipartiteGraph, Graph, as_graph
from .._graphs.ids import is_whole
from .._moved import takes
from .._ledger import Ledger
from .._later import np
from .._results import Result
from .._run import memory_file
from .._settings import PairSettings, Rows, options_of
from .calls import Options, Play, budgets_of, called, csv_of, ids_of, only, pose, results_of

_Pairs = list[tuple[int, int]]


@takes(rows=Rows, how=PairSettings)
def common_neighbors(graph: Any, pairs: Any = None, epsilon: float = 1.0, *,
                     measure: str | None = None, how: PairSettings | None = None,
                     rows: Rows | None = None, runs: int = 1, exact: bool = True,
                     ledger: Ledger | None = None) -> Result:
    """Estimate how many neighbours two users share, for pairs of users.

    Parameters
    ----------
    graph : anything that `as_graph` takes, or a `BipartiteGraph`
        Of a bipartite graph pairs are of users, and what they share are items.
    pairs : array_like, shape (k, 2), or int
        Labels of users; or how many pairs to draw uniformly. Users who are in several pairs pay for
        each.
    epsilon : float
        Total privacy budget of a user for one pair, in nats.
    measure : {"common", "cosine", "jaccard"}, optional
        The number of common neighbours, or how similar the lists are.
    how : PairSettings, optional
        For experts: who asks whom what.
    ledger : Ledger, optional
        Is charged `epsilon` for each run of the protocol, which answers for pairs that share no
        user; once with the methods "naive" and "one-round". It does not go with drawn pairs.
    rows, runs, exact
        As of `triangles`.

    Returns
    -------
    Result
        The mean over pairs; ``result.each`` has the result of every pair, and
        ``result.each.to_frame()`` a row for each.

    Examples
    --------
    >>> shared = edgeldp.common_neighbors(graph, [(1, 34), (2, 30)], epsilon=2.0)
    >>> [pair.value for pair in shared.each]
    """
    g: Graph | BipartiteGraph = graph if isinstance(graph, BipartiteGraph) else as_graph(graph)
    if pairs is None:
        raise ValueError("which pairs? give pairs, or how many to draw")
    is_drawn = is_whole(pairs)
    if is_drawn and pairs < 1:
        raise ValueError(f"pairs = {pairs}: one at least must be drawn")
    places = [] if is_drawn else _places_of(g, pairs)
    options: Options = dict(
        measure=measure, each=True, bipartite=isinstance(g, BipartiteGraph),
        layer=g.users if isinstance(g, BipartiteGraph) else None, **options_of(how),
        **options_of(rows))
    if ledger is not None:
        if is_drawn:
            raise ValueError("pairs: users pay for each pair that they are in, which a ledger "
                             "must know before: draw pairs, and give them as pairs")
        times = 1 if options.get("method") in ("naive", "one-round") else _times_asked(places)
        ledger._enter("common-neighbors", sum(budgets_of(epsilon)), times=times * runs)
    id_of = ids_of(g)
    with memory_file(csv_of((id_of(u), id_of(v)) for u, v in places)) as path:
        options.update(dict(sample=pairs) if is_drawn else dict(pairs=path))
        answer = pose("common-neighbors", g, budgets_of(epsilon), options, Play(runs, exact, None))
    if isinstance(g, BipartiteGraph):
        _call_by_labels(answer.records, g)
    return only(results_of(answer, g, measure or "common_neighbors"))


def _places_of(g: Graph | BipartiteGraph, pairs: Any) -> _Pairs:
    """Pairs of labels as places of users."""
    ends: Any = pairs if isinstance(pairs, np.ndarray) else list(pairs)
    if any(isinstance(pair, str) or len(pair) != 2 for pair in ends):
        raise ValueError("pairs: must be pairs of users' labels")
    if len(ends) == 0:
        raise ValueError("pairs: there are none")
    first = g.indices_of([pair[0] for pair in ends])
    second = g.indices_of([pair[1] for pair in ends])
    return list(zip(first.tolist(), second.tolist()))


def _times_asked(pairs: _Pairs) -> int:
    """How often the protocol runs: as the program does, each pair joins the first run in which
    neither of its users is. So often, at most, everybody pays."""
    busy: dict[int, set[int]] = {}
    for u, v in pairs:
        in_u, in_v = busy.setdefault(u, set()), busy.setdefault(v, set())
        run = next(i for i in count() if i not in in_u and i not in in_v)
        in_u.add(run)
        in_v.add(run)
    return 1 + max(run for runs in busy.values() for run in runs)


def _call_by_labels(records: list[dict[str, Any]], g: BipartiteGraph) -> None:
    """Users of pairs by their labels, where the compiled graph knows numbers only."""
    names, ids = called(g)
    if isinstance(g.labels, range) or names or not np.array_equal(ids, np.arange(len(ids))):
        return
    for record in records:
        for end in {"first", "second"} & record.keys():
            label = g.label(record[end])
            record[end] = label if isinstance(label, int) else str(label)
