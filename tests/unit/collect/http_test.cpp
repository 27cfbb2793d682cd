// SPDX-License-Identifier: MIT
// A collector's server and its clients over the loopback, with connections that fail.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "collect/carriers/folder_bulletin.hpp"
#include "collect/carriers/http_bulletin.hpp"
#include "collect/client/client.hpp"
#include "collect/collector/collection.hpp"
#include "collect/server/http_server.hpp"
#include "collect/task/batch.hpp"
#include "collect/task/files.hpp"
#include "edgeldp/core/base/atomic_file.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/text_bytes.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "support/allocation_watch.hpp"
#include "support/collect_clients.hpp"
#include "support/web.hpp"

namespace edgeldp::test {

namespace {

using collect::collection;
using collect::delivery;
using collect::http_bulletin;
using collect::next_step;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// A collection that is served on a thread.
class running_server {
 public:
  explicit running_server(const std::filesystem::path& home, collect::http_options options = {},
                          std::function<void(std::string_view)> happened = {})
      : m_collection({home}, seconds_now(), {.is_durable = false, .happened = std::move(happened)}),
        m_server(m_collection, [](collection&) { return collect::served_texts{"{}", "<p>a page</p>"}; },
                 with_free_port(options),
                 {"<p>the desk</p>", "script", "style",
                  [](collection& c) { return "{\"joined\":" + std::to_string(c.status().joined) + "}"; },
                  [](collection&) { return std::string("[]"); }}),
        m_thread([this] {
          try {
            m_server.run();
          } catch (const std::exception& e) {
            m_failure = e.what();
          }
        }) {}
  ~running_server() { stop(); }
  void stop() {
    m_server.stop();
    wait();
  }
  void wait() {
    if (m_thread.joinable()) m_thread.join();
  }
  std::uint16_t port() const { return m_server.address().port; }
  std::string url() const { return "http://" + m_server.address().text(); }
  std::uint16_t desk() const { return m_server.admin_port().value(); }
  std::string token() const { return m_server.admin_token(); }
  const collection& served() const { return m_collection; }  // what never changes of it
  const std::string& failure() const { return m_failure; }

 private:
  static collect::http_options with_free_port(collect::http_options options) {
    options.at.port = 0;
    return options;
  }
  collection m_collection;
  collect::http_server m_server;
  std::string m_failure;
  std::thread m_thread;
};

class HttpTest : public ::testing::Test {
 protected:
  std::filesystem::path home() const { return m_scratch.path() / "home"; }
  std::filesystem::path beside(const char* name) const { return m_scratch.path() / name; }
  /// An object of so many bytes in the public folder, and its name.
  std::string put_object(std::size_t size) {
    byte_string bytes(size);
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * i >> 3 & 0xff);
    const std::string name = name_of(bytes);
    replace_file((home() / "public" / "objects" / name).string(), bytes);
    return name;
  }
  csr_graph graph = generate_erdos_renyi(40, 200, 3);

