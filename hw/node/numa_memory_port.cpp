#include "hw/node/numa_memory_port.h"

#include <algorithm>
#include <utility>

#include "hw/common/router_ports.h"

namespace tactus {
namespace {

// A tag of the node: tag of the NIC [19:0], engine [22:20], number of the reset [31:23].
constexpr std::uint32_t kEngineBit = 20;
constexpr std::uint32_t kResetBit = 23;
constexpr std::uint32_t kTagMask = (1U << kEngineBit) - 1;
constexpr std::uint32_t kEngineMask = kMaxNics - 1;
constexpr std::uint32_t kResetMask = (1U << (32 - kResetBit)) - 1;
static_assert((kMaxNics & kEngineMask) == 0 && kEngineMask >> (kResetBit - kEngineBit) == 0);

}  // namespace

NumaMemoryPort::NumaMemoryPort(const NumaNodeConfig& config, std::vector<int> engine_nics, Clock clock)
    : clock_(clock),
      node_(config, events_),
      slots_(config.nics.size(), Slot(*this)),
      engine_nics_(std::move(engine_nics)) {
  for (std::size_t i = 0; i < slots_.size(); ++i) node_.slot(static_cast<int>(i)).connect(slots_[i]);
}

void NumaMemoryPort::request(const MemoryRequest& request, Cycles now) {
  const std::uint32_t tag =
      request.tag | static_cast<std::uint32_t>(request.engine) << kEngineBit | (reset_ & kResetMask) << kResetBit;
  PcieEndpoint& slot = node_.slot(engine_nics_[static_cast<std::size_t>(request.engine)]);
  const auto bytes = static_cast<std::uint32_t>(request.bytes.count());
  const Picoseconds time = clock_.edge(now);
  const bool read = request.kind == MemoryRequest::Kind::kRead;
  if (ways_) ways_->asked(read, tag, now);
  if (keeps_packets_ && request.packet != nullptr) packets_[read ? 1 : 0].insert_or_assign(tag, *request.packet);
  if (read) {
    slot.read(tag, request.address, bytes, time);
  } else {
    slot.write(tag, request.address, bytes, time);
  }
  look_ahead(now);
}

const PacketHeader* NumaMemoryPort::packet(bool read, std::uint32_t tag) const {
  const auto found = packets_[read ? 1 : 0].find(tag);
  return found == packets_[read ? 1 : 0].end() ? nullptr : &found->second;
}

bool NumaMemoryPort::drained() {
  events_.run();
  return node_.idle();
}

void NumaMemoryPort::say(Cycles now) {
  const Picoseconds time = clock_.edge(now);
  while (events_.next() <= time) events_.step();
  look_ahead(now);
}

void NumaMemoryPort::answered(std::uint32_t tag, MemoryAnswer answer, Picoseconds now) {
  if (ways_) way_ = ways_->answered(answer == MemoryAnswer::kRead, tag, answer != MemoryAnswer::kTaken, now);
  if (tag >> kResetBit != (reset_ & kResetMask)) return;
  client().done(static_cast<int>(tag >> kEngineBit & kEngineMask), answer, tag & kTagMask);
}

void NumaMemoryPort::look_ahead(Cycles now) {
  if (events_.empty()) return next_other_at(Cycles::max());
  next_other_at(std::max(clock_.covering(events_.next()), now + Cycles{1}));
}

}  // namespace tactus
