// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/labels/labels.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/core/random/public_coins.hpp"
#include "edgeldp/graph/rounds/public_values.hpp"
#include "questions/homophily/eigen_index.hpp"
#include "questions/labels/label_fit.hpp"
#include "questions/labels/tuning.hpp"
#include "questions/mixing/group_counts.hpp"
#include "questions/mixing/mixing_rounds.hpp"

namespace edgeldp {

std::uint32_t label_chances::likeliest(std::uint64_t user) const {
  const auto own = of(user);
  return static_cast<std::uint32_t>(ranges::max_element(own) - own.begin());
}

namespace {

using Eigen::Index;
using Eigen::MatrixXd;

void require_labels(const public_groups& known, std::uint64_t users) {
  if (users == 0) throw bad_graph_input("the graph has no vertices");
  if (known.names.size() < 2 || known.names.size() > most_mixing_outputs)
    throw invalid_parameter("labels = " + std::to_string(known.names.size()) + ": must lie in [2, 64]");
  if (known.of.size() != users)
    throw invalid_parameter("labels of " + std::to_string(known.of.size()) + " users for " +
                            std::to_string(users));
  if (ranges::all_of(known.of, [](std::uint32_t label) { return label == no_group; }))
    throw invalid_parameter("nobody has a public label, so there is nothing to infer others from");
  for (const std::uint32_t label : known.of)
    if (label != no_group && label >= known.names.size())
      throw invalid_parameter("a user's label is not among the labels");
}

/// Counts by label, and the same over what chance and noise spread them by, and over how many there
/// are: many contacts say less each, since they know each other. Where labels were inferred the
/// commonest one, which is guessed most, says least: each has a slope of its own.
void add_features(const group_answers& said, std::uint64_t users, bool are_inferred, label_features& to) {
  const Index labels = index(said.groups);
  MatrixXd counts = MatrixXd::Zero(index(users), labels), spread = counts, shares = counts;
  said.asked.for_each([&](std::uint64_t number, vertex_id user) {
    if (!said.came[user]) return;
    for (Index b = 0; b < labels; ++b)
      counts(user, b) = static_cast<double>(said.counts[number * said.groups + static_cast<std::size_t>(b)]);
    const double variance = said.noise + std::max(0.0, counts.row(user).sum());
    spread.row(user) = counts.row(user) / std::sqrt(variance);
    shares.row(user) = counts.row(user) / variance;
  });
  if (are_inferred) to.own.push_back(spread);
  for (MatrixXd* feature : {&counts, &spread, &shares}) to.common.push_back(std::move(*feature));
}

/// Of some users.
label_features rows_of(const label_features& features, std::span<const std::size_t> users) {
  const std::vector<Index> rows(users.begin(), users.end());
  label_features some;
  for (const MatrixXd& f : features.common) some.common.emplace_back(f(rows, Eigen::all));
  for (const MatrixXd& f : features.own) some.own.emplace_back(f(rows, Eigen::all));
  return some;
}

/// Labels, and what their holders say.
class inference {
 public:
  inference(const public_groups& known, private_randomness& public_coins) : m_known(known) {
    for (std::size_t u = 0; u < known.of.size(); ++u)
      if (known.of[u] != no_group) m_holders.push_back(u), m_labels.push_back(known.of[u]);
    m_shares = Eigen::VectorXd::Zero(index(known.names.size()));
    for (const std::uint32_t label : m_labels) m_shares[label] += 1.0 / static_cast<double>(m_labels.size());
    m_chances = m_shares.transpose().replicate(index(known.of.size()), 1);
    m_is_kept_back.resize(known.of.size());
    for (const std::size_t holder : m_holders)
      m_is_kept_back[holder] = uniform_open(public_coins) < label_tuning::kept_back;
  }

  /// Public labels, but of those who are kept back.
  std::vector<std::int64_t> sources() const {
    std::vector<std::int64_t> of = numbered(m_known.of);
    for (const std::size_t holder : m_holders)
      if (m_is_kept_back[holder]) of[holder] = -1;
    return of;
  }

  /// Takes the counts of a round in. Gain: what all counts so far add.
  double learn(const group_answers& said, bool are_inferred = false) {
    add_features(said, m_known.of.size(), are_inferred, m_features);
    const some_holders all = holders_who_came(said, false);
    if (all.users.empty()) return 0.0;
    m_model.emplace(rows_of(m_features, all.users), all.labels);
    m_chances = m_model->chances(m_features);
    return m_model->gain();
  }
  /// The same of counts by labels that were inferred. Labels of those who are not kept back are in
  /// what was inferred of their contacts, so how sure chances are is learned from the others.
  void learn_inferred(const group_answers& said) {
    learn(said, true);
    const some_holders apart = holders_who_came(said, true);
    if (!m_model || apart.users.empty()) return;
    m_model->temper(rows_of(m_features, apart.users), apart.labels);
    m_chances = m_model->chances(m_features);
    make_largest_true(apart);
  }
  /// Where these counts, by public labels alone, are all there will be: what chances are worth is
  /// learned from all holders, whose own labels are in none of their counts.
  void settle(const group_answers& said) {
    if (m_model) make_largest_true(holders_who_came(said, false));
  }

