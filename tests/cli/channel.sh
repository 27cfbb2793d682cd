# SPDX-License-Identifier: MIT
# channel show, loss, sample and estimate on small tables; every output is read back by the next command.
source "$(dirname "$0")/../support/cli.sh"

# An answer for people without its line breaks.
in_a_line() { tr -s ' \n' ' ' <stdout.txt; }

close() { awk -v a="$2" -v b="$3" -v t="${4:-1e-6}" 'BEGIN { d = a - b; exit !(a != "" && d < t && d > -t) }' || fail "$1: '$2' is not $3"; }

# show: e / (e + 2) of three answers at epsilon 1.
expect 0 "show" "$edgeldp" channel show --categories low,middle,high -e 1 -v
same "a line a report" "$(wc -l <stdout.txt)" 4
contains "show" "$out" "0.576117"
expect 0 "show in words" "$edgeldp" channel show --categories low,middle,high -e 1
contains "what it means" "$(in_a_line)" "Someone who answers 'low' is reported as 'low' with 58%, as each of the other 2 with 21%."
contains "which odds" "$(in_a_line)" "by a factor of at most 2.72 (epsilon 1)"
expect 0 "a wide matrix" "$edgeldp" channel show --size 8192 -e 1
awk 'length > 80 { exit 1 }' stdout.txt || fail "a wide matrix breaks the screen"
((($(wc -l <stdout.txt)) < 60)) || fail "a wide matrix takes $(wc -l <stdout.txt) lines"
contains "what is left out" "$(in_a_line)" "8 168 more answers are left out here."
# What an answer says to do next can be typed as it stands.
next() { in_a_line | grep -oE "\`edgeldp $1[^\`]*\`" | head -n 1 | tr -d '\`' | cut -d' ' -f2-; }
expect 0 "odd names" "$edgeldp" channel show --categories "a b,c'd" -e 1
eval "set -- $(next 'channel loss')"
expect 0 "the command of an answer: $*" "$edgeldp" "$@"
contains "the command of an answer" "$(in_a_line)" "likely from someone who answers 'a b'"
expect 0 "show as JSON" "$edgeldp" channel show --categories low,middle,high -e 1 --json
close "loss" "$(json loss)" 1
cp stdout.txt printed.json
expect 0 "show to a file" "$edgeldp" channel show --categories low,middle,high -e 1 --out c.json
same "nothing on stdout" "$out" ""
for file in printed.json c.json; do
  expect 0 "loss of $file" "$edgeldp" channel loss --channel $file --json
  close "loss of $file" "$(json loss)" 1
  same "a file asks for nothing" "$(json epsilon)" null
done

# loss: Laplace leaves some of the budget unused, calibrated none.
expect 0 "loss" "$edgeldp" channel loss --mechanism laplace --size 6 -e 1 --json
expected=$(awk 'BEGIN { print 4.5 / 5 + log(2 - exp(-0.1)) }')
close "loss of laplace" "$(json loss)" "$expected" 1e-5
close "unused" "$(json unused)" "$(awk -v x="$expected" 'BEGIN { print 1 - x }')" 1e-5
same "where" "$(json worst_report)$(json likeliest_truth)$(json unlikeliest_truth)" 116
expect 0 "calibrated" "$edgeldp" channel loss --mechanism laplace-calibrated --size 6 -e 1 --json
close "calibrated" "$(json loss)" 1
for mechanism in exponential staircase brr 'brr*' rr-with-prior block; do
  prior=()
  case $mechanism in 'brr*' | rr-with-prior | block) prior=(--prior 0.4,0.3,0.2,0.05,0.05) ;; esac
  expect 0 "$mechanism" "$edgeldp" channel loss --mechanism "$mechanism" --size 5 "${prior[@]}" -e 1 --json
  awk -v x="$(json loss)" 'BEGIN { exit !(x > 0.5 && x <= 1) }' || fail "$mechanism: loss $(json loss)"
