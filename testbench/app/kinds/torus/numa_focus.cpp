#include "testbench/app/kinds/torus/numa_focus.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "hw/common/timed_events.h"
#include "hw/node/limit_words.h"
#include "testbench/app/results/node_limit_rows.h"

namespace tactus {
namespace {

constexpr double kLeastShare = 0.5;

std::string without_last(const std::string& path) { return path.substr(0, path.rfind('.')); }
std::string last_of(const std::string& path) { return path.substr(path.rfind('.') + 1); }

bool is_wait(const Probe& probe) { return probe.name == "limit_of_writes" || probe.name == "limit_of_reads"; }

/// Whether `probe` tells the flits on a port of a router, out of it or from a NIC.
bool is_port(const Probe& probe) {
  if (probe.name != "kind") return false;
  const std::string port = last_of(without_last(probe.scope));
  const std::string pins = last_of(probe.scope);
  return pins == "flit_o" || (pins == "flit_i" && port.rfind("nic_", 0) == 0);
}

}  // namespace

NumaFocus::NumaFocus(const ProbeList& probes, const MachineConfig& machine, NumaNodeConfig node,
                     std::unique_ptr<WaveFocus> network)
    : probes_(probes), node_(std::move(node)), network_(std::move(network)), roles_(probes.size()) {
  for (std::size_t i = 0; i < probes.size(); ++i) {
    if (is_wait(probes[i])) add_wait(i);
    if (is_port(probes[i])) add_port(i, machine);
  }
  times_.emplace(waiting_.size(), kWindow);
}

void NumaFocus::add_wait(std::size_t probe) {
  const std::string node = without_last(probes_[probe].scope);
  const std::size_t values = probes_[probe].enum_names.size();
  const bool known = !waits_.empty() && without_last(probes_[waits_.back().probe].scope) == node;
  if (!known) waiting_.resize(waiting_.size() + values);
  roles_[probe] = {Kind::kWaits, waits_.size()};
  waits_.push_back({probe, waiting_.size() - values, 0, {}, std::vector<std::uint64_t>(values)});
}

void NumaFocus::add_port(std::size_t probe, const MachineConfig& machine) {
  const std::string port_scope = without_last(probes_[probe].scope);
  const std::string node = last_of(without_last(without_last(port_scope)));
  Port port;
  for (int direction = 0; direction < machine.network.directions(); ++direction) {
    if (last_of(port_scope) != machine.ports().name(direction)) continue;
    for (int number = 0; number < machine.network.nodes(); ++number) {
      const Coordinate at = machine.network.coordinate(number);
      if (machine.network.node_name(at) != node || !machine.has_link(at, static_cast<Direction>(direction))) continue;
      const LinkSpeed speed = machine.link_speed(at, static_cast<Direction>(direction));
      port.cycles_per_flit = static_cast<double>(speed.full) / static_cast<double>(speed.own);
    }
  }
  roles_[probe] = {Kind::kCarries, ports_.size()};
  ports_.push_back(port);
}

void NumaFocus::add(Cycles cycle, const WaveChanges& changes) {
  network_->add(cycle, changes);
  times_->go_on(cycle);
  for (const WaveChange& change : changes) take(cycle, change);
}

void NumaFocus::take(Cycles cycle, const WaveChange& change) {
  const Role role = roles_[change.probe];
  if (role.kind == Kind::kWaits) {
    Wait& wait = waits_[role.index];
    const auto before = static_cast<std::size_t>(wait.value);
    const auto now = static_cast<std::size_t>(change.value);
    wait.cycles[before] += (cycle - wait.since).count();
    if (before != 0 && --waiting_[wait.first + before] == 0) times_->leave(wait.first + before);
    if (now != 0 && waiting_[wait.first + now]++ == 0) times_->enter(wait.first + now);
    wait.value = change.value;
    wait.since = cycle;
  } else if (role.kind == Kind::kCarries) {
    Port& port = ports_[role.index];
    if (port.carries) port.cycles += (cycle - port.since).count();
    port.carries = change.value != 0;
    port.since = cycle;
  }
}

void NumaFocus::look_at(std::uint64_t packet, const std::vector<std::uint64_t>& values) {
  is_about_packet_ = packet != 0;
  network_->look_at(packet, values);
}

void NumaFocus::look_at_output(const std::string& scope) {
  is_about_packet_ = true;
  network_->look_at_output(scope);
}

void NumaFocus::finish(Cycles end) {
  network_->finish(end);
  times_->finish(end);
  for (Wait& wait : waits_) wait.cycles[static_cast<std::size_t>(wait.value)] += (end - wait.since).count();
  for (Port& port : ports_) {
    if (port.carries) port.cycles += (end - port.since).count();
  }
}

std::optional<WaveHighlight> NumaFocus::highlight() const {
  std::optional<WaveHighlight> network = network_->highlight();
  if (network && is_about_packet_) return network;
  const Limit found = limit();
  if (found.share < kLeastShare || found.share <= busiest_port()) return network;
  return times_->highlight(found.state, group(found));
}

NumaFocus::Limit NumaFocus::limit() const {
  std::uint64_t most = 0;
  Limit found;
  for (std::size_t state = 0; state < waiting_.size(); ++state) {
    if (times_->spent_in(state) <= most) continue;
    most = times_->spent_in(state);
    found = {state, static_cast<double>(most) / static_cast<double>(times_->elapsed().count())};
  }
  return found;
}

double NumaFocus::busiest_port() const {
  double most = 0;
  for (const Port& port : ports_) most = std::max(most, static_cast<double>(port.cycles) * port.cycles_per_flit);
  return most / static_cast<double>(times_->elapsed().count());
}

WaveGroup NumaFocus::group(const Limit& limit) const {
  const Wait* longest = nullptr;
  std::size_t value = 0;
  for (const Wait& wait : waits_) {
    if (limit.state < wait.first || limit.state - wait.first >= wait.cycles.size()) continue;
    value = limit.state - wait.first;
    if (longest == nullptr || wait.cycles[value] > longest->cycles[value]) longest = &wait;
  }
  const Probe& probe = probes_[longest->probe];
  const std::string numa = without_last(probe.scope);
  const std::string node = without_last(numa);
  const std::string nic = last_of(probe.scope);
  TimedEvents events;
  const NumaNode layout(node_, events);  // the names of its links, and which resource a value is
  NodeLimitRows rows(probes_, numa);
  rows.say("what NICs of the node wait for");
  rows.add_resource(layout, LimitWords(layout).resources()[value]);
  rows.say(fmt::format("{} waits for it longest", nic));
  rows.add(nic, {probe.name});
  rows.add(nic + (probe.name == "limit_of_writes" ? ".pcie_up" : ".pcie_down"), {"carries", "kind", "message"});
  rows.add_memories(layout);
  return {
      fmt::format("limit: {}, {}, {:.0f} % of the time", last_of(node), probe.enum_names[value], 100.0 * limit.share),
      node, rows.rows()};
}

}  // namespace tactus
