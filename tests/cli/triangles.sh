# SPDX-License-Identifier: MIT
# The main job: keys, determinism over threads, sweeps, presets, releases.
source "$(dirname "$0")/../support/cli.sh"
stable() { sed -E 's/"seconds":[^,}]*,?//; s/"peak_memory_bytes":[0-9]+,?//'; }

expect 0 "one run" "$edgeldp" triangles --seed 1 --json
for key in graph nodes edges truth estimate standard_error interval confidence half_width inflation bias_bound judgement at_most \
  epsilon_that_would_do rmse relative_error epsilon split codec alpha level upload_bytes \
  download_bytes bits_per_edge seconds peak_memory_bytes runs private; do
  contains "key $key" "$out" "\"$key\":"
done
same simulated "$(json simulated)" true
same private "$(json private)" true
same "stderr is empty" "$err" ""

one=$("$edgeldp" triangles --seed 7 --runs 5 --threads 1 --json | stable)
two=$("$edgeldp" triangles --seed 7 --runs 5 --threads 2 --json | stable)
eight=$("$edgeldp" --json --threads 8 triangles --seed 7 --runs 5 | stable)
same "threads 1 and 2" "$one" "$two"
same "threads 1 and 8" "$one" "$eight"

expect 0 "each run" "$edgeldp" triangles --seed 7 --runs 3 --each --json
same "three runs and their aggregate" "$(wc -l <stdout.txt)" 4
expect 0 "sweep" "$edgeldp" triangles --seed 7 --epsilon 0.5,1,2 --json
same "one object a budget" "$(wc -l <stdout.txt)" 3
expect 0 "no truth" "$edgeldp" triangles --no-exact --json
lacks "nothing exact" "$out" '"exact"'
same "coins of the system" "$(json simulated)" false
expect 0 "bitmap" "$edgeldp" triangles --codec bitmap --order random --json
expect 0 "nullspace" "$edgeldp" triangles --codec nullspace --seed 1 --json
same "no warning on a sparse graph" "$err" ""
"$edgeldp" dataset generate erdos-renyi --nodes 100 --edges 4500 --seed 1 -o dense.txt >/dev/null || fail "generate"
expect 0 "crowded null space" "$edgeldp" triangles dense.txt --codec nullspace --epsilon 4 --seed 1 --json
contains "warning" "$err" "use --codec bitmap"
expect 0 "table" "$edgeldp" triangles -v
contains table "$out" "relative_error"

# Budgets by rank: what a user spends is the total in every class, and the whole file says so.
expect 0 "uniform by name" "$edgeldp" triangles --preset uniform --seed 1 --json
uniform=$(stable <stdout.txt)
expect 0 "by hand" "$edgeldp" triangles --clip pairs --seed 1 --json
same "what is set by hand is uniform" "$(stable <stdout.txt)" "$uniform"
expect 0 "by default" "$edgeldp" triangles --seed 1 --json
default=$(stable <stdout.txt)
expect 0 "centred" "$edgeldp" triangles --preset centred --seed 1 --json
same "centred is the default" "$(stable <stdout.txt)" "$default"
for key in estimate standard_error interval judgement closure split budgets_by_rank groups error_parts sizes theta; do
  contains "key $key" "$out" "\"$key\":"
done
contains "limits are by rank" "$out" '"cap":null'
same "nobody spends more than the total" "$(json edge_ldp)" 1.0
same "nor any relationship than its degree besides" "$(json relationship_dp)" 1.02
same "private" "$(json private)" true
python3 - <<'END' || fail "budgets by rank"
import json, sys
r = json.load(open("stdout.txt"))
classes = r["budgets_by_rank"]
assert len(classes) > 5 and classes[0]["first_rank"] == 0
assert [c["first_rank"] for c in classes] == sorted({c["first_rank"] for c in classes})
for c in classes:
    assert abs(r["split"]["degree"] + c["size"] + c["edges"] + c["count"] - 1.0) < 1e-6, c
assert classes[0]["edges"] > classes[-1]["edges"] and classes[0]["count"] < classes[-1]["count"]
assert abs(sum(r["split"].values()) - 1.0) < 1e-6
assert r["groups"][0]["users"] + r["groups"][1]["users"] == r["nodes"]
END
expect 0 "centred, a table" "$edgeldp" triangles --preset centred --seed 1 -v
contains "a line for the first class" "$out" "first_rank 0, size "
contains "the classes between" "$out" " more; --json prints them"
lacks "no JSON in a table" "$out" '{"'
centred=$("$edgeldp" triangles --preset centred --seed 7 --runs 3 --threads 1 --json | stable)
same "threads 1 and 2, centred" "$centred" "$("$edgeldp" triangles --preset centred --seed 7 --runs 3 --threads 2 --json | stable)"
for codec in ppr bitmap; do
  expect 0 "centred, $codec" "$edgeldp" triangles --preset centred --codec $codec --epsilon 4 --seed 1 --json
