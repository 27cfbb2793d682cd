# SPDX-License-Identifier: MIT
"""Questions about a graph, answered from noisy messages of its users.

Every function plays all users of a graph: what comes out is what a collector would get from them,
and beside it, unless ``exact=False``, the exact value, which only somebody with all lists can know.
"""

from __future__ import annotations

import contextlib
import csv
import inspect
import io
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any, Union

import numpy as np
from numpy.typing import NDArray

from ._channels import Channel, _made_by, _made_by_in, _maker_column, _require_truths
from ._graphs import BipartiteGraph, Graph, as_bipartite, as_graph
from ._participants import Ledger
from ._releases import Release
from ._results import Comparison, Result, Results, Sweep
from ._run import Answer, Progress, call, memory_file, next_seed

__all__ = ["butterflies", "clustering", "common_neighbors", "compare", "cycles", "degrees",
           "download_cost", "homophily", "stars", "sweep", "triangles", "triangles_at_users",
           "tune"]

Epsilon = Union[float, Sequence[float]]
Options = dict[str, Any]


# ----------------------------------------------------------------------------------------- One call


def _budgets(epsilon: Epsilon, several: bool = True) -> list[float]:
    if not several and np.ndim(epsilon) != 0:
        raise ValueError("epsilon: one budget is expected here; edgeldp.sweep takes several")
    budgets = [float(e) for e in np.atleast_1d(np.asarray(epsilon, dtype=float))]
    if not budgets:
        raise ValueError("epsilon: no budget is given")
    return budgets


def _play(verb: str, graph: Graph | BipartiteGraph, epsilon: Epsilon, options: Options, *,
          runs: int, exact: bool, ledger: Ledger | None, progress: Progress,
          has_each: bool = True, several: bool = False) -> Answer:
    """Play a protocol and take its results, single runs before what sums them up."""
    budgets = _budgets(epsilon, several)
    if ledger is not None:
        ledger._enter(verb, sum(budgets), times=runs)
    words = dict(epsilon=budgets, runs=runs if runs != 1 else None, no_exact=not exact, **options)
    if has_each and runs > 1:
        words["each"] = True
    return call(verb, words, given=graph._input, progress=progress, seed=next_seed())


def _results(answer: Answer, graph: Graph | BipartiteGraph, statistic: str | None = None,
             kind: type[Results] = Results) -> Results:
    return kind._of(answer.records, columns=answer.columns, notes=answer.notes, seed=answer.seed,
                    labels=graph.labels, statistic=statistic)


def _one(results: Results) -> Result:
    """The result of the only number, with its runs."""
    return results[0]._with_each(results.each)


# ------------------------------------------------------------------------------------------ Patterns


