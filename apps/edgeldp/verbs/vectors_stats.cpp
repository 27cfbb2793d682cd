// SPDX-License-Identifier: MIT
#include <fmt/format.h>

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

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/release_file.hpp"
#include "edgeldp/core/wire/told.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/questions/common_neighbors/common_items.hpp"
#include "edgeldp/graph/questions/vectors/exact.hpp"
#include "edgeldp/graph/questions/vectors/sparse_vectors.hpp"
#include "edgeldp/graph/rounds/vector_rounds_simulation.hpp"
#include "io/claims.hpp"
#include "options/protocol_arguments.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"
#include "study/answer_parts.hpp"
#include "verbs/vectors_file.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

struct stats_arguments {
  std::string file, truth;
  std::size_t top = 10;
  std::vector<std::string> items, users, common;
};

/// Everything that goes into the records of `stats`.
struct context {
  explicit context(const stats_arguments& a)
      : path(a.file), file(a.file), noisy(count_noisy_values(file.published)) {
    if (a.truth.empty()) return;
    declared_catalog declared;
    declared.users = file.catalog.users;  // those without a line have no entry
    declared.items = file.catalog.items;
    declared.values = file.catalog.values;
    if (declared.values->front().empty()) declared.values->erase(declared.values->begin());
    for (std::uint32_t item = 0; !file.catalog.reference.empty() && item < file.catalog.items.size(); ++item)
      declared.reference.push_back(file.value(item, 0));
    require_true_values(a.truth, "which --truth compares with");
    const read_vectors_result input = read_vectors(a.truth, declared);
    if (input.data.alphabet() != noisy.alphabet())
      throw invalid_parameter("the file's names of values do not fit its alphabet");
    data = input.data;
    exact = exact::count_values(*data);
  }

  std::string path;
  named_release file;
  value_counts noisy;
  std::optional<sparse_vectors> data;
  std::optional<value_counts> exact;

  const any_codec& codec() const { return file.published.layout().codec(); }
};

record number_or_null(const std::optional<double>& x) {
  return x ? record(*x) : record(nullptr);
}

/// For counts of users or of entries whose relative standard error falls as that of one noisy bit.
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

/// What one question gives: a result, what it is called in an answer for people, and the numbers
/// within it that such an answer has lines for.
struct finding {
  record result;
  std::string name;
  std::string of;  ///< of whom the numbers within are; empty: of all users and items
  std::vector<named_result> within = {};

  void add_line(const context& c, const std::string& what, const estimate& e, std::optional<double> truth) {
    record line = {{"estimate", e.value}, {"standard_error", e.standard_error}};
    add_interval_fields(line, e, search_for_counts(c));
    if (truth) line["exact"]["truth"] = *truth;
    within.push_back({of.empty() ? what : of + ": " + what, std::move(line)});
  }
};

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

/// All users and items.
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

/// The most frequent items, by their estimates.
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

/// Offsets are values where the reference is the same everywhere; otherwise there is no histogram.
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

// ---- as an answer

std::string cost_text(const context& c, const record& r) {
  std::string said =
      fmt::format("A user sent {}. Without its names the file has {}",
                  byte_count(number_of(r, "upload_bytes")), byte_count(number_of(r, "download_bytes")));
  const double bits = number_of(r, "bits_per_edge");
  if (bits > 0.0) said += fmt::format("; {:.2g} bits for each entry", bits);
  said += ".";
  return c.data ? said + here_text(r.at("exact"), "users") : said;
}

std::string next_text(const context& c) {
  const vector_catalog& names = c.file.catalog;
  std::string next;
  if (!names.items.empty())
    next = fmt::format("`edgeldp vectors stats {} --item {}` tells the values at an item", as_typed(c.path),
                       as_typed(names.items.front()));
  if (names.users.size() > 1)
    next += fmt::format("; --user {0} those of a user; --common {0} {1} what two users both have",
                        as_typed(names.users[0]), as_typed(names.users[1]));
  next += c.data ? "" : "; --truth FILE compares with the data";
  return next + "; -v and --json tell every field.";
}

/// What an entry is, and of whom lines are.
std::string meaning_text(const context& c) {
  const std::string entry = c.file.catalog.reference.empty()
                                ? "An entry is a value that a user has at an item."
                                : "An entry is a value of a user that differs from the reference.";
  return entry +
         " Shares are of all users; values are counted over all users and items, unless a line "
         "names one.";
}

std::string stats_text(const context& c, std::span<const finding> findings) {
  const screen on = screen::of_stdout();
  const record& r = findings.front().result;
  std::vector<named_result> lines;
  for (const finding& f : findings) {
    if (std::ranges::find(lines, f.name, &named_result::name) == lines.end())  // asked for, and frequent
      lines.push_back({f.name, f.result});
    lines.insert(lines.end(), f.within.begin(), f.within.end());
  }
  std::string all = paragraph("", c.path + ": " + contents_text(c.noisy.users(), c.file.catalog, r), on) +
                    "\n" + estimates_text(lines, on) + "\n";
  if (const std::string caution = caution_text(lines); !caution.empty())
    all += paragraph("Caution", caution, on);
  return all + paragraph("Meaning", meaning_text(c), on) + paragraph("Privacy", vectors_privacy_text(r), on) +
         paragraph("Cost", cost_text(c, r), on) +
         paragraph("Method", vectors_method_text(r, !c.file.catalog.reference.empty()), on) +
         simulation_text(lines,
                         "--truth names the data, so exact values are known. They are no part of what the "
                         "file tells.",
                         on) +
         paragraph("Next", next_text(c), on);
}

void print_stats(const stats_arguments& a, output_style style) {
  if (a.common.size() % 2 != 0) throw invalid_parameter("--common takes pairs of users");
  const context c(a);
  std::vector<finding> all = {overview(c)};
  add_top(c, a.top, all);
  for (const std::string& item : a.items) all.push_back(about_item(c, item));
  for (const std::string& user : a.users) all.push_back(about_user(c, user));
  for (std::size_t i = 0; i < a.common.size(); i += 2)
    all.push_back(about_pair(c, a.common[i], a.common[i + 1]));
  if (style == output_style::text) return write_stdout(stats_text(c, all));
  for (const finding& f : all) print_record(f.result, style == output_style::json);
}

}  // namespace

void add_vectors_stats(verb_options& verb, const common_arguments& common) {
  stats_arguments& a = acts_by(verb, common, print_stats);
  add_vectors_file(verb, a.file);
  verb.add_option("--top", a.top, "So many of the most frequent items")->capture_default_str();
  verb.add_option("--item", a.items, "Frequency, histogram and mean of these items");
  verb.add_option("--user", a.users, "Number, histogram and mean of these users' values");
  verb.add_option("--common", a.common, "Pairs of users: items that both have");
  verb.add_option("--truth", a.truth, "The data themselves: true values and errors beside the estimates")
      ->type_name(value::file);
}

}  // namespace edgeldp::cli
