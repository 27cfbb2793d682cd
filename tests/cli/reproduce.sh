# SPDX-License-Identifier: MIT
# reproduce: every experiment at a tiny size on generated data. Fields and sizes are checked, times never.
source "$(dirname "$0")/../support/cli.sh"
rm -rf ./*.csv ./*.svg ./*.part

reproduce() {
  local name=$1
  shift
  [[ " $* " == *" --epsilon "* ]] || set -- --epsilon 1 "$@"
  expect 0 "$name" "$edgeldp" reproduce "$name" --users 20 --runs 1 --level 1,5 --json "$@"
  same "$name: stderr is empty" "$err" ""
  while IFS= read -r line; do
    for key in experiment mechanism epsilon measure paper ours private simulated seconds peak_memory_bytes; do
      contains "$name, key $key" "$line" "\"$key\":"
    done
    contains "$name names itself" "$line" "\"experiment\":\"$name\""
  done <stdout.txt
  [[ -s stdout.txt ]] || fail "$name: no cell"
  if command -v python3 >/dev/null; then
    python3 -c 'import json, sys; [json.loads(line) for line in sys.stdin]' <stdout.txt || fail "$name: not JSON"
  fi
}
# ours MECHANISM MEASURE: the figure in that cell.
ours() { grep "\"mechanism\":\"$1\"" stdout.txt | grep "\"measure\":\"$2\"" | grep -oE '"ours":[-0-9.e+]+' | cut -d: -f2; }
# within NAME low VALUE high
within() { awk -v x="$3" -v low="$2" -v high="$4" 'BEGIN { exit !(x != "" && x >= low && x <= high) }' || fail "$1: '$3' outside [$2, $4]"; }
# Everything but times.
stable() { grep -v '"measure":"time' stdout.txt | sed -E 's/"(seconds|peak_memory_bytes)":[-+0-9.e]+,?//g'; }

expect 0 list "$edgeldp" reproduce --list --json
# Every experiment by subject and number, with the name that begins with its paper's number.
same "list" "$(sed -E 's/.*"experiment":"([^"]+)","alias":"([^"]+)".*/\1 \2/' stdout.txt)" "asymmetric-response/download asymmetric-response/download
bipartite-response/closed-form-m 000/closed-form-m
bipartite-response/figure-4 000/figure-4
bipartite-response/figure-5 000/figure-5
bipartite-response/figure-6 000/figure-6
bipartite-response/figure-7 000/figure-7
bipartite-response/figure-9 000/figure-9
bipartite-response/figure-10 000/figure-10
bipartite-response/figure-11 000/figure-11
bipartite-response/figure-12 000/figure-12
compression/figure-1 004/figure-1
compression/figure-2 004/figure-2
compression/figure-3 004/figure-3
compression/figure-4 004/figure-4
compression/figure-5 004/figure-5
compression/figure-6 004/figure-6
compression/figure-7 004/figure-7
compression/figure-8 004/figure-8
compression/figure-9 004/figure-9
grouped-response/equal-download grouped-response/equal-download
labels/algorithm-3 003/algorithm-3
labels/lemma-3.1 003/lemma-3.1
labels/table-1 003/table-1
labels/table-2 003/table-2
labels/table-3 003/table-3
labels/table-4 003/table-4
labels/table-5 003/table-5
labels/table-6 003/table-6
labels/table-8 003/table-8
labels/table-9 003/table-9
labels/theorem-3.4 003/theorem-3.4
randomized-response/figure-2 001/figure-2
randomized-response/figure-3 001/figure-3
randomized-response/figure-4 001/figure-4
randomized-response/figure-5 001/figure-5
randomized-response/figure-6 001/figure-6
randomized-response/theorems 001/theorems
records/figure-3 002/figure-3
records/figure-4 002/figure-4
records/table-2 002/table-2
records/table-3 002/table-3
two-rounds/barabasi-albert two-rounds/barabasi-albert"
expect 0 "list as a table" "$edgeldp" reproduce --list
lacks "list as a table" "$out" "004/"
contains "list as a table" "$out" "compression/figure-1"

