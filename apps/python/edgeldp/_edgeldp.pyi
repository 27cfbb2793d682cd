# SPDX-License-Identifier: MIT
"""The compiled part: private, use what edgeldp exports.

Vertices are numbers 0 .. n - 1. Functions that compute release the interpreter's lock and end
soon after a signal; they raise ValueError (bad input or options), OSError (files) and
RuntimeError (a defect of ours, or a forked process).
"""

from collections.abc import Callable, Sequence
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

__version__: str

_Progress = Callable[[str, int, int], object]
"""Called with a stage, what is done of it and all of it: by the thread that made the call."""

@final
class Graph:
    """A simple undirected graph in compressed sparse rows. Immutable; never copied."""

    def __init__(self, nodes: int, u: NDArray[np.uint32], v: NDArray[np.uint32]) -> None:
        """From edges in any order; self-loops and repeats are dropped."""
    @staticmethod
    def from_csr(indptr: NDArray[np.int64], indices: NDArray[np.int32]) -> Graph:
        """Shares both arrays, which nobody may change while the graph lives.

        ValueError names the first vertex whose list is not increasing, holds itself or a
        neighbour that is not below n, or an edge that only one end lists.
        """
    @property
    def nodes(self) -> int: ...
    @property
    def edges(self) -> int: ...
    @property
    def indptr(self) -> NDArray[np.int64]: ...
    @property
    def indices(self) -> NDArray[np.int32]: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class ArcGraph:
    """A simple directed graph. Immutable."""

    def __init__(self, nodes: int, tails: NDArray[np.uint32], heads: NDArray[np.uint32]) -> None:
        """From arcs in any order; self-loops and repeats are dropped."""
    @property
    def nodes(self) -> int: ...
    @property
    def arcs(self) -> int: ...
    def ends(self) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """The arcs in order: tails and heads."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class BipartiteGraph:
    """Users (left) and items (right), each numbered from 0."""

    def __init__(self, left: int, right: int, u: NDArray[np.uint32], v: NDArray[np.uint32]) -> None: ...
    @property
    def left(self) -> int: ...
    @property
    def right(self) -> int: ...
    @property
    def edges(self) -> int: ...
    def ends(self) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """The edges in order: left ends and right ends."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Input:
    """A graph with what its vertices are called; what `run` counts on."""

    def __init__(
        self,
        graph: Graph | BipartiteGraph | ArcGraph,
        name: str,
        *,
        labels: NDArray[np.uint64] | None = None,
        names: Sequence[str] | None = None,
        users_are_declared: bool = True,
    ) -> None: ...
    @staticmethod
    def read(
        path: str,
        *,
        format: str = "auto",
        names: bool = False,
        users: Sequence[str] | NDArray[np.uint64] | None = None,
        items: Sequence[str] | NDArray[np.uint64] | None = None,
        bipartite: bool = False,
        directed: bool = False,
        name: str | None = None,
        progress: _Progress | None = None,
    ) -> Input:
        """The program's reader. users, items (the left and the right vertices of a bipartite graph): all ids,
        in their order; otherwise those that the file names."""
    @property
    def graph(self) -> Graph | BipartiteGraph: ...
    @property
    def name(self) -> str: ...
    @property
    def labels(self) -> NDArray[np.uint64]:
        """Of a bipartite graph: of its left vertices."""
    @property
    def right_labels(self) -> NDArray[np.uint64]: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def right_names(self) -> list[str]: ...
    @property
    def users_are_declared(self) -> bool: ...
    @property
    def items_are_declared(self) -> bool: ...
    @property
    def clean_up(self) -> dict[str, int]:
        """What the reader saw and dropped: lines, comments, self_loops, duplicates, ..."""

@final
class Outcome:
    """What a verb said."""

    @property
    def records(self) -> list[dict[str, Any]]:
        """Results in the order in which the program prints them."""
    @property
    def notes(self) -> list[str]:
        """What the program says on standard error, without its name."""
    @property
    def output(self) -> bytes:
        """What a verb wrote to the file '-'."""
    @property
    def columns(self) -> dict[str, tuple[NDArray[np.float64], NDArray[np.float64]]]:
        """Numbers of every user: estimates and standard errors; the latter are empty where none are known."""

def run(
    verb: str,
    settings: dict[str, Any],
    *,
    given: Input | None = None,
    progress: _Progress | None = None,
) -> Outcome:
    """Calls a verb of the program with its options as values: run("triangles", {"epsilon": 1.0}, given=...).
    ValueError for what the program would refuse as words, in the same words."""

def compare_graphs(
    graph: Input,
    other: Input,
    sources: int | None,
    sample_seed: int,
    other_users: bool,
    *,
    progress: _Progress | None = None,
) -> dict[str, Any]:
    """The fifteen queries of PGB of two graphs, as `edgeldp compare-graphs --json` has them."""

