# SPDX-License-Identifier: MIT
# compare: a row a graph, budget and method; what is not private as claimed is named; figures, refusals, Ctrl-C.
source "$(dirname "$0")/../support/cli.sh"
set -m # a job without job control ignores SIGINT, and so would the program
karate="$source_dir/datasets/tiny/karate.txt"
cp "$karate" karate.txt
"$edgeldp" dataset generate affiliation --nodes 300 --edges 2000 -o made.txt >/dev/null 2>&1 || fail "no graph"
stable() { sed -E 's/"(seconds|peak_memory_bytes)":[-+0-9.e]+,?//g' "$1"; }

expect 0 "rows" "$edgeldp" compare karate.txt made.txt -e 1,4 --runs 2 --seed 1 --plot errors.svg --json
cp stdout.txt rows.txt
same "two graphs, two budgets, fourteen methods" "$(wc -l <rows.txt)" 56
same "stderr is empty" "$err" ""
while IFS= read -r line; do
  for key in graph nodes method knob value estimate standard_error predicted_bias measured_spread epsilon edge_ldp \
    relationship_dp upload_bytes download_bytes largest_download_bytes runs trusts private simulated exact truth rmse \
    rmse_low rmse_high relative_error predicted_relative_error seconds; do
    contains "a row, key $key" "$line" "\"$key\":"
  done
  case $line in
    *'"method":"arr-one"'* | *'"method":"group-rr"'* | *'"method":"vertex-centric"'*)
      contains "a flaw" "$line" '"private":false,"not_private_because":"' ;;
    *'"trusts":"curator"'*) contains "a curator" "$line" '"method":"central-ladder"' ;;
    *) contains "private" "$line" '"private":true' ;;
  esac
done <rows.txt
contains "noise that does not cover its range" "$(grep -m 1 '"method":"arr-one"' rows.txt)" "the noise of the count round is too small"

# The same seed, the same rows, whatever else stands on the line.
expect 0 "again, alone" "$edgeldp" compare made.txt -e 4 --runs 2 --seed 1 --methods group-rr,sampled,ours --threads 1 --json
same "sampled is one of ours, and named once" "$(wc -l <stdout.txt)" 6
while IFS= read -r line; do
  grep -qxF "$line" <(stable rows.txt) || fail "alone it is another row: ${line:0:300}"
done < <(stable stdout.txt)
expect 0 "other coins" "$edgeldp" compare karate.txt --methods centred-ppr --runs 1 --json
contains "the system's" "$out" '"simulated":false'

# At the same loss of an edge: every method tells as much of it, whatever a user then spends.
expect 0 "at equal losses of a relationship" "$edgeldp" compare made.txt -e 2 --at-equal relationship --runs 2 --seed 1 \
  --methods centred-nullspace,centred-2,vertex-centric-strongest,central-ladder --json
python3 - <<'PYTHON' || fail "a relationship does not lose what was asked for"
import json
rows = {r["method"]: r for r in map(json.loads, open("stdout.txt"))}
assert len(rows) == 4
for name, r in rows.items():
    assert r["at_equal"] == "relationship" and r["epsilon_asked"] == 2
    if name != "central-ladder":
        assert abs(r["relationship_dp"] - 2) < 0.06, (name, r["relationship_dp"])
assert abs(rows["centred-nullspace"]["epsilon"] - 2 / 1.02) < 1e-6 and rows["central-ladder"]["epsilon"] == 2
assert rows["centred-2"]["epsilon"] < 1.1
PYTHON
expect 0 "and in words" "$edgeldp" compare made.txt --at-equal relationship --runs 1 --seed 1 --methods centred-nullspace
contains "whose epsilon" "$out" "epsilon 1 of a relationship"
expect 2 "not of cores" "$edgeldp" compare made.txt --of cores --at-equal relationship
contains "why" "$err" "--at-equal are of --of triangles"

# What is drawn: a panel a graph; a point for each row but the curator's, a dot for each prediction.
if command -v python3 >/dev/null; then
  python3 - <<'PYTHON' || fail "the figure is not that of the rows"
