#include "testbench/app/attribution/latency_attribution.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>

namespace tactus {
namespace {

constexpr std::array<std::pair<SendState, LatencyPart>, 7> kStateParts = {{
    {SendState::kMemory, LatencyPart::kMemory},
    {SendState::kPace, LatencyPart::kPace},
    {SendState::kWindow, LatencyPart::kWindow},
    {SendState::kStall, LatencyPart::kStall},
    {SendState::kControl, LatencyPart::kControl},
    {SendState::kSend, LatencyPart::kEngine},
    {SendState::kTurn, LatencyPart::kEngine},
}};

}  // namespace

LatencyAttribution::LatencyAttribution(const MachineConfig& config, SequenceOf sequence_of, Report report, bool stages)
    : config_(config),
      ports_(config.ports()),
      speeds_(config),
      sequence_of_(std::move(sequence_of)),
      report_(std::move(report)),
      engines_(static_cast<std::size_t>(config.network.nodes() * ports_.nics())),
      sums_(config.network.nodes()),
      outputs_(number_of(config.network.nodes(), 0)),
      held_by_(held_by_number(config.network.nodes(), 0, 0)),
      windows_(config) {
  if (stages) stage_sums_.emplace(config.network.nodes());
}

LatencyAttribution::InFlight* LatencyAttribution::find(const RouteHeader& header) {
  if (header.is_control()) return nullptr;
  const Engine& engine = this->engine(header);
  for (std::size_t i = 0; i < engine.size(); ++i) {
    if (engine[i].inject_cycle == header.inject_cycle) return &in_flight_[engine[i].in_flight];
  }
  return nullptr;
}

LatencyAttribution::InFlight& LatencyAttribution::add(const RouteHeader& header) {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(in_flight_.size()));
    in_flight_.emplace_back();
    if (stage_sums_) stages_.emplace_back();
  }
  const std::uint32_t place = free_.back();
  free_.pop_back();
  Place& next = engine(header).add();
  next.inject_cycle = header.inject_cycle;
  next.in_flight = place;
  InFlight& packet = in_flight_[place];
  packet = {};
  if (stage_sums_) stages_[place] = {};
  packet.packet.header = header;
  return packet;
}

void LatencyAttribution::remove(const RouteHeader& header) {
  Engine& engine = this->engine(header);
  std::size_t i = 0;
  while (engine[i].inject_cycle != header.inject_cycle) ++i;
  free_.push_back(engine[i].in_flight);
  engine.erase(i);
}

void LatencyAttribution::packet_injected(const PacketHeader& header, Cycles cycle) {
  const RouteHeader& route = header.route;
  if (route.is_control()) return;
  // The header carries the cycle modulo 2^32.
  const Cycles age{static_cast<std::uint32_t>(cycle.count()) - header.transport.create_cycle};
  InFlight& packet = add(route);
  packet.packet.sequence = sequence_of_(route);
  packet.packet.created = packet.until = cycle - age;
  if (lives_ != nullptr) packet.life = lives_->begin(header, packet.packet.created, cycle);
}

void LatencyAttribution::packet_waited(const RouteHeader& header, const SendWaits& waits, Cycles cycle,
                                       const AccessStages* accessed) {
  InFlight& packet = in_flight_[engine(header).back().in_flight];
  const PathPlace sender{config_.network.node(header.source)};
  spend(packet, LatencyPart::kSoftware, (waits.fetched - packet.packet.created).count(), sender);
  for (const auto& [state, part] : kStateParts) {
    const std::uint64_t cycles = waits.in_state[static_cast<std::size_t>(state)];
    stage_sums_&& state == SendState::kMemory ? spend_reading(packet, cycles, sender, accessed)
                                              : spend(packet, part, cycles, sender);
  }
  settle(packet, cycle);
  spend(packet, LatencyPart::kPipeline, RouterWaits::kTimings.inject_to_route, sender);
}

