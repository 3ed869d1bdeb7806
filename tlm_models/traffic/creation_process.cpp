#include "tlm_models/traffic/creation_process.h"

namespace tactus {
namespace {

constexpr std::uint64_t stream_of(int engine_of_all, int use) {
  return static_cast<std::uint64_t>(engine_of_all) * 2 + static_cast<std::uint64_t>(use);
}

}  // namespace

CreationProcess::CreationProcess(std::uint64_t seed, int node, int engine, const WorkloadConfig& config, int nics)
    : gaps_(seed, stream_of(node * nics + engine, 0)),
      destinations_(seed, stream_of(node * nics + engine, 1)),
      probability_(config.load / sending_engines(config, nics) / packet_flits(config.packet_size)),
      cycle_(gaps_.geometric(0, probability_)) {}

void CreationProcess::advance() {
  ++index_;
  cycle_ += Cycles{gaps_.geometric(index_, probability_)};
}

}  // namespace tactus
