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
for page in index guide/start concepts/edge-ldp reference/verbs/triangles reference/cpp/core-privacy proofs/privacy papers/compression; do
  [[ -s site/html/$page.html ]] || fail "there is no $page.html"
done
# What a page shows: an option, a declaration, a label of a comment, a formula.
shows() { grep -qF -- "$2" "site/html/$1.html" || fail "$1.html does not show $2"; }
shows reference/verbs/triangles "--max-download"
shows reference/cpp/core-privacy "relationship_dp"
shows reference/cpp/core-privacy "<strong>Promise.</strong>"
shows proofs/privacy "<math "
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