 private:
  test_folder m_scratch;
};

TEST_F(HttpTest, TheResultIsThatOfAFolder) {
  create_simulated(home(), graph);
  std::filesystem::copy(home(), beside("other"), std::filesystem::copy_options::recursive);
  play_over_a_folder(beside("other"), graph);
  {
    const running_server server(home());
    std::vector<std::jthread> threads;
    constexpr vertex_id connections = 4;
    for (vertex_id first = 0; first < connections; ++first)
      threads.emplace_back([&, first] {
        http_bulletin published(server.url());
        std::vector<std::unique_ptr<running_client>> clients;
        for (vertex_id u = first; u < graph.vertex_count(); u += connections)
          clients.push_back(
              std::make_unique<running_client>(published, person_of(server.served(), graph, u)));
        play(
            clients, published,
            [&](const byte_string& message) {
              EXPECT_EQ(published.send(message).what, delivery::kind::taken);
            },
            [] { std::this_thread::sleep_for(std::chrono::milliseconds(5)); });
        EXPECT_EQ(published.so_far().connections, 1U);
      });
  }
  EXPECT_EQ(result_of(home()), result_of(beside("other")));
}

TEST_F(HttpTest, AMessageIsTakenOnceAndRefusalsHaveReasons) {
  create_simulated(home(), graph);
  const running_server server(home());
  http_bulletin published(server.url());
  running_client one(published, person_of(server.served(), graph, 1));
  const next_step step = one.alive->next(published);
  EXPECT_EQ(published.send(step.message).what, delivery::kind::taken);
  EXPECT_EQ(published.send(step.message).what, delivery::kind::known_already);
  byte_string damaged = step.message;
  damaged.back() ^= std::byte{1};
  const delivery refused = published.send(damaged);
  EXPECT_EQ(refused.what, delivery::kind::refused);
  EXPECT_EQ(refused.problem, "bad-signature");
  EXPECT_THAT(exchange(server.port(), "POST /messages HTTP/1.1\r\nContent-Length: 3\r\n", "abc"),
              ::testing::AllOf(StartsWith("HTTP/1.1 400"), HasSubstr("application/problem+json"),
                               HasSubstr("urn:edgeldp:problem:malformed")));
}

TEST_F(HttpTest, ABatchIsAnsweredInItsOrder) {
  create_simulated(home(), graph);
  const running_server server(home());
  http_bulletin published(server.url());
  std::vector<byte_string> messages;
  for (const vertex_id u : {2U, 3U}) {
    running_client one(published, person_of(server.served(), graph, u));
    messages.push_back(one.alive->next(published).message);
  }
  messages.push_back(messages.front());
  messages.insert(messages.begin() + 1, byte_string(5));
  const byte_string batch = collect::write_batch(messages);
  const std::string answer = exchange(
      server.port(), "POST /batches HTTP/1.1\r\nContent-Length: " + std::to_string(batch.size()) + "\r\n",
      collect::text_of(batch));
  EXPECT_EQ(body_of(answer), R"(["taken","malformed","taken","known_already"])");
  EXPECT_THAT(exchange(server.port(), "POST /batches HTTP/1.1\r\nContent-Length: 3\r\n", "abc"),
              StartsWith("HTTP/1.1 400"));
}

TEST_F(HttpTest, NobodyIsToldBeforeTheDiskHasIt) {
  create_simulated(home(), graph);
  std::atomic<bool> fails = false;
  running_server server(home(), {}, [&](std::string_view what) {
    if (fails && what == "committed") throw io_error("the disk is full");
  });
  http_bulletin published(server.url());
  running_client one(published, person_of(server.served(), graph, 1)),
      two(published, person_of(server.served(), graph, 2));
  EXPECT_EQ(published.send(one.alive->next(published).message).what, delivery::kind::taken);
  const next_step step = two.alive->next(published);
  fails = true;
  EXPECT_THROW(published.send(step.message), io_error);
  server.wait();
  EXPECT_EQ(server.failure(), "the disk is full");
}

TEST_F(HttpTest, FilesArePublishedWithNamesAndRanges) {
  create_simulated(home(), graph);
  const std::string name = put_object(1000);
  const std::string bytes(collect::text_of(*collect::read_file(home() / "public" / "objects" / name, 2000)));
  const running_server server(home());
  const std::string get = "GET /objects/" + name + " HTTP/1.1\r\n", tag = "\"" + name + "\"";
  const std::string whole = exchange(server.port(), get);
  EXPECT_THAT(whole, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(whole, HasSubstr("ETag: " + tag));
  EXPECT_THAT(whole, HasSubstr("immutable"));
  EXPECT_EQ(body_of(whole), bytes);

  const std::string rest = exchange(server.port(), get + "Range: bytes=400-\r\nIf-Range: " + tag + "\r\n");
  EXPECT_THAT(rest, StartsWith("HTTP/1.1 206"));
  EXPECT_THAT(rest, HasSubstr("Content-Range: bytes 400-999/1000\r\n"));
  EXPECT_EQ(body_of(rest), bytes.substr(400));
  EXPECT_EQ(body_of(exchange(server.port(), get + "Range: bytes=0-0\r\n")), bytes.substr(0, 1));
  EXPECT_EQ(body_of(exchange(server.port(), get + "Range: bytes=400-\r\nIf-Range: \"other\"\r\n")), bytes);
  EXPECT_EQ(body_of(exchange(server.port(), get + "Range: bytes=4-2\r\n")), bytes);
  const std::string beyond = exchange(server.port(), get + "Range: bytes=1000-\r\n");
  EXPECT_THAT(beyond, StartsWith("HTTP/1.1 416"));
  EXPECT_THAT(beyond, HasSubstr("Content-Range: bytes */1000\r\n"));

  const std::string head = exchange(server.port(), "HEAD /objects/" + name + " HTTP/1.1\r\n");
  EXPECT_THAT(head, HasSubstr("Content-Length: 1000\r\n"));
  EXPECT_EQ(body_of(head), "");
  const std::string known = exchange(server.port(), get + "If-None-Match: " + tag + "\r\n");
  EXPECT_THAT(known, StartsWith("HTTP/1.1 304"));
  EXPECT_EQ(body_of(known), "");
  EXPECT_THAT(exchange(server.port(), "DELETE /task.json HTTP/1.1\r\n"), HasSubstr("Allow: GET, HEAD"));
  EXPECT_THAT(exchange(server.port(), "GET /messages HTTP/1.1\r\n"), HasSubstr("Allow: POST"));
  EXPECT_THAT(exchange(server.port(), "GET /result.json HTTP/1.1\r\n"), HasSubstr("no-store"));
  EXPECT_THAT(exchange(server.port(), "GET / HTTP/1.1\r\n"),
              ::testing::AllOf(HasSubstr("default-src 'none'"), HasSubstr("<p>a page</p>")));
  EXPECT_EQ(body_of(exchange(server.port(), "GET /healthz HTTP/1.1\r\n")), "ok\n");
}

TEST_F(HttpTest, NothingElseCanBeReached) {
  create_simulated(home(), graph);
  put_object(10);
  std::filesystem::create_symlink(home() / "private" / "secret", home() / "public" / "announcements" / "7");
  const std::string secret(collect::text_of(*collect::read_file(home() / "private" / "secret", 1000)));
  const running_server server(home());
  for (const std::string& target : std::initializer_list<std::string>{"/private/secret",
                                                                      "/../private/secret",
                                                                      "/objects/../../private/secret",
                                                                      "/%2e%2e/private/secret",
                                                                      "/announcements/../task.json",
                                                                      "/objects/",
                                                                      "/objects",
                                                                      "/announcements/",
                                                                      "/announcements/01",
                                                                      "/announcements/-1",
                                                                      "/announcements/99999999999",
                                                                      "/announcements/0x1",
                                                                      "//task.json",
                                                                      "/task.json/",
                                                                      "/task.json?x",
                                                                      "/TASK.JSON",
                                                                      "/./task.json",
                                                                      "task.json",
                                                                      "*",
                                                                      "/announcements/7",
                                                                      "/store.db",
                                                                      "/objects/.",
                                                                      "/people.txt%00"}) {
    const std::string answer = exchange(server.port(), "GET " + target + " HTTP/1.1\r\n");
    EXPECT_THAT(answer, ::testing::AnyOf(StartsWith("HTTP/1.1 404"), StartsWith("HTTP/1.1 400"),
                                         StartsWith("HTTP/1.1 503")))
        << target;
    EXPECT_THAT(answer, Not(HasSubstr(secret)));
  }
  EXPECT_THAT(exchange(server.port(), "GET /task.json HTTP/1.1\r\n"), StartsWith("HTTP/1.1 200"));
}

TEST_F(HttpTest, BrowsersTakePartByThePageThatIsHandedOut) {
  create_simulated(home(), graph);
  std::filesystem::copy(home(), beside("other"), std::filesystem::copy_options::recursive);
  const std::string page = "<p>take part</p>";
  const auto bytes = text_bytes(page);
  collect::http_options options;
  options.take_part_page = {bytes.begin(), bytes.end()};
  const running_server server(home(), options), without(beside("other"));
  const std::string answer = exchange(server.port(), "GET /take-part.html HTTP/1.1\r\n");
  EXPECT_EQ(body_of(answer), page);
  EXPECT_THAT(answer, ::testing::AllOf(HasSubstr("text/html"), HasSubstr("ETag: "),
                                       HasSubstr("frame-ancestors 'none'"), HasSubstr("no-referrer")));
  EXPECT_THAT(exchange(without.port(), "GET /take-part.html HTTP/1.1\r\n"), StartsWith("HTTP/1.1 404"));
}

TEST_F(HttpTest, PagesOfAllowedOriginsAloneMaySpeakToIt) {
  create_simulated(home(), graph);
  collect::http_options options;
  options.page_origins = {"https://pages.example.org"};
  std::filesystem::copy(home(), beside("closed"), std::filesystem::copy_options::recursive);
  const running_server server(home(), options), closed(beside("closed"));
  const std::string ours = "Origin: https://pages.example.org\r\n",
                    preflight = "OPTIONS /messages HTTP/1.1\r\nAccess-Control-Request-Method: POST\r\n",
                    allows = "Access-Control-Allow-Origin: https://pages.example.org\r\n";
  const std::string may = exchange(server.port(), preflight + ours);
  EXPECT_THAT(may, ::testing::AllOf(StartsWith("HTTP/1.1 204"), HasSubstr(allows), HasSubstr("Vary: Origin"),
                                    HasSubstr("Access-Control-Allow-Headers: Content-Type"),
                                    Not(HasSubstr("Content-Length"))));
  // Refusals too: the page reads what is wrong.
  EXPECT_THAT(exchange(server.port(), "GET /task.json HTTP/1.1\r\n" + ours), HasSubstr(allows));
  EXPECT_THAT(exchange(server.port(), "POST /messages HTTP/1.1\r\nContent-Length: 3\r\n" + ours, "abc"),
              ::testing::AllOf(StartsWith("HTTP/1.1 400"), HasSubstr(allows)));
  const auto says_nothing = Not(HasSubstr("Access-Control"));
  for (const std::string origin : {"http://pages.example.org", "https://pages.example.org.evil.example",
                                   "null", "https://pages.example.org:444", ""}) {
    const std::string from = "Origin: " + origin + "\r\n";
    EXPECT_THAT(exchange(server.port(), preflight + from),
                ::testing::AllOf(StartsWith("HTTP/1.1 405"), says_nothing))
        << origin;
    EXPECT_THAT(exchange(server.port(), "GET /task.json HTTP/1.1\r\n" + from),
                ::testing::AllOf(StartsWith("HTTP/1.1 200"), says_nothing, HasSubstr("Vary: Origin")))
        << origin;
  }
  EXPECT_THAT(exchange(closed.port(), preflight + ours),
              ::testing::AllOf(StartsWith("HTTP/1.1 405"), says_nothing));
  EXPECT_THAT(exchange(closed.port(), "GET /task.json HTTP/1.1\r\n" + ours), says_nothing);
}

TEST_F(HttpTest, WhatIsTooLongIsRefused) {
  create_simulated(home(), graph);
  const running_server server(home());
  const std::string longer = std::to_string(server.served().longest_message() + 1);
  EXPECT_THAT(exchange(server.port(), "POST /messages HTTP/1.1\r\nContent-Length: " + longer + "\r\n"),
              StartsWith("HTTP/1.1 413"));
  EXPECT_THAT(exchange(server.port(), "POST /batches HTTP/1.1\r\nContent-Length: 1048577\r\n"),
              StartsWith("HTTP/1.1 413"));
  EXPECT_THAT(exchange(server.port(), "POST /messages HTTP/1.1\r\nTransfer-Encoding: chunked\r\n",
                       "20000\r\n" + std::string(0x20000, 'a') + "\r\n0\r\n\r\n"),
              StartsWith("HTTP/1.1 413"));
  EXPECT_THAT(exchange(server.port(), "GET / HTTP/1.1\r\nContent-Length: 1\r\n", "a"),
              StartsWith("HTTP/1.1 413"));
  EXPECT_THAT(exchange(server.port(), "GET / HTTP/1.1\r\nLong: " + std::string(9000, 'a') + "\r\n"),
              StartsWith("HTTP/1.1 431"));
  EXPECT_THAT(exchange(server.port(), "nonsense\r\n"), StartsWith("HTTP/1.1 400"));
}

/// A body in one chunk, and what stands behind it.
std::string chunked(const std::string& body, const std::string& behind) {
  std::ostringstream text;
  if (!body.empty()) text << std::hex << body.size() << "\r\n" << body << "\r\n";
  text << "0\r\n" << behind << "\r\n";
  return text.str();
}

TEST_F(HttpTest, NothingBehindABodyEndsTheServer) {
  create_simulated(home(), graph);
  const running_server server(home());
  const std::string get = "GET /healthz HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
                    post = "POST /messages HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::string endless(100000, 'y');
  for (const std::string& request : std::vector<std::string>{
           get + "0\r\nX: " + endless + "\r\n\r\n", get + "0\r\n" + endless + ": x\r\n\r\n",
           get + "0\r\n" + endless, get + "0;" + endless + "\r\n\r\n",
           post + "0\r\nX: " + endless + "\r\n\r\n", post + chunked("abc", "X: " + endless + "\r\n"),
           post + "1;" + endless + "\r\na\r\n0\r\n\r\n", post + "1;a=\"" + endless + "\"\r\na\r\n0\r\n\r\n",
           post + endless, get + chunked("", "A: b\r\n"), post + chunked("abc", "Content-Length: 3\r\n"),
           post + chunked("abc", "Connection: upgrade\r\n")}) {
    const handle c = connect_to(server.port());
    say(c, request);
    const std::string answer = hear(c);
    EXPECT_THAT(answer, ::testing::AnyOf(StartsWith("HTTP/1.1 400"), StartsWith("HTTP/1.1 431"),
                                         StartsWith("HTTP/1.1 413")))
        << request.substr(0, 120);
    EXPECT_THAT(answer, HasSubstr("Connection: close"));
    EXPECT_THAT(exchange(server.port(), "GET /healthz HTTP/1.1\r\n"), StartsWith("HTTP/1.1 200"));
  }
  http_bulletin published(server.url());
  running_client one(published, person_of(server.served(), graph, 1));
  EXPECT_EQ(published.send(one.alive->next(published).message).what, delivery::kind::taken);
  EXPECT_EQ(server.failure(), "");
}

TEST_F(HttpTest, ChunksThatHoldNothingEnd) {
  create_simulated(home(), graph);
  const running_server server(home());
  const handle c = connect_to(server.port());
  say(c, "POST /messages HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
  const std::string part = "1;" + std::string(8000, 'x') + "\r\na\r\n";
  for (int i = 0; i < 400 && !is_ready(c.get(), 0); ++i) say(c, part);
  EXPECT_THAT(hear(c), StartsWith("HTTP/1.1 400"));
}

TEST_F(HttpTest, WhoeverHoldsConnectionsKeepsNobodyAway) {
  create_simulated(home(), graph);
  collect::http_options options;
  options.most_connections = 5;
  const running_server server(home(), options);
  std::vector<handle> silent;
  for (int i = 0; i < 20; ++i) {
    silent.push_back(connect_to(server.port()));
    if (i % 2 == 0) say(silent.back(), "POST /messages HTTP/1.1\r\nContent-Length: 5\r\n\r\na");
  }
  for (int i = 0; i < 10; ++i)
    EXPECT_THAT(exchange(server.port(), "GET /healthz HTTP/1.1\r\n"), StartsWith("HTTP/1.1 200"));
}

TEST_F(HttpTest, AServerThatSendsNonsenseMayBeTriedAgain) {
  const std::string endless(100000, 'y'), ok = "HTTP/1.1 200 OK\r\n",
                                          chunks = ok + "Transfer-Encoding: chunked\r\n\r\n";
  for (const std::string& answer : std::vector<std::string>{
           chunks + chunked("{}", "X: " + endless + "\r\n"), chunks + chunked("{}", endless + ": x\r\n"),
           chunks + "0\r\n" + endless, chunks + "1;" + endless + "\r\na\r\n0\r\n\r\n", chunks + endless,
           ok + "X: " + endless + "\r\n\r\n", ok + endless, endless, std::string("SSH-2.0-x\r\n"),
           std::string("\0\0\0", 3), std::string(), ok + "Content-Length: 99999999999999999999999\r\n\r\n",
           ok + "Content-Length: 5\r\n\r\na", std::string("HTTP/1.1 100 Continue\r\n\r\n")}) {
    const fixed_server server(answer);
    http_bulletin published(server.url());
    EXPECT_THROW(published.task(), io_error) << answer.substr(0, 100);
    EXPECT_THROW(published.announcement(0), io_error) << answer.substr(0, 100);
    EXPECT_THROW(published.send(byte_string(5)), io_error) << answer.substr(0, 100);
    EXPECT_FALSE(published.has_answered() && answer.size() < 20);
  }
}

TEST_F(HttpTest, AnAnswerThatNeverEndsIsGivenUp) {
  const std::string chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  const fixed_server extensions(chunks + "1;" + std::string(20000, 'x') + "\r\na\r\n", 2000);
  http_bulletin first(extensions.url());
  EXPECT_THROW(first.object(std::string(64, '0'), 100), io_error);
  EXPECT_LT(first.so_far().received, std::uint64_t{40} << 20);
  const fixed_server body(chunks + "4000\r\n" + std::string(0x4000, 'x') + "\r\n", 2000);
  http_bulletin second(body.url());
  second.expect_people(2);
  EXPECT_THROW(second.announcement(0), format_error) << "no announcement of two people is that long";
  EXPECT_THROW(second.send(byte_string(5)), io_error) << "nor any answer to a message";
  EXPECT_LT(second.so_far().received, std::uint64_t{2} << 20);
}

TEST_F(HttpTest, NamesThatAreNoDigestsAreNeverAskedFor) {
  const fixed_server server("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
  http_bulletin web(server.url());
  std::filesystem::create_directories(beside("public") / "objects");
  collect::folder_bulletin folder(beside("public"));
  for (const std::string& name : std::initializer_list<std::string>{
           "x HTTP/1.1\r\nHost: evil\r\n\r\nPOST /messages", "../../../../../dev/zero", "",
           std::string(63, '0'), std::string(65, '0'), std::string(64, 'A'), std::string(64, '/'),
           std::string(63, '0') + '\n'}) {
    EXPECT_THROW(web.object(name, 1000), format_error) << name;
    EXPECT_THROW(folder.object(name, 1000), format_error) << name;
  }
  EXPECT_EQ(server.asked(), "");
}

TEST_F(HttpTest, WhatAServerSaysIsHarmless) {
  const std::string document =
      R"({"type":"urn:edgeldp:problem:bad-token","detail":"a\u001b[2J\u202eb\u009bc)" +
      std::string(5000, 'x') + "\"}";
  const fixed_server server("HTTP/1.1 403 Forbidden\r\nContent-Length: " + std::to_string(document.size()) +
                            "\r\n\r\n" + document);
  http_bulletin published(server.url());
  const delivery refused = published.send(byte_string(5));
  EXPECT_EQ(refused.problem, "bad-token");
  EXPECT_THAT(refused.detail, StartsWith("a?[2J?b?cxxx"));
  EXPECT_LT(refused.detail.size(), 310U);
  EXPECT_TRUE(published.has_answered());
  const fixed_server elsewhere(
      "HTTP/1.1 301 Moved\r\nLocation: https://votes.example.org/\xc2\x9btask.json\r\nContent-Length: "
      "0\r\n\r\n");
  http_bulletin moved(elsewhere.url());
  try {
    moved.task();
    ADD_FAILURE();
  } catch (const io_error& e) {
    EXPECT_THAT(e.what(), HasSubstr("https://votes.example.org/?task.json"));
  }
  EXPECT_FALSE(moved.has_answered());
}

TEST_F(HttpTest, ASlowClientIsNotWaitedFor) {
  create_simulated(home(), graph);
  collect::http_options options;
  options.patience = std::chrono::milliseconds(300);
  const running_server server(home(), options);
  const handle slow = connect_to(server.port());
  const auto before = std::chrono::steady_clock::now();
  say(slow, "POST /messages HTTP/1.1\r\nContent-Le");
  EXPECT_THAT(exchange(server.port(), "GET /healthz HTTP/1.1\r\n"), StartsWith("HTTP/1.1 200"));
  EXPECT_EQ(hear(slow), "");
  const auto waited = std::chrono::steady_clock::now() - before;
  EXPECT_GE(waited, std::chrono::milliseconds(250));
  EXPECT_LT(waited, std::chrono::seconds(5));
}

TEST_F(HttpTest, TooManyConnectionsAreToldSo) {
  create_simulated(home(), graph);
  collect::http_options options;
  options.most_connections = 2;
  const running_server server(home(), options);
  std::vector<handle> idle;
  for (int i = 0; i < 2; ++i) {
    say(idle.emplace_back(connect_to(server.port())), "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    ASSERT_TRUE(is_ready(idle.back().get(), 5000));
  }
  EXPECT_THAT(exchange(server.port(), "GET /healthz HTTP/1.1\r\n"),
              ::testing::AllOf(StartsWith("HTTP/1.1 503"), HasSubstr("Retry-After: ")));
  http_bulletin published(server.url());
  EXPECT_THROW(published.task(), collect::busy_collector);
  idle.pop_back();
  std::string answer;
  for (int tries = 0; tries < 100 && !answer.starts_with("HTTP/1.1 200"); ++tries) {
    answer = exchange(server.port(), "GET /healthz HTTP/1.1\r\n");
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200"));
}

TEST_F(HttpTest, ADownloadThatIsCutGoesOn) {
  create_simulated(home(), graph);
  constexpr std::size_t size = 3000000;
  const std::string name = put_object(size);
  const running_server server(home());
  const proxy cutting(server.port(), nullptr, {2, size / 3});
  http_bulletin published("http://127.0.0.1:" + std::to_string(cutting.port()));
  const allocation_watch watch;
  EXPECT_EQ(name_of_parts(published.object(name, size)), name);
  EXPECT_LT(watch.peak_bytes(), size / 2) << "it is on the disk";
  EXPECT_EQ(published.so_far().resumed, 2U);
  EXPECT_LT(published.so_far().received, size + 10000);
  EXPECT_THROW(published.object(name, size - 1), format_error);
  EXPECT_THROW(published.object(std::string(64, '0'), size), io_error);
}

TEST_F(HttpTest, ACollectorThatIsGoneMayBeTriedAgain) {
  create_simulated(home(), graph);
  auto server = std::make_unique<running_server>(home());
  http_bulletin published(server->url());
  EXPECT_FALSE(published.task().empty());
  EXPECT_EQ(published.announcement(0), std::nullopt);
  EXPECT_EQ(published.result(), std::nullopt);
  server.reset();
  EXPECT_THROW(published.task(), io_error);
}

TEST_F(HttpTest, CertificatesAndNamesAreVerified) {
  create_simulated(home(), graph);
  const running_server server(home());
  const throwaway_certificate mine("DNS:localhost"), other("DNS:localhost");
  mine.save(beside("mine.pem"));
  other.save(beside("other.pem"));
  const proxy secure(server.port(), &mine);
  const std::string at = ":" + std::to_string(secure.port());
  http_bulletin published("https://localhost" + at, {.certificates = beside("mine.pem").string()});
  running_client one(published, person_of(server.served(), graph, 1));
  EXPECT_EQ(published.send(one.alive->next(published).message).what, delivery::kind::taken);
  http_bulletin unknown("https://localhost" + at, {.certificates = beside("other.pem").string()});
  EXPECT_THROW(unknown.task(), io_error);
  http_bulletin named_otherwise("https://127.0.0.1" + at, {.certificates = beside("mine.pem").string()});
  EXPECT_THROW(named_otherwise.task(), io_error);
  EXPECT_THROW(http_bulletin("https://localhost" + at).task(), io_error);  // by the system's, or without any
  EXPECT_THROW(http_bulletin("https://localhost" + at, {.certificates = beside("none.pem").string()}),
               io_error);
}

TEST_F(HttpTest, AddressesAreFoldersOrOfTheWeb) {
  create_simulated(home(), graph);
  const running_server server(home());
  EXPECT_EQ(collect::open_bulletin((home() / "public").string())->task(),
            collect::open_bulletin(server.url() + "/")->task());
  EXPECT_EQ(collect::open_bulletin("HTTP://" + server.url().substr(7))->task(),
            collect::open_bulletin(server.url())->task());
  for (const char* no_address : {"http://", "htp://localhost:8080"})
    EXPECT_THROW(collect::open_bulletin(no_address), invalid_parameter) << no_address;
  try {
    collect::open_bulletin(server.url().substr(7));
    ADD_FAILURE();
  } catch (const invalid_parameter& e) {
    EXPECT_THAT(e.what(), HasSubstr("write " + server.url()));
  }
}

/// A request at the operator's desk as a browser there sends it, but for what is given instead.
struct at_desk {
  std::uint16_t port;
  std::string token, host = "127.0.0.1:" + std::to_string(port), origin = "";
  std::string ask(const std::string& line, const std::string& body = "") const {
    std::string head = line + " HTTP/1.1\r\nConnection: close\r\n";
    if (!host.empty()) head += "Host: " + host + "\r\n";
    if (!origin.empty()) head += "Origin: " + origin + "\r\n";
    if (!token.empty()) head += "Authorization: Bearer " + token + "\r\n";
    if (!body.empty()) head += "Content-Length: " + std::to_string(body.size()) + "\r\n";
    const handle c = connect_to(port);
    say(c, head + "\r\n" + body);
    return hear(c);
  }
};

TEST_F(HttpTest, TheDeskIsForItsOwnPageAndTheToken) {
  create_simulated(home(), graph);
  const running_server server(home(), {.admin_port = 0});
  EXPECT_NE(server.desk(), server.port());
  const at_desk right{server.desk(), server.token()};
  EXPECT_THAT(right.ask("GET /state.json"),
              ::testing::AllOf(StartsWith("HTTP/1.1 200"), HasSubstr("Cache-Control: no-store"),
                               HasSubstr("Content-Security-Policy: default-src 'none'"),
                               Not(HasSubstr("Access-Control")), HasSubstr("{\"joined\":0}")));
  at_desk page{server.desk(), ""};
  EXPECT_THAT(page.ask("GET /"),
              ::testing::AllOf(StartsWith("HTTP/1.1 200"), HasSubstr("the desk"),
                               HasSubstr("frame-ancestors 'none'"), Not(HasSubstr(server.token()))));
  for (const char* line :
       {"GET /state.json", "GET /people.json", "POST /close", "POST /extend", "GET /task.json"})
    EXPECT_THAT(page.ask(line), StartsWith("HTTP/1.1 401")) << line;
  at_desk wrong = right;
  wrong.token.back() = wrong.token.back() == '0' ? '1' : '0';
  EXPECT_THAT(wrong.ask("GET /state.json"), StartsWith("HTTP/1.1 401"));
  at_desk rebound = right;  // a name that somebody made to point at this machine
  rebound.host = "evil.example:" + std::to_string(server.desk());
  at_desk forged = right;  // a page that a browser of this machine has open
  forged.origin = "http://evil.example";
  for (const char* line : {"GET /", "GET /state.json", "POST /close", "OPTIONS /state.json"}) {
    EXPECT_THAT(rebound.ask(line), StartsWith("HTTP/1.1 403")) << line;
    EXPECT_THAT(forged.ask(line), StartsWith("HTTP/1.1 403")) << line;
  }
  EXPECT_THAT(right.ask("GET /close"), StartsWith("HTTP/1.1 405"));
  EXPECT_THAT(right.ask("OPTIONS /state.json"), StartsWith("HTTP/1.1 405"));
  EXPECT_THAT(right.ask("POST /close", std::string(2000, ' ')), StartsWith("HTTP/1.1 413"));
  EXPECT_THAT(right.ask("POST /close", "{}"), StartsWith("HTTP/1.1 400"));
  // What the public sees has nothing of it, and the desk nothing of the public's.
  const at_desk outside{server.port(), server.token()};
  for (const char* line : {"GET /state.json", "GET /people.json", "POST /close", "GET /page.js"})
    EXPECT_THAT(outside.ask(line), StartsWith("HTTP/1.1 404")) << line;
  EXPECT_THAT(right.ask("GET /task.json"), StartsWith("HTTP/1.1 404"));
}

TEST_F(HttpTest, TheDeskClosesAndExtendsWhatItSaw) {
  create_simulated(home(), graph);
  const running_server server(home(), {.admin_port = 0});
  at_desk desk{server.desk(), server.token()};
  desk.origin = "http://" + desk.host;
  const std::string joining = R"({"round":"join 0"})";
  EXPECT_THAT(desk.ask("POST /close", joining),
              ::testing::AllOf(StartsWith("HTTP/1.1 409"), HasSubstr("fewer than two people")));
  http_bulletin published(server.url());
  std::vector<std::unique_ptr<running_client>> clients;
  for (const vertex_id u : {1U, 2U, 3U}) {
    clients.push_back(std::make_unique<running_client>(published, person_of(server.served(), graph, u)));
    published.send(clients.back()->alive->next(published).message);
  }
  EXPECT_THAT(desk.ask("POST /extend", R"({"round":"join 0","seconds":5000})"), StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(desk.ask("POST /extend", R"({"round":"join 0","seconds":99999999999})"),
              StartsWith("HTTP/1.1 409"));
  EXPECT_THAT(desk.ask("POST /close", joining), StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(desk.ask("POST /close", joining),
              ::testing::AllOf(StartsWith("HTTP/1.1 409"), HasSubstr("another round is open")));
  EXPECT_THAT(desk.ask("GET /state.json"), HasSubstr("{\"joined\":3}"));
}

}  // namespace

}  // namespace edgeldp::test
