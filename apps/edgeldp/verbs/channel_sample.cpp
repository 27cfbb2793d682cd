// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "io/claims.hpp"
#include "io/report.hpp"
#include "io/table_file.hpp"
#include "options/channel_argument.hpp"
#include "options/protocol_arguments.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"
#include "verbs/channel_facts.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

struct sample_arguments {
  channel_argument channel;
  std::string table, column;
  bool no_heading = false, keep = false;
  std::optional<std::uint64_t> seed;

  table_heading heading() const { return no_heading ? table_heading::absent : table_heading::present; }
};

/// The columns that are printed, and which of them is randomized.
struct sample_columns {
  std::vector<std::string> names;
  std::size_t randomized = 0;

  explicit sample_columns(const sample_arguments& a) : names{a.column} {
    if (!a.keep) return;
    if (a.table == "-") throw invalid_parameter("--keep reads the table twice: name a file, not '-'");
    names = columns_of_table(a.table, a.heading());
    for (std::size_t i = 0; i < names.size(); ++i)
      if (std::ranges::count(names, names[i]) > 1)
        throw invalid_parameter(fmt::format("--keep: '{}' names two columns", names[i]));
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] == a.column) randomized = i;
  }
};

/// Says on standard error what the output does not protect.
void warn_of_truths(const sample_arguments& a, const sample_columns& columns, const channel& law) {
  if (a.seed) write_stderr("edgeldp: simulated: true; the coins come from --seed and protect nothing\n");
  if (!law.loss().is_pure())
    write_stderr("edgeldp: private: false; the channel's loss is infinite, some reports give truths away\n");
  std::vector<std::string> kept = columns.names;
  kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(columns.randomized));
  if (!kept.empty()) write_stderr(fmt::format("edgeldp: --keep: not protected: {}\n", fmt::join(kept, ", ")));
}

void sample(const sample_arguments& a, bool json) {
  const named_channel named = a.channel.load();
  const sample_columns columns(a);
  std::vector<std::string> asked = columns.names;
  asked[columns.randomized] = a.column;  // which read_table refuses if the table has no such column
  const std::string maker = maker_of(named).text();
  const label_index inputs(named.law.inputs());
  const coin_source coins = coins_of_run(a.seed, 0);
  std::vector<record> reports;
  read_table(
      a.table,
      [&](const std::vector<std::string>& known) {
        if (!a.no_heading && std::ranges::find(known, maker_column(a.column)) != known.end())
          throw invalid_parameter(fmt::format("'{}' was randomized already: the column '{}' says by what",
                                              a.column, maker_column(a.column)));
        return asked;
      },
      [&](std::span<const std::string_view> values) {
        const std::string_view truth = values[columns.randomized];
        const std::optional<std::size_t> input = inputs.find(truth);
        if (!input)  // without the value: an error message may be published, a true answer not
          throw invalid_parameter(
              fmt::format("the answer is none of the channel's {} categories", named.law.input_count()));
        const std::size_t x = *input;
        const std::size_t y = coins(coin_purpose::answers, static_cast<vertex_id>(reports.size()),
                                    [&](private_randomness& source) { return named.law.sample(x, source); });
        record row;
        for (std::size_t i = 0; i < values.size(); ++i)
          row[columns.names[i]] = i == columns.randomized ? named.law.outputs()[y] : std::string(values[i]);
        if (!a.no_heading) row[maker_column(a.column)] = maker;
        if (a.seed && !a.no_heading) row[simulated_column] = true;
        reports.push_back(std::move(row));
      },
      a.heading());
  warn_of_truths(a, columns, named.law);
  if (!json) {
    const std::string text = to_csv(reports);
    return write_stdout(a.no_heading ? std::string_view(text).substr(text.find('\n') + 1) : text);
  }
  for (record& row : reports) {
    add_guarantee(row, a.seed.has_value(), flaws_of(named.law.loss().is_pure()));
    print_record(row, true);
  }
}

}  // namespace

void add_channel_sample(verb_options& verb, const common_arguments& common) {
  sample_arguments& a = acts_by(verb, common, sample);
  a.channel.add_to(verb);
  verb.add_option("table", a.table, "CSV file, '-' for standard input")->required()->type_name(value::file);
  verb.add_option("--column", a.column, "The column, by name (by number from 1 with --no-heading)")
      ->required();
  add_no_heading(verb, a.no_heading);
  verb.add_flag("--keep", a.keep, "Print the other columns too, as they are: they are not protected")
      ->group(section::output);
  add_simulation_seed(verb, a.seed);
}

}  // namespace edgeldp::cli
