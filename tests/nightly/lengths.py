# SPDX-License-Identifier: MIT
"""Say where a length of 64 bits would be shortened on a machine of 32: python3 lengths.py ROOT BUILD JOBS.

Clang's front end reads files alone for x32, whose size_t has 32 bits (nothing is built or run): what
reads foreign bytes, and what a client of 32 bits is made of. What it says is an error, as is what
it cannot read. A file with a planted shortening must be refused first.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDERS = (
    "core/src/base", "core/src/codec", "core/src/privacy", "core/src/protocol", "core/src/random",
    "core/src/wire", "apps/collect/task", "apps/collect/client", "apps/study/offers",
)
INCLUDES = (
    "core/include", "core/src", "core/channel/include", "graph/include", "graph/src", "apps",
    "apps/edgeldp", "apps/collect/client/include",
)
PLANTED = """#include "edgeldp/core/base/size_of.hpp"
#include <vector>
std::vector<int> some(std::uint64_t count) { return std::vector<int>(count); }
"""


def complaints(root: Path, build: Path, file: Path) -> str:
    """Give what clang says of a file."""
    where = [f"-I{root / folder}" for folder in INCLUDES] + [f"-I{build / 'core/include'}"]
    done = subprocess.run(
        ["clang++-19", "-mx32", "-march=x86-64-v2", "-std=c++20", "-fsyntax-only", "-Wno-everything",
         "-Werror=shorten-64-to-32", "-Werror=c++11-narrowing", "-DHWY_IS_DEBUG_BUILD=0",
         "-DEDGELDP_PARALLEL_TBB", "-isystem", "/usr/include/x86_64-linux-gnu",
         "-isystem", "/usr/include/eigen3", *where, str(file)],
        capture_output=True, text=True, check=False,
    )
    return done.stderr if done.returncode else ""


def main() -> int:
    """Read all files, and count those that are refused."""
    root, build, jobs = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), int(sys.argv[3])
    with tempfile.TemporaryDirectory() as scratch:
        planted = Path(scratch) / "planted.cpp"
        planted.write_text(PLANTED)
        if "shorten-64-to-32" not in complaints(root, build, planted):
            print("lengths: a planted shortening is not refused", file=sys.stderr)
            return 1
    # Programs of one operator's cluster, on 64 bits.
    files = [f for folder in FOLDERS for f in sorted((root / folder).rglob("*.cpp"))
             if "shards" not in f.name]
    with ThreadPoolExecutor(jobs) as pool:
        said = list(pool.map(lambda file: complaints(root, build, file), files))
    for text in filter(None, said):
        print(text, file=sys.stderr)
    refused = sum(map(bool, said))
    print(f"lengths: {len(files) - refused} passed, {refused} failed")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