def triangles(graph: Any, epsilon: float = 1.0, *, max_download: float | None = None,
              release: Release | None = None, codec: str | None = None, preset: str | None = None,
              prefer: str | None = None, alpha: float | None = None, level: int | None = None,
              beta: float | None = None, order: str | None = None, split: str | None = None,
              margin: int | None = None, clip: str | None = None, kappa: int | None = None,
              chunk_rule: str | None = None, max_upload: float | None = None,
              max_error: float | None = None, key: str | None = None, runs: int = 1,
              exact: bool = True, ledger: Ledger | None = None, progress: Progress = None) -> Result:
    """Estimate how many triangles a graph has.

    Parameters
    ----------
    graph : anything that `as_graph` takes
    epsilon : float
        Total privacy budget of a user, in nats: a smaller one is more private, and errors are
        larger. 1 is usual.
    max_download : float, optional
        Users read a public sample of rows of about so many bytes, not all rows: less to download,
        more error.
    release : Release, optional
        Count on noisy rows that are there already, with the budget that they reserved for it; then
        `epsilon` is not used. It is enough for one count: beside the release's file, a temporary one
        if it was not saved, an account says that it is spent. Simulated releases have none.
    codec : {"auto", "nullspace", "ppr", "bitmap"}, optional
        How rows are sent: "ppr" makes the smallest messages, "nullspace" the least error.
    preset : {"centred", "uniform", "published"}, optional
        How budgets are shared; "published" are the settings of the compression paper.
    prefer, alpha, level, beta, order, split, margin, clip, kappa, chunk_rule, max_upload, max_error, key
        For experts: as the program's options of these names, ``edgeldp triangles --help-all``.
        What is None is chosen as the program chooses it.
    runs : int
        Repeat with fresh randomness. The result is then about one run of these, with measured
        errors beside predicted ones; ``result.each.to_frame()`` has a row a run.
    exact : bool
        Also count exactly, for comparison. What is then in ``result["exact"]`` is not private.
    ledger : Ledger, optional
        Is charged ``epsilon * runs`` before any coin is drawn; with a release, what that reserved
        for the count, unless the same ledger was charged for the release.
    progress : bool or callable, optional
        True for a bar of tqdm, or a function of (stage, done, total).

    Returns
    -------
    Result

    Raises
    ------
    ValueError
        For options that do not fit, and budgets outside of 2^-32 to 64.

    Notes
    -----
    Cost: the sum over users of half the square of their earlier neighbours, some 10 ns each and
    core: about 1 s on two cores for a million edges as in social networks.

    Source: two rounds after Imola, Murakami, Chaudhuri, USENIX Security 2021, on compressed rows
    after Hillebrand et al.; centred counts and budgets by rank are this library's own.

    Examples
    --------
    >>> result = edgeldp.triangles("wiki-Vote.txt.gz", epsilon=1.0)
    >>> print(result)
    """
    g = as_graph(graph)
    options: Options = dict(
        max_download=max_download, codec=codec, preset=preset, prefer=prefer, alpha=alpha,
        level=level, beta=beta, order=order, split=split, margin=margin, clip=clip, kappa=kappa,
        chunk_rule=chunk_rule, max_upload=max_upload, max_error=max_error, key=key)
    answer = _count("triangles", g, epsilon, options, release, runs, exact, ledger, progress)
    return _one(_results(answer, g, "triangles"))


def _count(verb: str, g: Graph, epsilon: Epsilon, options: Options, release: Release | None,
           runs: int, exact: bool, ledger: Ledger | None, progress: Progress) -> Answer:
    """All of a two-step protocol, or the count alone on a release."""
    if release is None:
        return _play(verb, g, epsilon, options, runs=runs, exact=exact, ledger=ledger,
                     progress=progress)
    release._charge(ledger)
    return call(verb, dict(release=release._file(), no_exact=not exact,
                           runs=runs if runs != 1 else None, **options),
                given=g._input, progress=progress, seed=next_seed())


def cycles(graph: Any, length: int = 4, epsilon: float = 1.0, *, rule: str | None = None,
           release: Release | None = None, codec: str | None = None, prefer: str | None = None,
           alpha: float | None = None, level: int | None = None, beta: float | None = None,
           order: str | None = None, split: str | None = None, margin: int | None = None,
           clip: str | None = None, kappa: int | None = None, chunk_rule: str | None = None,
           preset: str | None = None, max_upload: float | None = None,
           max_error: float | None = None, key: str | None = None, runs: int = 1,
           exact: bool = True, ledger: Ledger | None = None, progress: Progress = None) -> Result:
    """Estimate how many cycles of a length a graph has.

    Parameters
    ----------
    graph : anything that `as_graph` takes
    length : {3, 4, 5}
    epsilon : float
        Total privacy budget of a user, in nats.
    rule : str, optional
        Who counts a cycle; as the program's option, ``edgeldp cycles --help-all``.
    release, codec, runs, exact, ledger, progress, and options for experts
        As of `triangles`.

    Returns
    -------
    Result
    """
    g = as_graph(graph)
    options: Options = dict(
        length=length, rule=rule, codec=codec, prefer=prefer, alpha=alpha, level=level, beta=beta,
        order=order, split=split, margin=margin, clip=clip, kappa=kappa, chunk_rule=chunk_rule,
        preset=preset, max_upload=max_upload, max_error=max_error, key=key)
    answer = _count("cycles", g, epsilon, options, release, runs, exact, ledger, progress)
    return _one(_results(answer, g, "cycles"))


