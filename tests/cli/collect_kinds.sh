# SPDX-License-Identifier: MIT
# Whole collections of the kinds that collect.sh does not play: a sample of rows, people with items, and labels. Coins are
# replayed, so that each run of this test is the same.
source "$(dirname "$0")/../support/cli.sh"
source "$(dirname "$0")/../support/serve.sh"
source "$(dirname "$0")/../support/play_collection.sh"
rm -rf ./*

# of RESULT EXPRESSION: what Python makes of a result r.
of() { python3 -c 'import json, sys; r = json.loads(sys.argv[1]); print(eval(sys.argv[2]))' "$1" "$2"; }

# --- a sample of rows: sixteen people in two circles, in each of whom all know each other
seq -f 'p%g' 10 25 >people.txt
for ((a = 10; a < 26; ++a)); do
  for ((b = 10; b < 26; ++b)); do
    ((a == b || a % 2 != b % 2)) || echo "p$b" >>"p$a.list"
  done
done
expect 2 "a sample of other rows" "$edgeldp" collector create other --people people.txt --method degrees --max-download 500
contains "a sample of other rows" "$err" "--max-download is not for --method degrees"
expect 2 "a sample, and more of a relationship" "$edgeldp" collector create other --people people.txt --max-download 500 --relationship 2
contains "a sample, and more of a relationship" "$err" "--relationship does not go with --max-download"
expect 2 "no room for a row" "$edgeldp" collector create other --people people.txt --max-download 5
contains "no room for a row" "$err" "has no room for a row"
expect 2 "a sample that says little" "$edgeldp" collector create other --people people.txt --max-download 500
contains "a sample that says little" "$err" "predicted not to be usable"
[[ ! -e other ]] || fail "a refused collection was made"
expect 0 "create" "$edgeldp" collector create sampled --people people.txt --max-download 700 -e 8 --simulated --seed 5
contains "what a contact loses" "$(tr -s ' \n' ' ' <<<"$out")" "(epsilon 8.8, both of them taken together)"
contains "the task" "$(<sampled/public/task.json)" '"max_download_bytes":700'
play sampled --seed 7
expect 0 "sampled: result" "$edgeldp" collector result sampled --json
same "the sample's result" "$(json method) $(json nodes) $(json simulated)" "triangles 16 true"
result=$out
same "roles" "$(of "$result" 'sorted(r["sample"])')" "['candidates', 'columns', 'counters', 'rows']"
same "nobody pays more" "$(of "$result" 'r["spent"]["epsilon"] <= 8 and r["spent"]["relationship_dp"] <= 8.8000001')" True
same "a download of about what was said" "$(of "$result" 'r["download_bytes"] <= 800')" True
expect 0 "for people" "$edgeldp" collector result sampled
contains "for people" "$out" "16 users took part."
for name in p10 p25; do
  expect 0 "$name's account" "$edgeldp" client status "sampled.$name.state" --json
  same "$name's account" "$(of "$out" 'r["spent_so_far"] <= 8')" True
done

# --- what synthetic graphs are made of: the same people
expect 0 "create" "$edgeldp" collector create synthesis --people people.txt --method synthesis -e 8 --yes --simulated --seed 5
contains "what is said of each" "$(tr -s ' \n' ' ' <<<"$out")" "The result says of each person who answers, beside the name, which group that person is in, where groups show"
contains "and of groups on the way" "$(tr -s ' \n' ' ' <<<"$out")" "groups that are tried on the way are published, too, even where none are found in the end"
play synthesis --seed 7
expect 0 "synthesis: result" "$edgeldp" collector result synthesis --json
same "its result" "$(json method) $(json nodes) $(json simulated)" "synthesis 16 true"
result=$out
expect 0 "what to do with it" "$edgeldp" collector result synthesis
contains "what to do with it" "$(tr -s ' \n' ' ' <<<"$out")" "makes graphs of made-up people from the published result.json"
same "a degree of each" "$(of "$result" 'len(r["synthesis"]["degrees"])')" 16
same "what it cost" "$(of "$result" 'abs(sum(r["split"].values()) - 8) < 1e-6 and r["spent"]["epsilon"] <= 8')" True
expect 0 "graphs" "$edgeldp" synthesize synthesis/public/result.json --graphs 2 -o made.txt --json
same "a line each" "$(wc -l <stdout.txt)" 2
same "what the graph has" "$(of "$(head -n 1 stdout.txt)" '[r["nodes"], r["epsilon"], r["simulated"], r["task"]] == [16, 8.0, True, "'"$(of "$result" 'r["task"]')"'"]')" True
same "each statistic that was released" "$(of "$(head -n 1 stdout.txt)" 'sorted(r["statistics"])')" "['edges', 'max_degree', 'triangles', 'wedges']"
same "as it was released" "$(of "$(head -n 1 stdout.txt)" 'r["statistics"]["edges"]["estimate"]')" "$(of "$result" '[n["estimate"] for n in r["numbers"] if n["statistic"] == "edges"][0]')"
cmp -s made.txt made-2.txt && fail "both graphs are the same"
contains "the file says what it is" "$(head -n 1 made.txt)" "made from what 16 users released at epsilon 8: a simulation with replayed coins"
grep -q 'p1' made.txt && fail "a graph of made-up people has names"
expect 0 "as it was printed" "$edgeldp" collector result synthesis --json
cp stdout.txt printed.json
expect 0 "the same file, the same graph" "$edgeldp" synthesize printed.json -o again.txt
cmp made.txt again.txt || fail "the printed result makes another graph"
contains "for people" "$(tr -s ' \n' ' ' <<<"$out")" "again.txt: a synthetic graph of 16 users in the place of printed.json, epsilon 8"
expect 2 "settled" "$edgeldp" synthesize printed.json -e 2 -o again.txt
contains "settled" "$err" "--epsilon: printed.json is the result of a collection, whose people have been asked already"
expect 2 "another question" "$edgeldp" synthesize sampled/public/result.json -o again.txt
contains "another question" "$err" "the result of a collection for 'triangles'; graphs are made of one for 'synthesis'"
sed 's/"degrees":\[[0-9]*/"degrees":[-1/' printed.json >damaged.json
expect 2 "damaged" "$edgeldp" synthesize damaged.json -o again.txt
contains "damaged" "$err" "damaged.json: damaged: 'synthesis': 'degrees' must be a whole number, not below 0"
sed 's/"group_count":[0-9]*/"group_count":7/' printed.json >damaged.json
expect 2 "groups of nobody" "$edgeldp" synthesize damaged.json -o again.txt
sed 's/"half_width"/"width"/' printed.json >damaged.json
expect 2 "a field less" "$edgeldp" synthesize damaged.json -o again.txt
contains "a field less" "$err" "damaged.json: damaged: fields of a result are missing"
head -c 200 printed.json >damaged.json
expect 2 "cut off" "$edgeldp" synthesize damaged.json -o again.txt
contains "cut off" "$err" "damaged.json: damaged: this is no JSON"
seq 10001 >many.txt
expect 2 "too many people" "$edgeldp" collector create other --people many.txt --method synthesis -e 8 --yes
contains "too many people" "$err" "10000"

# --- people and items: everybody has two of three popular things
printf '%s\n' cup hat pen inkpot jar mug bag cap >items.txt
place=0
while read -r name; do
  printf '%s\n' cup hat pen "no such thing" | sed "$((place++ % 3 + 1))d" >"$name.list"
done <people.txt
expect 2 "items are needed" "$edgeldp" collector create other --people people.txt --method butterflies
contains "items are needed" "$err" "add --items FILE"
expect 2 "items are not for others" "$edgeldp" collector create other --people people.txt --items items.txt
contains "items are not for others" "$err" "--items is not for --method triangles"
printf 'cup\nhat\ncup\n' >twice.txt
expect 2 "an item twice" "$edgeldp" collector create other --people people.txt --method butterflies --items twice.txt
contains "an item twice" "$err" "twice.txt: line 3: 'cup' stands in line 1 too: each item is named once"
seq 10001 >many.txt
expect 2 "too many items" "$edgeldp" collector create other --people people.txt --method butterflies --items many.txt
contains "too many items" "$err" "many.txt: 10001 items; --method butterflies is for 10000 at most"
[[ ! -e other ]] || fail "a refused collection was made"
expect 0 "create" "$edgeldp" collector create shop --people people.txt --method butterflies --items items.txt -e 8 --average-degree 2 --simulated --seed 5
contains "what is predicted" "$(tr -s ' \n' ' ' <<<"$out")" "16 people with 2 items each"
contains "what an item loses" "$(tr -s ' \n' ' ' <<<"$out")" "any one item is on its list"
directory=$(of "$(<shop/public/task.json)" 'r["item_directory"]')
same "the directory of items" "$(<"shop/public/objects/$directory")" "$(LC_ALL=C sort items.txt)"
token=$(awk -F'\t' '$1 == "p10" { print $2 }' shop/private/tokens.tsv)
printf 'p11\np12\n' >people.list
expect 2 "a list of people" "$edgeldp" client join x.state --from shop/public --name p10 --token "$token" --contacts people.list --ceiling 8 --seed 7
contains "a list of people" "$err" "0 of 2 names are in the directory of items"
play shop --seed 7
expect 0 "shop: result" "$edgeldp" collector result shop --json
same "the shop's result" "$(json method) $(json nodes) $(json simulated)" "butterflies 16 true"
result=$out
same "an item is on one list" "$(of "$result" 'r["spent"]["relationship_dp"] == r["spent"]["epsilon"] == 8')" True
expect 0 "an account" "$edgeldp" client status shop.p10.state
contains "an account" "$(tr -s ' \n' ' ' <<<"$out")" "any one item is on its list"

# --- the same over HTTP, of three people
head -n 3 people.txt >three.txt
expect 0 "create" "$edgeldp" collector create served --people three.txt --method butterflies --items items.txt -e 4 --answer-within 1s --simulated --seed 5
serve served --stay 2s --listen 127.0.0.1:0
while IFS=$'\t' read -r name token; do
  expect 0 "$name joins" "$edgeldp" client join "served.$name.state" --from "$address" --name "$name" --token "$token" --contacts "$name.list" --seed 7
  timeout 100 "$edgeldp" client run "served.$name.state" --from "$address" --wait-at-most 90s >"$name.out" 2>&1 &
  clients+=($!)
done <served/private/tokens.tsv
wait "${clients[@]}"
wait "$server"
expect 0 "their result" "$edgeldp" collector result served --json
same "all took part" "$(json method) $(json nodes)" "butterflies 3"

# --- labels: a real collection is made by who says so, from a file of labels that stands what it says
printf 'p%s\t%s\n' 10 even 11 odd 12 even 13 odd >labels.tsv
for ((a = 10; a < 26; ++a)); do  # the two circles again
  for ((b = 10; b < 26; ++b)); do
    ((a == b || a % 2 != b % 2)) || echo "p$b"
  done >"p$a.list"
done
labels() { "$edgeldp" collector create other --people people.txt --method labels "$@" </dev/null; }
expect 2 "labels are needed" labels --yes
contains "labels are needed" "$err" "add --labels FILE"
expect 2 "labels are not for others" "$edgeldp" collector create other --people people.txt --labels labels.tsv --yes
contains "labels are not for others" "$err" "--labels is not for --method triangles"
expect 2 "nobody said so" labels --labels labels.tsv
contains "nobody said so" "$err" "it infers a label of people who gave none, from what others made public: nothing was made; --yes makes it all the same"
contains "nobody said so" "$(tr -s ' \n' ' ' <<<"$err")" "4 of the 16 people have a public label ('even', 'odd')"
expect 3 "no file" labels --labels nothing.tsv --yes
refuse() {  # TEXT WHY: of a file of labels
  printf "$1" >bad.tsv
  expect 2 "labels: $2" labels --labels bad.tsv --yes
  contains "labels: $2" "$err" "bad.tsv: $2"
}
refuse 'p10\teven\nzoe\todd\n' "line 2: 'zoe' is not among the people of the collection"
refuse 'p10\teven\n# p11\np10\todd\n' "line 3: 'p10' stands in line 1 too: each person has one label"
refuse 'p10\n' "line 1: expected a person's name and its label"
refuse 'p10\teven\tmore\n' "line 1: expected a person's name and its label"
refuse 'p10\teven\np11\t\n' "line 2: an empty name"
refuse 'p10\teven\np11\teven\n' "there must be from 2 to 64 different public labels; there is 1"
refuse 'p10\teven\np11\t(none)\n' "the public label of 'p11', '(none)', must be"
refuse '' "no labels"
[[ ! -e other ]] || fail "a refused collection was made"
expect 0 "labels: create" "$edgeldp" collector create town --people people.txt --method labels --labels labels.tsv -e 8 --yes
file=$(of "$(<town/public/task.json)" 'r["public_labels"]["file"]')
same "the public labels" "$(<"town/public/objects/$file")" "$(awk '{ print NR - 1 "\t" $0 }' labels.tsv)"
contains "where they are" "$(tr -d ' \n' <<<"$out")" "town/public/objects/$file"
expect 0 "labels: a dry run" labels --labels labels.tsv --dry-run
contains "labels: a dry run" "$(tr -s ' \n' ' ' <<<"$out")" "does not forbid the guess"
token=$(awk -F'\t' '$1 == "p10" { print $2 }' town/private/tokens.tsv)
expect 0 "p10 joins" "$edgeldp" client join own.state --from town/public --name p10 --token "$token" --contacts p10.list --account own --ceiling 8
contains "p10 joins" "$err" "your label 'even' is public in this collection"
contains "p10 joins" "$(tr -s ' \n' ' ' <<<"$out")" "beside the name, which label that person is likely to have"
cp -r town lying
printf '0\tp10\todd\n1\tp11\teven\n' >"lying/public/objects/$file"
expect 3 "another file" "$edgeldp" client join lied.state --from lying/public --name p10 --token "$token" --contacts p10.list --account lied --ceiling 8
contains "another file" "$err" "the file of public labels cannot be verified"
play town
expect 0 "town: result" "$edgeldp" collector result town --json
result=$out
same "the town's result" "$(json method) $(json nodes) $(json private)" "labels 16 true"
same "labels of all" "$(of "$result" '[r["public_groups"][int(x)]["name"] for x in r["of_users"]["likely label"]][:4]')" "['even', 'odd', 'even', 'odd']"
same "nobody pays more" "$(of "$result" 'r["spent"]["epsilon"] <= 8 and r["spent"]["relationship_dp"] <= 16')" True
expect 0 "town: record" "$edgeldp" collector record town
contains "town: record" "$(tr -s ' \n' ' ' <<<"$out")" "It is inferred: 4 of the 16 people"
expect 0 "town: again" "$edgeldp" collector create next --again town --yes
same "town: again" "$(of "$(<next/public/task.json)" 'r["public_labels"]["file"]')" "$file"
finish
