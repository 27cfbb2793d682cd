// SPDX-License-Identifier: MIT
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/types.hpp"

/// Arrays of numpy and of the library: neither is copied where both can hold the same memory.
namespace edgeldp::python {

namespace py = pybind11;

template <class T>
using array = py::array_t<T, py::array::c_style>;

/// The elements of an array of one dimension.
/// Errors: value_error naming the argument for other shapes.
template <class T>
std::span<const T> span_of(const array<T>& a, const char* name) {
  if (a.ndim() != 1) throw py::value_error(std::string(name) + ": must be an array of one dimension");
  return {a.data(), static_cast<std::size_t>(a.size())};
}

/// A read-only array over memory that `owner` keeps.
template <class T>
array<T> view(std::span<const T> elements, const py::object& owner) {
  array<T> a({static_cast<py::ssize_t>(elements.size())}, {static_cast<py::ssize_t>(sizeof(T))},
             elements.data(), owner);
  a.attr("setflags")(py::arg("write") = false);
  return a;
}

/// An array that takes over the elements.
template <class T>
array<T> moved(std::vector<T> elements) {
  auto kept = std::make_unique<std::vector<T>>(std::move(elements));
  const std::span<T> all(*kept);
  py::capsule owner(kept.release(), [](void* p) { delete static_cast<std::vector<T>*>(p); });
  return {{static_cast<py::ssize_t>(all.size())},
          {static_cast<py::ssize_t>(sizeof(T))},
          all.data(),
          std::move(owner)};
}

/// Objects that memory outside of the interpreter rests on; whichever thread lets go of them.
std::shared_ptr<const void> keep(py::object first, py::object second);

/// Errors: value_error naming the first that is not below n.
void require_below(std::span<const vertex_id> vertices, std::uint64_t n, const char* name);

}  // namespace edgeldp::python
