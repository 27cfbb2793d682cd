// SPDX-License-Identifier: MIT
#include "collect/collector/collection.hpp"
#include "collect/task/files.hpp"

#include <array>
#include <cmath>
#include <system_error>

#include "collect/collector/stored_names.hpp"
#include "collect/task/labels.hpp"
#include "collect/task/published.hpp"
#include "edgeldp/core/base/atomic_file.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp::collect {

namespace {

std::uint64_t random_word() {
  std::array<std::byte, 8> coins{};
  fill_secret(coins);
  std::uint64_t word = 0;
  for (const std::byte b : coins) word = word << 8 | std::to_integer<std::uint64_t>(b);
  return word;
}

std::vector<std::string> lines_of(const people_directory& directory) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < directory.size(); ++i) names.emplace_back(directory.name(i));
  return names;
}

/// Errors: io_error, which names the object.
byte_string published_object(const collector_folder& folder, const std::string& name) {
  const std::filesystem::path path = folder.open() / published::object(name);
  auto bytes = read_file(path, std::uint64_t{1} << 36);
  if (!bytes || name_of(*bytes) != name)
    throw io_error(path.string() + ": missing or damaged; restore the collector's folder from a copy");
  return *std::move(bytes);
}

std::vector<labelled_person> published_labels(const collector_folder& folder, const task& t) {
  const byte_string file = published_object(folder, t.labels.file);
  std::vector<labelled_person> known;
  for (label_line& line : read_labels(public_bytes(file), t))
    known.push_back({std::move(line.name), t.labels.names[line.label]});
  return known;
}

/// Who joined the first date of changes, as every announcement of that date names it.
void add_cohort(earlier_date& d, const collector_folder& folder) {
  task_series& s = d.next;
  s.cohort = d.earlier.series.cohort;
  s.cohort_people = d.earlier.series.cohort_people;
  if (!d.earlier.is_later_date()) {
    signed_part part;
    const auto first = read_file(folder.open() / published::announcement(0), std::uint64_t{1} << 36);
    if (!first)
      throw invalid_parameter(
          folder.home.string() +
          ": nobody was asked on this first date, so that nothing can have changed since");
    s.cohort = announcement::read(*first, part).joined.name;
  }
  d.cohort = published_object(folder, s.cohort);
  s.cohort_people = joined_people::read(d.cohort, d.earlier.people, d.earlier.version).size();
}

}  // namespace

std::vector<std::uint32_t> collection::invited() const {
  std::vector<std::uint32_t> people;
  if (m_task.asks_changes()) {
    const joined_people cohort =
        joined_people::read(published_object(m_folder, m_task.series.cohort), m_task.people, m_task.version);
    for (std::uint64_t user = 0; user < cohort.size(); ++user)
      people.push_back(cohort.person(static_cast<vertex_id>(user)));
  } else {
    for (std::uint32_t person = 0; person < m_directory.size(); ++person) people.push_back(person);
  }
  return people;
}

earlier_date date_after(const collector_folder& folder, std::int64_t now) {
  collection c = collection::opened_to_look(folder, now);
  earlier_date d{.earlier = c.of_task(), .next = {}};
  const std::string home = folder.home.string();
  if (d.earlier.version == first_version || d.earlier.is_simulated)
    throw invalid_parameter(home + ": is simulated or of version 1, and no date can follow it");
  using enum collection_status::stage;
  const collection_status::stage at = c.status().at;
  if (at != over && at != failed)
    throw invalid_parameter(home + ": goes on; the next date can be made once it is over");
  if (at == failed && d.earlier.tells_changes() && !d.earlier.is_later_date())
    throw invalid_parameter(home + ": the first date has failed, so that nothing can have changed since");
  if (d.earlier.series.date >= task_series::largest_date)
    throw invalid_parameter(home + ": is the last date that a series has");
  d.next.first = d.earlier.is_later_date() ? d.earlier.series.first : c.id();
  d.next.date = d.earlier.series.date + 1;
  d.next.before = d.earlier.lost_by_addition();
  d.next.budgets = d.earlier.series.budgets;
  d.next.turnover_permille = d.earlier.series.turnover_permille;
  if (d.earlier.tells_changes()) add_cohort(d, folder);
  d.people = lines_of(c.directory());
  if (d.earlier.has_items())
    d.items = lines_of(people_directory(published_object(folder, d.earlier.item_directory)));
  if (d.earlier.has_labels()) d.labels = published_labels(folder, d.earlier);
  d.average_degree = c.average_degree();
  return d;
}

