#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# From a bare checkout to the main job: bash apps/run.sh [GRAPH [options of `edgeldp triangles`]].
# Installs what is missing (Debian 12, root or sudo), builds, counts triangles privately; without a graph in four ways, as `edgeldp demo` does.
# Results alone on stdout.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/.ci/dependencies.sh"

ensure_packages "${packages_build[@]}"
configure_and_build program >&2
program=$root/build/program/apps/edgeldp
echo "edgeldp is $program" >&2
(($#)) || exec "$program" demo
exec "$program" triangles "$@"
