# SPDX-License-Identifier: MIT
# What --help says, at any width: kept texts of the program and of triangles, rules for those of all verbs. Texts that were meant to change:
#   bash tests/cli/help.sh build/dev/apps/edgeldp . --rewrite
source "$(dirname "$0")/../support/cli.sh"
golden=$source_dir/tests/golden/help
verbs_of() { # heading, whatever is listed below it, next heading
  awk '/^[A-Z]/ { inside = /^(Look|Count|Compare|Publish|Other|Verbs)$/ }
       inside && match($0, /^  [a-z][a-z-]*( [a-z][a-z-]*)?/) { print substr($0, 3, RLENGTH - 2) }' <<<"$1"
}
# A line each, whatever the screen's width has made of it.
examples_of() {
  awk '/^[A-Z`]/ { inside = /^Examples$/ } inside && /^  /' <<<"$1" | sed -e ':a' -e '/\\$/ { N; s/\\\n *//; ta }' | grep -v '^    '
}

# Kept texts.
for width in 60 80 120; do
  for verb in "" triangles; do
    kept=$golden/${verb:-program}-$width.txt
    help=$(COLUMNS=$width "$edgeldp" $verb --help) || fail "$verb --help"
    if [[ ${3:-} == --rewrite ]]; then
      mkdir -p "$golden" && cat <<<"$help" >"$kept"
    else
      diff "$kept" - <<<"$help" >difference.txt || fail "$kept is not what help says: $(cat difference.txt)"
    fi
  done
done
# All options of all verbs, in one file, from which the documents' site has its pages.
whole=$(echo "=== edgeldp "; COLUMNS=80 "$edgeldp" --help-all
  while read -r verb; do echo "=== edgeldp $verb"; COLUMNS=80 "$edgeldp" $verb --help-all; done < <(verbs_of "$(COLUMNS=120 "$edgeldp" --help-all | sed 's/^Collect$/Other/')"))
if [[ ${3:-} == --rewrite ]]; then
  [[ $whole == *"edgeldp reproduce"* && $whole == *"edgeldp bench"* && $whole == *"edgeldp collector"* ]] ||
    { echo "help.sh: build all programs first: what they say is kept in one file" >&2; exit 2; }
  cat <<<"$whole" >"$golden/verbs.txt"
elif [[ $whole == *"edgeldp reproduce"* ]]; then
  diff "$golden/verbs.txt" - <<<"$whole" >difference.txt || fail "$golden/verbs.txt is not what help says: $(head -n 20 difference.txt)"
fi
[[ ${3:-} != --rewrite ]] || exit 0

# A name or a word that is longer than the line stays whole.
keeps_to() { # WIDTH TEXT WHAT
  local wide
  wide=$(awk -v w="$1" 'length($0) > w && NF > 1 && !/^  -/' <<<"$2")
  [[ -z $wide ]] || fail "$3 at $1 columns: $wide"
}
# The first screen: ten verbs, where the others are, and no option for experts.
for width in 50 80; do
  for option in --help --help-all; do keeps_to "$width" "$(COLUMNS=$width "$edgeldp" $option)" "the program's $option"; done
done
expect 0 "the first screen" env COLUMNS=80 "$edgeldp" --help
same "verbs for a newcomer" "$(verbs_of "$out" | xargs)" "demo dataset info triangles degrees cycles compare report collector explain"
all=$("$edgeldp" --help-all | grep -cE '^  [a-z][a-z-]* {2,}[A-Z]')
contains "where the others are" "$out" "\`edgeldp --help-all\` has $((all - 10)) more verbs"
(($(wc -l <<<"$out") <= 44)) || fail "the first screen has $(wc -l <<<"$out") lines"
lacks "an expert's option" "$out" "--rounds-in"
contains "an expert's option in full" "$("$edgeldp" --help-all)" "--rounds-in"

# Every verb: its text keeps to the width, it has examples, and ranges are told in words.
mapfile -t verbs < <(verbs_of "$(COLUMNS=120 "$edgeldp" --help-all)")
((${#verbs[@]} >= 20)) || fail "only ${#verbs[@]} verbs are listed"
for verb in "${verbs[@]}"; do
  for width in 50 60 80; do
    help=$(COLUMNS=$width "$edgeldp" $verb --help-all) || fail "$verb --help-all"
    keeps_to "$width" "$help" "$verb"
  done
  lacks "$verb: a range" "$help" " in ["
  lacks "$verb: numbers too long to say anything" "$help" "281474976710656"
  examples=$(examples_of "$help" | wc -l)
  ((examples >= 2 && examples <= 4)) || fail "$verb has $examples examples"
  [[ $(examples_of "$help" | grep -vc "edgeldp $verb") == 0 ]] || fail "$verb has an example of another verb"
done
for name in $(verbs_of "$(COLUMNS=120 "$edgeldp" --help)"); do
  summary=$("$edgeldp" "$name" --help | sed -n 1p)
  ((${#summary} <= 60)) || fail "a list has no line for what $name does: $summary"
done

# Experts' options: named at the end of --help, explained by --help-all alone.
expect 0 "triangles" "$edgeldp" triangles --help
(($(wc -l <<<"$out") <= 51)) || fail "triangles --help has $(wc -l <<<"$out") lines"
lacks "an expert's option" "$out" "  --kappa"
contains "where it is" "$out" "\`edgeldp triangles --help-all\` has "
contains "words of results" "$out" "\`edgeldp explain WORD\`"
expect 0 "all of triangles" "$edgeldp" triangles --help-all
contains "an expert's option" "$out" "  --kappa N"
lacks "nothing is left out" "$out" "--help-all\` has"
order=$(grep -xE 'Input|Options|Common|Output|Expert' <<<"$out" | paste -sd' ')
same "the order of sections" "$order" "Input Options Common Output Expert"
expect 0 "defaults and limits" "$edgeldp" cycles --help
contains "defaults and limits" "$out" "[3 to 5; default 4]"

# Ways to ask.
for verb in "" triangles "channel show"; do
  expect 0 "$verb --help" "$edgeldp" $verb --help
  usage=$out
  expect 0 "help $verb" "$edgeldp" help $verb
  same "help $verb" "$out" "$usage"
done
expect 0 "triangles --help" "$edgeldp" triangles --help
usage=$out
expect 0 "help of a verb and more" "$edgeldp" help triangles wiki-Vote.txt.gz
same "it counts nothing" "$out" "$usage"
expect 0 "help triangles --help-all" "$edgeldp" help triangles --help-all
contains "help triangles --help-all" "$out" "  --kappa N"
# No verb is a mistake of whoever calls, of a script most likely: standard output stays empty, as with any other.
expect 2 "no verb" "$edgeldp"
same "no verb" "$out" ""
contains "no verb" "$err" "edgeldp: name a verb"
contains "the verbs by what they are for" "$err" "  Publish  release, inspect, query"
contains "and where to begin" "$err" "edgeldp --help"
lacks "a hidden verb" "$err" "man-pages"
finish
