# SPDX-License-Identifier: MIT
# Forms of graph files that others publish: sizes and kinds in headers, pairs of files, names of users.
source "$(dirname "$0")/../support/cli.sh"
tiny=$source_dir/datasets/tiny

# KONECT: a bipartite file is no graph of users; the numbers of the second line are checked and declare users.
printf '%% bip unweighted\n%% 3 2 4\n1 1\n2 1\n2 2\n' >out.visits
for verb in info triangles degrees "cycles --length 3" "release -o x.eldp" common-neighbors; do
  expect 2 "$verb of KONECT bip" "$edgeldp" $verb out.visits
  contains "$verb of KONECT bip" "$err" 'its first line says "% bip". Read it as one (info --bipartite'
done
[[ -e x.eldp ]] && fail "a refused graph left a release"
expect 0 "KONECT, both sides" "$edgeldp" info --bipartite out.visits --json
contains "KONECT, both sides" "$out" '"left":{"nodes":2,'
contains "KONECT, both sides" "$out" '"right":{"nodes":4,'
expect 0 "KONECT, butterflies" "$edgeldp" butterflies out.visits --seed 1 --json
contains "KONECT, butterflies" "$out" '"users_declared":true,"items_declared":true'
expect 2 "declared twice" "$edgeldp" info --bipartite out.visits --nodes 9
contains "declared twice" "$err" "the format of out.visits says how many there are"
printf '%% sym positive\n%% 4 5 5\n1 2 1\n2 3 1\n1 3 2\n2 1 1\n' >out.friends
expect 0 "KONECT sym" "$edgeldp" info out.friends --json
contains "KONECT sym" "$out" '"nodes":5,"users_declared":true,"edges":3,"triangles":1'
contains "KONECT sym" "$err" "further columns (weights, times) are ignored; edges in both directions are merged"
head -n 5 out.friends >out.cut
expect 2 "KONECT cut off" "$edgeldp" info out.cut
contains "KONECT cut off" "$err" "out.cut: line 2 says that 4 edges follow, but out.cut has 3"
expect 0 "a plain list" "$edgeldp" info out.cut --format edge-list --json
same "nodes of the plain list" "$(json nodes)" 3

# TriangleLDP's edges.csv: the second line declares users from 0.
printf '#nodes\n5\nnode,node\n0,1\n1,2\n0,2\n' >edges.csv
expect 0 "edges.csv" "$edgeldp" info edges.csv --json
contains "edges.csv" "$out" '"nodes":5,"users_declared":true,"edges":3,"triangles":1'
expect 0 "edges.csv is released" "$edgeldp" release edges.csv -o edges.eldp --seed 1 --json
expect 0 "with its ids" "$edgeldp" query edges.eldp 0 4 --json
printf '0,5\n' >>edges.csv
expect 2 "too large an id" "$edgeldp" info edges.csv
contains "too large an id" "$err" "says that there are 5 vertices (ids from 0), but an edge of edges.csv names 5"

# NAME.e and NAME.meta, whichever is named; zipped as well.
printf '0 3\n1 4\n1 2\n' >likes.e
printf '2\n4\n3\n' >likes.meta
for name in likes.e likes.meta; do
  expect 0 "$name" "$edgeldp" info --bipartite $name --json
  contains "$name" "$out" '"left":{"nodes":2,'
  contains "$name" "$out" '"right":{"nodes":4,'
  expect 2 "$name as a graph" "$edgeldp" triangles $name
  contains "$name as a graph" "$err" "the sizes of two sides are in likes.meta. Read it as one (info --bipartite"
done
printf '2\n4\n7\n' >likes.meta
expect 2 "edges of .meta" "$edgeldp" butterflies likes.e
contains "edges of .meta" "$err" "likes.meta says that 7 edges follow, but likes.e has 3"
printf '1\n4\n3\n' | gzip >likes.meta.gz
gzip -f likes.e && rm likes.meta
expect 2 "sizes of .meta" "$edgeldp" info --bipartite likes.e.gz
contains "sizes of .meta" "$err" "likes.meta.gz says that there are 1 left vertices, but in likes.e.gz their ids are 0 to 1"
rm likes.e.gz
expect 3 ".meta alone" "$edgeldp" info --bipartite likes.meta.gz
contains ".meta alone" "$err" "likes.e"

# Matrices of any shape: rows are users.
printf '%%%%MatrixMarket matrix coordinate pattern general\n2 3 2\n1 1\n2 3\n' >wide.mtx
expect 0 "a matrix of users and items" "$edgeldp" info --bipartite wide.mtx --json
contains "a matrix of users and items" "$out" '"right":{"nodes":3,'
expect 2 "... is no graph" "$edgeldp" info wide.mtx
contains "... is no graph" "$err" "--bipartite"
expect 2 "METIS has one kind of vertices" "$edgeldp" info --bipartite "$tiny/octahedron.graph"

