# SPDX-License-Identifier: MIT
# Answers for people, kept at three widths: tests/golden/people holds what was read and found good. Times and memory are
# left out. Answers that were meant to change: bash tests/cli/answer.sh PROGRAM ROOT --rewrite
source "$(dirname "$0")/../support/cli.sh"
kept=$(realpath "$source_dir/tests/golden/people")
[[ ${3:-} == --rewrite ]] && rewrite=1 edgeldp=$(realpath "$edgeldp") source_dir=$(realpath "$source_dir") && cd "$(mktemp -d)"
cp "$source_dir"/datasets/tiny/{*.txt,petersen.mtx} "$source_dir"/tests/golden/answers/in/* .
cp "$source_dir"/datasets/examples/{ratings.csv,items.txt} .
printf 'age\nyoung\nyoung\nmiddle\n' >three.csv
expect 0 "a channel of ages" "$edgeldp" channel show --categories young,middle,old -e 3 --out age.json
expect 0 "a channel of votes" "$edgeldp" channel show --mechanism warner --categories yes,no -e 3 --out vote.json

# What a clock or the machine says: the last words of their group.
lasting() { tr '\n' '\f' | sed -E 's/[ \f]+Here,[^:]+:[^M]*MB[ \f]+of[ \f]+memory\.//' | tr '\f' '\n'; }

while read -r name arguments; do
  read -ra words <<<"$arguments"
  for width in 60 80 120; do
    export COLUMNS=$width
    expect 0 "$name at $width" "$edgeldp" "${words[@]}"
    { printf '$ edgeldp %s\n' "$arguments"; lasting <stdout.txt; } >answer.txt
    if [[ -n ${rewrite:-} ]]; then
      cp answer.txt "$kept/$name-$width.txt"
    else
      diff "$kept/$name-$width.txt" answer.txt >difference.txt || fail "$name at $width: $(head -5 difference.txt)"
    fi
    awk -v width="$width" 'NR > 1 && length > width { exit 1 }' answer.txt || fail "$name: a line of more than $width"
  done
done < <(grep -vE '^(#|$)' "$kept/commands.txt")
[[ -n ${rewrite:-} ]] && exit 0
# Narrower than any kept one: no line is torn.
while read -r name arguments; do
  read -ra words <<<"$arguments"
  expect 0 "$name at 50" env COLUMNS=50 "$edgeldp" "${words[@]}"
  wide=$(awk 'length > 50 && NF > 1' stdout.txt)
  [[ -z $wide ]] || fail "$name at 50 columns: $wide"
done < <(grep -vE '^(#|$)' "$kept/commands.txt")
unset COLUMNS

# Nothing secret stands outside of the simulation; without it nothing exact is there at all.
expect 0 "without exact values" "$edgeldp" triangles karate.txt --seed 1 --no-exact
lacks "no simulation" "$out" "Simulation"
lacks "no truth" "$out" "45"
# A budget that is too small is said to be.
expect 0 "too small a budget" "$edgeldp" triangles karate.txt --seed 1 -e 0.1
contains "the judgement" "$out" "not usable"
contains "what would do" "$out" "Lost in the noise: triangles"
expect 0 "private by the system's coins" "$edgeldp" triangles karate.txt
contains "who drew coins" "$(tr -s ' \n' ' ' <<<"$out")" "Coins come from the operating system."
# What a user has spent and what messages tell are of the same runs: of one, or of all of a sweep.
printf '1 2\n2 1\n2 3\n3 1\n1 4\n' >arcs.txt
same_runs() {  # same_runs ARGUMENT...
  expect 0 "$1, its sums" "$edgeldp" "$@" --seed 1 -e 0.5,1 --runs 2 --json
  local told=relationship_dp last
  last=$(tail -n 1 <<<"$out")
  [[ $last == *'"directed":'* ]] && told=edge_ldp
  expect 0 "$1, in words" "$edgeldp" "$@" --seed 1 -e 0.5,1 --runs 2
  local said spent loss
  said=$(tr -s ' \n' ' ' <<<"$out")
  spent=$(sed -nE 's/.*In all runs so far a user has spent ([0-9.e+-]*[0-9])\..*/\1/p' <<<"$said")
  loss=$(sed -nE 's/.*All messages of all these runs change [^(]*\(epsilon ([0-9.e+-]+).*/\1/p' <<<"$said")
  same "$1: spent in all runs, and told in all runs" "$spent $loss" \
    "$(python3 -c 'import json, sys; spent = json.loads(sys.argv[1])["spent"]; print("%.4g %.4g" % (spent["epsilon"], spent[sys.argv[2]]))' "$last" "$told")"
}
command -v python3 >/dev/null || exit 77
for verb in triangles degrees cores cycles mixing centrality communities; do same_runs "$verb" karate.txt; done
same_runs homophily karate.txt --labels clubs.csv
same_runs butterflies items.csv
same_runs degrees arcs.txt --directed
expect 0 "one run" "$edgeldp" triangles karate.txt --seed 1
contains "one run" "$(tr -s ' \n' ' ' <<<"$out")" "spends epsilon 1 in all. All messages together change"
# Of a sweep a budget of it is named, or none.
expect 0 "a sweep" "$edgeldp" triangles karate.txt --seed 1 -e 1,2,64
contains "a sweep that holds the answer" "$(tr -s ' \n' ' ' <<<"$out")" "of these budgets epsilon 64 makes the number usable."
lacks "a sweep that holds the answer" "$out" "would do"
expect 0 "a sweep of small ones" "$edgeldp" triangles karate.txt --seed 1 -e 1,2
contains "a sweep of small ones" "$(tr -s ' \n' ' ' <<<"$out")" "none of these budgets makes the number usable."
# What is exact is of the set that was chosen, and is called so.
expect 0 "cores" "$edgeldp" cores karate.txt --seed 1
lacks "cores" "$out" "densest"
contains "cores" "$(tr -s ' ' <<<"$out")" "density of the chosen set"
# The same numbers as JSON says.
expect 0 "JSON" "$edgeldp" degrees karate.txt --seed 1 -e 64 --json
edges=$(head -n 1 <<<"$out" | grep -oE '"estimate":[0-9.]+' | cut -d: -f2)
expect 0 "text" "$edgeldp" degrees karate.txt --seed 1 -e 64
contains "the estimate" "$(tr -s ' ' <<<"$out")" "edges ${edges%.0}"
# What was read is told once: in the answer, or beside fields as a note. Exact numbers are no part of a private answer.
printf 'from,to,weight\n1,2,1\n2,1,1\n2,3,1\n3,3,1\n1,3,1\n1,3,2\n' >odd.csv
flat() { tr -s ' \n' ' ' <<<"$out"; }
for verb in info "triangles --seed 1"; do
  # shellcheck disable=SC2086
  expect 0 "$verb, odd" "$edgeldp" $verb odd.csv
  for part in "Read 7 lines" "names the columns" "6 lines with further columns" "1 edge named in both directions" \
    "1 edge from a user to itself" "1 repeated edge"; do
    contains "$verb, odd" "$(flat)" "$part"
  done
  lacks "$verb: no note besides" "$err" "odd.csv"
  for style in --json -v; do
    # shellcheck disable=SC2086
    expect 0 "$verb, odd $style" "$edgeldp" $verb odd.csv $style
    contains "$verb $style: a note" "$err" "edgeldp: note: odd.csv: the line that names the columns is skipped"
    lacks "$verb $style: no group" "$out" "Read  "
  done
