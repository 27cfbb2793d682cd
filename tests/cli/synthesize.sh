# SPDX-License-Identifier: MIT
# synthesize: what a user spends, what the graph has of what was released, several graphs, refusals.
source "$(dirname "$0")/../support/cli.sh"
flat() { tr -s ' \n' ' ' <stdout.txt; }
"$edgeldp" dataset generate affiliation --nodes 600 --edges 5000 -o true.txt >/dev/null 2>&1 || fail "no graph"

expect 0 "json" "$edgeldp" synthesize true.txt --nodes 0-599 -e 4 --seed 1 -o made.txt --json
same "budget" "$(json epsilon)" 4.0
same "a user spends all of it" "$(grep -oE '"spent":\{"epsilon":(3\.9999[0-9]*|4\.0)' <<<"$out" | wc -l)" 1
same "every end has a place" "$(json missing_ends)" 0
contains "private, but a simulation" "$out" '"private":true,"simulated":true'
for name in edges wedges max_degree triangles assortativity; do contains "statistics" "$out" "\"$name\":{\"estimate\":"; done
lacks "nothing exact" "$out" '"exact"'
lacks "no time, which depends on lists" "$out" '"seconds"'
edges=$(grep -cv '^#' made.txt)
contains "edges are counted" "$out" "\"synthetic\":$edges.0"
contains "a title" "$(head -n 1 made.txt)" "# synthetic graph, made from what 600 users released at epsilon 4"
# Triangles are those that were released, as another verb counts them.
expect 0 "info" "$edgeldp" info made.txt --json
triangles=$(json triangles)
[[ -n $triangles ]] || fail "no triangles in: $out"
expect 0 "again" "$edgeldp" synthesize true.txt --nodes 0-599 -e 4 --seed 1 -o made.txt --json
contains "triangles are counted" "$out" "\"synthetic\":$triangles"
contains "sums of contacts' degrees have a share" "$out" '"contacts":0.2,'
contains "degrees of contacts by class" "$out" '"contact_degrees_by_degree":[{"from_degree":2,"wanted":'
# So is assortativity, to the digits that both agree on.
assortativity=$(grep -oE '"assortativity":[{][^}]*"synthetic":-?[0-9.]{7}' <<<"$out" | grep -oE '[-0-9.]+$')
expect 0 "compared with itself" "$edgeldp" compare-graphs made.txt made.txt --json
contains "assortativity is measured" "$out" "\"assortativity\":{\"value\":$assortativity"

# The same seed gives the same graph on any number of threads.
for threads in 1 3; do
  expect 0 "threads" "$edgeldp" synthesize true.txt --nodes 0-599 -e 4 --seed 1 --threads $threads -o again.txt --json
  cmp made.txt again.txt || fail "another graph on $threads threads"
done
expect 0 "other coins" "$edgeldp" synthesize true.txt --nodes 0-599 -e 4 --seed 2 -o again.txt --json
cmp -s made.txt again.txt && fail "the same graph of another seed"

# Several of one release: the first is the one, and all are different.
expect 0 "several" "$edgeldp" synthesize true.txt --nodes 0-599 -e 4 --seed 1 --graphs 3 -o some.txt --json
same "a line each" "$(wc -l <stdout.txt)" 3
same "they spend no more" "$(grep -oE '"spent":\{[^}]*\}' <<<"$out" | sort -u | wc -l)" 1
cmp made.txt some.txt || fail "the first of several is another"
cmp -s some.txt some-2.txt && fail "the second is the first"
[[ -s some-3.txt ]] || fail "no third"

