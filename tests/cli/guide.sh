# SPDX-License-Identifier: MIT
# README, docs/index.md and the pages of docs/guide and docs/concepts: their commands run in order, each page in a folder of its own that holds
# datasets/examples and datasets/tiny, and print what the pages show (guide.py tells how blocks are marked).
# bash guide.sh EDGELDP SOURCE_DIR [PAGE...]; before the pages --rewrite shows what comes out now.
source "$(dirname "$0")/../support/cli.sh"
command -v python3 >/dev/null || exit 77
root=$(realpath "$source_dir")
pages=("${@:3}")
option=()
if [[ ${pages[0]:-} == --rewrite ]]; then
  option=(--rewrite)
  pages=("${pages[@]:1}")
fi
shopt -s nullglob
((${#pages[@]})) || pages=("$root/README.md" "$root/docs/index.md" "$root"/docs/guide/*.md "$root"/docs/concepts/*.md)
export EDGELDP_PYTHON_PATH=${EDGELDP_PYTHON_PATH:-$(dirname "$(realpath "$edgeldp")")/python}
PYTHONDONTWRITEBYTECODE=1 python3 "$root/tests/cli/guide.py" "${option[@]}" "$(realpath "$edgeldp")" "$root" "${pages[@]}" || fail "the pages above"
finish
