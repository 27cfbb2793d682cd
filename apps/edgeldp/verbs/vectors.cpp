// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
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
#include "edgeldp/graph/common_neighbors/common_items.hpp"
#include "edgeldp/graph/input/read_vectors.hpp"
#include "edgeldp/graph/protocol/interval.hpp"
#include "edgeldp/graph/vectors/exact.hpp"
#include "edgeldp/graph/vectors/sparse_vectors.hpp"
#include "edgeldp/graph/vectors/vector_rounds_simulation.hpp"
#include "io/claims.hpp"
#include "io/release_file.hpp"
#include "io/report.hpp"
#include "options/option_kinds.hpp"
#include "options/protocol_arguments.hpp"
#include "options/shared_options.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

const char* name_of_rule(size_rule rule) {
  return rule == size_rule::released_size  ? "released-size"
         : rule == size_rule::public_bound ? "public-bound"
                                           : "true-size";
}

// ---- encode ----

struct encode_arguments {
  std::string data, output, users, items, reference, codec = "ppr";
  std::vector<std::string> values;
  double epsilon = 1.0, alpha = 2.0, size_share = vector_options().size_share;
  unsigned level = default_level;
  std::optional<double> beta;
  std::optional<std::uint64_t> seed;
  bool true_sizes = false;

  vector_options options() const {
    vector_options options;
    options.total = epsilon::from_nats(epsilon);
    options.codec = codec_spec::parse(codec, {alpha, level, beta});
    options.size_share = size_share;
    options.true_sizes = true_sizes;
    return options;
  }

  declared_catalog declared() const {
    if (!items.empty() && !reference.empty())
      throw invalid_parameter("--items and --reference both name the items: give one");
    declared_catalog result;
    if (!items.empty() || !reference.empty()) result = read_items(items.empty() ? reference : items);
    if (!items.empty()) result.reference.clear();
    if (!reference.empty() && result.reference.empty())
      throw bad_graph_input(reference + ": lines have no reference value (item,value)");
    if (!users.empty()) result.users = read_users(users);
    if (!values.empty()) result.values = values;
    return result;
  }
};

/// What was taken from the data, and must have been public all the same.
std::string derived_parts(const read_vectors_result& input) {
  std::string parts;
  if (input.users_are_derived) parts += ",users";
  if (input.items_are_derived) parts += ",items";
  if (input.values_are_derived) parts += ",values";
  return parts.substr(parts.empty() ? 0 : 1);
}

/// How many values differ from the reference, by the noisy ones.
estimate estimate_entries(const value_counts& noisy, const bit_law& law) {
  std::uint64_t ones = 0;
  for (std::uint64_t item = 0; item < noisy.length(); ++item) ones += noisy.differing(item);
  return estimate_ones(ones, noisy.users() * noisy.length(), law);
}

record describe_parameters(const vector_release& r) {
  const vector_parameters& p = r.parameters();
  spending spent;
  spent.add(ledger_of(p));
  const bit_law law = r.difference_law();
  record out = {
      {"epsilon", budget(p.total)},
      {"edge_ldp", budget(ledger_of(p).edge_ldp())},
      {"spent", spent.fields()},
      {"split", {{"size", budget(p.size)}, {"entries", budget(p.entries)}, {"count", budget(p.count)}}}};
  add_codec(out, p);
  out.update(
      {{"size_rule", name_of_rule(p.sizes)}, {"alphabet", p.alphabet}, {"p1", law.p1}, {"p0", law.p0}});
  return out;
}

