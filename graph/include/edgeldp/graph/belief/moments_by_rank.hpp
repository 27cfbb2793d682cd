// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "edgeldp/core/wire/public_order.hpp"
#include "edgeldp/graph/belief/degree_posterior.hpp"
#include "edgeldp/graph/errors/error_model.hpp"

namespace edgeldp {

/// What released degrees say of the users at all ranks of a public order.
///
/// Definition: of the d neighbours of a user d S / A precede it, S the sum of the mean degrees
///     before its rank and A that of all; so its size is min(rank, E[d] S / A) on average, and its
///     two-stars are E[d (d - 1)] (S / A)^2.
/// Memory: 40 bytes a run of users who released the same degree. Where the order follows the
///     degrees that is little: 10 million users have a few thousand runs.
/// Cost: O(log runs) for one rank, O(1) from one rank to the next.
class moments_by_rank {
 public:
  /// Nobody's.
  moments_by_rank() = default;
  /// present_neighbors: of each user's neighbours this share is there, whoever they are.
  moments_by_rank(const public_order& order, const degree_posterior& posterior,
                  double present_neighbors = 1.0);

  std::uint64_t size() const noexcept { return m_users; }
  rank_moments operator[](std::uint64_t rank) const noexcept;

  /// For who reads them several times, in any order: 32 bytes a user.
  std::vector<rank_moments> all() const { return {begin(), end()}; }

  /// Estimates of two-stars become so many times as large.
  void scale_two_stars(double factor) noexcept { m_two_stars *= factor; }

  class iterator {
   public:
    using iterator_concept = std::forward_iterator_tag;
    using iterator_category = std::input_iterator_tag;  // values, not places that hold them
    using value_type = rank_moments;
    using difference_type = std::ptrdiff_t;
    using reference = rank_moments;
    using pointer = void;

    iterator() = default;
    rank_moments operator*() const noexcept { return m_all->at(m_run, m_rank); }
    iterator& operator++() noexcept {
      if (++m_rank == m_all->end_of(m_run)) ++m_run;
      return *this;
    }
    iterator operator++(int) noexcept {
      iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const iterator& a, const iterator& b) noexcept { return a.m_rank == b.m_rank; }

   private:
    friend moments_by_rank;
    iterator(const moments_by_rank* all, std::size_t run, std::uint64_t rank)
        : m_all(all), m_run(run), m_rank(rank) {}
    const moments_by_rank* m_all = nullptr;
    std::size_t m_run = 0;
    std::uint64_t m_rank = 0;
  };
  iterator begin() const noexcept { return {this, 0, 0}; }
  iterator end() const noexcept { return {this, m_runs.size(), m_users}; }

 private:
  struct run_of_users {
    std::uint64_t first;  ///< rank
    degree_posterior::moments degree;
    double before;  ///< sum of the mean degrees before the first
  };
  std::uint64_t end_of(std::size_t run) const noexcept {
    return run + 1 < m_runs.size() ? m_runs[run + 1].first : m_users;
  }
  rank_moments at(std::size_t run, std::uint64_t rank) const noexcept;

  std::vector<run_of_users> m_runs;
  std::uint64_t m_users = 0;
  double m_degrees = 0.0;  // sum of all means
  double m_two_stars = 1.0;
};

}  // namespace edgeldp
