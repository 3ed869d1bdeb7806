#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "hw/common/router_config.h"

namespace tactus {

/// One bit per requester. A router's requesters are its input VCs: number `in_port * V + vc`.
using RequestMask = std::uint64_t;
inline constexpr int kMaxRequesters = kMaxInputVcs;

/// By requester, the cycle since which its packet has been there (`packet_age`).
/// Read for requesting entries only, and by the policies that `compares_ages` names; the others accept nullptr.
using RequestAges = const std::uint32_t*;

/// Whether the policy's ages count from the time at which a packet came to this router.
constexpr bool is_first_come(ArbiterKind kind) {
  return kind == ArbiterKind::kFirstCome || kind == ArbiterKind::kInjectionFirstCome;
}

/// Whether the policy looks at ages.
constexpr bool compares_ages(ArbiterKind kind) { return kind == ArbiterKind::kOldestFirst || is_first_come(kind); }

/// Whether cycle `a` is before cycle `b`, both modulo 2^32 and within 2^31 cycles of each other.
constexpr bool is_before(std::uint32_t a, std::uint32_t b) { return static_cast<std::int32_t>(a - b) < 0; }

/// Age of a packet as the policy compares it, modulo 2^32: the cycle in which it came to this router if
/// `is_first_come`, that of its injection otherwise. `came` counts from any edge that is as far after RC of every head.
constexpr std::uint32_t packet_age(ArbiterKind kind, std::uint32_t inject_cycle, std::uint64_t came) {
  return is_first_come(kind) ? static_cast<std::uint32_t>(came) : inject_cycle;
}

/// Picks one of several requesters. State changes only when `pick` is called, and a call is a grant.
/// Rules of every policy, with ties: docs/reference/arbiters.md.
class Arbiter {
 public:
  virtual ~Arbiter() = default;
  /// `requests` is not 0; the answer is the number of one of its bits.
  virtual int pick(RequestMask requests, RequestAges ages) = 0;
  /// State as after construction.
  virtual void reset() = 0;
};

/// Makes the arbiter of an output.
using ArbiterFactory = std::function<std::unique_ptr<Arbiter>()>;

/// `requesters` in all (1..64), of which `torus_requesters` (the lowest numbers) are through traffic.
std::unique_ptr<Arbiter> make_arbiter(ArbiterKind kind, int requesters, int torus_requesters);

}  // namespace tactus
