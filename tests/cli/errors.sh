# SPDX-License-Identifier: MIT
# Bad input: exit 2 and the place; missing files and full disks: exit 3; nothing half-written stays.
source "$(dirname "$0")/../support/cli.sh"

printf '0 1\n1 two\n' >bad.txt
expect 2 "bad line" "$edgeldp" info bad.txt
contains "bad line" "$err" "2"
contains "bad line" "$err" "two"
printf '# nothing\n' >empty.txt
expect 2 "no edges" "$edgeldp" triangles empty.txt
expect 3 "missing graph" "$edgeldp" info no-such-file.txt
contains "missing graph" "$err" "no-such-file.txt"
# One form for all verbs and all kinds of files: the name, the reason, and what may be meant.
for call in "info FILE" "triangles FILE" "cycles FILE" "degrees FILE" "cores FILE" "centrality FILE" "communities FILE" "mixing FILE" "reciprocity FILE" "common-neighbors FILE" "butterflies FILE" "homophily FILE" \
  "compare FILE" "tune FILE" "report FILE -o x.html" "convert FILE -o x.ecsr" "simulate attack FILE" "release FILE -o x.eldp" "inspect FILE" "query FILE 1 2" \
  "triangles --release FILE" "triangles $source_dir/datasets/tiny/karate.txt --users FILE" "homophily --labels FILE" "mixing --groups FILE" "common-neighbors --pairs FILE" \
  "vectors encode FILE -o x.eldv" "vectors stats FILE" "vectors decode FILE" "channel show --channel FILE" \
  "channel sample FILE --column a --size 3" "channel estimate FILE --column a --size 3" "collector create votes --people FILE" \
  "client status FILE" "client run FILE --from http://127.0.0.1:9" "client join x.state --from . --name a --token-file FILE --contacts y"; do
  expect 3 "$call" "$edgeldp" ${call//FILE/no-such-file}
  contains "$call" "$err" "edgeldp: cannot open no-such-file: No such file or directory"
done
expect 3 "no collection" "$edgeldp" collector status nowhere
contains "no collection" "$err" "cannot open nowhere/public/task.json: No such file or directory; is this the folder of a collection?"
for name in wiki-Vote wiki-vote WIKI-VOTE.txt wiki-Vote.txt.gz; do
  expect 3 "$name" "$edgeldp" triangles "$name"
  contains "$name" "$err" "\`edgeldp dataset fetch wiki-Vote\` downloads the public graph of this name"
done
expect 3 "nearly a name" "$edgeldp" info bda.txt
contains "nearly a name" "$err" "cannot open bda.txt: No such file or directory; did you mean 'bad.txt'?"
expect 3 "no folder" "$edgeldp" info none/bad.txt
contains "no folder" "$err" "; there is no folder none"
expect 3 "no folder to write into" "$edgeldp" release -o none/x.eldp --seed 1
contains "no folder to write into" "$err" "cannot write none/x.eldp: No such file or directory; there is no folder none"
# What is wrong in a text is told by line, not by bytes.
printf '{"edgeldp_channel":1,\n x}' >bad.json
expect 2 "a damaged channel" "$edgeldp" channel show --channel bad.json
contains "a damaged channel" "$err" "edgeldp: bad.json: line 2, column 2: this is not the JSON of a channel, as \`channel show --out\` writes it"
lacks "a damaged channel" "$err" "byte"
# Damaged files of a collection, a state and a run: their names, and no bytes or parsers.
printf '%s\n' ann bob cat >people.txt
rm -rf votes
expect 0 "a collection" "$edgeldp" collector create votes --people people.txt --yes
for file in public/task.json private/secret; do
  cp "votes/$file" kept.bin && echo '{' >"votes/$file"
  expect 2 "a damaged $file" "$edgeldp" collector status votes
  contains "a damaged $file" "$err" "edgeldp: votes/$file: "
  lacks "a damaged $file" "$err" "byte"
  cp kept.bin "votes/$file"
done
head -c 50 votes/private/store.db >cut.state
for call in "status cut.state" "run cut.state --from http://127.0.0.1:9" "encode cut.state --from votes/public --to ."; do
  expect 2 "client $call" "$edgeldp" client $call
  contains "client $call" "$err" "cut.state: no state of a client, or one that is damaged or of another version"
done
mkdir -p run && echo '{' >run/run.json
for verb in round merge; do
  expect 2 "$verb of a damaged run" "$edgeldp" $verb run
  contains "$verb of a damaged run" "$err" "edgeldp: run/run.json is damaged: remove the folder"
  lacks "$verb of a damaged run" "$err" "json.exception"
done
: >nothing.txt
expect 0 "a release" "$edgeldp" release --seed 5 -o small.eldp --quiet
expect 2 "no pairs" "$edgeldp" query small.eldp --numbers --pairs nothing.txt
contains "no pairs" "$err" "nothing.txt: no pair of users, two a line"
# Nor is a terminal told what to do by a file.
printf 'id,\033[31mparty\r\n1,a\n' >escape.csv
expect 2 "a column with an escape" "$edgeldp" channel sample escape.csv --column x --categories a,b
contains "a column with an escape" "$err" "there are id, ?[31mparty"
lacks "a column with an escape" "$err" $'\033'
expect 2 "no release" "$edgeldp" inspect bad.json
lacks "no release" "$err" "byte 0"
expect 3 "unwritable output" "$edgeldp" release -o no/such/folder/x.eldp
[[ -e no ]] && fail "something was left behind"
if [[ -w /dev/full ]]; then
  "$edgeldp" info >/dev/full 2>stderr.txt
  same "full disk" $? 3
  "$edgeldp" dataset list >/dev/full 2>stderr.txt
  same "full disk for a list" $? 3
fi

# Help is a result like any other; and whoever cannot hear what is wrong still gets the exit code.
if [[ -w /dev/full ]]; then
  for option in --help --version "triangles --help"; do
    # shellcheck disable=SC2086
    "$edgeldp" $option >/dev/full 2>stderr.txt
    same "full disk for $option" $? 3
  done
  "$edgeldp" info no-such-file.txt 2>/dev/full
  same "standard error is full" $? 3
  "$edgeldp" info --no-such-option 2>/dev/full
  same "standard error is full, usage" $? 2
fi
"$edgeldp" info no-such-file.txt 2>&-
same "standard error is closed" $? 3
"$edgeldp" info bad.txt 2>&- >&-
same "both are closed" $? 2
"$edgeldp" info >&- 2>stderr.txt
same "standard output is closed" $? 3
# Nor does a file get the number of a closed one, and our messages with it.
"$edgeldp" vectors encode <(printf 'user,item,value\nu,i,1\n') -o vectors.eldv --epsilon 8 --seed 1 >/dev/null 2>&-
expect 0 "a file beside a closed standard error" "$edgeldp" vectors stats vectors.eldv

# A core dump would hold the graph. The line limit holds for what gzip makes of a small file.
rm -f graph.fifo && mkfifo graph.fifo
"$edgeldp" info graph.fifo >/dev/null 2>&1 &
pid=$!
{ [[ ! -e /proc/$pid/limits ]] || limits=$(cat "/proc/$pid/limits"); printf '0 1\n'; } >graph.fifo
wait "$pid"
same "reads a pipe" $? 0
[[ ! -e /proc/self/limits ]] || [[ $(awk '/^Max core/ { print $5, $6 }' <<<"${limits:-}") == @("1 1"|"0 0") ]] ||
  fail "core dumps are allowed: ${limits:-}"
{ printf '0 1\n'; head -c 70000000 /dev/zero | tr '\0' 1; } | gzip -1 >long.txt.gz
expect 2 "a long line" "$edgeldp" info long.txt.gz
contains "a long line" "$err" "line 2: longer than 64 MiB"

# A signal leaves nothing half-written behind.
rm -rf killed && mkdir killed
"$edgeldp" dataset generate google-plus --halvings 1 -o killed/g.txt >/dev/null 2>&1 &
pid=$!
for ((i = 0; i < 3000; ++i)); do compgen -G 'killed/.edgeldp-*' >/dev/null && break; sleep 0.02; done
compgen -G 'killed/.edgeldp-*' >/dev/null || fail "no temporary file was seen"
kill -TERM "$pid"
wait "$pid" 2>/dev/null
same "ended by the signal" $? 143
same "nothing is left" "$(ls -A killed)" ""

# Any damage to a release file is found, with an offset.
expect 0 "release" "$edgeldp" release --seed 5 -o good.eldp --quiet
size=$(wc -c <good.eldp)
for at in 0 8 12 15 20 40 100 139 150 157 161 900 $((size / 2)) $((size - 1)); do
  cp good.eldp bad.eldp
  byte=$(od -An -tu1 -j "$at" -N 1 good.eldp)
  printf "\\x$(printf %x $((byte ^ 16)))" | dd of=bad.eldp bs=1 seek="$at" conv=notrunc status=none
  expect 2 "flip at $at" "$edgeldp" inspect bad.eldp
  [[ $at == 0 ]] || contains "flip at $at" "$err" "byte "  # of the first byte it is told that the file is none
done
for length in 0 1 100 160 1000 $((size - 1)); do
  head -c "$length" good.eldp >cut.eldp
  expect 2 "cut to $length" "$edgeldp" inspect cut.eldp
done
# Files of format 1, which nobody reads any more, are refused by that name wherever a release comes in.
first_format() { printf '\x89ELD%s\r\n\x1a\x01\x00\xa0\x00\x01\x01\x02\x03' "$1"; head -c 2000 /dev/zero; }
first_format P >first.eldp
first_format V >first.eldv
for call in "inspect first.eldp" "inspect --fast first.eldp" "query first.eldp 1 2" "triangles --release first.eldp" "triangles good.txt --release first.eldp" \
  "cycles --length 4 --release first.eldp" "degrees --release first.eldp" "degrees --triangles t.tsv --release first.eldp" \
  "triangles --release first.eldp --shards 2" "triangles --release first.eldp --rounds-in parts" "vectors decode first.eldv" "vectors stats first.eldv"; do
  printf '0 1\n1 2\n0 2\n' >good.txt
  expect 2 "$call" "$edgeldp" $call
  contains "$call" "$err" "byte 8: a file of format 1, which is no longer read: it is from before the first release, 0.1.0, which"
  contains "$call" "$err" "can load it and save it in format 2"
done
head -c 5000 /dev/urandom >random.eldp
expect 2 "random bytes" "$edgeldp" inspect random.eldp
expect 2 "random bytes" "$edgeldp" triangles random.eldp

# A file of one kind where another is wanted: its name, what it is, and what reads or writes it.
karate=$source_dir/datasets/tiny/karate.txt
printf 'user,item,value\nu,i,1\n' >one.csv
expect 0 "vectors" "$edgeldp" vectors encode one.csv -o one.eldv --epsilon 8 --seed 1
for verb in triangles info degrees tune "cycles --length 3" "homophily --generate-labels 2" "info --bipartite" "common-neighbors --bipartite"; do
  expect 2 "$verb of a release" "$edgeldp" $verb good.eldp
  contains "$verb of a release" "$err" "good.eldp: is a release, not a graph: \`inspect\` and \`query\` read it"
  contains "$verb of a release" "$err" "--release good.eldp"
  expect 2 "$verb of vectors" "$edgeldp" $verb one.eldv
  contains "$verb of vectors" "$err" "one.eldv: is a file of vectors, not a graph: \`vectors stats\`"
done
for call in "inspect $karate" "query $karate 3 30" "query $karate" "triangles $karate --release $karate" "degrees --release $karate"; do
  expect 2 "$call" "$edgeldp" $call
  contains "$call" "$err" "$karate: not an edgeldp release file; \`edgeldp release GRAPH -o FILE\` writes one"
done
for verb in stats decode; do
  expect 2 "vectors $verb of a release" "$edgeldp" vectors $verb good.eldp
  contains "vectors $verb of a release" "$err" "good.eldp: byte 4: not an edgeldp file of vectors; \`edgeldp vectors encode"
done
expect 0 "a graph from a pipe with a name" "$edgeldp" info <(cat "$karate") --json
same "and all of it" "$(json edges)" 78

# Without coins there is no report: a generator that refuses, put before the library's.
printf 'int RAND_priv_bytes(unsigned char* bytes, int count) { return (void)bytes, (void)count, 0; }\n' >no_coins.c
if cc=$(command -v cc || command -v gcc || command -v clang-19) && "$cc" -shared -fPIC -o no_coins.so no_coins.c &&
  ! grep -qa __asan_init "$edgeldp" && ! grep -qa __tsan_init "$edgeldp"; then
  rm -f coinless.*
  for call in "triangles" "degrees" "release -o coinless.eldp" "homophily --generate-labels 2"; do
    expect 3 "no coins for $call" env LD_PRELOAD="$PWD/no_coins.so" "$edgeldp" ${call%% *} "$karate" $(cut -s -d' ' -f2- <<<"$call")
    contains "no coins for $call" "$err" "the operating system's random generator failed; no report was made"
    same "output without coins for $call" "$out" ""
  done
  [[ -z $(compgen -G 'coinless.*') ]] || fail "a release without coins"
  expect 0 "replayed coins need none" env LD_PRELOAD="$PWD/no_coins.so" "$edgeldp" triangles "$karate" --seed 1
fi

# A closed pipe is success.
"$edgeldp" dataset generate erdos-renyi --nodes 2000 --edges 200000 -o - | head -n 1 >/dev/null
same "closed pipe while generating" "${PIPESTATUS[0]}" 0
"$edgeldp" dataset list | head -n 1 >/dev/null
same "closed pipe" "${PIPESTATUS[0]}" 0

# With --json an error is one line of JSON, wherever --json stands and however little of the call can be parsed.
error_line() { # CODE KIND PART_OF_MESSAGE command...
  local code=$1 kind=$2 part=$3
  shift 3
  expect "$code" "$* as JSON" "$edgeldp" "$@"
  same "$*: one line" "$(wc -l <stderr.txt)" 1
  [[ $err == '{"error":{"message":"'*'","kind":"'$kind'","exit_code":'$code'},"schema":"edgeldp/1"}' ]] || fail "$*: $err"
  contains "$*" "$err" "$part"
  lacks "$*: no prefix" "$err" '"edgeldp: '
  same "$*: no result" "$out" ""
}
error_line 2 usage "unknown option --nonsense; \`edgeldp triangles --help\` says more" triangles --nonsense --json
error_line 2 usage "unknown option --nonsense" --json triangles --nonsense
error_line 2 usage "did you mean 'triangles'" triangle --json
error_line 2 usage "name a verb" --json
error_line 2 usage "name a verb: show" channel --json
error_line 2 usage "--epsilon" triangles --json --epsilon no-number
error_line 2 usage "--output is required" release --json
error_line 2 usage "no pair is named" query good.eldp --json
error_line 2 usage "split adds up to" triangles --split 0.9,0.9,0.9 --json
error_line 2 input "bad.txt" info bad.txt --json
error_line 2 input "byte " inspect cut.eldp --json
printf 'one two\n' >words.txt
error_line 2 input "words.txt, line 1" query good.eldp --numbers --pairs words.txt --json
error_line 3 system "no-such-file.txt" info no-such-file.txt --json
error_line 3 system "no/such/folder" release -o no/such/folder/x.eldp --json --seed 1
expect 3 "behind --, where it is a file" "$edgeldp" info -- --json
lacks "text for people" "$err" '{"error"'
"$edgeldp" triangles --runs 1000000 --json >/dev/null 2>stderr.txt &
pid=$!
sleep 0.5
kill -TERM "$pid"
wait "$pid" 2>/dev/null
same "ended by the signal" $? 143
contains "a signal as JSON" "$(<stderr.txt)" '{"error":{"message":"stopped by SIGTERM: '
contains "a signal as JSON" "$(<stderr.txt)" '"kind":"system","exit_code":143},"schema":"edgeldp/1"}'
finish
