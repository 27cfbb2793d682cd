// SPDX-License-Identifier: MIT
#include "verbs/query_page.hpp"

#include <span>
#include <string>
#include <vector>

#include "io/claims.hpp"
#include "io/page.hpp"
#include "io/report.hpp"
#include "study/answer_parts.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

/// A user's id or name, as it was asked for.
std::string name_in(const record& r, const char* key) {
  return r.at(key).is_string() ? r.at(key).get<std::string>() : r.at(key).dump();
}

/// How likely the answer is where the pair is connected (p1), or is not (p0).
double chance(const record& r, const char* law) {
  const double p = number_of(r, law);
  return r.at("noisy_edge").get<bool>() ? p : 1.0 - p;
}

table_row person_row(const record& r) {
  const bool is_edge = r.at("noisy_edge").get<bool>();
  const bool has_owner = !r.at("owner").is_null();  // nobody is asked about a user and itself
  const auto points = [&](const char* law) {
    return has_owner ? fmt::format("{:.3g}%", 100.0 * chance(r, law)) : "-";
  };
  return {{name_in(r, "u") + " and " + name_in(r, "v")},
          {is_edge ? "edge" : "no edge", tint::strong},
          {points("p1")},
          {points("p0")},
          {has_owner ? name_in(r, "owner") : "nobody"}};
}

/// By how much the answers change the odds of an edge, at most.
double largest_factor(std::span<const record> answers) {
  double largest = 1.0;
  for (const record& r : answers)
    if (!r.at("owner").is_null())
      largest = std::max({largest, chance(r, "p1") / chance(r, "p0"), chance(r, "p0") / chance(r, "p1")});
  return largest;
}

}  // namespace

std::string plain_line(const record& r) {
  const auto law = [&](const char* key) { return r.at(key).is_null() ? "-" : r.at(key).dump(); };
  return fmt::format("{}\t{}\t{}\t{}\t{}\n", name_in(r, "u"), name_in(r, "v"),
                     r.at("noisy_edge").get<bool>() ? "edge" : "none", law("p1"), law("p0"));
}

void print_answers(const std::string& release_path, const release_parameters& parameters,
                   std::span<const record> answers) {
  std::vector<table_row> rows = {{{""}, {"noisy answer"}, {"of friends"}, {"of strangers"}, {"drawn by"}}};
  for (const record& r : answers) rows.push_back(person_row(r));
  page p(fmt::format("{}: {} asked of {}' noisy rows, epsilon {:g}", release_path,
                     counted(static_cast<double>(answers.size()), "pair"),
                     counted(static_cast<double>(parameters.users), "user"), budget(parameters.total)));
  p.table(rows);
  p.group("Meaning",
          {"An answer is a bit that one of the two drew by chance, once and for all. The percentages say how "
           "often two friends get this answer, and how often two strangers.",
           fmt::format("It changes the odds that two users are friends by a factor of at most {}; sums over "
                       "many pairs average the noise out.",
                       significant(largest_factor(answers), 3))});
  const record& r = answers.front();
  p.group("Privacy",
          {r.at("private").get<bool>()
               ? "Who drew a bit can deny what it says: either answer may come of either truth."
               : flaw_text(r),
           "Reading costs nobody anything: all was paid when the rows were released.",
           parameters.simulated ? "Coins came from --seed: a simulation, which protects nobody." : ""});
  p.group("Next",
          {fmt::format("`edgeldp inspect {}` tells more of the file; --pairs FILE asks for many pairs, "
                       "a line each; -v and --json tell every field.",
                       as_typed(release_path))});
  write_stdout(p.text());
}

}  // namespace edgeldp::cli
