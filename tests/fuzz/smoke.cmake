# SPDX-License-Identifier: MIT
# Fuzz targets without libFuzzer, for this machine and for WebAssembly.
set(edgeldp_fuzz_folder "${CMAKE_CURRENT_LIST_DIR}")

# edgeldp_fuzz_smoke(name...): fuzz_smoke, which feeds the target that it is asked for a few thousand seeded inputs.
function(edgeldp_fuzz_smoke)
  set(fuzz_declarations "")
  set(fuzz_rows "")
  add_executable(fuzz_smoke ${edgeldp_fuzz_folder}/../support/fuzz_driver.cpp)
  target_include_directories(fuzz_smoke PRIVATE "${CMAKE_CURRENT_BINARY_DIR}")
  foreach(target IN LISTS ARGN)
    string(APPEND fuzz_declarations "int fuzz_${target}(const std::uint8_t* data, std::size_t size);\n")
    string(APPEND fuzz_rows "    {\"${target}\", fuzz_${target}},\n")
    set(source ${edgeldp_fuzz_folder}/${target}_fuzz.cpp)
    set_source_files_properties(${source} PROPERTIES COMPILE_DEFINITIONS "LLVMFuzzerTestOneInput=fuzz_${target}")
    target_sources(fuzz_smoke PRIVATE ${source})
  endforeach()
  configure_file(${edgeldp_fuzz_folder}/../support/fuzz_targets.hpp.in support/fuzz_targets.hpp @ONLY)
endfunction()

# edgeldp_add_fuzz_tests(name...): runs of fuzz_smoke. Inputs to start from: the folder fuzz/corpus/<name>, if there is one;
# for release and vector_release the golden files.
function(edgeldp_add_fuzz_tests)
  foreach(target IN LISTS ARGN)
    set(corpus "${edgeldp_fuzz_folder}/corpus/${target}")
    if(target STREQUAL "release")
      set(corpus "${edgeldp_fuzz_folder}/../golden/v2")
    elseif(target STREQUAL "vector_release")
      set(corpus "${edgeldp_fuzz_folder}/../golden/vectors-v2" "${edgeldp_fuzz_folder}/corpus/vector_release")
    elseif(NOT IS_DIRECTORY "${corpus}")
      set(corpus "")
    endif()
    add_test(NAME fuzz.${target} COMMAND fuzz_smoke ${target} 5000 1 ${corpus})
    set_tests_properties(fuzz.${target} PROPERTIES LABELS fuzz-smoke TIMEOUT 300)
  endforeach()
endfunction()
