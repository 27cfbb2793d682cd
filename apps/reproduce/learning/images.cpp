// SPDX-License-Identifier: MIT
#include "reproduce/learning/images.hpp"

#include <algorithm>
#include <array>
#include <boost/iostreams/filter/gzip.hpp>
#include <cmath>
#include <istream>

#include "edgeldp/core/base/error.hpp"
#include "io/table_file.hpp"
#include "reproduce/learning/draws.hpp"

namespace edgeldp::learning {

namespace {

constexpr std::uint32_t width = 28;
constexpr int digits = 10;

/// A file of the IDX format: its sizes, then a byte an entry.
class idx_file {
 public:
  idx_file(const std::string& path, std::uint32_t magic, std::size_t dimensions) {
    cli::unzipped_file file(path);
    try {
      read_all(file.stream());
    } catch (const boost::iostreams::gzip_error&) {
      throw format_error(m_bytes.size(), path + ": damaged gzip stream");
    }
    if (number_at(0, path) != magic) throw format_error(0, path + ": not the IDX file that is needed");
    std::uint64_t entries = 1;
    for (std::size_t d = 0; d < dimensions; ++d) {
      m_sizes.push_back(number_at(4 * (d + 1), path));
      entries *= std::min<std::uint64_t>(m_sizes.back(), std::uint64_t{1} << 20);
    }
    m_start = 4 * (dimensions + 1);
    if (m_bytes.size() != m_start + entries)
      throw format_error(m_bytes.size(), path + ": the sizes say that it ends elsewhere");
  }

  std::uint32_t size(std::size_t dimension) const { return m_sizes[dimension]; }
  std::uint8_t operator[](std::size_t i) const { return static_cast<std::uint8_t>(m_bytes[m_start + i]); }
  std::size_t offset(std::size_t i) const { return m_start + i; }

 private:
  /// By pieces: a string made of stream iterators leaks when the stream throws (libstdc++ 12).
  void read_all(std::istream& in) {
    std::array<char, 1 << 16> piece;
    for (std::streamsize count; (count = in.rdbuf()->sgetn(piece.data(), piece.size())) > 0;)
      m_bytes.append(piece.data(), static_cast<std::size_t>(count));
  }

  std::uint32_t number_at(std::size_t at, const std::string& path) const {
    if (m_bytes.size() < at + 4) throw format_error(m_bytes.size(), path + ": ends within its sizes");
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < 4; ++i) number = number << 8 | static_cast<std::uint8_t>(m_bytes[at + i]);
    return number;
  }
  std::string m_bytes;
  std::vector<std::uint32_t> m_sizes;
  std::size_t m_start = 0;
};

/// A class's strokes: a chain of points with straight lines between them.
using strokes = std::vector<std::array<double, 2>>;

strokes strokes_of(int digit, std::uint64_t seed) {
  simulation_randomness coins(seed, image_prototypes, static_cast<vertex_id>(digit));
  strokes points(5);
  for (auto& p : points) p = {6.0 + 16.0 * uniform_open(coins), 6.0 + 16.0 * uniform_open(coins)};
  return points;
}

void draw(const strokes& chain, double dx, double dy, Eigen::Ref<Eigen::VectorXf> picture) {
  constexpr int dots = 24;
  for (std::size_t s = 0; s + 1 < chain.size(); ++s) {
    for (int d = 0; d < dots; ++d) {
      const double t = static_cast<double>(d) / dots;
      const double x = (1 - t) * chain[s][0] + t * chain[s + 1][0] + dx;
      const double y = (1 - t) * chain[s][1] + t * chain[s + 1][1] + dy;
      for (int i = -1; i <= 1; ++i) {
        for (int j = -1; j <= 1; ++j) {
          const auto column = static_cast<Eigen::Index>(x) + i, line = static_cast<Eigen::Index>(y) + j;
          if (column >= 0 && column < width && line >= 0 && line < width)
            picture[line * width + column] =
                std::max(picture[line * width + column], i == 0 && j == 0 ? 1.0F : 0.5F);
        }
      }
    }
  }
}

}  // namespace

examples read_digits(const std::string& folder) {
  const idx_file images(folder + "/mnist.t10k-images-idx3-ubyte.gz", 0x803, 3);
  const idx_file labels(folder + "/mnist.t10k-labels-idx1-ubyte.gz", 0x801, 1);
  if (images.size(1) != width || images.size(2) != width)
    throw format_error(8, folder + ": not 28 x 28 points");
  if (images.size(0) != labels.size(0))
    throw format_error(4, folder + ": as many labels as images are needed");
  examples e{Eigen::MatrixXf(width * width, images.size(0)), {}, digits};
  for (std::uint32_t i = 0; i < images.size(0); ++i) {
    if (labels[i] >= digits) throw format_error(labels.offset(i), folder + ": a label above 9");
    e.y.push_back(labels[i]);
    for (std::uint32_t p = 0; p < width * width; ++p)
      e.x(p, i) = static_cast<float>(images[std::size_t{i} * width * width + p]) / 255.0F;
  }
  return e;
}

examples generate_digits(std::uint32_t count, std::uint64_t seed) {
  std::vector<strokes> chains;
  for (int d = 0; d < digits; ++d) chains.push_back(strokes_of(d, seed));
  examples e{Eigen::MatrixXf::Zero(width * width, count), {}, digits};
  for (std::uint32_t i = 0; i < count; ++i) {
    simulation_randomness coins(seed, generated_image, i);
    e.y.push_back(static_cast<int>(uniform_below(coins, digits)));
    const double dx = 6.0 * uniform_open(coins) - 3.0, dy = 6.0 * uniform_open(coins) - 3.0;
    draw(chains[static_cast<std::size_t>(e.y.back())], dx, dy, e.x.col(i));
    for (Eigen::Index p = 0; p < e.x.rows(); ++p)
      e.x(p, i) = std::clamp(e.x(p, i) + static_cast<float>(0.2 * normal(coins)), 0.0F, 1.0F);
  }
  return e;
}

examples pooled(const examples& pictures, Eigen::Index side) {
  const auto wide = static_cast<Eigen::Index>(std::lround(std::sqrt(static_cast<double>(pictures.x.rows()))));
  const Eigen::Index narrow = wide / side;
  examples e{Eigen::MatrixXf::Zero(narrow * narrow, pictures.size()), pictures.y, pictures.classes};
  for (Eigen::Index p = 0; p < pictures.x.rows(); ++p) {
    const Eigen::Index line = p / wide / side, column = p % wide / side;
    e.x.row(line * narrow + column) += pictures.x.row(p);
  }
  e.x /= static_cast<float>(side * side);
  return e;
}

}  // namespace edgeldp::learning
