# SPDX-License-Identifier: MIT
# dataset list, generate and fetch without a network.
source "$(dirname "$0")/../support/cli.sh"

expect 0 list "$edgeldp" dataset list --json
contains list "$out" '"name":"wiki-Vote"'
contains list "$out" '"triangles":608389'
expect 2 "unknown name" "$edgeldp" dataset fetch no-such-graph
contains "unknown name" "$err" "wiki-Vote"
expect 2 "wrong file" "$edgeldp" dataset fetch wiki-Vote --from "$source_dir/datasets/tiny/karate.txt" --dir got
contains "wrong file" "$err" "SHA-256"
[[ -z $(ls got) ]] || fail "an unverified file was kept"
expect 2 "wrong counts" "$edgeldp" dataset fetch ca-HepTh --from "$source_dir/datasets/tiny/karate.txt" --dir got
contains "wrong counts" "$err" "nodes"
expect 3 "no such file" "$edgeldp" dataset fetch wiki-Vote --from no-such-file --dir got
if [[ -n ${EDGELDP_DATASETS:-} && -e ${EDGELDP_DATASETS:-}/wiki-Vote.txt.gz ]]; then
  expect 0 "from a local file" "$edgeldp" dataset fetch wiki-Vote --from "$EDGELDP_DATASETS/wiki-Vote.txt.gz" --dir got --json
  same "verified" "$(json verified_by)" sha256
fi
# Whatever downloads is given no way out: the message must say what to do.
expect 3 "no network" env PATH=/nonexistent "$edgeldp" dataset fetch wiki-Vote --dir got
contains "no network" "$err" "--from"

for model in affiliation holme-kim rmat erdos-renyi; do
  expect 0 "generate $model" "$edgeldp" dataset generate $model --nodes 300 --edges 1500 --seed 3 -o g.txt --json
  nodes=$(json nodes) edges=$(json edges)
  expect 0 "again" "$edgeldp" dataset generate $model --nodes 300 --edges 1500 --seed 3 -o g.txt.gz
  cmp -s g.txt <(gzip -dc g.txt.gz) || fail "$model: the same seed gave another graph"
  expect 0 "read back" "$edgeldp" info g.txt.gz --json
  same "$model edges" "$(json edges)" "$edges"
done
expect 0 "to stdout" "$edgeldp" dataset generate erdos-renyi --nodes 50 --edges 60 -o -
same "lines" "$(grep -vc '^#' stdout.txt)" 60
expect 2 "too many edges" "$edgeldp" dataset generate erdos-renyi --nodes 10 --edges 60 -o x.txt
[[ -e x.txt ]] && fail "a refused graph left a file"
finish
