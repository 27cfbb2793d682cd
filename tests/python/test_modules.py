# SPDX-License-Identifier: MIT
"""Modules of the package import each other in one direction, wherever in a file they do."""

from __future__ import annotations

import ast
import os
import pathlib
import subprocess
import sys

import edgeldp

PACKAGE = pathlib.Path(edgeldp.__file__).parent
MOST_LINES = 350


def name_of(path: pathlib.Path, root: pathlib.Path) -> str:
    parts = path.relative_to(root.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: pathlib.Path, module: str, known: set[str]) -> set[str]:
    """Modules that it imports: at its head, within functions, or for types alone."""
    package = module if path.stem == "__init__" else module.rpartition(".")[0]
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[:len(package.split(".")) - node.level + 1]
            base = ".".join([*(above if node.level else []), *filter(None, [node.module])])
            parts = (f"{base}.{alias.name}" for alias in node.names)
            found.update(part if part in known else base for part in parts)
    return {f for f in found if f in known and f != module}


def circle_in(root: pathlib.Path) -> list[str]:
    """Modules each of which imports the next, and the last the first; or none."""
    paths = {name_of(path, root): path for path in root.rglob("*.py")}
    arrows = {module: imports_of(path, module, set(paths)) for module, path in paths.items()}
    for arrow in arrows.values():
        arrow.discard(root.name)  # `from .. import _edgeldp` names no part of the package
    over: set[str] = set()

    def walk(module: str, way: list[str]) -> list[str]:
        if module in way:
            return [*way[way.index(module):], module]
        if module in over:
            return []
        for other in sorted(arrows[module]):
            if circle := walk(other, [*way, module]):
                return circle
        over.add(module)
        return []

    return next((circle for module in sorted(paths) if (circle := walk(module, []))), [])


def test_no_module_imports_itself_through_others() -> None:
    assert circle_in(PACKAGE) == []


def test_a_planted_circle_is_found(tmp_path: pathlib.Path) -> None:
    root = tmp_path / "planted"
    (root / "part").mkdir(parents=True)
    files = {"__init__.py": "from .a import x\n", "a.py": "from .part import y\nx = y\n",
             "part/__init__.py": "from .b import y\n", "part/b.py": "y = 1\n"}
    for name, text in files.items():
        (root / name).write_text(text)
    assert circle_in(root) == []
    for late in ("def f() -> None:\n    from .. import a\n",
                 "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ..a import x\n"):
        (root / "part" / "b.py").write_text(files["part/b.py"] + late)
        circle = circle_in(root)
        assert circle[0] == circle[-1]
        assert set(circle) == {"planted.a", "planted.part", "planted.part.b"}


def test_files_are_short() -> None:
    long = {path.name: lines for path in PACKAGE.rglob("*.py")
            if (lines := len(path.read_text("utf-8").splitlines())) > MOST_LINES}
    assert not long


def test_slow_modules_wait_until_they_are_needed() -> None:
    """The import of numpy takes longer than all of the package, the others a fifth of it."""
    slow = ["numpy", "matplotlib", "statistics", "html", "hashlib", "logging", "tempfile", "edgeldp._plots.axes"]
    said = subprocess.run(
        [sys.executable, "-c", f"import edgeldp, sys; print(*(sys.modules.keys() & {slow}))"],
        capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)})
    assert said.stdout == "\n"
