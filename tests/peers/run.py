#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Programs of others and ours on the same graphs, budgets and machine, in turns: error, time, memory, bytes, what is private.

    run.py FOLDER EDGELDP GRAPH... [--epsilon 1 2] [--unit user|relationship] [--runs 20] [--turns 7] [--seconds 20]
                                   [--only PROGRAM...] [--limit 600] [-o peers.csv]
    run.py --show peers.csv                  the tables again, as Markdown
    run.py --keep peers.csv results.json     writes them into docs/results/results.json

FOLDER holds the programs, built, each in a folder with the name of its repository (docs/results/peers.md says which and how);
nothing is built and nothing is copied from there; --only names some of them. EDGELDP is our program. A process is ended after
--limit seconds of a processor. A graph is an edge list, plain or gzip; users without
an edge are left out, and all programs read the same users under the same numbers.

Errors are of --runs estimates a setting, and of up to ten times as many within --seconds of a processor; times of --turns processes
with one estimate each, one of each setting a turn. A program is told the epsilon at which what --unit names (one user's list in
one bit, or a relationship, which is in two lists) pays --epsilon. Processor time is of the whole process, reading included, on
one thread; a peak of memory below 10 MB may be that of the interpreter that started it.

Exit code: 0 all that is there was measured, 1 some of it was not (the table says why), 2 wrong usage, or nothing is there, 3 a
file cannot be read or written.
"""

from __future__ import annotations

import argparse
import gzip
import math
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import IO, NamedTuple

import tables
from programs import OURS, THEIRS, Answers, Graph, Job, NoAnswer, Setting, plain


class Failed(Exception):
    """Why a setting has no figures: a few words for its row."""


class Used(NamedTuple):
    """By a process and those that it waited for."""

    processor: float  # s
    wall: float  # s
    megabytes: float


class Played(NamedTuple):
    used: Used
    answers: Answers


def read_graph(file: pathlib.Path) -> Graph:
    opened: IO[str] = gzip.open(file, "rt", encoding="utf-8") if file.suffix == ".gz" else file.open(encoding="utf-8")
    found: set[tuple[int, int]] = set()
    with opened as lines:
        for place, line in enumerate(lines, 1):
            words = line.split()
            if not words or words[0].startswith(("#", "%")):
                continue
            try:
                a, b = int(words[0]), int(words[1])
            except (ValueError, IndexError):
                print(f"run.py: {file}: line {place}: no two whole numbers; a graph is an edge list", file=sys.stderr)
                raise SystemExit(2) from None
            if a != b:
                found.add((min(a, b), max(a, b)))
    rank = {name: i for i, name in enumerate(sorted({end for edge in found for end in edge}))}
    edges = sorted((rank[a], rank[b]) for a, b in found)
    later: list[set[int]] = [set() for _ in rank]
    for a, b in edges:
        later[a].add(b)
    triangles = sum(len(later[a] & later[b]) for a, b in edges)
    return Graph(file.name.split(".")[0], len(rank), edges, triangles)


def last_words(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return f": {lines[-1][:100]}" if lines else ""


# Waits for one command in the place of this script, which is larger: the peak of a child begins with that of who started it.
LAUNCHER = """
import os, resource, sys, time
seconds = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
begun = time.perf_counter()
out, err = (os.open(name, os.O_WRONLY | os.O_CREAT, 0o600) for name in ("stdout", "stderr"))
try:
    pid = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, out, 1), (os.POSIX_SPAWN_DUP2, err, 2)])
except OSError as error:
    print("cannot be run:", error.strerror)
    raise SystemExit(0)
