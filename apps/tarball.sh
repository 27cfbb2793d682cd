#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# From a bare checkout to a tarball of programs that need no library of the system, in build/tarball: bash apps/tarball.sh.
# Installs what is missing (Debian 12, root or sudo), links the programs of the tree build/ again, and prints the name.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/.ci/dependencies.sh"

ensure_packages "${packages_static[@]}"
configure_and_build release edgeldp_static edgeldp_documents >&2
name=edgeldp-$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$root/build/CMakeCache.txt")-linux-$(uname -m)
rm -rf "$root/build/tarball"
cmake --install "$root/build" --component edgeldp_static --prefix "$root/build/tarball/$name" >&2
cd "$root/build/tarball"
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-$(date +%s)}" -czf "$name.tar.gz" "$name"
rm -rf "$name"
printf '%s\n' "$PWD/$name.tar.gz"
