#include "testbench/tests/unit/hw/router/naive_router.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "testbench/tests/unit/hw/router/naive_link.h"

namespace tactus {

NaiveRouter::NaiveRouter(const MachineConfig& config, Coordinate position)
    : config_(config),
      position_(position),
      ports_(config.ports().count()),
      vcs_(config.router.virtual_channels),
      per_flit_(config.router.switch_hold == SwitchHold::kFlit),
      routes_(make_route_function(config)) {
  const int directions = 2 * config.network.dimensions();
  for (int port = 0; port < ports_; ++port) {
    const Bytes buffer = port < directions ? config.router.vc_buffer : config.nic.receive_buffer;
    const std::uint64_t slot = counts_packets(port) ? config.nic.mtu.count() : kFlitBytes.count();
    capacity_[static_cast<std::size_t>(port)] = static_cast<int>(buffer.count() / slot);
    credits_[static_cast<std::size_t>(port)].fill(capacity_[static_cast<std::size_t>(port)]);
    switch_arbiters_.push_back(make_arbiter(config.router.arbiter, ports_ * vcs_, directions * vcs_));
    vc_arbiters_.push_back(make_arbiter(config.router.arbiter, ports_ * vcs_, directions * vcs_));
    accounts_.emplace_back(config.router.classes.size());
  }
}

/// Credits of the buffer at the other end of the link at `port` are packets of the largest size.
bool NaiveRouter::counts_packets(int port) const {
  return config_.router.flow_control == FlowControl::kBubble && port < 2 * config_.network.dimensions();
}

/// Credits that `packet` takes by `out_port`.
int NaiveRouter::taken(const Packet& packet, int out_port) const {
  return counts_packets(out_port) ? 1 : packet.length();
}

/// Credits that it has to find on VC `vc` there: whoever comes from elsewhere to a VC that keeps a bubble leaves room
/// for another packet.
int NaiveRouter::needed(const Packet& packet, int out_port, int vc) const {
  const bool stays = packet.in_port == (out_port ^ 1) && packet.in_vc == vc;
  const bool leaves_bubble = counts_packets(out_port) && config_.network.wraps(out_port / 2) && keeps_bubble(vc);
  return taken(packet, out_port) + (leaves_bubble && !stays ? 1 : 0);
}

/// All VCs do, but for packets that choose their way: they have one for the way in dimension order, the last one of
/// their class.
bool NaiveRouter::keeps_bubble(int vc) const {
  if (!policy(config_.router.routing).adaptive) return true;
  int end = config_.router.virtual_channels;
  int first = 0;
  for (const MessageClass& each : config_.router.classes) {
    end = first + each.virtual_channels;
    if (vc < end) break;
    first = end;
  }
  return vc == end - 1;
}

PortValues NaiveRouter::edge(std::uint64_t now, const PortValues& sampled) {
  now_ = now;
  PortValues driven;
  switch_traversal(driven);
  take_credits(sampled);
  switch_allocation();
  per_flit_ ? vc_allocation_per_flit() : vc_allocation_per_packet();
  route_computation(sampled);
  return driven;
}

bool NaiveRouter::moves_at(const Packet& packet, std::uint64_t edge) const {
  const auto flits = static_cast<std::uint64_t>(per_flit_ ? 1 : packet.length());
  return packet.granted && edge + flits > packet.leaves && edge <= packet.leaves;
}

/// `packet` has its output and its input side to itself at `edge`: from its grant until T after its last flit.
bool NaiveRouter::holds_at(const Packet& packet, std::uint64_t edge) const {
  return packet.granted && edge >= *packet.granted && edge < packet.leaves + config_.router.turnaround.count();
}

void NaiveRouter::switch_traversal(PortValues& driven) {
  for (auto packet = packets_.begin(); packet != packets_.end();) {
    if (moves_at(*packet, now_)) {
      Flit flit = packet->record->flits.front();
      packet->record->flits.pop_front();
      flit.vc = static_cast<std::uint8_t>(packet->out_vc);
      driven.flit[packet->route.out_port] = flit;
      if (flit.tail || !counts_packets(packet->in_port)) {
        driven.credit[static_cast<std::size_t>(packet->in_port)] += credits_for(packet->in_vc, 1);
      }
    }
    const bool gone = packet->left_queue() && packet->record->flits.empty() && !holds_at(*packet, now_);
    packet = gone ? packets_.erase(packet) : std::next(packet);
  }
}

void NaiveRouter::take_credits(const PortValues& sampled) {
  for (std::size_t port = 0; port < static_cast<std::size_t>(ports_); ++port) {
    for (int vc = 0; vc < vcs_; ++vc) {
      credits_[port][static_cast<std::size_t>(vc)] += static_cast<int>(credits_of(sampled.credit[port], vc));
    }
  }
}

/// The last packet through `out_port` still has it.
bool NaiveRouter::output_busy(int out_port) const {
  return std::any_of(packets_.begin(), packets_.end(),
                     [&](const Packet& other) { return other.route.out_port == out_port && holds_at(other, now_); });
}

bool NaiveRouter::input_busy(const Packet& packet) const {
  return std::any_of(packets_.begin(), packets_.end(), [&](const Packet& other) {
    if (!holds_at(other, now_) || other.in_port != packet.in_port) return false;
    switch (config_.router.input_transfers) {
      case InputTransfers::kPort:
        return true;
      case InputTransfers::kVc:
        return other.in_vc == packet.in_vc;
      case InputTransfers::kQueue:
        return other.in_vc == packet.in_vc &&
               (config_.router.input_queue == InputQueueKind::kFifo || other.route.out_port == packet.route.out_port);
    }
    return true;
  });
}

/// Nobody is ahead in the queue of `packet`, which has not left it either.
bool NaiveRouter::at_front(const Packet& packet) const {
  for (const Packet& other : packets_) {
    const bool same_queue =
        other.in_port == packet.in_port && other.in_vc == packet.in_vc &&
        (config_.router.input_queue == InputQueueKind::kFifo || other.route.out_port == packet.route.out_port);
    if (same_queue && !other.left_queue()) return &other == &packet;
  }
  return false;
}

bool NaiveRouter::vc_owned(int out_port, int vc) const {
  return std::any_of(packets_.begin(), packets_.end(), [&](const Packet& other) {
    return other.stated && !other.left_queue() && other.route.out_port == out_port && other.out_vc == vc;
  });
}

/// The lowest permitted VC with the credits that `packet` needs.
int NaiveRouter::find_vc(const Packet& packet, const RouteDecision& way, bool unowned) const {
  for (int vc = 0; vc < vcs_; ++vc) {
    if ((way.vc_mask >> vc & 1) == 0) continue;
    if (unowned && vc_owned(way.out_port, vc)) continue;
    if (credits_[way.out_port][static_cast<std::size_t>(vc)] >= needed(packet, way.out_port, vc)) return vc;
  }
  return -1;
}

/// Who has not found the credits that it needs has found those that it takes.
bool NaiveRouter::lacks_bubble(const Packet& packet, const RouteDecision& way) const {
  const auto& credits = credits_[way.out_port];
  for (int vc = 0; vc < vcs_; ++vc) {
    const bool permitted = (way.vc_mask >> vc & 1) != 0;
    if (permitted && credits[static_cast<std::size_t>(vc)] >= taken(packet, way.out_port)) return true;
  }
  return false;
}

/// Mean over the permitted VCs.
double NaiveRouter::cost(const Packet& packet, const RouteChoice& way) const {
  double flits = 0;
  double permitted = 0;
  for (int vc = 0; vc < vcs_; ++vc) {
    if ((way.vc_mask >> vc & 1) == 0) continue;
    flits +=
        capacity_[way.out_port] - credits_[way.out_port][static_cast<std::size_t>(vc)] + taken(packet, way.out_port);
    ++permitted;
  }
  return flits * way.links / permitted;
}

/// Another output costs less; one that can be taken, unless packets wait for their best.
bool NaiveRouter::prefers_another(const Packet& packet, const RouteChoice& way) const {
  return std::any_of(packet.choices.begin(), packet.choices.end(), [&](const RouteChoice& other) {
    const bool can_be_taken = !output_busy(other.out_port) && find_vc(packet, other, false) >= 0;
    return other.out_port != way.out_port && cost(packet, other) < cost(packet, way) &&
           (can_be_taken || policy(config_.router.routing).waits_for_best);
  });
}

NaiveRouter::Packet* NaiveRouter::pick(Arbiter& arbiter, const std::vector<Packet*>& candidates) const {
  RequestMask requests = 0;
  std::array<std::uint32_t, kMaxRequesters> ages{};
  for (const Packet* packet : candidates) {
    const int requester = packet->in_port * vcs_ + packet->in_vc;
    requests |= RequestMask{1} << requester;
    const bool first_come = policy(config_.router.arbiter).ages == ArbiterAges::kArrival;
    ages[static_cast<std::size_t>(requester)] =
        first_come ? static_cast<std::uint32_t>(packet->routed) : packet->header.inject_cycle;
  }
  if (requests == 0) return nullptr;
  const int winner = arbiter.pick(requests, ages.data());
  return *std::find_if(candidates.begin(), candidates.end(),
                       [&](const Packet* p) { return p->in_port * vcs_ + p->in_vc == winner; });
}

std::size_t NaiveRouter::class_of(const Packet& packet) const {
  std::size_t number = 0;
  for (int vc = 0, of_class = 0; vc < packet.in_vc; ++vc) {
    if (++of_class < config_.router.classes[number].virtual_channels) continue;
    ++number;
    of_class = 0;
  }
  return number;
}

/// Round by round, until a class of the highest priority that has a candidate may send.
std::vector<NaiveRouter::Packet*> NaiveRouter::of_turn(int out_port, const std::vector<Packet*>& candidates) {
  const std::vector<MessageClass>& classes = config_.router.classes;
  if (classes.size() < 2 || candidates.empty()) return candidates;
  int priority = 0;
  for (const Packet* packet : candidates) priority = std::max(priority, classes[class_of(*packet)].priority);
  std::vector<int>& accounts = accounts_[static_cast<std::size_t>(out_port)];
  for (;;) {
    for (std::size_t number = 0; number < classes.size(); ++number) {
      if (classes[number].priority != priority || accounts[number] <= 0) continue;
      std::vector<Packet*> own;
      std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(own),
                   [&](const Packet* packet) { return class_of(*packet) == number; });
      if (!own.empty()) return own;
    }
    for (std::size_t number = 0; number < classes.size(); ++number) {
      const int share = classes[number].share;
      if (classes[number].priority == priority) accounts[number] = std::min(accounts[number] + share, share);
    }
  }
}

