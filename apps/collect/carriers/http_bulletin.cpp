// SPDX-License-Identifier: MIT
#include "collect/carriers/http_bulletin.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <charconv>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "collect/carriers/download.hpp"
#include "collect/carriers/folder_bulletin.hpp"
#include "collect/task/messages.hpp"
#include "collect/task/task.hpp"
#include "collect/task/web_address.hpp"

namespace edgeldp::collect {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace ssl = asio::ssl;
using tcp = asio::ip::tcp;
using asio::use_awaitable;
using tls_stream = beast::ssl_stream<beast::tcp_stream>;

constexpr std::uint64_t longest_word = std::uint64_t{1} << 16;
/// What Beast parses at a time: a header, a line of a chunk, a trailer. Far below the 64 kB from
/// which Beast throws.
constexpr std::size_t longest_buffer = std::size_t{1} << 15;
/// Connections that may fail one after the other without a byte more, and in all for one file.
constexpr int most_failures = 3, most_parts = 100;
/// Of an answer, a byte of its body that is allowed (chunks of one byte take six), and beside it.
constexpr std::uint64_t wire_bytes_a_byte = 8, wire_bytes_beside = 4 * longest_buffer;
/// Whoever sends less is not waited for, once two patiences are over.
constexpr std::uint64_t slowest_bytes_a_second = 1000;

using request = http::request<http::span_body<const char>>;

/// A body that goes where it is wanted, part after part.
struct body_in_parts {
  struct value_type {
    /// Whether a part was wanted: what is not is too much.
    std::function<bool(const http::response_header<>&, std::span<const std::byte>)> take;
    std::exception_ptr failure{};  ///< of take, which must not be thrown through Beast
  };
  class reader {
   public:
    template <bool is_request, class Fields>
    reader(http::header<is_request, Fields>& head, value_type& to) : m_head(head), m_to(to) {}
    void init(const boost::optional<std::uint64_t>&, beast::error_code& error) { error = {}; }
    template <class Buffers>
    std::size_t put(const Buffers& parts, beast::error_code& error) try {
      error = {};
      std::size_t bytes = 0;
      for (const asio::const_buffer part : beast::buffers_range_ref(parts)) {
        if (!m_to.take(m_head, {static_cast<const std::byte*>(part.data()), part.size()}))
          error = http::error::body_limit;
        bytes += part.size();
      }
      return bytes;
    } catch (...) {
      m_to.failure = std::current_exception();
      error = make_error_code(boost::system::errc::io_error);
      return 0;
    }
    void finish(beast::error_code& error) { error = {}; }

   private:
    const http::response_header<>& m_head;
    value_type& m_to;
  };
};
using file_parser = http::response_parser<body_in_parts>;
using response_parser = http::response_parser<http::vector_body<std::byte>>;

/// What no other connection would mend: it is not gone on with.
class endless_answer : public io_error {
 public:
  using io_error::io_error;
};

/// Why `error` came, where the stream can say more.
std::string words_of(const beast::error_code& error) {
  if (error == beast::error::timeout) return "no answer in time";
  if (error == http::error::buffer_overflow || error == http::error::header_limit)
    return "an answer of HTTP with a line or a trailer without an end";
  if (error == http::error::end_of_stream || error == http::error::partial_message ||
      error == ssl::error::stream_truncated)
    return "the connection was closed";
  return error.message();
}

/// What the other side says, for a terminal: without what one would obey, and not too long.
std::string shown(std::string_view said) {
  constexpr std::size_t longest = 300;
  return harmless_text(said, longest);
}

/// Whoever relies on a proxy of the environment learns that it is not asked.
std::string proxy_note() {
  for (const char* name :
       {"http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"})
    if (const char* set = std::getenv(name); set != nullptr && *set != '\0')
      return std::string(" (the proxy in $") + name +
             " is not used: programs of this project connect directly)";
  return "";
}

std::chrono::seconds seconds_in(std::string_view header) {
  constexpr int most = 3600;
  int seconds = 0;
  std::from_chars(header.data(), header.data() + header.size(), seconds);
  return std::chrono::seconds(std::clamp(seconds, 1, most));
}

/// Errors: io_error where `path` holds no certificates.
void trust_file(ssl::context& tls, const std::string& path) {
  beast::error_code error;
  static_cast<void>(tls.load_verify_file(path, error));
  if (error) throw io_error(path + ": no certificates that can be read: " + error.message());
}

/// The authorities that this system trusts: those of the variables and places that OpenSSL knows,
/// and a file of all where distributions keep one: a program may have been built on another system.
/// Errors: io_error where there are none, since no connection could be trusted.
void trust_system(ssl::context& tls) {
  beast::error_code error;
  static_cast<void>(tls.set_default_verify_paths(error));
  if (std::getenv(X509_get_default_cert_file_env()) || std::getenv(X509_get_default_cert_dir_env())) return;
  std::error_code ignored;
  for (const char* path : {"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
                           "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"})
    if (std::filesystem::exists(path, ignored)) return trust_file(tls, path);
  const std::filesystem::directory_iterator certificates(X509_get_default_cert_dir(), ignored);
  if (std::filesystem::exists(X509_get_default_cert_file(), ignored) ||
      certificates != std::filesystem::directory_iterator())
    return;
  throw io_error(
      "this system has no certificates of authorities, so https can be trusted to nobody: install "
      "ca-certificates, or name a file of them by --ca");
}

/// Whether a part of a file goes on behind the bytes that are here.
bool begins_at(const http::response_header<>& answer, std::size_t byte) {
  const auto range = answer[http::field::content_range];
  return byte > 0 &&
         std::string_view(range.data(), range.size()).starts_with("bytes " + std::to_string(byte) + "-");
}

}  // namespace

