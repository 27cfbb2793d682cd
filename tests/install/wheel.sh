#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bash tests/install/wheel.sh: a wheel from what git knows, in a Debian 12 with Debian's packages alone and without a network; its
# tags against what is in it; and the wheel in a virtual environment of another Debian 12, which has Python and numpy and no
# checkout. Then a source distribution, and a wheel from that. As root; the network is used where systems are made, once.
set -euo pipefail
source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
source "$source_dir/.ci/dependencies.sh"
source "$source_dir/tests/install/roots.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "wheel: $*" >&2; exit 1; }
step() { echo "wheel: $*" >&2; }

# The tree lies where it lies here, and so does the compiler's cache: what was compiled before is not compiled again.
builder=$scratch/builder
make_root bookworm "$builder" "${packages_wheel[@]}"
mkdir -p "$builder$source_dir" "$builder/root/.cache/ccache"
git -C "$source_dir" -c safe.directory='*' archive HEAD | tar -x -C "$builder$source_dir"
# in_builder COMMAND: without a network.
in_builder() {
  unshare --mount bash -c 'mkdir -p "${CCACHE_DIR:-$HOME/.cache/ccache}" && mount --bind "${CCACHE_DIR:-$HOME/.cache/ccache}" "$1/root/.cache/ccache" &&
    source "$0" && shift && in_root "$@"' "$source_dir/tests/install/roots.sh" "$builder" "$builder" \
    env -u CCACHE_DIR HOME=/root CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_DEPEND=1 \
    bash -c "cd '$source_dir' && $1"
}
pip="/usr/bin/python3 -m pip --disable-pip-version-check"
build() { in_builder "$pip wheel --no-build-isolation --no-deps --wheel-dir /out . 2>&1" >"$scratch/build.txt"; }
seconds_of build || { tail -n 50 "$scratch/build.txt" >&2; fail "no wheel"; }
wheels=("$builder"/out/*.whl)
wheel=${wheels[0]} name=$(basename "${wheels[0]}")
step "$name, $(stat -c %s "$wheel") bytes, built in $took s"

# The tags: this Python, and the glibc that it was built with; nothing in it asks for a newer one, or for what Linux lacks.
/usr/bin/python3 "$source_dir/tests/install/wheel_tags.py" "$wheel" >&2 || fail "its tags"

user=$scratch/user
make_root bookworm "$user" python3 python3-venv python3-numpy
cp "$wheel" "$user/tmp"
cat >"$user/tmp/first.py" <<'END'
import edgeldp

with edgeldp.simulate(1):
    print(edgeldp.triangles(edgeldp.generate.affiliation(nodes=2000, edges=22_000, seed=1), epsilon=1.0).value)
END
first_answer() {
  in_root "$user" bash -c "cd /tmp && python3 -m venv --system-site-packages venv && venv/bin/pip install --quiet --no-index $name && venv/bin/python first.py" >"$scratch/first.txt"
}
seconds_of first_answer || fail "no answer"
grep -q '^1554' "$scratch/first.txt" || fail "another answer: $(cat "$scratch/first.txt")"
step "first answer $took s after a virtual environment was begun"
[[ ! -e $user$source_dir ]] || fail "there is a checkout"
says "155 400" in_root "$user" /tmp/venv/bin/edgeldp triangles --seed 1 || fail "no program"
says collector in_root "$user" /tmp/venv/bin/edgeldp collector --help || fail "no collector"
says "Version: " in_root "$user" /tmp/venv/bin/pip show edgeldp || fail "pip does not know it"
in_root "$user" /tmp/venv/bin/python -c 'import importlib.metadata as m, edgeldp; assert m.version("edgeldp") == edgeldp.__version__'

in_builder "/usr/bin/python3 -c 'import setuptools.build_meta as b; b.build_sdist(\"/out\")' >/dev/null 2>&1 && rm -rf build && mkdir /moved && tar -xf /out/*.tar.gz -C /moved --strip-components=1" || fail "no source distribution"
in_builder "cd /moved && cmake --preset python >/dev/null" || fail "a source distribution that lacks files"
step "$(basename "$builder"/out/*.tar.gz) can be configured"
