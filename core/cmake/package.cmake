# SPDX-License-Identifier: MIT
# Debian packages, one of each component of install.cmake: cpack in a build tree of the preset `package` (bash apps/package.sh).
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME edgeldp)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "edgeldp built using CMake")  # CPack's own words, left out: packages have their own first lines
set(CPACK_PACKAGE_VENDOR "The edgeldp authors")
# Whoever publishes packages names itself, with an address that is read.
set(CPACK_PACKAGE_CONTACT "The edgeldp authors <authors@edgeldp.invalid>" CACHE STRING "Maintainer of the packages")
set(CPACK_PACKAGE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL edgeldp_program edgeldp_dev edgeldp_python edgeldp_doc)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)

set(CPACK_DEBIAN_EDGELDP_PROGRAM_PACKAGE_NAME edgeldp)
set(CPACK_DEBIAN_EDGELDP_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_EDGELDP_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_EDGELDP_PROGRAM_PACKAGE_RECOMMENDS "ca-certificates, curl | wget, libcairo2")  # dataset fetch, client run; figures as PDF
set(CPACK_DEBIAN_EDGELDP_PROGRAM_PACKAGE_SUGGESTS "edgeldp-doc, man-db")
set(CPACK_DEBIAN_EDGELDP_PROGRAM_DESCRIPTION [[Count what a network holds without seeing anybody's contacts
How many triangles are in a network of contacts that nobody may see?
Every person adds random noise to its own list of contacts before
anything leaves it. From the noisy messages this program estimates
triangles, cycles, degrees, common neighbours and how much groups mix,
and says how far off each number may be and what it cost in privacy.
.
A graph file of your own plays all users, which shows beforehand how
large errors would be. The verbs collector and client do it for real,
over HTTP or over files. Start with: edgeldp demo]])

set(CPACK_DEBIAN_EDGELDP_DEV_PACKAGE_NAME libedgeldp-dev)
set(CPACK_DEBIAN_EDGELDP_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_EDGELDP_DEV_PACKAGE_DEPENDS
    "libboost1.81-dev, libboost-iostreams1.81-dev, libeigen3-dev, librandom123-dev, libsqlite3-dev, libssl-dev, nlohmann-json3-dev, zlib1g-dev")
set(CPACK_DEBIAN_EDGELDP_DEV_PACKAGE_RECOMMENDS "libboost-graph1.81-dev")
set(CPACK_DEBIAN_EDGELDP_DEV_PACKAGE_SUGGESTS "cmake, edgeldp-doc, pkg-config")
set(CPACK_DEBIAN_EDGELDP_DEV_DESCRIPTION [[Edge local differential privacy for C++20 programs: libraries, headers
Three static libraries. edgeldp-core holds budgets, random coins, codecs
and messages; edgeldp-channel holds randomized answers to questions of
few answers; edgeldp-graph estimates triangles, cycles, degrees, common
neighbours and homophily, and takes any graph of Boost.Graph.
.
Use them by find_package(edgeldp) in CMake, or by pkg-config.]])

set(CPACK_DEBIAN_EDGELDP_PYTHON_PACKAGE_NAME python3-edgeldp)
set(CPACK_DEBIAN_EDGELDP_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_EDGELDP_PYTHON_PACKAGE_SHLIBDEPS ON)
if(EDGELDP_PYTHON)  # the module is of one minor version
  math(EXPR next "${Python_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_EDGELDP_PYTHON_PACKAGE_DEPENDS
      "python3 (>= ${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}), python3 (<< ${Python_VERSION_MAJOR}.${next}), python3-numpy")
endif()
set(CPACK_DEBIAN_EDGELDP_PYTHON_PACKAGE_RECOMMENDS "python3-matplotlib, python3-pandas")
set(CPACK_DEBIAN_EDGELDP_PYTHON_PACKAGE_SUGGESTS "edgeldp-doc, python3-igraph, python3-networkx, python3-scipy, python3-tqdm")
set(CPACK_DEBIAN_EDGELDP_PYTHON_DESCRIPTION [[Edge local differential privacy from Python 3
Counts triangles, cycles, degrees, common neighbours and homophily of
graphs under edge local differential privacy, where every user adds
noise to its own list before anything leaves it. Takes files, arrays,
sparse matrices and graphs of networkx and igraph; results know their
intervals and what they cost. With type annotations.]])

set(CPACK_DEBIAN_EDGELDP_DOC_PACKAGE_NAME edgeldp-doc)
set(CPACK_DEBIAN_EDGELDP_DOC_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_EDGELDP_DOC_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_EDGELDP_DOC_DESCRIPTION [[Documents and examples of edgeldp
What is estimated and how, with derivations and proofs of privacy; the
formats of files and messages; guides to collections and to the Python
package; small data files with which every example can be played.]])

# What Debian asks of every package, and of manual pages.
foreach(component program dev python doc)
  string(TOUPPER ${component} upper)
  install(FILES LICENSE DESTINATION "share/doc/${CPACK_DEBIAN_EDGELDP_${upper}_PACKAGE_NAME}" RENAME copyright
          COMPONENT edgeldp_${component} EXCLUDE_FROM_ALL)
endforeach()
install(DIRECTORY docs/examples DESTINATION share/doc/libedgeldp-dev COMPONENT edgeldp_dev OPTIONAL)
install(CODE [[
  file(GLOB pages "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/share/man/man1/*.1")
  execute_process(COMMAND gzip -9nf ${pages} COMMAND_ERROR_IS_FATAL ANY)
]] COMPONENT edgeldp_program)

include(CPack)
