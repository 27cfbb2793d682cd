#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bash tests/install/container.sh FOLDER: the Containerfile with the tarball in FOLDER, on a Debian 12 that mmdebstrap made: built by
# podman, and run as its user. As root, with the network (apt of the image).
set -euo pipefail
(($# == 1)) && [[ -d $1 ]] || { echo "usage: bash tests/install/container.sh FOLDER" >&2; exit 2; }
source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(realpath "$1")
source "$source_dir/tests/install/roots.sh"
scratch=$(mktemp -d)
fail() { echo "container: $*" >&2; exit 1; }
step() { echo "container: $*" >&2; }
# Images of this test alone. Where the kernel stacks no layers in this folder, each container is a copy of all of them.
stacks_layers() {
  mkdir "$scratch"/{below,above,work,both}
  unshare --mount mount -t overlay none -o "lowerdir=$scratch/below,upperdir=$scratch/above,workdir=$scratch/work" "$scratch/both" 2>/dev/null
}
storage=vfs
! stacks_layers || storage=overlay
podman=(podman --root "$scratch/images" --runroot "$scratch/run" --storage-driver "$storage")
trap '"${podman[@]}" rm --all --force >/dev/null 2>&1; rm -rf "$scratch"' EXIT

make_root bookworm "$scratch/root" ca-certificates
tar -C "$scratch/root" -c . | "${podman[@]}" import --quiet - localhost/debian-12 >/dev/null
build() {
  "${podman[@]}" build --quiet --isolation=chroot --build-arg BASE=localhost/debian-12 -t edgeldp -f "$source_dir/Containerfile" "$folder" >/dev/null
}
seconds_of build || fail "no image"
step "built in $took s (podman $("${podman[@]}" --version | grep -o '[0-9.]*$'), $storage)"

# run OPTION... WORD...: a container where the machine lets one be, without a network. Where this process itself is confined,
# what it may not do is left out: limits of its own, control groups, which are hidden from the runtime.
run() {
  "${podman[@]}" run --rm --network=none "$@" 2>"$scratch/why.txt" && return
  unshare --mount bash -c 'mount -t tmpfs none /sys/fs/cgroup && exec "$@"' bash \
    "${podman[@]}" run --rm --network=none --cgroups=disabled --ulimit nofile=1024:1024 --ulimit nproc=1024:1024 "$@" && how=" (without control groups)"
}
how=
first_answer() { run edgeldp triangles --seed 1 >"$scratch/first.txt"; }
seconds_of first_answer || { cat "$scratch/why.txt" >&2; fail "it does not run"; }
grep -q 'triangles *155 400' "$scratch/first.txt" || { cat "$scratch/why.txt" "$scratch/first.txt" >&2; fail "another answer"; }
step "first answer $took s after podman run$how"
run edgeldp >"$scratch/demo.txt" && grep -q '^Protected' "$scratch/demo.txt" || fail "no demo"
[[ $(run --entrypoint id edgeldp --user --name) == edgeldp ]] || fail "not its own user"
mkdir "$scratch/data"
cp "$source_dir/datasets/tiny/karate.txt" "$scratch/data"
chmod -R a+rX "$scratch/data"
says '"edges":78' run -v "$scratch/data:/data" edgeldp info karate.txt --json || fail "a folder that is mounted is not read"
for verb in "reproduce --help" "bench decode --help" "collector --help"; do
  read -ra words <<<"$verb"
  says "${words[0]}" run edgeldp "${words[@]}" || fail "no $verb"
done
step "the image works"
