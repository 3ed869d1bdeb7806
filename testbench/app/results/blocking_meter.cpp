#include "testbench/app/results/blocking_meter.h"

#include <algorithm>

namespace tactus {
namespace {

/// Number of the port of that name, or -1.
int port_of(const RouterPorts& ports, const std::string& name) {
  int port = ports.count() - 1;
  while (port >= 0 && name != ports.name(port)) --port;
  return port;
}

/// Cuts the last part off a dotted path and returns it.
std::string cut_last(std::string& path) {
  const std::size_t dot = path.rfind('.');
  const std::string last = path.substr(dot + 1);
  path.erase(std::min(dot, path.size()));
  return last;
}

}  // namespace

BlockingMeter::BlockingMeter(const ProbeList& probes, RouterPorts ports) : ports_(ports), roles_(probes.size()) {
  for (std::size_t i = 0; i < probes.size(); ++i) {
    std::string scope = probes[i].scope;
    if (probes[i].name == "granted_to") {
      const int port = port_of(ports_, cut_last(scope));
      if (port >= 0) roles_[i] = {Kind::kGranted, output_of(router_of(scope), port)};
    } else if (probes[i].name == "front_wants" || probes[i].name == "front_packet") {
      const std::string vc = cut_last(scope);
      const int port = port_of(ports_, cut_last(scope));
      if (port < 0 || vc.rfind("vc_", 0) != 0) continue;
      Front front;
      front.router = router_of(scope);
      front.port = port;
      front.vc = std::stoi(vc.substr(3));
      const auto same = [&](const Front& f) {
        return f.router == front.router && f.port == front.port && f.vc == front.vc;
      };
      // The two probes of a buffer stand beside each other.
      if (fronts_.empty() || !same(fronts_.back())) fronts_.push_back(front);
      roles_[i] = {probes[i].name == "front_wants" ? Kind::kWants : Kind::kPacket, fronts_.size() - 1};
    }
  }
}

std::size_t BlockingMeter::router_of(const std::string& scope) {
  if (routers_.empty() || routers_.back() != scope) {
    routers_.push_back(scope);
    outputs_.resize(output_of(routers_.size(), 0));
  }
  return routers_.size() - 1;
}

void BlockingMeter::look_at(std::uint64_t packet, const std::vector<std::uint64_t>& values) {
  std::vector<int> wants(fronts_.size(), kNone);
  for (std::size_t i = 0; i < roles_.size(); ++i) {
    if (roles_[i].kind == Kind::kWants) wants[roles_[i].index] = port_or_none(values[i]);
  }
  for (std::size_t i = 0; i < roles_.size(); ++i) {
    const Role& role = roles_[i];
    if (role.kind != Kind::kPacket || packet == 0 || values[i] != packet || wants[role.index] == kNone) continue;
    only_ = output_of(fronts_[role.index].router, wants[role.index]);
  }
}

void BlockingMeter::look_at_output(const std::string& scope) {
  std::string router = scope;
  const int port = port_of(ports_, cut_last(router));
  const auto found = std::find(routers_.begin(), routers_.end(), router);
  if (port < 0 || found == routers_.end()) return;
  only_ = output_of(static_cast<std::size_t>(found - routers_.begin()), port);
}

void BlockingMeter::add(Cycles cycle, const WaveChanges& changes) {
  if (length_ == 0) window_ = cycle;
  for (const WaveChange& change : changes) take(cycle, change);
  for (Front& front : fronts_) count(cycle, front);
  end_cycle(cycle);
  if (++length_ == kWindow) end_window();
}

int BlockingMeter::port_or_none(std::uint64_t value) const {
  return value < static_cast<std::uint64_t>(ports_.count()) ? static_cast<int>(value) : kNone;
}

void BlockingMeter::take(Cycles cycle, const WaveChange& change) {
  const Role role = roles_[change.probe];
  switch (role.kind) {
    case Kind::kOther:
      break;
    case Kind::kGranted:
      outputs_[role.index].granted_to = port_or_none(change.value);
      break;
    case Kind::kWants:
      fronts_[role.index].wants = port_or_none(change.value);
      break;
    case Kind::kPacket:
      fronts_[role.index].packet = change.value;
      fronts_[role.index].since = cycle;
      break;
  }
}

void BlockingMeter::count(Cycles cycle, Front& front) {
  constexpr Cycles kAllocation{2};  // VA and SA
  if (front.wants == kNone || cycle - front.since < kAllocation) return;
  const std::size_t output = output_of(front.router, front.wants);
  if (outputs_[output].granted_to == front.port) return;
  if (only_ && *only_ != output) return;
  ++front.cycles[static_cast<std::size_t>(front.wants)];
  ++outputs_[output].waiting;
}

void BlockingMeter::end_cycle(Cycles cycle) {
  for (Output& output : outputs_) {
    if (output.waiting == 0) continue;
    ++output.blocked;
    output.packet_cycles += static_cast<std::uint64_t>(output.waiting);
    if (output.waiting > output.most) {
      output.most = output.waiting;
      output.peak = cycle;
    }
    output.waiting = 0;
  }
}

void BlockingMeter::end_window() {
  worst_ = worst();
  for (Output& output : outputs_) {
    worst_packet_cycles_ = std::max(worst_packet_cycles_, output.packet_cycles);
    output = Output{output.granted_to, 0, 0, {}, 0, 0};
  }
  for (Front& front : fronts_) front.cycles.fill(0);
  length_ = 0;
}

std::optional<Blocking> BlockingMeter::worst() const {
  const auto found = std::max_element(outputs_.begin(), outputs_.end(), [](const Output& a, const Output& b) {
    return a.packet_cycles < b.packet_cycles;
  });
  if (found == outputs_.end() || found->packet_cycles <= worst_packet_cycles_) return worst_;
  return describe(static_cast<std::size_t>(found - outputs_.begin()));
}

Blocking BlockingMeter::describe(std::size_t output) const {
  const Output& of = outputs_[output];
  const auto ports = static_cast<std::size_t>(ports_.count());
  const std::size_t router = output / ports;
  const std::size_t port = output % ports;
  Blocking blocking{routers_[router], static_cast<int>(port), window_, length_, of.blocked, of.peak, {}};
  for (const Front& front : fronts_) {
    if (front.router != router || front.cycles[port] == 0) continue;
    blocking.inputs.push_back({front.port, front.vc, front.cycles[port]});
  }
  std::stable_sort(blocking.inputs.begin(), blocking.inputs.end(),
                   [](const auto& a, const auto& b) { return a.cycles > b.cycles; });
  return blocking;
}

}  // namespace tactus
