# SPDX-License-Identifier: MIT
# Every verb on its file of datasets/examples, and the facts by which these files are known.
source "$(dirname "$0")/../support/cli.sh"
cp "$source_dir"/datasets/examples/* .

expect 0 "friends" "$edgeldp" info friends.txt --json
contains "friends" "$out" '"nodes":34,"users_declared":false,"edges":78,"triangles":45'
diff <(grep -v '^#' friends.txt) <(grep -v '^#' "$source_dir/datasets/tiny/karate.txt" | tr '\t' ' ') >/dev/null || fail "two karate clubs"
same "parties" "$(tail -n +2 party.csv | cut -d, -f2 | sort | uniq -c | tr -s ' \n' ' ')" " 17 instructor 17 officers "
expect 0 "women and events" "$edgeldp" info users-items.txt --bipartite --json
contains "women and events" "$out" '"nodes":32,"edges":89,"left":{"nodes":18,'
contains "women and events" "$out" '"max_degree":8'
contains "women and events" "$out" '"right":{"nodes":14,'
expect 2 "women and events are no graph" "$edgeldp" info users-items.txt
contains "women and events are no graph" "$err" "--bipartite"
expect 0 "families" "$edgeldp" info names.txt --names --json
contains "families" "$out" '"nodes":16,"users_declared":false,"edges":20,"triangles":3'

# run VERB ARGUMENT...: what the documents say of it works as it stands.
run() { expect 0 "$*" "$edgeldp" "$@"; }
run triangles friends.txt --epsilon 1 --json
run triangles friends.txt --runs 3
run cycles friends.txt --length 4
run degrees friends.txt --stars 2,3 --degrees d.tsv
same "a line a member" "$(wc -l <d.tsv)" 35
run homophily friends.txt --labels party.csv
run homophily friends.txt --labels party.csv --values instructor,officers
lacks "declared parties" "$err" "warning"
run common-neighbors friends.txt --pairs pairs.txt
run common-neighbors users-items.txt --bipartite --method double-source --sample 10
run butterflies users-items.txt --epsilon 1
run release friends.txt -o friends.eldp --with-ids
run inspect friends.eldp
run query friends.eldp 1 34
run query friends.eldp --pairs pairs.txt --json
same "an answer a pair" "$(wc -l <stdout.txt)" 3
run degrees friends.txt --release friends.eldp
run tune friends.txt --epsilon 1
run report friends.txt -o report.html
run triangles names.txt --names
run release names.txt --names --ids names.ids -o names.eldp
run query names.eldp --names --ids names.ids Medici Albizzi
run vectors encode ratings.csv -o r.eldv --items items.txt --values 1,2,3,4,5
run vectors stats r.eldv
run vectors decode r.eldv
"$edgeldp" channel sample survey.csv --column age --categories young,middle,old >reports.csv 2>/dev/null || fail "channel sample"
run channel estimate reports.csv --column age --categories young,middle,old
run channel show --categories young,middle,old
run channel loss --categories young,middle,old
finish