def butterflies(graph: Any, epsilon: float = 1.0, *, codec: str | None = None,
                prefer: str | None = None, alpha: float | None = None, level: int | None = None,
                beta: float | None = None, runs: int = 1, exact: bool = True,
                ledger: Ledger | None = None, progress: Progress = None) -> Result:
    """Estimate how often two users share two items.

    Parameters
    ----------
    graph : anything that `as_bipartite` takes
        Which side are users, whose lists are private, is said there.
    epsilon : float
        Total privacy budget of a user, in nats.
    codec, runs, exact, ledger, progress, and options for experts
        As of `triangles`.

    Returns
    -------
    Result
    """
    g = as_bipartite(graph)
    options: Options = dict(layer=g.users, codec=codec, prefer=prefer, alpha=alpha, level=level,
                            beta=beta)
    answer = _play("butterflies", g, epsilon, options, runs=runs, exact=exact, ledger=ledger,
                   progress=progress)
    return _one(_results(answer, g, "butterflies"))


def common_neighbors(graph: Any, pairs: Any = None, epsilon: float = 1.0, *,
                     sample: int | None = None, method: str | None = None,
                     variant: str | None = None, measure: str | None = None,
                     codec: str | None = None, prefer: str | None = None,
                     alpha: float | None = None, level: int | None = None,
                     beta: float | None = None, degree_share: float | None = None, runs: int = 1,
                     exact: bool = True, ledger: Ledger | None = None,
                     progress: Progress = None) -> Result:
    """Estimate how many neighbours two users share, for pairs of users.

    Parameters
    ----------
    graph : anything that `as_graph` takes, or a `BipartiteGraph`
        Of a bipartite graph pairs are of users, and what they share are items.
    pairs : array_like, shape (k, 2)
        Labels of users. Users who are in several pairs pay for each.
    epsilon : float
        Total privacy budget of a user for one pair, in nats.
    sample : int, optional
        In place of `pairs`: so many pairs, drawn uniformly.
    method, variant, measure, degree_share
        As the program's options: ``edgeldp common-neighbors --help``. The measure may be "common",
        "cosine" or "jaccard".
    ledger : Ledger, optional
        Is charged `epsilon` for each run of the protocol, which answers for pairs that share no
        user; once with the methods "naive" and "one-round". It does not go with `sample`.
    codec, runs, exact, progress, and options for experts
        As of `triangles`.

    Returns
    -------
    Result
        The mean over pairs; ``result.each`` has the result of every pair, and
        ``result.each.to_frame()`` a row for each.
    """
    g: Graph | BipartiteGraph = graph if isinstance(graph, BipartiteGraph) else as_graph(graph)
    if (pairs is None) == (sample is None):
        raise ValueError("which pairs? give pairs, or sample for so many drawn ones")
    is_bipartite = isinstance(g, BipartiteGraph)
    options: Options = dict(
        sample=sample, method=method, variant=variant, measure=measure, codec=codec, prefer=prefer,
        alpha=alpha, level=level, beta=beta, degree_share=degree_share, each=True,
        bipartite=is_bipartite, layer=g.users if isinstance(g, BipartiteGraph) else None)
    places = [] if pairs is None else _places_of(g, pairs)
    if ledger is not None:
        if pairs is None:
            raise ValueError("sample: users pay for each pair that they are in, which a ledger "
                             "must know before: draw pairs, and give them as pairs")
        times = 1 if method in ("naive", "one-round") else _times_asked(places)
        ledger._enter("common-neighbors", sum(_budgets(epsilon, False)), times=times * runs)
    id_of = _ids_of(g)
    with memory_file(_csv((id_of(u), id_of(v)) for u, v in places)) as path:
        if pairs is not None:
            options["pairs"] = path
        answer = _play("common-neighbors", g, epsilon, options, runs=runs, exact=exact, ledger=None,
                       progress=progress, has_each=False)
    if isinstance(g, BipartiteGraph):
        _call_by_labels(answer.records, g)
    return _one(_results(answer, g, measure or "common_neighbors"))


