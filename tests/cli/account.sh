# SPDX-License-Identifier: MIT
# What several collections of one list cost together: ceilings that hold for all of them, and are remembered; what a joining that
# is refused leaves behind; leaving; the account for people and programs.
source "$(dirname "$0")/../support/cli.sh"
rm -rf ./*
printf '%s\n' ann bob cy >people.txt
for name in one two three; do
  expect 0 "create $name" "$edgeldp" collector create $name --method degrees --people people.txt -e 1.5 --title "Collection $name" --yes
done
# join STATE COLLECTION OPTION...
join() { "$edgeldp" client join "$1" --from "$2/public" --name ann --token "$(awk '$1 == "ann" { print $2 }' "$2/private/tokens.tsv")" --contacts people.txt "${@:3}"; }
account() { "$edgeldp" client account "$@" --json; }

expect 0 "nothing yet" account
same "nothing yet" "$(json epsilon_in_all)" 0.0
expect 3 "no account there" "$edgeldp" client account missing
contains "no account there" "$err" "client status"
expect 0 "the first" join one.state one
expect 0 "its account" account
same "set aside before anything is said" "$(json epsilon_in_all) $(json spent_so_far) $(json is_open)" "1.5 0.0 true"
same "it lies where data do" "$(ls data/edgeldp/account/*.record | wc -l)" 1
same "its owner alone reads it" "$(stat -c %a data/edgeldp/account)" 700
expect 0 "again, while nothing was said" join one.state one
expect 0 "is no second one" account
same "is no second one" "$(json epsilon_in_all)" 1.5

# A ceiling is of all of them, and holds until another is said.
expect 2 "both are too much" join two.state two --ceiling 2
contains "both are too much" "$err" "together more than your ceiling of 2"
contains "what so much would tell" "$(tr -s ' \n' ' ' <<<"$err")" "who thought it 1% likely before may think it at most 80% likely after"
[[ ! -e two.state ]] || fail "a joining that is refused left a state"
expect 0 "nothing was set aside" account
same "nothing was set aside" "$(json epsilon_in_all)" 1.5
expect 0 "the second" join two.state two --ceiling 3.5
expect 2 "what was said last holds" join three.state three
contains "what was said last holds" "$err" "more than your ceiling of 3.5"
expect 2 "by the year" join three.state three --ceiling-by-year 4
contains "by the year" "$err" "in the last 365 days"

# What is refused changes nothing of what is there.
expect 2 "a worse ceiling for the same state" join two.state two --ceiling 1
expect 2 "another name" "$edgeldp" client join two.state --from two/public --name zoe --token 00000000000000000000000000000000 --contacts people.txt
expect 0 "the state is as it was" "$edgeldp" client encode two.state --from two/public --to inbox
same "it says that it joins" "$(ls inbox)" "0-join"

expect 0 "leaving" "$edgeldp" client leave two.state
contains "leaving" "$out" "Nothing is sent"
expect 0 "what it would have cost is free" account
same "what it would have cost is free" "$(json epsilon_in_all)" 1.5
expect 0 "so that there is room" join three.state three
expect 2 "who left says nothing" "$edgeldp" client encode two.state --from two/public --to inbox
contains "who left says nothing" "$err" "has left"
expect 0 "for people" "$edgeldp" client account
for words in "Collection one" "goes on" "ended" "What was told stays told" "epsilon 3"; do contains "for people" "$(tr -s ' \n' ' ' <<<"$out")" "$words"; done
expect 0 "of one state" "$edgeldp" client status one.state
contains "of one state" "$(tr -s ' \n' ' ' <<<"$out")" "Epsilon 3 in all collections of your list"

# An older copy of the folder takes nothing away; a file that was changed is named.
cp -r data/edgeldp/account older
expect 0 "leaving another" "$edgeldp" client leave three.state
cp older/* data/edgeldp/account/
expect 0 "after a backup came back" account
same "after a backup came back" "$(json epsilon_in_all)" 1.5
for record in data/edgeldp/account/*.record; do break; done
printf x >>"$record"
expect 2 "a file that was changed" "$edgeldp" client account
contains "a file that was changed" "$err" "$(basename "$record"): damaged"
expect 2 "without HOME" env -u HOME -u XDG_DATA_HOME "$edgeldp" client account
contains "without HOME" "$err" "--account FOLDER"
finish
