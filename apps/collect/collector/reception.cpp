// SPDX-License-Identifier: MIT
#include "collect/collector/reception.hpp"

#include <exception>

#include "collect/task/problem.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp::collect {

namespace {

reception refused(const problem& p) {
  return {problem_name(p.code()), http_status(p.code()), problem_document(p)};
}

}  // namespace

reception receive(collection& by, std::span<const std::byte> message) {
  try {
    if (by.take(message) == collection::verdict::taken) return {"taken", 200, R"({"verdict":"taken"})"};
    return {"known_already", 200, R"({"verdict":"known_already"})"};
  } catch (const problem& p) {
    return refused(p);
  } catch (const io_error&) {
    throw;
  } catch (const std::exception& e) {  // one message, whatever is in it, ends nothing
    return refused(problem(problem_code::malformed, e.what()));
  }
}

}  // namespace edgeldp::collect
