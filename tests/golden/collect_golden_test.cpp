// SPDX-License-Identifier: MIT
// Collections of versions 1, 2, the latter of each kind of task, and 3, as their folders and their
// clients' states lay on disks, with the last round open: they still go on, and end as they did.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "collect/carriers/folder_bulletin.hpp"
#include "collect/carriers/state_file.hpp"
#include "collect/client/client.hpp"
#include "collect/collector/collection.hpp"
#include "collect/task/files.hpp"
#include "collect/task/messages.hpp"
#include "collect/task/published.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "support/test_folder.hpp"

namespace edgeldp::test {

namespace {

namespace fs = std::filesystem;
using json = nlohmann::json;

/// All of b stands in a, but for the last digits of reals, which compilers may round otherwise.
/// Later versions may say more.
void expect_near(const json& a, const json& b, const std::string& where) {
  ASSERT_EQ(a.type(), b.type()) << where;
  if (a.is_number_float()) {
    EXPECT_NEAR(a.get<double>(), b.get<double>(), 1e-9 * std::abs(b.get<double>()) + 1e-9) << where;
  } else if (a.is_structured()) {
    const json flat_a = a.flatten(), flat_b = b.flatten();
    for (const auto& [key, value] : flat_b.items()) {
      ASSERT_TRUE(flat_a.contains(key)) << where << key;
      expect_near(flat_a[key], value, where + key);
    }
  } else {
    EXPECT_EQ(a, b) << where;
  }
}

void expect_to_go_on(const std::string& name) {
  const fs::path golden = fs::path(EDGELDP_GOLDEN_DIR) / name;
  const test_folder scratch;
  fs::copy(golden, scratch.path() / "copy", fs::copy_options::recursive);
  const collect::collector_folder folder{scratch.path() / "copy" / "home"};
  constexpr std::int64_t soon = 1;  // long before any round closes by itself
  collect::collection c(folder, soon);
  EXPECT_EQ(c.status().at, collect::collection_status::stage::asking);
  const std::uint64_t answered = c.status().answered, asked = c.status().asked;
  ASSERT_LT(answered, asked);

  collect::folder_bulletin published(folder.open());
  std::uint64_t said = 0;
  for (const auto& entry : fs::directory_iterator(scratch.path() / "copy" / "states")) {
    if (entry.path().extension() != ".state") continue;
    collect::state_file kept(entry.path(), collect::state_file::opening::existing);
    collect::client p(kept);
    const collect::next_step step = p.next(published);
    if (step.what != collect::next_step::kind::send) continue;
    c.take(step.message);
    ++said;
  }
  EXPECT_GE(said, asked);
  c.commit();
  c.advance(soon);
  const auto result = published.result();
  ASSERT_TRUE(result.has_value());
  const auto expected = collect::read_file(golden / "result.json", 1 << 20);
  ASSERT_TRUE(expected.has_value());
  expect_near(json::parse(collect::text_of(*result)), json::parse(collect::text_of(*expected)), "");
}

TEST(CollectionGoldenTest, Version1GoesOnFromItsFiles) {
  expect_to_go_on("collect-v1");
}

/// The open round, signed by the collector, asks for something else that costs no more.
TEST(CollectionGoldenTest, AClientOfVersion1AnswersOnlyWhatItsMethodAsks) {
  const test_folder scratch;
  fs::copy(fs::path(EDGELDP_GOLDEN_DIR) / "collect-v1", scratch.path() / "copy", fs::copy_options::recursive);
  const collect::collector_folder folder{scratch.path() / "copy" / "home"};
  collect::folder_bulletin published(folder.open());
  std::uint32_t last = 0;
  while (published.announcement(last + 1)) ++last;
  collect::signed_part part;
  const byte_string bytes = published.announcement(last).value();
  collect::announcement a = collect::announcement::read(bytes, part);
  ASSERT_NE(a.asks, "degree");
  a.asks = "degree";
  a.said.clear();
  canonical_writer(a.said).budget(epsilon::from_nats(0.001));
  const byte_string secrets = collect::read_file(folder.closed() / "secret", 64).value();
  const byte_string lie = a.write(collect::signing_key::from(std::span(secrets).first(32)));
  const fs::path at = folder.open() / "announcements" / std::to_string(last);
  std::ofstream(at, std::ios::binary)
      .write(reinterpret_cast<const char*>(lie.data()), static_cast<std::streamsize>(lie.size()));
  std::uint64_t refused = 0;
  for (const auto& entry : fs::directory_iterator(scratch.path() / "copy" / "states")) {
    if (entry.path().extension() != ".state") continue;
    collect::state_file kept(entry.path(), collect::state_file::opening::existing);
    collect::client p(kept);
    const collect::next_step step = p.next(published);
    EXPECT_NE(step.what, collect::next_step::kind::send);
    refused += step.why.find("'degree' is not what the task says") != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(refused, 0U) << "who had heard the honest one says that there are two";
}

TEST(CollectionGoldenTest, Version2GoesOnFromItsFiles) {
  expect_to_go_on("collect-v2");
}

TEST(CollectionGoldenTest, Version2WithASampleOfRowsGoesOnFromItsFiles) {
  expect_to_go_on("collect-v2-sample");
}

TEST(CollectionGoldenTest, Version2OfItemsGoesOnFromItsFiles) {
  expect_to_go_on("collect-v2-items");
}

TEST(CollectionGoldenTest, Version3WhosePeopleChoseGoesOnFromItsFiles) {
  expect_to_go_on("collect-v3");
}

}  // namespace

}  // namespace edgeldp::test