def _ids_of(g: Graph | BipartiteGraph) -> Callable[[int], str]:
    """What the compiled graph calls a user."""
    names, labels = _called(g)
    return (lambda v: names[v]) if names else (lambda v: str(labels[v]))


def _called(g: Graph | BipartiteGraph) -> tuple[list[str], NDArray[np.uint64]]:
    """Names of users in the compiled graph, or none, and their ids."""
    if isinstance(g, BipartiteGraph) and g.users == "right":
        return g._input.right_names, g._input.right_labels
    return g._input.names, g._input.labels


_Pairs = list[tuple[int, int]]


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
    names, ids = _called(g)
    if isinstance(g.labels, range) or names or not np.array_equal(ids, np.arange(len(ids))):
        return
    for record in records:
        for end in {"first", "second"} & record.keys():
            label = g.label(record[end])
            record[end] = label if isinstance(label, int) else str(label)


def _csv(rows: Any) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


# ------------------------------------------------------------------------------------------- Degrees


def degrees(graph: Any, epsilon: float = 1.0, *, stars: Sequence[int] | None = None,
            release: Release | None = None, runs: int = 1, exact: bool = True,
            ledger: Ledger | None = None, progress: Progress = None) -> Results:
    """Estimate degrees, edges and wedges from one round of noisy degrees.

    Parameters
    ----------
    graph : anything that `as_graph` takes
    epsilon : float
        Total privacy budget of a user, in nats. Both ends of an edge take part, so an edge itself
        may lose twice that.
    stars : sequence of int, optional
        Also the numbers of stars of so many leaves.
    release : Release, optional
        Read everything from a release; nothing is spent.
    runs, exact, ledger, progress
        As of `triangles`.

    Returns
    -------
    Results
        By name: ``results["edges"]``, ``"mean_degree"``, ``"wedges"``, ``"max_degree"``,
        ``"degrees"``, ``"sorted_degrees"``. ``results["degrees"].users`` has every user's degree as
        numpy arrays.
    """
    g = as_graph(graph)
    options: Options = dict(stars=stars)
    if release is not None:
        return _results(call("degrees", dict(release=release._file(), no_exact=not exact, **options),
                             given=g._input, progress=progress), g)
    return _results(_play("degrees", g, epsilon, options, runs=runs, exact=exact, ledger=ledger,
                          progress=progress, has_each=False), g)


def stars(graph: Any, leaves: int = 2, epsilon: float = 1.0, *, method: str | None = None,
          runs: int = 1, exact: bool = True, ledger: Ledger | None = None,
          progress: Progress = None) -> Result:
    """Estimate how many stars a graph has: a user with so many of its neighbours.

    Parameters
    ----------
    graph : anything that `as_graph` takes
    leaves : int
        1 to 16; 2 are wedges.
    epsilon : float
        Total privacy budget of a user, in nats.
    method : {"one-round", "local-lap", "own-caps"}, optional
        From noisy degrees; or by counts that are clipped, as published and at caps of one's own.
    runs, exact, ledger, progress
        As of `triangles`.

    Returns
    -------
    Result
    """
    g = as_graph(graph)
    answer = _play("degrees", g, epsilon, dict(stars=[leaves], method=method), runs=runs,
                   exact=exact, ledger=ledger, progress=progress, has_each=False)
    name = {1: "edge_ends", 2: "wedges"}.get(leaves, f"{leaves}-stars")
    found: Result = _results(answer, g)[name]
    return found


