# SPDX-License-Identifier: MIT
"""The notebook runs, and says what is kept in it.

Texts are compared exactly, pictures by their presence. ``python3 test_notebook.py --rewrite`` keeps
what a run says now.
"""

from __future__ import annotations

import json
import os
import pathlib
import sys
from typing import Any

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOTEBOOK = ROOT / "docs" / "guide" / "notebook.ipynb"
REWRITE = "python3 tests/python/test_notebook.py --rewrite"

TEXTS = ("text/plain", "text/html", "text/markdown")
PICTURES = ("image/png", "image/svg+xml")


def cells_of(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def whole(text: str | list[str]) -> str:
    return "".join(text)


def says(cell: dict[str, Any]) -> list[tuple[str, str]]:
    """What its outputs are: of a text itself, of a picture that there is one."""
    said: list[tuple[str, str]] = []
    for output in cell["outputs"]:
        if output["output_type"] == "stream":
            said.append((output["name"], whole(output["text"])))
        elif output["output_type"] == "error":
            said.append(("error", f"{output['ename']}: {output['evalue']}"))
        else:
            data = output["data"]
            said += [(kind, whole(data[kind])) for kind in TEXTS
                     if kind in data and not any(p in data for p in PICTURES)]
            said += [(kind, "a picture") for kind in PICTURES if kind in data]
    return said


def run() -> dict[str, Any]:
    """The notebook after a run of its own from top to bottom."""
    import nbformat
    from nbconvert.preprocessors import ExecutePreprocessor

    notebook = nbformat.read(NOTEBOOK, as_version=4)
    ExecutePreprocessor(timeout=240, kernel_name="python3").preprocess(notebook, {})
    made: dict[str, Any] = json.loads(nbformat.writes(notebook))
    return made


@pytest.fixture(scope="module")
def kept() -> dict[str, Any]:
    notebook: dict[str, Any] = json.loads(NOTEBOOK.read_text("utf-8"))
    return notebook


@pytest.fixture(scope="module")
def fresh() -> dict[str, Any]:
    for package in ("ipykernel", "matplotlib", "matplotlib_inline", "nbconvert", "networkx"):
        pytest.importorskip(package)
    return run()


def test_a_run_says_what_is_kept(kept: dict[str, Any], fresh: dict[str, Any]) -> None:
    assert len(cells_of(kept)) == len(cells_of(fresh))
    for i, (old, new) in enumerate(zip(cells_of(kept), cells_of(fresh)), start=1):
        assert says(new) == says(old), f"code cell {i} says something else; {REWRITE}"


def test_it_was_kept_after_a_run_from_top_to_bottom(kept: dict[str, Any]) -> None:
    counts = [cell["execution_count"] for cell in cells_of(kept)]
    assert counts == list(range(1, len(counts) + 1))
    said = [part for cell in cells_of(kept) for part in says(cell)]
    assert not [text for kind, text in said if kind in ("error", "stderr")]
    assert sum(kind == "image/png" for kind, _ in said) == 3
    for part in ("<svg", "Worth asking", "plain response"):
        assert any(part in text for _, text in said), part


def test_it_tells_nothing_of_the_machine_that_ran_it(kept: dict[str, Any]) -> None:
    text = json.dumps(kept)
    for part in ("/home/", "/tmp/", "/root/", str(ROOT), "0x7"):
        assert part not in text
    assert kept["metadata"] == {"kernelspec": {"display_name": "Python 3", "language": "python",
                                               "name": "python3"},
                                "language_info": {"name": "python"}}


def rewrite() -> None:
    made = run()
    for cell in made["cells"]:
        cell["metadata"] = {}
        for output in cell.get("outputs", []):
            output["metadata"] = {}
    made["metadata"] = {"kernelspec": {"display_name": "Python 3", "language": "python",
                                       "name": "python3"},
                        "language_info": {"name": "python"}}
    NOTEBOOK.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--rewrite"]:
        sys.exit("usage: python3 test_notebook.py --rewrite; or run it by pytest")
    os.environ.pop("MPLBACKEND", None)
    rewrite()
