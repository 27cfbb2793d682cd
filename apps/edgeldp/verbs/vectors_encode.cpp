// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/told.hpp"
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

struct encoded {
  record result;
  vector_catalog catalog;  ///< names that stand in the file
};

encoded encode(const encode_arguments& a) {
  const vector_options options = a.options();
  require_true_values(a.data, fmt::format("which are made noisy here, by {} of epsilon {:g}",
                                          options.codec.name(), options.total.nats()));
  const read_vectors_result input = read_vectors(a.data, a.declared());
  const std::string derived = derived_parts(input);
  if (!derived.empty())
    write_stderr(fmt::format(
        "edgeldp: warning: {} come from the data and go into the file as public, which voids the "
        "guarantee unless they were; declare them with --users, --items or --reference, and --values\n",
        derived));
  const published_vectors result = publish_vectors(input.data, options, key_of_run(a.seed, 0),
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
  out["upload_bytes"] = static_cast<double>(result.run.upload_bytes) / users;
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
  return {std::move(out), input.catalog};
}

/// What the file takes, and a user.
std::string cost_text(const record& r) {
  const record& parts = r.at("sections");
  std::string said =
      fmt::format("A user sends {}. The file has {}: {} of values, {} of names",
                  byte_count(number_of(r, "upload_bytes")), byte_count(number_of(r, "file_bytes")),
                  byte_count(number_of(parts, "entries")), byte_count(number_of(parts, "catalog")));
  if (number_of(parts, "sizes") > 0.0)
    said += fmt::format(", {} of noisy sizes", byte_count(number_of(parts, "sizes")));
  said += fmt::format(", {} of header", byte_count(number_of(parts, "header")));
  const double bits = number_of(r, "bits_per_edge");
  return said + (bits > 0.0 ? fmt::format("; {:.2g} bits for each value that users have.", bits) : ".");
}

std::string next_text(const encode_arguments& a) {
  return fmt::format(
      "`edgeldp vectors stats {0}` estimates how many users have each item, and which values; `edgeldp "
      "vectors "
      "decode {0}` prints the noisy values. -v and --json tell every field; `edgeldp explain edge_ldp` says "
      "what a field means.",
      as_typed(a.output));
}

std::string encoded_text(const encode_arguments& a, const encoded& e) {
  const screen on = screen::of_stdout();
  const record& r = e.result;
  const std::string title =
      fmt::format("{}: {}, written to {}", a.data,
                  contents_text(r.at("nodes").get<std::uint64_t>(), e.catalog, r), a.output);
  return paragraph("", title, on) + "\n" + paragraph("Privacy", vectors_privacy_text(r), on) +
         paragraph("Cost", cost_text(r), on) +
         paragraph("Method", vectors_method_text(r, !e.catalog.reference.empty()), on) +
         paragraph("Next", next_text(a), on);
}

}  // namespace

void add_vectors_encode(verb_options& verb, const common_arguments& common) {
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
    const encoded e = encode(*a);
    if (a->output == "-" && captured_output::here() == nullptr) return;  // the file itself is the result
    if (common.style() == output_style::text) return write_stdout(encoded_text(*a, e));
    print_record(e.result, common.json);
  });
}

}  // namespace edgeldp::cli
