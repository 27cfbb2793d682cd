# SPDX-License-Identifier: MIT
"""The program, and one graph in memory and in a file."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
from typing import Any

import numpy as np
import pytest

import edgeldp

USERS = 300


class Program:
    """The program, of which every call here must succeed."""

    def __init__(self, path: str) -> None:
        self._path = path

    def output(self, *words: object) -> bytes:
        """What it writes to standard output."""
        done = subprocess.run([self._path, *map(str, words)], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout

    def __call__(self, *words: object) -> list[dict[str, Any]]:
        """Its results in their order."""
        return [json.loads(line) for line in self.output(*words, "--json").splitlines()]


@pytest.fixture(scope="session")
def program() -> Program:
    """The program of this build, whose path is in EDGELDP_PROGRAM."""
    path = os.environ.get("EDGELDP_PROGRAM")
    if not path:
        pytest.skip("EDGELDP_PROGRAM is not set: there is no program to compare with")
    return Program(path)


@pytest.fixture(scope="session")
def graph() -> edgeldp.Graph:
    """Users 0 to USERS - 1, some of whom know nobody; called as its file is."""
    made = edgeldp.generate.affiliation(USERS, 2500, 1)
    u, v = np.repeat(np.arange(USERS), np.diff(made.indptr)), made.indices
    is_first_end = u < v
    return edgeldp.as_graph((u[is_first_end], v[is_first_end]), nodes=USERS, name="friends.txt")


@pytest.fixture(scope="session")
def graph_file(graph: edgeldp.Graph, tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The same edges, one a line; `--nodes 300` says who the users are."""
    path = tmp_path_factory.mktemp("graph") / graph.name
    u, v = np.repeat(np.arange(USERS), np.diff(graph.indptr)), graph.indices
    lines = (f"{a}\t{b}\n" for a, b in zip(u.tolist(), v.tolist()) if a < b)
    path.write_text("".join(lines))
    return path
