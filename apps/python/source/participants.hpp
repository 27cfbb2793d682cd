// SPDX-License-Identifier: MIT
#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "edgeldp/core/protocol/population.hpp"

namespace edgeldp::python {

namespace py = pybind11;

/// Clients, each asked by its method `answer`, as users of a session; it keeps them.
/// Errors: value_error unless client i is user i of as many as there are.
std::unique_ptr<population> population_of(const py::sequence& clients);

}  // namespace edgeldp::python
