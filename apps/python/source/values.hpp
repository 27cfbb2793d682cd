// SPDX-License-Identifier: MIT
#pragma once

#include <pybind11/pybind11.h>

#include <vector>

#include "io/report.hpp"
#include "options/verb_options.hpp"

/// Answers and settings, which are values on both sides: no text is written or read between them.
namespace edgeldp::python {

namespace py = pybind11;

/// A record as a dictionary, in its order: what json.loads gives of its text. Numbers that are not
/// finite are None, bytes of names that are no UTF-8 are replaced.
py::object object_of(const cli::record& value);

/// Keywords as settings of a verb: `no_exact` is the option no-exact. A list or tuple is as many
/// values.
/// Errors: type_error naming the keyword for what is no text, number, truth value or list of them.
std::vector<cli::setting> settings_of(const py::dict& keywords);

}  // namespace edgeldp::python
