// SPDX-License-Identifier: MIT
#include <memory>

#include "cli/protocol_arguments.hpp"
#include "cli/report.hpp"
#include "commands/commands.hpp"
#include "edgeldp/core/wire/release.hpp"

namespace edgeldp::cli {

namespace {

/// The densest chunk that the released numbers lead us to expect: the truncation bound is printed for it.
std::uint64_t expected_chunk_entries(const release_layout& layout) {
  std::uint64_t largest = 0;
  for (std::uint64_t u = 0; u < layout.users(); ++u) {
    const row_shape shape = layout.shape(static_cast<vertex_id>(u));
    largest = std::max(largest, (shape.expected_entries + shape.chunks - 1) / shape.chunks);
  }
  return largest;
}

record describe(const std::string& path, bool verify) {
  const release_reader reader(path);
  if (verify) reader.load();
  const release_layout& layout = reader.layout();
  const release_parameters& p = layout.parameters();
  const release_sizes sizes = reader.sizes();
  const bit_law law = layout.codec().law();
  record r = {{"file", path},
              {"users", p.users},
              {"file_bytes", sizes.total()},
              {"sections", sections_record(sizes)},
              {"blocks", reader.block_count()},
              {"codec", name_of(p.codec)},
              {"order", name_of(p.order)},
              {"chunk_rule", name_of(p.chunk_rule)},
              {"epsilon", p.total.nats()},
              {"split", split_record({p.degree, p.size, p.edges, p.count})},
              {"flip_threshold", p.flip_threshold},
              {"p1", law.p1},
              {"p0", law.p0},
              {"mechanism_epsilon", layout.codec().response().loss_nats()}};
  if (p.codec == codec_kind::ppr) {
    const ppr_codec codec(p.key, layout.codec().response(), ppr_alpha::from_milli(p.alpha_milli),
                          p.candidate_limit_log2);
    r["alpha"] = p.alpha_milli / 1000.0;
    r["message_epsilon"] = 2.0 * codec.alpha().value() * codec.response().loss_nats();
    r["level"] = p.level;
    r["chunks"] = layout.word_offset(layout.users());
    r["entries_per_chunk"] = 0x1.0p32 / static_cast<double>(p.chunk_rate);
    r["candidate_limit_log2"] = p.candidate_limit_log2;
    r["truncation_at_expected_load"] = codec.truncation_bound(expected_chunk_entries(layout));
  }
  r["verified"] = verify;
  r["private"] = p.is_private();
  if (p.simulated) r["simulated"] = true;
  r["key"] = hex(p.key.value);
  return r;
}

}  // namespace

void add_inspect(CLI::App& program, const common_arguments& common) {
  CLI::App* verb = program.add_subcommand("inspect", "Show what a release file says of itself, and check it");
  auto path = std::make_shared<std::string>();
  auto fast = std::make_shared<bool>(false);
  verb->add_option("release", *path, "Release file")->required();
  verb->add_flag("--fast", *fast,
                 "Header and released numbers only: blocks are not read, their checksums not verified");
  verb->callback([path, fast, &common] { print_record(describe(*path, !*fast), common.json); });
}

}  // namespace edgeldp::cli
