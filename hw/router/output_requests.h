#pragma once

#include <memory>

#include "hw/common/router_config.h"
#include "hw/common/router_ports.h"
#include "hw/router/arbiter.h"
#include "hw/router/request_bits.h"
#include "hw/router/request_table.h"

namespace tactus {

/// Requests for one output, and the arbiter that picks among them. Requesters are input VCs; their needs are in the
/// RequestTable of their router.
class OutputRequests {
 public:
  /// Makes the requests of one output of a router with `ports`. `other`, if there is one, makes the arbiter; it is told
  /// ages if the configured one is.
  OutputRequests(const RouterConfig& config, RouterPorts ports, const ArbiterFactory& other = {})
      : arbiter_(other ? other()
                       : make_arbiter(config.arbiter, ports.count() * config.virtual_channels,
                                      ports.directions() * config.virtual_channels)),
        unnoticed_alone_(arbiter_->unnoticed_alone()) {}

  void reset() {
    all_ = ahead_ = 0;
    arbiter_->reset();
  }
  void set(int requester) { all_ |= RequestMask{1} << requester; }
  /// The request of `requester` has been stated ahead of its time: it stands from `come` on.
  void set_ahead(int requester) { ahead_ |= RequestMask{1} << requester; }
  void come(int requester) { ahead_ &= ~(RequestMask{1} << requester); }
  /// Forgets the request of `requester`, which has been granted another output.
  void withdraw(int requester) {
    all_ &= ~(RequestMask{1} << requester);
    come(requester);
  }
  /// A hint to the cache that `grant` is about to be called.
  void prefetch() const { __builtin_prefetch(arbiter_.get()); }
  /// Requesters with a request.
  [[nodiscard]] RequestMask all() const { return all_; }
  /// Requesters whose request is ahead of its time.
  [[nodiscard]] RequestMask ahead() const { return ahead_; }
  /// Requesters whose request can be granted.
  [[nodiscard]] RequestMask standing() const { return all_ & ~ahead_; }

  /// Grants one of the requests in `among`, which are stated and not none, and forgets it. Returns its requester.
  int grant(RequestMask among, RequestAges ages) {
    const bool alone = (among & (among - 1)) == 0;
    const int winner = alone && (among & unnoticed_alone_) != 0 ? lowest_request(among) : arbiter_->pick(among, ages);
    all_ &= ~(RequestMask{1} << winner);
    return winner;
  }
  /// Grants one of the requests in `among` that `can_be_granted(const SwitchNeed&)`, and forgets it. `needs` and
  /// `ages`: those of this output. Returns its requester, or -1 if there is none.
  template <class Predicate>
  int grant(RequestMask among, const SwitchNeed* needs, RequestAges ages, Predicate&& can_be_granted) {
    RequestMask candidates = 0;
    const SwitchNeed* asked = nullptr;  // most requests need the same: the answer to the last one holds
    bool granted = false;
    for (RequestMask rest = standing() & among; rest != 0; rest &= rest - 1) {
      const SwitchNeed& need = needs[__builtin_ctzll(rest)];
      if (asked == nullptr || !need.same_as(*asked)) granted = can_be_granted(need);
      asked = &need;
      if (granted) candidates |= rest & (~rest + 1);
    }
    return candidates == 0 ? -1 : grant(candidates, ages);
  }

 private:
  RequestMask all_ = 0;
  RequestMask ahead_ = 0;  ///< among them
  std::unique_ptr<Arbiter> arbiter_;
  RequestMask unnoticed_alone_;  ///< an answer of `arbiter_`, which never changes
};

}  // namespace tactus
