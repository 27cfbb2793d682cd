# SPDX-License-Identifier: MIT
# vectors encode, decode and stats: generated ratings and a small panel of variants.
source "$(dirname "$0")/../support/cli.sh"

# 60 users, 40 items, half stars; popular items first.
awk 'BEGIN { srand(3); print "userId,movieId,rating,timestamp"
  for (u = 1; u <= 60; ++u) for (i = 1; i <= 40; ++i)
    if (rand() < 1.2 / i) printf "%d,%d,%.1f,0\n", u, 100 + i, 0.5 + 0.5 * int(rand() * 10) }' >ratings.csv
seq 101 140 >items.txt
values=0.5,1,1.5,2,2.5,3,3.5,4,4.5,5

for codec in ppr bitmap; do
  expect 0 "encode $codec" "$edgeldp" vectors encode ratings.csv -o r.eldv -e 4 --codec $codec --items items.txt --values $values --seed 1 --json
  same "file size" "$(json file_bytes)" "$(wc -c <r.eldv)"
  same alphabet "$(json alphabet)" 11
  same items "$(json items)" 40
  same "derived users void the guarantee" "$(json private)" false
  contains "derived users void the guarantee" "$(json not_private_because)" users
  same simulated "$(json simulated)" true
  same "nothing derived but users" "$(json taken_from_data)" users
  contains "warning" "$err" "users come from the data"
  lacks "nothing exact" "$out" '"exact"'
  gzip -c ratings.csv >ratings.csv.gz
  expect 0 "encode gzip" "$edgeldp" vectors encode ratings.csv.gz -o z.eldv -e 4 --codec $codec --items items.txt --values $values --seed 1 --json
  cmp -s r.eldv z.eldv || fail "gzip changes the result"
  expect 0 "one thread" "$edgeldp" vectors encode ratings.csv -o z.eldv -e 4 --codec $codec --items items.txt --values $values --seed 1 --json --threads 1
  cmp -s r.eldv z.eldv || fail "the number of threads changes the result"

  expect 0 "decode $codec" "$edgeldp" vectors decode r.eldv
  same header "$(head -n 1 stdout.txt)" user,item,value,value_channel
  same "every line says what made it" "$(tail -n +2 stdout.txt | cut -d, -f4 | sed -E 's/ law [0-9a-f]{12}$//' | sort -u)" "$codec epsilon 4"
  cp stdout.txt all.csv
  expect 0 "decode one user" "$edgeldp" vectors decode r.eldv --user 7
  same "one user of all" "$(tail -n +2 stdout.txt)" "$(grep '^7,' all.csv)"
  expect 0 "decode one item" "$edgeldp" vectors decode r.eldv --item 103
  same "one item of all" "$(tail -n +2 stdout.txt)" "$(grep ',103,' all.csv)"

  # The noisy counts behind an estimate are those of the decoded file: share = (ones / n - p0) / (p1 - p0).
  expect 0 "stats $codec" "$edgeldp" vectors stats r.eldv --top 0 --item 103 --truth ratings.csv --json
  ones=$(grep -c ',103,' all.csv)
  head -n 1 stdout.txt >overview.txt
  p1=$(grep -o '"p1":[0-9.e-]*' overview.txt | cut -d: -f2) p0=$(grep -o '"p0":[0-9.e-]*' overview.txt | cut -d: -f2)
  awk -v e="$(json estimate)" -v n="$ones" -v p1="$p1" -v p0="$p0" \
    'BEGIN { d = e - (n / 60 - p0) / (p1 - p0); exit !(d < 1e-6 && d > -1e-6) }' || fail "frequency of an item"
  awk -v t="$(json truth)" -v n="$(grep -c ',103,' ratings.csv)" 'BEGIN { d = t - n / 60; exit !(d < 1e-9 && d > -1e-9) }' ||
    fail "true frequency of an item"
  contains "histogram" "$out" '"3.5":{'
  contains "mean" "$out" '"mean":{'
done

for codec in ppr bitmap; do
  expect 0 "beyond $codec" "$edgeldp" vectors encode ratings.csv -o z.eldv -e 64 --codec $codec --items items.txt --values $values --seed 1 --json
  contains "the rest is not spent" "$err" "of 64 nats are not spent"
done
expect 0 "within ppr" "$edgeldp" vectors encode ratings.csv -o z.eldv -e 4 --codec ppr --items items.txt --values $values --seed 1 --json
lacks "nothing is left" "$err" "not spent"

expect 0 "stats all" "$edgeldp" vectors stats r.eldv --top 3 --user 1 --user 2 --common 1 2 --json
same "one overview, three items, two users, one pair" "$(wc -l <stdout.txt)" 7
for key in graph nodes estimate standard_error runs private simulated schema told; do
  [[ $(grep -c "\"$key\":" stdout.txt) == 7 ]] || fail "key $key is missing"
