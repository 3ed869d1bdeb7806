#include "tlm_models/flow/flow_network.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace tactus {

FlowNetwork::FlowNetwork(const FlowTopology& topology, FlowSolver& solver, FlowTiming timing)
    : topology_(topology),
      solver_(solver),
      timing_(timing),
      ledger_(static_cast<std::size_t>(topology.links()) + 1, 0.0) {}

FlowId FlowNetwork::take_number() {
  if (free_.empty()) {
    flows_.emplace_back();
    return static_cast<FlowId>(flows_.size()) - 1;
  }
  const FlowId id = free_.back();
  free_.pop_back();
  return id;
}

Picoseconds FlowNetwork::latency(const FlowMessage& message) {
  Picoseconds latency = timing_.latency_per_message;
  if (topology_.delays_differ()) {
    route_.clear();
    topology_.route(message.source, message.destination, route_);
    for (const LinkRun& run : route_) latency = latency + topology_.extra_delay(run);
  }
  if (timing_.latency_per_hop.count() == 0) return latency;
  const int hops = topology_.hops(message.source, message.destination);
  return latency + timing_.latency_per_hop * static_cast<std::uint64_t>(hops);
}

void FlowNetwork::start(const FlowMessage& message) {
  const Parcel parcel{started_++, message.user, latency(message)};
  route_.clear();
  if (message.bytes > 0) topology_.route(message.source, message.destination, route_);
  if (observer_ != nullptr) observer_->flow_started(message, route_, now_);
  if (message.bytes <= 0) {
    departed_.push_back(parcel);
    return;
  }
  add_to_ledger(route_, message.bytes, ledger_);
  bytes_hold_ = false;
  const FlowId id = take_number();
  flow_of(id) = {message.bytes, 0, now_, parcel, message.source, message.destination};
  if (active_++ == 0) step_begin_ = now_;
  solver_.add(id, route_, message.limit);
  rates_hold_ = false;
}

Picoseconds FlowNetwork::due(const Flow& flow) {
  const double wait = flow.remaining / flow.rate;
  // What flows in symmetric places have left may differ in the last bits, and must not part them by a picosecond.
  const double least = wait - 1e-6 - 1e-11 * wait;
  if (!(least < 1e19)) return Picoseconds::max();
  if (least <= 0) return flow.since;
  const auto whole = static_cast<std::uint64_t>(least);
  return flow.since + Picoseconds{whole + (static_cast<double>(whole) < least ? 1 : 0)};
}

void FlowNetwork::find_rates() {
  if (rates_hold_) return;
  rates_hold_ = true;
  for (const FlowId id : solver_.solve()) {
    Flow& flow = flow_of(id);
    flow.remaining -= flow.rate * static_cast<double>((now_ - flow.since).count());
    flow.since = now_;
    flow.rate = solver_.rate(id);
    due_.set(id, due(flow));
  }
  if (observer_ != nullptr) tell_shares();
}

void FlowNetwork::tell_shares() {
  reconsidered_.clear();
  solver_.append_reconsidered(reconsidered_);
  for (const FlowId id : reconsidered_) {
    const Flow& flow = flow_of(id);
    observer_->flow_shared(flow.parcel.user, {flow.rate, solver_.bottleneck(id), due(flow)}, now_);
  }
}

Picoseconds FlowNetwork::step_end() {
  find_rates();
  const Picoseconds first = due_.earliest();
  return std::max(first, step_begin_ + timing_.resolution);
}

Picoseconds FlowNetwork::next_event() {
  if (!departed_.empty()) return now_;
  const Picoseconds arrival = arrivals_.empty() ? Picoseconds::max() : arrivals_.earliest();
  return active_ == 0 ? arrival : std::min(arrival, step_end());
}

void FlowNetwork::advance_to(Picoseconds time, std::vector<FlowEvent>& events) {
  if (time < now_ || next_event() < time) throw std::logic_error("FlowNetwork: time goes from event to event");
  bytes_hold_ = bytes_hold_ && time == now_;
  now_ = time;
  for (const Parcel& parcel : departed_) leave(parcel);
  departed_.clear();
  if (active_ != 0 && step_end() == now_) end_flows();
  take_arrivals();
  report(events);
}

void FlowNetwork::end_flows() {
  ended_.clear();
  due_.take(now_, ended_);
  for (const FlowId id : ended_) {
    solver_.remove(id);
    leave(flow_of(id).parcel);
    free_.push_back(id);
  }
  active_ -= ended_.size();
  rates_hold_ = false;
  step_begin_ = now_;
}

void FlowNetwork::leave(const Parcel& parcel) {
  if (observer_ != nullptr) observer_->flow_left(parcel.user, now_);
  happened_.push_back({parcel.sequence, {FlowEvent::Kind::kLeft, parcel.user}});
  if (parcel.latency.count() == 0) {
    happened_.push_back({parcel.sequence, {FlowEvent::Kind::kArrived, parcel.user}});
    return;
  }
  arrivals_.push(now_ + parcel.latency, {parcel.sequence, parcel.user});
}

void FlowNetwork::take_arrivals() {
  arrived_.clear();
  arrivals_.take(now_, arrived_);
  for (const Arrival& arrival : arrived_) {
    happened_.push_back({arrival.sequence, {FlowEvent::Kind::kArrived, arrival.user}});
  }
}

void FlowNetwork::report(std::vector<FlowEvent>& events) {
  const auto before = [](const Happening& a, const Happening& b) {
    return a.sequence != b.sequence ? a.sequence < b.sequence : a.event.kind < b.event.kind;
  };
  // Numbers of flows are used again in turn: what was started together ends together, forwards or backwards.
  if (happened_.size() > 1 && before(happened_.back(), happened_.front())) {
    std::reverse(happened_.begin(), happened_.end());
  }
  if (!std::is_sorted(happened_.begin(), happened_.end(), before)) {
    std::sort(happened_.begin(), happened_.end(), before);
  }
  for (const Happening& happening : happened_) events.push_back(happening.event);
  happened_.clear();
}

void FlowNetwork::add_to_ledger(const std::vector<LinkRun>& route, double bytes, std::vector<double>& steps) const {
  for (const LinkRun& run : route) {
    steps[static_cast<std::size_t>(run.first)] += bytes;
    steps[static_cast<std::size_t>(run.first + run.count)] -= bytes;
  }
}

void FlowNetwork::sum_bytes() const {
  bytes_ = ledger_;
  // Numbers that are free are never due.
  std::vector<bool> in_use(flows_.size(), true);
  for (const FlowId id : free_) in_use[static_cast<std::size_t>(id)] = false;
  std::vector<LinkRun> route;
  for (std::size_t id = 0; id < flows_.size(); ++id) {
    if (!in_use[id]) continue;
    const Flow& flow = flows_[id];
    const double passed = flow.rate * static_cast<double>((now_ - flow.since).count());
    route.clear();
    topology_.route(flow.source, flow.destination, route);
    add_to_ledger(route, -std::max(flow.remaining - passed, 0.0), bytes_);
  }
  for (std::size_t link = 1; link < bytes_.size(); ++link) bytes_[link] += bytes_[link - 1];
  bytes_hold_ = true;
}

double FlowNetwork::bytes_through(LinkId link) const {
  if (!bytes_hold_) sum_bytes();
  return bytes_[static_cast<std::size_t>(link)];
}

}  // namespace tactus
