// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

/// How good scores (classes x examples, the largest one wins) are for examples of known classes.
namespace edgeldp::learning {

double accuracy(const Eigen::MatrixXf& scores, std::span<const int> classes);

/// The share of each class's examples that get their class; NaN for a class without examples.
std::vector<double> class_accuracies(const Eigen::MatrixXf& scores, std::span<const int> classes);

/// Of two classes: the probability that an example of class 1 leans more to it than one of class 0,
/// ties counted half. This is the area under the ROC curve; one half without examples of both.
double ranking_quality(const Eigen::MatrixXf& scores, std::span<const int> classes);

}  // namespace edgeldp::learning