/// The connection, and how to make it again.
struct http_bulletin::line {
  web_address address;
  http_client_options options;
  asio::io_context io{1};
  ssl::context tls{ssl::context::tls_client};
  std::optional<beast::tcp_stream> plain;
  std::optional<tls_stream> secure;
  beast::flat_buffer buffer{longest_buffer};
  traffic counted;
  bool has_answered = false;

  line(std::string_view where, const http_client_options& wanted);

  bool is_open() const { return plain || secure; }
  void close() {
    secure.reset();
    plain.reset();
    buffer.clear();
  }
  beast::tcp_stream& tcp_layer() { return secure ? beast::get_lowest_layer(*secure) : *plain; }

  /// Runs a coroutine to its end.
  void play(asio::awaitable<void> what);
  asio::awaitable<void> connect();
  /// Sends and reads the answer as far as it comes; what came stands in the parser. most: bytes of
  /// its body.
  template <class Parser>
  asio::awaitable<void> exchange(const request& asked, Parser& answer, std::uint64_t most);
  template <class Stream, class Parser>
  asio::awaitable<void> exchange_over(Stream& stream, const request& asked, Parser& answer,
                                      std::uint64_t most);
  template <class Parser>
  void ask(const request& asked, Parser& answer, std::uint64_t most);

  request request_for(http::verb method, std::string_view name) const;
  std::string where() const { return (address.is_secure ? "https://" : "http://") + address.at.text(); }
  [[noreturn]] void fail(const std::string& why) const { throw io_error(where() + ": " + why); }
  [[noreturn]] void fail_by(std::string_view name, const http::response_header<>& answer) const;
  std::optional<held_bytes> get(std::string_view name, std::uint64_t most);
};

http_bulletin::line::line(std::string_view where, const http_client_options& wanted)
    : address(parse_web_address(where)), options(wanted) {
  if (!address.is_secure) return;
  SSL_CTX_set_min_proto_version(tls.native_handle(), TLS1_2_VERSION);
  if (options.certificates.empty())
    trust_system(tls);
  else
    trust_file(tls, options.certificates);
  tls.set_verify_mode(ssl::verify_peer);
}

void http_bulletin::line::play(asio::awaitable<void> what) {
  std::exception_ptr failure;
  asio::co_spawn(io, std::move(what), [&](std::exception_ptr why) { failure = std::move(why); });
  io.restart();
  io.run();
  if (failure) std::rethrow_exception(failure);
}

asio::awaitable<void> http_bulletin::line::connect() {
  close();
  tcp::resolver resolver(io);
  const auto found =
      co_await resolver.async_resolve(address.at.host, std::to_string(address.at.port), use_awaitable);
  if (address.is_secure)
    secure.emplace(io, tls);
  else
    plain.emplace(io);
  tcp_layer().expires_after(options.patience);
  co_await tcp_layer().async_connect(found, use_awaitable);
  tcp_layer().socket().set_option(tcp::no_delay(true));
  ++counted.connections;
  if (!secure) co_return;
  secure->set_verify_callback(ssl::host_name_verification(address.at.host));
  SSL_set_tlsext_host_name(secure->native_handle(), address.at.host.c_str());
  co_await secure->async_handshake(ssl::stream_base::client, use_awaitable);
}

