// SPDX-License-Identifier: MIT
#include "verbs/vectors_findings.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "edgeldp/core/wire/release_file.hpp"
#include "edgeldp/core/wire/told.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/questions/common_neighbors/common_items.hpp"
#include "edgeldp/graph/questions/vectors/exact.hpp"
#include "edgeldp/graph/questions/vectors/sparse_vectors.hpp"
#include "io/claims.hpp"
#include "verbs/vectors_file.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli::vectors {

budget_search search_for_counts(const context& c) {
  return [&c](const estimate& e) {
    const vector_parameters& p = c.file.published.parameters();
    const codec_spec codec = codec_of(p);
    const auto error_at = [&](double entries) {
      const epsilon budget = epsilon::from_nats(std::min(entries, codec.largest_budget()));
      return std::sqrt(codec.law(budget, p.alphabet).non_edge_variance());
    };
    const double total = p.total.nats(), entries = p.entries.nats(), now = error_at(entries);
    return least_usable_epsilon(total, [&](double other) {
      return relative_half_width(e) * error_at(entries * other / total) / now;
    });
  };
}

namespace {

record number_or_null(const std::optional<double>& x) {
  return x ? record(*x) : record(nullptr);
}

/// A record of one estimate; `what` comes first.
record estimate_record(const context& c, record what, const estimate& e, std::optional<double> truth) {
  const vector_release& r = c.file.published;
  record out = {{"graph", c.path}, {"nodes", c.noisy.users()}, {"items", c.noisy.length()}};
  out.update(what);
  out["estimate"] = e.value;
  out["standard_error"] = e.standard_error;
  add_interval_fields(out, e, search_for_counts(c));
  out["runs"] = 1;
  add_guarantee(out, r.parameters().simulated, flaws_of_chunks(r.parameters().is_private()));
  out["told"] = told(r.layout(), r.catalog()).hex();
  if (truth) out["exact"] = exact_facts(c.data->entry_count(), *truth, std::abs(e.value - *truth));
  return out;
}

/// Adds estimates by value, as an object of objects, and true counts by value; "no value" is
/// written (none), and has no line.
void add_histogram(const context& c, finding& f, std::span<const estimate> by_value,
                   std::span<const std::uint64_t> truth) {
  for (std::size_t v = 0; v < by_value.size(); ++v) {
    const std::string& value = c.file.catalog.values[v];
    const std::string name = value.empty() ? "(none)" : value;
    f.result["values"][name] = {{"estimate", by_value[v].value},
                                {"standard_error", by_value[v].standard_error}};
    if (!truth.empty()) f.result["exact"]["values"][name] = truth[v];
    if (!value.empty() && by_value.size() > 2)  // the only value is what the result itself is about
      f.add_line(c, "value " + value, by_value[v],
                 truth.empty() ? std::nullopt : std::optional(static_cast<double>(truth[v])));
  }
}

/// Offsets at one item, turned into values.
template <class T>
std::vector<T> by_value(const context& c, std::uint32_t item, std::span<const T> by_offset) {
  std::vector<T> result(by_offset.begin(), by_offset.end());
  std::ranges::rotate(result, result.end() - static_cast<std::ptrdiff_t>(c.file.reference(item)));
  return result;
}

/// Values as numbers, by offset from the first: what means are taken of. Only where the first is
/// "no value" and all others are numbers.
std::optional<std::vector<double>> scores(const context& c) {
  const std::vector<std::string>& values = c.file.catalog.values;
  if (!values[0].empty() || !c.file.catalog.reference.empty()) return std::nullopt;
  std::vector<double> result(values.size());
  for (std::size_t v = 1; v < values.size(); ++v) {
    const char* const last = values[v].data() + values[v].size();
    const auto [end, error] = std::from_chars(values[v].data(), last, result[v]);
    if (error != std::errc() || end != last || !std::isfinite(result[v])) return std::nullopt;
  }
  return result;
}

std::optional<double> true_mean(std::span<const std::uint64_t> exact, std::span<const double> scores) {
  double sum = 0.0, count = 0.0;
  for (std::size_t v = 1; v < exact.size(); ++v) {
    sum += scores[v] * static_cast<double>(exact[v]);
    count += static_cast<double>(exact[v]);
  }
  return count > 0.0 ? std::optional(sum / count) : std::nullopt;
}

/// Adds the mean of the values, where there is one; of a single value there is no line.
void add_mean(const context& c, finding& f, std::span<const std::uint64_t> noisy,
              std::span<const std::uint64_t> exact) {
  const auto weights = scores(c);
  if (!weights) return;
  const auto mean = estimate_mean(noisy, c.codec(), *weights);
  f.result["mean"] = {{"estimate", mean ? record(mean->value) : record(nullptr)},
                      {"standard_error", mean ? record(mean->standard_error) : record(nullptr)}};
  const std::optional<double> truth = exact.empty() ? std::nullopt : true_mean(exact, *weights);
  if (!exact.empty()) f.result["exact"]["mean"] = number_or_null(truth);
  if (mean && weights->size() > 2) f.add_line(c, "mean value", *mean, truth);
}

std::vector<std::uint64_t> total_offsets(const value_counts& counts) {
  std::vector<std::uint64_t> total(counts.alphabet());
  for (std::uint64_t item = 0; item < counts.length(); ++item)
    for (std::uint32_t offset = 0; offset < counts.alphabet(); ++offset)
      total[offset] += counts.item(item)[offset];
  return total;
}

std::vector<std::uint64_t> total_values(const context& c, const value_counts& counts) {
  std::vector<std::uint64_t> total(counts.alphabet());
  for (std::uint32_t item = 0; item < counts.length(); ++item) {
    const auto values = by_value(c, item, counts.item(item));
    for (std::size_t v = 0; v < values.size(); ++v) total[v] += values[v];
  }
  return total;
}

/// Mean bytes of a user's messages.
double upload_bytes(const context& c) {
  const vector_release& r = c.file.published;
  std::uint64_t bytes = 0;
  for (std::uint64_t u = 0; u < c.noisy.users(); ++u)
    bytes += write_vector(r.layout(), static_cast<vertex_id>(u), r.words(static_cast<vertex_id>(u))).size();
  if (r.parameters().sizes == size_rule::released_size)
    for (const std::int64_t size : r.layout().sizes()) bytes += integer_message(size).size();
  return static_cast<double>(bytes) / static_cast<double>(c.noisy.users());
}

}  // namespace

