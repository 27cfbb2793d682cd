# SPDX-License-Identifier: MIT
# The demo: four ways to count one graph, at any width, with commands to go on with that work.
source "$(dirname "$0")/../support/cli.sh"
words() { tr -s ' \n' ' ' <<<"$1"; }

expect 0 "demo" "$edgeldp" demo --seed 1
text=$(words "$out")
for part in "Users 2 000 people" "Protected All messages of all people together change the odds" "edge-LDP" "published" "ppr" "nullspace" "exact" "Next"; do contains "the page" "$text" "$part"; done
page=$out
expect 0 "replayed" "$edgeldp" demo --seed 1
same "replayed" "$out" "$page"
expect 0 "private coins" "$edgeldp" demo
[[ $out != "$page" ]] || fail "private coins are those of a seed"

# What apps/run.sh shows before the program is whole.
expect 0 "the demonstration alone" "$edgeldp-demo"
contains "alone" "$(words "$out")" "How many triangles"

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

# What epsilon means, by odds: the factor, what 1% becomes, and how much can be learned.
for epsilon in 0.5 1 2 4 8 16; do
  expect 0 "the words at $epsilon" "$edgeldp" demo --seed 1 --epsilon "$epsilon"
  python3 - "$epsilon" "$(words "$out")" <<'END' || fail "the words at $epsilon"
import math, sys
own, text = float(sys.argv[1]), sys.argv[2]
def likely(loss):
    odds = math.exp(loss) / 99
    return 100 * odds / (1 + odds)
said = text[text.index("Protected"):text.index("Learned")]
losses = [float(x.split("epsilon ")[1].split(",")[0].split(")")[0]) for x in said.split("factor of at most")[1:]]
assert len(losses) == 2 and losses[1] == own and own < losses[0] <= 1.12 * own, losses
after = [float(x.split("%")[0]) for x in said.split("may think it at most ")[1:]]
for loss, percent in zip(losses, after):
    exact = likely(loss)
    assert abs(percent - exact) <= (0.5 if exact >= 9.95 else 0.05) if exact < 99.5 else 99.5 < percent < 100, (loss, percent)
assert said.count("Nearly everything can be learned") == sum(l >= 8 for l in losses), said
assert said.count("A lot can be learned") == sum(4 <= l < 8 for l in losses), said
assert "obody can" not in said
END
done

# Commands to go on with.
while read -r command; do
  read -ra arguments <<<"${command#edgeldp }"
  expect 0 "$command" "$edgeldp" "${arguments[@]}"
  played=$((${played:-0} + 1))
done < <(COLUMNS=120 "$edgeldp" demo --seed 1 | sed -n '/^Next/,$p' | grep -oE '^  edgeldp .*' | sed -E 's/^ +//; s/  .*//')
((${played:-0} >= 4)) || fail "only ${played:-0} commands to go on with"
finish