done
printf '0;-1;-9\n-1;0;-9\n-9;-9;0\n' >utility.csv
expect 0 "utility" "$edgeldp" channel show --mechanism exponential --categories a,b,c --utility utility.csv -e 1 --json
plain=$out
expect 0 "utility by place" "$edgeldp" channel show --mechanism exponential --categories a,b,c -e 1 --json
[[ $plain != "$out" ]] || fail "a utility changes nothing"
expect 2 "short utility" "$edgeldp" channel loss --mechanism brr --size 4 --utility utility.csv
contains "short utility" "$err" "no column '4'"
printf '0,1\n' >short.csv
expect 2 "lines of a utility" "$edgeldp" channel loss --mechanism brr --size 2 --utility short.csv
contains "lines of a utility" "$err" "1 lines of utilities for 2 categories"
expect 2 "a utility without use" "$edgeldp" channel loss --mechanism k-ary --size 3 --utility utility.csv
contains "a utility without use" "$err" "--utility: the mechanism k-ary has no use for it"
expect 2 "a prior without use" "$edgeldp" channel loss --mechanism brr --size 2 --prior 0.5,0.5

expect 2 "no prior" "$edgeldp" channel loss --mechanism block --size 5
contains "no prior" "$err" "--prior: 0 numbers for 5 categories"
# Bins of categories: k-ary over three bins, and one bit on which side of a threshold a number lies.
expect 0 "bins" "$edgeldp" channel show --mechanism rr-on-bins --categories a,b,c,d --bins x,y,x,z -e 1 --json
same "reports are bins" "$(grep -o '"outputs":[^]]*]' stdout.txt)" '"outputs":["x","y","z"]'
cp stdout.txt bins.json
expect 0 "their loss" "$edgeldp" channel loss --channel bins.json --json
close "their loss" "$(json loss)" 1
weights() { grep -oE '\[[0-9,]+\]' <<<"$out" | sed -E 's/([0-9]{13})[0-9]*/\1/g'; }  # to the rounding of a budget
expect 0 "bins again" "$edgeldp" channel show --mechanism rr-on-bins --categories a,b,c,d --bins x,y,x,z -e 1 --json
same "a and c are in one bin" "$(weights | sed -n 1p)" "$(weights | sed -n 3p)"
of_bins=$(weights | sed -n '1p;2p;4p')
expect 0 "k-ary over three" "$edgeldp" channel show --categories x,y,z -e 1 --json
same "bins are reported as answers are" "$of_bins" "$(weights)"
expect 0 "a threshold" "$edgeldp" channel show --mechanism rr-on-bins --size 4 --bins low,low,low,high -e 1 --json
threshold=$(weights | tail -n 2)
expect 0 "one bit" "$edgeldp" channel show --mechanism warner --categories low,high -e 1 --json
same "a threshold is one bit" "$threshold" "$(weights)"
expect 2 "too few bins" "$edgeldp" channel show --mechanism rr-on-bins --size 4 --bins low,high
contains "too few bins" "$err" "--bins: 2 names for 4 categories; name the bin of each"
expect 2 "bins without use" "$edgeldp" channel show --size 2 --bins a,b
contains "bins without use" "$err" "--bins: the mechanism k-ary has no use for it"

expect 0 "warner" "$edgeldp" channel loss --mechanism warner --categories yes,no -e 2 -v
contains "as a table" "$out" "condition_number"

# sample: coins of the system by default, replayed ones are marked.
awk 'BEGIN { print "id,level,note"; for (i = 0; i < 3000; ++i)
  printf "%d,%s,\"a, b\"\n", i, i % 10 < 5 ? "low" : i % 10 < 8 ? "middle" : "high" }' >truth.csv
