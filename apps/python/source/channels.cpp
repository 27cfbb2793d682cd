// SPDX-License-Identifier: MIT
#include "edgeldp/channel/channel.hpp"

#include <fmt/format.h>
#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arrays.hpp"
#include "edgeldp/channel/channel_json.hpp"
#include "edgeldp/channel/estimation/proportions.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "interruptible.hpp"
#include "module.hpp"
#include "options/channel_argument.hpp"
#include "options/nearest_word.hpp"

namespace edgeldp::python {

namespace {

using names = std::vector<std::string>;

const cli::channel_mechanism& mechanism_called(const std::string& name) {
  const auto all = cli::channel_mechanisms();
  const auto found = std::ranges::find(all, name, &cli::channel_mechanism::name);
  if (found != all.end()) return *found;
  names known;
  for (const cli::channel_mechanism& m : all) known.emplace_back(m.name);
  throw invalid_parameter("there is no mechanism '" + name + "'" + cli::nearest_or_all(name, known));
}

// NOLINTNEXTLINE(readability-function-size): keywords of a Python function.
channel make(const std::string& mechanism, double epsilon_nats, names categories,
             const std::optional<std::vector<double>>& prior, double sigma, std::size_t favoured,
             const std::optional<names>& bins, const std::optional<Eigen::MatrixXd>& utility) {
  const cli::channel_mechanism& family = mechanism_called(mechanism);
  if (family.needs_bins != bins.has_value())
    throw invalid_parameter(mechanism + (bins ? " has no bins" : ": needs bins, one for each category"));
  if (bins && bins->size() != categories.size())
    throw invalid_parameter(
        fmt::format("bins: {} of them for {} categories", bins->size(), categories.size()));
  if (prior && prior->size() != categories.size())
    throw invalid_parameter(
        fmt::format("prior: {} numbers for {} categories", prior->size(), categories.size()));
  return family.make({.budget = epsilon::from_nats(epsilon_nats),
                      .categories = std::move(categories),
                      .prior = prior.value_or(std::vector<double>()),
                      .sigma = sigma,
                      .favoured = favoured,
                      .bins = bins.value_or(names()),
                      .utility = utility.value_or(Eigen::MatrixXd())});
}

std::map<std::string, std::string> mechanisms() {
  std::map<std::string, std::string> all;
  for (const cli::channel_mechanism& m : cli::channel_mechanisms())
    all.emplace(std::string(m.name), std::string(m.summary));
  return all;
}

/// A channel as reports name it. mechanism, nats: of `make`; nothing for any other.
cli::named_channel named(const channel& c, const std::optional<std::string>& mechanism,
                         std::optional<double> nats) {
  return {mechanism.value_or("of a matrix or a file"),
          nats ? std::optional(epsilon::from_nats(*nats)) : std::nullopt, c};
}

/// What the program writes beside reports.
std::string maker(const channel& c, const std::optional<std::string>& mechanism, std::optional<double> nats) {
  return cli::maker_of(named(c, mechanism, nats)).text();
}

/// Errors: value_error that tells both channels.
void require_maker(const channel& c, const std::optional<std::string>& mechanism, std::optional<double> nats,
                   const std::string& of, const std::string& made_by) {
  cli::require_maker(of, cli::report_maker::read(made_by), named(c, mechanism, nats));
}

/// Errors: value_error naming the first that is no place in a domain of so many.
void require_places(std::span<const std::int64_t> places, std::size_t count, const char* what) {
  const auto bad = std::ranges::find_if(
      places, [&](std::int64_t x) { return x < 0 || static_cast<std::uint64_t>(x) >= count; });
  if (bad != places.end())
    throw py::value_error(fmt::format("{}[{}] = {}: must be 0 to {}, the place of a label", what,
                                      bad - places.begin(), *bad, count - 1));
}

/// One report of every person. seed: of replayed coins.
array<std::int64_t> sample(const channel& c, const array<std::int64_t>& truths,
                           std::optional<std::uint64_t> seed) {
  const std::span<const std::int64_t> of = span_of(truths, "truths");
  require_places(of, c.input_count(), "truths");
  array<std::int64_t> reports(truths.size());
  std::int64_t* to = reports.mutable_data();
  const coin_source source = seed ? coin_source::simulated(*seed) : coin_source();
  // Coins by blocks of people, whatever the number of threads.
  constexpr std::size_t block = 4096;
  const auto draw_block = [&](std::size_t b) {
    source(coin_purpose::answers, static_cast<vertex_id>(b), [&](private_randomness& coins) {
      for (std::size_t i = b * block; i < std::min(of.size(), (b + 1) * block); ++i)
        to[i] = static_cast<std::int64_t>(c.sample(static_cast<std::size_t>(of[i]), coins));
    });
  };
  if (of.size() <= block) {  // not worth a thread
    if (!of.empty()) draw_block(0);
    return reports;
  }
  run_interruptibly(py::none(), [&] {
    parallel_for(0, (of.size() + block - 1) / block, 1, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t b = first; b < last; ++b) draw_block(b);
    });
  });
  return reports;
}

