#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""gallery.py PROGRAM REPOSITORY FOLDER: draws the pictures of docs/guide/gallery.md in FOLDER, by the page's own commands.

They run in their order among the files of datasets/examples and datasets/tiny, as the guide's test runs them. A command that fails
ends this with 2.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

PAGE = "docs/guide/gallery.md"
COMMAND = re.compile(r"^```sh\n(.*?)^```$", flags=re.S | re.M)


def pictures(command):
    """Names of files that a command draws."""
    return re.findall(r"--plot (\S+\.svg)", command)


def main():
    program, root, folder = (Path(word).resolve() for word in sys.argv[1:])
    for kind in ("examples", "tiny"):
        shutil.copytree(root / "datasets" / kind, folder, dirs_exist_ok=True)
    environment = dict(os.environ, PATH=f"{program.parent}:{os.environ['PATH']}", COLUMNS="80")
    for command in COMMAND.findall((root / PAGE).read_text(encoding="utf-8")):
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8", check=False)
        if done.returncode != 0:
            print(f"gallery.py: exit {done.returncode} of\n{command}{done.stderr}", file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
