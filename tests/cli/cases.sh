# SPDX-License-Identifier: MIT
# Troubles that people had with files of graphs, budgets and collections, as their public trackers tell
# them: each with an input made here, what is right, and what the program says. Prints a table.
source "$(dirname "$0")/../support/cli.sh"
rm -rf ./*
shopt -s nullglob

# row NUMBER WHAT EXPECTED GOT: a line of the table, and whether both agree (GOT may be longer).
rows=() wrong=0
row() {
  local verdict=right
  [[ $4 == *"$3"* ]] || { verdict=WRONG; wrong=$((wrong + 1)); fail "case $1 ($2): expected '$3', got '$4'"; }
  rows+=("$(printf '%-4s %-46s %-5s %s' "$1" "$2" "$verdict" "${3:0:70} | ${4:0:110}")")
}

# facts FILE OPTIONS...: "users edges triangles", and what was said; or the refusal.
facts() {
  "$edgeldp" info "$@" --json >facts.json 2>facts.err </dev/null
  local code=$?
  if [[ $code != 0 ]]; then
    echo "exit $code: $(tr '\n' ' ' <facts.err)"
    return
  fi
  local key
  for key in nodes edges triangles; do grep -oE "\"$key\":[0-9]+" facts.json | head -n 1 | cut -d: -f2; done | tr '\n' ' '
  tr '\n' ' ' <facts.err
}
reads() { row "$1" "$2" "$3" "$(facts "${@:4}")"; }
# refuses NUMBER WHAT WORDS FILE OPTIONS...: exit 2, and the words.
refuses() {
  local got
  got=$(facts "${@:4}")
  [[ $got == "exit 2: "* ]] || got="not refused: $got"
  row "$1" "$2" "$3" "${got#exit 2: }"
}
# says NUMBER WHAT FACTS WORDS FILE OPTIONS...: read so, and with those words.
says() {
  local got
  got=$(facts "${@:5}")
  [[ $got == "$3 "* && $got == *"$4"* ]] && got="$3, $4"
  row "$1" "$2" "$3, $4" "$got"
}

# Ten circles of five people who know each other, in a ring: 50 people, 110 contacts, 100 triangles.
awk 'BEGIN { for (c = 0; c < 10; ++c) { for (a = 0; a < 5; ++a) for (b = a + 1; b < 5; ++b) print 5*c + a, 5*c + b;
  print 5*c + 4, (5*c + 5) % 50 } }' >ring.txt
truth="50 110 100"
neighbors() {  # from 1, a line a vertex
  awk -v s="$1" '{ l[$1] = l[$1] s ($2 + 1); l[$2] = l[$2] s ($1 + 1) } END { for (i = 0; i < 50; ++i) print substr(l[i], 2) }' ring.txt
}
named() { awk -v s="$1" '{ print "P" $1 s "P" $2 }' ring.txt; }
triangle="3 3 1"

# ---- reading ----
printf '1 2\n2 2\n2 3\n1 3\n3 3\n3 4\n' >loops.txt
reads 01 "loops" "4 4 1" loops.txt
printf '1\t2\n2\t3\n3\t1\n3\t4\n4\t5\n5\t6\n6\t4\n' >cycle.tsv
says 03 "a directed cycle" "6 7 2" "directions are forgotten" cycle.tsv
{ printf '# by hand\n# GMT today\n'; awk '{ l[$1] = l[$1] " " $2 } END { for (i = 0; i < 50; ++i) print i l[i] }' ring.txt; } >ring.adjlist
reads 04 "adjacency list of networkx" "$truth" ring.adjlist
cp ring.adjlist adj.txt
refuses 04 "the same as .txt" "--format adjacency-list" adj.txt
reads 04 "the same, named" "$truth" adj.txt --format adjacency-list
sed 's/\([0-9][0-9]*\)/P\1/g; /^#/d' adj.txt >adjnames.txt
refuses 04 "of names" "adjacency list" adjnames.txt --names
{ echo "50 110"; neighbors " "; } >metis.txt
refuses 06 "METIS as .txt" "--format metis" metis.txt
refuses 06 "METIS as .txt, with --names" "METIS" metis.txt --names
reads 06 "METIS, named" "$truth" metis.txt --format metis
matrix() { awk -v s="$1" '{ m[$1, $2] = m[$2, $1] = 1 } END { for (i = 0; i < 50; ++i) { r = ""; for (j = 0; j < 50; ++j) r = r s (m[i, j] + 0); print substr(r, length(s) + 1) } }' ring.txt; }
matrix " " >matrix.txt; matrix "," >matrix.csv; matrix ";" >matrix2.csv
for f in matrix.txt matrix.csv matrix2.csv; do refuses 07 "a 0/1 matrix, $f" "looks like a matrix" $f; done
refuses 07 "a 0/1 matrix, --names" "looks like a matrix" matrix.csv --names
{ echo "50 110"; awk '{ print $1 + 1, $2 + 1 }' ring.txt; } >nm.txt
refuses 08 "n m first" "a line of sizes" nm.txt
{ echo "50 50 110"; awk '{ print $1 + 1, $2 + 1 }' ring.txt; } >nnm.txt
refuses 08 "n n m first" "a line of sizes" nnm.txt
{ echo 50; cat ring.txt; } >n.txt
refuses 08 "n alone first" "a line of sizes" n.txt
{ echo time,source,target; awk '{ print NR % 40 "," $1 "," $2 }' ring.txt | sort -n; } >time.csv
reads 09 "time, source, target" "$truth" time.csv
tail -n +2 time.csv | sed 's/^/10/' | sort -t, -k1n >notime.csv
refuses 09 "time first, no heading" "columns 2 and 3" notime.csv
named $'\tpp\t' >net.sif
reads 11 "SIF" "$truth" net.sif
reads 11 "SIF, --names" "$truth" net.sif --names
cp net.sif sif.tsv
refuses 11 "SIF as .tsv" "--format sif" sif.tsv --names
{ printf 'subject\tpredicate\tobject\n'; named $'\tpp\t'; } >triples.tsv
reads 11 "subject, predicate, object" "$truth" triples.tsv --names
awk '{ print $1, 1000 + NR % 2, $2 }' ring.txt >numbers.txt
refuses 11 "a relation as a number" "SIF or triples" numbers.txt
printf ',source,target\n0,11,12\n1,12,13\n2,11,13\n3,13,14\n' >pandas.csv
reads 12 "pandas with its index" "4 4 1" pandas.csv
printf 'EdgeId,Source,Target\n1,11,12\n2,12,13\n3,11,13\n4,13,14\n' >edgeid.csv
reads 12 "EdgeId first" "4 4 1" edgeid.csv
printf '"V1" "V2"\n"1" 11 12\n"2" 12 13\n"3" 11 13\n"4" 13 14\n' >r.txt
reads 12 "row names of R" "4 4 1" r.txt
reads 12 "row names of R, --names" "4 4 1" r.txt --names
printf '#cats ann\n#cats bob\nann bob\n#dogs ann\n#dogs bob\n' >tags.txt
says 14 "names that begin with #" "2 1 0" "look like edges" tags.txt --names
printf '1 2\n#2 3\n1 3\n' >marked.txt
says 14 "numbers behind #" "3 2 0" "look like edges" marked.txt
printf "0 1 {'weight': 3}\n1 2 {}\n0 2 {'since': 2019, 'note': 'a, b'}\n" >braces.edgelist
reads 15 "dictionaries behind edges" "$triangle" braces.edgelist
printf '18446744073709551615 18446744073709551614\n18446744073709551614 9\n' >u64.txt
reads 18 "ids below 2^64" "3 2 0" u64.txt
printf -- '-37 12\n12 8\n-37 8\n' >signed.txt
refuses 18 "signed ids" "--names" signed.txt
reads 18 "signed ids, --names" "$triangle" signed.txt --names
printf '8278237827 15830\n8237827382738273827382 2111364\n' >long.txt
refuses 18 "long ids" "--names" long.txt
printf '1.0 2.0\n2.0 3.0\n1.0 3.0\n' >floats.txt
refuses 19 "decimals" "written as decimals" floats.txt
printf '1 2\n1e+05 2\n' >e.txt
refuses 19 "1e+05" "written as decimals" e.txt
printf '\357\273\277Source;Target\r\n1;2\r\n2;3\r\n1;3\r\n' >semicolons.csv
reads 21 "semicolons" "$triangle" semicolons.csv
printf '"Source","Target"\r\n"1","2"\r\n"2","3"\r\n"1","3"\r\n' >quoted.csv
reads 21 "quoted numbers" "$triangle" quoted.csv
printf 'source,target\n1,2\n2,3\nsource,target\n1,3\n' >two.csv
says 23 "a second heading" "$triangle" "stands in the middle too" two.csv
sed 's/1/ann/; s/2/bob/; s/3/cay/' two.csv >twonames.csv
says 23 "a second heading, names" "$triangle" "stands in the middle too" twonames.csv --names
gzip -c ring.txt >a.gz
cat a.gz a.gz >twice.gz
reads 24 "two members of gzip" "$truth" twice.gz
head -c 200 a.gz >cut.gz
refuses 24 "a cut one" "corrupt or truncated gzip data" cut.gz
{ cat a.gz; head -c 600 /dev/zero; } >padded.gz
reads 24 "zeros behind gzip" "$truth" padded.gz
{ cat a.gz; echo text; } >tail.gz
refuses 24 "text behind gzip" "something else behind them" tail.gz
for packer in bzip2:bz2 xz:xz zstd:zst; do
  command -v "${packer%:*}" >/dev/null || continue
  "${packer%:*}" -c <ring.txt >"ring.txt.${packer#*:}"
  reads 25 "packed by ${packer%:*}" "$truth" "ring.txt.${packer#*:}"
  head -c 150 "ring.txt.${packer#*:}" >"cut.txt.${packer#*:}"
  refuses 25 "the same, cut" "corrupt or truncated" "cut.txt.${packer#*:}"
done
printf 'PK\003\004\024\000\000\000' >net.zip
refuses 25 "zip" "unzip net.zip" net.zip
tar -cf - ring.txt | gzip >net.tar.gz
refuses 25 "tar" "tar -xf net.tar.gz" net.tar.gz
printf '%% by hand\n5\t4\n2\t3\n1\t3\n%% more\n1\t2\t4\n3\n\n' >tabs.graph
reads 27 "METIS with tabs" "5 4 1" tabs.graph
printf '4 4\n1 2\n0 2\n0 1 3\n2\n' >zero.graph
refuses 27 "METIS from 0" "neighbours from 1 to 4" zero.graph
printf '*Vertices 4\n1 "Ann Lee" 0.1 0.2\n2 "Bob" 0.3 0.4\n3 "Cay"\n4 "Dan"\n*Edges\n1 2 1\n2 3 1\n1 3 1\n3 4 1\n' >a.net
printf 'c a tail\np edge 4 4\ne 1 2\ne 2 3\ne 1 3\ne 3 4\n' >a.col
printf '<?xml version="1.0"?>\n<graphml><graph edgedefault="undirected">\n<node id="n0"/><node id="n1"/><node id="n2"/>\n<edge source="n0" target="n1"/><edge source="n1" target="n2"/>\n<edge source="n0" target="n2"/></graph></graphml>\n' >a.graphml
printf 'graph [\n  node [ id 1 ]\n  node [ id 2 ]\n  edge [ source 1 target 2 ]\n]\n' >a.gml
for names in "" --names; do
  cp a.net net.txt; cp a.graphml graphml.txt
  reads 28 "Pajek $names" "4 4 1" net.txt $names
  reads 28 "GraphML $names" "$triangle" graphml.txt $names
  refuses 28 "DIMACS $names" "is DIMACS" a.col $names
  refuses 28 "GML $names" "is GML" a.gml $names
done
printf '0\t0\n' >loop.txt
reads 30 "one loop" "1 0 0" loop.txt
printf '# nobody\n' >comments.txt
refuses 30 "comments alone" "no edge line" comments.txt
awk 'BEGIN { for (i = 1; i <= 200000; ++i) print 0, i }' >star.txt
row 32 "wedges beyond 2^32" '"wedges":19999900000' "$("$edgeldp" info star.txt --json 2>/dev/null)"

# ---- budgets ----
for e in 0 inf nan 1000; do
  row 33 "epsilon $e" "must lie in (0, 64]" "$("$edgeldp" triangles ring.txt --seed 1 -e $e 2>&1)"
done
row 33 "epsilon '1 '" '"epsilon":1' "$("$edgeldp" degrees ring.txt --seed 1 -e '1 ' --json 2>/dev/null)"
row 33 "epsilon 1/2" '"epsilon":0.5' "$("$edgeldp" degrees ring.txt --seed 1 -e 1/2 --json 2>/dev/null)"
row 33 "epsilon ln(3)" '"epsilon":1.0986' "$("$edgeldp" degrees ring.txt --seed 1 -e 'ln(3)' --json 2>/dev/null)"
row 33 "epsilon 1,5" "two budgets, 1 and 5" "$("$edgeldp" degrees ring.txt --seed 1 -e 1,5 2>&1 >/dev/null)"
row 33 "epsilon half" "is no number" "$("$edgeldp" degrees ring.txt --seed 1 -e half 2>&1)"
row 34 "unbounded" "not usable" "$("$edgeldp" triangles loops.txt -e 0.1 --seed 3 2>/dev/null)"
row 34 "no NaN in JSON" 0 "$("$edgeldp" triangles loops.txt -e 0.1 --seed 3 --json 2>/dev/null | grep -ciE 'nan|inf[^ol]')"
"$edgeldp" release ring.txt -e 0.7 -o r.eldp -q 2>/dev/null
"$edgeldp" triangles ring.txt --release r.eldp -q >/dev/null 2>&1
row 36 "a second count" "a user has spent" "$("$edgeldp" triangles ring.txt --release r.eldp -q 2>&1)"
"$edgeldp" triangles ring.txt --release r.eldp -e 2 -q >/dev/null 2>&1
said=$("$edgeldp" inspect r.eldp 2>/dev/null | tr -s ' \n' ' ')
[[ $said == *"0.7 in all. By now each has spent at most 0.9"*" of it"* ]] && said="spent 0.99 of 0.7"
row 36 "words on what was spent" "0.7" "${said/spent 0.99 of 0.7/as if within}"
awk 'BEGIN { print "age"; for (i = 0; i < 3000; ++i) print (i % 10 < 5 ? "young" : i % 10 < 8 ? "middle" : "old") }' >survey.csv
"$edgeldp" channel sample survey.csv --column age --categories young,middle,old -e 0.5 --seed 1 >reports.csv 2>/dev/null
"$edgeldp" channel estimate reports.csv --column age --categories young,middle,old -e 3 >/dev/null 2>said.txt
row 38 "reports of another budget" "exit 2" "exit $?: $(tr '\n' ' ' <said.txt)"
awk '{ print $1 + 1 "," ($1 % 2 ? "left" : "right") }' <(seq 0 48) >shifted.csv
sed -i '1i id,side' shifted.csv
row 39 "labels that are shifted" "has no value" "$("$edgeldp" homophily ring.txt --labels shifted.csv --values left,right -e 8 --seed 1 2>&1)"
refuses 39 "--nodes 49" "who is not declared" ring.txt --nodes 49

# ---- collections ---- (40, 42 and 43 are of C++: graph_view_test.cpp and tests/concept)
printf 'p%02d\n' {1..6} >people.txt
"$edgeldp" collector create v --method degrees --people people.txt -e 2 --yes >/dev/null 2>&1 ||
  "$edgeldp" collector create v --method degrees --people people.txt -e 2 >/dev/null 2>&1
token() { awk -F'\t' -v n="$1" '$1 == n { print $2 }' v/private/tokens.tsv; }
join() { "$edgeldp" client join "$1.state" --from v/public --name "$1" --token "$(token "$1")" --contacts "$2" "${@:3}" 2>&1; }
printf '\357\273\277p02\r\n  p03 \r\np04\r\n' >contacts.txt
row 44 "contacts saved on Windows" "3 contacts" "$(join p01 contacts.txt)"
printf 'p01, p03\nAnn\n' >odd.txt
row 44 "a line of two names" "odd.txt: line 1" "$(join p02 odd.txt)"
printf 'Ann\np03\n' >unknown.txt
row 44 "a name that nobody has" "1 of 2 names is in the directory of people; not there: 'Ann'" "$(join p02 unknown.txt)"
printf 'Ann\nBob\n' >nobody.txt
row 44 "nobody known" "--allow-empty" "$(join p03 nobody.txt)"
row 44 "nobody known, as meant" "0 contacts" "$(join p03 nobody.txt --allow-empty)"
create() { "$edgeldp" collector create "$1" --method degrees --people "$2" -e 2 --yes 2>&1 || "$edgeldp" collector create "$1" --method degrees --people "$2" -e 2 2>&1; }
printf '\357\273\277ann\r\n  bob  \r\ncarol\r\n' >windows.txt
create w windows.txt >/dev/null
row 45 "people saved on Windows" "ann bob carol" "$(cut -f1 w/private/tokens.tsv | tr '\n' ' ')"
printf 'name,mail\nann,a@example.org\n' >table.csv
row 45 "two columns" "table.csv: line 1" "$(create x table.csv)"
printf 'ann\nbob\nann\n' >twice.txt
row 45 "a name twice" "twice.txt: line 3: 'ann' stands in line 1 too" "$(create y twice.txt)"
printf 'name\nann\nbob\n' >heading.txt
row 45 "a heading" "heading.txt: line 1" "$(create z heading.txt)"

port=$((20000 + RANDOM % 20000)) url=
"$edgeldp" collector serve v --listen 127.0.0.1:$port >served.txt 2>&1 &
server=$!
url=http://127.0.0.1:$port
for _ in {1..50}; do grep -q "$port" served.txt && break; sleep 0.1; done
"$edgeldp" collector status v >status.txt 2>&1
row 47 "status beside the server" "exit 0" "exit $?: $(tr '\n' ' ' <status.txt)"
printf 'p01\n' >one.txt
from() { timeout 20 "$edgeldp" client join "s$RANDOM.state" --from "$1" --name p04 --token "$(token p04)" --contacts one.txt 2>&1; }
row 50 "a slash behind the address" "1 contact" "$(from $url/)"
row 50 "capitals" "1 contact" "$(from HTTP://127.0.0.1:$port)"
row 50 "no scheme" "http://" "$(from 127.0.0.1:$port)"
kill $server
wait $server 2>/dev/null
"$edgeldp" client encode p01.state --from v/public --to out >/dev/null 2>&1
mkdir -p in
for f in out/*; do for i in 1 2 3; do cp "$f" "in/$i-${f##*/}"; done; done
row 48 "every message three times" "1 message taken, 2 known already" "$("$edgeldp" collector ingest v in 2>&1)"

