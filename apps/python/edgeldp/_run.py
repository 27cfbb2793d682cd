# SPDX-License-Identifier: MIT
"""How functions of this package call the verbs of the program."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar, Token
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Union

import numpy as np

from . import _edgeldp

__all__ = ["Progress", "Simulation", "simulate"]

Progress = Union[bool, Callable[[str, int, int], object], None]
"""True for a bar of tqdm; or a function of a stage, what is done of it, and all of it."""

Option = Union[str, int, float, bool, Sequence[Any], None]

logger = logging.getLogger("edgeldp")


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


class _Bar:
    """A bar of tqdm for the stages of a call."""

    def __init__(self) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError as missing:
            raise ImportError("progress=True draws a bar of tqdm, which is not installed: install "
                              "it, or give a function of (stage, done, total)") from missing
        self._bar = tqdm(total=1, leave=False, bar_format="{desc}: {percentage:3.0f}%|{bar}|")

    def __call__(self, stage: str, done: int, total: int) -> None:
        self._bar.set_description_str(stage or "edgeldp", refresh=False)
        self._bar.n = done / total if total else 0
        self._bar.refresh()

    def close(self) -> None:
        self._bar.close()


@contextlib.contextmanager
def listener(progress: Progress) -> Iterator[Callable[[str, int, int], object] | None]:
    """What the compiled module tells of its progress."""
    if callable(progress):
        yield progress
    elif progress:
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


def words_of(options: Mapping[str, Option]) -> list[str]:
    """Options as the program takes them; those that are None or False are left out."""
    words = []
    for name, value in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        value = _plain(value)
        if value is None or value is False:
            continue
        if value is True:
            words.append(option)
        elif isinstance(value, (str, int, float)):
            words.append(f"{option}={value}")
        else:
            words.append(f"{option}=" + ",".join(_listed(name, value)))
    return words


def _plain(value: Any) -> Any:
    """Numbers of numpy as Python's, whose texts are what the program reads."""
    return value.item() if isinstance(value, np.generic) else value


def _listed(name: str, values: Iterable[Any]) -> list[str]:
    """Texts of a list, which commas separate."""
    texts = [str(_plain(value)) for value in values]
    for text in texts:
        if "," in text:
            raise ValueError(f"{name}: {text!r} holds a comma, which separates them; call it "
                             "otherwise")
    return texts


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
            logger.warning(in_python(text))
        elif level == "note":
            logger.info(in_python(text))
        else:
            logger.info(in_python(note))


def call(verb: str, options: Mapping[str, Option], *, files: Sequence[str] = (), given: Any = None,
         progress: Progress = None, seed: int | None = None) -> Answer:
    """Call a verb of the program and take what it says.

    Raises
    ------
    ValueError
        For options that the program refuses, in its words.
    """
    words = [*verb.split(), *words_of(options)]
    if seed is not None:
        words.append(f"--seed={seed}")
    words += files
    with listener(progress) as heard:
        try:
            outcome = _edgeldp.run(words, given=given, progress=heard)
        except ValueError as refused:
            raise ValueError(in_python(str(refused))) from None
    _log(outcome.notes)
    return Answer([json.loads(_MEMORY.sub("data in memory", record)) for record in outcome.records],
                  [in_python(note) for note in outcome.notes], outcome.output, outcome.columns,
                  seed)
