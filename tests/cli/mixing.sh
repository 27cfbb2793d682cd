# SPDX-License-Identifier: MIT
# Mixing: classes of degree, groups from a file, determinism over threads and shards, what a record says, clear errors.
source "$(dirname "$0")/../support/cli.sh"
stable() { sed -E 's/"seconds":[^,}]*,?//; s/"peak_memory_bytes":[0-9]+,?//'; }
karate=$source_dir/datasets/tiny/karate.txt
for u in $(seq 34); do echo "$u,$([ "$u" -gt 22 ] && echo late || echo early)"; done >rows.csv
{ echo user,club && cat rows.csv; } >clubs.csv

expect 0 "classes of degree" "$edgeldp" mixing --seed 1 --json
contains "walks come first" "$(head -n 1 stdout.txt)" '"statistic":"walks"'
contains "where classes are from" "$out" '"groups_from":"released degree"'
same "four numbers of edges, three of degrees, twelve classes" "$(wc -l <stdout.txt)" 19
one=$("$edgeldp" mixing --seed 7 --runs 3 --threads 1 --matrix --json | stable)
same "threads 1 and 4" "$one" "$("$edgeldp" mixing --seed 7 --runs 3 --threads 4 --matrix --json | stable)"
same "three shards" "$one" "$("$edgeldp" mixing --seed 7 --runs 3 --shards 3 --matrix --json | stable)"

expect 0 "groups from a file" "$edgeldp" mixing "$karate" --groups clubs.csv -e 60 --seed 1 --matrix --json
contains "they are declared" "$out" '"groups_from":"declared public"'
same "four numbers, and three of the matrix" "$(wc -l <stdout.txt)" 7
contains "edges between both" "$out" '"statistic":"edges between early and late"'
while read -r line; do
  estimate=$(grep -oE '"estimate":[-0-9.e]+' <<<"$line" | cut -d: -f2) truth=$(grep -oE '"truth":[-0-9.e]+' <<<"$line" | cut -d: -f2)
  awk -v a="$estimate" -v b="$truth" 'BEGIN { exit !(a - b < 1e-6 && b - a < 1e-6) }' || fail "nearly without noise: $line"
done <stdout.txt
same "the budget is for counts alone" "$(json edge_ldp)" 60.0
same "both ends answer" "$(json relationship_dp)" 120.0
expect 0 "without a heading" "$edgeldp" mixing "$karate" --groups rows.csv --no-heading -e 4 --seed 1 --json
expect 0 "with one" "$edgeldp" mixing "$karate" --groups clubs.csv --columns club --id-column user -e 4 --seed 1 --json

# Of classes that are empty in some runs, or whose members know nobody, a run has no number, or no truth.
for seed in 3 4; do
  expect 0 "classes that come and go, seed $seed" "$edgeldp" mixing "$karate" -e 0.5 --runs 6 --seed "$seed" --json
  contains "and it says of how many runs" "$out" '"runs_without_estimate":'
done

expect 2 "a column of no table" "$edgeldp" mixing "$karate" --columns club
contains "what reads it" "$err" "--columns reads --groups FILE"
expect 2 "two columns" "$edgeldp" mixing "$karate" --groups clubs.csv --columns club,user
contains "one group each" "$err" "one --columns"
head -n 30 clubs.csv >fewer.csv
expect 2 "a user without a group" "$edgeldp" mixing "$karate" --groups fewer.csv
contains "what to do" "$err" "--missing VALUE"
expect 0 "who gets one" "$edgeldp" mixing "$karate" --groups fewer.csv --missing none -e 4 --seed 1 --json
finish
