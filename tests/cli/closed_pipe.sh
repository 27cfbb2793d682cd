# SPDX-License-Identifier: MIT
# A reader that has seen enough (| head -1) costs no file: what a verb writes is there, and whole, whenever its text is cut off.
source "$(dirname "$0")/../support/cli.sh"

cp "$source_dir"/datasets/examples/* .
rm -rf kept && mkdir kept
expect 0 "a network" "$edgeldp" dataset generate -o network.txt --quiet

# keeps FILES... -- ARGUMENTS...: with a pipe that is closed before the first word is written.
keeps() {
  local files=()
  while [[ $1 != -- ]]; do files+=("$1") && shift; done
  shift
  rm -f code go && mkfifo go
  { read -r <go; "$edgeldp" "$@" --quiet 2>stderr.txt; echo $? >code; } | { exec <&-; echo >go; }
  same "$*: exit code" "$(cat code)" 0
  for file in "${files[@]}"; do
    [[ -s $file ]] || fail "$*: $file is lost: $(cat stderr.txt)"
    [[ $file != *.svg ]] || contains "$file is whole" "$(tail -c 20 "$file")" "</svg>"
  done
}
for form in "" --json -v; do
  keeps kept/t$form.svg -- triangles network.txt -e 1,2 --plot kept/t$form.svg $form
  keeps kept/s$form.svg -- triangles network.txt friends.txt -e 1,2 --plot kept/s$form.svg $form
  keeps kept/c$form.svg -- compare friends.txt -e 4 --runs 2 --plot kept/c$form.svg $form
  keeps kept/d$form kept/d$form.sorted -- degrees friends.txt --degrees kept/d$form --sorted kept/d$form.sorted $form
  keeps kept/r$form.eldp kept/r$form.ids -- release friends.txt -o kept/r$form.eldp --ids kept/r$form.ids $form
  keeps kept/r$form.eldp.spent -- triangles friends.txt --release kept/r$form.eldp $form
  keeps kept/v$form.eldv -- vectors encode ratings.csv -o kept/v$form.eldv -e 4 --items items.txt --values 1,2,3,4,5 $form
  keeps kept/g$form.txt -- dataset generate holme-kim --nodes 60 --edges 180 -o kept/g$form.txt $form
  keeps kept/f$form.ecsr -- convert friends.txt -o kept/f$form.ecsr $form
  keeps kept/h$form.json -- channel show --categories a,b -o kept/h$form.json $form
done
keeps kept/tri -- degrees friends.txt --triangles kept/tri
keeps kept/cycles.svg -- cycles friends.txt -e 2,4 --plot kept/cycles.svg
keeps kept/degrees.svg -- degrees friends.txt -e 2,4 --plot kept/degrees.svg
keeps kept/butterflies.svg -- butterflies users-items.txt -e 2,4 --plot kept/butterflies.svg
keeps kept/homophily.svg -- homophily friends.txt --labels party.csv -e 2,4 --plot kept/homophily.svg
keeps kept/common.svg -- common-neighbors friends.txt --sample 5 -e 2,4 --plot kept/common.svg
keeps kept/run/run.json kept/run/0.0.call -- degrees friends.txt --seed 7 --rounds-in kept/run
keeps kept/run/0.0.1-of-1.messages -- round kept/run --shard 1/1

# A collection: what people need, what they keep, and what they send.
printf '%s\n' ann bob cat >people.txt
printf '%s\n' bob cat >contacts.txt
keeps kept/tokens kept/votes/public/task.json -- collector create kept/votes --people people.txt -e 4 --tokens kept/tokens --yes
token=$(awk '$1 == "ann" { print $2 }' kept/tokens)
keeps kept/ann.state -- client join kept/ann.state --from kept/votes/public --name ann --account kept/account --token "$token" --contacts contacts.txt
mkdir -p kept/inbox
keeps kept/ann.state -- client encode kept/ann.state --from kept/votes/public --to kept/inbox
[[ -n $(ls -A kept/inbox) ]] || fail "the registration is lost"
keeps kept/votes/private/store.db -- collector ingest kept/votes kept/inbox
expect 0 "one has joined" "$edgeldp" collector status kept/votes --json
same "one has joined" "$(json joined)" 1
finish
