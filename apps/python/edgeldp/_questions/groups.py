# SPDX-License-Identifier: MIT
"""Edges within and across groups of users."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from typing import Any

from .._channels.channel import Channel, made_by, require_truths
from .._channels.survey import made_by_in, maker_column
from .._graphs import DirectedGraph, Graph, as_either, as_graph
from .._moved import takes
from .._ledger import Ledger
from .._results import Mixing, Results
from .._run import memory_file
from .._settings import GroupSettings, Rows, options_of
from .calls import Options, Play, budgets_of, csv_of, ids_of, pose, results_of


@takes(rows=Rows, how=GroupSettings)
def homophily(graph: Any, labels: Any, epsilon: float = 1.0, *,
              values: Sequence[Any] | None = None, how: GroupSettings | None = None,
              rows: Rows | None = None, runs: int = 1, exact: bool = True,
              ledger: Ledger | None = None) -> Results:
    """Estimate edges within and across groups of users. Groups and edges are both private.

    Parameters
    ----------
    graph : anything that `as_graph` takes
    labels : sequence, mapping by user, pandas.Series or pandas.DataFrame
        Each user's group: in the order of ``graph.labels``, or by what users are called. A series
        and a frame have users as their index; a frame has a column an attribute.
    epsilon : float
        Total privacy budget of a user, in nats, for its group and its edges together.
    values : sequence, optional
        All groups that there can be, which is public. Without it they are taken from the labels,
        and then the guarantee holds only if they were public: a warning says so.
    how : GroupSettings, optional
        How groups are reported, what users who have none are counted as, and who counts.
    rows, runs, exact, ledger
        As of `triangles`.

    Returns
    -------
    Results

    Examples
    --------
    >>> party = edgeldp.generate.labels(graph, 2, homophily=0.9)
    >>> print(edgeldp.homophily(graph, party, values=[0, 1]))
    """
    g = as_graph(graph)
    require_truths("labels", made_by(labels))
    names, table = _label_table(g, labels)
    options: Options = options_of(how)
    if "missing" in options:
        options["missing"] = str(options["missing"])
    law = options.pop("channel", ())
    laws = [law] if isinstance(law, Channel) else law
    with contextlib.ExitStack() as files:
        path = files.enter_context(memory_file(csv_of([["user", *names], *table])))
        channels = [files.enter_context(memory_file(one.to_json())) for one in laws]
        options.update(labels=path, id_column="user", columns=names, channel=channels or None,
                       values=None if values is None else [str(value) for value in values],
                       **options_of(rows))
        answer = pose("homophily", g, budgets_of(epsilon), options, Play(runs, exact, ledger))
    return results_of(answer, g)


def mixing(graph: Any, groups: Any = None, epsilon: float = 1.0, *, missing: Any = None,
           matrix: bool = False, runs: int = 1, exact: bool = True,
           ledger: Ledger | None = None) -> Mixing:
    """Estimate who mixes with whom, by groups that are public. No rows are sent.

    Parameters
    ----------
    graph : anything that `as_graph` takes, or a `DirectedGraph`
    groups : sequence, mapping by user or pandas.Series, optional
        Each user's group, as the labels of `homophily`: public, on your word. Without it groups are
        classes of released degree, and how degrees go together is estimated too.
    epsilon : float
        Total privacy budget of a user, in nats.
    missing : optional
        The group of users who have none.
    matrix : bool
        Also the edges between each two groups.
    runs, exact, ledger
        As of `triangles`.

    Returns
    -------
    Mixing

    Examples
    --------
    >>> school = edgeldp.generate.labels(graph, 3)
    >>> print(edgeldp.mixing(graph, school))
    """
    g = as_either(graph)
    options: Options = {"matrix": matrix}
    with contextlib.ExitStack() as files:
        if groups is not None:
            names, table = _label_table(g, groups, "groups")
            if len(names) != 1:
                raise ValueError(f"groups: {len(names)} columns: users are in one group each")
            options["groups"] = files.enter_context(memory_file(csv_of([["user", *names], *table])))
            options["missing"] = None if missing is None else str(missing)
        elif missing is not None:
            raise ValueError("missing is the group of users who have none in groups")
        answer = pose("mixing", g, budgets_of(epsilon), options, Play(runs, exact, ledger, True))
    mixed = results_of(answer, g, None, Mixing)
    assert isinstance(mixed, Mixing)
    return mixed


def _label_table(g: Graph | DirectedGraph, labels: Any,
                 called: str = "labels") -> tuple[list[str], list[list[Any]]]:
    """Names of attributes, and rows of users with their groups."""
    id_of = ids_of(g)
    if hasattr(labels, "columns") and hasattr(labels, "itertuples"):
        users = g.indices_of(labels.index).tolist()
        for name in labels.columns:
            if maker_column(name) in labels:
                require_truths(f"labels, column {name}", made_by_in(labels, name))
        return ([str(c) for c in labels.columns],
                [[id_of(u), *row] for u, row in zip(users, labels.itertuples(index=False))])
    if hasattr(labels, "index") and hasattr(labels, "items") and not isinstance(labels, Mapping):
        labels = dict(labels.items())  # a Series
    if isinstance(labels, Mapping):
        users = g.indices_of(list(labels)).tolist()
        return ["label"], [[id_of(u), label] for u, label in zip(users, labels.values())]
    groups = labels.tolist() if hasattr(labels, "tolist") else list(labels)
    if len(groups) != g.nodes:
        raise ValueError(f"{called}: {len(groups)} for {g.nodes} users: one for each, in the order "
                         "of graph.labels, or a mapping by user")
    return ["label"], [[id_of(u), label] for u, label in enumerate(groups) if label is not None]