reproduce compression/figure-1 --out points
# 20 users' sizes decide these; the bounds are those of half and double the entropy of the indices.
within "the paper's slope" 0.7 "$(ours "ppr beta 2, true size" "upload, bits a rating, all users")" 2.5
within "level 5" 0.1 "$(ours "ppr level 5" "upload, bits a rating, all users")" 0.6
within "linear" 0.9 "$(ours "ppr beta 2, true size" "upload, R^2 of the line")" 1
within "list" 17 "$(ours "list of positions" "bits a rating")" 17
contains "not private" "$(grep '"mechanism":"ppr beta 2, true size"' stdout.txt | head -n 1)" '"private":false'
contains "private" "$(grep '"mechanism":"ppr level 5"' stdout.txt | head -n 1)" '"private":true'
same "a point a user and line" "$(wc -l <points.csv)" $((1 + 5 * 20))
same "heading" "$(head -n 1 points.csv)" "mechanism,epsilon,entries,upload_bytes,seconds"
if command -v python3 >/dev/null; then
  python3 - points.csv stdout.txt <<'PYTHON' || fail "the line of least squares is another"
import csv, json, math, sys
points = [p for p in csv.DictReader(open(sys.argv[1])) if p["mechanism"] == "ppr level 5"]
ours = {c["measure"]: c["ours"] for c in map(json.loads, open(sys.argv[2])) if c["mechanism"] == "ppr level 5"}
x = [float(p["entries"]) for p in points]
def line(y):
    n, mx, my = len(x), sum(x) / len(x), sum(y) / len(y)
    xx, xy = sum((a - mx) ** 2 for a in x), sum((a - mx) * (b - my) for a, b in zip(x, y))
    return xy / xx, my - xy / xx * mx, xy * xy / xx / sum((b - my) ** 2 for b in y)
bits = [8 * float(p["upload_bytes"]) for p in points]
us = [1e6 * float(p["seconds"]) for p in points]
close = lambda a, b: math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-9)
slope, start, r2 = line(bits)
assert close(ours["upload, bits a further rating"], slope)
assert close(ours["upload, bits where the line starts"], start)
assert close(ours["upload, R^2 of the line"], r2)
assert close(ours["upload, bits a rating, all users"], sum(bits) / sum(x))
assert close(ours["time, us a further rating"], line(us)[0])
assert close(ours["time, ms, largest"], max(us) / 1e3)
each = sorted(a / b for a, b in zip(us, x))
assert close(ours["time, us a rating, median"], each[9])
assert close(ours["time, us a rating, p99.9 / median"], each[19] / each[9])
PYTHON
fi
once=$(stable)
reproduce compression/figure-1 --threads 1
same "the seed decides, not the threads" "$(stable)" "$once"
reproduce compression/figure-1 --seed 2
[[ $(stable) != "$once" ]] || fail "another seed, the same figures"

reproduce compression/figure-2 --epsilon 1,4
contains "upload grows with epsilon" "$out" 'as epsilon grows","paper":"grows","ours":"grows"'
reproduce compression/figure-3
reproduce compression/figure-7
contains "upload grows with beta" "$out" 'as beta grows","paper":"grows","ours":"grows"'
reproduce compression/figure-8
reproduce compression/figure-4 --epsilon 1,4 --level 1 --out pairs
same "a point a pair" "$(wc -l <pairs.csv)" $((1 + 6 * 20))
within "twice 17 times the error" 8 "$(ours "ppr level 1" "error over that of randomized response" | head -n 1)" 34
within "a quarter of the budget" 0.4 "$(ours "ppr level 1" "error over that of randomized response at a quarter")" 2.5
reproduce compression/figure-5
within "genomes" 0.1 "$(ours "ppr level 5" "upload, bits a variant, all users")" 0.6
reproduce compression/figure-9
within "neighbours" 0.1 "$(ours "ppr level 5" "upload, bits a neighbour, all users")" 0.6
printf '%s\n' "0 1" "1 2" "0 2" "2 3" >graph.txt
expect 0 "a graph's file" "$edgeldp" reproduce compression/figure-9 --data graph.txt --users 3 --epsilon 1 --json
contains "a graph's file" "$out" '"users":3,"length":4'

