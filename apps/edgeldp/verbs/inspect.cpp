// SPDX-License-Identifier: MIT
#include <cmath>
#include <memory>

#include "edgeldp/core/codec/nullspace/columns.hpp"
#include "edgeldp/core/wire/release_file.hpp"
#include "edgeldp/core/wire/told.hpp"
#include "edgeldp/graph/degrees/degrees.hpp"
#include "io/claims.hpp"
#include "io/release_file.hpp"
#include "io/report.hpp"
#include "io/spent_file.hpp"
#include "options/protocol_arguments.hpp"
#include "options/shared_options.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

/// The densest chunk that the released numbers lead us to expect: the truncation bound is printed
/// for it.
std::uint64_t expected_chunk_entries(const release_layout& layout) {
  std::uint64_t largest = 0;
  for (std::uint64_t u = 0; u < layout.users(); ++u) {
    const row_shape shape = layout.shape(static_cast<vertex_id>(u));
    largest = std::max(largest, (shape.expected_entries + shape.chunks - 1) / shape.chunks);
  }
  return largest;
}

void describe_codec(record& r, const release_layout&, const bitmap_codec& codec) {
  r["flip_threshold"] = codec.response().threshold();
}

void describe_codec(record& r, const release_layout& layout, const ppr_codec& codec) {
  const release_parameters& p = layout.parameters();
  r["flip_threshold"] = codec.response().threshold();
  r["alpha"] = codec.alpha().value();
  r["level"] = p.level;
  r["chunks"] = layout.word_offset(layout.users());
  r["entries_per_chunk"] = 0x1.0p32 / static_cast<double>(p.chunk_rate);
  r["candidate_limit_log2"] = p.candidate_limit_log2;
  r["truncation_at_expected_load"] = codec.truncation_bound(expected_chunk_entries(layout));
}

/// Where the bits of the rows' elements go, an edge each, by the released degrees: to kept
/// neighbours (expected), to what noise on sizes may hide and full rows need (slack), to windows
/// and other spare columns. Last a floor for whatever has bits of this law where edges are few
/// among positions: the divergence of a neighbour's bit from a stranger's.
record bits_of_columns(const release_layout& layout, const nullspace_codec& codec, double columns) {
  const release_parameters& p = layout.parameters();
  const column_plan plan{p.kept_rate, p.size_slack, p.coding};
  double provided = 0.0;
  for (std::uint64_t u = 0; u < layout.users(); ++u) {
    const auto user = static_cast<vertex_id>(u);
    if (layout.rank(user) > 0)
      provided += static_cast<double>(provided_under(plan, layout.released_number(user), layout.rank(user)));
  }
  const double edges = estimate_edges({{layout.degrees().begin(), layout.degrees().end()}, p.degree}).value;
  if (!(edges > 0.0)) return nullptr;
  const bit_law law = codec.law();
  const double an_element = std::log2(codec.response().field_order());
  const double kept = 1.0 - codec.response().drop_probability();
  const double divergence =
      law.p1 * std::log2(law.p1 / law.p0) + (1.0 - law.p1) * std::log2((1.0 - law.p1) / (1.0 - law.p0));
  return {{"kept", kept * an_element},
          {"slack", (provided / edges - kept) * an_element},
          {"spare", (columns - provided) / edges * an_element},
          {"floor", divergence}};
}

void describe_codec(record& r, const release_layout& layout, const nullspace_codec& codec) {
  const release_parameters& p = layout.parameters();
  std::uint64_t columns = 0;
  for (std::uint64_t u = 0; u < layout.users(); ++u)
    columns += layout.shape(static_cast<vertex_id>(u)).columns;
  r["drop_threshold"] = codec.response().drop_threshold();
  r["field"] = codec.response().field_order();
  r["columns"] = columns;
  r["bits_per_edge_of"] = bits_of_columns(layout, codec, static_cast<double>(columns));
  r["kept_per_entry"] = std::ldexp(static_cast<double>(p.kept_rate), -32);
  r["size_slack"] = p.size_slack;
  // The bound is for columns that were planned for these numbers, and for rows that leave room.
  r["largest_kept_share"] = layout.largest_kept_share();
  r["span_probability_planned"] = layout.largest_kept_share() <= crowded_share(p.coding)
                                      ? record(largest_span_probability)
                                      : record(nullptr);
}

record law_record(const any_codec& codec) {
  const bit_law law = codec.law();
  return {{"p1", law.p1},
          {"p0", law.p0},
          {"mechanism_epsilon", codec.visit([](const auto& c) { return c.response().loss_nats(); })},
          {"message_epsilon", codec.loss_nats()}};
}

/// Laws and budgets of rows by the rank of their owners, where there are several.
record rank_classes(const release_layout& layout) {
  const release_parameters& p = layout.parameters();
  const rank_budgets sizes = p.size_budgets(), edges = p.edge_budgets(), counts = p.count_budgets();
  record all = record::array();
  for (std::size_t i = 0; i < layout.codecs().size(); ++i) {
    const std::uint32_t first = edges.steps()[i].first;
    record r = {{"first_rank", first},
                {"split", split_record({p.degree, sizes.at(first), edges.at(first), counts.at(first)})}};
    r.update(law_record(layout.codecs()[i]));
    all.push_back(std::move(r));
  }
  return all;
}

record describe(const std::string& path, bool verify) {
  const release_reader reader(path);
  if (verify) reader.load();
  const release_layout& layout = reader.layout();
  const release_parameters& p = layout.parameters();
  const release_sizes sizes = reader.sizes();
  record r = {{"file", path},
              {"users", p.users},
              {"file_bytes", sizes.total()},
              {"sections", sections_record(sizes)},
              {"blocks", reader.block_count()},
              {"holds_ids", !reader.ids().empty()},
              {"absent_users", reader.absent().size()},
              {"codec", name_of(p.codec)},
              {"order", name_of(p.order)},
              {"chunk_rule", name_of(p.chunk_rule)},
              {"epsilon", budget(p.total)},
              {"spent", spent_file(path, p).so_far().fields()},
              {"split", split_record({p.degree, p.size, p.edges, p.count})}};
  if (layout.has_one_law()) {
    r.update(law_record(layout.codec()));
    layout.codec().visit([&](const auto& codec) { describe_codec(r, layout, codec); });
  } else {
    r["split"] = nullptr;  // of the first ranks alone
    r["rank_classes"] = rank_classes(layout);
  }
  r["verified"] = verify;
  add_guarantee(r, p.simulated, flaws_of_chunks(p.is_private()));
  r["told"] = told(layout).hex();
  r["key"] = hex(p.key.value);
  return r;
}

}  // namespace

void add_inspect(CLI::App& verb, const common_arguments& common) {
  auto path = std::make_shared<std::string>();
  auto fast = std::make_shared<bool>(false);
  add_release_file(verb, *path);
  verb.add_flag("--fast", *fast,
                "Header and released numbers only: blocks are not read, their checksums not verified");
  verb.callback([path, fast, &common] {
    print_record(reading_release(*path, [&] { return describe(*path, !*fast); }), common.json);
  });
}

}  // namespace edgeldp::cli
