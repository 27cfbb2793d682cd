# SPDX-License-Identifier: MIT
"""Users one by one, and the collector that asks them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import edgeldp

Lists = list[Any]


@pytest.fixture(scope="module")
def lists() -> Lists:
    g = edgeldp.generate.affiliation(120, 900, 2)
    return [g.indices[g.indptr[u]:g.indptr[u + 1]] for u in range(g.nodes)]


def clients_of(lists: Lists, kind: type[edgeldp.Client] = edgeldp.Client) -> list[edgeldp.Client]:
    return [kind(user, len(lists), neighbors) for user, neighbors in enumerate(lists)]


def test_clients_say_what_simulated_users_say(lists: Lists) -> None:
    graph = edgeldp.generate.affiliation(120, 900, 2)
    with edgeldp.simulate(7):
        collected = edgeldp.Collector(1.0).triangles(clients_of(lists))
    with edgeldp.simulate(7):
        together = edgeldp.triangles(graph)
    for key in ("estimate", "standard_error", "relationship_dp", "told"):
        assert collected[key] == together[key], key
    assert collected["interval"] == pytest.approx(together["interval"], rel=1e-12)
    assert collected["upload_bytes"] == together["upload_bytes"]
    assert collected.simulated and collected.private
    with edgeldp.simulate(7):
        edges = edgeldp.Collector(1.0).edges(clients_of(lists))
    with edgeldp.simulate(7):
        assert float(edges) == float(edgeldp.degrees(graph)["edges"])


def test_coins_are_the_systems_without_a_simulation(lists: Lists) -> None:
    clients = clients_of(lists)
    first, second = (edgeldp.Collector(2.0).edges(clients) for _ in range(2))
    assert float(first) != float(second) and not first.simulated


class Listening(edgeldp.Client):
    """Keeps what it was asked; user 3 never answers."""

    heard: list[tuple[str, str, int, bytes]] = []
    kept: list[Any] = []

    def answer(self, call: Any) -> Any:
        self.heard.append((call.asks, call.round, call.number, call.said))
        self.kept.append(call)
        return None if self.user == 3 else super().answer(call)


def test_clients_see_questions_and_may_be_absent(lists: Lists) -> None:
    Listening.heard.clear()
    with edgeldp.simulate(1):
        result = edgeldp.Collector(1.0).triangles(clients_of(lists, Listening))
    rounds = {r["round"]: (r["asked"], r["answered"]) for r in result["rounds"]}
    assert rounds["degree"] == (len(lists), len(lists) - 1)
    assert {heard[1] for heard in Listening.heard} == {"degree", "size", "edges", "count"}
    assert all(isinstance(heard[3], bytes) for heard in Listening.heard)
    with pytest.raises(ValueError, match="round is over"):
        Listening.kept[0].said


class Garbled(edgeldp.Client):
    def answer(self, call: Any) -> bytes:
        return b"\xff" * 40 if self.user == 5 else super().answer(call)


def test_bytes_that_no_user_sends_are_refused_or_count_as_absence(lists: Lists) -> None:
    with edgeldp.simulate(1):
        try:
            result = edgeldp.Collector(1.0).edges(clients_of(lists, Garbled))
        except ValueError as refused:
            assert str(refused)
        else:
            assert result["rounds"][0]["answered"] == len(lists) - 1


class Failing(edgeldp.Client):
    def answer(self, call: Any) -> bytes:
        if self.user == 7:
            raise LookupError("this user has left")
        return super().answer(call)


def test_an_error_of_a_client_is_raised(lists: Lists) -> None:
    with edgeldp.simulate(1), pytest.raises(LookupError, match="has left"):
        edgeldp.Collector(1.0).edges(clients_of(lists, Failing))
    with edgeldp.simulate(1):
        assert edgeldp.Collector(1.0).edges(clients_of(lists)).simulated


@pytest.mark.parametrize(("user", "users", "neighbors"), [
    (3, 3, []), (0, 3, [3]), (0, 3, [0]), (0, 3, [1, 1]), (0, 3, [-1]), (0, 3, [0.5])])
def test_impossible_users_are_refused(user: int, users: int, neighbors: list[Any]) -> None:
    with pytest.raises(ValueError):
        edgeldp.Client(user, users, neighbors)


def test_clients_stand_in_order(lists: Lists) -> None:
    with pytest.raises(ValueError, match=r"clients\[0\] is user 1"):
        edgeldp.Collector(1.0).edges(clients_of(lists)[1:])
    with pytest.raises(ValueError, match="nobody"):
        edgeldp.Collector(1.0).edges([])
    with pytest.raises(TypeError, match="no edgeldp.Client"):
        edgeldp.Collector(1.0).edges([object()])  # type: ignore[list-item]


def test_a_collector_pays_from_a_ledger(lists: Lists) -> None:
    ledger = edgeldp.Ledger(1.5)
    collector = edgeldp.Collector(1.0, ledger=ledger)
    collector.edges(clients_of(lists))
    assert ledger.entries == [("edges", 1.0)]
    asked: list[int] = []

    class Counting(edgeldp.Client):
        def answer(self, call: Any) -> bytes:
            asked.append(self.user)
            return super().answer(call)

    with pytest.raises(ValueError, match="0.5"):
        collector.triangles(clients_of(lists, Counting))
    assert not asked


def test_order_of_neighbors_does_not_matter(lists: Lists) -> None:
    with edgeldp.simulate(2):
        forward = float(edgeldp.Collector(1.0).triangles(clients_of(lists)))
    with edgeldp.simulate(2):
        backward = [np.asarray(list)[::-1] for list in lists]
        assert float(edgeldp.Collector(1.0).triangles(clients_of(backward))) == forward
