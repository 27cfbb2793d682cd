# SPDX-License-Identifier: MIT
"""guide.py [--rewrite] EDGELDP ROOT PAGE...: does a page of Markdown show what happens?

Blocks of a page run in order, in a new folder with the files of datasets/examples and datasets/tiny.

  ```sh       runs, and must end with 0. A ```text block directly below is what it prints: words are compared, not how lines are
              broken, nor times and memory; a line "..." stands for any lines, "…" for any words. Without such a block what it prints is not compared.
  ```python   runs where the package is built (EDGELDP_PYTHON_PATH); "# prints: " comments, as in docs/python.md, are compared.
  ```cpp      below <!-- from FILE --> is what that file of the repository shows between "// [shown]" and "// [end]".

Directly above a block:
  <!-- not run: WHY -->   it needs what a test does not have: a download, a network, root, minutes
  <!-- exits 2 -->        it ends with this code

A command in a table, as inline code, runs after the blocks, if it names a file; of others the help must be there.

Exit code: 0 all pages hold, 1 some do not.
"""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from typing import NamedTuple

TABLED = re.compile(r"^\|.*", re.MULTILINE)
COMMAND = re.compile(r"`(edgeldp [a-z][^`]*)`")
FENCE = re.compile(r"^```(\w+)?[^\n]*\n(.*?)^```[ \t]*$", re.DOTALL | re.MULTILINE)
MARK = re.compile(r"<!-- *(not run: .+?|exits \d+|from \S+) *-->\s*\Z")
# What a clock or the machine says.
PASSING = re.compile(r"Here, for[^:]*: [^.]*(?:\.\d+[^.]*)*? of memory\.|\b\d+(?:\.\d+)? (?:ms|s)\b")
DRIVER = r"""
import contextlib, io, json, sys
names = {"__name__": "__main__"}
outputs = []
for source in json.load(sys.stdin):
    heard = io.StringIO()
    with contextlib.redirect_stdout(heard):
        exec(compile(source, "page", "exec"), names)
    outputs.append(heard.getvalue())
json.dump(outputs, sys.stdout)
"""


class Block(NamedTuple):
    language: str
    text: str
    mark: str  # of the line above, or ""
    start: int  # of its text in the page
    end: int
    follows: bool  # stands directly below the block before


def blocks_of(page: str) -> list[Block]:
    found: list[Block] = []
    after = 0
    for fence in FENCE.finditer(page):
        above = page[after:fence.start()]
        mark = MARK.search(above)
        found.append(Block(fence[1] or "", fence[2], mark[1] if mark else "", fence.start(2), fence.end(2),
                           bool(found) and not above.strip()))
        after = fence.end()
    return found


def words(text: str) -> list[str]:
    return PASSING.sub("[passing]", " ".join(text.split())).split()


def agrees(shown: str, printed: str) -> bool:
    """Whether they have the same words, where dots stand for any."""
    parts = [words(part) for part in re.split(r"^\.\.\.$|…", shown, flags=re.MULTILINE)]
    pattern = r"(?: \S+)*".join("".join(" " + re.escape(word) for word in part) for part in parts)
    return re.fullmatch(pattern, "".join(" " + word for word in words(printed))) is not None


