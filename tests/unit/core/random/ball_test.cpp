// SPDX-License-Identifier: MIT
// Balls contain what they stand for: doubles against balls of 128 bits, those against Boost's
// floats of 100 digits.
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <cstdint>
#include <random>

#include "edgeldp/core/random/big_ball.hpp"
#include "edgeldp/core/random/double_ball.hpp"
#include "edgeldp/core/random/private_randomness.hpp"
#include "edgeldp/core/random/uniform_digits.hpp"

namespace edgeldp {
namespace {

using integer = big_ball::integer;
using wide_float = boost::multiprecision::cpp_bin_float_100;

constexpr unsigned wide_bits = 128;

/// A double, exactly.
big_ball exactly(double x, unsigned bits = wide_bits) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  return {integer(static_cast<std::int64_t>(std::ldexp(fraction, 53))), 0, exponent - 53, bits};
}

wide_float middle(const big_ball& x) {
  return ldexp(wide_float(x.mid()), static_cast<int>(x.exponent()));
}

wide_float radius(const big_ball& x) {
  return ldexp(wide_float(x.rad()), static_cast<int>(x.exponent()));
}

/// Is the exact number behind `x`, whose own radius is far smaller, inside the ball of doubles?
bool is_inside(const double_ball& ball, const big_ball& x) {
  if (!std::isfinite(ball.mid) || !std::isfinite(ball.rel)) return true;  // it claims nothing
  const big_ball distance = exactly(ball.mid) - x;
  const big_ball room = exactly(std::fabs(ball.mid)) * exactly(ball.rel);
  return !surely_less(room, distance) && !surely_less(room, -distance);
}

class DoubleBallTest : public ::testing::Test {
 protected:
  static constexpr int inputs = 100'000;

  /// Sign, any exponent in +-range, often close to a power of two.
  double number(int range, bool is_signed) {
    const auto exponent = static_cast<int>(m_random() % static_cast<unsigned>(2 * range + 1)) - range;
    double x = 1.0 + static_cast<double>(m_random() >> 12) * 0x1p-52;
    if (m_random() % 4 == 0) x = 1.0 + static_cast<double>(m_random() % 16) * 0x1p-52;
    return std::ldexp(is_signed && (m_random() & 1) != 0 ? -x : x, exponent);
  }

  /// A relative radius: none, tiny or up to 2^-8.
  double radius_of_input() {
    const std::uint64_t kind = m_random() % 4;
    return kind == 0 ? 0.0 : std::ldexp(1.0, -static_cast<int>(8 + m_random() % 48));
  }

  /// A number at the centre of the ball, at one of its ends or in between.
  big_ball inside(const double_ball& ball) {
    constexpr double places[] = {-1.0, 1.0, 0.0, 0.5};
    return exactly(ball.mid) * (exactly(1.0) + exactly(ball.rel) * exactly(places[m_random() % 4]));
  }

