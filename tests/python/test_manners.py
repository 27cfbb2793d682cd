# SPDX-License-Identifier: MIT
"""How calls behave in a program: interrupted, in threads, after fork, pickled, many of them."""

from __future__ import annotations

import logging
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
from typing import Any

import numpy as np
import pytest

import edgeldp


def python(program: str, *, until_ready: bool = False) -> subprocess.Popen[str]:
    """An interpreter of its own; with `until_ready` it has said so."""
    process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(program)],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if until_ready:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
    return process


def test_ctrl_c_ends_a_long_call_and_leaves_a_usable_interpreter() -> None:
    process = python("""
        import sys, time, edgeldp
        graph = edgeldp.generate.affiliation(20_000, 200_000, 1)
        small = edgeldp.generate.holme_kim(60, 3, 0.5)
        with edgeldp.simulate(3):
            expected = float(edgeldp.triangles(small))
        print("ready", flush=True)
        try:
            edgeldp.triangles(graph, runs=1000, exact=False)
        except KeyboardInterrupt:
            print(time.time(), flush=True)
        with edgeldp.simulate(3):
            print(float(edgeldp.triangles(small)) == expected)
    """, until_ready=True)
    time.sleep(0.5)
    sent = time.time()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    ended, is_right = out.split()
    print(f"KeyboardInterrupt after {float(ended) - sent:.3f} s")
    # 0.02 to 0.07 s on a quiet machine; the machine of a test may be busy.
    assert float(ended) - sent < 1.0
    assert is_right == "True"


def test_other_threads_go_on_during_a_call(graph: edgeldp.Graph) -> None:
    ticks, is_over = 0, threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not is_over.is_set():
            ticks += 1
            time.sleep(0.001)

    other = threading.Thread(target=tick)
    other.start()
    start = time.perf_counter()
    edgeldp.triangles(graph, runs=30)
    seconds = time.perf_counter() - start
    is_over.set()
    other.join()
    assert ticks > 20 * seconds


