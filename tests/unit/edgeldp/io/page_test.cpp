// SPDX-License-Identifier: MIT
#include "io/page.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace edgeldp::cli {
namespace {

const screen of_80{80, false};

/// Where a column begins on a line, in characters.
std::size_t column_of(const std::string& line, const std::string& word) {
  std::size_t column = 0;
  for (std::size_t at = 0; at < line.find(word); ++at)
    if ((static_cast<unsigned char>(line[at]) & 0xc0) != 0x80) ++column;
  return column;
}

TEST(PageTest, ColumnsStandBelowEachOtherWhateverTheScript) {
  const std::vector<table_row> rows = {{{"name"}, {"n"}, {""}},
                                       {{"J\xc3\xbcrgen \xc3\x85s"}, {"1"}, {"x"}},
                                       {{"Ann"}, {"1"}, {"x"}},
                                       {{"\xe6\x9d\x8e\xe5\x9b\x9b"}, {"1"}, {"x"}}};
  const table_columns columns(rows, of_80, true);
  const std::size_t column = column_of(columns.line(rows[2]), "1");
  EXPECT_EQ(column_of(columns.line(rows[1]), "1"), column);
  EXPECT_EQ(column_of(columns.line(rows[3]), "1"), column);
}

TEST(PageTest, WhatATerminalWouldObeyIsNotPrinted) {
  const std::string hostile =
      "a\x1b[2J\x07\x7f\xc2\x9b"
      "b";
  const std::vector<table_row> rows = {{{"name"}, {"n"}}, {{hostile}, {hostile}}};
  const std::string shown = "a?[2J???b";
  EXPECT_NE(table_text(rows, of_80).find(shown + "  " + shown), std::string::npos) << table_text(rows, of_80);
  EXPECT_NE(table_text(rows, {40, false}).find(shown), std::string::npos);
  EXPECT_EQ(paragraph("", hostile, of_80), shown + "\n");
  const std::vector<table_row> stacked = {{{std::string(30, 'x')}, {"heading"}, {""}},
                                          {{hostile}, {hostile}, {std::string(30, 'y')}}};
  const std::string text = table_text(stacked, {40, false});
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find('\x07'), std::string::npos);
}

TEST(PageTest, LinesAreAsWideAsTheScreenInCharacters) {
  std::string words;
  for (int i = 0; i < 40; ++i) words += "\xc3\xa4\xc3\xb6\xc3\xbc\xc3\x9f ";
  const std::string text = paragraph("", words, {40, false});
  EXPECT_EQ(column_of(text, "\n"), 39U) << text;  // eight words of four characters
}

TEST(PageTest, OneByteIsOne) {
  EXPECT_EQ(byte_count(1.0), "1 byte");
  EXPECT_EQ(byte_count(1.04), "1 byte");
  EXPECT_EQ(byte_count(0.0), "0 bytes");
  EXPECT_EQ(byte_count(1.06), "1.1 bytes");
  EXPECT_EQ(byte_count(47400.0), "47.4 kB");
}

}  // namespace
}  // namespace edgeldp::cli
