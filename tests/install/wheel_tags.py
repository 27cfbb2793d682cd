#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""wheel_tags.py WHEEL: its tags say this Python and this machine's glibc; what is in it asks for no newer glibc, and for no
library that is neither in it nor on every Linux. Exit 1 if not."""
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

PROMISED = {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "libstdc++.so.6", "libz.so.1", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}


def main():
    wheel = Path(sys.argv[1])
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    glibc = os.confstr("CS_GNU_LIBC_VERSION").split()[1]
    machine = sysconfig.get_platform().split("-")[1]
    tag = f"{python}-{python}-manylinux_{glibc.replace('.', '_')}_{machine}"
    if not wheel.stem.endswith(tag):
        sys.exit(f"{wheel.name}: not {tag}")
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder)
        metadata = next(Path(folder).glob("*.dist-info/WHEEL")).read_text(encoding="utf-8")
        if f"Tag: {tag}\n" not in metadata or "Root-Is-Purelib: false" not in metadata:
            sys.exit(f"its WHEEL says\n{metadata}")
        binaries = [file for file in Path(folder).rglob("*") if file.is_file() and file.read_bytes()[:4] == b"\x7fELF"]
        here = {file.name for file in binaries}
        newest = (0, 0)
        for file in binaries:
            text = subprocess.run(["objdump", "-p", file], check=True, capture_output=True, text=True).stdout
            for needed in re.findall(r"NEEDED\s+(\S+)", text):
                if needed not in PROMISED | here:
                    sys.exit(f"{file.name} needs {needed}")
            newest = max([newest] + [(int(a), int(b)) for a, b in re.findall(r"GLIBC_(\d+)\.(\d+)", text)])
        if newest > tuple(map(int, glibc.split("."))):
            sys.exit(f"needs glibc {newest}")
    print(f"wheel_tags.py: {tag}; {len(binaries)} binaries need glibc {newest[0]}.{newest[1]}", file=sys.stderr)


if __name__ == "__main__":
    main()
