# SPDX-License-Identifier: MIT
# Figures as files: --plot and --plot-width of every verb that has them, SVG and PDF; what is not drawn leaves no file.
source "$(dirname "$0")/../support/cli.sh"

rm -rf ./*.svg ./*.pdf ./*.part empty taken.pdf
cp "$source_dir"/datasets/examples/* "$source_dir"/datasets/tiny/karate.txt .
printf '%s\n' '0 1' '1 0' '1 2' '2 3' '3 2' '3 0' >arcs.txt

# Two budgets and two runs of each verb, once as each kind of file.
sweep="-e 2,4 --seed 1"
draws() {
  local verb=$1
  for file in page.svg column.svg page.pdf column.pdf; do
    expect 0 "$* $file" "$edgeldp" "$@" --plot "$file" --plot-width "${file%.*}" --json
  done
  contains "$verb" "$(<page.svg)" "<svg xmlns="
  contains "$verb: whole" "$(tail -c 7 page.svg)" "</svg>"
  contains "$verb: page" "$(<page.svg)" ' width="1000" '
  contains "$verb: column" "$(<column.svg)" ' width="319.68" '
  same "$verb: curves" "$(grep -c 'class="curve"' column.svg)" "$(grep -c 'class="curve"' page.svg)"
  for width in page column; do
    same "$verb: %PDF" "$(head -c 5 $width.pdf)" "%PDF-"
    command -v pdfinfo >/dev/null || continue
    # Three quarters of a point a pixel, in both directions.
    size=$(grep -oE ' (width|height)="[0-9.]+"' $width.svg | head -n 2 | grep -oE '[0-9.]+' | awk '{ printf "%s%g", (NR > 1 ? " x " : ""), 0.75 * $1 }')
    info=$(pdfinfo $width.pdf)
    same "$verb: one page" "$(awk '$1 == "Pages:" { print $2 }' <<<"$info")" 1
    same "$verb: its size" "$(sed -nE 's/^Page size: +([0-9.]+ x [0-9.]+) pts.*/\1/p' <<<"$info")" "$size"
    same "$verb: fonts inside" "$(pdffonts $width.pdf | awk 'NR > 2 { print $(NF - 4) }' | sort -u)" yes
  done
}
# shellcheck disable=SC2086
{
  draws triangles karate.txt $sweep --runs 2
  draws cycles karate.txt $sweep
  draws degrees karate.txt $sweep
  draws cores karate.txt $sweep
  draws centrality karate.txt $sweep
  draws common-neighbors friends.txt --sample 5 $sweep
  draws butterflies users-items.txt $sweep
  draws homophily friends.txt --labels party.csv $sweep
  draws mixing karate.txt $sweep
  draws mixing friends.txt --groups party.csv --matrix $sweep
  draws communities karate.txt $sweep
  draws communities karate.txt -e 4 --seed 1
  draws reciprocity arcs.txt $sweep
  draws compare karate.txt $sweep --runs 2 --methods ours,arr
  draws compare karate.txt -e 4 --seed 1 --runs 2 --methods ours,arr
  draws compare karate.txt $sweep --runs 2 --of cores
}
if "$edgeldp" bench --help >/dev/null 2>&1; then
  draws bench download-cost karate.txt --mechanisms ppr,bitmap --runs 2 --seed 1
  draws reproduce compression/figure-1 --users 2 --epsilon 1
fi

# A picture of groups has the numbers of the result: edges within and between them add up to those of the cells.
"$edgeldp" dataset generate affiliation --nodes 600 --edges 9000 --seed 1 -o circles.txt >/dev/null 2>&1 || fail "no graph"
# shares FILE: of a matrix row, column and share, one a cell of the upper triangle.
shares() {
  sed '/class="matrix"/,/<\/g>/!d' "$1" | awk '/class="matrix"/ { number++ } number == '"$2"'' |
    sed -nE 's/.*class="cell[^"]*".* data-row="([0-9]+)" data-column="([0-9]+)" data-share="([^"]+)".*/\1 \2 \3/p' | awk '$1 <= $2'
}
# of_statistic NAME KEY: a number of the results.
of_statistic() { grep -F "\"statistic\":\"$1\"" stdout.txt | grep -oE "\"$2\":-?[0-9.]+" | head -n 1 | cut -d: -f2; }
expect 0 "groups" "$edgeldp" communities circles.txt -e 8 --seed 3 --json --plot groups.svg
sizes=$(grep -oE '"public_groups":\[[^]]*' stdout.txt | head -n 1 | grep -oE '"users":[0-9]+' | cut -d: -f2 | tr '\n' ' ')
same "sizes in the margin" "$(grep -oE 'class="users"[^>]*>[0-9 ]+' groups.svg | sed -E 's/.*>//; s/ //g' | head -n "$(wc -w <<<"$sizes")" | tr '\n' ' ')" "$sizes"
same "a run is no sweep" "$(grep -c 'class="curve"' groups.svg)" 0
edges_drawn() {
  shares groups.svg "$1" | awk -v sizes="$sizes" -v within="$2" 'BEGIN { split(sizes, n, " ") }
    ($1 == $2) == within { sum += $3 * (within ? n[$1 + 1] * (n[$1 + 1] - 1) / 2 : n[$1 + 1] * n[$2 + 1]) } END { printf "%.0f", sum }'
}
same "within groups" "$(edges_drawn 1 1)" "$(of_statistic "edges within groups" estimate | xargs printf '%.0f')"
same "between groups" "$(edges_drawn 1 0)" "$(of_statistic "edges between groups" estimate | xargs printf '%.0f')"
same "truly within" "$(edges_drawn 2 1)" "$(of_statistic "edges within groups" truth | xargs printf '%.0f')"
same "truly between" "$(edges_drawn 2 0)" "$(of_statistic "edges between groups" truth | xargs printf '%.0f')"
modularity=$(printf '%.2f' "$(of_statistic modularity estimate)")
contains "title" "$(<groups.svg)" "<title>circles.txt: $(wc -w <<<"$sizes") groups at epsilon 8, modularity $modularity ("
expect 0 "numbers of pairs" "$edgeldp" communities circles.txt -e 8 --seed 3 --json --matrix
same "a cell" "$(of_statistic "edges within 1" estimate | xargs printf '%.3f')" \
  "$(awk -v sizes="$sizes" 'BEGIN { split(sizes, n, " ") } NR == 1 { printf "%.3f", $3 * n[1] * (n[1] - 1) / 2 }' < <(shares groups.svg 1))"
