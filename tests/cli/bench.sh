# SPDX-License-Identifier: MIT
# bench: every measurement at a tiny size. Fields and laws are checked, times never.
source "$(dirname "$0")/../support/cli.sh"

# Every line of $out is one JSON object (where a parser is at hand) that holds each of the given fields.
objects() {
  local name=$1 lines=$2 line key
  shift 2
  same "$name: number of objects" "$(wc -l <stdout.txt)" "$lines"
  if command -v python3 >/dev/null; then
    python3 -c 'import json, sys; [json.loads(line) for line in sys.stdin]' <stdout.txt || fail "$name: not JSON"
  fi
  while IFS= read -r line; do
    for key in bench "$@"; do contains "$name, key $key" "$line" "\"$key\":"; done
  done <stdout.txt
  same "$name: stderr is empty" "$err" ""
}
# Where coins can only come from a seed every record says so.
replayed() { same "$1: simulated" "$(grep -c '"simulated":true' stdout.txt)" "$(wc -l <stdout.txt)"; }

# all NAME FIELD low high: every number of that name, at any depth, lies in [low, high]; there is at least one.
all() {
  local values
  values=$(grep -oE "\"$2\":-?[0-9][-+0-9.e]*" stdout.txt | cut -d: -f2)
  [[ -n $values ]] || fail "$1: no number $2"
  awk -v low="$3" -v high="$4" '$1 < low || $1 > high { exit 1 }' <<<"$values" ||
    fail "$1: $2 outside [$3, $4]: $(tr '\n' ' ' <<<"$values")"
}
positive() { for field in "${@:2}"; do all "$1" "$field" 1e-9 1e18; done; }
references="philox_dependent_ns philox_stream_ns"

# z-scores of 12 probabilities, at a fixed seed.
expect 0 codec "$edgeldp" bench codec --entries 40 --length 1000 --bits 20000 --seed 3 --json
objects codec 6 codec alpha level epsilon message_epsilon entries length upload_bytes message_bits bitmap_bits \
  bits_per_edge encode_seconds p1 p0 $references
all codec z -4.5 4.5
replayed codec
all codec rows 21 21
all codec message_epsilon 1.0986 1.0987
positive codec message_bits bits_per_edge upload_bytes measured standard_error encode_seconds $references
same "codecs" "$(grep -oE '"codec":"[a-z]+"' stdout.txt | sort | uniq -c | tr -d ' \n')" \
  '1"codec":"bitmap"1"codec":"nullspace"4"codec":"ppr"'
sizes() { grep -oE '"(p1|p0)":\{"measured":[-0-9.e]+|"(message_bits|bits_per_edge|chunks|columns)":[0-9.]+' stdout.txt; }
once=$(sizes)
expect 0 "codec again" "$edgeldp" bench codec --entries 40 --length 1000 --bits 20000 --seed 3 --json
same "the seed decides" "$(sizes)" "$once"
expect 0 "smallest row" "$edgeldp" bench codec --entries 1 --length 2 --bits 10 --json
objects "smallest row" 6 codec p1 p0
expect 0 "codec as a table" "$edgeldp" bench codec --entries 10 --length 100 --bits 100
contains "codec as a table" "$out" "bits_per_edge "

decode() { expect 0 "decode $*" "$edgeldp" bench decode --entries 20 --length 500 --repetitions 1 --json "$@"; }
decode
objects decode 9 codec target length $references
replayed decode
positive decode test_ns scalar_ns batched_ns decode_ns_per_position positions_per_stream_block scalar_per_batched \
  test_per_dependent_block count_selected_ns_per_position count_common_ns_per_word $references
