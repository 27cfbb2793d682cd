# SPDX-License-Identifier: MIT
# Building with Emscripten, for browsers: what the libraries are made of there. Libraries of headers are this machine's,
# reached by a folder that names them alone: beside them lie the C library's own headers, which are another system's.
# Cryptography is libsodium's. There is one thread, and no
# file but what a page hands over.
set(headers ${CMAKE_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
# Random123 knows the processors that it was tried on; its plain integers, which are all that is used, know none.
file(CONFIGURE OUTPUT ${headers}/Random123/philox.h CONTENT "#define __arm__ 1\n#include </usr/include/Random123/philox.h>\n#undef __arm__\n")
foreach(library boost hwy nlohmann)
  if(NOT EXISTS /usr/include/${library})
    message(FATAL_ERROR "/usr/include/${library} is missing: bash apps/browser/build.sh installs what is needed")
  endif()
  file(CREATE_LINK /usr/include/${library} ${headers}/${library} SYMBOLIC)
endforeach()
file(CREATE_LINK /usr/include/eigen3/Eigen ${headers}/Eigen SYMBOLIC)
foreach(library Random123::Random123 Boost::headers Boost::iostreams hwy::hwy Eigen3::Eigen nlohmann_json::nlohmann_json
                Threads::Threads)
  add_library(${library} INTERFACE IMPORTED)
  target_include_directories(${library} SYSTEM INTERFACE ${headers})
endforeach()
unset(headers)
# Vectors that this compiler would have to imitate take longer than none.
target_compile_definitions(hwy::hwy INTERFACE HWY_COMPILE_ONLY_SCALAR)

enable_language(C)
set(EDGELDP_SODIUM "" CACHE PATH "Source of libsodium, as its version 1.0.18 is laid out")
# Its own script of configuration takes four minutes by this compiler; of what it finds out nothing matters here.
file(GLOB_RECURSE sources ${EDGELDP_SODIUM}/src/libsodium/*.c)
if(NOT sources)
  message(FATAL_ERROR "EDGELDP_SODIUM names no source of libsodium: bash apps/browser/build.sh fetches it")
endif()
add_library(sodium STATIC EXCLUDE_FROM_ALL ${sources})
file(COPY ${EDGELDP_SODIUM}/builds/msvc/version.h DESTINATION ${CMAKE_BINARY_DIR}/sodium/sodium)
target_include_directories(sodium SYSTEM PUBLIC ${EDGELDP_SODIUM}/src/libsodium/include ${CMAKE_BINARY_DIR}/sodium
                                                ${EDGELDP_SODIUM}/src/libsodium/include/sodium
                                         PRIVATE ${CMAKE_BINARY_DIR}/sodium/sodium)
target_compile_definitions(sodium PUBLIC SODIUM_STATIC PRIVATE CONFIGURED=1)
target_compile_options(sodium PRIVATE -w)
unset(sources)

set(EDGELDP_PARALLEL serial)
# Errors are exceptions, by the engine's own.
add_compile_options(-fwasm-exceptions)
add_link_options(-fwasm-exceptions)