def clustering(graph: Any, epsilon: float = 1.0, *, release: Release | None = None,
               codec: str | None = None, preset: str | None = None, prefer: str | None = None,
               alpha: float | None = None, level: int | None = None, beta: float | None = None,
               order: str | None = None, split: str | None = None, margin: int | None = None,
               clip: str | None = None, kappa: int | None = None, chunk_rule: str | None = None,
               max_upload: float | None = None, max_error: float | None = None,
               key: str | None = None, runs: int = 1, exact: bool = True,
               ledger: Ledger | None = None, progress: Progress = None) -> Results:
    """Estimate the global clustering coefficient: three times triangles over wedges.

    Parameters
    ----------
    graph : anything that `as_graph` takes
    epsilon : float
        Total privacy budget of a user, in nats.
    release : Release, optional
        Read it from a release; nothing is spent.
    codec, preset, runs, exact, ledger, progress, and options for experts
        As of `triangles`.

    Returns
    -------
    Results
        ``results["clustering"]``, which networkx calls transitivity, ``"triangles"`` and
        ``"wedges"``.
    """
    g = as_graph(graph)
    options: Options = dict(
        clustering=True, codec=codec, preset=preset, prefer=prefer, alpha=alpha, level=level,
        beta=beta, order=order, split=split, margin=margin, clip=clip, kappa=kappa,
        chunk_rule=chunk_rule, max_upload=max_upload, max_error=max_error, key=key)
    if release is not None:
        return _results(call("degrees", dict(release=release._file(), no_exact=not exact, **options),
                             given=g._input, progress=progress), g)
    return _results(_play("degrees", g, epsilon, options, runs=runs, exact=exact, ledger=ledger,
                          progress=progress, has_each=False), g)


def triangles_at_users(graph: Any, epsilon: float = 1.0, *, codec: str | None = None,
                       prefer: str | None = None, alpha: float | None = None,
                       level: int | None = None, beta: float | None = None,
                       order: str | None = None, key: str | None = None, exact: bool = True,
                       ledger: Ledger | None = None, progress: Progress = None) -> Result:
    """Estimate in how many triangles every user is.

    Parameters
    ----------
    graph : anything that `as_graph` takes
    epsilon : float
        Total privacy budget of a user, in nats.
    codec, exact, ledger, progress, and options for experts
        As of `triangles`.

    Returns
    -------
    Result
        The mean over users; ``result.users`` has every user's number as numpy arrays.
    """
    g = as_graph(graph)
    answer = _play("degrees", g, epsilon,
                   dict(triangles="-", codec=codec, prefer=prefer, alpha=alpha, level=level,
                        beta=beta, order=order, key=key), runs=1, exact=exact, ledger=ledger,
                   progress=progress, has_each=False)
    found: Result = _results(answer, g)["triangles_at_users"]
    return found


# ---------------------------------------------------------------------------------------- Homophily


