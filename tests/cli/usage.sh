# SPDX-License-Identifier: MIT
# Help is enough to use the program; wrong usage exits 2, says what is wrong, and prints no result.
source "$(dirname "$0")/../support/cli.sh"

expect 0 help "$edgeldp" --help-all
for verb in info triangles cycles butterflies common-neighbors cores centrality communities labels mixing reciprocity degrees homophily compare simulate release inspect query explain dataset vectors bench audit reproduce; do
  contains help "$out" "$verb"
done
for verb in info triangles cycles butterflies common-neighbors cores centrality communities labels mixing reciprocity degrees homophily "simulate attack" release inspect query "dataset list" "dataset fetch" "dataset generate" \
  audit "bench codec" "bench count" "bench decode" "bench download-cost" "bench encode" "bench pairs" "bench scale"; do
  expect 0 "help of $verb" "$edgeldp" $verb --help
  [[ -n $out ]] || fail "$verb --help prints nothing"
done
expect 0 version "$edgeldp" --version
contains version "$out" "edgeldp "

refused() {
  local what=$1
  shift
  expect 2 "$*" "$edgeldp" "$@"
  same "$* prints no result" "$out" ""
  contains "$*" "$err" "$what"
}
refused "Count    triangles, cycles" --threads 1
refused "name a verb" --json
refused "unknown verb 'nonsense'; there are: demo, info, " nonsense
for verb in audit bench reproduce; do  # or they are there
  "$edgeldp" --help-all 2>/dev/null | grep -qE "^  $verb " || refused "'$verb' is a verb of the whole program, and this one was built without it: " "$verb" --list
