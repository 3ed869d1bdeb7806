#pragma once

#include <cstdint>
#include <memory>

#include "hw/common/router_config.h"

namespace tactus {

/// One bit per requester. A router's requesters are its input VCs: number `in_port * V + vc`.
using RequestMask = std::uint64_t;
inline constexpr int kMaxRequesters = 64;

/// What oldest first compares: the injection cycles carried in the headers, by requester, modulo 2^32.
/// Read for requesting entries only, and by oldest first only; the other policies accept nullptr.
using RequestAges = const std::uint32_t*;

/// Picks one of several requesters. State changes only when `pick` is called, and a call is a grant.
/// Rules of every policy, with ties: docs/reference/arbiters.md.
class Arbiter {
 public:
  virtual ~Arbiter() = default;
  /// `requests` is not 0; the answer is the number of one of its bits.
  virtual int pick(RequestMask requests, RequestAges inject_cycles) = 0;
  /// State as after construction.
  virtual void reset() = 0;
};

/// `requesters` in all (1..64), of which `torus_requesters` (the lowest numbers) are through traffic.
std::unique_ptr<Arbiter> make_arbiter(ArbiterKind kind, int requesters, int torus_requesters);

}  // namespace tactus