# Names that are not numbers: only where --names says so.
printf 'source,target\nAlice Smith,bob\nbob,carol\nAlice Smith,carol,0.5\ndave\n' >names.csv
printf 'alice bob\n' >one.txt
expect 2 "names" "$edgeldp" info names.csv
contains "names" "$err" 'line 2: expected two vertex ids from 0 to 18446744073709551615 (--names reads names that are not numbers), found "Alice Smith,bob"'
expect 2 "one line of names" "$edgeldp" info one.txt
contains "one line of names" "$err" "--names"
expect 0 "--names" "$edgeldp" info names.csv --names --json
contains "--names" "$out" '"nodes":4,"users_declared":false,"edges":3,"triangles":1'
contains "--names" "$err" "the line that names the columns is skipped; further columns (weights, times) are ignored; lines with one id name users without an edge"
expect 2 "--names of a matrix" "$edgeldp" info "$tiny/petersen.mtx" --names --format matrix-market
contains "--names of a matrix" "$err" "--names reads files whose users have names"
expect 2 "--names and --nodes" "$edgeldp" info names.csv --names --nodes 9
contains "--names and --nodes" "$err" "--users FILE"
expect 2 "--names of nothing" "$edgeldp" info --names
printf 'dave\nerin\nbob\ncarol\nAlice Smith\n' >members.txt
expect 0 "declared names" "$edgeldp" info names.csv --names --users members.txt --json
contains "declared names" "$out" '"nodes":5,"users_declared":true,"edges":3'
head -n 3 members.txt >few.txt
expect 2 "a name that is not declared" "$edgeldp" info names.csv --names --users few.txt
contains "a name that is not declared" "$err" 'the graph names user "Alice Smith", who is not declared'

# ... in labels, pairs, files of degrees.
printf 'who,party\nAlice Smith,red\nbob,blue\ncarol,red\ndave,blue\n' >party.csv
expect 0 "labels of names" "$edgeldp" homophily names.csv --names --labels party.csv --values red,blue --seed 1 -e 20 --json
lacks "labels of names" "$err" "dropped"
expect 2 "labels without a heading" "$edgeldp" homophily names.csv --names --labels <(tail -n +2 party.csv) --values red,blue
contains "labels without a heading" "$err" "--no-heading"
sed '/carol/d' party.csv >gap.csv
expect 2 "who has no label" "$edgeldp" homophily names.csv --names --labels gap.csv --values red,blue
contains "who has no label" "$err" 'user carol has no value of "party"'
printf 'bob,Alice Smith\ncarol,dave\n' >pairs.csv
expect 0 "pairs of names" "$edgeldp" common-neighbors names.csv --names --pairs pairs.csv --each --seed 1 --json
contains "pairs of names" "$(head -n 1 <<<"$out")" '"first":"bob","second":"Alice Smith"'
printf 'bob,erin\n' >unknown.csv
expect 2 "nobody's name" "$edgeldp" common-neighbors names.csv --names --pairs unknown.csv
contains "nobody's name" "$err" "unknown.csv: line 1: no user has the label erin"
expect 2 "names without --names" "$edgeldp" common-neighbors out.friends --pairs pairs.csv
contains "names without --names" "$err" "--names"
expect 0 "degrees of names" "$edgeldp" degrees names.csv --names --degrees degrees.tsv --seed 1
same "names in the file of degrees" "$(cut -f1 degrees.tsv | tr '\n' '|')" "label|Alice Smith|bob|carol|dave|"
printf 'ann jazz\nbob jazz\nann rock\nbob rock\n' >taste.txt
expect 0 "names of users and items" "$edgeldp" common-neighbors taste.txt --bipartite --names --pairs <(echo "bob ann") --each --seed 1 --json
contains "names of users and items" "$(head -n 1 <<<"$out")" '"first":"bob","second":"ann"'

# ... and beside a release, which holds numbers alone.
expect 2 "names inside a release" "$edgeldp" release names.csv --names --with-ids -o names.eldp
contains "names inside a release" "$err" "--ids FILE"
expect 0 "names beside a release" "$edgeldp" release names.csv --names --ids names.ids -o names.eldp --seed 1 --json
contains "names beside a release" "$out" '"holds_ids":false'
grep -aq -e alice -e bob names.eldp && fail "a release holds names"
expect 0 "a query by name" "$edgeldp" query names.eldp --names --ids names.ids "Alice Smith" dave --json
contains "a query by name" "$out" '"u":"Alice Smith","v":"dave","noisy_edge":'
named=$(json noisy_edge)
expect 0 "the same by number" "$edgeldp" query names.eldp --numbers 0 3 --json
same "a query by name or number" "$(json noisy_edge)" "$named"
expect 0 "queries by name" "$edgeldp" query names.eldp --names --ids names.ids --pairs pairs.csv --json
same "queries by name" "$(wc -l <stdout.txt)" 2
expect 2 "a query of nobody" "$edgeldp" query names.eldp --names --ids names.ids bob erin
contains "a query of nobody" "$err" 'the name "erin" is not in names.ids'
expect 2 "a query by name without the file" "$edgeldp" query names.eldp --names bob dave
contains "a query by name without the file" "$err" "--ids"
expect 2 "a name for a number" "$edgeldp" query names.eldp --numbers bob dave
contains "a name for a number" "$err" '"bob" is no number of a user: names of users need --names and --ids'
expect 0 "declared names are not stored either" "$edgeldp" release names.csv --names --users members.txt -o names.eldp --seed 1 --json
contains "declared names are not stored either" "$out" '"holds_ids":false'
finish
