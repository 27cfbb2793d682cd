// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "edgeldp/channel/channel.hpp"

/// BlockRR: randomized response by blocks of truths and reports.
/// Source: [Liu 2026], Algorithm 1 and equation 3.2. Guarantee, its assumptions and Lemma 3.1:
///     core/doc/privacy.md, "BlockRR".
namespace edgeldp {

/// All that BlockRR is told besides the budget. Everything in it is public: fixed beforehand, or
/// made from what has been released (label_prior.hpp).
///
/// A truth in S1 is reported near itself as usual; a truth in S2 draws each output of Delta with
/// chance 1 / |S~|, which makes the frequent labels of Delta stronger and S2 weaker. S~1 are the
/// outputs near some truth of S1, S~2 the others.
struct block_plan {
  channel::labels inputs;                        ///< S
  channel::labels outputs;                       ///< S~; need not be a part of S
  std::vector<bool> majority;                    ///< of each input: in S1, otherwise in S2
  std::vector<std::vector<std::size_t>> nearby;  ///< of each input y: B(y) within S~, as positions of outputs
  std::vector<std::size_t> favoured;             ///< Delta
};

/// What decides the probabilities of a plan.
struct block_sizes {
  std::size_t nearby = 0;            ///< |B(y)|
  std::size_t majority_outputs = 0;  ///< |S~1|
  std::size_t minority_outputs = 0;  ///< |S~2|
  std::size_t favoured = 0;          ///< l = |Delta|
  std::size_t outputs() const noexcept { return majority_outputs + minority_outputs; }
};

/// Errors: invalid_parameter, naming the label, for a plan that is no BlockRR:
///  - Delta is not in S~1;
///  - |B(y)| is not the same for all y, or 0;
///  - y of S2 has l > 0 and a B(y) that meets S~1: its column would add up to more or less than 1
///    (with l = 0 all outputs are alike, so B(y) may lie anywhere). Only where Delta is all of S~
///    is B(y) not used. The paper assumes y in B(y) and S~ within S; neither is needed, and
///    RPWithPrior has neither.
block_sizes sizes_of(const block_plan& plan);

/// Chances that outputs which are not near have: beta in S~1, gamma in S~2; near ones exp(nats)
/// times that.
struct block_chances {
  double beta = 0.0, gamma = 0.0;
};

/// Equation 3.2, in a form without cancellation: with a = (exp(nats) - 1) |B(y)|, s = |S~|, s2 =
/// |S~2|, beta = (a s + l s2) / (s k) and gamma = (a (s - l) + l s2) / (s k), k = a (a + s) + l s2.
/// beta grows with l, gamma falls, both are 1 / (a + s) at l = 0 and beta < 1 / s (Lemma 3.1).
/// Requires nats >= 0; at 0 both are 1 / s.
block_chances chances_at(double nats, const block_sizes& sizes);

/// Algorithm 1, with chance beta for the outputs of S~1 outside Delta under a truth of S2, as the
/// section's text and equation 3.1 have it; the printed listing says gamma there, and its columns
/// do not add up to 1.
/// Promise: loss().nats <= budget.nats().
/// Errors: as sizes_of.
channel block_channel(epsilon budget, const block_plan& plan);

/// The same behind a randomized map Phi of truths to the plan's inputs: RRonBins as definition 2.5
/// has it.
/// Promise: the loss stays below the budget, since each column is a mixture of the plan's.
/// Errors: as above; also when phi's outputs are not the plan's inputs.
channel block_channel(epsilon budget, const block_plan& plan, const channel& phi);

/// RR: S1 = S, B(y) = {y} (Table 1). With any other `majority` it is the same channel (Table 2).
/// Source: definition 2.3.
block_plan plan_rr(channel::labels answers);

/// RRWithPrior: S~ = S1 = the k likeliest labels, and Delta = S~: a truth of S2 says nothing.
/// Source: definition 2.4.
/// Errors: as plan_blocks; k must be 1 .. number of labels.
block_plan plan_rr_with_prior(channel::labels answers, std::span<const double> prior, std::size_t k);

/// The k for which RRWithPrior is right most often, a truth drawn from the prior: the largest
/// exp(e) / (exp(e) + k - 1) times the prior's share of the k likeliest.
/// Source: [Ghazi 2021], Algorithm 3.
std::size_t best_k(epsilon budget, std::span<const double> prior);

/// RRonBins: label i goes to bin bin_of[i], and the bin through RR over all bins.
/// Source: definition 2.5. With any `majority` it is the same channel.
/// Errors: invalid_parameter for a wrong size or bin.
block_plan plan_rr_on_bins(channel::labels answers, channel::labels bins,
                           std::span<const std::size_t> bin_of);

/// RPWithPrior on a grid: truths 0 .. inputs - 1, interval of truths first .. last, B(y) = y -
/// reach .. y + reach, reports first - reach .. last + reach, and Delta all of them. Its columns
/// are those of rp_with_prior.hpp's density over cells of width 1, half a cell more than `reach` on
/// each side.
/// Source: definition 2.6.
/// Errors: invalid_parameter unless first <= last < inputs.
block_plan plan_rp_with_prior(std::size_t inputs, std::size_t first, std::size_t last, std::size_t reach);

/// The partition by weight matrix, with S~ = S and B(y) = {y}: w(i, j) = prior[j] exp(-1 / sigma)
/// for j != i, S1 = {i : w(i, i) >= w(i, j) for all j}, which is prior[i] >= exp(-1 / sigma) max
/// prior. Delta are the l likeliest labels of S1, or all of them when l is larger; of equally
/// likely labels the first.
/// Source: [Liu 2026], equation 3.3 and Algorithm 2, lines 4 to 7. For bins or intervals give
///     theirs as labels and put the truths before it by Phi.
///
/// Privacy: post-processing of the prior, which must be released or public; so must sigma and l.
///     Choosing them by a model's accuracy on private labels is a release of its own that no budget
///     here covers.
/// Errors: invalid_parameter unless the prior has a number >= 0 for each label, one of them
///     positive, and 0 < sigma < infinity.
block_plan plan_blocks(channel::labels answers, std::span<const double> prior, double sigma, std::size_t l);

}  // namespace edgeldp
