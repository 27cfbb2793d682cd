# SPDX-License-Identifier: MIT
# The audit of each verb holds and reaches the claim of what it knows the law of; wrong usage is refused.
source "$(dirname "$0")/../support/cli.sh"

expect 0 "audit degrees" "$edgeldp" audit degrees --runs 200 --seed 1 --epsilon 1 --json
same "one line a relation" "$(wc -l <<<"$out")" 2
same "the claim of a relationship" "$(json claim)" 2.0
same "it is reached" "$(json share_of_claim | cut -c1-5)" 1.0
same "it holds" "$(json holds)" true
same "coins are replayed" "$(json simulated)" true

# The same numbers for every thread count; a table names each audit.
for threads in 1 2; do
  expect 0 "audit release" "$edgeldp" audit release --codec nullspace --runs 100 --seed 1 --threads "$threads" --json
  sed 's/"seconds":[^,]*//' <<<"$out" >"threads-$threads.txt"
done
cmp -s threads-1.txt threads-2.txt || fail "threads change an audit"
expect 0 "a table" "$edgeldp" audit vectors --codec bitmap --runs 50 --seed 1
contains "a table" "$out" "vectors"
contains "a table" "$out" "yes"

# Nobody knows the law of ppr rows: no likelihood, but an event that tells something.
expect 0 "audit ppr" "$edgeldp" audit vectors --codec ppr --runs 4000 --seed 1 --json
same "no likelihood" "$(json largest_log_ratio)" null
[[ $(json event_bound) == 0.[3-9]* || $(json event_bound) == 1.* ]] || fail "the event of ppr tells $(json event_bound)"

expect 0 "audit ppr beside attributes" "$edgeldp" audit homophily --codec ppr --runs 300 --seed 1 --json
same "an edge, and a relationship" "$(grep -oE '"relation":"[a-z]+"' stdout.txt | cut -d'"' -f4 | tr '\n' ' ')" "edge relationship "
same "no likelihood of rows" "$(json largest_log_ratio)" null

expect 2 "unknown verb" "$edgeldp" audit coffee
expect 2 "no verb" "$edgeldp" audit
expect 2 "codec without rows" "$edgeldp" audit degrees --codec ppr
contains "codec without rows" "$err" "degrees"
expect 2 "no runs" "$edgeldp" audit degrees --runs 1
expect 2 "no budget" "$edgeldp" audit degrees --epsilon 0
finish
