// SPDX-License-Identifier: MIT
#include "collect/collector/collection.hpp"
#include "collect/task/files.hpp"

#include <array>
#include <cmath>
#include <system_error>

#include "collect/collector/stored_names.hpp"
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

}  // namespace

void create_collection(const collector_folder& folder, const new_collection& wanted, std::int64_t now) {
  std::error_code ignored;
  if (std::filesystem::exists(folder.home, ignored) && !std::filesystem::is_empty(folder.home, ignored))
    throw io_error(folder.home.string() + ": is there already, and not empty");
  byte_string secrets(secret_bytes);
  fill_secret(secrets);
  const signing_key key = signing_key::from(std::span(secrets).first(32));
  const byte_string directory = people_directory::write(wanted.people);
  const byte_string items = wanted.items.empty() ? byte_string() : people_directory::write(wanted.items);
  task t;
  t.title = wanted.title;
  t.method = wanted.method;
  t.version = version_for(t.method);
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
  t.rounds = rounds_of(wanted.method, wanted.total, t.variant(),
                       {wanted.join_seconds, wanted.round_seconds,
                        wanted.answer_seconds.value_or(usual_answer_seconds(wanted.round_seconds))});
  const byte_string bytes = t.write();
  try {
    task::read(bytes);
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
  store kept(folder.closed());
  kept.keep(of_creation, bytes_of(std::to_string(now)));
  kept.keep(of_average_degree, bytes_of(std::to_string(std::llround(wanted.average_degree * degree_unit))));
  if (!wanted.confirmed.empty()) kept.keep(of_confirmation, bytes_of(wanted.confirmed));
  kept.commit();
  replace_file((folder.open() / published::task).string(), bytes);  // last: it makes the folder a collection
}

}  // namespace edgeldp::collect
