#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# No document, page, help or message promises without a number that something cannot be learned: what epsilon allows is
# said by a factor or a percentage (apps/edgeldp/io/consent.hpp), since from 8 on nearly everything can be learned.
# promise_words.sh check SOURCE_DIR   exit 1 and one line per sentence
# promise_words.sh self-check         plants such sentences in a scratch tree and demands that they are found
set -euo pipefail

sentences_of() {
  python3 - "$1" <<'END'
import pathlib, re, sys
root = pathlib.Path(sys.argv[1])
files = [root / "README.md", root / "tests/golden/help/verbs.txt"]
for folder, kinds in (("docs", "md"), ("apps", "cpp hpp py"), ("core", "md"), ("graph", "md")):
    for kind in kinds.split():
        files += sorted((root / folder).rglob("*." + kind))
nobody = r"(nobody|no one|no-one|no observer|none of (them|it|these))\b"
learns = r"(can|could|is able to|will ever)\s+(\w+\s+)?(tell|know|learn|find out|be sure|see whether)|learns\s+(who|whom|whether)|knows who|tells?\s+whether"
promise = re.compile(nobody + r"[^.!?;]*?\b(" + learns + r")|\brandom enough\b|\bwhy it is safe\b|\bperfectly (private|safe)\b", re.I)
found = 0
for file in files:
    if not file.is_file() or file.name == "consent.hpp":
        continue
    text = file.read_text(encoding="utf-8", errors="replace")
    text = re.sub(r'"\s*\n\s*"', "", text)  # a string in several lines
    text = re.sub(r"\s*\n\s*(///?|#|\*)?\s*", " ", text)
    for sentence in re.split(r"(?<=[.!?])\s", text):
        at = promise.search(sentence)
        if at and not re.search(r"[0-9]|epsilon", sentence):
            print(f"{file.relative_to(root)}: a promise without a number: {sentence[max(0, at.start() - 40):at.end() + 60]}")
            found += 1
sys.exit(found > 0)
END
}

self_check() {
  local tree
  tree=$(mktemp -d)
  trap 'rm -rf "$tree"' RETURN
  mkdir -p "$tree/docs" "$tree/apps"
  printf 'Noise is added. At epsilon 1 nobody can tell more than by a factor of 2.72.\nNobody may see the lists.\n' >"$tree/docs/good.md"
  sentences_of "$tree" || { echo "a sentence with its number is refused" >&2; return 1; }
  local bad
  for bad in 'Nobody can tell whether two people know each other.' 'What leaves is random enough.' \
    'No one, not even the collector, can be sure.' 'Totals come out, and nobody learns who knows whom.'; do
    printf '%s\n' "$bad" >"$tree/docs/bad.md"
    ! sentences_of "$tree" >/dev/null || { echo "not found: $bad" >&2; return 1; }
  done
  rm "$tree/docs/bad.md"
  printf 'f("What leaves is such that nobody "\n  "can tell anything.");\n' >"$tree/apps/bad.cpp"
  ! sentences_of "$tree" >/dev/null || { echo "not found in a string of two lines" >&2; return 1; }
}

case ${1:-} in
  check) sentences_of "$2" ;;
  self-check) self_check ;;
  *) echo "usage: promise_words.sh check SOURCE_DIR | self-check" >&2; exit 2 ;;
esac
