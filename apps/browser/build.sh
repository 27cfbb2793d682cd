#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# From a bare checkout to the pages: bash apps/browser/build.sh. Installs what is missing (Debian 12, root or sudo; a gigabyte,
# nearly all of it the compiler for WebAssembly), fetches libsodium's source from Debian, and compiles modules and pages, which
# go to build/browser/apps/browser.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
source "$root/.ci/dependencies.sh"
ensure_packages "${packages_browser[@]}"
# Debian's compiler looks for its parser beside Debian's own Node.js.
export NODE_PATH=/usr/share/nodejs
build=$root/build/browser

# source_of PACKAGE FOLDER: as Debian keeps it, signatures checked, unpacked into a folder. Lists of sources are not everywhere
# among the lists of packages.
source_of() {
  local lists=$build/apt
  mkdir -p "$lists/state/lists/partial" "$lists/cache/archives/partial" "$lists/sources" "$2"
  { cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null || true; } | sed -n 's/^deb /deb-src /p' >"$lists/sources/source.list"
  { cat /etc/apt/sources.list.d/*.sources 2>/dev/null || true; } | sed 's/^Types:.*/Types: deb-src/' >"$lists/sources/source.sources"
  local options=(-qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$lists/sources" -o Dir::State="$lists/state"
    -o Dir::State::status=/var/lib/dpkg/status -o Dir::Cache="$lists/cache")
  apt-get "${options[@]}" update >&2 && (cd "$2" && apt-get "${options[@]}" source "$1" >&2)
}

mkdir -p "$build"
[[ -d $build/libsodium/libsodium-1.0.18 ]] || source_of libsodium "$build/libsodium"
configure_and_build browser "$@"
say "pages: $build/apps/browser/*.html"
