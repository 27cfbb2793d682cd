// SPDX-License-Identifier: MIT
// The demonstration without the other verbs: what a newcomer sees first is compiled first, and half
// of the program later (apps/run.sh).
#include <exception>

#include "edgeldp/core/base/error.hpp"
#include "io/failure.hpp"
#include "io/process.hpp"
#include "verbs/verbs.hpp"

int main() {
  using namespace edgeldp::cli;
  try {
    prepare_process();
    const common_arguments common;
    verb_options options;
    add_demo(options, common);
    options.call({});
    return 0;
  } catch (const edgeldp::io_error& e) {
    return fail(failure::system, e.what());
  } catch (const std::exception& e) {
    return fail(failure::bug, e.what());
  }
}
