# SPDX-License-Identifier: MIT
# What goes in and what results say of it: kinds of files, declared users, spending, budgets, digests.
source "$(dirname "$0")/../support/cli.sh"
karate="$source_dir/datasets/tiny/karate.txt"
rm -f ./*.eldp ./*.spent

# --- Every result says which schema it has, and whether coins were replayed.
for call in "info $karate" "tune --nodes 50 --draws 1" "channel loss --mechanism k-ary --size 3" "channel plan --sizes 2,3" \
  "channel show --mechanism k-ary --size 3" "dataset list" "degrees $karate" "common-neighbors $karate --sample 2"; do
  expect 0 "$call" "$edgeldp" $call --json
  same "$call: schema" "$(json schema)" edgeldp/1
  same "$call: simulated" "$(json simulated)" false
done
for call in "info $karate" "tune $karate --draws 1"; do
  expect 0 "$call" "$edgeldp" $call --json
  same "$call: not private" "$(json private)" false
  contains "$call: with a reason" "$out" '"not_private_because":"'
done
expect 0 "published chunks" "$edgeldp" triangles --preset published --chunk-rule true-degree --seed 1 --json
contains "why it is not private" "$(json not_private_because)" "true degrees"

# --- Budgets as they were typed.
expect 0 "typed" "$edgeldp" triangles "$karate" -e 6.8 --codec bitmap --seed 1 --json
same "typed" "$(json epsilon)" 6.8
expect 0 "share" "$edgeldp" triangles "$karate" --split 0.1,0.72,0.18 --codec bitmap --seed 1 --json
contains "shares" "$out" '"split":{"degree":0.1,"size":0.0,"edges":0.72,"count":0.18}'
same "both ends" "$(json relationship_dp)" 1.1

# --- Nothing exact in what is published, also where one could divide it out.
expect 0 release "$edgeldp" release "$karate" --codec bitmap --order id --seed 3 -o r.eldp --json
for key in seconds peak_memory truth exact; do lacks "release" "$out" "\"$key"; done
printf '1 2\n' >pairs.txt
printf '1 5\n1 6\n2 5\n3 7\n' >items-a.txt
printf '1 5\n1 6\n1 7\n2 5\n3 7\n' >items-b.txt
for side in a b; do
  expect 0 "one list" "$edgeldp" common-neighbors items-$side.txt --bipartite --pairs pairs.txt --method single-source --codec bitmap \
    --no-exact --seed 1 --json
  json bits_per_edge >bits-$side.txt
done
same "a longer list" "$(<bits-a.txt)" "$(<bits-b.txt)"

# --- Spending adds up over runs, budgets, groups of pairs and calls.
spent() { tail -n 1 <<<"$out" | grep -oE '"spent":\{[^}]*\}' | grep -oE "\"$1\":[0-9.]+" | cut -d: -f2; }
expect 0 "runs" "$edgeldp" triangles --preset uniform --runs 5 --codec bitmap --json
same "five runs" "$(spent edge_ldp)" 5.0
same "one of them" "$(json edge_ldp)" 1.0
expect 0 "sweep" "$edgeldp" degrees "$karate" -e 0.5,1,2 --json
same "three budgets" "$(spent edge_ldp) $(spent relationship_dp)" "3.5 7.0"
expect 0 "homophily" "$edgeldp" homophily "$karate" --generate-labels 2 --runs 3 -e 2 --json
same "labels included" "$(spent epsilon)" 6.0
printf '1 2\n2 3\n1 3\n' >triangle.txt
expect 0 "rows alone" "$edgeldp" common-neighbors "$karate" --pairs triangle.txt --method one-round --json
same "one release for all pairs" "$(json protocol_runs) $(json runs_of_a_user) $(spent edge_ldp)" "1 1 1.0"
expect 0 "counts" "$edgeldp" common-neighbors "$karate" --pairs triangle.txt --variant basic --seed 1 --json
same "everybody sends rows in each run" "$(json protocol_runs) $(json runs_of_a_user)" "3 3"
# 3 (0.05 + 0.475) and two counts of 0.475; of an edge 3 (0.1 + 0.475) and two counts of both ends.
same "three groups" "$(spent edge_ldp) $(spent relationship_dp)" "2.525 3.625"
expect 0 "bipartite" "$edgeldp" common-neighbors items-a.txt --bipartite --pairs triangle.txt --seed 1 --json
same "users in two pairs" "$(json runs_of_a_user) $(spent edge_ldp) $(spent relationship_dp)" "2 2.0 2.0"

# --- A release keeps account of the counts on it. Coins are real: lists are so long that somebody is always asked to count.
"$edgeldp" dataset generate holme-kim --nodes 300 --edges 3000 --seed 1 -o dense.txt 2>/dev/null
expect 0 release "$edgeldp" release dense.txt --codec bitmap --split 0.1,0.5,0.4 -o real.eldp --json
same "the release" "$(spent edge_ldp)" 0.6
expect 0 "degrees of it are free" "$edgeldp" degrees dense.txt --release real.eldp --json
same "degrees of it are free" "$(spent edge_ldp)" 0.6
[[ ! -e real.eldp.spent ]] || fail "reading a release spends"
expect 0 "count" "$edgeldp" triangles dense.txt --release real.eldp --json
same "count" "$(spent edge_ldp) $(spent relationship_dp)" "1.0 1.1"
expect 2 "count again" "$edgeldp" cycles dense.txt --release real.eldp
contains "count again" "$err" "1.4 nats, of 1"
same "no result" "$out" ""
expect 0 "with another ceiling" "$edgeldp" cycles dense.txt --release real.eldp --epsilon 1.5 --json
same "with another ceiling" "$(spent edge_ldp)" 1.4
expect 2 "a ceiling below the first count" "$edgeldp" triangles dense.txt --release real.eldp --epsilon 0.9
expect 0 "inspect" "$edgeldp" inspect real.eldp --json
same "inspect knows" "$(spent edge_ldp)" 1.4
"$edgeldp" inspect real.eldp >said.txt 2>&1
said=$(tr -s ' \n' ' ' <said.txt)
contains "more than users allowed" "$said" "allowed epsilon 1 in all. By now each has spent up to 1.4, more than it allowed"
contains "by a larger ceiling" "$said" "made with a larger ceiling, which --epsilon sets"
grep -qE '^[0-9a-f]{64} 2 [0-9]+$' real.eldp.spent || fail "no digest in the account: $(<real.eldp.spent)"
same "it is the file's" "$(tail -n 1 real.eldp.spent | cut -d' ' -f1)" "$(sha256sum real.eldp | cut -d' ' -f1)"
# Symbolic links lead to one account; a file with two names is refused; an account of an earlier version goes by the key.
mkdir -p links && ln -sf ../real.eldp links/s.eldp && ln -sf links/s.eldp twice.eldp
for name in links/s.eldp twice.eldp; do
  expect 2 "by a symbolic link" "$edgeldp" triangles dense.txt --release "$name"
  contains "by a symbolic link" "$err" "number 3 on this release"
done
[[ ! -e links/s.eldp.spent && ! -e twice.eldp.spent ]] || fail "an account beside a link"
expect 0 release "$edgeldp" release dense.txt --codec bitmap --split 0.1,0.5,0.4 -o hard.eldp --key 5 --json
ln -f hard.eldp second.eldp
for name in hard.eldp second.eldp; do
  expect 2 "two names" "$edgeldp" triangles dense.txt --release "$name"
  contains "two names" "$err" "the file has 2 names (hard links)"
done
rm second.eldp
printf '0000000000000005 1 1717986918\n' >hard.eldp.spent
expect 2 "an account by the key" "$edgeldp" triangles dense.txt --release hard.eldp
contains "an account by the key" "$err" "number 2 on this release"
# Another release of the same key, under the same name, has an account of its own.
rm hard.eldp.spent
expect 0 count "$edgeldp" triangles dense.txt --release hard.eldp --json
expect 0 release "$edgeldp" release dense.txt --codec bitmap --split 0.1,0.5,0.4 -o hard.eldp --key 5 --json
expect 0 "count on another" "$edgeldp" triangles dense.txt --release hard.eldp --json
expect 2 "and again" "$edgeldp" triangles dense.txt --release hard.eldp --json
echo "nonsense" >>real.eldp.spent
expect 2 "a broken account" "$edgeldp" triangles dense.txt --release real.eldp --epsilon 9
contains "a broken account" "$err" "real.eldp.spent: line 4 is no entry"
expect 0 "simulated releases keep none" "$edgeldp" triangles "$karate" --release r.eldp --seed 1 --json
expect 0 "simulated releases keep none" "$edgeldp" triangles "$karate" --release r.eldp --seed 1 --json
[[ ! -e r.eldp.spent ]] || fail "an account of a simulation"

# --- What users were told: the same for all threads, another for another order.
told() { "$edgeldp" triangles "$karate" --seed 4 --json "$@" | grep -oE '"told":"[0-9a-f]{64}"'; }
[[ -n $(told) ]] || fail "no digest"
same "threads" "$(told --threads 1)" "$(told --threads 3)"
[[ $(told) != "$(told --order id)" ]] || fail "another order, the same digest"
[[ $(told) != "$(told --margin 3)" ]] || fail "another limit, the same digest"

# --- Users: declared by a file, a number or a header; those of an edge list are taken from it.
expect 0 "edge list" "$edgeldp" triangles "$karate" --no-exact --json
same "edge list" "$(json users_declared)" false
contains "edge list" "$err" "which must be public"
expect 0 "declared" "$edgeldp" triangles "$karate" --preset uniform --nodes 1-40 --no-exact --seed 1 --json
same "declared" "$(json users_declared) $(json nodes)" "true 40"
same "nothing to say" "$err" ""
seq 40 -1 1 >users.txt
expect 0 "declared by a file" "$edgeldp" degrees "$karate" --users users.txt --degrees d.tsv
same "in the file's order" "$(cut -f1 d.tsv | tail -n +2 | tr '\n' ' ')" "$(tr '\n' ' ' <users.txt)"
expect 2 "not declared" "$edgeldp" triangles "$karate" --nodes 34
contains "not declared" "$err" "user 34, who is not declared"
expect 2 "no number" "$edgeldp" triangles "$karate" --nodes many
expect 2 "backwards" "$edgeldp" triangles "$karate" --nodes 9-1
printf '3 1\n2\n1\n\n' >g.graph
expect 0 "METIS declares" "$edgeldp" degrees g.graph --json
same "METIS declares" "$(json users_declared) $(json nodes)" "true 3"
expect 2 "twice" "$edgeldp" degrees g.graph --nodes 3
stdin_graph() { printf '1 2\n3\n' | "$edgeldp" info - --json 2>/dev/null; }
out=$(stdin_graph)
same "a user without an edge" "$(json nodes) $(json lone_users)" "3 1"

# --- A pipe without '-' is not ignored.
out=$("$edgeldp" info --json 2>stderr.txt < <(echo "1 2"; sleep 0.1))
same "pipe" "$? $out" "2 "
contains "pipe" "$(<stderr.txt)" "write '-'"
"$edgeldp" info <"$karate" >stdout.txt 2>stderr.txt
same "file" "$?" 2
expect 0 "nothing" "$edgeldp" info --json
same "nothing" "$(json graph)" default
: | "$edgeldp" info --json >stdout.txt 2>stderr.txt
same "an empty pipe" "$? $(grep -c '"graph":"default"' stdout.txt)" "0 1"
"$edgeldp" info --json <&- >stdout.txt 2>stderr.txt
same "closed" "$? $(grep -c '"graph":"default"' stdout.txt)" "0 1"

# --- What is ignored or merged is said, in one line.
printf 'source,target,weight\n1,2,0.5\n2,1,0.5\n2,3,1\n' >odd.csv
expect 0 "odd" "$edgeldp" triangles odd.csv --preset uniform --seed 1 --json
same "one line" "$(grep -c "^edgeldp: note: odd.csv" stderr.txt)" 1
for part in "names the columns" "weights" "directions"; do contains "odd" "$err" "$part"; done
expect 0 "odd in numbers" "$edgeldp" info odd.csv --json
same "odd in numbers" "$(json wide_lines) $(json reversed) $(json column_names)" "3 1 true"

# --- Users and items are no graph.
awk 'BEGIN { srand(2); for (i = 0; i < 6000; ++i) print int(rand() * 300), int(rand() * 500) }' >visits.txt
expect 2 "users and items" "$edgeldp" triangles visits.txt
contains "users and items" "$err" "--bipartite"
expect 0 "they are looked at" "$edgeldp" info visits.txt --bipartite --json
contains "they are looked at" "$out" '"left":{"nodes":300,'
expect 0 "by name a graph" "$edgeldp" info visits.txt --format edge-list
printf '1 11\n1 12\n2 11\n' >apart.txt
expect 0 "no id in common" "$edgeldp" info apart.txt
contains "no id in common" "$out" "--bipartite"
expect 0 "declared items" "$edgeldp" common-neighbors items-a.txt --bipartite --nodes 1-3 --items <(seq 5 9) --pairs pairs.txt --seed 1 --json
same "declared items" "$(json users_declared) $(json items_declared) $(json right)" "true true 5"

# --- A person's answer is in no message.
printf 'answer\nyes\nsecret\n' >answers.csv
expect 2 "an answer outside the channel" "$edgeldp" channel sample answers.csv --column answer --mechanism warner --categories yes,no
lacks "an answer outside the channel" "$err" secret
contains "an answer outside the channel" "$err" "line 3"
finish
