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
  draws reciprocity arcs.txt $sweep
  draws compare karate.txt $sweep --runs 2 --methods ours,arr
  draws compare karate.txt -e 4 --seed 1 --runs 2 --methods ours,arr
  draws compare karate.txt $sweep --runs 2 --of cores
}
if "$edgeldp" bench --help >/dev/null 2>&1; then
  draws bench download-cost karate.txt --mechanisms ppr,bitmap --runs 2 --seed 1
  draws reproduce compression/figure-1 --users 2 --epsilon 1
fi

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