void LatencyAttribution::spend_reading(InFlight& packet, std::uint64_t cycles, PathPlace place,
                                       const AccessStages* accessed) {
  if (accessed == nullptr) return spend_at_stage(packet, LatencyPart::kMemory, AccessStage::kEngine, cycles, place);
  for (std::size_t i = 0; i < kAccessStages; ++i) {
    spend_at_stage(packet, LatencyPart::kMemory, static_cast<AccessStage>(i), accessed->cycles[i], place);
  }
}

void LatencyAttribution::packet_granted(const RouterGrant& grant, const RouteHeader& header,
                                        const std::vector<WaitPiece>& pieces, std::uint64_t held) {
  InFlight* packet = find(header);
  if (packet != nullptr) {
    settle(*packet, grant.routed);
    spend(*packet, LatencyPart::kPipeline, RouterWaits::kTimings.route_to_request, {grant.node});
  }
  take_down_wait(grant, pieces, packet);
  const auto flits = static_cast<std::uint64_t>(header.flits);
  outputs_[number_of(grant.node, grant.out_port)].flits += flits;
  const bool to_link = !ports_.is_nic(grant.out_port);
  const std::uint64_t late = grant.late.count();
  windows_.passed(grant.node, grant.out_port, grant.out_vc, grant.cycle.count() + late + 1, flits);
  windows_.buffered(grant.node, grant.in_port, grant.in_vc, grant.routed.count(), flits,
                    (grant.cycle - grant.routed).count() + late + 1);
  if (packet == nullptr) return;
  settle(*packet, grant.cycle);
  const PathPlace output{grant.node, static_cast<std::int8_t>(grant.out_port)};
  spend(*packet, LatencyPart::kSerialization, late, output);
  spend(*packet, LatencyPart::kPipeline, RouterWaits::kTimings.grant_to_link, {grant.node});
  if (to_link) {
    spend(*packet, LatencyPart::kLink, speeds_.of(grant.node, grant.out_port).delay, output);
    if (held != 0) spend(*packet, LatencyPart::kSerialization, held, output);
  } else {
    spend(*packet, LatencyPart::kSerialization, flits - 1, output);
  }
}

void LatencyAttribution::take_down_wait(const RouterGrant& grant, const std::vector<WaitPiece>& pieces,
                                        InFlight* packet) {
  for (const WaitPiece& piece : pieces) {
    const std::uint64_t cycles = piece.end - piece.begin;
    if (packet != nullptr) {
      spend(*packet, piece.part, cycles, {grant.node, static_cast<std::int8_t>(piece.output)}, piece.holder);
    }
    OutputSum& output = outputs_[number_of(grant.node, piece.output)];
    if (piece.part == LatencyPart::kCredits) {
      output.credits += cycles;
      windows_.lacked_credits(grant.node, piece.output, grant.out_vc, piece.begin, piece.end);
      continue;
    }
    windows_.waited(grant.node, piece.output, piece.part, piece.begin, piece.end);
    if (piece.part == LatencyPart::kQueue) {
      output.queue += cycles;
    } else if (piece.part == LatencyPart::kInput) {
      output.input += cycles;
    } else if (piece.part == LatencyPart::kBubble) {
      output.bubble += cycles;
    } else {
      output.output += cycles;
      // Nobody held the output of a packet that preferred another one.
      if (piece.holder >= 0) held_by_[held_by_number(grant.node, piece.output, piece.holder)] += cycles;
    }
  }
}

void LatencyAttribution::packet_delivered(const PacketHeader& header, Cycles cycle) {
  InFlight* packet = find(header.route);
  if (packet != nullptr) settle(*packet, cycle);
}

