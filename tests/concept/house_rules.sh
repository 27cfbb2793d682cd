#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The rules of the house that a compiler does not know:
#   - arrows: which room (folder) may include which, for every header and source (table below)
#   - an exact oracle (exact.hpp, exact.cpp) shares nothing with what it checks: it knows graphs and other oracles
#   - who may see what, told by the name of a file where methods are played (kind_of_file: below graph/, in core/protocol
#     and channel/labels), and in apps/collect by its room: a collector's file knows no graph, no exact count, no coin and
#     no user-side or simulation file; a user's file (*_user, client/) no graph, exact count or simulation; a simulation
#     (*_simulation, simulated_users) and a curator (*_curator), who sees all, know both; what a header includes counts too,
#     but for coins
#   - nothing includes a src/ folder or climbs with ../, and one file chooses the scheduler
#   - every source and test file is named in its CMakeLists.txt, so none is left unbuilt
# house_rules.sh check SOURCE_DIR    exit 1 and one line per violation
# house_rules.sh arrows SOURCE_DIR   the arrows that there are, as a graph for dot
# house_rules.sh self-check          plants each kind of violation in a scratch tree and demands that it is found
set -euo pipefail

# ROOM: rooms it may include besides itself. "core/" is every room of core, "core/codec/" that room and those below.
# A room that is not listed is a violation. There is no circle: each line names rooms of earlier lines only.
arrows() {
  cat <<'END'
core/base:
core/privacy:                     core/base
core/random:                      core/base core/privacy
core/codec:                       core/base core/privacy core/random
core/codec/bitmap:                core/base core/privacy core/random core/codec
core/codec/nullspace:             core/base core/privacy core/random core/codec
core/codec/ppr:                   core/base core/privacy core/random core/codec
core/codec/any:                   core/base core/privacy core/random core/codec core/codec/bitmap core/codec/nullspace core/codec/ppr
core/wire:                        core/base core/privacy core/random core/codec/
core/protocol:                    core/base core/privacy core/random core/codec core/wire
channel:                          core/base core/privacy core/random
channel/mechanisms:               core/base core/privacy core/random channel
channel/estimation:               core/base core/privacy core/random channel
channel/records:                  core/base core/privacy core/random channel
channel/labels:                   core/base core/privacy core/random core/wire core/protocol channel channel/mechanisms
graph/input:                      core/base core/codec
graph/generate:                   core/base graph/input
graph/clusters:                   core/base
graph/noisy:                      core/base core/codec core/random core/wire
graph/limits:                     core/
graph/errors:                     core/ graph/limits
graph/belief:                     core/ graph/limits graph/errors
graph/rounds:                     core/ graph/input graph/limits graph/errors graph/belief
graph/kernels:                    core/ graph/input graph/noisy graph/limits graph/rounds
graph/uniform:                    core/ graph/input graph/noisy graph/limits graph/errors graph/belief graph/rounds graph/kernels
graph/questions/degrees:          core/ graph/input graph/noisy graph/limits graph/errors graph/belief graph/rounds
graph/questions/centrality:       core/ graph/input graph/errors graph/belief graph/rounds
graph/questions/reciprocity:      core/ graph/input graph/noisy graph/errors graph/belief graph/rounds
graph/questions/cores:            core/ graph/input graph/errors graph/belief graph/rounds graph/questions/degrees
graph/questions/triangles:        core/ graph/input graph/noisy graph/limits graph/errors graph/belief graph/rounds graph/kernels graph/uniform graph/questions/degrees
graph/questions/triangles/centred: core/ graph/input graph/noisy graph/limits graph/errors graph/belief graph/rounds graph/kernels graph/uniform graph/questions/triangles
graph/questions/triangles/sampled: core/ graph/input graph/limits graph/errors graph/belief graph/rounds graph/questions/triangles graph/questions/triangles/centred
graph/questions/clustering:       core/ graph/input graph/errors graph/rounds graph/uniform graph/questions/degrees graph/questions/triangles graph/questions/triangles/centred
graph/questions/cycles:           core/ graph/input graph/noisy graph/limits graph/errors graph/belief graph/rounds graph/kernels graph/uniform graph/questions/triangles
graph/questions/vectors:          core/ graph/input graph/noisy graph/limits graph/errors graph/rounds
graph/questions/butterflies:      core/ graph/input graph/noisy graph/limits graph/errors graph/belief graph/rounds graph/kernels
graph/questions/common_neighbors: core/ graph/input graph/noisy graph/limits graph/errors graph/belief graph/rounds graph/uniform graph/questions/vectors
graph/questions/homophily:        core/ channel/ graph/input graph/noisy graph/errors graph/belief graph/rounds graph/uniform
graph/questions/mixing:           core/ channel/ graph/input graph/errors graph/belief graph/rounds graph/questions/degrees graph/questions/homophily graph/questions/triangles
graph/questions/communities:      core/ channel/ graph/input graph/errors graph/belief graph/rounds graph/questions/degrees graph/questions/homophily graph/questions/mixing
graph/questions/labels:           core/ channel/ graph/input graph/errors graph/belief graph/rounds graph/questions/homophily graph/questions/mixing
graph/synthesis:                  core/ graph/input graph/errors graph/belief graph/rounds graph/uniform graph/questions/degrees graph/questions/mixing graph/questions/triangles graph/questions/communities
graph/comparison:                 core/ graph/input graph/clusters graph/questions/degrees graph/questions/triangles
graph/tasks:                      core/ channel/ graph/
rivals/triangles:                 core/ graph/
rivals/arr:                       core/ graph/ rivals/triangles
rivals/edge_orient:               core/ graph/ rivals/triangles
rivals/cores:                     core/ graph/ rivals/edge_orient
rivals/group_rr:                  core/ graph/ rivals/triangles
rivals/cycles:                    core/ graph/
rivals/stars:                     core/ graph/
rivals/synthesis:                 core/ graph/
rivals/tasks:                     core/ graph/ rivals/
edgeldp:                          core/ channel/ graph/
apps/results:                     core/ graph/
apps/edgeldp/io:                  core/ channel/ graph/ apps/results
apps/edgeldp/help:                core/ apps/edgeldp/io
apps/edgeldp/options:             core/ channel/ graph/ apps/results apps/edgeldp/io apps/edgeldp/help
apps/study/offers:                core/ graph/
apps/study/questions:             core/ channel/ graph/ apps/results apps/study/offers
apps/study:                       core/ channel/ graph/ apps/edgeldp/io apps/edgeldp/options apps/study/
apps/edgeldp/command_line:        core/ apps/edgeldp/io apps/edgeldp/help apps/edgeldp/options
apps/edgeldp/methods:             core/ channel/ graph/ rivals/ apps/edgeldp/io apps/edgeldp/options
apps/edgeldp/shards:              core/ apps/edgeldp/io apps/edgeldp/options
apps/edgeldp/verbs:               core/ channel/ graph/ rivals/ apps/edgeldp/io apps/edgeldp/options apps/edgeldp/help apps/results apps/study/ apps/edgeldp/methods apps/edgeldp/shards
apps/collect/task:                core/ apps/study/offers
apps/collect/client/include/edgeldp/client: core/
apps/collect/client:              core/ graph/ apps/study/offers apps/collect/task
apps/collect/carriers:            core/ apps/collect/task apps/collect/client
apps/collect/plan:                core/ graph/ apps/study/questions apps/collect/task
apps/collect/collector/include/edgeldp/collector:
apps/collect/collector:           core/ graph/ apps/results apps/study/offers apps/study/questions apps/collect/task apps/collect/plan
apps/collect/server:              core/ apps/collect/task apps/collect/collector
apps/browser/playground:          core/ graph/
apps/browser/take_part:           apps/collect/client/include/edgeldp/client
apps/collect/verbs:               core/ channel/ graph/ apps/edgeldp/ apps/study/ apps/collect/
apps/edgeldp:                     core/ channel/ graph/ apps/edgeldp/
apps/collect:                     apps/edgeldp/ apps/collect/verbs
apps/mpi:                         core/ apps/edgeldp/
apps/static:                      core/ apps/study
apps/python/source:               core/ channel/ graph/ apps/edgeldp/ apps/study/
apps/bench/audit:                 core/ channel/ graph/ rivals/ apps/edgeldp/ apps/study/
apps/bench:                       core/ channel/ graph/ rivals/ apps/edgeldp/ apps/study/ apps/bench/audit apps/collect/
apps/reproduce/learning:          core/ channel/ graph/ apps/edgeldp/ apps/study/
apps/reproduce:                   core/ channel/ graph/ rivals/ apps/edgeldp/ apps/study/ apps/bench apps/reproduce/learning
END
}

