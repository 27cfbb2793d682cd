#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# From a bare checkout to a verdict: installs what is missing (Debian 12, root or sudo), builds all that is not built yet, without a
# warning, runs every test but the nightly ones. Arguments go to ctest, for example: bash tests/run.sh -L unit.
# EDGELDP_DATASETS=DIR lets tests use the public graphs in DIR as well; none needs them.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/.ci/dependencies.sh"

ensure_packages "${packages_test[@]}"
mkdir -p "$root/build"
configure_and_build test 2>&1 | tee "$root/build/compiled.txt"
if grep -n 'warning:' "$root/build/compiled.txt" >&2; then
  say "the compiler warns: see above"
  exit 1
fi
cd "$root"
# One more than there are processors: some tests wait, for servers and for clocks.
exec ctest --preset test --parallel "$(($(nproc) + 1))" "$@" </dev/null
