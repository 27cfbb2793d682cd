# SPDX-License-Identifier: MIT
# Install rules, in components that a packager may take one by one (cmake --install BUILD --component NAME):
#   edgeldp_program  the command line, its manual pages, completions
#   edgeldp_dev      headers, libraries, one export set a library, the CMake package with the find module it needs, pkg-config
#   edgeldp_python   the Python package (apps/python); not of the usual installation
#   edgeldp_doc      documents and examples; not of the usual installation
#   edgeldp_static   programs that need no library (apps/tarball.sh); not of the usual installation
#   edgeldp_wheel    what a wheel holds (setup.py); not of the usual installation
include(CMakePackageConfigHelpers)
set(edgeldp_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/edgeldp")

foreach(component core channel graph rivals)
  # Binaries of 0.x are promised nothing from one minor version to the next (docs/promises.md).
  set_target_properties(edgeldp_${component} PROPERTIES VERSION ${PROJECT_VERSION}
                        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  install(TARGETS edgeldp_${component} EXPORT edgeldp-${component}
          ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT edgeldp_dev
          LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT edgeldp_dev
          RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT edgeldp_dev)
  install(EXPORT edgeldp-${component} NAMESPACE edgeldp:: DESTINATION "${edgeldp_package_dir}"
          FILE edgeldp-${component}-targets.cmake COMPONENT edgeldp_dev)
endforeach()
foreach(folder core core/channel graph graph/rivals)
  install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/include/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
          COMPONENT edgeldp_dev
          FILES_MATCHING PATTERN "*.hpp"
          PATTERN "experimental" EXCLUDE)
endforeach()
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/core/include/edgeldp/core/base/version.hpp"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/edgeldp/core/base" COMPONENT edgeldp_dev)

# A person's side of a collection, and what it shares with our collector: archives, whatever the others are.
set(edgeldp_modules core channel graph rivals)
if(TARGET edgeldp_client)
  list(APPEND edgeldp_modules client)
  install(TARGETS edgeldp_client edgeldp_task edgeldp_offers EXPORT edgeldp-client
          ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT edgeldp_dev)
  install(EXPORT edgeldp-client NAMESPACE edgeldp:: DESTINATION "${edgeldp_package_dir}"
          FILE edgeldp-client-targets.cmake COMPONENT edgeldp_dev)
  install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/apps/collect/client/include/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
          COMPONENT edgeldp_dev)
endif()
# An operator's side, and the questions that it plays.
if(TARGET edgeldp_collector)
  list(APPEND edgeldp_modules collector)
  install(TARGETS edgeldp_collector edgeldp_questions edgeldp_results EXPORT edgeldp-collector
          ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT edgeldp_dev)
  install(EXPORT edgeldp-collector NAMESPACE edgeldp:: DESTINATION "${edgeldp_package_dir}"
          FILE edgeldp-collector-targets.cmake COMPONENT edgeldp_dev)
  install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/apps/collect/collector/include/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
          COMPONENT edgeldp_dev)
endif()

configure_package_config_file(core/cmake/edgeldpConfig.cmake.in edgeldpConfig.cmake
                              INSTALL_DESTINATION "${edgeldp_package_dir}")
write_basic_package_version_file(edgeldpConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/edgeldpConfig.cmake"
              "${CMAKE_CURRENT_BINARY_DIR}/edgeldpConfigVersion.cmake"
              core/cmake/FindRandom123.cmake
        DESTINATION "${edgeldp_package_dir}" COMPONENT edgeldp_dev)