/// How often each joint report was made, the last attribute fastest.
std::vector<std::uint64_t> joint_counts(const std::vector<channel>& channels,
                                        const std::vector<array<std::int64_t>>& reports) {
  if (channels.empty() || channels.size() != reports.size())
    throw py::value_error(fmt::format("{} channels and {} columns of reports: as many, and one at least",
                                      channels.size(), reports.size()));
  const joint_domain domain{std::span(channels)};
  std::vector<std::size_t> cells(static_cast<std::size_t>(reports.front().size()));
  for (std::size_t a = 0; a < channels.size(); ++a) {
    const std::span<const std::int64_t> reported = span_of(reports[a], "reports");
    if (reported.size() != cells.size())
      throw py::value_error(
          fmt::format("reports: column {} has {} rows, the first {}", a, reported.size(), cells.size()));
    require_places(reported, channels[a].output_count(), "reports");
    for (std::size_t i = 0; i < cells.size(); ++i)
      cells[i] = cells[i] * channels[a].output_count() + static_cast<std::size_t>(reported[i]);
  }
  std::vector<std::uint64_t> counts(domain.output_cells);
  for (const std::size_t cell : cells) ++counts[cell];
  return counts;
}

py::dict estimate_proportions(const std::vector<channel>& channels,
                              const std::vector<array<std::int64_t>>& reports, bool fixed) {
  const std::vector<std::uint64_t> counts = joint_counts(channels, reports);
  struct found {
    proportion_estimate estimate;
    Eigen::VectorXd errors;
    proportion_intervals intervals;
  };
  const found f = interruptibly(py::none(), [&] {
    const sampling_model model = fixed ? sampling_model::fixed : sampling_model::sampled;
    proportion_estimate e(channels, counts);
    Eigen::VectorXd errors = e.standard_errors(model);
    proportion_intervals intervals = e.intervals(model);
    return found{std::move(e), std::move(errors), std::move(intervals)};
  });
  const auto table = [&](const Eigen::VectorXd& values) {
    return py::cast(values).attr("reshape")(py::cast(f.estimate.sizes()));
  };
  py::dict r;
  r["values"] = table(f.estimate.values());
  r["standard_errors"] = table(f.errors);
  r["low"] = table(f.intervals.low);
  r["high"] = table(f.intervals.high);
  r["reports"] = static_cast<std::uint64_t>(f.estimate.reports());
  r["condition_number"] = f.estimate.condition_number();
  return r;
}

}  // namespace

void bind_channels(py::module_& m) {
  py::class_<channel>(m, "Channel")
      .def_static("make", make, py::arg("mechanism"), py::arg("epsilon"), py::arg("categories"),
                  py::kw_only(), py::arg("prior") = py::none(), py::arg("sigma") = 1.0,
                  py::arg("favoured") = 1, py::arg("bins") = py::none(), py::arg("utility") = py::none())
      .def_static("from_matrix", &channel::from_probabilities, py::arg("inputs"), py::arg("outputs"),
                  py::arg("probabilities"))
      .def_static(
          "from_json", [](const std::string& text) { return channel_from_json(text); }, py::arg("text"))
      .def("to_json", [](const channel& c) { return channel_to_json(c); })
      .def_static("mechanisms", mechanisms)
      .def_property_readonly("inputs", &channel::inputs)
      .def_property_readonly("outputs", &channel::outputs)
      .def_property_readonly("probabilities",
                             [](const channel& c) { return Eigen::MatrixXd(c.probabilities()); })
      .def_property_readonly("loss", [](const channel& c) { return c.loss().nats; })
      .def("maker", maker, py::arg("mechanism"), py::arg("epsilon"))
      .def("require_maker", require_maker, py::arg("mechanism"), py::arg("epsilon"), py::arg("column"),
           py::arg("made_by"))
      .def("sample", sample, py::arg("truths").noconvert(), py::arg("seed") = py::none())
      .def("__eq__",
           [](const channel& a, const py::object& b) {
             return py::isinstance<channel>(b) && a == b.cast<const channel&>();
           })
      .def("__hash__",
           [](const channel& c) { return c.weight(0, 0) ^ (c.input_count() << 8U) ^ c.output_count(); });
  m.def("estimate_proportions", estimate_proportions, py::arg("channels"), py::arg("reports"), py::kw_only(),
        py::arg("fixed") = false);
  m.def(
      "losses_of", [](const std::vector<channel>& channels) { return loss_of(channels).nats(); },
      py::arg("channels"));
}

}  // namespace edgeldp::python
