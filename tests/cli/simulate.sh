# SPDX-License-Identifier: MIT
# simulate attack: a row an attack, lied rounds and number of liars; the same for every thread count; refusals.
source "$(dirname "$0")/../support/cli.sh"
cp "$source_dir/datasets/tiny/karate.txt" karate.txt
"$edgeldp" dataset generate affiliation --nodes 200 --edges 2000 -o made.txt >/dev/null 2>&1 || fail "no graph"
stable() { sed -E 's/"(seconds|peak_memory_bytes)":[-+0-9.e]+,?//g' "$1"; }

expect 0 "rows" "$edgeldp" simulate attack made.txt --liars 4,4% --runs 2 --seed 3 --json
same "stderr is empty" "$err" ""
same "two numbers, sixteen ways to lie" "$(wc -l <stdout.txt)" 32
cp stdout.txt raw.txt
stable raw.txt >rows.txt
while IFS= read -r line; do
  for key in graph nodes epsilon attack direction lies_in liars runs standard_error influence named by_rows by_limits honest_by_rows \
    expected_by_rows private simulated exact truth shift relative in_errors shift_without_limits shift_of_honest; do
    contains "a row, key $key" "$line" "\"$key\":"
  done
  contains "coins are replayed" "$line" '"simulated":true'
done <rows.txt
same "a part of the users" "$(grep -c '"liars":8' rows.txt)" 16
expect 0 "on one thread" "$edgeldp" simulate attack made.txt --liars 4,4% --runs 2 --seed 3 --json --threads 1
diff rows.txt <(stable stdout.txt) >difference.txt || fail "threads change results: $(head -c 300 difference.txt)"
expect 0 "a number alone" "$edgeldp" simulate attack made.txt --liars 4 --runs 2 --seed 3 --json
diff <(grep '"liars":4' rows.txt) <(stable stdout.txt) >difference.txt || fail "alone it is another row: $(head -c 300 difference.txt)"
expect 0 "other coins" "$edgeldp" simulate attack made.txt --liars 4 --runs 2 --seed 4 --json
diff -q <(grep '"liars":4' rows.txt) <(stable stdout.txt) >/dev/null && fail "the seed changes nothing"
expect 0 "numbers that are the same" "$edgeldp" simulate attack karate.txt --liars 1,1%,2% --runs 1 --json
same "are played once" "$(wc -l <stdout.txt)" 16

# What limits are for: lies in counts move the estimate at will without them, and with them no further than was said.
if command -v python3 >/dev/null; then
  python3 - <<'PYTHON' || fail "limits do not hold"
import json
rows = [json.loads(line) for line in open("raw.txt")]
for r in rows:
    exact, n = r["exact"], r["liars"]
    shift, open_shift = (exact[k]["triangles"] for k in ("shift", "shift_without_limits"))
    assert abs(exact["shift"]["relative"] * exact["truth"] - shift) < 1e-6 * max(1.0, abs(shift))
    assert abs(exact["shift"]["in_errors"] * r["standard_error"] - shift) < 1e-6 * max(1.0, abs(shift))
    assert all(0 <= r["named"][k] <= n for k in ("by_rows", "by_limits"))
    if r["lies_in"] != "counts":
        continue
    assert r["influence"] > 0
    if r["attack"] == "late":  # the largest number that the wire takes
        up = r["direction"] == "up"
        assert (open_shift > 1e15) if up else (open_shift < -1e15), open_shift
        assert abs(shift - exact["shift_of_honest"]["triangles"]) <= 2 * r["influence"], r
        assert r["named"]["by_limits"] > 0, r
    else:
        assert r["named"]["by_limits"] == 0, r
PYTHON
fi

# For people.
expect 0 "a table" "$edgeldp" simulate attack karate.txt --liars 3 --runs 1
text=$(tr -s ' \n' ' ' <<<"$out")
for words in "karate.txt: 34 users, triangles, epsilon 1; users who lie" "3 of them lie:" "nobody lies" "late, up" "anything" \
  "Nobody can look into their lists" "From public numbers, lies in counts alone move the estimate by at most" "Means of 1 run,"; do
  contains "a table" "$text" "$words"
done
expect 0 "all fields" "$edgeldp" simulate attack karate.txt --liars 3 --runs 1 -v
contains "all fields" "$out" "exact.shift_without_limits.relative"

refused() {
  local code=$1 what=$2
  shift 2
  expect "$code" "$*" "$edgeldp" simulate attack "$@"
  same "$* prints no result" "$out" ""
  contains "$*" "$err" "$what"
}
refused 2 "35 liars among 34 users" karate.txt --liars 35
for wrong in 0 1.5 ten 101% 0% %; do
  refused 2 "must be a number of users, such as 10, or a part of them, such as 1%" karate.txt --liars "$wrong"
done
refused 2 "epsilon" karate.txt -e 0
refused 2 "--runs" karate.txt --runs 0
refused 3 "nowhere.txt: No such file" nowhere.txt
expect 2 "no verb below it" "$edgeldp" simulate
contains "no verb below it" "$err" "name a verb: attack"
finish