import json, xml.etree.ElementTree as xml
rows = [json.loads(line) for line in open("rows.txt")]
panels = [e for e in xml.parse("errors.svg").iter() if e.get("class") == "panel"]
assert len(panels) == 2
for panel, graph in zip(panels, ("karate.txt", "made.txt")):
    assert graph in panel.get("data-title")
    here = [r for r in rows if r["graph"] == graph]
    drawn = {(c.get("data-name"), float(p.get("data-x")), float(p.get("data-y")))
             for c in panel.iter() if c.get("class") == "curve" for p in c.iter() if p.get("class") == "point"}
    assert len(drawn) == 26
    for r in here:
        if r["trusts"] == "nobody":
            name = "edgeldp (default)" if r["method"] == "centred-nullspace" else r["method"]
            assert any(m == name and x == r["epsilon"] and abs(y / r["exact"]["relative_error"] - 1) < 1e-6
                       for m, x, y in drawn), r["method"]
    assert sum(e.get("class") == "band" for e in panel.iter()) == 14
    curves = {c.get("data-name"): c for c in panel.iter() if c.get("class") == "curve"}
    for r in here:
        if r["trusts"] == "nobody":
            name = "edgeldp (default)" if r["method"] == "centred-nullspace" else r["method"]
            hollow = any(e.get("fill") == "#ffffff" for e in curves[name].iter())
            assert hollow == (r["private"] is False), name
    dots = [e for e in panel.iter() if e.get("class") == "dot"]
    assert len(dots) == sum(r["exact"]["predicted_relative_error"] is not None for r in here)
for r in rows:
    exact = r["exact"]
    assert abs(exact["relative_error"] * exact["truth"] / exact["rmse"] - 1) < 1e-9
    assert exact["rmse_low"] < exact["rmse"] < exact["rmse_high"]
    assert r["relationship_dp"] is None or 0.9 * r["epsilon"] < r["relationship_dp"] <= 2 * r["epsilon"]
PYTHON
fi

# For people: sorted by error, and said in words what is not private and why.
expect 0 "a table" "$edgeldp" compare made.txt --runs 2 --seed 1 --plot one.svg
contains "one budget: against what users read" "$(<one.svg)" "bytes that a user reads"
same "and a curator's level" "$(grep -c '<path class="level"' one.svg)" 1
text=$(tr -s ' \n' ' ' <<<"$out")
for words in "NO: not as private as claimed." " arr-one: the clipping" "curator: somebody who is trusted" "root mean square of 2 runs" \
  "with 95% confidence"; do
  contains "a table" "$text" "$words"
done
same "what holds is not called flawed" "$(grep -cE ' NO$' <<<"$out")" 3
"$edgeldp" compare made.txt --runs 2 --seed 1 --json >sorted.txt
awk '/^  method/ { inside = 1; next } !NF { if (inside) exit } inside { print $1 }' <<<"$out" >order.txt
[[ -s order.txt ]] || fail "no rows in: $out"
diff <(sed -E 's/.*"method":"([a-z0-9.-]+)".*"rmse":([0-9.e+-]+).*/\2 \1/' sorted.txt | sort -g | cut -d' ' -f2) order.txt >difference.txt ||
  fail "not in order of errors: $(<difference.txt)"
expect 0 "all fields" "$edgeldp" compare karate.txt --methods arr-one --runs 1 --seed 1 -v
contains "all fields" "$out" "exact.predicted_relative_error"

# Downloads that are limited.
expect 0 "little to read" "$edgeldp" compare made.txt --max-download 400 --runs 2 --seed 1 --json
while IFS= read -r line; do
  bytes=$(grep -oE '"download_bytes":[0-9.]+' <<<"$line" | head -n 1 | cut -d: -f2)
  ((${bytes%.*} <= 420)) || fail "more than 400 bytes: ${line:0:200}"
