# SPDX-License-Identifier: MIT
# What --json prints keeps to its description: each key of each verb is a field of `edgeldp explain`, a field that has a unit holds
# numbers, and every line says "schema" and "simulated". The list of commands covers every verb that there is.
source "$(dirname "$0")/../support/cli.sh"
command -v python3 >/dev/null || exit 77
rm -rf survey *.state  # of a run before: what a collection holds is never written over

cp "$source_dir"/datasets/tiny/{karate.txt,petersen.mtx} "$source_dir"/tests/golden/answers/in/* .
printf '0 1 0.5\n1 2 0.5\n' >visits.txt
printf 'method,epsilon,run,estimate\nmine,4,1,40\n' >mine.csv
channel="--column age --categories young,middle,old --mechanism k-ary"
# A collection whose rounds close at once: everybody has answered.
printf '%s\n' ann ben cy >people.txt
rm -rf votes over inbox accounts ./*.state
play() {  # play FOLDER: to its end
  "$edgeldp" collector create "$1" --people people.txt -e 8 --yes --tokens tokens.tsv --quiet >/dev/null
  while IFS=$'\t' read -r name token; do
    "$edgeldp" client join "$1-$name.state" --from "$1/public" --name "$name" --account "accounts/$name" --token "$token" --contacts people.txt --ceiling 8 >/dev/null
  done <tokens.tsv
  while [[ ! -e $1/public/result.json ]]; do
    for name in ann ben cy; do "$edgeldp" client encode "$1-$name.state" --from "$1/public" --to inbox >/dev/null; done
    "$edgeldp" collector ingest "$1" inbox >/dev/null || return 1
  done
}
play over || fail "a collection"
"$edgeldp" collector create votes --people people.txt --tokens tokens.tsv --yes >/dev/null || fail "collector create"
token=$(grep ann tokens.tsv | cut -f 2) other_token=$(grep ben tokens.tsv | cut -f 2)
# One command a line; files of earlier lines may be read.
cat >commands.txt <<END
demo --seed 1
compare karate.txt --seed 1 -e 4 --runs 2
compare karate.txt --seed 1 -e 4 --runs 1 --methods centred-ppr --with mine.csv
info karate.txt
convert karate.txt -o karate.ecsr
degrees karate.txt --seed 1 --rounds-in run
round run
merge run
info items.csv --bipartite
triangles karate.txt --seed 1 -e 2,4 --runs 2 --each
triangles karate.txt petersen.mtx -e 4 --seed 1
triangles karate.txt --codec ppr -e 4 --seed 1
triangles karate.txt --preset uniform -e 0.2
triangles karate.txt --max-download 300 -e 4 --seed 1
cycles karate.txt --length 4 -e 4 --seed 1
cycles karate.txt --length 5 --rule middle -e 8 --seed 1
degrees karate.txt --stars 2,3 --clustering -e 4 --seed 1
degrees karate.txt --stars 2 --method local-lap -e 4 --seed 1
common-neighbors karate.txt --pairs pairs.txt -e 4 --seed 1 --each
common-neighbors items.csv --bipartite --pairs user_pairs.txt --method double-source -e 4 --seed 1
butterflies items.csv -e 4 --seed 1
cores karate.txt -e 4 --seed 1
centrality karate.txt -e 4 --seed 1
communities karate.txt -e 4 --seed 1
labels karate.txt --labels clubs.csv --public-share 0.5 -e 4 --seed 1
mixing karate.txt -e 4 --seed 1
mixing arcs.txt --directed -e 4 --seed 1
reciprocity arcs.txt -e 4 --seed 1
mixing karate.txt --groups clubs.csv -e 4 --seed 1 --matrix
homophily karate.txt --labels clubs.csv -e 6 --seed 1 --matrix
simulate attack karate.txt --liars 2 --runs 1
report karate.txt --seed 1 --epsilons 1,8 --runs 2 --questions triangles,degrees,cores -o report.html
tune --nodes 60 --draws 1
tune karate.txt --draws 1 --all
release karate.txt -o karate.eldp --with-ids -e 3 --seed 1
release karate.txt -o rows.eldp --codec nullspace --preset uniform -e 1 --seed 1
inspect karate.eldp
inspect rows.eldp --fast
query karate.eldp 1 34 1 1
triangles karate.txt --release karate.eldp --seed 7
explain half_width
explain
vectors encode likes.csv -o likes.eldv --codec nullspace -e 4 --seed 1
vectors stats likes.eldv --top 3 --item 2 --common 0 1
vectors stats likes.eldv --truth likes.csv --user 0
channel show --mechanism block --size 3 --prior 0.6,0.3,0.1 -e 1
channel loss --mechanism laplace --size 6 -e 1
channel sample survey.csv $channel -e 1 --seed 1
channel estimate survey.csv $channel -e 1
channel estimate survey.csv $channel -e 1 --method likelihood
channel plan --sizes 2,3,5
dataset list
dataset generate google-plus --halvings 6 -o small.txt
dataset generate rmat --nodes 50 --edges 60 -o made.txt
compare-graphs karate.txt made.txt --sources 128
synthesize karate.txt -e 4 --seed 1 -o synthetic.txt
synthesize karate.txt -e 4 --seed 1 --method ldpgen -o theirs.txt
collector create survey --method homophily --people people.txt -e 2 --attribute party=left,right --yes
client join ann.state --from votes/public --name ann --account accounts/votes --token $token --contacts people.txt
client encode ann.state --from votes/public --to inbox
client status ann.state
client account accounts/votes
client join left.state --from votes/public --name ben --account accounts/left --token $other_token --contacts people.txt
client leave left.state
client status over-ann.state
collector ingest votes inbox
collector create dry --people people.txt -e 8 --dry-run
collector status votes
collector invite votes --page https://votes.example.org/take-part.html
collector close over
collector result over
collector record votes
collector record over --curator x --purpose y --page record.md
bench coverage karate.txt --verb degrees --runs 2 --seed 3
audit triangles --runs 8 --seed 5 --codec bitmap
reproduce --list
END
# Only where a real file can be verified: nothing here may need the network.
fetched=$(find "${EDGELDP_DATASETS:-/nonexistent}" -name 'wiki-Vote.txt.gz' 2>/dev/null | head -n 1)
[[ -z $fetched ]] || echo "dataset fetch wiki-Vote --from $fetched --dir got" >>commands.txt

cat >exempt.txt <<END
collector        does nothing without a verb below it
client           likewise
collector serve  goes on until a signal comes (tests/cli/collect.sh)
client run       needs a server (likewise)
vectors          does nothing without a verb below it
channel          likewise
dataset          likewise
simulate         likewise
bench            likewise
dataset fetch    needs a real file
vectors decode   prints data, as a table that programs read
completion       prints a script for a shell
man-pages        writes pages
help             prints help
END
# Whose keys are no fields of results: a row of a survey has the survey's columns; what measures us (bench, audit, reproduce) names
# what it measures, as apps/bench/results and apps/reproduce say. Such lines too say "schema" and "simulated".
tools="channel_sample bench audit reproduce"
# The other measurements of `bench` take minutes or more memory than a test may; tests/cli/bench.sh plays them.
benches="bench codec|bench collect|bench load|bench people|bench decode|bench encode|bench scale|bench stages|bench synthesis|bench count|bench pairs|bench download-cost"

mkdir -p pages && "$edgeldp" man-pages pages --date 2026-01-31 >/dev/null || fail "man-pages"
verbs=$(for page in pages/edgeldp-*.1; do basename "$page" .1; done | sed 's/^edgeldp-//')
[[ $verbs == *triangles* ]] || fail "no list of verbs: $verbs"
{ cat commands.txt; cut -c1-16 exempt.txt; tr '|' '\n' <<<"$benches"; } | awk '{ print $1; print $1 "-" $2 }' >covered.txt
for verb in $verbs; do
  grep -qxF -- "$verb" covered.txt || fail "no command of the list plays '$verb'"
done

"$edgeldp" explain --fields --json >fields.jsonl || fail "explain --json"
: >lines.txt
while read -ra words; do
  [[ ${words[0]} == @(bench|audit|reproduce) && $verbs != *"${words[0]}"* ]] && continue  # a program without them
  expect 0 "${words[*]}" "$edgeldp" "${words[@]}" --json
  kind=field
  for tool in $tools; do [[ "${words[0]}_${words[1]:-} ${words[0]}" == *"$tool"* ]] && kind=tool; done
  sed "s/^/$kind ${words[*]//\//\\/}\t/" stdout.txt >>lines.txt
done <commands.txt
# What goes wrong is described as well.
expect 2 "an error" "$edgeldp" triangles no-such-option --json --nonsense
sed "s/^/error triangles --nonsense\t/" stderr.txt >>lines.txt

cat >check.py <<'END'
import json, sys

fields = [json.loads(line) for line in open("fields.jsonl")]
forms = [(f["name"].split("."), f["unit"]) for f in fields]


def unit_of(path):
    """The unit of a field, by its whole name before a form with stars; None if there is none."""
    fits = [(form.count("*"), unit) for form, unit in forms
            if len(form) == len(path) and all(f in ("*", p) for f, p in zip(form, path))]
    return min(fits)[1] if fits else None


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def leaves(value):
    """Of a list, or a list of lists."""
    return [leaf for one in value for leaf in leaves(one)] if isinstance(value, list) else [value]


def faults(value, path):
    if path and path[-1] != "[]":
        unit = unit_of(path)
        if unit is None:
            return [".".join(path) + " is not described"]
        parts = leaves(value)
        # Which two users a pair is stands where others say how many there are.
        if unit and path != ["users"] and not all(p is None or isinstance(p, dict) or is_number(p) for p in parts):
            return [f"{'.'.join(path)} [{unit}] is {value}"]
    found = []
    if isinstance(value, list):
        for one in value:
            if isinstance(one, dict):
                found += faults(one, path + ["[]"])
    if isinstance(value, dict):
        for key, below in value.items():
            found += faults(below, path + [key])
    return found


def faults_of_line(kind, line):
    try:
        result = json.loads(line)
    except ValueError:
        return ["not JSON: " + line[:200]]
    found = [] if kind == "tool" else faults(result, [])
    if result.get("schema") != "edgeldp/1":
        found.append("schema is missing")
    if kind != "error" and not isinstance(result.get("simulated"), bool):
        found.append("simulated is missing")
    return found


if len(sys.argv) > 1:  # plant a fault: the check must see it
    sys.exit(not faults_of_line("field", sys.argv[1]))
count, seen = 0, set()
for entry in open("lines.txt", errors="replace"):
    command, line = entry.rstrip("\n").split("\t", 1)
    count += 1
    for fault in faults_of_line(command.split()[0], line):
        if fault not in seen:
            print(command.split(" ", 1)[1] + ":", fault)
        seen.add(fault)
print(count, "lines")
sys.exit(bool(seen) or count < 40)
END
python3 check.py >found.txt 2>&1 || fail "$(head -c 3000 found.txt)"
for planted in '{"estimat":1,"simulated":false,"schema":"edgeldp/1"}' '{"estimate":"1","simulated":false,"schema":"edgeldp/1"}' \
  '{"estimate":1,"schema":"edgeldp/1"}' '{"estimate":1,"simulated":false}'; do
  python3 check.py "$planted" || fail "a planted fault is not seen: $planted"
done
python3 check.py '{"estimate":1,"simulated":false,"schema":"edgeldp/1"}' && fail "what is right is refused"
finish
