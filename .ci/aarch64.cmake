# SPDX-License-Identifier: MIT
# 64-bit ARM, built on Debian of another processor with the packages of packages_aarch64 (dependencies.sh) and run by qemu.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
# pkg-config, where it is there, would name this machine's libraries.
set(ENV{PKG_CONFIG_LIBDIR} /usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig)
# A note on every pass of a pair by value, whose convention changed with g++ 10: all that is linked here is newer.
string(APPEND CMAKE_CXX_FLAGS_INIT " -Wno-psabi")
