#include "testbench/app/kinds/torus/core_waves.h"

#include <algorithm>

namespace tactus {

std::uint64_t MessageTickets::take(const PacketBook& book, const MessageKey& key) {
  keep();
  numbers_.push_back(0);
  if (auto number = book.number(key)) open_.emplace_back(numbers_.size(), std::move(number));
  return numbers_.size();
}

std::uint64_t MessageTickets::number(std::uint64_t ticket) {
  if (ticket == 0) return 0;
  keep();
  return numbers_[ticket - 1];
}

void MessageTickets::keep() {
  const auto numbered = [this](const auto& open) {
    numbers_[open.first - 1] = *open.second;
    return *open.second != 0;
  };
  open_.erase(std::remove_if(open_.begin(), open_.end(), numbered), open_.end());
}

CoreWaves::CoreWaves(WaveRecording& recording, std::size_t lane, const ManyCoreConfig& config, CoreMessages& cores,
                     Place place)
    : cores_(cores),
      place_(std::move(place)),
      lane_(recording, lane, Clock{config.cycle}),
      waves_(config, cores.ranks(), lane_) {
  waves_.put_into(place_.scope, [this](std::uint64_t ticket) { return tickets_.number(ticket); });
  cores_.watch(waves_, [this](const CoreWork& work) { return ticket(work); });
}

ProbeList CoreWaves::probes() const {
  ProbeList probes;
  waves_.add_probes(probes, {});
  return probes;
}

std::uint64_t CoreWaves::ticket(const CoreWork& work) {
  const int self = place_.map.rank(place_.node, work.place);
  const int peer = work.peer_place >= 0 ? place_.map.rank(place_.node, work.peer_place) : work.op->peer;
  const MessageKey key = work.sends ? MessageKey{self, peer, work.op->tag} : MessageKey{peer, self, work.op->tag};
  return tickets_.take(place_.book, key);
}

/// Loads of the present quantum are known when it is over.
Picoseconds CoreWaves::settle(Picoseconds executed) {
  const Picoseconds until = cores_.node().quantum_start(executed);
  if (until > settled_) waves_.settle(cores_.node().memory(), until);
  settled_ = std::max(settled_, until);
  return settled_;
}

void CoreWaves::end(Picoseconds executed) {
  const CopyNode& node = cores_.node();
  waves_.settle(node.memory(), node.quantum_end(executed));
}

}  // namespace tactus
