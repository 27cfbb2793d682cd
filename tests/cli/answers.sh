# SPDX-License-Identifier: MIT
# What the program answered when tests/golden/answers was last written: text and integers exactly, reals to 1e-9 of themselves (1e-12 near 0), times
# and digests (of doubles that another machine may round otherwise) aside. Answers that were meant to change:
#   bash tests/cli/answers.sh build/dev/apps/edgeldp . --rewrite
source "$(dirname "$0")/../support/cli.sh"
answers=$source_dir/tests/golden/answers
if [[ ${3:-} == --rewrite ]]; then
  answers=$(realpath "$answers") edgeldp=$(realpath "$edgeldp") source_dir=$(realpath "$source_dir") rewrite=1
  cd "$(mktemp -d)" || exit 3
fi

# What a clock, the machine or a hash says is left out.
lasting() { sed -E -e 's/"(told|crc|build|settings|[a-z_]*(seconds[a-z_]*|memory_bytes))":("[^"]*"|-?[0-9.e+-]+|null|\{[^}]*\})/"\1":0/g'; }
# One token a line: a number, a quoted text, or anything else.
tokens() {
  lasting | grep -oE '"[^"]*"|-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?|[^"0-9-]+|-'
}

# The first token that differs; nothing where all agree.
difference() {
  paste -d '\t' <(tokens <"$1") <(tokens <"$2") | awk -F '\t' '
    function is_real(x) { return x ~ /^-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?$/ && x ~ /[.e]/ }
    function size(x) { return x < 0 ? -x : x }
    $1 == $2 || ((is_real($1) || is_real($2)) && $1 ~ /[0-9]$/ && $2 ~ /[0-9]$/ &&
                 size($1 - $2) <= 1e-12 + 1e-9 * size($1)) { before = $1; next }
    { print "\047" $1 "\047 is \047" $2 "\047 now, behind " before; exit }'
}

rm -rf run  # of this test before: it would go on
cp "$answers"/in/* "$source_dir/datasets/tiny/karate.txt" .
played=0
while read -r name arguments; do
  read -ra words <<<"$arguments"
  expect 0 "$name" "$edgeldp" "${words[@]}"
  { printf '$ edgeldp %s\n' "$arguments"; cat stdout.txt stderr.txt; } | lasting >answer.txt
  if [[ -n ${rewrite:-} ]]; then  # what the check would accept stays as it was
    [[ -f $answers/$name && -z $(difference "$answers/$name" answer.txt) ]] || cp answer.txt "$answers/$name"
  elif [[ ! -f $answers/$name ]]; then
    fail "$name is not there"
  else
    found=$(difference "$answers/$name" answer.txt)
    [[ -z $found ]] || fail "$arguments: $found"
  fi
  played=$((played + 1))
done < <(grep -vE '^(#|$)' "$answers/commands.txt")
[[ -n ${rewrite:-} ]] && exit 0
((played >= 20)) || fail "$played commands were played"

# The comparison itself: a real that moves by 1e-12 is the same, one by 1e-6, an integer by 1 or a key by a letter is not.
line='{"estimate":12.345678901234,"nodes":34,"verdict":"weak"}'
echo "$line" >one.txt
change() { sed "s/$1/$2/" <one.txt >two.txt; difference one.txt two.txt; }
same "a last digit" "$(change 901234 901235)" ""
for pair in 5678901234/5679901234 'nodes":34/nodes":35' weak/meak nodes/modes; do
  [[ -n $(change "${pair%/*}" "${pair#*/}") ]] || fail "$pair changes an answer and is not seen"
done
[[ -n $(head -c 20 one.txt >two.txt; difference one.txt two.txt) ]] || fail "a short answer is not seen"
finish