# Counts of triangles by their papers. A scale of (2 / e) / tanh(e / 4) is that of the noise where half of e is for it.
reproduce two-rounds/barabasi-albert --epsilon 1,2 --out samples
same "a point a run, budget and mechanism" "$(wc -l <samples.csv)" 7
within "told the largest degree" 3.773 "$(ours "two rounds, told the largest degree" "l2 error" | paste -sd' ' | awk '{print $1 / $2}')" 3.774
contains "another number of users" "$(head -n 1 stdout.txt)" '"paper":null'
expect 2 "--users: at most 100000" "$edgeldp" reproduce two-rounds/barabasi-albert --users 100001
reproduce asymmetric-response/download
within "n (n - 1) / 2 bits" 5.5788 "$(ours "two rounds, a bit a pair" "hours to read at 20 Mbit/s, 896 308 users")" 5.5790
contains "as published" "$(grep '"mechanism":"arr-one mu_star=0.001","epsilon":1.0,"measure":"l2' stdout.txt)" '"private":false'
contains "strongest" "$(grep '"mechanism":"arr-one-strongest mu_star=0.001","epsilon":1.0,"measure":"l2' stdout.txt)" '"private":true'
reproduce grouped-response/equal-download --data "$source_dir/datasets/tiny/karate.txt"
contains "published" "$out" '"mechanism":"arr-one over group-rr","epsilon":1.0,"measure":"times the error at the same download, at most","paper":"up to 1000","ours":'
contains "strongest" "$out" '"mechanism":"arr-one-strongest over group-rr-strongest"'
reproduce compression/figure-6 --data "$source_dir/datasets/tiny/karate.txt" --out sweep
contains "the paper speaks of wiki-Vote" "$(grep '"mechanism":"group-rr over ppr-published"' stdout.txt | head -n 1)" '"paper":null'
same "a point a setting" "$(wc -l <sweep.csv)" $((1 + $(grep -c '"measure":"l2 error"' stdout.txt)))

# Tables of [Wang 2016]: predictions are exact numbers, and 248 people are generated from the seed.
reproduce randomized-response/figure-2 --epsilon 1 --out shares
same "people" "$(ours "the table" people)" 248
same "a point a run and mechanism" "$(wc -l <shares.csv)" 4
within "predicted: n times the variance of 6 answers" 0.0107 "$(ours RR "squared error, predicted for these people")" 0.0108
within "Laplace" 2 "$(ours LM "squared error, predicted for these people")" 2.4
contains "at the same loss" "$out" '"mechanism":"LM at RR'"'"'s loss","epsilon":1.0'
reproduce randomized-response/figure-3 --epsilon 5
within "entropy" 1 "$(ours "the table" "entropy, bits")" 2.585
reproduce randomized-response/figure-4 --epsilon 5
within "chi-square" 100 "$(ours "the table" chi-square)" 496
reproduce randomized-response/theorems --epsilon 1
contains "Theorem 2" "$out" '"mechanism":"Theorem 2, Laplace, as published","epsilon":null,"measure":"draw is wrong, each truth, every prior","paper":"all","ours":"99 of 99"'
contains "Theorem 4, reports" "$out" '"measure":"report is wrong, mean","paper":"all","ours":"49 of 49"'
contains "Theorem 4, draws" "$out" '"measure":"draw is wrong, mean, equal prior","paper":"all","ours":"'
contains "proportions" "$out" '"measure":"variance, each category, equal proportions","paper":"expected","ours":"49 of 49"'
for i in 1 2 3 4 5 6; do printf '39, Private, 7, %s, %d, %s, %s, x, y, z, 0, 0, 40, w, v\n' "school$((i % 3))" $((i % 3)) "state$((i % 2))" "work$((i % 3))"; done >adult.txt
reproduce randomized-response/figure-2 --data adult.txt
same "categories of a file" "$(ours "the table" "categories of education")" 3
reproduce randomized-response/figure-4 --data adult.txt
same "two attributes of a file" "$(ours "the table" "categories of occupation")" 3

