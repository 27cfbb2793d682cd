# SPDX-License-Identifier: MIT
"""Expert settings are checked when they are made, within the program's own limits."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import edgeldp
from edgeldp import GroupSettings, MadeUp, PairSettings, Rows, _edgeldp
from edgeldp._settings import options_of

SETTINGS = [Rows, PairSettings, GroupSettings, MadeUp]


@pytest.fixture(scope="module")
def small() -> edgeldp.Graph:
    return edgeldp.generate.erdos_renyi(34, 78)


# ------------------------------------------------------------------------------------------- Checks

REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: Rows(codec="none"), "Rows: codec = 'none': must be one of \"auto\""),
    (lambda: Rows(alpha=1.2), "Rows: alpha = 1.2: must be a number from 1.3 to 16"),
    (lambda: Rows(alpha=float("nan")), "Rows: alpha = nan"),
    (lambda: Rows(alpha="2"), "Rows: alpha = '2'"),  # type: ignore[arg-type]
    (lambda: Rows(level=0), "Rows: level = 0: must be a whole number from 1 to 9"),
    (lambda: Rows(level=2.0), "Rows: level = 2.0"),  # type: ignore[arg-type]
    (lambda: Rows(level=True), "Rows: level = True"),
    (lambda: Rows(beta=0), "Rows: beta = 0: must be a number above 0"),
    (lambda: Rows(order="hubs"), "Rows: order = 'hubs'"),
    (lambda: Rows(split=(0.5, 0.5)), r"Rows: split = \(0.5, 0.5\): must be three or four"),
    (lambda: Rows(split=("a", "b", "c")), "Rows: split"),  # type: ignore[arg-type]
    (lambda: Rows(margin=2**49), "Rows: margin"),
    (lambda: Rows(kappa=101), "Rows: kappa = 101: must be a whole number from 1 to 100 percent"),
    (lambda: Rows(max_upload=0), "Rows: max_upload = 0: must be a number above 0"),
    (lambda: Rows(key="xyz"), "Rows: key = 'xyz': must be a text of 1 to 16 hexadecimal digits"),
    (lambda: Rows(size_share=1.0), "Rows: size_share = 1.0: .*above 0 and below 1"),
    (lambda: Rows(true_sizes=1), "Rows: true_sizes = 1"),  # type: ignore[arg-type]
    (lambda: PairSettings(method="both"), "PairSettings: method = 'both'"),
    (lambda: PairSettings(degree_share=0), "PairSettings: degree_share = 0"),
    (lambda: GroupSettings(method="both"), "GroupSettings: method = 'both'"),
    (lambda: GroupSettings(prior=[0.5, None]), "GroupSettings: prior"),  # type: ignore[list-item]
    (lambda: GroupSettings(attribute_share=-1), "GroupSettings: attribute_share = -1"),
    (lambda: MadeUp(nodes=1), "MadeUp: nodes = 1"),
    (lambda: MadeUp(nodes=9, tail=2), "MadeUp: tail = 2"),
]


@pytest.mark.parametrize(("make", "complaint"), REFUSED)
def test_errors_name_the_field(make: Callable[[], Any], complaint: str) -> None:
    with pytest.raises(ValueError, match="^" + complaint):
        make()


@pytest.mark.parametrize("kind", SETTINGS)
def test_every_field_is_checked_and_described(kind: Any) -> None:
    described = set(re.findall(r"^    (\w+) : ", inspect.getdoc(kind) or "", re.MULTILINE)
                    or re.findall(r"^(\w+) : ", inspect.getdoc(kind) or "", re.MULTILINE))
    assert described == {field.name for field in dataclasses.fields(kind)}
    needed = {"nodes": 2} if kind is MadeUp else {}
    for field in dataclasses.fields(kind):
        if (kind, field.name) in ((GroupSettings, "missing"), (GroupSettings, "channel")):
            continue  # any label, and what knows itself
        with pytest.raises(ValueError, match=f"^{kind.__name__}: {field.name} = "):
            kind(**{**needed, field.name: object()})


def program_takes(graph: edgeldp.Graph, **settings: Any) -> bool:
    """Whether the program releases rows so."""
    try:
        _edgeldp.run("release", {"output": "-", **settings}, given=graph._input)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize(("field", "least", "below", "most", "above", "beside"), [
    ("alpha", 1.3, 1.29, 16.0, 16.1, {"codec": "ppr"}), ("level", 1, 0, 9, 10, {"codec": "ppr"}),
    ("beta", 1e-3, 0.0, 1000.0, 1000.1, {"codec": "ppr"}), ("kappa", 1, 0, 100, 101, {}),
    ("margin", -2**48, -2**48 - 1, 2**48, 2**48 + 1, {}),
    ("max_upload", 1e-3, 0.0, 1e9, -1.0, {}), ("max_error", 1e-3, 0.0, 1e9, -1.0, {}),
    ("key", "0", "g", "f" * 16, "f" * 17, {}),
])
def test_limits_are_those_of_the_program(field: str, least: Any, below: Any, most: Any, above: Any,
                                         beside: dict[str, Any], small: edgeldp.Graph) -> None:
    option = field.replace("_", "-")
    for good in (least, most):
        assert getattr(Rows(**{field: good}), field) == good
        # Nothing may be good enough for a limit, which is not the limit's fault.
        assert field.startswith("max") or program_takes(small, **{option: good}, **beside)
    for bad in (below, above):
        assert not program_takes(small, **{option: bad}, **beside)
        with pytest.raises(ValueError, match=f"^Rows: {field} = "):
            Rows(**{field: bad})


# Fields that another verb than the first has.
OF_VERB = {"rule": "cycles"}
WORDS = [("release", Rows), ("common-neighbors", PairSettings), ("homophily", GroupSettings)]


@pytest.mark.parametrize(("verb", "kind"), WORDS)
def test_words_are_those_of_the_program(verb: str, kind: Any, small: edgeldp.Graph) -> None:
    compared = 0
    for field in dataclasses.fields(kind):
        if not field.metadata["words"]:
            continue
        with pytest.raises(ValueError, match="there are: ") as refused:
            _edgeldp.run(OF_VERB.get(field.name, verb), {field.name: "qqqqqqqqqq"}, given=small._input)
        there_are = str(refused.value).split("there are: ")[1]
        assert set(there_are.split(", ")) == set(field.metadata["words"]), field.name
        compared += 1
    assert compared


def test_settings_are_values() -> None:
    rows = Rows(codec="ppr", alpha=np.float32(1.5), level=np.int64(3),  # type: ignore[arg-type]
                split=[0.1, 0.72, 0.18])
    assert options_of(rows) == {"codec": "ppr", "alpha": 1.5, "level": 3, "split": "0.1,0.72,0.18"}
    assert repr(rows) == 'Rows(codec="ppr", alpha=1.5, level=3, split="0.1,0.72,0.18")'
    assert eval(repr(rows), {"Rows": Rows}) == rows
    assert rows == copy.deepcopy(rows) == pickle.loads(pickle.dumps(rows)) != Rows(codec="ppr")
    assert hash(rows) == hash(copy.copy(rows))
    with pytest.raises(dataclasses.FrozenInstanceError):
        rows.codec = "bitmap"  # type: ignore[misc]
    assert options_of(Rows()) == options_of(None) == {}


OF_ROWS = ("codec", "prefer", "alpha", "level", "beta")
OF_RELEASES = (*OF_ROWS, "order", "split", "margin", "clip", "kappa", "chunk_rule", "preset",
               "max_upload", "max_error", "key")
NOT_OF_CYCLES = ("margin", "clip", "kappa", "preset")
NOT_OF_LONG_CYCLES = (*NOT_OF_CYCLES, "max_error")
GOOD: dict[str, Any] = dict(
    codec="ppr", prefer="error", alpha=3.0, level=3, beta=2.0, order="id", split="0.1,0.72,0.18",
    margin=3, clip="neighbors", kappa=30, chunk_rule="released", preset="uniform", max_upload=1e6,
    max_error=1e6, key="5", size_share=0.1, true_sizes=True, rule="peak")

Call = Callable[[edgeldp.Graph, Rows], Any]
TAKEN: dict[str, tuple[Call, tuple[str, ...]]] = {
    "triangles": (lambda g, r: edgeldp.triangles(g, rows=r), OF_RELEASES),
    "clustering": (lambda g, r: edgeldp.clustering(g, rows=r), OF_RELEASES),
    "release": (lambda g, r: edgeldp.release(g, rows=r), OF_RELEASES),
    "cycles of 3": (lambda g, r: edgeldp.cycles(g, 3, rows=r),
                    (*(name for name in OF_RELEASES if name not in NOT_OF_CYCLES), "rule")),
    "cycles of 4": (lambda g, r: edgeldp.cycles(g, 4, rows=r),
                    (*(name for name in OF_RELEASES if name not in NOT_OF_LONG_CYCLES), "rule")),
    "butterflies": (lambda g, r: edgeldp.butterflies(([0, 1, 1], [0, 0, 1]), rows=r), OF_ROWS),
    "common_neighbors": (lambda g, r: edgeldp.common_neighbors(g, [(0, 1)], rows=r), OF_ROWS),
    "homophily": (lambda g, r: edgeldp.homophily(g, [u % 2 for u in range(34)], values=[0, 1],
                                                 rows=r), OF_ROWS),
    "triangles_at_users": (lambda g, r: edgeldp.triangles_at_users(g, rows=r),
                           (*OF_ROWS, "order", "key")),
    "vectors": (lambda g, r: edgeldp.vectors((["a"], ["x"], [1]), values=[1, 2], rows=r),
                ("codec", "alpha", "level", "beta", "size_share", "true_sizes")),
}


@pytest.mark.parametrize("name", TAKEN)
def test_a_call_refuses_what_it_has_no_use_for(name: str, small: edgeldp.Graph) -> None:
    call, wanted = TAKEN[name]
    taken = []
    for field, value in GOOD.items():
        try:
            call(small, Rows(**{field: value}))
        except ValueError as refused:
            assert field in str(refused)
        else:
            taken.append(field)
    assert sorted(taken) == sorted(wanted)


# ------------------------------------------------------------------------- Keywords of earlier versions

MOVED: list[tuple[Callable[[edgeldp.Graph], Any], str]] = [
    (lambda g: edgeldp.triangles(g, codec="ppr"),  # type: ignore[call-arg]
     'triangles() takes settings as values now: rows=edgeldp.Rows(codec="ppr")'),
    (lambda g: edgeldp.cycles(g, 4, alpha=3, order="id"),  # type: ignore[call-arg]
     'rows=edgeldp.Rows(alpha=3, order="id")'),
    (lambda g: edgeldp.release(g, key="5"), 'rows=edgeldp.Rows(key="5")'),  # type: ignore[call-arg]
    (lambda g: edgeldp.vectors([], size_share=0.1),  # type: ignore[call-arg]
     "rows=edgeldp.Rows(size_share=0.1)"),
    (lambda g: edgeldp.sweep("triangles", g, [1], kappa=3), "rows=edgeldp.Rows(kappa=3)"),
    (lambda g: edgeldp.common_neighbors(g, [], method="naive"),  # type: ignore[call-arg]
     'how=edgeldp.PairSettings(method="naive")'),
    (lambda g: edgeldp.homophily(g, [], matrix=True),  # type: ignore[call-arg]
     "how=edgeldp.GroupSettings(matrix=True)"),
    (lambda g: edgeldp.tune(nodes=9), "graph=edgeldp.MadeUp(nodes=9)"),  # type: ignore[call-arg]
    (lambda g: edgeldp.common_neighbors(g, sample=3), "pairs=3"),  # type: ignore[call-arg]
    (lambda g: edgeldp.degrees(g, progress=True),  # type: ignore[call-arg]
     "with edgeldp.progress()"),
]


@pytest.mark.parametrize(("call", "place"), MOVED, ids=[place for _, place in MOVED])
def test_keywords_that_moved_say_where(call: Callable[[edgeldp.Graph], Any], place: str,
                                       small: edgeldp.Graph) -> None:
    with pytest.raises(TypeError, match=re.escape(place)):
        call(small)


def test_other_keywords_are_refused_as_ever(small: edgeldp.Graph) -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'codek'"):
        edgeldp.triangles(small, codek="ppr")  # type: ignore[call-arg]


def test_functions_have_few_parameters() -> None:
    public = (getattr(edgeldp, name) for name in edgeldp.__all__)
    for call in filter(inspect.isfunction, public):
        assert len(inspect.signature(call).parameters) <= 9, call.__name__


# ---------------------------------------------------------------------------- Values, to the program


def test_names_may_hold_commas(small: edgeldp.Graph) -> None:
    """They are values here; on the command line commas separate them."""
    def shares(second: str) -> list[Any]:
        groups = ["a" if u % 3 else second for u in range(small.nodes)]
        with edgeldp.simulate(3):
            found = edgeldp.homophily(small, groups, values=["a", second])
        return [(r.statistic, r.value, r.truth) for r in found]

    assert shares("b,c") == [(name.replace("bc", "b,c"), *rest) for name, *rest in shares("bc")]


@pytest.mark.parametrize(("settings", "complaint"), [
    ({"runs": [1, 2]}, "--runs: takes one value, not 2"), ({"epsilon": []}, "--epsilon needs a value"),
    ({"runs": True}, "--runs: must be a whole number from 1 to 1000000, not 'true'"),
    ({"no_exact": 1}, "--no-exact: takes no value but true and false"),
    ({"codec": True}, "--codec: unknown value 'true'"), ({"key": False}, "--key: must be a text"),
    ({"level": 1.0}, "--level: must be a whole number, 0 or above, not '1.0' (write 1)"),
    ({"level": -1}, "--level: must be a whole number, 0 or above, not '-1'"),
    ({"level": 2**32}, "--level: 4294967296 is too large"), ({"levle": 1}, "triangles takes no --levle"),
    ({"users": "a", "nodes": "3"}, "--users excludes --nodes"),
])
def test_values_are_refused_as_words_are(settings: dict[str, Any], complaint: str,
                                         small: edgeldp.Graph) -> None:
    with pytest.raises(ValueError, match=re.escape(complaint)):
        _edgeldp.run("triangles", settings, given=small._input)


def test_only_values_are_taken(small: edgeldp.Graph) -> None:
    with pytest.raises(TypeError, match="epsilon: must be a number or a text, not {}"):
        _edgeldp.run("triangles", {"epsilon": {}}, given=small._input)
    with pytest.raises(ValueError, match="release: .* is required|release is required"):
        _edgeldp.run("inspect", {})
    with pytest.raises(ValueError, match="there is no verb 'channel'"):
        _edgeldp.run("channel", {})
