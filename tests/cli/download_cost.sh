# SPDX-License-Identifier: MIT
# bench download-cost: points, comparisons, resuming, figures. Times are never checked.
source "$(dirname "$0")/../support/cli.sh"
karate="$source_dir/datasets/tiny/karate.txt"
cost() { "$edgeldp" bench download-cost "$@"; }
stable() { sed -E 's/"(seconds|seconds_per_run|peak_memory_bytes)":[-+0-9.e]+,?//g; s/"crc":"[0-9a-f]*"//' "$1"; }
# Lines of standard input with checksums that fit: gzip's trailer begins with the CRC-32 of what it holds.
sealed() {
  local line
  while IFS= read -r line; do
    line="${line%,\"crc\":*}}"
    printf '%s,"crc":"%s"}\n' "${line%\}}" \
      "$(printf %s "$line" | gzip -c | tail -c 8 | head -c 4 | od -An -tx1 | awk '{ print $4 $3 $2 $1 }')"
  done
}
rm -rf ./*.jsonl ./*.csv ./*.svg ./*.part ./g* injected

expect 0 "points" "$edgeldp" bench download-cost "$karate" --mechanisms ppr,nullspace,bitmap,exact,adjacency-list \
  --level 1,5 --runs 3 --seed 1 --json
same "five points, their comparisons with one rival" "$(wc -l <stdout.txt)" $((6 + 3))
while IFS= read -r line; do
  [[ $line == *'"record":"comparison"'* ]] && continue
  for key in mechanism knob value graph nodes edges truth epsilon edge_ldp relationship_dp split codec alpha level estimate \
    standard_error predicted_bias predicted_rmse rmse relative_error root_sum_squared_error mean_relative_error \
    measured_spread deviation upload_bytes download_bytes bits_per_edge seconds seconds_per_run peak_memory_bytes runs \
    private caveat; do
    contains "a point, key $key" "$line" "\"$key\":"
  done
done <stdout.txt
if command -v python3 >/dev/null; then
  python3 - <stdout.txt <(cat stdout.txt) <<'PYTHON' || fail "the figures of the points do not fit together"
import json, math, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
points = [x for x in lines if "record" not in x]
for p in points:
    assert p["truth"] == 45 and p["nodes"] == 34 and p["edges"] == 78
    assert math.isclose(p["root_sum_squared_error"], math.sqrt(p["runs"]) * p["rmse"], abs_tol=1e-9)
    assert math.isclose(p["relative_error"], p["rmse"] / 45, abs_tol=1e-12)
    assert p["mean_relative_error"] <= p["relative_error"] + 1e-12
    assert (p["predicted_rmse"] is None) == (p["standard_error"] is None)
    assert p["standard_error"] is None or math.isclose(p["predicted_rmse"], math.hypot(p["standard_error"], p["predicted_bias"]), abs_tol=1e-9)
    assert p["rmse_low"] < p["rmse"] < p["rmse_high"] or p["rmse"] == 0
exact = [p for p in points if p["mechanism"] in ("exact", "adjacency-list")]
assert all(p["rmse"] == 0 and p["runs"] == 1 and p["epsilon"] is None and not p["private"] for p in exact)
assert exact[1]["download_bytes"] < exact[0]["download_bytes"]
assert all(p["private"] and p["simulated"] and p["runs"] == 3 for p in points if p not in exact)
for c in (x for x in lines if "record" in x):
    assert c["rival"] == "bitmap" and c["runs"] == 3
    assert c["paper_download_ratio"] is None and c["paper_error_ratio"] is None  # not the paper's graph
    if c["error_ratio"] is not None:
        assert c["error_ratio_low"] < c["error_ratio"] / 3 and c["error_ratio"] * 3 < c["error_ratio_high"]
    if c["reached"]:
        assert math.isclose(c["download_ratio"], c["rival_download_bytes"] / c["download_bytes"])
PYTHON
fi

# The same runs as the main verb's.
point=$(grep '"value":5' stdout.txt | head -n 1)
expect 0 "triangles" "$edgeldp" triangles "$karate" --preset uniform --codec ppr --runs 3 --seed 1 --json
for key in estimate rmse standard_error download_bytes upload_bytes; do
  there=$(grep -oE "\"$key\":[-0-9.e+a-z]+" <<<"$point" | cut -d: -f2)
  awk -v a="$(json "$key")" -v b="$there" 'BEGIN { d = a - b; exit !(d * d <= 1e-24 * a * a && b != "") }' ||
    fail "triangles and bench agree on $key: '$(json "$key")' differs from '$there'"  # sums may run in another order
done

expect 0 "as a table" "$edgeldp" bench download-cost "$karate" --mechanisms ppr-published,arr-one --knobs arr-one=0.1 --runs 2 --seed 1
same "few runs are marked" "$(grep -cE '[0-9]\* ' stdout.txt) $(grep -c '^\* from fewer than 10 runs' stdout.txt)" "3 1"
same "the paper says nothing of karate" "$(grep -c 10000 stdout.txt)" 0
expect 0 "enough runs" "$edgeldp" bench download-cost "$karate" --mechanisms nullspace,bitmap --runs 10 --seed 1
same "are not marked" "$(grep -c '\*' stdout.txt)" 0

# Every mechanism, at every value of its knob that fits the budget.
expect 0 "all" "$edgeldp" bench download-cost "$karate" --runs 1 --seed 1 --json
same "mechanisms" "$(grep -v '"record":' stdout.txt | grep -oE '^\{"mechanism":"[a-z0-9.-]+"' | sort | uniq -c | tr -d ' "{' | tr '\n' ' ')" \
  "1mechanism:adjacency-list 9mechanism:arr-full 9mechanism:arr-full-strongest 9mechanism:arr-one \
9mechanism:arr-one-strongest 8mechanism:arr-two 8mechanism:arr-two-strongest 1mechanism:bitmap 1mechanism:central-ladder 1mechanism:centred-1.5 1mechanism:centred-2 1mechanism:centred-nullspace 1mechanism:centred-ppr 1mechanism:edge-orient 1mechanism:edge-orient-sound 1mechanism:exact \
7mechanism:group-rr 7mechanism:group-rr-smooth 7mechanism:group-rr-strongest 1mechanism:local-two-rounds \
1mechanism:local-two-rounds-strongest 1mechanism:nullspace 9mechanism:ppr 1mechanism:ppr-published 8mechanism:sampled \
1mechanism:vertex-centric 1mechanism:vertex-centric-nullspace 1mechanism:vertex-centric-ppr 1mechanism:vertex-centric-strongest "
while IFS= read -r line; do
  case $line in
    *'"mechanism":"vertex-centric'*) contains "both endpoints count" "$line" '"relationship_dp":1.' ;;
    *'"private":false'*) [[ $line != *'"caveat":""'* ]] || fail "not private, without saying why: ${line:0:200}" ;;
  esac
done < <(grep -v '"record":' stdout.txt)
expect 0 "knobs" "$edgeldp" bench download-cost "$karate" --runs 1 --seed 1 --mechanisms arr-one,group-rr \
  --knobs arr-one=0.05 --knobs group-rr=9,27 --json
same "values by hand" "$(grep -v '"record":' stdout.txt | grep -oE '"value":[0-9.]+' | tr '\n' ' ')" \
  '"value":0.05 "value":9.0 "value":27.0 '

expect 0 "table" "$edgeldp" bench download-cost "$karate" --mechanisms ppr-published,local-two-rounds,arr-one --runs 2 --seed 1
for word in mechanism "ppr-published" "local-two-rounds" "mu_star=0.001" "same error at B" "1e+04"; do
  contains "table" "$out" "$word"
done
same "stderr is empty" "$err" ""

# An interrupted sweep ends up with the file of one that was not, whatever the threads and wherever it was cut.
sweep() { cost "$karate" --mechanisms "$1" --level 3 --runs 4 --seed 7 --out "$2" "${@:3}" >stdout.txt 2>stderr.txt; }
sweep ppr,nullspace,bitmap whole || fail "sweep: $(<stderr.txt)"
stable whole.jsonl >whole.txt
same "settings, twelve runs, three points, two comparisons" "$(wc -l <whole.txt)" 18
size=$(wc -c <whole.jsonl)
for cut in 0 40 400 $((size / 3)) $((size / 2)) $((size - 700)) $((size - 1)) "$size"; do
  head -c "$cut" whole.jsonl >part.jsonl
  sweep ppr,nullspace,bitmap part --threads 1 || fail "resumed at byte $cut: $(<stderr.txt)"
  cmp -s whole.txt <(stable part.jsonl) || fail "resumed at byte $cut: another file"
done
# ... killed in the middle, really; the first sweep may also have been one of fewer mechanisms.
rm -f killed.jsonl
"$edgeldp" bench download-cost "$karate" --mechanisms ppr,nullspace,bitmap --level 3 --runs 4 --seed 7 --out killed \
  >/dev/null 2>&1 &
pid=$!
for ((i = 0; i < 200; ++i)); do [[ -s killed.jsonl ]] && break; sleep 0.01; done
kill -9 "$pid" 2>/dev/null
wait "$pid" 2>/dev/null
sweep ppr,nullspace,bitmap killed || fail "after a kill: $(<stderr.txt)"
cmp -s whole.txt <(stable killed.jsonl) || fail "after a kill: another file"
sweep ppr few || fail "one mechanism: $(<stderr.txt)"
sweep ppr,nullspace,bitmap few || fail "more mechanisms: $(<stderr.txt)"
cmp -s whole.txt <(stable few.jsonl) || fail "more mechanisms later: another file"
# Finished runs are taken from the file, not made again: a changed one shows.
sed '2s/"estimate":[-0-9.e+]*/"estimate":1e9/' few.jsonl | grep -v '"record":"point"' >edited.jsonl
sealed <whole.jsonl | cmp -s whole.jsonl - || fail "the checksums are no CRC-32"
sealed <edited.jsonl >changed.jsonl
sweep ppr,nullspace,bitmap changed --json
contains "a recorded run is used" "$(head -n 1 stdout.txt)" '"rmse":49999'
same "CSV: heading and points" "$(wc -l <whole.csv)" 4
contains "CSV" "$(head -n 1 whole.csv)" "mechanism,knob,value,graph,nodes,edges,truth"
same "CSV: every line has all columns" "$(awk -F, '{ print NF }' whole.csv | sort -u | wc -l)" 1
expect 0 "restart" "$edgeldp" bench download-cost "$karate" --mechanisms nullspace --runs 2 --seed 8 --out part --restart
same "restart forgets" "$(grep -c '"record":"run"' part.jsonl)" 2
expect 0 "other coins" "$edgeldp" bench download-cost "$karate" --mechanisms nullspace --runs 1 --out system --json
[[ $out != *\"simulated\":true* ]] || fail "runs with system coins are marked simulated"

# Figures, without any other program.
plot() { expect "$1" "plot $2" env PATH=/nonexistent "$edgeldp" bench download-cost "$karate" \
  --mechanisms ppr,nullspace,bitmap,central-ladder,exact --runs 2 --seed 1 --level 1,9 --plot "$2" --out "plot"; }
for name in a.svg "b \$(touch injected)'; !touch injected.svg"; do
  plot 0 "$name"
  figure=$(<"$name")
  contains "a figure" "$figure" "<svg xmlns="
  contains "a curve" "$figure" '<g class="curve" data-name="ppr">'
  same "points of three mechanisms" "$(grep -c '<path class="point"' "$name")" 4
  same "their intervals" "$(grep -c '<path class="interval"' "$name")" 4
  same "a mark" "$(grep -c '<path class="mark"' "$name")" 1
  same "a level" "$(grep -c '<path class="level"' "$name")" 1
done
[[ ! -e injected ]] || fail "a file name was run as a command"
hostile=$'g<b>&"\001\377.txt'
cp "$karate" "$hostile"
expect 0 "a graph's name" "$edgeldp" bench download-cost "$hostile" --mechanisms bitmap,exact --runs 1 --seed 1 --plot named.svg
contains "a graph's name" "$(<named.svg)" 'data-title="g&lt;b&gt;&amp;&quot; '
if command -v python3 >/dev/null; then
  expect 0 "well-formed" python3 -c 'import sys, xml.etree.ElementTree as e; [e.parse(f) for f in sys.argv[1:]]' a.svg named.svg
fi
expect 3 "no such folder" "$edgeldp" bench download-cost "$karate" --mechanisms nullspace --runs 1 --seed 1 --plot nowhere/e.svg --out early
[[ ! -e early.csv && ! -e early.jsonl ]] || fail "something was measured before the folder was looked for"
mkdir taken.svg
expect 3 "a folder in its place" "$edgeldp" bench download-cost "$karate" --mechanisms nullspace --runs 1 --seed 1 --plot taken.svg --out lonely
[[ -s lonely.csv ]] || fail "no CSV beside a figure that could not be written"

refused() {
  local code=$1 what=$2
  shift 2
  expect "$code" "$*" "$edgeldp" bench download-cost "$karate" "$@"
  same "$* prints no result" "$out" ""
  contains "$*" "$err" "$what"
}
refused 2 "--mechanisms: unknown value 'gzip'; there are: ppr" --mechanisms gzip
refused 2 "the name must end in .svg or .pdf" --plot figure.gif
refused 2 "the name must end in .svg or .pdf" --plot figure
refused 2 "epsilon = 0" --epsilon 0
refused 2 "has no knob" --knobs nullspace=1
refused 2 "'x' is not a number" --knobs ppr=1,x
refused 2 "no value" --knobs ppr=
refused 2 "must be MECHANISM=VALUE" --knobs ppr
refused 2 "figure-6" --preset figure-7
if command -v flock >/dev/null; then
  expect 3 "two sweeps" flock whole.jsonl "$edgeldp" bench download-cost "$karate" --mechanisms ppr --runs 4 --seed 7 \
    --level 3 --out whole
  contains "two sweeps" "$err" "another process writes it"
fi
refused 2 "whole.jsonl was made with runs = 4, not 1" --out whole --runs 1 --seed 7
refused 2 "whole.jsonl was made with epsilon = 1.0, not 2.0" --out whole --runs 4 --seed 7 --epsilon 2
refused 3 "nowhere/x.jsonl" --out nowhere/x
printf 'a graph\n' >foreign.jsonl
refused 2 "is not the record of a sweep" --out foreign
same "a foreign file is left alone" "$(<foreign.jsonl)" "a graph"
printf '{"my":"data"}' >foreign.jsonl
refused 2 "is not the record of a sweep" --out foreign
same "so is one without a line's end" "$(<foreign.jsonl)" '{"my":"data"}'
refused 2 "names ppr twice" --mechanisms ppr,ppr
sed '3s/.*/{"record":/' whole.jsonl >damaged.jsonl
expect 2 "damaged" "$edgeldp" bench download-cost "$karate" --mechanisms ppr --level 3 --runs 4 --seed 7 --out damaged
contains "damaged" "$err" "a damaged line"
digit=$(sed -n 3p whole.jsonl | grep -oE '"estimate":-?[0-9]' | tail -c 2)
sed -E "3s/(\"estimate\":-?)[0-9]/\\1$(((digit + 1) % 10))/" whole.jsonl >damaged.jsonl
cmp -s whole.jsonl damaged.jsonl && fail "no digit was changed"
expect 2 "a changed digit" "$edgeldp" bench download-cost "$karate" --mechanisms ppr --level 3 --runs 4 --seed 7 --out damaged
contains "a changed digit" "$err" "a damaged line"
sed -E 's/,"crc":"[0-9a-f]*"//' whole.jsonl >damaged.jsonl
expect 2 "no checksums" "$edgeldp" bench download-cost "$karate" --mechanisms ppr --level 3 --runs 4 --seed 7 --out damaged
contains "no checksums" "$err" "a damaged line"
# A journal says which program makes it, to the build; another one does not go on with it.
[[ $(head -n 1 whole.jsonl) =~ \"build\":\"[0-9a-f]{40}\" ]] || fail "the build is not named: $(head -n 1 whole.jsonl)"
for other in 's/"format":"edgeldp sweep 2",//' 's/"format":"edgeldp sweep 2"/"format":"edgeldp sweep 3"/' \
  's/"version":"/"version":"0./' 's/"build":"[0-9a-f]/"build":"x/'; do
  sed -E "1{$other}" whole.jsonl | sealed >foreign.jsonl
  cmp -s whole.jsonl foreign.jsonl && fail "nothing was changed by $other"
  expect 2 "$other" "$edgeldp" bench download-cost "$karate" --mechanisms ppr --level 3 --runs 4 --seed 7 --out foreign
  contains "$other" "$err" "foreign.jsonl was made by another program, with"
  contains "$other" "$err" "finish it with that one, choose another --out, or start over with --restart"
done
for field in estimate standard_error split epsilon; do  # of the last run, so that the first has it
  last=$(grep -n '"record":"run"' few.jsonl | sed -n 4p | cut -d: -f1)
  sed -E "${last}s/\"$field\":(\{[^}]*\}|[^,]*),//" few.jsonl | grep -v '"record":"point"' | sealed >damaged.jsonl
  cmp -s few.jsonl damaged.jsonl && fail "$field was not left out"
  expect 2 "no $field" "$edgeldp" bench download-cost "$karate" --mechanisms ppr --level 3 --runs 4 --seed 7 --out damaged
  contains "no $field" "$err" "a recorded run"
done
sed '3s/"estimate":[^,]*,//' whole.jsonl | sealed >damaged.jsonl
expect 2 "damaged run" "$edgeldp" bench download-cost "$karate" --mechanisms ppr --level 3 --runs 4 --seed 7 --out damaged
contains "damaged run" "$err" "has no number estimate"
expect 2 "bad level" "$edgeldp" bench download-cost "$karate" --mechanisms ppr --level 10 --runs 1 --seed 1
contains "bad level" "$err" "level"
finish
