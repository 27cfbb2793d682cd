# SPDX-License-Identifier: MIT
# Help is enough to use the program; wrong usage exits 2, says what is wrong, and prints no result.
source "$(dirname "$0")/../support/cli.sh"

expect 0 help "$edgeldp" --help
for verb in info triangles cycles common-neighbors degrees homophily release inspect query dataset vectors bench reproduce; do
  contains help "$out" "$verb"
done
for verb in info triangles cycles common-neighbors degrees homophily release inspect query "dataset list" "dataset fetch" "dataset generate" \
  "bench codec" "bench decode" "bench download-cost" "bench encode" "bench pairs" "bench scale"; do
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
refused "subcommand" --json
refused "subcommand" nonsense
refused "--no-such-option" triangles --no-such-option
refused "epsilon" triangles --epsilon 0
refused "length" cycles --length 2
refused "length" cycles --length 6
refused "margin" cycles --margin 3
refused "clip" cycles --clip neighbors
refused "preset" cycles --preset published
refused "epsilon" triangles --epsilon -1
refused "epsilon" triangles --epsilon nan
refused "epsilon" triangles --epsilon 65
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
refused "kappa" triangles --release "$source_dir/tests/golden/v1/ppr-released-size.eldp" --clip neighbors --kappa 50
refused "margin" triangles --margin 9223372036854775807
refused "split" triangles --split degree=.5,edges=.4,count=1e-12
refused "twice" triangles --split degree=.1,degree=.2,edges=.3,count=.3
refused "mixed" triangles --split 0.1,0.72,size=0.1
refused "beta" triangles --beta 2 --level 3
refused "bitmap" triangles --codec bitmap --alpha 3
refused "not bitmap, not nullspace" triangles --codec bitmap --chunk-rule true-degree
refused "--key" triangles --key ab --runs 2
refused "runs" triangles --runs 0
refused "key" triangles --key xyz
refused "two users" query "$source_dir/tests/golden/v1/ppr-released-size.eldp"
refused "--output" release
finish
