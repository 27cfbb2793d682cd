// SPDX-License-Identifier: MIT
// Nothing: CMake wants a source for the precompiled header that all tests share.
