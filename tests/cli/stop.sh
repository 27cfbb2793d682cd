# SPDX-License-Identifier: MIT
# Ctrl-C ends any verb at once, whatever it does: a thread of its own takes signals. Within 0.2 s on an idle machine; here
# 1 s, since others may use the processors.
source "$(dirname "$0")/../support/cli.sh"
set -m # a job without job control ignores SIGINT, and so would the program

# stopped NAME SIGNAL SECONDS command...: the signal comes after so many seconds of work.
stopped() {
  local name=$1 signal=$2 wait=$3 before after
  shift 3
  "$edgeldp" "$@" >/dev/null 2>stderr.txt &
  local pid=$!
  sleep "$wait"
  before=$(date +%s%N)
  kill -"$signal" "$pid" 2>/dev/null || fail "$name was over: $(<stderr.txt)"
  wait "$pid" 2>/dev/null
  same "$name: ended by the signal" $? $((128 + $(kill -l "$signal")))
  after=$(date +%s%N)
  echo "$name: $(((after - before) / 1000000)) ms"
  ((after - before < 1000000000)) || fail "$name: took longer than a second to end"
}

for wait in 0.2 0.7; do
  stopped "runs of triangles" INT "$wait" triangles --runs 100000
  stopped "runs of cycles" TERM "$wait" cycles --length 5 --runs 100000
  stopped "settings" INT "$wait" tune --nodes 10000000
  stopped "a generated graph" HUP "$wait" dataset generate google-plus -o killed.txt
  stopped "runs of degrees" INT "$wait" degrees --runs 100000
done
same "nothing is left" "$(ls -A | grep -v stderr.txt)" ""
rm -f graph.fifo && mkfifo graph.fifo
sleep 5 >graph.fifo &
writer=$!
stopped "waiting for a pipe" INT 0.2 info graph.fifo
kill "$writer"
rm -f graph.fifo
finish
