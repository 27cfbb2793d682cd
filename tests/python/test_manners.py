# SPDX-License-Identifier: MIT
"""How calls behave among signals, threads, processes, pickles, logs and progress bars."""

from __future__ import annotations

import copy
import gc
import logging
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import edgeldp
from edgeldp import _edgeldp

KARATE_SIZE = (34, 78)  # users and edges


@pytest.fixture(scope="module")
def small() -> edgeldp.Graph:
    return edgeldp.generate.erdos_renyi(*KARATE_SIZE)


@pytest.fixture(scope="module")
def large() -> edgeldp.Graph:
    """On which a count takes some tenths of a second."""
    return edgeldp.generate.affiliation(10_000, 70_000, 1)


def started(code: str) -> subprocess.Popen[str]:
    """Another interpreter that runs this."""
    return subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def said_by(process: subprocess.Popen[str]) -> list[str]:
    said, complaints = process.communicate(timeout=60)
    assert process.returncode == 0, complaints
    assert not complaints
    return said.splitlines()


# -------------------------------------------------------------------------------------------- Files


def test_files_of_the_first_format_are_refused_by_that_name(tmp_path: pathlib.Path) -> None:
    def first_format(kind: bytes) -> bytes:
        return b"\x89ELD" + kind + b"\r\n\x1a\x01\x00\xa0\x00" + bytes(2000)

    graph, vectors = tmp_path / "first.eldp", tmp_path / "first.eldv"
    graph.write_bytes(first_format(b"P"))
    vectors.write_bytes(first_format(b"V"))
    for read in (lambda: edgeldp.Release.load(graph), lambda: _edgeldp.Release.from_bytes(graph.read_bytes()),
                 lambda: edgeldp.VectorRelease.load(vectors).decode(),
                 lambda: edgeldp.VectorRelease.load(vectors).stats()):
        with pytest.raises(ValueError, match="a file of format 1, which is no longer read"):
            read()


def test_missing_files_are_told_in_the_words_of_the_program(tmp_path: pathlib.Path) -> None:
    missing = str(tmp_path / "missing")
    for read in (edgeldp.as_graph, edgeldp.as_directed, edgeldp.as_bipartite, edgeldp.Release.load, edgeldp.VectorRelease.load):
        with pytest.raises(FileNotFoundError, match=f"^cannot open {missing}: No such file or directory"):
            read(missing)
    with pytest.raises(FileNotFoundError, match="; `edgeldp dataset fetch wiki-Vote` downloads the public graph of this name"):
        edgeldp.triangles(str(tmp_path / "wiki-Vote"))


# ------------------------------------------------------------------------------------------ Signals

INTERRUPTED = """
import time, edgeldp
graph = edgeldp.generate.affiliation(20_000, 130_000, 1)
def answer():
    with edgeldp.simulate(5):
        return edgeldp.triangles(edgeldp.generate.erdos_renyi(34, 78), exact=False).to_json()
before = answer()
print("ready", flush=True)
try:
    while True:
        CALL
except KeyboardInterrupt:
    print(time.monotonic())
print("right" if answer() == before else "wrong")
"""


@pytest.mark.parametrize("call", ["edgeldp.triangles(graph, runs=1000)",
                                  "edgeldp.exact.cycles(graph, 5)"])
def test_control_c_ends_a_call(call: str) -> None:
    with started(INTERRUPTED.replace("CALL", call)) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        sent = time.monotonic()  # the clock of all processes
        process.send_signal(signal.SIGINT)
        raised, verdict = said_by(process)
    waited = float(raised) - sent
    print(f"{call}: KeyboardInterrupt {waited * 1000:.0f} ms after the signal")
    assert verdict == "right"
    assert waited < 1.0  # some 50 ms on a machine that has nothing else to do


def test_control_c_among_clients(small: edgeldp.Graph) -> None:
    answers = 0

    class Interrupter(edgeldp.Client):
        def answer(self, call: Any) -> bytes:
            nonlocal answers
            answers += 1
            if answers == 3:
                signal.raise_signal(signal.SIGINT)
            time.sleep(0.03)
            return bytes(super().answer(call))

    clients = [Interrupter(u, small.nodes, []) for u in range(small.nodes)]
    with pytest.raises(KeyboardInterrupt):
        edgeldp.Collector().edges(clients)
    assert answers < small.nodes


