// SPDX-License-Identifier: MIT
#include "module.hpp"

#include <cerrno>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/plain_words.hpp"
#include "edgeldp/core/base/run_watch.hpp"
#include "edgeldp/core/base/version.hpp"
#include "options/missing_file.hpp"

namespace edgeldp::python {

namespace {

/// Which kind of OSError the system's words, which end the message, stand for.
PyObject* kind_of(std::string_view message) {
  if (message.ends_with(std::generic_category().message(ENOENT))) return PyExc_FileNotFoundError;
  if (message.ends_with(std::generic_category().message(EACCES))) return PyExc_PermissionError;
  return PyExc_OSError;
}

/// Errors of the library as Python's: what was asked is wrong, or a file is.
void translate(std::exception_ptr error) {
  if (!error) return;
  try {
    std::rethrow_exception(error);
  } catch (const invalid_parameter& e) {
    PyErr_SetString(PyExc_ValueError, e.what());
  } catch (const bad_graph_input& e) {
    PyErr_SetString(PyExc_ValueError, plain_words(e.what()).c_str());
  } catch (const format_error& e) {
    PyErr_SetString(PyExc_ValueError, plain_words(e.what()).c_str());
  } catch (const io_error& e) {
    const std::string whole = e.what() + cli::what_may_be_meant(e.what());
    PyErr_SetString(kind_of(e.what()), whole.c_str());
  } catch (const internal_error& e) {
    PyErr_SetString(PyExc_RuntimeError, e.what());
  } catch (const stopped& e) {
    PyErr_SetString(PyExc_KeyboardInterrupt, e.what());
  }
}

void set_threads(unsigned threads) {
  static std::unique_ptr<thread_limit> limit;
  limit.reset();
  if (threads > 0) limit = std::make_unique<thread_limit>(threads);
}

}  // namespace

}  // namespace edgeldp::python

PYBIND11_MODULE(_edgeldp, m) {
  using namespace edgeldp::python;
  py::register_exception_translator(translate);
  m.attr("__version__") = edgeldp::version;
  m.def("set_threads", set_threads, py::arg("threads"),
        "Compute with at most so many threads from now on; 0: all cores. Changes no result.");
  m.def("threads", edgeldp::thread_count, "With how many threads calls compute.");
  bind_graphs(m);
  bind_calls(m);
  bind_releases(m);
  bind_channels(m);
  bind_participants(m);
  bind_neighbor_questions(m);
  bind_generators(m);
  bind_exact(m);
}
