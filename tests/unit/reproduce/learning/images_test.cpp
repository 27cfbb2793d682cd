// SPDX-License-Identifier: MIT
#include "reproduce/learning/images.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "edgeldp/core/base/error.hpp"
#include "reproduce/learning/quality.hpp"

namespace edgeldp::learning {
namespace {

std::string big_endian(std::uint32_t n) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(n >> shift & 0xff);
  return bytes;
}

class ImagesTest : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(m_folder); }
  void TearDown() override { std::filesystem::remove_all(m_folder); }
  void write(const std::string& images, const std::string& labels) {
    std::ofstream(m_folder + "/mnist.t10k-images-idx3-ubyte.gz", std::ios::binary) << images;
    std::ofstream(m_folder + "/mnist.t10k-labels-idx1-ubyte.gz", std::ios::binary) << labels;
  }
  const std::string m_folder =
      ::testing::TempDir() + "/edgeldp_" + ::testing::UnitTest::GetInstance()->current_test_info()->name();
  const std::string m_images = big_endian(0x803) + big_endian(2) + big_endian(28) + big_endian(28) +
                               std::string(784, '\0') + std::string(784, '\xff');
  const std::string m_labels = big_endian(0x801) + big_endian(2) + std::string("\3\7");
};

TEST_F(ImagesTest, GreyLevelsAndLabels) {
  write(m_images, m_labels);
  const examples e = read_digits(m_folder);
  EXPECT_EQ(e.y, (std::vector<int>{3, 7}));
  EXPECT_EQ(e.x.col(0).maxCoeff(), 0.0F);
  EXPECT_EQ(e.x.col(1).minCoeff(), 1.0F);
}

TEST_F(ImagesTest, DamagedFilesAreRefused) {
  for (const std::size_t length : {std::size_t{0}, std::size_t{3}, std::size_t{10}, std::size_t{800}}) {
    write(m_images.substr(0, length), m_labels);
    EXPECT_THROW(read_digits(m_folder), format_error) << length;
  }
  write(m_images + "x", m_labels);
  EXPECT_THROW(read_digits(m_folder), format_error);
  write(m_labels, m_labels);
  EXPECT_THROW(read_digits(m_folder), format_error);
  write(m_images, big_endian(0x801) + big_endian(1) + "\3");
  EXPECT_THROW(read_digits(m_folder), format_error);
  write(m_images, big_endian(0x801) + big_endian(2) + "\3\x0a");
  EXPECT_THROW(read_digits(m_folder), format_error);
  write(big_endian(0x803) + big_endian(0xffffffff) + big_endian(0xffffffff) + big_endian(0xffffffff),
        m_labels);
  EXPECT_THROW(read_digits(m_folder), format_error);
}

TEST(GeneratedDigitsTest, RepeatAndCanBeLearned) {
  EXPECT_EQ(generate_digits(10, 1).x, generate_digits(10, 1).x);
  const examples data = pooled(generate_digits(1200, 1), 4);
  std::vector<std::uint32_t> first, last;
  for (std::uint32_t i = 0; i < 1200; ++i) (i < 1000 ? first : last).push_back(i);
  network net(data.x.rows(), 0, 10, 0);
  train(net, data.subset(first), {});
  const examples test = data.subset(last);
  EXPECT_GT(accuracy(net.scores(test.x), test.y), 0.6);
}

TEST(PoolingTest, AveragesSquares) {
  examples e{Eigen::MatrixXf(16, 1), {0}, 1};
  for (Eigen::Index i = 0; i < 16; ++i) e.x(i, 0) = static_cast<float>(i);
  EXPECT_EQ(pooled(e, 2).x, Eigen::Vector4f(2.5F, 4.5F, 10.5F, 12.5F));
}

TEST(NightlyDigitsTest, LogisticRegressionReadsThem) {
  const char* folder = std::getenv("EDGELDP_DATASETS");
  if (folder == nullptr) GTEST_SKIP() << "EDGELDP_DATASETS names no folder";
  const examples data = pooled(read_digits(folder), 2);
  ASSERT_EQ(data.size(), 10000);
  std::vector<std::uint32_t> first, last;
  for (std::uint32_t i = 0; i < 10000; ++i) (i < 8000 ? first : last).push_back(i);
  network net(data.x.rows(), 0, 10, 0);
  train(net, data.subset(first), {});
  const examples test = data.subset(last);
  EXPECT_GT(accuracy(net.scores(test.x), test.y), 0.88);
}

}  // namespace
}  // namespace edgeldp::learning
