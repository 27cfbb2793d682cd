#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""page.py ROOT: docs/guide/install.md names what there is: packages, the tarball, the wheel as pip would name it, programs, the
Containerfile's own commands, the tests that tried each way; and README and the first guide lead to it. Exit 1 if not."""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# In a scratch folder, since setuptools writes there.
ASKED = """
import contextlib, sys
import setuptools
from distutils.core import run_setup
with contextlib.redirect_stdout(sys.stderr):
    setup = run_setup("setup.py", stop_after="config")
    wheel = setup.get_command_obj("bdist_wheel")
    wheel.ensure_finalized()
    tag = "-".join(wheel.get_tag())
print(f"{setup.get_name()}-{setup.get_version()}-{tag}.whl")
"""


def wheel_of(root):
    with tempfile.TemporaryDirectory() as scratch:
        for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "CMakeLists.txt"):
            shutil.copy(root / name, scratch)
        return subprocess.run([sys.executable, "-W", "ignore", "-c", ASKED], cwd=scratch, check=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True).stdout.strip()


def main():
    root = Path(sys.argv[1]).resolve()
    texts = {}

    def read(name):
        texts.setdefault(name, (root / name).read_text(encoding="utf-8"))
        return texts[name]

    errors = []

    def demand(holds, what):
        if not holds:
            errors.append(what)

    page = read("docs/guide/install.md")
    version = re.search(r"project\(edgeldp VERSION ([0-9.]+)", read("CMakeLists.txt"))[1]
    named = set(re.findall(r"edgeldp[-_a-z0-9]*?[-_](\d+\.\d+\.\d+)", page))
    demand(named == {version}, f"names versions {sorted(named)}, and this is {version}")

    cpack = read("core/cmake/package.cmake")
    packages = set(re.findall(r"_PACKAGE_NAME ([a-z0-9-]+)\)", cpack)) - {"edgeldp_program"}
    shown = set(re.findall(r"^\| `([a-z0-9-]+)_[0-9.]+_(?:amd64|all)\.deb`", page, re.MULTILINE))
    demand(shown == packages, f"shows packages {sorted(shown)}, where CPack makes {sorted(packages)}")

    tarball = re.search(r"^name=(edgeldp-)\$\(.*\)(-linux-)\$\(uname -m\)$", read("apps/tarball.sh"), re.MULTILINE)
    demand(tarball and f"{tarball[1]}{version}{tarball[2]}x86_64.tar.gz" in page, "names another tarball than apps/tarball.sh")
    made = set(re.findall(r"edgeldp_program\(\w+ (edgeldp(?:-[a-z]+)?) ", read("apps/CMakeLists.txt"))) - {"edgeldp-mpi"}
    first = page.split("\n## ")[0]
    demand({name for name in re.findall(r"`(edgeldp(?:-[a-z]+)?)`", first)} == made, f"does not say that these come: {sorted(made)}")

    wheels = set(re.findall(r"edgeldp-[0-9.]+-cp\S+?\.whl", page))
    wheel = wheel_of(root)
    demand(wheels == {wheel}, f"names {sorted(wheels)}, where pip would make {wheel}")

    container = read("Containerfile")
    commands = re.findall(r"^podman .*$", page, re.MULTILINE)
    demand(len(commands) == 3, "shows no three commands of podman")
    for command in commands:
        demand(f"#   {command}\n" in container, f"shows a command that the Containerfile does not: {command}")

    nightly = read("tests/nightly/run.sh")
    ways = [part for part in page.split("\n## ")[1:] if not part.startswith("From source")]
    for way in ways:
        title = way.split("\n")[0]
        tried = re.search(r"\*Tried by\* `bash (tests/install/\w+\.sh)[^`]*`[\s(]*nightly\s+part\s+`(\w+)`", way)
        demand(tried, f"{title}: no test that tried it")
        if tried:
            demand((root / tried[1]).exists(), f"{title}: there is no {tried[1]}")
            demand(re.search(rf"^run_{tried[2]}\(\) .*{re.escape(tried[1])}", nightly, re.MULTILINE), f"{title}: part {tried[2]} of the night does not run {tried[1]}")
    for script in set(re.findall(r"`bash ([\w./-]+\.sh)", page)):
        demand((root / script).exists(), f"there is no {script}")
    for other in ("README.md", "docs/guide/start.md", "docs/python.md"):
        demand("install.md" in read(other), f"{other} does not lead there")
    for error in errors:
        print(f"docs/guide/install.md: {error}", file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
