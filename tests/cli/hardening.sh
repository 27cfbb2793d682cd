# SPDX-License-Identifier: MIT
# The program as it is deployed: nothing of its table of addresses stays writable, it is loaded anywhere, frames are
# guarded, copies into buffers of known length are checked.
source "$(dirname "$0")/../support/cli.sh"
command -v readelf >/dev/null || exit 77

elf=$(readelf --wide --file-header --program-headers --dynamic "$edgeldp")
symbols=$(readelf --wide --dyn-syms "$edgeldp")
contains "relro" "$elf" GNU_RELRO
contains "bound at once" "$elf" NOW
contains "position independent" "$elf" DYN
[[ $elf == *"GNU_STACK "*" RW "* ]] || fail "the stack can be executed"
[[ $symbols == *asan* || $symbols == *tsan* ]] && finish # sanitizers do without
contains "frames are guarded" "$symbols" __stack_chk_fail
contains "copies are checked" "$symbols" _chk@
finish
