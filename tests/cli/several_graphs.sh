# SPDX-License-Identifier: MIT
# Several graphs in one call: a line each, the same answers as alone, one figure; what belongs to one graph is refused.
source "$(dirname "$0")/../support/cli.sh"
cp "$source_dir"/datasets/examples/* "$source_dir/tests/golden/answers/in/clubs.csv" .
"$edgeldp" dataset generate affiliation --nodes 300 --edges 2000 -o made.txt >/dev/null 2>&1 || fail "no graph"
stable() { sed -E 's/"(seconds|peak_memory_bytes)":[-+0-9.e]+,?//g'; }

# as_alone VERB OPTIONS...: each graph has the records that it has alone, and its name.
as_alone() {
  local graph
  expect 0 "$*" "$edgeldp" "$1" friends.txt made.txt "${@:2}" --json
  stable <stdout.txt >together.txt
  for graph in friends.txt made.txt; do
    expect 0 "$* of $graph" "$edgeldp" "$1" "$graph" "${@:2}" --json
    stable <stdout.txt
  done >alone.txt
  [[ -s alone.txt ]] || fail "$*: nothing"
  diff alone.txt together.txt >difference.txt || fail "$*: $(head -c 600 difference.txt)"
}
as_alone triangles --seed 1 -e 1,4 --runs 2 --each
as_alone triangles --seed 1 --max-download 500
as_alone cycles --seed 1 --length 4
as_alone degrees --seed 1 --clustering -e 4
as_alone common-neighbors --seed 1 --sample 5
as_alone homophily --seed 1 --generate-labels 2
as_alone info
expect 0 "bipartite" "$edgeldp" butterflies users-items.txt users-items.txt --seed 1 --json
same "bipartite" "$(stable <stdout.txt | sort -u | wc -l)" 1

# For people a line a graph, and what holds of all once.
expect 0 "text" "$edgeldp" triangles friends.txt made.txt --seed 1 -e 4 --plot both.svg
contains "a title" "$(head -n 1 <<<"$out")" "2 graphs, triangles, epsilon 4"
same "a line a graph, and one of the exact value" "$(grep -cE '^  (friends|made).txt ' <<<"$out")" 4
same "privacy once" "$(tr -s ' \n' ' ' <<<"$out" | grep -o 'randomizes its own list' | wc -l)" 1
contains "cost by graph" "$(tr -s ' \n' ' ' <<<"$out")" "made.txt: A user sends"
if command -v python3 >/dev/null; then
  python3 - <<'PYTHON' || fail "the figure is not of both graphs"
import xml.etree.ElementTree as xml
panels = [e for e in xml.parse("both.svg").iter() if e.get("class") == "panel"]
assert [p.get("data-title") for p in panels] == ["friends.txt: triangles", "made.txt: triangles", "triangles"]
names = [c.get("data-name") for c in panels[2].iter() if c.get("class") == "curve"]
assert names == ["friends.txt", "made.txt"], names
PYTHON
  expect 0 "several runs" "$edgeldp" degrees friends.txt --seed 1 -e 2,4 --runs 3 --plot several.svg
  python3 - <<'PYTHON' || fail "errors of several numbers"
import xml.etree.ElementTree as xml
curves = [c for c in xml.parse("several.svg").iter() if c.get("class") == "curve"]
def parts(c, kind):
    return sum(e.get("class") == kind for e in c.iter())
# What is measured has its name once, points and a band; what was said of it is thin, and explained at the end.
measured = [c for c in curves if parts(c, "point")]
assert len({c.get("data-name") for c in measured}) == len(measured) > 3
assert all(parts(c, "dot") for c in curves if not c.get("data-name"))
assert curves[-1].get("data-name") == "thin: half of the 95% interval" and not parts(curves[-1], "dot")
edges = next(c for c in measured if c.get("data-name") == "edges")
assert parts(edges, "band") == 1 and parts(edges, "point") == 2
PYTHON
fi
expect 0 "info" "$edgeldp" info friends.txt made.txt
same "info: a line a graph" "$(wc -l <<<"$out")" 3
mkdir -p other && cp friends.txt other
expect 0 "the same name twice" "$edgeldp" info friends.txt other/friends.txt
contains "the same name twice" "$out" "other/friends.txt"

refused() {
  local code=$1 what=$2
  shift 2
  expect "$code" "$*" "$edgeldp" "$@"
  same "$* prints no result" "$out" ""
  contains "$*" "$err" "$what"
}
"$edgeldp" release friends.txt -o friends.eldp >/dev/null 2>&1 || fail "no release"
refused 2 "--release goes with one graph, and 2 are named" triangles friends.txt made.txt --release friends.eldp
refused 2 "--degrees goes with one graph" degrees friends.txt made.txt --degrees d.tsv
refused 2 "--users goes with one graph" triangles friends.txt made.txt --users items.txt
refused 2 "--nodes goes with one graph" info friends.txt made.txt --nodes 500
refused 2 "--key goes with one graph" triangles friends.txt made.txt --key ab
refused 2 "--labels goes with one graph" homophily friends.txt made.txt --labels clubs.csv
refused 2 "--pairs goes with one graph" common-neighbors friends.txt made.txt --pairs pairs.txt
refused 2 "'-' is named twice" info - -
refused 2 "cannot open 2: No such file or directory; several values of an option, such as budgets, are separated by commas: -e 0.5,1,2" triangles -e 1 2 friends.txt
refused 3 "cannot open nowhere.txt: No such file" triangles friends.txt made.txt nowhere.txt
finish
