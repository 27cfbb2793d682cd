#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""stage.py REPOSITORY FOLDER XML [PICTURES]: lays the site's sources out in FOLDER, for sphinx-build.

Pages are the repository's Markdown files, each with the one change that its links lead to pages of the site. What a link names
that is no page becomes one: a notebook is shown with its outputs, a header leads to its folder's page in the reference, any
other text file to a page that shows it, a picture or table of numbers to a copy. Help texts, headers (doxygen's XML) and
docstrings become pages of the reference. Commands of the gallery have what they draw below them, from PICTURES (gallery.py).
A link that leads nowhere is an error.
"""
import base64
import json
import os
import re
import shutil
import sys
from pathlib import Path, PurePosixPath

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import gallery  # noqa: E402
import headers  # noqa: E402
import python_pages  # noqa: E402
import verbs  # noqa: E402

# Pages that move: file of the repository -> page of the site. Everything below docs/ keeps its name.
MOVED = {
    "README.md": "project/readme",
    "CONTRIBUTING.md": "project/contributing",
    "CHANGELOG.md": "project/changelog",
    "SECURITY.md": "project/security",
    "datasets/README.md": "project/datasets",
    "core/README.md": "reference/core",
    "graph/README.md": "reference/graph",
    "graph/rivals/README.md": "proofs/rivals",
    "core/doc/format.md": "reference/format",
    "docs/results.md": "reference/results",
    "docs/python.md": "reference/python",
    "docs/collect.md": "reference/collect",
    "core/doc/privacy.md": "proofs/privacy",
    "core/doc/channels.md": "proofs/channels",
    "core/doc/randomness.md": "proofs/randomness",
    "graph/doc/boost_graph.md": "reference/boost_graph",
    "graph/doc/graph_file.md": "reference/graph_file",
    "apps/reproduce/README.md": "papers/experiments",
    "apps/bench/results/README.md": "papers/download-cost",
}
LANGUAGE = {".cpp": "cpp", ".hpp": "cpp", ".py": "python", ".sh": "bash", ".cff": "yaml", ".yml": "yaml", ".txt": "text",
            ".csv": "text", ".bib": "bibtex"}
COPIED = {".png", ".svg", ".csv", ".gz", ".eldp"}


def pages_of(root):
    pages = {name: page for name, page in MOVED.items() if (root / name).exists()}
    for part in ("core", "graph", "graph/rivals"):  # derivations beside their code; NAME_derivation.md is the page NAME, derivation.md its folder's
        for file in sorted((root / part / "src").rglob("*.md")):
            inside = file.relative_to(root / part / "src").with_suffix("").as_posix()
            room = "rivals/" if part == "graph/rivals" else ""
            pages[file.relative_to(root).as_posix()] = f"proofs/{room}" + re.sub(r"_derivation$|/derivation$", "", inside)
    for file in sorted([*(root / "docs").rglob("*.md"), *(root / "docs").rglob("*.ipynb")]):
        name = file.relative_to(root)
        pages.setdefault(name.as_posix(), name.relative_to("docs").with_suffix("").as_posix())
    return pages


def fenced(text, language):
    fence = "`" * (1 + max((len(run) for run in re.findall(r"`{3,}", text)), default=2))
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


class Site:
    def __init__(self, root, out, drawn):
        self.root, self.out, self.drawn = root, out, drawn
        self.pages = pages_of(root)
        self.rooms = headers.rooms(root)  # header -> (page, anchor)
        self.shown = {}
        self.errors = []

    def write(self, page, text):
        target = self.out / f"{page}.md"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def show(self, name):
        """The page that shows a text file of the repository."""
        page = "files/" + name.replace("/", "-")
        if name not in self.shown:
            self.shown[name] = page
            text = (self.root / name).read_text(encoding="utf-8")
            language = LANGUAGE.get(PurePosixPath(name).suffix, "text")
            self.write(page, f"---\norphan: true\nnosearch: true\n---\n\n# `{name}`\n\nAs it is in the repository.\n\n{fenced(text, language)}\n")
        return page

    def target(self, name, page, link):
        """Where a link in the file `name`, now at `page`, leads."""
        path, _, anchor = link.partition("#")
        anchor = "#" + anchor if anchor else ""
        there = os.path.normpath(os.path.join(os.path.dirname(name), path))
        up = "../" * page.count("/")
        if os.path.isdir(self.root / there) and (self.root / there / "README.md").exists():
            there += "/README.md"
        if there in self.pages:
            return up + self.pages[there] + ".md" + anchor
        if there in self.rooms:
            room, anchor = self.rooms[there]
            return f"{up}{room}.md#{anchor}"
        file = self.root / there
        if there.startswith("..") or not file.is_file():
            self.errors.append(f"{name}: the link {link} leads nowhere")
            return link
        if file.suffix in COPIED:
            copy = self.out / "files" / there
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
            return f"{up}files/{there}"
        return f"{up}{self.show(there)}.md"

    def output(self, page, output):
        """What a notebook shows below a cell, as Markdown: its richest kind."""
        data = output.get("data", {"text/plain": output.get("text", "")})
        data = {kind: "".join(value) for kind, value in data.items()}
        if "image/png" in data:
            self.pictures += 1
            picture = self.out / f"{page}-{self.pictures}.png"
            picture.parent.mkdir(parents=True, exist_ok=True)
            picture.write_bytes(base64.b64decode(data["image/png"]))
            return fenced(":alt: What the cell above draws", f"{{image}} {picture.name}")
        if "text/html" in data:
            return f'<div class="cell-output">{data["text/html"]}</div>'
        return data["text/markdown"] if "text/markdown" in data else fenced(data["text/plain"], "text")

    def notebook(self, file, page):
        """A notebook with its outputs, as Markdown."""
        self.pictures, parts = 0, []
        for cell in json.loads(file.read_text(encoding="utf-8"))["cells"]:
            source = "".join(cell["source"])
            parts.append(source if cell["cell_type"] == "markdown" else fenced(source, "python"))
            parts += [self.output(page, output) for output in cell.get("outputs", [])]
        return "\n\n".join(parts) + "\n"

    def page(self, name, page):
        file = self.root / name
        text = self.notebook(file, page) if file.suffix == ".ipynb" else file.read_text(encoding="utf-8")
        lines, fence = [], None
        for line in text.split("\n"):
            mark = re.match(r" *(`{3,}|~{3,})", line)
            if mark:
                fence = None if fence and line.strip().startswith(fence) else fence or mark[1]
                lines.append(line)
                continue
            lines.append(line if fence else self.links(name, page, line))
        text = "\n".join(lines)
        if name == gallery.PAGE:
            text = gallery.COMMAND.sub(self.with_pictures, text)
        self.write(page, text)

    def with_pictures(self, command):
        shown = command[0]
        for picture in gallery.pictures(command[1]):
            if self.drawn is None:
                shown += "\n\nNot drawn: this site was built without the program."
                continue
            target = self.out / "guide" / "pictures" / picture
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self.drawn / picture, target)
            shown += f"\n\n![What this command draws](pictures/{picture})"
        return shown

    def links(self, name, page, line):
        # Code and formulas are put aside while links are looked for; a link's own text may hold code.
        aside = []

        def hide(match):
            aside.append(match[0])
            return f"\x00{len(aside) - 1}\x00"

        line = re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)|\$[^$]+\$", hide, line)
        line = re.sub(r"\]\((?![a-z]+:|#)([^()\s]+)\)", lambda m: f"]({self.target(name, page, m[1])})", line)
        return re.sub(r"\x00(\d+)\x00", lambda m: aside[int(m[1])], line)


def main():
    root, out, xml = Path(sys.argv[1]).resolve(), Path(sys.argv[2]), Path(sys.argv[3])
    site = Site(root, out, Path(sys.argv[4]) if len(sys.argv) > 4 else None)
    for name, page in site.pages.items():
        site.page(name, page)
    for page, text in verbs.pages(root):
        site.write(page, text)
    for page, text in verbs.answers(root):
        site.write(page, text)
    for page, text in headers.pages(root, xml):
        site.write(page, text)
    for page, text in python_pages.pages(root):
        site.write(page, text)
    for error in site.errors:
        print(f"stage.py: {error}", file=sys.stderr)
    return 2 if site.errors else 0


if __name__ == "__main__":
    sys.exit(main())