expect 0 "for people" "$edgeldp" synthesize true.txt -e 2 --seed 1 -o made.txt
contains "title" "$(flat)" "made.txt: a synthetic graph of 600 users in the place of true.txt, epsilon 2"
contains "privacy" "$(flat)" "A user spends epsilon 2 for what is released"
contains "coins" "$(flat)" "a simulation, which protects nobody"
contains "not kept" "$(flat)" "Names: users have new numbers"
contains "kept" "$(flat)" "Contacts have degrees as released"
expect 0 "to standard output" "$edgeldp" synthesize true.txt -e 2 --seed 1 -o -
cmp made.txt stdout.txt || fail "standard output has another graph"
contains "how near it is" "$err" "the graph has"
contains "the file says what coins it has" "$(head -n 1 made.txt)" "a simulation with replayed coins"
cp true.txt kept.txt
expect 2 "the file that is read" "$edgeldp" synthesize true.txt -e 2 --seed 1 -o ./true.txt
contains "the file that is read" "$err" "--output: ./true.txt is a file that is read, and would be lost"
cp true.txt made-2.txt
expect 2 "the file that is read, by another name" "$edgeldp" synthesize made-2.txt -e 2 --seed 1 --graphs 2 -o made.txt
contains "the file that is read, by another name" "$err" "--graphs: made-2.txt is the graph that is read"
cmp true.txt made-2.txt || fail "the graph was written over by the second one"
cmp true.txt kept.txt || fail "the graph was written over"
expect 0 "compressed" "$edgeldp" synthesize true.txt -e 2 --seed 1 -o made.txt.gz
zcat made.txt.gz | cmp - made.txt || fail "the compressed graph is another"
expect 0 "who sees both may compare" "$edgeldp" compare-graphs true.txt made.txt --json
expect 0 "coins of the system" "$edgeldp" synthesize true.txt -e 2 -o fresh.txt --json
contains "no simulation" "$out" '"simulated":false'
lacks "no simulation in the file" "$(head -n 1 fresh.txt)" "simulation"

# By a published method: one graph, of users who keep their places.
for method in ldpgen ldpgen-uncut; do
  expect 0 "$method" "$edgeldp" synthesize true.txt --nodes 0-599 -e 4 --seed 1 --method $method -o theirs.txt --json
  contains "what was played" "$out" "\"method\":\"$method\""
  same "both rounds are paid" "$(grep -oE '"spent":\{"epsilon":(3\.9999[0-9]*|4\.0)' <<<"$out" | wc -l)" 1
  contains "edges alone are released" "$out" '"statistics":{"edges":{"estimate":'
  lacks "no swaps" "$out" '"swaps"'
  contains "edges are counted" "$out" "\"synthetic\":$(grep -cv '^#' theirs.txt).0"
  expect 0 "$method on a thread" "$edgeldp" synthesize true.txt --nodes 0-599 -e 4 --seed 1 --method $method --threads 1 -o again.txt --json
  cmp theirs.txt again.txt || fail "another graph on one thread"
done
expect 0 "ours says so" "$edgeldp" synthesize true.txt --nodes 0-599 -e 4 --seed 1 -o made.txt --json
contains "what was played" "$out" '"method":"ours"'
expect 0 "for people" "$edgeldp" synthesize true.txt -e 2 --seed 1 --method ldpgen -o theirs.txt
contains "groups" "$(flat)" "Users were put into"
contains "not kept" "$(flat)" "Triangles: nobody was asked for them"
# Users' places follow from their ids, not from where they stand in a file.
tac true.txt >reversed.txt
expect 0 "reversed" "$edgeldp" synthesize reversed.txt --nodes 0-599 -e 64 --seed 1 --method ldpgen -o back.txt --json
expect 0 "more than one" "$edgeldp" compare-graphs true.txt back.txt --nodes 600 --json
expect 2 "one release, one graph" "$edgeldp" synthesize true.txt -e 2 --graphs 2 --method ldpgen -o theirs.txt
contains "one release, one graph" "$err" "--graphs"
expect 2 "no method" "$edgeldp" synthesize true.txt -e 2 --method none -o theirs.txt
expect 2 "nobody, by theirs" "$edgeldp" synthesize <(printf '# nothing\n') --method ldpgen -o few.txt

printf '0 0\n' >empty.txt  # nobody's own contact is itself
expect 0 "nobody knows anybody" "$edgeldp" synthesize empty.txt --nodes 0-9 -e 8 --seed 1 -o few.txt --json
same "no edges but those of noise" "$(json nodes)" 10
printf '# nothing\n' >nothing.txt
expect 2 "nobody" "$edgeldp" synthesize nothing.txt -o few.txt
expect 2 "no file to write" "$edgeldp" synthesize true.txt
contains "no file to write" "$err" "--output"
expect 2 "several to one stream" "$edgeldp" synthesize true.txt --graphs 2 -o -
contains "several to one stream" "$err" "only one can go to standard output"
expect 2 "none" "$edgeldp" synthesize true.txt --graphs 0 -o x.txt
expect 2 "no budget" "$edgeldp" synthesize true.txt -e 0 -o x.txt
expect 3 "no such file" "$edgeldp" synthesize nowhere.txt -o x.txt
finish
