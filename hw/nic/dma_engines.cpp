#include "hw/nic/dma_engines.h"

#include <algorithm>
#include <iterator>

namespace tactus {

namespace {

std::vector<DmaEngine> make_engines(const MachineConfig& config, Coordinate position, MemoryPort& memory) {
  std::vector<EnginePlace> places;
  for (int e = 0; e < config.nics(); ++e) places.push_back({config, position, e, memory});
  return {places.begin(), places.end()};
}

}  // namespace

DmaEngines::DmaEngines(const MachineConfig& config, Coordinate position, MemoryPort& memory)
    : engines_(make_engines(config, position, memory)), control_(config, position, engines_) {}

void DmaEngines::reset() {
  for (DmaEngine& engine : engines_) engine.reset();
  control_.reset();
}

unsigned DmaEngines::wake_told() {
  const unsigned told = control_.policy()->take_woken();
  for (unsigned rest = told; rest != 0; rest &= rest - 1) {
    engines_[static_cast<std::size_t>(__builtin_ctz(rest))].sender.wake();
  }
  return told;
}

bool DmaEngines::control_pending() const {
  const InjectionControl* const policy = control_.policy();
  if (policy == nullptr) return false;
  for (std::size_t engine = 0; engine < count(); ++engine) {
    if (!policy->outgoing(static_cast<int>(engine)).empty()) return true;
  }
  return false;
}

void DmaEngines::observe(PacketObserver* observer, bool keep_waits) {
  for (DmaEngine& engine : engines_) {
    engine.sender.observe(observer, keep_waits);
    engine.receiver.observe(observer);
  }
}

bool DmaEngines::interrupt() const {
  return std::any_of(begin(), end(), [](const DmaEngine& engine) { return engine.interrupt(); });
}

std::uint64_t DmaEngines::counter(std::uint64_t offset, Cycles now) const {
  if (offset >= nic_reg::kControlBase) return control_.counter(offset - nic_reg::kControlBase, now);
  std::uint64_t sum = 0;
  for (const DmaEngine& engine : engines_) sum += engine.counter(offset, now);
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
    return engine.sender.is_in(SendState::kMemory) || engine.sender.is_in(SendState::kPace);
  };
  if (writes_pending() || std::any_of(begin(), end(), paces_or_reads)) return true;
  const InjectionControl* const policy = control_.policy();
  if (policy == nullptr) return false;
  for (std::size_t engine = 0; engine < count(); ++engine) {
    if (policy->next(static_cast<int>(engine)) != Cycles::max()) return true;
  }
  return false;
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
  if (control_.policy() != nullptr) append(control_.policy()->final_faults());
  return faults;
}

}  // namespace tactus
