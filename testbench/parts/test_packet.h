#pragma once

#include <cstdint>
#include <vector>

#include "hw/link/packet_header.h"

namespace tactus {

/// The flits of a packet with `header`. The transport header's tag and every payload flit carry `tag`, so that no two
/// flits of a test are equal; the flits' VC is 0. In a network of so many dimensions, or of up to four.
std::vector<Flit> make_packet(const RouteHeader& header, std::uint32_t tag, int dimensions = 4);

}  // namespace tactus
