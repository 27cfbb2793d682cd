# SPDX-License-Identifier: MIT
# Sourced by apps/run.sh, apps/tarball.sh, apps/browser/build.sh, apps/python/install.sh, docs/build.sh, tests/run.sh and tests/nightly/run.sh: which Debian 12 packages each needs, and how to get them.

packages_build=(g++ cmake ninja-build ccache pkg-config libboost1.81-dev libboost-graph1.81-dev
  libboost-iostreams1.81-dev librandom123-dev libtbb-dev libcli11-dev libfmt-dev nlohmann-json3-dev libssl-dev
  libhwy-dev libeigen3-dev libqrcodegencpp-dev libsqlite3-dev zlib1g-dev libcairo2-dev)
packages_python=("${packages_build[@]}" python3-dev pybind11-dev python3-pybind11 python3-numpy python3-matplotlib
  python3-pandas)
# Run the notebook of the guide.
packages_notebook=("${packages_python[@]}" jupyter-nbconvert python3-ipykernel python3-networkx python3-pytest)
packages_mpi=("${packages_build[@]}" libopenmpi-dev openmpi-bin)
packages_docs=(python3-sphinx python3-myst-parser furo doxygen fonts-texgyre-math)
packages_package=("${packages_python[@]}" dpkg-dev file libbz2-dev liblzma-dev libzstd-dev)
# Archives of what static programs carry, of which Debian has some beside what the build needs.
packages_static=("${packages_build[@]}" libbz2-dev liblzma-dev libzstd-dev)
packages_wheel=("${packages_static[@]}" python3-dev python3-numpy python3-pip python3-pybind11 python3-setuptools python3-wheel pybind11-dev)
packages_test=("${packages_python[@]}" "${packages_docs[@]}" libgtest-dev libgmock-dev librapidcheck-dev libsodium-dev clang-format-19 mandoc mypy
  bsdextrautils fish poppler-utils python3-igraph python3-mypy python3-networkx python3-pytest python3-setuptools python3-tqdm python3-wheel)
packages_nightly=("${packages_test[@]}" "${packages_package[@]}" clang-19 clang-tidy-19 libclang-rt-19-dev)
# Small systems to try packages in; images of containers.
packages_roots=(mmdebstrap openssl bzip2 xz-utils zstd)
packages_nginx=(nginx-light openssl curl)
packages_container=(mmdebstrap podman crun)
# What the program and its tests link on 64-bit ARM, a compiler for it, and what runs its programs here.
packages_aarch64=(crossbuild-essential-arm64 cmake ninja-build ccache qemu-user librandom123-dev libcli11-dev
  nlohmann-json3-dev libeigen3-dev libcairo2-dev libboost1.81-dev:arm64 libboost-graph1.81-dev:arm64 libboost-iostreams1.81-dev:arm64
  libtbb-dev:arm64 libfmt-dev:arm64 libssl-dev:arm64 libhwy-dev:arm64 libqrcodegencpp-dev:arm64 libsqlite3-dev:arm64 zlib1g-dev:arm64 libgtest-dev:arm64
  libgmock-dev:arm64 librapidcheck-dev:arm64)
# A compiler for browsers, and one to try pages in.
packages_browser=("${packages_build[@]}" emscripten node-acorn chromium nodejs python3 dpkg-dev zbar-tools)
# Headers of machines whose lengths have 32 bits.
packages_lengths=(libc6-dev-x32 libx32stdc++-12-dev)

# say MESSAGE...: for people, never on stdout.
say() { printf 'edgeldp: %s\n' "$*" >&2; }

# ensure_packages PACKAGE...: asks dpkg what is missing and installs that alone; no network when nothing is. PACKAGE:ARCH is
# another processor's, which dpkg is told of.
ensure_packages() {
  if ! command -v dpkg-query >/dev/null; then
    say "no dpkg here, so nothing is installed; the build needs the equivalents of: $*"
    return 0
  fi
  local package native installed missing=() as_root=()
  # A name alone is this machine's; dpkg answers for every processor that has it.
  native=$(dpkg --print-architecture)
  installed=$'\n'$(dpkg-query -W -f '${Package}:${Architecture}=${db:Status-Status}\n' "$@" 2>/dev/null || true)$'\n'
  for package in "$@"; do
    [[ $package == *:* ]] || package+=:$native
    [[ $installed == *$'\n'"${package%:*}:"@(all|"${package#*:}")=installed$'\n'* ]] || missing+=("${package%":$native"}")
  done
  ((${#missing[@]})) || return 0
  if ((EUID != 0)); then
    command -v sudo >/dev/null || { say "missing packages; as root: apt-get install ${missing[*]}"; return 3; }
    as_root=(sudo)
  fi
  say "installing with apt-get: ${missing[*]}"
  local architecture
  for architecture in $(printf '%s\n' "${missing[@]}" | sed -n 's/.*://p' | sort -u); do
    "${as_root[@]}" dpkg --add-architecture "$architecture" || return 3
  done
  as_root+=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300)
  "${as_root[@]}" update </dev/null >&2 || say "apt-get update failed; trying with the package lists at hand"
  # --no-remove: other Boost versions conflict with 1.81, and taking them off a machine is its owner's decision.
  "${as_root[@]}" install -y --no-install-recommends --no-remove "${missing[@]}" </dev/null >&2 ||
    { say "apt-get could not install: ${missing[*]}"; return 3; }
}

# configure_and_build PRESET [-D OPTION...] [TARGET...]: in this checkout; needs $root. Presets release, python and test share the
# tree build/ and what is compiled there.
configure_and_build() {
  local preset=$1 word options=() targets=()
  shift
  for word in "$@"; do
    if [[ $word == -* ]]; then options+=("$word"); else targets+=(--target "$word"); fi
  done
  if [[ -z ${CMAKE_CXX_COMPILER_LAUNCHER:-} ]] && command -v ccache >/dev/null; then
    export CMAKE_CXX_COMPILER_LAUNCHER=ccache
    # What ccache asks for to cache what uses a precompiled header; and no preprocessing of its own, a tenth of a first build.
    export CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_DEPEND=1
  fi
  say "building preset $preset"
  (cd "$root" && cmake --preset "$preset" "${options[@]}" && cmake --build --preset "$preset" --parallel "$(nproc)" "${targets[@]}") </dev/null
}
