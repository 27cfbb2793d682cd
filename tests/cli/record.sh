# SPDX-License-Identifier: MIT
# collector record: the entry of a register keeps to the register's schema, whatever the collection and whatever its operator writes;
# the page and the text say what the task's numbers say; nothing is made up.
source "$(dirname "$0")/../support/cli.sh"
source "$(dirname "$0")/../support/play_collection.sh"
command -v python3 >/dev/null || exit 77
rm -rf ./*
seq -f 'p%g' 10 21 >people.txt
for ((a = 10; a < 22; ++a)); do
  for ((b = 10; b < 22; ++b)); do
    ((a == b || a % 2 != b % 2)) || echo "p$b" >>"p$a.list"
  done
done
plain() { sed 's/\xc2\xa0/ /g' "$1"; }     # digits of a number are kept together
flat() { tr -s ' \n' '  ' <<<"$1"; }       # of a text that is as wide as a terminal
valid() { # valid FILE NAME: the entry keeps to the schema
  python3 "$source_dir/tests/support/register_entry.py" "$source_dir/tests/data/deployments_register.json" "$1" >found.txt 2>&1 || fail "$2: $(<found.txt)"
}
# of ENTRY EXPRESSION: what Python makes of the deployment d of an entry r.
of() { python3 -c 'import json, sys; r = json.load(open(sys.argv[1])); d = r["deployment"]; print(eval(sys.argv[2]))' "$1" "$2"; }
by=(--curator "Example University" --curator "Institute for Votes" --purpose "A study of voting" --region "Sweden" --author "A. Clerk")

# --- the checker sees what is wrong
python3 "$source_dir/tests/support/register_entry.py" --self-check "$source_dir/tests/data/deployments_register.json" || fail "the checker of entries"

# --- before anybody has joined
expect 0 "create" "$edgeldp" collector create votes --people people.txt -e 1 --join-time 7d --round-time 1d --yes --title "Who votes for whom"
expect 0 "before" "$edgeldp" collector record votes "${by[@]}" --contact privacy@example.org --sector Government --source https://votes.example.org/a_b -o votes.json --page votes.html
contains "what was written" "$(flat "$out")" "votes.json is an entry for OpenDP's register of deployments, by its schema of commit 3e9c812."
contains "it lies ahead" "$(flat "$out")" "Write the record again when the collection is over."
valid votes.json "before"
same "its slug" "$(of votes.json 'r["url_slug"][:-4]')" "who-votes-for-whom-example-university-institute-for-votes-"
same "what it is" "$(of votes.json '[r["status"], r["tier"], d["dp_variant"]["variant_name"], d["deployment_model"]["model_name"], d["basic"]["data_product_sector"]]')" \
  "['Draft', 3, 'Pure DP', 'Local', 'Government']"
same "an address stays one" "$(of votes.json 'd["administrative"]["sources"]')" "https://votes.example.org/a_b"
same "epsilon" "$(of votes.json 'd["privacy_loss"]["privacy_parameters"]')" "{'epsilon': 1.0}"
contains "of a relationship" "$(of votes.json 'd["privacy_loss"]["privacy_parameters_details"]')" "For a relationship, by both its ends together, it is 1.02."
# Joining for a week and four rounds of a day.
created=$("$edgeldp" collector status votes --json | grep -oE '"created":[0-9]+' | cut -d: -f2)
same "when it is expected" "$(of votes.json 'd["basic"]["publication_date"]')" "$(date -u -d "@$((created + 11 * 86400))" +%F)"
page=$(plain votes.html)
first=${page%%What this page cannot know*}
for what in "Example University and Institute for Votes ask 12 people by name" "Purpose, in the curator's words: A study of voting" \
  "by a factor of at most 2.77 (epsilon 1.02, both of them taken together): who thought it 1% likely before may think it at most 2.7% likely after" \
  "by a factor of at most 2.72 (epsilon 1)" "may think it at most 73% likely after" "A triangle is a group of three people" "until the operator deletes that folder" "Institute for Votes: privacy@example.org" "the names of all who are invited are published" "whether it joins or not"; do
  contains "the first screen" "$first" "$what"
done
for what in "HMAC-SHA256" "Discrete Laplace noise" "What the answer is expected to be good for" "$(of votes.json 'd["administrative"]["notes"]' | grep -oE '[0-9a-f]{64}' | head -n 1)"; do
  contains "the page" "$page" "$what"
done
for what in "http:" "<script" "src=" "href=" "url(" "is anonymous" "are anonymous" "nobody can tell" "protects nobody"; do lacks "the page" "$page" "$what"; done
expect 0 "for a terminal" "$edgeldp" collector record votes
contains "for a terminal" "$(flat "$out")" "The operator asks 12 people by name"
contains "nothing is made up" "$(flat "$out")" "The curator was not named (--curator)."
expect 0 "fields" "$edgeldp" collector record votes --json
same "fields" "$(json relationship_dp) $(json stage) $(json publication_expected) $(json purpose)" "1.02 joining true null"
expect 0 "the entry, printed" "$edgeldp" collector record votes "${by[@]}" -o -
printf '%s\n' "$out" >printed.json
valid printed.json "printed"
same "no sector, no source" "$(of printed.json '[k for k in ("data_product_sector", "sources") if k in d["basic"] or k in d["administrative"]]')" "[]"

# --- what is missing or wrong, before anything is written
refused() { # refused WORDS ARGUMENT...
  local words=$1
  shift
  expect 2 "$*" "$edgeldp" collector record votes "$@"
  contains "$*" "$err" "$words"
  [[ ! -e none.json && ! -e none.html && ! -e none.txt ]] || fail "$*: a file was written"
}
refused "add --curator, --purpose, --region, --author" -o none.json
refused "add --region, --author" -o none.json --curator x --purpose y
refused "add --purpose" --page none.html --curator x
refused "--curator: is empty" -o none.json "${by[@]}" --curator " "
refused "must end in .html or .md" --page none.txt "${by[@]}"
refused "--source 'votes.example.org': must be an address" -o none.json "${by[@]}" --source votes.example.org
refused "must be an address" -o none.json "${by[@]}" --source 'https://x.example/<script>'
refused "--sector: unknown value 'education'" --sector education
expect 3 "no collection" "$edgeldp" collector record nothing

# --- triangles, to the end
expect 0 "create" "$edgeldp" collector create over --people people.txt -e 8 --yes --title "Who votes for whom"
play over
expect 0 "over" "$edgeldp" collector record over "${by[@]}" -o over.json --page over.html
valid over.json "over"
lacks "it does not lie ahead" "$(flat "$out")" "Expected by"
same "the day" "$(of over.json 'd["basic"]["publication_date"]')" "$(date -u -r over/public/result.json +%F)"
page=$(plain over.html)
for what in "What was found" "12 of 12 people joined" "Nobody spent more than epsilon" "95% interval" "Nearly everything can be learned about it."; do contains "over" "$page" "$what"; done
lacks "over" "$page" "is expected to be good for"
expect 0 "fields" "$edgeldp" collector record over --json
same "fields" "$(json stage) $(json publication_expected)" "over false"
same "what was predicted stays" "$(grep -o '"average_degree":20.0' <<<"$out" || json average_degree) $(json confirmed)" "11.0 epsilon 8 is above 4 (confirmed by --yes)"
for what in "was expected to be good for" "Expected beforehand, if all 12 people" "epsilon 8 is above 4 (confirmed by --yes)"; do contains "over" "$page" "$what"; done
same "a tier that nobody chose" "$(of over.json '"nobody has chosen it" in d["administrative"]["notes"]')" True
contains "the numbers" "$out" '"statistic":"triangles"'
expect 0 "a tier" "$edgeldp" collector record over "${by[@]}" --tier 2 --contact privacy@example.org -o tier.json
valid tier.json "a tier"
same "a tier" "$(of tier.json 'r["tier"], "nobody has chosen it" in d["administrative"]["notes"]')" "(2, False)"
contains "whom to write to" "$(of tier.json 'd["administrative"]["notes"]')" "privacy@example.org"
# A result that the collector did not sign is not told.
chmod u+w over/public/result.json && sed -i 's/"nodes": 12/"nodes": 13/' over/public/result.json
expect 2 "a changed result" "$edgeldp" collector record over "${by[@]}" -o none.json
contains "a changed result" "$err" "not what this collector sealed"

# --- attributes, a title of somebody who means ill, and a simulation
bad=$'<script>alert(1)</script>\n| a_b* `x` [y](http://z) $e$ \x1b[31m'
expect 0 "create" "$edgeldp" collector create survey --people people.txt -e 2 --method homophily --attribute "par|ty=le<b>ft,right" --title "$bad" --simulated --seed 5 --yes
play survey --value right --seed 7
evil=(--curator '<img src=x>' --purpose $'a | b\nc' --region '<b>*all*</b>' --author $'x\x1b[31m')
expect 0 "ill words" "$edgeldp" collector record survey "${evil[@]}" -o survey.json --page survey.html
valid survey.json "ill words"
page=$(plain survey.html)
for what in "<script" "<img" "<b>" $'\x1b'; do lacks "a page stays text" "$page" "$what"; done
contains "a page says what was written" "$page" "&lt;script&gt;alert(1)&lt;/script&gt;?| a_b* "
contains "a simulation, at the top" "${page%%Who asks whom*}" "which protects nobody"
contains "attributes" "$page" "between any two values of its attributes by a factor of at most 7.39 (epsilon 2)"
contains "both ends count" "$page" "(epsilon 4, both of them taken together)"
same "Markdown stays text" "$(of survey.json 'd["basic"]["name"]')" '\<script\>alert(1)\</script\>?\| a\_b\* \`x\` \[y\](http://z) \$e\$ ?\[31m'
contains "and says so" "$(of survey.json 'd["basic"]["description"]')" "which protects nobody"
expect 0 "Markdown" "$edgeldp" collector record survey "${evil[@]}" --page survey.md
grep -qF '# \<script\>' survey.md || fail "Markdown: the title is no text"
grep -qE '(^|[^\\])<script' survey.md && fail "Markdown: a tag"
expect 0 "for a terminal" "$edgeldp" collector record survey "${evil[@]}"
lacks "for a terminal" "$out" $'\x1b'
contains "for a terminal" "$(flat "$out")" "Caution This is a simulation, which protects nobody"

# --- items, and halves of lists: only what is true of them
printf '%s\n' cup hat pen inkpot >items.txt
expect 0 "create" "$edgeldp" collector create shop --people people.txt --items items.txt --method butterflies -e 4 --yes
expect 0 "items" "$edgeldp" collector record shop "${by[@]}" -o shop.json --page shop.html
valid shop.json "items"
same "a name of its own" "$(of shop.json 'd["basic"]["name"]')" "The number of butterflies: two people who have the same two items"
page=$(plain shop.html)
contains "items" "$page" "any one item is on its list by a factor of at most 54.6 (epsilon 4)"
lacks "items" "$page" "know each other by a factor"
lacks "items" "$page" "Epsilon of a relationship"
expect 0 "create" "$edgeldp" collector create both --people people.txt -e 1 --relationship 2 --yes
expect 0 "both ends" "$edgeldp" collector record both --json
same "both ends" "$(json epsilon) $(json relationship_dp)" "1.0 2.0"
head -n 2 people.txt | sed $'1s/$/\\teven/; 2s/$/\\todd/' >labels.tsv
for method in degrees cores centrality communities labels synthesis mixing cycles-4; do
  more=()
  [[ $method != labels ]] || more=(--labels labels.tsv)
  expect 0 "create" "$edgeldp" collector create "of-$method" --people people.txt -e 1 --method "$method" "${more[@]}" --yes
  expect 0 "$method" "$edgeldp" collector record "of-$method" "${by[@]}" -o one.json
  valid one.json "$method"
done
finish
