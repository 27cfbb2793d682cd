#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""synthetic.py COMMIT LINES.jsonl...: tables of docs/results/synthetic.md from lines of `edgeldp bench synthesis --json`, into
results.json beside this file; render.py then writes them into pages.

Lines of one graph and epsilon with different seeds count together: errors are means over all runs. Whether ours is nearer
to the truth is judged on these means, as the program does on those of one call; the larger the nearer for communities.
"""
import json
import re
import sys
from collections import defaultdict
from pathlib import Path

NAMES = {"ours": "ours", "told": "told", "ldpgen": "LDPGen", "ldpgen_uncut": "uncut"}
COLUMNS = ("ours", "ldpgen", "ldpgen_uncut")
COMMAND = "edgeldp bench synthesis GRAPH -e 1,2,4 --runs 8 --seed 9101 --json"


def read(files):
    """By graph, epsilon and method: runs, and sums of errors by query."""
    cells, seeds = defaultdict(lambda: [0, defaultdict(float)]), defaultdict(set)
    sizes = {}
    for file in files:
        for line in Path(file).read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            graph = record["graph"].split("/")[-1].split(".")[0]
            sizes[graph] = (record["nodes"], record["edges"])
            check(record)
            seeds[graph, record["epsilon"]].update(range(record["seed"], record["seed"] + record["runs"]))
            for method, played in record["methods"].items():
                cell = cells[graph, record["epsilon"], method]
                cell[0] += record["runs"]
                for query, error in played["errors"].items():
                    cell[1][query] += float("nan") if error is None else record["runs"] * error
    if any(cells[graph, epsilon, "ours"][0] != len(seen) for (graph, epsilon), seen in seeds.items()):
        sys.exit("synthetic.py: lines name a seed twice")
    return {key: (runs, {q: s / runs for q, s in sums.items()}) for key, (runs, sums) in cells.items()}, sizes


def beside(ours, theirs):
    """Queries on which ours is nearer, both are as near, and the others."""
    near = {q: (theirs[q] - ours[q]) * (-1 if q == "communities" else 1) for q in ours}
    return [q for q in near if near[q] > 0], [q for q in near if near[q] == 0], [q for q in near if not near[q] >= 0]


def check(record):
    """That a line counts as the program did."""
    errors = {m: {q: float("nan") if e is None else e for q, e in played["errors"].items()} for m, played in record["methods"].items()}
    for rival, said in record["ours_beside"].items():
        nearer, equal, other = beside(errors["ours"], errors[rival])
        if (len(nearer), len(equal), other) != (said["better"], said["equal"], said["not_better"]):
            sys.exit(f"synthetic.py: {record['graph']} at {record['epsilon']}: the program counts otherwise beside {rival}")


def short(error):
    return "-" if error != error else "0" if error == 0 else f"{error:.2g}" if error < 9.5 else f"{error:.0f}"


def table(measured, graph, runs, columns, rows, commit, left):
    return {"measured": measured, "graph": graph, "epsilon": "the column" if left == 1 else "the row", "runs": str(runs), "seed": "9101 and those that follow, one a run",
            "command": COMMAND, "commit": commit, "columns": columns, "right": list(range(left, len(columns))), "rows": rows}


def text_of(name, entry):
    """As tables stand in results.json: a fact a line, a row a line."""
    facts = [f' "{key}": {json.dumps(value, ensure_ascii=False)},\n' for key, value in entry.items() if key != "rows"]
    rows = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in entry["rows"])
    return f'"{name}": {{\n{"".join(facts)} "rows": [\n{rows}\n ]\n}}'


def put(tables, file):
    """Behind all others, in the place of those of the same names."""
    text = file.read_text(encoding="utf-8")
    for name in json.loads(text)["tables"]:
        if name.startswith("synthetic-") and not name.startswith("synthetic-of-others"):
            text = re.sub(rf',\n"{name}": {{\n.*?\n ]\n}}', "", text, flags=re.S)
    end = text.rindex("\n}\n}")
    file.write_text(text[:end] + "".join(",\n" + text_of(*table) for table in tables.items()) + text[end:], encoding="utf-8")


def main():
    commit, files = sys.argv[1], sys.argv[2:]
    cells, sizes = read(files)
    graphs = sorted(sizes, key=lambda g: sizes[g][1])
    epsilons = sorted({epsilon for _, epsilon, _ in cells})
    tables, rows = {}, []
    for graph in graphs:
        for epsilon in epsilons:
            if (graph, epsilon, "ours") not in cells:
                continue
            runs, ours = cells[graph, epsilon, "ours"]
            row = [graph if epsilon == epsilons[0] else "", f"{epsilon:g}", str(runs)]
            for rival in ("ldpgen", "ldpgen_uncut"):
                nearer, equal, other = beside(ours, cells[graph, epsilon, rival][1])
                row += [f"{len(nearer)}, {len(equal)}", ", ".join(q.replace("_", " ") for q in other)]
            rows.append(row)
    tables["synthetic-wins"] = table(
        "on how many of fifteen queries ours is nearer to the truth, and on how many both are as near", "the row", "the column",
        ["graph", "epsilon", "runs", "nearer, as near: LDPGen", "not nearer", "nearer, as near: uncut", "not nearer"], rows, commit, 7)
    for graph in graphs:
        played = [e for e in epsilons if (graph, e, "ours") in cells]
        columns = ["query", "told"] + [f"{NAMES[m]}, {e:g}" for m in COLUMNS for e in played]
        lines = []
        for query in cells[graph, played[0], "ours"][1]:
            lines.append([query.replace("_", " "), short(cells[graph, played[0], "told"][1][query])]
                         + [short(cells[graph, e, m][1][query]) for m in COLUMNS for e in played])
        nodes, edges = (f"{size:,}".replace(",", " ") for size in sizes[graph])
        tables[f"synthetic-{graph}"] = table(
            "error of a query, mean over runs; of communities likeness, 1 is best", f"{graph}, {nodes} users, {edges} edges",
            cells[graph, played[0], "ours"][0], columns, lines, commit, 1)
    put(tables, Path(__file__).with_name("results.json"))


if __name__ == "__main__":
    main()
