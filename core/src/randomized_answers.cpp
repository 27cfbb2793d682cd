// SPDX-License-Identifier: MIT
#include "edgeldp/core/channel/randomized_answers.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "edgeldp/core/error.hpp"

namespace edgeldp {

channel warner_channel(epsilon budget, channel::labels answers) {
  if (answers.size() != 2)
    throw invalid_parameter("Warner's channel has 2 answers, not " + std::to_string(answers.size()));
  return k_ary_channel(budget, std::move(answers));
}

channel k_ary_channel(epsilon budget, channel::labels answers) {
  if (answers.size() < 2)
    throw invalid_parameter("randomized response has at least 2 answers, not " +
                            std::to_string(answers.size()));
  const auto k = static_cast<Eigen::Index>(answers.size());
  return channel_within(budget, answers, answers, [k](double nats) {
    const double other = 1.0 / (std::exp(nats) + static_cast<double>(k - 1));
    Eigen::MatrixXd p = Eigen::MatrixXd::Constant(k, k, other);
    p.diagonal().setConstant(std::exp(nats) * other);
    return p;
  });
}

}  // namespace edgeldp