class Page:
    def __init__(self, file: pathlib.Path, program: str, root: pathlib.Path, rewriting: bool) -> None:
        self.file, self.program, self.root, self.rewriting = file, program, root, rewriting
        self.text = file.read_text("utf-8")
        self.failures = 0
        self.edits: list[tuple[int, int, str]] = []
        self.ran = 0

    def fail(self, block: Block, why: str) -> None:
        line = self.text.count("\n", 0, block.start)
        print(f"{self.file}:{line}: {why}", file=sys.stderr)
        self.failures += 1

    def differs(self, block: Block, printed: str) -> None:
        if self.rewriting and not re.search(r"^\.\.\.$|…", block.text, re.MULTILINE):
            self.edits.append((block.start, block.end, re.sub(r"[ \t]+$", "", printed, flags=re.MULTILINE)))
        else:
            self.fail(block, "shows\n" + textwrap.indent(block.text, "  | ") + "where this was printed\n" +
                      textwrap.indent(printed, "  | "))

    def run(self, folder: str) -> None:
        blocks = blocks_of(self.text)
        snippets: list[Block] = []
        environment = dict(os.environ, PATH=f"{folder}/.bin:" + os.environ["PATH"], COLUMNS="80", LC_ALL="C.UTF-8",
                           EDGELDP_SOURCE=str(self.root))
        for block, below in zip(blocks, [*blocks[1:], None]):
            if block.mark.startswith("not run"):
                continue
            if block.language == "sh":
                self.ran += 1
                done = subprocess.run(["bash", "-euo", "pipefail", "-c", block.text], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False)
                code = int(block.mark[6:]) if block.mark.startswith("exits") else 0
                if done.returncode != code:
                    self.fail(block, f"exit {done.returncode} of\n{block.text}{done.stdout}")
                elif below and below.follows and below.language in ("text", "console", "json") and not below.mark:
                    if not agrees(below.text, done.stdout):
                        self.differs(below, done.stdout)
            elif block.language == "python":
                snippets.append(block)
            elif block.language == "cpp" and block.mark.startswith("from"):
                self.ran += 1
                self.compare_source(block)
        if self.file.name == "README.md":
            self.run_tabled(folder, environment)
        if snippets:
            self.run_python(snippets, folder, environment)

    def run_tabled(self, folder: str, environment: dict[str, str]) -> None:
        for row in TABLED.findall(self.text):
            for command in COMMAND.findall(row):
                self.ran += 1
                whole = command if "." in command or "--" in command else command + " --help"
                done = subprocess.run(["bash", "-c", whole], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False)
                if done.returncode != 0:
                    self.failures += 1
                    print(f"{self.file}: exit {done.returncode} of {whole}\n{done.stdout}", file=sys.stderr)

    def compare_source(self, block: Block) -> None:
        source = (self.root / block.mark[5:]).read_text("utf-8")
        part = re.search(r"^ *// \[shown\]\n+(.*?)^ *// \[end\]", source, re.DOTALL | re.MULTILINE)
        expected = textwrap.dedent(part[1]) if part else source
        if expected != block.text:
            if self.rewriting:
                self.edits.append((block.start, block.end, expected))
            else:
                self.fail(block, f"is not what {block.mark[5:]} shows")

    def run_python(self, snippets: list[Block], folder: str, environment: dict[str, str]) -> None:
        import json

        where = os.environ.get("EDGELDP_PYTHON_PATH", "")
        if not os.path.exists(os.path.join(where, "edgeldp", "__init__.py")):
            print(f"{self.file}: no Python package here, {len(snippets)} blocks not run", file=sys.stderr)
            return
        self.ran += len(snippets)
        interpreter = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
        done = subprocess.run([interpreter, "-c", DRIVER], input=json.dumps([block.text for block in snippets]), cwd=folder, check=False,
                              env=dict(environment, PYTHONPATH=where, MPLBACKEND="Agg"), stdout=subprocess.PIPE, encoding="utf-8")
        if done.returncode:
            self.fail(snippets[0], "Python fails, see above")
            return
        for block, printed in zip(snippets, json.loads(done.stdout)):
            shown = "\n".join(re.sub(r"^# (?:prints: |        )", "", line) for line in block.text.splitlines()
                              if re.match(r"# prints: |#         ", line))
            if shown and not agrees(shown, printed):
                self.fail(block, "prints\n" + textwrap.indent(printed, "  | "))

    def finish(self) -> None:
        for start, end, text in sorted(self.edits, reverse=True):
            self.text = self.text[:start] + text + self.text[end:]
        if self.edits:
            self.file.write_text(self.text, "utf-8")


def main(arguments: list[str]) -> int:
    rewriting = arguments[:1] == ["--rewrite"]
    program, root, *files = arguments[rewriting:]
    failures = ran = 0
    for name in files:
        page = Page(pathlib.Path(name), program, pathlib.Path(root), rewriting)
        with tempfile.TemporaryDirectory() as folder:
            for kept in ("examples", "tiny"):
                for file in sorted((pathlib.Path(root) / "datasets" / kept).iterdir()):
                    shutil.copy(file, folder)
            os.mkdir(f"{folder}/.bin")
            os.symlink(program, f"{folder}/.bin/edgeldp")
            page.run(folder)
        page.finish()
        failures += page.failures
        ran += page.ran
    print(f"{len(files)} pages, {ran} blocks")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