# ------------------------------------------------------------------------------------------ Threads


def test_other_threads_go_on(large: edgeldp.Graph) -> None:
    steps = 0
    is_over = threading.Event()

    def count() -> None:
        nonlocal steps
        while not is_over.is_set():
            steps += 1
            time.sleep(0.001)

    other = threading.Thread(target=count)
    other.start()
    try:
        before, begin = steps, time.monotonic()
        edgeldp.triangles(large, exact=False)
        during, seconds = steps - before, time.monotonic() - begin
    finally:
        is_over.set()
        other.join()
    assert during > 10 * seconds  # a call that kept the lock would leave one step or none
    assert during > 10


def test_threads_answer_as_one_does(small: edgeldp.Graph) -> None:
    def answers(seed: int) -> list[dict[str, Any]]:
        with edgeldp.simulate(seed):
            found = [edgeldp.triangles(small, exact=False), edgeldp.cycles(small, 4, exact=False),
                     *edgeldp.degrees(small, exact=False)]
            release = edgeldp.release(small)
        bits = release.bit(np.arange(small.nodes), 0)
        return [*(r.to_dict() for r in found), {"bits": bits.tolist()}]

    alone = [answers(seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as threads:
        at_once = list(threads.map(answers, range(4)))
    assert at_once == alone
    assert alone[0] != alone[1]


def test_threads_share_a_release_and_a_graph(graph: edgeldp.Graph) -> None:
    release = edgeldp.release(graph)
    users = np.arange(graph.nodes)
    wanted = [release.bit(users, u).tolist() for u in range(20)]
    with ThreadPoolExecutor(4) as threads:
        found = threads.map(lambda u: release.bit(users, u), [*range(20)] * 5)
        assert [bits.tolist() for bits in found] == wanted * 5
        assert set(threads.map(lambda _: edgeldp.exact.triangles(graph), range(20))) == {
            edgeldp.exact.triangles(graph)}


# ---------------------------------------------------------------------------------------- Processes

FORKED = """
import os, sys, edgeldp
graph = edgeldp.Graph
def answer():
    with edgeldp.simulate(5):
        return edgeldp.triangles(([0, 0, 1], [1, 2, 2]), exact=False).to_json()
def in_child():
    reader, writer = os.pipe()
    if os.fork() == 0:
        try:
            said = answer()
        except RuntimeError as refused:
            said = f"RuntimeError: {refused}"
        os.write(writer, said.encode())
        os._exit(0)
    os.close(writer)
    with open(reader) as file:
        said = file.read()
    os.wait()
    return said
early = in_child()
here = answer()
print("same" if early == here else f"different: {early}")
print(in_child())
print("same" if answer() == here else "different")
"""


def test_forked_processes() -> None:
    with started(FORKED) as process:
        before, after, parent = said_by(process)
    assert before == "same"  # a child that was forked before the first call
    assert after.startswith("RuntimeError: this process was forked")
    assert "spawn" in after and "before the first call" in after  # what to do
    assert parent == "same"


SPAWNER = """
import multiprocessing, sys
import edgeldp
def answer(graph, seed):
    with edgeldp.simulate(seed):
        return edgeldp.triangles(graph, exact=False)
if __name__ == "__main__":
    graph = edgeldp.as_graph(([0, 0, 1], [1, 2, 2]), nodes=3)
    here = answer(graph, 5)
    with multiprocessing.get_context("spawn").Pool(1) as others:
        there = others.apply(answer, (graph, 5))
    print("same" if there == here else f"{there!r} is not {here!r}")
"""


def test_spawned_processes(tmp_path: pathlib.Path) -> None:
    script = tmp_path / "spawner.py"
    script.write_text(SPAWNER)
    done = subprocess.run([sys.executable, str(script)], stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True, timeout=60)
    assert (done.stdout, done.stderr) == ("same\n", "")


# ------------------------------------------------------------------------------------------ Pickles


def copies(x: Any) -> list[Any]:
    return [*(pickle.loads(pickle.dumps(x, protocol)) for protocol in range(2, 6)),
            copy.copy(x), copy.deepcopy(x)]


def test_pickled_results(graph: edgeldp.Graph) -> None:
    with edgeldp.simulate(5):
        result = edgeldp.triangles(graph, runs=2)
        results = edgeldp.degrees(graph)
        sweep = edgeldp.sweep("triangles", graph, [1, 2])
        pairs = edgeldp.common_neighbors(graph, 3)
    for made in copies(result):
        assert type(made) is edgeldp.Result
        assert (made.to_dict(), made.statistic, made.seed, made.notes, str(made)) == (
            result.to_dict(), result.statistic, result.seed, result.notes, str(result))
        assert [*made.each] == [*result.each] and len(made.each) == 2
    for of in (results, sweep, pairs.each):
        for many in copies(of):
            assert type(many) is type(of)
            assert list(many) == list(of) and str(many) == str(of)
    for many in copies(results):
        there, here = many["degrees"].users, results["degrees"].users
        assert np.array_equal(there.values, here.values)
        assert np.array_equal(there.labels, here.labels)
        assert np.array_equal(there.standard_errors, here.standard_errors)


def test_pickled_graphs(graph: edgeldp.Graph) -> None:
    named = edgeldp.as_graph((["x", "x", 9], [9, (1, 2), (1, 2)]), users=[9, "x", (1, 2), "y"])
    items = edgeldp.as_bipartite(([0, 0, 2], [1, 5, 5]), users="right", name="items")
    for g in (graph, named, items):
        for made in copies(g):
            assert made == g and hash(made) == hash(g) and type(made) is type(g)
            assert (made.name, made.users_are_declared, tuple(made.labels), repr(made)) == (
                g.name, g.users_are_declared, tuple(g.labels), repr(g))


def test_pickled_releases(graph: edgeldp.Graph) -> None:
    with edgeldp.simulate(5):
        release = edgeldp.release(graph, with_ids=True)
        lists = edgeldp.vectors((["a", "b"], ["x", "y"], [1, 2]), values=[1, 2])
    for made in copies(release):
        assert made._compiled.to_bytes() == release._compiled.to_bytes()
        assert (made.simulated, made.ids.tolist()) == (True, release.ids.tolist())
    for other in copies(lists):
        assert other.decode() == lists.decode() and other.to_dict() == lists.to_dict()


def test_pickled_channels() -> None:
    law = edgeldp.channel("staircase", 1.0, categories="abcd")
    assert law != edgeldp.channel("staircase", 1.1, categories="abcd")
    for made in copies(law):
        assert made == law and hash(made) == hash(law)
        assert (made.inputs, made.loss) == (law.inputs, law.loss)
    proportions = law.estimate(list("abcdabca"))
    for found in copies(proportions):
        assert np.array_equal(found.values, proportions.values)
        assert (found.labels, found.reports) == (proportions.labels, proportions.reports)


# ------------------------------------------------------------------------------------------- Memory

MANY_CALLS = """
import edgeldp
graph = edgeldp.generate.erdos_renyi(34, 78)
release = edgeldp.release(graph)
law = edgeldp.channel("k-ary", 1.0, categories="ab")
def calls(times):
    for _ in range(times):
        for _ in range(50):
            release.bit([0, 1], [2, 3])
            law.sample(["a", "b"])
        edgeldp.triangles(graph)
def pages():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1])
edgeldp.set_threads(1)  # which is as fast here, and elsewhere waits for nobody
calls(25)
before = pages()
calls(100)
print((pages() - before) * 4096)
"""


def test_calls_leave_no_memory_behind() -> None:
    """10 100 calls: small ones that kept 500 bytes each would show, and large ones 50 kB."""
    with started(MANY_CALLS) as process:
        grown, = said_by(process)
    assert int(grown) < 4e6


def test_calls_leave_no_file_open(small: edgeldp.Graph) -> None:
    def calls() -> int:
        edgeldp.common_neighbors(small, [(0, 1)])
        edgeldp.homophily(small, [u % 2 for u in range(small.nodes)], values=[0, 1])
        lists = edgeldp.vectors((["a", "b"], ["x", "y"], [1, 2]), values=[1, 2], users=["a", "b"])
        lists.stats()
        with pytest.raises(ValueError):
            lists.stats(items=["unheard of"])
        with pytest.raises(ValueError):
            edgeldp.homophily(small, [u % 2 for u in range(small.nodes)], values=[0])
        return len(os.listdir("/proc/self/fd"))

    assert calls() == calls()


def test_temporary_files_go_with_their_release(small: edgeldp.Graph, tmp_path: pathlib.Path,
                                               monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    release = edgeldp.release(small)
    edgeldp.triangles(small, release=release)
    assert len(list(tmp_path.iterdir())) == 1
    del release
    gc.collect()
    assert not list(tmp_path.iterdir())


# ---------------------------------------------------------------------------- Logs and standard out


def test_warnings_go_to_the_log(caplog: pytest.LogCaptureFixture,
                                graph: edgeldp.Graph) -> None:
    with caplog.at_level(logging.INFO, logger="edgeldp"):
        edgeldp.vectors((["a", "b"], ["x", "y"], [1, 2]))
    warnings = [r.getMessage() for r in caplog.records if r.levelno == logging.WARNING]
    assert len(warnings) == 1 and "values" in warnings[0] and "--" not in warnings[0]
    assert {r.name for r in caplog.records} == {"edgeldp"}

    caplog.clear()
    edgeldp.homophily(graph, [u % 2 for u in range(graph.nodes)])
    assert any("values" in r.getMessage() for r in caplog.records
               if r.levelno == logging.WARNING)
    caplog.clear()
    edgeldp.homophily(graph, [u % 2 for u in range(graph.nodes)], values=[0, 1])
    edgeldp.triangles(graph)
    assert not [r for r in caplog.records if r.levelno >= logging.WARNING]


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str], graph: edgeldp.Graph) -> None:
    logging.getLogger("edgeldp").addHandler(logging.NullHandler())
    with edgeldp.progress(lambda *_: None):
        edgeldp.triangles(graph, runs=2)
    edgeldp.degrees(graph)
    edgeldp.homophily(graph, [u % 2 for u in range(graph.nodes)])
    edgeldp.tune(edgeldp.MadeUp(nodes=30), draws=1)
    release = edgeldp.release(graph)
    edgeldp.triangles(graph, release=release)
    edgeldp.vectors((["a", "b"], ["x", "y"], [1, 2])).stats()
    with pytest.raises(ValueError):
        edgeldp.triangles(graph, epsilon=-1)
    with pytest.raises(ValueError):
        edgeldp.triangles(graph, rows=edgeldp.Rows(key="no number"))
    assert capfd.readouterr() == ("", "")


# ----------------------------------------------------------------------------------------- Progress


@pytest.fixture
def one_thread() -> Iterator[None]:
    """So that calls take their time, whatever the machine."""
    usual = edgeldp.threads()
    edgeldp.set_threads(1)
    assert edgeldp.threads() == 1
    yield
    edgeldp.set_threads(0)
    assert edgeldp.threads() == usual


@pytest.mark.usefixtures("one_thread")
def test_progress_is_heard() -> None:
    graph = edgeldp.generate.affiliation(20_000, 130_000, 1)
    steps: list[tuple[str, int, int]] = []
    threads = set()

    def hear(stage: str, done: int, total: int) -> None:
        threads.add(threading.get_ident())
        steps.append((stage, done, total))

    with edgeldp.progress(hear):
        edgeldp.release(graph, rows=edgeldp.Rows(codec="ppr", level=9))
    assert threads == {threading.get_ident()}
    assert len({stage for stage, _, _ in steps}) > 1
    assert all(0 <= done <= total for _, done, total in steps)
    of_rows = [(done, total) for stage, done, total in steps if stage == "edges" and total]
    assert {total for _, total in of_rows} == {graph.nodes}
    assert of_rows == sorted(of_rows) and len(set(of_rows)) > 1


@pytest.mark.usefixtures("one_thread")
@pytest.mark.parametrize("call", [
    lambda g: edgeldp.triangles(g, runs=100),
    lambda g: edgeldp.release(g),
    lambda g: edgeldp.compare(g, methods=["sampled"]),
])
def test_an_error_of_progress_ends_the_call(call: Callable[..., Any],
                                            large: edgeldp.Graph) -> None:
    class Enough(Exception):
        pass

    heard = 0

    def refuse(*_: object) -> None:
        nonlocal heard
        heard += 1
        raise Enough("of this")

    begin = time.monotonic()
    with pytest.raises(Enough, match="of this"):
        with edgeldp.progress(refuse):
            call(large)
    assert heard == 1
    assert time.monotonic() - begin < 5  # the call would take some times as long
    with pytest.raises(KeyboardInterrupt):
        with edgeldp.progress(lambda *_: signal.raise_signal(signal.SIGINT)):
            call(large)


def test_a_bar_needs_tqdm(small: edgeldp.Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("tqdm", "tqdm.auto"):
        monkeypatch.setitem(sys.modules, name, None)  # type: ignore[misc]
    with pytest.raises(ImportError, match="tqdm.*not installed"), edgeldp.progress():
        edgeldp.triangles(small)
    with edgeldp.progress(False):
        edgeldp.triangles(small)


def test_a_bar_is_drawn(large: edgeldp.Graph, capfd: pytest.CaptureFixture[str],
                        monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("tqdm")
    bars: list[Any] = []
    from tqdm import auto

    class Kept(auto.tqdm):  # type: ignore[misc]
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            bars.append(self)

    monkeypatch.setattr(auto, "tqdm", Kept)
    with edgeldp.simulate(5), edgeldp.progress():
        drawn = edgeldp.triangles(large, exact=False)
    with edgeldp.simulate(5):
        assert drawn == edgeldp.triangles(large, exact=False)
    bar, = bars
    assert bar.disable  # closed
    out, err = capfd.readouterr()
    assert not out and "%" in err


# -------------------------------------------------------------------------------------- Simulations


def test_a_seed_gives_the_same_results(small: edgeldp.Graph) -> None:
    def block(seed: int) -> list[dict[str, Any]]:
        with edgeldp.simulate(seed):
            return [edgeldp.triangles(small, exact=False).to_dict(),
                    edgeldp.triangles(small, exact=False).to_dict(),
                    {"sample": "".join(edgeldp.channel("k-ary", 1.0, categories="ab").sample(
                        ["a"] * 64))}]

    first = block(7)
    assert first == block(7)
    assert first != block(8)
    assert first[0] != first[1]
    assert all(r["simulated"] for r in first[:2])


def test_every_call_can_be_replayed(small: edgeldp.Graph) -> None:
    with edgeldp.simulate(7) as simulation:
        calls = [edgeldp.triangles(small, exact=False) for _ in range(3)]
    assert "3 calls" in repr(simulation)
    seeds = [r.seed for r in calls]
    assert seeds[0] == 7 and len(set(seeds)) == 3
    for result in calls:
        assert result.seed is not None
        with edgeldp.simulate(result.seed):
            assert edgeldp.triangles(small, exact=False) == result


def test_simulations_within_simulations(small: edgeldp.Graph) -> None:
    def answer() -> dict[str, Any]:
        return edgeldp.triangles(small, exact=False).to_dict()

    with edgeldp.simulate(1):
        outer = [answer(), answer()]
    with edgeldp.simulate(1):
        assert answer() == outer[0]
        with pytest.raises(KeyError), edgeldp.simulate(2):
            assert answer() not in outer
            raise KeyError("leaves the inner block only")
        assert answer() == outer[1]
    assert not edgeldp.triangles(small).simulated


def test_coins_are_the_systems_otherwise(small: edgeldp.Graph) -> None:
    """Two releases of 561 bits each are equal by chance less than once in 2^60 times."""
    results = [edgeldp.triangles(small) for _ in range(2)]
    assert [(r.simulated, r.seed) for r in results] == [(False, None)] * 2
    rows = edgeldp.Rows(codec="bitmap", key="1")
    releases = [edgeldp.release(small, rows=rows) for _ in range(2)]
    assert not np.array_equal(releases[0].words, releases[1].words)
    law = edgeldp.channel("k-ary", 1.0, categories="ab")
    assert "".join(law.sample(["a"] * 500)) != "".join(law.sample(["a"] * 500))


def test_threads_do_not_inherit_a_simulation(small: edgeldp.Graph) -> None:
    found: list[edgeldp.Result] = []
    with edgeldp.simulate(7):
        thread = threading.Thread(target=lambda: found.append(edgeldp.triangles(small)))
        thread.start()
        thread.join()
        assert edgeldp.triangles(small).seed == 7
    assert not found[0].simulated


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_are_numbers_of_64_bits(seed: int) -> None:
    with pytest.raises(ValueError, match="seed"):
        edgeldp.simulate(seed)


def test_the_largest_seed(small: edgeldp.Graph) -> None:
    with edgeldp.simulate(2**64 - 1):
        assert edgeldp.triangles(small).seed == 2**64 - 1
