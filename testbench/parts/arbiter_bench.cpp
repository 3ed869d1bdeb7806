#include "testbench/parts/arbiter_bench.h"

#include <fmt/format.h>

#include <utility>

#include "hw/router/request_bits.h"
#include "rtl/twin/rtl_straps.h"
#include "testbench/parts/part_difference.h"

namespace tactus {
namespace {

constexpr std::size_t kGrantsKept = 20;
constexpr std::size_t kOutputs = 8;

constexpr RequestMask bit(unsigned requester) { return RequestMask{1} << requester; }
bool is_one(RequestMask mask) { return mask != 0 && (mask & (mask - 1)) == 0; }

std::string granted(std::uint64_t grant) {
  if (grant == 0) return "nobody";
  if (is_one(grant)) return fmt::format("requester {}", __builtin_ctzll(grant));
  return fmt::format("several, {:#x}", grant);
}

}  // namespace

ArbiterBench::ArbiterBench(std::unique_ptr<VerilatedArbiter> rtl, const ArbiterName& arbiter, int requesters,
                           std::uint64_t seed)
    : dice_(seed),
      rtl_(std::move(rtl)),
      oldest_first_(policy(arbiter).ages != ArbiterAges::kNone),
      requesters_(static_cast<unsigned>(requesters)),
      all_(first_requests(requesters)),
      outputs_(kOutputs) {
  for (Output& output : outputs_) {
    output.model = make_arbiter(arbiter, requesters, requesters);
    reset(output);
  }
}

void ArbiterBench::run(int grants) {
  for (int i = 0; i < grants; ++i) step();
}

void ArbiterBench::reset(Output& output) {
  output.model->reset();
  output.state = all_;
  output.winner = -1;
}

void ArbiterBench::step() {
  const auto at = static_cast<std::size_t>(dice_.below(static_cast<int>(kOutputs)));
  Output& output = outputs_[at];
  if (dice_.below(500) == 0) reset(output);
  const RequestMask requests = draw_requests(output);
  const Ages ages = draw_ages();
  const Before before = draw_before(requests, ages);
  count(output, requests, ages);
  const VerilatedArbiter::Decision decision =
      rtl_->decide(oldest_first_, requesters_, requests, before.data(), output.state);
  const int winner = requests == 0 ? -1 : output.model->pick(requests, ages.data());
  grants_.push_back({at, requests, winner < 0 ? 0 : bit(static_cast<unsigned>(winner)), decision.grant});
  if (grants_.size() > kGrantsKept) grants_.pop_front();
  ++count_;
  if (grants_.back().model != decision.grant) differ();
  if (requests == 0) return;
  output.state = decision.state & all_;
  output.winner = winner;
}

RequestMask ArbiterBench::draw_mask() {
  RequestMask mask = dice_.bits() & all_;
  if (dice_.chance(50)) mask &= dice_.bits();
  if (dice_.chance(50)) mask &= dice_.bits();
  return mask;
}

RequestMask ArbiterBench::draw_requests(const Output& output) {
  const auto any = [this] { return bit(static_cast<unsigned>(dice_.below(static_cast<int>(requesters_)))); };
  const RequestMask last = output.winner < 0 ? 0 : bit(static_cast<unsigned>(output.winner));
  switch (dice_.below(12)) {
    case 0:
      return 0;
    case 1:
      return any();
    case 2: {
      const RequestMask one = any();
      return one | any();
    }
    case 3:
      return all_;
    case 4:
      return last == 0 ? any() : last;
    case 5:
      return last | any();
    case 6:
      return (draw_mask() & (last == 0 ? all_ : last | (last - 1))) | last;
    case 7:
      return draw_mask() | bit(requesters_ - 1);
    default:
      return draw_mask();
  }
}

ArbiterBench::Ages ArbiterBench::draw_ages() {
  Ages ages{};
  const auto base =
      static_cast<std::uint32_t>(dice_.chance(40) ? 0xFFFFFFFFU - static_cast<unsigned>(dice_.below(8)) : dice_.bits());
  const int spread = dice_.chance(15) ? 1 : dice_.chance(60) ? 6 : 100'000;
  for (unsigned i = 0; i < requesters_; ++i) ages[i] = base + static_cast<std::uint32_t>(dice_.below(spread));
  if (dice_.chance(10)) ages[requesters_ - 1] = base - 1;
  return ages;
}

bool ArbiterBench::is_before(const Ages& ages, unsigned j, unsigned i) const {
  return tactus::is_before(ages[j], ages[i]) || (ages[j] == ages[i] && j < i);
}

/// Bits of those who do not ask mean nothing, nor does any with round robin: they are random.
ArbiterBench::Before ArbiterBench::draw_before(RequestMask requests, const Ages& ages) {
  Before before{};
  const unsigned bits = requesters_ * requesters_;
  const bool noise = dice_.chance(70);
  for (unsigned word = 0; noise && word < words_for(bits); ++word) before[word] = static_cast<PinWord>(dice_.bits());
  if (bits % 32 != 0) before[bits / 32] &= (PinWord{1} << bits % 32) - 1;
  stimuli_.count(ArbiterStimulus::kOthersBefore, noise);
  if (!oldest_first_) return before;
  for (unsigned i = 0; i < requesters_; ++i) {
    for (unsigned j = 0; j < requesters_; ++j) {
      if ((requests >> i & requests >> j & 1U) == 0) continue;
      const unsigned at = i * requesters_ + j;
      before[at / 32] &= ~(PinWord{1} << at % 32);
      if (is_before(ages, j, i)) put_pin_bits(before.data(), at, 1, 1);
    }
  }
  return before;
}

void ArbiterBench::count(const Output& output, RequestMask requests, const Ages& ages) {
  using S = ArbiterStimulus;
  stimuli_.count(S::kNobody, requests == 0);
  if (requests == 0) return;
  stimuli_.count(oldest_first_ ? S::kOldestFirst : S::kRoundRobin);
  stimuli_.count(S::kOne, is_one(requests));
  stimuli_.count(S::kTwo, is_one(requests & (requests - 1)));
  stimuli_.count(S::kAll, requests == all_);
  stimuli_.count(S::kTop, (requests >> (requesters_ - 1) & 1U) != 0);
  stimuli_.count(S::kFirstGrant, output.winner < 0);
  if (output.winner >= 0) {
    const RequestMask last = bit(static_cast<unsigned>(output.winner));
    stimuli_.count(S::kSameAgain, (requests & last) != 0 && !is_one(requests));
    stimuli_.count(S::kTurnsOver, (requests & ~(last | (last - 1))) == 0);
    stimuli_.count(S::kLastOnly, requests == last);
  }
  if (oldest_first_) count_ages(requests, ages);
}

void ArbiterBench::count_ages(RequestMask requests, const Ages& ages) {
  using S = ArbiterStimulus;
  unsigned oldest = static_cast<unsigned>(__builtin_ctzll(requests));
  for (unsigned i = oldest; i < requesters_; ++i) {
    if ((requests >> i & 1U) != 0 && is_before(ages, i, oldest)) oldest = i;
  }
  int as_old = 0;
  bool wraps = false;
  for (unsigned i = 0; i < requesters_; ++i) {
    if ((requests >> i & 1U) == 0) continue;
    as_old += ages[i] == ages[oldest] ? 1 : 0;
    wraps = wraps || ages[i] < ages[oldest];
  }
  stimuli_.count(S::kEqualAges, as_old > 1);
  stimuli_.count(S::kAllEqual, as_old > 1 && as_old == __builtin_popcountll(requests));
  stimuli_.count(S::kWrap, wraps);
  stimuli_.count(S::kOldestIsHighest, oldest == requesters_ - 1 && !is_one(requests));
}

void ArbiterBench::differ() const {
  const Grant& last = grants_.back();
  std::string text = fmt::format("order_o, grant {} (output {}): of {:#x} the model grants to {}, the RTL to {}",
                                 count_, last.output, last.requests, granted(last.model), granted(last.rtl));
  text += fmt::format("\nThe last {} grants, newest last:", grants_.size());
  for (const Grant& grant : grants_) {
    text += fmt::format("\n  output {}, requests {:#x}: {}", grant.output, grant.requests, granted(grant.rtl));
  }
  throw PartDifference(text);
}

}  // namespace tactus
