#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# From a bare checkout to a verdict: installs what is missing (Debian 12, root or sudo), builds with warnings as errors,
# runs every test but the nightly ones. Arguments go to ctest, for example: bash tests/run.sh -L unit.
# EDGELDP_DATASETS=DIR lets tests use the public graphs in DIR as well; none needs them.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/.ci/dependencies.sh"

ensure_packages "${packages_test[@]}"
configure_and_build ci-gcc
cd "$root"
exec ctest --preset ci-gcc --parallel "$(nproc)" "$@" </dev/null