same "fields" "$(grep -oE '"field":[0-9]+' stdout.txt | cut -d: -f2 | tr '\n' ' ')" "2 3 4 5 7 8 "
best=$(json target)
decode --target all --batch 7
targets=$(grep -oE '"target":"[A-Z0-9_]+"' stdout.txt | uniq | wc -l)
objects "all targets" $((9 * targets)) codec target
same "best target first" "$(grep -oE '"target":"[A-Z0-9_]+"' stdout.txt | head -n 1)" "\"target\":\"$best\""
decode --target "$(tr 'A-Z' 'a-z' <<<"$best")"
same "a target by name" "$(json target)" "$best"
expect 0 "row of two" "$edgeldp" bench decode --entries 1 --length 2 --repetitions 1 --json

expect 0 encode "$edgeldp" bench encode --entries 60 --length 1000 --repetitions 1 --heap-visits 200 --json
objects encode 15 codec epsilon entries encode_ns_per_edge encode_cpu_ns_per_edge stream_blocks_per_edge $references
replayed encode
positive encode encode_ns_per_edge encode_cpu_ns_per_edge tests_per_edge candidates_per_edge heap_ns_per_edge heap_cpu_ns_per_edge heap_candidates_per_edge
all encode heap_visit_limit 200 200
all encode heap_candidates_per_edge 0 1000
all encode heap_chunks_cut 0 200
same "levels" "$(grep -oE '"level":[0-9]' stdout.txt | cut -d: -f2 | tr '\n' ' ')" "1 3 5 7 9 1 3 5 7 9 "

mkdir -p scratch
export TMPDIR=$PWD/scratch
scale() { expect 0 "scale $*" "$edgeldp" bench scale --halvings-from 6 --halvings-to 6 --repetitions 1 --json "$@"; }
scale --seed 1
same "a member and the summary" "$(wc -l <stdout.txt)" 2
head -n 1 stdout.txt >member.txt
for key in halvings codec epsilon nodes edges wedges counted_pairs stage_seconds stage_cpu_seconds generate degree \
  size_and_plan encode save load count seconds encode_cpu_ns_per_edge count_cpu_ns_per_wedge count_cpu_ns_per_pair \
  upload_bytes bits_per_edge threads peak_memory_bytes simulated $references; do
  contains "scale, key $key" "$(<member.txt)" "\"$key\":"
