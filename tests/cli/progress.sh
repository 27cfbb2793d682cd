# SPDX-License-Identifier: MIT
# On a terminal whatever takes longer than a second says how far it is, and erases it; elsewhere nothing does. A signal ends
# everything within 0.2 s (the best of three: others may use the processors) and says what was kept.
source "$(dirname "$0")/../support/cli.sh"
command -v script >/dev/null || exit 77 # of util-linux: makes the terminal
set -m # a job without job control ignores SIGINT, and so would the program
rm -rf ./* ./.edgeldp-*
"$edgeldp" dataset generate google-plus --halvings 2 -o g.txt >/dev/null || fail "no graph"
erase=$'\r\033[K'

# on_terminal ARGUMENTS...: what they show on standard error, a terminal, in $shown; standard output in result.txt.
on_terminal() {
  script -qec "$(printf '%q ' "$@") >result.txt" /dev/null </dev/null >terminal.txt
  shown=$(tr -d '\0' <terminal.txt)
}
stable() { sed -E 's/"[a-z_]*(seconds|memory_bytes)":[-+0-9.e]+,?//g' "$1"; }
# Nothing stands behind the last erasure but what is said.
erased() { [[ ${shown##*"$erase"} == "$2"* ]] || fail "$1: the line is not erased: $(tail -c 200 terminal.txt | od -c | head -20)"; }

# A single run: rounds and users.
run=(triangles g.txt --nodes 26903 --no-exact --seed 1 --json)
"$edgeldp" "${run[@]}" --threads 2 >elsewhere.txt 2>stderr.txt & # at the same time
on_terminal "$edgeldp" "${run[@]}" --threads 1
contains "a run" "$shown" "${erase}run: "
[[ $shown =~ (degree|size|edges|count)' ['[#.]+'] '[0-9]+/[1-9] ]] || fail "no round is named: ${shown:0:400}"
erased "a run" ""
wait $! || fail "no terminal: exit $?"
lacks "no terminal" "$(<stderr.txt)" $'\r'
contains "a result" "$(<elsewhere.txt)" '"estimate":'
same "progress and threads change no result" "$(stable result.txt)" "$(stable elsewhere.txt)"

# ended_at TEXT SIGNAL ARGUMENTS...: the same, ended by the signal once they show the text.
ended_at() {
  local text=$1 signal=$2
  shift 2
  rm -f pid.txt
  script -fqec "echo \$\$ >pid.txt; exec $(printf '%q ' "$@") >result.txt" /dev/null </dev/null >terminal.txt &
  for ((i = 0; i < 600; ++i)); do grep -qaF "$text" terminal.txt && break; sleep 0.05; done
  kill -"$signal" "$(<pid.txt)"
  wait $! 2>/dev/null
  shown=$(tr -d '\0' <terminal.txt)
}

# Several runs; a signal erases the line before it says what was kept.
ended_at "${erase}runs [" INT "$edgeldp" triangles g.txt --nodes 26903 --no-exact --runs 1000
[[ $shown =~ 'runs ['[#.]+'] '[0-9]+/1000 ]] || fail "no runs are counted: ${shown:0:400}"
erased "runs, a signal" "edgeldp: stopped by SIGINT: "
[[ $shown =~ [0-9]+' of 1000 runs at epsilon 1 were done; no result file was written' ]] || fail "what was kept is not said: ${shown##*"$erase"}"
ended_at "${erase}exact count: [" TERM "$edgeldp" cycles g.txt --length 5
contains "an exact count" "$shown" "${erase}exact count: ["
erased "an exact count, a signal" "edgeldp: stopped by SIGTERM: "

# ends_soon NAME SECONDS MESSAGE command...: after so many seconds of work; within 0.2 s from the signal to the end.
ends_soon() {
  local name=$1 wait=$2 message=$3 before after best=1000000000
  shift 3
  for _ in 1 2 3; do
    "$edgeldp" "$@" >/dev/null 2>stderr.txt &
    local pid=$!
    sleep "$wait"
    before=$(date +%s%N)
    kill -INT "$pid" 2>/dev/null || fail "$name was over: $(<stderr.txt)"
    wait "$pid" 2>/dev/null
    same "$name: status" $? 130
    after=$(date +%s%N)
    contains "$name" "$(<stderr.txt)" "edgeldp: stopped by SIGINT: "
    contains "$name" "$(<stderr.txt)" "$message"
    ((after - before >= best)) || best=$((after - before))
    ((best > 200000000)) || break
  done
  echo "$name: $((best / 1000000)) ms"
  ((best <= 200000000)) || fail "$name: takes longer than 0.2 s to end"
}
ends_soon "an exact count" 0.5 "no result file was written" cycles g.txt --length 5
ends_soon "a run" 0.6 "of 100000 runs at epsilon 1 were done" triangles --runs 100000
ends_soon "settings" 0.4 "no result file was written" tune --nodes 10000000
ends_soon "a generated graph" 0.2 "no result file was written" dataset generate google-plus -o killed.txt
mkfifo graph.fifo
(head -c 4000000 g.txt; exec sleep 30) >graph.fifo &
writer=$!
ends_soon "reading" 0.4 "no result file was written" info graph.fifo
kill -- "-$writer"
rm graph.fifo

# A journal keeps what is done.
"$edgeldp" bench download-cost "$source_dir/datasets/tiny/karate.txt" --mechanisms ppr --runs 100000 --level 1 --seed 1 \
  --out kept --json >/dev/null 2>stderr.txt &
pid=$!
for ((i = 0; i < 400; ++i)); do grep -qs '"record":"run"' kept.jsonl && break; sleep 0.05; done
kill -INT "$pid"
wait "$pid" 2>/dev/null
contains "a journal" "$(<stderr.txt)" "kept.jsonl keeps the runs that were done, and the same command goes on; "
[[ -s kept.jsonl ]] || fail "the journal is empty"
same "no half file" "$(find . -name '.edgeldp-*' -o -name '*.part' -o -name killed.txt)" ""
finish
