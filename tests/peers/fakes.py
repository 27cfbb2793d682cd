# SPDX-License-Identifier: MIT
"""Programs in the place of others', for the test of tests/peers/run.py: they speak as those do, and err as they are told."""

from __future__ import annotations

import pathlib
import sys

HEAD = """#!{python} -B
import json, os, re, sys, time
def triangles(lines):
    near = {{}}
    for a, b in lines:
        near.setdefault(int(a), set()).add(int(b))
        near.setdefault(int(b), set()).add(int(a))
    return sum(len(near[a] & near[b]) for a in near for b in near[a] if a < b) // 3
def off(run):
    return {error} if run % 2 else -{error}
"""
# Its second argument is the number of users, its result a file beside the edges.
BY_FILE = """
rows = open(sys.argv[1]).read().split()
assert rows[0] == "#nodes" and rows[2] == "node,node"
truth = triangles(row.split(",") for row in rows[3:]) {wrong}
with open(os.path.join(os.path.dirname(sys.argv[1]), "res_fake.csv"), "w") as out:
    print("#tri(true),#tri(est),#tri(rel-err),#tri(l2-loss)", file=out)
    for run in range(int(sys.argv[{runs}])):
        print("%e,%e,0,0" % (truth, truth * (1 + off(run))), file=out)
    print("function,AVG(rel-err),AVG(l2-loss)", file=out)
"""
PRINTED = """
rows = [line.split() for line in open(sys.argv[2])]
assert len(rows) == 1 + int(rows[0][1])
truth, told = triangles(rows[1:]), float(sys.argv[1])
print("Triangle Count = %d" % truth)
for run in range(int(sys.argv[3])):
    print("Eps0 = %g\\nEps1 = %g\\nEps2 = %g" % (0.1 * told, 0.4 * told, 0.5 * told))
    print("estimate = %g" % (truth * (1 + off(run))))
"""
CONFIGURED = """
told = dict(zip(sys.argv[1::2], sys.argv[2::2]))
run = json.load(open(told["-config_file"]))
assert run["noise"] and run["bidirectional"]
truth = triangles(line.split() for line in open(os.path.join(run["graph_loc"], run["graph"] + "_adj")))
name = os.path.join(told["-output_dir"], "graph_fake.txt")
open(name, "w").write("Triangle Count Approx: %r\\n" % (truth * (1 + off(int(told["-seed"])))))
json.dump({{"total_bytes": 1000 * run["graph_size"]}}, open(name + ".metrics.json", "w"))
"""
FAILING = """
sys.exit("no memory for a matrix")
"""


def write(file: pathlib.Path, body: str, error: float = 0.1, **parts: object) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text((HEAD + body).format(python=sys.executable, error=error, **parts), "utf-8")
    file.chmod(0o700)
