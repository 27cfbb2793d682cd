// SPDX-License-Identifier: MIT
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "bench/bench.hpp"
#include "bench/rows.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/codec/bitset.hpp"
#include "io/progress.hpp"
#include "options/protocol_arguments.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

constexpr std::uint32_t private_coins = 103;  // purpose of the seeded coins

struct codec_arguments {
  row_arguments row;
  std::uint64_t bits = 10'000'000;

  /// Enough rows for `bits` strangers.
  std::uint64_t rows() const {
    const std::uint64_t strangers = row.length - row.entries;
    return (bits + strangers - 1) / strangers;
  }
};

/// Counts over the rows of one codec.
struct tally {
  std::uint64_t rows = 0, report_bytes = 0, joint_bytes = 0;
  std::uint64_t entry_ones = 0, stranger_ones = 0;
  std::vector<double> encode_seconds;
};

/// The words that a report's bytes stand for, as its collector gets them.
template <class C>
std::vector<std::uint64_t> send(const C& codec, const row_shape& shape, std::span<const std::uint64_t> words,
                                std::uint64_t& bytes) {
  typename C::model sender(codec), receiver(codec);
  range_encoder out;
  codec.write(shape, words, out, sender);
  const std::vector<std::byte> report = out.finish();
  bytes += report.size();
  range_decoder in(report);
  std::vector<std::uint64_t> received(words.size());
  codec.read(shape, in, receiver, received);
  return received;
}

/// Encodes, sends and decodes every row; all rows also share one stream, as rows of a release file
/// do.
template <class C>
tally measure(const C& codec, row_shape shape, const codec_arguments& a, progress& bar) {
  tally t;
  typename C::model joint_model(codec);
  range_encoder joint;
  std::vector<std::uint64_t> words(codec.word_count(shape)), bits((a.row.length + 63) / 64);
  t.encode_seconds.reserve(a.rows());
  for (t.rows = 0; t.rows < a.rows(); ++t.rows) {
    shape.user = static_cast<vertex_id>(t.rows);
    const std::vector<row_entry> entries = random_entries(a.row, shape.user);
    simulation_randomness coins(a.row.seed, private_coins, shape.user);
    t.encode_seconds.push_back(seconds_of([&] { codec.encode(shape, entries, coins, words); }));
    codec.write(shape, words, joint, joint_model);
    const std::vector<std::uint64_t> received = send(codec, shape, words, t.report_bytes);
    codec.row(shape, received).decode_bits(bits);
    std::vector<std::uint32_t> positions;
    for (const row_entry& entry : entries) positions.push_back(entry.position);
    const std::uint64_t ones = count_selected(bits, positions);
    t.entry_ones += ones;
    t.stranger_ones += count_common(bits, bits) - ones;
    bar.step();
  }
  t.joint_bytes = joint.finish().size();
  return t;
}

/// A measured probability beside the expected one; the standard error is that of independent bits.
record probability(std::uint64_t ones, std::uint64_t bits, double expected) {
  const auto n = static_cast<double>(bits);
  const double measured = static_cast<double>(ones) / n;
  const double standard_error = std::sqrt(expected * (1.0 - expected) / n);
  return {{"measured", measured},
          {"expected", expected},
          {"standard_error", standard_error},
          {"z", (measured - expected) / standard_error},
          {"bits", bits}};
}

void run_case(const any_codec& codec, const row_shape& shape, std::optional<unsigned> level,
              const codec_arguments& a, bool json, progress& bar) {
  const tally t = codec.visit([&](const auto& c) { return measure(c, shape, a, bar); });
  const auto rows = static_cast<double>(t.rows);
  const double row_entries = rows * static_cast<double>(a.row.entries);
  const double upload = static_cast<double>(t.report_bytes) / rows;
  record r = {{"bench", "codec"}, {"codec", name_of(codec.kind())}, {"alpha", nullptr}, {"level", nullptr}};
  codec.visit([&](const auto& c) {
    if constexpr (requires { c.alpha(); }) r["alpha"] = c.alpha().value();
    if constexpr (requires { c.response().field_order(); }) r["field"] = c.response().field_order();
    r["mechanism_epsilon"] = c.response().loss_nats();
  });
  if (level) r["level"] = *level;
  r["epsilon"] = a.row.edge_budget;
  r["message_epsilon"] = codec.loss_nats();
  r["entries"] = a.row.entries;
  r["length"] = a.row.length;
  codec.visit([&]<class C>(const C&) {
    if constexpr (std::same_as<C, ppr_codec>) r["chunks"] = shape.chunks;
    if constexpr (std::same_as<C, nullspace_codec>) r["columns"] = shape.columns;
  });
  r["rows"] = t.rows;
  r["upload_bytes"] = upload;
  r["message_bits"] = 8.0 * upload;
  r["bitmap_bits"] = a.row.length;
  r["bits_per_edge"] = 8.0 * static_cast<double>(t.joint_bytes) / row_entries;
  r["bitmap_bits_per_edge"] = static_cast<double>(a.row.length) / static_cast<double>(a.row.entries);
  r["encode_seconds"] = median(t.encode_seconds);
  const std::uint64_t entry_bits = t.rows * a.row.entries;
  r["p1"] = probability(t.entry_ones, entry_bits, codec.law().p1);
  r["p0"] = probability(t.stranger_ones, t.rows * a.row.length - entry_bits, codec.law().p0);
  add_reference(r, measure_philox(5));
  r["simulated"] = true;
  print_record(r, json);
}

void run(const codec_arguments& a, bool json) {
  a.row.check();
  const struct {
    double alpha;
    unsigned level;
  } ppr_cases[] = {{2.0, 1}, {2.0, 5}, {2.0, 9}, {1.5, 5}};
  const nullspace_codec nullspace(key_of(a.row), nullspace_response::for_budget(a.row.budget()));
  progress bar("rows", a.rows() * (2 + std::size(ppr_cases)));
  run_case(make_bitmap(a.row), plain_shape(a.row, 0), {}, a, json, bar);
  for (const auto& [alpha, level] : ppr_cases) {
    const ppr_codec ppr = make_ppr(a.row, alpha);
    run_case(ppr, ppr_shape(a.row, ppr, level, 0), level, a, json, bar);
  }
  run_case(nullspace, nullspace_shape(a.row, nullspace, 0), {}, a, json, bar);
}

}  // namespace

void add_bench_codec(verb_options& verb, const common_arguments& common) {
  codec_arguments& a = acts_by(verb, common, run);
  a.row.add_to(verb);
  verb.add_option("--bits", a.bits, "Least number of strangers' bits to decode, over all rows")
      ->check(between(std::uint64_t{1}, std::uint64_t{1} << 32))
      ->capture_default_str();
}

}  // namespace edgeldp::cli
