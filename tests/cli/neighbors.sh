# SPDX-License-Identifier: MIT
# One private bit changes; what results say may change by messages alone. Users, items and values are declared.
#   Same coins: only fields that are functions of messages differ, and standard error does not.
#   Small budgets, 18 runs on each side with coins of their own: no number separates the two sides. One that
#   follows its private law does so with a chance of at most 2 e^(18 x 0.1) / C(36, 18) = 1.4e-9 at relationship-DP
#   0.1; 300 numbers are compared, so a false alarm has a chance of 4e-7 at most (and coins are fixed).
# A planted breach, the exact facts of a simulation, is caught by both.
source "$(dirname "$0")/../support/cli.sh"
command -v python3 >/dev/null || exit 77

for i in {0..9}; do echo "$i $(((i + 1) % 10))"; echo "$i $(((i + 3) % 10))"; done >a.txt
grep -v '^4 7$' a.txt >b.txt
for i in {0..9}; do echo "$i,$((i % 2 ? 1 : 0))"; done | sed '1i user,party' >a.csv
sed 's/^4,0$/4,1/' a.csv >b.csv
grep -v '^4,' a.csv >c.csv
for i in {0..5}; do for j in {0..7}; do (((i * j + i) % 3)) || echo "$i $j"; done; done >items-a.txt
grep -v '^3 5$' items-a.txt >items-b.txt
# With degrees that are public a list changes by an item in the place of another.
sed 's/^3 5$/3 4/' items-a.txt >items-swap.txt
seq 0 5 >users.txt
seq 0 7 >items.txt
awk '{ print $1 "," $2 ",1" }' items-a.txt >v-a.csv
awk '{ print $1 "," $2 ",1" }' items-b.txt >v-b.csv
printf '0 1\n1 2\n0 2\n' >pairs.txt

cat >check.py <<'PYTHON'
"""check.py EDGELDP [--exact]: runs every verb on both sides and prints what differs; exit 1 if anything does."""
import json, re, subprocess, sys

# Functions of messages and of public numbers: what may differ between neighbours, in law by no more than the budget.
OF_MESSAGES = """estimate standard_error interval low high predicted_bias measured_spread error_parts split cap kappa_percent
upload_bytes download_bytes bits_per_edge file_bytes sections told weight condition_number predicted_absolute_error
predicted_rmse_of values mean largest_kept_share truncation_at_expected_load chunks entries_per_chunk columns unbiased
noisy_edge spread corrected interior flip_threshold drop_threshold kept_per_entry p0 p1 mechanism_epsilon message_epsilon
size_slack field blocks level alpha runs_without_estimate spent edge_ldp relationship_dp
half_width inflation bias_bound judgement at_most pilot epsilon_that_would_do confidence law_floor closure groups public_groups triangles_at_most budgets_by_rank
codec""".split()
RUNS = 18
NAMES = r"\b(items-|v-)?([abc]|swap)\.(txt|csv|eldp|eldv|tsv)"

edgeldp, exact = sys.argv[1], "--exact" in sys.argv
found = []

def flat(value, prefix=""):
    if isinstance(value, dict):
        for key, item in value.items():
            yield from flat(item, f"{prefix}.{key}" if prefix else key)
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from flat(item, f"{prefix}.{place}")
    else:
        yield prefix, value