bool NaiveRouter::may_switch(const Packet& packet, const RouteDecision& way) const {
  if (!packet.stated || *packet.stated >= now_ || packet.left_queue() || input_busy(packet)) return false;
  if (!per_flit_) return find_vc(packet, way, false) >= 0;
  const auto next = static_cast<std::size_t>(packet.flits_granted);
  return next < packet.record->sampled.size() && packet.record->sampled[next] < now_;
}

/// Of each input port the packet with the earliest RC of those that may switch, whatever their outputs do.
std::vector<const NaiveRouter::Packet*> NaiveRouter::nominated() const {
  std::vector<const Packet*> list;
  for (int port = 0; port < ports_; ++port) {
    const Packet* earliest = nullptr;
    for (const Packet& packet : packets_) {
      if (packet.in_port != port || !may_switch(packet, packet.route)) continue;
      if (earliest == nullptr || packet.routed < earliest->routed) earliest = &packet;
    }
    if (earliest != nullptr) list.push_back(earliest);
  }
  return list;
}

void NaiveRouter::switch_allocation() {
  const bool nominate = config_.router.input_nomination == "oldest";
  const std::vector<const Packet*> nominees = nominate ? nominated() : std::vector<const Packet*>{};
  const auto is_offered = [&](const Packet& packet) {
    return !nominate || std::find(nominees.begin(), nominees.end(), &packet) != nominees.end();
  };
  for (int i = 0; i < ports_; ++i) {
    const int out_port = (static_cast<int>(now_ % static_cast<std::uint64_t>(ports_)) + i) % ports_;
    if (output_busy(out_port)) continue;
    std::vector<Packet*> candidates;
    for (Packet& packet : packets_) {
      for (const RouteChoice& way : packet.choices) {
        if (way.out_port == out_port && may_switch(packet, way) && is_offered(packet) && !prefers_another(packet, way))
          candidates.push_back(&packet);
      }
    }
    Packet* winner = pick(*switch_arbiters_[static_cast<std::size_t>(out_port)], of_turn(out_port, candidates));
    if (winner == nullptr) continue;
    if (config_.router.classes.size() > 1) {
      accounts_[static_cast<std::size_t>(out_port)][class_of(*winner)] -= winner->length();
    }
    const auto choice = std::find_if(winner->choices.begin(), winner->choices.end(),
                                     [out_port](const RouteChoice& way) { return way.out_port == out_port; });
    grant(*winner, static_cast<std::size_t>(choice - winner->choices.begin()));
  }
  for (Packet& packet : packets_) count_wait(packet);
}

