#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bash tests/install/packages.sh FOLDER [DEBIAN...]: unpacks the Debian packages in FOLDER (bash apps/package.sh makes them) into
# an empty folder and uses them from there: program, manual, pkg-config, CMake package, Python package. No network.
# With the names of Debians, which mmdebstrap makes (bookworm trixie bullseye), apt also installs program and documents
# there, which takes root and the network: the program runs with nothing of a build machine around it, and purging leaves no
# file. The Python package is for bookworm, and too old a system is told what it lacks.
set -euo pipefail
shopt -s nullglob
(($# >= 1)) && [[ -d $1 ]] || { echo "usage: bash tests/install/packages.sh FOLDER [ROOT]" >&2; exit 2; }
source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(cd "$1" && pwd)
source "$source_dir/tests/install/roots.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "packages: $*" >&2; exit 1; }
step() { echo "packages: $*" >&2; }
cd "$scratch"

for name in edgeldp libedgeldp-dev python3-edgeldp edgeldp-doc; do
  files=("$folder/${name}"_*.deb)
  ((${#files[@]} == 1)) || fail "${#files[@]} files of $name in $folder"
  step "$(dpkg-deb -f "${files[0]}" Package Version Architecture Depends | tr '\n' ' ')"
  summary=$(dpkg-deb -f "${files[0]}" Description | sed -n 1p)
  ((${#summary} > 20 && ${#summary} <= 80)) || fail "$name is summed up as '$summary'"
  dpkg-deb -x "${files[0]}" root
  [[ -s root/usr/share/doc/$name/copyright ]] || fail "$name brings no copyright"
done
usr=$scratch/root/usr

# Anything but these would be another name on another distribution.
needed=$(readelf -d "$usr/bin/edgeldp" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort | tr '\n' ' ')
step "the program needs $needed"
for library in $needed; do
  case $library in
    libc.so.6 | libm.so.6 | libgcc_s.so.1 | libstdc++.so.6 | ld-linux*) ;;
    libcrypto.so.3 | libssl.so.3 | libsqlite3.so.0 | libz.so.1 | liblzma.so.5 | libzstd.so.1) ;;
    *) fail "the program needs $library" ;;
  esac
done
newest=$(objdump -T "$usr/bin/edgeldp" | grep -oE 'GLIBC_[0-9.]+' | sort -Vu | tail -n 1)
step "and $newest or later"

"$usr/bin/edgeldp" --version >version.txt
"$usr/bin/edgeldp" triangles "$source_dir/datasets/tiny/karate.txt" --epsilon 4 --seed 1 --json >program.json
[[ -s program.json ]] || fail "the program counts nothing"
gzip -dc "$usr/share/man/man1/edgeldp.1.gz" >edgeldp.1
grep -q '^\.SH NAME' edgeldp.1 || fail "there is no manual page"
man -M "$usr/share/man" -w edgeldp-triangles >/dev/null 2>&1 || [[ ! -x /usr/bin/man ]] || fail "man does not find edgeldp-triangles"
bash -c 'source "$1"; complete -p edgeldp' bash "$usr/share/bash-completion/completions/edgeldp" >/dev/null
[[ -s $usr/share/fish/vendor_completions.d/edgeldp.fish ]] || fail "there is no completion for fish"

pc=("$usr"/lib/*/pkgconfig)
export PKG_CONFIG_PATH=${pc[0]}
read -ra flags < <(pkg-config --cflags --libs edgeldp-graph)
g++ -std=c++20 "$source_dir/tests/install/main.cpp" -o by_pkg_config "${flags[@]}"
./by_pkg_config >/dev/null
step "pkg-config says ${flags[*]}"
cmake -S "$source_dir/tests/install" -B outside -G Ninja -DCMAKE_BUILD_TYPE=Release "-DCMAKE_PREFIX_PATH=$usr" >cmake.txt || { cat cmake.txt; fail "find_package"; }
cmake --build outside >cmake.txt || { cat cmake.txt; fail "a program by find_package"; }
outside/outside >/dev/null && outside/outside_core >/dev/null

# The same numbers as the program's, from the package alone.
PYTHONPATH=$usr/lib/python3/dist-packages /usr/bin/python3 - "$source_dir/datasets/tiny/karate.txt" "$usr" <<'END'
import json
import sys

import edgeldp

assert edgeldp.__file__.startswith(sys.argv[2]), edgeldp.__file__
with edgeldp.simulate(1):
    result = edgeldp.triangles(sys.argv[1], epsilon=4)
with open("program.json") as lines:
    record = json.loads(lines.readline())
assert result.value == record["estimate"], (result.value, record["estimate"])
END
[[ -e $usr/lib/python3/dist-packages/edgeldp/py.typed ]] || fail "the Python package is not typed"
for file in README.md docs/collect.md core/doc/privacy.md datasets/examples/friends.txt; do
  [[ -s $usr/share/doc/edgeldp-doc/$file || -s $usr/share/doc/edgeldp-doc/$file.gz ]] || fail "edgeldp-doc has no $file"
done

# apt_get WORD...: in $root, with the network.
apt_get() { with_network "$root" env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends "$@"; }
# What apt does not install is not there in part either.
refused() {
  local package=$1 lacks=$2
  ! apt_get install "/tmp/$package.deb" >refused.txt 2>&1 && grep -q "$lacks" refused.txt || { cat refused.txt >&2; fail "apt installs $package in $suite"; }
  ! in_root "$root" dpkg-query -W "$package" >/dev/null 2>&1 || fail "$suite knows of $package"
  step "apt does not install $package in $suite: $(grep -m 1 -o "Depends: $lacks.*" refused.txt)"
}
first_answer() {
  apt_get install /tmp/edgeldp.deb /tmp/edgeldp-doc.deb >installed.txt 2>&1
  in_root "$root" edgeldp triangles --seed 1 >first.txt
}
try_program() {
  seconds_of first_answer || { cat installed.txt >&2; fail "apt does not install it in $suite"; }
  grep -q 'triangles *155 400' first.txt || { cat first.txt >&2; fail "another answer in $suite"; }
  step "first answer $took s after apt-get install began in $suite"
  in_root "$root" edgeldp demo --seed 1 >/dev/null
  for verb in "bench decode --help" "reproduce --help" "collector --help"; do
    read -ra words <<<"$verb"
    says "${words[0]}" in_root "$root" edgeldp "${words[@]}" || fail "no $verb in $suite"
  done
  step "installed by apt in $suite: $(in_root "$root" edgeldp --version | sed -n 1p)"
}
# The same number as the program's, and as a wheel's.
try_python() {
  cat >"$root/tmp/first.py" <<'END'
import edgeldp

with edgeldp.simulate(1):
    print(edgeldp.triangles(edgeldp.generate.affiliation(nodes=2000, edges=22_000, seed=1), epsilon=1.0).value)
END
  apt_get install /tmp/python3-edgeldp.deb >installed.txt 2>&1 || { cat installed.txt >&2; fail "apt does not install python3-edgeldp in $suite"; }
  in_root "$root" python3 /tmp/first.py >first.txt
  grep -q '^1554' first.txt || { cat first.txt >&2; fail "another answer of python3-edgeldp in $suite"; }
  step "python3-edgeldp installed by apt in $suite: the same number"
}
purged() {
  local file left=()
  in_root "$root" bash -c 'dpkg -L "$@" | sort -u' bash "$@" >files.txt
  apt_get purge "$@" >installed.txt 2>&1 || { cat installed.txt >&2; fail "apt does not remove them in $suite"; }
  # What is left is folders that others' files are in.
  while read -r file; do
    [[ ! -e $root$file || -d $root$file && $file != *edgeldp* ]] || left+=("$file")
  done <files.txt
  ((${#left[@]} == 0)) || fail "removing leaves ${left[*]} in $suite"
  step "$(wc -l <files.txt) files and folders removed in $suite, nothing is left"
}

for suite in "${@:2}"; do
  root=$scratch/$suite
  make_root "$suite" "$root"
  for name in edgeldp edgeldp-doc python3-edgeldp; do cp "$folder/${name}"_*.deb "$root/tmp/$name.deb"; done
  apt_get update >installed.txt 2>&1 || { cat installed.txt >&2; fail "apt reads no lists in $suite"; }
  case $suite in
    bullseye) refused edgeldp libc6 ;;
    bookworm)
      try_program
      try_python
      purged edgeldp edgeldp-doc python3-edgeldp
      ;;
    *)
      try_program
      refused python3-edgeldp python3
      purged edgeldp edgeldp-doc
      ;;
  esac
  rm -rf "$root"
done
step "all four packages work"