done

for epsilon in 0.001 32 64; do
  expect 0 "centred at $epsilon" "$edgeldp" triangles "$source_dir/datasets/tiny/karate.txt" --preset centred --epsilon $epsilon --seed 1 --json
done
expect 0 "published" "$edgeldp" triangles --preset published --seed 1 --json
same "published margin" "$(grep -oE '"margin":[0-9.]+' stdout.txt)" '"margin":150.0'
same "published order" "$(json order)" id
same "released chunks" "$(json private)" true
expect 0 "true degrees" "$edgeldp" triangles --preset published --chunk-rule true-degree --seed 1 --json
same "the papers' chunk rule is not private" "$(json private)" false

expect 0 "published, beyond ppr" "$edgeldp" triangles "$source_dir/datasets/tiny/karate.txt" --codec ppr --preset published \
  --epsilon 64 --seed 1 --json
contains "the rest is not spent" "$err" "nats are not spent"
expect 2 "split beyond ppr" "$edgeldp" triangles "$source_dir/datasets/tiny/karate.txt" --codec ppr \
  --epsilon 64 --split degree=0.02,edges=0.96,count=0.02
contains "names a codec that serves" "$err" "nullspace"

# Little to download: a sample of rows, the same for all.
expect 0 "a sample" "$edgeldp" triangles --max-download 2000 --seed 7 --runs 3 --threads 1 --json
sample=$(stable <stdout.txt)
same "threads 1 and 2, a sample" "$sample" \
  "$("$edgeldp" triangles --max-download 2000 --seed 7 --runs 3 --threads 2 --json | stable)"
for key in sample rows candidates columns counters closure sampling; do contains "key $key" "$out" "\"$key\":"; done
same "nobody spends more than the total" "$(json edge_ldp)" 1.0
same "an edge its degrees besides" "$(json relationship_dp)" 1.1
awk -v bytes="$(json download_bytes)" 'BEGIN { exit !(bytes > 1000 && bytes < 2100) }' || fail "download $(json download_bytes)"
expect 0 "a sample of a tiny graph" "$edgeldp" triangles "$source_dir/datasets/tiny/karate.txt" --max-download 400 --seed 1 --json
expect 2 "no room" "$edgeldp" triangles --max-download 60 --seed 1
contains "no room" "$err" "at least"
for option in "--codec ppr" "--preset uniform" "--margin 2" "--key 1"; do
  # shellcheck disable=SC2086  # an option and its value
  expect 2 "a sample and $option" "$edgeldp" triangles --max-download 2000 $option
  contains "a sample and $option" "$err" "does not go with --max-download"
done

# An existing release is counted on and never randomized again: the same run, to the digit.
expect 0 "whole run" "$edgeldp" triangles --seed 3 --margin 2 --json
whole=$(json estimate)
expect 0 "release" "$edgeldp" release --seed 3 --margin 2 -o r.eldp --json
expect 0 "count" "$edgeldp" triangles --release r.eldp --seed 3 --margin 2 --json
same "estimate from the release" "$(json estimate)" "$whole"
expect 2 "options that the file fixes" "$edgeldp" triangles --release r.eldp --codec bitmap
contains "options that the file fixes" "$err" "--codec"
expect 0 "budget before the graph" "$edgeldp" triangles --epsilon 1 "$source_dir/datasets/tiny/karate.txt" --json
same "graph after --epsilon" "$(json graph)" karate.txt
expect 0 "preset and order by hand" "$edgeldp" triangles --preset published --order noisy-degree --json
same "options given by hand win" "$(json order)" noisy-degree
expect 2 "twice" "$edgeldp" triangles --release r.eldp --runs 2
expect 2 "another graph" "$edgeldp" triangles "$source_dir/datasets/tiny/karate.txt" --release r.eldp

# From standard input, gzip or not.
same "stdin" "$("$edgeldp" info - --json <"$source_dir/datasets/tiny/karate.txt" | stable | sed 's/stdin/karate.txt/')" \
  "$("$edgeldp" info "$source_dir/datasets/tiny/karate.txt" --json | stable)"
# Who closes the pipe loses text and no figure.
rm -f kept.svg
"$edgeldp" triangles -e 1,2 --seed 1 --plot kept.svg 2>/dev/null | head -n 1 >/dev/null
[[ -s kept.svg ]] || fail "a closed pipe lost the figure"
expect 3 "a public graph that is not here" "$edgeldp" triangles wiki-Vote
contains "a public graph that is not here" "$err" "edgeldp dataset fetch wiki-Vote"
finish
