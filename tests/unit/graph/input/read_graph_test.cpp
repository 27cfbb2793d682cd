// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/read_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "support/graphs.hpp"

namespace edgeldp {
namespace {

using labels = std::vector<std::uint64_t>;

std::string message_of(std::string_view text, graph_format format = graph_format::edge_list) {
  try {
    parse_graph(text, "file", format);
  } catch (const bad_graph_input& error) {
    return error.what();
  }
  return "accepted";
}

std::string zip(const std::string& text) {
  std::string bytes;
  boost::iostreams::filtering_ostream out;
  out.push(boost::iostreams::gzip_compressor());
  out.push(boost::iostreams::back_inserter(bytes));
  out << text;
  out.reset();
  return bytes;
}

/// A file that vanishes with the test.
class temporary_file {
 public:
  temporary_file(const std::string& name, const std::string& bytes)
      : m_path(std::filesystem::path(testing::TempDir()) /
               (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + name)) {
    std::ofstream(m_path, std::ios::binary) << bytes;
  }
  ~temporary_file() { std::filesystem::remove(m_path); }
  temporary_file(const temporary_file&) = delete;
  temporary_file& operator=(const temporary_file&) = delete;
  std::string path() const { return m_path.string(); }

 private:
  std::filesystem::path m_path;
};

std::string edge_list_text(const csr_graph& g) {
  std::string text;
  for (std::uint64_t v = 0; v < g.vertex_count(); ++v) {
    for (const vertex_id u : g.neighbors(static_cast<vertex_id>(v))) {
      if (u > v) text += std::to_string(v) + '\t' + std::to_string(u) + '\n';
    }
  }
  return text;
}

// ---- edge lists ----

TEST(EdgeListTest, ReportsWhatItCleans) {
  const auto result = parse_graph(
      "# comment\r\n% another\r\n\r\n10\t20\r\n20 10\r\n10,20,0.5\r\n 20 , 30 \r\n7 7\r\n10\t30", "file");
  EXPECT_EQ(result.graph.vertex_count(), 4U);
  EXPECT_EQ(result.graph.edge_count(), 3U);
  EXPECT_EQ(exact::count_triangles(result.graph), 1U);
  EXPECT_EQ(result.labels, (labels{10, 20, 30, 7}));
  EXPECT_EQ(result.clean_up.lines, 9U);
  EXPECT_EQ(result.clean_up.comments, 3U);
  EXPECT_EQ(result.clean_up.self_loops, 1U);
  EXPECT_EQ(result.clean_up.duplicates, 2U);
}

TEST(EdgeListTest, NumbersVerticesByFirstAppearance) {
  EXPECT_EQ(parse_graph("5 3\n3 9\n0 5\n", "file").labels, (labels{5, 3, 9, 0}));
}

TEST(EdgeListTest, KeepsIdsUpToTheLargest) {
  const auto result = parse_graph("18446744073709551615 0\n0 9223372036854775808\n", "file");
  EXPECT_EQ(result.labels, (labels{18446744073709551615U, 0, 9223372036854775808U}));
  EXPECT_EQ(result.graph.edge_count(), 2U);
}

TEST(EdgeListTest, AcceptsAByteOrderMarkAndNoFinalNewline) {
  EXPECT_EQ(parse_graph("\xef\xbb\xbf"
                        "1 2",
                        "file")
                .graph.edge_count(),
            1U);
}

TEST(EdgeListTest, NamesTheBadLine) {
  EXPECT_EQ(message_of("1 2\n# x\n3 x\n"),
            "file: line 3: expected two vertex ids from 0 to 18446744073709551615, found \"3 x\"");
}

TEST(EdgeListTest, RejectsLinesThatAreNotTwoIds) {
  for (const char* line : {"1,", "1 -2", "-1 2", "1.0 2", "1 2.5", "1 2x", "1,,2", ",1 2", "+1 2",
                           "18446744073709551616 0", "0 99999999999999999999999", "1:2", "0x1 2"}) {
    EXPECT_NE(message_of(line).find("line 1: expected two vertex ids"), std::string::npos) << line;
  }
}

TEST(EdgeListTest, SkipsOneLineOfColumnNames) {
  const auto result = parse_graph("# x\n\nsource target\n1 2\n", "file");
  EXPECT_EQ(result.labels, (labels{1, 2}));
  EXPECT_TRUE(result.clean_up.has_column_names);
  EXPECT_EQ(result.clean_up.comments, 3U);
  EXPECT_NE(message_of("source target\na b\n1 2\n").find("line 2: expected two vertex ids"),
            std::string::npos);
  EXPECT_NE(message_of("1 2\nsource target\n").find("line 2"), std::string::npos);
}

TEST(EdgeListTest, TakesALineWithOneIdAsAUser) {
  const auto result = parse_graph("5\n1 2\n 7 \n2 5\n7\n", "file");
  EXPECT_EQ(result.labels, (labels{5, 1, 2, 7}));
  EXPECT_EQ(result.graph.edge_count(), 2U);
  EXPECT_EQ(result.clean_up.lone_users, 3U);
  EXPECT_EQ(result.clean_up.self_loops, 0U);
  EXPECT_EQ(result.clean_up.duplicates, 0U);
  EXPECT_EQ(parse_graph("3\n", "file").graph.vertex_count(), 1U);
}

TEST(EdgeListTest, CountsIgnoredColumnsAndReversedEdges) {
  const auto result = parse_graph("1 2 0.5\n2 1\n1 2\n2 3 x\n3 4\n4 4\n", "file");
  EXPECT_EQ(result.clean_up.wide_lines, 2U);
  EXPECT_EQ(result.clean_up.reversed, 1U);
  EXPECT_EQ(result.clean_up.duplicates, 2U);
  EXPECT_EQ(result.clean_up.self_loops, 1U);
  EXPECT_FALSE(result.clean_up.columns_are_disjoint);
  EXPECT_TRUE(parse_graph("1 3\n2 3\n2 4\n", "file").clean_up.columns_are_disjoint);
  EXPECT_FALSE(parse_graph("1 2\n1 3\n1 4\n", "file").clean_up.columns_are_disjoint) << "a star";
}

// ---- users and items ----

/// m random lines "u v", u < left, v < right.
std::string random_lines(std::uint64_t left, std::uint64_t right, std::uint64_t m) {
  std::mt19937_64 random(7);
  std::string text;
  for (std::uint64_t i = 0; i < m; ++i)
    text += std::to_string(random() % left) + ' ' + std::to_string(random() % right) + '\n';
  return text;
}

TEST(EdgeListTest, RefusesUsersAndItemsAsAGraph) {
  const std::string items = random_lines(300, 500, 6000);
  EXPECT_NE(message_of(items, graph_format::automatic).find("looks like users and items"), std::string::npos);
  EXPECT_EQ(message_of(items, graph_format::edge_list), "accepted");
  for (const char* names : {"userId,movieId,rating", "user item", "\"venue\";\"visitor\""})
    EXPECT_NE(message_of(std::string(names) + "\n1 2\n", graph_format::automatic).find("columns are called"),
              std::string::npos)
        << names;
  for (const char* names : {"source,target", "FromNodeId ToNodeId", "page linked_page", "user friend"})
    EXPECT_EQ(message_of(std::string(names) + "\n1 2\n", graph_format::automatic), "accepted") << names;
}

/// The same friends, listed in every way: none is taken for users and items.
TEST(EdgeListTest, TakesGraphsForGraphs) {
  const csr_graph g = generate_erdos_renyi(200, 4000, 3);
  std::mt19937_64 random(5);
  std::string once, both, any, some_back;
  for (vertex_id u = 0; u < 200; ++u)
    for (const vertex_id v : g.neighbors(u)) {
      const std::string forth = std::to_string(u) + ' ' + std::to_string(v) + '\n';
      const std::string back = std::to_string(v) + ' ' + std::to_string(u) + '\n';
      both += forth;
      if (v < u) continue;
      once += forth;
      any += random() % 2 == 0 ? forth : back;
      some_back += forth + (random() % 20 == 0 ? back : "");
    }
  for (const std::string& text : {once, both, any, some_back}) {
    const auto result = parse_graph(text, "file");
    EXPECT_EQ(result.graph.edge_count(), 4000U);
    EXPECT_FALSE(result.users_are_declared);
  }
  EXPECT_EQ(parse_graph(both, "file").clean_up.reversed, 4000U);
}

TEST(EdgeListTest, TakesPublicGraphsForGraphs) {
  const char* folder = std::getenv("EDGELDP_DATASETS");
  if (folder == nullptr) GTEST_SKIP() << "EDGELDP_DATASETS is not set";
  const auto path_of = [&](const char* name) { return std::string(folder) + "/" + name + ".txt.gz"; };
  for (const char* name : {"wiki-Vote", "ca-GrQc", "email-Eu-core", "facebook_combined", "p2p-Gnutella08"}) {
    if (!std::filesystem::exists(path_of(name))) continue;
    EXPECT_GT(read_graph(path_of(name)).graph.edge_count(), 0U) << name;
  }
  if (std::filesystem::exists(path_of("gowalla.user-venue"))) {
    EXPECT_THROW(read_graph(path_of("gowalla.user-venue")), bad_graph_input);
  }
}

// ---- declared users ----

TEST(DeclaredUsersTest, AreNumberedAsDeclared) {
  const auto read = parse_graph("30 10\n10 20\n", "file");
  const auto result = with_users(read, labels{10, 20, 30, 40});
  EXPECT_TRUE(result.users_are_declared);
  EXPECT_EQ(result.labels, (labels{10, 20, 30, 40}));
  EXPECT_EQ(result.graph, csr_graph(4, std::vector<std::pair<vertex_id, vertex_id>>{{0, 2}, {0, 1}}));
  EXPECT_THROW(with_users(read, labels{10, 20}), bad_graph_input);
  EXPECT_THROW(with_users(read, labels{10, 20, 30, 10}), bad_graph_input);
}

TEST(DeclaredUsersTest, HeadersDeclareThem) {
  EXPECT_TRUE(parse_graph("3 1\n2\n1\n\n", "file.graph").users_are_declared);
  EXPECT_TRUE(parse_graph("%%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n2 1\n", "file")
                  .users_are_declared);
  EXPECT_FALSE(parse_graph("1 2\n", "file").users_are_declared);
}

TEST(DeclaredUsersTest, AreReadOneALine) {
  const temporary_file good("ids", "user\n# those who agreed\n7\n\n 9 \n");
  EXPECT_EQ(read_user_ids(good.path()), (labels{7, 9}));
  const temporary_file bad("bad", "7\n9 8\n");
  EXPECT_THROW(read_user_ids(bad.path()), bad_graph_input);
  const temporary_file empty("empty", "# nobody\n");
  EXPECT_THROW(read_user_ids(empty.path()), bad_graph_input);
}

TEST(EdgeListTest, ShortensAndEscapesWhatItFound) {
  const std::string message = message_of("1 2\n\x1b[31m" + std::string(1000, 'x') + "\n");
  EXPECT_NE(message.find("line 2"), std::string::npos);
  EXPECT_NE(message.find("found \"\\x1b[31mxxx"), std::string::npos);
  EXPECT_LT(message.size(), 160U);
}

TEST(EdgeListTest, RejectsBinaryDataEvenBesideGoodColumns) {
  EXPECT_NE(message_of(std::string_view("1 2\n3 4 \0\n", 10)).find("line 2: expected text without NUL"),
            std::string::npos);
}

TEST(EdgeListTest, RejectsAFileWithoutAnEdgeLine) {
  EXPECT_EQ(message_of(""), "file: no edge line among 0 lines: expected two vertex ids a line");
  EXPECT_NE(message_of("# a\n\n# b\n").find("no edge line among 3 lines"), std::string::npos);
}

TEST(EdgeListTest, CountsSelfLoopsAsNodes) {
  const auto result = parse_graph("4 4\n", "file");
  EXPECT_EQ(result.graph, csr_graph(1, {}));
  EXPECT_EQ(result.clean_up.self_loops, 1U);
}

TEST(EdgeListTest, IsTheSameForEveryThreadCountOverManyChunks) {
  const std::string text = edge_list_text(generate_affiliation(60000, 400000, 3));
  ASSERT_GT(text.size(), std::size_t{4} << 20);
  const auto expected = parse_graph(text, "file");
  EXPECT_EQ(expected.clean_up.lines, expected.graph.edge_count());
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    const thread_limit limit(threads);
    const auto result = parse_graph(text, "file");
    EXPECT_EQ(result.graph, expected.graph);
    EXPECT_EQ(result.labels, expected.labels);
  }
}

/// Two numbers apart by one character are read by a way of their own.
TEST(EdgeListTest, ReadsAnEdgeTheSameHoweverItIsWritten) {
  constexpr const char* ids[] = {
      "0", "7", "42", "123456789012345678", "1234567890123456789", "18446744073709551615"};
  constexpr const char* between[] = {" ", "\t", ",", "  ", " , ", "\t "};
  constexpr const char* before[] = {"", " ", "\t"};
  constexpr const char* behind[] = {"\n", "\r\n", "\r\r\n", " \n", "\t\r\n"};
  for (const char* u : ids)
    for (const char* v : ids)
      for (const char* middle : between)
        for (const char* front : before)
          for (const char* end : behind) {
            const std::string line = std::string(front) + u + middle + v + end;
            SCOPED_TRACE(line);
            const read_graph_result read =
                parse_graph("1 2\n" + line + "2 3\n", "edges.txt", graph_format::edge_list);
            const auto number = [](const char* id) { return std::stoull(id); };
            const std::uint64_t first = number(u), second = number(v);
            std::vector<std::uint64_t> expected = {1, 2};
            for (const std::uint64_t id : {first, second, std::uint64_t{3}})
              if (std::ranges::find(expected, id) == expected.end()) expected.push_back(id);
            const auto listed = read.labels.listed();
            EXPECT_TRUE(std::ranges::equal(listed, expected));
            EXPECT_EQ(read.clean_up.lines, 3U);
            EXPECT_EQ(read.graph.edge_count(), first == second ? 2U : 3U);
          }
}

/// Nor are such lines taken for what they are not.
TEST(EdgeListTest, NearlySimpleLinesAreRefusedOrCautionedAsOthersAre) {
  const std::vector<std::string> cautions =
      parse_graph("1 2\n007 2\n", "edges.txt", graph_format::edge_list).clean_up.cautions;
  EXPECT_TRUE(std::ranges::any_of(
      cautions, [](const std::string& c) { return c.starts_with("ids with zeros in front"); }));
  EXPECT_EQ(parse_graph("1 2\n3 4 1.5\n5 6\n", "edges.txt", graph_format::edge_list).clean_up.wide_lines, 1U);
  for (const char* bad : {"1 2\n3 4x\n", "1 2\n3;4\n", "1 2\n3 -4\n", "1 2\n3,,4\n",
                          "1 2\n3 18446744073709551616\n", "1 2\n3 \n4 x\n"})
    EXPECT_THROW(parse_graph(bad, "edges.txt", graph_format::edge_list), bad_graph_input) << bad;
}

/// What is read ahead is not read again for each line of another kind: that took minutes here.
TEST(EdgeListTest, ManyLinesOfOtherKindsBeforeALongOneAreReadOnce) {
  std::string text;
  for (int i = 0; i < 150000; ++i) text += "1 2 3\n";
  text += "7 8 " + std::string(std::size_t{16} << 20U, 'x');
  EXPECT_EQ(parse_graph(text, "edges.txt", graph_format::edge_list).graph.edge_count(), 2U);
}

/// Lines behind those that are looked at closely are counted by thousands.
TEST(EdgeListTest, ALineOfSizesIsFoundByCountingLongFiles) {
  constexpr std::uint64_t edges = 30000;
  std::string text;
  for (std::uint64_t i = 0; i < edges; ++i) {
    text += std::to_string(i) + ' ' + std::to_string(i * 7919 % edges) + '\n';
    if (i % 1000 == 999) text += i % 2000 == 999 ? "# a remark\n" : "\n";
  }
  const auto with_sizes = [&](std::uint64_t said) {
    return std::to_string(edges) + ' ' + std::to_string(said) + '\n' + text;
  };
  EXPECT_THROW(parse_graph(with_sizes(edges), "edges.txt"), bad_graph_input);
  EXPECT_NO_THROW(parse_graph(with_sizes(edges - 1), "edges.txt"));
  EXPECT_NO_THROW(parse_graph(with_sizes(edges + 1), "edges.txt"));
}

TEST(EdgeListTest, NamesTheFirstBadLineOfManyChunks) {
  std::string text;
  std::uint64_t lines = 0;
  while (text.size() < std::size_t{3} << 20) {
    text += "123 456\n";
    ++lines;
  }
  text += "oops\n" + text + "oops again\n";
  const std::string message = message_of(text);
  EXPECT_NE(message.find("line " + std::to_string(lines + 1) + ':'), std::string::npos) << message;
}

TEST(EdgeListTest, ReadsALineLongerThanAChunk) {
  const std::string text = "1 2\n#" + std::string(std::size_t{3} << 20, 'x') + "\n2 3\n";
  const auto result = parse_graph(text, "file");
  EXPECT_EQ(result.graph.edge_count(), 2U);
  EXPECT_EQ(result.clean_up.lines, 3U);
}

TEST(EdgeListTest, DenseAndSparseIdsGiveTheSameGraph) {
  const csr_graph g = test::karate_graph();
  std::string sparse;
  for (const auto& [u, v] : test::karate_edges()) {
    sparse += std::to_string(u * 1000000007ULL) + ' ' + std::to_string(v * 1000000007ULL) + '\n';
  }
  const auto far = parse_graph(sparse, "file");
  const auto near = parse_graph(edge_list_text(g), "file");
  EXPECT_EQ(far.graph, near.graph);
  for (std::size_t v = 0; v < 34; ++v) EXPECT_EQ(far.labels[v], near.labels[v] * 1000000007ULL);
}

// ---- names ----

using name_list = std::vector<std::string>;

TEST(NamedEdgesTest, NumbersNamesByFirstAppearance) {
  const auto result = parse_graph("# who\nalice\tbob\r\nbob\talice\t7\n\ncarol d\talice\nzoë\nbob\tbob\n",
                                  "file", graph_format::named_edge_list);
  EXPECT_EQ(result.names, (name_list{"alice", "bob", "carol d", "zoë"}));
  EXPECT_EQ(result.labels, (labels{0, 1, 2, 3}));
  EXPECT_EQ(result.graph.edge_count(), 2U);
  EXPECT_EQ(result.id_text(2), "carol d");
  EXPECT_EQ(result.clean_up.lines, 7U);
  EXPECT_EQ(result.clean_up.comments, 2U);
  EXPECT_EQ(result.clean_up.reversed, 1U);
  EXPECT_EQ(result.clean_up.lone_users, 1U);
  EXPECT_EQ(result.clean_up.self_loops, 1U);
  EXPECT_EQ(result.clean_up.wide_lines, 1U);
  EXPECT_FALSE(result.users_are_declared);
}

TEST(NamedEdgesTest, TheFirstLineSettlesWhatSeparates) {
  const auto names_of = [](const char* text) {
    return parse_graph(text, "file", graph_format::named_edge_list).names;
  };
  EXPECT_EQ(names_of("alice bob\n  carol   \"d e\" 0.5 x\n"), (name_list{"alice", "bob", "carol", "d e"}));
  EXPECT_EQ(names_of("\"a, b\",c\nd e , f\n"), (name_list{"a, b", "c", "d e", "f"}));
  EXPECT_EQ(names_of("a b;c,d\ne\n"), (name_list{"a b", "c,d", "e"}));
  EXPECT_EQ(names_of("7 alice\n07 7\n"), (name_list{"7", "alice", "07"})) << "names are not numbers";
}

TEST(NamedEdgesTest, SkipsALineOfWordsForColumns) {
  for (const char* heading :
       {"source target", "FromNodeId ToNodeId", "user_name friend_name", "user person"}) {
    const auto result =
        parse_graph(std::string(heading) + "\nalice bob\n", "file", graph_format::named_edge_list);
    EXPECT_EQ(result.names, (name_list{"alice", "bob"})) << heading;
    EXPECT_TRUE(result.clean_up.has_column_names);
  }
  EXPECT_EQ(parse_graph("alice bob\nsource target\n", "file", graph_format::named_edge_list).names.size(),
            4U);
  EXPECT_EQ(parse_graph("u v\nv w\n", "file", graph_format::named_edge_list).names.size(), 3U);
}

TEST(NamedEdgesTest, NamesTheBadLine) {
  const auto said = [](std::string_view text) { return message_of(text, graph_format::named_edge_list); };
  for (const auto& [text, why] : std::vector<std::pair<std::string_view, const char*>>{
           {"a,b\nc,\n", "line 2: expected names of two vertices (an empty name)"},
           {"a,b\n,c\n", "line 2: expected names of two vertices (an empty name)"},
           {"a\tb\n\tc\n", "line 2: expected names of two vertices (an empty name)"},
           {"a b\nc,d\n", "line 2: expected names of two vertices (a comma or semicolon"},
           {"a b\n\"c d\n", "line 2: expected names of two vertices (a quote"},
           {"a,b\nc\x1b[31m,d\n", "line 2: expected names of two vertices (a name with a control character"},
           {std::string_view("a b\nc \0\n", 8), "bytes of 0"},
           {"source target\n", "no edge line among 1 lines"},
           {"", "no edge line among 0 lines"}})
    EXPECT_NE(said(text).find(why), std::string::npos) << said(text);
}

TEST(NamedEdgesTest, NumbersSaySoWhereNamesAreMet) {
  for (const char* text : {"alice bob\nbob carol\n", "alice bob\n", "1 2\nbob carol\n", "1 2\n\"x\" y\n"})
    EXPECT_NE(message_of(text).find("--names"), std::string::npos) << text;
  EXPECT_EQ(message_of("1 2\n3 x\n").find("--names"), std::string::npos);
}

TEST(NamedEdgesTest, DeclaredUsersAreNumberedAsDeclared) {
  const auto read = parse_graph("c a\na b\n", "file", graph_format::named_edge_list);
  const auto result = with_users(read, name_list{"a", "b", "c", "d"});
  EXPECT_TRUE(result.users_are_declared);
  EXPECT_EQ(result.names, (name_list{"a", "b", "c", "d"}));
  EXPECT_EQ(result.labels, (labels{0, 1, 2, 3}));
  EXPECT_EQ(result.graph, csr_graph(4, std::vector<std::pair<vertex_id, vertex_id>>{{0, 2}, {0, 1}}));
  EXPECT_THROW(with_users(read, name_list{"a", "b"}), bad_graph_input);
  EXPECT_THROW(with_users(read, name_list{"a", "b", "c", "a"}), bad_graph_input);
  const temporary_file good("good", "# who\nalice jazz\n\n\"b, c\"\r\n");
  EXPECT_EQ(read_user_names(good.path()), (name_list{"alice jazz", "b, c"}));
  const temporary_file bad("bad", "alice\n\"bob\n");
  EXPECT_THROW(read_user_names(bad.path()), bad_graph_input);
  const temporary_file empty("empty", "# nobody\n");
  EXPECT_THROW(read_user_names(empty.path()), bad_graph_input);
}

// ---- headers of edge lists ----

TEST(SizeHeaderTest, KonectDeclaresVerticesFromOne) {
  const auto result =
      parse_graph("% asym positive\r\n% 4 5 5\r\n% more\r\n2 1 1 9\r\n3 2\n1 3\n1 2\n", "out.x");
  EXPECT_EQ(result.labels, (labels{1, 2, 3, 4, 5}));
  EXPECT_EQ(result.graph.edge_count(), 3U);
  EXPECT_TRUE(result.users_are_declared);
  EXPECT_EQ(result.clean_up.lines, 7U);
  EXPECT_EQ(result.clean_up.comments, 3U);
  EXPECT_EQ(result.clean_up.reversed, 1U);
  const auto unsized = parse_graph("% sym unweighted\n7 9\n", "out.x");
  EXPECT_EQ(unsized.labels, (labels{7, 9}));
  EXPECT_FALSE(unsized.users_are_declared);
}

TEST(SizeHeaderTest, KonectsNumbersAreChecked) {
  const auto said = [](const char* text) { return message_of(text, graph_format::automatic); };
  EXPECT_NE(said("% sym unweighted\n% 3 4 4\n1 2\n2 3\n").find("says that 3 edges follow, but file has 2"),
            std::string::npos);
  EXPECT_NE(said("% sym unweighted\n% 2 4 4\n1 2\n2 5\n")
                .find("4 vertices (ids from 1), but an edge of file names 5"),
            std::string::npos);
  EXPECT_NE(said("% sym unweighted\n% 1 4 4\n0 1\n").find("names 0"), std::string::npos);
  EXPECT_NE(said("% sym unweighted\n% 1 99999999 99999999\n1 2\n").find("too many for a text of"),
            std::string::npos);
  EXPECT_NE(said("% sym unweighted\n% 1 18446744073709551615\n1 2\n").find("too many"), std::string::npos);
  EXPECT_EQ(message_of("% sym unweighted\n% 3 4 4\n1 2\n2 5\n"), "accepted") << "a plain list";
}

TEST(SizeHeaderTest, KonectsBipartiteGraphsAreRefused) {
  const char* text = "% bip unweighted\n% 2 2 2\n1 1\n2 1\n";
  const std::string said = message_of(text, graph_format::automatic);
  EXPECT_NE(said.find("% bip"), std::string::npos);
  EXPECT_NE(said.find("info --bipartite"), std::string::npos);
  EXPECT_EQ(message_of(text), "accepted");
}

TEST(SizeHeaderTest, OtherCommentsAreComments) {
  for (const char* text : {"% sym of us\n1 2\n", "% sym unweighted graph\n1 2\n", "% sym\n% 9 9 9\n1 2\n",
                           "# sym unweighted\n% 9 9 9\n1 2\n", "% sym unweighted\n% 9 9 9 9\n1 2\n",
                           "% sym unweighted\n% 9 nodes\n1 2\n", "1 2\n% sym unweighted\n% 9 9 9\n",
                           "#nodes\n1 2\n", "# nodes\n# 9\n1 2\n"})
    EXPECT_EQ(parse_graph(text, "file").labels, (labels{1, 2})) << text;
  EXPECT_EQ(parse_graph("#nodes\n9\n1 2\n", "file").labels, (labels{9, 1, 2})) << "a user without an edge";
}

TEST(SizeHeaderTest, NodeCountDeclaresVerticesFromZero) {
  for (const auto format : {graph_format::automatic, graph_format::edge_list}) {
    const auto result = parse_graph("#nodes\n4\nnode,node\n0,2\n2,1\n", "edges.csv", format);
    EXPECT_EQ(result.labels, (labels{0, 1, 2, 3}));
    EXPECT_EQ(result.graph.edge_count(), 2U);
    EXPECT_EQ(result.graph.degree(3), 0U);
    EXPECT_TRUE(result.users_are_declared);
    EXPECT_EQ(result.clean_up.comments, 3U);
  }
  EXPECT_NE(message_of("#nodes\n4\nnode,node\n0,2\n2,4\n")
                .find("4 vertices (ids from 0), but an edge of file names 4"),
            std::string::npos);
  EXPECT_NE(message_of("#nodes\n4\nnode,node\n0,2\n2,x\n").find("line 5: expected two vertex ids"),
            std::string::npos);
  EXPECT_NE(message_of("#nodes\n4 x\nnode,node\n0,2\n").find("line 2"), std::string::npos);
}

// ---- Matrix Market ----

TEST(MatrixMarketTest, ReadsPatternsAndValues) {
  for (const char* text :
       {"%%MatrixMarket matrix coordinate pattern symmetric\n% c\n\n4 4 3\n2 1\n3 1\n3 2\n",
        "%%matrixmarket MATRIX coordinate real general\r\n4 4 3\r\n1 2 1e-3\r\n1 3 +2\r\n2 3 -1\r\n",
        "%%MatrixMarket matrix coordinate integer general\n4 4 3\n1 2 0\n1 3 7\n2 3 1"}) {
    const auto result = parse_graph(text, "file");
    EXPECT_EQ(result.graph.vertex_count(), 4U);
    EXPECT_EQ(exact::count_triangles(result.graph), 1U);
    EXPECT_EQ(result.labels, (labels{1, 2, 3, 4}));
  }
}

TEST(MatrixMarketTest, ReportsWhatItCleans) {
  const auto result = parse_graph(
      "%%MatrixMarket matrix coordinate pattern general\n% c\n3 3 4\n1 2\n2 1\n3 3\n1 2\n", "file");
  EXPECT_EQ(result.graph.edge_count(), 1U);
  EXPECT_EQ(result.clean_up.lines, 7U);
  EXPECT_EQ(result.clean_up.comments, 3U);
  EXPECT_EQ(result.clean_up.self_loops, 1U);
  EXPECT_EQ(result.clean_up.duplicates, 2U);
}

TEST(MatrixMarketTest, NamesWhatIsWrong) {
  const auto message = [](const std::string& rest) {
    return message_of("%%MatrixMarket matrix coordinate " + rest, graph_format::automatic);
  };
  EXPECT_NE(message("logical general\n1 1 0\n").find("line 1: expected \"%%MatrixMarket"), std::string::npos);
  EXPECT_NE(message("pattern upper\n1 1 0\n").find("line 1"), std::string::npos);
  EXPECT_NE(message("pattern general\n").find("square matrix"), std::string::npos);
  EXPECT_NE(message("pattern general\n2 3 0\n").find("line 2: expected \"rows columns"), std::string::npos);
  EXPECT_NE(message("pattern general\n2 2 1\n0 1\n").find("line 3: expected a row"), std::string::npos);
  EXPECT_NE(message("pattern general\n2 2 1\n1 3\n").find("line 3"), std::string::npos);
  EXPECT_NE(message("pattern general\n2 2 1\n1 2 5\n").find("line 3"), std::string::npos);
  EXPECT_NE(message("real general\n2 2 1\n1 2\n").find("and a value"), std::string::npos);
  EXPECT_NE(message("pattern general\n2 2 2\n1 2\n").find("entries that follow, 1, found \"2 2 2\""),
            std::string::npos);
  EXPECT_NE(message("pattern general\n2 2 0\n1 2\n").find("entries that follow, 1"), std::string::npos);
  EXPECT_NE(message_of("1 2\n", graph_format::matrix_market).find("line 1"), std::string::npos);
}

TEST(MatrixMarketTest, DoesNotBelieveHugeHeaders) {
  for (const char* sizes : {"4000000000 4000000000 0", "99999999 99999999 18446744073709551615"}) {
    const std::string text = std::string("%%MatrixMarket matrix coordinate pattern general\n") + sizes + "\n";
    EXPECT_NE(message_of(text, graph_format::matrix_market).find("line 2: expected at most"),
              std::string::npos);
  }
}

// ---- METIS ----

TEST(MetisTest, ReadsAllFormats) {
  for (const char* text :
       {"% c\n3 2\n2\n1 3\n2\n", "3 2 1\n2 9\n1 9 3 8\n2 8\n", "3 2 10\n5 2\n6 1 3\n7 2\n",
        "3 2 011 2\n5 5 2 9\n6 6 1 9 3 8\n7 7 2 8\n", "3 2 100\r\n1 2\r\n1 1 3\r\n1 2\r\n"}) {
    const auto result = parse_graph(text, "file", graph_format::metis);
    EXPECT_EQ(result.graph, parse_graph("1 2\n2 3\n", "file").graph) << text;
    EXPECT_EQ(result.labels, (labels{1, 2, 3}));
    EXPECT_EQ(result.clean_up.duplicates, 0U);
  }
}

TEST(MetisTest, ABlankLineIsAVertexAlone) {
  const auto result = parse_graph("4 1\n\n3\n2\n\n\n\n", "file", graph_format::metis);
  EXPECT_EQ(result.graph.vertex_count(), 4U);
  EXPECT_EQ(result.graph.degree(1), 1U);
  EXPECT_EQ(result.graph.degree(0), 0U);
  EXPECT_EQ(result.clean_up.comments, 3U);  // header and two lines beyond the last vertex
}

TEST(MetisTest, PlacesRowsOverManyChunks) {
  const csr_graph g = generate_affiliation(60000, 300000, 3);
  std::string text = std::to_string(g.vertex_count()) + ' ' + std::to_string(g.edge_count()) + '\n';
  for (std::uint64_t v = 0; v < g.vertex_count(); ++v) {
    for (const vertex_id u : g.neighbors(static_cast<vertex_id>(v))) text += std::to_string(u + 1) + ' ';
    text += '\n';
  }
  ASSERT_GT(text.size(), std::size_t{3} << 20);
  EXPECT_EQ(parse_graph(text, "file.graph").graph, g);
}

TEST(MetisTest, NamesWhatIsWrong) {
  const auto message = [](const char* text) { return message_of(text, graph_format::metis); };
  EXPECT_NE(message("").find("line 0: expected \"vertices edges"), std::string::npos);
  EXPECT_NE(message("3\n").find("line 1: expected \"vertices edges"), std::string::npos);
  EXPECT_NE(message("3 2 7\n").find("line 1"), std::string::npos);
  EXPECT_NE(message("3 2\n2\n1 4\n2\n").find("line 3: expected neighbours from 1 to 3"), std::string::npos);
  EXPECT_NE(message("3 2 1\n2\n").find("each with a weight"), std::string::npos);
  EXPECT_NE(message("3 2\n2\n1\n").find("vertex lines that follow, 2"), std::string::npos);
  EXPECT_NE(message("1 0\n\n1\n").find("vertex lines that follow, 2"), std::string::npos);
  EXPECT_NE(message("3 5\n2\n1 3\n2\n").find("edges that follow, 2"), std::string::npos);
  EXPECT_NE(message("2 1\n2\n\n").find("edges that follow"), std::string::npos);
  EXPECT_NE(message("18446744073709551615 9223372036854775809\n1\n").find("vertex lines"), std::string::npos);
  EXPECT_NE(message("2 9223372036854775809\n2\n1\n").find("edges that follow, 1"), std::string::npos);
  EXPECT_NE(message("4 2\n2 3\n3 4\n\n\n").find("one of its ends only"), std::string::npos);
}

// ---- files ----

TEST(ReadGraphTest, ChoosesTheFormatByNameAndFirstBytes) {
  const temporary_file metis(".graph", "3 2\n2\n1 3\n2\n");
  EXPECT_EQ(read_graph(metis.path()).graph.edge_count(), 2U);
  const temporary_file zipped(".METIS.gz", zip("3 2\n2\n1 3\n2\n"));
  EXPECT_EQ(read_graph(zipped.path()).graph.edge_count(), 2U);
  const temporary_file market(".txt", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n");
  EXPECT_EQ(read_graph(market.path()).labels, (labels{1, 2}));
  const temporary_file headless(".mtx", "1 2\n");
  EXPECT_THROW(read_graph(headless.path()), bad_graph_input);
  EXPECT_EQ(read_graph(headless.path(), graph_format::edge_list).graph.edge_count(), 1U);
}

TEST(ReadGraphTest, InflatesSeveralMembersWhateverTheName) {
  const temporary_file file(".txt", zip("1 2\n2 ") + zip("3\n"));
  EXPECT_EQ(read_graph(file.path()).labels, (labels{1, 2, 3}));
}

TEST(ReadGraphTest, RejectsEveryTruncationOfAGzipFile) {
  const std::string bytes = zip(edge_list_text(test::karate_graph()));
  for (std::size_t size = 2; size < bytes.size(); ++size) {
    const temporary_file file(".gz", bytes.substr(0, size));
    EXPECT_THROW(read_graph(file.path()), bad_graph_input) << size << " of " << bytes.size() << " bytes";
  }
}

TEST(ReadGraphTest, ReportsWhatTheSystemSays) {
  try {
    read_graph("no/such/file");
    FAIL() << "read a missing file";
  } catch (const io_error& error) {
    EXPECT_EQ(std::string(error.what()), "cannot open no/such/file: No such file or directory");
  }
  EXPECT_THROW(read_graph(testing::TempDir()), io_error);
}

}  // namespace
}  // namespace edgeldp
