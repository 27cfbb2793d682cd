# SPDX-License-Identifier: MIT
# report: one page that needs nothing from elsewhere, with the numbers of the verbs; verdicts and prices that follow from them;
# what is private in it, and what is refused.
source "$(dirname "$0")/../support/cli.sh"
cp "$source_dir/datasets/examples/friends.txt" .
"$edgeldp" dataset generate affiliation --nodes 300 --edges 2000 -o made.txt >/dev/null 2>&1 || fail "no graph"
stable() { sed -E 's/"(seconds|peak_memory_bytes)":[-+0-9.e]+,?//g'; }

# Its numbers are those of the verbs, as far as they have an interval.
expect 0 "results" "$edgeldp" report made.txt --seed 5 -e 2 --epsilons 1,4 --questions triangles,degrees,clustering -o made.html --json
stable <stdout.txt >reported.txt
cp stdout.txt made.txt.json
same "stderr is empty" "$err" ""
{
  "$edgeldp" triangles made.txt --seed 5 -e 2 --json 2>/dev/null
  "$edgeldp" degrees made.txt --seed 5 -e 2 --json 2>/dev/null | grep -v '"interval":null'
  "$edgeldp" degrees made.txt --clustering --seed 5 -e 2 --json 2>/dev/null | grep '"statistic":"clustering"'
} | stable >played.txt
diff played.txt reported.txt >difference.txt || fail "other numbers than those of the verbs: $(head -c 600 difference.txt)"
estimate=$("$edgeldp" triangles made.txt --seed 5 -e 2 2>/dev/null | awk '$1 == "triangles" { print $2, $3; exit }')
text_of() { sed 's/\xc2\xa0/ /g' "$1"; }  # digits of a number are kept together
contains "its estimate" "$(text_of made.html)" "$estimate"

# One file: no address, nothing to load, no script.
page=$(<made.html)
contains "a policy" "$page" "default-src 'none'"
for what in "http:" "https:" "//" "<script" "src=" "href=" "url(" "@import" "<link" "<img"; do lacks "elsewhere" "$page" "$what"; done
for what in "This is a rehearsal" "from seed 5" "Is it worth asking?" "What it costs in privacy" "The numbers" "What is usable and what is not" \
  "edgeldp report made.txt --epsilon 2 --seed 5 --questions triangles,degrees,clustering --epsilons 1,4 --output made.html" \
  "What only this rehearsal knows" "$(sha256sum made.txt | cut -d' ' -f1)" "edgeldp $("$edgeldp" --version | cut -d' ' -f2)"; do
  contains "the page" "$page" "$what"
done
same "an interval a number" "$(grep -c 'class="estimate"' made.html)" "$(wc -l <reported.txt)"
expect 0 "again" "$edgeldp" report made.txt --seed 5 -e 2 --epsilons 4,1,4 --questions triangles,degrees,clustering -o again.html
same "the same page but for its command" "$(grep -v 'edgeldp report' again.html)" "$(grep -v 'edgeldp report' made.html)"

# Nothing impossible, nothing that does not add up, nothing lost that could be quoted: of a good, a weak and a hopeless page.
command -v python3 >/dev/null || exit 77
sound() { PYTHONDONTWRITEBYTECODE=1 python3 "$source_dir/tests/cli/report_page.py" "$@" || fail "$1 is not sound"; }
sound made.html made.txt.json
everything=triangles,degrees,clustering,cycles,cores,centrality,mixing
expect 0 "weak" "$edgeldp" report made.txt --seed 2 -e 0.4321 --epsilons 0.5,2 --runs 2 --questions $everything -o weak.html --json
printf '%s\n' "$out" >weak.txt
sound weak.html weak.txt
for seed in 1 2 3; do
  expect 0 "hopeless" "$edgeldp" report friends.txt --nodes 1-34 --seed $seed --epsilons 1 --questions $everything -o hopeless.html --json
  printf '%s\n' "$out" >hopeless.txt
  sound hopeless.html hopeless.txt
done
contains "hopeless" "$(<hopeless.html)" "Cut here"