finding overview(const context& c) {
  const vector_release& r = c.file.published;
  const estimate entries = estimate_entries(c.noisy, r.difference_law());
  const vector_release_sizes sizes = sizes_of(r);
  const auto truth = c.data ? std::optional(static_cast<double>(c.data->entry_count())) : std::nullopt;
  finding f{estimate_record(c, {{"statistic", "entries"}}, entries, truth), "entries", ""};
  f.result.update(describe_parameters(r));
  const auto values = estimate_values(c.noisy, c.codec(), c.file.catalog.reference);
  add_histogram(c, f, values, c.exact ? total_values(c, *c.exact) : std::vector<std::uint64_t>());
  add_mean(c, f, total_offsets(c.noisy), c.exact ? total_offsets(*c.exact) : std::vector<std::uint64_t>());
  f.result["upload_bytes"] = upload_bytes(c);
  f.result["download_bytes"] = sizes.total() - sizes.catalog;
  f.result["bits_per_edge"] = bits_per_edge(static_cast<double>(sizes.entries), entries.value);
  if (c.data) add_cost(f.result["exact"], elapsed_seconds());
  f.result["key"] = hex(r.parameters().key.value);
  return f;
}

namespace {

std::optional<double> true_share(const context& c, std::uint32_t item) {
  if (!c.exact) return std::nullopt;
  return static_cast<double>(c.exact->differing(item)) / static_cast<double>(c.noisy.users());
}

/// Share of the users whose value at an item differs from the reference.
estimate share_of_item(const context& c, std::uint32_t item) {
  return scaled(estimate_frequency(c.noisy, c.codec(), item), 1.0 / static_cast<double>(c.noisy.users()));
}

std::string share_name(const context& c, const std::string& item) {
  return (c.file.catalog.reference.empty() ? "share with " : "share that differs at ") + item;
}

}  // namespace

void add_top(const context& c, std::size_t top, std::vector<finding>& all) {
  std::vector<std::uint32_t> items(c.noisy.length());
  std::iota(items.begin(), items.end(), 0U);
  top = std::min(top, items.size());
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    return c.noisy.differing(a) != c.noisy.differing(b) ? c.noisy.differing(a) > c.noisy.differing(b) : a < b;
  };
  std::ranges::partial_sort(items, items.begin() + static_cast<std::ptrdiff_t>(top), before);
  for (std::size_t place = 0; place < top; ++place) {
    const std::uint32_t item = items[place];
    const std::string& name = c.file.catalog.items[item];
    all.push_back({estimate_record(c, {{"statistic", "frequency"}, {"place", place + 1}, {"item", name}},
                                   share_of_item(c, item), true_share(c, item)),
                   share_name(c, name), ""});
  }
}

finding about_item(const context& c, const std::string& name) {
  const std::uint32_t item = c.file.item(name);
  finding f{estimate_record(c, {{"statistic", "item"}, {"item", name}}, share_of_item(c, item),
                            true_share(c, item)),
            share_name(c, name), name};
  const auto offsets = estimate_offsets(c.noisy.item(item), c.codec());
  add_histogram(
      c, f, by_value(c, item, std::span<const estimate>(offsets)),
      c.exact ? by_value(c, item, std::as_const(*c.exact).item(item)) : std::vector<std::uint64_t>());
  add_mean(c, f, c.noisy.item(item),
           c.exact ? std::as_const(*c.exact).item(item) : std::span<const std::uint64_t>());
  return f;
}

finding about_user(const context& c, const std::string& name) {
  const std::uint32_t u = c.file.user(name);
  const std::vector<std::uint64_t> noisy = count_noisy_offsets(c.file.published, u);
  std::vector<std::uint64_t> exact;
  if (c.data) {
    exact.resize(noisy.size());
    for (const row_entry& e : c.data->row(u)) ++exact[e.offset];
    exact[0] = c.noisy.length() - c.data->row(u).size();
  }
  const estimate entries =
      estimate_ones(c.noisy.length() - noisy[0], c.noisy.length(), c.file.published.difference_law());
  const auto truth = c.data ? std::optional(static_cast<double>(c.data->row(u).size())) : std::nullopt;
  finding f{estimate_record(c, {{"statistic", "user"}, {"user", name}}, entries, truth), "entries of " + name,
            name};
  if (c.file.catalog.reference.empty()) {
    add_histogram(c, f, estimate_offsets(noisy, c.codec()), exact);
    add_mean(c, f, noisy, exact);
  }
  return f;
}

finding about_pair(const context& c, const std::string& first, const std::string& second) {
  const std::uint32_t u = c.file.user(first), w = c.file.user(second);
  const auto truth =
      c.data ? std::optional(static_cast<double>(exact::count_common_items(*c.data, u, w))) : std::nullopt;
  return {estimate_record(c, {{"statistic", "common_items"}, {"users", {first, second}}},
                          estimate_common_items(c.file.published, u, w), truth),
          fmt::format("common items of {}, {}", first, second), ""};
}

}  // namespace edgeldp::cli::vectors
