#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "hw/common/router_config.h"
#include "hw/common/router_ports.h"
#include "hw/router/arbiter.h"

namespace tactus {

/// What a packet (or, with the switch held per flit, the owner of an output VC) needs of an output.
struct SwitchNeed {
  std::uint8_t vc_mask = 1;   ///< VCs of the output that it may take
  std::uint16_t credits = 0;  ///< credits it needs on one of them, taken with the grant

  [[nodiscard]] bool same_as(const SwitchNeed& other) const {
    return vc_mask == other.vc_mask && credits == other.credits;
  }
};

/// What it states when it asks for it.
struct SwitchRequest : SwitchNeed {
  std::uint32_t age = 0;     ///< `packet_age`, for the arbiters that compare ages
  std::uint32_t routed = 0;  ///< edge of RC modulo 2^32, or as far after it for all, for input nomination
};

/// The requests for one output and the arbiter that picks among them. Requesters are input VCs. With two VCs, what is
/// looked at lies in two cache lines.
class alignas(64) OutputRequests {
 public:
  /// Of a router with `ports`. `other`, if there is one, makes the arbiter; it is told ages if the configured one is.
  OutputRequests(const RouterConfig& config, RouterPorts ports, const ArbiterFactory& other = {})
      : arbiter_(other ? other()
                       : make_arbiter(config.arbiter, ports.count() * config.virtual_channels,
                                      ports.directions() * config.virtual_channels)),
        ages_(compares_ages(config.arbiter) ? kMaxRequesters : 0) {}

  void reset() {
    all_ = 0;
    arbiter_->reset();
  }
  void set(int requester, const SwitchRequest& request) {
    all_ |= RequestMask{1} << requester;
    const SwitchNeed& need = request;  // the age has a place of its own
    needs_[static_cast<std::size_t>(requester)] = need;
    if (!ages_.empty()) ages_[static_cast<std::size_t>(requester)] = request.age;
  }
  /// A hint to the cache that `grant` is about to be called.
  void prefetch() const {
    __builtin_prefetch(needs_.data());
    __builtin_prefetch(arbiter_.get());
  }
  [[nodiscard]] RequestMask all() const { return all_; }
  [[nodiscard]] const SwitchNeed& of(int requester) const { return needs_[static_cast<std::size_t>(requester)]; }

  /// Grants one of the requests in `among` that `can_be_granted(const SwitchNeed&)`, and forgets it.
  /// Returns its requester, or -1 if there is none.
  template <class Predicate>
  int grant(RequestMask among, Predicate&& can_be_granted) {
    RequestMask candidates = 0;
    const SwitchNeed* asked = nullptr;  // most requests need the same: the answer to the last one holds
    bool granted = false;
    for (RequestMask rest = all_ & among; rest != 0; rest &= rest - 1) {
      const SwitchNeed& need = of(__builtin_ctzll(rest));
      if (asked == nullptr || !need.same_as(*asked)) granted = can_be_granted(need);
      asked = &need;
      if (granted) candidates |= rest & (~rest + 1);
    }
    if (candidates == 0) return -1;
    const int winner = arbiter_->pick(candidates, ages_.data());
    all_ &= ~(RequestMask{1} << winner);
    return winner;
  }

 private:
  RequestMask all_ = 0;
  std::unique_ptr<Arbiter> arbiter_;
  std::vector<std::uint32_t> ages_;                           ///< by requester; only for arbiters that compare them
  alignas(64) std::array<SwitchNeed, kMaxRequesters> needs_;  ///< by requester
};

}  // namespace tactus
