// SPDX-License-Identifier: MIT
#include "values.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

namespace edgeldp::python {

namespace {

py::str text_object(const std::string& text) {
  PyObject* decoded = PyUnicode_DecodeUTF8(text.data(), static_cast<py::ssize_t>(text.size()), "replace");
  if (decoded == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(decoded);
}

py::object list_object(const cli::record& values) {
  py::list all(values.size());
  std::size_t at = 0;
  for (const cli::record& value : values) all[at++] = object_of(value);
  return all;
}

py::object dict_object(const cli::record& values) {
  py::dict all;
  for (const auto& [key, value] : values.items()) all[text_object(key)] = object_of(value);
  return all;
}

/// What has no 64 bits is left to the option, which refuses its digits.
cli::option_value whole_number(const py::handle& value) {
  int is_large = 0;
  const long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &is_large);
  if (is_large == 0) return std::int64_t{number};
  if (is_large > 0) {
    const unsigned long long larger = PyLong_AsUnsignedLongLong(value.ptr());
    if (PyErr_Occurred() == nullptr) return std::uint64_t{larger};
    PyErr_Clear();
  }
  return py::str(value).cast<std::string>();
}

cli::option_value one_value(const std::string& name, const py::handle& value) {
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>();
  if (py::isinstance<py::int_>(value)) return whole_number(value);
  if (py::isinstance<py::float_>(value)) return value.cast<double>();
  if (py::isinstance<py::str>(value)) return value.cast<std::string>();
  throw py::type_error(name + ": must be a number or a text, not " + py::repr(value).cast<std::string>());
}

}  // namespace

py::object object_of(const cli::record& value) {
  using kind = cli::record::value_t;
  switch (value.type()) {
    case kind::object:
      return dict_object(value);
    case kind::array:
      return list_object(value);
    case kind::string:
      return text_object(value.get_ref<const std::string&>());
    case kind::boolean:
      return py::bool_(value.get<bool>());
    case kind::number_integer:
      return py::int_(value.get<std::int64_t>());
    case kind::number_unsigned:
      return py::int_(value.get<std::uint64_t>());
    case kind::number_float:
      if (const double number = value.get<double>(); std::isfinite(number)) return py::float_(number);
      break;
    default:
      break;
  }
  return py::none();
}

std::vector<cli::setting> settings_of(const py::dict& keywords) {
  std::vector<cli::setting> settings;
  for (const auto& [keyword, value] : keywords) {
    const auto name = keyword.cast<std::string>();
    cli::setting& made = settings.emplace_back(cli::setting{name, {}});
    std::ranges::replace(made.name, '_', '-');
    if (!py::isinstance<py::list>(value) && !py::isinstance<py::tuple>(value)) {
      made.values.push_back(one_value(name, value));
      continue;
    }
    for (const py::handle one : value) made.values.push_back(one_value(name, one));
  }
  return settings;
}

}  // namespace edgeldp::python