template <class Stream, class Parser>
asio::awaitable<void> http_bulletin::line::exchange_over(Stream& stream, const request& asked, Parser& answer,
                                                         std::uint64_t most) {
  using clock = std::chrono::steady_clock;
  tcp_layer().expires_after(options.patience);
  counted.sent += co_await http::async_write(stream, asked, use_awaitable);
  ++counted.requests;
  const auto begin = clock::now();
  std::uint64_t received = 0;
  while (!answer.is_done()) {
    const std::chrono::seconds allowed(received / slowest_bytes_a_second);
    tcp_layer().expires_at(std::min(clock::now() + options.patience, begin + 2 * options.patience + allowed));
    const std::uint64_t came = co_await http::async_read_some(stream, buffer, answer, use_awaitable);
    received += came;
    counted.received += came;
    if (received > wire_bytes_beside && (received - wire_bytes_beside) / wire_bytes_a_byte > most)
      throw endless_answer(where() + ": an answer of HTTP that does not end");
  }
}

template <class Parser>
asio::awaitable<void> http_bulletin::line::exchange(const request& asked, Parser& answer,
                                                    std::uint64_t most) {
  if (!is_open()) co_await connect();
  if (secure)
    co_await exchange_over(*secure, asked, answer, most);
  else
    co_await exchange_over(*plain, asked, answer, most);
  if (!answer.get().keep_alive()) close();
}

/// Errors: io_error where the answer did not come whole; what came stands in the parser.
template <class Parser>
void http_bulletin::line::ask(const request& asked, Parser& answer, std::uint64_t most) {
  const bool was_open = is_open();
  answer.body_limit(std::max(most, longest_word));
  try {
    return play(exchange(asked, answer, std::max(most, longest_word)));
  } catch (const beast::system_error& e) {
    close();
    if (e.code() == http::error::body_limit) {
      const http::status status = answer.get().result();
      if (status == http::status::ok || status == http::status::partial_content)
        throw format_error(0, "more bytes than were announced");
      fail_by(asked.target(), answer.get());
    }
    // A connection that was kept may have been closed meanwhile: that says nothing of the
    // collector.
    if (!was_open || answer.got_some()) fail(words_of(e.code()) + proxy_note());
  } catch (const io_error&) {
    close();
    throw;
  } catch (const std::length_error& e) {
    close();
    fail(std::string("an answer that is not HTTP: ") + e.what());
  }
  ask(asked, answer, most);
}

request http_bulletin::line::request_for(http::verb method, std::string_view name) const {
  request asked(method, address.path + "/" + std::string(name), 11);
  asked.set(http::field::host, address.at.text());
  asked.set(http::field::user_agent, "edgeldp");
  return asked;
}

void http_bulletin::line::fail_by(std::string_view name, const http::response_header<>& answer) const {
  std::string why = std::string(name) + ": it answers " + std::to_string(answer.result_int()) + " " +
                    shown(answer.reason());
  if (const auto elsewhere = answer[http::field::location]; !elsewhere.empty())
    why += ", and names another address, which is not followed: " + shown(elsewhere) +
           " (if the collector is there, name it by --from)";
  const auto later = answer[http::field::retry_after];
  if (!later.empty()) throw busy_collector(why, seconds_in({later.data(), later.size()}));
  fail(why);
}

std::optional<held_bytes> http_bulletin::line::get(std::string_view name, std::uint64_t most) {
  download all(options.downloads);
  std::string etag;
  for (int failures = 0, parts = 1;; ++parts) {
    const std::uint64_t had = all.size();
    request asked = request_for(http::verb::get, name);
    if (had > 0) {
      asked.set(http::field::range, "bytes=" + std::to_string(had) + "-");
      asked.set(http::field::if_range, etag);
      ++counted.resumed;
    }
    const auto goes_on = [had](const http::response_header<>& head) {
      return head.result() == http::status::partial_content && begins_at(head, had);
    };
    file_parser answer;
    bool has_come = false;
    answer.get().body().take = [&](const http::response_header<>& head, std::span<const std::byte> part) {
      if (!goes_on(head) && head.result() != http::status::ok) return true;  // no part of the file
      if (!goes_on(head) && !has_come) all.begin_again();
      has_come = true;
      if (part.size() > most - all.size()) return false;
      all.add(part);
      return true;
    };
    std::exception_ptr cut;
    try {
      ask(asked, answer, most);
    } catch (const endless_answer&) {
      throw;
    } catch (const io_error&) {
      cut = std::current_exception();
    }
    if (const std::exception_ptr failure = answer.get().body().failure) std::rethrow_exception(failure);
    if (!answer.is_header_done()) std::rethrow_exception(cut);
    const auto& head = answer.get();
    if (head.result() == http::status::not_found) return std::nullopt;
    if (!goes_on(head) && head.result() != http::status::ok) fail_by(name, head);
    failures = has_come ? 0 : failures + 1;
    if (!goes_on(head) && !has_come) all.begin_again();
    if (!cut) return std::move(all).hold();
    etag = std::string(head[http::field::etag]);
    if (etag.empty()) all.begin_again();
    if (failures >= most_failures || parts >= most_parts) std::rethrow_exception(cut);
  }
}

