// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <string>
#include <vector>

#include "collect/collector/collection.hpp"
#include "collect/task/files.hpp"
#include "collect/task/web_address.hpp"
#include "collect/verbs/collect_verbs.hpp"
#include "collect/verbs/invitation.hpp"
#include "collect/verbs/opened_collection.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/hexadecimal.hpp"
#include "edgeldp/core/base/text_bytes.hpp"
#include "io/page.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

/// A card takes some ten kilobytes, and whoever has more people sends links by mail.
constexpr std::size_t most_cards = 1000;

struct invite_arguments {
  std::string home, page, cards, links;
  std::vector<std::string> people;
};

/// Errors: invalid_parameter for an address where no browser takes part.
void require_page(const std::string& address) {
  if (!collect::is_web_address(address))
    throw invalid_parameter(fmt::format(
        "--page {}: the address of the page that people open, as https://votes.example.org/take-part.html",
        address));
  const collect::web_address page = collect::parse_web_address(address);
  if (!page.is_secure && !collect::is_of_this_machine(page.at.host))
    throw invalid_parameter(fmt::format(
        "--page {}: browsers take part over https alone, since others could change a page over plain http",
        address));
}

/// Of those who are named, or of everybody.
std::vector<invitation> invitations_of(const collect::collection& c, const invite_arguments& a) {
  const collect::people_directory& all = c.directory();
  std::vector<std::string> names = a.people;
  if (names.empty())
    for (const std::uint32_t person : c.invited()) names.emplace_back(all.name(person));
  std::vector<invitation> made;
  for (const std::string& name : names) {
    if (!all.find(name))
      throw invalid_parameter(fmt::format("--person {}: nobody of that name is asked", name));
    made.push_back({name, invitation_link(a.page, name, to_hex(c.token_for(name)))});
  }
  return made;
}

std::string link_lines(const std::vector<invitation>& all) {
  std::string lines;
  for (const invitation& i : all) lines += fmt::format("{}\t{}\n", i.name, i.link);
  return lines;
}

void invite(const invite_arguments& a, output_style style) {
  require_page(a.page);
  const collect::collection c = looked_at(a.home);
  const std::vector<invitation> all = invitations_of(c, a);
  const std::string links = a.links.empty() ? a.home + "/private/links.tsv" : a.links;
  if (links == "-") return write_stdout(link_lines(all));
  collect::write_private(links, text_bytes(link_lines(all)));
  std::string cards;
  if (all.size() <= most_cards || !a.cards.empty()) {
    cards = a.cards.empty() ? a.home + "/private/invitations.html" : a.cards;
    collect::write_private(cards, text_bytes(invitations_page(c.of_task(), all)));
  }
  if (style != output_style::text)
    return print_record(
        {{"people", all.size()}, {"links", links}, {"cards", cards.empty() ? record() : record(cards)}},
        style == output_style::json);
  write_stdout(
      page(fmt::format("{} invited", counted(static_cast<double>(all.size()), "person", "people")))
          .group("Send", {fmt::format("{} has a link for each person.", links)})
          .group("Print",
                 {cards.empty() ? fmt::format("No cards for more than {}: name some by --person, "
                                              "or a file by --output.",
                                              counted(static_cast<double>(most_cards), "person", "people"))
                                : fmt::format("{} has a card with a QR code for each.", cards)})
          .group("Keep", {"Both files for yourself: whoever has a link can take part in that name, once."})
          .text());
}

}  // namespace

void add_collector_invite(verb_options& verb, const common_arguments& common) {
  auto& a = acts_by<invite_arguments>(verb, common, invite);
  add_home(verb, a.home);
  verb.add_option("--page", a.page,
                  "Where people find the page to take part, as https://votes.example.org/take-part.html")
      ->required()
      ->type_name("ADDRESS");
  verb.add_option("--person", a.people, "Invite this one, rather than everybody (may be repeated)");
  verb.add_option("-o,--output", a.cards,
                  "Where the cards to print go; private/invitations.html in the folder if not given")
      ->group(section::output)
      ->type_name(value::file);
  verb.add_option(
          "--links", a.links,
          "Where names and links go, a line each; private/links.tsv in the folder if not given, and - "
          "prints them and makes no cards")
      ->group(section::output)
      ->type_name(value::file);
}

}  // namespace edgeldp::cli
