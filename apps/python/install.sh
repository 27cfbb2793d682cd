#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# From a bare checkout to `import edgeldp`: bash apps/python/install.sh [FOLDER].
# Installs what is missing (Debian 12, root or sudo; pandas and matplotlib too, for frames and plots), builds the package for the system's Python and puts it where that looks
# for packages: for everybody if root runs this, otherwise for the caller alone; or into FOLDER, for PYTHONPATH.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
source "$root/.ci/dependencies.sh"

ensure_packages "${packages_python[@]}"
python=/usr/bin/python3
[[ -x $python ]] || python=$(command -v python3) || { say "there is no python3"; exit 3; }
if (($#)); then
  mkdir -p "$1"
  site=$(cd "$1" && pwd)
elif ((EUID == 0)); then
  site=$("$python" -c 'import site; print(site.getsitepackages()[0])')
else
  site=$("$python" -c 'import site; print(site.getusersitepackages())')
fi
configure_and_build python -DPython_EXECUTABLE="$python" -DEDGELDP_PYTHON_SITE="$site" >&2
cmake --install "$root/build" --component edgeldp_python --strip >&2
"$python" -c 'import sys; sys.path.insert(0, sys.argv[1]); import edgeldp; print(f"edgeldp {edgeldp.__version__} is in {sys.argv[1]}")' "$site"
