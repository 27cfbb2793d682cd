# SPDX-License-Identifier: MIT
# Homophily: keys, attribute files, channels, methods, what does not go together.
source "$(dirname "$0")/../support/cli.sh"
karate="$source_dir/datasets/tiny/karate.txt"
stable() { sed -E 's/"seconds":[^,}]*,?//; s/"peak_memory_bytes":[0-9]+,?//'; }
# the line of stdout.txt about one statistic
about() { grep "\"statistic\":\"$1\"" stdout.txt; }
number() { about "$1" | head -n 1 | grep -oE "\"$2\":(-?[0-9.e+-]+|null|\"[a-z-]+\")" | head -n 1 | cut -d: -f2; }
same_lines() { same "$1" "$(wc -l <stdout.txt)" "$2"; }

# The two factions of the club, after its split: 0 and 1.
{
  echo "member,faction"
  for member in 1 2 3 4 5 6 7 8 11 12 13 14 17 18 20 22; do echo "$member,0"; done
  for member in 9 10 15 16 19 21 23 24 25 26 27 28 29 30 31 32 33 34; do echo "$member,1"; done
} >members.csv
first=$(grep -v '^[#%]' "$karate" | tr -s ' \t' '\n\n' | grep . | sort -n | head -n 1)
[[ $first == 0 ]] && awk -F, 'NR == 1 { print; next } { print $1 - 1 "," $2 }' members.csv >factions.csv || cp members.csv factions.csv

expect 0 "labels from a file" "$edgeldp" homophily "$karate" --labels factions.csv --seed 1 --epsilon 2 --matrix --json
for key in graph nodes edges truth estimate standard_error interval confidence half_width inflation bias_bound judgement at_most \
  epsilon_that_would_do rmse relative_error epsilon split codec alpha level upload_bytes \
  download_bytes bits_per_edge seconds peak_memory_bytes runs private attribute statistic; do
  contains "key $key" "$out" "\"$key\":"
done
same "edges" "$(number edges truth)" 78.0
same "within" "$(number within truth)" 68.0
same "across" "$(number across truth)" 10.0
same "attribute" "$(json attribute)" faction
same "simulated" "$(json simulated)" true
same_lines "8 statistics, 2 shares, 3 cells" 13
contains "what was assumed" "$err" "--values"
same "values from private labels" "$(json values_declared) $(json private)" "false false"
same "a bit costs the counts" "$(number within edge_ldp)" "$(number within count)"
expect 0 "declared values" "$edgeldp" homophily "$karate" --nodes 1-34 --labels factions.csv --values 1,0 --no-exact --json
same "nothing to say" "$err" ""
same "declared values" "$(json values_declared) $(json private)" "true true"
lacks "nothing exact" "$out" '"exact"'
same "coins of the system" "$(json simulated)" false
# Users randomize labels themselves: reports are no labels, whatever they were made with.
expect 0 "reports" "$edgeldp" channel sample factions.csv --column faction --categories 0,1 -e 0.5 --keep
cp stdout.txt reports.csv
expect 2 "reports are no labels" "$edgeldp" homophily "$karate" --labels reports.csv --mechanism warner -e 2
contains "both mechanisms" "$err" "randomized already, by k-ary of epsilon 0.5 (column 'faction_channel')"
contains "both mechanisms" "$err" "users randomize by warner of epsilon 2"
expect 2 "a column of reports" "$edgeldp" homophily "$karate" --labels reports.csv --columns faction
sed -E 's/k-ary epsilon[^,]*/television/' reports.csv >other.csv
expect 0 "a column that happens to be called so" "$edgeldp" homophily "$karate" --labels other.csv --columns faction --no-exact --json
expect 0 "generated labels" "$edgeldp" homophily "$karate" --nodes 1-34 --generate-labels 2 --no-exact --json
same "labels that follow edges" "$(json values_declared) $(json private)" "true false"
contains "labels that follow edges" "$out" "generated labels follow the edges"
expect 0 table "$edgeldp" homophily --generate-labels 3 --homophily 0.9 --seed 1 --epsilon 4 -v
contains table "$out" "fraction_within"
contains "generated labels are declared" "$(tr -s ' ' <<<"$out")" "values_declared true"

# Ratios are selected by their noise: a mean over fewer than half of the runs is not printed, one over more is.
gaps() { # budget: runs with and without a ratio at this budget, and whether an estimate is printed
  "$edgeldp" homophily "$karate" --labels factions.csv --values 0,1 --seed 3 --epsilon "$1" --runs 40 --json >stdout.txt
  local without
  without=$(number assortativity runs_without_estimate)
  [[ $(number assortativity estimate) == null ]] && echo "${without:-0} null" || echo "${without:-0} number"
}
read -r without printed < <(gaps 1.5)
((without > 20)) && same "most runs have no ratio" "$printed" null || fail "epsilon 1.5: $without runs without a ratio"
read -r without printed < <(gaps 2.5)
((without > 0 && without <= 20)) && same "most runs have a ratio" "$printed" number || fail "epsilon 2.5: $without runs without a ratio"

