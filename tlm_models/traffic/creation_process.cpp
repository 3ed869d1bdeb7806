#include "tlm_models/traffic/creation_process.h"

#include "hw/common/nic_config.h"

namespace tactus {
namespace {

constexpr std::uint64_t stream_of(int node, int engine, int use) {
  return static_cast<std::uint64_t>((node * kDmaEngines + engine) * 2 + use);
}

}  // namespace

CreationProcess::CreationProcess(std::uint64_t seed, int node, int engine, const WorkloadConfig& config)
    : gaps_(seed, stream_of(node, engine, 0)),
      destinations_(seed, stream_of(node, engine, 1)),
      probability_(config.load / config.engines / packet_flits(config.packet_size)),
      cycle_(gaps_.geometric(0, probability_)) {}

void CreationProcess::advance() {
  ++index_;
  cycle_ += Cycles{gaps_.geometric(index_, probability_)};
}

}  // namespace tactus
