#include "rtl/twin/rtl_arbiter.h"

#include <fmt/core.h>

#include <array>
#include <utility>

#include "hw/router/request_bits.h"
#include "rtl/twin/rtl_assertion.h"

namespace tactus {
namespace {

using Before = std::array<PinWord, words_for(kMaxRequesters* kMaxRequesters)>;

/// Who of those that ask is older than whom: the earlier injection modulo 2^32, then the lower number.
Before compare_ages(RequestMask requests, RequestAges ages, unsigned requesters) {
  Before before{};
  for (RequestMask row = requests; row != 0; row &= row - 1) {
    const auto i = static_cast<unsigned>(__builtin_ctzll(row));
    for (RequestMask column = requests & ~(row & (~row + 1)); column != 0; column &= column - 1) {
      const auto j = static_cast<unsigned>(__builtin_ctzll(column));
      const auto difference = static_cast<std::int32_t>(ages[j] - ages[i]);
      if (difference < 0 || (difference == 0 && j < i)) put_pin_bits(before.data(), i * requesters + j, 1, 1);
    }
  }
  return before;
}

}  // namespace

RtlArbiter::RtlArbiter(std::shared_ptr<VerilatedArbiter> rtl, bool oldest_first, int requesters)
    : rtl_(std::move(rtl)),
      oldest_first_(oldest_first),
      requesters_(static_cast<unsigned>(requesters)),
      first_(first_requests(requesters)),
      state_(first_) {}

int RtlArbiter::pick(RequestMask requests, RequestAges ages) {
  const Before before = oldest_first_ ? compare_ages(requests, ages, requesters_) : Before{};
  const VerilatedArbiter::Decision decision = rtl_->decide(oldest_first_, requesters_, requests, before.data(), state_);
  if (decision.grant == 0 || (decision.grant & (decision.grant - 1)) != 0 || (decision.grant & ~requests) != 0) {
    throw RtlAssertion(fmt::format("the arbiter's order has to put exactly one of {:#x} first, and puts {:#x}",
                                   requests, decision.grant));
  }
  state_ = decision.state;
  return __builtin_ctzll(decision.grant);
}

}  // namespace tactus