void NaiveRouter::grant(Packet& packet, std::size_t choice) {
  packet.route = packet.choices[choice];
  const int out_port = packet.route.out_port;
  if (per_flit_) {
    ++packet.flits_granted;
  } else {
    packet.out_vc = find_vc(packet, packet.route, false);
    packet.flits_granted = packet.length();
    credits_[packet.route.out_port][static_cast<std::size_t>(packet.out_vc)] -= taken(packet, out_port);
  }
  packet.granted = now_;
  const auto flits = static_cast<std::uint64_t>(per_flit_ ? 1 : packet.length());
  packet.leaves = naive_link_end(config_, position_, out_port, now_, flits);
  if (granted_) {
    granted_({0, packet.in_port, out_port, packet.out_vc, Cycles{now_}, packet.in_vc, Cycles{packet.routed},
              Cycles{packet.leaves - now_ - flits}},
             packet.header, packet.record->waits[choice]);
  }
}

/// Who was in the front of the queue of `packet` when this edge began.
const NaiveRouter::Packet& NaiveRouter::ahead(const Packet& packet) const {
  return *std::find_if(packets_.begin(), packets_.end(), [&](const Packet& other) {
    const bool same_queue =
        other.in_port == packet.in_port && other.in_vc == packet.in_vc &&
        (config_.router.input_queue == InputQueueKind::kFifo || other.route.out_port == packet.route.out_port);
    return same_queue && (!other.left_queue() || *other.granted == now_);
  });
}