def homophily(graph: Any, labels: Any, epsilon: float = 1.0, *, values: Sequence[Any] | None = None,
              missing: Any = None, method: str | None = None, mechanism: str | None = None,
              channel: Channel | Sequence[Channel] | None = None,
              prior: Sequence[float] | None = None, attribute_share: float | None = None,
              assume_degree: float | None = None, matrix: bool = False, codec: str | None = None,
              prefer: str | None = None, alpha: float | None = None, level: int | None = None,
              beta: float | None = None, runs: int = 1, exact: bool = True,
              ledger: Ledger | None = None, progress: Progress = None) -> Results:
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
    missing : optional
        The group of users who have none.
    channel : Channel, optional
        How groups are reported, in place of `mechanism`; one for each attribute.
    method, mechanism, prior, attribute_share, assume_degree, matrix
        As the program's options: ``edgeldp homophily --help-all``.
    codec, runs, exact, ledger, progress, and options for experts
        As of `triangles`.

    Returns
    -------
    Results
    """
    g = as_graph(graph)
    _require_truths("labels", _made_by(labels))
    names, rows = _label_table(g, labels)
    laws = [channel] if isinstance(channel, Channel) else channel or ()
    with contextlib.ExitStack() as files:
        path = files.enter_context(memory_file(_csv([["user", *names], *rows])))
        channels = [files.enter_context(memory_file(law.to_json())) for law in laws]
        answer = _play(
            "homophily", g, epsilon,
            dict(labels=path, id_column="user", columns=names, values=values, missing=missing,
                 method=method, mechanism=mechanism, channel=channels or None, prior=prior,
                 attribute_share=attribute_share, assume_degree=assume_degree, matrix=matrix,
                 codec=codec, prefer=prefer, alpha=alpha, level=level, beta=beta),
            runs=runs, exact=exact, ledger=ledger, progress=progress, has_each=False)
    return _results(answer, g)


def _label_table(g: Graph, labels: Any) -> tuple[list[str], list[list[Any]]]:
    """Names of attributes, and rows of users with their groups."""
    id_of = _ids_of(g)
    if hasattr(labels, "columns") and hasattr(labels, "itertuples"):
        users = g.indices_of(labels.index).tolist()
        for name in labels.columns:
            if _maker_column(name) in labels:
                _require_truths(f"labels, column {name}", _made_by_in(labels, name))
        return ([str(c) for c in labels.columns],
                [[id_of(u), *row] for u, row in zip(users, labels.itertuples(index=False))])
    if hasattr(labels, "index") and hasattr(labels, "items") and not isinstance(labels, Mapping):
        labels = dict(labels.items())  # a Series
    if isinstance(labels, Mapping):
        users = g.indices_of(list(labels)).tolist()
        return ["label"], [[id_of(u), label] for u, label in zip(users, labels.values())]
    groups = labels.tolist() if hasattr(labels, "tolist") else list(labels)
    if len(groups) != g.nodes:
        raise ValueError(f"labels: {len(groups)} for {g.nodes} users: one for each, in the order of "
                         "graph.labels, or a mapping by user")
    return ["label"], [[id_of(u), label] for u, label in enumerate(groups) if label is not None]


# --------------------------------------------------------------------------------------- Comparisons

_SWEPT: dict[str, Callable[..., Any]] = {"triangles": triangles, "cycles": cycles,
                                         "butterflies": butterflies, "degrees": degrees}
_NOT_SWEPT = {"graph", "release"}


def sweep(question: Callable[..., Any] | str, graph: Any, epsilon: Sequence[float], *,
          runs: int = 1, exact: bool = True, ledger: Ledger | None = None,
          progress: Progress = None, **options: Any) -> Sweep:
    """Answer a question at several budgets, to see what more privacy costs.

    Parameters
    ----------
    question : function or str
        `triangles`, `cycles`, `butterflies` or `degrees`, or its name.
    graph : as of that function
    epsilon : sequence of float
        Budgets of a user, in nats.
    runs, exact, ledger, progress
        As of `triangles`, at each budget.
    **options
        Further options of that function.

    Returns
    -------
    Sweep
        A result a budget; ``sweep.plot()`` draws errors against budgets.
    """
    name = question if isinstance(question, str) else question.__name__
    if name not in _SWEPT:
        raise ValueError(f"question = '{name}': must be {', '.join(_SWEPT)}")
    known = inspect.signature(_SWEPT[name]).parameters.keys() - _NOT_SWEPT
    for option in options:
        if option not in known:
            raise TypeError(f"sweep() of {name} has no option '{option}'")
    g: Graph | BipartiteGraph = as_bipartite(graph) if name == "butterflies" else as_graph(graph)
    if isinstance(g, BipartiteGraph):
        options["layer"] = g.users
    answer = _play(name, g, epsilon, options, runs=runs, exact=exact, ledger=ledger,
                   progress=progress, has_each=False, several=True)
    sweep = _results(answer, g, None if name == "degrees" else name, Sweep)
    assert isinstance(sweep, Sweep)
    return sweep


def compare(graph: Any, epsilon: Epsilon = 1.0, *, methods: Sequence[str] | None = None,
            runs: int = 10, max_download: float | None = None,
            progress: Progress = None) -> Comparison:
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
    progress : bool or callable, optional

    Returns
    -------
    Comparison
        A row a method and budget; ``comparison.plot()`` draws their errors.
    """
    g = as_graph(graph)
    answer = call("compare", dict(epsilon=_budgets(epsilon), methods=methods, runs=runs,
                                  max_download=max_download),
                  given=g._input, progress=progress, seed=next_seed())
    comparison = _results(answer, g, "triangles", Comparison)
    assert isinstance(comparison, Comparison)
    return comparison


