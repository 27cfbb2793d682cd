# SPDX-License-Identifier: MIT
"""The example of learning runs on small made-up graphs, and tells classes right where edges say them."""

from __future__ import annotations

import importlib.util
import pathlib
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import edgeldp

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "apps" / "python" / "examples" / "learning.py"


@pytest.fixture(scope="module")
def learning() -> ModuleType:
    spec = importlib.util.spec_from_file_location("learning", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def town() -> tuple[edgeldp.Graph, Any, Any]:
    """An easy case: 400 people, of whose 30 contacts nearly all are of their own class; half say theirs."""
    rng = np.random.default_rng(1)
    label = rng.integers(3, size=400)
    u, v = np.triu_indices(400, 1)
    meet = rng.random(u.size) < np.where(label[u] == label[v], 0.2, 0.02)
    return edgeldp.as_graph((u[meet], v[meet]), nodes=400), label, np.where(np.arange(400) % 2 == 0, label, -1)


@pytest.mark.parametrize("way", ["without noise", "counts", "bits", "Blink", "posteriors"])
def test_each_way_tells_neighbours_classes(way: str, learning: ModuleType, town: tuple[edgeldp.Graph, Any, Any]) -> None:
    graph, label, public = town
    features, loss = learning.WAYS[way]
    true = learning.without_noise(graph, public, 3, 1.0, 1)
    right = {}
    for epsilon in (0.1, 8.0):
        sums = features(graph, public, 3, epsilon, 1)
        assert sums.shape == (400, 3) and np.isfinite(sums).all()
        right[epsilon] = learning.accuracy(sums, public, label, 3)
    assert 1 <= loss <= 2
    assert np.corrcoef(sums.ravel(), true.ravel())[0, 1] > 0.95  # at 8
    assert sums.sum() == pytest.approx(true.sum(), rel=0.1)
    assert right[8.0] > 0.95
    assert (right[0.1] > 0.95) == (way == "without noise")


def test_what_is_not_public_is_not_read(learning: ModuleType, town: tuple[edgeldp.Graph, Any, Any]) -> None:
    graph, _, public = town
    nobody = np.full_like(public, -1)
    for way in ("without noise", "bits", "Blink", "posteriors"):
        assert not learning.WAYS[way][0](graph, nobody, 3, 4.0, 1).any()


def test_labels_that_say_nothing_are_not_learnt(learning: ModuleType, town: tuple[edgeldp.Graph, Any, Any]) -> None:
    graph, _, _ = town
    label = np.random.default_rng(9).integers(3, size=400)
    public = np.where(np.arange(400) % 2 == 0, label, -1)
    right = learning.accuracy(learning.without_noise(graph, public, 3, 1.0, 1), public, label, 3)
    assert right == pytest.approx(1 / 3, abs=0.12)  # 200 coins: 3.6 standard deviations


def test_any_table_of_labels(learning: ModuleType, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch,
                             capsys: pytest.CaptureFixture[str]) -> None:
    graph, labels = tmp_path / "graph.txt", tmp_path / "labels.txt"
    made = learning.made_up(200, 2, 1)[0]
    u = np.repeat(np.arange(200), np.diff(made.indptr))
    graph.write_text("".join(f"{a} {b}\n" for a, b in zip(u, made.indices) if a < b))
    labels.write_text("".join(f"{user} {'north' if user < 100 else 'south'}\n" for user in range(200)))
    words = ["learning.py", str(graph), "--labels", str(labels), "--runs", "1", "--epsilon", "4"]
    for extra in ([], ["--per-edge"]):
        monkeypatch.setattr("sys.argv", words + extra)
        learning.main()
        said = capsys.readouterr().out.splitlines()
        assert said[0] == "2 classes, 0.50 of users are in the largest"
        assert said[1].startswith("epsilon 4: without noise 0.") and len(said) == 2
    labels.write_text("0 north\n")
    monkeypatch.setattr("sys.argv", words)
    with pytest.raises(SystemExit, match="labels.txt: 199 users have no label, such as [0-9]+: give each a line"):
        learning.main()
