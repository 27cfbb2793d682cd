// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace edgeldp::test {

/// The most that this process has had from operator new at a time, beyond what it had when this
/// began. Bytes of files that are mapped are none of it: the system forgets them when it likes. One
/// at a time; whoever uses it links allocation_watch.cpp, once.
class allocation_watch {
 public:
  allocation_watch();
  std::uint64_t peak_bytes() const;

 private:
  std::int64_t m_before;
};

}  // namespace edgeldp::test
