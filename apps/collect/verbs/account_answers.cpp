// SPDX-License-Identifier: MIT
#include "collect/verbs/account_answers.hpp"

#include <fmt/format.h>

#include <vector>

#include "collect/carriers/account_folder.hpp"
#include "collect/verbs/time_span.hpp"
#include "io/claims.hpp"
#include "io/consent.hpp"
#include "io/page.hpp"
#include "io/report.hpp"

namespace edgeldp::cli {

namespace {

using collect::account_line;
using collect::personal_account;

record record_of(const personal_account& account, const std::filesystem::path& folder) {
  record lines = record::array();
  for (const account_line& line : account.lines())
    lines.push_back({{"task", line.task},
                     {"title", line.title},
                     {"epsilon", budget(line.reserved)},
                     {"spent_so_far", budget(line.spent)},
                     {"relationship_dp", line.relationship.nats()},
                     {"joined_at", line.joined},
                     {"latest_at", line.latest},
                     {"is_open", line.is_open}});
  return {{"account", folder.string()},
          {"collections", std::move(lines)},
          {"epsilon_in_all", account.lifetime().nats()},
          {"epsilon_in_last_365_days", account.in_year_before(account.not_before(unix_now())).nats()},
          {"relationship_in_all", account.relationship().nats()}};
}

std::string day_of(std::int64_t moment) {
  return date_text(moment).substr(0, std::string_view("2026-01-01").size());
}

std::vector<table_row> rows_of(const personal_account& account) {
  std::vector<table_row> rows{{{"collection"}, {"joined"}, {"set aside"}, {"spent"}, {"state"}}};
  constexpr std::size_t digits_of_a_task = 12;
  for (const account_line& line : account.lines())
    rows.push_back({{line.title.empty() ? line.task.substr(0, digits_of_a_task) : line.title},
                    {day_of(line.joined)},
                    {line.is_open ? fmt::format("{:.4g}", budget(line.reserved)) : ""},
                    {fmt::format("{:.4g}", budget(line.spent))},
                    {line.is_open ? "goes on" : "ended"}});
  return rows;
}

}  // namespace

std::string account_sentence(const personal_account& account, const std::filesystem::path& folder) {
  return fmt::format(
      "Epsilon {:.4g} in all collections of your list, {:.4g} of it in the last 365 days; what is set aside "
      "for "
      "those that go on is counted as spent ({}: {}).",
      account.lifetime().nats(), account.in_year_before(account.not_before(unix_now())).nats(),
      folder.string(), counted(static_cast<double>(account.lines().size()), "collection"));
}

void print_account(const std::filesystem::path& folder, output_style style) {
  const personal_account account(collect::account_folder(folder).records());
  const record r = record_of(account, folder);
  if (style != output_style::text) return print_record(r, style == output_style::json);
  page out("Your account");
  if (account.lines().empty())
    return write_stdout(
        out.group("Empty", {"No collection of your list has cost anything yet (" + folder.string() + ")."})
            .text());
  const std::vector<table_row> rows = rows_of(account);
  write_stdout(
      out.table(rows)
          .group("Together", {account_sentence(account, folder)})
          .group("Privacy",
                 {own_messages_text(account.lifetime().nats()), contact_text(account.relationship().nats()),
                  "The other end of a contact may go on where you have ended, so its part is counted whole.",
                  "What was told stays told: a year forgets nothing, and another device has "
                  "an account of its own."})
          .text());
}

}  // namespace edgeldp::cli
