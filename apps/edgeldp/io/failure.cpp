// SPDX-License-Identifier: MIT
#include "io/failure.hpp"

#include <array>
#include <atomic>
#include <string_view>

#include "edgeldp/core/protocol/result_fields.hpp"
#include "io/harmless.hpp"
#include "io/report.hpp"

namespace edgeldp::cli {

namespace {

std::atomic<bool> is_json = false;  // signals are told by a thread of their own

struct known_failure {
  std::string_view name;
  int exit_code;
};

const known_failure& known(failure kind) {
  static constexpr std::array<known_failure, 4> all = {
      {{"usage", 2}, {"input", 2}, {"system", 3}, {"bug", 4}}};
  return all[static_cast<std::size_t>(kind)];
}

}  // namespace

void tell_failures_as_json() {
  is_json = true;
}

bool failures_are_json() {
  return is_json;
}

void tell_failure(failure kind, int exit_code, const std::string& message) {
  if (!is_json) return write_stderr("edgeldp: " + harmless(message, '\n') + "\n");
  const record r = {{"error", {{"message", message}, {"kind", known(kind).name}, {"exit_code", exit_code}}},
                    {"schema", result_schema}};
  write_stderr(r.dump(-1, ' ', false, record::error_handler_t::replace) + "\n");
}

int fail(failure kind, const std::string& message) {
  tell_failure(kind, known(kind).exit_code, message);
  return known(kind).exit_code;
}

}  // namespace edgeldp::cli