expect 0 "sample" "$edgeldp" channel sample truth.csv --column level --channel c.json
cp stdout.txt reports.csv
same "no mark" "$err" ""
same "a report a line" "$(wc -l <reports.csv)" 3001
same "heading" "$(head -n 1 reports.csv)" level,level_channel
same "each says what made it" "$(tail -n +2 reports.csv | cut -d, -f2 | sort -u | grep -cE '^file epsilon [0-9.]+ law [0-9a-f]{12}$')" 1
expect 0 "sample again" "$edgeldp" channel sample truth.csv --column level --channel c.json
[[ $(<reports.csv) != "$out" ]] || fail "coins of the system repeat"
expect 0 "sample with a seed" "$edgeldp" channel sample truth.csv --column level --channel c.json --seed 7 --keep
contains "marked" "$err" "simulated: true"
contains "what stays is named" "$err" "not protected: id, note"
cp stdout.txt seeded.csv
same "heading of all" "$(head -n 1 seeded.csv)" "id,level,note,level_channel,simulated"
same "other columns stay" "$(sed -E 's/,[^,]*,[a-z]*$//' seeded.csv | cut -d, -f1,3-)" "$(cut -d, -f1,3- truth.csv)"
same "every line is marked" "$(grep -c ',true$' seeded.csv)" 3000
expect 0 "the same seed" "$edgeldp" channel sample truth.csv --column level --channel c.json --seed 7 --keep --threads 1
same "the seed decides" "$out" "$(<seeded.csv)"
expect 0 "sample as JSON" "$edgeldp" channel sample truth.csv --column level --channel c.json --seed 7 --json
contains "an object a line" "$(head -n 1 stdout.txt)" '"simulated":true,'
same "the same reports" "$(head -n 3 stdout.txt | cut -d'"' -f4 | tr '\n' ' ')" "$(sed -n 2,4p seeded.csv | cut -d, -f2 | tr '\n' ' ')"
tail -n +2 truth.csv >bare.csv
expect 0 "no heading" "$edgeldp" channel sample bare.csv --column 2 --no-heading --channel c.json --seed 7
same "the same without a heading" "$out" "$(tail -n +2 seeded.csv | cut -d, -f2)"
"$edgeldp" channel sample - --column level --channel c.json --seed 7 <truth.csv >stdout.txt 2>/dev/null
same "standard input" "$(tail -n +2 stdout.txt | cut -d, -f1)" "$out"

expect 0 "loss in words" "$edgeldp" channel loss --mechanism laplace --size 6 -e 1
contains "what is exact" "$(in_a_line)" "Of epsilon 1 that was asked for, 0.0091 is not used."
contains "where" "$(in_a_line)" "reached by report '1'"

# A channel that protects nothing says so.
echo '{"edgeldp_channel": 1, "inputs": ["low", "middle", "high"], "outputs": ["l", "m", "h"], "probabilities": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}' >open.json
expect 0 "an open channel" "$edgeldp" channel sample truth.csv --column level --channel open.json
contains "an open channel" "$err" "private: false"
for verb in show loss; do
  expect 0 "$verb an open channel" "$edgeldp" channel $verb --channel open.json
  contains "$verb an open channel" "$(in_a_line)" "NOT PRIVATE: some reports are possible under some truths only. Report 'l'"
done
expect 0 "an open channel as JSON" "$edgeldp" channel sample truth.csv --column level --channel open.json --json
contains "an open channel as JSON" "$(head -n 1 stdout.txt)" '{"level":"l","level_channel":"file epsilon inf law '

printf '"a;b","c, d"\nlow,"x; y"\nhigh," z"\n' >odd.csv
expect 0 "odd names" "$edgeldp" channel sample odd.csv --column 'a;b' --channel c.json --keep --seed 1
cp stdout.txt odd-reports.csv
expect 0 "odd names are read back" "$edgeldp" channel sample odd-reports.csv --column 'c, d' --mechanism warner --categories 'x; y, z' --keep --seed 1
same "odd names stay" "$(head -n 1 stdout.txt)" '"a;b","c, d","a;b_channel",simulated,"c, d_channel"'

# estimate: the inverse of the matrix on the shares of the reports.
expect 0 "estimate" "$edgeldp" channel estimate seeded.csv --column level --channel c.json --json
same "the mark is passed on" "$(json simulated)" true
expect 0 "estimate of marked reports" "$edgeldp" channel estimate reports.csv --column level --channel c.json --json --simulated
same "the mark by hand" "$(json simulated)" true
expect 0 "estimate" "$edgeldp" channel estimate seeded.csv --column level --channel c.json --json
same "three categories and an entropy" "$(wc -l <stdout.txt)" 4
for key in graph nodes estimate standard_error epsilon split codec alpha level \
  upload_bytes download_bytes bits_per_edge seconds peak_memory_bytes runs private simulated condition_number; do
  same "key $key" "$(grep -c "\"$key\":" stdout.txt)" 4