def download_cost(graph: Any, epsilon: float = 1.0, *,
                  downloads: Sequence[float] = (500.0, 5e3, 5e4, 5e5),
                  methods: Sequence[str] | None = None, runs: int = 10,
                  progress: Progress = None) -> Comparison:
    """Measure what errors methods of counting triangles have by how much a user reads.

    Parameters
    ----------
    graph, epsilon, methods, runs, progress
        As of `compare`.
    downloads : sequence of float
        Most bytes that a user reads; each method is measured at its best setting below each, and
        at its usual one.

    Returns
    -------
    Comparison
        ``comparison.plot()`` draws errors against bytes.
    """
    g = as_graph(graph)
    seed = next_seed()
    records: list[dict[str, Any]] = []
    for most in (*map(float, downloads), None):
        answer = call("compare", dict(epsilon=float(epsilon), methods=methods, runs=runs,
                                      max_download=most), given=g._input, progress=progress,
                      seed=seed)
        known = [_setting(r) for r in records]
        records += [r for r in answer.records if _setting(r) not in known]
    comparison = Comparison._of(records, seed=seed, statistic="triangles")
    return comparison


def _setting(record: Mapping[str, Any]) -> tuple[Any, ...]:
    """What tells a row of a comparison from others that were played with the same coins."""
    return record["method"], record.get("value"), record["download_bytes"]


def tune(graph: Any = None, epsilon: Epsilon = 1.0, *, nodes: int | None = None,
         average_degree: float | None = None, tail: float | None = None,
         closure: float | None = None, max_upload: float | None = None,
         max_error: float | None = None, max_seconds: float | None = None,
         draws: int | None = None, seed: int | None = None, all: bool = False,
         progress: Progress = None) -> Results:
    """Predict which settings of a triangle count give the least error and bytes.

    Parameters
    ----------
    graph : anything that `as_graph` takes, optional
        A public graph, or a made-up one like yours: predictions from it are not private.
    epsilon : float or sequence of float
        Total privacy budgets of a user, in nats.
    nodes : int, optional
        Without a graph: how many users to make up.
    average_degree, tail, closure
        Of a made-up graph; ``edgeldp tune --help``.
    max_upload, max_error, max_seconds
        Limits that the best setting keeps.
    draws, seed : int, optional
        Of the released numbers that predictions average over.
    all : bool
        Also settings that others beat.

    Returns
    -------
    Results
        A row a setting.
    """
    g = None if graph is None else as_graph(graph)
    answer = call("tune", dict(epsilon=_budgets(epsilon), nodes=nodes, average_degree=average_degree,
                               tail=tail, closure=closure, max_upload=max_upload,
                               max_error=max_error, max_seconds=max_seconds, draws=draws, all=all),
                  given=None if g is None else g._input, progress=progress, seed=seed)
    return Results(Result._of(r, notes=answer.notes, statistic=_settings_text(r))
                   for r in answer.records)


def _settings_text(record: Mapping[str, Any]) -> str:
    """"ppr, alpha 2, level 5": which settings a prediction is of."""
    numbers = [f"{key} {record[key]:g}" for key in ("alpha", "level")
               if record.get(key) is not None]
    chosen = ["the best"] if record.get("chosen") else []
    return ", ".join([record["codec"], *numbers, *chosen])