# The graph of [Wang 2016] has the paper's size; what the paper says of its curves is counted.
reproduce randomized-response/figure-5 --epsilon 2
same "users" "$(ours "the graph" users)" 185.0
same "edges" "$(ours "the graph" edges)" 684.0
contains "degrees" "$out" '"mechanism":"RR below LM","epsilon":null,"measure":"budgets at which it holds","paper":"all","ours":"1 of 1"'
# 185 Laplace numbers of scale 1: a mean absolute error of 0.84 with a standard error of 0.07.
within "a curator's noise" 0.45 "$(ours LM-global "mean |error| of a degree")" 1.25
reproduce randomized-response/figure-6 --epsilon 2 --data "$source_dir/datasets/tiny/karate.txt"
same "edges of the file" "$(ours "the graph" edges)" 78.0
same "triangles of the file" "$(ours "the graph" triangles)" 45.0

# [Zhang 2025]: exact channels. GRR on 1..20 at epsilon 2 loses the sum of all distances, 20 (20^2 - 1) / 3, over 20 (exp(2) + 19).
reproduce bipartite-response/figure-4 --epsilon 1
contains "BRR and GRR" "$out" '"mechanism":"BRR at least as good as GRR","epsilon":null,"measure":"cells in which it holds","paper":"all","ours":"5 of 5"'
contains "every loss" "$out" '"mechanism":"loss at most epsilon, all channels","epsilon":null,"measure":"cells in which it holds","paper":"all","ours":"25 of 25"'
reproduce bipartite-response/figure-5 --epsilon 2 --out losses
within "GRR's loss" 5.0399 "$(ours GRR "mean utility loss, N = 20")" 5.0400
contains "BRR and exponential" "$out" '"mechanism":"BRR at least as good as exponential","epsilon":null,"measure":"cells in which it holds","paper":"all","ours":"5 of 5"'
same "a point a cell" "$(wc -l <losses.csv)" 26
reproduce bipartite-response/figure-9 --epsilon 2
contains "one zone of 20 places" "$(grep '"mechanism":"BRR","' stdout.txt | head -n 1)" '"private":true'
expect 0 "zones" "$edgeldp" reproduce bipartite-response/figure-9 --epsilon 2 --users 200 --json
contains "the zone is in clear" "$(grep '"mechanism":"BRR","' stdout.txt | head -n 1)" '"private":false'
contains "no zones" "$(grep '"measure":"mean loss, km, no zones"' stdout.txt | head -n 1)" '"private":true'
within "L-SRR loses more than it says" 2.01 "$(ours L-SRR "privacy loss in the worst zone, nats")" 4
# A square of 0.01 degrees: the code of a tile, and the distance along a meridian.
printf '%s\n' "# venue,latitude,longitude" 1,40.70,-74.00 2,40.71,-74.00 2,40.71,-74.00 >places.csv
expect 0 "two places" "$edgeldp" reproduce bipartite-response/figure-9 --data places.csv --epsilon 1 --json
same "distinct places" "$(ours zones places)" 2
# GRR keeps a place with chance e / (1 + e); 0.01 degrees are 1.11195 km.
within "two places" 0.29904 "$(ours GRR "mean loss, km, in zones")" 0.29906
printf '%s\n' latitude,longitude 99,0 >places.csv
expect 2 "no such place" "$edgeldp" reproduce bipartite-response/figure-9 --data places.csv
contains "no such place" "$err" "no place at latitude 99"
printf '%s\n' latitude,longitude 1,0 >places.csv
expect 2 "one place" "$edgeldp" reproduce bipartite-response/figure-9 --data places.csv
reproduce bipartite-response/figure-11 --epsilon 1,6
contains "slopes" "$out" 'BRR*'"'"'s slope above BRR'"'"'s","epsilon":null,"measure":"cells in which it holds","paper":"all","ours":"2 of 2"'
reproduce bipartite-response/figure-12 --epsilon 8
contains "m of BRR" "$(grep '"mechanism":"BRR","' stdout.txt)" '"m":1,'
reproduce bipartite-response/closed-form-m --epsilon 2
same "closed form" "$(ours "closed form" "N in 2..500 with another m than the search")" 0
same "as printed" "$(ours "as printed, min(m_1, m_2)" "N in 2..500 with another m than the search")" 126

