# SPDX-License-Identifier: MIT
# Graph files: every verb answers for them as for the text; what is damaged, cut off or too large is told, and leaves nothing.
source "$(dirname "$0")/../support/cli.sh"
rm -rf work && mkdir work && cd work || exit 1
# Both ids of each line move away from 0 .. n - 1, so that labels matter.
expect 0 "a graph" "$edgeldp" dataset generate affiliation --nodes 400 --edges 3000 --seed 3 -o plain.txt
awk '/^#/ {print; next} {print 5 * $1 + 7, 5 * $2 + 7}' plain.txt >text.txt

expect 0 "to ecsr" "$edgeldp" convert text.txt -o text.ecsr --json
contains "to ecsr" "$out" '"nodes":307,"users_declared":false,"edges":2121'
contains "to ecsr" "$out" '"private":false,"not_private_because":"exact numbers of the graph"'
same "bytes" "$(json bytes)" "$(stat -c %s text.ecsr)"
expect 0 "to sg" "$edgeldp" convert text.txt -o text.sg --json
expect 0 "sg to ecsr" "$edgeldp" convert text.sg -o numbers.ecsr --json
contains "sg to ecsr" "$out" '"users_declared":true'
expect 0 "for people" "$edgeldp" convert text.txt -o text.ecsr
contains "for people" "$out" "text.ecsr: 307 users and 2 121 edges, in 22"
contains "for people" "$out" "Not private"
expect 0 "what a graph file says" "$edgeldp" info text.ecsr
contains "what a graph file says" "$out" "A graph file, which holds lists and no lines of text."

# The same answers, but for names, what was cleaned away, and clocks.
plain() { sed -E 's/text\.(txt|ecsr|sg)/GRAPH/g; s/"clean_up":\{[^}]*\}//; s/"(seconds|peak_memory_bytes|cpu_seconds)":[0-9.e+-]+//g' <<<"$1"; }
for verb in "triangles" "triangles --codec ppr --epsilon 2" "cycles --length 4" "degrees --stars 2" "homophily --generate-labels 3" \
  "common-neighbors --sample 5" "info" "compare --methods ours --runs 1" "release -o x.eldp --with-ids"; do
  seed="--seed 1"
  [[ $verb == info ]] && seed=
  expect 0 "$verb of the text" "$edgeldp" ${verb%% *} text.txt ${verb#"${verb%% *}"} $seed --json --threads 1
  of_text=$(plain "$out")
  expect 0 "$verb of ecsr" "$edgeldp" ${verb%% *} text.ecsr ${verb#"${verb%% *}"} $seed --json --threads 2
  same "$verb" "$(plain "$out")" "$of_text"
done
expect 0 "ids of the text" "$edgeldp" query x.eldp 7 $(awk '!/^#/ {print $2; exit}' text.txt) --json
expect 0 "sg" "$edgeldp" triangles text.sg --seed 1 --json
of_sg=$(json estimate)
expect 0 "text" "$edgeldp" triangles text.txt --seed 1 --json
same "the estimate from sg" "$of_sg" "$(json estimate)"
expect 0 "declared while it is written" "$edgeldp" convert text.txt --nodes 0-3000 -o declared.ecsr --json
contains "declared while it is written" "$out" '"nodes":3001,"users_declared":true,"edges":2121'
expect 0 "and in the file" "$edgeldp" info declared.ecsr --json
contains "and in the file" "$out" '"nodes":3001,"users_declared":true,"edges":2121'
expect 0 "users may be declared" "$edgeldp" info text.ecsr --nodes 0-3000 --json
contains "users may be declared" "$out" '"nodes":3001,"users_declared":true'

# A graph file that was generated holds users without an edge, too, whom a text does not name.
expect 0 "generated" "$edgeldp" dataset generate affiliation --nodes 400 --edges 3000 --seed 3 -o made.ecsr
expect 0 "its counts" "$edgeldp" info made.ecsr --json
contains "its counts" "$out" '"nodes":400,"users_declared":true,"edges":2121'

# In pieces, with little memory, it is the same file.
"$edgeldp" dataset generate affiliation --nodes 20000 --edges 300000 --seed 1 -o large.txt >/dev/null || fail "a larger graph"
expect 0 "in memory" "$edgeldp" convert large.txt -o whole.ecsr --json
contains "in memory" "$out" '"streamed":false,"temporary_bytes":0'
expect 0 "in pieces" "$edgeldp" convert large.txt -o pieces.ecsr --memory 1 --json
contains "in pieces" "$out" '"streamed":true'
(($(json temporary_bytes) > 4000000)) || fail "300 000 edges do not fit into 1 MB, and $(json temporary_bytes) bytes were set aside"
cmp whole.ecsr pieces.ecsr || fail "the file depends on the memory"
gzip -k large.txt
expect 0 "zipped, in pieces" "$edgeldp" convert large.txt.gz -o zipped.ecsr --memory 1
contains "zipped, in pieces" "$(tr -s ' \n' ' ' <<<"$out")" "it was read piece by piece"
cmp whole.ecsr zipped.ecsr || fail "the file depends on gzip"
expect 0 "from standard input" bash -c "'$edgeldp' convert - -o piped.ecsr <large.txt"
cmp whole.ecsr piped.ecsr || fail "the file depends on the pipe"
expect 0 "from a named pipe" bash -c "'$edgeldp' convert <(cat large.txt) -o piped.ecsr"
cmp whole.ecsr piped.ecsr || fail "a pipe was read in part"

# Damage, and what is no graph file.
cp text.ecsr bad.ecsr
printf '\xff' | dd of=bad.ecsr bs=1 seek=4000 conv=notrunc status=none
expect 2 "altered" "$edgeldp" triangles bad.ecsr
contains "altered" "$err" "bad.ecsr: is damaged between bytes 64 and"
head -c 5000 text.ecsr >bad.ecsr
expect 2 "cut" "$edgeldp" info bad.ecsr
contains "cut" "$err" "it was cut or added to"
expect 2 "a pipe" bash -c "'$edgeldp' info - <text.ecsr"
contains "a pipe" "$err" "a graph file is mapped, not read: name the file itself"
expect 2 "two kinds" "$edgeldp" info --bipartite text.ecsr
contains "two kinds" "$err" "one kind of vertices"
expect 2 "no such format" "$edgeldp" convert text.txt -o text.csr
contains "no such format" "$err" "ends in neither .ecsr"
expect 2 "names" "$edgeldp" convert "$source_dir/datasets/examples/names.txt" --names -o names.ecsr
contains "names" "$err" "has no names"
[[ -e names.ecsr ]] && fail "a refused graph left a file"

# A disk that is full, and a run that is stopped: nothing under the name, nothing beside it.
ls -A >before.list
expect 3 "no room" bash -c "trap '' XFSZ; ulimit -f 200; '$edgeldp' convert large.txt -o full.ecsr --memory 1"
contains "no room" "$err" "File too large"
expect 3 "no room at the end" bash -c "trap '' XFSZ; ulimit -f 2000; '$edgeldp' convert large.txt -o full.ecsr"
# Some seconds of sorting, of which one has passed: the file and its temporary data are there.
"$edgeldp" dataset generate rmat --nodes 1048576 --edges 20000000 -o full.ecsr --memory 16 >/dev/null 2>&1 &
started=$!
sleep 1
ls -A | grep -q '^\.edgeldp-' || fail "nothing was being written when the signal came"
kill -TERM $started
wait $started && fail "a run that a signal ended says that it is done"
same "left by a full disk and a signal" "$(ls -A)" "$(cat before.list)"
finish
