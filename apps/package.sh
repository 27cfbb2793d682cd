#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# From a bare checkout to what is installed without a compiler, in build/package: bash apps/package.sh [CMAKE OPTIONS...].
# Installs what is missing (Debian 12, root or sudo), builds the whole program, the libraries and the Python package, and
# prints the names of the Debian packages and of a tarball of static programs. Who publishes them says so:
# -DCPACK_PACKAGE_CONTACT="Name <address>". Wheels: docs/install.md.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/.ci/dependencies.sh"

ensure_packages "${packages_package[@]}"
configure_and_build package "$@" >&2
cd "$root/build/package"
rm -f ./*.deb ./*.tar.gz
cpack >&2
name=edgeldp-$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' CMakeCache.txt)-linux-$(uname -m)
rm -rf "$name"
cmake --install . --component edgeldp_static --prefix "$PWD/$name" >&2
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-$(date +%s)}" -czf "$name.tar.gz" "$name"
rm -rf "$name"
printf '%s\n' "$PWD"/*.deb "$PWD/$name.tar.gz"
