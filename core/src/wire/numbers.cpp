// SPDX-License-Identifier: MIT
#include "wire/numbers.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/codec/codec_parameters.hpp"

namespace edgeldp::wire {

namespace {

/// A few observations of a fair bit.
constexpr adaptive_bit fair{64, 64};

/// Calls f(model of the i-th number, i).
template <class F>
void for_each_number(std::size_t count, const number_context& context, F&& f) {
  std::vector<number_model> models(context ? number_contexts : 1);
  for (std::size_t i = 0; i < count; ++i)
    f(models[context ? std::min(context(i), number_contexts - 1) : 0], i);
}

/// A byte speaks for eight numbers, so that a short file cannot ask for many.
std::uint64_t least_bytes_of(std::uint64_t count) {
  return (count + 7) / 8;
}

std::vector<std::byte> finish(range_encoder& out, std::uint64_t count) {
  std::vector<std::byte> bytes = out.finish();
  bytes.resize(size_of(std::max<std::uint64_t>(bytes.size(), least_bytes_of(count))));
  return bytes;
}

/// The bytes of so many numbers.
byte_span section_of(byte_span file, std::uint64_t at, std::uint64_t size, std::uint64_t count) {
  require(size >= least_bytes_of(count), at, "a section of numbers is too short for its users");
  return file.subspan(size_of(at), size_of(size));
}

void require_canonical(std::span<const std::byte> canonical, byte_span part, std::uint64_t at) {
  const auto [mine, theirs] = ranges::mismatch(canonical, part);
  require(mine == canonical.end() && theirs == part.end(),
          at + static_cast<std::uint64_t>(theirs - part.begin()), "numbers are not in canonical form");
}

}  // namespace

number_model::number_model()
    : m_longer(most_bits + 1, fair), m_negative(most_bits + 1, fair), m_next(3 * (most_bits + 1), fair) {}

void number_model::write(range_encoder& out, int128 number) {
  const auto magnitude = static_cast<std::uint64_t>(number < 0 ? -number : number);
  const auto bits = static_cast<unsigned>(std::bit_width(magnitude));
  for (unsigned i = 0; i < bits; ++i) out.encode(true, m_longer[i]);
  if (bits < most_bits) out.encode(false, m_longer[bits]);
  if (bits == 0) return;
  out.encode(number < 0, m_negative[bits]);
  unsigned left = bits - 1, at = 0;
  for (unsigned i = 0; i < 2 && left > 0; ++i) {
    const bool bit = ((magnitude >> --left) & 1) != 0;
    out.encode(bit, m_next[3 * bits + at]);
    at = bit ? 2 : 1;
  }
  out.encode_direct(magnitude & ((std::uint64_t{1} << left) - 1), left);
}

int128 number_model::read(range_decoder& in) {
  unsigned bits = 0;
  while (bits < most_bits && in.decode(m_longer[bits])) ++bits;
  if (bits == 0) return 0;
  const bool negative = in.decode(m_negative[bits]);
  std::uint64_t magnitude = 1;
  unsigned left = bits - 1, at = 0;
  for (unsigned i = 0; i < 2 && left > 0; ++i, --left) {
    const bool bit = in.decode(m_next[3 * bits + at]);
    magnitude = 2 * magnitude + (bit ? 1 : 0);
    at = bit ? 2 : 1;
  }
  if (left > 0) magnitude = magnitude << left | in.decode_direct(left);
  return negative ? -static_cast<int128>(magnitude) : static_cast<int128>(magnitude);
}

std::vector<std::byte> write_numbers(std::span<const std::int64_t> numbers, const number_context& context) {
  range_encoder out;
  for_each_number(numbers.size(), context,
                  [&](number_model& model, std::size_t i) { model.write(out, numbers[i]); });
  return finish(out, numbers.size());
}

std::vector<std::int64_t> read_numbers(byte_span file, std::uint64_t at, std::uint64_t size,
                                       std::uint64_t count, const number_context& context) {
  const byte_span part = section_of(file, at, size, count);
  range_decoder in(part);
  std::vector<std::int64_t> numbers(size_of(count));
  for_each_number(size_of(count), context, [&](number_model& model, std::size_t i) {
    const int128 number = model.read(in);
    require(number <= largest_released_number && number >= -largest_released_number, at + in.position(),
            "a released number beyond 2^48");
    numbers[i] = static_cast<std::int64_t>(number);
  });
  require_canonical(write_numbers(numbers, context), part, at);
  return numbers;
}

std::vector<std::byte> write_ids(std::span<const std::uint64_t> ids) {
  range_encoder out;
  int128 last = 0;
  for_each_number(ids.size(), {}, [&](number_model& model, std::size_t i) {
    model.write(out, int128{ids[i]} - last);
    last = int128{ids[i]};
  });
  return finish(out, ids.size());
}

std::vector<std::uint64_t> read_ids(byte_span file, std::uint64_t at, std::uint64_t size,
                                    std::uint64_t count) {
  const byte_span part = section_of(file, at, size, count);
  range_decoder in(part);
  std::vector<std::uint64_t> ids(size_of(count));
  int128 last = 0;
  for_each_number(size_of(count), {}, [&](number_model& model, std::size_t i) {
    last += model.read(in);
    require(last >= 0 && last <= int128{~std::uint64_t{0}}, at + in.position(), "an id of more than 64 bits");
    ids[i] = static_cast<std::uint64_t>(last);
  });
  require_canonical(write_ids(ids), part, at);
  return ids;
}

}  // namespace edgeldp::wire
