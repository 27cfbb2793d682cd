// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/wire/release_file.hpp"
#include "edgeldp/core/wire/vector_release.hpp"
#include "support/slow_vectors.hpp"
#include "support/vectors.hpp"

namespace edgeldp {
namespace {

vector_parameters arbitrary_parameters() {
  const auto codec = *rc::gen::element(codec_kind::bitmap, codec_kind::ppr, codec_kind::nullspace);
  vector_parameters p = test::small_vectors(codec, *rc::gen::inRange<std::uint64_t>(1, 30),
                                            *rc::gen::inRange<std::uint64_t>(1, 300),
                                            *rc::gen::element(2U, 3U, 11U, 255U, 256U));
  p.key.value = *rc::gen::arbitrary<std::uint64_t>();
  if (codec == codec_kind::ppr) {
    p.alpha_milli = *rc::gen::inRange(1300U, 4000U);
    p.candidate_limit_log2 = *rc::gen::inRange(1U, 56U);
    p.chunk_rate = *rc::gen::inRange<std::uint64_t>(std::uint64_t{1} << 29, std::uint64_t{1} << 33);
    p.chunk_floor_rate = *rc::gen::inRange<std::uint64_t>(0, std::uint64_t{1} << 31);
    p.size_slack = *rc::gen::inRange<std::uint64_t>(0, 50);
    p.entries = epsilon::from_nats(60.0);
    p.total = epsilon::from_nats(63.0);
  }
  if (codec == codec_kind::nullspace) p.field_order = *rc::gen::elementOf(nullspace_response::field_orders);
  return p;
}

// Messages and files come back as they were, for any shape, codec and alphabet.
TEST(VectorsPropertyTest, MessagesAndFilesRoundTrip) {
  EXPECT_TRUE(rc::check([] {
    const vector_release r =
        test::random_vectors(arbitrary_parameters(), *rc::gen::arbitrary<unsigned>(), 0.05);
    const vector_layout& layout = r.layout();
    for (vertex_id u = 0; u < layout.users(); ++u) {
      const auto words = read_vector(layout, u, write_vector(layout, u, r.words(u)));
      RC_ASSERT(std::ranges::equal(words, r.words(u)));
    }
    vector_release_sizes sizes;
    const auto bytes = r.serialize(&sizes);
    RC_ASSERT(sizes.total() == bytes.size());
    const vector_release_reader reader{std::span<const std::byte>(bytes)};
    RC_ASSERT(reader.layout().parameters() == r.parameters());
    RC_ASSERT(reader.load().serialize() == bytes);
    const auto u = static_cast<vertex_id>(layout.users() - 1);
    const auto item = static_cast<std::uint32_t>(layout.length() - 1);
    RC_ASSERT(reader.offset(u, item) == r.offset(u, item));
    // And they say what the format's page says they do.
    const testing::slow_vectors slow(bytes);
    for (vertex_id v = 0; v < layout.users(); ++v)
      for (std::uint32_t i = 0; i < layout.length(); i += 7) RC_ASSERT(slow.offsets[v][i] == r.offset(v, i));
  }));
}

}  // namespace
}  // namespace edgeldp
