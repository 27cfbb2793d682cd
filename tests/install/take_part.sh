#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bash tests/install/take_part.sh EDGELDP TAKE_PART: a collection whose people all use the example client in C.
set -euo pipefail
edgeldp=$1 take_part=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
people=(ann bob cem dee eva fay)
printf '%s\n' "${people[@]}" >people.txt
"$edgeldp" collector create home --method triangles --people people.txt --epsilon 4 --yes -q >/dev/null
declare -A words
while IFS=$'\t' read -r name token; do
  words[$name]="$name $token"
  for other in "${people[@]}"; do [[ $other == "$name" ]] || words[$name]+=" $other"; done
done <home/private/tokens.tsv
for turn in {1..9}; do
  mkdir "inbox$turn"
  for name in "${people[@]}"; do
    read -ra joins <<<"${words[$name]}"
    ((turn == 1)) || joins=()
    "$take_part" home/public "inbox$turn/$name" "$name.state" "${joins[@]}" >>said.txt
  done
  "$edgeldp" collector ingest home "inbox$turn" -q >/dev/null
  [[ ! -e home/public/result.json ]] || break
done
"$edgeldp" collector result home --json | grep -q '"present":6' || { cat said.txt; exit 1; }
grep -c 'degree: 2[0-9][0-9] bytes' said.txt | grep -qx 6
"$take_part" home/public message ann.state | grep -qx over
cp ann.state damaged.state
printf x >>damaged.state
if "$take_part" home/public message damaged.state 2>/dev/null; then exit 1; fi
