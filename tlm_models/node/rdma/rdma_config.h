#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/link/link_channel.h"

namespace tactus {

/// A cable between two NICs. The defaults are InfiniBand DDR x4.
struct CableConfig {
  BytesPerSecond rate{2'000'000'000};  ///< each way, after the line code
  Picoseconds latency{100'000};        ///< time of packets and of credits, one way
  Bytes mtu{2048};                     ///< most data of a packet
  Bytes overhead{30};                  ///< headers and check sums of a packet
  int buffers = 16;                    ///< packets that the NIC at its end has room for
};

/// A NIC for one cable.
struct RailNicConfig {
  Picoseconds packet_time{95'000};  ///< work on a packet that came, before it is written: context and address
  int read_ahead = 4;               ///< packets whose data it reads before they can leave
};

/// How a message is cut for the rails.
enum class RailSplit : std::uint8_t {
  kEven,      ///< equal parts for all rails
  kMeasured,  ///< in proportion to the rates at which they moved their parts of the messages before
  kNear,      ///< equal parts for the rails that receive at the fewest links between sockets, nothing for others
};

/// Software at either end: its steps and the time they take.
struct RdmaConfig {
  Bytes rendezvous_from{32 * 1024};  ///< shorter messages are copied, on one rail
  RailSplit split = RailSplit::kEven;
  Bytes control_message{64};                  ///< request, reply and completion
  Picoseconds post_time{300'000};             ///< to hand work to a NIC, its doorbell on the way included
  Picoseconds handle_time{500'000};           ///< from the arrival of a message in memory to what follows from it
  BytesPerSecond copy_rate{2'500'000'000};    ///< rate of messages that are copied, at either end
  Picoseconds registration_time{15'000'000};  ///< time to register a buffer at one NIC
  Picoseconds page_time{150'000};             ///< more for each of its pages
  Bytes page{4096};
  int registrations = 64;  ///< buffers that each process remembers; 0: it forgets them after each message
};

/// `LinkChannelConfig` of one direction of a cable.
LinkChannelConfig cable_channel(const CableConfig& cable);

std::vector<ConfigFault> validate(const CableConfig& cable);
std::vector<ConfigFault> validate(const RailNicConfig& nic);
std::vector<ConfigFault> validate(const RdmaConfig& rdma);

}  // namespace tactus
