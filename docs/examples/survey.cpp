// SPDX-License-Identifier: MIT
// A question with three answers, asked of 20 000 people.
#include <cstdio>
#include <edgeldp/channel/estimation/proportions.hpp>
#include <edgeldp/channel/randomized_answers.hpp>
#include <edgeldp/core/random/coin_source.hpp>
#include <span>
#include <vector>

int main() {
  // [shown]
  const auto budget = edgeldp::epsilon::from_nats(1.0);
  const edgeldp::channel age = edgeldp::k_ary_channel(budget, {"young", "middle", "old"});
  const auto coins = edgeldp::coin_source::simulated(1);  // coin_source() draws real ones

  std::vector<std::uint64_t> reports(3);
  for (edgeldp::vertex_id person = 0; person < 20'000; ++person) {
    const std::size_t truth = person % 10 < 5 ? 0 : person % 10 < 8 ? 1 : 2;  // half, three and two tenths
    ++reports[coins(edgeldp::coin_purpose::answers, person,
                    [&](auto& own) { return age.sample(truth, own); })];
  }

  const edgeldp::proportion_estimate shares(std::span(&age, 1), reports);
  const Eigen::VectorXd errors = shares.standard_errors(edgeldp::sampling_model::sampled);
  for (Eigen::Index i = 0; i < 3; ++i)
    std::printf("%s: %.3f, error %.3f\n", age.inputs()[static_cast<std::size_t>(i)].c_str(),
                shares.values()[i], errors[i]);
  // [end]
}