def plain_questions() -> dict[str, str]: ...
def verbs() -> dict[str, dict[str, str]]:
    """Verbs, their options by name, and what each does."""

def fields() -> list[tuple[str, str, str]]:
    """All fields of results: name, unit, meaning."""

def set_threads(threads: int) -> None:
    """Compute with at most so many threads from now on; 0: all cores. Changes no result."""
def threads() -> int:
    """With how many threads calls compute."""

@final
class Release:
    """A release file in memory: a noisy graph that anybody may read. Immutable."""

    @staticmethod
    def from_bytes(data: bytes) -> Release: ...
    @staticmethod
    def load(path: str) -> Release: ...
    def to_bytes(self) -> bytes: ...
    def digest(self) -> str:
        """Of what users sent and were told, as 64 hexadecimal digits."""
    def save(self, path: str) -> None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def ids(self) -> NDArray[np.uint64]:
        """What the users are called; empty where the file does not say."""
    @property
    def task(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def epsilon(self) -> float: ...
    @property
    def spent(self) -> float:
        """By the rounds behind the file, of a user."""
    @property
    def codec(self) -> str: ...
    @property
    def simulated(self) -> bool: ...
    @property
    def private(self) -> bool: ...
    @property
    def degrees(self) -> NDArray[np.int64]:
        """Released degrees, which may be negative: not copied."""
    @property
    def degree_epsilon(self) -> float:
        """Discrete Laplace noise of scale 1 / degree_epsilon is in them."""
    @property
    def absent(self) -> NDArray[np.uint32]: ...
    @property
    def words(self) -> NDArray[np.uint64]:
        """The decoded rows, one after the other: shared, not copied."""
    def bit(self, u: NDArray[np.uint32], v: NDArray[np.uint32]) -> NDArray[np.bool_]: ...
    def chances(
        self, u: NDArray[np.uint32], v: NDArray[np.uint32]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Of each pair, how likely a bit 1 is if it is an edge, and if it is none."""
    def row(self, u: int) -> NDArray[np.uint32]: ...
    def to_graph(self) -> Graph:
        """All noisy edges: about p0 n^2 / 2 and those of the graph."""

@final
class Channel:
    """One randomized answer: how likely every report is, given the truth. Immutable."""

    @staticmethod
    def make(
        mechanism: str,
        epsilon: float,
        categories: Sequence[str],
        *,
        prior: NDArray[np.float64] | None = None,
        sigma: float = 1.0,
        favoured: int = 1,
        bins: Sequence[str] | None = None,
        utility: NDArray[np.float64] | None = None,
    ) -> Channel: ...
    @staticmethod
    def from_matrix(
        inputs: Sequence[str], outputs: Sequence[str], probabilities: NDArray[np.float64]
    ) -> Channel:
        """probabilities: reports x truths; columns add up to 1."""
    @staticmethod
    def from_json(text: str) -> Channel: ...
    def to_json(self) -> str: ...
    @staticmethod
    def mechanisms() -> dict[str, str]: ...
    @property
    def inputs(self) -> list[str]: ...
    @property
    def outputs(self) -> list[str]: ...
    @property
    def probabilities(self) -> NDArray[np.float64]: ...
    @property
    def loss(self) -> float:
        """In nats; infinite where a report rules out a truth."""
    def maker(self, mechanism: str | None, epsilon: float | None) -> str:
        """What the program writes beside reports."""
    def require_maker(
        self, mechanism: str | None, epsilon: float | None, column: str, made_by: str
    ) -> None: ...
    def sample(self, truths: NDArray[np.int64], seed: int | None = None) -> NDArray[np.int64]: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

def estimate_proportions(
    channels: Sequence[Channel], reports: Sequence[NDArray[np.int64]], *, fixed: bool = False
) -> dict[str, Any]:
    """values, standard_errors, low, high: tables of the joint truths; reports, condition_number."""

def losses_of(channels: Sequence[Channel]) -> float:
    """What one person spends who reports through all of them."""

@final
class Ledger:
    """What users may spend, over several calls: the library's account, of users who are asked alike."""

    def __init__(self, epsilon: float) -> None: ...
    def spend(self, name: str, epsilon: float, edge_ends: int = 2, is_ours: bool = False) -> None:
        """ValueError, with nothing entered, for more than is left. edge_ends: how many ends of an edge
        take part with it: 0, 1 or 2. is_ours: rounded down to 2^-32, as mechanisms do; else up."""
    @property
    def epsilon(self) -> float: ...
    @property
    def spent(self) -> float: ...
    @property
    def edge_ldp(self) -> float: ...
    @property
    def relationship_dp(self) -> float: ...
    @property
    def remaining(self) -> float: ...
    @property
    def entries(self) -> list[tuple[str, float]]: ...

@final
class Call:
    """One question as it reaches one user."""

    @property
    def asks(self) -> str:
        """The task's name."""
    @property
    def round(self) -> str: ...
    @property
    def said(self) -> bytes:
        """The announcement, the same for everybody."""
    @property
    def number(self) -> int:
        """Of the user among those asked."""

class Client:
    """One user: its number, its list, its coins. `answer` makes a message of each question."""

    def __init__(
        self, user: int, users: int, neighbors: NDArray[np.uint32], seed: int | None = None
    ) -> None: ...
    @property
    def user(self) -> int: ...
    @property
    def users(self) -> int: ...
    def answer(self, call: Call) -> bytes: ...

def collect(
    question: str,
    clients: Sequence[Client],
    *,
    epsilon: float,
    seed: int | None = None,
    progress: _Progress | None = None,
) -> dict[str, Any]:
    """Plays the collector of a protocol, "triangles" or "edges": asks clients, one after the other. Returns a
    result."""

@final
class NeighborNumbers:
    """Answers about neighbours: `width` numbers a user, user after user; nan of absent users."""

    @property
    def width(self) -> int: ...
    @property
    def centres(self) -> list[float]:
        """One a column."""
    @property
    def values(self) -> NDArray[np.float64]: ...
    @property
    def standard_errors(self) -> list[float]:
        """One a column."""
    def total(self, weights: NDArray[np.float64] | None = None) -> dict[str, Any]:
        """weights: one a number. Returns the fields of an estimate."""

@final
class Collection:
    """Questions about neighbours, of the users of a graph or of clients, within one budget."""

    def __init__(
        self, users: Graph | ArcGraph | Sequence[Client], epsilon: float, seed: int | None = None
    ) -> None: ...
    def degrees(self, epsilon: float, *, progress: _Progress | None = None) -> NeighborNumbers: ...
    def sums(
        self,
        x: NDArray[np.float64],
        epsilon: float,
        centres: Sequence[float] | None = None,
        *,
        progress: _Progress | None = None,
    ) -> NeighborNumbers:
        """x: users x columns."""
    def sums_over_edges(
        self, x: NDArray[np.float64], epsilon: float, *, progress: _Progress | None = None
    ) -> NeighborNumbers:
        """x: users x columns."""
    def h_index(
        self, x: NDArray[np.float64], epsilon: float, *, progress: _Progress | None = None
    ) -> NeighborNumbers: ...
    def groups(
        self,
        group_of: NDArray[np.int64],
        groups: int,
        epsilon: float,
        *,
        progress: _Progress | None = None,
    ) -> NeighborNumbers: ...
    def require_payable(self, epsilon: float) -> None:
        """ValueError for a budget of 0, or beyond what is left."""
    def is_own(self, values: NDArray[np.float64]) -> bool:
        """Whether they are an answer of this collection, as it came."""
    @property
    def users(self) -> int: ...
    @property
    def remaining(self) -> float: ...
    @property
    def declared_public(self) -> list[str]: ...
    def facts(self) -> dict[str, Any]:
        """What all results say by now."""
    def asked(self) -> list[dict[str, Any]]:
        """The questions, in their order; "answered" is 0 of one that was interrupted."""

class generate:
    """Seeded random graphs."""

    @staticmethod
    def erdos_renyi(nodes: int, edges: int, seed: int) -> Graph: ...
    @staticmethod
    def rmat(scale: int, edges: int, seed: int, a: float, b: float, c: float) -> Graph: ...
    @staticmethod
    def holme_kim(nodes: int, edges_per_node: int, triad_probability: float, seed: int) -> Graph: ...
    @staticmethod
    def affiliation(nodes: int, edges: int, seed: int) -> Graph: ...
    @staticmethod
    def google_plus(halvings: int, seed: int) -> Graph: ...
    @staticmethod
    def labels(graph: Graph, count: int, homophily: float, seed: int) -> NDArray[np.uint32]: ...

class exact:
    """Without privacy."""

    @staticmethod
    def triangles(graph: Graph) -> int: ...
    @staticmethod
    def cycles(graph: Graph, length: int) -> int: ...
    @staticmethod
    def stars(graph: Graph, leaves: int) -> int: ...
    @staticmethod
    def degrees(graph: Graph) -> NDArray[np.uint64]: ...
    @staticmethod
    def triangles_at_users(graph: Graph) -> NDArray[np.uint64]: ...
    @staticmethod
    def clustering(graph: Graph) -> float: ...
    @staticmethod
    def average_local_clustering(graph: Graph) -> float: ...
    @staticmethod
    def core_numbers(graph: Graph) -> NDArray[np.uint64]: ...
    @staticmethod
    def degeneracy(graph: Graph) -> int: ...
    @staticmethod
    def common_neighbors(
        graph: Graph, u: NDArray[np.uint32], v: NDArray[np.uint32]
    ) -> NDArray[np.uint64]: ...
    @staticmethod
    def butterflies(graph: BipartiteGraph) -> int: ...
