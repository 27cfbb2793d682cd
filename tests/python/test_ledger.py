# SPDX-License-Identifier: MIT
"""One account for several calls."""

from __future__ import annotations

import threading

import pytest

import edgeldp


def test_calls_share_what_users_may_spend(graph: edgeldp.Graph) -> None:
    ledger = edgeldp.Ledger(2.0)
    edgeldp.triangles(graph, 0.75, ledger=ledger)
    edgeldp.degrees(graph, 0.25, runs=2, ledger=ledger)
    assert ledger.entries == [("triangles", 0.75), ("degrees", 0.5)]
    assert (ledger.epsilon, ledger.spent, ledger.remaining) == (2.0, 1.25, 0.75)
    with pytest.raises(ValueError, match="0.75"):
        edgeldp.cycles(graph, 4, 1.0, ledger=ledger)
    assert ledger.remaining == 0.75
    edgeldp.stars(graph, 2, 0.75, ledger=ledger)
    assert ledger.remaining == 0.0


def test_a_refused_call_draws_no_coin(graph: edgeldp.Graph) -> None:
    def first_after(refusals: int) -> float:
        ledger = edgeldp.Ledger(0.5)
        with edgeldp.simulate(1):
            for _ in range(refusals):
                with pytest.raises(ValueError):
                    edgeldp.stars(graph, 2, 1.0, ledger=ledger)
            return float(edgeldp.stars(graph, 2, 0.5, ledger=ledger))

    assert first_after(0) == first_after(3)


def test_an_edge_loses_by_both_of_its_ends() -> None:
    ledger = edgeldp.Ledger(4.0)
    ledger.spend("rows", 1.0, edge_ends=1)
    ledger.spend("degrees", 0.5, edge_ends=2)
    ledger.spend("answers", 0.25, edge_ends=0)
    assert ledger.spent == 1.75
    assert ledger.relationship_dp == 2.0
    with pytest.raises(ValueError, match="edge_ends"):
        ledger.spend("odd", 0.1, edge_ends=3)


@pytest.mark.parametrize("epsilon", [0.0, -1.0, float("nan"), 65.0])
def test_impossible_budgets_are_refused(epsilon: float) -> None:
    with pytest.raises(ValueError, match="epsilon"):
        edgeldp.Ledger(epsilon)
    ledger = edgeldp.Ledger(1.0)
    with pytest.raises(ValueError):
        ledger.spend("odd", epsilon)
    assert ledger.remaining == 1.0


def test_a_survey_spends_the_sum_of_its_losses() -> None:
    channels = {"age": edgeldp.channel("k-ary", 0.5, size=4),
                "vote": edgeldp.channel("warner", 0.25, categories=["yes", "no"])}
    answers = {"age": [1, 2, 3, 4], "vote": ["yes", "no", "no", "yes"]}
    ledger = edgeldp.Ledger(1.0)
    edgeldp.survey(answers, channels, ledger=ledger)
    assert ledger.spent == pytest.approx(0.75, abs=1e-6)
    assert ledger.relationship_dp == 0.0
    with pytest.raises(ValueError):
        edgeldp.survey(answers, channels, ledger=ledger)


def test_a_release_pays_for_its_count_once(graph: edgeldp.Graph, tmp_path) -> None:  # type: ignore[no-untyped-def]
    ledger = edgeldp.Ledger(1.0)
    release = edgeldp.release(graph, 1.0, ledger=ledger)
    release.save(tmp_path / "g.eldp")
    edgeldp.triangles(graph, release=edgeldp.Release.load(tmp_path / "g.eldp"), ledger=ledger)
    assert ledger.entries == [("release", 1.0)]
    with pytest.raises(ValueError):  # the budget for counting is spent, in memory as in the file
        edgeldp.triangles(graph, release=release)


def test_threads_do_not_overspend() -> None:
    ledger = edgeldp.Ledger(1.0)
    refused: list[str] = []

    def spend() -> None:
        for _ in range(100):
            try:
                ledger.spend("share", 0.015625)
            except ValueError as error:
                refused.append(str(error))

    threads = [threading.Thread(target=spend) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(ledger.entries) == 64 and ledger.remaining == 0.0
    assert len(refused) == 400 - 64
