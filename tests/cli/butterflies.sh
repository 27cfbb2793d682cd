# SPDX-License-Identifier: MIT
# Butterflies of a bipartite file: keys, determinism over threads, declared users, refusals.
source "$(dirname "$0")/../support/cli.sh"
stable() { sed -E 's/"seconds":[^,}]*,?//; s/"peak_memory_bytes":[0-9]+,?//'; }

# 60 users and 40 items; user u has item x where (u + x) mod 3 = 0 or u x mod 7 = 1.
{
  echo "user,item,weight"
  for ((u = 0; u < 60; ++u)); do
    for ((x = 0; x < 40; ++x)); do (((u + x) % 3 == 0 || u * x % 7 == 1)) && echo "$((u + 100)),$x,1"; done
  done
} >pairs.csv

expect 0 "a file" "$edgeldp" butterflies pairs.csv --epsilon 8 --seed 1 --json
for key in graph nodes left right layer estimate standard_error interval judgement epsilon edge_ldp relationship_dp spent split \
  codec pilot error_parts upload_bytes download_bytes bits_per_edge runs private simulated key told truth rmse relative_error; do
  contains "key $key" "$out" "\"$key\":"
done
same "private" "$(json private)" true
same "simulated" "$(json simulated)" true
same "an item is nobody's endpoint" "$(json edge_ldp)" "$(json relationship_dp)"
for codec in nullspace ppr bitmap; do
  one=$("$edgeldp" butterflies pairs.csv --codec $codec --seed 7 --runs 3 --threads 1 --json | stable)
  two=$("$edgeldp" butterflies pairs.csv --codec $codec --seed 7 --runs 3 --threads 3 --json | stable)
  same "$codec: threads 1 and 3" "$one" "$two"
done
expect 0 "the other layer" "$edgeldp" butterflies pairs.csv --layer right --seed 1 --epsilon 2,4 --json
same "one object a budget" "$(wc -l <stdout.txt)" 2
same "the same butterflies" "$(json truth)" "$("$edgeldp" butterflies pairs.csv --seed 1 --json | sed -E 's/.*"truth":([0-9]+).*/\1/')"
expect 0 "each run" "$edgeldp" butterflies pairs.csv --seed 1 --runs 3 --each --json
same "three runs and their aggregate" "$(wc -l <stdout.txt)" 4
expect 0 "no truth" "$edgeldp" butterflies pairs.csv --no-exact --json
lacks "nothing exact" "$out" '"exact"'
same "coins of the system" "$(json simulated)" false
expect 0 "table" "$edgeldp" butterflies pairs.csv -v
contains table "$out" "relative_error"
expect 2 "no file" "$edgeldp" butterflies
contains "no file" "$err" "users and items"
expect 2 "a budget that is none" "$edgeldp" butterflies pairs.csv --epsilon 0
expect 3 "a file that is none" "$edgeldp" butterflies nothing.csv
contains "a file that is none" "$err" "nothing.csv"
finish