# [Liu 2026]: exact, but for the share of releases.
most() { awk 'BEGIN { m = -1 } $1 > m { m = $1 } END { print m }'; }
for table in labels/table-1 labels/table-2; do
  reproduce $table --epsilon 0.6,8
  within "$table: settings are the channels" 0 "$(grep 'largest difference' stdout.txt | grep -oE '"ours":[-0-9.e+]+' | cut -d: -f2 | most)" 1e-12
  same "$table: nothing above epsilon" "$(grep 'largest privacy loss' stdout.txt | grep -c '"private":true')" "$(grep -c 'largest privacy loss' stdout.txt)"
done
within "table 2 as printed" 0.1 "$(ours "RRonBins, S~2 = B(S2) as printed" "least sum of a column" | head -n 1)" 0.999
reproduce labels/algorithm-3 --epsilon 1
within "a label names its only owner" 0.696 "$(ours "Algorithm 3 as printed" "chance that a label names its only owner")" 0.697
reproduce labels/theorem-3.4 --epsilon 1
within "loss of every plan" 0.999 "$(ours BlockRR "largest privacy loss")" 1
within "columns of the printed listing" 0.1 "$(ours "Algorithm 1 as listed" "least sum of a column")" 0.999
reproduce labels/lemma-3.1 --epsilon 1,2 --out lemma
contains "lemma" "$out" '"measure":"gamma as l grows","paper":"falls","ours":"falls"'
contains "lemma's proof" "$out" '"measure":"kappa as l grows (its proof)","paper":"falls","ours":"grows"'
same "a point for each l" "$(wc -l <lemma.csv)" $((1 + 2 * 7))
reproduce labels/table-8 --epsilon 4
contains "table 8 at 4" "$out" '"measure":"S2","paper":"empty","ours":"empty"'
reproduce labels/table-9 --epsilon 4,6
contains "table 9 at 4" "$out" '"measure":"S2","paper":"empty","ours":"6 7 9"'
contains "table 9 at 6" "$out" '"measure":"S2","paper":"empty","ours":"empty"'
printf '%s\n' userId,movieId,rating,timestamp 7,1,4.0,9 7,2,0.5,9 9,2,5.0,9 9,30,3.5,9 >ratings.csv
gzip -kf ratings.csv
for file in ratings.csv ratings.csv.gz; do
  expect 0 "a table of ratings" "$edgeldp" reproduce compression/figure-2 --data $file --epsilon 1 --json
  contains "a table of ratings" "$out" '"users":2,"length":3,"alphabet":11'
done
expect 0 "pairs of a table" "$edgeldp" reproduce compression/figure-4 --data ratings.csv --users 3 --epsilon 1 --json
printf 'AC\tname\tAN\r\n5\tx\t1000\r\n0\tx\t1000\r\n' >frequencies.tsv
expect 0 "a table of frequencies" "$edgeldp" reproduce compression/figure-5 --data frequencies.tsv --users 2 --level 1 --epsilon 1 --json
bad() { # NAME EXPERIMENT MESSAGE, the table on standard input
  cat >bad.csv
  expect 2 "$1" "$edgeldp" reproduce "$2" --data bad.csv --users 2
  contains "$1" "$err" "$3"
}
bad "no column" compression/figure-1 "line 1: no column 'rating'" <<<$'userId,movieId\n1,2'
bad "short line" compression/figure-1 "line 3: 2 values where the first line has 3" <<<$'userId,movieId,rating\n1,2,3\n1,3'
bad "one user" compression/figure-4 "one user" <<<$'userId,movieId,rating\n1,2,3\n1,3,4'
bad "no half star" compression/figure-1 "line 2: rating 3.3" <<<$'userId,movieId,rating\n1,2,3.3'
bad "no number" compression/figure-1 "line 2: 'x' is not a number" <<<$'userId,movieId,rating\n1,2,x'
bad "only a heading" compression/figure-1 "no line below a heading" <<<'userId,movieId,rating'
bad "no share" compression/figure-5 "line 2: AC = 3, AN = 2" <<<$'AC,AN\n3,2'
bad "nothing rare" compression/figure-5 "no frequency between" <<<$'AC,AN\n1,2'
head -c 40 ratings.csv.gz >cut.gz
expect 2 "cut gzip" "$edgeldp" reproduce compression/figure-1 --data cut.gz
expect 3 "no such table" "$edgeldp" reproduce compression/figure-1 --data nowhere.csv

