# SPDX-License-Identifier: MIT
"""Every function that the package exports shows an example, and all examples of docstrings run."""

from __future__ import annotations

import doctest
import inspect
import pathlib
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import edgeldp

NODES = 400
PARSER = doctest.DocTestParser()


def exported() -> Iterator[tuple[str, Any]]:
    """What the package exports, and the methods of its classes."""
    for name in edgeldp.__all__:
        value = getattr(edgeldp, name)
        yield name, value
        if inspect.isclass(value):
            yield from ((f"{name}.{part}", of) for part, of in vars(value).items() if inspect.isfunction(of))


SHOWN = {name: PARSER.get_examples(inspect.getdoc(value) or "") for name, value in exported()}
MODULE = PARSER.get_examples(edgeldp.__doc__ or "")


def test_every_function_shows_one() -> None:
    functions = {name for name in edgeldp.__all__ if inspect.isfunction(getattr(edgeldp, name))}
    assert len(functions) >= 20
    assert {name for name in functions if not SHOWN[name]} == set()


@pytest.fixture()
def names(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What examples take for granted: a graph, its files, and numbers of its users."""
    monkeypatch.chdir(tmp_path)
    graph = edgeldp.generate.affiliation(NODES, 4000, seed=1)
    lists = [graph.indices[graph.indptr[u]:graph.indptr[u + 1]].tolist() for u in range(NODES)]
    edges = "".join(f"{u} {v}\n" for u, known in enumerate(lists) for v in known if u < v)
    for file in ("wiki-Vote.txt.gz", "users-items.txt"):
        pathlib.Path(file).write_text(edges, encoding="utf-8")
    ages = np.arange(NODES, dtype=float) % 50
    party = np.where(np.arange(NODES) % 2 == 0, "left", "right")
    return {"edgeldp": edgeldp, "graph": graph, "lists": lists, "age_of_user": ages, "party": party, "random": random,
            "pathlib": pathlib, "asks": edgeldp.Collector(epsilon=4.0, users=graph)}


@pytest.mark.parametrize("name", ["", *(name for name, shown in SHOWN.items() if shown)])
def test_it_runs(name: str, names: dict[str, Any]) -> None:
    for example in SHOWN[name] if name else MODULE:
        wanted = example.want.strip()
        if wanted.startswith("Traceback"):
            with pytest.raises(ValueError):
                exec(example.source, names)
        elif wanted:
            assert repr(eval(example.source, names)) == wanted
        else:
            exec(example.source, names)
