# SPDX-License-Identifier: MIT
# release, inspect and query: single edges agree with a whole decode, labels are the file's own.
source "$(dirname "$0")/../support/cli.sh"

for codec in ppr bitmap; do
  expect 0 "release $codec" "$edgeldp" release "$source_dir/datasets/tiny/karate.txt" --codec $codec --epsilon 4 --seed 2 \
    -o k.eldp --ids k.tsv --json
  same "file size" "$(json file_bytes)" "$(wc -c <k.eldp)"
  expect 0 "inspect $codec" "$edgeldp" inspect k.eldp --json
  same users "$(json users)" 34
  same codec "$(json codec)" $codec
  same verified "$(json verified)" true
  "$edgeldp" release "$source_dir/datasets/tiny/karate.txt" --codec $codec --epsilon 4 --seed 2 -o - >piped.eldp
  cmp -s k.eldp piped.eldp || fail "'-o -' does not write the file to standard output"

  # Every pair: one block at a time, and all at once.
  pairs=$(for u in 0 5 33; do for v in 1 2 9 20 33; do echo "$u $v"; done; done)
  echo "$pairs" >pairs.txt
  expect 0 "pairs" "$edgeldp" query k.eldp --numbers --pairs pairs.txt --json
  all=$out
  expect 0 "singles" "$edgeldp" query k.eldp --numbers $pairs --json
  same "single queries and a whole decode" "$out" "$all"
  expect 0 "both directions" "$edgeldp" query k.eldp --numbers 3 8 8 3 --json
  same "symmetric" "$(sed -n 1p stdout.txt | grep -o '"noisy_edge":[a-z]*')" "$(sed -n 2p stdout.txt | grep -o '"noisy_edge":[a-z]*')"
done

# Labels: karate counts from 1, in order of appearance.
label=$(awk '!/^#/ && $1 == 5 { print $2 }' k.tsv)
other=$(awk '!/^#/ && $1 == 20 { print $2 }' k.tsv)
expect 0 "by number" "$edgeldp" query k.eldp --numbers 5 20 --json
bit=$(json noisy_edge)
expect 0 "by id" "$edgeldp" query k.eldp "$label" "$other" --ids k.tsv --json
same "ids" "$(json noisy_edge)" "$bit"
same "whose coins" "$(json simulated)" true
expect 0 "the earlier name" "$edgeldp" query k.eldp "$label" "$other" --labels k.tsv --json
expect 2 "unknown id" "$edgeldp" query k.eldp 4711 1 --ids k.tsv
contains "unknown id" "$err" "id 4711 is not in k.tsv"
expect 2 "ids or numbers" "$edgeldp" query k.eldp 5 20
contains "ids or numbers" "$err" "--ids"
same "no answer about other users" "$out" ""
expect 0 "another release" "$edgeldp" release "$source_dir/datasets/tiny/karate.txt" --seed 9 -o other.eldp
expect 2 "ids of another release" "$edgeldp" query other.eldp "$label" "$other" --ids k.tsv
contains "ids of another release" "$err" "ids of another release"
head -n 20 k.tsv | tail -n +2 >few.tsv
expect 2 "ids of fewer users" "$edgeldp" query k.eldp "$label" "$other" --ids few.tsv
contains "ids of fewer users" "$err" "the release has 34"
# A release may hold the ids itself: asked for, or since the users are declared.
for users in --with-ids "--nodes 40"; do
  expect 0 "release $users" "$edgeldp" release "$source_dir/datasets/tiny/karate.txt" --seed 3 -o with.eldp --ids with.tsv $users --json
  same "it says so" "$(json holds_ids)" true
  same "file size with ids" "$(json file_bytes)" "$(wc -c <with.eldp)"
  expect 0 "inspect ids" "$edgeldp" inspect with.eldp --json
  same "it says so later" "$(json holds_ids)" true
  same "nobody is absent" "$(json absent_users)" 0
  expect 0 "by the file of ids" "$edgeldp" query with.eldp "$label" "$other" --ids with.tsv --json
  by_file=$out
  expect 0 "by its own ids" "$edgeldp" query with.eldp "$label" "$other" --json
  same "both ids" "$out" "$by_file"
  expect 2 "an id that is none" "$edgeldp" query with.eldp 4711 1
  contains "an id that is none" "$err" "id 4711 is not in with.eldp"
done
expect 0 "release without ids" "$edgeldp" release "$source_dir/datasets/tiny/karate.txt" --seed 3 -o with.eldp --json
same "no ids" "$(json holds_ids)" false
expect 2 "no such user" "$edgeldp" query k.eldp --numbers 34 1
contains "no such user" "$err" "[0, 34)"
expect 2 "odd number of users" "$edgeldp" query k.eldp --numbers 1 2 3
printf '1 2\n3 x\n' >bad-pairs.txt
expect 2 "bad pair" "$edgeldp" query k.eldp --numbers --pairs bad-pairs.txt
contains "bad pair" "$err" "line 2"
finish
