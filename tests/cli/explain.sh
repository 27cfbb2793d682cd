# SPDX-License-Identifier: MIT
# What results say is described once: every field that is printed has its line, and the page is that of the program.
source "$(dirname "$0")/../support/cli.sh"
command -v python3 >/dev/null || exit 77

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

# Keys of kept answers; of the tools beside (audit, bench, channel show, dataset) only their own documents speak.
"$edgeldp" explain --json >fields.jsonl || fail "explain --json"
python3 - "$source_dir/tests/golden/answers" <<'END' || fail "fields without a line"
import glob, json, sys

forms = [json.loads(line)["name"].split(".") for line in open("fields.jsonl")]
missing = set()


def is_described(path):
    return any(len(form) == len(path) and all(f in ("*", p) for f, p in zip(form, path)) for form in forms)


def visit(value, path):
    if isinstance(value, list):
        for one in value:
            if isinstance(one, dict):
                visit(one, path + ["[]"])
        return
    if path and path[-1] != "[]" and not is_described(path):
        missing.add(".".join(path))
    if isinstance(value, dict):
        for key, below in value.items():
            visit(below, path + [key])


tools = ("audit", "bench", "channel show", "channel loss", "channel plan", "dataset", "reproduce", "tune")
for name in glob.glob(sys.argv[1] + "/*.txt"):
    with open(name) as lines:
        command = next(lines)
        if any(command.startswith("$ edgeldp " + tool) for tool in tools):
            continue
        for line in lines:
            if line.startswith("{"):
                visit(json.loads(line), [])
print(*sorted(missing))
sys.exit(bool(missing))
END
finish
