// SPDX-License-Identifier: MIT
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

/// Sockets for tests of a server and a client that know nothing of each other's code.
namespace edgeldp::test {

/// A descriptor that is closed.
class handle {
 public:
  explicit handle(int descriptor = -1) : m_descriptor(descriptor) {}
  handle(handle&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}
  handle& operator=(handle&& other) noexcept {
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
  }
  ~handle() { close_now(); }
  int get() const noexcept { return m_descriptor; }
  void close_now() {
    if (m_descriptor >= 0) close(m_descriptor);
    m_descriptor = -1;
  }

 private:
  int m_descriptor;
};

inline sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_port = htons(port);
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return at;
}

inline handle connect_to(std::uint16_t port) {
  handle made(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const sockaddr_in at = loopback(port);
  if (connect(made.get(), reinterpret_cast<const sockaddr*>(&at), sizeof at) != 0)
    throw std::runtime_error("cannot connect");
  return made;
}

/// Sends as much as is taken.
inline void say(const handle& to, std::string_view text) {
  while (!text.empty()) {
    const ssize_t sent = send(to.get(), text.data(), text.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
}

/// Whether something, or the end, can be read within so many milliseconds.
inline bool is_ready(int descriptor, int milliseconds) {
  pollfd one{descriptor, POLLIN, 0};
  return poll(&one, 1, milliseconds) == 1;
}

/// What comes until the end, or for so many milliseconds of silence.
inline std::string hear(const handle& from, int silence = 10000) {
  std::string all;
  char part[1 << 14];
  while (is_ready(from.get(), silence)) {
    const ssize_t got = recv(from.get(), part, sizeof part, 0);
    if (got <= 0) break;
    all.append(part, static_cast<std::size_t>(got));
  }
  return all;
}

/// Listens at a port of the loopback that is free.
inline handle listen_somewhere(std::uint16_t& port) {
  handle listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in at = loopback(0);
  socklen_t size = sizeof at;
  if (bind(listener.get(), reinterpret_cast<const sockaddr*>(&at), size) != 0 ||
      listen(listener.get(), 64) != 0 ||
      getsockname(listener.get(), reinterpret_cast<sockaddr*>(&at), &size) != 0)
    throw std::runtime_error("no server");
  port = ntohs(at.sin_port);
  return listener;
}

/// One request on a connection of its own, and the whole answer.
inline std::string exchange(std::uint16_t port, std::string_view head, std::string_view body = "") {
  const handle c = connect_to(port);
  say(c, std::string(head) + "Host: test\r\nConnection: close\r\n\r\n" + std::string(body));
  return hear(c);
}

inline std::string body_of(const std::string& answer) {
  const std::size_t end = answer.find("\r\n\r\n");
  return end == answer.npos ? "" : answer.substr(end + 4);
}

/// Answers each connection with the same bytes, whatever is asked.
class fixed_server {
 public:
  /// times: how often the bytes are sent, one after the other, to one connection.
  explicit fixed_server(std::string answer, int times = 1) : m_answer(std::move(answer)), m_times(times) {
    m_listener = listen_somewhere(m_port);
    m_thread = std::thread([this] { answer_all(); });
  }
  ~fixed_server() {
    m_ends = true;
    m_thread.join();
  }
  fixed_server(const fixed_server&) = delete;
  fixed_server& operator=(const fixed_server&) = delete;
  std::string url() const { return "http://127.0.0.1:" + std::to_string(m_port); }
  /// The request that came last, as far as it was read.
  std::string asked() const {
    const std::scoped_lock lock(m_mutex);
    return m_asked;
  }

 private:
  void answer_all() {
    while (!m_ends) {
      if (!is_ready(m_listener.get(), 20)) continue;
      const handle client(accept(m_listener.get(), nullptr, nullptr));
      if (!is_ready(client.get(), 1000)) continue;
      char part[4096];
      const ssize_t got = recv(client.get(), part, sizeof part, 0);
      if (got > 0) {
        const std::scoped_lock lock(m_mutex);
        m_asked.assign(part, static_cast<std::size_t>(got));
      }
      for (int i = 0; i < m_times && !m_ends; ++i)
        say(client, i == 0 ? m_answer : m_answer.substr(m_answer.find("\r\n\r\n") + 4));
      shutdown(client.get(), SHUT_WR);
      hear(client, 200);
    }
  }

  std::string m_answer, m_asked;
  int m_times;
  std::uint16_t m_port = 0;
  handle m_listener;
  mutable std::mutex m_mutex;
  std::atomic<bool> m_ends = false;
  std::thread m_thread;
};

/// A certificate for some host, and its key, from nowhere.
class throwaway_certificate {
 public:
  explicit throwaway_certificate(const std::string& names)
      : m_key(EVP_EC_gen("P-256")), m_certificate(X509_new()) {
    ASN1_INTEGER_set(X509_get_serialNumber(m_certificate), 1);
    X509_set_version(m_certificate, 2);
    X509_gmtime_adj(X509_getm_notBefore(m_certificate), -60);
    X509_gmtime_adj(X509_getm_notAfter(m_certificate), 3600);
    X509_set_pubkey(m_certificate, m_key);
    X509_NAME* const name = X509_get_subject_name(m_certificate);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("test"), -1,
                               -1, 0);
    X509_set_issuer_name(m_certificate, name);
    X509_EXTENSION* const extension =
        X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, names.c_str());
    X509_add_ext(m_certificate, extension, -1);
    X509_EXTENSION_free(extension);
    X509_sign(m_certificate, m_key, EVP_sha256());
  }
  ~throwaway_certificate() {
    X509_free(m_certificate);
    EVP_PKEY_free(m_key);
  }
  throwaway_certificate(const throwaway_certificate&) = delete;
  throwaway_certificate& operator=(const throwaway_certificate&) = delete;

  void save(const std::filesystem::path& path) const {
    std::FILE* const file = std::fopen(path.c_str(), "w");
    PEM_write_X509(file, m_certificate);
    std::fclose(file);
  }
  SSL_CTX* new_context() const {
    SSL_CTX* const context = SSL_CTX_new(TLS_server_method());
    SSL_CTX_use_certificate(context, m_certificate);
    SSL_CTX_use_PrivateKey(context, m_key);
    return context;
  }

 private:
  EVP_PKEY* m_key;
  X509* m_certificate;
};

/// Stands between a client and a server: speaks TLS to the client where it has a certificate, and
/// cuts its first connections after so many bytes of the server.
class proxy {
 public:
  struct faults {
    int connections = 0;      ///< that are cut
    std::uint64_t after = 0;  ///< bytes of the server
  };
  explicit proxy(std::uint16_t to, const throwaway_certificate* certificate = nullptr, faults f = {0, 0})
      : m_to(to), m_faults(f), m_context(certificate != nullptr ? certificate->new_context() : nullptr) {
    m_listener = listen_somewhere(m_port);
    m_acceptor = std::thread([this] { accept_all(); });
  }
  ~proxy() {
    m_ends = true;
    m_acceptor.join();
    for (std::thread& t : m_threads) t.join();
    SSL_CTX_free(m_context);
  }
  proxy(const proxy&) = delete;
  proxy& operator=(const proxy&) = delete;
  std::uint16_t port() const noexcept { return m_port; }

 private:
  void accept_all() {
    while (!m_ends) {
      if (!is_ready(m_listener.get(), 20)) continue;
      handle client(accept(m_listener.get(), nullptr, nullptr));
      const bool is_cut = m_faults.connections > 0 && m_faults.connections-- > 0;
      m_threads.emplace_back([this, is_cut, c = std::move(client)] { forward(c, is_cut); });
    }
  }

  void forward(const handle& client, bool is_cut) {
    SSL* const tls = m_context != nullptr ? SSL_new(m_context) : nullptr;
    if (tls != nullptr) SSL_set_fd(tls, client.get());
    if (tls == nullptr || SSL_accept(tls) == 1) pass(client, tls, is_cut);
    SSL_free(tls);
  }
  void pass(const handle& client, SSL* tls, bool is_cut) {
    const handle server = connect_to(m_to);
    std::uint64_t left = is_cut ? m_faults.after : UINT64_MAX;
    char part[4096];
    while (!m_ends && left > 0) {
      if ((tls != nullptr && SSL_pending(tls) > 0) || is_ready(client.get(), 1)) {
        const auto got = tls != nullptr ? SSL_read(tls, part, sizeof part)
                                        : static_cast<int>(recv(client.get(), part, sizeof part, 0));
        if (got <= 0) return;
        say(server, {part, static_cast<std::size_t>(got)});
      }
      while (left > 0 && is_ready(server.get(), 0)) {
        const ssize_t got = recv(server.get(), part, std::min<std::uint64_t>(sizeof part, left), 0);
        if (got <= 0) return;
        left -= static_cast<std::uint64_t>(got);
        if (tls != nullptr)
          SSL_write(tls, part, static_cast<int>(got));
        else
          say(client, {part, static_cast<std::size_t>(got)});
      }
    }
  }

  std::uint16_t m_to, m_port = 0;
  faults m_faults;
  SSL_CTX* m_context;
  handle m_listener;
  std::atomic<bool> m_ends = false;
  std::thread m_acceptor;
  std::vector<std::thread> m_threads;
};

}  // namespace edgeldp::test
