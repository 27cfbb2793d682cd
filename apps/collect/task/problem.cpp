// SPDX-License-Identifier: MIT
#include "collect/task/problem.hpp"

#include <array>
#include <nlohmann/json.hpp>

namespace edgeldp::collect {

namespace {

struct problem_facts {
  problem_code code;
  std::string_view name;
  int http_status;
};

constexpr std::array facts{
    problem_facts{problem_code::malformed, "malformed", 400},
    problem_facts{problem_code::too_large, "too-large", 413},
    problem_facts{problem_code::wrong_task, "wrong-task", 400},
    problem_facts{problem_code::unknown_person, "unknown-person", 403},
    problem_facts{problem_code::bad_token, "bad-token", 403},
    problem_facts{problem_code::other_key, "other-key", 409},
    problem_facts{problem_code::simulated_coins, "simulated-coins", 403},
    problem_facts{problem_code::bad_signature, "bad-signature", 403},
    problem_facts{problem_code::not_joined, "not-joined", 403},
    problem_facts{problem_code::too_early, "too-early", 425},
    problem_facts{problem_code::round_closed, "round-closed", 410},
    problem_facts{problem_code::not_asked, "not-asked", 403},
    problem_facts{problem_code::other_announcement, "other-announcement", 409},
    problem_facts{problem_code::different_answer, "different-answer", 409},
    problem_facts{problem_code::malformed_answer, "malformed-answer", 422},
    problem_facts{problem_code::other_part, "other-part", 409},
};
static_assert(facts.back().code == problem_code::other_part &&
              facts.size() == static_cast<std::size_t>(problem_code::other_part) + 1);

}  // namespace

std::string_view problem_name(problem_code code) {
  return facts[static_cast<std::size_t>(code)].name;
}

int http_status(problem_code code) {
  return facts[static_cast<std::size_t>(code)].http_status;
}

std::string problem_document(const problem& p) {
  const std::string name(problem_name(p.code()));
  return nlohmann::ordered_json{{"type", "urn:edgeldp:problem:" + name},
                                {"title", name},
                                {"status", http_status(p.code())},
                                {"detail", p.what()}}
      .dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace edgeldp::collect
