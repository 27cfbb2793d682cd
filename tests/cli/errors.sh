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
expect 3 "missing release" "$edgeldp" inspect no-such-file.eldp
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
  contains "flip at $at" "$err" "byte "
done
for length in 0 1 100 160 1000 $((size - 1)); do
  head -c "$length" good.eldp >cut.eldp
  expect 2 "cut to $length" "$edgeldp" inspect cut.eldp
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
  contains "$call" "$err" "$karate: byte 0: not an edgeldp release file; \`edgeldp release GRAPH -o FILE\` writes one"
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
