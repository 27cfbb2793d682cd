# SPDX-License-Identifier: MIT
# dataset list, generate and fetch without a network.
source "$(dirname "$0")/../support/cli.sh"

rm -rf got  # of an earlier run in this folder
expect 0 list "$edgeldp" dataset list --json
contains list "$out" '"name":"wiki-Vote"'
contains list "$out" '"triangles":608389'
# A graph has SNAP's name and that of its file, with or without its endings. The file is not it, so that nothing is kept.
contains "names of files" "$out" '"name":"ego-Facebook","file":"facebook_combined.txt.gz"'
expect 0 "list for people" "$edgeldp" dataset list
contains "list for people" "$out" facebook_combined.txt.gz
for name in ego-Facebook EGO-facebook facebook_combined facebook_combined.txt facebook_combined.txt.gz ego-Facebook.txt.gz; do
  expect 2 "$name" "$edgeldp" dataset fetch "$name" --from "$source_dir/datasets/tiny/karate.txt" --dir got
  contains "$name" "$err" "ego-Facebook: text has SHA-256"
done
for name in com-dblp com-DBLP com-dblp.ungraph com-dblp.ungraph.txt.gz; do
  expect 2 "$name" "$edgeldp" dataset fetch "$name" --from "$source_dir/datasets/tiny/karate.txt" --dir got
  lacks "$name" "$err" "no data set"
done
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
  expect 0 "for people" "$edgeldp" dataset fetch wiki-Vote --from "$EDGELDP_DATASETS/wiki-Vote.txt.gz" --dir got
  contains "for people" "$out" "wiki-Vote: written to got/wiki-Vote.txt.gz, "
  contains "for people" "$out" "Its text has the SHA-256"
  contains "what next" "$out" "edgeldp info got/wiki-Vote.txt.gz"
fi
# Whatever downloads is given no way out: the message must say what to do.
expect 3 "no network" env PATH=/nonexistent "$edgeldp" dataset fetch wiki-Vote --dir got
contains "no network" "$err" "--from"

# Downloads speak https alone, redirections too, of a bounded size: programs that write down how they are called.
mkdir -p curl-only wget-only
for program in curl wget; do
  printf '#!/bin/sh\nprintf "%%s " "$0" "$@" >"%s/called.txt"\nulimit -f >"%s/limit.txt"\nexit 22\n' "$PWD" "$PWD" >$program-only/$program
  chmod +x $program-only/$program
  expect 3 "a $program that fails" env PATH="$PWD/$program-only" "$edgeldp" dataset fetch wiki-Vote --dir fetched
  contains "a $program that fails" "$err" "status 22"
  contains "address given to $program" "$(cat called.txt)" " https://"
  lacks "address given to $program" "$(cat called.txt)" " http://"
  [[ $(cat limit.txt) == unlimited ]] && fail "$program may fill the disk"
  [[ -z $(ls fetched) ]] || fail "$program: a failed download was kept"
done
contains "redirections of wget" "$(cat called.txt)" " --max-redirect=0 "
expect 3 "both" env PATH="$PWD/curl-only:$PWD/wget-only" "$edgeldp" dataset fetch wiki-Vote --dir fetched
contains "curl comes first" "$(cat called.txt)" "curl-only/curl --fail"
contains "redirections of curl" "$(cat called.txt)" " --proto =https --proto-redir =https --max-filesize "
# A program that we start is not shielded from signals as we are.
printf '#!/bin/sh\ngrep SigBlk /proc/self/status >"%s/blocked.txt"\nexit 22\n' "$PWD" >curl-only/curl
expect 3 "signals" env PATH="$PWD/curl-only:$PATH" "$edgeldp" dataset fetch wiki-Vote --dir fetched
same "signals reach curl" "$(tr -d '\t' <blocked.txt)" SigBlk:0000000000000000

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

for seed in 1 2; do
  expect 0 "google-plus" "$edgeldp" dataset generate google-plus --halvings 6 --seed $seed -o plus$seed.txt --json
  contains "google-plus record" "$out" '"model":"google-plus","halvings":6,"seed":'"$seed,"
  same "google-plus nodes" "$(json nodes)" 1681
  edges=$(json edges)
  same "google-plus header" "$(head -n 1 plus$seed.txt)" \
    "# edgeldp dataset generate google-plus --halvings 6 --seed $seed"
  expect 0 "google-plus again" "$edgeldp" dataset generate google-plus --halvings 6 --seed $seed -o -
  cmp -s plus$seed.txt stdout.txt || fail "google-plus: the same seed gave another graph"
  expect 0 "google-plus read back" "$edgeldp" info plus$seed.txt --json
  same "google-plus edges" "$(json edges)" "$edges"
done
cmp -s <(tail -n +3 plus1.txt) <(tail -n +3 plus2.txt) && fail "google-plus: two seeds gave one graph"
expect 2 "size of google-plus" "$edgeldp" dataset generate google-plus --nodes 9 --edges 9 -o x.txt
contains "size of google-plus" "$err" "--nodes --edges"
expect 2 "nodes of google-plus" "$edgeldp" dataset generate google-plus --nodes 9 -o x.txt
contains "nodes of google-plus" "$err" "leave out --nodes"
expect 2 "too many halvings" "$edgeldp" dataset generate google-plus --halvings 7 -o x.txt
contains "too many halvings" "$err" "--halvings"
expect 2 "halvings of another model" "$edgeldp" dataset generate rmat --halvings 1 -o x.txt
contains "halvings of another model" "$err" "--halvings is an option of google-plus, not of rmat"
[[ -e x.txt ]] && fail "a refused graph left a file"

# A full disk is reported, whatever is written, and soon.
if [[ -w /dev/full ]]; then
  ln -sf /dev/full full.txt
  ln -sf /dev/full full.txt.gz
  for file in /dev/full full.txt full.txt.gz; do
    expect 3 "full disk, $file" timeout 20 "$edgeldp" dataset generate erdos-renyi -o $file
    contains "full disk, $file" "$err" "No space left"
  done
  # Compressed, an edge list is hundreds of bytes: they are written at the very end.
  expect 3 "full disk at the end" timeout 20 "$edgeldp" dataset generate erdos-renyi --nodes 50 --edges 60 -o full.txt.gz
fi
finish