done
for key in epsilon split codec alpha level upload_bytes download_bytes bits_per_edge spent; do
  contains "overview" "$(head -n 1 stdout.txt)" "\"$key\":"
done
expect 0 "stats as a table" "$edgeldp" vectors stats r.eldv --top 1 -v
contains "table" "$out" "values.(none).estimate"
expect 0 "stats in words" "$edgeldp" vectors stats r.eldv --top 1 --item 103 --user 1 --common 1 2 --truth ratings.csv
for line in entries "value 3.5" "mean value" "share with 103" "103: value 3.5" "103: mean value" "entries of 1" "1: mean value" "common items of 1, 2"; do
  same "lines of $line: the estimate, and apart the exact value" "$(grep -cE "^  $line  +-?[0-9]" stdout.txt)" 2
done
contains "exact values stand apart" "$(tr -s ' \n' ' ' <stdout.txt)" "Simulation --truth names the data, so exact values are known."
expect 0 "stats in words" "$edgeldp" vectors stats r.eldv
lacks "nothing exact" "$out" "Simulation"
expect 0 "encode in words" "$edgeldp" vectors encode ratings.csv -o w.eldv -e 4 --items items.txt --values $values --seed 1
contains "derived users void the guarantee" "$(tr -s ' \n' ' ' <stdout.txt)" "Privacy NOT PRIVATE: Taken from the private data: users."
contains "what to do next" "$(tr -s ' \n' ' ' <stdout.txt)" "\`edgeldp vectors stats w.eldv\`"

# What decode prints is a table for programs, on terminals too, where a person is told what it is.
expect 0 "decode for a program" "$edgeldp" vectors decode r.eldv
same "nothing else" "$err" ""
if command -v script >/dev/null; then
  script -qec "$(printf '%q ' "$edgeldp" vectors decode r.eldv)" /dev/null </dev/null | tr -d '\r' >terminal.txt
  same "the same table" "$(head -n "$(wc -l <stdout.txt)" terminal.txt)" "$out"
  contains "it is noisy" "$(tail -n +"$(($(wc -l <stdout.txt) + 1))" terminal.txt)" "these values are noisy"
fi

# Derived names are warned of.
expect 0 "derived" "$edgeldp" vectors encode ratings.csv -o d.eldv --json
contains "derived" "$err" "come from the data"
same "derived" "$(json taken_from_data)" users,items,values
same "derived names are no private ones" "$(json private)" false

# Declared users all send a vector, those without a line too.
(echo userId; seq 1 70) >users.txt
expect 0 "declared users" "$edgeldp" vectors encode ratings.csv -o d.eldv -e 4 --users users.txt --items items.txt --values $values --json
same "declared users" "$(json nodes)" 70
same "nothing derived" "$(json taken_from_data)" ""
same "declared names are private ones" "$(json private)" true
expect 0 "a user without a line" "$edgeldp" vectors stats d.eldv --top 0 --user 65 --truth ratings.csv --json
same "a user without a line" "$(json truth)" 0.0
seq 1 50 >users.txt
expect 2 "undeclared user" "$edgeldp" vectors encode ratings.csv -o x.eldv --users users.txt
contains "undeclared user" "$err" "expected a user that is declared"

# Variants against a reference; without --seed two encodings differ.
printf 'item,value\nrs1,A\nrs2,T\nrs3,G\n' >reference.csv
printf 'u,rs1,C\nu,rs2,T\nv,rs2,A\nv,rs3,G\nw,rs3,"C"\n' >panel.csv
expect 0 "encode panel" "$edgeldp" vectors encode panel.csv -o p.eldv -e 20 --codec bitmap --reference reference.csv --values A,C,G,T --json
expect 0 "decode panel" "$edgeldp" vectors decode p.eldv
same "hardly any noise" "$(sort stdout.txt | grep -v user | cut -d, -f1-3 | tr '\n' ' ')" "u,rs1,C v,rs2,A w,rs3,C "
expect 0 "stats panel" "$edgeldp" vectors stats p.eldv --truth panel.csv --top 1 --json
cell=$(head -n 1 stdout.txt | grep -o '"T":{[^}]*}')
contains "values with a reference" "$(head -n 1 stdout.txt)" '"exact":{"edges":3,"truth":3.0'
contains "true values with a reference" "$(head -n 1 stdout.txt)" '"T":2'
awk -v e="$(grep -o '"estimate":[0-9.]*' <<<"$cell" | cut -d: -f2)" 'BEGIN { exit !(e > 1.999 && e < 2.001) }' ||
  fail "values with a reference: $cell"
"$edgeldp" vectors encode panel.csv -o p2.eldv -e 20 --codec bitmap --reference reference.csv --values A,C,G,T >/dev/null
cmp -s p.eldv p2.eldv && fail "two real releases are equal"

