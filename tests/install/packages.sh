#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bash tests/install/packages.sh FOLDER [ROOT]: unpacks the Debian packages in FOLDER (bash apps/package.sh makes them) into
# an empty folder and uses them from there: program, manual, pkg-config, CMake package, Python package. No network.
# With ROOT, the folder of a system (or the name of a Debian that mmdebstrap makes: bookworm), apt also installs the program
# there, which takes root and the network, and runs it with nothing of a build machine around it.
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

if (($# > 1)); then
  root=$2
  if [[ ! -d $root ]]; then
    root=$scratch/system
    make_root "$2" "$root"
  fi
  cp "$folder"/edgeldp_*.deb "$root/tmp/edgeldp.deb"
  with_network "$root" apt-get update -qq
  first_answer() {
    with_network "$root" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends /tmp/edgeldp.deb >&2
    in_root "$root" edgeldp triangles --seed 1 >first.txt
  }
  seconds_of first_answer || fail "apt does not install it in $2"
  grep -q 'triangles *155 400' first.txt || { cat first.txt >&2; fail "another answer in $2"; }
  step "first answer $took s after apt-get install began in $2"
  in_root "$root" edgeldp demo --seed 1 >/dev/null
  for verb in "bench decode --help" "reproduce --help" "collector --help"; do
    read -ra words <<<"$verb"
    says "${words[0]}" in_root "$root" edgeldp "${words[@]}" || fail "no $verb in $2"
  done
  step "installed by apt in $2: $(in_root "$root" edgeldp --version | sed -n 1p)"
fi
step "all four packages work"
