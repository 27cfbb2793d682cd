#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""front_end.py BUILD JOBS SHARE: a quarter of the files of a build tree, 0 to 3 or "all", each alone through its compiler's
front end, which makes nothing.

Says what each one says, and ends with 1 where one is refused.
"""
import json
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def look_at(entry):
    words = shlex.split(entry["command"])
    if words[0].endswith("ccache"):
        del words[0]
    at = words.index("-o")
    del words[at:at + 2]
    done = subprocess.run([*words, "-fsyntax-only"], cwd=entry["directory"], capture_output=True, text=True, check=False)
    sys.stdout.write(done.stdout + done.stderr)
    return done.returncode == 0


def main(build, jobs, share):
    commands = json.loads((Path(build) / "compile_commands.json").read_text(encoding="utf-8"))
    files = sorted({entry["file"]: entry for entry in commands}.items())
    chosen = [entry for number, (_, entry) in enumerate(files) if share == "all" or number % 4 == int(share)]
    with ThreadPoolExecutor(int(jobs)) as pool:
        passed = sum(pool.map(look_at, chosen))
    print(f"{passed} of {len(chosen)} files, of {len(files)} in all")
    return 0 if chosen and passed == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
