// SPDX-License-Identifier: MIT
#include "arrays.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace edgeldp::python {

std::shared_ptr<const void> keep(py::object first, py::object second) {
  using pair = std::pair<py::object, py::object>;
  const auto let_go = [](const pair* kept) {
    const py::gil_scoped_acquire locked;
    delete kept;
  };
  return std::shared_ptr<const pair>(new pair(std::move(first), std::move(second)), let_go);
}

void require_below(std::span<const vertex_id> vertices, std::uint64_t n, const char* name) {
  const auto bad = std::ranges::find_if(vertices, [n](vertex_id v) { return v >= n; });
  if (bad != vertices.end())
    throw py::value_error(
        fmt::format("{}[{}] = {}: vertices are 0 to {}", name, bad - vertices.begin(), *bad, n - 1));
}

}  // namespace edgeldp::python
