#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bash tests/install/tarball.sh TARBALL: the static programs (bash apps/tarball.sh makes them), unpacked on the smallest Debian 11
# and 12, which have no library of ours: they count, answer as the program of this machine, read what is packed, and find
# names and certificates over https. Both have a service of names (libnss-myhostname) that no static program can load. As
# root; the network is used where a system is made, once.
set -euo pipefail
(($# == 1)) && [[ -f $1 ]] || { echo "usage: bash tests/install/tarball.sh TARBALL" >&2; exit 2; }
source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
tarball=$(realpath "$1")
source "$source_dir/tests/install/roots.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "tarball: $*" >&2; exit 1; }
step() { echo "tarball: $*" >&2; }
name=$(basename "$tarball" .tar.gz)

mkdir "$scratch/here"
tar -xf "$tarball" -C "$scratch/here"
here=$scratch/here/$name
for program in edgeldp edgeldp-collect edgeldp-bench edgeldp-reproduce; do
  elf=$(readelf --wide --file-header --dynamic --program-headers "$here/bin/$program")
  [[ $elf != *NEEDED* && $elf != *INTERP* ]] || fail "$program is not static"
  [[ $elf == *DYN* && $elf == *GNU_RELRO* ]] || fail "$program is not hardened"
done
[[ -s $here/share/man/man1/edgeldp.1 && -s $here/share/bash-completion/completions/edgeldp ]] || fail "no manual, no completion"
for notice in libc6-dev libssl-dev libboost-iostreams1.81-dev; do
  [[ -s $here/share/doc/edgeldp/notices/$notice ]] || fail "no notice of $notice"
done
step "$(stat -c %s "$tarball") bytes; four static programs"

count=(triangles graph.txt --epsilon 4 --seed 1 --json)
first_answer() {
  tar -xf "$1/root.tar.gz" -C "$1/opt"
  in_root "$1" "/opt/$name/bin/edgeldp" triangles --seed 1 >"$scratch/first.txt"
}
for suite in bullseye bookworm; do
  root=$scratch/$suite
  make_root "$suite" "$root" libnss-myhostname
  grep -q '^hosts:.*myhostname' "$root/etc/nsswitch.conf" || fail "$suite does not use libnss-myhostname"
  cp "$tarball" "$root/root.tar.gz"
  seconds_of first_answer "$root" || fail "$suite: no answer"
  grep -q 'triangles *155 400' "$scratch/first.txt" || { cat "$scratch/first.txt" >&2; fail "$suite: another answer"; }
  step "$suite ($(cat "$root/etc/debian_version")): first answer $took s after unpacking began"
  in_root "$root" "/opt/$name/bin/edgeldp" demo --seed 1 >/dev/null
  cp "$source_dir/datasets/tiny/karate.txt" "$root/graph.txt"
  for packer in gzip bzip2 xz zstd; do
    "$packer" -c "$root/graph.txt" >"$root/graph.packed"
    says '"edges":78' in_root "$root" "/opt/$name/bin/edgeldp" info /graph.packed --json || fail "$suite: no $packer"
  done
  for verb in "bench decode --help" "reproduce --help" "audit --help"; do
    read -ra words <<<"$verb"
    says "${words[0]}" in_root "$root" "/opt/$name/bin/edgeldp" "${words[@]}" || fail "$suite: no $verb"
  done
  # Figures need no library, but for PDF.
  in_root "$root" "/opt/$name/bin/edgeldp" triangles --seed 1 --plot /figure.svg >/dev/null || fail "$suite: no figure"
  if refusal=$(in_root "$root" "/opt/$name/bin/edgeldp" triangles --seed 1 --plot /figure.pdf 2>&1); then fail "$suite: PDF"; fi
  tr -s ' \n' ' ' <<<"$refusal" | grep 'built to need no library of the system' >/dev/null || fail "$suite: of PDF it says $refusal"
  # Whatever a scheduler or a library does, the number is the same.
  in_root "$root" bash -c "cd / && /opt/$name/bin/edgeldp ${count[*]}" | grep -o '"estimate":[^,]*' >"$scratch/$suite.txt"
  step "$suite: $(cat "$scratch/$suite.txt") of a karate club, $(in_root "$root" "/opt/$name/bin/edgeldp" --version | sed -n 1p)"
  python3 "$source_dir/tests/install/https.py" "$root" "/opt/$name/bin/edgeldp" >&2 || fail "$suite: https"
done
cmp "$scratch/bullseye.txt" "$scratch/bookworm.txt"
built=$source_dir/build/apps/edgeldp
if [[ -x $built ]]; then
  bash "$source_dir/tests/concept/same_answers.sh" "$built" "$here/bin/edgeldp" >&2 || fail "other answers than $built"
fi
step "works on Debian 11 and 12"
