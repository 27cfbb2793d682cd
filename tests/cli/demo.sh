# SPDX-License-Identifier: MIT
# The demo: four ways to count one graph, at any width, with commands to go on with that work.
source "$(dirname "$0")/../support/cli.sh"
words() { tr -s ' \n' ' ' <<<"$1"; }

expect 0 "demo" "$edgeldp" demo --seed 1
text=$(words "$out")
for part in "Users 2 000 people" "Protected Nobody can be sure" "edge-LDP" "published" "ppr" "nullspace" "exact" "Next"; do contains "the page" "$text" "$part"; done
page=$out
expect 0 "replayed" "$edgeldp" demo --seed 1
same "replayed" "$out" "$page"
expect 0 "private coins" "$edgeldp" demo
[[ $out != "$page" ]] || fail "private coins are those of a seed"

# Records: one a way, the exact count apart from the others.
expect 0 "records" "$edgeldp" demo --seed 1 --json
same "four of them" "$(grep -oE '"method":"[a-z]+"' <<<"$out" | cut -d: -f2 | tr -d '"' | xargs)" "published ppr nullspace exact"
same "what is private" "$(grep -oE '"private":[a-z]+' <<<"$out" | cut -d: -f2 | xargs)" "true true true false"
truth=$(grep -oE '"truth":[0-9]+' <<<"$out" | sort -u)
same "one truth" "$(wc -l <<<"$truth")" 1
lacks "outside of what a simulation knows" "$(sed -E 's/"exact":\{[^}]*\}//' <<<"$out")" "${truth#*:}"
same "the default is the planned one" "$(sed -n 3p <<<"$out" | grep -oE '"estimate":[0-9.e+-]+')" \
  "$("$edgeldp" triangles --codec nullspace --seed 1 --json | grep -oE '"estimate":[0-9.e+-]+')"

# Numbers of the page are those of the records.
contains "bits an edge" "$page" "bits an edge"
expect 0 "more budget" "$edgeldp" demo --seed 1 --epsilon 8
contains "a usable number" "$(words "$out")" "off in 95 of 100 runs"
expect 0 "less budget" "$edgeldp" demo --seed 1 --epsilon 0.1
contains "a useless one" "$(words "$out")" "Not usable: the number is lost in the noise"
expect 2 "a budget that shows nothing" "$edgeldp" demo --epsilon 100
expect 2 "a file" "$edgeldp" demo friends.txt

# Commands to go on with.
while read -r command; do
  read -ra arguments <<<"${command#edgeldp }"
  expect 0 "$command" "$edgeldp" "${arguments[@]}"
  played=$((${played:-0} + 1))
done < <(COLUMNS=120 "$edgeldp" demo --seed 1 | sed -n '/^Next/,$p' | grep -oE '^  edgeldp .*' | sed -E 's/^ +//; s/  .*//')
((${played:-0} >= 4)) || fail "only ${played:-0} commands to go on with"
finish
