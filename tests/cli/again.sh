# SPDX-License-Identifier: MIT
# The same people asked on several dates. Whole dates, whose prices add up; and degrees told by their changes: three dates with
# edited lists, somebody who misses one, somebody who has lost what it told; what is refused. The budgets are so large that noise
# is 0 but for one run in 10 million, so that results are exact.
source "$(dirname "$0")/../support/cli.sh"
rm -rf ./*
flat() { tr -s ' \n' '  ' <<<"$1"; }
names=(ann bob cem dee eve fay)
printf '%s\n' "${names[@]}" >people.txt
# befriend A B: both lists get the other; part A B: both lose it.
befriend() { echo "$2" >>"$1.list" && echo "$1" >>"$2.list"; }
part() { sed -i "/^$2\$/d" "$1.list" && sed -i "/^$1\$/d" "$2.list"; }
# join COLLECTION NAME OPTION...
join() {
  "$edgeldp" client join "$1.$2.state" --from "$1/public" --name "$2" --token "$(awk -v name="$2" '$1 == name { print $2 }' "$1/private/tokens.tsv")" \
    --contacts "$2.list" --account "accounts/$2" --ceiling 64 --allow-empty "${@:3}"
}
# play COLLECTION NAME...: these join and answer, and a round closes when all have who joined.
play() {
  local name
  for name in "${@:2}"; do expect 0 "$1: $name joins" join "$1" "$name"; done
  for turn in 1 2; do
    for name in "${@:2}"; do expect 0 "$1: $name says" "$edgeldp" client encode "$1.$name.state" --from "$1/public" --to inbox; done
    expect 0 "$1: ingest" "$edgeldp" collector ingest "$1" inbox
    contains "$1: ingest" "$out" " 0 refused."
    ((turn == 2 || $# > ${#names[@]})) || expect 0 "$1: joining closes" "$edgeldp" collector close "$1" --yes
  done
  [[ -e $1/public/result.json ]] || fail "$1: no result"
}
# number COLLECTION STATISTIC: its estimate.
number() {
  python3 -c 'import json, sys; r = json.load(open(sys.argv[1])); print(round(next(n["estimate"] for n in r["numbers"] if n["statistic"] == sys.argv[2]), 9))' "$1/public/result.json" "$2"
}
command -v python3 >/dev/null || exit 77
befriend ann bob && befriend bob cem && befriend cem ann && befriend dee eve
touch fay.list

# --- whole dates: what was not said is as it was, and prices add up
expect 0 "a first date" "$edgeldp" collector create whole --method degrees --people people.txt -e 8 --title "Whom we know" --round-time 2h --yes
expect 2 "it goes on" "$edgeldp" collector create none --again whole
contains "it goes on" "$err" "whole: goes on; the next date can be made once it is over"
play whole "${names[@]}"
expect 0 "again" "$edgeldp" collector create whole2 --again whole --yes
contains "both dates" "$(flat "$out")" "Who was in all dates has lost epsilon 16 after this one by plain addition: of one contact, from that person's messages alone, who thought it 1% likely before"
contains "it is whole" "$(flat "$out")" "This is date 2 on which the same people are asked. It is a whole collection"
contains "the first task" "$(<whole2/public/task.json)" '"series":{"before_epsilon_units":34359738368,"date":2,"first":"'
contains "its settings" "$(<whole2/public/task.json)" '"seconds":7200'
cmp -s whole/public/people.txt whole2/public/people.txt || fail "another directory"
expect 0 "with another price" "$edgeldp" collector create whole2b --again whole -e 4 --yes --json
same "with another price" "$(json lost_by_addition) $(json date) $(json epsilon)" "12.0 2 4.0"
play whole2 "${names[@]}"
expect 0 "a third" "$edgeldp" collector create whole3 --again whole2 --yes --json
same "a third" "$(json lost_by_addition) $(json date)" "24.0 3"
expect 2 "changes of a whole series" "$edgeldp" collector create none --again whole --changes 1
contains "changes of a whole series" "$err" "whole is of a series of whole dates"
expect 3 "a folder of something else" "$edgeldp" collector create none --again accounts
contains "a folder of something else" "$(flat "$err")" "is this the folder of a collection?"
expect 2 "nobody to ask" "$edgeldp" collector create none
contains "nobody to ask" "$err" "add --people FILE, or --again FOLDER"
rm -rf accounts ./*.state ./*.state.lock

# --- changes: a first date
expect 2 "of degrees alone" "$edgeldp" collector create none --people people.txt --changes 1
contains "of degrees alone" "$err" "--changes is not for --method triangles"
expect 2 "not of simulated ones" "$edgeldp" collector create none --method degrees --people people.txt --changes 1 --simulated
contains "not of simulated ones" "$err" "--changes is not for --simulated"
expect 2 "without a series" "$edgeldp" collector create none --method degrees --people people.txt --turnover 2%
contains "without a series" "$err" "--turnover is for --changes"
expect 0 "a first date of changes" "$edgeldp" collector create one --method degrees --people people.txt -e 64 --changes 1 --changes-share 0.7 --yes
contains "what it costs" "$(flat "$out")" "All dates together cost epsilon 64, however many there are, and nothing more is set aside for later ones."
contains "the unit" "$(flat "$out")" "as long as it comes or goes at most once; from then on it is told as it was then, whether or not that is still true"
contains "both ends" "$(flat "$out")" "(epsilon 128, both of them taken together)"
play one "${names[@]}"
same "edges of the first date" "$(number one edges)" 4.0
expect 0 "its account" "$edgeldp" client account accounts/ann --json
same "it is set aside for the series" "$(json epsilon_in_all) $(json is_open)" "64.0 true"

# --- a second: ann and dee meet, dee and eve part; bob is away
befriend ann dee && part dee eve
expect 0 "a second date" "$edgeldp" collector create two --again one --round-time 1h
contains "what is lost" "$(flat "$out")" "Who was in all dates has lost epsilon 64 after this one by plain addition, as if each stood alone; and 64 of one contact"
expect 2 "who has no account" "$edgeldp" client join new.state --from two/public --name ann --token "$(awk '$1 == "ann" { print $2 }' two/private/tokens.tsv)" --contacts missing.list --account accounts/new
contains "before the list is read" "$(flat "$err")" "your account knows of no answer of yours to that"
lacks "before the list is read" "$err" "missing.list"
[[ ! -e new.state ]] || fail "a joining that is refused left a state"
play two ann cem dee eve fay
# Of those who are here: ann 3, cem 2, dee 1, eve 0, fay 0.
same "of who is here" "$(number two edges) $(number two 'change of edges')" "3.0 0.0"
same "their mean" "$(number two 'mean degree') $(number two 'change of mean degree')" "1.2 0.0"
expect 0 "for people" "$edgeldp" collector result two
contains "for people" "$out" "change of mean degree"
expect 0 "the account" "$edgeldp" client account accounts/ann --json
same "nothing more was set aside" "$(json epsilon_in_all)" 64.0

# --- what cannot follow
expect 2 "another limit" "$edgeldp" collector create none --again one --changes 2
contains "another limit" "$err" "--changes: what the first date of a series of changes said holds for all of it"
expect 2 "another budget" "$edgeldp" collector create none --again one -e 32
contains "another budget" "$err" "--epsilon: what the first date"
expect 2 "another share" "$edgeldp" collector create none --again one --changes-share 0.5
expect 2 "another method" "$edgeldp" collector create none --again one --method triangles
printf '%s\n' ann bob cem >fewer.txt
expect 2 "another directory" "$edgeldp" collector create none --again one --people fewer.txt
contains "another directory" "$err" "--people: the dates of a series have one directory"
[[ ! -e none ]] || fail "a refused collection was made"
# A second collection of the same date: whoever has answered one does not answer the other.
expect 0 "the same date twice" "$edgeldp" collector create two_again --again one
expect 0 "nothing is told by joining" join two_again cem
for name in dee eve; do expect 0 "$name joins" join two_again $name; done
for name in cem dee eve; do "$edgeldp" client encode "two_again.$name.state" --from two_again/public --to inbox >/dev/null; done
expect 0 "taken" "$edgeldp" collector ingest two_again inbox
expect 0 "asked" "$edgeldp" collector close two_again --yes
expect 2 "told once" "$edgeldp" client encode two_again.cem.state --from two_again/public --to inbox
contains "told once" "$(flat "$err")" "another announcement of this date of the series was answered"
# Another budget than the first date said, in a task that somebody wrote.
mkdir -p forged && cp -r two/public forged/public
python3 - <<'END'
import json
task = json.load(open("forged/public/task.json"))
task["series"]["most_changes"] = 2
json.dump(task, open("forged/public/task.json", "w"), separators=(",", ":"), sort_keys=True)
END
expect 2 "a task that says another limit" "$edgeldp" client join forged.state --from forged/public --name fay --token 00000000000000000000000000000000 --contacts fay.list --account accounts/fay --ceiling 64 --allow-empty
contains "a task that says another limit" "$(flat "$err")" "other budgets, or another limit of changes, than the first date of this series"

# --- a third: bob is back; eve has lost its account; ann and dee part again, which a limit of 1 does not tell; fay and cem meet
part ann dee && befriend fay cem && part bob cem
rm -rf accounts/eve
expect 0 "a third date" "$edgeldp" collector create three --again two
expect 2 "what was told is lost" join three eve
contains "what was told is lost" "$(flat "$err")" "this series is over for you; nothing was read and nothing is sent"
# An older copy of the account that comes back over it takes nothing away.
cp -r accounts/ann older
play three ann bob cem dee fay
cp older/* accounts/ann/
# As it is told: ann 3 (dee stays), bob 1 (cem went), cem 2 (bob went, fay came), dee 1 (ann stays), fay 1.
same "as it is told" "$(number three edges)" 4.0
# Of who was here on date 2, too: ann 0, cem 0, dee 0, fay +1.
same "what has changed" "$(number three 'change of edges')" 0.5
same "of whom" "$(grep -oE '"answered_date_before": [0-9]+' three/public/result.json)" '"answered_date_before": 4'
contains "what the limit leaves out is said" "$(<three/public/result.json)" '"predicted_bias"'
expect 0 "status" "$edgeldp" collector status three --json
same "status" "$(json date) $(json lost_by_addition | cut -c1-6) $(json lost_by_unit) $(json most_changes)" "3 108.79 64.0 1"
expect 0 "the record" "$edgeldp" collector record three
for words in "This is date 3 of the series whose first task is" "108.8 after this one by plain addition" "as long as it changes at most 1 time"; do
  contains "the record" "$(flat "$out")" "$words"
done
expect 0 "its fields" "$edgeldp" collector record three --json
same "its fields" "$(json date) $(json lost_by_unit)" "3 64.0"
expect 0 "a state that says which date it is" "$edgeldp" client status three.bob.state
contains "a state that says which date it is" "$(flat "$out")" "This is date 3 on which the same people are asked."

# --- leaving ends the series, and nothing else does
expect 0 "leaving" "$edgeldp" client leave three.bob.state
expect 0 "a fourth date" "$edgeldp" collector create four --again three
expect 2 "who has left" join four bob
contains "who has left" "$(flat "$err")" "you have left this series"
expect 0 "who has not" join four ann
finish
