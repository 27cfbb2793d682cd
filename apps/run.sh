#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# From a bare checkout to the main job: bash apps/run.sh [GRAPH [options of `edgeldp triangles`]].
# Installs what is missing (Debian 12, root or sudo), builds edgeldp, counts triangles privately (without a graph in four ways, as `edgeldp
# demo` does), and then builds what collects from real people. Results alone on stdout.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/.ci/dependencies.sh"

ensure_packages "${packages_build[@]}"
program=$root/build/apps/edgeldp
if (($#)); then
  configure_and_build release edgeldp_cli >&2
  "$program" triangles "$@"
else
  configure_and_build release edgeldp_demo >&2
  "$program-demo"
fi
configure_and_build release edgeldp_cli edgeldp_collect >&2
echo "edgeldp is $program" >&2