record encode(const encode_arguments& a) {
  const read_vectors_result input = read_vectors(a.data, a.declared());
  const std::string derived = derived_parts(input);
  if (!derived.empty())
    write_stderr(fmt::format(
        "edgeldp: warning: {} come from the data and go into the file as public, which voids the "
        "guarantee unless they were; declare them with --users, --items or --reference, and --values\n",
        derived));
  const published_vectors result = publish_vectors(input.data, a.options(), key_of_run(a.seed, 0),
                                                   coins_of_run(a.seed, 0), write_catalog(input.catalog));
  const vector_release& r = *result.published;
  const vector_parameters& p = r.parameters();
  note_if_unspent(p.total, epsilon::from_units(p.size.units() + p.entries.units() + p.count.units()));
  vector_release_sizes sizes;
  if (a.output == "-") {
    const std::vector<std::byte> bytes = r.serialize(&sizes);
    write_stdout({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  } else {
    sizes = r.save(a.output);
  }
  const auto users = static_cast<double>(input.data.users());
  record out = {{"file", a.output},
                {"graph", a.data},
                {"nodes", input.data.users()},
                {"items", input.data.length()},
                {"users_declared", !input.users_are_derived},
                {"items_declared", !input.items_are_derived},
                {"values_declared", !input.values_are_derived},
                {"taken_from_data", derived}};
  out.update(describe_parameters(r));
  out["upload_bytes"] = static_cast<double>(result.upload_bytes) / users;
  out["download_bytes"] = sizes.total() - sizes.catalog;
  out["bits_per_edge"] = bits_per_edge(static_cast<double>(sizes.entries),
                                       estimate_entries(count_noisy_values(r), r.difference_law()).value);
  out["file_bytes"] = sizes.total();
  out["sections"] = {{"header", sizes.header},
                     {"sizes", sizes.sizes},
                     {"catalog", sizes.catalog},
                     {"entries", sizes.entries}};
  std::vector<std::string> flaws = flaws_of_chunks(r.parameters().is_private());
  if (!derived.empty()) flaws.push_back("taken from the private data: " + derived);
  add_guarantee(out, r.parameters().simulated, flaws);
  out["told"] = told(r.layout(), r.catalog()).hex();
  out["key"] = hex(r.parameters().key.value);
  return out;
}

// ---- a file and its names ----

struct named_release {
  explicit named_release(const std::string& path)
      : published(reading_vectors(path, [&] { return vector_release_reader(path).load(); })),
        catalog(published.catalog().empty()
                    ? numbered(published.layout())
                    : parse_catalog(published.catalog(), published.layout().users(),
                                    published.layout().length(), published.layout().alphabet())) {}

  std::uint32_t user(const std::string& name) const { return place_of("user", catalog.users, name); }
  std::uint32_t item(const std::string& name) const { return place_of("item", catalog.items, name); }
  std::uint32_t reference(std::uint32_t item) const {
    return catalog.reference.empty() ? 0 : catalog.reference[item];
  }
  /// Name of the value that an offset stands for at an item.
  const std::string& value(std::uint32_t item, std::uint32_t offset) const {
    return catalog.values[(reference(item) + offset) % published.layout().alphabet()];
  }

  vector_release published;
  vector_catalog catalog;

 private:
  /// Numbers for names, where a file has none; value 0 is "no value". Nothing in such a file
  /// justifies its length.
  /// Errors: format_error beyond 2^24 items.
  static vector_catalog numbered(const vector_layout& layout) {
    constexpr std::size_t length_at = 96;  // in the header
    if (layout.length() > std::uint64_t{1} << 24)
      throw format_error(length_at, "more than 2^24 items, and no catalog that names them");
    const auto count = [](std::uint64_t n) {
      std::vector<std::string> names(n);
      for (std::uint64_t i = 0; i < n; ++i) names[i] = std::to_string(i);
      return names;
    };
    vector_catalog catalog{count(layout.users()), count(layout.length()), count(layout.alphabet()), {}};
    catalog.values[0].clear();
    return catalog;
  }

  static std::uint32_t place_of(const char* what, const std::vector<std::string>& names,
                                const std::string& name) {
    const auto at = std::ranges::find(names, name);
    if (at == names.end())
      throw invalid_parameter(std::string(what) + " \"" + name + "\" is not in the file");
    return static_cast<std::uint32_t>(at - names.begin());
  }
};

// ---- decode ----

struct decode_arguments {
  std::string file;
  std::vector<std::string> users, items;
};

std::string quoted(const std::string& field) {
  if (field.find_first_of(",;\t\"#") == std::string::npos && !field.starts_with(' ') && !field.ends_with(' '))
    return field;
  std::string text = "\"";
  for (const char c : field) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + "\"";
}

/// All of them when none is named.
template <class Place>
std::vector<std::uint32_t> places(const std::vector<std::string>& names, std::uint64_t all, Place&& place) {
  std::vector<std::uint32_t> chosen(names.empty() ? all : 0);
  std::iota(chosen.begin(), chosen.end(), 0U);
  for (const std::string& name : names) chosen.push_back(place(name));
  return chosen;
}

void decode(const decode_arguments& a) {
  const named_release file(a.file);
  const vector_layout& layout = file.published.layout();
  const auto users = places(a.users, layout.users(), [&](const auto& name) { return file.user(name); });
  const auto items = places(a.items, layout.length(), [&](const auto& name) { return file.item(name); });
  std::vector<std::uint32_t> positions;
  for (const std::uint32_t item : items) positions.push_back(layout.position(item));
  std::vector<std::uint8_t> offsets(layout.length());
  write_stdout("user,item,value\n");
  for (const std::uint32_t user : users) {
    file.published.decode_offsets(user, offsets);
    const std::string name = quoted(file.catalog.users[user]);
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const std::uint8_t offset = offsets[positions[i]];
      if (offset != 0)
        text += name + "," + quoted(file.catalog.items[items[i]]) + "," +
                quoted(file.value(items[i], offset)) + "\n";
    }
    write_stdout(text);
  }
}

// ---- stats ----

struct stats_arguments {
  std::string file, truth;
  std::size_t top = 10;
  std::vector<std::string> items, users, common;
};

/// Everything that goes into the records of `stats`.
struct context {
  context(const stats_arguments& a, bool as_json)
      : json(as_json), path(a.file), file(a.file), noisy(count_noisy_values(file.published)) {
    if (a.truth.empty()) return;
    declared_catalog declared;
    declared.users = file.catalog.users;  // those without a line have no entry
    declared.items = file.catalog.items;
    declared.values = file.catalog.values;
    if (declared.values->front().empty()) declared.values->erase(declared.values->begin());
    for (std::uint32_t item = 0; !file.catalog.reference.empty() && item < file.catalog.items.size(); ++item)
      declared.reference.push_back(file.value(item, 0));
    const read_vectors_result input = read_vectors(a.truth, declared);
    if (input.data.alphabet() != noisy.alphabet())
      throw invalid_parameter("the file's names of values do not fit its alphabet");
    data = input.data;
    exact = exact::count_values(*data);
  }

