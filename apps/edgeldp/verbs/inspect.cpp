// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "edgeldp/core/codec/nullspace/columns.hpp"
#include "edgeldp/core/wire/release_file.hpp"
#include "edgeldp/core/wire/told.hpp"
#include "edgeldp/graph/questions/degrees/degrees.hpp"
#include "io/claims.hpp"
#include "io/page.hpp"
#include "io/release_file.hpp"
#include "io/report.hpp"
#include "io/spent_file.hpp"
#include "options/protocol_arguments.hpp"
#include "options/shared_options.hpp"
#include "study/answer_parts.hpp"
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
              {"holds_ids", !reader.notes().ids.empty()},
              {"task", reader.notes().task.empty() ? record(nullptr) : record(reader.notes().task)},
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

// --- the answer for people

table_row law_row(const std::string& name, const record& r) {
  const auto points = [&](const char* key) { return fmt::format("{:.3g}%", 100.0 * number_of(r, key)); };
  return {{name},
          {points("p1"), tint::strong},
          {points("p0"), tint::strong},
          {fmt::format("{:.3g}", number_of(r, "message_epsilon"))}};
}

/// The chances of a noisy edge; of many classes of users the first and the last.
std::vector<table_row> law_rows(const record& r) {
  std::vector<table_row> rows = {{{"noisy edges"}, {"of friends"}, {"of strangers"}, {"epsilon of a row"}}};
  if (!r.contains("rank_classes")) {
    rows.push_back(law_row("in every row", r));
    return rows;
  }
  constexpr std::size_t most = 4;  // at each end
  const record& classes = r.at("rank_classes");
  const std::size_t n = classes.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (n > 2 * most && i == most) {
      rows.push_back({{fmt::format("... {} more classes", n - 2 * most)}, {""}, {""}, {""}});
      i = n - most;
    }
    const double first = number_of(classes[i], "first_rank"),
                 end = i + 1 < n ? number_of(classes[i + 1], "first_rank") : number_of(r, "users");
    rows.push_back(law_row(fmt::format("ranks {} to {}", grouped(first), grouped(end - 1.0)), classes[i]));
  }
  return rows;
}

std::string check_text(const record& r) {
  return r.at("verified").get<bool>() ? "Whole: every checksum holds."
                                      : "Only its header and its released numbers were read, and they "
                                        "are whole; without --fast the rows are checked too.";
}

std::string size_text(const record& r) {
  const record& parts = r.at("sections");
  const auto of = [&](const char* key) { return byte_count(number_of(parts, key)); };
  return fmt::format("{} in {}: {} of rows, {} of noisy degrees, {} of noisy sizes{}.",
                     byte_count(number_of(r, "file_bytes")), counted(number_of(r, "blocks"), "block"),
                     of("edges"), of("degrees"), of("sizes"),
                     number_of(parts, "ids") > 0.0 ? ", " + of("ids") + " of ids" : "");
}

std::string ids_text(const record& r) {
  const double absent = number_of(r, "absent_users");
  return std::string(
             r.at("holds_ids").get<bool>()
                 ? "The file holds the ids that the graph file gave them, by which `query` finds them."
                 : "The file holds no ids: users are numbers from 0 (`query --numbers`), or named by "
                   "the file of `release --ids`.") +
         (absent > 0.0
              ? " " + counted(absent, "user") + " never answered: what stands there for them is noise."
              : "");
}

std::string spent_text(const record& r) {
  const double spent = number_of(r.at("spent"), "epsilon"), total = number_of(r, "epsilon");
  if (spent > total * (1.0 + 1e-9))
    return fmt::format(
        "Every user allowed epsilon {:g} in all. By now each has spent up to {:.4g}, more than it allowed: "
        "for the release, and for those counts on it that FILE.spent knows of. One of them at least was made "
        "with a larger ceiling, which --epsilon sets.",
        total, spent);
  return fmt::format(
      "Every user allowed epsilon {:g} in all. By now each has spent at most {:.4g} of it: for the release, "
      "and for those counts on it that FILE.spent knows of.",
      total, spent);
}

std::string coins_of_rows(const record& r) {
  return r.at("simulated").get<bool>() ? "Simulated: coins came from --seed, so that the rows protect nobody."
                                       : "Coins came from the operating system: anybody may have the file.";
}

void print_answer(const record& r) {
  const auto file = text_of(r, "file");
  page p(fmt::format("{}: noisy rows of {}, epsilon {:g}", file, counted(number_of(r, "users"), "user"),
                     number_of(r, "epsilon")));
  p.table(law_rows(r));
  p.group("Meaning", {"A row holds a bit for each of a user's possible neighbours. The table says how often "
                      "that bit is an edge for a friend, and for a stranger."});
  p.group("File", {check_text(r), size_text(r)});
  p.group("Users", {ids_text(r)});
  if (!r.at("task").is_null())
    p.group("Collection", {"It was made by the collection with the task id " + text_of(r, "task") + "."});
  p.group("Privacy", {flaw_text(r), spent_text(r), coins_of_rows(r)});
  p.group("Method", {"Users sent " + codec_text(r) + ", in the order " + text_of(r, "order") + "."});
  p.group(
      "Next",
      {fmt::format("`edgeldp query {0}{1} U V` reads a noisy edge, `edgeldp degrees --release {0}` counts on "
                   "the file. -v and --json tell every field.",
                   as_typed(file), r.at("holds_ids").get<bool>() ? "" : " --numbers")});
  write_stdout(p.text());
}

struct inspect_arguments {
  std::string path;
  bool fast = false;
};

void run_inspect(const inspect_arguments& a, output_style style) {
  const record r = reading_release(a.path, [&] { return describe(a.path, !a.fast); });
  if (style == output_style::text) return print_answer(r);
  print_record(r, style == output_style::json);
}

}  // namespace

void add_inspect(verb_options& verb, const common_arguments& common) {
  inspect_arguments& a = acts_by(verb, common, run_inspect);
  add_release_file(verb, a.path);
  verb.add_flag("--fast", a.fast,
                "Header and released numbers only: blocks are not read, their checksums not verified");
}

}  // namespace edgeldp::cli