  std::mt19937_64 m_random{2026};
};

TEST_F(DoubleBallTest, ContainsSumsAndDifferences) {
  for (int i = 0; i < inputs; ++i) {
    const double_ball a{number(800, true), radius_of_input()};
    // every other one cancels
    const double scale =
        (i & 1) != 0 ? number(60, true) : -(1.0 + static_cast<double>(m_random() % 64) * 0x1p-50);
    const double_ball b{a.mid * scale, radius_of_input()};
    const big_ball x = inside(a), y = inside(b);
    ASSERT_TRUE(is_inside(a + b, x + y)) << a.mid << " +- " << a.rel << ", " << b.mid << " +- " << b.rel;
    ASSERT_TRUE(is_inside(a - b, x - y)) << a.mid << " +- " << a.rel << ", " << b.mid << " +- " << b.rel;
  }
}

TEST_F(DoubleBallTest, ContainsProductsAndQuotients) {
  for (int i = 0; i < inputs; ++i) {
    const double_ball a{number(700, true), radius_of_input()}, b{number(700, true), radius_of_input()};
    const big_ball x = inside(a), y = inside(b);
    ASSERT_TRUE(is_inside(a * b, x * y)) << a.mid << " +- " << a.rel << ", " << b.mid << " +- " << b.rel;
    ASSERT_TRUE(is_inside(a / b, x / y)) << a.mid << " +- " << a.rel << ", " << b.mid << " +- " << b.rel;
  }
}

TEST_F(DoubleBallTest, ContainsLogarithms) {
  for (int i = 0; i < inputs; ++i) {
    const double_ball a{number((i & 1) != 0 ? 1 : 1000, false), radius_of_input()};
    ASSERT_TRUE(is_inside(log(a), log(inside(a)))) << a.mid << " +- " << a.rel;
  }
}

TEST_F(DoubleBallTest, ContainsExponentials) {
  for (int i = 0; i < inputs; ++i) {
    const double x = (i & 1) != 0 ? number(30, true) * 0x1p-22 : number(60, true) * 0x1p-60;
    const double_ball a{x, std::fmin(radius_of_input(), 0.5 / std::fabs(x))};
    ASSERT_TRUE(is_inside(exp(a), exp(inside(a)))) << a.mid << " +- " << a.rel;
  }
}

TEST_F(DoubleBallTest, ContainsLogarithmsAndExponentialsNearOne) {
  for (int i = 0; i < inputs / 4; ++i) {
    const double_ball a{(i & 1) != 0 ? number(2, false) : std::ldexp(number(60, false), -60),
                        radius_of_input()};
    ASSERT_TRUE(is_inside(log1p(a), log1p(inside(a)))) << a.mid << " +- " << a.rel;
    ASSERT_TRUE(is_inside(expm1(a), expm1(inside(a)))) << a.mid << " +- " << a.rel;
    if (a.rel == 0.0) {
      ASSERT_LT(log1p(a).rel + expm1(a).rel, 0x1p-46) << a.mid;
    }
  }
}

TEST_F(DoubleBallTest, ContainsIntegersInversesAndUniforms) {
  simulation_randomness coins(1, 1, 1);
  uniform_digits digits(coins);
  for (int i = 0; i < inputs; ++i) {
    const auto n = static_cast<std::int64_t>(m_random() >> (1 + m_random() % 62));
    ASSERT_TRUE(is_inside(double_arithmetic().integer(n), big_arithmetic(wide_bits).integer(n))) << n;
    if (n > 0 && n < std::int64_t{1} << 53) {
      ASSERT_TRUE(is_inside(double_arithmetic().inverse(n), big_arithmetic(wide_bits).inverse(n))) << n;
    }
    digits.restart();
    const double_ball u = double_arithmetic().uniform(digits);
    digits.rewind();
    ASSERT_TRUE(is_inside(u, big_arithmetic(wide_bits).uniform(digits)));
  }
}

// Numbers close together, or close to an integer or a power of two: what is decided is right.
TEST_F(DoubleBallTest, DecidesRightOrNotAtAll) {
  int undecided_ones = 0;
  const auto check = [&](auto&& in_doubles, auto&& in_bits) {
    try {
      const auto decision = in_doubles();
      ASSERT_EQ(decision, in_bits());
    } catch (const undecided&) {
      ++undecided_ones;
    }
  };
  for (int i = 0; i < inputs; ++i) {
    const double near = 1.0 + static_cast<double>(static_cast<int>(m_random() % 65) - 32) * 0x1p-52;
    const double_ball a{number(50, false), std::ldexp(1.0, -static_cast<int>(47 + m_random() % 8))};
    const double_ball b{a.mid * near, a.rel}, whole{std::floor(a.mid + 1.0) * near, a.rel},
        power{std::ldexp(near, static_cast<int>(m_random() % 50)), a.rel};
    const big_ball x = inside(a), y = inside(b), z = inside(whole), p = inside(power);
    check([&] { return less(a, b); }, [&] { return less(x, y); });
    check([&] { return floor_below_power(whole, 50); }, [&] { return floor_below_power(z, 50); });
    check([&] { return exponent_of(power); }, [&] { return exponent_of(p); });
    ASSERT_FALSE(surely_less(a, b) && !less(x, y));
  }
  EXPECT_GT(undecided_ones, inputs / 4);
  EXPECT_LT(undecided_ones, 2 * inputs);
}

TEST_F(DoubleBallTest, KeepsExactNumbersExact) {
  const double_arithmetic a;
  EXPECT_FALSE(less(a.integer(5), a.integer(5)));
  EXPECT_EQ(floor_below_power(a.integer(7), 40), 7U);
  EXPECT_EQ(floor_below_power(a.integer(1 << 30), 20), 1U << 20);
  EXPECT_EQ(exponent_of(a.power_of_two(-300)), -300);
  EXPECT_EQ(exponent_of(a.integer(1023)), 9);
  EXPECT_FALSE(less((a.integer(3) - a.integer(3)) * a.power_of_two(500), a.integer(0)));
}

TEST_F(DoubleBallTest, DecidesNothingBeyondItsRange) {
  const double_ball tiny{0x1p-800, 0x1p-52}, huge{0x1p800, 0x1p-52}, zero{0.0, 0.0}, one{1.0, 0.0};
  EXPECT_THROW(less(tiny * tiny, one), undecided);
  EXPECT_THROW(less(huge * huge, one), undecided);
  EXPECT_THROW(less(one, huge * huge), undecided);
  EXPECT_THROW(less(huge * huge - huge * huge, one), undecided);
  EXPECT_FALSE(surely_less(one, huge * huge) || surely_less(huge * huge, one));
  EXPECT_THROW(floor_below_power(huge * huge, 62), undecided);
  EXPECT_THROW(exponent_of(huge * huge), undecided);
  EXPECT_THROW(exponent_of(zero), undecided);
  EXPECT_THROW(less(one / zero, one), undecided);
  EXPECT_THROW(log(zero), undecided);
  EXPECT_THROW(less(exp(double_ball{-5000.0, 0.0}), one), undecided);
  EXPECT_THROW(exp(double_ball{5000.0, 0x1p-12}), undecided);
}

// --- big balls
// -------------------------------------------------------------------------------------------------

// 100 digits are 332 bits, so Boost's rounding is far below a unit of any ball here.
TEST(BigBallTest, ContainsWhatBoostComputes) {
  std::mt19937_64 random(7);
  for (const unsigned bits : {12U, 64U, 128U, 200U}) {
    for (int i = 0; i < 500; ++i) {
      const auto draw = [&](unsigned width) {
        return big_ball(integer(random() >> (64 - width)) + 1, integer(random() % 4),
                        static_cast<std::int64_t>(random() % 40) - 40, bits);
      };
      const big_ball a = draw(20 + static_cast<unsigned>(random() % 44)), b = draw(12);
      const auto check = [&](const big_ball& result, const wide_float& exact, const wide_float& spread,
                             const char* what) {
        // the exact results at the middle and at the ends that `spread` reaches
        EXPECT_LE(abs(middle(result) - exact) + spread,
                  radius(result) * (1 + wide_float(1e-80)) + wide_float(1e-90))
            << what << ", " << bits;
        if (a.rad() == 0 && b.rad() == 0 && exact != 0) {  // as precise as it should be
          EXPECT_LE(radius(result), (abs(exact) + 1) * ldexp(wide_float(1), 6 - static_cast<int>(bits)))
              << what;
        }
      };
      const wide_float x = middle(a), y = middle(b), dx = radius(a), dy = radius(b);
      check(a + b, x + y, dx + dy, "+");
      check(a - b, x - y, dx + dy, "-");
      check(a * b, x * y, x * dy + y * dx + dx * dy, "*");
      if (x > 2 * dx && y > 2 * dy) {
        check(a / b, x / y, (x + dx) / (y - dy) - x / y, "/");
        check(log(a), log(x), log(x) - log(x - dx), "log");
        check(log1p(a), log(1 + x), log(1 + x) - log(1 + x - dx), "log1p");
      }
      if (x < 30 && dx < 0.5) {
        check(exp(a), exp(x), exp(x + dx) - exp(x), "exp");
        check(expm1(a), exp(x) - 1, exp(x + dx) - exp(x), "expm1");
      }
    }
  }
}

TEST(BigBallTest, AddsWhatIsFarSmaller) {
  const big_arithmetic a(64);
  const big_ball sum = a.integer(3) + a.power_of_two(-100'000'000);
  EXPECT_LT(sum.exponent(), 0);
  EXPECT_GT(sum.exponent(), -200);
  EXPECT_FALSE(surely_less(sum, a.integer(3)));
  EXPECT_FALSE(surely_less(a.integer(3), sum));
}

}  // namespace
}  // namespace edgeldp