def test_threads_at_once_give_what_one_after_the_other_gives(graph: edgeldp.Graph) -> None:
    def count(seed: int) -> float:
        with edgeldp.simulate(seed):
            return float(edgeldp.triangles(graph))

    expected = [count(seed) for seed in range(4)]
    found = [0.0] * 4
    threads = [threading.Thread(target=lambda i=i: found.__setitem__(i, count(i)))
               for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == expected
    assert len(set(found)) == 4


def test_a_thread_has_coins_of_its_own(graph: edgeldp.Graph) -> None:
    results: list[edgeldp.Result] = []
    with edgeldp.simulate(1):
        thread = threading.Thread(target=lambda: results.append(edgeldp.triangles(graph)))
        thread.start()
        thread.join()
    assert not results[0].simulated


def test_a_forked_process_refuses(graph: edgeldp.Graph) -> None:
    edgeldp.triangles(graph)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            edgeldp.triangles(graph)
            said = "counted"
        except RuntimeError as refused:
            said = str(refused)
        os.write(writer, said.encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert "spawn" in os.read(reader, 1000).decode()


def test_a_process_forked_before_any_call_counts() -> None:
    process = python("""
        import os, edgeldp
        if os.fork() == 0:
            with edgeldp.simulate(1):
                print(edgeldp.triangles(edgeldp.generate.holme_kim(40, 3, 0.5)).simulated, flush=True)
            os._exit(0)
        os.wait()
    """)
    out, err = process.communicate(timeout=60)
    assert out == "True\n", err


def degree_sum(seed: int) -> float:
    with edgeldp.simulate(seed):
        return float(edgeldp.stars(edgeldp.generate.holme_kim(40, 3, 0.5), 1))


def test_spawned_processes_count() -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(degree_sum, [1, 2]) == [degree_sum(1), degree_sum(2)]


def test_what_is_pickled_comes_back(graph: edgeldp.Graph) -> None:
    with edgeldp.simulate(5):
        result = edgeldp.triangles(graph, runs=2)
        degrees = edgeldp.degrees(graph)
        release = edgeldp.release(graph)
    back = pickle.loads(pickle.dumps(result))
    assert (back.to_dict(), back.seed, str(back)) == (result.to_dict(), result.seed, str(result))
    assert [float(r) for r in back.each] == [float(r) for r in result.each]
    users = pickle.loads(pickle.dumps(degrees))["degrees"].users
    assert np.array_equal(users.values, degrees["degrees"].users.values)
    assert pickle.loads(pickle.dumps(graph)) == graph
    again = pickle.loads(pickle.dumps(release))
    assert (again.key, np.array_equal(again.words, release.words)) == (release.key, True)
    channel = edgeldp.channel("block", 1.0, categories="abc", prior=[0.5, 0.3, 0.2])
    assert pickle.loads(pickle.dumps(channel)) == channel


def resident_bytes() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


def test_ten_thousand_calls_do_not_grow(graph: edgeldp.Graph) -> None:
    small = edgeldp.generate.holme_kim(34, 3, 0.5)
    channel = edgeldp.channel(size=3)
    with edgeldp.simulate(1):
        release = edgeldp.release(small)

    def call(times: int) -> None:
        for i in range(times):
            if i % 100 == 0:
                edgeldp.degrees(small)
            elif i % 2:
                release.bit([0, 1], [2, 3])
            else:
                channel.sample([1, 2, 3])

    call(1000)
    before = resident_bytes()
    call(10_000)
    assert resident_bytes() - before < 4 << 20


def test_warnings_are_logged_and_nothing_is_printed(
        caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]) -> None:
    with caplog.at_level(logging.INFO, "edgeldp"), edgeldp.simulate(1):
        edgeldp.vectors(([1, 1, 2], ["a", "b", "a"], [3, 4, 3]), 2.0)
    warnings = [r for r in caplog.records if r.levelno == logging.WARNING]
    assert [r.name for r in warnings] == ["edgeldp"]
    assert "values" in warnings[0].getMessage() and "--" not in warnings[0].getMessage()
    with edgeldp.simulate(1):
        edgeldp.triangles(edgeldp.generate.holme_kim(40, 3, 0.5), runs=2)
    assert capfd.readouterr() == ("", "")


def test_progress_is_told() -> None:
    graph = edgeldp.generate.affiliation(3000, 60_000, 1)
    steps: list[tuple[str, int, int]] = []
    edgeldp.triangles(graph, runs=20, progress=lambda *step: steps.append(step))
    assert steps
    assert all(isinstance(stage, str) and 0 <= done <= total for stage, done, total in steps)


def test_an_error_of_progress_ends_the_call() -> None:
    graph = edgeldp.generate.affiliation(3000, 60_000, 1)

    def fail(*step: Any) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        edgeldp.triangles(graph, runs=1000, progress=fail)


def test_a_bar_needs_tqdm(graph: edgeldp.Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(ImportError, match="tqdm"):
        edgeldp.triangles(graph, progress=True)


def test_a_bar_of_tqdm(graph: edgeldp.Graph) -> None:
    pytest.importorskip("tqdm")
    with edgeldp.simulate(1):
        with_bar = float(edgeldp.triangles(graph, runs=5, progress=True))
    with edgeldp.simulate(1):
        assert float(edgeldp.triangles(graph, runs=5)) == with_bar


def test_simulations_are_repeated_call_by_call(graph: edgeldp.Graph) -> None:
    def two(seed: int) -> list[tuple[float, bool]]:
        with edgeldp.simulate(seed):
            return [(float(r), r.simulated) for r in (edgeldp.stars(graph), edgeldp.stars(graph))]

    assert two(1) == two(1)
    (first, is_marked), (second, _) = two(1)
    assert is_marked and first != second
    assert two(2)[0] != two(1)[0]
    with edgeldp.simulate(1):
        with edgeldp.simulate(2):
            inner = float(edgeldp.stars(graph))
        assert float(edgeldp.stars(graph)) == first
    assert inner == two(2)[0][0]


def test_without_a_simulation_coins_are_fresh(graph: edgeldp.Graph) -> None:
    first, second = edgeldp.stars(graph), edgeldp.stars(graph)
    assert float(first) != float(second)
    assert not first.simulated and first.seed is None
