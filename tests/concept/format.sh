#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# format.sh SOURCE_DIR: every C++ file of the checkout is formatted as .clang-format says, by clang-format 19 exactly:
# other versions format otherwise. To repair: bash tests/concept/format.sh SOURCE_DIR -i
set -euo pipefail
cd "$1"
command -v clang-format-19 >/dev/null || { echo "skipped: no clang-format-19"; exit 77; }
mode=(--dry-run -Werror)
[[ ${2:-} == -i ]] && mode=(-i)

# Files git knows or would add; all files when this is no git checkout. safe.directory: the checkout may be someone else's.
if ! files=$(git -c safe.directory='*' ls-files -co --exclude-standard '*.cpp' '*.hpp' 2>/dev/null); then
  files=$(find . -path ./build -prune -o \( -name '*.cpp' -o -name '*.hpp' \) -print)
fi
mapfile -t existing < <(while IFS= read -r file; do [[ -f $file ]] && echo "$file"; done <<<"$files" || true)
((${#existing[@]})) || { echo "no C++ files found"; exit 1; }
if ! messages=$(clang-format-19 "${mode[@]}" "${existing[@]}" 2>&1); then
  echo "not formatted (violations, file):"
  grep -oE '^[^: ]+\.[ch]pp:' <<<"$messages" | sort | uniq -c || echo "$messages"
  exit 1
fi
echo "${#existing[@]} files"
