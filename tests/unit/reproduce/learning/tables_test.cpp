// SPDX-License-Identifier: MIT
#include "reproduce/learning/tables.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp::learning {
namespace {

class TablesTest : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(m_folder); }
  void TearDown() override { std::filesystem::remove_all(m_folder); }
  void write(std::string_view name, const std::string& text) {
    std::ofstream(m_folder + "/" + std::string(name), std::ios::binary) << text;
  }
  const std::string m_folder =
      ::testing::TempDir() + "/edgeldp_" + ::testing::UnitTest::GetInstance()->current_test_info()->name();
};

const std::string abalone_heading =
    "Sex,Length,Diameter,Height,Whole.weight,Shucked.weight,Viscera.weight,Shell.weight,Rings\n";

TEST_F(TablesTest, NumbersAreBroughtIntoTheirIntervalAndWordsNumbered) {
  write("abalone.csv.gz", abalone_heading +
                              "M,0.5,0.4,1.13,0.5,0.2,0.1,0.2,15\nF,0.3,0.2,0.1,0.4,0.1,0.1,0.1,7\nI,0.1,0.1,"
                              "0.1,0.1,0.1,0.1,0.1,3\n");
  const table t = read_table_of(abalone(), m_folder);
  EXPECT_EQ(t.target, (Eigen::Vector3d(15, 7, 3)));
  EXPECT_EQ(t.words[0], (std::vector<std::string>{"F", "I", "M"}));
  EXPECT_EQ(t.features.row(0), (Eigen::RowVector3d(2, 0, 1)));
  EXPECT_EQ(t.features.row(3), (Eigen::RowVector3d(0.5, 0.1, 0.1)));
}

TEST_F(TablesTest, RowsWithoutANumberAreLeftOut) {
  write("abalone.csv.gz", abalone_heading +
                              "M,0.5,,0.1,0.5,0.2,0.1,0.2,15\nF,0.3,0.2,NaN,0.4,0.1,0.1,0.1,7\nI,0.1,0.1,0.1,"
                              "0.1,0.1,0.1,0.1,3\n");
  EXPECT_EQ(read_table_of(abalone(), m_folder).target.size(), 1);
}

TEST_F(TablesTest, ATableWithoutHeadingAndWithAbsentWords) {
  write("adult.data.gz",
        "39, State-gov, 77516, Bachelors, 13, Never-married, Adm-clerical, Not-in-family, White, Male, 2174, "
        "0, 40, "
        "United-States, <=50K\n50, ?, 83311, Bachelors, 13, Divorced, ?, Husband, White, Male, 0, 0, 13, "
        "Cuba, >50K\n");
  const table t = read_table_of(adult(), m_folder);
  EXPECT_EQ(t.target, Eigen::Vector2d(0, 1));
  EXPECT_EQ(t.words[1], (std::vector<std::string>{"?", "State-gov"}));
}

TEST_F(TablesTest, BadTablesNameTheirFault) {
  write("abalone.csv.gz", abalone_heading + "M,x,0.4,0.1,0.5,0.2,0.1,0.2,15\n");
  EXPECT_THROW(read_table_of(abalone(), m_folder), bad_graph_input);
  write("abalone.csv.gz", abalone_heading + "M,NA,0.4,0.1,0.5,0.2,0.1,0.2,15\n");
  EXPECT_THROW(read_table_of(abalone(), m_folder), bad_graph_input);
  write("adult.data.gz", "39, a, 1, b, 13, c, d, e, f, Male, 2174, 0, 40, g, <=50K\n");
  EXPECT_THROW(read_table_of(adult(), m_folder), bad_graph_input);
  EXPECT_THROW(read_table_of(bank(), m_folder), io_error);
}

TEST(GeneratedTableTest, RepeatsAndHasBothClasses) {
  const table a = generate_table(500, true, 1), b = generate_table(500, true, 1),
              c = generate_table(500, true, 2);
  EXPECT_EQ(a.features, b.features);
  EXPECT_NE(a.features, c.features);
  EXPECT_GT(a.target.mean(), 0.1);
  EXPECT_LT(a.target.mean(), 0.5);
}

TEST(SplitTest, EachRowIsOnOneSide) {
  const row_split s = split_rows(101, 0.8, 1, 3);
  EXPECT_EQ(s.train.size(), 80U);
  std::set<std::uint32_t> all(s.train.begin(), s.train.end());
  all.insert(s.test.begin(), s.test.end());
  EXPECT_EQ(all.size(), 101U);
  EXPECT_EQ(s.train, split_rows(101, 0.8, 1, 3).train);
  EXPECT_NE(s.train, split_rows(101, 0.8, 1, 4).train);
}

TEST(CellsTest, EqualCellsOfThePublicInterval) {
  table t = generate_table(4, false, 1);
  t.features.row(0) = Eigen::RowVector4d(0.0, 0.124, 0.125, 1.0);
  t.features.row(6) = Eigen::RowVector4d(0, 1, 2, 1);
  const celled_table c = cells_of(t, std::vector<std::uint32_t>{0, 1, 2, 3}, 8);
  const auto cell = [&](Eigen::Index f, Eigen::Index row) { return static_cast<int>(c.cells(f, row)); };
  EXPECT_EQ(cell(0, 0), 0);
  EXPECT_EQ(cell(0, 1), 0);
  EXPECT_EQ(cell(0, 2), 1);
  EXPECT_EQ(cell(0, 3), 7);
  EXPECT_EQ(cell(6, 2), 2);
}

TEST(NightlyDataSetsTest, HaveTheirPublishedSizes) {
  const char* folder = std::getenv("EDGELDP_DATASETS");
  if (folder == nullptr) GTEST_SKIP() << "EDGELDP_DATASETS names no folder";
  EXPECT_EQ(read_table_of(abalone(), folder).target.size(), 4177);
  EXPECT_EQ(read_table_of(bias_correction(), folder).target.size(), 7588);
  const table incomes = read_table_of(adult(), folder), clients = read_table_of(bank(), folder);
  EXPECT_EQ(incomes.target.size(), 32561);
  EXPECT_EQ(incomes.target.sum(), 7841);
  EXPECT_EQ(clients.target.size(), 41188);
  EXPECT_EQ(clients.target.sum(), 4640);
  EXPECT_EQ(clients.words[1].size(), 12U);
}

}  // namespace
}  // namespace edgeldp::learning
