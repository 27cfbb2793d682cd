# SPDX-License-Identifier: MIT
# Cycles of length 3, 4 and 5: keys, determinism over threads, releases, refusals.
source "$(dirname "$0")/../support/cli.sh"
stable() { sed -E 's/"seconds":[^,}]*,?//; s/"peak_memory_bytes":[0-9]+,?//'; }
karate=$source_dir/datasets/tiny/karate.txt

for length in 3 4 5; do
  expect 0 "length $length" "$edgeldp" cycles "$karate" --length $length --seed 1 --json
  for key in graph nodes edges truth estimate standard_error interval confidence half_width inflation bias_bound judgement at_most \
  epsilon_that_would_do rmse relative_error epsilon split codec alpha level \
    upload_bytes download_bytes bits_per_edge seconds peak_memory_bytes runs private; do
    contains "key $key" "$out" "\"$key\":"
  done
  same "length" "$(json length)" $length
  same simulated "$(json simulated)" true
  same private "$(json private)" true
  same "stderr is empty" "$err" ""
done
expect 0 "four" "$edgeldp" cycles "$karate" --length 4 --seed 1 --json
same "4-cycles of the karate club" "$(json truth)" 154
contains "pilot round" "$out" '"pilot":'

"$edgeldp" dataset generate affiliation --nodes 300 --edges 2500 --seed 1 -o g.txt >/dev/null || fail "generate"
for length in 4 5; do
  one=$("$edgeldp" cycles g.txt --length $length --codec nullspace --seed 7 --runs 3 --threads 1 --json | stable)
  two=$("$edgeldp" cycles g.txt --length $length --codec nullspace --seed 7 --runs 3 --threads 3 --json | stable)
  same "threads 1 and 3" "$one" "$two"
done
expect 0 "each run" "$edgeldp" cycles g.txt --seed 7 --runs 3 --each --json
same "three runs and their aggregate" "$(wc -l <stdout.txt)" 4
expect 0 "sweep" "$edgeldp" cycles g.txt --seed 7 --epsilon 0.5,2 --codec bitmap --json
same "one object a budget" "$(wc -l <stdout.txt)" 2
expect 0 "no truth" "$edgeldp" cycles g.txt --length 5 --no-exact --json
lacks "nothing exact" "$out" '"exact"'
expect 0 "table" "$edgeldp" cycles g.txt -v
contains table "$out" "relative_error"

# A release is counted on and never randomized again.
expect 0 "release" "$edgeldp" release g.txt --seed 3 --split degree=0.02,size=0.15,edges=0.55,count=0.28 -o r.eldp --json
expect 0 "whole run" "$edgeldp" cycles g.txt --seed 3 --split degree=0.02,size=0.15,edges=0.55,count=0.28 --json
whole=$(json estimate)
expect 0 "count" "$edgeldp" cycles g.txt --release r.eldp --seed 3 --json
same "estimate from the release" "$(json estimate)" "$whole"
expect 2 "options that the file fixes" "$edgeldp" cycles g.txt --release r.eldp --codec bitmap
contains "options that the file fixes" "$err" "--codec"
expect 2 "twice" "$edgeldp" cycles g.txt --release r.eldp --runs 2

# What an edge may lose: rows stand at its earlier end, where that errs less.
expect 0 "rows at the earlier ends" "$edgeldp" cycles g.txt --relationship 2 --seed 3 --json
same "an edge loses what both ends spend" "$(json relationship_dp)" 2.0
same "and a user what it may" "$(json edge_ldp)" 1.0
contains "which end" "$out" '"rows_at":"earlier"'
expect 0 "and the later ends" "$edgeldp" cycles g.txt --seed 3 --json
contains "which end" "$out" '"rows_at":"later"'
expect 0 "a method in words" "$edgeldp" cycles g.txt --relationship 1.5 --seed 3
contains "who sends" "$(tr -s ' \n' ' ' <<<"$out")" "of two users the one whose noisy number of friends is larger sends their noisy bit"
expect 2 "not by hand" "$edgeldp" cycles g.txt --relationship 2 --order id
contains "what to do" "$err" "leave out what else is set by hand"
expect 2 "errors of triangles" "$edgeldp" cycles "$karate" --codec auto --max-error 0.1
contains "errors of triangles" "$err" "--max-error"
expect 0 "limits of length 3" "$edgeldp" cycles "$karate" --length 3 --codec auto --max-error 1000 --json
expect 2 "another graph" "$edgeldp" cycles "$karate" --release r.eldp

# The published rule.
for length in 3 5; do
  expect 0 "middle, length $length" "$edgeldp" cycles "$karate" --rule middle --length $length --seed 1 --json
  same rule "$(json rule)" middle
  for key in graph nodes edges truth estimate standard_error rmse relative_error epsilon split codec alpha level \
    upload_bytes download_bytes bits_per_edge seconds peak_memory_bytes runs private simulated; do
    contains "key $key" "$out" "\"$key\":"
  done
  contains "both endpoints count" "$out" '"relationship_dp":1.55'
done
expect 0 "margin" "$edgeldp" cycles "$karate" --rule middle --length 3 --margin 5 --seed 1 --json
expect 2 "even length" "$edgeldp" cycles "$karate" --rule middle --length 4
contains "even length" "$err" "middle"
expect 2 "even length by default" "$edgeldp" cycles "$karate" --rule middle
for option in "--split degree=0.1,edges=0.5,count=0.4" "--order id" "--kappa 100" "--clip pairs" "--release r.eldp" \
  "--margin -1"; do
  expect 2 "middle with $option" "$edgeldp" cycles g.txt --rule middle --length 3 $option
done
expect 2 "another rule" "$edgeldp" cycles g.txt --rule last
# Cycles of length 3 are triangles, counted alike.
expect 0 "length 3" "$edgeldp" cycles --length 3 --seed 4 --json
three=$(json estimate)
contains "the keys of cycles" "$out" '"length":3'
expect 0 "triangles" "$edgeldp" triangles --seed 4 --json
same "length 3 is triangles" "$(json estimate)" "$three"
expect 0 "length 3 by hand" "$edgeldp" cycles --length 3 --seed 4 --order id --json
lacks "settings by hand are not centred" "$out" '"budgets_by_rank"'
finish
