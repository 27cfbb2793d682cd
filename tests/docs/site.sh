# SPDX-License-Identifier: MIT
# bash site.sh SOURCE_DIR, in a scratch directory: the site builds without a warning, every link and anchor of it leads somewhere, and
# every number that README and papers claim has its command. Exit code 77: the tools are not here.
set -uo pipefail
source_dir=$(realpath "$1")
PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -c 'import sphinx, myst_parser, furo, yaml' 2>/dev/null && command -v doxygen >/dev/null || exit 77
failures=0
fail() { echo "FAILED: $*" >&2; failures=$((failures + 1)); }

PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 "$source_dir/docs/site/artifact.py" check "$source_dir" || fail "claims"
bash "$source_dir/docs/build.sh" "$PWD/site" || fail "the site"
for page in index guide/start concepts/edge-ldp reference/verbs/triangles reference/cpp/core-privacy proofs/privacy papers/compression reference/python_api/questions; do
  [[ -s site/html/$page.html ]] || fail "there is no $page.html"
done
# What a page shows: an option, a declaration, a label of a comment, a formula.
shows() { grep -qF -- "$2" "site/html/$1.html" || fail "$1.html does not show $2"; }
shows reference/verbs/triangles "--max-download"
shows reference/cpp/core-privacy "relationship_dp"
shows reference/cpp/core-privacy "<strong>Promise.</strong>"
shows reference/cpp/client "Takes part from now on"
shows reference/cpp/client "<strong>Example.</strong>"
shows reference/cpp/collector "Makes the folder"
shows proofs/privacy "<math "
shows reference/python_api/questions "Estimate how many triangles a graph has."
shows reference/python_api/questions 'href="graphs.html#edgeldp.as_graph"'
shows reference/python_api/index "Exact counts, without privacy: what estimates are compared with"
# A search shows excerpts, in a browser that has the site as a folder, and leads to the place.
if command -v chromium >/dev/null; then
  timeout 120 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/browser" --virtual-time-budget=10000 \
    --dump-dom "file://$PWD/site/html/search.html?q=nullspace" >found.html 2>browser.txt || fail "chromium: $(tail -n 3 browser.txt)"
  grep -oE '<a href="concepts/codecs.html[^"]*".*' found.html | grep -F "public random vector" >/dev/null || fail "the search shows no excerpt"
  grep -qE '<a href="concepts/codecs.html#[^"]+"' found.html || fail "the search leads to no place"
  timeout 120 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/browser" --virtual-time-budget=10000 \
    --dump-dom "file://$PWD/site/html/search.html?q=common_neighbors" >found.html 2>browser.txt || fail "chromium: $(tail -n 3 browser.txt)"
  (($(grep -o 'href="reference/python_api/questions.html#edgeldp.common_neighbors"' found.html | wc -l) == 1)) || fail "a function is not found, or twice"
else
  echo "no chromium: the search was not tried"
fi
# The notebook with what its cells print and draw.
shows guide/notebook '<svg width="180"'
shows guide/notebook "triangles 150436"
[[ -s $(find site/html/_images -name 'notebook-1.png') ]] || fail "the notebook has no picture"
# The gallery has a picture for every command that draws one, where there is a program.
if [[ -x $source_dir/build/apps/edgeldp ]]; then
  drawn=$(grep -oE -- '--plot [a-z-]+\.svg' "$source_dir/docs/guide/gallery.md" | sort -u | wc -l)
  same=$(grep -oE 'src="[^"]*_images/[a-z-]+[0-9]*\.svg"' site/html/guide/gallery.html | sort -u | wc -l)
  ((drawn >= 15 && same == drawn)) || fail "the gallery shows $same of $drawn pictures"
fi
# The check of links finds what is wrong.
rm -rf broken && mkdir broken
echo '<a href="none.html">a</a> <a href="#none">b</a> <img src="https://example.org/x.png">' >broken/index.html
complaints=$(/usr/bin/python3 "$source_dir/docs/site/links.py" "$PWD/broken" 2>&1) && fail "broken links pass"
(($(grep -c '^links.py: index.html' <<<"$complaints") == 3)) || fail "not all that is broken is found: $complaints"
exit $((failures > 0))