# The file tells nothing of the order of the lines. Values that are no numbers have no mean.
sort -t, -k2,2n -k1,1nr ratings.csv >by-item.csv
expect 0 "by item" "$edgeldp" vectors encode by-item.csv -o z.eldv -e 4 --codec bitmap --items items.txt --values $values --seed 1
cmp -s r.eldv z.eldv || fail "the order of the lines changes the result"
printf 'a,i,nan\nb,i,1e999\nc,i,0x10\n' >words.csv
expect 0 "encode words" "$edgeldp" vectors encode words.csv -o w.eldv -e 20 --codec bitmap --seed 1
expect 0 "stats words" "$edgeldp" vectors stats w.eldv --top 0 --truth words.csv --json
contains "stats words" "$out" '"1e999":{'
[[ $out != *'"mean"'* ]] || fail "a mean of words"

# Binary data: nullspace; with more values it says why not.
awk -F, 'NR > 1 { print $1 "," $2 ",1" }' ratings.csv >seen.csv
expect 0 "nullspace" "$edgeldp" vectors encode seen.csv -o n.eldv --codec nullspace --items items.txt --values 1 --seed 1 --json
expect 2 "nullspace of ratings" "$edgeldp" vectors encode ratings.csv -o n.eldv --codec nullspace --values $values
contains "nullspace of ratings" "$err" "binary"

# The paper's rule is no private one.
expect 0 "true sizes" "$edgeldp" vectors encode ratings.csv -o t.eldv --true-sizes --beta 2 --items items.txt --values $values --json
same "true sizes" "$(json private)" false

# Errors.
printf 'u,a,1\nu,b\n' >bad.csv
expect 2 "missing field" "$edgeldp" vectors encode bad.csv -o x.eldv
contains "missing field" "$err" "line 2"
expect 2 "undeclared item" "$edgeldp" vectors encode ratings.csv -o x.eldv --items reference.csv
contains "undeclared item" "$err" "line 2: expected an item that is declared"
expect 2 "undeclared value" "$edgeldp" vectors encode ratings.csv -o x.eldv --values 1,2
expect 2 "items and reference" "$edgeldp" vectors encode ratings.csv -o x.eldv --items items.txt --reference reference.csv
expect 2 "reference without values" "$edgeldp" vectors encode panel.csv -o x.eldv --reference items.txt
expect 2 "epsilon" "$edgeldp" vectors encode ratings.csv -o x.eldv -e 0
expect 2 "level" "$edgeldp" vectors encode ratings.csv -o x.eldv --level 12
expect 2 "idle options" "$edgeldp" vectors encode ratings.csv -o x.eldv --codec bitmap --alpha 3
contains "idle options" "$err" "--alpha is an option of ppr, not of bitmap"
expect 3 "no such file" "$edgeldp" vectors encode missing.csv -o x.eldv
expect 3 "no such folder" "$edgeldp" vectors encode panel.csv -o missing/x.eldv
# What decode prints is noise already: it is no data for encode, nor the truth for stats.
expect 0 "decode" "$edgeldp" vectors decode r.eldv
cp stdout.txt noisy.csv
expect 2 "noise of noise" "$edgeldp" vectors encode noisy.csv -o z.eldv -e 1 --codec ppr --values $values
contains "noise of noise" "$err" "noisy already, by bitmap of epsilon 4"
contains "noise of noise" "$err" "made noisy here, by ppr of epsilon 1"
expect 2 "noise is no truth" "$edgeldp" vectors stats r.eldv --truth noisy.csv
contains "noise is no truth" "$err" "noisy already, by bitmap of epsilon 4"
sed 's/,[^,]*law.*/,television/' noisy.csv >other.csv
expect 0 "a column of other things" "$edgeldp" vectors encode other.csv -o z.eldv -e 1 --values $values
expect 0 "a pipe" "$edgeldp" vectors encode <(cat ratings.csv) -o z.eldv -e 1 --values $values
# What a file was made with is the file's to say.
expect 2 "another budget" "$edgeldp" vectors stats r.eldv -e 1
expect 2 "another budget" "$edgeldp" vectors decode r.eldv --codec ppr

expect 2 "unknown user" "$edgeldp" vectors decode r.eldv --user 4711
contains "unknown user" "$err" 4711
expect 2 "unknown item" "$edgeldp" vectors stats r.eldv --item 4711
expect 2 "half a pair" "$edgeldp" vectors stats r.eldv --common 1
expect 2 "a user and itself" "$edgeldp" vectors stats r.eldv --common 1 1
expect 2 "not a file of vectors" "$edgeldp" vectors stats ratings.csv
head -c 300 r.eldv >short.eldv
expect 2 "truncated" "$edgeldp" vectors decode short.eldv
contains "truncated" "$err" byte
expect 2 "truth of other data" "$edgeldp" vectors stats r.eldv --truth panel.csv
[[ ! -e x.eldv ]] || fail "a refused encoding leaves a file"
finish
