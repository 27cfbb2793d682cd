# SPDX-License-Identifier: MIT
# Twelve budgets, four codecs, four ways to divide them, five odd graphs: each run ends within 10 s of processor time
# with finite numbers, or is refused with the reason and a codec that serves; releases are read back.
# A third argument is the number of users (40). With it every cell is played and every release read back; otherwise a third
# of the cells, with every three of graph, codec, division and budget together, and one release in seven.
source "$(dirname "$0")/../support/cli.sh"
users=${3:-40}
every=$(($# > 2 ? 1 : 7)) share=$(($# > 2 ? 1 : 3))

# METIS: the header says how many users there are, so that a graph may have no edge.
metis() { awk -v n="$users" -v kind="$1" '
  function joined(u, v) {
    if (u == v || kind == "empty") return 0
    if (kind == "star") return u == 1 || v == 1
    if (kind == "clique") return 1
    if (kind == "sparse") return (u - v) ^ 2 == 1 || (u % 7 == 0 && v % 7 == 0 && (u - v) ^ 2 == 49)
    return (u % 2 != v % 2) && (u + v) % 3 != 0  # bipartite
  }
  BEGIN {
    for (u = 1; u <= n; ++u) for (v = 1; v <= n; ++v) if (joined(u, v)) { list[u] = list[u] " " v; ++ends }
    print n, ends / 2
    for (u = 1; u <= n; ++u) print list[u]
  }' >"$1.metis"; }

declare -A division=([planned]="" [uniform]="--preset uniform" [published]="--preset published" [by-hand]="--split degree=0.1,size=0.1,edges=0.4,count=0.4")
cells=0 refusals=0 longest=0 turn=0

limited() { (ulimit -t 10; exec "$edgeldp" "$@" --seed 1 --threads 1 --json) }

# run CELL arguments...: in $code and $out; a run beyond its limit is a failure.
TIMEFORMAT='%3U %3S'
run() {
  local cell=$1 user system
  shift
  { time limited "$@" >stdout.txt 2>stderr.txt </dev/null; } 2>time.txt
  code=$?
  read -r user system <time.txt
  took=$((10#${user/./} + 10#${system/./}))
  ((took > longest)) && longest=$took slowest=$cell
  out=$(<stdout.txt)
  ((code < 128)) || fail "$cell: took more than 10 s of processor time (exit $code)"
}

# judge CELL CODEC DIVISION: finite numbers, or a refusal that is one.
judge() {
  local cell=$1
  if ((code == 0)); then
    [[ $out =~ \"estimate\":-?[0-9] && $out =~ \"standard_error\":([0-9]|null) ]] || fail "$cell: no finite estimate: ${out:0:300}"
    [[ $out =~ \"upload_bytes\":[0-9] && $out =~ \"private\":true ]] || fail "$cell: ${out:0:300}"
  elif ((code == 2)); then
    refusals=$((refusals + 1))
    [[ -z $out ]] || fail "$cell: a refusal prints a result"
    # What is planned fits every codec; by hand ppr can be given more than it can encode.
    [[ $2 == ppr && $3 != planned && $3 != uniform && $(<stderr.txt) =~ nullspace|bitmap ]] || fail "$cell: refused: $(<stderr.txt)"
  else
    ((code < 128)) && fail "$cell: exit $code: $(<stderr.txt)"
  fi
}

for graph in empty star clique sparse bipartite; do
  metis "$graph"
  turn=$((turn + 2))
  for codec in auto ppr nullspace bitmap; do
    turn=$((turn + 1))
    for divided in planned uniform published by-hand; do
      turn=$((turn + 1))
      for epsilon in 0.001 0.01 0.05 0.1 0.5 1 2 4 8 16 32 64; do
        turn=$((turn + 1))
        ((turn % share == 0)) || continue
        cell="$graph, $codec, $divided, epsilon $epsilon"
        options=(--epsilon "$epsilon" --codec "$codec" ${division[$divided]})
        run "$cell" triangles "$graph.metis" --format metis --no-exact "${options[@]}"
        judge "$cell" "$codec" "$divided"
        first=$code
        if ((cells++ % every == 0)); then
          run "$cell, release" release "$graph.metis" --format metis -o r.eldp "${options[@]}"
          ((code == first)) || fail "$cell: exit $first, but $code for a release: $(<stderr.txt)"
          if ((code == 0)); then
            run "$cell, read back" triangles "$graph.metis" --format metis --no-exact --release r.eldp
            judge "$cell, read back" "$codec" planned
          fi
        fi
      done
    done
  done
done
echo "$cells cells, $refusals of them refused; the longest run took $longest ms: $slowest"
((cells == 960 / share)) || fail "$cells cells"

# No user at all, and budgets that are none.
printf '0 0\n' >nobody.metis
for codec in auto ppr nullspace bitmap; do
  expect 2 "nobody, $codec" "$edgeldp" triangles nobody.metis --format metis --codec "$codec"
  for epsilon in 0 -1 nan inf 65 1e-11; do
    expect 2 "$codec, epsilon $epsilon" "$edgeldp" triangles sparse.metis --format metis --codec "$codec" --epsilon "$epsilon"
    contains "$codec, epsilon $epsilon" "$err" "epsilon"
  done
done
finish
