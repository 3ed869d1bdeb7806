#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "hw/common/router_config.h"

namespace tactus {

/// One bit per requester. A router's requesters are its input VCs: number `in_port * V + vc`.
using RequestMask = std::uint64_t;
inline constexpr int kMaxRequesters = kMaxInputVcs;

/// The cycle, modulo 2^32, since which each requester's packet has been there (`packet_age`), by requester.
/// Read for requesting entries only, and by policies that have `ages`; the others accept nullptr.
using RequestAges = const std::uint32_t*;

/// Ages that an arbiter compares: none; the cycle of the packet's injection, which its header carries; or the cycle of
/// the RC of the packet's head in this router.
enum class ArbiterAges : std::uint8_t { kNone, kInjection, kArrival };

/// Whether cycle `a` is before cycle `b`, both modulo 2^32 and within 2^31 cycles of each other.
constexpr bool is_before(std::uint32_t a, std::uint32_t b) { return static_cast<std::int32_t>(a - b) < 0; }

/// The age of a packet for an arbiter. `came` counts from any edge that is as far after RC of every head.
constexpr std::uint32_t packet_age(ArbiterAges ages, std::uint32_t inject_cycle, std::uint64_t came) {
  return ages == ArbiterAges::kArrival ? static_cast<std::uint32_t>(came) : inject_cycle;
}

/// Picks one of several requesters. State changes only when `pick` is called, and a call is a grant.
/// Rules of every policy, with ties: docs/reference/arbiters.md.
class Arbiter {
 public:
  virtual ~Arbiter() = default;
  /// `requests` is not 0; the answer is the number of one of its bits.
  virtual int pick(RequestMask requests, RequestAges ages) = 0;
  /// Requesters that `pick` grants without a change of state if they are alone. A caller need not ask for them.
  [[nodiscard]] virtual RequestMask unnoticed_alone() const { return 0; }
  /// State as after construction.
  virtual void reset() = 0;
};

/// The requesters of an output.
struct ArbiterRequesters {
  int count;            ///< 1..64, numbered from 0
  RequestMask through;  ///< requesters at torus ports; all others are at NIC ports
};

/// Registration of an arbiter, in hw/router/arbiters/<name>.cpp.
struct ArbiterPolicy : Policy {
  ArbiterAges ages{};
  std::unique_ptr<Arbiter> (*make)(const ArbiterRequesters&) = nullptr;
};

/// Makes the arbiter of an output.
using ArbiterFactory = std::function<std::unique_ptr<Arbiter>()>;

/// The arbiter that `choice` names for `requesters` in all (1..64), of which `torus_requesters` (the lowest numbers)
/// are through traffic. Throws std::invalid_argument if there is no such policy.
std::unique_ptr<Arbiter> make_arbiter(const ArbiterName& choice, int requesters, int torus_requesters);

}  // namespace tactus
