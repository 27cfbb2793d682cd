# SPDX-License-Identifier: MIT
# A collection in which each person chooses what it spends. Coins are replayed, so that each run of this test is the same.
source "$(dirname "$0")/../support/cli.sh"
source "$(dirname "$0")/../support/play_collection.sh"
rm -rf ./*

# of RESULT EXPRESSION: what Python makes of a result r.
of() { python3 -c 'import json, sys; r = json.loads(sys.argv[1]); print(eval(sys.argv[2]))' "$1" "$2"; }

# Twelve people, of whom four spend a half and three a quarter.
seq -f 'p%g' 10 21 >people.txt
for ((a = 10; a < 22; ++a)); do
  for ((b = 10; b < 22; ++b)); do
    ((a == b || (a - b) % 3 == 0)) || echo "p$b" >>"p$a.list"
  done
done
for name in p10 p11 p12 p13; do echo --at-most half >"$name.options"; done
for name in p14 p15 p16; do echo --at-most quarter >"$name.options"; done

expect 0 "create" "$edgeldp" collector create degrees --people people.txt --method degrees -e 4 --simulated --seed 5
contains "what people are told" "$(tr -s ' \n' ' ' <<<"$out")" "Each person may spend less: a half of that, epsilon 2, or a quarter, 1."
contains "the task" "$(<degrees/public/task.json)" '"edgeldp_task":3'
token_of() { awk -F'\t' -v name="$2" '$1 == name { print $2 }' "$1/private/tokens.tsv"; }
join() { "$edgeldp" client join x.state --from "$1/public" --name p10 --token "$(token_of "$1" p10)" --account accounts/x --ceiling 8 --seed 7 "${@:2}"; }

# --- what cannot be chosen is refused before a list is opened: this one is not there
expect 2 "another part" join degrees --contacts no-such-list --at-most third
contains "another part" "$err" "--at-most"
contains "another part" "$err" "whole, half, quarter"
expect 2 "no part" join degrees --contacts no-such-list --at-most ""
expect 2 "a number" join degrees --contacts no-such-list --at-most 0.5
expect 0 "create" "$edgeldp" collector create rows --people people.txt --method triangles -e 8 --simulated --seed 5 --yes
expect 2 "rows" join rows --contacts no-such-list --at-most half
contains "rows" "$(tr -s ' \n' ' ' <<<"$err")" "all people of this collection spend the same, since everybody sends a row, and the layout of rows, which follows from the budget, is common to all"
expect 0 "create" "$edgeldp" collector create central --people people.txt --method centrality -e 8 --simulated --seed 5 --yes
expect 2 "numbers of contacts" join central --contacts no-such-list --at-most quarter
contains "numbers of contacts" "$(tr -s ' \n' ' ' <<<"$err")" "how noisy those of a person's contacts are is worked out for one law of noise, common to all"
[[ ! -e x.state && ! -e accounts/x ]] || fail "something was kept of what was refused"
expect 3 "a list that is not there" join degrees --contacts no-such-list --at-most half

# --- to the end
play degrees --seed 7
expect 0 "result" "$edgeldp" collector result degrees --json
result=$out
same "parts" "$(of "$result" 'sorted(r["parts"].items())')" "[('half', 4), ('quarter', 3), ('whole', 5)]"
same "the most that anybody lost" "$(of "$result" '(r["spent"]["edge_ldp"], r["spent"]["relationship_dp"])')" "(4.0, 8.0)"
# Half the root of the sum of everybody's own variances.
same "the error" "$(of "$result" 'abs(r["numbers"][0]["standard_error"] - 0.5 * sum(n * 2 * 2.718281828459045 ** -e / (1 - 2.718281828459045 ** -e) ** 2 for n, e in ((5, 4), (4, 2), (3, 1))) ** 0.5) < 1e-9')" True
expect 0 "for people" "$edgeldp" collector result degrees
contains "for people" "$(tr -s ' \n' ' ' <<<"$out")" "5 spend all that the task says at most, 4 a half of it, 3 a quarter."
expect 0 "status" "$edgeldp" collector status degrees --json
same "status" "$(of "$out" 'sorted(r["parts"].items())')" "[('half', 4), ('quarter', 3), ('whole', 5)]"
for spends in p10=2.0=half p14=1.0=quarter p21=4.0=whole; do
  IFS='=' read -r name epsilon part <<<"$spends"
  expect 0 "$name's account" "$edgeldp" client status "degrees.$name.state" --json
  same "$name's account" "$(of "$out" '(r["spent_so_far"], r["epsilon"], r["part"])')" "($epsilon, $epsilon, '$part')"
done
expect 0 "p14's page" "$edgeldp" client status degrees.p14.state
contains "p14's page" "$(tr -s ' \n' ' ' <<<"$out")" "Epsilon 1 so far, of 1 that the task may cost you, who chose to spend a quarter of each budget; everybody can read that."
expect 0 "record" "$edgeldp" collector record degrees --page record.md --curator "Example University" --purpose "A test" --contact privacy@example.org
contains "record: what leaves a device" "$(tr -s ' \n' ' ' <record.md)" "which part of epsilon it chose to spend at most"
contains "record: what is not protected" "$(tr -s ' \n' ' ' <record.md)" "Which part of epsilon a person chose to spend. It is published with who has joined."
contains "record: outcome" "$(tr -s ' \n' ' ' <record.md)" "5 spend all that the task says at most, 4 a half of it, 3 a quarter"

# --- the same for questions of several rounds; classes of so few degrees leave nothing, and mixing needs no last one
for asked in mixing=0.9 cores=1.0; do
  IFS='=' read -r method used <<<"$asked"
  expect 0 "create" "$edgeldp" collector create "$method" --people people.txt --method "$method" -e 8 --simulated --seed 5 --yes
  contains "$method: the task" "$(<"$method/public/task.json")" '"edgeldp_task":3'
  play "$method" --seed 7
  expect 0 "$method: result" "$edgeldp" collector result "$method" --json
  result=$out
  same "$method: parts" "$(of "$result" 'sorted(r["parts"].items())')" "[('half', 4), ('quarter', 3), ('whole', 5)]"
  same "$method: the most that anybody lost" "$(of "$result" "[round(r['spent'][x] / $used, 6) for x in ('edge_ldp', 'relationship_dp')]")" "[8.0, 16.0]"
  expect 0 "$method: status" "$edgeldp" collector status "$method" --json
  same "$method: status" "$(of "$out" 'sorted(r["parts"].items())')" "[('half', 4), ('quarter', 3), ('whole', 5)]"
  for spends in p10=4.0=half p14=2.0=quarter p21=8.0=whole; do
    IFS='=' read -r name epsilon part <<<"$spends"
    expect 0 "$method: $name's account" "$edgeldp" client status "$method.$name.state" --json
    same "$method: $name's account" "$(of "$out" "(round(r['spent_so_far'] / $used, 6), r['epsilon'], r['part'])")" "($epsilon, $epsilon, '$part')"
  done
  expect 0 "$method: record" "$edgeldp" collector record "$method" --page record.md --curator "Example University" --purpose "A test" --contact privacy@example.org
  contains "$method: record" "$(tr -s ' \n' ' ' <record.md)" "5 spend all that the task says at most, 4 a half of it, 3 a quarter"
done

# --- a real one: the account sets aside what was chosen, and a ceiling holds for that
expect 0 "create" "$edgeldp" collector create real --people people.txt --method degrees -e 4
really() { "$edgeldp" client join "real.$1.state" --from real/public --name "$1" --token "$(token_of real "$1")" --contacts "$1.list" --account "accounts/real.$1" "${@:2}"; }
expect 2 "all is beyond the ceiling" really p10 --ceiling 2
expect 0 "a half is not" really p10 --ceiling 2 --at-most half
expect 0 "account" "$edgeldp" client account accounts/real.p10 --json
same "account" "$(of "$out" '(r["epsilon_in_all"], r["relationship_in_all"])')" "(2.0, 6.0)"
expect 0 "again, while nothing was said" really p10 --ceiling 2 --at-most quarter
expect 0 "account" "$edgeldp" client account accounts/real.p10 --json
same "a choice of before counts no more" "$(of "$out" 'r["epsilon_in_all"]')" "1.0"
expect 0 "it joins" "$edgeldp" client encode real.p10.state --from real/public --to inbox
expect 0 "and is taken" "$edgeldp" collector ingest real inbox
expect 0 "status" "$edgeldp" collector status real --json
same "public while people join" "$(of "$out" 'sorted(r["parts"].items())')" "[('half', 0), ('quarter', 1), ('whole', 0)]"
expect 3 "another choice afterwards" really p10 --ceiling 2 --at-most half
