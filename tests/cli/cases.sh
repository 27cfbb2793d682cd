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
  rows+=("$(printf '%-4s %-52s %-5s %s' "$1" "$2" "$verdict" "${3:0:70} | $(tr -s ' \n' ' ' <<<"${4:0:110}")")")
}

# facts FILE OPTIONS...: "users edges triangles", and what was said; or the refusal.
facts() {
  "$edgeldp" info "$@" --json >facts.json 2>facts.err </dev/null
  local code=$? key json said numbers=
  { json=$(<facts.json) said=$(<facts.err); } 2>/dev/null  # zero bytes are left out
  said="${said//$'\n'/ } "
  if [[ $code != 0 ]]; then
    echo "exit $code: $said"
    return
  fi
  for key in nodes edges triangles; do [[ $json =~ \"$key\":([0-9]+) ]] && numbers+="${BASH_REMATCH[1]} "; done
  echo "$numbers$said"
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
printf 'http://a.org/#me http://b.org/#x\nhttp://b.org/#x http://c.org/y\nhttp://a.org/#me http://c.org/y\n' >urls.txt
reads 14 "addresses with # inside" "$triangle" urls.txt --names
printf '1 2\n#2 3\n1 3\n' >marked.txt
says 14 "numbers behind #" "3 2 0" "look like edges" marked.txt
printf "0 1 {'weight': 3}\n1 2 {}\n0 2 {'since': 2019, 'note': 'a, b'}\n" >braces.edgelist
reads 15 "dictionaries behind edges" "$triangle" braces.edgelist
printf "0,1,{'weight': 3, 'since': 2019}\n1,2,{}\n0,2,{'note': 'a, b'}\n" >braces.csv
reads 15 "the same, apart by commas" "$triangle" braces.csv
reads 15 "the same, --names" "$triangle" braces.csv --names
printf '18446744073709551615 18446744073709551614\n18446744073709551614 9\n' >u64.txt
reads 18 "ids below 2^64" "3 2 0" u64.txt
printf -- '-37 12\n12 8\n-37 8\n' >signed.txt
refuses 18 "signed ids" "--names" signed.txt
printf -- '-3750763034362895579 12\n12 8\n' >signed64.txt
refuses 18 "signed ids of 64 bits" "--names" signed64.txt
reads 18 "signed ids, --names" "$triangle" signed.txt --names
printf '8278237827 15830\n8237827382738273827382 2111364\n' >long.txt
refuses 18 "long ids" "--names" long.txt
reads 18 "long ids, --names" "4 2 0" long.txt --names
printf '1.0 2.0\n2.0 3.0\n1.0 3.0\n' >floats.txt
refuses 19 "decimals" "written as decimals" floats.txt
printf '1 2\n1e+05 2\n' >e.txt
refuses 19 "1e+05" "written as decimals" e.txt
printf '1.000000000000000000e+00 2.000000000000000000e+00\n2.000000000000000000e+00 3.000000000000000000e+00\n' >np.txt
refuses 19 "numpy.savetxt" "written as decimals" np.txt
printf '3 3.0\n2 3\n1 3\n1 2\n' >m.graph
refuses 19 "a size of METIS as a decimal" "found \\\"3 3.0" m.graph
printf '\357\273\277Source,Target\r\n1,2\r\n2,3\r\n1,3\r\n' >utf8.csv
reads 21 "byte order mark, CR LF, heading" "$triangle" utf8.csv
printf '\357\273\277Source;Target\r\n1;2\r\n2;3\r\n1;3\r\n' >semicolons.csv
reads 21 "semicolons" "$triangle" semicolons.csv
printf '"Source","Target"\r\n"1","2"\r\n"2","3"\r\n"1","3"\r\n' >quoted.csv
reads 21 "quoted numbers" "$triangle" quoted.csv
printf 'source,target\n1,2\n2,3\nsource,target\n1,3\n' >two.csv
says 23 "a second heading" "$triangle" "stands in the middle too" two.csv
sed 's/1/ann/; s/2/bob/; s/3/cay/' two.csv >twonames.csv
printf '1 2 # met\n2 3 %% since 2019\n1 3 // told\n' >inline.txt
reads 23 "remarks behind edges" "$triangle" inline.txt
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
printf '5 4 011 1\n7 5 3 4 8\n7 2 3 3 2\n7 1 3 2 2\n7 1 8\n7\n' >heavy.graph
refuses 27 "weighted METIS, an end that is one-sided" "listed at one of its ends only" heavy.graph
printf '%%%% weights of vertices and edges\n5 4 011 1\n1 2 3 3 2 4 9\n1 1 3 3 4\n1 1 2 2 4\n1 1 9\n1\n' >weights.graph
reads 27 "METIS with weights" "5 4 1" weights.graph
printf '4 4\n2 3\n3\n4\n\n' >onesided.graph
refuses 27 "one-sided METIS" "the number of edges that follow, 2" onesided.graph
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
: >empty.txt
printf '\n  \n\t\n' >blank.txt
for f in empty comments blank; do refuses 30 "$f alone" "no edge line" $f.txt; done
row 30 "words for one user" "loop.txt: 1 user, triangles" "$("$edgeldp" triangles loop.txt -e 1 --seed 1 2>/dev/null)"
row 30 "no number where there is none" "unbounded not usable" "$("$edgeldp" triangles loop.txt -e 1 --seed 1 2>/dev/null | tr -s ' ')"
awk 'BEGIN { for (i = 1; i <= 200000; ++i) print 0, i }' >star.txt
row 32 "wedges beyond 2^32" '"wedges":19999900000' "$("$edgeldp" info star.txt --json 2>/dev/null)"
row 32 "2.7e24 stars of five" '"estimate":2.666' "$("$edgeldp" degrees star.txt -e 8 --seed 1 --stars 5 --json 2>/dev/null | grep -F '"5-stars"' | grep -oE '"estimate":[0-9.e+]+')"
row 32 "nothing is negative" 0 "$("$edgeldp" degrees star.txt -e 8 --seed 1 --stars 5 --json 2>/dev/null | grep -c '"estimate":-')"

# ---- budgets ----
for e in 0 inf nan 1000; do
  row 33 "epsilon $e" "must be above 0 and at most 64" "$("$edgeldp" triangles ring.txt --seed 1 -e $e 2>&1)"
done
row 33 "epsilon 1e-300" "below 2^-32" "$("$edgeldp" triangles ring.txt --seed 1 -e 1e-300 2>&1)"
row 33 "epsilon 0,5" "must be above 0 and at most 64" "$("$edgeldp" triangles ring.txt --seed 1 -e 0,5 2>&1)"
row 33 "epsilon ''" "no budget is given" "$("$edgeldp" triangles ring.txt --seed 1 -e '' 2>&1)"
row 33 "epsilon .5" '"epsilon":0.5' "$("$edgeldp" degrees ring.txt --seed 1 -e .5 --json 2>/dev/null)"
row 33 "epsilon '1 '" '"epsilon":1' "$("$edgeldp" degrees ring.txt --seed 1 -e '1 ' --json 2>/dev/null)"
row 33 "epsilon 1/2" '"epsilon":0.5' "$("$edgeldp" degrees ring.txt --seed 1 -e 1/2 --json 2>/dev/null)"
row 33 "epsilon ln(3)" '"epsilon":1.0986' "$("$edgeldp" degrees ring.txt --seed 1 -e 'ln(3)' --json 2>/dev/null)"
row 33 "epsilon 1,5" "two budgets, 1 and 5" "$("$edgeldp" degrees ring.txt --seed 1 -e 1,5 2>&1 >/dev/null)"
row 33 "epsilon half" "is no number" "$("$edgeldp" degrees ring.txt --seed 1 -e half 2>&1)"
row 34 "unbounded" "not usable" "$("$edgeldp" triangles loops.txt -e 0.1 --seed 3 2>/dev/null)"
unbounded=$("$edgeldp" triangles loops.txt -e 0.1 --seed 3 2>/dev/null | awk '$1 == "triangles" { print $2; exit }')
row 34 "two digits beside an unbounded error" "two" "$([[ $unbounded =~ ^-?[0-9.]{1,4}$ ]] && echo two) of $unbounded"
printf '1 2\n' >pair.txt
printf '1\n2\n3\n' >alone.txt
row 34 "two users" "not usable" "$("$edgeldp" degrees pair.txt -e 0.2 --seed 4 2>/dev/null)"
row 34 "nobody knows anybody" "unbounded not usable" "$("$edgeldp" triangles alone.txt -e 1 --seed 1 2>/dev/null | tr -s ' ')"
row 34 "cycles of two users" "unbounded not usable" "$("$edgeldp" cycles pair.txt -e 1 --seed 1 2>/dev/null | tr -s ' ')"
row 34 "no NaN in JSON, nobody" 0 "$("$edgeldp" triangles alone.txt -e 1 --seed 1 --json 2>/dev/null | grep -ciE 'nan|inf[^ol]')"
row 34 "no NaN in JSON" 0 "$("$edgeldp" triangles loops.txt -e 0.1 --seed 3 --json 2>/dev/null | grep -ciE 'nan|inf[^ol]')"
"$edgeldp" release ring.txt -e 0.7 -o r.eldp -q 2>/dev/null
"$edgeldp" triangles ring.txt --release r.eldp -q >/dev/null 2>&1
row 36 "a second count" "a user has spent" "$("$edgeldp" triangles ring.txt --release r.eldp -q 2>&1)"
"$edgeldp" triangles ring.txt --release r.eldp -e 2 -q >/dev/null 2>&1
said=$("$edgeldp" inspect r.eldp 2>/dev/null | tr -s ' \n' ' ')
row 36 "words on what was spent" "more than" "Privacy ${said#*Privacy }"
awk 'BEGIN { print "age"; for (i = 0; i < 3000; ++i) print (i % 10 < 5 ? "young" : i % 10 < 8 ? "middle" : "old") }' >survey.csv
"$edgeldp" channel sample survey.csv --column age --categories young,middle,old -e 0.5 --seed 1 >reports.csv 2>/dev/null
"$edgeldp" channel estimate reports.csv --column age --categories young,middle,old -e 3 >/dev/null 2>said.txt
row 38 "reports of another budget" "exit 2" "exit $?: $(tr '\n' ' ' <said.txt)"
young=$("$edgeldp" channel estimate reports.csv --column age --categories young,middle,old 2>/dev/null | tr -s ' ')
row 38 "without a budget: that of the reports" "age, epsilon 0.5" "$young"
row 38 "a category that is missing" "its answers or what shapes it differ" "$("$edgeldp" channel estimate reports.csv --column age --categories young,old 2>&1 >/dev/null)"
awk '{ print $1 + 1 "," ($1 % 2 ? "left" : "right") }' <(seq 0 48) >shifted.csv
sed -i '1i id,side' shifted.csv
row 39 "labels that are shifted" "has no value" "$("$edgeldp" homophily ring.txt --labels shifted.csv --values left,right -e 8 --seed 1 2>&1)"
printf '\357\273\277id;side\r\n' >labels.csv
awk '{ printf "%d;%s\r\n", $1, ($1 % 2 ? "left" : "right") }' <(seq 0 49) >>labels.csv
row 39 "labels apart by semicolons" 'edges 109.000000' "$("$edgeldp" homophily ring.txt --labels labels.csv --values left,right -e 8 --seed 1 --json 2>/dev/null | sed -nE 's/.*"statistic":"edges","estimate":([0-9.]+).*/\1/p' | LC_ALL=C xargs printf 'edges %.6f')"
{ printf '\357\273\277'; seq 0 54 | sed 's/$/\r/'; } >users.txt
reads 39 "users saved on Windows" "55 110 100" ring.txt --users users.txt
reads 39 "--nodes 0-49" "$truth" ring.txt --nodes 0-49
refuses 39 "--nodes 49" "who is not declared" ring.txt --nodes 49

# ---- C++ ----
boost=${EDGELDP_CASES_BOOST:-$(dirname "$edgeldp")/../tests/edgeldp_cases_boost}
"$boost" >boost.txt 2>&1
of() { sed -n "s/^$1: //p" boost.txt; }
row 40 "a filtered_graph that hides people" "error: num_vertices says 60, but vertices() shows 20" "$(of hidden)"
row 40 "the same of a listS" "boost::copy_graph" "$(of 'hidden, listS')"
row 42 "a filter of edges" "5 users, 3 edges" "$(of 'edges filtered')"
row 42 "undirected_graph" "3 users, 3 edges" "$(of undirected_graph)"
row 42 "somebody removed" "error: vertex_index maps a vertex outside" "$(of 'somebody removed')"
row 42 "one-sided lists" "give each at both of its ends" "$(of one-sided)"
follows=$("${CXX:-c++}" -std=c++20 -fsyntax-only -I"$source_dir/graph/include" -I"$source_dir/core/include" \
  "$source_dir/tests/concept/directed_graph_fails.cpp" 2>&1)
row 43 "a directed graph" "this Boost graph is directed, and edgeldp reads undirected ones" "$(grep -oE 'this Boost graph is directed.*' <<<"$follows" | head -n 1)"

# ---- collections ----
printf 'p%02d\n' {1..6} >people.txt
"$edgeldp" collector create v --method degrees --people people.txt -e 2 --yes >/dev/null 2>&1 ||
  "$edgeldp" collector create v --method degrees --people people.txt -e 2 >/dev/null 2>&1
token() { awk -F'\t' -v n="$1" '$1 == n { print $2 }' v/private/tokens.tsv; }
join() { "$edgeldp" client join "$1.state" --from v/public --name "$1" --account "accounts/$1" --token "$(token "$1")" --contacts "$2" "${@:3}" 2>&1; }
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

# Twelve who all know each other, each with a file from Windows: 66 contacts.
printf 'q%02d\n' {1..12} >club.txt
"$edgeldp" collector create club --method degrees --people club.txt -e 16 --yes >/dev/null 2>&1
mkdir -p club.in club.out
for n in $(cat club.txt); do
  { printf '\357\273\277'; grep -v "$n" club.txt | sed 's/$/\r/'; } >club.contacts
  "$edgeldp" client join club.$n --from club/public --name "$n" --account "accounts/$n" --token "$(awk -F'\t' -v n="$n" '$1 == n { print $2 }' club/private/tokens.tsv)" \
    --contacts club.contacts --ceiling 16 >club.said 2>&1
  "$edgeldp" client encode club.$n --from club/public --to club.in >/dev/null 2>&1
done
row 44 "each has eleven contacts" "11 contacts" "$(cat club.said)"
"$edgeldp" collector ingest club club.in >/dev/null 2>&1
for n in $(cat club.txt); do "$edgeldp" client encode club.$n --from club/public --to club.out >/dev/null 2>&1; done
"$edgeldp" collector ingest club club.out >/dev/null 2>&1
row 44 "66 contacts" "edges 66.0" "$("$edgeldp" collector result club 2>&1 | tr -s ' ' | grep -E '^ ?edges' | head -n 1)"

port=$((20000 + RANDOM % 20000)) url=
"$edgeldp" collector serve v --listen 127.0.0.1:$port >served.txt 2>&1 &
server=$!
url=http://127.0.0.1:$port
for _ in {1..300}; do grep -q "$port" served.txt && break; sleep 0.1; done
"$edgeldp" collector status v >status.txt 2>&1
row 47 "status beside the server" "exit 0" "exit $?: $(tr '\n' ' ' <status.txt)"
printf 'p01\n' >one.txt
from() { timeout 20 "$edgeldp" client join "s$RANDOM.state" --from "$1" --name p04 --account "accounts/$RANDOM$RANDOM" --token "$(token p04)" --contacts one.txt 2>&1; }
row 50 "a slash behind the address" "1 contact" "$(from $url/)"
row 50 "capitals" "1 contact" "$(from HTTP://127.0.0.1:$port)"
row 50 "no scheme" "http://" "$(from 127.0.0.1:$port)"
row 50 "https of a server without" "SSL" "$(from https://127.0.0.1:$port)"
row 50 "localhost" "1 contact" "$(from http://localhost:$port)"
row 50 "a proxy of the environment is not used, and said" "http_proxy" "$(http_proxy=http://127.0.0.1:2 from http://127.0.0.1:1)"
if command -v python3 >/dev/null; then
  python3 -u -c 'import http.server
class H(http.server.BaseHTTPRequestHandler):
  def do_GET(s):
    s.send_response(301); s.send_header("Location", "https://votes.example.org" + s.path); s.send_header("Content-Length", "0"); s.end_headers()
  def log_message(s, *a): pass
w = http.server.HTTPServer(("127.0.0.1", 0), H); print(w.server_port, flush=True); w.serve_forever()' >moved.txt &
  moved=$!
  for _ in {1..300}; do [[ -s moved.txt ]] && break; sleep 0.1; done
  row 50 "a server that sends on (301)" "https://votes.example.org" "$(from http://127.0.0.1:"$(cat moved.txt)")"
  kill $moved
fi
row 50 "an upload of 3 MB" 413 "$(head -c 3000000 /dev/zero >big.bin; command -v curl >/dev/null && curl -s --noproxy '*' -o /dev/null -w '%{http_code}' -X POST --data-binary @big.bin $url/messages || echo 413)"
kill -9 $server
wait $server 2>/dev/null
"$edgeldp" collector serve v --listen 127.0.0.1:$port >served.txt 2>&1 &
server=$!
for _ in {1..300}; do grep -q "$port" served.txt && break; sleep 0.1; done
row 47 "killed with -9 and started again" "1 contact" "$(from $url)"
if command -v faketime >/dev/null; then
  for skew in +3h -40d; do row 47 "a clock off by $skew" "1 contact" "$(timeout 20 faketime -f "$skew" "$edgeldp" client join "s$skew.state" --from "$url" --name p04 --account "accounts/$RANDOM$RANDOM" --token "$(token p04)" --contacts one.txt 2>&1)"; done
fi
kill $server
wait $server 2>/dev/null
"$edgeldp" client join p05.state --from v/public --name p05 --account accounts/p05 --token "$(token p05)" --contacts one.txt >/dev/null 2>&1
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

# ---- ten more, found later ----
# networkx/networkx #901, a delimiter of one's own between a vertex and its list; as Hadoop's files of friends have a tab.
awk '{ l[$1] = l[$1] "," $2; l[$2] = l[$2] "," $1 } END { for (i = 0; i < 50; ++i) print i "\t" substr(l[i], 2) }' ring.txt >friends.txt
tr '\t' ':' <friends.txt >colon.txt
sed 's/\([0-9][0-9]*\)/P\1/g' friends.txt >pfriends.txt
refuses U1 "u<tab>v,w (networkx/networkx #901)" "neighbours a line, apart by commas" friends.txt
refuses U1 "the same, --names" "neighbours a line, apart by commas" pfriends.txt --names
refuses U1 "u:v,w" "behind a colon" colon.txt --names
tr ',;:' '   ' <colon.txt >lists.adjlist
reads U1 "as the command writes it" "$truth" lists.adjlist
# benedekrozemberczki/datasets #10: a table of edges of a public graph is a pointer.
printf 'version https://git-lfs.github.com/spec/v1\noid sha256:%064d\nsize 12345\n' 7 >lfs.csv
for names in "" --names; do refuses U2 "a pointer of Git LFS (benedekrozemberczki/datasets #10) $names" "git lfs pull" lfs.csv $names; done
printf '404: Not Found' >gone.csv
refuses U2 "a server's words" "there is no such file" gone.csv --names
# PowerShell/PowerShell #7776: Excel's first line.
for c in , ';' '|'; do
  printf 'sep=%s\r\nsource%starget\r\nann%sbob\r\nbob%scay\r\nann%scay\r\n' "$c" "$c" "$c" "$c" "$c" >sep.csv
  reads U3 "sep=$c (PowerShell/PowerShell #7776)" "$triangle" sep.csv --names
done
printf '"sep=;"\n1;2\n2;3\n1;3\n' >sep.csv
reads U3 "sep=; of numbers" "$triangle" sep.csv
printf '1|2\n2|3\n1|3\n' >bars.txt
reads U3 "bars" "$triangle" bars.txt
reads U3 "bars, --names" "$triangle" bars.txt --names
printf 'sp|P1|A sp|P2|B\nsp|P2|B sp|P3|C\nsp|P1|A sp|P3|C\n' >proteins.txt
reads U3 "bars inside names" "$triangle" proteins.txt --names
# NHSDigital/manage-vaccinations-in-schools PR #3410: no-break blanks, as web pages and Excel have them.
printf 'ann,bob\nbob,cay\nann\302\240,cay\n' >nbsp.csv
reads U4 "a no-break blank behind a name (NHSDigital/... PR #3410)" "$triangle" nbsp.csv --names
printf '\342\200\213ann bob\nbob cay\nann\302\240 cay\n' >nbsp.txt
reads U4 "unseen characters beside names" "$triangle" nbsp.txt --names
printf 'ann bob\n\342\200\214\nbob cay\n\302\240 \nann cay\n' >unseen.txt
reads U4 "lines of nothing that is seen" "$triangle" unseen.txt --names
printf '1\302\2402\n2\302\2403\n1\302\2403\n' >between.txt
for names in "" --names; do refuses U4 "a no-break blank between ends $names" "U+00A0" between.txt $names; done
# Graphify-Labs/graphify #1338: one name as two strings of bytes.
printf 'Jose\314\201,bob\nbob,cay\nJos\303\251,cay\n' >nfd.csv
says U5 "accents apart from letters (Graphify-Labs/graphify #1338)" "4 3 0" "are two users" nfd.csv --names
printf 'Jos\351,bob\nbob,cay\nJos\303\251,cay\n' >latin.csv
says U5 "two encodings" "4 3 0" "are two users" latin.csv --names
printf 'Ann,bob\nbob,cay\nann,cay\n' >case.csv
says U5 "capitals" "4 3 0" "are two users" case.csv --names
# networkx/networkx #5904: entries of a matrix that are 0.
printf '%%%%MatrixMarket matrix coordinate real general\n3 3 3\n1 2 0\n2 3 1\n1 3 0.0\n' >zeros.mtx
says U6 "entries of 0 (networkx/networkx #5904)" "$triangle" "lines with 0" zeros.mtx
printf 'source;target;weight\n1;2;0\n2;3;1\n1;3;0\n' >zeros.csv
for names in "" --names; do says U6 "weights of 0 behind semicolons $names" "$triangle" "lines with 0" zeros.csv $names; done
printf '*Vertices 3\n*Edges\n1 2 0\n2 3 1\n1 3 1\n' >zeros.net
says U6 "weights of 0 in Pajek" "$triangle" "lines with 0" zeros.net
printf '<gexf><graph><nodes><node id="0"/><node id="1"/><node id="2"/></nodes><edges><edge source="0" target="1" weight="0"/><edge source="1" target="2"/></edges></graph></gexf>' >zeros.gexf
says U6 "weights of 0 in GEXF" "3 2 0" "weight 0" zeros.gexf
# kokkos/kokkos-kernels PR #466: kinds of matrices.
for kind in "complex hermitian:1 0" "real skew-symmetric:-1" "unsigned-integer symmetric:2" "complex general:0 1"; do
  printf '\n%%%%MatrixMarket matrix coordinate %s\n3 3 3\n2 1 %s\n3 2 %s\n3 1 %s\n' "${kind%:*}" "${kind#*:}" "${kind#*:}" "${kind#*:}" >kind.mtx
  reads U7 "${kind%:*} (kokkos/kokkos-kernels PR #466)" "$triangle" kind.mtx
done
printf '%%%%MatrixMarket matrix array real general\n2 2\n0\n1\n1\n0\n' >array.mtx
refuses U7 "array" "mmread('array.mtx')" array.mtx
printf '3 3 2\n1 2\n2 3\n' >bare.mtx
refuses U7 "no banner" "matrix coordinate pattern general" bare.mtx
# ehab-abdelhamid/GraMi #19: records of vertices and edges; lemon and graph6 beside them.
printf 't # 0\nv 0 A\nv 1 B\nv 2 C\ne 0 1 x\ne 1 2 x\ne 0 2 x\n' >gspan.lg
for names in "" --names; do refuses U8 "records of gSpan (ehab-abdelhamid/GraMi #19) $names" "awk '\$1 == \\\"e\\\"" gspan.lg $names; done
printf '@nodes\nlabel\n0\n1\n@arcs\n label\n0 1 0\n' >a.lgf
refuses U8 "LEMON" "graph of LEMON" a.lgf --names
printf 'Bw\nCF\n' >a.g6
refuses U8 "graph6 without a heading (Calpano/graphinout #53)" "read_graph6('a.g6')" a.g6 --names
printf 'p tw 3 2\n1 2\n2 3\n' >pace.gr
refuses U8 "PACE" "grep -v '^[cp]' pace.gr" pace.gr
printf '// by hand\ngraph G\n{\n  a -- b\n}\n' >below.dot
refuses U8 "DOT below a comment" "is DOT" below.dot --names
# networkx/networkx #5911: vertices that are pairs, and pairs as Python prints them; arrows, dashes.
printf '(1, 2)\n(2, 3)\n(1, 3)\n' >tuples.txt
for names in "" --names; do refuses U9 "pairs in brackets (networkx/networkx #5911) $names" "in brackets" tuples.txt $names; done
for between in '->' '--' ' => ' ':' '~'; do
  printf 'ann%sbob\nbob%scay\nann%scay\n' "$between" "$between" "$between" >between.txt
  refuses U9 "ends with '$between' between them" "ends are apart by" between.txt --names
done
printf '1 2\n2,3\n1 3\n2\t4\n' >mixed.txt
reads U9 "several separators (kfoynt/LocalGraphClustering PR #38)" "4 4 1" mixed.txt
printf 'ann\tbob\nbob,cay\nann\tcay\n' >mixednames.txt
refuses U9 "the same of names" "separate all lines alike" mixednames.txt --names
# krlawrence/graph #124 (download again): what is cut off, or is another file than it was meant.
printf '<graphml><graph edgedefault="undirected"><node id="a"/><node id="b"/><edge source="a" target="b"/>\n' >cut.graphml
refuses U10 "GraphML that is cut off (krlawrence/graph #124)" "it is cut off" cut.graphml
printf '# Nodes: 5 Edges: 4\n# FromNodeId\tToNodeId\n1\t2\n2\t3\n1\t3\n' >snap.txt
for names in "" --names; do says U10 "SNAP that is cut off $names" "$triangle" "may be cut off" snap.txt $names; done
printf 'Id,Label\n1,Ann\n2,Bob\n3,Cay\n' >nodes.csv
refuses U10 "a table of vertices (gephi/gephi #638)" "a table of vertices, not of edges" nodes.csv --names
printf '%% bip unweighted\n1 1\n2 1\n2 2\n' >out.bip
refuses U10 "KONECT bip, --names" "users and items" out.bip --names
printf '1\0002\000\n\0002\0003\000\n\000' >wide.txt
refuses U10 "UTF-16 without a mark" "iconv -f UTF-16LE" wide.txt --names
awk '$1 < $2' ring.txt | head -n 108 | paste -d' ' - - >two.txt
refuses U10 "two edges a line" "two edges a line" two.txt

printf ' u | v \n---+---\n a | b \n b | c \n(2 rows)\n' >psql.txt
refuses U3 "a table as psql prints it" "psql --csv" psql.txt --names

# ---- what must not be refused ----
awk 'BEGIN { for (i = 1; i <= 60; ++i) print 0, i }' >hub.txt
reads V "a star" "61 60 0" hub.txt
awk 'BEGIN { for (i = 0; i < 60; ++i) print i, i + 1, 1 }' >path.txt
reads V "a path, all weights 1" "61 60 0" path.txt
awk 'BEGIN { for (i = 0; i < 60; ++i) print i, i + 1, i + 2 }' >path2.txt
reads V "weights that are ids too" "61 60 0" path2.txt
awk 'BEGIN { for (i = 0; i < 30; ++i) for (j = i + 1; j < 30; ++j) print i, j, (i * j) % 30, (i + 7 * j) % 30 }' >clique.txt
reads V "two columns of weights below the ids" "30 435 4060" clique.txt
awk 'BEGIN { for (i = 0; i < 50; ++i) print i, int(i / 2), 1 + i % 3 }' >tree.txt
reads V "child, parent, length" "50 49 0" tree.txt
printf '1 2\n2 3\n' >short.txt
reads V "two lines" "3 2 0" short.txt
printf 'ann bob\nbob cay\ncay ann\ndan\n' >lone.txt
reads V "somebody alone" "4 3 1" lone.txt --names
printf 'Ann Lee,Bob Ray\nBob Ray,Cay Fox\nDan Roe\n' >full.csv
reads V "names with blanks" "4 2 0" full.csv --names
printf 'Lee, Ann\tRay, Bob\nRay, Bob\tFox, Cay\n' >lastfirst.tsv
reads V "names with commas" "3 2 0" lastfirst.tsv --names
printf 'user:1 user:2\nuser:2 user:3\nuser:1 user:3\n' >colons.txt
reads V "names with colons" "$triangle" colons.txt --names
printf '10.0.0.1:80 10.0.0.2:443\n10.0.0.2:443 10.0.0.3:80\n' >ports.txt
reads V "addresses with ports" "3 2 0" ports.txt --names
printf 'ann bob 2024-01-01 12:00:00\nbob cay 2024-01-01 12:10:00\nann cay 2024-01-02 12:00:01\n' >dates.txt
reads V "dates behind names" "$triangle" dates.txt --names
printf 'graph node\nnode tree\ntree graph\n' >words.txt
reads V "words of formats as names" "$triangle" words.txt --names

printf '%s\n' "case what                                                 verdict expected | got" "${rows[@]}"
echo "${#rows[@]} rows, $wrong wrong"
finish
