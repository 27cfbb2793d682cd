// SPDX-License-Identifier: MIT
// Any bytes as what a collector says: decisions, public objects, announcements. Refused with
// format_error, or exactly the bytes that the result writes. The first byte chooses what they are.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "edgeldp/channel/labels/label_round.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/codec/randomized_response.hpp"
#include "edgeldp/core/protocol/public_forms.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/graph/questions/homophily/attribute_rounds.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_rounds_user.hpp"
#include "edgeldp/graph/rounds/pair_round.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "edgeldp/graph/rounds/vector_rounds.hpp"

namespace {

using namespace edgeldp;

constexpr vertex_id sample_users = 40;
constexpr std::uint64_t owners = 3;

/// An order, a layout and a release of four users, and a sample of rows, for announcements to name.
struct known_objects {
  public_objects published;
  std::string order, layout, rows, sample_layout, sample;

  known_objects() {
    const std::vector<std::int64_t> numbers{3, 1, 2, 0};
    release_parameters p;
    p.users = numbers.size();
    p.key = {7};
    p.codec = codec_kind::bitmap;
    p.flip_threshold = randomized_response::resolution / 4;
    p.chunk_rule = chunk_rule::noisy_degree;
    p.total = epsilon::from_nats(8.0);
    p.degree = p.edges = p.count = epsilon::from_nats(2.0);
    order = add(public_order(p.order, p.key, numbers));
    release_layout shape(p, numbers, numbers);
    std::vector<std::uint64_t> words(shape.word_offset(p.users));
    rows = add(release(shape, words));
    layout = add(std::move(shape));
    add_sample();
  }

 private:
  void add_sample() {
    vector_parameters p;
    p.users = owners;
    p.length = sample_users;
    p.sizes = size_rule::public_bound;
    p.key = {7};
    p.total = epsilon::from_nats(8.0);
    p.entries = epsilon::from_nats(2.0);
    fill_codec(p, bitmap_spec{}, {});
    vector_layout shape(p, {});
    const std::vector<std::uint64_t> words(shape.word_offset(owners), 0x5a5a5a5a5aU);
    sample = add(vector_release(shape, words));
    sample_layout = add(std::move(shape));
  }

  template <class T>
  std::string add(T object) {
    const byte_string form = public_form<T>::write(object);
    return published.add(std::make_shared<const T>(std::move(object)), form).name;
  }
};

void expect_same(std::span<const std::byte> in, const byte_string& out) {
  if (!ranges::equal(in, out)) std::abort();
}

template <class T>
void read_decision(std::span<const std::byte> in, const known_objects&) {
  byte_string out;
  T::read(in).write(out);
  expect_same(in, out);
}

template <class T>
void read_object(std::span<const std::byte> in, const known_objects& known) {
  expect_same(in, public_form<T>::write(public_form<T>::read(in, known.published)));
}

template <class R>
void read_round(std::span<const std::byte> in, const known_objects& known) {
  byte_string out;
  R::read(in, known.published).write(out);
  expect_same(in, out);
}

/// The input, then the name of something published: no fuzzer guesses that.
template <class R, std::string known_objects::* name>
void read_named(std::span<const std::byte> in, const known_objects& known) {
  byte_string said(in.begin(), in.end());
  canonical_writer(said).text(known.*name);
  read_round<R>(said, known);
}

/// The name first, then the input.
template <class T, std::string known_objects::* name>
void read_on(std::span<const std::byte> in, const known_objects& known) {
  byte_string form;
  canonical_writer(form).text(known.*name);
  form.insert(form.end(), in.begin(), in.end());
  read_object<T>(form, known);
}

/// A count in a sample of rows, whose name stands before the owners: owners' bytes last, then what
/// it says is read and, under any limit, heard by everybody's neighbour.
void read_sampled_count(std::span<const std::byte> in, const known_objects& known) {
  canonical_reader from(in);
  const epsilon budget = from.budget();
  const sample_roles roles = sample_roles::read(from);
  const std::uint64_t limit = from.count(std::uint64_t{1} << 62);
  byte_string said;
  canonical_writer to(said);
  to.budget(budget);
  roles.write(to);
  to.text(known.sample);
  const std::span<const std::byte> rest = from.rest();
  said.insert(said.end(), rest.begin(), rest.end());
  read_round<sampled_count_round>(said, known);

  std::array<vertex_id, sample_users - 1> everybody{};
  std::iota(everybody.begin(), everybody.end(), 1);
  const auto round = sampled_count_round::read(said, known.published);
  const int128 weight = weigh_own_pairs(round.what, limit, {0, sample_users, everybody});
  // One row is accepted at most up to its limit, in either sign.
  const int128 most = static_cast<int128>(limit) * static_cast<int128>(owners);
  if (weight > most || weight < -most) std::abort();
}

constexpr std::array readers{
    read_decision<row_parameters>,
    read_decision<vector_row_parameters>,
    read_object<public_order>,
    read_object<vector_layout>,
    read_object<public_reports>,
    read_on<release_layout, &known_objects::order>,
    read_on<release, &known_objects::layout>,
    read_round<degree_round>,
    read_named<size_round, &known_objects::order>,
    read_named<row_round, &known_objects::layout>,
    read_named<pair_round, &known_objects::rows>,
    read_round<entry_count_round>,
    read_round<report_round>,
    read_round<label_round>,
    read_decision<label_plan>,
    read_round<column_count_round>,
    read_named<column_row_round, &known_objects::sample_layout>,
    read_sampled_count,
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const known_objects known;
  if (size == 0) return 0;
  try {
    readers[data[0] % readers.size()]({reinterpret_cast<const std::byte*>(data) + 1, size - 1}, known);
  } catch (const edgeldp::format_error&) {
  }
  return 0;
}
