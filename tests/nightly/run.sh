#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The long checks in parts of at most 30 minutes on two cores; a part that takes longer has failed. Each runs whatever the
# others say; a summary last, exit 1 if any failed. Builds are parts of their own, so that no part is too long where no
# compiler cache is warm; `gcc` builds what statistics to roles run.
#   bash tests/nightly/run.sh             all
#   bash tests/nightly/run.sh tidy fuzz   these: gcc clang asan_build asan_programs_build asan asan_programs
#                                         tsan_build tsan tidy schedulers nginx tarball wheel container packages_build packages
#                                         fuzz_build fuzz http statistics audits triangles items coverage roles aarch64_build
#                                         aarch64 mpi lengths browser notebook peers stages
# EDGELDP_DATASETS: the folder of public graphs that triangles, items, roles and coverage (of the other verbs) need; without
# it those parts have nothing to do.
# EDGELDP_PEERS: a folder of others' programs, built as docs/results/peers.md says, which `peers` plays beside ours on three of
# those graphs; without it that part has nothing to do.
# FUZZ_SECONDS (30) a fuzz target. EDGELDP_TEST_SEED: of statistics to roles; fresh and printed unless set; set it to
# repeat a night. TIDY_SHARE: which eighth of the sources clang-tidy reads, 0 to 7 or "all"; by the day unless set, since
# a source takes it 20 to 60 s. CLANG_SHARE: which quarter of all files clang's front end reads, 0 to 3 or "all", likewise:
# a file takes it 4 s. All parts together take some three and a half hours on two cores without a compiler cache; long tests
# of which a third is played a night say so.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
source "$root/.ci/dependencies.sh"
ensure_packages "${packages_nightly[@]}" || exit
cd "$root" || exit
jobs=$(nproc)

# Tests of the merge suite have seeds of their own, whatever the night's.
test_preset() { configure_and_build "$1" && env -u EDGELDP_TEST_SEED ctest --preset "$1" --parallel "$jobs" "${@:2}"; }
# Its tests run in tests/run.sh.
run_gcc() { configure_and_build test; }
run_asan_build() {
  configure_and_build asan edgeldp_unit_core edgeldp_unit_channel edgeldp_unit_graph edgeldp_unit_learning edgeldp_property \
    edgeldp_golden fuzz_smoke
}
# Programs, their libraries and the tests of these: the rest of what the preset names.
run_asan_programs_build() { configure_and_build asan; }
run_asan() { test_preset asan --label-regex '^(unit|property|fuzz-smoke|golden)$'; }
# The command line, ten times as slow: a part of its own.
run_asan_programs() { test_preset asan --label-regex '^cli$'; }
run_tsan_build() { configure_and_build tsan; }
run_tsan() { test_preset tsan; }
run_fuzz_build() { configure_and_build fuzz; }

# Tests of what runs in parallel on each scheduler, and the same answers of their programs.
run_schedulers() {
  configure_and_build test && configure_and_build test edgeldp_schedulers || return
  local scheduler failed=0
  for scheduler in openmp threads; do
    "build/schedulers/$scheduler/edgeldp_unit_core" --gtest_filter='Parallel*:*RunWatch*:ThreadLimit*:Session*:Permutation*' ||
      failed=1
    bash tests/concept/same_answers.sh build/apps/edgeldp "build/schedulers/$scheduler/edgeldp" || failed=1
  done
  return $failed
}

# Installs the compiler and the libraries, which no other part needs.
run_aarch64_build() { ensure_packages "${packages_aarch64[@]}" && configure_and_build aarch64; }
# Under qemu: old files mean what they meant, kernels are right, answers are the kept ones (text and integers exactly, reals
# to 1e-9), and counts of triangles are those of the program here to the last bit.
run_aarch64() {
  configure_and_build test && run_aarch64_build || return
  local failed=0 folder=$root/build/aarch64/answers here=$root/build/apps/edgeldp codec
  ctest --preset aarch64 --parallel "$jobs" || failed=1
  rm -rf "$folder" && mkdir -p "$folder" && cd "$folder" || return
  # A program that is emulated cannot become another one.
  printf '#!/bin/sh\ncase $1 in bench | audit) program=edgeldp-bench ;; *) program=edgeldp ;; esac\nexec qemu-aarch64 -0 edgeldp "%s/$program" "$@"\n' \
    "$root/build/aarch64/apps" >edgeldp
  chmod +x edgeldp
  bash "$root/tests/cli/answers.sh" "$folder/edgeldp" "$root" || failed=1
  "$here" dataset generate holme-kim --nodes 2000 --edges 12000 --seed 3 -o graph.txt || return
  for codec in nullspace ppr; do
    count_triangles "$here" $codec >here.json && count_triangles ./edgeldp $codec >there.json || failed=1
    [[ -s here.json ]] && cmp here.json there.json || { say "$codec: other triangles"; failed=1; }
  done
  return $failed
}
# count_triangles PROGRAM CODEC: without what a clock or the machine says.
count_triangles() {
  "$1" triangles graph.txt --codec "$2" -e 2 --seed 1 --runs 3 --each --json |
    sed -E 's/"(build|[a-z_]*(seconds[a-z_]*|memory_bytes))":("[^"]*"|-?[0-9.e+-]+|null|\{[^}]*\})/"\1":0/g'
}

