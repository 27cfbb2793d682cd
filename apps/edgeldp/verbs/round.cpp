// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <charconv>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "io/claims.hpp"
#include "io/page.hpp"
#include "io/report.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"
#include "shards/rounds.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

struct round_arguments {
  std::string folder, shard = "1/1";
};

/// "2/3": the second of three.
/// Errors: invalid_parameter.
shard shard_of(const std::string& text) {
  shard which;
  const char* const end = text.data() + text.size();
  const auto [slash, fault] = std::from_chars(text.data(), end, which.index);
  const auto read = [&] {
    if (fault != std::errc() || slash == end || *slash != '/') return false;
    const auto [rest, no_count] = std::from_chars(slash + 1, end, which.count);
    return no_count == std::errc() && rest == end;
  };
  if (!read() || which.index < 1 || which.index > which.count)
    throw invalid_parameter(fmt::format("--shard '{}': write 2/3 for the second of three shards", text));
  --which.index;
  return which;
}

/// Thrown out of the command of the run when its part is played.
struct part_is_played {
  std::uint64_t file_bytes = 0;
};

/// Plays one shard of the open round with the users that the command of the run has.
class shard_placement final : public user_placement {
 public:
  shard_placement(const run_folder& folder, const run_folder::open_call& open, const shard& which)
      : m_folder(folder), m_open(open), m_shard(which) {}
  std::unique_ptr<population> place(const shardable_users& users) override {
    const byte_string batch = play_shard(users, m_open.told, m_folder.task(), *m_open.published, m_shard);
    throw part_is_played{m_folder.store(m_open.play, m_open.index, m_shard, batch)};
  }

 private:
  const run_folder& m_folder;
  const run_folder::open_call& m_open;
  shard m_shard;
};

void print_played(const run_folder& folder, const run_folder::open_call& open, const shard& which,
                  std::uint64_t file_bytes, output_style style) {
  record r = {{"folder", folder.path()}, {"round", open.round},     {"play", open.play},
              {"index", open.index},     {"users", open.users},     {"shard", which.index + 1},
              {"shards", which.count},   {"file_bytes", file_bytes}};
  add_cost(r, elapsed_seconds());
  add_guarantee(r, true, {});
  if (style != output_style::text) return print_record(r, style == output_style::json);
  page p(fmt::format("{}: shard {} of {} has answered round '{}', in {}", folder.path(), which.index + 1,
                     which.count, open.round, byte_count(static_cast<double>(file_bytes))));
  p.group("Next",
          {fmt::format("When all shards have: `edgeldp merge {}`. A shard that was lost is played again by "
                       "the same command, with the same answers.",
                       as_typed(folder.path()))});
  write_stdout(p.text());
}

}  // namespace

void add_round(verb_options& verb, const common_arguments& common) {
  auto a = std::make_shared<round_arguments>();
  verb.add_option("FOLDER", a->folder, "The folder of a run, which a command with --rounds-in began")
      ->required();
  verb.add_option("--shard", a->shard, "Which part of the users answers: 2/3 for the second of three")
      ->capture_default_str();
  verb.callback([a, &common] {
    const shard which = shard_of(a->shard);
    const run_folder folder(a->folder);
    const auto open = folder.last_call();
    if (!open)
      throw invalid_parameter(fmt::format("{}: no round was asked yet: `edgeldp merge {}` asks the first",
                                          a->folder, as_typed(a->folder)));
    shard_placement placement(folder, *open, which);
    const placement_scope scope(placement);
    try {
      common.carry_out(folder.words());
    } catch (const part_is_played& played) {
      return print_played(folder, *open, which, played.file_bytes, common.style());
    }
    throw internal_error("a command of several shards asked nobody");
  });
}

}  // namespace edgeldp::cli
