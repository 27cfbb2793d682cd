# SPDX-License-Identifier: MIT
# Degrees, stars, clustering and sequences: keys, files, one protocol a call, what does not go together.
source "$(dirname "$0")/../support/cli.sh"
karate="$source_dir/datasets/tiny/karate.txt"
stable() { sed -E 's/"seconds":[^,}]*,?//; s/"peak_memory_bytes":[0-9]+,?//'; }
# the line of stdout.txt about one statistic
about() { grep "\"statistic\":\"$1\"" stdout.txt; }
number() { about "$1" | grep -oE "\"$2\":[-0-9.e+]+" | head -n 1 | cut -d: -f2; }

expect 0 "one round" "$edgeldp" degrees "$karate" --seed 1 --stars 2,3 --json
for key in graph nodes edges truth estimate standard_error interval confidence half_width inflation bias_bound judgement at_most \
  epsilon_that_would_do rmse relative_error epsilon split codec alpha level upload_bytes \
  download_bytes bits_per_edge seconds peak_memory_bytes runs private; do
  contains "key $key" "$out" "\"$key\":"
done
for statistic in edges wedges 3-stars max_degree degrees sorted_degrees; do
  [[ -n $(about $statistic) ]] || fail "no $statistic"
done
same "edges of karate" "$(number edges truth)" 78.0
same "wedges of karate" "$(number wedges truth)" 528.0
same "largest degree of karate" "$(number max_degree truth)" 17.0
same "a relationship pays twice" "$(number edges relationship_dp)" 2.0
contains "other methods" "$out" '"predicted_rmse_of":{"local-lap":'
same simulated "$(json simulated)" true
same "no rows, no key" "$(json key)" null

one=$("$edgeldp" degrees --seed 7 --runs 3 --threads 1 --json | stable)
two=$("$edgeldp" degrees --seed 7 --runs 3 --threads 2 --json | stable)
same "threads 1 and 2" "$one" "$two"
expect 0 "sweep" "$edgeldp" degrees "$karate" --epsilon 0.5,1 --json
same "seven statistics a budget" "$(wc -l <stdout.txt)" 14
expect 0 "no truth" "$edgeldp" degrees "$karate" --no-exact --json
lacks "nothing exact" "$out" '"exact"'
same "coins of the system" "$(json simulated)" false
expect 0 table "$edgeldp" degrees "$karate" -v
contains table "$out" "relative_error"

# A screen of 80 columns has all columns side by side, one of 50 has a line for each number; rows without a meaning for people are behind -v.
expect 0 "80 columns" env COLUMNS=80 "$edgeldp" degrees --seed 1
[[ $(grep -m1 judgement stdout.txt | xargs) == "estimate error 95% interval judgement" ]] || fail "no table at 80 columns"
for width in 50 80; do
  expect 0 "$width columns" env COLUMNS=$width "$edgeldp" degrees --seed 1
  same "lines of more than $width" "$(awk -v w=$width 'length > w' stdout.txt)" ""
  lacks "rows for people" "$out" "sorted degrees"
done
expect 0 "all rows" "$edgeldp" degrees --seed 1 -v
contains "all rows" "$out" "released_degrees_sorted"

for method in local-lap own-caps; do
  expect 0 "$method" "$edgeldp" degrees "$karate" --method $method --stars 3 --seed 1 --json
  same "one statistic" "$(wc -l <stdout.txt)" 1
  same "$method" "$(json method)" $method
done
expect 0 clustering "$edgeldp" degrees --clustering --codec nullspace --seed 1 --json
for statistic in triangles wedges clustering; do
  [[ -n $(about $statistic) ]] || fail "no $statistic"
done
same codec "$(json codec)" nullspace
contains "budgets follow the rank" "$out" '"budgets_by_rank":[{"first_rank":0,'
expect 0 "limits that are the same for all ranks" "$edgeldp" degrees --clustering --preset uniform --codec nullspace --seed 1 --json
lacks "no budgets by rank" "$out" budgets_by_rank
key=$(json key)
expect 0 "another count under that seed" "$edgeldp" triangles --codec bitmap --seed 1 --json
same "its key" "$key" "$(json key)"

# Sequences: a line a user, labelled as in the file; on standard output they take the place of results.
expect 0 "files" "$edgeldp" degrees "$karate" --seed 1 --degrees d.tsv --sorted s.tsv
same "heading" "$(head -n 1 d.tsv)" $'label\testimate\tstandard_error'
same "lines" "$(wc -l <d.tsv) $(wc -l <s.tsv)" "35 35"
same "labels" "$(cut -f1 d.tsv | tail -n +2 | sort)" "$(grep -v '^#' "$karate" | tr -s ' \t' '\n\n' | grep . | sort -u)"
expect 0 "standard output" "$edgeldp" degrees "$karate" --seed 1 --degrees -
same "the same sequence" "$out" "$(cat d.tsv)"
expect 0 "triangles at users" "$edgeldp" degrees "$karate" --seed 1 --triangles t.tsv --json
same "lines" "$(wc -l <t.tsv)" 35
[[ -n $(about triangles_at_users) ]] || fail "no triangles_at_users"

# From a release nothing is spent again, whatever is asked.
expect 0 release "$edgeldp" release "$karate" --seed 3 --codec bitmap --epsilon 20 -o r.eldp
expect 0 "from a release" "$edgeldp" degrees "$karate" --release r.eldp --clustering --triangles t.tsv --degrees d.tsv --json
for statistic in edges wedges max_degree degrees triangles clustering triangles_at_users; do
  [[ -n $(about $statistic) ]] || fail "no $statistic from a release"
done
first=$(stable <stdout.txt)
"$edgeldp" degrees "$karate" --release r.eldp --clustering --triangles t.tsv --degrees d.tsv --json >stdout.txt
same "a release says the same twice" "$(stable <stdout.txt)" "$first"
near=$(number edges estimate)
[[ ${near%.*} -ge 70 && ${near%.*} -le 86 ]] || fail "edges from a release: $near"

expect 0 "without the graph" "$edgeldp" degrees --release r.eldp --json
same "without the graph" "$(number edges estimate)" "$near"
lacks "without the graph" "$out" '"exact"'

refused() {
  local what=$1
  shift
  expect 2 "$*" "$edgeldp" degrees "$@"
  same "$* prints no result" "$out" ""
  contains "$*" "$err" "$what"
}
refused "stars" "$karate" --stars 0
refused "stars" "$karate" --stars 17
refused "one kind of star" "$karate" --method local-lap --stars 2,3
refused "--method" "$karate" --method own-caps --clustering
refused "--codec" "$karate" --codec bitmap
refused "--split" "$karate" --triangles t.tsv --split 0.1,0.7,0.2
refused "--max-error" "$karate" --triangles t.tsv --codec auto --max-error 1
refused "protocols of their own" "$karate" --clustering --triangles t.tsv
refused "--degrees" "$karate" --clustering --degrees d.tsv
refused "--sorted" "$karate" --method local-lap --sorted s.tsv
refused "one run" "$karate" --degrees d.tsv --runs 2
refused "standard output" "$karate" --degrees - --sorted -
refused "epsilon" "$karate" --epsilon 0
refused "--release" "$karate" --release r.eldp --epsilon 2
refused "vertices" "$source_dir/datasets/tiny/petersen.mtx" --release r.eldp
refused "epsilon" "$karate" --epsilon nan
expect 3 "no such folder" "$edgeldp" degrees "$karate" --degrees /nonexistent/d.tsv
finish