# Verdicts follow from what is predicted, whatever the exact numbers are.
verdicts() { sed -n '/Is it worth asking/,/<h2>What it costs/p' "$1"; }
expect 0 "weak, without exact numbers" "$edgeldp" report made.txt --seed 2 -e 0.4321 --epsilons 0.5,2 --runs 2 --questions $everything --no-exact -o blind.html
same "verdicts without exact numbers" "$(verdicts blind.html)" "$(verdicts weak.html)"
contains "worth it" "$(verdicts made.html)" "Worth asking: "
contains "too dear together" "$(verdicts made.html)" "the one that you need most: together they cost a relationship"
contains "not worth it" "$(verdicts hopeless.html)" "Do not ask at epsilon 1: what comes out is noise."
same "one advice" "$(verdicts weak.html | grep -oiE "ask only (one )?(of )?[a-z]" | wc -l)" 1
expect 0 "dear" "$edgeldp" report made.txt --seed 1 -e 16 --epsilons 8,16 --questions degrees -o dear.html
contains "dear" "$(verdicts dear.html)" "Not worth its price at epsilon 16: each number at most"
lacks "dear, and what is named hides something" "$(verdicts dear.html)" "would do"
expect 0 "needlessly dear" "$edgeldp" report made.txt --seed 1 -e 16 --epsilons 2,16 --questions degrees -o needless.html
contains "needlessly dear" "$(verdicts needless.html)" "Epsilon 2 would do too."
expect 0 "too dear together, of some that are dear" "$edgeldp" report made.txt --seed 1 -e 2 --epsilons 2 --questions degrees,mixing -o two.html
contains "too dear together, of some that are dear" "$(verdicts two.html)" "Ask only one of degrees and mixing, the one that you need most"
contains "too dear together, of some that are dear" "$(verdicts two.html)" "cost a relationship 8, and from 8 on nearly everything"
# Weak is an order of magnitude up to half of it (report_page.py).
expect 0 "weak and little" "$edgeldp" report made.txt --seed 1 -e 1 --epsilons 1 --questions triangles,clustering -o little.html --json
printf '%s\n' "$out" >little.txt
sound little.html little.txt
contains "weak and little" "$(verdicts little.html)" "Do not ask at epsilon 1: what comes out may be more than half of itself off."
expect 0 "without error" "$edgeldp" report made.txt --seed 1 -e 2 --epsilons 32,64 --runs 2 --questions degrees -o exactly.html --json
printf '%s\n' "$out" >exactly.txt
sound exactly.html exactly.txt
# What is worse at the same price gets no kinder word.
expect 0 "dear twice" "$edgeldp" report friends.txt --nodes 1-34 --seed 1 -e 4 --epsilons 1,4 --questions degrees,cores,mixing -o twice.html
lacks "dear twice" "$(verdicts twice.html)" "Worth asking"
contains "dear twice" "$(verdicts twice.html)" "None of these questions is worth asking at this budget."

# Without exact numbers: nothing that only the graph says, and what all runs together tell.
expect 0 "estimates alone" "$edgeldp" report friends.txt --nodes 1-34 --no-exact --questions degrees --epsilons 1,3 -o private.html
page=$(text_of private.html)
lacks "a digest of the graph" "$page" "$(sha256sum friends.txt | cut -d' ' -f1)"
lacks "lines of the file" "$page" "79 lines"
lacks "exact numbers" "$page" 'class="exact"'
contains "all runs: 1, 1 and 3, of both ends" "${page%%<h2>*}" "adds up to epsilon 10, a factor of at most 22 000"
contains "as a sum" "$page" "degrees: 2 + 2 + 6 = 10"
"$edgeldp" report friends.txt --nodes 1-34 --no-exact --questions degrees,triangles --epsilons 1,3 --runs 3 -o private.html --json >private.txt 2>/dev/null
contains "several runs" "$(text_of private.html)" "degrees: 2 + 3 × 2 + 3 × 6 = 26"
sound private.html private.txt
expect 0 "of a seed" "$edgeldp" report friends.txt --seed 1 --no-exact --questions degrees --epsilons 1 -o seeded.html
contains "of a seed" "$(<seeded.html)" "Nothing on this page is private"
lacks "of a seed" "$(<seeded.html)" "adds up to"

