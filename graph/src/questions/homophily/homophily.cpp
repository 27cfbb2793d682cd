// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/homophily/homophily.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "belief/lost_users.hpp"
#include "edgeldp/channel/channel_json.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "edgeldp/graph/rounds/row_release.hpp"
#include "edgeldp/graph/uniform/release_plan.hpp"

namespace edgeldp {

namespace {

/// What the rounds after `attributes` bring.
struct edge_knowledge {
  std::vector<noisy_profiles> profiles;
  std::shared_ptr<const release> published;
  std::uint64_t edge_section_bytes = 0;
  neighbor_count_round counts{};
  plausibility lies{};
};

/// Counts by user.
neighbor_count_round of_users(neighbor_count_round by_number, const roster& asked, const roster& present) {
  if (present.is_everybody()) return by_number;
  neighbor_count_round counts{by_number.width,
                              by_number.noise_variance,
                              std::vector<std::int64_t>(asked.users() * by_number.width),
                              {},
                              std::move(by_number.spans)};
  for (std::uint64_t number = 0; number < asked.size(); ++number)
    ranges::copy(by_number.of(number),
                 counts.values.begin() + static_cast<std::ptrdiff_t>(asked.user(number) * counts.width));
  counts.absent = not_on(present);
  return counts;
}

/// How many neighbours may be counted by report: no more than users who reported it.
std::vector<plausible_number> plausible_neighbors(const public_reports& reports, epsilon budget) {
  const plausible_noise noise(reports.attributes.size(), budget);
  std::vector<plausible_number> ranges;
  for (const attribute_reports& a : reports.attributes) {
    std::vector<std::uint64_t> users(a.law.output_count());
    for (const std::uint32_t report : a.of)
      if (report != no_report) ++users[report];
    for (const std::uint64_t most : users) ranges.emplace_back(0, static_cast<int128>(most), noise);
  }
  return ranges;
}

/// counts: in the order of the roster.
plausibility clamp_neighbors(neighbor_count_round& counts, const roster& asked,
                             std::span<const plausible_number> ranges) {
  plausibility_check check(true);
  check.clamp_each(asked, ranges, counts.values);
  for (const plausible_number& range : ranges)
    counts.spans.push_back(static_cast<double>(range.high() - range.low()));
  return check.found();
}

edge_knowledge ask_for_counts(session& s, const public_ref<public_reports>& reports,
                              const homophily_plan& plan) {
  const roster asked = s.present();
  neighbor_count_round released =
      counts_of(s.ask(neighbor_round{plan.count, {reports}}, {plan.count, asked}), *reports, plan.count);
  require_somebody(s.present());
  plausibility lies = clamp_neighbors(released, asked, plausible_neighbors(*reports, plan.count));
  neighbor_count_round counts = of_users(std::move(released), asked, s.present());
  std::vector<noisy_profiles> profiles = profiles_of(reports->attributes, counts);
  return {std::move(profiles), nullptr, 0, std::move(counts), std::move(lies)};
}

edge_knowledge ask_for_rows(session& s, const public_reports& reports, const homophily_plan& plan,
                            const homophily_options& options) {
  const roster all = s.everybody();
  released_values degrees = s.ask(degree_round{plan.degree}, {plan.degree, all});
  two_step header;
  header.total = options.total;
  header.codec = options.codec;
  const auto order =
      s.publish(std::make_shared<const public_order>(header.order, s.key(), std::move(degrees.values)));
  public_view known(order.object, plan.degree);
  if (!plan.size.is_zero()) {
    known.learn_sizes(s.ask(size_round{plan.size, {order}}, {plan.size, all}).values, plan.size);
  }
  const round_budgets budgets{plan.degree, plan.size, plan.edges, epsilon()};
  const auto layout = publish_layout(s, order, known.sizes(), [&] {
    return plan_release(header, known, budgets, s.key(), s.is_simulated());
  });
  const row_release rows = publish_rows(s, layout);
  return {profiles_of(reports.attributes, *rows.rows, materialize(*rows.rows)), rows.rows.object,
          rows.sizes.edges};
}

}  // namespace

void homophily_plan::write(byte_string& out) const {
  canonical_writer to(out);
  to.number(static_cast<int128>(method)).number(static_cast<int128>(channels.size()));
  for (const channel& c : channels) to.text(channel_to_json(c));
  for (const epsilon& share : {attributes, degree, size, edges, count}) to.budget(share);
  to.real(predicted_error);
}

homophily_plan homophily_plan::read(std::span<const std::byte> in) {
  canonical_reader from(in);
  homophily_plan plan;
  plan.method =
      static_cast<homophily_method>(from.count(static_cast<std::uint64_t>(homophily_method::edges)));
  for (std::uint64_t left = from.count(in.size()); left > 0; --left)
    plan.channels.push_back(channel_from_json(from.text()));
  for (epsilon* share : {&plan.attributes, &plan.degree, &plan.size, &plan.edges, &plan.count})
    *share = from.budget();
  plan.predicted_error = from.real();
  from.end();
  return plan;
}

homophily_result estimate_homophily(session& s, std::span<const channel::labels> values,
                                    const homophily_options& options) {
  const roster all = s.everybody();
  if (all.size() == 0) throw bad_graph_input("the graph has no vertices");
  const auto plan =
      s.decide<homophily_plan>("plan", [&] { return plan_homophily(options, all.size(), values); });
  report_round::answers answers = s.ask(report_round{plan.attributes, plan.channels}, {plan.attributes, all});
  require_somebody(s.present());
  auto reports = std::make_shared<const public_reports>(std::move(answers).publish());
  const auto download = static_cast<double>(reports->packed().size());
  const bool count = plan.method == homophily_method::counts;
  // Only who counts needs the reports of others.
  edge_knowledge edges =
      count ? ask_for_counts(s, s.publish(reports), plan) : ask_for_rows(s, *reports, plan, options);
  const edgeldp::communication sent{static_cast<double>(s.upload_bytes()) / static_cast<double>(all.size()),
                                    count ? download : 0.0, static_cast<double>(edges.edge_section_bytes)};
  homophily_result result{{},
                          plan,
                          sent,
                          std::move(edges.published),
                          reports->attributes,
                          std::move(edges.counts),
                          s.close(),
                          std::move(edges.lies)};
  for (std::size_t a = 0; a < plan.channels.size(); ++a)
    result.attributes.emplace_back(plan.channels[a], std::move(edges.profiles[a]));
  return result;
}

namespace {

/// How far one user's counts move the sum over entries of G S at most, by its report.
std::vector<double> reaches_by_report(const Eigen::MatrixXd& by_report, std::span<const double> spans) {
  std::vector<double> reaches;
  for (Eigen::Index u = 0; u < by_report.rows(); ++u) {
    double most = 0.0;
    for (Eigen::Index v = 0; v < by_report.cols(); ++v)
      most += std::abs(by_report(u, v)) * spans[static_cast<std::size_t>(v)];
    reaches.push_back(most);
  }
  return reaches;
}

}  // namespace

mixing_influence influence_of(const homophily_result& result, std::size_t attribute, std::uint64_t liars) {
  if (attribute >= result.reports.size() || result.counts.spans.size() != result.counts.width)
    throw invalid_parameter("influence: no counts of attribute " + std::to_string(attribute));
  std::size_t begin = 0;
  for (std::size_t a = 0; a < attribute; ++a) begin += result.reports[a].law.output_count();
  const attribute_reports& reports = result.reports[attribute];
  const std::size_t outputs = reports.law.output_count();
  std::vector<double> reported(outputs), came(outputs);
  for (std::size_t u = 0; u < reports.of.size(); ++u) {
    if (reports.of[u] == no_report) continue;
    reported[reports.of[u]] += 1.0;
    const bool is_absent = ranges::binary_search(result.counts.absent, static_cast<vertex_id>(u));
    came[reports.of[u]] += is_absent ? 0.0 : 1.0;
  }
  const Eigen::MatrixXd& w = result.attributes[attribute].moments().weights;
  const auto most = [&](const Eigen::MatrixXd& g) {
    const std::span<const double> spans = std::span(result.counts.spans).subspan(begin, outputs);
    const std::vector<double> each = reaches_by_report(w.transpose() * g * w, spans);
    plausibility all;
    for (std::size_t u = 0; u < outputs; ++u)
      if (came[u] > 0.0)  // who was lost is taken for the mean of these
        all.reaches.push_back({each[u] * reported[u] / came[u], static_cast<std::uint64_t>(came[u])});
    ranges::sort(all.reaches, std::greater(), &plausibility::reach::most);
    return all.influence(liars);
  };
  const Eigen::MatrixXd same = 0.5 * Eigen::MatrixXd::Identity(w.rows(), w.rows());
  return {most(same), most(0.5 * Eigen::MatrixXd::Ones(w.rows(), w.rows()) - same)};
}

}  // namespace edgeldp
