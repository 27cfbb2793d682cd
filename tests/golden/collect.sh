#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# How tests/golden/collect-v2 and, by a KIND, collect-v2-sample, collect-v2-items and collect-v3 (parts) were made, by the first
# programs that had such collections: bash collect.sh EDGELDP FOLDER [KIND]. They are not made again: a later version reads what the first one
# wrote, or says that it cannot. Coins follow from the states' secrets, so that the last answers come out as they did.
# collect-v1 was made in the same way, with --simulated and seeds.
set -euo pipefail
program=$1 folder=$2 kind=${3:-all}
mkdir -p "$folder/states" "$folder/inbox"
cd "$folder"
people=(ann bob cem dee eva fay gus hal ida jon)
printf '%s\n' "${people[@]}" >people.txt
# What a contact is, and how triangles or butterflies are asked for.
others=("${people[@]}")
case $kind in
  all) task=(--method triangles) ;;
  parts) task=(--method degrees --simulated --seed 5) ;;  # no account is in its states, whose paths are those of a machine
  sample) task=(--method triangles --max-download 600) ;;
  items)
    others=(ale bun cup dye egg fig gin hat ink jar)
    printf '%s\n' "${others[@]}" >items.txt
    task=(--method butterflies --items items.txt)
    ;;
esac
"$program" collector create home "${task[@]}" --people people.txt -e 4 --title "Golden" --yes \
  --join-time 3650d --round-time 3650d >/dev/null
for i in "${!people[@]}"; do
  # Each knows the next three, and the three before; or has these items.
  for step in -3 -2 -1 1 2 3; do printf '%s\n' "${others[$(((i + step + 10) % 10))]}"; done >contacts.txt
  # Of those who may, four spend a half and two a quarter.
  chosen=()
  if [[ $kind == parts ]]; then
    chosen=(--seed "$i")
    case $i in 1 | 4 | 7 | 8) chosen+=(--at-most half) ;; 3 | 9) chosen+=(--at-most quarter) ;; esac
  fi
  token=$(awk -F'\t' -v name="${people[i]}" '$1 == name { print $2 }' home/private/tokens.tsv)
  "$program" client join "states/${people[i]}.state" --from home/public --name "${people[i]}" --account "accounts/${people[i]}" --token "$token" \
    --contacts contacts.txt "${chosen[@]}" >/dev/null
done
say() {
  for name in "$@"; do "$program" client encode "states/$name.state" --from home/public --to inbox >/dev/null; done
  "$program" collector ingest home inbox >/dev/null
}
# The folder and the states as they are when the first half has answered the last round.
while [[ ! -e home/public/result.json ]]; do
  say "${people[@]:0:5}"
  [[ -e home/public/result.json ]] && break
  rm -rf before states-before && cp -r home before && cp -r states states-before
  say "${people[@]:5}"
done
mv home/public/result.json result.json
rm -rf home states inbox people.txt items.txt contacts.txt && mv before home && mv states-before states
find . -name '*.lock' -delete -o -name lock -delete
