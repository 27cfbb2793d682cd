# SPDX-License-Identifier: MIT
# Programs beside edgeldp: called through it, missed with a command, and known to its help.
source "$(dirname "$0")/../support/cli.sh"
rm -rf ./*

declare -A target=([collector]=edgeldp_collect [client]=edgeldp_collect [bench]=edgeldp_bench [audit]=edgeldp_bench [reproduce]=edgeldp_reproduce)

# The list of verbs says of each what its own program does.
COLUMNS=120 "$edgeldp" --help-all >list.txt
for verb in "${!target[@]}"; do
  expect 0 "$verb is called" "$edgeldp" "$verb" --help
  summary=$(COLUMNS=120 "$edgeldp" "$verb" --help | sed -n 1p)
  contains "the list knows $verb" "$(grep "^  $verb " list.txt)" "${summary%.}"
  same "$verb, asked for help" "$("$edgeldp" help "$verb")" "$("$edgeldp" "$verb" --help)"
  same "$verb behind options" "$("$edgeldp" --threads 2 --json "$verb" --help)" "$("$edgeldp" "$verb" --help)"
  contains "$verb and all below it" "$("$edgeldp" --help-all)" "  $verb"
done
contains "what is below a verb" "$("$edgeldp" --help-all)" "  collector create"
expect 2 "its exit code" "$edgeldp" client status nobody.state --threads
expect 3 "another" "$edgeldp" client status nobody.state

# Alone in its folder.
mkdir alone
cp "$edgeldp" alone/edgeldp
for verb in "${!target[@]}"; do
  expect 2 "no $verb" alone/edgeldp "$verb" --help
  contains "no $verb" "$err" "cmake --build build --target ${target[$verb]}"
done
expect 0 "help needs nobody" alone/edgeldp --help-all
expect 0 "nor do completions" alone/edgeldp completion bash
expect 0 "nor an answer" alone/edgeldp triangles --seed 1

finish
