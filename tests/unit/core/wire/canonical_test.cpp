// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/canonical.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"

namespace edgeldp {
namespace {

template <class F>
byte_string written(F&& f) {
  byte_string out;
  canonical_writer to(out);
  f(to);
  return out;
}

TEST(CanonicalTest, EveryPartComesBackAsItWas) {
  const std::vector<std::int64_t> numbers{0, -1, std::int64_t{1} << 62, -(std::int64_t{1} << 62)};
  const byte_string out = written([&](canonical_writer& to) {
    to.number(-5)
        .budget(epsilon::from_nats(0.5))
        .real(-0.0)
        .text("a name")
        .numbers(numbers)
        .number(static_cast<int128>(~std::uint64_t{0}));
    to.real(std::numeric_limits<double>::infinity()).text("").numbers({});
  });
  canonical_reader from(out);
  EXPECT_EQ(from.number(), -5);
  EXPECT_EQ(from.budget(), epsilon::from_nats(0.5));
  const double zero = from.real();
  EXPECT_TRUE(zero == 0.0 && std::signbit(zero));
  EXPECT_EQ(from.text(), "a name");
  EXPECT_EQ(from.numbers(), numbers);
  EXPECT_EQ(from.word(), ~std::uint64_t{0});
  EXPECT_TRUE(std::isinf(from.real()));
  EXPECT_EQ(from.text(), "");
  EXPECT_TRUE(from.numbers().empty());
  EXPECT_NO_THROW(from.end());
}

TEST(CanonicalTest, NothingIsReadPastTheEnd) {
  const byte_string out = written(
      [](canonical_writer& to) { to.real(1.5).text("name").numbers(std::vector<std::int64_t>{1, 2}); });
  for (std::size_t size = 0; size < out.size(); ++size) {
    canonical_reader from{std::span(out).first(size)};
    EXPECT_THROW(
        {
          from.real();
          from.text();
          from.numbers();
        },
        format_error)
        << size;
  }
  canonical_reader left(out);
  left.real();
  EXPECT_THROW(left.end(), format_error);
  EXPECT_EQ(left.rest().size(), out.size() - 8);
  EXPECT_NO_THROW(left.end());
}

TEST(CanonicalTest, RefusesNumbersOutsideTheirRange) {
  const auto reader_of = [](const byte_string& in) { return canonical_reader(in); };
  const byte_string seven = written([](canonical_writer& to) { to.number(7); });
  EXPECT_EQ(reader_of(seven).count(7), 7U);
  EXPECT_THROW(reader_of(seven).count(6), format_error);
  const byte_string negative = written([](canonical_writer& to) { to.number(-1); });
  EXPECT_THROW(reader_of(negative).count(7), format_error);
  EXPECT_THROW(reader_of(negative).word(), format_error);
  EXPECT_THROW(reader_of(negative).budget(), format_error);
  const byte_string large = written([](canonical_writer& to) { to.number(int128{1} << 64); });
  EXPECT_THROW(reader_of(large).word(), format_error);
  EXPECT_THROW(reader_of(large).number(), format_error);
}

TEST(CanonicalTest, ALengthThatCannotComeAsksForNoMemory) {
  const byte_string many = written([](canonical_writer& to) { to.number(int128{1} << 60); });
  EXPECT_THROW(canonical_reader(many).numbers(), format_error);
  EXPECT_THROW(canonical_reader(many).text(), format_error);
}

}  // namespace
}  // namespace edgeldp