  bool json;
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

/// Adds estimates by value, as an object of objects, and true counts by value; "no value" is
/// written (none).
void add_histogram(const context& c, record& out, std::span<const estimate> by_value,
                   std::span<const std::uint64_t> truth) {
  for (std::size_t v = 0; v < by_value.size(); ++v) {
    const std::string& value = c.file.catalog.values[v];
    const std::string name = value.empty() ? "(none)" : value;
    out["values"][name] = {{"estimate", by_value[v].value}, {"standard_error", by_value[v].standard_error}};
    if (!truth.empty()) out["exact"]["values"][name] = truth[v];
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

/// Adds the mean of the values, where there is one.
void add_mean(const context& c, record& out, std::span<const std::uint64_t> noisy,
              std::span<const std::uint64_t> exact) {
  const auto weights = scores(c);
  if (!weights) return;
  const auto mean = estimate_mean(noisy, c.codec(), *weights);
  out["mean"] = {{"estimate", mean ? record(mean->value) : record(nullptr)},
                 {"standard_error", mean ? record(mean->standard_error) : record(nullptr)}};
  if (!exact.empty()) out["exact"]["mean"] = number_or_null(true_mean(exact, *weights));
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

/// All users and items.
void print_overview(const context& c) {
  const vector_release& r = c.file.published;
  const std::vector<std::uint64_t> noisy = total_offsets(c.noisy);
  const estimate entries = estimate_entries(c.noisy, r.difference_law());
  std::uint64_t bytes = 0;
  for (std::uint64_t u = 0; u < c.noisy.users(); ++u)
    bytes += write_vector(r.layout(), static_cast<vertex_id>(u), r.words(static_cast<vertex_id>(u))).size();
  if (r.parameters().sizes == size_rule::released_size)
    for (const std::int64_t size : r.layout().sizes()) bytes += integer_message(size).size();
  vector_release_sizes sizes;
  r.serialize(&sizes);

  record out =
      estimate_record(c, {{"statistic", "entries"}}, entries,
                      c.data ? std::optional(static_cast<double>(c.data->entry_count())) : std::nullopt);
  out.update(describe_parameters(r));
  const auto values = estimate_values(c.noisy, c.codec(), c.file.catalog.reference);
  add_histogram(c, out, values, c.exact ? total_values(c, *c.exact) : std::vector<std::uint64_t>());
  add_mean(c, out, noisy, c.exact ? total_offsets(*c.exact) : std::vector<std::uint64_t>());
  out["upload_bytes"] = static_cast<double>(bytes) / static_cast<double>(c.noisy.users());
  out["download_bytes"] = sizes.total() - sizes.catalog;
  out["bits_per_edge"] = bits_per_edge(static_cast<double>(sizes.entries), entries.value);
  if (c.data) add_cost(out["exact"], elapsed_seconds());
  out["key"] = hex(r.parameters().key.value);
  print_record(out, c.json);
}

std::optional<double> true_share(const context& c, std::uint32_t item) {
  if (!c.exact) return std::nullopt;
  return static_cast<double>(c.exact->differing(item)) / static_cast<double>(c.noisy.users());
}

/// Share of the users whose value at an item differs from the reference.
estimate share_of_item(const context& c, std::uint32_t item) {
  return scaled(estimate_frequency(c.noisy, c.codec(), item), 1.0 / static_cast<double>(c.noisy.users()));
}

/// The most frequent items, by their estimates; in a table a line each.
void print_top(const context& c, std::size_t top) {
  std::vector<std::uint32_t> items(c.noisy.length());
  std::iota(items.begin(), items.end(), 0U);
  top = std::min(top, items.size());
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    return c.noisy.differing(a) != c.noisy.differing(b) ? c.noisy.differing(a) > c.noisy.differing(b) : a < b;
  };
  std::ranges::partial_sort(items, items.begin() + static_cast<std::ptrdiff_t>(top), before);
  for (std::size_t place = 0; place < top; ++place) {
    const std::uint32_t item = items[place];
    print_record(
        estimate_record(
            c, {{"statistic", "frequency"}, {"place", place + 1}, {"item", c.file.catalog.items[item]}},
            share_of_item(c, item), true_share(c, item)),
        c.json);
  }
}

void print_item(const context& c, const std::string& name) {
  const std::uint32_t item = c.file.item(name);
  record out = estimate_record(c, {{"statistic", "item"}, {"item", name}}, share_of_item(c, item),
                               true_share(c, item));
  const auto offsets = estimate_offsets(c.noisy.item(item), c.codec());
  add_histogram(
      c, out, by_value(c, item, std::span<const estimate>(offsets)),
      c.exact ? by_value(c, item, std::as_const(*c.exact).item(item)) : std::vector<std::uint64_t>());
  add_mean(c, out, c.noisy.item(item),
           c.exact ? std::as_const(*c.exact).item(item) : std::span<const std::uint64_t>());
  print_record(out, c.json);
}

/// Offsets are values where the reference is the same everywhere; otherwise there is no histogram.
void print_user(const context& c, const std::string& name) {
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
  record out =
      estimate_record(c, {{"statistic", "user"}, {"user", name}}, entries,
                      c.data ? std::optional(static_cast<double>(c.data->row(u).size())) : std::nullopt);
  if (c.file.catalog.reference.empty()) {
    add_histogram(c, out, estimate_offsets(noisy, c.codec()), exact);
    add_mean(c, out, noisy, exact);
  }
  print_record(out, c.json);
}

void print_common(const context& c, const std::string& first, const std::string& second) {
  const std::uint32_t u = c.file.user(first), w = c.file.user(second);
  print_record(
      estimate_record(c, {{"statistic", "common_items"}, {"users", {first, second}}},
                      estimate_common_items(c.file.published, u, w),
                      c.data ? std::optional(static_cast<double>(exact::count_common_items(*c.data, u, w)))
                             : std::nullopt),
      c.json);
}

void print_stats(const stats_arguments& a, bool json) {
  if (a.common.size() % 2 != 0) throw invalid_parameter("--common takes pairs of users");
  const context c(a, json);
  print_overview(c);
  print_top(c, a.top);
  for (const std::string& item : a.items) print_item(c, item);
  for (const std::string& user : a.users) print_user(c, user);
  for (std::size_t i = 0; i < a.common.size(); i += 2) print_common(c, a.common[i], a.common[i + 1]);
}

}  // namespace

void add_vectors_encode(CLI::App& verb, const common_arguments& common) {
  auto a = std::make_shared<encode_arguments>();
  verb.add_option("data", a->data, "CSV file, gzip or not; '-' for standard input")
      ->required()
      ->type_name(value::file);
  add_output(verb, a->output, "The file to write");
  add_epsilon(verb, a->epsilon);
  verb.add_option("--codec", a->codec,
                  "ppr (smallest messages), bitmap (plain randomized response), nullspace (two values only), "
                  "or auto (of two values: nullspace, from about 3.1 nats on bitmap; of more: ppr)")
      ->group(section::common)
      ->check(one_of(codec_names("auto")))
      ->capture_default_str();
  add_ppr_options(verb, a->alpha, a->level, a->beta);
  verb.get_option("--beta")->excludes("--level");
  verb.add_option("--size-share", a->size_share,
                  "Share of the budget that releases how many values a user has (not for bitmaps)")
      ->group(section::expert)
      ->capture_default_str();
  verb.add_flag("--true-sizes", a->true_sizes,
                "Sizes without noise, as published (ppr; NOT private, for reproduction)")
      ->group(section::expert);
  verb.add_option("--users", a->users,
                  "File with one user a line, who all send a vector; otherwise users are those of the data")
      ->group(section::input)
      ->type_name(value::file);
  verb.add_option("--items", a->items,
                  "File with one public item a line; otherwise items are those of the data")
      ->group(section::input)
      ->type_name(value::file);
  verb.add_option("--reference", a->reference,
                  "File with lines item,value: the public items and their reference values; otherwise the "
                  "reference is \"no value\" everywhere")
      ->group(section::input)
      ->type_name(value::file);
  verb.add_option("--values", a->values,
                  "The public values, separated by commas; otherwise those of the data")
      ->group(section::input)
      ->delimiter(',');
  add_simulation_seed(verb, a->seed);
  verb.callback([a, &verb, &common] {
    for (const std::string_view option : ppr_spec::options)
      if (const std::string name = "--" + std::string(option);
          verb.count(name) > 0 && a->codec != "ppr" && a->codec != "auto")
        throw invalid_parameter(name + " is an option of ppr, not of " + a->codec);
    const record r = encode(*a);
    if (a->output != "-") print_record(r, common.json);  // the file itself is the result
  });
}

void add_vectors_decode(CLI::App& verb, const common_arguments& /*common*/) {
  auto a = std::make_shared<decode_arguments>();
  add_vectors_file(verb, a->file);
  verb.add_option("--user", a->users, "Only these users");
  verb.add_option("--item", a->items, "Only these items");
  verb.callback([a] { decode(*a); });
}

void add_vectors_stats(CLI::App& verb, const common_arguments& common) {
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
