#pragma once

#include <cstdint>

#include "hw/common/router_config.h"

namespace tactus {

/// Request of a packet at the front of its queue, as an input nomination sees it.
struct NominationRequest {
  std::uint32_t routed = 0;  ///< edge of RC modulo 2^32, or an edge that is as far after it for every packet
  int flits = 0;             ///< length of the packet
  std::uint8_t vc_mask = 1;  ///< VCs of the output that the packet may take
  int out_port = 0;
  int in_vc = 0;
};

/// Registration of an input nomination, in hw/router/nominations/<name>.cpp.
struct NominationPolicy : Policy {
  /// Rank of a request among the requests of its input port: those that have their credits nominate the lowest rank,
  /// and of equal ranks the lowest output, then the lowest VC. A pure function, asked once for each request. Ranks are
  /// compared modulo 2^32, as `routed` is, so that those of one port lie within 2^31 of each other. If all `routed` are
  /// moved by one number, the order of the ranks stays as it is: levels count them from different edges.
  /// Null for `any` alone, which offers the outputs every request that can be granted.
  std::uint32_t (*rank)(const NominationRequest& request) = nullptr;
};

}  // namespace tactus