# What is lost is called so, with the budget that would do.
expect 0 "few people" "$edgeldp" report friends.txt --seed 1 --questions triangles -o few.html
contains "few people" "$(<few.html)" "Not usable: the number is lost in the noise."
contains "few people" "$(verdicts few.html)" "No budget that hides anything would do."
lacks "few people" "$(<few.html)" "psilon 27"
contains "and in the answer" "$out" "Lost in the noise: triangles"
lacks "no other budget than the page" "$out" "psilon 27"
expect 0 "a budget that is tried" "$edgeldp" report made.txt --seed 2 -e 0.1 --epsilons 0.2,1,2,3 --questions triangles,degrees -o tried.html
contains "a budget that is tried" "$(verdicts tried.html)" "Do not ask at epsilon 0.1: what comes out is noise."
grep -oE "psilon [0-9.]+ would do[^ t]" tried.html | grep -oE "[0-9.]+[0-9]|[0-9]" | sort -u >named.txt
[[ -s named.txt ]] || fail "no budget is named"
while read -r nats; do [[ " 0.2 1 2 3 " == *" $nats "* ]] || fail "epsilon $nats is not on the page"; done <named.txt
expect 0 "the set that was chosen" "$edgeldp" report friends.txt --seed 1 --questions cores --epsilons 1 -o cores.html
lacks "the set that was chosen" "$(<cores.html)" "densest set"
contains "the set that was chosen" "$(<cores.html)" "another may be denser"

# Names of files stay text.
cp friends.txt '<b>&"x.txt'
expect 0 "a strange name" "$edgeldp" report '<b>&"x.txt' --seed 1 --questions degrees --epsilons 1 -o strange.html
lacks "a strange name" "$(<strange.html)" "<b>"
contains "a strange name" "$(<strange.html)" "&lt;b&gt;&amp;"

# Markdown, and standard output.
expect 0 "Markdown" "$edgeldp" report friends.txt --seed 1 --questions degrees --epsilons 1,2 --runs 3 --markdown -o -
contains "Markdown" "$out" "| epsilon | 1 | 2 |"
contains "whose price" "$out" "| price of degrees | 2 | 4 |"
expect 0 "Markdown without exact numbers" "$edgeldp" report friends.txt --no-exact --questions degrees --epsilons 1 --markdown -o -
contains "the sum is in the beginning" "${out%%## *}" "adds up to epsilon 4, a factor of at most 54.6"
lacks "Markdown" "$out" "<svg"
expect 0 "the embedded graph" "$edgeldp" report --seed 1 --questions cores,centrality,mixing,cycles --epsilons 2 -o more.html
contains "the embedded graph" "$(<more.html)" "degeneracy"

# What is refused, before anything is written.
rm -f none.html
refused() {  # refused WORDS ARGUMENT...
  local words=$1
  shift
  expect 2 "$*" "$edgeldp" report friends.txt "$@" -o none.html
  contains "$*" "$err" "$words"
  [[ ! -e none.html ]] || fail "$*: a page was written"
}
refused "--questions: unknown value 'triangle'; did you mean 'triangles'?" --questions triangle
refused "'degrees' is named twice" --questions degrees,triangles,degrees
refused "--epsilon" -e 0
refused "--epsilon" -e 65
refused 'did you mean --epsilons 1,4?' --epsilon 1,4
refused 'did you mean --epsilons 1,2,4?' -e 1,2,4
refused 'a decimal comma is a point' -e 0,5
refused "--epsilons" --epsilons 1,x
refused "--runs" --runs 0
expect 2 "no output" "$edgeldp" report friends.txt
contains "no output" "$err" "--output is required"
expect 3 "no folder" "$edgeldp" report friends.txt --questions degrees --seed 1 --epsilons 1 -o none/x.html
contains "no folder" "$err" "cannot write none/x.html"
finish