# The same file with tabs, gzip, further columns, ids in a named column, and on standard input.
expect 0 "plain" "$edgeldp" homophily "$karate" --labels factions.csv --seed 1 --json
plain=$(stable <stdout.txt)
awk -F, 'NR == 1 { print "age\tfaction\tmember"; next } { print NR % 3 "\t" $2 "\t" $1 }' factions.csv | gzip >factions.tsv.gz
expect 0 "gzip" "$edgeldp" homophily "$karate" --labels factions.tsv.gz --id-column member --columns faction --seed 1 --json
same "columns by name" "$(stable <stdout.txt)" "$plain"
tail -n +2 factions.csv >bare.csv
expect 0 "no heading" "$edgeldp" homophily "$karate" --labels bare.csv --no-heading --seed 1 --json
same "columns by number" "$(json attribute)" 2
expect 0 "two attributes" "$edgeldp" homophily "$karate" --labels factions.tsv.gz --id-column member --columns faction,age --seed 1 --json
same "both" "$(grep -c '"attribute":"age"' stdout.txt) $(grep -c '"attribute":"faction"' stdout.txt)" "11 10"
"$edgeldp" homophily "$karate" --labels - --seed 1 --json <factions.csv >stdout.txt 2>stderr.txt
same "standard input" "$(stable <stdout.txt)" "$plain"
# More than any buffer holds, gzip too: not a line may be lost.
awk 'BEGIN { for (i = 0; i < 30000; ++i) print i, (i + 1) % 30000 }' >ring.txt
awk 'BEGIN { print "user,label"; for (i = 0; i < 30000; ++i) print i "," i % 2 }' >long.csv
"$edgeldp" homophily ring.txt --labels - --values 0,1 --seed 1 --epsilon 2 --method counts --json <long.csv >stdout.txt 2>stderr.txt
same "a long table on standard input" "$?" 0
same "a long table on standard input" "$(number across truth)" 30000.0
gzip -c long.csv | "$edgeldp" homophily ring.txt --labels - --values 0,1 --seed 1 --epsilon 2 --method counts --json >stdout.txt 2>stderr.txt
same "a long table, gzip, on standard input" "$(number across truth)" 30000.0
printf '\xef\xbb\xbf' | cat - factions.csv >marked.csv
expect 0 "byte order mark" "$edgeldp" homophily "$karate" --labels marked.csv --id-column member --seed 1 --json
same "byte order mark" "$(stable <stdout.txt)" "$plain"

# Methods, threads, sweeps, channels.
for method in counts edges; do
  one=$("$edgeldp" homophily --generate-labels 2 --method $method --seed 7 --runs 2 --epsilon 4 --threads 1 --json | stable)
  two=$("$edgeldp" homophily --generate-labels 2 --method $method --seed 7 --runs 2 --epsilon 4 --threads 2 --json | stable)
  same "$method on 1 and 2 threads" "$one" "$two"
  contains "$method" "$one" "\"method\":\"$method\""
done
contains "rows have a codec" "$one" '"codec":"'
contains "several releases have several keys" "$one" '"key":null'
expect 0 "ppr by name" "$edgeldp" homophily --generate-labels 2 --method edges --codec ppr --seed 7 --epsilon 4 --json
[[ $(json key) =~ ^[0-9a-f]{16}$ ]] || fail "no key: $(json key)"
contains "sizes keep ppr's work bounded" "$out" '"size":'
# Work a run has a thin tail: hundreds of runs with generous budgets end in seconds.
awk 'BEGIN { srand(3); while (i < 2400) { a = int(rand() * 200); b = rand() < 0.6 ? int(a / 25) * 25 + int(rand() * 25) : int(rand() * 200); if (a != b) { print a, b; ++i } } }' >dense.txt
expect 0 "many runs of ppr" timeout 120 "$edgeldp" homophily dense.txt --generate-labels 2 --method edges --codec ppr --seed 1 --runs 400 --epsilon 4,5 --json
expect 0 "beyond what labels and rows can use" "$edgeldp" homophily "$karate" --labels factions.csv --values 0,1 --method edges --codec bitmap --seed 1 --epsilon 64 --json
contains "the rest is not spent" "$err" "of 64 nats are not spent"
expect 0 "counts use everything" "$edgeldp" homophily "$karate" --labels factions.csv --values 0,1 --method counts --seed 1 --epsilon 64 --json
lacks "nothing is left" "$err" "not spent"
expect 0 "sweep" "$edgeldp" homophily "$karate" --labels factions.csv --values 0,1 --seed 1 --epsilon 1,2 --json
same_lines "ten statistics a budget" 20
cat >warner.json <<END
{"inputs": ["0", "1"], "outputs": ["no", "yes"], "probabilities": [[0.7, 0.3], [0.2, 0.8]]}
END
sed -i 's/^{/{"edgeldp_channel": 1, /' warner.json
expect 0 "a channel of one's own" "$edgeldp" homophily "$karate" --labels factions.csv --channel warner.json --seed 1 --epsilon 2 --json
same "the channel declares the values" "$(json values_declared) $(json private)" "true true"
# ln(0.7 / 0.2) = 1.2528
[[ $(number within attribute_ldp) == 1.2527* ]] || fail "the channel's loss: $(number within attribute_ldp)"
# At small shares a skewed prior's answer is always the same.
expect 0 "a family that needs a budget" "$edgeldp" homophily "$karate" --labels factions.csv --values 0,1 --mechanism rr-with-prior --prior 0.6,0.4 --epsilon 3 --json

