// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reproduce/learning/network.hpp"

/// Pictures of digits to learn from: MNIST's, or generated.
namespace edgeldp::learning {

/// The 10 000 test images of MNIST, the only ones that are used, in a folder:
/// mnist.t10k-images-idx3-ubyte.gz and mnist.t10k-labels-idx1-ubyte.gz. Grey levels in [0, 1].
/// Errors: io_error; format_error with the byte for a wrong magic number, size or label, or a text
///     that is cut.
examples read_digits(const std::string& folder);

/// Ten classes of 28 x 28 pictures: each has strokes of its own, moved by up to 3 points and
/// blurred by noise.
examples generate_digits(std::uint32_t count, std::uint64_t seed);

/// Averages of squares of `side` x `side` points, for square pictures whose width is a multiple of
/// it.
examples pooled(const examples& pictures, Eigen::Index side);

}  // namespace edgeldp::learning
