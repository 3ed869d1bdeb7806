#pragma once

#include <cstdint>

namespace tactus {

/// Resources of a node that data waits for.
enum class NodeLimit : std::uint8_t {
  kNothing,       ///< nothing waits
  kPciePayload,   ///< the wire of a PCI Express link carries payload
  kPcieOverhead,  ///< it carries headers, acknowledgements or credits
  kPcieCredits,   ///< buffers of a bridge or NIC at the end of such a link
  kReadTags,      ///< reads that a NIC or bridge may have under way: the round trip to memory
  kHtWire,        ///< the wire of a HyperTransport link
  kHtPosted,      ///< buffers of its posted channel
  kHtNonPosted,   ///< buffers of its non-posted channel
  kHtResponse,    ///< buffers of its response channel
  kMemoryQueue,   ///< places in the request queue of a memory
};

/// Reason why a packet at the head of a buffer waits.
struct LinkStand {
  NodeLimit limit = NodeLimit::kNothing;
  bool waits = false;  ///< whether there is a packet
};

}  // namespace tactus