void NaiveRouter::count_wait(Packet& packet) const {
  if (packet.left_queue() || packet.routed + 2 > now_) return;
  Record& record = *packet.record;
  if (!packet.stated || *packet.stated >= now_) {
    ++record.behind_front;
    const Packet& front = ahead(packet);
    // Only now it is known for which output the one in front has waited.
    const bool known = front.choices.size() == 1 || front.left_queue();
    if (!known) return;
    for (Waits& waits : record.waits) waits.queue[front.route.out_port] += record.behind_front;
    record.behind_front = 0;
    return;
  }
  for (std::size_t choice = 0; choice < packet.choices.size(); ++choice) {
    const RouteChoice& way = packet.choices[choice];
    const bool could_be_taken = !input_busy(packet) && find_vc(packet, way, false) >= 0;
    const bool preferred_another = could_be_taken && packet.choices.size() > 1;
    if (output_busy(way.out_port) || preferred_another) {
      ++record.waits[choice].output;
    } else if (!input_busy(packet) && !could_be_taken) {
      ++(lacks_bubble(packet, way) ? record.waits[choice].bubble : record.waits[choice].credits);
    } else {
      ++record.waits[choice].input;
    }
  }
}

void NaiveRouter::vc_allocation_per_packet() {
  for (Packet& packet : packets_) {
    if (!packet.stated && packet.routed < now_ && at_front(packet)) packet.stated = now_;
  }
}

void NaiveRouter::vc_allocation_per_flit() {
  for (int out_port = 0; out_port < ports_; ++out_port) {
    std::vector<Packet*> candidates;
    for (Packet& packet : packets_) {
      if (packet.route.out_port != out_port || packet.stated || packet.routed >= now_) continue;
      if (at_front(packet) && find_vc(packet, packet.route, true) >= 0) candidates.push_back(&packet);
    }
    Packet* winner = pick(*vc_arbiters_[static_cast<std::size_t>(out_port)], candidates);
    if (winner == nullptr) continue;
    winner->out_vc = find_vc(*winner, winner->route, true);
    credits_[winner->route.out_port][static_cast<std::size_t>(winner->out_vc)] -= taken(*winner, out_port);
    winner->stated = now_;
  }
}

void NaiveRouter::route_computation(const PortValues& sampled) {
  for (int port = 0; port < ports_; ++port) {
    const Flit& flit = sampled.flit[static_cast<std::size_t>(port)];
    if (!flit.valid) continue;
    if (flit.head) {
      Packet packet;
      packet.header = unpack_route(flit, config_.network.dimensions());
      packet.in_port = port;
      packet.in_vc = flit.vc;
      for (const RouteChoice& way : routes_->choices(position_, port, flit.vc, packet.header)) {
        packet.choices.push_back(way);
      }
      packet.route = packet.choices.front();
      packet.record->waits.resize(packet.choices.size());
      packet.routed = now_;
      packets_.push_back(std::move(packet));
    }
    // The latest packet of this input VC is the one that is arriving.
    const auto arriving = std::find_if(packets_.rbegin(), packets_.rend(), [&](const Packet& packet) {
      return packet.in_port == port && packet.in_vc == flit.vc;
    });
    arriving->record->flits.push_back(flit);
    arriving->record->sampled.push_back(now_);
  }
}

}  // namespace tactus
