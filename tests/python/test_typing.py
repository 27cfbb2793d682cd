# SPDX-License-Identifier: MIT
"""Types: the package is typed throughout, and the stub says what the compiled module holds."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import pytest

pytest.importorskip("mypy")

PACKAGE = pathlib.Path(__file__).resolve().parents[2] / "apps" / "python"
CONFIGURATION = """
[mypy]
strict = True
[mypy-pandas.*,matplotlib.*,networkx.*,igraph.*,tqdm.*,scipy.*]
ignore_missing_imports = True
"""


def run(folder: pathlib.Path, *words: str) -> str:
    (folder / "mypy.ini").write_text(CONFIGURATION)
    done = subprocess.run([sys.executable, "-m", *words], cwd=folder, text=True,
                          env={**os.environ, "MYPYPATH": str(PACKAGE), "MYPY_CACHE_DIR": str(folder)},
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return "" if done.returncode == 0 else done.stdout


def test_the_package_is_typed(tmp_path: pathlib.Path) -> None:
    assert run(tmp_path, "mypy", "--config-file", "mypy.ini", "-p", "edgeldp") == ""


def test_the_stub_is_the_compiled_module(tmp_path: pathlib.Path) -> None:
    allowed = str(pathlib.Path(__file__).with_name("stubtest.allow"))
    assert run(tmp_path, "mypy.stubtest", "--mypy-config-file", "mypy.ini", "--concise",
               "--allowlist", allowed, "edgeldp._edgeldp") == ""