expect 0 "plot" env PATH=/nonexistent "$edgeldp" reproduce compression/figure-1 --users 2 --epsilon 1 --plot a.svg
same "two panels" "$(grep -c '<g class="panel"' a.svg)" 2
same "curves" "$(grep -c '<g class="curve"' a.svg)" 8
expect 0 "table" "$edgeldp" reproduce compression/figure-1 --users 2 --epsilon 1
contains "table" "$out" "upload, bits a further rating"

expect 0 "allocations" "$edgeldp" reproduce records/table-2
contains "allocations" "$out" "sum of shares; limit 0.5"
expect 0 "errors of records" "$edgeldp" reproduce records/table-3 --json
contains "errors of records" "$out" '"mechanism":"MRR","epsilon":1.0,"measure":"log10 squared error a person","paper":6.4056,"ours":6.405'
expect 0 "records, measured" "$edgeldp" reproduce records/figure-4 --users 50 --runs 1 --epsilon 4 --json
contains "records, measured" "$out" '"mechanism":"OMRR (d)","epsilon":null,"measure":"error saved by the shares, mean over budgets","paper":0.737'

expect 2 "printed budgets" "$edgeldp" reproduce records/table-3 --epsilon 2

# A paper's number instead of the subject gives the same records and points, to the last byte but for times.
also() { # NAME ALIAS and arguments
  local name=$1 alias=$2 first
  shift 2
  expect 0 "$name" "$edgeldp" reproduce "$name" --json --out name "$@"
  first=$(stable)
  expect 0 "$alias" "$edgeldp" reproduce "$alias" --json --out alias "$@"
  same "$alias is $name" "$(stable)" "$first"
  contains "$alias" "$out" "\"experiment\":\"$name\""
  cmp name.csv alias.csv || fail "$alias: other points than $name"
}
also bipartite-response/figure-5 000/figure-5 --epsilon 2
also randomized-response/figure-2 001/figure-2 --epsilon 1 --runs 2
also records/figure-3 002/figure-3 --epsilon 4 --users 50 --runs 1
also labels/lemma-3.1 003/lemma-3.1 --epsilon 1
also compression/figure-4 004/figure-4 --epsilon 1 --level 1 --users 20
expect 0 "table by alias" "$edgeldp" reproduce 002/table-2
same "table by alias" "${out%%:*}" records/table-2

expect 2 "no name" "$edgeldp" reproduce
expect 2 "unknown name" "$edgeldp" reproduce sociology/table-77
contains "unknown name" "$err" "randomized-response/figure-5"
expect 2 "unknown name of a paper" "$edgeldp" reproduce 004/figure-77
contains "unknown name of a paper" "$err" "compression/figure-9"
expect 2 "list and a name" "$edgeldp" reproduce compression/figure-1 --list
expect 2 "nothing to draw" "$edgeldp" reproduce records/table-3 --runs 1 --users 200 --plot a.pdf
contains "nothing to draw" "$err" "draws no figure"
expect 2 "plot's name" "$edgeldp" reproduce compression/figure-1 --plot a.gif
expect 2 "level" "$edgeldp" reproduce compression/figure-1 --level 10
expect 2 "users" "$edgeldp" reproduce compression/figure-1 --users 1
expect 2 "budget" "$edgeldp" reproduce compression/figure-1 --users 2 --epsilon -1
expect 3 "no such graph" "$edgeldp" reproduce compression/figure-9 --data nowhere.txt
finish
