# SPDX-License-Identifier: MIT
# reproduce: the experiments that train models, at a tiny size on generated data. What they find is for humans.
source "$(dirname "$0")/../support/cli.sh"
rm -rf ./*.csv data

learn() { # NAME and arguments
  local name=$1
  shift
  expect 0 "$name" "$edgeldp" reproduce "$name" --users 600 --runs 1 --json "$@"
  same "$name: stderr is empty" "$err" ""
  while IFS= read -r line; do
    for key in experiment mechanism epsilon measure paper ours private simulated seconds peak_memory_bytes; do
      contains "$name, key $key" "$line" "\"$key\":"
    done
  done <stdout.txt
  [[ -s stdout.txt ]] || fail "$name: no cell"
}
stable() { sed -E 's/"(seconds|peak_memory_bytes)":[-+0-9.e]+,?//g' stdout.txt; }

learn bipartite-response/figure-6 --epsilon 2 --out leaves
contains "leaves" "$out" '"mechanism":"BRR below Laplace","epsilon":null'
contains "nothing is private without noise" "$(grep '"mechanism":"no noise, all records"' stdout.txt)" '"private":false'
same "points" "$(head -n 1 leaves.csv)" "data,mechanism,epsilon,run,rmse"
once=$(stable)
learn bipartite-response/figure-6 --epsilon 2 --threads 1
same "the seed decides, not the threads" "$(stable)" "$once"
learn bipartite-response/figure-6 --epsilon 2 --seed 2
[[ $(stable) != "$once" ]] || fail "another seed, the same figures"

# A budget for each of 500 numbers, five epochs: 2500 times that budget for a record. Laplace noise of scale
# 0.04 / 1 a number costs a record, which moves them by 0.024 in all, 0.6 an epoch.
learn bipartite-response/figure-7 --epsilon 1
contains "what a record really spends" "$(grep '"mechanism":"BRR, a budget each number"' stdout.txt | head -n 1)" '"epsilon":2500.0'
contains "... with Laplace noise" "$(grep '"mechanism":"Laplace, a budget each number"' stdout.txt | head -n 1)" '"epsilon":3.0'
learn bipartite-response/figure-10 --epsilon 1
contains "seven features" "$(grep '"mechanism":"BRR, a budget each feature"' stdout.txt | head -n 1)" '"epsilon":7.0'
for n in 3 4 5 6; do
  learn labels/table-$n --epsilon 1
  contains "table $n, the paper's figure" "$(grep '"mechanism":"RRWithPrior"' stdout.txt)" '"paper":'
  contains "table $n" "$out" '"mechanism":"order, best first"'
done
contains "paper" "$(grep '"mechanism":"RR",' stdout.txt)" '"paper":45.95'

mkdir data
expect 3 "no such file" "$edgeldp" reproduce bipartite-response/figure-6 --data data
contains "no such file" "$err" "abalone.csv.gz"
echo "Sex,Length" >data/abalone.csv.gz
expect 2 "no such column" "$edgeldp" reproduce bipartite-response/figure-6 --data data
contains "no such column" "$err" "line 1: no column"
echo "no images" >data/mnist.t10k-images-idx3-ubyte.gz
expect 2 "no images" "$edgeldp" reproduce bipartite-response/figure-7 --data data
contains "no images" "$err" "not the IDX file"
finish
