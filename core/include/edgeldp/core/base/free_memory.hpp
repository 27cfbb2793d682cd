// SPDX-License-Identifier: MIT
#pragma once

namespace edgeldp {

/// Empties a container and frees its memory, where `c = {}` and `c.clear()` keep it.
template <class Container>
void free_memory(Container& c) {
  Container().swap(c);
}

}  // namespace edgeldp
