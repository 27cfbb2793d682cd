# SPDX-License-Identifier: MIT
"""Users as objects, and the collector that asks them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import edgeldp
from edgeldp import Client, Collector, _edgeldp

SEED = 7
USERS = 60


@pytest.fixture(scope="module")
def friends() -> edgeldp.Graph:
    return edgeldp.generate.affiliation(USERS, 300, 1)


def lists_of(g: edgeldp.Graph) -> list[Any]:
    return [g.indices[g.indptr[u]:g.indptr[u + 1]] for u in range(g.nodes)]


def clients_of(g: edgeldp.Graph, kind: type[Client] = Client) -> list[Client]:
    return [kind(u, g.nodes, friends) for u, friends in enumerate(lists_of(g))]


def asked(g: edgeldp.Graph, kind: type[Client] = Client, epsilon: float = 1.0) -> edgeldp.Result:
    with edgeldp.simulate(SEED):
        return Collector(epsilon).triangles(clients_of(g, kind))


def answered(result: edgeldp.Result) -> dict[str, int]:
    """By round; of several counts the sum."""
    users: dict[str, int] = {}
    for row in result["rounds"]:
        users[row["round"]] = users.get(row["round"], 0) + row["answered"]
    return users


# --------------------------------------------------------------------------- The same as on a graph


@pytest.mark.parametrize("epsilon", [0.5, 1.0, 3.0])
def test_a_collector_finds_what_is_found_on_a_graph(epsilon: float, graph: edgeldp.Graph,
                                                    friends: edgeldp.Graph) -> None:
    for g in (friends, graph):
        ours = asked(g, epsilon=epsilon)
        with edgeldp.simulate(SEED):
            wanted = edgeldp.triangles(g, epsilon)
        for field in ("estimate", "standard_error", "bias_bound", "confidence", "judgement",
                      "epsilon", "edge_ldp", "relationship_dp", "spent", "nodes", "runs", "told",
                      "upload_bytes", "private", "simulated"):
            assert ours[field] == wanted[field], field
        # That one is a mean over runs, whose rounding may show.
        for field in ("half_width", "inflation"):
            assert ours[field] == pytest.approx(wanted[field], rel=1e-14), field
        # Its ends are differences of numbers that may be larger.
        rounding = 1e-14 * max(abs(wanted["estimate"]), wanted["half_width"])
        assert ours["interval"] == pytest.approx(wanted["interval"], rel=0, abs=rounding)
        assert ours.interval(0.9) == pytest.approx(wanted.interval(0.9), rel=0, abs=rounding)
        assert "exact" not in ours  # nobody knows
        assert ours.seed == SEED and ours.statistic == "triangles"


def test_edges_are_those_of_degrees(graph: edgeldp.Graph) -> None:
    with edgeldp.simulate(SEED):
        ours = Collector(0.5).edges(clients_of(graph))
    with edgeldp.simulate(SEED):
        wanted = edgeldp.degrees(graph, 0.5)["edges"]
    for field in ("estimate", "standard_error", "interval", "spent", "upload_bytes"):
        assert ours[field] == wanted[field], field
    assert ours["rounds"] == [{"round": "degree", "asked": graph.nodes, "answered": graph.nodes}]


def test_coins_are_each_ones_own(friends: edgeldp.Graph) -> None:
    first, second = (Collector().triangles(clients_of(friends)) for _ in range(2))
    assert first.value != second.value
    assert not first.simulated and first.seed is None
    # One whose coins can be replayed is enough to say so.
    with edgeldp.simulate(SEED):
        known = Client(0, USERS, lists_of(friends)[0])
    result = Collector().triangles([known, *clients_of(friends)[1:]])
    assert result.simulated


def test_lists_in_any_form(friends: edgeldp.Graph) -> None:
    wanted = asked(friends)
    forms: list[Callable[[Any], Any]] = [list, tuple, lambda a: np.array(a[::-1], np.int64),
                                         lambda a: np.array(a, np.uint8)]
    for form in forms:
        with edgeldp.simulate(SEED):
            clients = (Client(u, USERS, form(a)) for u, a in enumerate(lists_of(friends)))
            assert Collector().triangles(clients) == wanted  # type: ignore[arg-type]


# ----------------------------------------------------------------------------- Who answers, and how


class Listener(Client):
    """Keeps what it was asked."""

    heard: list[tuple[int, str, str, bytes, int]] = []

    def answer(self, call: _edgeldp.Call) -> bytes:
        self.heard.append((self.user, call.asks, call.round, call.said, call.number))
        return super().answer(call)


def test_questions_reach_clients(friends: edgeldp.Graph) -> None:
    Listener.heard.clear()
    assert asked(friends, Listener) == asked(friends)
    heard = Listener.heard
    rounds = list(dict.fromkeys((asks, name) for _, asks, name, _, _ in heard))
    assert rounds == [("degree", "degree"), ("size", "size"), ("row", "edges"),
                      ("centred pairs", "count")]
    for asks, name in rounds[:3]:  # of which everybody is asked, in order
        of_round = [row for row in heard if row[1:3] == (asks, name)]
        assert [row[0] for row in of_round] == [row[4] for row in of_round] == [*range(USERS)]
        said = {row[3] for row in of_round}
        assert len(said) == 1 and all(isinstance(text, bytes) and text for text in said)
    assert sum(row[2] == "count" for row in heard) == answered(asked(friends))["count"]


class Absent(Client):
    """One of seven does not answer, by its number, which is public."""

    def answer(self, call: _edgeldp.Call) -> bytes:
        return None if self.user % 7 == 3 else super().answer(call)  # type: ignore[return-value]


def test_who_does_not_answer_is_absent(friends: edgeldp.Graph) -> None:
    present = sum(u % 7 != 3 for u in range(USERS))
    result = asked(friends, Absent)
    rounds = answered(result)
    assert [rounds[name] for name in ("degree", "size", "edges")] == [present] * 3
    assert result["rounds"][0]["asked"] == USERS
    assert result.value != asked(friends).value
    # As if they knew nobody and nobody knew them: their noise is missing, too.
    with edgeldp.simulate(SEED):
        fewer = Collector(4.0).edges(clients_of(friends, Absent))
    with edgeldp.simulate(SEED):
        all_edges = Collector(4.0).edges(clients_of(friends))
    assert fewer.value < all_edges.value


class LateAbsent(Client):
    """Some leave after two rounds."""

    def answer(self, call: _edgeldp.Call) -> bytes:
        is_gone = call.round not in ("degree", "size") and self.user % 2
        return None if is_gone else super().answer(call)  # type: ignore[return-value]


def test_who_leaves_early_has_spent_less(friends: edgeldp.Graph) -> None:
    result = asked(friends, LateAbsent)
    assert answered(result)["size"] == USERS
    assert answered(result)["edges"] == USERS / 2
    assert sum(row["asked"] for row in result["rounds"] if row["round"] == "count") <= USERS / 2
    assert result.spent["epsilon"] <= 1


class Nobody(Client):
    def answer(self, call: _edgeldp.Call) -> bytes:
        return None  # type: ignore[return-value]


def test_nobody_answers(friends: edgeldp.Graph) -> None:
    with pytest.raises(ValueError, match="all users were lost"):
        asked(friends, Nobody)
    with pytest.raises(ValueError, match="all users were lost"):
        Collector(4.0).edges(clients_of(friends, Nobody))


class Keeper(Client):
    kept: list[_edgeldp.Call] = []

    def answer(self, call: _edgeldp.Call) -> bytes:
        self.kept.append(call)
        return super().answer(call)


def test_a_question_is_answered_when_it_comes(friends: edgeldp.Graph) -> None:
    Keeper.kept.clear()
    asked(friends, Keeper)
    stale = Keeper.kept[0]
    for field in ("asks", "round", "said"):
        with pytest.raises(ValueError, match="the round is over"):
            getattr(stale, field)
    for client in (Client(0, USERS, []), Client(1, USERS, [2, 3])):
        with pytest.raises(ValueError, match="the round is over"):
            client.answer(stale)


@pytest.mark.parametrize("message", [b"no number at all", b"", b"\xff" * 100])
@pytest.mark.parametrize("name", ["degree", "size"])
def test_bytes_that_no_user_sends_are_as_if_nothing_had_come(name: str, message: bytes,
                                                             friends: edgeldp.Graph) -> None:
    class Liar(Client):
        def answer(self, call: _edgeldp.Call) -> bytes:
            return message if self.user == 3 and call.round == name else super().answer(call)

    class Absent(Client):
        def answer(self, call: _edgeldp.Call) -> bytes | None:  # type: ignore[override]
            return None if self.user == 3 and call.round == name else super().answer(call)

    lied = asked(friends, Liar)
    assert answered(lied)[name] == USERS - 1
    assert lied == asked(friends, Absent)


def test_rows_that_no_user_sends_are_as_if_nothing_had_come(graph: edgeldp.Graph) -> None:
    class Liar(Client):
        def answer(self, call: _edgeldp.Call) -> bytes:
            lies = call.round == "edges" and self.user % 2 == 1
            return b"\xff" * 400 if lies else super().answer(call)

    assert answered(asked(graph, Liar))["edges"] == (graph.nodes + 1) // 2


@pytest.mark.parametrize("answer", ["text", 7, [1]])
def test_answers_that_are_no_bytes_are_refused(answer: object, friends: edgeldp.Graph) -> None:
    class Odd(Client):
        def answer(self, call: _edgeldp.Call) -> Any:
            return answer

    with pytest.raises(TypeError, match="answers with bytes"):
        asked(friends, Odd)
    assert asked(friends) == asked(friends, Listener)


class Mine(Exception):
    pass


@pytest.mark.parametrize("name", ["degree", "size", "edges", "count"])
def test_an_error_of_a_client_is_its_own(name: str, friends: edgeldp.Graph) -> None:
    answers: list[int] = []

    class Failing(Client):
        def answer(self, call: _edgeldp.Call) -> bytes:
            if call.round == name:
                answers.append(self.user)
                raise Mine(f"user {self.user}")
            return super().answer(call)

    with pytest.raises(Mine, match="^user [0-9]+$") as raised:
        asked(friends, Failing)
    assert "answer" in [entry.name for entry in raised.traceback]  # where it happened
    assert len(answers) == 1  # nobody is asked after that
    assert asked(friends) == asked(friends, Listener)


def test_clients_may_use_the_package_themselves(friends: edgeldp.Graph) -> None:
    class Curious(Client):
        def answer(self, call: _edgeldp.Call) -> bytes:
            if self.user == 0:
                assert edgeldp.exact.triangles(([0, 0, 1], [1, 2, 2])) == 1
            return super().answer(call)

    assert asked(friends, Curious) == asked(friends)


def test_surveys_at_once(friends: edgeldp.Graph) -> None:
    wanted = asked(friends)
    found: list[edgeldp.Result] = []
    threads = [threading.Thread(target=lambda: found.append(asked(friends, Listener)))
               for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [wanted] * 4


# ----------------------------------------------------------------------------------- Who is refused


def test_clients_stand_in_their_order(friends: edgeldp.Graph) -> None:
    clients = clients_of(friends)
    ledger = edgeldp.Ledger(1.0)
    lists: list[tuple[list[Client], str]] = [
        (clients[::-1], r"clients\[0\] is user 59 of 60: must be user 0 of 60"),
        (clients[:-1], r"clients\[0\] is user 0 of 60: must be user 0 of 59"),
        ([clients[0], clients[0], *clients[2:]], r"clients\[1\] is user 0"), ([], "nobody to ask")]
    for wrong, complaint in lists:
        with pytest.raises(ValueError, match=complaint):
            Collector(0.1).triangles(wrong)
    strangers: list[Any] = [[1, 2], [None] * USERS, "clients"]
    for strange in strangers:
        with pytest.raises(TypeError, match="no edgeldp.Client"):
            Collector(0.1, ledger=ledger).triangles(strange)
    assert ledger.spent == 0


class Uninitialized(Client):
    def __init__(self, *_: object) -> None:
        pass


def test_a_client_needs_its_list(friends: edgeldp.Graph) -> None:
    with pytest.raises(TypeError, match="__init__"):
        asked(friends, Uninitialized)


@pytest.mark.parametrize(("user", "users", "neighbors", "complaint"), [
    (60, 60, [], "user = 60 of 60"), (-1, 60, [], "user = -1 of 60"), (0, 0, [], "user = 0 of 0"),
    (0, 60, [60], "0 to 59"), (0, 60, [-1], "0 to 59"), (0, 60, [1.5], "numbers of users"),
    (0, 60, ["a"], "numbers of users"), (5, 60, [5], "not the user itself"),
    (0, 60, [1, 2, 1], "each once"),
])
def test_lists_that_are_none(user: int, users: int, neighbors: Any, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Client(user, users, neighbors)


@pytest.mark.parametrize("epsilon", [0, -1, 65])
def test_budgets_that_are_none(epsilon: float, friends: edgeldp.Graph) -> None:
    with pytest.raises(ValueError, match="epsilon"):
        Collector(epsilon).edges(clients_of(friends))
