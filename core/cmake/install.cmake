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
