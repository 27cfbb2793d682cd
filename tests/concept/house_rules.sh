#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The rules of the house that a compiler does not know:
#   - arrows: which folder may include which (table below); nothing includes a src/ folder or climbs with ../
#   - one file chooses the scheduler: nobody else includes TBB or OpenMP
#   - every source and test file is named in its CMakeLists.txt, so none is left unbuilt
# house_rules.sh check SOURCE_DIR   exit 1 and one line per violation
# house_rules.sh self-check         plants each kind of violation in a scratch tree and demands that it is found
set -euo pipefail

# arrows: folder -> folders it may include, besides itself. A folder that is not listed is a violation.
# core's base is types, error, parallel and version; "graph" files may include all of core.
check_includes() {
  (cd "$1" && { [[ -d $2 ]] || exit 0; } &&
    find "$2" \( -name '*.hpp' -o -name '*.cpp' \) -exec \
      grep -HoE '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"][^>"]+' {} + || true) |
  awk '
    BEGIN {
      may["core/base"]
      may["core/random"]    = "core/base core/budget"
      may["core/budget"]    = "core/base core/random"
      may["core/codec"]     = "core/base core/random core/budget"
      may["core/wire"]      = "core/base core/random core/budget core/codec"
      may["core/channel"]   = "core/base core/random core/budget"
      may["graph/input"]    = "core"
      may["graph/exact"]    = "core graph/input"
      may["graph/noisy"]    = "core graph/input"
      may["graph/protocol"] = "core graph/input"
      may["graph/estimate"] = "core graph/input graph/noisy graph/protocol"
      may["graph/baseline"] = "core graph/input graph/noisy graph/protocol"
    }
    function bad(why) { print file ": " why ": " include; }
    # the folder of a public header: core/codec for edgeldp/core/codec/ppr.hpp, core/base for edgeldp/core/types.hpp
    function folder(path,   part, n) {
      n = split(path, part, "/")
      return part[2] "/" (n > 3 ? part[3] : "base")
    }
    {
      colon = index($0, ":")
      file = substr($0, 1, colon - 1)
      include = substr($0, colon + 1)
      sub(/^[^<"]*[<"]/, "", include)

      if (include ~ /(^|\/)src\//) bad("includes a private file")
      if (include ~ /^\.\.?\//) bad("climbs out of its folder")
      if (include ~ /^(tbb\/|oneapi\/|omp\.h$|execution$)/ && file !~ /^core\/(src\/parallel\.cpp|include\/.*\/parallel\.hpp)$/)
        bad("only parallel.cpp chooses the scheduler")

      public = match(file, /^(core|graph)\/include\//)
      private = match(file, /^(core|graph)\/src\//)
      if (!public && !private) next
      component = substr(file, 1, index(file, "/") - 1)
      if (component == "core" && include ~ /^boost\/graph\//) bad("core knows no graph library")
      if (include !~ /^edgeldp\//) {
        if (public && $0 ~ /#[ \t]*include[ \t]*"/) bad("public headers include \"edgeldp/...\" or <outside>")
        if (include ~ /(^|\/)(apps|cli|commands)\//) bad("libraries know no application")
        next
      }
      to = folder(include)
      target = substr(to, 1, index(to, "/") - 1)
      if (target != "core" && target != "graph") { bad("libraries know no " target); next }
      if (component == "core" && target == "graph") { bad("core knows no graph"); next }

      if (private) {
        # Sources lie flat; what is checked is that the oracles share nothing with the estimators.
        if (file ~ /^graph\/src\/exact_/) from = "graph/exact"; else next
      } else {
        from = substr(file, length(component "/include/") + 1)
        from = folder(from)
      }
      if (!(from in may)) { bad("unknown folder " from ", add its arrows to house_rules.sh"); next }
      if (to == from) next
      n = split(may[from], allowed, " ")
      for (i = 1; i <= n; ++i) if (to == allowed[i] || target == allowed[i]) next
      bad("no arrow from " from " to " to)
    }'
}

# listed ROOT FOLDER PATTERN CMAKELISTS: each file matching PATTERN below FOLDER is named in CMAKELISTS.
check_listed() {
  local file name listed
  [[ -d $1/$2 ]] || return 0
  listed=$(grep -v '^[[:space:]]*#' "$1/$4" 2>/dev/null || true)  # a comment does not count
  while IFS= read -r file; do
    name=${file##*/}
    [[ $3 == *_fuzz.cpp ]] && name=${name%_fuzz.cpp}
    # nor does a name that only ends the same
    grep -qE "(^|[[:space:]/(])${name//./\\.}([[:space:])]|\$)" <<<"$listed" ||
      echo "${file#"$1"/}: not named in $4"
  done < <(find "$1/$2" -name "$3" | sort)
}

check() {
  local folder
  for folder in core graph apps tests; do check_includes "$1" "$folder"; done
  check_listed "$1" core/src '*.cpp' core/CMakeLists.txt
  check_listed "$1" graph/src '*.cpp' graph/CMakeLists.txt
  check_listed "$1" apps '*.cpp' apps/CMakeLists.txt
  check_listed "$1" tests '*_test.cpp' tests/CMakeLists.txt
  check_listed "$1" tests/fuzz '*_fuzz.cpp' tests/CMakeLists.txt
  check_listed "$1" tests/cli '*.sh' tests/CMakeLists.txt
  check_listed "$1" tests/concept '*_cc.cpp' tests/concept/CMakeLists.txt
}

self_check() {
  local failures=0 verdict file include found
  tree=$(mktemp -d)
  trap 'rm -rf "$tree"' EXIT
  # expect clean|violation WHAT
  expect() {
    found=$(check "$tree")
    if [[ $1 == clean && -n $found ]] || [[ $1 == violation && -z $found ]]; then
      echo "expected $1: $2"
      echo "$found"
      failures=$((failures + 1))
    fi
    rm -rf "${tree:?}"/*
  }
  plant() {
    mkdir -p "$tree/$(dirname "$1")"
    echo "$2" >>"$tree/$1"
  }
  local c=core/include/edgeldp/core g=graph/include/edgeldp/graph
  while read -r verdict file include; do
    plant "$file" "#include $include"
    case $file in
      */src/*) plant "${file%%/*}/CMakeLists.txt" "  src/${file##*/}" ;;
      apps/*) plant apps/CMakeLists.txt "  ${file##*/}" ;;
    esac
    expect "$verdict" "$file includes $include"
  done <<END
clean     $c/codec/a.hpp     "edgeldp/core/random/b.hpp"
clean     $c/wire/a.hpp      "edgeldp/core/codec/b.hpp"
clean     $c/wire/a.hpp      "edgeldp/core/error.hpp"
clean     $g/exact/a.hpp     "edgeldp/graph/input/b.hpp"
clean     $g/estimate/a.hpp  "edgeldp/core/wire/b.hpp"
clean     $g/input/a.hpp     <boost/graph/graph_traits.hpp>
clean     graph/src/exact_a.cpp "edgeldp/core/parallel.hpp"
clean     core/src/parallel.cpp <tbb/parallel_for.h>
violation $c/random/a.hpp    "edgeldp/core/codec/b.hpp"
violation $c/budget/a.hpp    "edgeldp/core/wire/b.hpp"
violation $c/codec/a.hpp     "edgeldp/core/wire/b.hpp"
violation $c/types.hpp       "edgeldp/core/random/b.hpp"
violation $c/codec/a.hpp     "edgeldp/graph/input/b.hpp"
violation $c/codec/a.hpp     <boost/graph/adjacency_list.hpp>
violation $c/codec/a.hpp     "b.hpp"
violation $c/codec/a.hpp     "../random/b.hpp"
violation $c/codec/a.hpp     "core/src/b.hpp"
violation $c/surprise/a.hpp  "edgeldp/core/types.hpp"
violation core/src/a.cpp     "edgeldp/graph/input/b.hpp"
violation core/src/a.cpp     <tbb/parallel_for.h>
violation graph/src/a.cpp    <execution>
violation $g/input/a.hpp     "edgeldp/graph/estimate/b.hpp"
violation $g/exact/a.hpp     "edgeldp/graph/estimate/b.hpp"
violation $g/noisy/a.hpp     "edgeldp/graph/estimate/b.hpp"
violation $g/estimate/a.hpp  "edgeldp/apps/b.hpp"
violation $g/estimate/a.hpp  <cli/b.hpp>
violation graph/src/exact_a.cpp "edgeldp/graph/noisy/b.hpp"
violation apps/main.cpp      "graph/src/b.hpp"
END
  plant core/src/a.cpp "" && plant core/CMakeLists.txt "#  src/a.cpp" && expect violation "a source in a comment only"
  plant core/src/a.cpp "" && plant core/CMakeLists.txt "  src/aa.cpp" && expect violation "a source never built"
  plant tests/unit/core/a_test.cpp "" && plant tests/CMakeLists.txt "" && expect violation "a test never built"
  plant tests/fuzz/a_fuzz.cpp "" && plant tests/CMakeLists.txt "set(fuzz_targets b)" && expect violation "a fuzz target never built"
  plant tests/cli/a.sh "" && plant tests/CMakeLists.txt "" && expect violation "a script never run"
  plant tests/unit/core/a_test.cpp "" && plant tests/CMakeLists.txt "unit/core/a_test.cpp" && expect clean "a test listed"
  plant tests/fuzz/a_fuzz.cpp "" && plant tests/CMakeLists.txt "set(fuzz_targets b a)" && expect clean "a fuzz target listed"
  return $((failures > 0))
}

case ${1:-} in
  check)
    found=$(check "${2:?SOURCE_DIR}")
    [[ -z $found ]] || { echo "$found"; exit 1; }
    ;;
  self-check) self_check ;;
  *) echo "usage: house_rules.sh check SOURCE_DIR | self-check" >&2; exit 2 ;;
esac
