// SPDX-License-Identifier: MIT
#pragma once

#include <pybind11/pybind11.h>

#include <functional>
#include <optional>
#include <utility>

/// Calls of the library that Ctrl-C ends, that tell how far they are, and that let other Python
/// threads go on.
namespace edgeldp::python {

namespace py = pybind11;

/// Runs the body on a thread of its own, without the interpreter's lock, and waits. progress: None,
/// or called with (stage, done, total) by this thread, some ten times a second.
///
/// Promise: a signal whose handler raises, as that of Ctrl-C does, or an error of `progress` ends
///     the body within some 50 ms, and is what is raised.
/// Cost: about 50 microseconds.
/// Errors: what the body throws; runtime_error in a process that was forked from one in which the
///     library has run: its threads are not there.
/// Requires: the body touches no Python object.
void run_interruptibly(const py::object& progress, const std::function<void()>& body);

template <class F>
auto interruptibly(const py::object& progress, F&& compute) {
  std::optional<decltype(compute())> result;
  run_interruptibly(progress, [&] { result.emplace(std::forward<F>(compute)()); });
  return std::move(*result);
}

}  // namespace edgeldp::python