  /// A label of everybody: its own, or the likeliest.
  std::vector<std::int64_t> likeliest() const {
    std::vector<std::int64_t> of;
    of.reserve(m_known.of.size());
    for (std::size_t u = 0; u < m_known.of.size(); ++u) {
      Index best = m_known.of[u];
      if (m_known.of[u] == no_group) m_chances.row(index(u)).maxCoeff(&best);
      of.push_back(best);
    }
    return of;
  }

  label_chances chances() const {
    const std::size_t labels = m_known.names.size();
    std::vector<float> all(m_known.of.size() * labels);
    for (std::size_t u = 0; u < m_known.of.size(); ++u)
      for (std::size_t b = 0; b < labels; ++b)
        all[u * labels + b] = m_known.of[u] == no_group ? static_cast<float>(m_chances(index(u), index(b)))
                                                        : (m_known.of[u] == b ? 1.0F : 0.0F);
    return {labels, std::move(all)};
  }

  double largest_share() const { return m_shares.maxCoeff(); }

  /// The mean of the largest chances: each user is a coin of its own, and what the fit does not
  /// know is the same for all, so that the bound is what calibration may be off by.
  estimate right(const label_chances& chances, bool is_tempered) const {
    double sum = 0.0, variance = 0.0, users = 0.0;
    for (std::size_t u = 0; u < m_known.of.size(); ++u) {
      if (m_known.of[u] != no_group) continue;
      const double p = static_cast<double>(*ranges::max_element(chances.of(u)));
      sum += p;
      variance += p * (1.0 - p);
      ++users;
    }
    if (users == 0.0) return {1.0, 0.0};
    estimate share{sum / users, std::sqrt(variance) / users};
    double learned_from = 0.0;
    for (const std::size_t u : m_holders) learned_from += !is_tempered || m_is_kept_back[u] ? 1.0 : 0.0;
    share.bias_bound = std::sqrt(share.value * (1.0 - share.value) / std::max(1.0, learned_from));
    return share;
  }

 private:
  struct some_holders {
    std::vector<std::size_t> users;
    std::vector<std::uint32_t> labels;
  };

  /// What a power of all chances leaves: the likeliest label of everybody gets the chance that such
  /// chances are worth among these users, the others share the rest as before, and none of them
  /// overtakes it.
  void make_largest_true(const some_holders& known) {
    Eigen::VectorXd said(index(known.users.size())), are_right(index(known.users.size()));
    for (std::size_t i = 0; i < known.users.size(); ++i) {
      Index likeliest = 0;
      said[index(i)] = m_chances.row(index(known.users[i])).maxCoeff(&likeliest);
      are_right[index(i)] = likeliest == index(known.labels[i]) ? 1.0 : 0.0;
    }
    const odds_line worth(said, are_right);
    for (auto of_user : m_chances.rowwise()) {
      Index likeliest = 0;
      const double largest = of_user.maxCoeff(&likeliest), others = 1.0 - largest;
      if (!(others > 0.0)) continue;
      of_user[likeliest] = 0.0;
      const double second = of_user.maxCoeff() / others;
      const double now = std::max(worth(largest), second / (1.0 + second));
      of_user *= (1.0 - now) / others;
      of_user[likeliest] = now;
    }
  }

  some_holders holders_who_came(const group_answers& said, bool are_kept_back) const {
    some_holders some;
    for (std::size_t i = 0; i < m_holders.size(); ++i)
      if (const std::size_t u = m_holders[i]; said.came[u] && (!are_kept_back || m_is_kept_back[u]))
        some.users.push_back(u), some.labels.push_back(m_labels[i]);
    return some;
  }

  const public_groups& m_known;
  std::vector<std::size_t> m_holders;
  std::vector<std::uint32_t> m_labels;  // theirs
  std::vector<bool> m_is_kept_back;     // by user
  Eigen::VectorXd m_shares;             // of labels among them
  label_features m_features;
  std::optional<label_model> m_model;
  MatrixXd m_chances;
};

}  // namespace

labels_result infer_labels(session& s, const labels_options& options) {
  require_labels(options.known, s.everybody().size());
  const std::size_t labels = options.known.names.size();
  const epsilon half = share_of(options.total, 0.5);
  mixing_rounds played(s);
  public_coins coins(s.key(), stream_tag::communities, label_tuning::stream);
  inference known(options.known, coins);
  const std::vector<std::int64_t> sources = known.sources();
  const group_answers said = played.groups(sources, labels, half);
  const bool goes_on = known.learn(said) >= label_tuning::worth_a_round;
  if (goes_on) {
    const std::vector<std::int64_t> likeliest = known.likeliest();
    known.learn_inferred(played.groups(likeliest, labels, half));
  } else {
    known.settle(said);
  }
  label_chances chances = known.chances();
  const estimate right = known.right(chances, goes_on);
  return {half,    std::move(chances), right,     known.largest_share(),
          goes_on, sent_in(s),         s.close(), played.lies()};
}

}  // namespace edgeldp
