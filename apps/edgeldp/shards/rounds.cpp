// SPDX-License-Identifier: MIT
#include "shards/rounds.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "io/claims.hpp"
#include "io/page.hpp"
#include "options/shared_options.hpp"

namespace edgeldp::cli {

std::vector<std::string> words_of_run(std::span<char*> typed) {
  constexpr std::array<std::string_view, 5> flags{"--json", "-v", "--verbose", "-q", "--quiet"};
  constexpr std::array<std::string_view, 3> with_value{"--rounds-in", "--threads", "--shards"};
  std::vector<std::string> words;
  for (std::size_t i = 1; i < typed.size(); ++i) {
    const std::string_view word = typed[i];
    if (std::ranges::find(flags, word) != flags.end()) continue;
    if (std::ranges::find(with_value, word.substr(0, word.find('='))) == with_value.end())
      words.emplace_back(word);
    else if (word.find('=') == word.npos)
      ++i;
  }
  return words;
}

void print_open_round(const round_is_open& open, output_style style) {
  record r = {{"finished", false}, {"folder", open.folder},     {"round", open.round},
              {"play", open.play}, {"index", open.index},       {"users", open.users},
              {"shards", nullptr}, {"missing", record::array()}};
  if (open.shards > 0) r["shards"] = open.shards;
  for (const std::uint64_t shard : open.missing) r["missing"].push_back(shard);
  add_guarantee(r, true, {});
  if (style != output_style::text) return print_record(r, style == output_style::json);
  page p(fmt::format("{}: round '{}' waits for the answers of {}", open.folder, open.round,
                     counted(static_cast<double>(open.users), "user")));
  const std::string of = open.shards == 0 ? "N" : std::to_string(open.shards);
  if (open.missing.empty())
    p.group("Next",
            {fmt::format("Play it in any number of shards, here or on other machines that see the folder: "
                         "`edgeldp round {0} --shard 1/2` and `edgeldp round {0} --shard 2/2`. Then "
                         "`edgeldp merge {0}` asks the next round, or answers.",
                         as_typed(open.folder))});
  else
    p.group("Next",
            {fmt::format("Shards {} of {} are missing: `edgeldp round {} --shard {}/{}`, then `edgeldp merge "
                         "{}` again.",
                         fmt::join(open.missing, ", "), of, as_typed(open.folder), open.missing.front(), of,
                         as_typed(open.folder))});
  write_stdout(p.text());
}

}  // namespace edgeldp::cli