http_bulletin::http_bulletin(std::string_view address, const http_client_options& options)
    : m_line(std::make_unique<line>(address, options)) {}

http_bulletin::~http_bulletin() = default;

std::optional<byte_string> http_bulletin::fetched(std::string_view name, std::uint64_t most) {
  const auto file = m_line->get(name, most);
  if (!file) return std::nullopt;
  return byte_string(file->bytes.begin(), file->bytes.end());
}

held_bytes http_bulletin::required(std::string_view name, std::uint64_t most) {
  auto file = m_line->get(name, most);
  if (!file) m_line->fail("there is no " + std::string(name) + "; is this a collector?");
  return *std::move(file);
}

byte_string http_bulletin::task() {
  const held_bytes file = required(published::task, longest_task);
  byte_string bytes(file.bytes.begin(), file.bytes.end());
  try {
    task::read(bytes);
    m_line->has_answered = true;
  } catch (const format_error&) {  // whoever reads it says so
  }
  return bytes;
}

public_bytes http_bulletin::directory() {
  return required(published::directory, longest_file());
}

std::optional<byte_string> http_bulletin::announcement(std::uint32_t index) {
  return fetched(published::announcement(index), longest_file());
}

public_bytes http_bulletin::object(std::string_view name, std::uint64_t most) {
  return required(published::object(name), most);
}

std::optional<byte_string> http_bulletin::result() {
  return fetched(published::result, longest_file());
}

std::optional<byte_string> http_bulletin::seal() {
  return fetched(published::seal, longest_word);
}

delivery http_bulletin::send(std::span<const std::byte> message) {
  request asked = m_line->request_for(http::verb::post, "messages");
  asked.set(http::field::content_type, "application/octet-stream");
  asked.body() = {reinterpret_cast<const char*>(message.data()), message.size()};
  asked.prepare_payload();
  response_parser answer;
  try {
    m_line->ask(asked, answer, longest_word);
  } catch (const format_error&) {
    m_line->fail("messages: an answer that is longer than any of a collector");
  }
  const auto& head = answer.get();
  const auto said = nlohmann::json::parse(text_of(answer.get().body()), nullptr, false);
  const auto word = [&](const char* key) {
    return said.is_object() && said.contains(key) && said[key].is_string() ? said[key].get<std::string>()
                                                                           : "";
  };
  const std::string verdict = word("verdict"), type = word("type");
  constexpr std::string_view ours = "urn:edgeldp:problem:";
  m_line->has_answered = m_line->has_answered || !verdict.empty() || type.starts_with(ours);
  if (head.result() == http::status::ok && verdict == "taken") return {delivery::kind::taken};
  if (head.result() == http::status::ok && verdict == "known_already") return {delivery::kind::known_already};
  if (type.starts_with(ours)) {
    return {delivery::kind::refused, shown(type.substr(ours.size())), shown(word("detail"))};
  }
  m_line->fail_by("messages", head);
}

bool http_bulletin::has_answered() const noexcept {
  return m_line->has_answered;
}

const http_bulletin::traffic& http_bulletin::so_far() const noexcept {
  return m_line->counted;
}

std::unique_ptr<bulletin> open_bulletin(const std::string& where, const http_client_options& options) {
  if (is_web_address(where)) return std::make_unique<http_bulletin>(where, options);
  std::error_code ignored;
  if (!std::filesystem::exists(where, ignored)) {
    if (lacks_scheme(where)) throw invalid_parameter("there is no folder " + scheme_is_missing(where));
    if (where.find("://") != where.npos)
      throw invalid_parameter(where + ": an address begins with http:// or https://");
  }
  return std::make_unique<folder_bulletin>(where, options.downloads);
}

}  // namespace edgeldp::collect
