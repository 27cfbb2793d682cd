# SPDX-License-Identifier: MIT
# Users dealt to shards, in turn or by way of a folder: the same answers as all at once; what is lost, damaged or of
# another run or graph is told, and nothing of it is lost.
source "$(dirname "$0")/../support/cli.sh"
rm -rf work && mkdir work && cd work || exit 1
expect 0 "a graph" "$edgeldp" dataset generate affiliation --nodes 400 --edges 3000 --seed 3 -o plain.txt
expect 0 "a graph file" "$edgeldp" convert plain.txt -o g.ecsr
expect 0 "another" "$edgeldp" dataset generate affiliation --nodes 400 --edges 3000 --seed 4 -o other.ecsr

plain() { sed -E 's/"(seconds|peak_memory_bytes|cpu_seconds)":[0-9.e+-]+//g' <<<"$1"; }

# in_rounds FOLDER SHARDS: plays rounds until there is an answer, in $out.
in_rounds() {
  local folder=$1 shards=$2 left=12 shard
  while [[ $out == *'"finished":false'* ]] && ((left-- > 0)); do
    for ((shard = shards; shard > 0; --shard)); do
      expect 0 "shard $shard of $shards" "$edgeldp" round "$folder" --shard "$shard/$shards" --json --threads 2
      contains "shard $shard of $shards" "$out" "\"shard\":$shard,\"shards\":$shards"
    done
    expect 0 "merge $folder" "$edgeldp" merge "$folder" --json
  done
}

number=0
for command in "triangles g.ecsr" "triangles g.ecsr --codec ppr --epsilon 1,2 --runs 2" "triangles g.ecsr --preset uniform" \
  "cycles g.ecsr --length 4" "degrees g.ecsr" "degrees g.ecsr --clustering" "triangles g.ecsr --max-download 5000" \
  "common-neighbors g.ecsr --sample 5"; do
  expect 0 "$command" "$edgeldp" $command --seed 7 --json
  whole=$(plain "$out")
  for shards in 2 5; do
    expect 0 "$command in $shards shards" "$edgeldp" $command --seed 7 --json --shards $shards
    same "$command in $shards shards" "$(plain "$out")" "$whole"
  done
  [[ $command == *runs* || $command == *max-download* ]] && continue
  number=$((number + 1))
  expect 0 "$command, first round" "$edgeldp" $command --seed 7 --json --rounds-in run-$number
  contains "$command, first round" "$out" '"finished":false'
  contains "$command, first round" "$out" '"shards":null,"missing":[]'
  in_rounds run-$number $((number % 3 + 1))
  same "$command by rounds" "$(plain "$out")" "$whole"
done
expect 0 "runs and budgets" "$edgeldp" degrees g.ecsr --epsilon 1,2 --runs 2 --seed 7 --json
whole=$(plain "$out")
expect 0 "runs and budgets, by rounds" "$edgeldp" degrees g.ecsr --epsilon 1,2 --runs 2 --seed 7 --json --rounds-in runs
in_rounds runs 2
same "runs and budgets, by rounds" "$(plain "$out")" "$whole"
expect 0 "a release" "$edgeldp" release g.ecsr --seed 7 -o whole.eldp
expect 0 "a release by rounds" "$edgeldp" release g.ecsr --seed 7 -o parts.eldp --rounds-in release --json
in_rounds release 3
cmp whole.eldp parts.eldp || fail "a release by shards is another file"

# What people read.
expect 0 "for people" "$edgeldp" triangles g.ecsr --seed 7 --rounds-in people
contains "for people" "$out" "round 'degree' waits for the answers of"
contains "for people" "$out" "edgeldp round people --shard 1/2"
expect 0 "a shard for people" "$edgeldp" round people --shard 1/3
contains "a shard for people" "$out" "shard 1 of 3 has answered round 'degree'"

# A shard that is lost, or cut off, is named and played again.
expect 0 "a shard is missing" "$edgeldp" merge people
contains "a shard is missing" "$out" "Shards 2, 3 of 3 are missing"
expect 0 "the others" bash -c "'$edgeldp' round people --shard 2/3 && '$edgeldp' round people --shard 3/3"
truncate -s -7 people/0.0.2-of-3.messages
expect 2 "a shard is cut off" "$edgeldp" merge people
contains "a shard is cut off" "$err" "people/0.0.2-of-3.messages is damaged or cut off: remove it and play its shard again"
rm people/0.0.2-of-3.messages
expect 0 "again" "$edgeldp" round people --shard 2/3
expect 0 "goes on" "$edgeldp" merge people --json
contains "goes on" "$out" '"round":"size"'
expect 0 "again while the next is open" "$edgeldp" merge people --json
contains "again while the next is open" "$out" '"round":"size"'
cp people/0.0.1-of-3.messages people/0.1.1-of-1.messages
expect 2 "answers to another round" "$edgeldp" merge people
contains "answers to another round" "$err" "another round or run"
rm people/0.1.1-of-1.messages

# Refusals.
expect 2 "without a seed" "$edgeldp" triangles g.ecsr --rounds-in unseeded
contains "without a seed" "$err" "--rounds-in needs --seed"
expect 2 "another command" "$edgeldp" triangles g.ecsr --seed 8 --rounds-in people
contains "another command" "$err" "holds the run of another command, \`edgeldp triangles g.ecsr --seed 7\`"
expect 2 "no run" "$edgeldp" merge nowhere
contains "no run" "$err" "nowhere holds no run"
expect 2 "no run to play" "$edgeldp" round nowhere
for bad in 0/2 3/2 1 a/2 1/2x -1/2; do
  expect 2 "shard $bad" "$edgeldp" round people --shard $bad
  contains "shard $bad" "$err" "--shard"
done
cp g.ecsr kept.ecsr && cp other.ecsr g.ecsr
expect 2 "another graph" "$edgeldp" round people
contains "another graph" "$err" "the graph here is not the one that the run began with"
cp kept.ecsr g.ecsr
if [[ -w /dev/full ]]; then
  expect 3 "no room" bash -c "trap '' XFSZ; ulimit -f 0; '$edgeldp' round people --shard 1/1"
  [[ ! -e people/0.1.1-of-1.messages ]] || fail "half a file of messages is there"
fi
finish
