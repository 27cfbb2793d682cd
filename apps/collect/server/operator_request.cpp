// SPDX-License-Identifier: MIT
#include "collect/server/operator_request.hpp"

#include "edgeldp/core/base/error.hpp"

namespace edgeldp::collect {

std::string open_round_name(const collection_status& s) {
  return s.round + " " + std::to_string(s.index);
}

std::string act_on(collection& c, const operator_request& asked, std::int64_t now) {
  try {
    if (asked.round != open_round_name(c.status())) return "another round is open by now";
    if (asked.seconds > 0)
      c.extend(asked.seconds, now);
    else
      c.close_round(now,
                    asked.accepts_few ? collection::few_answers::accepted : collection::few_answers::refused);
  } catch (const invalid_parameter& e) {
    return e.what();
  }
  return "";
}

}  // namespace edgeldp::collect