done
same "scale: nodes" "$(grep -oE '"nodes":[0-9]+' member.txt)" '"nodes":1681'
same "scale: edges" "$(grep -oE '"edges":[0-9]+' member.txt)" '"edges":190118'
same "scale: wedges" "$(grep -oE '"wedges":[0-9]+' member.txt)" '"wedges":60140120'
positive scale counted_pairs encode_cpu_ns_per_edge count_cpu_ns_per_wedge estimate standard_error bits_per_edge
same "one member deviates from nothing" "$(json encode_cpu_ns_per_edge_deviation)" 0.0
scale --codec nullspace
[[ $out != *\"simulated\":true* ]] || fail "a run with system coins is marked simulated"
[[ -z $(ls scratch) ]] || fail "bench scale leaves files behind: $(ls scratch)"

# A collection without HTTP, and one whose collector is killed in each round.
expect 0 people "$edgeldp" bench people --people 200 --epsilon 8 --json
same "people" "$(json people) $(json truth)" "200 1400.0"
contains "people" "$out" '"round":"degree"'
expect 0 load "$edgeldp" bench load --people 300 --connections 2 --kill --json
same "load" "$(json joined) $(json answered) $(json posts) $(json kills)" "300 300 600 2"

expect 0 coverage "$edgeldp" bench coverage --verb degrees,triangles --epsilon 1,8 --codec nullspace --runs 3 --seed 1 --json
objects coverage 10 graph verb statistic epsilon codec truth runs rmse rmse_95 rmse_99 mean_error spread standard_error coverage \
  coverage_upper usable_coverage_upper width usable weak not_usable seconds simulated
all coverage coverage_upper 0.3 1

refused() {
  local what=$1
  shift
  expect 2 "$*" "$edgeldp" "$@" --json
  same "$* prints no result" "$out" ""
  contains "$*" "$err" "$what"
}
refused "name a verb" bench
refused "epsilon = 0: must be above 0 and at most 64" bench codec --epsilon 0
refused "epsilon = nan" bench encode --epsilon nan
refused "must lie in (0, 25]" bench codec --epsilon 30
refused "must lie in (0, 25]" bench decode --epsilon 30
refused "entries = 100: must lie in [1, 99]" bench codec --entries 100 --length 100
refused "--entries: must be a whole number from 1 to " bench encode --entries 0
refused "--length: must be a whole number from 2 to " bench decode --length 1
refused "--bits: must be a whole number from 1 to " bench codec --bits 0
refused "vector target = MMX: this machine has" bench decode --target mmx
refused "--repetitions: must be a whole number from 1 to " bench decode --repetitions 0
refused "--batch: must be a whole number from 1 to " bench decode --batch 0
refused "--heap-visits: must be a whole number from 1 to " bench encode --heap-visits 0
refused "--halvings-from: must be a whole number from 0 to 6, not '7'" bench scale --halvings-from 7
refused "halvings-from = 2: must lie in [3, 6]" bench scale --halvings-from 2 --halvings-to 3
refused "--codec" bench scale --codec gzip
refused "epsilon = -1" bench scale --epsilon -1
expect 0 "count" "$edgeldp" bench count --lengths 4,10 --users 60 --repetitions 1 --json
objects count 2 users mean_length laws pairs threads $references
positive count limited_ns unlimited_ns
refused "--lengths" bench count --lengths 1
refused "--laws" bench count --laws 41
expect 0 "pairs" "$edgeldp" bench pairs --users 20 --items 100 --pairs 50 --repetitions 1 --json
objects pairs 1 users items pairs threads $references
positive pairs intersection_ns common_ns cosine_ns jaccard_ns pairs_per_second
# Synthetic graphs: a line an epsilon, and the same runs again give the same errors.
"$edgeldp" dataset generate affiliation --nodes 200 --edges 1000 -o small.txt >/dev/null 2>&1 || fail "no graph"
synthesis() { expect 0 "synthesis" "$edgeldp" bench synthesis small.txt -e 1,4 --runs 2 --seed 3 --json; }
synthesis
objects synthesis 2 graph nodes edges epsilon runs seed methods ours_beside
for name in ours told ldpgen ldpgen_uncut; do contains "methods" "$out" "\"$name\":{\"errors\":{\"nodes\":0.0"; done
same "no node is lost, and what is told has all edges" "$(grep -oE '"told":\{"errors":\{"nodes":0.0,"edges":0.0' <<<"$out" | wc -l)" 2
same "all queries count once" "$(python3 -c 'import json, sys
for line in sys.stdin:
    for rival in json.loads(line)["ours_beside"].values():
        print(rival["better"] + rival["equal"] + len(rival["not_better"]))' <stdout.txt | sort -u)" 15
errors=$(sed -E 's/"cpu_seconds":[0-9.e-]+//g' stdout.txt)
synthesis
same "the same errors" "$(sed -E 's/"cpu_seconds":[0-9.e-]+//g' stdout.txt)" "$errors"
refused "--runs" bench synthesis small.txt --runs 0
stages() { expect 0 "stages $*" "$edgeldp" bench stages --users 200 --edges 1000 --repetitions 1 --json "$@"; }
stages --verb triangles,mixing --seed 1
objects stages 3 question users edges epsilon codec threads runs stages_ns_per_edge memory_ns_per_line popcount_ns_per_word \
  $references
replayed stages
positive stages memory_ns_per_line popcount_ns_per_word start exact collector reading degree count
same "what is asked" "$(grep -oE '"question":"[a-z]+"' stdout.txt | tr '\n' ' ')" \
  '"question":"text" "question":"triangles" "question":"mixing" '
refused "--verb" bench stages --verb nothing
finish