_, status, used = os.wait4(pid, 0)
print(os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss, time.perf_counter() - begun)
"""


def process(command: list[str], folder: pathlib.Path, limit: float) -> tuple[Used, str]:
    """Its use and its standard output; Failed if it does not end within `limit` s of a processor or 20 times that by the clock, since
    others may want the machine, or not well."""
    launcher = subprocess.Popen([sys.executable, "-S", "-E", "-c", LAUNCHER, str(math.ceil(limit)), *command], cwd=folder, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, text=True, start_new_session=True,
                                env={**os.environ, "OMP_NUM_THREADS": "1", "GOMAXPROCS": "1"})
    try:
        said = launcher.communicate(timeout=20 * limit)[0].split()
    except BaseException as why:  # nothing goes on when this script is ended
        os.killpg(launcher.pid, signal.SIGKILL)
        launcher.communicate()
        if not isinstance(why, subprocess.TimeoutExpired):
            raise
        raise Failed(f"did not end in {limit:g} s") from None
    if len(said) != 4:
        raise Failed(" ".join(said) or "cannot be run")
    code, processor, kilobytes, wall = int(said[0]), float(said[1]), int(said[2]), float(said[3])
    # Nobody else sends the first; the second comes where that is not heeded.
    if code == -signal.SIGXCPU or (code == -signal.SIGKILL and processor >= limit):
        raise Failed(f"did not end in {limit:g} s")
    if code:
        raise Failed(f"ended with {code}" + last_words((folder / "stderr").read_text("utf-8", "replace")))
    return Used(processor, wall, kilobytes * 1024 / 1e6), (folder / "stdout").read_text("utf-8", "replace")


class Arena:
    """A folder of programs, ours, and how long one process may take."""

    def __init__(self, folder: pathlib.Path, ours: pathlib.Path, limit: float):
        self.folder, self.ours, self.limit = folder.resolve(), ours.resolve(), limit

    def program(self, setting: Setting) -> pathlib.Path:
        return self.folder / setting.path if setting.path else self.ours

    def play(self, setting: Setting, graph: Graph, epsilon: float, runs: int, seed: int) -> Played:
        """One process. Its exact number, where it says one, must be ours."""
        with tempfile.TemporaryDirectory(prefix="edgeldp-peers-") as folder:
            job = Job(pathlib.Path(folder), graph, epsilon, runs, seed)
            used, printed = process([str(self.program(setting)), *setting.command(job)], job.folder, self.limit)
            try:
                answers = setting.answers(job, printed)
            except NoAnswer as error:
                raise Failed(f"no answer: {error}") from None
        if len(answers.estimates) != runs:
            raise Failed(f"{len(answers.estimates)} estimates in place of {runs}")
        if answers.truth is not None and not math.isclose(answers.truth, graph.triangles, rel_tol=1e-5):
            raise Failed(f"counts {answers.truth:g} triangles in place of {graph.triangles}")
        return Played(used, answers)

    def told_epsilon(self, setting: Setting, graph: Graph, epsilon: float, unit: str) -> float:
        """What the program is told so that the unit pays `epsilon`. Where its output alone says what is paid, the second of two
        trials, since the share may follow the epsilon."""
        told = epsilon
        for seed in (1, 2):
            share = setting.user if unit == "user" else setting.relationship
            if share is None:
                answers = self.play(setting, graph, told, 1, seed).answers
                share = answers.user if unit == "user" else answers.relationship
            if share is None or not share > 0:
                raise Failed("does not say what is paid")
            told = epsilon / share
        return told

    def estimates(self, setting: Setting, graph: Graph, told: float, least: int, seconds: float) -> list[Played]:
        """As many runs as the time of one allows, from `least` to ten times that."""
        one = self.play(setting, graph, told, 1, 1).used.processor
        runs = min(10 * least, max(least, int(seconds / max(one, 1e-3))))
        if setting.at_once:
            return [self.play(setting, graph, told, runs, 1)]
        return [self.play(setting, graph, told, 1, seed + 1) for seed in range(runs)]


def commit_of(folder: pathlib.Path) -> str:
    """"0123abcd of 2024-01-31", or "not known" where the folder is no checkout of its own."""
    said = subprocess.run(["git", "-C", folder, "-c", "safe.directory=*", "log", "-1", "--abbrev=8", "--format=%h of %cs"],
                          capture_output=True, text=True, check=False)
    return said.stdout.strip() if said.returncode == 0 and said.stdout.strip() else "not known"


def error_columns(played: list[Played], graph: Graph, told: float, setting: Setting) -> dict[str, object]:
    estimates = [value for one in played for value in one.answers.estimates]
    errors = [value - graph.triangles for value in estimates]
    rmse = math.sqrt(statistics.fmean(error * error for error in errors)) / graph.triangles
    low, high = tables.rmse_interval(rmse, len(errors))
    user, relationship = played[0].answers.user or setting.user, played[0].answers.relationship or setting.relationship
    sent, read = ([value for one in played for value in getattr(one.answers, name)] for name in ("sent", "read"))
    return {"runs": len(errors), "rmse": rmse, "rmse_low": low, "rmse_high": high,
            "bias": statistics.fmean(errors) / graph.triangles,
            "user_pays": told * user if user else "", "relationship_pays": told * relationship if relationship else "",
            "sent_bytes": statistics.median(sent) if sent else "",
            "read_bytes_least": min(read, default=""), "read_bytes_most": max(read, default="")}


def time_columns(used: list[Used]) -> dict[str, object]:
    seconds = sorted(one.processor for one in used)
    return {"turns": len(used), "seconds": statistics.median(seconds), "seconds_least": seconds[0], "seconds_most": seconds[-1],
            "wall": statistics.median(one.wall for one in used), "megabytes": max(one.megabytes for one in used)}


class Row(NamedTuple):
    setting: Setting
    columns: dict[str, object]
    used: list[Used]


def measured(arena: Arena, graph: Graph, settings: list[Setting], epsilon: float, options: argparse.Namespace) -> list[tables.Line]:
    """A line a setting: its errors first, then times of all in turns."""
    rows = []
    for setting in settings:
        checkout = arena.folder / setting.program if setting.path else arena.ours.parent
        row = Row(setting, {"graph": graph.name, "users": graph.users, "edges": len(graph.edges), "truth": graph.triangles,
                            "unit": options.unit, "epsilon": plain(epsilon), "program": setting.program, "setting": setting.name,
                            "commit": commit_of(checkout), "private": setting.private, "status": ""}, [])
        rows.append(row)
        print(f"{graph.name}, {epsilon:g}: {setting.key}", file=sys.stderr)
        try:
            if not arena.program(setting).is_file():
                raise Failed("not there")
            told = arena.told_epsilon(setting, graph, epsilon, options.unit)
            row.columns["told"] = told
            row.columns.update(error_columns(arena.estimates(setting, graph, told, options.runs, options.seconds), graph, told, setting))
        except Failed as error:
            row.columns["status"] = str(error)
    for turn in range(options.turns):
        for row in rows:
            if row.columns["status"]:
                continue
            try:
                row.used.append(arena.play(row.setting, graph, float(str(row.columns["told"])), 1, turn + 1).used)
            except Failed as error:
                row.columns["status"] = str(error)
    for row in rows:
        if row.used:
            row.columns.update(time_columns(row.used))
    return [tables.texts(row.columns) for row in rows]


def arguments() -> argparse.Namespace:
    def count(least: int) -> Callable[[str], int]:
        def checked(text: str) -> int:
            value = int(text)
            if value < least:
                raise argparse.ArgumentTypeError(f"at least {least}")
            return value
        return checked

    def budget(text: str) -> float:
        value = float(text)
        if not 0 < value < 100:
            raise argparse.ArgumentTypeError("above 0 and below 100")
        return value

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS)
    parser.add_argument("--show", type=pathlib.Path, metavar="CSV")
    parser.add_argument("--keep", type=pathlib.Path, nargs=2, metavar=("CSV", "RESULTS"))
    parser.add_argument("folder", type=pathlib.Path, nargs="?")
    parser.add_argument("ours", type=pathlib.Path, nargs="?")
    parser.add_argument("graphs", type=pathlib.Path, nargs="*")
    parser.add_argument("--epsilon", type=budget, nargs="+", default=[1.0, 2.0])
    parser.add_argument("--unit", choices=["user", "relationship"], default="user")
    parser.add_argument("--runs", type=count(2), default=20)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--turns", type=count(0), default=7)
    parser.add_argument("--only", nargs="+", metavar="PROGRAM")
    parser.add_argument("--limit", type=float, default=600.0)
    parser.add_argument("-o", "--output", type=pathlib.Path)
    chosen = parser.parse_args()
    if not (chosen.show or chosen.keep or chosen.graphs):
        parser.error("FOLDER, EDGELDP and a graph are needed; or --show, --keep")
    names = {setting.program for setting in THEIRS}
    if unknown := set(chosen.only or []) - names:
        parser.error(f"--only: {', '.join(sorted(unknown))} is not known; there are {', '.join(sorted(names))}")
    return chosen


def main() -> int:
    options = arguments()
    if options.show:
        print(tables.markdown(tables.read(options.show)))
        return 0
    if options.keep:
        tables.keep(*options.keep)
        return 0
    arena = Arena(options.folder, options.ours, options.limit)
    settings = [*OURS, *(setting for setting in THEIRS if not options.only or setting.program in options.only)]
    if not options.ours.is_file():
        print(f"run.py: {options.ours}: no program", file=sys.stderr)
        return 2
    if not any(arena.program(setting).is_file() for setting in settings if setting.path):
        print(f"run.py: {options.folder} holds none of {', '.join(sorted({s.path for s in settings if s.path}))}", file=sys.stderr)
        return 2
    graphs = [read_graph(file) for file in options.graphs]
    rows: list[tables.Line] = []
    for graph in graphs:
        for epsilon in options.epsilon:
            rows += measured(arena, graph, settings, epsilon, options)
            if options.output:  # what was measured stays if the rest is ended; so do lines of other graphs
                tables.write(options.output, rows)
    print(tables.markdown(rows))
    return 1 if any(row["status"] not in ("", "not there") for row in rows) else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    try:
        sys.exit(main())
    except OSError as error:
        print(f"run.py: {error.filename}: {error.strerror}", file=sys.stderr)
        sys.exit(3)
