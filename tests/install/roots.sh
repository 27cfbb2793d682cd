# SPDX-License-Identifier: MIT
# Sourced by tests of what is installed: small Debian systems of their own. Takes root, and the network where one is made.
roots=$source_dir/build/roots

# make_root SUITE FOLDER PACKAGE...: Debian SUITE with the PACKAGEs in FOLDER. mmdebstrap makes it once; it is kept in build/roots.
make_root() {
  local suite=$1 folder=$2 kept
  shift 2
  kept=$roots/$suite-$(printf '%s\n' "$@" | sha256sum | cut -c1-12).tar
  mkdir -p "$roots" "$folder"
  if [[ ! -s $kept ]]; then
    mmdebstrap --variant=minbase --include="base-files $*" "$suite" "$kept.part.tar" >&2
    mv "$kept.part.tar" "$kept"
  fi
  tar --extract --numeric-owner --file "$kept" --directory "$folder"
}

# in_root FOLDER COMMAND...: as on a machine of its own, which has no network.
in_root() { unshare --net bash -c 'source "$0"; with_network "$@"' "$BASH_SOURCE" "$@"; }
with_network() {
  unshare --mount --pid --fork --kill-child bash -c '
    mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && exec chroot "$@"' bash "$@"
}

# seconds_of COMMAND...: runs it and ends as it does; what it took, in $took.
seconds_of() {
  local begin=$EPOCHREALTIME code=0
  "$@" || code=$?
  took=$(awk -v from="$begin" -v to="$EPOCHREALTIME" 'BEGIN { printf "%.1f", to - from }')
  return $code
}

# says WORDS COMMAND...: whether it ends well and prints these words.
says() {
  local words=$1 printed
  shift
  printed=$("$@") && [[ $printed == *"$words"* ]]
}
