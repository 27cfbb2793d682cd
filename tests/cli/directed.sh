# SPDX-License-Identifier: MIT
# Directed graphs: what is read, questions along arcs, arcs that come back, refusals, determinism over threads and shards, what a record says.
source "$(dirname "$0")/../support/cli.sh"
stable() { sed -E 's/"seconds":[^,}]*,?//; s/"peak_memory_bytes":[0-9]+,?//'; }
# Users of three groups; each names the next two, and every fifth is named back.
awk 'BEGIN { for (u = 0; u < 200; ++u) { print u, (u + 1) % 200; print u, (7 * u + 3) % 200; if (u % 5 == 0) print (u + 1) % 200, u } }' >arcs.txt
{ echo user,club && for u in $(seq 0 199); do echo "$u,g$((u % 3))"; done; } >clubs.csv

expect 0 "along arcs" "$edgeldp" mixing arcs.txt --directed -e 4 --seed 1 --json
contains "walks come first" "$(head -n 1 stdout.txt)" '"statistic":"walks of 2 arcs"'
contains "it says so" "$out" '"directed":true'
same "an arc pays once" "$(json edge_ldp | head -n 1)" 4.0
same "and a pair of them twice" "$(json relationship_dp | head -n 1)" 8.0
contains "where classes are from" "$out" '"groups_from":"released out-degree"'
one=$("$edgeldp" mixing arcs.txt --directed --seed 7 --runs 3 --threads 1 --matrix --json | stable)
same "threads 1 and 4" "$one" "$("$edgeldp" mixing arcs.txt --directed --seed 7 --runs 3 --threads 4 --matrix --json | stable)"
same "three shards" "$one" "$("$edgeldp" mixing arcs.txt --directed --seed 7 --runs 3 --shards 3 --matrix --json | stable)"

expect 0 "groups from a file" "$edgeldp" mixing arcs.txt --directed --groups clubs.csv -e 60 --seed 1 --matrix --json
contains "both directions" "$out" '"statistic":"arcs from g0 to g1"'
contains "and the other" "$out" '"statistic":"arcs from g1 to g0"'
while read -r line; do
  estimate=$(grep -oE '"estimate":[-0-9.e]+' <<<"$line" | cut -d: -f2) truth=$(grep -oE '"truth":[-0-9.e]+' <<<"$line" | cut -d: -f2)
  awk -v a="$estimate" -v b="$truth" 'BEGIN { exit !(a - b < 1e-6 && b - a < 1e-6) }' || fail "nearly without noise: $line"
done <stdout.txt

expect 0 "out-degrees" "$edgeldp" degrees arcs.txt --directed -e 20 --seed 1 --json
contains "arcs" "$out" '"statistic":"arcs"'
"$edgeldp" degrees arcs.txt --directed -e 60 --seed 1 --degrees out.tsv >/dev/null 2>&1
same "of every user" "$(wc -l <out.tsv)" 201
expect 0 "centrality" "$edgeldp" centrality arcs.txt --directed -e 4 --seed 1
contains "in words" "$out" "directed centrality"
contains "an arc is in one list" "$out" "one given user names another"
contains "and what a pair loses" "$out" "both ways together"

expect 0 "arcs that come back" "$edgeldp" reciprocity arcs.txt -e 60 --seed 1 --codec bitmap --json
returned=$(awk '{ arc[$1 " " $2] = 1 } END { for (a in arc) { split(a, end, " "); n += (end[2] " " end[1]) in arc }; print n }' arcs.txt)
same "what is true" "$(grep -oE '"statistic":"arcs with one back".*' stdout.txt | grep -oE '"truth":[0-9]+' | head -n 1)" "\"truth\":$returned"
awk -v n="$returned" 'BEGIN { exit !(ARGV[1] > n - 0.5 && ARGV[1] < n + 0.5) }' "$(grep '"statistic":"arcs with one back"' stdout.txt | grep -oE '"estimate":[-0-9.e]+' | cut -d: -f2)" || fail "returned at 60"
expect 0 "who is named" "$edgeldp" reciprocity arcs.txt -e 40 --seed 1 --codec bitmap --values named.tsv
same "a line a user" "$(wc -l <named.tsv)" 201
expect 0 "or refused" "$edgeldp" reciprocity arcs.txt -e 1 --seed 1
contains "and it says so" "$out" "in-degree of a user, refused"
expect 2 "no file of what is refused" "$edgeldp" reciprocity arcs.txt -e 1 --seed 1 --values named2.tsv
contains "and why" "$err" "errs by more than their mean"
[[ ! -e named2.tsv ]] || fail "a file was written"
one=$("$edgeldp" reciprocity arcs.txt --seed 7 --runs 3 --threads 1 --json | stable)
same "rows by threads 1 and 4" "$one" "$("$edgeldp" reciprocity arcs.txt --seed 7 --runs 3 --threads 4 --json | stable)"
same "rows by three shards" "$one" "$("$edgeldp" reciprocity arcs.txt --seed 7 --runs 3 --shards 3 --json | stable)"

for verb in triangles cycles cores homophily common-neighbors release; do
  expect 2 "$verb has no arcs" "$edgeldp" "$verb" arcs.txt --directed
  contains "$verb says who has" "$err" "directed graphs go with info, degrees, centrality, mixing and reciprocity"
done
expect 2 "the embedded graph" "$edgeldp" mixing --directed
contains "has no directions" "$err" "no directions"
printf '3 2\n2 3\n1\n1\n' >three.metis
expect 2 "METIS" "$edgeldp" mixing three.metis --directed
contains "has none either" "$err" "directions cannot be kept"
expect 2 "stars" "$edgeldp" degrees arcs.txt --directed --stars 3
contains "are of undirected graphs" "$err" "--stars does not go with --directed"
awk 'BEGIN { for (u = 0; u < 50; ++u) print u, u + 1 }' >rising.txt
expect 0 "a list that may be undirected" "$edgeldp" mixing rising.txt --directed --seed 1
contains "is said to be one" "$out" "as edges without directions are"

expect 0 "exact facts" "$edgeldp" info arcs.txt --directed --json
same "arcs" "$(json arcs)" 436
same "arcs with one back" "$(json returned_arcs)" "$returned"
same "pairs" "$(json linked_pairs)" "$((436 - returned / 2))"
same "who names most" "$(json max_out_degree)" 3
expect 0 "for people" "$edgeldp" info arcs.txt --directed
contains "reciprocity in words" "$out" "Reciprocity is the share of arcs"
expect 0 "several" "$edgeldp" info arcs.txt rising.txt --directed
contains "a table" "$out" "max in-degree"
expect 2 "two kinds" "$edgeldp" info arcs.txt --directed --bipartite