expect 0 "without the truth" "$edgeldp" communities circles.txt -e 8 --seed 3 --no-exact --plot groups.svg
same "one matrix" "$(grep -c 'class="matrix"' groups.svg)" 1
lacks "no exact matrix" "$(<groups.svg)" "exact, as only"

expect 0 "several" "$edgeldp" communities circles.txt -e 4,8 --runs 2 --seed 3 --plot groups.svg
same "a picture a budget" "$(grep -c '>estimated, in the last of 2 runs<' groups.svg)" 2
same "and their errors" "$(grep -c 'class="panel"' groups.svg)" 3

# Two graphs: shares of users by degree, clustering, and groups of each. Of a star of five and of two triangles all is known.
printf '%s\n' '0 1' '0 2' '0 3' '0 4' >five.txt
printf '%s\n' '0 1' '1 2' '2 0' '3 4' '4 5' '5 3' >triples.txt
draws compare-graphs five.txt triples.txt
points() { sed '/class="curve" data-name="'"$1"'"/,/<\/g>/!d' page.svg | grep -oE 'data-x="[^"]+" data-y="[^"]+"' | tr '\n' ' '; }
same "a star" "$(points five.txt)" 'data-x="1" data-y="1" data-x="2" data-y="0.2" data-x="3" data-y="0.2" data-x="4" data-y="0.2" data-x="4" data-y="0" '
same "triangles" "$(points triples.txt)" 'data-x="1" data-y="1" data-x="2" data-y="1" data-x="2" data-y="1" '
cp page.svg groups.svg
same "groups of triangles" "$(shares groups.svg 2 | tr '\n' ';')" "0 0 1;0 1 0;1 1 1;"
contains "not private" "$(<page.svg)" "<title>Not private: degrees of both graphs, exactly; "

# Texts are texts, numbers of ticks and letters of other alphabets among them.
cp karate.txt 'Käfer & <Ж>.txt'
expect 0 "a name" "$edgeldp" triangles 'Käfer & <Ж>.txt' -e 2,4 --runs 3 --seed 1 --plot named.pdf
if command -v pdftotext >/dev/null; then
  text=$(pdftotext -layout named.pdf -)
  for words in 'Käfer & <Ж>.txt: triangles' "epsilon of a user" "share of the number" "measured error" "half of the 95% interval" "exact"; do
    contains "text of a PDF" "$text" "$words"
  done
  contains "its title" "$(pdfinfo named.pdf)" 'Käfer & <Ж>.txt: triangles'
fi
cp named.pdf first.pdf
"$edgeldp" triangles 'Käfer & <Ж>.txt' -e 2,4 --runs 3 --seed 1 --plot named.pdf >/dev/null 2>&1
cmp -s named.pdf first.pdf || fail "the same call draws another PDF"

# What is refused is refused before any work, and what cannot be drawn leaves nothing.
refused() {
  local code=$1 what=$2
  shift 2
  expect "$code" "$*" "$edgeldp" triangles karate.txt --seed 1 "$@"
  same "$* prints no result" "$out" ""
  contains "$*" "$err" "$what"
}
refused 2 "figures are SVG or PDF, so the name must end in .svg or .pdf" --plot figure.png
refused 2 "the name must end in .svg or .pdf" --plot figure
refused 2 "--plot FILE names its file" --plot-width column
refused 2 "--plot-width" --plot figure.svg --plot-width colum
refused 3 "there is no folder" --plot nowhere/figure.pdf
mkdir taken.pdf
expect 3 "a folder in its place" "$edgeldp" triangles karate.txt --seed 1 --plot taken.pdf
rmdir taken.pdf || fail "a folder in its place was written into"
# A library that is none stands for one that is missing.
mkdir empty && : >empty/libcairo.so.2
expect 3 "without Cairo" env LD_LIBRARY_PATH=empty "$edgeldp" triangles karate.txt --seed 1 --plot missing.pdf
same "without Cairo: no result" "$out" ""
contains "without Cairo" "$err" "apt-get install libcairo2"
[[ ! -e missing.pdf ]] || fail "without Cairo: a file"
expect 0 "SVG needs no Cairo" env LD_LIBRARY_PATH=empty "$edgeldp" triangles karate.txt --seed 1 --plot there.svg
[[ -z $(find . -name '*.part') ]] || fail "left behind: $(find . -name '*.part')"
# No call that draws none loads it.
lacks "libraries of the program" "$(ldd "$edgeldp")" cairo
finish
