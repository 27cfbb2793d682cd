#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# From a bare checkout to Debian packages in build/package: bash apps/package.sh [CMAKE OPTIONS...].
# Installs what is missing (Debian 12, root or sudo), builds the whole program, the libraries and the Python package, and
# prints the names of the packages. Who publishes them says so: -DCPACK_PACKAGE_CONTACT="Name <address>".
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/.ci/dependencies.sh"

ensure_packages "${packages_package[@]}"
configure_and_build package "$@" >&2
cd "$root/build/package"
rm -f ./*.deb
cpack >&2
printf '%s\n' "$PWD"/*.deb
