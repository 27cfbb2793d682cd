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
from .._later import np
from .._ledger import Ledger
from .._results import Communities, Labels, Mixing, Results
from .._run import memory_file
from .._settings import GroupSettings, Rows, options_of
from .calls import Options, Play, budgets_of, csv_of, ids_of, only, pose, results_of


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


@takes()
def communities(graph: Any, epsilon: float = 1.0, *, matrix: bool = False, runs: int = 1, exact: bool = True,
                ledger: Ledger | None = None) -> Communities:
    """Find groups of users who know each other more often than chance has it. No rows are sent.

    Parameters
    ----------
    graph : anything that `as_graph` takes
    epsilon : float
        Total privacy budget of a user, in nats.
    matrix : bool
        Also the edges between each two groups.
    runs, exact, ledger
        As of `triangles`.

    Returns
    -------
    Communities
        ``found.groups`` has the group of each user, ``found["modularity"]`` how good they are, and ``found.found``
        whether they are more than chance gives.

    Examples
    --------
    >>> found = edgeldp.communities(graph, epsilon=4.0, matrix=True)
    >>> len(found.groups) == graph.nodes
    True
    >>> print(found["modularity"])
    """
    g = as_graph(graph)
    answer = pose("communities", g, budgets_of(epsilon), {"matrix": matrix}, Play(runs, exact, ledger, True))
    found = results_of(answer, g, None, Communities)
    assert isinstance(found, Communities)
    return found


@takes()
def labels(graph: Any, labels: Any, epsilon: float = 1.0, *, public_share: float = 1.0, runs: int = 1, exact: bool = True,
           ledger: Ledger | None = None) -> Labels:
    """Infer the labels of users who have none from public labels of others. No rows are sent.

    This is inference about people from what others made public: the budget bounds what each contact adds to it, and does
    not forbid it.

    Parameters
    ----------
    graph : anything that `as_graph` takes
    labels : sequence, mapping by user or pandas.Series
        Public labels, on your word, in the order of ``graph.labels`` or by what users are called. None, nan, or -1 among
        whole numbers: no public label.
    epsilon : float
        Total privacy budget of a user, in nats; at most so much is spent.
    public_share : float
        Below 1: an experiment that takes this share of the labels for public, and compares the others with what is
        inferred.
    runs, exact, ledger
        As of `triangles`.

    Returns
    -------
    Labels
        ``inferred.chances`` has a row a user and a column a label, ``inferred.classes`` what columns are, and
        ``inferred.likeliest`` a label a user; the number is the share of these that is right.

    Examples
    --------
    >>> town = edgeldp.generate.labels(graph, 2, homophily=0.9)
    >>> public = [label if user % 2 else None for user, label in enumerate(town)]
    >>> inferred = edgeldp.labels(graph, public, epsilon=4.0)
    >>> inferred.chances.shape == (graph.nodes, 2)
    True
    >>> print(inferred)
    """
    g = as_graph(graph)
    names, table = _label_table(g, labels)
    if len(names) != 1:
        raise ValueError(f"labels: {len(names)} columns: users have one label each")
    known = [(user, label) for user, label in table if not _is_none(label)]
    if not known:
        raise ValueError("labels: nobody has one, and others are inferred from them")
    with memory_file(csv_of([("user", "label"), *known])) as path:
        answer = pose("labels", g, budgets_of(epsilon), {"labels": path, "public_share": public_share},
                      Play(runs, exact, ledger, True))
    return Labels._made(only(results_of(answer, g)), answer.columns, {str(label): label for _, label in known})


def _is_none(label: Any) -> bool:
    """None, a number that is none, or -1."""
    return label is None or label != label or (isinstance(label, (int, np.integer)) and label == -1)


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
