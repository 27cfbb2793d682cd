// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/channel/channel.hpp"

namespace edgeldp::learning {

/// What one person sends: the report on one of its features, and its class in clear.
struct feature_report {
  std::size_t feature = 0, report = 0, clazz = 0;
};

/// A classifier of two classes from reports alone: each feature's law given the class is estimated
/// without bias from its reports, drawn towards its law given nothing as far as sampling noise
/// explains their difference (James and Stein), and features are taken as independent given the
/// class.
class naive_bayes {
 public:
  /// channels[f] made the reports on feature f.
  /// Errors: as debiasing_of.
  naive_bayes(std::span<const channel> channels, std::span<const feature_report> reports);

  /// 2 x rows, for clear features x rows.
  Eigen::MatrixXf scores(const Eigen::MatrixXi& values) const;

 private:
  std::vector<Eigen::MatrixXd> m_log_laws;  // of each feature: values x 2
  Eigen::Vector2d m_log_shares;
};

}  // namespace edgeldp::learning
