#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""render.py check|--rewrite REPOSITORY: measured figures stand in results.json, and pages show what stands there.

A page shows a table between two comments, and one figure between two others:

  <!-- results: NAME -->               the table, and where it is from
  <!-- results: NAME, table alone -->  the table, or the list that it is the text of
  <!-- end -->
  <!--= NAME --> ... <!--/-->          the figure; with % after the name, in percent

A cell of a table may name a figure as {NAME}. --rewrite writes all of these anew; check says which page differs, which name is
unknown, which table no page shows, and which fact about a table or figure is missing ("not recorded" is one).
"""
import json
import re
import subprocess
import sys
import textwrap
from decimal import Decimal
from pathlib import Path

FACTS = ("measured", "graph", "epsilon", "runs", "seed", "command", "commit")
TABLE = re.compile(r"(?ms)^<!-- results: ([\w-]+)(, table alone)? -->\n.*?^<!-- end -->$")
FIGURE = re.compile(r"<!--= ([\w-]+)( %)? -->(\**)[^<]*?(\**)<!--/-->")


def pages(root):
    """Files git knows or would add; all Markdown files where this is no git checkout."""
    if (root / ".git").exists():
        found = subprocess.run(["git", "-C", root, "-c", "safe.directory=*", "ls-files", "-co", "--exclude-standard", "*.md"],
                               capture_output=True, text=True, check=True).stdout.split()
    else:
        found = [file.relative_to(root).as_posix() for file in root.rglob("*.md")]
    return [root / name for name in sorted(found) if (root / name).is_file() and not name.startswith("build/")]


def percent(value):
    return f"{(Decimal(value) * 100).normalize():f}%"


def wrapped(text, width, mark=""):
    """Lines of a paragraph, or of an item of a list; code and formulas are not torn."""
    kept = re.findall(r"`[^`]+`|\$[^$]+\$", text)
    for i, piece in enumerate(kept):
        text = text.replace(piece, f"\x00{i}\x00".ljust(len(piece), "\x01"), 1)
    lines = textwrap.wrap(text, width, initial_indent=mark, subsequent_indent=" " * len(mark), break_long_words=False,
                          break_on_hyphens=False)
    return [re.sub(r"\x00(\d+)\x00\x01*", lambda m: kept[int(m[1])], line) for line in lines]


class Results:
    def __init__(self, root):
        content = json.loads((root / "docs/results/results.json").read_text(encoding="utf-8"))
        self.figures, self.tables = content["figures"], content["tables"]
        self.errors, self.shown = [], set()
        for kind, entries in content.items():
            for name, entry in entries.items():
                self.errors += [f"{kind}, {name}: no {fact}" for fact in FACTS if not str(entry.get(fact, "")).strip()]
        for name, table in self.tables.items():
            self.errors += [f"{name}: a row of {len(row)} cells" for row in table["rows"] if len(row) != len(table["columns"])]

    def figure(self, name, per_cent, page):
        if name not in self.figures:
            self.errors.append(f"{page}: there is no figure {name}")
            return "?"
        value = self.figures[name]["value"]
        return percent(value) if per_cent else value

    def table(self, name, alone, page):
        if name not in self.tables:
            self.errors.append(f"{page}: there is no table {name}")
            return ""
        self.shown.add(name)
        table = self.tables[name]
        rows = [[re.sub(r"\{([\w-]+)( %)?\}", lambda m: self.figure(m[1], m[2], page), cell) if "\\" not in cell else cell
                 for cell in row] for row in table["rows"]]
        if table.get("form") == "list":
            return "\n".join("\n".join(wrapped(row[0], 100, "- ")) for row in rows)
        marks = ["---:" if i in table["right"] else "---" for i in range(len(table["columns"]))]
        lines = ["| " + " | ".join(row) + " |" for row in [table["columns"], *rows]]
        lines.insert(1, "|" + "|".join(marks) + "|")
        return "\n".join(re.sub(r"\|  (?=\|)", "| ", line) for line in lines) + ("" if alone else "\n\n" + self.origin(table))

    @staticmethod
    def origin(table):
        code = table["command"].startswith(("edgeldp ", "bash "))
        command = f"`{table['command']}`" if code else table["command"]
        text = (f"*What:* {table['measured']}. *Graph:* {table['graph']}; *epsilon:* {table['epsilon']}; *runs:* {table['runs']}; "
                f"*seed:* {table['seed']}; *commit:* {table['commit']}; *command:* {command}.")
        return "\n".join(wrapped(text, 120))

    def render(self, text, page):
        def table(match):
            alone = match[2] or ""
            return f"<!-- results: {match[1]}{alone} -->\n{self.table(match[1], alone, page)}\n<!-- end -->"

        def figure(match):
            return f"<!--= {match[1]}{match[2] or ''} -->{match[3]}{self.figure(match[1], match[2], page)}{match[4]}<!--/-->"

        return FIGURE.sub(figure, TABLE.sub(table, text))


def main():
    rewrite, root = sys.argv[1] == "--rewrite", Path(sys.argv[2]).resolve()
    results = Results(root)
    for file in pages(root):
        text, name = file.read_text(encoding="utf-8"), file.relative_to(root).as_posix()
        made = results.render(text, name)
        if made != text and rewrite:
            file.write_text(made, encoding="utf-8")
        elif made != text:
            results.errors.append(f"{name} is not what docs/results/results.json says; docs/results/render.py --rewrite .")
    results.errors += [f"{name}: no page shows this table" for name in results.tables if name not in results.shown]
    for error in results.errors:
        print(f"render.py: {error}", file=sys.stderr)
    return 2 if results.errors else 0


if __name__ == "__main__":
    sys.exit(main())