void LatencyAttribution::packet_written(const RouteHeader& header, Cycles cycle, const AccessStages* accessed) {
  InFlight* found = find(header);
  if (found == nullptr) return;
  const PathPlace receiver{config_.network.node(header.destination)};
  if (stage_sums_) {
    const AccessWay way = accessed == nullptr ? AccessWay{found->until, {}} : accessed->way;
    way.for_each(found->until, cycle, [&](AccessStage stage, Cycles begin, Cycles end) {
      spend_at_stage(*found, LatencyPart::kWrite, stage, (end - begin).count(), receiver);
    });
    found->packet.stages = &stages_of(*found);
  } else if (cycle > found->until) {
    spend(*found, LatencyPart::kWrite, (cycle - found->until).count(), receiver);
  }
  found->packet.written = cycle;
  if (found->life != FocusRecorder::kUnasked) lives_->end(found->life, found->packet, cycle);
  finish(found->packet);
  remove(header);
}

void LatencyAttribution::finish(const SplitPacket& packet) {
  const int source = config_.network.node(packet.header.source);
  const int destination = config_.network.node(packet.header.destination);
  sums_.add(source, destination, packet.sequence, packet.split);
  if (packet.stages != nullptr) stage_sums_->add(source, destination, packet.sequence, *packet.stages);
  if (report_) report_(packet);
}

void LatencyAttribution::add(const std::deque<PartAttribution>& parts,
                             const std::function<std::optional<int>(GrantAccount)>& sequence_of) {
  std::map<GrantAccount, PartAttribution::OfAccount> accounts;
  for (const PartAttribution& part : parts) {
    windows_.add(part.windows());
    sums_.add(part.sums());
    const auto first = static_cast<std::ptrdiff_t>(held_by_number(part.first_node(), 0, 0));
    std::copy(part.held_by().begin(), part.held_by().end(), held_by_.begin() + first);
    if (fault_.empty()) fault_ = part.fault();
    for (std::size_t i = 0; i < part.by_account().size(); ++i) {
      const PartAttribution::OfAccount& of_part = part.by_account()[i];
      if (of_part.sum.count == 0) continue;
      auto& [ended_first, sum] = accounts[static_cast<GrantAccount>(i)];
      if (sum.count == 0 || of_part.first < ended_first) ended_first = of_part.first;
      sum += of_part.sum;
    }
  }
  // Sequences come up in the order in which their first packets end.
  std::map<PartAttribution::OfAccount::First, GrantAccount> order;
  for (const auto& [account, of_account] : accounts) order[of_account.first] = account;
  for (const auto& each : order) {
    if (const auto sequence = sequence_of(each.second)) sums_.add_sequence(*sequence, accounts[each.second].sum);
  }
  sum_outputs();
}

void LatencyAttribution::sum_outputs() {
  const auto vcs = static_cast<std::size_t>(windows_.virtual_channels());
  const auto add = [this](const std::vector<std::uint32_t>& counts, std::size_t of_output,
                          std::uint64_t OutputSum::*sum) {
    for (std::size_t i = 0; i < counts.size(); ++i) outputs_[i / of_output].*sum += counts[i];
  };
  for (std::size_t window = 0; window < windows_.windows(); ++window) {
    add(windows_.waits(window, LatencyPart::kQueue), 1, &OutputSum::queue);
    add(windows_.waits(window, LatencyPart::kOutput), 1, &OutputSum::output);
    add(windows_.waits(window, LatencyPart::kInput), 1, &OutputSum::input);
    if (windows_.have_bubbles()) add(windows_.waits(window, LatencyPart::kBubble), 1, &OutputSum::bubble);
    add(windows_.of_vcs(window, LinkWindows::VcColumn::kFlits), vcs, &OutputSum::flits);
    add(windows_.of_vcs(window, LinkWindows::VcColumn::kCredits), vcs, &OutputSum::credits);
  }
}

void LatencyAttribution::note_fault(const InFlight& packet, Cycles cycle) {
  const RouteHeader& header = packet.packet.header;
  fault_ = fmt::format(
      "latency of the packet that {} engine {} injected in cycle {}: what it did adds up to cycle {}, and it is "
      "cycle {}",
      config_.network.text(header.source), header.source_nic, header.inject_cycle, packet.until.count(), cycle.count());
}

}  // namespace tactus
