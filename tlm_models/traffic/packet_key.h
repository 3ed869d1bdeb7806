#pragma once

#include <cstdint>
#include <functional>

#include "hw/common/machine_config.h"
#include "hw/link/packet_number.h"
#include "tlm_models/traffic/rank_map.h"

namespace tactus {

/// Names a message among those in flight.
struct MessageKey {
  int source = 0;       ///< rank
  int destination = 0;  ///< rank
  std::uint32_t tag = 0;
  friend bool operator==(const MessageKey& a, const MessageKey& b) {
    return a.source == b.source && a.destination == b.destination && a.tag == b.tag;
  }
};
inline MessageKey message_key(const RankMap& map, const PacketHeader& header) {
  const RouteHeader& route = header.route;
  const NetworkShape& torus = map.shape().nodes;
  return {map.rank(torus.node(route.source), route.source_place),
          map.rank(torus.node(route.destination), route.destination_place), header.transport.tag};
}

/// True for the last packet of a one-sided message: nobody waits for such a message, so its arrival completes it
/// (packets of one message do not overtake each other).
inline bool completes_one_sided(const TransportHeader& header) { return header.one_sided && header.last; }

struct MessageKeyHash {
  std::size_t operator()(const MessageKey& key) const {
    // Ranks are below 2^26 (2^20 nodes of 64); what overlaps is only hashed.
    const std::uint64_t ends =
        static_cast<std::uint64_t>(key.source) << 22 | static_cast<std::uint64_t>(key.destination);
    return std::hash<std::uint64_t>{}((ends << 20 ^ key.tag) * 0x9E3779B97F4A7C15U);
  }
};

}  // namespace tactus
