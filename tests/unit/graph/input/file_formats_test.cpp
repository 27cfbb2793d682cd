// SPDX-License-Identifier: MIT
// What a text is, whatever its file is called: columns, other tables, other formats, packed bytes.
#include <gtest/gtest.h>

#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/bzip2.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filter/zstd.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/input/line_fields.hpp"
#include "edgeldp/graph/input/read_graph.hpp"
#include "input/unpack.hpp"

namespace edgeldp {
namespace {

constexpr graph_format by_names = graph_format::named_edge_list;

std::string sizes_of(std::string_view text, const reading& how = {}, const std::string& file = "file") {
  try {
    const read_graph_result read = parse_graph(text, file, how);
    return std::to_string(read.graph.vertex_count()) + " " + std::to_string(read.graph.edge_count());
  } catch (const bad_graph_input& error) {
    return error.what();
  }
}

bool refuses(std::string_view text, std::string_view words, const reading& how = {}) {
  const std::string said = sizes_of(text, how);
  const bool is_said = said.find(words) != std::string::npos;
  EXPECT_TRUE(is_said) << said;
  return is_said;
}

TEST(FileFormatsTest, TakesTheColumnsThatAHeadingNames) {
  EXPECT_EQ(sizes_of("time,source,target\n1,7,8\n2,8,9\n"), "3 2");
  EXPECT_EQ(sizes_of("EdgeId,Source,Target\n1,11,12\n2,12,13\n"), "3 2");
  EXPECT_EQ(sizes_of(",source,target\n0,11,12\n1,12,13\n"), "3 2");
  EXPECT_EQ(sizes_of("\"V1\" \"V2\"\n\"1\" 11 12\n\"2\" 12 13\n"), "3 2");
  EXPECT_EQ(sizes_of("subject predicate object\na is b\nb is c\n", by_names), "3 2");
  EXPECT_EQ(sizes_of("since;person_a;person_b\n1;Ann;Bob\n2;Bob;Cay\n", by_names), "3 2");
  EXPECT_EQ(sizes_of("von,nach\nAnna,Bert\nBert,Carl\n", by_names), "3 2");
  EXPECT_EQ(sizes_of("user1 user2\nuser2 user3\n", by_names), "3 2")
      << "by_names that occur elsewhere are no heading";
  EXPECT_TRUE(refuses("time,a,b,c\n1,2,3,4\n", "which two are the ends"));
  EXPECT_EQ(sizes_of("time,a,b,c\n1,2,3,4\n", graph_format::edge_list), "2 1");
}

TEST(FileFormatsTest, AHeadingCanBeSaidOrDenied) {
  reading how(by_names);
  EXPECT_EQ(sizes_of("kto komu\na b\nb c\n", how), "5 3");
  EXPECT_NE(parse_graph("kto komu\na b\nb c\n", "file", how).clean_up.cautions.at(0).find("--heading yes"),
            std::string::npos);
  how.heading = heading_line::present;
  EXPECT_EQ(sizes_of("kto komu\na b\nb c\n", how), "3 2");
  how.heading = heading_line::absent;
  EXPECT_EQ(sizes_of("source target\na b\n", how), "4 2");
}

TEST(FileFormatsTest, RefusesTablesThatAreNoListsOfEdges) {
  EXPECT_TRUE(refuses("0 1 1\n1 0 1\n1 1 0\n", "looks like a matrix"));
  EXPECT_TRUE(refuses("011\n101\n110\n", "looks like a matrix"));
  EXPECT_TRUE(refuses("1 2 3 4\n2 3\n3 4 1\n", "--format adjacency-list"));
  EXPECT_TRUE(refuses("a b c d\nb c\nc d a\n", "--format adjacency-list", by_names));
  EXPECT_TRUE(refuses("4 4\n2 3\n1 3\n1 2 4\n3\n", "--format metis"));
  EXPECT_TRUE(refuses("4 3\n1 2\n2 3\n3 4\n", "a line of sizes"));
  EXPECT_TRUE(refuses("4 4 3\n1 2\n2 3\n3 4\n", "a line of sizes"));
  EXPECT_TRUE(refuses("4\n3\n0 1\n1 2\n2 3\n", "two lines of sizes"));
  EXPECT_TRUE(refuses("P0 pp P1\nP1 pp P2\nP2 pp P0\n", "--format sif", by_names));
  EXPECT_TRUE(refuses("1 11 12\n2 12 13\n3 11 13\n4 13 14\n", "columns 2 and 3"));
  EXPECT_EQ(sizes_of("1 2 5\n2 3 5\n3 1 4\n"), "3 3") << "weights";
  EXPECT_EQ(sizes_of("1 2 # met\n2 3 % same\n1 3 // same\n"), "3 3") << "remarks";
  EXPECT_EQ(sizes_of("0 1 1\n1 0 1\n1 1 0\n", graph_format::edge_list), "2 1");
}

TEST(FileFormatsTest, RefusesOtherFormatsByName) {
  for (const graph_format format : {graph_format::automatic, by_names}) {
    EXPECT_TRUE(refuses("c x\np edge 2 1\ne 1 2\n", "is DIMACS", format));
    EXPECT_TRUE(refuses("graph [\n node [ id 1 ]\n]\n", "is GML", format));
    EXPECT_TRUE(refuses("{\"nodes\": []}\n", "is JSON", format));
    EXPECT_TRUE(refuses("digraph G {\n a -> b;\n}\n", "is DOT", format));
    EXPECT_TRUE(refuses("1 a\n2 b\n#\n1 2\n", "is TGF", format));
    EXPECT_TRUE(refuses("<html><body>not found</body></html>", "a web page", format));
    EXPECT_TRUE(refuses("a b\rb c\r", "end with CR alone", format));
    EXPECT_TRUE(refuses(std::string_view("\xff\xfe"
                                         "1\0 \0",
                                         6),
                        "UTF-16", format));
    EXPECT_TRUE(refuses(std::string_view("PK\3\4\0", 5), "unzip file", format));
  }
  EXPECT_EQ(sizes_of("graph b {}\nb c {}\n", by_names), "3 2") << "a person called graph";
}

TEST(FileFormatsTest, ReadsPajek) {
  constexpr std::string_view text =
      "*Vertices 4\r\n1 \"Ann Lee\" 0.1\r\n2 \"Bob\"\r\n% more\r\n*Edges\r\n1 2 1\r\n*Arcslist\r\n2 3 1\r\n";
  EXPECT_EQ(sizes_of(text), "4 2");
  const auto named = parse_graph(text, "file", by_names);
  EXPECT_EQ(named.names, (std::vector<std::string>{"Ann Lee", "Bob", "3", "4"}));
  EXPECT_TRUE(named.users_are_declared);
  EXPECT_FALSE(named.clean_up.cautions.empty()) << "arcs have directions";
  EXPECT_TRUE(refuses("*Vertices 4 2\n*Edges\n1 3\n", "two-mode"));
  EXPECT_TRUE(refuses("*Vertices 2\n*Edges\n1 3\n", "a vertex from 1 to 2"));
  EXPECT_TRUE(refuses("*Vertices 99999999999\n*Edges\n1 3\n", "of them"));
  EXPECT_TRUE(refuses("*Vertices 2\n*Matrix\n0 1\n1 0\n", "*Edges"));
}

TEST(FileFormatsTest, ReadsGraphmlAndGexf) {
  constexpr std::string_view text =
      "<?xml version='1.0'?>\n<!-- <node id='x'/> -->\n<graphml><graph edgedefault='undirected'>\n"
      "<node id=\"a&amp;b\"/><y:node id='n1'></y:node>\n<edge id='0' source='a&amp;b' target=\"n1\"/>\n"
      "</graph></graphml>";
  EXPECT_EQ(sizes_of(text), "2 1");
  EXPECT_EQ(parse_graph(text, "file").names, (std::vector<std::string>{"a&b", "n1"}));
  constexpr std::string_view gexf =
      "<gexf><graph><nodes><node id='7'/><node id='9'/><node id='8'/></nodes>\n"
      "<edges><edge id='0' source='7' target='9'/></edges></graph></gexf>";
  const auto numbered = parse_graph(gexf, "file");
  EXPECT_TRUE(numbered.names.empty());
  EXPECT_EQ(numbered.id_text(1), "9");
  EXPECT_TRUE(
      refuses("<graphml><node id='1'/><edge source='1' target='2'/></graphml>", "between ids of nodes"));
  EXPECT_TRUE(refuses("<graphml><node id='1'/><node id='1'/></graphml>", "named twice"));
  EXPECT_TRUE(refuses("<graphml><node id='1", "a tag that ends with >"));
  EXPECT_TRUE(refuses("<graphml></graphml>", "no node element"));
}

TEST(FileFormatsTest, ReadsAdjacencyListsAndSif) {
  EXPECT_EQ(sizes_of("# by hand\n0 1 2\n1 2\n2\n3\n", {}, "x.adjlist"), "4 3");
  EXPECT_EQ(sizes_of("a b c\nb c\nd\n", graph_format::adjacency_list), "4 3");
  EXPECT_EQ(sizes_of("a pp b c\nd\nb pd c\n", {}, "x.SIF.gz"), "4 3");
  EXPECT_EQ(sizes_of("Ann Lee\tknows\tBob\n", graph_format::sif), "2 1");
  EXPECT_TRUE(refuses("a pp\n", "nobody behind it", graph_format::sif));
}

TEST(FileFormatsTest, SaysWhatItTookForSomething) {
  const auto says = [](std::string_view text, std::string_view words, const reading& how = {}) {
    for (const std::string& caution : parse_graph(text, "file", how).clean_up.cautions)
      if (caution.find(words) != std::string::npos) return true;
    return false;
  };
  EXPECT_TRUE(says("007 1\n1 2\n", "zeros in front"));
  EXPECT_TRUE(says("1 2 0\n2 3 5\n", "0 in the third column"));
  EXPECT_TRUE(says("1 2\n#2 3\n", "look like edges"));
  EXPECT_FALSE(says("# Nodes: 2\n# 1 2 3\n1 2\n", "look like edges"));
  EXPECT_TRUE(says("ann bob\n#cats bob\n", "look like edges", by_names));
  EXPECT_TRUE(says("ann NA\nbob NA\n", "missing", by_names));
  EXPECT_TRUE(says("a b\nsource target\nb c\n", "\"source\" and \"target\"", by_names));
  EXPECT_TRUE(says("source,target\n1,2\nsource,target\n", "in the middle"));
  EXPECT_TRUE(says("1 2\n3 1\n", "directions"));
  EXPECT_FALSE(says("1 2\n1 3\n", "directions"));
}

template <class Packer>
std::string packed(const std::string& text, const Packer& packer) {
  std::string bytes;
  boost::iostreams::filtering_ostream out;
  out.push(packer);
  out.push(boost::iostreams::back_inserter(bytes));
  out << text;
  out.reset();
  return bytes;
}

TEST(FileFormatsTest, TakesBarsAndTheLineOfExcel) {
  EXPECT_EQ(sizes_of("1|2\n2|3\n"), "3 2");
  EXPECT_EQ(sizes_of("Ann | Bob\nBob | Cay\n", by_names), "3 2");
  EXPECT_EQ(sizes_of("sp|P1|A sp|P2|B\nsp|P2|B sp|P3|C\n", by_names), "3 2") << "bars inside names";
  for (const char* first : {"sep=,\n", "SEP=;\r\n", "\"sep=,\"\n"}) {
    const std::string comma = std::string(first).find(';') == std::string::npos ? "," : ";";
    EXPECT_EQ(sizes_of(first + ("1" + comma + "2\n2" + comma + "3\n")), "3 2") << first;
    EXPECT_EQ(sizes_of(first + ("source" + comma + "target\na" + comma + "b\n"), by_names), "2 1") << first;
  }
  EXPECT_EQ(sizes_of("sep=,\n\n1,2\n\n2,3\n", by_names), "3 2") << "a blank line is no heading";
}

TEST(FileFormatsTest, RefusesWhatElseSeparates) {
  for (const reading& how : {reading{}, reading(by_names)}) {
    EXPECT_TRUE(refuses("(1, 2)\n(2, 3)\n", "in brackets", how));
    EXPECT_TRUE(refuses("1->2\n2->3\n", "apart by \"->\"", how));
    EXPECT_TRUE(refuses("1:2\n2:3\n", "apart by \":\"", how));
    EXPECT_TRUE(
        refuses("1\xc2\xa0"
                "2\n2\xc2\xa0"
                "3\n",
                "U+00A0", how));
    EXPECT_TRUE(refuses("1\t2,3\n2\t1,3\n3\t1,2\n", "apart by commas", how));
    EXPECT_TRUE(refuses("1: 2 3\n2: 1 3\n3: 1 2\n", "behind a colon", how));
    EXPECT_TRUE(refuses("1 2:9 3:9\n2 1:9 3:9\n3 1:9 2:9\n", "each with a weight", how));
  }
  EXPECT_TRUE(refuses("1 234\t2 345\n2 345\t3 456\n", "numbers with blanks"));
  EXPECT_EQ(sizes_of("1 234\t2 345\n2 345\t3 456\n", by_names), "3 2");
  EXPECT_TRUE(refuses("a\tb\nb,c\n", "separate all lines alike", by_names));
  EXPECT_TRUE(refuses("a,b\nb,c\na b\n", "names of others", by_names));
  EXPECT_TRUE(refuses("ann\nbob\n", "no line has two names", by_names));
  EXPECT_EQ(sizes_of("Lee, Ann\tRay, Bob\nRay, Bob\tFox, Cay\n", by_names), "3 2");
  EXPECT_EQ(sizes_of("u:1 u:2\nu:2 u:3\n", by_names), "3 2");
}

TEST(FileFormatsTest, TakesUnseenCharactersOffNames) {
  EXPECT_EQ(sizes_of("ann,bob\nann\xc2\xa0,cay\n", by_names), "3 2");
  EXPECT_EQ(sizes_of("\xe2\x80\x8b"
                     "ann bob\nann\xe3\x80\x80 cay\n",
                     by_names),
            "3 2");
  std::string marks;
  for (int i = 0; i < 300000; ++i) marks += "\xc2\xa0";
  EXPECT_EQ(sizes_of(marks + "ann,bob\nann" + marks + ",cay\n", by_names), "3 2");
}

TEST(FileFormatsTest, RefusesListsOfEqualLength) {
  EXPECT_TRUE(refuses("0 1 2\n1 0 2\n2 0 1\n", "all its 2 neighbours"));
  EXPECT_EQ(sizes_of("0 1 1\n1 2 1\n2 0 1\n"), "3 3") << "weights";
  EXPECT_TRUE(refuses("1 2 2 3\n2 2 1 3\n3 2 1 2\n", "Take off its second column"));
  std::string two, weights;
  for (int i = 0; i < 20; ++i) {
    two += std::to_string(i) + " " + std::to_string(i + 1) + " " + std::to_string(i) + " " +
           std::to_string(i + 2) + "\n";
    weights += std::to_string(i) + " " + std::to_string(i + 1) + " " + std::to_string(i * 7 % 20) + " " +
               std::to_string(i * 11 % 20) + "\n";
  }
  EXPECT_TRUE(refuses(two, "two edges a line"));
  EXPECT_EQ(sizes_of(weights), "21 20");
}

TEST(FileFormatsTest, RefusesWhatIsNotTheFileThatWasMeant) {
  for (const reading& how : {reading{}, reading(by_names)}) {
    EXPECT_TRUE(
        refuses("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n", "git lfs pull", how));
    EXPECT_TRUE(refuses("404: Not Found", "there is no such file", how));
    EXPECT_TRUE(refuses("Id,Label\n1,Ann\n2,Bob\n", "a table of vertices", how));
    EXPECT_TRUE(refuses("<graphml><graph><node id='a'/>", "it is cut off", how));
    EXPECT_TRUE(refuses("t # 0\nv 0 A\nv 1 B\ne 0 1 x\n", "records of vertices", how));
    EXPECT_TRUE(refuses("@nodes\nlabel\n0\n1\n", "LEMON", how));
    EXPECT_TRUE(refuses("p tw 3 2\n1 2\n2 3\n", "grep -v", how));
    EXPECT_TRUE(refuses("/* x */ graph G\n{\n a -- b\n}\n", "is DOT", how));
    EXPECT_TRUE(refuses(std::string_view("1\0 \0002\0\n\0", 8), "UTF-16LE", how));
    EXPECT_TRUE(refuses(std::string_view("1 2\n\0\0\0", 7), "bytes of 0 behind it", how));
    EXPECT_TRUE(refuses("% bip unweighted\n1 1\n2 1\n", "% bip", how));
    EXPECT_TRUE(refuses("userId,movieId\n1,1\n2,1\n", "users and items", how));
  }
  const clean_up_report cut = parse_graph("# Nodes: 9 Edges: 7\n1 2\n2 3\n", "file").clean_up;
  ASSERT_EQ(cut.cautions.size(), 1U);
  EXPECT_NE(cut.cautions[0].find("may be cut off"), std::string::npos);
  for (const char* said : {"2", "4", "1"})
    EXPECT_TRUE(
        parse_graph(std::string("# Edges: ") + said + "\n1 2\n2 3\n", "file").clean_up.cautions.empty())
        << said;
}

TEST(FileFormatsTest, ReadsAllKindsOfMatrices) {
  const std::string mark = "%%MatrixMarket matrix coordinate ";
  EXPECT_EQ(sizes_of("\n\n" + mark + "complex hermitian\n3 3 2\n2 1 1 0\n3 2 0 1\n"), "3 2");
  EXPECT_EQ(sizes_of(mark + "real skew-symmetric\n3 3 1\n2 1 -1\n"), "3 1");
  EXPECT_TRUE(refuses(mark + "complex general\n3 3 1\n2 1 1\n", "a complex value"));
  EXPECT_TRUE(refuses("\n%%MatrixMarket matrix array real general\n1 1\n0\n", "line 2"));
  EXPECT_EQ(parse_graph(mark + "real general\n3 3 2\n1 2 0\n2 3 1\n", "file").clean_up.cautions.size(), 1U);
  EXPECT_TRUE(
      parse_graph(mark + "complex general\n3 3 2\n1 2 0 1\n2 3 1 0\n", "file").clean_up.cautions.empty());
}

TEST(FileFormatsTest, NamesThatLookAlikeAreTwoAndSaid) {
  const auto says = [](std::string_view text) {
    const clean_up_report read = parse_graph(text, "file", by_names).clean_up;
    return !read.cautions.empty() && read.cautions[0].find("are two users") != std::string::npos;
  };
  EXPECT_TRUE(says("Ann bob\nbob cay\nann cay\n"));
  EXPECT_TRUE(says("Jos\xe9 bob\nbob cay\nJos\xc3\xa9 cay\n"));
  EXPECT_TRUE(says("Jose\xcc\x81 bob\nbob cay\nJos\xc3\xa9 cay\n"));
  EXPECT_TRUE(says("\"ann \",bob\nbob,cay\nann,cay\n"));
  EXPECT_FALSE(says("ann bob\nbob cay\nann cay\n"));
  EXPECT_FALSE(says("\xe5\xbc\xa0 \xe6\x9d\x8e\n\xe6\x9d\x8e \xe7\x8e\x8b\n\xe5\xbc\xa0 \xe7\x8e\x8b\n"));
}

TEST(UnpackTest, ReadsWholeDataAloneOfAllParts) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += std::to_string(i * 7919 % 10007) + " " + std::to_string(i) + "\n";
  namespace io = boost::iostreams;
  for (const std::string& bytes :
       {packed(text, io::gzip_compressor()), packed(text, io::bzip2_compressor()),
        packed(text, io::lzma_compressor()), packed(text, io::zstd_compressor())}) {
    const auto kind = packing_of(bytes);
    ASSERT_TRUE(kind.has_value());
    const auto unpacked = [&](const std::string& data) {
      return std::string(unpack(data, *kind, "file").view());
    };
    EXPECT_EQ(unpacked(bytes), text) << name_of(*kind);
    EXPECT_EQ(unpacked(bytes + bytes), text + text) << name_of(*kind);
    EXPECT_EQ(unpacked(bytes + std::string(600, '\0')), text) << name_of(*kind);
    for (const std::size_t cut : {bytes.size() - 1, bytes.size() - 11, bytes.size() / 2, std::size_t{12}})
      EXPECT_THROW(unpacked(bytes.substr(0, cut)), bad_graph_input) << name_of(*kind) << " " << cut;
    EXPECT_THROW(unpacked(bytes + "text"), bad_graph_input) << name_of(*kind);
  }
}

TEST(TableCheckTest, LinesWithoutAValueAreNoRows) {
  // A quote that is not closed: nothing of the line is a value.
  for (const char* text : {"\"x\n1 2\n2 3\n", "\"x\n\"y\n\"z\n", "\"x  \n@s  x\n@source#tara b\"ac\n"})
    for (const bool has_names : {false, true}) {
      reading how(graph_format::automatic);
      how.has_names = has_names;
      EXPECT_THROW(parse_graph(text, "g", how), bad_graph_input) << text;
    }
}

TEST(UnpackTest, RefusesWhatBecomesTooLong) {
  const std::string bytes =
      packed(std::string(std::size_t{100} << 20, '\n'), boost::iostreams::zstd_compressor());
  EXPECT_THROW(unpack(bytes, packing::zstd, "file"), bad_graph_input);
}

TEST(NameLinesTest, ReadsOneNameALine) {
  const auto names_in = [](std::string_view text) {
    std::string all;
    for (const name_line& line : names_in_lines(text, "people.txt", "\t,;"))
      all += line.name + std::to_string(line.line) + " ";
    return all;
  };
  EXPECT_EQ(names_in("\xef\xbb\xbf"
                     "ann\r\n\r\n# two\r\n  bob lee \r\n\"lee, cay\""),
            "ann1 bob lee4 lee, cay5 ");
  EXPECT_EQ(names_in("\"name\"\nann\n"), "name1 ann2 ");
  EXPECT_EQ(names_in(""), "");
  for (const char* text : {"ann\nbob,b@example.org\n", "name\nann\n", "ann\tbob\n", "\"ann\n"})
    EXPECT_THROW(names_in(text), bad_graph_input) << text;
  try {
    names_in("ann\nbob;b\n");
    FAIL();
  } catch (const bad_graph_input& e) {
    EXPECT_EQ(std::string(e.what()).find("people.txt: line 2: expected one name"), 0U) << e.what();
  }
}

}  // namespace
}  // namespace edgeldp