refused() {
  local what=$1
  shift
  expect 2 "$*" "$edgeldp" homophily "$@"
  same "$* prints no result" "$out" ""
  contains "$*" "$err" "$what"
}
refused "--labels" "$karate"
refused "--labels" "$karate" --labels factions.csv --generate-labels 2
refused "--labels FILE" "$karate" --generate-labels 2 --missing x
refused "--generate-labels" "$karate" --labels factions.csv --homophily 0.5
refused "--method counts" "$karate" --labels factions.csv --method counts --codec bitmap
refused "--channel" "$karate" --labels factions.csv --channel warner.json --attribute-share 0.5
refused "something must be left" "$karate" --labels factions.csv --channel warner.json --epsilon 1
refused "attribute share" "$karate" --labels factions.csv --attribute-share 1
refused "no column 'party'" "$karate" --labels factions.csv --columns party
refused "is not in the list of values, which are the inputs of warner.json: 0, 1" "$karate" --labels factions.tsv.gz --id-column member --columns age --channel warner.json --epsilon 2
refused "not among the declared" "$karate" --labels factions.csv --values 0,2
contains "the line is named" "$err" "line 18"
sed '3s/$/,7/' factions.csv >wide.csv
refused "line 3: 3 values where the first line has 2" "$karate" --labels wide.csv
refused "epsilon" "$karate" --labels factions.csv --epsilon 0
head -n 20 factions.csv >few.csv
refused "few.csv: user " "$karate" --labels few.csv
contains "what to do about missing values" "$err" "has no value of \"faction\", nor have others: add lines for them, or name a value that they get by --missing VALUE"
head -n 34 factions.csv >fewer.csv
refused "has no value of \"faction\": add lines" "$karate" --labels fewer.csv
refused "bare.csv: line 1: \"" "$karate" --labels bare.csv
contains "no heading" "$err" "begins with the id of a user: if it is no heading, say --no-heading; if it is one, name the column of users by --id-column"
cut -d, -f1 factions.csv >members.txt
refused "members.txt: line 1: there is one column, \"member\": a table of labels has a column of users and one of labels" "$karate" --labels members.txt
expect 0 "missing values" "$edgeldp" homophily "$karate" --labels few.csv --missing unknown --json
contains "missing values" "$err" "few.csv: users without a value get the value 'unknown'"
contains "whose list of values" "$err" "warning: few.csv: the list of values is taken from the labels"
lacks "how many lack a value is private" "$err" 15
same "missing values, none declared" "$(json values_declared) $(json private)" "false false"
expect 0 "nobody lacks a value" "$edgeldp" homophily "$karate" --labels factions.csv --values 0,1 --missing unknown --seed 1 --matrix --json
same "the list does not depend on who lacks a value" "$(json values_declared) $(grep -c '"statistic":"share"' stdout.txt)" "true 3"
echo "99999,0" >>factions.csv
expect 0 "users of other graphs" "$edgeldp" homophily "$karate" --labels factions.csv --json
contains "users of other graphs" "$err" "note: factions.csv: lines that name users who are not in the graph are dropped: 1"
echo "x,0" >>factions.csv
refused "line 37" "$karate" --labels factions.csv
echo '{"edgeldp_channel": 1, "inputs": ["0", "1"], "outputs": ["a", "b"], "probabilities": [[0.5, 0.5], [0.5, 0.5]]}' >flat.json
refused "rank 1" "$karate" --generate-labels 2 --channel flat.json
echo '{"edgeldp_channel": 1' >broken.json
refused "line 2, column 1" "$karate" --generate-labels 2 --channel broken.json
expect 3 "no such file" "$edgeldp" homophily "$karate" --labels nowhere.csv
expect 3 "no such channel" "$edgeldp" homophily "$karate" --generate-labels 2 --channel nowhere.json
finish
