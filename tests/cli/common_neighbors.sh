# SPDX-License-Identifier: MIT
# Common neighbours: keys, determinism over threads, pairs from files, bipartite files, clear errors.
source "$(dirname "$0")/../support/cli.sh"
stable() { sed -E 's/"seconds":[^,}]*,?//; s/"peak_memory_bytes":[0-9]+,?//'; }
karate=$source_dir/datasets/tiny/karate.txt

expect 0 "sample" "$edgeldp" common-neighbors --sample 20 --seed 1 --json
for key in graph nodes edges truth estimate standard_error interval confidence half_width inflation bias_bound judgement at_most \
  epsilon_that_would_do rmse relative_error epsilon split codec alpha level upload_bytes \
  download_bytes bits_per_edge seconds peak_memory_bytes runs private mean_absolute_error predicted_absolute_error \
  protocol_runs runs_of_a_user participants edge_ldp relationship_dp; do
  contains "key $key" "$out" "\"$key\":"
done
same simulated "$(json simulated)" true
same private "$(json private)" true
same "stderr is empty" "$err" ""
same "several releases have several keys" "$(json key)" null
expect 0 "one release" "$edgeldp" common-neighbors --sample 20 --method one-round --seed 3 --json
key=$(json key)
expect 0 "another count under that seed" "$edgeldp" triangles --codec bitmap --seed 3 --json
same "its key" "$key" "$(json key)"
one=$("$edgeldp" common-neighbors --sample 50 --seed 7 --runs 3 --threads 1 --json | stable)
two=$("$edgeldp" common-neighbors --sample 50 --seed 7 --runs 3 --threads 4 --json | stable)
same "threads 1 and 4" "$one" "$two"

printf '# pairs\n34 1\n\n33,34\r\n1\t2\n' >pairs.txt
for method in naive one-round single-source double-source; do
  expect 0 "$method" "$edgeldp" common-neighbors "$karate" --pairs pairs.txt --method $method --seed 3 --each --json
  same "$method: three pairs and their aggregate" "$(wc -l <stdout.txt)" 4
  # Who counts pays for each pair; rows alone answer for all pairs at once.
  [[ $method == *-source ]] && runs=2 || runs=1
  same "$method: user 1 and 34 are in two pairs" "$(json protocol_runs)" $runs
  same "$method: everybody sends rows" "$(json runs_of_a_user)" $runs
  same "$method: in the order of the file" "$(grep -oE '"first":[0-9]+,"second":[0-9]+' stdout.txt | tr -d '"a-z:' | tr '\n' ' ')" "34,1 33,34 1,2 "
done
contains "labels of the file" "$(head -n 1 stdout.txt)" '"first":34,"second":1'
contains "common neighbours of 1 and 34" "$(head -n 1 stdout.txt)" '"truth":4.0'
from_stdin() { "$edgeldp" common-neighbors "$karate" --pairs - --seed 3 --each --json <pairs.txt; }
expect 0 "pairs from standard input" from_stdin
same "three pairs from standard input" "$(wc -l <stdout.txt)" 4
expect 0 "sweep" "$edgeldp" common-neighbors --sample 5 --epsilon 1,2 --seed 1 --json
same "one object a budget" "$(wc -l <stdout.txt)" 2
expect 0 "no truth" "$edgeldp" common-neighbors --sample 5 --no-exact --json
lacks "nothing exact" "$out" '"exact"'
same "coins of the system" "$(json simulated)" false

printf 'userId,movieId,rating\n1,31,2.5\n1,32,3\n2,31,1\n2,32,4\n7,31,5\n7,33,5\n' >ratings.csv
printf '1 2\n' >users.txt
printf '31 32\n' >movies.txt
for codec in bitmap ppr nullspace; do
  expect 0 "bipartite $codec" "$edgeldp" common-neighbors ratings.csv --bipartite --pairs users.txt --codec $codec --seed 1 --json
  same "truth with $codec" "$(json truth)" 2.0
  same "two users take part" "$(json participants)" 2
  same "relationships pay what users pay" "$(json relationship_dp)" "$(json edge_ldp)"
done
expect 0 "other layer" "$edgeldp" common-neighbors ratings.csv --bipartite --layer right --pairs movies.txt --measure jaccard --seed 1 --json
contains "Jaccard of the movies" "$(json truth)" 0.666
for variant in "single-source separate-roles" "double-source public-degrees" "single-source basic"; do
  read -r method name <<<"$variant"
  expect 0 "$variant" "$edgeldp" common-neighbors ratings.csv --bipartite --pairs users.txt --method "$method" --variant "$name" --json
  same "$variant: true degrees are no private release" "$(json private)" $([[ $name == public-degrees ]] && echo false || echo true)
done

expect 2 "which pairs" "$edgeldp" common-neighbors
expect 2 "both" "$edgeldp" common-neighbors --sample 3 --pairs pairs.txt
expect 2 "variant of bipartite graphs" "$edgeldp" common-neighbors "$karate" --sample 3 --variant public-degrees
expect 2 "the default graph is not bipartite" "$edgeldp" common-neighbors --bipartite --sample 3
expect 2 "no such codec" "$edgeldp" common-neighbors --sample 3 --codec gzip
expect 3 "missing pairs" "$edgeldp" common-neighbors "$karate" --pairs nowhere.txt
contains "missing pairs" "$err" nowhere.txt
mkdir folder
expect 3 "a folder of pairs" "$edgeldp" common-neighbors "$karate" --pairs folder
contains "a folder of pairs" "$err" folder
bad() {
  printf '%b' "$2" >bad.txt
  expect 2 "$1" "$edgeldp" common-neighbors "$karate" --pairs bad.txt
  contains "$1" "$err" "$3"
}
bad "unknown label" '1 2\n3 99\n' 'bad.txt: line 2: no user has the label 99'
bad "one label" '1 2\n# x\n3\n' 'line 3: expected two labels'
bad "three labels" '1 2 3\n' 'line 1'
bad "no number" '1 x\n' 'line 1'
bad "a user with itself" '4 4\n' 'line 1'
bad "empty" '# nothing\n' 'no pair'
printf 'user item\n1 2\n1 x\n' >bad.csv
expect 2 "bad line of a bipartite file" "$edgeldp" common-neighbors bad.csv --bipartite --sample 1
contains "bad line of a bipartite file" "$err" "line 3"
finish
