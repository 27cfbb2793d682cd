# SPDX-License-Identifier: MIT
# Scripts for bash, fish and zsh: what is offered is what the parser knows. bash completes in this shell, as it would for a person.
source "$(dirname "$0")/../support/cli.sh"
expect 0 "bash" "$edgeldp" completion bash
cp stdout.txt edgeldp.bash
bash -n edgeldp.bash || fail "bash -n"
source ./edgeldp.bash
[[ $(complete -p edgeldp) == *"-F _edgeldp edgeldp" ]] || fail "the function is not registered"

# offered WORDS...: the last is the word at the cursor.
offered() {
  COMP_WORDS=(edgeldp "$@") COMP_CWORD=$# COMPREPLY=()
  _edgeldp
  echo "${COMPREPLY[*]}"
}
rm -rf files && mkdir -p files/folder && cd files || exit 3
touch friends.txt friends.gz
same "a verb" "$(offered tri)" triangles
contains "all verbs" "$(offered '')" "info convert triangles"
lacks "hidden verbs" "$(offered '')" man-pages
same "verbs below" "$(offered channel '')" "show loss sample estimate plan"
same "verbs below, begun" "$(offered channel es)" estimate
same "behind help" "$(offered help channel es)" estimate
same "behind an option of the program" "$(offered --threads 2 --json homo)" homophily
same "a value that is called like a verb" "$(offered -q --threads info tri)" triangles
same "an option" "$(offered triangles --epsi)" --epsilon
same "an expert's option" "$(offered triangles -e 1 --kap)" --kappa
same "an option of the program" "$(offered triangles --thr)" --threads
same "a value" "$(offered triangles --codec '')" "auto ppr nullspace bitmap"
same "a value, begun" "$(offered triangles --codec nul)" nullspace
same "behind =" "$(offered triangles --codec = nul)" nullspace
same "directly behind =" "$(offered triangles --codec =)" "auto ppr nullspace bitmap"
same "a second value" "$(offered bench coverage --codec ppr,nul)" ppr,nullspace
same "a value that looks like a pattern" "$(offered homophily --mechanism brr)" "brr brr*"
same "nothing for numbers" "$(offered triangles --seed '')" ""
same "files" "$(offered triangles fri | xargs -n1 | sort | xargs)" "friends.gz friends.txt"
same "files of options" "$(offered triangles -e 1 --release friends.t)" friends.txt
same "folders alone" "$(offered dataset fetch wiki-Vote --dir f)" folder
same "a graph that can be fetched" "$(offered dataset fetch wiki)" wiki-Vote
same "one of many" "$(offered bench download-cost --mechanisms ppr,nullsp)" ppr,nullspace
same "a model" "$(offered dataset generate holme)" holme-kim
same "a shell" "$(offered completion z)" zsh
cd ..

# All options of all verbs are there, and no others.
words_of() { grep -oE '^  (-[a-zA-Z], )*--[a-z-]+(, --[a-z-]+)*' | grep -oE -- '-(-[a-z-]+|[a-zA-Z]\b)' | sort -u; }
"$edgeldp" --help-all | words_of | grep -vxE -- '--epsilon|-e|--seed' >everywhere.txt
for verb in triangles homophily "channel show" "bench download-cost" "vectors encode" info; do
  sort -u everywhere.txt <("$edgeldp" $verb --help-all | words_of) >expected.txt
  tr ' ' '\n' <<<"$(offered $verb -)" | sort -u >offers.txt
  diff expected.txt offers.txt >difference.txt || fail "options of $verb: $(cat difference.txt)"
done

expect 0 "zsh" "$edgeldp" completion zsh
cp stdout.txt _edgeldp
same "its first line" "$(head -n 1 _edgeldp)" "#compdef edgeldp"
contains "a value" "$out" ":NAME:(auto ppr nullspace bitmap)"
if command -v zsh >/dev/null; then
  zsh -n _edgeldp || fail "zsh -n"
  zsh -f -c 'autoload -Uz compinit && compinit -u -d dump && source ./_edgeldp && whence _edgeldp_bench_download_cost >/dev/null' ||
    fail "zsh cannot source it"
fi
# fish: each verb, option and value stands where it counts; the shell itself says what it would offer.
expect 0 "fish" "$edgeldp" completion fish
cp stdout.txt edgeldp.fish
contains "a verb" "$out" "complete -c edgeldp -n '__edgeldp_at ' -a triangles -d 'Estimate how many triangles a graph has'"
contains "a verb below" "$out" "complete -c edgeldp -n '__edgeldp_at channel' -a estimate"
contains "values" "$out" "complete -c edgeldp -n '__edgeldp_at triangles' -l codec -x -a 'auto ppr nullspace bitmap'"
contains "a file" "$out" "complete -c edgeldp -n '__edgeldp_at triangles' -l release -r -F"
for verb in triangles homophily "channel show" "vectors encode" info; do
  "$edgeldp" $verb --help-all | words_of | grep -oP '^--\K.*' | grep -vxE 'help|help-all|version' | while read -r option; do
    grep -qE "^complete -c edgeldp( -n '__edgeldp_at $verb')?( -s .)? -l $option( |$)" edgeldp.fish || echo "--$option"
  done >difference.txt
  [[ ! -s difference.txt ]] || fail "options of $verb for fish: $(cat difference.txt)"
done
if command -v fish >/dev/null; then
  fish_offers() { HOME=$PWD fish --no-config -c "source edgeldp.fish; complete -C '$1'" | cut -f 1 | xargs; }
  fish --no-execute edgeldp.fish || fail "fish --no-execute"
  same "a verb" "$(fish_offers 'edgeldp tri')" triangles
  same "verbs below" "$(fish_offers 'edgeldp channel es')" estimate
  same "behind help" "$(fish_offers 'edgeldp help channel es')" estimate
  same "an option" "$(fish_offers 'edgeldp triangles --epsi')" --epsilon
  same "a value" "$(fish_offers 'edgeldp triangles -e 1 --codec nul')" nullspace
  same "a model" "$(fish_offers 'edgeldp dataset generate holme')" holme-kim
fi
expect 2 "a shell that is not known" "$edgeldp" completion bahs
contains "the nearest" "$err" "unknown value 'bahs'; did you mean 'bash'?"
finish