# pkg-config. Files find themselves, so that a moved tree works. What an archive needs is linked by whoever links the archive.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(EDGELDP_PC_PREFIX "${CMAKE_INSTALL_PREFIX}")
else()
  file(RELATIVE_PATH edgeldp_pc_up "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
  string(REGEX REPLACE "/$" "" edgeldp_pc_up "${edgeldp_pc_up}")
  set(EDGELDP_PC_PREFIX "\${pcfiledir}/${edgeldp_pc_up}")
endif()
get_target_property(edgeldp_core_type edgeldp_core TYPE)
if(edgeldp_core_type STREQUAL "STATIC_LIBRARY")
  set(EDGELDP_PC_PRIVATE "")
  set(EDGELDP_PC_LIBS " ")
else()
  set(EDGELDP_PC_PRIVATE ".private")
  set(EDGELDP_PC_LIBS "\nLibs.private: ")
endif()
set(EDGELDP_PC_TBB "")
set(EDGELDP_PC_OPENMP "")
if(EDGELDP_PARALLEL STREQUAL "tbb")
  set(EDGELDP_PC_TBB " tbb")
elseif(EDGELDP_PARALLEL STREQUAL "openmp")
  set(EDGELDP_PC_OPENMP " ${OpenMP_CXX_FLAGS}")
endif()
foreach(component IN LISTS edgeldp_modules)
  configure_file(core/cmake/edgeldp-${component}.pc.in edgeldp-${component}.pc @ONLY)
  install(FILES "${CMAKE_CURRENT_BINARY_DIR}/edgeldp-${component}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig"
          COMPONENT edgeldp_dev)
endforeach()

if(TARGET edgeldp_cli)
  install(TARGETS edgeldp_cli edgeldp_collect edgeldp_bench edgeldp_reproduce RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT edgeldp_program)
endif()

# edgeldp_install_manual(COMPONENT [EXCLUDE_FROM_ALL])
function(edgeldp_install_manual component)
  install(DIRECTORY "${edgeldp_documents}/man1" DESTINATION "${CMAKE_INSTALL_MANDIR}" COMPONENT ${component} ${ARGN})
  install(FILES "${edgeldp_documents}/edgeldp" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
          COMPONENT ${component} ${ARGN})
  install(FILES "${edgeldp_documents}/edgeldp.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d"
          COMPONENT ${component} ${ARGN})
  install(FILES "${edgeldp_documents}/_edgeldp" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions"
          COMPONENT ${component} ${ARGN})
endfunction()

# The manual and what shells complete with: the program writes them from its own options, so it has to run here.
if(TARGET edgeldp_cli AND (NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR))
  set(edgeldp_documents "${CMAKE_CURRENT_BINARY_DIR}/apps/documents")
  string(TIMESTAMP edgeldp_date "%Y-%m-%d" UTC)  # SOURCE_DATE_EPOCH's, where that is set
  add_custom_command(OUTPUT "${edgeldp_documents}/_edgeldp"
                     COMMAND ${CMAKE_COMMAND} -E rm -rf "${edgeldp_documents}"
                     COMMAND edgeldp_cli man-pages "${edgeldp_documents}/man1" --date ${edgeldp_date}
                     COMMAND edgeldp_cli completion bash > "${edgeldp_documents}/edgeldp"
                     COMMAND edgeldp_cli completion fish > "${edgeldp_documents}/edgeldp.fish"
                     COMMAND edgeldp_cli completion zsh > "${edgeldp_documents}/_edgeldp"
                     DEPENDS edgeldp_cli edgeldp_collect edgeldp_bench edgeldp_reproduce
                     COMMENT "Writing the manual and completions"
                     VERBATIM)
  add_custom_target(edgeldp_documents ALL DEPENDS "${edgeldp_documents}/_edgeldp")
  edgeldp_install_manual(edgeldp_program)
endif()

if(TARGET edgeldp_cli_static AND TARGET edgeldp_documents)
  install(TARGETS edgeldp_cli_static edgeldp_collect_static edgeldp_bench_static edgeldp_reproduce_static
          RUNTIME DESTINATION bin COMPONENT edgeldp_static EXCLUDE_FROM_ALL)
  edgeldp_install_manual(edgeldp_static EXCLUDE_FROM_ALL)
  install(DIRECTORY datasets/examples DESTINATION share/doc/edgeldp COMPONENT edgeldp_static EXCLUDE_FROM_ALL)
  install(FILES LICENSE DESTINATION share/doc/edgeldp COMPONENT edgeldp_static EXCLUDE_FROM_ALL)
  # Whoever gives away the work of others gives their notices away with it.
  foreach(package libboost-iostreams1.81-dev libbz2-dev libc6-dev libcli11-dev libeigen3-dev libfmt-dev libhwy-dev liblzma-dev
                  librandom123-dev libsqlite3-dev libssl-dev libstdc++-12-dev libzstd-dev nlohmann-json3-dev zlib1g-dev)
    set(notice "/usr/share/doc/${package}/copyright")
    install(FILES "${notice}" DESTINATION share/doc/edgeldp/notices RENAME ${package} COMPONENT edgeldp_static EXCLUDE_FROM_ALL)
    install(FILES "${notice}" DESTINATION edgeldp.libs/notices RENAME ${package} COMPONENT edgeldp_wheel EXCLUDE_FROM_ALL)
  endforeach()
endif()

# Documents keep their places to each other, so that their links lead somewhere.
set(edgeldp_doc_dir "${CMAKE_INSTALL_DATADIR}/doc/edgeldp-doc")
foreach(file README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md CITATION.cff core/README.md graph/README.md)
  get_filename_component(folder "${file}" DIRECTORY)
  install(FILES "${file}" DESTINATION "${edgeldp_doc_dir}/${folder}" COMPONENT edgeldp_doc EXCLUDE_FROM_ALL)
endforeach()
foreach(folder docs core/doc graph/doc datasets/examples apps/python/examples)
  get_filename_component(parent "${folder}" DIRECTORY)
  install(DIRECTORY "${folder}" DESTINATION "${edgeldp_doc_dir}/${parent}" COMPONENT edgeldp_doc EXCLUDE_FROM_ALL
          PATTERN "__pycache__" EXCLUDE
          PATTERN "site" EXCLUDE
          PATTERN "conf.py" EXCLUDE
          PATTERN "build.sh" EXCLUDE)
endforeach()
# Derivations stand beside their code.
file(GLOB_RECURSE derivations RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" CONFIGURE_DEPENDS core/src/*.md graph/*.md)
foreach(file IN LISTS derivations)
  get_filename_component(folder "${file}" DIRECTORY)
  install(FILES "${file}" DESTINATION "${edgeldp_doc_dir}/${folder}" COMPONENT edgeldp_doc EXCLUDE_FROM_ALL)
endforeach()
# The site, where somebody has built it.
install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/build/docs/html" DESTINATION "${edgeldp_doc_dir}"
        COMPONENT edgeldp_doc EXCLUDE_FROM_ALL OPTIONAL)

if(NOT EDGELDP_PACKAGE)  # packages have it under Debian's name
  install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT edgeldp_program)
endif()