done
share=$(grep -c ',low,' seeded.csv)
expected=$(awk -v n="$share" 'BEGIN { e = exp(1); p = e / (e + 2); q = 1 / (e + 2); print (n / 3000 - q) / (p - q) }')
low=$(grep '"level":"low"' stdout.txt)
close "low" "$(grep -oE '"estimate":[-0-9.e]+' <<<"$low" | cut -d: -f2)" "$expected" 1e-5
error=$(grep -oE '"standard_error":[-0-9.e]+' <<<"$low" | cut -d: -f2)
close "standard error" "$error" "$(awk -v n="$share" 'BEGIN { e = exp(1); g = (e - 1) / (e + 2); s = n / 3000; print sqrt(s * (1 - s) / 2999) / g }')" 1e-4
printf 'level\nlow\nlow\nlow\n' >alike.csv
for method in unbiased likelihood; do
  expect 0 "$method of reports all alike" "$edgeldp" channel estimate alike.csv --column level --channel c.json --json --method $method
  same "$method: no certainty" "$(grep -c '"proportion"' stdout.txt) $(grep '"proportion"' stdout.txt | grep -cE '"standard_error":0\.[1-9]')" "3 3"
done
expect 0 "estimate again" "$edgeldp" channel estimate seeded.csv --column level --channel c.json --json
close "within five errors" "$expected" 0.5 "$(awk -v e="$error" 'BEGIN { print 5 * e }')"
same "entropy" "$(json statistic)" entropy_bits
same "reports" "$(json nodes)" 3000
expect 0 "fixed population" "$edgeldp" channel estimate seeded.csv --column level --channel c.json --json --population fixed
fixed=$(head -n 1 stdout.txt | grep -oE '"standard_error":[-0-9.e]+' | cut -d: -f2)
awk -v a="$fixed" -v b="$error" 'BEGIN { exit !(a < b) }' || fail "a fixed population errs less: $fixed, $error"
expect 0 "as a table" "$edgeldp" channel estimate seeded.csv --column level --channel c.json -v
contains "as a table" "$(head -n 1 stdout.txt)" "standard_error"
expect 0 "in words" "$edgeldp" channel estimate seeded.csv --column level --channel c.json
same "the same estimate" "$(awk '$1 == "low" { print $2 }' stdout.txt)" "$(printf '%.3f' "$expected")"
contains "simulated reports" "$(in_a_line)" "Their coins came from --seed: a simulation, which protects nobody."
eval "set -- $(next 'channel estimate')"
expect 0 "the command of an answer: $*" "$edgeldp" "$@"
contains "the command of an answer" "$(in_a_line)" "The likeliest proportions"
# Of three answers all alike nothing is certain, least of all what nobody reports.
expect 0 "three answers" "$edgeldp" channel estimate alike.csv --column level --channel c.json
same "an error for each" "$(awk '/^  (low|middle|high) / { print ($3 > 0.3) }' stdout.txt | tr '\n' ' ')" "1 1 1 "
contains "not usable" "$(grep '^  high' stdout.txt)" "not usable"
contains "what nobody reports" "$(in_a_line)" "No report says middle, high: what stands there follows from the other reports alone."
contains "how many would do" "$(in_a_line)" "There are 3 reports; half the error takes four times as many."
expect 0 "likelihood" "$edgeldp" channel estimate seeded.csv --column level --channel c.json --method likelihood --json
close "equal inside the simplex" "$(head -n 1 stdout.txt | grep -oE '"estimate":[-0-9.e]+' | cut -d: -f2)" "$expected" 1e-4
same "converged" "$(json converged)" true

# Reports say what they were made with; another budget or mechanism is refused, and none has to be typed.
awk 'BEGIN { print "age"; for (i = 0; i < 4000; ++i) print (i % 10 < 5 ? "young" : i % 10 < 8 ? "middle" : "old") }' >ages.csv
ages=(--column age --categories young,middle,old)
expect 0 "sample at a half" "$edgeldp" channel sample ages.csv "${ages[@]}" -e 0.5 --seed 3
cp stdout.txt half-nat.csv
same "mechanism and budget" "$(sed -n 2p half-nat.csv | cut -d, -f2 | cut -d' ' -f1-3)" "k-ary epsilon 0.5"
expect 0 "no budget typed" "$edgeldp" channel estimate half-nat.csv "${ages[@]}" --json
close "the file's own" "$(json epsilon)" 0.5
same "near the truth" "$(head -n 1 stdout.txt | python3 -c 'import json,sys; r=json.loads(sys.stdin.readline()); print(abs(r["estimate"] - 0.5) < 4 * r["standard_error"])')" True
own=$out
expect 0 "the same budget typed" "$edgeldp" channel estimate half-nat.csv "${ages[@]}" -e 0.5 --json
same "the same answer" "$(grep -oE '"(estimate|standard_error)":[^,]*' <<<"$out")" "$(grep -oE '"(estimate|standard_error)":[^,]*' <<<"$own")"
expect 0 "answers in another order" "$edgeldp" channel estimate half-nat.csv --column age --categories old,young,middle --json
for epsilon in 3 1 0.51; do
  expect 2 "another budget" "$edgeldp" channel estimate half-nat.csv "${ages[@]}" -e $epsilon
  contains "both numbers" "$err" "made with epsilon 0.5, and --epsilon says $epsilon"