done <stdout.txt
contains "who cannot" "$err" "local-two-rounds (made.txt, epsilon 1) is left out: no setting reads so little"
contains "others are tuned" "$out" '"knob":"mu_star"'
expect 2 "nobody can" "$edgeldp" compare made.txt --max-download 1 --methods two-rounds --runs 1 --seed 1
contains "nobody can" "$out" "Left out    no setting reads so little: local-two-rounds (made.txt, epsilon 1),"

refused() {
  local code=$1 what=$2
  shift 2
  expect "$code" "$*" "$edgeldp" compare "$@"
  same "$* prints no result" "$out" ""
  contains "$*" "$err" "$what"
}
refused 2 "unknown value 'ar-one'; did you mean 'arr-one'?" karate.txt --methods ar-one
refused 2 "unknown value 'gruoprr'; did you mean 'grouprr'?" karate.txt --methods ours,gruoprr
refused 2 "cannot open 2: No such file or directory; several values of an option, such as budgets, are separated by commas" -e 1 2 karate.txt
refused 3 "cannot open nowhere.txt: No such file" karate.txt nowhere.txt
refused 2 "must end in .svg or .pdf" karate.txt --plot errors.png
refused 2 "--plot FILE names its file" karate.txt --plot-width column
refused 2 "must" karate.txt -e 1,0
refused 2 "--max-download" karate.txt --max-download 0

# Methods from outside: a table of their results, and programs.
cat >mine.csv <<'END'
method,epsilon,run,estimate,bytes
my method,1,1,50,1200
my method,1,2,40,1000
bare,1,7,48,
END
cat >"my counter" <<'END'
#!/bin/sh
# Prints what it was given besides, so that a test can look at it.
printf '%s|%s|%s|%s|%s|%s\n' "$1" "$2" "$3" "$4" "$5" "$6" >>"$5"
[ "$(wc -l <"$1")" = 78 ] && echo "44.5 2000"
END
chmod +x "my counter"
mkdir -p "a folder"
rm -f "a folder/seen"
mine=(--methods centred-ppr --seed 1 --runs 3 --with mine.csv)
expect 0 "outside" "$edgeldp" compare karate.txt "${mine[@]}" --plot outside.svg --json \
  --with-command "'./my counter' {graph} {epsilon} {seed} {nodes} 'a folder/seen' 'two words'" \
  --with-command 'fails=sh -c "echo no matrix >&2; exit 7" {graph} {epsilon}' \
  --with-command 'talks=sh -c "echo about forty" {graph} {epsilon}' \
  --with-command 'silent=true {graph} {epsilon}' \
  --with-command 'floods=yes {graph} {epsilon}' \
  --with-command 'absent=./no_such_program {graph} {epsilon}' \
  --with-command 'hangs=sh -c "sleep 1000" {graph} {epsilon}' --time-limit 2
