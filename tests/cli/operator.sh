# SPDX-License-Identifier: MIT
# What an operator does beside a running collector, and what whoever writes into an inbox, or sets a clock, cannot do.
source "$(dirname "$0")/../support/cli.sh"
source "$(dirname "$0")/../support/serve.sh"
chmod -R u+w . 2>/dev/null
rm -rf ./*
printf '%s\n' ann ben cy dee >people.txt
printf '%s\n' ann ben cy dee >contacts.txt

create() { # create FOLDER OPTION...
  expect 0 "create $1" "$edgeldp" collector create "$@" --method degrees --people people.txt -e 2 --answer-within 1s --yes
}
token() { awk -F'\t' -v name="$2" '$1 == name { print $2 }' "$1/private/tokens.tsv"; }
# say FOLDER NAME INBOX: what a person says now.
say() {
  local state=$1.$2.state
  [[ -e $state ]] || expect 0 "$2 joins" "$edgeldp" client join "$state" --from "$1/public" --name "$2" --account "accounts/$1-$2" --token "$(token "$1" "$2")" --contacts contacts.txt
  expect 0 "$2 answers" "$edgeldp" client encode "$state" --from "$1/public" --to "$3"
}
stop() { kill -TERM "$server" && wait "$server"; }

# --- what is said at the beginning, and of mistakes
create votes
contains "how many people" "$out" "4 names"
contains "the first two" "$out" "'ann', 'ben'"
same "the store is private" "$(stat -c %a votes/private/store.db)" 600
printf '%s\n' ann ben ann >twice.txt
expect 2 "a name that comes twice" "$edgeldp" collector create twice --people twice.txt
contains "a name that comes twice" "$err" "twice.txt: "
lacks "a name that comes twice" "$err" "byte 0"
expect 2 "attributes are needed" "$edgeldp" collector create parties --people people.txt --method homophily
contains "attributes are needed" "$err" "--attribute party=left,right"
lacks "attributes are needed" "$err" "byte 0"
printf 'ann\n' >one.txt
expect 2 "one person" "$edgeldp" collector create one --people one.txt
lacks "one person" "$err" "byte 0"
expect 2 "no folder is named" "$edgeldp" collector status
contains "no folder is named" "$err" "HOME is required"

# --- invitations
here=https://votes.example.org/take-part.html
expect 0 "invite everybody" "$edgeldp" collector invite votes --page "$here"
contains "invite everybody" "$out" "4 people invited"
same "links" "$(head -1 votes/private/links.tsv)" "ann	$here#name=ann&token=$(token votes ann)"
same "links are private" "$(stat -c %a votes/private/links.tsv votes/private/invitations.html | uniq)" 600
same "a card for each" "$(grep -c '<article>' votes/private/invitations.html)" 4
contains "a card has the link" "$(<votes/private/invitations.html)" "$here#name=cy&amp;token=$(token votes cy)"
expect 0 "invite one" "$edgeldp" collector invite votes --page http://localhost:8080/take-part.html --person cy --links -
same "invite one" "$out" "cy	http://localhost:8080/take-part.html#name=cy&token=$(token votes cy)"
expect 2 "invite a stranger" "$edgeldp" collector invite votes --page "$here" --person eve
contains "invite a stranger" "$err" "nobody of that name"
expect 2 "invite over plain http" "$edgeldp" collector invite votes --page http://votes.example.org/take-part.html
contains "invite over plain http" "$err" "over https alone"
expect 2 "invite to a page that has parameters" "$edgeldp" collector invite votes --page "$here#x"
expect 2 "invite to no address" "$edgeldp" collector invite votes --page take-part.html
contains "invite to no address" "$err" "https://votes.example.org"

# --- close with nobody is refused
expect 2 "close with nobody" "$edgeldp" collector close votes
contains "close with nobody" "$err" "fewer than two people have joined"
expect 0 "tokens live" "$edgeldp" collector status votes --json
same "tokens live" "$(json stage)" joining

# --- status, result and close beside a server
serve votes --listen 127.0.0.1:0
expect 0 "status beside a server" "$edgeldp" collector status votes --json
same "status beside a server" "$(json stage) $(json joined)" "joining 0"
expect 2 "no result yet" "$edgeldp" collector result votes
expect 2 "close with nobody, by the server" "$edgeldp" collector close votes
contains "close with nobody, by the server" "$err" "fewer than two people have joined"
for name in ann ben cy; do
  expect 0 "$name joins" "$edgeldp" client join "votes.$name.state" --from "$address" --name "$name" --account "accounts/$name" --token "$(token votes "$name")" --contacts contacts.txt
  timeout 60 "$edgeldp" client run "votes.$name.state" --from "$address" --wait-at-most 15s >"run.$name" 2>&1 &
done
for ((i = 0; i < 100; ++i)); do
  expect 0 "who has joined" "$edgeldp" collector status votes --json
  [[ $(json joined) == 3 ]] && break
  sleep 0.1
done
same "three of four have joined" "$(json stage) $(json joined)" "joining 3"
expect 0 "close beside a server" "$edgeldp" collector close votes --json
same "close beside a server" "$(json joined) $([[ $(json stage) == joining ]] && echo still)" "3 "
for ((i = 0; i < 300; ++i)); do
  "$edgeldp" collector result votes >result.txt 2>&1 && break
  sleep 0.1
done
contains "the result beside a server" "$(<result.txt)" "3 users took part."
contains "the result beside a server" "$(<result.txt)" "'degree': 3 of 3 who were asked."
same "one empty line at a time" "$(awk 'NR > 1 && before == 0 && NF == 0 { print NR } { before = NF }' result.txt)" ""
# Coins are real: whether a number is lost is theirs to decide.
if grep -q 'not usable' result.txt; then
  contains "what is lost is said" "$(<result.txt)" "Caution     Lost in the noise: "
else
  lacks "nothing is lost" "$(<result.txt)" "Lost in the noise"
fi
stop
wait
lacks "nothing is left of requests" "$(ls votes/private)" close

# --- other addresses
serve votes --listen 0.0.0.0:0
contains "beyond the loopback" "$(<serve.txt)" "caution: other machines can connect"
stop
serve votes --listen 127.0.0.1:0
lacks "the loopback" "$(<serve.txt)" caution
bare=${address#http://}
expect 2 "the same of run" "$edgeldp" client run new.state --from "$bare"
contains "the same of run" "$err" "edgeldp: --from $bare: http:// is missing: write http://$bare"
expect 2 "an address without http://" "$edgeldp" client join new.state --from "$bare" --name dee --token 00000000000000000000000000000000 --contacts contacts.txt
contains "an address without http://" "$err" "there is no folder $bare: http:// is missing: write http://$bare"
expect 2 "the same in capitals is read" "$edgeldp" client join new.state --from "HTTP://$bare" --name nobody --token 00000000000000000000000000000000 --contacts contacts.txt
contains "the same in capitals is read" "$err" "nobody"
stop
expect 3 "a proxy is not asked" env http_proxy=http://127.0.0.1:9 "$edgeldp" client join new.state --from "$address" --name dee --account accounts/dee --token 00000000000000000000000000000000 --contacts contacts.txt
contains "a proxy is not asked" "$err" "http_proxy is not used"

expect 2 "an origin with a path" "$edgeldp" collector serve votes --listen 127.0.0.1:0 --page-origin https://pages.example.org/x
contains "an origin with a path" "$err" "scheme and host alone"
expect 2 "an origin over plain http" "$edgeldp" collector serve votes --listen 127.0.0.1:0 --page-origin http://pages.example.org
expect 2 "a page that is not there" "$edgeldp" collector serve votes --listen 127.0.0.1:0 --take-part nothing.html
contains "a page that is not there" "$err" "nothing.html"
printf '<p>take part' >page.html
serve votes --listen 127.0.0.1:0 --take-part page.html
contains "the digest of the page" "$(<address.txt)" "$(sha256sum <page.html | cut -d ' ' -f 1)"
stop

# --- a round that hardly anybody has answered is closed by --yes alone
create few
for name in ann ben cy dee; do say few "$name" fews; done
expect 0 "all join" "$edgeldp" collector ingest few fews --json
same "all join" "$(json stage) $(json joined)" "asking 4"
expect 2 "close with no answer" "$edgeldp" collector close few
contains "close with no answer" "$err" "the round 'degree' has 0 answers of 4"
contains "close with no answer" "$err" "--yes"
say few ann fews
expect 0 "one answers" "$edgeldp" collector ingest few fews
expect 2 "close with one answer" "$edgeldp" collector close few
serve few --listen 127.0.0.1:0
expect 2 "close with one answer, by the server" "$edgeldp" collector close few
contains "close with one answer, by the server" "$err" "has 1 answer of 4"
expect 0 "still open" "$edgeldp" collector status few --json
same "still open" "$(json stage) $(json answered)" "asking 1"
expect 0 "close all the same, by the server" "$edgeldp" collector close few --yes --json
same "close all the same, by the server" "$(json stage)" over
stop
expect 0 "of one" "$edgeldp" collector result few
contains "of one" "$out" "4 joined, 1 answered."
contains "of one" "$(tr -s ' \n' ' ' <<<"$out")" "Caution 4 joined, 1 answered: edges counts those among the 1"
expect 0 "of one, as fields" "$edgeldp" collector result few --json
same "of one, as fields" "$(json nodes) $(json present)" "4 1"
contains "of one, as fields" "$out" '"of_whom":"4 joined, 1 answered'

# --- an inbox into which others write
create post
secret=$(sha256sum <post/private/secret)
say post ann inbox
printf 'junk' >inbox/secret
ln -s ../post/private inbox/refused
expect 0 "refused is a link" "$edgeldp" collector ingest post inbox
contains "refused is a link" "$out" "1 message taken, 0 known already, 1 refused."
contains "refused is a link" "$err" "post/private/refused"
same "the secret is what it was" "$(sha256sum <post/private/secret)" "$secret"
same "what was refused is the collection's" "$(<post/private/refused/secret)" junk
rm inbox/refused
say post ben inbox
printf 'a file' >inbox/refused
printf 'junk' >inbox/junk
expect 0 "refused is a file" "$edgeldp" collector ingest post inbox
contains "refused is a file" "$out" "1 message taken"
contains "refused is a file" "$out" "1 refused."
say post cy inbox
mkfifo inbox/pipe
ln -s /dev/zero inbox/zero
ln -s "$PWD/post/private/secret" inbox/link
truncate -s 20G inbox/huge
ln contacts.txt inbox/hard
for ((i = 0; i < 1500; ++i)); do printf x >"inbox/many-$i"; done
expect 0 "all that others may put there" timeout 100 "$edgeldp" collector ingest post inbox
contains "all that others may put there" "$out" "1 message taken, 0 known already, 1505 refused."
same "nothing is left" "$(find inbox -mindepth 1 -maxdepth 1 ! -type d ! -name refused | wc -l)" 0
same "few lines" "$(($(wc -l <<<"$err") < 30))" 1
same "still there" "$(<contacts.txt) $(sha256sum <post/private/secret)" "$(<people.txt) $secret"
say post dee inbox
printf 'junk' >inbox/stays
rm -rf inbox/refused post/private/refused
ln -s . inbox/refused
ln -s . post/private/refused
expect 0 "nothing can be put aside" "$edgeldp" collector ingest post inbox
contains "nothing can be put aside" "$out" "1 message taken"
contains "nothing can be put aside" "$err" "stays in the inbox"
same "nothing can be put aside" "$(<inbox/stays)" junk
expect 0 "all have joined" "$edgeldp" collector status post --json
same "all have joined" "$(json joined) $(json stage)" "4 asking"

# --- a clock that is wrong
if command -v faketime >/dev/null; then
  create late
  for name in ann ben cy; do say late "$name" lates; done
  expect 0 "three join" "$edgeldp" collector ingest late lates
  expect 0 "status in forty days" faketime -f +40d "$edgeldp" collector status late --json
  same "status in forty days" "$(json stage)" joining
  mkdir -p empty
  expect 0 "ingest in forty days" faketime -f +40d "$edgeldp" collector ingest late empty --json
  contains "ingest in forty days" "$err" "add --accept-clock"
  same "ingest in forty days" "$(json stage)" joining
  expect 2 "close in forty days" faketime -f +40d "$edgeldp" collector close late
  expect 0 "the clock is right again" "$edgeldp" collector ingest late empty --json
  same "the clock is right again" "$(json stage) $err" "joining "
  expect 0 "the clock is accepted" faketime -f +40d "$edgeldp" collector ingest late empty --json --accept-clock
  same "the clock is accepted" "$(json stage) $(json joined)" "asking 3"
fi
# --- what a server is asked by who joins does not tell whether any contact is in the directory
printf '%s\n' nobody somebody >strangers.txt
python3 -u -m http.server 0 --bind 127.0.0.1 --directory votes/public >web.txt 2>asked.txt &
web=$!
for ((i = 0; i < 200; ++i)); do
  [[ -s web.txt ]] && break
  sleep 0.05
done
joins() { # joins CODE STATE CONTACTS
  expect "$1" "$3" "$edgeldp" client join "$2.state" --from "http://127.0.0.1:$(grep -oE 'port [0-9]+' web.txt | cut -d' ' -f2)" --name ann --account "accounts/$2" --token "$(printf '0%.0s' {1..32})" --contacts "$3"
}
joins 0 one contacts.txt
joins 2 two strangers.txt
kill "$web"
same "the same requests" "$(grep -oE 'GET [^ ]+' asked.txt | tr '\n' ' ')" "GET /task.json GET /people.txt GET /task.json GET /people.txt "
finish
