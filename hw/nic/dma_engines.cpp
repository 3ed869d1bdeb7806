#include "hw/nic/dma_engines.h"

#include <algorithm>
#include <iterator>

namespace tactus {

DmaEngines::DmaEngines(const MachineConfig& config, Coordinate position, MemoryPort& memory)
    : engines_{DmaEngine{config, position, 0, memory}, DmaEngine{config, position, 1, memory},
               DmaEngine{config, position, 2, memory}, DmaEngine{config, position, 3, memory}} {}

void DmaEngines::reset() {
  for (DmaEngine& engine : engines_) engine.reset();
}

void DmaEngines::observe(PacketObserver* observer) {
  for (DmaEngine& engine : engines_) {
    engine.sender.observe(observer);
    engine.receiver.observe(observer);
  }
}

bool DmaEngines::interrupt() const {
  return std::any_of(begin(), end(), [](const DmaEngine& engine) { return engine.interrupt(); });
}

std::uint64_t DmaEngines::counter(std::uint64_t offset, Cycles now) const {
  const int index = static_cast<int>((offset - nic_reg::kTxPackets) / 8);
  std::uint64_t sum = 0;
  for (const DmaEngine& engine : engines_) sum += engine.counter(index, now);
  return sum;
}

std::uint64_t DmaEngines::flits_sent(Cycles now) const {
  std::uint64_t sum = 0;
  for (const DmaEngine& engine : engines_) sum += engine.sender.flits(now);
  return sum;
}

std::uint64_t DmaEngines::flits_received() const {
  std::uint64_t sum = 0;
  for (const DmaEngine& engine : engines_) sum += engine.receiver.flits();
  return sum;
}

std::uint64_t DmaEngines::flits_in_receive_buffers() const {
  std::uint64_t sum = 0;
  for (const DmaEngine& engine : engines_) sum += static_cast<std::uint64_t>(engine.receiver.occupancy());
  return sum;
}

bool DmaEngines::something_due() const {
  const auto paces_or_reads = [](const DmaEngine& engine) {
    const SendState state = engine.sender.state();
    return state == SendState::kRead || state == SendState::kPace;
  };
  return writes_pending() || std::any_of(begin(), end(), paces_or_reads);
}

bool DmaEngines::writes_pending() const {
  return std::any_of(begin(), end(), [](const DmaEngine& engine) { return engine.receiver.pending_writes() != 0; });
}

std::vector<std::string> DmaEngines::final_faults() const {
  std::vector<std::string> faults;
  const auto append = [&](std::vector<std::string> more) {
    std::move(more.begin(), more.end(), std::back_inserter(faults));
  };
  for (const DmaEngine& engine : engines_) {
    append(engine.sender.final_faults());
    append(engine.receiver.final_faults());
  }
  return faults;
}

}  // namespace tactus