void create_collection(const collector_folder& folder, const new_collection& wanted, std::int64_t now) {
  std::error_code ignored;
  if (std::filesystem::exists(folder.home, ignored) && !std::filesystem::is_empty(folder.home, ignored))
    throw io_error(folder.home.string() + ": is there already, and not empty");
  byte_string secrets(secret_bytes);
  fill_secret(secrets);
  const signing_key key = signing_key::from(std::span(secrets).first(32));
  const byte_string directory = people_directory::write(wanted.people);
  if (!wanted.labels.empty() && !wanted.is_simulated && wanted.confirmed.empty())
    throw invalid_parameter(
        "a collection that infers labels of people who gave none is made on purpose alone: its operator must "
        "have been asked");
  const written_labels labels =
      wanted.labels.empty() ? written_labels() : write_labels(wanted.labels, wanted.people);
  const byte_string items = wanted.items.empty() ? byte_string() : people_directory::write(wanted.items);
  task t;
  t.title = wanted.title;
  t.method = wanted.method;
  t.version = version_for(t.method, wanted.series.budgets.is_used());
  t.total = wanted.total;
  t.relationship_permille = wanted.relationship_permille;
  t.max_download_bytes = wanted.max_download_bytes;
  t.people = wanted.people.size();
  t.directory_digest = name_of(directory);
  t.items = wanted.items.size();
  if (t.has_items()) t.item_directory = name_of(items);
  t.key = wanted.key.value_or(release_key{random_word()});
  t.collector = key.its_public();
  t.is_simulated = wanted.is_simulated;
  t.close_permille = wanted.close_permille;
  t.attributes = wanted.attributes;
  t.labels = labels.said;
  t.series = wanted.series;
  t.rounds = rounds_of(wanted.method, t.total_of_rounds(), t.variant(),
                       {wanted.join_seconds, wanted.round_seconds,
                        wanted.answer_seconds.value_or(usual_answer_seconds(wanted.round_seconds))});
  const byte_string bytes = t.write();
  try {
    if (task::read(bytes).labels.names != t.labels.names)
      throw invalid_parameter("a public label is no text in UTF-8");
  } catch (const format_error& e) {
    throw invalid_parameter(e.what());
  }
  for (const auto& path : {folder.open() / "announcements", folder.open() / "objects", folder.closed()})
    if (!std::filesystem::create_directories(path, ignored) && ignored)
      throw io_error(path.string() + ": " + ignored.message());
  std::filesystem::permissions(folder.closed(), std::filesystem::perms::owner_all, ignored);
  write_private(folder.closed() / "secret", secrets);
  replace_file((folder.open() / published::directory).string(), directory);
  if (t.has_items()) replace_file((folder.open() / published::object(t.item_directory)).string(), items);
  if (t.has_labels()) replace_file((folder.open() / published::object(t.labels.file)).string(), labels.file);
  if (t.asks_changes())
    replace_file((folder.open() / published::object(t.series.cohort)).string(), wanted.cohort);
  store kept(folder.closed());
  kept.keep(of_creation, bytes_of(std::to_string(now)));
  kept.keep(of_average_degree, bytes_of(std::to_string(std::llround(wanted.average_degree * degree_unit))));
  if (!wanted.confirmed.empty()) kept.keep(of_confirmation, bytes_of(wanted.confirmed));
  kept.commit();
  replace_file((folder.open() / published::task).string(), bytes);  // last: it makes the folder a collection
}

}  // namespace edgeldp::collect
