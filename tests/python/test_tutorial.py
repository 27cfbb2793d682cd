# SPDX-License-Identifier: MIT
"""The tutorial and the guide's page run, and print what stands beside their code.

A comment ``# prints: ...`` is one line of output of the statement above it. A line that begins
with ``#`` and nine spaces goes on where the one above it was broken. All output stands so.
``python3 test_tutorial.py --rewrite`` writes these comments, and tutorial.out, anew.
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

for package in ("matplotlib", "networkx", "numpy", "pandas"):
    pytest.importorskip(package)

ROOT = pathlib.Path(__file__).resolve().parents[2]
TUTORIAL = ROOT / "apps" / "python" / "examples" / "tutorial.py"
OUTPUT = TUTORIAL.with_suffix(".out")
PAGE = ROOT / "docs" / "python.md"
FIGURES = {"triangles", "sweep", "degrees", "homophily", "methods"}

SAYS, GOES_ON = "# prints: ", "#         "
BLOCK = re.compile(r"(?<=^```python\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)


def without_promises(source: str) -> tuple[list[str], list[str]]:
    """Lines of code, and the lines of output that it promises."""
    code: list[str] = []
    promised: list[str] = []
    may_go_on = False
    for line in source.splitlines():
        if line.startswith(SAYS):
            promised.append(line[len(SAYS):])
            may_go_on = True
        elif may_go_on and line.startswith(GOES_ON):
            promised[-1] += " " + line[len(GOES_ON):]
        else:
            code.append(line)
            may_go_on = False
    return code, promised


# ----------------------------------------------------------------------------------------- Tutorial


def run_tutorial(folder: str) -> str:
    done = subprocess.run([sys.executable, "-X", "utf8", str(TUTORIAL), folder],
                          stdout=subprocess.PIPE, encoding="utf-8", check=False)
    assert done.returncode == 0
    return done.stdout


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    return tmp_path_factory.mktemp("tutorial") / "figures"


@pytest.fixture(scope="module")
def printed(figures: pathlib.Path) -> str:
    return run_tutorial(str(figures))


def test_the_tutorial_prints_what_was_kept(printed: str) -> None:
    assert printed.splitlines() == OUTPUT.read_text("utf-8").splitlines()


def test_the_tutorial_prints_what_it_says(printed: str) -> None:
    assert printed.splitlines() == without_promises(TUTORIAL.read_text("utf-8"))[1]


@pytest.mark.usefixtures("printed")
def test_the_tutorial_draws(figures: pathlib.Path) -> None:
    assert {figure.name for figure in figures.iterdir()} == {f"{name}.png" for name in FIGURES}
    for figure in figures.iterdir():
        assert figure.read_bytes().startswith(b"\x89PNG"), figure


# --------------------------------------------------------------------------------------------- Page


@contextlib.contextmanager
def working_in(folder: str | pathlib.Path) -> Iterator[None]:
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def output_of(code: str, where: str, namespace: dict[str, Any]) -> str:
    """What it prints; `where` is its place for tracebacks."""
    heard = io.StringIO()
    with contextlib.redirect_stdout(heard):
        exec(compile(code, where, "exec"), namespace)
    return heard.getvalue()


def test_the_page_prints_what_it_says(tmp_path: pathlib.Path,
                                      monkeypatch: pytest.MonkeyPatch) -> None:
    import matplotlib.pyplot as plt

    plt.switch_backend("Agg")
    monkeypatch.chdir(tmp_path)
    page = PAGE.read_text("utf-8")
    namespace: dict[str, Any] = {"__name__": "__main__"}
    blocks = list(BLOCK.finditer(page))
    assert blocks
    for block in blocks:
        line = page.count("\n", 0, block.start())
        # Lines of tracebacks are those of the page.
        printed = output_of("\n" * line + block.group(), str(PAGE), namespace)
        assert printed.splitlines() == without_promises(block.group())[1], f"line {line + 1}"
    plt.close("all")


# ---------------------------------------------------------------------------------------- Rewriting


def promises(printed: Iterable[str]) -> Iterator[str]:
    """Comments that say it, up to 98 columns; tables are not broken."""
    for line in printed:
        if len(SAYS + line) <= 98 or "  " in line:
            yield SAYS + line
            continue
        tied = re.sub(r"(?<=\d) (?=\d{3}\b)", "\xa0", line)  # thousands stay together
        for part in textwrap.wrap(tied, 98, initial_indent=SAYS, subsequent_indent=GOES_ON,
                                  break_long_words=False, break_on_hyphens=False):
            yield part.replace("\xa0", " ")


def rewritten(source: str, where: str, namespace: dict[str, Any]) -> str:
    """The same code, with promises of what its statements print now."""
    code, _ = without_promises(source)
    made: list[str] = []
    at = 0
    for statement in ast.parse("\n".join(code)).body:
        end = statement.end_lineno or at
        printed = output_of("\n" * at + "\n".join(code[at:end]), where, namespace)
        made += [*code[at:end], *promises(printed.splitlines())]
        at = end
    return "\n".join([*made, *code[at:]]) + "\n"


def rewrite() -> None:
    tutorial = TUTORIAL.read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        OUTPUT.write_text(run_tutorial(folder), "utf-8")
    sys.argv = [str(TUTORIAL)]
    names: dict[str, Any] = {"__name__": "__main__", "__file__": str(TUTORIAL)}
    TUTORIAL.write_text(rewritten(tutorial, str(TUTORIAL), names), "utf-8")
    names = {"__name__": "__main__"}
    with tempfile.TemporaryDirectory() as folder, working_in(folder):
        page = BLOCK.sub(lambda block: rewritten(block.group(), str(PAGE), names),
                         PAGE.read_text("utf-8"))
    PAGE.write_text(page, "utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--rewrite"]:
        sys.exit("usage: python3 test_tutorial.py --rewrite; or run it by pytest")
    rewrite()