done
expect 2 "another mechanism" "$edgeldp" channel estimate half-nat.csv "${ages[@]}" --mechanism laplace
contains "both mechanisms" "$err" "made with mechanism k-ary, and --mechanism says laplace"
expect 2 "other answers" "$edgeldp" channel estimate half-nat.csv --column age --categories young,middle,old,dead
contains "other answers" "$err" "this is another channel"
expect 0 "its channel as a file" "$edgeldp" channel show --categories young,middle,old -e 0.5 --out ages.json
expect 0 "the same channel in a file" "$edgeldp" channel estimate half-nat.csv --column age --channel ages.json
expect 0 "another file" "$edgeldp" channel show --categories young,middle,old -e 2 --out other.json
expect 2 "another channel in a file" "$edgeldp" channel estimate half-nat.csv --column age --channel other.json
contains "both budgets" "$err" "k-ary of epsilon 0.5, and this is another channel (other.json, epsilon 2)"
cut -d, -f1 half-nat.csv >old.csv
expect 2 "an old table says nothing" "$edgeldp" channel estimate old.csv "${ages[@]}"
contains "an old table says nothing" "$err" "say it with -e"
expect 0 "an old table and -e" "$edgeldp" channel estimate old.csv "${ages[@]}" -e 0.5
{ cat half-nat.csv; "$edgeldp" channel sample ages.csv "${ages[@]}" -e 3 --seed 3 2>/dev/null | tail -n +2; } >mixed.csv
expect 2 "two budgets in one table" "$edgeldp" channel estimate mixed.csv "${ages[@]}"
contains "two budgets in one table" "$err" "mixed.csv"
expect 2 "randomized twice" "$edgeldp" channel sample half-nat.csv "${ages[@]}"
contains "randomized twice" "$err" "was randomized already"

# Two columns: the joint table, chi-square and mutual information; each column has its channel.
awk 'BEGIN { srand(5); print "a,b"; for (i = 0; i < 4000; ++i) { x = rand() < 0.5; y = rand() < 0.2 ? 1 - x : x; print x "," y } }' >pair.csv
expect 0 "channel of 0 and 1" "$edgeldp" channel show --mechanism warner --categories 0,1 -e 3 --out w.json
expect 0 "first column" "$edgeldp" channel sample pair.csv --column a --channel w.json --keep --seed 1
cp stdout.txt half.csv
expect 0 "second column" "$edgeldp" channel sample half.csv --column b --channel w.json --keep --seed 2
cp stdout.txt both.csv
expect 0 "joint" "$edgeldp" channel estimate both.csv --column a --column b --channel w.json --channel w.json --json
same "four cells, entropy, chi-square, mutual information" "$(wc -l <stdout.txt)" 7
close "both budgets" "$(json epsilon)" 6
# (p - q) / (p + q) is the smaller singular value of Warner's channel, 1 the larger.
close "condition of the product" "$(json condition_number)" "$(awk 'BEGIN { k = (exp(3) + 1) / (exp(3) - 1); print k * k }')" 1e-5
chi=$(grep '"statistic":"chi_square"' stdout.txt)
value=$(grep -oE '"estimate":[-0-9.e]+' <<<"$chi" | cut -d: -f2) error=$(grep -oE '"standard_error":[-0-9.e]+' <<<"$chi" | cut -d: -f2)
awk -v x="$value" -v e="$error" 'BEGIN { t = 4000 * 0.36; exit !(e > 0 && x - t < 5 * e + 60 && t - x < 5 * e + 60) }' || fail "chi-square $value +- $error"
expect 2 "one column twice" "$edgeldp" channel estimate both.csv --column a --column a --channel w.json --channel w.json
contains "one column twice" "$err" "given twice"
same "one column twice" "$out" ""

