#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/ring_queue.h"
#include "hw/link/link_flit.h"
#include "hw/router/retry_settings.h"

namespace tactus {

/// Receiver of a link that repeats packets (docs/timing.md, LINK-6 to LINK-10): takes each packet once, in order, if
/// it is right, and then gives its flits to the router, one per edge.
///
/// Plain class. At an edge `take`, then `give`. It never holds more than the longest packet has.
class RetryReceiver {
 public:
  explicit RetryReceiver(const RetrySettings& settings) : settings_(settings) {}

  void reset();
  /// A flit from the wire. Answers what is to be said at this edge.
  LinkAck take(const LinkFlit& flit);
  /// Whether the router is given a flit, which it fills in.
  bool give(Flit& out);

  /// Flits that wait for the rest of their packet, or for the router.
  [[nodiscard]] int held() const { return static_cast<int>(coming_.size() + checked_.size()); }
  /// Something is to be given.
  [[nodiscard]] bool busy() const { return !checked_.empty(); }
  /// Number of the packet that it takes next.
  [[nodiscard]] std::uint16_t expected() const { return expected_; }
  [[nodiscard]] std::uint64_t discarded() const { return discarded_; }

 private:
  void discard();

  RetrySettings settings_;
  std::uint16_t expected_ = 0;
  bool taking_ = false;       ///< the packet on the wire has the expected number
  bool wrong_ = false;        ///< it has a wrong bit
  std::vector<Flit> coming_;  ///< flits of it so far
  RingQueue<Flit> checked_;   ///< flits of packets that are right
  std::uint64_t discarded_ = 0;
};

}  // namespace tactus
