# SPDX-License-Identifier: MIT
"""Programs of others and ours, as tests/peers/run.py plays them: how each is called, where it says its answers, what its
epsilon is of, and what is private as claimed.

A program is asked by a command alone, in a folder of its own; nothing of it is read but what it prints and writes there. All
of it is foreign text: what is not an answer is said to be none.
"""

from __future__ import annotations

import json
import math
import pathlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Graph:
    """Users 0 to users - 1 in the order of the file's ids, each edge once; users without an edge are left out."""

    name: str
    users: int
    edges: list[tuple[int, int]]
    triangles: int


@dataclass(frozen=True)
class Job:
    """One process: `runs` estimates of a graph at the epsilon that the program is told."""

    folder: pathlib.Path
    graph: Graph
    epsilon: float
    runs: int
    seed: int


@dataclass(frozen=True)
class Answers:
    """What a process said."""

    estimates: list[float]
    truth: float | None = None
    user: float | None = None  # paid by a user over the epsilon that was told
    relationship: float | None = None
    sent: list[float] = field(default_factory=list)  # bytes of a user, one a run
    read: list[float] = field(default_factory=list)


class NoAnswer(Exception):
    """What a program printed or wrote holds no answer; says what was looked for."""


@dataclass(frozen=True)
class Setting:
    """A program with the options of one method: a row of the tables."""

    program: str  # folder of the checkout
    name: str
    path: str  # of the program, from FOLDER
    command: Callable[[Job], list[str]]  # its arguments; writes what it reads into the folder of the job
    answers: Callable[[Job, str], Answers]  # from what it printed, and from the folder
    private: str  # "yes", or "no" and why
    typed: str  # the command for one run at epsilon 1, as a page shows it
    at_once: bool = True  # whether a process makes many runs
    user: float | None = 1.0  # what a user pays over the epsilon that the program is told; None: its output says it
    relationship: float | None = 1.0

    @property
    def key(self) -> str:
        return f"{self.program} {self.name}"


def number(text: str) -> float:
    """A finite number, or NoAnswer."""
    try:
        value = float(text)
    except ValueError:
        raise NoAnswer(f"'{text[:40]}' is no number") from None
    if not math.isfinite(value):
        raise NoAnswer(f"{text} is no estimate")
    return value


def plain(value: float) -> str:
    """As short as it can be said."""
    return f"{value:.12g}"


def comma_file(job: Job) -> str:
    """Three lines of heading, the second of which is the number of users."""
    file = job.folder / "edges.csv"
    file.write_text(f"#nodes\n{job.graph.users}\nnode,node\n" + "".join(f"{a},{b}\n" for a, b in job.graph.edges), "ascii")
    return str(file)


def counted_file(job: Job) -> str:
    """Numbers of users and of edges in the first line."""
    file = job.folder / "graph.edges"
    file.write_text(f"{job.graph.users} {len(job.graph.edges)}\n" + "".join(f"{a} {b}\n" for a, b in job.graph.edges), "ascii")
    return str(file)


def plain_file(job: Job) -> str:
    file = job.folder / "graph_adj"
    file.write_text("".join(f"{a} {b}\n" for a, b in job.graph.edges), "ascii")
    return str(file)


# Ours.

def our_command(*options: str) -> Callable[[Job], list[str]]:
    def arguments(job: Job) -> list[str]:
        return ["triangles", plain_file(job), "-e", plain(job.epsilon), "--runs", str(job.runs), "--seed", str(job.seed),
                "--no-exact", "--threads", "1", "--json", "--each", *options]
    return arguments


def our_answers(job: Job, printed: str) -> Answers:
    try:
        runs = [json.loads(line) for line in printed.splitlines()][:job.runs]
        return Answers(estimates=[number(str(run["estimate"])) for run in runs],
                       user=runs[0]["edge_ldp"] / job.epsilon, relationship=runs[0]["relationship_dp"] / job.epsilon,
                       sent=[run["upload_bytes"] for run in runs], read=[run["download_bytes"] for run in runs])
    except (ValueError, LookupError, TypeError) as error:
        raise NoAnswer(f"no JSON of `triangles` ({error})") from None


# TriangleLDP, LDPGraphStatistics, Triangle4CycleShuffle: by the same hands. The result is a file beside that of the edges,
# one line a run, true and estimated number first.

def file_answers(job: Job, _: str) -> Answers:
    files = sorted(job.folder.glob("res_*.csv"))
    if len(files) != 1:
        raise NoAnswer(f"{len(files)} files res_*.csv")
    lines = files[0].read_text("ascii", "replace").splitlines()[1:]
    rows = [line.split(",") for line in lines[:job.runs]]
    if any(len(row) < 4 for row in rows):
        raise NoAnswer(f"{files[0].name} has no four columns")
    return Answers(estimates=[number(row[1]) for row in rows], truth=number(rows[0][0]) if rows else None)


def triangle_ldp(name: str, mu: str, noise: str, clip: str, algorithm: int, private: str) -> Setting:
    typed = f"TriangleCounting edges.csv -1 1-{mu} {noise} {clip} 1 {algorithm}"

    def arguments(job: Job) -> list[str]:
        return [comma_file(job), "-1", f"{plain(job.epsilon)}-{mu}", noise, clip, str(job.runs), str(algorithm)]
    return Setting("TriangleLDP", name, "TriangleLDP/cpp/TriangleCounting", arguments, file_answers, private, typed)


