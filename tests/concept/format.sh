#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# format.sh SOURCE_DIR: every C++ file of the checkout is formatted as .clang-format says, by clang-format 19 exactly:
# other versions format otherwise. To repair: bash tests/concept/format.sh SOURCE_DIR -i
# And comments are filled, one label a line (comments.awk), which nothing repairs but a hand. Lines of derivations, proofs,
# results and decisions have at most 120 columns: a table may be longer, and what holds no blank. A question's derivation.md has
# the same parts as all others.
# format.sh self-check: comments that are torn, too long or hide a label are found, long lines of documents, missing parts.
set -euo pipefail
comments=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/comments.awk

documents=(README.md CONTRIBUTING.md core/doc/privacy.md docs/decisions.md docs/map.md 'docs/results/*.md' graph/README.md
           '*derivation.md' 'graph/rivals/README.md')
# long_lines FILE...: what is longer than 120 columns as it is read, so without comments; in blocks of code anything may be.
long_lines() {
  local file
  for file in "$@"; do
    sed -E '/^ *```/,/^ *```/s/.*//; s/<!--[^>]*-->//g' "$file" | LC_ALL=C.UTF-8 grep -nE '^[^|].{120}' |
      sed -E 's/^([0-9]+:) *([-*]|[0-9]+[.]) /\1/' | grep -E '^[0-9]+: *[^ ]+ +[^ ]' |
      sed -E "s|^([0-9]+):.*|$file:\1: a line of more than 120 columns|" || true
  done
}

parts='What is estimated|The messages|Why it is unbiased|Sensitivity|Variance|The plan|What it does not do'
# missing_parts FILE...: derivations that lack one of the parts, or have them in another order.
missing_parts() {
  local file
  for file in "$@"; do
    [[ $(grep -xE "## ($parts)" "$file" | sed 's/^## //' | paste -sd'|') == "$parts" ]] ||
      echo "$file: not the parts of a derivation: $parts"
  done
}

if [[ $1 == self-check ]]; then
  file=$(mktemp)
  trap 'rm -f "$file"' EXIT
  failures=0
  # expect NUMBER OF COMPLAINTS, text on standard input
  expect() {
    cat >"$file"
    found=$(awk -f "$comments" "$file")
    [[ $(grep -c . <<<"$found") == "$1" ]] || { echo "expected $1 complaints:"; cat "$file"; echo "$found"; failures=1; }
  }
  long='/// word word word word word word word word word word word word word word word word word word word'
  expect 0 <<<"/// Twice a number."$'\n'"/// Errors: none."$'\n'"///"$'\n'"///   x   2 x"$'\n'"///   1   2"
  expect 0 <<<"$long"$'\n'"/// goes on."
  expect 1 <<<"/// Twice a number, torn"$'\n'"/// apart."
  expect 1 <<<"/// Twice a number. Errors: none."
  expect 1 <<<"$long of it"
  expect 1 <<<"/// Cost: one step,"$'\n'"///     torn."
  # reads NUMBER OF COMPLAINTS, a document on standard input
  reads() {
    cat >"$file"
    found=$(long_lines "$file")
    [[ $(grep -c . <<<"$found") == "$1" ]] || { echo "expected $1 long lines:"; cat "$file"; echo "$found"; failures=1; }
  }
  text=$(printf 'word %.0s' {1..23})
  reads 0 <<<"${text}12345"$'\n'"| $text$text|"$'\n'"- [x](${text// /-}${text// /-})"$'\n'"\`\`\`"$'\n'"$text$text"$'\n'"\`\`\`"
  reads 0 <<<"$text<!--= name % -->5<!--/--> äää"
  reads 1 <<<"${text}123456"
  reads 1 <<<"- [x](y) $text$text"
  tr '|' '\n' <<<"$parts" | sed 's/^/## /' >"$file"
  [[ -z $(missing_parts "$file") ]] || { echo "a whole derivation is refused"; failures=1; }
  sed -i '/Sensitivity/d' "$file"
  [[ -n $(missing_parts "$file") ]] || { echo "a derivation without its sensitivity passes"; failures=1; }
  exit $failures
fi

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
if ! found=$(awk -f "$comments" "${existing[@]}") || [[ -n $found ]]; then
  echo "$found"
  exit 1
fi
# Where this is no git checkout, all of them below the folders that have documents.
if ! pages=$(git -c safe.directory='*' ls-files -co --exclude-standard "${documents[@]}" 2>/dev/null); then
  pages=$(find core graph docs README.md CONTRIBUTING.md -name '*.md' | grep -E "derivation|README|CONTRIBUTING|privacy|decisions|results/")
fi
mapfile -t read < <(while IFS= read -r page; do [[ -f $page ]] && echo "$page"; done <<<"$pages" || true)
questions=()
for page in "${read[@]}"; do  # what questions share has parts of its own
  [[ $page != */derivation.md || $page == */limits/* ]] || questions+=("$page")
done
found=$(long_lines "${read[@]}" && missing_parts "${questions[@]}")
[[ -z $found ]] || { echo "$found"; exit 1; }
echo "${#existing[@]} files, ${#read[@]} documents"