run_packages_build() { bash apps/package.sh; }
# Unpacked into an empty folder, and used from there; installed in a system of its own, as the other ways to get the programs.
run_packages() { ensure_packages "${packages_roots[@]}" && bash apps/package.sh && bash tests/install/packages.sh build/package bookworm trixie bullseye; }
run_tarball() { ensure_packages "${packages_roots[@]}" && bash apps/tarball.sh && bash tests/install/tarball.sh build/tarball/*.tar.gz; }
run_container() { ensure_packages "${packages_container[@]}" && bash apps/tarball.sh && bash tests/install/container.sh build/tarball; }
run_nginx() {
  ensure_packages "${packages_nginx[@]}" && configure_and_build test edgeldp_cli edgeldp_collect || return
  mkdir -p build/nginx && (cd build/nginx && bash ../../tests/install/nginx.sh ../apps/edgeldp ../..)
}
run_wheel() { ensure_packages "${packages_roots[@]}" && bash tests/install/wheel.sh; }

# What clang would be told of every file; nothing needs to be built. What it makes runs in the parts with sanitizers.
configure_clang() { cmake --preset ci-clang; }
# Files alone, so that each names what it includes; warnings are errors.
run_clang() {
  local share=${CLANG_SHARE:-$(($(date +%s) / 86400 % 4))}
  say "clang: CLANG_SHARE=$share"
  configure_clang && python3 tests/nightly/front_end.py build/ci-clang "$jobs" "$share"
}

# Lengths on machines of 32 bits, in what reads foreign bytes. Installs headers of that kind, which no other part needs.
run_lengths() {
  ensure_packages "${packages_lengths[@]}" && configure_clang && python3 tests/nightly/lengths.py . build/ci-clang "$jobs"
}

# Pages and modules for browsers: golden files and fuzz targets as WebAssembly, whose lengths have 32 bits; the same messages
# as the native client's and the same answers as the program's; anything as what a page is given; and whole collections in a
# headless Chromium, and reports in it. Installs a compiler, a browser and Node.js, which no other part needs.
run_browser() {
  bash apps/browser/build.sh -DEDGELDP_BUILD_TESTS=ON &&
    configure_and_build test edgeldp_cli edgeldp_collect edgeldp_library_result || return
  local pages=build/browser/apps/browser pictures=build/browser/pictures failed=0
  mkdir -p "$pictures"
  ctest --test-dir build/browser --output-on-failure --parallel "$jobs" || failed=1
  node tests/browser/inputs.js "$pages" apps/browser/take_part/participant.js tests/golden 60 || failed=1
  python3 tests/browser/messages.py build/apps/edgeldp "$pages" apps/browser/take_part/participant.js 30 || failed=1
  python3 tests/browser/playground.py build/apps/edgeldp "$pages" "$pictures" || failed=1
  python3 tests/browser/take_part.py build/apps/edgeldp "$pages" "$pictures" || failed=1
  python3 tests/browser/desk.py build/apps/edgeldp "$pictures" || failed=1
  python3 tests/browser/report.py build/apps/edgeldp "$pictures" || failed=1
  python3 tests/browser/mixed.py build/apps/edgeldp "$pages" build/tests/edgeldp_library_result || failed=1
  return $failed
}

# The guide's notebook says what is kept in it. Installs what runs notebooks, which no other part needs.
run_notebook() {
  ensure_packages "${packages_notebook[@]}" && configure_and_build test edgeldp_python edgeldp_cli &&
    /usr/bin/python3 -c 'import ipykernel, matplotlib, nbconvert, networkx' &&
    ctest --test-dir build --output-on-failure --no-tests=error --tests-regex '^python\.test_notebook$'
}

run_tidy() {
  configure_clang || return
  local share=${TIDY_SHARE:-$(($(date +%s) / 86400 % 8))}
  say "clang-tidy: TIDY_SHARE=$share"
  # Only what git knows: scratch files of a working checkout are nobody's release.
  { git -c safe.directory='*' ls-files 'core/*.cpp' 'graph/*.cpp' 'apps/*.cpp' 2>/dev/null ||
      find core graph apps -name '*.cpp'; } |
    sort | awk -v share="$share" 'share == "all" || NR % 8 == share' |
    xargs -r -P "$jobs" -n 1 clang-tidy-19 -p build/ci-clang --quiet
}

run_fuzz() {
  configure_and_build fuzz || return
  local program name failed=0
  for program in build/fuzz/tests/fuzz_*; do
    [[ -f $program && -x $program ]] || continue
    name=${program##*/fuzz_}
    mkdir -p "build/fuzz/corpus/$name"
    local corpus=("build/fuzz/corpus/$name")
    [[ $name == release ]] && corpus+=(tests/golden/v2)
    [[ $name == vector_release ]] && corpus+=(tests/golden/vectors-v2)
    [[ -d tests/fuzz/corpus/$name ]] && corpus+=("tests/fuzz/corpus/$name")
    say "fuzzing $name; findings go to build/fuzz/$name-*"
    "$program" -max_total_time="${FUZZ_SECONDS:-30}" -timeout=10 -rss_limit_mb=2048 -max_len=16384 -print_final_stats=1 \
      -artifact_prefix="build/fuzz/$name-" "${corpus[@]}" || failed=1
  done
  return $failed
}
# A million requests to a served collection: some twenty minutes.
run_http() {
  configure_and_build test || return
  python3 tests/fuzz/http_server.py build/apps/edgeldp hand &&
    python3 tests/fuzz/http_server.py build/apps/edgeldp fuzz "${HTTP_REQUESTS:-1000000}" --seed "${EDGELDP_TEST_SEED:-$RANDOM}"
}

