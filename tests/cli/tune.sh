# SPDX-License-Identifier: MIT
# tune: a front of settings, limits, made-up graphs; --codec auto.
source "$(dirname "$0")/../support/cli.sh"

# Numbers of users are such that no setting needs exact arithmetic, which made one of 300 users take 18 s.
expect 0 "front" "$edgeldp" tune --draws 1 --json
for key in graph nodes edges epsilon codec alpha level field split relative_error standard_error predicted_bias upload_bytes \
  download_bytes bits_per_edge encode_seconds chosen; do
  contains "key $key" "$out" "\"$key\":"
done
same "one setting is chosen" "$(grep -c '"chosen":true' stdout.txt)" 1
contains "nullspace on the front" "$out" '"codec":"nullspace"'
contains "ppr on the front" "$out" '"codec":"ppr"'
previous=0
while read -r error; do
  awk -v a="$previous" -v b="$error" 'BEGIN { exit !(b >= a) }' || fail "front is not sorted by error: $previous, $error"
  previous=$error
done < <(grep edge_factor stdout.txt | grep -oE '"relative_error":[0-9.e+-]+' | cut -d: -f2)
# What triangles plays is what it plays: the same error from the same seed.
expect 0 "front" "$edgeldp" tune --seed 7 --json
for options in "" "--relationship 1.5" "--relationship 2" "--max-download 2000"; do
  tuned=$(grep "\"options\":\"$options\"" stdout.txt)
  [[ -n $tuned ]] || fail "$options is not played"
  # shellcheck disable=SC2086
  played=$("$edgeldp" triangles -e 1 $options --seed 7 --json)
  python3 - "$options" "$tuned" "$played" <<'END' || failures=$((failures + 1))
import json, math, sys
tuned, played = json.loads(sys.argv[2]), json.loads(sys.argv[3])
error = math.hypot(played["standard_error"], played["predicted_bias"]) / played["exact"]["truth"]
assert abs(tuned["relative_error"] / error - 1) < 1e-9, (sys.argv[1], tuned, error)
assert tuned["codec"] == played["codec"] and tuned["upload_bytes"] == played["upload_bytes"], sys.argv[1]
assert tuned["download_bytes"] == played["download_bytes"], sys.argv[1]
assert abs(tuned["relationship"] * played["epsilon"] - played["relationship_dp"]) < 1e-9, (sys.argv[1], played["relationship_dp"])
END
done
expect 0 "table" "$edgeldp" tune --nodes 50 --average-degree 10 --draws 1 -v
contains "table head" "$out" "rel.error"
contains "made-up graph" "$out" "50 users"
# The options that the answer names last give the predicted setting, those before it its codec.
expect 0 "as it comes" "$edgeldp" tune
contains "as it comes" "$out" "Chosen      \`triangles\` as it comes"
expect 0 "a limit" "$edgeldp" tune --max-upload 9 --json
chosen=$(grep '"chosen":true' stdout.txt | grep -oE '"codec":"[a-z]*"' | cut -d'"' -f4)
expect 0 "answer" "$edgeldp" tune --max-upload 9
contains "answer" "$out" "chosen"
options=$(tr -s ' \n' ' ' <<<"$out" | grep -oE 'edgeldp triangles -e 1 [^`]*' | tail -n 1 | cut -d' ' -f5-)
[[ -n $options ]] || fail "no options: $out"
# shellcheck disable=SC2086
expect 0 "the options" "$edgeldp" triangles -e 1 $options --seed 1 --json
same "its codec" "$(json codec)" "$chosen"

expect 0 "auto" "$edgeldp" triangles --codec auto --seed 1 --json
same "balanced, of 2000 users" "$(json codec)" bitmap
expect 0 "of more" "$edgeldp" dataset generate holme-kim --nodes 9000 --edges 40000 --seed 1 -o many.txt
expect 0 "auto" "$edgeldp" triangles many.txt --seed 1 --no-exact --json
same "balanced, of 9000 users" "$(json codec)" nullspace
expect 0 "the least error" "$edgeldp" triangles many.txt --prefer error --seed 1 --no-exact --json
same "whatever there is to read" "$(json codec)" bitmap
contains "which is said beforehand" "$err" "reads up to 5.06 MB"
expect 0 "auto under a limit" "$edgeldp" triangles --codec auto --max-upload 9 --seed 1 --json
same "smaller" "$(json codec)" ppr

refused() {
  local message=$1
  shift
  expect 2 "$*" "$edgeldp" "$@"
  contains "$*" "$err" "$message"
}
refused "no codec is predicted" triangles --codec auto --max-upload 0.1
refused "limit for --codec auto" triangles --codec ppr --max-upload 5
refused "nothing is predicted" tune --nodes 60 --draws 1 --max-error 1e-9
refused "give --nodes" tune --tail 3
refused "tail = 1.5" tune --nodes 100 --tail 1.5
refused "--nodes: must be a whole number from 2 to 10000000, not '99999999999'" tune --nodes 99999999999
refused "--nodes: must be a whole number from 2 to 10000000, not '1'" tune --nodes 1
refused "average degree" tune --nodes 100 --average-degree 200

# On a terminal a long step is not silent, not even the first; with --quiet and into a file it is.
if command -v script >/dev/null; then
  script -qec "timeout 2 '$edgeldp' tune --nodes 8000000" /dev/null </dev/null >screen.txt
  contains "a bar before the first step has ended" "$(<screen.txt)" "users: ["
  contains "and for how long" "$(<screen.txt)" " s so far"
  script -qec "timeout 2 '$edgeldp' tune --nodes 8000000 --quiet" /dev/null </dev/null >screen.txt
  same "quiet" "$(tr -d '\r\n' <screen.txt)" "edgeldp: stopped by SIGTERM: no result file was written"
fi
finish
