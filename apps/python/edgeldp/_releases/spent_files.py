# SPDX-License-Identifier: MIT
"""Files of releases, and the accounts beside them, as the program writes them."""

from __future__ import annotations

import functools
import os
from typing import NamedTuple

from .. import _edgeldp


class _Read(NamedTuple):
    """What a file holds: which release, and with what beside it."""

    identity: str
    form: str


@functools.lru_cache(maxsize=256)
def _read_as(path: str, _moment: tuple[int, ...]) -> _Read:
    try:
        found = _edgeldp.Release.load(path)
        return _Read(found.digest(), form_of(found))
    except (OSError, ValueError):
        return _Read("", "")


def read_at(path: str) -> _Read:
    try:
        facts = os.stat(path)
    except OSError:
        return _Read("", "")
    return _read_as(path, (facts.st_dev, facts.st_ino, facts.st_size, facts.st_mtime_ns))


def form_of(compiled: _edgeldp.Release) -> str:
    import hashlib

    return hashlib.sha256(compiled.to_bytes()).hexdigest()


def _digest_of_file(path: str) -> str:
    import hashlib

    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while part := file.read(1 << 20):
            digest.update(part)
    return digest.hexdigest()


def units(spent: tuple[int, int]) -> int:
    return spent[1]


def spent_at(path: str, key: str) -> tuple[int, int]:
    """Counts and units in the account beside a file, as the program writes it."""
    try:
        with open(path + ".spent", encoding="utf-8") as file:
            entries = [line.split() for line in file if not line.startswith("#")]
        names = {key, _digest_of_file(path)}  # earlier versions named releases by their keys
    except OSError:
        return 0, 0
    found = [(int(e[1]), int(e[2])) for e in entries if len(e) == 3 and e[0] in names]
    return max(found, key=units, default=(0, 0))


def bring_to(path: str, key: str, spent: tuple[int, int]) -> None:
    """Enters into the account beside a file what it does not know yet."""
    if spent[1] > spent_at(path, key)[1]:
        with open(path + ".spent", "a", encoding="utf-8") as file:
            file.write(f"{_digest_of_file(path)} {spent[0]} {spent[1]}\n")
