# SPDX-License-Identifier: MIT
# What results say is described once (tests/cli/fields.sh: all that is printed is), and the page is that of the program.
source "$(dirname "$0")/../support/cli.sh"

expect 0 "a field" "$edgeldp" explain half_width
contains "name and unit" "$out" "half_width [estimate]"
expect 0 "the last part of a name" "$edgeldp" explain truth
contains "where it stands" "$out" "exact.truth"
expect 0 "a name of the input's" "$edgeldp" explain split.age
contains "its form" "$out" "split.*"
expect 2 "an unknown word" "$edgeldp" explain half_widht
contains "the nearest" "$err" "did you mean 'half_width'?"
expect 2 "an unknown term" "$edgeldp" explain randomised responce
contains "the nearest term" "$err" "did you mean 'randomized response'?"
expect 2 "nothing like it" "$edgeldp" explain xylophone
contains "where the words are" "$err" "\`edgeldp explain\`"
expect 0 "as JSON" "$edgeldp" explain epsilon --json
same "unit" "$(json unit)" nats
# Terms of the glossary, however they are typed, and fields of the same name behind them.
for word in round "noisy edge" noisy_edge Edge-LDP "edge ldp" "null space" nullspace ppr bitmap "randomized response" closure judgement usable \
  "not usable" not_usable weak interval clipping limit download relationship epsilon simulation rounds density "chosen set"; do
  expect 0 "$word" "$edgeldp" explain "$word"
  [[ -n $out ]] || fail "nothing about $word"
done
expect 0 "two words of one term" "$edgeldp" explain noisy edge
contains "it is the term" "$out" "Noisy edge"
lacks "and no other" "$out" "Edge,"
expect 0 "a term and a field" "$edgeldp" explain epsilon
contains "the term" "$out" "Budget, epsilon"
contains "the field" "$out" "epsilon [nats]"
expect 0 "the field alone" "$edgeldp" explain epsilon --fields
lacks "the field alone" "$out" "Budget"
# Fields that a first user could not explain.
for field in relationship_dp split.size cap.kappa_percent order chunk_rule error_parts.clipping weight participants protocol_runs \
  runs_of_a_user condition_number measured_spread bits_per_edge; do
  expect 0 "$field" "$edgeldp" explain "$field"
done
# Every method that can be compared has an explanation, and every heading of a table that people see.
"$edgeldp" compare --methods nothing-like-it 2>stderr.txt
sed -n 's/.*there are: //p' stderr.txt | tr -d ' ' | tr ',' '\n' >names.txt
(($(wc -l <names.txt) >= 30)) || fail "only $(wc -l <names.txt) methods"
awk 'last == "" && /^  +[^ ]/ { gsub(/^ +/, ""); gsub(/  +/, "\n"); print } { last = $0 }' "$source_dir"/tests/golden/people/*-120.txt |
  sort -u | grep -vxE 'age|age and vote|young|middle|old|low|high|name|with|karate.txt|petersen.mtx' >headings.txt
(($(wc -l <headings.txt) >= 25)) || fail "only $(wc -l <headings.txt) headings"
while read -r name; do
  expect 0 "$name" "$edgeldp" explain "$name"
  [[ -n $out ]] || fail "nothing about $name"
done < <(cat names.txt headings.txt; printf '%s\n' friend stranger "noisy row" ladder strongest sampled knob)
expect 0 "the best reading of a method" "$edgeldp" explain arr-one-strongest
contains "the method" "$out" "ARR, arr-full"
contains "what the name adds" "$out" $'\nStrongest\n'
# Every term is found by each of its words; the page's marks are not on the screen.
terms=0
while read -r list; do
  while read -r word; do
    expect 0 "$word" "$edgeldp" explain "$word"
    contains "its entry" "$out" "$list"
    lacks "Markdown" "$out" '**'
    terms=$((terms + 1))
  done < <(sed 's/, /\n/g' <<<"$list")
done < <(grep -oP '^\*\*\K[^*]+(?=\.\*\*)' "$source_dir/docs/glossary.md")
((terms >= 50)) || fail "only $terms words"
for width in 60 120; do
  expect 0 "a list of words" env COLUMNS=$width "$edgeldp" explain
  contains "in groups" "$out" $'What is said\n  Round, '
  contains "where fields are" "$out" "explain --fields"
  (($(wc -l <<<"$out") <= 60)) || fail "the list of words has $(wc -l <<<"$out") lines"
  [[ -z $(awk -v w=$width 'length > w' <<<"$out") ]] || fail "a line of more than $width"
  expect 0 "paragraphs" env COLUMNS=$width "$edgeldp" explain judgement closure
  [[ -z $(awk -v w=$width 'length > w' <<<"$out") ]] || fail "a line of more than $width"
done

# A number: what epsilon means, for ten contacts too.
for words in "epsilon 2" "2" "epsilon=2"; do
  expect 0 "explain $words" "$edgeldp" explain $words
  said=$(tr -s ' \n' ' ' <<<"$out")
  contains "explain $words" "$said" "factor of at most 7.39 (epsilon 2): who thought it 1% likely before may think it at most 6.9% likely after"
  contains "explain $words" "$said" "Ten contacts together, whether all of them exist or none, lose ten times as much: epsilon 20"
done
expect 2 "no budget" "$edgeldp" explain epsilon 100000000000
"$edgeldp" explain --page >results.md || fail "explain --page"
cmp results.md "$source_dir/docs/results.md" || fail "docs/results.md is not what 'edgeldp explain --page' prints"
finish
