# SPDX-License-Identifier: MIT
"""How functions of this package call the verbs of the program."""

from __future__ import annotations

import contextlib
import os
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar, Token
from dataclasses import dataclass
from typing import Any

from . import _edgeldp
from ._later import logger, np

__all__ = ["Simulation", "progress", "simulate"]

# ------------------------------------------------------------------------------------- Simulation


class Simulation:
    """Replayable coins while a ``with`` block lasts; made by `simulate`."""

    def __init__(self, seed: int) -> None:
        if not 0 <= seed < 2**64:
            raise ValueError(f"seed = {seed}: must be a whole number from 0 to 2^64 - 1")
        self.seed = seed
        self._calls = 0
        self._lock = threading.Lock()
        self._tokens: list[Token[Simulation | None]] = []

    def __enter__(self) -> Simulation:
        self._tokens.append(_simulation.set(self))
        return self

    def __exit__(self, *failure: object) -> None:
        _simulation.reset(self._tokens.pop())

    def __repr__(self) -> str:
        return f"<edgeldp.simulate({self.seed}): {self._calls} calls so far, which protect nobody>"

    def next_seed(self) -> int:
        """The seed of the next call: the first has the one that was given."""
        with self._lock:
            number = self._calls
            self._calls += 1
        if number == 0:
            return self.seed
        from hashlib import blake2b

        digest = blake2b(f"edgeldp {self.seed} {number}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "little")


_simulation: ContextVar[Simulation | None] = ContextVar("edgeldp_simulation", default=None)


def simulate(seed: int) -> Simulation:
    """Replay random coins from a seed: for experiments that can be repeated.

    This is the only way to coins that can be repeated. Without it they come from the operating
    system, and nobody can draw them again. Whatever is made of replayed coins says so
    (``result.simulated``), because it protects nobody: who knows the seed removes the noise.

    Parameters
    ----------
    seed : int
        From 0 to 2^64 - 1. The first call within the block draws the coins of the program's option
        ``--seed`` with this number; each later call has a seed of its own, which follows from this
        one and stands in ``result.seed``.

    Returns
    -------
    Simulation
        To be used in a ``with`` statement, by the thread that calls: a thread that is started within
        the block has coins of the operating system, unless it enters one of its own.

    Examples
    --------
    >>> with edgeldp.simulate(7):
    ...     first = edgeldp.triangles(graph)
    >>> first.simulated
    True
    """
    return Simulation(seed)


def block_seed() -> int | None:
    """The seed of the `simulate` block, the same for all calls in it; None outside of one."""
    simulation = _simulation.get()
    return None if simulation is None else simulation.seed


def next_seed() -> int | None:
    """The seed of this call; None where coins are the operating system's."""
    simulation = _simulation.get()
    return None if simulation is None else simulation.next_seed()


# ---------------------------------------------------------------------------------------- Progress

Listener = Callable[[str, int, int], object]
"""Of a stage, what is done of it, and all of it."""


class _Bar:
    """A bar of tqdm for the stages of a call."""

    def __init__(self) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError as missing:
            raise ImportError("progress() draws a bar of tqdm, which is not installed: install "
                              "it, or give a function of (stage, done, total)") from missing
        self._bar = tqdm(total=1, leave=False, bar_format="{desc}: {percentage:3.0f}%|{bar}|")

    def __call__(self, stage: str, done: int, total: int) -> None:
        self._bar.set_description_str(stage or "edgeldp", refresh=False)
        self._bar.n = done / total if total else 0
        self._bar.refresh()

    def close(self) -> None:
        self._bar.close()


_progress: ContextVar[bool | Listener] = ContextVar("edgeldp_progress", default=False)


@contextlib.contextmanager
def progress(show: bool | Listener = True) -> Iterator[None]:
    """Show how far calls are, while a ``with`` block lasts.

    Parameters
    ----------
    show : bool or callable
        True for a bar of tqdm a call; a function of (stage, done, total), which is called some ten
        times a second, and ends the call by raising; or False for neither.

    Notes
    -----
    The block holds for the thread that entered it.

    Examples
    --------
    >>> with edgeldp.progress():
    ...     result = edgeldp.triangles(graph, runs=20)
    """
    token = _progress.set(show)
    try:
        yield
    finally:
        _progress.reset(token)


@contextlib.contextmanager
def listener() -> Iterator[Listener | None]:
    """What the compiled module tells of the progress of one call."""
    show = _progress.get()
    if callable(show):
        yield show
    elif show:
        bar = _Bar()
        try:
            yield bar
        finally:
            bar.close()
    else:
        yield None


# ------------------------------------------------------------------------------------------- Calls


@contextlib.contextmanager
def memory_file(text: str | bytes) -> Iterator[str]:
    """The path of a file that is on no disk: what is private stays in memory."""
    data = text.encode() if isinstance(text, str) else text
    descriptor = os.memfd_create("edgeldp", os.MFD_CLOEXEC)
    try:
        with open(descriptor, "wb", closefd=False) as file:
            file.write(data)
        os.lseek(descriptor, 0, os.SEEK_SET)
        yield f"/proc/self/fd/{descriptor}"
    finally:
        os.close(descriptor)


@dataclass(frozen=True)
class Answer:
    """What a verb gave."""

    records: list[dict[str, Any]]
    notes: list[str]
    output: bytes
    columns: dict[str, Any]
    seed: int | None


def _handed_over(values: Mapping[str, Any]) -> dict[str, Any]:
    """Options that are not None or False, with Python's own values."""
    plain = ((name.rstrip("_"), _plain(value)) for name, value in values.items())
    return {name: value for name, value in plain if value is not None and value is not False}


def _plain(value: Any) -> Any:
    if isinstance(value, (str, int, float, type(None))):
        return value
    if isinstance(value, np.generic):
        return value.item()
    return [_plain(one) for one in value]


_MEMORY = re.compile(r"/proc/self/fd/\d+")
_SPOKEN = {"--no-exact": "exact=False", "--seed": "simulate(seed)"}


def in_python(message: str) -> str:
    """A message of the program with its options as they are called here."""
    def name(match: re.Match[str]) -> str:
        option = match.group(0)
        return _SPOKEN.get(option, option[2:].replace("-", "_"))

    message = message.replace(". --epsilon sets another ceiling", "")  # which none does here
    message = re.sub(r"--[a-z][a-z-]*[a-z]", name, message)
    message = re.sub(r"^(\w+): \1\b", r"\1", message)  # "epsilon: epsilon = 0"
    return _MEMORY.sub("data in memory", message)


def _log(notes: Sequence[str]) -> None:
    for note in notes:
        level, _, text = note.partition(": ")
        if level == "warning":
            logger().warning(in_python(text))
        elif level == "note":
            logger().info(in_python(text))
        else:
            logger().info(in_python(note))


def called(run: Callable[[Listener | None], Any]) -> Any:
    """What the compiled module gives to a function of who listens, its refusals in words of Python."""
    with listener() as heard:
        try:
            return run(heard)
        except ValueError as refused:
            raise ValueError(in_python(str(refused))) from None


def call(verb: str, options: Mapping[str, Any], *, given: Any = None,
         seed: int | None = None) -> Answer:
    """Call a verb of the program and take what it says.

    Raises
    ------
    ValueError
        For options that the program refuses, in its words.
    """
    settings = _handed_over(options)
    if seed is not None:
        settings["seed"] = seed
    outcome = called(lambda heard: _edgeldp.run(verb, settings, given=given, progress=heard))
    _log(outcome.notes)
    records = outcome.records
    if any(map(_is_in_memory, settings.values())):
        records = [_without_paths(record) for record in records]
    return Answer(records, [in_python(note) for note in outcome.notes], outcome.output,
                  outcome.columns, seed)


def _is_in_memory(value: Any) -> bool:
    if isinstance(value, list):
        return any(map(_is_in_memory, value))
    return isinstance(value, str) and _MEMORY.match(value) is not None


def _without_paths(value: Any) -> Any:
    """A record that names no file of this process."""
    if isinstance(value, str):
        return _MEMORY.sub("data in memory", value)
    if isinstance(value, dict):
        return {key: _without_paths(one) for key, one in value.items()}
    return [_without_paths(one) for one in value] if isinstance(value, list) else value