# plan: the sampled plan's error is a bound; an error leaves nothing on stdout.
expect 0 "plan" "$edgeldp" channel plan --sizes 4,5 -e 1 --json
same "six plans" "$(wc -l <stdout.txt)" 6
same "one bound" "$(grep -c '"bound":true' stdout.txt) $(grep '"bound":true' stdout.txt | grep -c 'one answer a person')" "1 1"
expect 0 "plan in words" "$edgeldp" channel plan --sizes 4,5 -e 1
same "six ways, the best first" "$(grep -cE '^  (even|optimal|one)' stdout.txt) $(grep -cE '^  .*the fewest' stdout.txt)" "6 1"
contains "the best way" "$(in_a_line)" "Best One answer a person: public randomness picks the one answer"
# Only the sampled plan, the last, asks for an answer that 40 bits cannot express.
expect 2 "a plan that cannot be drawn" "$edgeldp" channel plan --sizes 2,2 -e 30 --json
same "a plan that cannot be drawn" "$out" ""

# Errors, each with its place; nothing half-written.
sed '5s/low\|middle\|high/elsewhere/' truth.csv >bad.csv
expect 2 "unknown label" "$edgeldp" channel sample bad.csv --column level --channel c.json
contains "unknown label" "$err" "line 5"
lacks "a true answer is in no message" "$err" "elsewhere"
same "no partial output" "$out" ""
expect 2 "unknown report" "$edgeldp" channel estimate bad.csv --column level --channel c.json
contains "unknown report" "$err" "line 5"
printf 'level\nlow\n\nhigh\n\n\n' >gap.csv
expect 2 "a blank line between values" "$edgeldp" channel estimate gap.csv --column level --channel c.json
contains "a blank line between values" "$err" "line 4: follows a blank line"
printf '\nlevel\nlow\nhigh\n\n\n' >ends.csv
expect 0 "blank lines around a table" "$edgeldp" channel estimate ends.csv --column level --channel c.json
expect 2 "no such column" "$edgeldp" channel sample truth.csv --column nothing --channel c.json
contains "no such column" "$err" "no column 'nothing'"
expect 2 "no such column with --keep" "$edgeldp" channel sample truth.csv --column nothing --channel c.json --keep
expect 3 "no such table" "$edgeldp" channel sample missing.csv --column level --channel c.json
expect 3 "no such channel" "$edgeldp" channel loss --channel missing.json
expect 2 "no channel" "$edgeldp" channel loss
contains "no channel" "$err" "--categories"
expect 2 "both" "$edgeldp" channel loss --channel c.json --size 3
expect 2 "one channel for two columns" "$edgeldp" channel estimate both.csv --column a --column b --channel w.json
expect 2 "epsilon" "$edgeldp" channel loss --size 3 -e 0
expect 2 "mechanism" "$edgeldp" channel loss --size 3 --mechanism magic
expect 2 "three answers for Warner" "$edgeldp" channel loss --size 3 --mechanism warner
printf '{"edgeldp_channel": 1,' >broken.json
expect 2 "broken JSON" "$edgeldp" channel loss --channel broken.json
contains "broken JSON" "$err" "line 1, column "
contains "broken JSON" "$err" "broken.json"
printf '{"edgeldp_channel": 1, "inputs": ["a", "b", "c"], "outputs": ["x", "y"], "probabilities": [[0.5, 0.5], [0.5, 0.5], [0.1, 0.9]]}' >flat.json
printf 'v\nx\ny\nx\n' >flat.csv
expect 2 "rank" "$edgeldp" channel estimate flat.csv --column v --channel flat.json
contains "rank" "$err" "rank 2 on 3 inputs"
expect 0 "likelihood of any rank" "$edgeldp" channel estimate flat.csv --column v --channel flat.json --method likelihood --json
expect 0 "likelihood of any rank, in words" "$edgeldp" channel estimate flat.csv --column v --channel flat.json --method likelihood
contains "no error where there is none" "$(in_a_line)" "several tables are equally likely, this is one of them, and it has no error"
lacks "what fails is not advised" "$out" "--method unbiased"
expect 2 "keep of standard input" "$edgeldp" channel sample - --keep --column level --channel c.json
if [[ -w /dev/full ]]; then
  "$edgeldp" channel sample truth.csv --column level --channel c.json >/dev/full 2>stderr.txt
  same "full disk" $? 3
fi
finish
