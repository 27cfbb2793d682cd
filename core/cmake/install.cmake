# SPDX-License-Identifier: MIT
# Install rules: headers, one export set a component, the package config with the find module it needs, the command line.
include(CMakePackageConfigHelpers)
set(edgeldp_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/edgeldp")

foreach(component core channel graph)
  install(TARGETS edgeldp_${component} EXPORT edgeldp-${component}
          ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
          LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
          RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  install(EXPORT edgeldp-${component} NAMESPACE edgeldp:: DESTINATION "${edgeldp_package_dir}"
          FILE edgeldp-${component}-targets.cmake)
endforeach()
foreach(component core graph)
  install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/${component}/include/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
          FILES_MATCHING PATTERN "*.hpp"
          PATTERN "experimental" EXCLUDE)
endforeach()
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/core/include/edgeldp/core/base/version.hpp"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/edgeldp/core/base")

configure_package_config_file(core/cmake/edgeldpConfig.cmake.in edgeldpConfig.cmake
                              INSTALL_DESTINATION "${edgeldp_package_dir}")
write_basic_package_version_file(edgeldpConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/edgeldpConfig.cmake"
              "${CMAKE_CURRENT_BINARY_DIR}/edgeldpConfigVersion.cmake"
              core/cmake/FindRandom123.cmake
        DESTINATION "${edgeldp_package_dir}")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")

if(TARGET edgeldp_cli)
  install(TARGETS edgeldp_cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()

# The manual and what shells complete with: the program writes them from its own options, so it has to run here.
if(TARGET edgeldp_cli AND (NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR))
  set(edgeldp_documents "${CMAKE_CURRENT_BINARY_DIR}/apps/documents")
  string(TIMESTAMP edgeldp_date "%Y-%m-%d" UTC)  # SOURCE_DATE_EPOCH's, where that is set
  add_custom_command(OUTPUT "${edgeldp_documents}/_edgeldp"
                     COMMAND ${CMAKE_COMMAND} -E rm -rf "${edgeldp_documents}"
                     COMMAND edgeldp_cli man-pages "${edgeldp_documents}/man1" --date ${edgeldp_date}
                     COMMAND edgeldp_cli completion bash > "${edgeldp_documents}/edgeldp"
                     COMMAND edgeldp_cli completion zsh > "${edgeldp_documents}/_edgeldp"
                     DEPENDS edgeldp_cli
                     COMMENT "Writing the manual and completions"
                     VERBATIM)
  add_custom_target(edgeldp_documents ALL DEPENDS "${edgeldp_documents}/_edgeldp")
  install(DIRECTORY "${edgeldp_documents}/man1" DESTINATION "${CMAKE_INSTALL_MANDIR}")
  install(FILES "${edgeldp_documents}/edgeldp" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
  install(FILES "${edgeldp_documents}/_edgeldp" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
endif()
