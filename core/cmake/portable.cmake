# SPDX-License-Identifier: MIT
# EDGELDP_PACKAGE: programs carry what other distributions have under other names or not at all. Boost's compressors and bzip2
# go into programs, fmt into what includes it (EDGELDP_FMT). Debian has no static TBB, so the scheduler is our own. What every
# distribution has under one name and mends by itself stays outside: OpenSSL 3, SQLite 3, zlib, xz, Zstandard, the C++ and C
# libraries. Static programs, and modules of an interpreter that come as a wheel, carry more: what their property
# EDGELDP_CARRIES names.
if(EDGELDP_PARALLEL STREQUAL "tbb")
  message(FATAL_ERROR "EDGELDP_PACKAGE needs -DEDGELDP_PARALLEL=threads or openmp: there is no static TBB")
endif()

# edgeldp_system_library(TARGET NAME [OTHER...]): a target for libNAME, the archive for whoever carries it; it needs OTHER.
function(edgeldp_system_library target name)
  find_library(EDGELDP_SHARED_${name} ${name} REQUIRED)
  find_library(EDGELDP_STATIC_${name} lib${name}.a REQUIRED)
  mark_as_advanced(EDGELDP_SHARED_${name} EDGELDP_STATIC_${name})
  set(is_carried $<IN_LIST:${name},$<TARGET_PROPERTY:EDGELDP_CARRIES>>)
  add_library(${target} INTERFACE IMPORTED)
  target_link_libraries(${target} INTERFACE
    $<IF:${is_carried},${EDGELDP_STATIC_${name}},${EDGELDP_SHARED_${name}}> ${ARGN})
endfunction()
# Modules that look for these packages keep targets that are there.
edgeldp_system_library(OpenSSL::Crypto crypto)
edgeldp_system_library(OpenSSL::SSL ssl OpenSSL::Crypto)
edgeldp_system_library(SQLite::SQLite3 sqlite3)
edgeldp_system_library(ZLIB::ZLIB z)
edgeldp_system_library(edgeldp_lzma lzma)
edgeldp_system_library(edgeldp_zstd zstd)
set(EDGELDP_SYSTEM_LIBRARIES crypto ssl sqlite3 z lzma zstd)

find_package(Boost 1.81 CONFIG REQUIRED COMPONENTS headers)
find_library(EDGELDP_STATIC_IOSTREAMS libboost_iostreams.a REQUIRED)
find_library(EDGELDP_SHARED_IOSTREAMS libboost_iostreams.so REQUIRED)
find_library(EDGELDP_STATIC_BZIP2 libbz2.a REQUIRED)
# The archives are not position independent: modules of an interpreter take Boost's shared library, which knows its own.
add_library(Boost::iostreams INTERFACE IMPORTED)
set(is_program $<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>)
set(compressors ${EDGELDP_STATIC_IOSTREAMS} ${EDGELDP_STATIC_BZIP2} edgeldp_lzma edgeldp_zstd)
target_link_libraries(Boost::iostreams INTERFACE Boost::headers "$<${is_program}:${compressors}>"
                      $<$<NOT:${is_program}>:${EDGELDP_SHARED_IOSTREAMS}> ZLIB::ZLIB)
unset(is_program)
unset(compressors)
add_link_options(LINKER:--as-needed)
set(EDGELDP_FMT fmt::fmt-header-only)
