// SPDX-License-Identifier: MIT
#pragma once

#include <pybind11/pybind11.h>

/// The parts of the module `_edgeldp`, whose contents _edgeldp.pyi describes.
namespace edgeldp::python {

namespace py = pybind11;

void bind_graphs(py::module_& m);
void bind_calls(py::module_& m);
void bind_releases(py::module_& m);
void bind_channels(py::module_& m);
void bind_participants(py::module_& m);
void bind_neighbor_questions(py::module_& m);
void bind_generators(py::module_& m);
void bind_exact(py::module_& m);

}  // namespace edgeldp::python
