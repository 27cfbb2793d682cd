#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# How the inflation of intervals was fitted, and its test: repeated triangle counts on named graphs, half of them looked at
# when constants were chosen, the others for nothing. A row a cell, then both halves pooled over the runs judged usable.
#   bash tests/nightly/intervals.sh EDGELDP DATASETS [RUNS=16] [BUDGETS=0.5,1,4,16]
set -euo pipefail
edgeldp=$1 datasets=$2 runs=${3:-16} budgets=${4:-0.5,1,4,16}
fitted="ca-GrQc email-Eu-core wiki-Vote facebook_combined p2p-Gnutella08 ca-HepTh"
tested="ca-CondMat ca-AstroPh.undirected email-Enron loc-brightkite.undirected soc-Epinions1.undirected-lcc soc-Slashdot0902"

of_half() {
  local half=$1 name
  shift
  for name in "$@"; do
    [[ -f $datasets/$name.txt.gz ]] || continue
    "$edgeldp" bench coverage "$datasets/$name.txt.gz" --epsilon "$budgets" --codec auto --runs "$runs" --seed 1 --json |
      sed "s/^{/{\"half\":\"$half\",/"
  done
}

{ of_half fitted $fitted; of_half tested $tested; } | python3 -c '
import json, sys
pooled = {}
print("half    graph                    epsilon  rel.rmse  usable  covered  width  needed")
for r in map(json.loads, sys.stdin):
    row = (r["half"], r["graph"].split(".")[0], r["epsilon"], r["relative_error"], r["usable"], r["coverage"], r["width"])
    print("%-7s %-24s %7g %9.4f %7.2f %8.2f %6.2f %7.2f" % (*row, r["inflation_needed"]), flush=True)
    usable = round(r["usable"] * r["runs"])
    if usable:
        sums = pooled.setdefault(r["half"], [0, 0, 0, 0.0, 0, 0.0])
        sums[0] += usable
        sums[1] += round(r["usable_coverage"] * usable)
        sums[2] += round(r["usable_within_quarter"] * usable)
        sums[3] = max(sums[3], r["inflation_needed"])
        sums[4] += r["width"] > 1.6
        sums[5] += 1
for half, (usable, covered, close, needed, wide, cells) in pooled.items():
    print("%s: %d usable runs, %.1f%% covered, %.1f%% within a quarter; largest inflation needed %.2f; %d of %d cells wider than 1.6"
          % (half, usable, 100 * covered / usable, 100 * close / usable, needed, wide, cells))
'