cp stdout.txt outside.txt
same "a row each that gave numbers" "$(grep -o '"method":"[^"]*"' outside.txt | cut -d'"' -f4 | tr '\n' ' ')" \
  "centred-ppr my method bare my counter "
for words in "fails (karate.txt, epsilon 1) is left out: it ended with status 7, and says 'no matrix'" \
  "talks (karate.txt, epsilon 1) is left out: it printed 'about forty', where the estimate stands alone" \
  "silent (karate.txt, epsilon 1) is left out: it printed nothing" \
  "floods (karate.txt, epsilon 1) is left out: it printed more than 64 KiB" \
  "absent (karate.txt, epsilon 1) is left out: it cannot be started: No such file" \
  "hangs (karate.txt, epsilon 1) is left out: a run took longer than 2 s and was ended"; do
  contains "who is left out" "$err" "$words"
done
same "nothing goes on" "$(pgrep -cf 'sleep 100[0]')" 0
same "words are whole, and three seeds differ" \
  "$(cut -d'|' -f2,4,5,6 "a folder/seen" | sort -u) $(cut -d'|' -f3 "a folder/seen" | sort -u | wc -l)" "1|34|a folder/seen|two words 3"
[[ ! -e $(head -n 1 "a folder/seen" | cut -d'|' -f1) ]] || fail "the graph's file stays"
python3 - <<'PYTHON' || fail "rows from outside are wrong"
import json, math
rows = {r["method"]: r for r in map(json.loads, open("outside.txt"))}
mine, bare, counter, ours = rows["my method"], rows["bare"], rows["my counter"], rows["centred-ppr"]
assert abs(mine["exact"]["rmse"] - 5) < 1e-9 and mine["runs"] == 2 and mine["download_bytes"] == 1100
assert mine["source"] == "mine.csv" and bare["download_bytes"] is None and bare["exact"]["rmse"] == 3
assert counter["exact"]["rmse"] == 0.5 and counter["runs"] == 3 and counter["download_bytes"] == 2000
for r in (mine, bare, counter):
    assert r["private"] is None and r["checked"] is False and r["trusts"] is None and r["simulated"] is True
    assert r["standard_error"] is None and r["exact"]["predicted_relative_error"] is None
assert ours["private"] is True and ours["checked"] is True and "source" not in ours
PYTHON
contains "drawn as others are" "$(<outside.svg)" 'data-name="my counter"'
same "without bytes across the figure" "$(grep -c '<path class="level"' outside.svg)" 1
cp "a folder/seen" seen_before
rm "a folder/seen"
expect 0 "in words" "$edgeldp" compare karate.txt "${mine[@]}" \
  --with-command "'./my counter' {graph} {epsilon} {seed} {nodes} 'a folder/seen' 'two words'"
text=$(tr -s ' \n' ' ' <<<"$out")
for words in "as claimed: a method from outside, whose epsilon is what its author says" "my method: 2 runs of mine.csv." \
  "my counter: 3 runs of the program my counter."; do
  contains "in words" "$text" "$words"
done
contains "a cell" "$(grep '^  my method' <<<"$out")" "as claimed"
same "the same seed, the same seeds" "$(cut -d'|' -f3 "a folder/seen")" "$(cut -d'|' -f3 seen_before)"
expect 0 "what they read counts" "$edgeldp" compare karate.txt "${mine[@]}" --max-download 1500 --json
contains "not told" "$err" "bare (karate.txt, epsilon 1) is left out: it does not say what a user reads"
contains "little" "$out" '"method":"my method"'
expect 0 "a relationship's loss is not known" "$edgeldp" compare karate.txt "${mine[@]}" --at-equal relationship --json
contains "not known" "$err" "my method (karate.txt, epsilon 1) is left out: it does not say what a relationship loses"

# A signal ends a program of theirs too.
"$edgeldp" compare karate.txt --methods centred-ppr --runs 1 --with-command 'sh -c "sleep 1001" {graph} {epsilon}' >/dev/null 2>&1 &
pid=$!
for ((i = 0; i < 200; ++i)); do pgrep -f 'sleep 100[1]' >/dev/null && break; sleep 0.05; done
kill -INT "$pid" 2>/dev/null
wait "$pid" 2>/dev/null
for ((i = 0; i < 100; ++i)); do pgrep -f 'sleep 100[1]' >/dev/null || break; sleep 0.05; done
same "theirs has ended" "$(pgrep -cf 'sleep 100[1]')" 0

# Tables name the line.
bad_table() {
  printf 'method,epsilon,run,estimate,bytes\nmine,1,1,50,\n%s\n' "$1" >bad.csv
  refused 2 "bad.csv: line 3: $2" karate.txt --with bad.csv
}
bad_table 'mine,1,2,many,' "estimate: 'many' is not a number"
bad_table 'mine,1,2,nan,' "estimate: 'nan' is not a number"
bad_table 'mine,1,1,40,' "run 1 of 'mine' at epsilon 1 comes twice"
bad_table 'mine,1,-1,40,' "run: '-1' is not a whole number"
bad_table 'mine,0,1,40,' "epsilon: 0 is not above 0"
bad_table 'mine,2,1,40,' "epsilon 2 is not compared: --epsilon names 1; add it there, or drop the line"
bad_table 'mine,1,2,40,-3' "bytes: -3 is below 0"
bad_table ',1,2,40,' "a method has no name"
bad_table 'arr-one,1,2,40,' "'arr-one' is a method of this program"
bad_table 'mine,1,2' "3 values where the first line has 5"
printf 'method,epsilon,estimate\nmine,1,50\n' >bad.csv
refused 2 "bad.csv: line 1: no column 'run'" karate.txt --with bad.csv
refused 3 "cannot open none.csv" karate.txt --with none.csv
refused 2 "--with goes with one graph, and 2 are named" karate.txt made.txt --with mine.csv
refused 2 "has no {graph}: there are {graph}, {epsilon}, {seed}, {nodes}" karate.txt --with-command 'mine {epsilon}'
refused 2 "a quote is left open" karate.txt --with-command "mine '{graph} {epsilon}"
refused 2 "two methods from outside are called 'mine'" karate.txt --with-command 'mine {graph} {epsilon}' --with-command './mine {graph} {epsilon}'

# Where all that people can play is left out, what a curator would get is no comparison.
expect 2 "all left out" "$edgeldp" compare --methods ours,central --max-download 10 --runs 1
contains "all left out" "$out" "Left out"
contains "all left out" "$err" "nothing was compared: every method that users can play was left out. The first, "
contains "why" "$err" "(default, epsilon 1): "

# A signal leaves what was printed, and says what there is of a block that was not.
rm -f part.txt
"$edgeldp" compare made.txt -e 1,2 --methods centred-ppr,bitmap --runs 100 --seed 1 --json >part.txt 2>stderr.txt &
pid=$!
for ((i = 0; i < 600; ++i)); do [[ -s part.txt ]] && break; sleep 0.05; done
kill -INT "$pid" 2>/dev/null
wait "$pid" 2>/dev/null
contains "a signal" "$(<stderr.txt)" "stopped by SIGINT: what was printed is whole"
same "whole lines" "$(grep -vc '}$' part.txt)" 0

# Core numbers: two methods, in order of their errors for people; the first line of a graph and budget is ours.
expect 0 "core numbers" "$edgeldp" compare karate.txt made.txt --of cores -e 1,4 --runs 2 --seed 1 --plot cores.svg --json
cp stdout.txt cores.txt
same "two graphs, two budgets, two methods" "$(wc -l <cores.txt)" 8
while IFS= read -r line; do
  for key in graph nodes question method epsilon edge_ldp relationship_dp rounds upload_bytes download_bytes runs private simulated \
    exact mean_core_number mean_absolute_error mean_absolute_error_spread mean_factor mean_factor_from_10 seconds; do
    contains "a row of cores, key $key" "$line" "\"$key\":"
  done
done <cores.txt
contains "an edge pays twice" "$(head -n 1 cores.txt)" '"relationship_dp":2.0'
awk -F'"mean_absolute_error":' '{ split($2, a, ","); error[NR] = a[1] } END { exit !(error[3] < error[1] && error[7] < error[5]) }' cores.txt ||
  fail "more budget, less error"
[[ $(grep -o 'class="panel"' cores.svg | wc -l) == 2 ]] || fail "a panel a graph"
expect 0 "the same seed" "$edgeldp" compare made.txt --of cores -e 4 --runs 2 --seed 1 --threads 1 --json
same "the same rows" "$(stable stdout.txt)" "$(stable cores.txt | tail -n 2)"
expect 0 "for people" "$edgeldp" compare karate.txt --of cores --runs 1 --seed 1
contains "in words" "$out" "core numbers of 34 users"
expect 2 "methods of triangles" "$edgeldp" compare karate.txt --of cores --methods arr
contains "are of triangles" "$err" "--at-equal are of --of triangles"
expect 2 "nor those from outside" "$edgeldp" compare karate.txt --of cores --with mine.csv
contains "are of triangles" "$err" "--with, --with-command and --at-equal are of --of triangles"
finish
