#include "testbench/parts/random_neighbours.h"

#include <algorithm>
#include <array>

#include "testbench/parts/random_network.h"
#include "testbench/parts/test_packet.h"

namespace tactus {

RandomNeighbours::RandomNeighbours(const MachineConfig& config, std::uint64_t seed, Coordinate here)
    : config_(config),
      here_(here),
      dice_(seed),
      vcs_(config.router.virtual_channels),
      longest_(static_cast<int>(std::min(config.router.vc_buffer.count(), config.nic.receive_buffer.count()) /
                                kFlitBytes.count())),
      per_flit_(config.router.switch_hold == SwitchHold::kFlit),
      ports_(static_cast<std::size_t>(config.ports().count())) {
  longest_ = std::min(longest_, config.counts_packets() ? config.max_packet_flits() : 128);
  for (std::size_t i = 0; i < ports_.size(); ++i) {
    Port& port = ports_[i];
    port.counts_packets = config.counts_packets() && !config.ports().is_nic(static_cast<int>(i));
    port.capacity =
        port.counts_packets ? config.vc_buffer_flits() / config.max_packet_flits() : config.vc_buffer_flits();
    port.inputs.resize(static_cast<std::size_t>(vcs_));
    port.held.resize(static_cast<std::size_t>(vcs_), 0);
    for (InputVcState& input : port.inputs) input.credits = port.capacity;
  }
}

void RandomNeighbours::change_mood() {
  constexpr std::array<int, 5> kPercent = {0, 3, 30, 80, 100};
  stretch_ = dice_.between(20, 300);
  const bool silence = dice_.chance(15);
  for (Port& port : ports_) {
    port.inject_percent = silence ? 0 : kPercent[static_cast<std::size_t>(dice_.below(5))];
    port.return_percent = kPercent[static_cast<std::size_t>(dice_.below(5))];
  }
}

PortValues RandomNeighbours::next() {
  if (stretch_-- == 0) change_mood();
  ++cycle_;
  PortValues sampled;
  for (std::size_t port = 0; port < ports_.size(); ++port) {
    sampled.flit[port] = next_flit(ports_[port]);
    sampled.credit[port] = next_credits(ports_[port]);
    if (sampled.flit[port].valid) ++flits_sent_;
  }
  count_edge(sampled);
  return sampled;
}

Flit RandomNeighbours::next_flit(Port& port) {
  const auto input = [&](int vc) -> InputVcState& { return port.inputs[static_cast<std::size_t>(vc)]; };
  // With the switch held per packet, a packet comes without bubbles and nothing between its flits.
  const bool under_way = !input(port.sending_vc).to_send.empty();
  if (per_flit_ || !under_way) {
    if (!under_way || dice_.chance(50)) port.sending_vc = dice_.below(vcs_);
    InputVcState& chosen = input(port.sending_vc);
    if (chosen.to_send.empty() && !calm_ && dice_.chance(port.inject_percent)) begin_packet(port, chosen);
    if (per_flit_ && !calm_ && !dice_.chance(port.inject_percent)) return Flit{};
  }
  std::deque<Flit>& to_send = input(port.sending_vc).to_send;
  if (to_send.empty()) return Flit{};
  const Flit flit = to_send.front();
  to_send.pop_front();
  return flit;
}

void RandomNeighbours::begin_packet(const Port& port, InputVcState& input) {
  const int vc = port.sending_vc;
  RouteHeader header;
  const int flits = dice_.chance(60) ? dice_.between(2, std::min(6, longest_)) : dice_.between(2, longest_);
  const int needed = port.counts_packets ? 1 : flits;
  if (input.credits < needed) return;
  input.credits -= needed;
  header.flits = static_cast<std::uint16_t>(flits);
  header.destination = random_destination(dice_, config_.network, here_);
  for (int d = 0; d < config_.network.dimensions(); ++d) header.negative.set(d, dice_.chance(50));
  if (const auto number = static_cast<int>(&port - ports_.data()); config_.ports().is_nic(number)) {
    header.source = here_;
    header.source_nic = static_cast<std::uint8_t>(config_.ports().nic_of(number));
  }
  header.destination_nic = static_cast<std::uint8_t>(dice_.below(config_.nics()));
  header.inject_cycle = cycle_ - static_cast<std::uint32_t>(dice_.below(100));
  count_packet(header, vc);
  for (Flit flit : make_packet(header, packets_++, config_.network.dimensions())) {
    flit.vc = static_cast<std::uint8_t>(vc);
    input.to_send.push_back(flit);
  }
}

CreditReturn RandomNeighbours::next_credits(Port& port) {
  CreditReturn returned = 0;
  for (int vc = 0; vc < vcs_; ++vc) {
    int& held = port.held[static_cast<std::size_t>(vc)];
    if (held == 0 || (!calm_ && !dice_.chance(port.return_percent))) continue;
    const int flits = std::min(dice_.chance(50) ? 1 : dice_.between(1, held), static_cast<int>(kMaxCreditsPerCycle));
    returned += credits_for(vc, static_cast<unsigned>(flits));
    held -= flits;
  }
  return returned;
}

void RandomNeighbours::count_packet(const RouteHeader& header, int vc) {
  using S = RouterStimulus;
  int dimensions = 0;
  for (int d = 0; d < config_.network.dimensions(); ++d) {
    const int size = config_.network.size(d);
    const int ahead = (header.destination[d] - here_[d] + size) % size;
    const bool ring = config_.network.wraps(d);
    dimensions += ahead != 0 ? 1 : 0;
    stimuli_.count(S::kHalfWay, ring && 2 * ahead == size);
    const bool forth = 2 * ahead < size;
    const bool beyond = forth ? here_[d] + ahead >= size : here_[d] - (size - ahead) < 0;
    stimuli_.count(S::kOverWrap, ring && ahead != 0 && 2 * ahead != size && beyond);
  }
  stimuli_.count(S::kTwoFlits, header.flits == 2);
  stimuli_.count(S::kLongPacket, header.flits >= 100);
  stimuli_.count(S::kToOwnNic, dimensions == 0);
  stimuli_.count(S::kOneDimension, dimensions == 1);
  stimuli_.count(S::kMoreDimensions, dimensions > 1);
  stimuli_.count(S::kTopVc, vc == vcs_ - 1);
  stimuli_.count(S::kAgeWraps, header.inject_cycle < 0x80000000U);
}

void RandomNeighbours::count_edge(const PortValues& sampled) {
  using S = RouterStimulus;
  bool all = true;
  for (std::size_t i = 0; i < ports_.size(); ++i) {
    all = all && sampled.flit[i].valid;
    int vcs = 0;
    bool several = false;
    for (int vc = 0; vc < vcs_; ++vc) {
      const unsigned credits = credits_of(sampled.credit[i], vc);
      vcs += credits != 0 ? 1 : 0;
      several = several || credits > 1;
    }
    stimuli_.count(S::kManyCredits, several);
    stimuli_.count(S::kCreditsOfTwoVcs, vcs > 1);
    Port& port = ports_[i];
    const bool holds = std::any_of(port.held.begin(), port.held.end(), [](int flits) { return flits > 0; });
    port.edges_blocked = holds && vcs == 0 ? port.edges_blocked + 1 : 0;
    stimuli_.count(S::kBlocked, port.edges_blocked == 100);
  }
  stimuli_.count(S::kAllPorts, all);
}

void RandomNeighbours::observe(const PortValues& driven) {
  for (std::size_t port = 0; port < ports_.size(); ++port) {
    if (driven.flit[port].valid) {
      if (driven.flit[port].tail || !ports_[port].counts_packets) ++ports_[port].held[driven.flit[port].vc];
      ++flits_received_;
    }
    for (int vc = 0; vc < vcs_; ++vc) {
      ports_[port].inputs[static_cast<std::size_t>(vc)].credits +=
          static_cast<int>(credits_of(driven.credit[port], vc));
    }
  }
}

bool RandomNeighbours::credits_home() const {
  return std::all_of(ports_.begin(), ports_.end(), [](const Port& port) {
    return std::all_of(port.inputs.begin(), port.inputs.end(),
                       [&port](const InputVcState& input) { return input.credits == port.capacity; });
  });
}

}  // namespace tactus
