# SPDX-License-Identifier: MIT
# What results say is described once (tests/cli/fields.sh: all that is printed is), and the page is that of the program.
source "$(dirname "$0")/../support/cli.sh"

expect 0 "a field" "$edgeldp" explain half_width
contains "name and unit" "$out" "half_width [estimate]"
expect 0 "the last part of a name" "$edgeldp" explain truth
contains "where it stands" "$out" "exact.truth"
expect 0 "a name of the input's" "$edgeldp" explain split.age
contains "its form" "$out" "split.*"
expect 2 "an unknown word" "$edgeldp" explain half_widht
contains "the nearest" "$err" "did you mean 'half_width'?"
expect 0 "as JSON" "$edgeldp" explain epsilon --json
same "unit" "$(json unit)" nats
"$edgeldp" explain --page >results.md || fail "explain --page"
cmp results.md "$source_dir/docs/results.md" || fail "docs/results.md is not what 'edgeldp explain --page' prints"
finish
