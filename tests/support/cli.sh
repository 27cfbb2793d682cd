# SPDX-License-Identifier: MIT
# Sourced by the command line tests: bash SCRIPT EDGELDP SOURCE_DIR, in a scratch directory.
set -uo pipefail
edgeldp=$1 source_dir=$2
failures=0
# They leave files there, and remove them by patterns: by hand from a checkout they go elsewhere.
if [[ -e CMakeLists.txt ]]; then
  [[ $edgeldp != */* ]] || edgeldp=$(realpath "$edgeldp")
  source_dir=$(realpath "$source_dir")
  cd "$(mktemp -d)" || exit
fi
# No test adds to the account of whoever runs it.
export XDG_DATA_HOME=$PWD/data
# Whatever starts the tests may leave a pipe there, and a pipe without '-' is an error.
exec </dev/null

fail() { echo "FAILED: $*" >&2; failures=$((failures + 1)); }

# expect CODE NAME command...: runs it, keeps stdout and stderr in $out and $err, compares the exit code.
expect() {
  local code=$1 name=$2
  shift 2
  "$@" >stdout.txt 2>stderr.txt </dev/null
  local got=$?
  # Without starting a program; the shell leaves zero bytes out, and says so.
  { out=$(<stdout.txt) err=$(<stderr.txt); } 2>/dev/null
  [[ $got == "$code" ]] || fail "$name: exit $got, expected $code; stderr: $err"
}

contains() { [[ $2 == *"$3"* ]] || fail "$1: '$3' is not in: ${2:0:400}"; }
lacks() { [[ $2 != *"$3"* ]] || fail "$1: '$3' is in: ${2:0:400}"; }
same() { [[ $2 == "$3" ]] || fail "$1: '$2' differs from '$3'"; }

# json KEY: a top-level number, string or word of the last line of $out.
json() { tail -n 1 <<<"$out" | grep -oE "\"$1\":(\"[^\"]*\"|[-0-9.e+a-z]+)" | head -n 1 | cut -d: -f2- | tr -d '"'; }

finish() { exit $((failures > 0)); }
