# SPDX-License-Identifier: MIT
# cmake -D... -P run.cmake: installs BUILD_DIR into a scratch prefix and uses it from outside, as a packager would.
file(REMOVE_RECURSE "${SCRATCH_DIR}")
set(prefix "${SCRATCH_DIR}/prefix")
function(run)
  list(JOIN ARGN " " text)
  message(STATUS "${text}")
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
# Outside programs are compiled without optimization: that is quicker, and leaves no call of the libraries out.
string(TOUPPER "${BUILD_TYPE}" type)
set(configure_options -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${CXX_COMPILER}" "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}"
                      "-DCMAKE_BUILD_TYPE=${BUILD_TYPE}" "-DCMAKE_CXX_FLAGS_${type}=-O0 -DNDEBUG")

run("${CMAKE_COMMAND}" --install "${BUILD_DIR}" --prefix "${prefix}")

# The installed headers are the public headers, all of them, and the generated one.
set(expected core/base/version.hpp)
foreach(component core core/channel graph graph/rivals)
  file(GLOB_RECURSE headers RELATIVE "${SOURCE_DIR}/${component}/include/edgeldp"
       "${SOURCE_DIR}/${component}/include/edgeldp/*.hpp")
  list(APPEND expected ${headers})
endforeach()
if(HAS_CLI)
  list(APPEND expected client/participant.h client/participant.hpp collector/collector.hpp)
endif()
list(FILTER expected EXCLUDE REGEX "/experimental/")
file(GLOB_RECURSE installed RELATIVE "${prefix}/include/edgeldp" "${prefix}/include/edgeldp/*")
list(SORT expected)
list(SORT installed)
if(NOT expected STREQUAL installed)
  message(FATAL_ERROR "installed headers: ${installed}\nexpected: ${expected}")
endif()

# Moved, because an exported path of the first place must not be needed.
file(RENAME "${prefix}" "${SCRATCH_DIR}/moved")
set(prefix "${SCRATCH_DIR}/moved")
run("${CMAKE_COMMAND}" -S "${SOURCE_DIR}/tests/install" -B "${SCRATCH_DIR}/outside" ${configure_options}
    "-DCMAKE_PREFIX_PATH=${prefix}")
run("${CMAKE_COMMAND}" --build "${SCRATCH_DIR}/outside")
run("${SCRATCH_DIR}/outside/outside")
run("${SCRATCH_DIR}/outside/outside_core")
run("${SCRATCH_DIR}/outside/outside_rival")

