# SPDX-License-Identifier: MIT
# Whole collections: twelve people over a folder of messages, from the first to the result; a hundred over HTTP.
source "$(dirname "$0")/../support/cli.sh"
source "$(dirname "$0")/../support/serve.sh"
rm -rf ./*

# --- over a folder
names=(ann ben cy dee eva fin gus hal ivo jo kim lea)
printf '%s\n' "${names[@]}" >people.txt
for i in "${!names[@]}"; do  # a ring, and everybody knows the next but one
  printf '%s\n' "${names[(i + 1) % 12]}" "${names[(i + 11) % 12]}" "${names[(i + 2) % 12]}" "${names[(i + 10) % 12]}" stranger >"${names[i]}.contacts"
done
expect 0 "create" "$edgeldp" collector create votes --method triangles --people people.txt -e 6 --title "Triangles of twelve" --yes
contains "create" "$out" "votes/public is for everybody to read"
same "tokens are private" "$(stat -c %a votes/private/tokens.tsv)" 600
same "so are secrets" "$(stat -c %a votes/private)" 700
contains "create" "$out" "Predicted   On a made-up network of 12 people"
contains "create" "$out" "A lot can be learned"
expect 2 "large epsilon, unasked" "$edgeldp" collector create large --method degrees --people people.txt -e 6
contains "large epsilon, unasked" "$(tr -s ' \n' ' ' <<<"$err")" "epsilon 6 is above 4"
contains "large epsilon, unasked" "$err" "--yes"
[[ ! -e large ]] || fail "a refused collection was made"
seq -f 'p%g' 500 >five-hundred.txt
expect 2 "useless, unasked" "$edgeldp" collector create lost --people five-hundred.txt -e 1 --average-degree 12
contains "useless, unasked" "$err" "predicted not to be usable"
contains "useless, unasked" "$(tr -s ' \n' ' ' <<<"$err")" "is predicted to give"
expect 0 "useless, dry" "$edgeldp" collector create lost --people five-hundred.txt -e 1 --average-degree 12 --dry-run
contains "useless, dry" "$out" "Nothing was made"
expect 0 "as fields" "$edgeldp" collector create lost --people five-hundred.txt -e 1 --average-degree 12 --dry-run --json
same "as fields" "$(json average_degree) $(grep -o '"judgement":"[a-z_]*"' <<<"$out")" '12.0 "judgement":"not_usable"'
[[ ! -e lost ]] || fail "a dry run made a collection"
expect 0 "useful, unasked" "$edgeldp" collector create useful --people five-hundred.txt -e 4 --average-degree 12
expect 2 "an attribute is missing" "$edgeldp" collector create other --method homophily --people people.txt
contains "an attribute is missing" "$err" "add --attribute party=left,right"
printf 'ann\nben\nann\n' >twice.txt
expect 2 "a name twice" "$edgeldp" collector create other --people twice.txt
contains "a name twice" "$err" "twice.txt: line 3: 'ann' stands in line 1 too"
printf 'ann\n' >one.txt
expect 2 "one person" "$edgeldp" collector create other --people one.txt
contains "one person" "$err" "1 person; a collection needs two"
expect 3 "a folder that is there" "$edgeldp" collector create votes --people people.txt
expect 2 "a method that is not offered" "$edgeldp" collector create other --people people.txt --method common-neighbors
contains "a method that is not offered" "$err" "its pairs would tell everybody"
expect 2 "no result yet" "$edgeldp" collector result votes
expect 3 "no collection" "$edgeldp" collector status no-such-folder
expect 0 "status" "$edgeldp" collector status votes --json
same "nobody has joined" "$(json stage) $(json joined)" "joining 0"

token_of() { awk -F'\t' -v name="$1" '$1 == name { print $2 }' votes/private/tokens.tsv; }
while IFS=$'\t' read -r name token; do
  expect 0 "$name joins" "$edgeldp" client join "$name.state" --from votes/public --name "$name" --account "accounts/$name" --token "$token" --contacts "$name.contacts" --ceiling 6
done <votes/private/tokens.tsv
nobodys=00000000000000000000000000000000
expect 0 "again, while nothing was said" "$edgeldp" client join ann.state --from votes/public --name ann --account accounts/ann --token "$(token_of ann)" --contacts ann.contacts --ceiling 6
expect 2 "a token of another length" "$edgeldp" client join x.state --from votes/public --name ann --account accounts/ann --token 00 --contacts ann.contacts
expect 2 "no token" "$edgeldp" client join x.state --from votes/public --name ann --account accounts/ann --contacts ann.contacts
expect 2 "more than people spend unawares" "$edgeldp" client join x.state --from votes/public --name ann --account accounts/nobody --token $nobodys --contacts ann.contacts
contains "more than people spend unawares" "$err" "say --ceiling 6"
expect 2 "another task" "$edgeldp" client join x.state --from votes/public --name ann --account accounts/ann --token $nobodys --contacts ann.contacts --task 00ff
contains "another task" "$err" "do not take part"
expect 2 "plain http to somewhere else" "$edgeldp" client join x.state --from http://192.0.2.1:8080 --name ann --account accounts/ann --token $nobodys --contacts ann.contacts
contains "plain http to somewhere else" "$err" "--plain-http"
expect 2 "a stranger" "$edgeldp" client join x.state --from votes/public --name stranger --account accounts/stranger --token $nobodys --contacts ann.contacts
expect 2 "a ceiling" "$edgeldp" client join y.state --from votes/public --name ben --account accounts/ben --token $nobodys --contacts ben.contacts --ceiling 1
contains "a ceiling" "$err" "your ceiling is 1"
expect 2 "a seed in a real task" "$edgeldp" client join z.state --from votes/public --name ben --account accounts/ben --token $nobodys --contacts ben.contacts --ceiling 6 --seed 1
same "states are private" "$(stat -c %a ann.state)" 600

# The task's digest pins it, and a token need not be seen by others.
token_of ben >ben.token
expect 0 "the task's digest" "$edgeldp" collector status votes --json
task=$(json task)
expect 0 "a token in a file, and a pin" "$edgeldp" client join ben.state --from votes/public --name ben --account accounts/ben --token-file ben.token --contacts ben.contacts --ceiling 6 --task "$task"
expect 0 "a token from standard input" bash -c "$edgeldp client join ben.state --from votes/public --name ben --account accounts/ben --token - --contacts ben.contacts --ceiling 6 <ben.token"
"$edgeldp" client encode ben.state --from votes/public --to carried >carried.txt
same "no message carries a token" "$(cat carried/* | od -An -v -tx1 | tr -d ' \n' | grep -c "$(<ben.token)")" 0
expect 3 "a state of which something was said" "$edgeldp" client join ben.state --from votes/public --name ben --account accounts/ben --token-file ben.token --contacts ben.contacts --ceiling 6

turns=0 taken=0
while [[ ! -e votes/public/result.json ]] && ((++turns < 12)); do
  for name in "${names[@]}"; do
    expect 0 "$name answers" "$edgeldp" client encode "$name.state" --from votes/public --to inbox
  done
  cp -r inbox again
  expect 0 "ingest" "$edgeldp" collector ingest votes inbox
  contains "ingest" "$out" " taken, 0 known already, 0 refused."
  ((taken += ${out%% *}))
  same "what is taken goes" "$(find inbox -type f | wc -l)" 0
  if ((turns == 1)); then
    # Copies, links and restored files of a state say one thing; whoever lost it says nothing.
    cp cy.state old.state && ln -s cy.state link.state
    for state in cy.state old.state link.state; do
      expect 0 "$state answers" "$edgeldp" client encode "$state" --from votes/public --to "of-$state"
    done
    same "one announcement, one answer" "$(cat of-*/* | wc -c) $(sha256sum of-*/* | cut -d' ' -f1 | sort -u | wc -l)" "$(cat of-cy.state/* of-cy.state/* of-cy.state/* | wc -c) 1"
    ln old.state second-name.state
    expect 3 "two names on the disk" "$edgeldp" client encode old.state --from votes/public --to nowhere
    contains "two names on the disk" "$err" "a hard link"
    expect 2 "who lost a state has spent its budget" "$edgeldp" client join lost.state --from votes/public --name cy --account accounts/cy --token "$(token_of cy)" --contacts cy.contacts --ceiling 6
    contains "who lost a state has spent its budget" "$err" "together more than your ceiling of 6"
    expect 0 "with another it joins again" "$edgeldp" client join lost.state --from votes/public --name cy --account accounts/cy --token "$(token_of cy)" --contacts cy.contacts --ceiling 12
    expect 2 "and says nothing" "$edgeldp" client encode lost.state --from votes/public --to nowhere
    contains "and says nothing" "$err" "with another key"
    same "nothing was written" "$(ls nowhere 2>&1 | grep -c '^[0-9]')" 0
    expect 0 "the same again" "$edgeldp" collector ingest votes again
    contains "the same again" "$out" "0 messages taken, 12 known already, 0 refused."
  fi
  rm -rf again
done
# Joining, degree and edges of all; sizes where they are asked, and counts by groups.
same "turns ($turns) and messages ($taken)" "$((turns >= 4 && turns <= 8 && taken >= 36 && taken <= 60))" 1
expect 0 "result" "$edgeldp" collector result votes --json
same "the result" "$(json method) $(json nodes) $(json private) $(json simulated)" "triangles 12 true false"
expect 0 "result for people" "$edgeldp" collector result votes
contains "result for people" "$out" "12 users took part."
cp -r votes changed && sed -i 's/"estimate": [^,]*/"estimate": 99999/' changed/public/result.json
expect 2 "a result that somebody changed" "$edgeldp" collector result changed
contains "a result that somebody changed" "$err" "not what this collector sealed"
cp votes/public/result.json changed/public/result.json && printf x >>changed/public/release.edgeldp
expect 2 "a release that somebody changed" "$edgeldp" collector result changed
contains "a release that somebody changed" "$err" "release.edgeldp"
expect 0 "over for a person" "$edgeldp" client encode ann.state --from votes/public --to inbox
contains "over for a person" "$out" "is over"
expect 0 "what it may tell" "$edgeldp" client status ann.state
contains "its own messages" "$(tr -s ' \n' ' ' <<<"$out")" "factor of at most 403 (epsilon 6): who thought it 1% likely before may think it at most 80% likely after. A lot can be learned"
contains "a contact" "$(tr -s ' \n' ' ' <<<"$out")" "factor of at most 455 (epsilon 6.12, both"
expect 0 "what it cost" "$edgeldp" client status ann.state --json
same "nobody spends more than allowed" "$(python3 -c 'import json,sys; r=json.loads(sys.argv[1]); print(r["spent_so_far"] <= r["epsilon"], r["exact"]["contacts"])' "$out")" "True 4"

printf 'nonsense' >inbox/nonsense
expect 0 "nonsense" "$edgeldp" collector ingest votes inbox
contains "nonsense" "$out" "1 refused"
same "it is put aside" "$(grep -o 'malformed' inbox/refused/nonsense.problem.json | head -n 1)" malformed

# --- over HTTP
serve demo --demo --listen 127.0.0.1:0
page=$(python3 -c 'import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1], timeout=20).read().decode())' "$address")
contains "while it runs" "$page" 'http-equiv="refresh"'
expect 0 "all people of the demonstration" timeout 100 "$edgeldp" client run --demo demo --from "$address" --wait-at-most 90s
contains "all people" "$out" "100 people answered all that they were asked"
expect 0 "once more, when all is over" timeout 60 "$edgeldp" client run "demo/states/Ada Ash.state" --from "$address" --wait-at-most 50s --json
same "one of them" "$(json person)" "Ada Ash"
python3 - "$address" >web.txt 2>&1 <<'END' || fail "the web: $(<web.txt)"
import json, sys, urllib.error, urllib.request
address = sys.argv[1]
get = lambda path: urllib.request.urlopen(address + path, timeout=20)
status = json.load(get("/status.json"))
assert status["stage"] == "over" and status["joined"] == 100 and status["schema"] == "edgeldp/1", status
page = get("/")
assert "default-src 'none'" in page.headers["Content-Security-Policy"]
text = page.read().decode()
assert "<svg" in text and "<script" not in text and "refresh" not in text
assert open("demo/public/result.json", "rb").read() == get("/result.json").read()
for path in ("/private/secret", "/../private/secret", "/%2e%2e/private/secret", "/demo/tokens.tsv"):
    try:
        get(path)
        raise SystemExit(path + " is served")
    except urllib.error.HTTPError as e:
        assert e.code == 404, e
END
expect 3 "a port in use" "$edgeldp" collector serve votes --listen "${address#http://}"
contains "a port in use" "$err" "cannot listen on"
expect 0 "a look beside the server" "$edgeldp" collector status demo --json
same "a look beside the server" "$(json stage) $(json joined)" "over 100"
expect 0 "the result beside the server" "$edgeldp" collector result demo --json
expect 3 "one process a collection" "$edgeldp" collector ingest demo inbox
contains "one process a collection" "$err" "in use by another process"
kill -TERM "$server"
wait "$server"
same "it ends well" $? 0
contains "it says so" "$(<serve.txt)" "stopped serving: "
expect 0 "the result stays" "$edgeldp" collector result demo --json
same "all took part" "$(json nodes)" 100
expect 3 "nobody is there" timeout 60 "$edgeldp" client join q.state --from "$address" --name ann --account accounts/ann --token $nobodys --contacts ann.contacts
expect 3 "nobody has ever been there" timeout 20 "$edgeldp" client run "demo/states/Ada Ash.state" --from "$address"
contains "nobody has ever been there" "$err" "--wait-for-start"
expect 2 "a folder to run from" "$edgeldp" client run ann.state --from votes/public

# --- twenty programs, five rounds, a moment each
seq -f 'person %02g' 1 20 >twenty.txt
expect 0 "create" "$edgeldp" collector create quick --method triangles --people twenty.txt -e 4 --answer-within 1s --yes
serve quick --stay 2s --listen 127.0.0.1:0
while IFS=$'\t' read -r name token; do
  grep -v "^$name\$" twenty.txt | head -n 6 >few.contacts
  expect 0 "$name joins" "$edgeldp" client join "$name.state" --from "$address" --name "$name" --account "accounts/$name" --token "$token" --contacts few.contacts
done <quick/private/tokens.tsv
begin=$(date +%s%N)
while IFS=$'\t' read -r name token; do
  timeout 60 "$edgeldp" client run "$name.state" --from "$address" >"$name.out" 2>"$name.log" || fail "$name: $(<"$name.log")" &
  clients+=($!)
done <quick/private/tokens.tsv
wait "${clients[@]}"
took=$((($(date +%s%N) - begin) / 1000000))
wait "$server"
echo "twenty clients, five rounds: $took ms"
expect 0 "their result" "$edgeldp" collector result quick --json
same "all took part" "$(json nodes)" 20
contains "one line a round" "$(<"person 01.log")" "'degree' answered"

serve demo --stay 1s --listen 127.0.0.1:0
wait "$server"
same "it ends by itself once all is over" $? 0
finish
