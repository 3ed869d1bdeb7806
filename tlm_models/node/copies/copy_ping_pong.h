#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tlm_models/node/copies/copy_config.h"
#include "tlm_models/node/copies/copy_process.h"
#include "tlm_models/node/copies/node_addresses.h"
#include "tlm_models/node/copies/transfer_config.h"
#include "tlm_models/node/memory/many_core_config.h"

namespace tactus {

/// Two processes that send each other the same message in turn, each from and into an array of its own.
struct CopyPingPongConfig {
  ManyCoreConfig node;
  CopyProtocolConfig copy;
  TransferConfig message;
  std::int64_t send_offset = 0;      ///< place of the data to send, in bytes from the start of the array
  std::int64_t receive_offset = 0;   ///< place of the data received, in bytes from the start of the array
  std::array<int, 2> threads{0, 1};  ///< different hardware threads; thread t is of core t mod `cores`
  int warm_up = 2;                   ///< round trips before those that count, 0 or more
  int round_trips = 10;              ///< that count, 1 or more
};

struct CopyPingPongResult {
  Picoseconds latency;                 ///< time of a message: half of a round trip, on average
  std::array<AccessCounts, 2> counts;  ///< accesses of each process, in all round trips that count
};

/// Every fault of `config`, in the order of its members.
std::vector<ConfigFault> validate(const CopyPingPongConfig& config);
/// `config` is valid.
CopyPingPongResult run_copy_ping_pong(const CopyPingPongConfig& config, CopyObserver* observer = nullptr);

}  // namespace tactus
