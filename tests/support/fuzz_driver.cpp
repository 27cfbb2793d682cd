// SPDX-License-Identifier: MIT
// Runs a libFuzzer target without libFuzzer, so that every build smokes it:
//   fuzz_smoke TARGET RUNS SEED [FILE | DIRECTORY]...
// Feeds the files as they are, the empty input, then RUNS inputs made from RUNS and SEED alone:
// mutations of the files and of inputs made before, and plain random bytes. When the target dies,
// the input is left in ./crash-TARGET.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/ranges.hpp"
#include "support/fuzz_targets.hpp"

namespace {

using bytes = std::vector<std::uint8_t>;

constexpr std::size_t max_length = 4096;
constexpr std::size_t max_pool = 256;

const fuzz_target* g_target = nullptr;
const bytes* g_current = nullptr;  // what the signal handler saves
std::string g_crash_path;

extern "C" void save_and_die(int signal_number) {
  // Buffered output is no place to be in a signal handler; the write is best effort, the verdict is
  // the signal's.
  if (std::FILE* file = std::fopen(g_crash_path.c_str(), "wb"); file != nullptr && g_current != nullptr) {
    std::fwrite(g_current->data(), 1, g_current->size(), file);
    std::fclose(file);
  }
  std::fprintf(stderr, "died with signal %d; input saved as %s\n", signal_number, g_crash_path.c_str());
  std::_Exit(1);
}

// noexcept: targets catch the exceptions they document; one that gets here is a finding and ends in
// the handler above.
void feed(const bytes& input) noexcept {
  // An exact-size copy, so that AddressSanitizer sees a read one past the end.
  const bytes copy(input.begin(), input.end());
  g_current = &copy;
  g_target->feed(copy.data(), copy.size());
  g_current = nullptr;
}

class mutator {
 public:
  explicit mutator(std::uint64_t seed) : m_random(seed) {}

  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(m_random() % bound); }

  bytes random_bytes() {
    bytes out(below(8) == 0 ? below(max_length) : below(64));
    for (auto& byte : out) byte = static_cast<std::uint8_t>(m_random());
    return out;
  }

  bytes mutate(bytes input) {
    constexpr std::array<std::uint8_t, 9> telling{0x00, 0x01, 0x0a, 0x20, 0x2d, 0x30, 0x7f, 0x80, 0xff};
    for (std::size_t steps = 1 + below(4); steps > 0; --steps) {
      if (input.empty()) return random_bytes();
      const std::size_t at = below(input.size());
      const auto here = input.begin() + static_cast<std::ptrdiff_t>(at);
      const auto length =
          static_cast<std::ptrdiff_t>(1 + below(std::min<std::size_t>(input.size() - at, 16)));
      switch (below(7)) {
        case 0:
          *here ^= static_cast<std::uint8_t>(1U << below(8));
          break;
        case 1:
          *here = telling[below(telling.size())];
          break;
        case 2:
          *here = static_cast<std::uint8_t>(m_random());
          break;
        case 3:
          std::fill(here, here + length, telling[below(telling.size())]);
          break;
        case 4:
          input.erase(here, here + length);
          break;
        case 5:
          input.resize(at);
          break;
        default: {
          const bytes piece(here, here + length);
          input.insert(input.begin() + static_cast<std::ptrdiff_t>(below(input.size())), piece.begin(),
                       piece.end());
        }
      }
    }
    if (input.size() > max_length) input.resize(max_length);
    return input;
  }

 private:
  std::mt19937_64 m_random;
};

bytes read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  return bytes(std::istreambuf_iterator<char>(in), {});
}

const fuzz_target* target_named(std::string_view name) {
  const auto* found = edgeldp::ranges::find(fuzz_targets, name, &fuzz_target::name);
  return found == std::end(fuzz_targets) ? nullptr : found;
}

}  // namespace

int main(int argc, char** argv) try {
  g_target = argc < 4 ? nullptr : target_named(argv[1]);
  if (g_target == nullptr) {
    std::fprintf(stderr, "usage: %s TARGET RUNS SEED [FILE | DIRECTORY]...\ntargets:", argv[0]);
    for (const fuzz_target& t : fuzz_targets) std::fprintf(stderr, " %s", t.name);
    std::fprintf(stderr, "\n");
    return 2;
  }
  const auto runs = std::strtoull(argv[2], nullptr, 10);
  mutator random(std::strtoull(argv[3], nullptr, 10));
  g_crash_path = std::string("crash-") + g_target->name;
  for (const int signal_number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    std::signal(signal_number, save_and_die);

  std::vector<std::filesystem::path> files;
  for (int i = 4; i < argc; ++i) {
    if (!std::filesystem::is_directory(argv[i])) {
      files.emplace_back(argv[i]);
      continue;
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[i]))
      if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());  // directory order differs between machines

  std::vector<bytes> pool{{}};
  for (const auto& file : files) pool.push_back(read_file(file));
  for (const auto& input : pool) feed(input);
  const std::size_t originals = pool.size();
  for (std::uint64_t i = 0; i < runs; ++i) {
    bytes input =
        random.below(8) == 0 ? random.random_bytes() : random.mutate(pool[random.below(pool.size())]);
    feed(input);
    if (pool.size() < originals + max_pool)
      pool.push_back(std::move(input));
    else if (random.below(4) == 0)
      pool[originals + random.below(max_pool)] = std::move(input);
  }
  std::printf("%llu inputs, %zu of them files: no crash\n", runs + originals, files.size());
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