# pkg-config finds the moved tree: a program is compiled by its flags, and one that is compiled already is linked by them.
file(GLOB_RECURSE found "${prefix}/edgeldp-graph.pc")
get_filename_component(pkg_config_path "${found}" DIRECTORY)
set(ENV{PKG_CONFIG_PATH} "${pkg_config_path}")
separate_arguments(flags UNIX_COMMAND "${CXX_FLAGS}")
function(flags_of what module result)
  execute_process(COMMAND pkg-config ${what} "${module}" OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(list UNIX_COMMAND "${text}")
  set(${result} ${list} PARENT_SCOPE)
endfunction()
flags_of("--cflags;--libs" edgeldp-core core_flags)
run("${CXX_COMPILER}" ${flags} -std=c++20 "${SOURCE_DIR}/tests/install/core_only.cpp" -o "${SCRATCH_DIR}/core_only" ${core_flags})
run("${SCRATCH_DIR}/core_only")
file(GLOB_RECURSE object "${SCRATCH_DIR}/outside/*/main.cpp.o")
flags_of("--libs" edgeldp-graph graph_flags)
run("${CXX_COMPILER}" ${flags} ${object} -o "${SCRATCH_DIR}/linked" ${graph_flags})
run("${SCRATCH_DIR}/linked")

# By component, as packagers take it: the program brings no header, the headers no program. DESTDIR goes in front.
foreach(component edgeldp_program edgeldp_dev edgeldp_doc)
  set(ENV{DESTDIR} "${SCRATCH_DIR}/${component}")
  run("${CMAKE_COMMAND}" --install "${BUILD_DIR}" --prefix /opt/edgeldp --component ${component})
  unset(ENV{DESTDIR})
  file(GLOB found RELATIVE "${SCRATCH_DIR}/${component}/opt/edgeldp" "${SCRATCH_DIR}/${component}/opt/edgeldp/*")
  list(JOIN found " " found)
  set(expected_edgeldp_program "bin share")
  if(NOT HAS_CLI)
    set(expected_edgeldp_program "share")
  endif()
  set(expected_edgeldp_dev "include lib")
  set(expected_edgeldp_doc "share")
  string(REGEX REPLACE "lib(64|32)" "lib" found "${found}")
  if(NOT found STREQUAL "${expected_${component}}")
    message(FATAL_ERROR "component ${component} installs: ${found}; expected: ${expected_${component}}")
  endif()
endforeach()
# Links of the documents lead to what is installed with them.
set(document "${SCRATCH_DIR}/edgeldp_doc/opt/edgeldp/share/doc/edgeldp-doc")
foreach(file README.md docs/python.md docs/promises.md core/doc/format.md graph/src/uniform/derivation.md docs/results/results.json datasets/examples/friends.txt)
  if(NOT EXISTS "${document}/${file}")
    message(FATAL_ERROR "${file} is not among the installed documents")
  endif()
endforeach()

# The programs of docs/examples, built as their page says, run and print what is kept beside them.
run("${CMAKE_COMMAND}" -S "${SOURCE_DIR}/docs/examples" -B "${SCRATCH_DIR}/examples" ${configure_options}
    "-DCMAKE_PREFIX_PATH=${prefix}")
run("${CMAKE_COMMAND}" --build "${SCRATCH_DIR}/examples" --parallel 2)
file(GLOB examples "${SOURCE_DIR}/docs/examples/*.cpp")
if(NOT HAS_CLI)
  list(FILTER examples EXCLUDE REGEX "/collection_of_six.cpp$")
endif()
foreach(example IN LISTS examples)
  cmake_path(GET example STEM name)
  execute_process(COMMAND "${SCRATCH_DIR}/examples/${name}" WORKING_DIRECTORY "${SCRATCH_DIR}/examples"
                  OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
  if(name STREQUAL "readme")  # its coins are real: no run prints what another does
    if(NOT printed MATCHES "^-?[0-9.e+]+ \\+- [0-9.e+]+ \\(95%\\), (not )?usable\n$")
      message(FATAL_ERROR "docs/examples/readme prints\n${printed}")
    endif()
    continue()
  endif()
  file(READ "${SOURCE_DIR}/docs/examples/${name}.txt" kept)
  if(NOT printed STREQUAL kept)
    message(FATAL_ERROR "docs/examples/${name} prints\n${printed}where this is kept\n${kept}")
  endif()
endforeach()

if(HAS_CLI)
  run(bash "${SOURCE_DIR}/tests/install/take_part.sh" "${prefix}/${BINDIR}/edgeldp" "${SCRATCH_DIR}/examples/take_part")
  # The same by pkg-config, as a program in C is built.
  flags_of("--cflags;--libs" edgeldp-client client_flags)
  run("${CXX_COMPILER}" ${flags} -x c "${SOURCE_DIR}/docs/examples/take_part.c" -x none -o "${SCRATCH_DIR}/take_part" ${client_flags})
  run(bash "${SOURCE_DIR}/tests/install/take_part.sh" "${prefix}/${BINDIR}/edgeldp" "${SCRATCH_DIR}/take_part")
  flags_of("--cflags;--libs" edgeldp-collector collector_flags)
  run("${CXX_COMPILER}" ${flags} -std=c++20 "${SOURCE_DIR}/docs/examples/collection_of_six.cpp" -o "${SCRATCH_DIR}/collection_of_six"
      ${collector_flags})
  execute_process(COMMAND "${SCRATCH_DIR}/collection_of_six" WORKING_DIRECTORY "${SCRATCH_DIR}" OUTPUT_VARIABLE printed
                  COMMAND_ERROR_IS_FATAL ANY)
  file(READ "${SOURCE_DIR}/docs/examples/collection_of_six.txt" kept)
  if(NOT printed STREQUAL kept)
    message(FATAL_ERROR "by pkg-config, docs/examples/collection_of_six prints\n${printed}where this is kept\n${kept}")
  endif()
  execute_process(COMMAND "${prefix}/${BINDIR}/edgeldp" --version OUTPUT_VARIABLE found COMMAND_ERROR_IS_FATAL ANY)
  string(FIND "${found}" "${VERSION}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "installed edgeldp --version says: ${found}")
  endif()
  foreach(name man/man1/edgeldp.1 man/man1/edgeldp-channel-show.1 bash-completion/completions/edgeldp
          fish/vendor_completions.d/edgeldp.fish zsh/site-functions/_edgeldp)
    if(NOT EXISTS "${prefix}/share/${name}")
      message(FATAL_ERROR "share/${name} is not installed")
    endif()
  endforeach()
endif()

# The Python package, which goes where the interpreter looks, moved as a packager does.
if(PYTHON)
  set(ENV{DESTDIR} "${SCRATCH_DIR}/staged")
  run("${CMAKE_COMMAND}" --install "${BUILD_DIR}" --component edgeldp_python)
  unset(ENV{DESTDIR})
  run("${CMAKE_COMMAND}" -E env "PYTHONPATH=${SCRATCH_DIR}/staged${PYTHON_SITE}" "${PYTHON}" -c
      "import edgeldp; assert edgeldp.__version__ == '${VERSION}'; print(edgeldp.triangles(edgeldp.generate.holme_kim(50, 3, 0.5)))")
endif()

# add_subdirectory: configured only (the build would be this one once more); generation resolves every target name.
run("${CMAKE_COMMAND}" -S "${SOURCE_DIR}/tests/install" -B "${SCRATCH_DIR}/subdirectory" ${configure_options}
    "-DEDGELDP_SOURCE_DIR=${SOURCE_DIR}")
