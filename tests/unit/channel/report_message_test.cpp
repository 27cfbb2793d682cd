// SPDX-License-Identifier: MIT
#include "edgeldp/channel/report_message.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "edgeldp/channel/randomized_answers.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp {
namespace {

channel answers(std::size_t many) {
  return k_ary_channel(epsilon::from_nats(1.0), numbered_labels(many));
}

TEST(ReportMessageTest, TakesTheBitsOfTheOutputs) {
  EXPECT_EQ(report_bits(answers(2)), 1U);
  EXPECT_EQ(report_bits(answers(3)), 2U);
  EXPECT_EQ(report_bits(answers(4)), 2U);
  EXPECT_EQ(report_bits(answers(5)), 3U);
}

TEST(ReportMessageTest, ReadsWhatWasWritten) {
  const std::vector<channel> channels = {answers(2), answers(5), answers(3)};
  std::vector<std::uint32_t> reports;
  for (std::uint32_t user = 0; user < 7; ++user)
    for (const channel& c : channels) reports.push_back(user % static_cast<std::uint32_t>(c.output_count()));
  const std::vector<std::byte> message = write_reports(channels, reports);
  EXPECT_EQ(message.size(), (7 * 6 + 7) / 8U);
  EXPECT_EQ(read_reports(channels, 7, message), reports);
}

TEST(ReportMessageTest, HasALengthThatReportsDoNotChange) {
  const std::vector<channel> channels = {answers(5)};
  for (std::uint32_t report = 0; report < 5; ++report)
    EXPECT_EQ(write_reports(channels, std::vector{report}).size(), 1U);
}

TEST(ReportMessageTest, RefusesForeignBytes) {
  const std::vector<channel> channels = {answers(5)};
  const auto bytes = [](std::initializer_list<int> list) {
    std::vector<std::byte> result;
    for (const int b : list) result.push_back(static_cast<std::byte>(b));
    return result;
  };
  EXPECT_THROW(read_reports(channels, 1, bytes({})), format_error);
  EXPECT_THROW(read_reports(channels, 1, bytes({1, 0})), format_error);
  EXPECT_THROW(read_reports(channels, 1, bytes({5})), format_error) << "no output 5";
  EXPECT_THROW(read_reports(channels, 1, bytes({1 | 8})), format_error) << "an unused bit";
  EXPECT_THROW(read_reports(channels, ~std::uint64_t{0} / 3 + 1, bytes({1})), format_error) << "overflow";
  EXPECT_EQ(read_reports(channels, 2, bytes({4 | (3 << 3)})), (std::vector<std::uint32_t>{4, 3}));
  try {
    static_cast<void>(read_reports(channels, 4, bytes({0, 0x0e})));
    FAIL();
  } catch (const format_error& e) {
    EXPECT_EQ(e.offset(), 1U);
  }
}

TEST(ReportMessageTest, RefusesWhatIsNoReport) {
  const std::vector<channel> channels = {answers(2), answers(3)};
  EXPECT_THROW(write_reports(channels, std::vector<std::uint32_t>{0, 3}), invalid_parameter);
  EXPECT_THROW(write_reports(channels, std::vector<std::uint32_t>{0}), invalid_parameter);
  EXPECT_THROW(write_reports({}, std::vector<std::uint32_t>{0}), invalid_parameter);
  const std::vector<channel> silent = {
      channel::from_probabilities({"a"}, {"b"}, Eigen::MatrixXd::Ones(1, 1))};
  EXPECT_THROW(read_reports(silent, 3, {}), invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
