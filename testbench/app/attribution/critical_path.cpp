#include "testbench/app/attribution/critical_path.h"

#include <algorithm>
#include <utility>

namespace tactus {
namespace {

constexpr int kNoPort = -1;

}  // namespace

CriticalPath::CriticalPath(const MachineConfig& config, const RankMap& map, FabricWaits& waits)
    : config_(config),
      ports_(config.ports()),
      map_(map),
      waits_(waits),
      ranks_(static_cast<std::size_t>(map.ranks())),
      engines_(static_cast<std::size_t>(config.network.nodes() * ports_.nics())) {}

Mark CriticalPath::add(std::uint64_t cycle, Mark cause, PathPart part, PathPlace place) {
  // Nothing goes back to what came after it.
  while (tree_[cause].time > cycle) cause = tree_[cause].cause;
  return tree_.add({cycle, cause, part, place});
}

Mark CriticalPath::add_stages(std::uint64_t cycle, Mark cause, LatencyPart part, PathPlace place,
                              const AccessWay& way) {
  while (tree_[cause].time > cycle) cause = tree_[cause].cause;
  if (tree_[cause].time == cycle) return add(cycle, cause, part, place);
  way.for_each(Cycles{tree_[cause].time}, Cycles{cycle}, [&](AccessStage stage, Cycles, Cycles end) {
    cause = tree_.add({end.count(), cause, PathPart(part, stage), place});
  });
  return cause;
}

void CriticalPath::send_started(const MessageEvent& message, Cycles cycle) {
  Rank& rank = ranks_[static_cast<std::size_t>(message.source)];
  rank.last = add(cycle.count(), rank.last, LatencyPart::kSoftware, {map_.node(message.source), kNoPort});
  if (map_.node(message.source) == map_.node(message.destination)) return;  // goes by no NIC
  messages_[{message.source, message.destination, message.tag}] = rank.last;
}

void CriticalPath::packet_waited(const RouteHeader& header, const SendWaits& waits, Cycles cycle,
                                 const AccessStages* accessed) {
  const int node = config_.network.node(header.source);
  Engine& sender = engine(node, header.source_nic);
  const auto [part, cause] = cause_of_injection(waits, cycle);
  const Mark injected =
      add_access(cycle.count(), cause, part, {node, kNoPort}, part == LatencyPart::kMemory ? accessed : nullptr);
  sender.injected[queue_of(injected_)] = sender.last = injected;
  packets_[packet_number(config_, header)] = injected;
  if (!injected_.transport.last) return;
  // Its tail ends the send.
  messages_.erase(message_key(map_, injected_));
  Rank& rank = ranks_[static_cast<std::size_t>(map_.rank(node, header.source_place))];
  const auto port = static_cast<std::int8_t>(ports_.nic_port(header.source_nic));
  rank.sent =
      later_of_ports(rank.sent, add(cycle.count() + header.flits - 1U, injected, LatencyPart::kEngine, {node, port}));
}

std::pair<LatencyPart, Mark> CriticalPath::cause_of_injection(const SendWaits& waits, Cycles cycle) {
  const RouteHeader& route = injected_.route;
  const Engine& sender = engine(config_.network.node(route.source), route.source_nic);
  const auto found = messages_.find(message_key(map_, injected_));
  const Mark before = sender.injected[queue_of(injected_)];
  const Mark asked = later(before, found == messages_.end() ? kNoMark : found->second);
  switch (waits.last) {
    case SendState::kSend:
      return {LatencyPart::kEngine, before};
    case SendState::kTurn:
      return {LatencyPart::kEngine, sender.last};
    case SendState::kPace:
      return {LatencyPart::kPace, before};
    case SendState::kWindow:
      return {LatencyPart::kWindow, later(before, sender.written)};
    case SendState::kStall:
      return {LatencyPart::kStall, later(asked, credits_from(sender, cycle.count()))};
    case SendState::kControl:
      return {LatencyPart::kControl, asked};
    case SendState::kMemory:
      return {LatencyPart::kMemory, asked};
    case SendState::kIdle:
      break;
  }
  return {LatencyPart::kSoftware, asked};
}

Mark CriticalPath::credits_from(const Engine& engine, std::uint64_t cycle) const {
  const auto last = std::find_if(engine.granted.rbegin(), engine.granted.rend(), [&](const Granted& grant) {
    return grant.message_class == injected_.message_class &&
           grant.begins + FabricWaits::kTimings.grant_to_credit <= cycle;
  });
  return last == engine.granted.rend() ? kNoMark : last->mark;
}

Mark CriticalPath::packet_granted(const RouterGrant& grant, const RouteHeader& header,
                                  const std::vector<WaitPiece>& pieces) {
  const auto packet = packets_.find(packet_number(config_, header));
  // A control packet holds what it holds, and nothing goes back beyond it.
  const Mark before = packet == packets_.end() ? kNoMark : packet->second;
  const Mark mark = add_grant(grant, pieces, before);
  if (packet != packets_.end()) packet->second = mark;
  if (ports_.is_nic(grant.in_port)) {
    std::deque<Granted>& granted = engine(grant.node, ports_.nic_of(grant.in_port)).granted;
    granted.push_back({mark, waits_.begins(), config_.router.class_of(grant.in_vc)});
    // As many as can be given in the cycles that credits take to come back, one for each output that is late, and one.
    // Of each class.
    const std::size_t of_class =
        (FabricWaits::kTimings.grant_to_credit + 1) * static_cast<unsigned>(ports_.count()) + 1;
    if (granted.size() > of_class * std::max<std::size_t>(1, config_.router.classes.size())) {
      granted.pop_front();
    }
  }
  return mark;
}

Mark CriticalPath::add_grant(const RouterGrant& grant, const std::vector<WaitPiece>& pieces, Mark before) {
  const std::uint64_t seen = grant.routed.count() + RouterWaits::kTimings.route_to_request;
  const bool from_link = !ports_.is_nic(grant.in_port);
  const PathPlace came = from_link ? PathPlace{waits_.neighbour(grant.node, grant.in_port),
                                               static_cast<std::int8_t>(port_back(grant.in_port))}
                                   : PathPlace{grant.node, kNoPort};
  const Mark asked = add(seen, before, from_link ? LatencyPart::kLink : LatencyPart::kPipeline, came);
  if (pieces.empty()) return asked;
  const WaitPiece& last = pieces.back();
  // What it waited for may have begun before the packet came.
  const Mark cause = last.mark != kNoMark && tree_[last.mark].time < grant.cycle.count() ? last.mark : asked;
  return add(grant.cycle.count(), cause, last.part, {grant.node, static_cast<std::int8_t>(last.output)});
}

void CriticalPath::packet_delivered(const PacketHeader& header, Cycles cycle) {
  const auto packet = packets_.find(packet_number(config_, header.route));
  if (packet == packets_.end()) return;
  const int node = config_.network.node(header.route.destination);
  packet->second = add(cycle.count(), packet->second, LatencyPart::kSerialization,
                       {node, static_cast<std::int8_t>(ports_.nic_port(header.route.destination_nic))});
}

Mark CriticalPath::packet_left(const RouteHeader& header, Cycles cycle, const AccessStages* accessed) {
  const auto packet = packets_.find(packet_number(config_, header));
  const int node = config_.network.node(header.destination);
  const Mark before = packet == packets_.end() ? kNoMark : packet->second;
  return add_access(cycle.count(), before, LatencyPart::kWrite, {node, kNoPort}, accessed);
}

void CriticalPath::packet_written(const RouteHeader& header, Cycles cycle, const AccessStages* accessed) {
  const auto packet = packets_.find(packet_number(config_, header));
  if (packet == packets_.end()) return;
  const int node = config_.network.node(header.destination);
  engine(node, header.destination_nic).written =
      add_access(cycle.count(), packet->second, LatencyPart::kWrite, {node, kNoPort}, accessed);
  packets_.erase(packet);
}

void CriticalPath::receive_completed(const MessageEvent& message, Cycles cycle) {
  Rank& rank = ranks_[static_cast<std::size_t>(message.destination)];
  const int node = map_.node(message.destination);
  const bool within = map_.node(message.source) == node;
  const Mark cause = within ? ranks_[static_cast<std::size_t>(message.source)].last : engine(node, message.nic).written;
  rank.received = later_of_ports(rank.received, add(cycle.count(), cause, LatencyPart::kSoftware,
                                                    {node, static_cast<std::int8_t>(ports_.nic_port(message.nic))}));
}

void CriticalPath::wait_ended(int number, AwaitedCompletion awaited, Cycles cycle) {
  Rank& rank = ranks_[static_cast<std::size_t>(number)];
  const Mark completed = awaited == AwaitedCompletion::kReceive ? rank.received : rank.sent;
  const Mark cause = tree_[completed].time <= cycle.count() ? later(rank.last, completed) : rank.last;
  rank.last = add(cycle.count(), cause, LatencyPart::kSoftware, {map_.node(number), kNoPort});
}

void CriticalPath::work_ended(const WorkEvent& work, Cycles cycle) {
  Mark& last = ranks_[static_cast<std::size_t>(work.rank)].last;
  const PathPlace place{map_.node(work.rank), kNoPort};
  const std::uint64_t undisturbed = config_.clock.edge(cycle).count() - work.noise.count();
  const bool call = work.kind == WorkKind::kCall;
  last = add(config_.clock.cycle_at(Picoseconds{undisturbed}).count(), last,
             call ? PathPart(LatencyPart::kSoftware) : rank_part(work.kind), place);
  if (work.noise > Picoseconds{}) last = add(cycle.count(), last, RankPart::kNoise, place);
}

void CriticalPath::program_ended(int number, Cycles cycle) {
  Rank& rank = ranks_[static_cast<std::size_t>(number)];
  rank.last = add(cycle.count(), rank.last, LatencyPart::kSoftware, {map_.node(number), kNoPort});
  const bool last = end_ == kNoMark || tree_[end_].time < cycle.count();
  if (!last && (tree_[end_].time > cycle.count() || last_rank_ < number)) return;
  end_ = rank.last;
  last_rank_ = number;
}

void CriticalPath::forget() {
  tree_.keep([this](auto&& change) {
    waits_.for_each_mark(change);
    for (Rank& rank : ranks_) {
      change(rank.last);
      change(rank.received);
      change(rank.sent);
    }
    for (Engine& engine : engines_) {
      for (Mark& injected : engine.injected) change(injected);
      change(engine.last);
      for (Granted& grant : engine.granted) change(grant.mark);
      change(engine.written);
    }
    for (auto& packet : packets_) change(packet.second);
    for (auto& message : messages_) change(message.second);
    change(end_);
  });
}

}  // namespace tactus
