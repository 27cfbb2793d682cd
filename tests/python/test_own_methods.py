# SPDX-License-Identifier: MIT
"""Methods of one's own in a comparison."""

from __future__ import annotations

from typing import Any

import pytest

import edgeldp


def test_own_methods_stand_beside_ours() -> None:
    graph = edgeldp.generate.affiliation(200, 1000, seed=1)
    seen: list[tuple[float, int]] = []

    def guess(given: edgeldp.Graph, epsilon: float, seed: int) -> tuple[float, float]:
        assert given.nodes == 200
        seen.append((epsilon, seed))
        return 100.0 + seed % 7, 64.0

    own = {"a guess, of mine": guess, "bare": lambda given, epsilon, seed: 90.0}
    with edgeldp.simulate(3):
        rows = edgeldp.compare(graph, [1.0, 2.0], methods=["centred-ppr"], runs=3, own=own)
    assert len(rows) == 6 and len({seed for _, seed in seen}) == 3
    assert [epsilon for epsilon, _ in seen] == [1.0] * 3 + [2.0] * 3
    mine = next(r for r in rows if r["method"] == "a guess, of mine")
    assert mine.private is None and mine["checked"] is False and mine.simulated
    assert mine.runs == 3 and mine.traffic["download_bytes"] == 64.0 and mine["source"] == "a function"
    assert 100.0 <= mine.value <= 106.0
    assert "as claimed" in str(rows) and "from outside" in rows._repr_html_()
    assert rows.best()["method"] == "centred-ppr"
    with edgeldp.simulate(3):
        edgeldp.compare(graph, [1.0, 2.0], methods=["centred-ppr"], runs=3, own=own)
    assert seen[:6] == seen[6:]


@pytest.mark.parametrize("answer", ["forty", None, float("nan"), (1.0, 2.0, 3.0)])
def test_an_own_method_must_return_numbers(answer: Any) -> None:
    graph = edgeldp.generate.affiliation(200, 1000, seed=1)
    with pytest.raises(ValueError, match="own method 'mine' returned"):
        edgeldp.compare(graph, own={"mine": lambda given, epsilon, seed: answer})


def test_what_an_own_method_raises_comes_through() -> None:
    def fails(given: edgeldp.Graph, epsilon: float, seed: int) -> float:
        raise KeyError("mine")

    graph = edgeldp.generate.affiliation(200, 1000, seed=1)
    with pytest.raises(KeyError, match="mine"):
        edgeldp.compare(graph, own={"mine": fails})
    with pytest.raises(ValueError, match="a method of this program"):
        edgeldp.compare(graph, own={"arr-one": lambda given, epsilon, seed: 1.0})