# ---- ten more, which the reader did not handle when they were found ----
# Calpano/graphinout #65: vertices, a line "#", edges.
printf '1 ann\n2 bob\n3 cay\n#\n1 2\n2 3\n1 3\n' >a.tgf
refuses T1 "TGF (Calpano/graphinout #65)" "is TGF" a.tgf --names
# socnetv/app #62: a DL file in one line and in several.
printf 'DL, N=4, FORMAT = edgelist1\nDATA:\n1 2 1\n1 3 1\n' >a.dl
printf 'dl n=3\ndata:\n0 1 1\n1 0 1\n1 1 0\n' >b.dl
refuses T2 "DL of UCINET (socnetv/app #62)" "DL file of UCINET" b.dl --names
# gephi/gephi #1053: DOT.
printf 'digraph G {\n"1" -> "2";\n"2" -> "3";\n}\n' >a.dot
refuses T3 "DOT (gephi/gephi #1053)" "is DOT" a.dot --names
# networkx/networkx #8611: JSON of nodes and links.
printf '{"nodes": [{"id": 0}, {"id": 1}],\n"links": [{"source": 0, "target": 1}]}\n' >a.json
refuses T4 "JSON (networkx/networkx #8611)" "is JSON" a.json --names
# jshun/ligra #21: offsets and neighbours, a number a line, below a word.
printf 'AdjacencyGraph\n3\n6\n0\n2\n4\n1\n2\n0\n2\n0\n1\n' >a.adj
refuses T5 "AdjacencyGraph (jshun/ligra #21)" "AdjacencyGraph of Ligra" a.adj
# wonderwhy-er/DesktopCommanderMCP #610: what PowerShell redirects is UTF-16.
{ printf '\377\376'; printf '1 2\n2 3\n' | sed 's/./&\n/g' | tr -d '\n' | od -An -v -tx1 | tr -d ' \n' | sed 's/../\\x&\\x00/g' | xargs -0 printf '%b'; } >utf16.txt 2>/dev/null
refuses T6 "UTF-16 (wonderwhy-er/DesktopCommanderMCP #610)" "iconv -f UTF-16" utf16.txt
# WarrenWilkinson/read-csv #7: lines that end with CR alone.
printf 'source,target\r1,2\r2,3\r1,3\r' >mac.csv
refuses T7 "CR alone (WarrenWilkinson/read-csv #7)" "end with CR alone" mac.csv --names
# igraph/igraph #30: a missing end is a person called NA.
printf 'ann bob\nbob cay\ncay NA\ndan NA\n' >na.txt
says T8 "NA as a name (igraph/igraph #30)" "5 4 0" "stands for a missing one" na.txt --names
# gephi/gephi #681: GEXF; ids of edges are no ends.
printf '<?xml version="1.0"?>\n<gexf version="1.2"><graph defaultedgetype="undirected"><nodes>\n<node id="0" label="a"/><node id="1"/><node id="2"/></nodes><edges>\n<edge id="0" source="0" target="1"/><edge id="1" source="1" target="2"/><edge id="2" source="0" target="2"/>\n</edges></graph></gexf>\n' >a.gexf
reads T9 "GEXF (gephi/gephi #681)" "$triangle" a.gexf
# neo4j/apoc PR #398: a small file that unpacks to more than anything holds.
if command -v gzip >/dev/null; then
  head -c 120000000 /dev/zero | tr '\0' '\n' | gzip -9 >bomb.gz
  refuses T10 "a decompression bomb (neo4j/apoc PR #398)" "200 times as long" bomb.gz
fi

printf '%s\n' "case what                                           verdict expected | got" "${rows[@]}"
echo "${#rows[@]} rows, $wrong wrong"
finish
