# SPDX-License-Identifier: MIT
# compare-graphs: the fifteen queries of PGB of two graphs; values by hand, samples, users of both, refusals.
source "$(dirname "$0")/../support/cli.sh"
# Of an answer in lines of any width.
flat() { tr -s ' \n' ' ' <stdout.txt; }
printf '0 1\n1 2\n2 3\n' >path.txt
printf '0 1\n0 2\n0 3\n' >star.txt
karate="$source_dir/datasets/tiny/karate.txt"
"$edgeldp" dataset generate affiliation --nodes 400 --edges 3000 -o made.txt >/dev/null 2>&1 || fail "no graph"

expect 0 "by hand" "$edgeldp" compare-graphs path.txt star.txt --json
contains "names" "$out" '{"graph":"path.txt","other_graph":"star.txt","queries":{"nodes":{"value":4.0,"other_value":4.0,"error":0.0,"measure":"relative"}'
contains "a diameter" "$out" '"diameter":{"value":3.0,"other_value":2.0,"error":0.3333333333333333,'
contains "of 0 there is no share" "$out" '"triangles":{"value":0.0,"other_value":0.0,"error":0.0'
contains "everybody" "$out" '"users_in_both":4'
contains "not private" "$out" '"private":false,"not_private_because":"exact numbers of both graphs"'
same "fifteen" "$(grep -o '"measure"' <<<"$out" | wc -l)" 15

expect 0 "for people" "$edgeldp" compare-graphs path.txt star.txt
same "the first line says it" "$(head -n 1 <<<"$out")" "Not private: path.txt and star.txt are compared in the clear, exactly"
contains "who may see it" "$(flat)" "The true one may not"
contains "how distances were searched" "$out" "Searched from all users of both graphs."
contains "which is best" "$out" "NMI 0"
contains "not stacked" "$out" "  diameter                "
same "nothing else" "$err" ""
expect 0 "help" "$edgeldp" compare-graphs --help
contains "help says it" "$out" "Not private: it reads both graphs in the clear."
expect 0 "all fields" "$edgeldp" compare-graphs path.txt star.txt -v
contains "a field" "$out" "queries.average_distance.error"

# A graph is no distance from itself, under other numbers of users and threads.
expect 0 "with itself" "$edgeldp" compare-graphs "$karate" "$karate" --json
same "no error but the information" "$(grep -oE '"error":[^,]+' <<<"$out" | sort | uniq -c | tr -s ' \n' ' ')" ' 14 "error":0.0 1 "error":1.0 '
for threads in 1 2 3; do
  for sources in 128 400; do
    expect 0 "threads" "$edgeldp" compare-graphs made.txt "$karate" --sources $sources --threads $threads --json
    sed -E 's/"(seconds|peak_memory_bytes)":[^,}]+//g' stdout.txt >threads-$threads-$sources.txt
    cmp threads-1-$sources.txt threads-$threads-$sources.txt || fail "other numbers on $threads threads"
  done
done

# A sample says so.
expect 0 "a sample" "$edgeldp" compare-graphs made.txt path.txt --sources 150
contains "how many" "$(flat)" "In made.txt distances are searched from 128 of 400 users, a public sample"
expect 0 "another" "$edgeldp" compare-graphs made.txt path.txt --sources 128 --sample-seed 2 --json
grep -qE '"graph":\{"sources":128,"mean_error":0\.0[0-9]+,"share_error":0\.0' <<<"$out" || fail "no error of a sample: $out"
grep -q '"sources":128' threads-1-128.txt || fail "no sample"

# Users are the same where files call them so, and --nodes declares them for both.
printf '2 3\n3 9\n' >few.txt
expect 0 "two in both" "$edgeldp" compare-graphs path.txt few.txt --json
same "users in both" "$(json users_in_both)" 2
expect 0 "declared" "$edgeldp" compare-graphs path.txt few.txt --nodes 10 --json
same "all of them" "$(json users_in_both)" 10
contains "and in both" "$out" '"nodes":{"value":10.0,"other_value":10.0'
expect 0 "others" "$edgeldp" compare-graphs path.txt star.txt --other-users --json
same "nobody is compared" "$(json users_in_both)" 0
contains "no information of others" "$out" '"error":null,"measure":"nmi"'
expect 0 "others, for people" "$edgeldp" compare-graphs path.txt star.txt --other-users
contains "others, for people" "$(flat)" "no user in common: communities are not compared"
expect 0 "nobody in both" "$edgeldp" compare-graphs path.txt <(printf '5 6\n') --json
contains "no information" "$out" '"other_value":1.0,"error":null,"measure":"nmi"'
expect 0 "from standard input" bash -c "'$edgeldp' compare-graphs - star.txt --json <path.txt"
contains "its name" "$out" '"graph":"stdin"'

expect 2 "one graph" "$edgeldp" compare-graphs path.txt
contains "one graph" "$err" "takes two graph files, the true one first: 1 is named"
expect 2 "no graph" "$edgeldp" compare-graphs
contains "no graph" "$err" "0 are named"
expect 2 "three" "$edgeldp" compare-graphs path.txt star.txt path.txt
contains "three" "$err" "3 are named"
expect 3 "no such file" "$edgeldp" compare-graphs path.txt nowhere.txt
contains "no such file" "$err" "cannot open nowhere.txt"
printf '0 1\nx y\n' >bad.txt
expect 2 "no graph in it" "$edgeldp" compare-graphs path.txt bad.txt
contains "no graph in it" "$err" "bad.txt"
expect 2 "too few" "$edgeldp" compare-graphs path.txt star.txt --sources 127
contains "too few" "$err" "128"
finish