# Every include of a tree, as FILE:#include "NAME".
includes_of() {
  local folder
  for folder in core graph apps tests; do
    [[ -d $1/$folder ]] || continue
    (cd "$1" && find "$folder" \( -name '*.hpp' -o -name '*.cpp' \) -exec \
      grep -HoE '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"][^>"]+' {} + || true)
  done
}

# judge_includes ROOT WHAT: "violations", or "arrows": each arrow between rooms once.
judge_includes() {
  includes_of "$1" | awk -v what="$2" -v root="$1" -v table="$(arrows)" '
    BEGIN {
      lines = split(table, line, "\n")
      for (i = 1; i <= lines; ++i) {
        colon = index(line[i], ":")
        room = substr(line[i], 1, colon - 1)
        rest = substr(line[i], colon + 1)
        n = split(rest, named, " ")
        may[room] = rest
        known[room] = 1
        for (j = 1; j <= n; ++j)
          if (!is_known(named[j])) print "the table: " room " names " named[j] ", which comes later"
      }
    }
    function is_known(name,   r) {
      if (name in known) return 1
      for (r in known) if (index(r "/", name) == 1) return 1
      return 0
    }
    function bad(why) { if (what == "violations") print file ": " why ": " include }
    function folder_of(path) { return match(path, /\/[^\/]*$/) ? substr(path, 1, RSTART - 1) : "" }
    # the folder of the library that a file is of: core, core/channel, graph, graph/rivals; "" of apps and tests
    function library_of(path) {
      if (path ~ /^(core\/channel|graph\/rivals)\//) return path ~ /^core/ ? "core/channel" : "graph/rivals"
      return match(path, /^(core|graph)\//) ? substr(path, 1, RLENGTH - 1) : ""
    }
    function room_of(library, below) {
      sub(/.*\//, "", library)
      return below == "" ? library : library "/" below
    }
    function room_of_file(path,   library) {
      library = library_of(path)
      if (library == "") return folder_of(path)
      path = substr(path, length(library) + 2)
      if (sub(/^include\/edgeldp\//, "", path)) return path ~ /\// ? folder_of(path) : "edgeldp"
      if (sub(/^src\//, "", path)) return room_of(library, folder_of(path))
      return library
    }
    # where methods are played; rooms of data and oracles have rules of their own
    function kind_of_file(path) {
      if (path ~ /^apps\/collect\/client\//) return "user"
      if (path ~ /^apps\/collect\/collector\//) return "collector"
      if (room_of_file(path) !~ /^(graph\/|rivals\/|core\/protocol$|channel\/labels$)/ || room_of_file(path) ~ /\/(input|generate|comparison)$/) return "free"
      if (path ~ /\/exact\.[ch]pp$/) return "free"
      if (path ~ /(_simulation|\/simulated_users|_curator)\.[ch]pp$/) return "sees all"
      return path ~ /_user\.[ch]pp$/ ? "user" : "collector"
    }
    function judge_kind(kind) {
      if (kind != "user" && kind != "collector") return
      if (include ~ /^edgeldp\/graph\/(input|generate|comparison)\//) bad("a " kind "-side file knows no graph")
      if (include ~ /(^|\/)exact\.hpp$/) bad("a " kind "-side file knows no exact count")
      if (include ~ /(_simulation|(^|\/)simulated_users|_curator)\.hpp$/) bad("a " kind "-side file knows nobody who sees all")
      if (kind == "user") return
      if (include ~ /_user\.hpp$/) bad("a collector-side file knows no user-side one")
      if (include ~ /core\/random\/(coin_source|private_randomness)\.hpp$/) bad("a collector-side file knows no private coin")
    }
    function exists(path,   got, nothing) {
      got = (getline nothing < (root "/" path)) >= 0
      close(root "/" path)
      return got
    }
    # the room that an include leads to; "" outside of the house
    function room_of_include(name,   library) {
      if (name ~ /^edgeldp\/[^\/]+\.hpp$/) return "edgeldp"
      if (name ~ /^edgeldp\/(core|channel|graph|rivals)\//) return folder_of(substr(name, 9))
      if (component == "apps") {
        if (exists("apps/edgeldp/" name)) return "apps/edgeldp/" folder_of(name)
        if (exists("apps/" name)) return "apps/" folder_of(name)
      } else if (quoted) {
        library = library_of(file)
        if (exists(library "/src/" name)) return room_of(library, folder_of(name))
        if (library == "graph/rivals" && exists("graph/src/" name)) return room_of("graph", folder_of(name))
      }
      return ""
    }
    {
      colon = index($0, ":")
      file = substr($0, 1, colon - 1)
      include = substr($0, colon + 1)
      quoted = include ~ /#[ \t]*include[ \t]*"/
      sub(/^[^<"]*[<"]/, "", include)
      component = substr(file, 1, index(file, "/") - 1)

      if (include ~ /(^|\/)src\//) bad("includes a private file")
      if (include ~ /^\.\.?\//) bad("climbs out of its folder")
      if (include ~ /^(tbb\/|oneapi\/|omp\.h$|execution$)/ && file !~ /^core\/(src|include\/edgeldp\/core)\/base\/parallel\.(cpp|hpp)$/)
        bad("only parallel.cpp chooses the scheduler")
      if (component == "tests") next
      if (component == "core" && include ~ /^boost\/graph\//) bad("core knows no graph library")
      judge_kind(kind_of_file(file))
      from = room_of_file(file)
      if (from ~ /^core\// && include ~ /^(Eigen|nlohmann)\//) bad("core has neither Eigen nor JSON")
      if (from != "apps/edgeldp/command_line" && include ~ /^CLI\//) bad("only command_line knows the parser")
      if (component != "apps") {
        if (include ~ /^(apps|io|options|command_line|study|verbs|bench|reproduce|edgeldp\/apps)\//) { bad("libraries know no application"); next }
        if (file ~ /\/include\// && quoted && include !~ /^edgeldp\//) bad("public headers include \"edgeldp/...\" or <outside>")
        if (file ~ /\/src\// && quoted && include !~ /\// && !exists(library_of(file) "/src/" include)) bad("private headers are named from src/")
      }
      to = room_of_include(include)
      if (to == "") next
      if (!(from in known)) { bad("unknown room " from ", add its arrows to house_rules.sh"); next }
      if (what == "arrows" && to == from) next
      if (what == "arrows") { if (!((from, to) in drawn)) { drawn[from, to]; print "  \"" from "\" -> \"" to "\";" } ; next }
      if (file ~ /^graph\/.*\/exact\.[ch]pp$/ && to !~ /^core\/base$|^graph\/input$/ && include !~ /\/exact\.hpp$/) {
        bad("an oracle shares nothing with what it checks")
        next
      }
      if (to == from) next
      n = split(may[from], allowed, " ")
      for (i = 1; i <= n; ++i)
        if (to == allowed[i] || (allowed[i] ~ /\/$/ && index(to "/", allowed[i]) == 1)) next
      bad("no arrow from " from " to " to)
    }'
}

# judge_reach ROOT: who sees one side of a protocol sees no more through the headers that it includes: no graph, no exact
# count, nobody who sees all, and a collector no user. Coins are judged in what a file includes itself: a codec's header has
# both of its ends.
judge_reach() {
  includes_of "$1" | awk -v root="$1" '
    function exists(path,   nothing) {
      if (!(path in there)) { there[path] = (getline nothing < (root "/" path)) >= 0; close(root "/" path) }
      return there[path]
    }
    function first_of(name,   i, n, folder) {
      n = split("core/include core/channel/include graph/include graph/rivals/include core/src core/channel/src graph/src graph/rivals/src apps/edgeldp apps", folder, " ")
      for (i = 1; i <= n; ++i) if (exists(folder[i] "/" name)) return folder[i] "/" name
      return ""
    }
    function side_of(path) {
      if (path ~ /^apps\/collect\/client\//) return "user"
      if (path ~ /^apps\/collect\/collector\//) return "collector"
      if (path !~ /^(graph\/|core\/(include\/edgeldp\/core|src)\/protocol\/|core\/channel\/(include\/edgeldp\/channel|src)\/labels\/)/) return ""
      if (path ~ /^graph\/include\/edgeldp\/[^\/]+$/) return ""
      if (path ~ /\/(input|generate|comparison)\/|\/exact\.[ch]pp$|(_simulation|\/simulated_users|_curator)\.[ch]pp$/) return ""
      return path ~ /_user\.[ch]pp$/ ? "user" : "collector"
    }
    function is_hidden(header, side) {
      if (header ~ /^graph\/(include\/edgeldp\/graph|src)\/(input|generate|comparison)\/|\/exact\.hpp$|(_simulation|\/simulated_users|_curator)\.hpp$/) return 1
      return side == "collector" && header ~ /_user\.hpp$/
    }
    function visit(file, side,   n, i, header, queue, first, last, seen, at) {
      first = last = 1
      queue[1] = file
      seen[file] = 1
      for (; first <= last; ++first) {
        at = queue[first]
        n = count[at]
        for (i = 1; i <= n; ++i) {
          header = edge[at, i]
          if (header in seen) continue
          seen[header] = 1
          queue[++last] = header
          if (first > 1 && is_hidden(header, side)) print file ": a " side "-side file reaches by " at ": " header
        }
      }
    }
    {
      file = substr($0, 1, index($0, ":") - 1)
      sub(/^[^<"]*[<"]/, "")
      header = /\.hpp$/ ? first_of($0) : ""
      if (header != "") edge[file, ++count[file]] = header
    }
    END { for (file in count) if (side_of(file) != "") visit(file, side_of(file)) }' | sort
}

# check_listed ROOT FOLDER PATTERN CMAKELISTS: each file matching PATTERN below FOLDER is a word of CMAKELISTS, by its path;
# a comment does not count.
check_listed() {
  [[ -d $1/$2 ]] || return 0
  find "$1/$2" -name "$3" | sort | awk -v root="$1/" -v pattern="$3" -v lists="$4" '
    BEGIN {
      while ((getline line < (root lists)) > 0) {
        if (line ~ /^[ \t]*#/) continue
        n = split(line, word, /[ \t()]+/)
        for (i = 1; i <= n; ++i) listed[word[i]]
      }
      folder = lists
      sub(/[^\/]*$/, "", folder)
    }
    {
      file = name = substr($0, length(root) + 1)
      if (pattern ~ /_fuzz\.cpp$|\.sh$/) sub(/.*\//, "", name)
      else name = substr(name, length(folder) + 1)
      sub(/_fuzz\.cpp$/, "", name)
      if (!(name in listed)) print file ": not named in " lists
    }'
}

check() {
  judge_includes "$1" violations
  judge_reach "$1"
  check_listed "$1" core/src '*.cpp' core/CMakeLists.txt
  check_listed "$1" core/channel/src '*.cpp' core/channel/CMakeLists.txt
  check_listed "$1" graph/src '*.cpp' graph/CMakeLists.txt
  check_listed "$1" graph/rivals/src '*.cpp' graph/rivals/CMakeLists.txt
  check_listed "$1" apps/edgeldp '*.cpp' apps/CMakeLists.txt
  check_listed "$1" apps/study '*.cpp' apps/CMakeLists.txt
  check_listed "$1" apps/collect '*.cpp' apps/CMakeLists.txt
  check_listed "$1" apps/bench '*.cpp' apps/CMakeLists.txt
  check_listed "$1" apps/reproduce '*.cpp' apps/CMakeLists.txt
  check_listed "$1" apps/python '*.cpp' apps/python/CMakeLists.txt
  check_listed "$1" apps/browser '*.cpp' apps/browser/CMakeLists.txt
  check_listed "$1" apps/python/edgeldp '*.py' apps/python/CMakeLists.txt
  check_listed "$1" tests '*_test.cpp' tests/CMakeLists.txt
  check_listed "$1" tests/fuzz '*_fuzz.cpp' tests/CMakeLists.txt
  check_listed "$1" tests/cli '*.sh' tests/CMakeLists.txt
  check_listed "$1" tests/concept '*_cc.cpp' tests/concept/CMakeLists.txt
}

self_check() {
  local failures=0 found
  tree=$(mktemp -d)
  trap 'rm -rf "$tree"' EXIT
  plant() {
    mkdir -p "$tree/${1%/*}"
    echo "$2" >>"$tree/$1"
  }
  # expect clean|violation WHAT, and found: what was said of it
  expect() {
    [[ $1 == clean && -z $found ]] || [[ $1 == violation && -n $found ]] && return
    echo "expected $1: $2${found:+: $found}"
    failures=$((failures + 1))
  }
  expect_includes
  expect_reach
  expect_listed
  return $((failures > 0))
}

# Every kind of include in one tree, each told by its file and its words.
# The CMakeLists.txt that names FILE.
lists_of() {
  case $1 in
    */src/*) echo "${1%%/src/*}/CMakeLists.txt" ;;
    *) echo "${1%%/*}/CMakeLists.txt" ;;
  esac
}

expect_includes() {
  local verdict file include all
  local c=core/include/edgeldp/core h=core/channel/include/edgeldp/channel g=graph/include/edgeldp/graph
  local q=$g/questions r=graph/rivals/include/edgeldp/rivals
  # what private includes lead to
  for file in graph/src/questions/triangles graph/src/questions/cycles graph/src/uniform graph/rivals/src/arr apps/study apps/study/offers core/src/wire; do plant $file/there.hpp ""; done
  local cases
  cases=$(cat <<END
clean     $c/codec/a.hpp             "edgeldp/core/random/b.hpp"
clean     $c/wire/a.hpp              "edgeldp/core/codec/ppr/b.hpp"
clean     $c/wire/a.hpp              "edgeldp/core/base/error.hpp"
clean     $h/labels/a.hpp            "edgeldp/channel/mechanisms/b.hpp"
clean     core/channel/src/a.cpp     "edgeldp/core/privacy/b.hpp"
clean     $q/triangles/exact.hpp     "edgeldp/graph/input/b.hpp"
clean     $q/cycles/exact.hpp        "edgeldp/graph/questions/triangles/exact.hpp"
clean     $q/triangles/a.hpp         "edgeldp/core/wire/b.hpp"
clean     $q/homophily/a.hpp         "edgeldp/channel/b.hpp"
clean     $g/input/a.hpp             <boost/graph/graph_traits.hpp>
clean     $g/comparison/a.hpp        "edgeldp/graph/input/b.hpp"
clean     graph/src/comparison/a.cpp "edgeldp/graph/questions/triangles/exact.hpp"
clean     graph/src/questions/cycles/a.cpp     "questions/triangles/there.hpp"
clean     graph/src/questions/cycles/exact.cpp "edgeldp/core/base/parallel.hpp"
clean     core/src/base/parallel.cpp <tbb/parallel_for.h>
clean     apps/edgeldp/verbs/a.cpp   "study/there.hpp"
clean     apps/edgeldp/command_line/a.cpp <CLI/CLI.hpp>
violation apps/edgeldp/options/a.cpp <CLI/CLI.hpp>
violation apps/collect/client/a.cpp  "study/there.hpp"
violation apps/collect/collector/a.cpp "study/there.hpp"
violation apps/study/questions/a.cpp "study/there.hpp"
clean     apps/collect/client/a.cpp  "study/offers/there.hpp"
clean     graph/src/questions/cycles/a_user.cpp        "edgeldp/core/random/private_randomness.hpp"
clean     graph/src/questions/cycles/a_simulation.cpp  "edgeldp/graph/input/b.hpp"
clean     $q/triangles/a_curator.hpp         "edgeldp/graph/questions/triangles/exact.hpp"
clean     $h/labels/a_user.hpp               "edgeldp/core/random/coin_source.hpp"
clean     core/channel/src/labels/a_simulation.cpp "edgeldp/channel/labels/b_user.hpp"
clean     $h/a.hpp                           "edgeldp/core/random/private_randomness.hpp"
clean     graph/src/questions/cycles/a_simulation.cpp  "edgeldp/graph/questions/triangles/b_user.hpp"
violation $c/random/a.hpp            "edgeldp/core/codec/b.hpp"
violation $c/privacy/a.hpp           "edgeldp/core/wire/b.hpp"
violation $c/codec/a.hpp             "edgeldp/core/wire/b.hpp"
violation $c/codec/a.hpp             "edgeldp/core/codec/ppr/b.hpp"
violation $c/codec/ppr/a.hpp         "edgeldp/core/codec/bitmap/b.hpp"
violation $c/base/types.hpp          "edgeldp/core/random/b.hpp"
violation $c/codec/a.hpp             "edgeldp/graph/input/b.hpp"
violation $c/codec/a.hpp             "edgeldp/channel/b.hpp"
violation $c/codec/a.hpp             <boost/graph/adjacency_list.hpp>
violation $c/codec/a.hpp             <Eigen/Core>
violation core/src/wire/a.cpp        <nlohmann/json.hpp>
violation apps/edgeldp/verbs/a.cpp   <CLI/CLI.hpp>
violation $c/codec/a.hpp             "edgeldp/edgeldp.hpp"
violation $c/codec/a.hpp             "b.hpp"
violation $c/codec/a.hpp             "../random/b.hpp"
violation $c/codec/a.hpp             "core/src/b.hpp"
violation $c/surprise/a.hpp          "edgeldp/core/base/types.hpp"
violation core/src/base/a.cpp        "edgeldp/graph/input/b.hpp"
violation core/src/codec/a.cpp       "wire/there.hpp"
violation core/src/wire/a.cpp        "there.hpp"
violation core/src/base/a.cpp        <tbb/parallel_for.h>
violation graph/src/noisy/a.cpp      <execution>
violation $h/mechanisms/a.hpp        "edgeldp/channel/labels/b.hpp"
violation $h/a.hpp                   "edgeldp/core/codec/b.hpp"
violation $g/input/a.hpp             "edgeldp/graph/questions/triangles/b.hpp"
violation $q/triangles/exact.hpp     "edgeldp/graph/questions/triangles/b.hpp"
violation $q/triangles/exact.hpp     "edgeldp/core/wire/b.hpp"
violation $g/noisy/a.hpp             "edgeldp/graph/rounds/b.hpp"
violation $g/clusters/a.hpp          "edgeldp/graph/input/b.hpp"
violation $q/cycles/a.hpp            "edgeldp/graph/comparison/b.hpp"
violation $g/rounds/a.hpp          "edgeldp/graph/questions/triangles/b.hpp"
violation $q/triangles/a.hpp         "edgeldp/channel/b.hpp"
violation $q/triangles/a.hpp         "edgeldp/apps/b.hpp"
violation $q/triangles/a.hpp         <io/b.hpp>
violation graph/src/questions/triangles/a.cpp  "questions/cycles/there.hpp"
violation graph/src/rounds/a.cpp   "questions/triangles/there.hpp"
violation graph/src/questions/cycles/exact.cpp "edgeldp/graph/noisy/b.hpp"
violation graph/src/questions/cycles/a.cpp     "../questions/triangles/there.hpp"
violation apps/edgeldp/io/a.cpp      "study/there.hpp"
violation apps/edgeldp/main.cpp      "graph/src/b.hpp"
violation apps/collect/collector/a.cpp "edgeldp/graph/questions/triangles/b_user.hpp"
violation apps/collect/collector/a.cpp "edgeldp/core/random/coin_source.hpp"
violation apps/collect/client/a.cpp  "edgeldp/graph/input/csr_graph.hpp"
violation graph/src/questions/cycles/a.cpp     "edgeldp/graph/input/b.hpp"
violation $q/cycles/a.hpp            "edgeldp/graph/questions/cycles/exact.hpp"
violation $q/cycles/a.hpp            "edgeldp/core/random/coin_source.hpp"
violation graph/src/questions/cycles/a.cpp     "edgeldp/core/random/private_randomness.hpp"
violation graph/src/questions/cycles/a.cpp     "edgeldp/graph/questions/triangles/b_user.hpp"
violation graph/src/questions/cycles/a.cpp     "edgeldp/graph/questions/triangles/b_simulation.hpp"
violation $q/cycles/a.hpp            "edgeldp/graph/rounds/simulated_users.hpp"
violation $q/cycles/a.hpp            "edgeldp/graph/questions/triangles/b_curator.hpp"
violation graph/src/questions/cycles/a_user.cpp "edgeldp/graph/input/b.hpp"
violation $q/cycles/a_user.hpp       "edgeldp/graph/questions/triangles/exact.hpp"
violation $q/cycles/a_user.hpp       "edgeldp/graph/questions/triangles/b_simulation.hpp"
violation graph/src/questions/cycles/a.cpp     "edgeldp/core/protocol/b_user.hpp"
violation $c/protocol/a.hpp          "edgeldp/core/random/coin_source.hpp"
violation core/src/protocol/a.cpp    "edgeldp/core/protocol/b_simulation.hpp"
violation $h/labels/a.hpp            "edgeldp/core/random/coin_source.hpp"
violation core/channel/src/labels/a.cpp "edgeldp/core/random/private_randomness.hpp"
violation core/channel/src/labels/a.cpp "edgeldp/channel/labels/b_user.hpp"
violation $h/labels/a.hpp            "edgeldp/core/protocol/b_simulation.hpp"
violation core/channel/src/labels/a.cpp "edgeldp/channel/labels/b_curator.hpp"
violation core/channel/src/labels/a_user.cpp "edgeldp/channel/labels/b_simulation.hpp"
violation $h/mechanisms/a.hpp        "edgeldp/core/protocol/b.hpp"
clean     $r/arr/a.hpp               "edgeldp/graph/rounds/b.hpp"
clean     graph/rivals/src/arr/a.cpp "uniform/there.hpp"
violation $q/cycles/a.hpp            "edgeldp/rivals/cycles/b.hpp"
violation $g/tasks/a.hpp             "edgeldp/rivals/tasks/b.hpp"
violation graph/rivals/src/stars/a.cpp "arr/there.hpp"
violation graph/rivals/src/arr/a.cpp "edgeldp/graph/questions/cycles/exact.hpp"
END
  )
  while read -r verdict file include; do
    plant "$file" "#include $include"
    [[ $file != *.cpp ]] || plant "$(lists_of "$file")" "  src/${file#*/src/}"
  done <<<"$cases"
  all=$(check "$tree")
  while read -r verdict file include; do
    found=$(awk -v file="$file: " -v include=": ${include:1:-1}" '
      index($0, file) == 1 && substr($0, length($0) - length(include) + 1) == include' <<<"$all")
    expect "$verdict" "$file includes $include"
  done <<<"$cases"
}

# A collector's file, a header of the study that it includes, and what that one includes.
expect_reach() {
  local verdict file header
  while read -r verdict file header; do
    rm -rf "${tree:?}"/*
    plant "$file" '#include "study/there.hpp"'
    plant apps/study/there.hpp '#include "edgeldp/graph/rounds/between.hpp"'
    plant graph/include/edgeldp/graph/rounds/between.hpp "#include \"$header\""
    plant "$(first_folder "$header")/$header" "#pragma once"
    found=$(judge_reach "$tree" | grep "^$file" || true)
    expect "$verdict" "$file reaches $header"
  done <<'END'
violation apps/collect/collector/a.cpp edgeldp/graph/input/csr_graph.hpp
violation apps/collect/collector/a.cpp edgeldp/graph/rounds/rounds_user.hpp
violation apps/collect/collector/a.cpp edgeldp/graph/rounds/simulated_users.hpp
violation apps/collect/client/a.cpp edgeldp/graph/questions/cycles/exact.hpp
clean apps/collect/client/a.cpp edgeldp/graph/rounds/rounds_user.hpp
clean apps/collect/collector/a.cpp edgeldp/core/random/private_randomness.hpp
clean apps/collect/verbs/a.cpp edgeldp/graph/input/csr_graph.hpp
END
}
first_folder() { case $1 in edgeldp/core/*) echo core/include ;; *) echo graph/include ;; esac }

expect_listed() {
  local verdict file lists line what
  while IFS='|' read -r verdict file lists line what; do
    rm -rf "${tree:?}"/*
    plant "$file" "" && plant "$lists" "$line"
    found=$(check "$tree")
    expect "$verdict" "$what"
  done <<'END'
violation|core/src/base/a.cpp|core/CMakeLists.txt|#  src/base/a.cpp|a source in a comment only
violation|core/src/base/a.cpp|core/CMakeLists.txt|  src/base/aa.cpp|a source never built
violation|core/src/base/a.cpp|core/CMakeLists.txt|  src/wire/a.cpp|a source of another room
clean|core/src/base/a.cpp|core/CMakeLists.txt|  src/base/a.cpp|a source listed
violation|tests/unit/core/a_test.cpp|tests/CMakeLists.txt||a test never built
clean|tests/unit/core/a_test.cpp|tests/CMakeLists.txt|  unit/core/a_test.cpp|a test listed
violation|tests/fuzz/a_fuzz.cpp|tests/CMakeLists.txt|set(fuzz_targets b)|a fuzz target never built
clean|tests/fuzz/a_fuzz.cpp|tests/CMakeLists.txt|set(fuzz_targets b a)|a fuzz target listed
violation|tests/cli/a.sh|tests/CMakeLists.txt||a script never run
END
}

case ${1:-} in
  check)
    found=$(check "${2:?SOURCE_DIR}")
    [[ -z $found ]] || { echo "$found"; exit 1; }
    ;;
  arrows)
    echo "digraph house {"
    judge_includes "${2:?SOURCE_DIR}" arrows | sort
    echo "}"
    ;;
  self-check) self_check ;;
  *) echo "usage: house_rules.sh check SOURCE_DIR | arrows SOURCE_DIR | self-check" >&2; exit 2 ;;
esac