def two_rounds_2021(job: Job) -> list[str]:
    # With -1 for the number of users it makes one run, whatever it is told.
    return [comma_file(job), str(job.graph.users), plain(job.epsilon), "2", str(job.runs), "3"]


def shuffle_local(job: Job) -> list[str]:
    return [comma_file(job), "-1", f"{plain(job.epsilon)}-8", "-1", str(job.runs), "7-1"]


# ldp-triangle

def vertex_centric(job: Job) -> list[str]:
    return [plain(job.epsilon), counted_file(job), str(job.runs), "1", "2"]


def vertex_answers(job: Job, printed: str) -> Answers:
    def all_of(pattern: str) -> list[float]:
        return [number(text) for text in re.findall(rf"(?m)^{pattern} ?= ?(\S+)$", printed)]
    truth, degree, edges, count = (all_of(p) for p in ("Triangle Count", "Eps0", "Eps1", "Eps2"))
    if not (truth and degree and edges and count):
        raise NoAnswer("no 'Triangle Count = ' or 'Eps0 = ' to 'Eps2 = '")
    return Answers(estimates=all_of("estimate")[:job.runs], truth=truth[0],
                   user=(degree[0] + edges[0] + count[0]) / job.epsilon,
                   relationship=(2 * degree[0] + edges[0] + 2 * count[0]) / job.epsilon)


# dpgraph

def edge_orient(job: Job) -> list[str]:
    plain_file(job)
    configuration = {"graph": "graph", "graph_size": job.graph.users, "algo_name": "triangle_countingLDP", "num_workers": 1,
                     "epsilon": job.epsilon, "phi": 0.5, "factor": 0.8, "bias": True, "bias_factor": 8, "noise": True, "runs": 1,
                     "output_file_tag": "peers", "graph_loc": str(job.folder), "bidirectional": True}
    file = job.folder / "run.yaml"  # JSON is YAML
    file.write_text(json.dumps(configuration), "utf-8")
    return ["-config_file", str(file), "-seed", str(job.seed), "-output_dir", str(job.folder)]


def framework_answers(job: Job, _: str) -> Answers:
    files = sorted(job.folder.glob("graph_*.txt"))
    said = re.search(r"(?m)^Triangle Count Approx: (\S+)$", files[0].read_text("utf-8", "replace")) if files else None
    if said is None:
        raise NoAnswer("no 'Triangle Count Approx: '")
    sent = []
    metrics = files[0].with_name(files[0].name + ".metrics.json")
    if metrics.is_file():
        try:
            sent = [json.loads(metrics.read_text("utf-8"))["total_bytes"] / job.graph.users]
        except (ValueError, LookupError, TypeError):
            raise NoAnswer(f"{metrics.name} says no total_bytes") from None
    return Answers(estimates=[number(said[1])], sent=sent)


CLIPPING = "no: clipping does not bound what one neighbour changes"
OURS = (
    Setting("edgeldp", "default", "", our_command(), our_answers, "yes", "edgeldp triangles GRAPH -e 1", user=None, relationship=None),
    Setting("edgeldp", "--codec nullspace", "", our_command("--codec", "nullspace"), our_answers, "yes",
            "edgeldp triangles GRAPH -e 1 --codec nullspace", user=None, relationship=None),
    Setting("edgeldp", "--codec ppr", "", our_command("--codec", "ppr"), our_answers, "yes",
            "edgeldp triangles GRAPH -e 1 --codec ppr", user=None, relationship=None),
)
THEIRS = (
    triangle_ldp("RRFull, noise type 2", "1", "2", "6-150", 1, "no: noise of the true degree"),
    triangle_ldp("RRFull, noise type 0", "1", "0", "0", 1, "given the largest degree, which it tells"),
    triangle_ldp("ARRFull, mu* 1", "1", "2", "6-150", 2, CLIPPING),
    triangle_ldp("ARROneNS, mu* 0.001", "0.001", "2", "6-150", 3, CLIPPING),
    Setting("LDPGraphStatistics", "two rounds, noise type 2", "LDPGraphStatistics/cpp/EvalLossLocal", two_rounds_2021, file_answers,
            "yes", "EvalLossLocal edges.csv USERS 1 2 1 3", relationship=1.1),
    Setting("Triangle4CycleShuffle", "local two rounds", "Triangle4CycleShuffle/cpp/SubgraphShuffle", shuffle_local, file_answers,
            CLIPPING, "SubgraphShuffle edges.csv -1 1-8 -1 1 7-1"),
    Setting("ldp-triangle", "vertex-centric", "ldp-triangle/counting", vertex_centric, vertex_answers,
            "no: a swap at the cap is not covered", "counting 1 graph.edges 1 1 2", user=None, relationship=None),
    Setting("dpgraph", "EdgeOrient", "dpgraph/dpgraph", edge_orient, framework_answers,
            "no: noise 2.3 times too small at 1", "dpgraph -config_file run.yaml -seed 1", at_once=False, user=0.875),
)