done
expect 0 "odd, without exact numbers" "$edgeldp" triangles odd.csv --seed 1 --no-exact
contains "in words" "$(flat)" "Read The line that names the columns is skipped."
lacks "in numbers" "$(flat)" "7 lines"
lacks "in numbers" "$(flat)" "1 edge"
expect 0 "a release" "$edgeldp" release odd.csv -o odd.eldp
contains "who its users are" "$(flat)" "Users are those it names, which must be public; --users or --nodes declares them."
lacks "in numbers" "$(flat)" "7 lines"
# Data on standard output stays data; the note is where it was.
"$edgeldp" release odd.csv --seed 1 -o - >piped.eldp 2>note.txt || fail "release to a pipe"
"$edgeldp" release odd.csv --seed 1 -o odd.eldp >/dev/null || fail "release to a file"
cmp -s piped.eldp odd.eldp || fail "an answer is in the data"
contains "a note beside data" "$(<note.txt)" "odd.csv: the line that names the columns is skipped"
# Words that are pasted are quoted where they must be.
cp karate.txt "my friends.txt"
expect 0 "a name with blanks" "$edgeldp" info "my friends.txt"
contains "quoted" "$(flat)" "edgeldp triangles 'my friends.txt' -e 1"
# Colours are for terminals.
lacks "no colour in a file" "$out" $'\033'
finish