done
refused "unknown verb 'triangle'; did you mean 'triangles'?" triangle
refused "unknown verb 'cylces'; did you mean 'cycles'?" cylces --length 3
refused "unknown verb 'common'; did you mean 'common-neighbors'?" common
refused "unknown verb 'smaple'; did you mean 'sample'?" channel smaple
refused "name a verb: show, loss" channel
refused "unknown verb 'downlaod-cost'; did you mean 'download-cost'?" bench downlaod-cost
refused "--codec: unknown value 'nulspace'; did you mean 'nullspace'?" triangles --codec nulspace
refused "--codec: unknown value 'gzip'; there are: auto, ppr, nullspace, bitmap" triangles --codec gzip
refused "--mechanism: unknown value 'staircas'; did you mean 'staircase'?" channel show --mechanism staircas
refused "MODEL: unknown value 'rmta'; did you mean 'rmat'?" dataset generate rmta -o x.txt
refused "NAME: unknown value 'wiki-Vot'; did you mean 'wiki-Vote'?" dataset fetch wiki-Vot
refused "no experiment 'compression/figure1'; did you mean 'compression/figure-1'?" reproduce compression/figure1
refused "--mechanisms: unknown value 'arr-noe'; did you mean 'arr-one'?" bench download-cost --mechanisms arr-noe
refused "--max-error: must be a number above 0, not '0'" triangles --max-error 0
refused "unknown option --no-such-option" triangles --no-such-option
refused "unknown option --epsilonn; did you mean '--epsilon'?" triangles --epsilonn 1 --run 20
refused "unknown option --outptu; did you mean '--output'?" release --outptu=x
refused "\`edgeldp channel show --help\` says more" channel show --seize 3
refused "cannot open 2: No such file or directory; several values of an option, such as budgets, are separated by commas" triangles -e 1 2 3
refused "'3' was not expected: '2' was taken as the graph. Several values of an option are separated by commas" tune -e 1 2 3
refused "unknown verb 'nonsense'" help nonsense
refused "epsilon" triangles --epsilon 0
refused "length" cycles --length 2
refused "length" cycles --length 6
refused "margin" cycles --margin 3
refused "clip" cycles --clip neighbors
refused "preset" cycles --preset published
refused "epsilon" triangles --epsilon -1
refused "epsilon" triangles --epsilon nan
refused "epsilon" triangles --epsilon 65
refused "must" triangles --epsilon 1,2,0
refused "must" degrees --epsilon 1,65
refused "must" tune --nodes 100 --epsilon 1,0
refused "alpha" triangles --alpha 1.2
refused "alpha" triangles --alpha inf
refused "level" triangles --level 0
refused "level" triangles --level 10
refused "beta" triangles --beta -3
refused "codec" triangles --codec gzip
refused "order" triangles --order best
refused "split" triangles --split 0.5,0.5,0.5
refused "split" triangles --split degree=0.1,edges=x
refused "coffee" triangles --split coffee=0.1
refused "margin" triangles --margin -281474976710657
refused "kappa" triangles --kappa 0
refused "kappa" triangles --kappa 101
refused "kappa" triangles --clip neighbors --kappa 50
refused "clip" triangles --clip edges
refused "kappa" triangles --preset published --kappa 50
refused "split" triangles --preset centred --split 0.1,0.72,0.18
refused "margin" triangles --preset centred --margin 3
refused "order" triangles --preset centred --order id
refused "preset" release -o x.eldp --preset centred
refused "preset" triangles --preset best
refused "kappa" triangles --release "$source_dir/tests/golden/v2/ppr-sizes.eldp" --clip neighbors --kappa 50
refused "margin" triangles --margin 9223372036854775807
refused "split" triangles --split degree=.5,edges=.4,count=1e-12
refused "twice" triangles --split degree=.1,degree=.2,edges=.3,count=.3
refused "mixed" triangles --split 0.1,0.72,size=0.1
refused "beta" triangles --beta 2 --level 3
refused "bitmap" triangles --codec bitmap --alpha 3
refused "not bitmap, not nullspace" triangles --codec bitmap --chunk-rule true-degree
refused "--key" triangles --key ab --runs 2
refused "runs" triangles --runs 0
# Numbers that are none, in words of ours: what is wanted, what was typed, and how it would be written.
refused "--seed: must be a whole number, 0 or above, not 'abc'" triangles --seed abc
refused "--seed: must be a whole number, 0 or above, not '-1'" triangles --seed -1
refused "--seed: must be a whole number, 0 or above, not ''" triangles --seed ""
refused "--seed: must be a whole number, 0 or above, not '99999999999999999999'" triangles --seed 99999999999999999999
refused "--seed: must be a whole number, 0 or above, not '010' (write 10)" triangles --seed 010
refused "--runs: must be a whole number from 1 to 1000000, not 'x'" triangles --runs x
refused "--runs: must be a whole number from 1 to 1000000, not '1e3' (write 1000)" triangles --runs 1e3
refused "--runs: must be a whole number from 1 to 1000000, not '1,000' (no comma between digits)" triangles --runs 1,000
refused "--runs: must be a whole number from 1 to 1000000, not '-3'" triangles --runs=-3
refused "--threads: must be a whole number from 0 to 1024, not 'two'" --threads two triangles
refused "--alpha: must be a number, not '1,5' (a decimal comma is a point: 1.5)" triangles --alpha 1,5
refused "--max-download: must be a number above 0, not '5kB'" triangles --max-download 5kB
refused "--length: must be a whole number from 3 to 5, not 'four'" cycles --length four
refused "--nodes: must be a whole number, 0 or above, not '-5'" dataset generate erdos-renyi --nodes -5 -o x
refused "--nodes: must be a whole number, 0 or above, not '1k'" dataset generate erdos-renyi --nodes 1k -o x
refused "--nodes: must be a whole number from 2 to 10000000, not '1e5' (write 100000)" tune --nodes 1e5
refused "--close-share: must be a number from 0.001 to 1, not 'nan'" collector create v --people p --close-share nan
refused "--close-share: must be a number from 0.001 to 1, not '50%'" collector create v --people p --close-share 50%
refused "--epsilon: \"one\" is no number" triangles -e one
refused "a decimal comma is a point" triangles -e 0,5
refused "--epsilon: \"1,2,4\" is more than one budget, and this takes one: run it once for each of them, with --epsilon 1 first" synthesize x -o y -e 1,2,4
refused "with --epsilon 1 first; a decimal comma is a point" collector create v --people p -e 1,5
refused "--epsilon: \"1,2\" is more than one budget" release x -o y -e 1,2
refused "--epsilon: epsilon = 0: must be above 0 and at most 64" synthesize x -o y -e 0
refused "--seed needs a value" triangles --seed
refused "--seed needs a value" triangles --seed=
refused "--methods needs a value" compare --methods
refused "--runs is given more than once" triangles --runs 3 --runs 4
refused "--json takes no value" triangles --json=3
refused "--methods: unknown value 'ARR-ONE'; did you mean 'arr-one'?" compare --methods ARR-ONE
refused "--methods: unknown value 'Usual'; did you mean 'usual'?" compare --methods Usual
refused "--codec: unknown value 'PPR'; did you mean 'ppr'?" triangles --codec PPR
refused "unknown verb 'Triangles'; did you mean 'triangles'?" Triangles
refused "unknown option --Epsilon; did you mean '--epsilon'?" triangles --Epsilon 1
refused "HOME is required" collector create
refused "SHELL: unknown value 'tcsh'" completion tcsh
# A value that was forgotten does not swallow the option behind it, and no file gets its name.
printf '0 1\n1 2\n' >g.txt
refused "--degrees needs a value, and '--no-exact' looks like an option: name the value, or write --degrees=--no-exact" \
  degrees g.txt --json --degrees --no-exact
