# SPDX-License-Identifier: MIT
# Sourced behind cli.sh by tests of whole collections.

# play FOLDER OPTION...: everybody of people.txt, whose lists are NAME.list, joins with these options and answers over a folder,
# until there is a result. What is in NAME.options is said as well.
play() {
  local folder=$1 name token own
  shift
  while IFS=$'\t' read -r name token; do
    own=()
    [[ ! -e $name.options ]] || read -ra own <"$name.options"
    expect 0 "$folder: $name joins" "$edgeldp" client join "$folder.$name.state" --from "$folder/public" --name "$name" --token "$token" --contacts "$name.list" --account "accounts/$folder.$name" --ceiling 8 "$@" "${own[@]}"
  done <"$folder/private/tokens.tsv"
  for ((turns = 0; turns < 10; ++turns)); do
    [[ ! -e $folder/public/result.json ]] || break
    while read -r name; do
      expect 0 "$folder: $name answers" "$edgeldp" client encode "$folder.$name.state" --from "$folder/public" --to inbox
    done <people.txt
    expect 0 "$folder: ingest" "$edgeldp" collector ingest "$folder" inbox
    contains "$folder: ingest" "$out" " 0 refused."
  done
  [[ -e $folder/public/result.json ]] || fail "$folder: no result"
}
