# SPDX-License-Identifier: MIT
"""Types of the package hold, and its compiled part is what its stub says."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import pytest

import edgeldp

PACKAGE = pathlib.Path(edgeldp.__file__).parent

# Packages whose types are not everywhere.
CONFIGURATION = """
[mypy]
strict = True
mypy_path = {path}
cache_dir = {cache}
[mypy-igraph.*,matplotlib.*,networkx.*,pandas.*,scipy.*,tqdm.*]
ignore_missing_imports = True
"""

ALLOWED = pathlib.Path(__file__).with_name("stubtest.allow")


@pytest.fixture(scope="module")
def configuration(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    pytest.importorskip("mypy")
    folder = tmp_path_factory.mktemp("mypy")
    path = folder / "mypy.ini"
    path.write_text(CONFIGURATION.format(path=PACKAGE.parent, cache=folder / "cache"))
    return path


def complaints_of(module: str, *words: object) -> str:
    done = subprocess.run([sys.executable, "-m", module, *map(str, words)], text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False,
                          env={**os.environ, "MYPYPATH": str(PACKAGE.parent)})
    return "" if done.returncode == 0 else done.stdout


# Of somebody who uses the package: lines 2 and 3 are wrong.
SCRIPT = """import edgeldp
edgeldp.triangles("graph.txt", epsilon="much")
count: int = edgeldp.triangles("graph.txt").standard_error
error: float = edgeldp.degrees("graph.txt", 2)["edges"].standard_error
"""


def test_types(configuration: pathlib.Path, tmp_path: pathlib.Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    found = complaints_of("mypy", "--config-file", configuration, PACKAGE, script).splitlines()
    errors = [line for line in found if ": error: " in line]
    assert [error.split(":")[:2] for error in errors] == [
        [str(script), "2"], [str(script), "3"]], "\n".join(found)


def test_the_stub_is_the_module(configuration: pathlib.Path) -> None:
    assert not complaints_of("mypy.stubtest", "--mypy-config-file", configuration, "--concise",
                             "--allowlist", ALLOWED, "edgeldp._edgeldp")
