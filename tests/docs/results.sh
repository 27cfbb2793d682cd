# SPDX-License-Identifier: MIT
# bash results.sh SOURCE_DIR, in a scratch directory: pages show the figures of docs/results/results.json, and the check finds a
# figure that was changed on one side only, a table that nobody shows, and a fact that is missing.
set -uo pipefail
source_dir=$(realpath "$1")
command -v python3 >/dev/null || exit 77
export PYTHONDONTWRITEBYTECODE=1
failures=0
fail() { echo "FAILED: $*" >&2; failures=$((failures + 1)); }
render() { python3 "$source_dir/docs/results/render.py" "$@"; }

render check "$source_dir" || fail "pages and results"

rm -rf copy && mkdir -p copy/docs/results
cp "$source_dir"/docs/results/*.json "$source_dir"/docs/results/*.md copy/docs/results/
cp "$source_dir"/docs/*.md copy/docs/ && cp -r "$source_dir/docs/guide" "$source_dir/docs/concepts" copy/docs/ && cp "$source_dir/README.md" copy/
results=copy/docs/results/results.json
render check copy || fail "a copy of the pages"
# breaks WHAT, sed script, file: the check complains, and does not afterwards
breaks() {
  cp "$3" kept
  sed -i "$2" "$3"
  cmp -s kept "$3" && fail "$1: nothing was changed"
  render check copy 2>complaints && fail "$1 passes"
  cp kept "$3"
}
breaks "another figure in the file" 's/"value": "0.033"/"value": "0.034"/' "$results"
breaks "another figure on a page" 's/3\.3%/3.4%/' copy/README.md
breaks "a cell of a table" 's/wiki-Vote", "nullspace", "1", "200", "3.3%"/wiki-Vote", "nullspace", "1", "200", "3.5%"/' "$results"
breaks "an unknown name" 's/{wiki-upload}/{wiki-uploads}/' "$results"
breaks "a missing seed" '0,/"seed": "1"/s//"seed": ""/' "$results"
breaks "a table that nobody shows" 's/^<!-- results: hub-zone -->$/<!-- not here -->/' copy/docs/results/others.md
sed -i 's/"value": "0.033"/"value": "0.034"/' "$results"
render --rewrite copy || fail "--rewrite"
grep -qF '**3.4%**' copy/README.md || fail "README does not follow the file"
render check copy || fail "what --rewrite wrote"
exit $((failures > 0))