refused "-o needs a value, and '--json' looks like an option" release g.txt -o --json
refused "--people needs a value, and '--yes' looks like an option" collector create v --people --yes
refused "--title needs a value, and '--json' looks like an option" collector create v --title --json
[[ ! -e --no-exact && ! -e --json ]] || fail "a file with the name of an option"
expect 0 "a file that is meant" "$edgeldp" degrees g.txt --degrees=--odd --no-exact --json
[[ -e --odd ]] || fail "a file with an odd name, said so"
rm -f -- --odd
refused "key" triangles --key xyz
golden=$source_dir/tests/golden/v2/ppr-sizes.eldp
refused "no pair is named: write two users, u v" query "$golden"
refused "give one" query --numbers "$golden" --pairs pairs.txt 1 2
refused "3 is without a second" query --numbers "$golden" 1 2 3
refused "--output" release

# Every verb has examples, and what they say works; not those that need the network or measure for long.
gzip -c "$source_dir/datasets/tiny/karate.txt" >wiki-Vote.txt.gz
cp "$source_dir"/datasets/examples/* .
cp friends.txt made.txt
verbs_below() { awk '/^[A-Z]/ { inside = /^(Look|Count|Compare|Publish|Other|Verbs)$/ } inside && /^  [a-z-]+(  |$)/ { print $1 }' <<<"$out"; }
expect 0 "a release for the examples" "$edgeldp" release friends.txt -o friends.eldp --with-ids --quiet
expect 0 "vectors for the examples" "$edgeldp" vectors encode ratings.csv -o ratings.eldv --items items.txt --values 1,2,3,4,5
expect 0 "a channel for the examples" "$edgeldp" channel show --categories young,middle,old -e 1 --out answers.json
expect 0 "a run for the examples" "$edgeldp" degrees friends.txt --seed 7 --rounds-in run --quiet
expect 0 "verbs" "$edgeldp" --help-all
cat <<<"$out" >more.txt  # the first commands
for verb in $(verbs_below); do
  expect 0 "$verb" "$edgeldp" help "$verb"
  contains "$verb has an example" "$out" "  edgeldp $verb"
  for sub in $(verbs_below); do
    help=$("$edgeldp" help "$verb" "$sub")
    contains "$verb $sub has an example" "$help" "  edgeldp $verb $sub"
    cat <<<"$help" >>more.txt
  done
  cat <<<"$out" >examples.txt
  [[ -e more.txt ]] && cat more.txt >>examples.txt
  rm -f more.txt
  sed -i -e ':a' -e '/\\$/ { N; s/\\\n *//; ta }' examples.txt  # commands that are wider than the screen
  sed -nE 's/^  ((zcat|source|edgeldp) .*)/\1/p' examples.txt | sed 's/   *[a-z].*$//' | awk '!seen[$0]++' >lines.txt
  while read -r line; do
    case $line in
      *" bench "* | *" tune "* | *fetch*) continue ;;
      "edgeldp audit "*) line+=" --runs 20" ;;  # a thousand take 3 s, and judge what audit.sh judges
    esac
    PATH=$(dirname "$edgeldp"):$PATH bash -c "$line" >/dev/null 2>stderr.txt </dev/null ||
      fail "an example of $verb: $line: $(cat stderr.txt)"
  done <lines.txt
done
finish