# Errors and times of others' programs and of ours, as tables; nothing else should run.
run_peers() {
  [[ -n ${EDGELDP_PEERS:-} && -n ${EDGELDP_DATASETS:-} ]] || { say "peers: nothing to do without EDGELDP_PEERS and EDGELDP_DATASETS"; return 0; }
  configure_and_build test edgeldp_cli &&
    python3 tests/peers/run.py "$EDGELDP_PEERS" build/apps/edgeldp \
      "$EDGELDP_DATASETS"/{ca-GrQc,facebook_combined,wiki-Vote}.txt.gz --epsilon 1 --seconds 5 -o build/peers.csv
}

# Times of every stage, beside those that were kept: nothing else may run.
run_stages() { configure_and_build test edgeldp_bench && python3 tests/nightly/stages.py build/apps/edgeldp-bench; }

# The program over MPI, whose test is skipped elsewhere.
run_mpi() {
  ensure_packages "${packages_mpi[@]}" && configure_and_build test -DEDGELDP_MPI=ON &&
    ctest --preset test --tests-regex 'cli\.(mpi|shards)'
}

# Arguments: which of the long tests.
long_tests() {
  export EDGELDP_TEST_SEED=${EDGELDP_TEST_SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
  say "EDGELDP_TEST_SEED=$EDGELDP_TEST_SEED"
  configure_and_build test && ctest --preset nightly --parallel "$jobs" "$@"
}
run_statistics() { long_tests --exclude-regex "NightlyCoverage|AuditNightly|grid_nightly"; }
run_audits() { long_tests --tests-regex "AuditNightly|grid_nightly"; }
run_triangles() { long_tests --tests-regex "NightlyCoverage.*triangles"; }
# Vectors and butterflies: each a test of its own that takes a core ten minutes and more.
run_items() { long_tests --tests-regex "NightlyCoverage.*(vectors|butterflies)"; }
# What a person is in the network, and along arcs.
roles='mixing|reciprocity|cores|centrality'
run_roles() { long_tests --tests-regex "NightlyCoverage.*($roles)"; }
run_coverage() { long_tests --tests-regex NightlyCoverage --exclude-regex "triangles|vectors|butterflies|$roles"; }

# One part alone, for the loop below.
if [[ ${1:-} == --part ]]; then
  "run_$2"
  exit
fi

(($#)) || set -- gcc clang asan_build asan_programs_build asan asan_programs tsan_build tsan tidy \
  schedulers nginx tarball wheel container packages_build packages fuzz_build fuzz http statistics audits triangles items coverage roles \
  aarch64_build aarch64 mpi lengths browser notebook peers stages
for check in "$@"; do
  declare -F "run_$check" >/dev/null || { say "no check named $check"; exit 2; }
done
longest=1800
summary=() failed=0
for check in "$@"; do
  start=$SECONDS
  say "==== $check"
  timeout "$longest" bash "${BASH_SOURCE[0]}" --part "$check" </dev/null
  case $? in
    0) verdict=passed ;;
    124) verdict="TOO LONG" failed=1 ;;
    *) verdict=FAILED failed=1 ;;
  esac
  summary+=("$(printf '%-19s %-8s %5d s' "$check" "$verdict" $((SECONDS - start)))")
done
printf '\n%s\n' "Nightly checks:" "${summary[@]}"
exit $failed