def run(command):
    done = subprocess.run([edgeldp] + command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{command}: exit {done.returncode}: {done.stderr}")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return [dict(flat(line)) for line in lines], done.stderr

def compare(name, sides, seeded=True, each=False):
    def command(side, seed):
        return sides[side] + ["--json"] + (["--seed", str(seed)] if seeded else [])

    def runs(side):
        if each:
            return [[line] for line in run(command(side, 100 + side) + ["--runs", str(RUNS), "--each"])[0]][:RUNS]
        return [run(command(side, 100 + RUNS * side + i))[0] for i in range(RUNS)]
    if seeded:
        # Coins of their own.
        seen = ({}, {})
        for side in (0, 1):
            for lines in runs(side):
                for place, line in enumerate(lines):
                    for key, value in line.items():
                        if isinstance(value, (int, float)) and not isinstance(value, bool):
                            seen[side].setdefault((place, key), []).append(value)
        for what in seen[0].keys() & seen[1].keys():
            a, b = seen[0][what], seen[1][what]
            if len(a) == len(b) == RUNS and (max(a) < min(b) or max(b) < min(a)):
                found.append(f"{name}: {what[1]}: {min(a)} to {max(a)} on one side, {min(b)} to {max(b)} on the other")
    # The same coins, last: files that were written hold them.
    (first, said), (second, said_too) = run(command(0, 1)), run(command(1, 1))
    if len(first) != len(second):
        found.append(f"{name}: {len(first)} and {len(second)} results")
    if re.sub(NAMES, "", said) != re.sub(NAMES, "", said_too):
        found.append(f"{name}: standard error: {said!r} and {said_too!r}")
    for a, b in zip(first, second):
        for key in sorted(a.keys() | b.keys()):
            if a.get(key) != b.get(key) and key.split(".")[0] not in OF_MESSAGES + ["graph", "file"]:
                found.append(f"{name}: {key}: {a.get(key)} and {b.get(key)} with the same coins")

def graph(verb, *options):
    more = [] if exact or verb == "release" else ["--no-exact"]
    return [[verb, f"{side}.txt", "--nodes", "10", "-e", "0.05"] + more + [o.replace("SIDE", side) for o in options]
            for side in "ab"]

compare("triangles", graph("triangles", "--codec", "bitmap"), each=True)
if exact:
    print("\n".join(found))
    sys.exit(1 if found else 0)
compare("triangles, ppr", graph("triangles", "--codec", "ppr", "--preset", "published"), each=True)
compare("cycles", graph("cycles", "--codec", "nullspace"), each=True)
compare("degrees", graph("degrees", "--stars", "2,3"))
compare("release", graph("release", "--codec", "bitmap", "-o", "SIDE.eldp"))
compare("inspect", [["inspect", f"{side}.eldp"] for side in "ab"], seeded=False)
compare("query", [["query", f"{side}.eldp", "--numbers", "4", "7"] for side in "ab"], seeded=False)
compare("degrees of a release", [["degrees", f"{side}.txt", "--nodes", "10", "--no-exact", "--release", f"{side}.eldp"]
                                 for side in "ab"], seeded=False)
compare("one-round", graph("common-neighbors", "--pairs", "pairs.txt", "--method", "one-round", "--codec", "bitmap"))
compare("double-source", graph("common-neighbors", "--pairs", "pairs.txt", "--codec", "bitmap"))
compare("bipartite", [["common-neighbors", f"items-{side}.txt", "--bipartite", "--users", "users.txt", "--items", "items.txt",
                       "--pairs", "pairs.txt", "--method", "single-source", "--codec", "bitmap", "-e", "0.05", "--no-exact"]
                      for side in "ab"])
compare("sampled triangles", graph("triangles", "--max-download", "400"), each=True)
compare("cycles of length 5", graph("cycles", "--length", "5", "--codec", "bitmap"), each=True)
compare("clustering", graph("degrees", "--clustering"))
compare("triangles at users", graph("degrees", "--triangles", "SIDE.tsv", "--codec", "bitmap"))
compare("mixing", graph("mixing"))
compare("butterflies", [["butterflies", f"items-{side}.txt", "--users", "users.txt", "--items", "items.txt", "-e", "0.05", "--no-exact"]
                        for side in "ab"], each=True)
compare("public degrees", [["common-neighbors", f"items-{side}.txt", "--bipartite", "--users", "users.txt", "--items", "items.txt",
                            "--pairs", "pairs.txt", "--variant", "public-degrees", "--codec", "bitmap", "-e", "0.05", "--no-exact"]
                           for side in ("a", "swap")])
def homophily(labels, *options):
    return ["homophily", "a.txt", "--nodes", "10", "--no-exact", "-e", "0.05", "--labels", labels, "--values", "0,1", *options]
compare("homophily", [homophily("a.csv", "--method", "counts"), homophily("b.csv", "--method", "counts")])
compare("homophily by edges", [homophily("a.csv", "--method", "edges", "--codec", "bitmap"),
                               homophily("b.csv", "--method", "edges", "--codec", "bitmap")])
compare("homophily by edges, an edge", [homophily("a.csv", "--method", "edges", "--codec", "bitmap"),
                                        ["homophily", "b.txt", *homophily("a.csv", "--method", "edges", "--codec", "bitmap")[2:]]])
compare("homophily, missing", [homophily("a.csv", "--missing", "2"), homophily("c.csv", "--missing", "2")])
compare("vectors", [["vectors", "encode", f"v-{side}.csv", "-o", f"{side}.eldv", "--users", "users.txt", "--items", "items.txt",
                     "--values", "1", "--codec", "bitmap", "-e", "0.05"] for side in "ab"])
compare("vectors stats", [["vectors", "stats", f"{side}.eldv", "--top", "0"] for side in "ab"], seeded=False)
print("\n".join(found))
sys.exit(1 if found else 0)
PYTHON

python3 check.py "$edgeldp" >found.txt 2>&1 || fail "what depends on a private bit: $(head -c 2000 found.txt)"
python3 check.py "$edgeldp" --exact >found.txt 2>&1 && fail "a planted breach is not found"
contains "planted breach, same coins" "$(<found.txt)" "exact.edges: 20 and 19 with the same coins"
contains "planted breach, coins of their own" "$(<found.txt)" "exact.edges: 20 to 20 on one side, 19 to 19 on the other"
finish
