#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Do two programs give the same answers? For redesigns that must change none.
#   bash tests/concept/same_answers.sh OLD NEW [FOLDER]
# Plays 230 commands with both (every verb, method, codec; sweeps, runs, releases used again, refusals; seeds 1 and
# 7, 1 and 8 threads) and compares output, errors, exit codes and files, times and memory aside. Transcripts stay in
# FOLDER (otherwise a temporary one that goes with success). Exit 1 and a diff where they differ.
set -uo pipefail
source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
[[ $# -ge 2 && -x $1 && -x $2 ]] || { echo "same_answers.sh: name two programs: OLD NEW [FOLDER]" >&2; exit 2; }
old=$(realpath "$1") new=$(realpath "$2")
folder=${3:-$(mktemp -d)}
mkdir -p "$folder" && folder=$(realpath "$folder")

# What a clock or the machine says, and nothing else.
without_times() {
  sed -E -e 's/"(crc|build|settings|[a-z_]*(seconds[a-z_]*|_ns|memory_bytes|_ns_per_[a-z]+|_per_second))":(-?[0-9.e+-]+|"[0-9a-f]*"|null|\{[^}]*\}|\[[^]]*\])/"\1":0/g' \
    -e 's/^([a-z_.]*(seconds|_ns|memory_bytes)[a-z_.]*) .*/\1 0/' -e 's/^[0-9.]+ s, [0-9.]+ MB$/0 s, 0 MB/' -e 's/ [0-9.]+ s( |$)/ 0 s\1/g' |
    tr '\n' '\f' | sed -E 's/[ \f]+Here,[^:]+:[^M]*MB[ \f]+of[ \f]+memory\.//g' | tr '\f' '\n'
}

# play NAME ARGUMENTS...: one command, written to the transcript with all that it gives.
play() {
  local name=$1 code
  shift
  bin/edgeldp "$@" >out.log 2>err.log </dev/null
  code=$?
  { printf '\n== %s: edgeldp %s\nexit %s\n-- stdout\n' "$name" "$*" "$code"
    if [[ $1 == tune ]]; then without_times <out.log | sed 's/"chosen":[a-z]*/"chosen":0/' | sort; else without_times <out.log; fi
    printf -- '-- stderr\n'
    without_times <err.log
  } >>transcript.txt
  commands=$((commands + 1))
  # A command that is refused compares nothing but the refusal.
  [[ $code == "${expected:-0}" ]] || { echo "$name: exit $code: $(head -1 err.log)" >&2; surprises=$((surprises + 1)); }
}

# Files that commands wrote since the last call, then forgets them.
keep_files() {
  local file
  for file in $(find . -type f ! -path './bin/*' ! -path './in/*' ! -name '*.log' ! -name transcript.txt | sort); do
    printf -- '-- file %s\n' "$file" >>transcript.txt
    if grep -qI . "$file"; then without_times <"$file" >>transcript.txt; else sha256sum <"$file" >>transcript.txt; fi
    rm -f "$file"
  done
}

inputs() {
  mkdir -p in
  cp "$source_dir"/datasets/tiny/* in
  python3 - <<'PY'
import random
r = random.Random(3)
def edges(name, n, m, block):
    with open(name, "w") as f:
        seen = set()
        while len(seen) < m:
            u = r.randrange(n)
            v = (u // block * block + r.randrange(block)) % n if r.random() < 0.7 else r.randrange(n)
            if u != v and (min(u, v), max(u, v)) not in seen:
                seen.add((min(u, v), max(u, v)))
                f.write(f"{u + 1} {v + 1}\n")
edges("in/blocks.txt", 300, 2400, 20)
edges("in/sparse.txt", 200, 260, 10)
with open("in/items.txt", "w") as f:
    f.write("user,item\n")
    for u in range(120):
        for i in sorted({int(40 * r.random() ** 2) for _ in range(12)}): f.write(f"{u},{i}\n")
with open("in/pairs.txt", "w") as f:
    for _ in range(12): f.write("%d %d\n" % tuple(r.sample(range(1, 200), 2)))
with open("in/user_pairs.txt", "w") as f:
    for _ in range(8): f.write("%d %d\n" % tuple(r.sample(range(120), 2)))
with open("in/labels.csv", "w") as f:
    f.write("id,party,town\n")
    for u in range(1, 301): f.write(f"{u},{'abc'[u // 20 % 3]},{'xy'[r.randrange(2)]}\n")
with open("in/ratings.csv", "w") as f:
    f.write("user,item,value\n")
    for u in range(80):
        for i in r.sample(range(50), 8): f.write(f"{u},{i},{r.randrange(1, 6)}\n")
with open("in/likes.csv", "w") as f:
    f.write("user,item,value\n")
    for u in range(80):
        for i in r.sample(range(50), 8): f.write(f"{u},{i},1\n")
open("in/items_of_ratings.txt", "w").write("".join(f"{i}\n" for i in range(50)))
open("in/users_of_ratings.txt", "w").write("".join(f"{u}\n" for u in range(80)))
with open("in/survey.csv", "w") as f:
    f.write("age,vote\n")
    for _ in range(400): f.write(f"{r.choice(['young', 'middle', 'old'])},{r.choice(['yes', 'no'])}\n")
PY
}

graphs() {
  play info info in/blocks.txt --json
  play info-table info in/karate.txt
  play convert convert in/messy.txt -o out.ecsr --json
  play info-messy info in/messy.txt --json
  play info-metis info in/octahedron.graph --json
  play info-matrix info in/petersen.mtx --json
  play info-bipartite info in/items.txt --bipartite --json
  play mixing mixing in/karate.txt --seed 1 -e 3 --runs 2 --json
  play mixing-arcs mixing in/karate.txt --directed --seed 1 -e 3 --runs 2 --json
  play reciprocity reciprocity in/karate.txt --seed 1 -e 3 --runs 2 --json
  play cores cores in/karate.txt --seed 1 -e 3 --runs 2 --json
  play centrality centrality in/karate.txt --seed 1 -e 3 --runs 2 --json
  play communities communities in/karate.txt --seed 1 -e 3 --runs 2 --json
  for codec in ppr nullspace bitmap auto; do play "butterflies-$codec" butterflies in/items.txt --codec $codec --seed 1 -e 3 --runs 2 --json; done
  local codec seed threads
  for codec in auto ppr nullspace bitmap; do
    for seed in 1 7; do
      for threads in 1 8; do
        play "triangles-$codec" triangles in/blocks.txt --codec $codec --seed $seed --threads $threads --json
        play "cycles-$codec" cycles in/blocks.txt --codec $codec --seed $seed --threads $threads -e 3 --json
        play "degrees-$codec" degrees in/blocks.txt --codec $codec --seed $seed --threads $threads --stars 2,3 --clustering --json
        play "homophily-$codec" homophily in/blocks.txt --labels in/labels.csv --codec $codec --seed $seed --threads $threads -e 3 --matrix --json
        play "common-$codec" common-neighbors in/blocks.txt --pairs in/pairs.txt --codec $codec --seed $seed --threads $threads -e 2 --each --json
      done
    done
  done
  play triangles-default triangles --seed 1
  play triangles-uniform triangles in/blocks.txt --preset uniform --seed 1 --json
  play triangles-sweep triangles in/blocks.txt -e 0.1,1,4,16 --seed 1 --runs 3 --json
  play triangles-each triangles in/blocks.txt --seed 1 --runs 3 --each --json
  play triangles-published triangles in/blocks.txt --preset published --seed 1 --json
  play triangles-by-hand triangles in/blocks.txt --split degree=0.1,edges=0.72,count=0.18 --codec ppr --alpha 1.5 --level 7 --kappa 40 --margin 3 --seed 1 --json
  play triangles-neighbors triangles in/blocks.txt --clip neighbors --chunk-rule true-degree --seed 1 --json
  play triangles-by-id triangles in/blocks.txt --order id --seed 1 --no-exact --json
  play triangles-random triangles in/blocks.txt --order random --seed 1 --prefer bytes --json
  play triangles-limits triangles in/blocks.txt --max-upload 40 --seed 1 --json
  play triangles-sparse triangles in/sparse.txt -e 0.5,8 --nodes 250 --seed 1
  local length rule
  for length in 3 4 5; do
    for rule in peak middle; do [[ $length$rule == 4middle ]] || play "cycles-$length-$rule" cycles in/blocks.txt --length $length --rule $rule -e 8 --seed 1 --runs 2 --json; done
  done
  local method
  for method in one-round local-lap own-caps; do play "stars-$method" degrees in/blocks.txt --stars 2 --method $method --seed 1 -e 2 --json; done
  play degrees-files degrees in/blocks.txt --degrees d.tsv --sorted s.tsv --seed 1 -e 4 --json
  play triangles-file degrees in/blocks.txt --triangles t.tsv --seed 1 -e 4 --json
  keep_files
  for method in counts edges; do play "homophily-$method" homophily in/blocks.txt --labels in/labels.csv --columns party,town --method $method --seed 1 -e 4 --json; done
  play homophily-made homophily in/blocks.txt --generate-labels 4 --homophily 0.7 --mechanism laplace --seed 7 -e 4 --runs 2
  local measure
  for method in double-source single-source one-round naive; do
    play "common-$method" common-neighbors in/blocks.txt --pairs in/pairs.txt --method $method --seed 1 -e 2 --json
    play "items-$method" common-neighbors in/items.txt --bipartite --pairs in/user_pairs.txt --method $method --seed 1 -e 2 --each --json
  done
  for measure in cosine jaccard; do play "common-$measure" common-neighbors in/blocks.txt --sample 20 --measure $measure --seed 1 -e 4 --runs 2 --json; done
  for method in basic public-degrees separate-roles; do play "items-$method" common-neighbors in/items.txt --bipartite --sample 6 --variant $method --method single-source --seed 1 -e 2 --json; done
}

releases() {
  local codec
  for codec in auto ppr nullspace bitmap; do
    play "release-$codec" release in/blocks.txt -o r.eldp --ids r.ids --codec $codec --seed 1 -e 3 --json
    play inspect inspect r.eldp --json
    play query query r.eldp 3 30 --ids r.ids
    play query-pairs query r.eldp --pairs in/pairs.txt --ids r.ids --json
    play count-on-it triangles in/blocks.txt --release r.eldp --seed 7 --json
    play count-on-it-twice triangles in/blocks.txt --release r.eldp --seed 7 --json
    play cycles-on-it cycles in/blocks.txt --release r.eldp --seed 7 --json
    play degrees-of-it degrees --release r.eldp --stars 2 --no-exact --json
    keep_files
  done
  local ratings values
  for codec in auto ppr nullspace bitmap; do
    ratings=in/ratings.csv values=1,2,3,4,5
    [[ $codec == nullspace ]] && ratings=in/likes.csv values=1  # its rows are binary
    play "vectors-$codec" vectors encode $ratings -o v.eldv --users in/users_of_ratings.txt --items in/items_of_ratings.txt --values $values --codec $codec -e 4 --seed 1 --json
    play stats vectors stats v.eldv --top 5 --item 3 7 --user 2 --common 1 2 --truth $ratings --json
    play decode vectors decode v.eldv --user 4 --json
    keep_files
  done
}

tools() {
  local mechanism
  for mechanism in k-ary laplace laplace-calibrated exponential staircase; do
    play "show-$mechanism" channel show --mechanism $mechanism --size 5 -e 1.5 --json
    play "loss-$mechanism" channel loss --mechanism $mechanism --size 5 -e 1.5 --json
  done
  for mechanism in 'brr*' rr-with-prior block; do play "show-$mechanism" channel show --mechanism "$mechanism" --size 3 --prior 0.6,0.3,0.1 -e 1 --json; done
  play sample channel sample in/survey.csv --column age --categories young,middle,old --seed 1
  cp out.log reports.csv
  play estimate channel estimate reports.csv --column age --categories young,middle,old --json
  play likelihood channel estimate reports.csv --column age --categories young,middle,old --method likelihood
  keep_files
  play plan channel plan --sizes 2,3,5 -e 2 --json
  local model
  for model in affiliation holme-kim rmat erdos-renyi; do play "generate-$model" dataset generate $model --nodes 200 --edges 900 --seed 3 -o g.txt --json; keep_files; done
  play list dataset list --json
  # Which settings nothing beats, time is asked too.
  play tune tune in/blocks.txt -e 1,4 --all --json
  play tune-made tune --nodes 400 -e 1 --seed 2 --all --json
  play audit audit triangles --runs 60 --seed 5 --codec bitmap --json
  play coverage bench coverage in/blocks.txt --verb degrees --runs 4 --seed 3 --json
  play download bench download-cost in/blocks.txt --runs 2 --seed 1 --out sweep --json
  rm -f sweep.csv  # sweep.jsonl with times in columns
  keep_files
  play pairs bench pairs --users 50 --items 400 --pairs 100 --repetitions 1 --json
  play experiments reproduce --list
  play "experiment" reproduce 002/table-3
}

refusals() {
  local expected=2
  play no-verb triangle in/karate.txt
  play no-option triangles in/karate.txt --epsilom 1
  play bad-budget triangles in/karate.txt -e 1,-2
  play items-as-users triangles in/items.txt
  play bad-split triangles in/karate.txt --split 1,2,3 --codec ppr
  play split-too-large triangles in/karate.txt -e 64 --codec ppr --split 0.01,0.98,0.01
  play graph-as-release inspect in/karate.txt
  play short-release query in/karate.txt 1 2 --numbers
  play labels homophily in/blocks.txt --labels in/survey.csv --seed 1
  play no-column channel sample in/survey.csv --column height --categories a,b --seed 1
  play bad-channel channel show --mechanism block --size 3 --prior 1,2
  play length cycles in/karate.txt --length 9
  expected=3
  play no-file triangles in/none.txt
  play no-output release in/karate.txt -o none/r.eldp --seed 1
  expected=0
  local verb
  for verb in info triangles common-neighbors degrees cycles homophily release inspect query tune vectors channel dataset bench audit reproduce; do play "help" $verb --help; done
}

# Called again for each program, in a folder where it has the name that users call.
play_all() {
  cd "$1" || exit
  mkdir -p bin && ln -sf "$2" bin/edgeldp && rm -f transcript.txt
  commands=0 surprises=0
  inputs
  graphs
  releases
  tools
  refusals
  echo "$commands commands with $2"
  ((surprises == 0)) || { echo "same_answers.sh: $surprises of them do not play what they are for" >&2; return 1; }
}

mkdir -p "$folder/old" "$folder/new"
(play_all "$folder/old" "$old") && (play_all "$folder/new" "$new") || exit 3
if ! diff -u "$folder/old/transcript.txt" "$folder/new/transcript.txt" >"$folder/differences.txt"; then
  head -n 200 "$folder/differences.txt"
  grep -cE '^[-+][^-+]' "$folder/differences.txt" | sed "s|\$| lines differ; all are in $folder/differences.txt|"
  exit 1
fi
echo "the same answers"
[[ $# -ge 3 ]] || rm -rf "$folder"
