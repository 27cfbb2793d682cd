# SPDX-License-Identifier: MIT
# EDGELDP_PACKAGE: programs carry what other distributions have under other names or not at all. Boost's compressors and bzip2
# go into programs, fmt into what includes it (EDGELDP_FMT). Debian has no static TBB, so the scheduler is our own. What every
# distribution has under one name and mends by itself stays outside: OpenSSL 3, SQLite 3, zlib, xz, Zstandard, the C++ and C
# libraries.
if(EDGELDP_PARALLEL STREQUAL "tbb")
  message(FATAL_ERROR "EDGELDP_PACKAGE needs -DEDGELDP_PARALLEL=threads or openmp: there is no static TBB")
endif()
find_package(Boost 1.81 CONFIG REQUIRED COMPONENTS headers)
find_library(EDGELDP_STATIC_IOSTREAMS libboost_iostreams.a REQUIRED)
find_library(EDGELDP_SHARED_IOSTREAMS libboost_iostreams.so REQUIRED)
find_library(EDGELDP_STATIC_BZIP2 libbz2.a REQUIRED)
find_library(EDGELDP_LZMA lzma REQUIRED)
find_library(EDGELDP_ZSTD zstd REQUIRED)
set(compressors ${EDGELDP_STATIC_IOSTREAMS} ${EDGELDP_STATIC_BZIP2} ${EDGELDP_LZMA} ${EDGELDP_ZSTD})
# The archives are not position independent: modules of an interpreter take Boost's shared library, which knows its own.
add_library(Boost::iostreams INTERFACE IMPORTED)
set(is_program $<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>)
set_target_properties(Boost::iostreams PROPERTIES INTERFACE_LINK_LIBRARIES
  "Boost::headers;$<${is_program}:${compressors}>;$<$<NOT:${is_program}>:${EDGELDP_SHARED_IOSTREAMS}>;ZLIB::ZLIB")
unset(is_program)
unset(compressors)
add_link_options(LINKER:--as-needed)
set(EDGELDP_FMT fmt::fmt-header-only)
