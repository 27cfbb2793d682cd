// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/canonical.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"
#include "support/lent_bytes.hpp"

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

/// What a reader says of bytes, and of what is wrong with them.
std::string said_of(canonical_reader from) {
  std::string said;
  try {
    said += std::to_string(from.word()) + " ";
    said += std::to_string(from.real()) + " ";
    said += from.text() + " ";
    for (const std::int64_t number : from.numbers()) said += std::to_string(number) + " ";
    const public_bytes rest = from.public_rest();
    said += std::to_string(rest.size()) + " behind " + (from.is_at_end() ? "all" : "some");
    said += name_of_parts(rest);
  } catch (const format_error& e) {
    said += e.what();
  }
  return said;
}

/// Windows end anywhere, also within a number; what is wrong is at the same place.
TEST(CanonicalTest, BytesThatLieElsewhereSayTheSame) {
  for (const std::size_t before : {0U, 4070U, 4085U, 4090U, 4095U, 8180U}) {
    std::vector<std::int64_t> numbers(3000, std::int64_t{1} << 55);
    numbers[1] = -7;
    const byte_string out = written([&](canonical_writer& to) {
      to.number(static_cast<int128>(~std::uint64_t{0})).real(0.25).text(std::string(before, 'x'));
      to.numbers(numbers).number(3);
    });
    const std::string all = said_of(canonical_reader(out));
    EXPECT_NE(all.find(" 1 behind all"), std::string::npos);
    EXPECT_EQ(said_of(canonical_reader(test::lent(out))), all);
    EXPECT_EQ(said_of(canonical_reader(held_here(out))), all);
    for (const std::size_t size : {out.size() - 2, out.size() / 2, std::size_t{4096}, std::size_t{12}}) {
      const byte_string cut(out.begin(),
                            out.begin() + static_cast<std::ptrdiff_t>(std::min(size, out.size())));
      EXPECT_EQ(said_of(canonical_reader(test::lent(cut))), said_of(canonical_reader(cut))) << size;
    }
    byte_string bad = out;
    bad[bad.size() - 30] = std::byte{0xff};
    EXPECT_EQ(said_of(canonical_reader(test::lent(bad))), said_of(canonical_reader(bad)));
  }
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
