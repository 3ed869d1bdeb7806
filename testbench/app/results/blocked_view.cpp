#include "testbench/app/results/blocked_view.h"

#include <fmt/core.h>

#include <algorithm>

namespace tactus {
namespace {

/// More do not fit on a screen together with what follows.
constexpr std::size_t kMostInputs = 4;

}  // namespace

BlockedView::BlockedView(const ProbeList& probes, const NetworkShape& torus, RouterPorts ports,
                         const Blocking& blocking)
    : torus_(torus), ports_(ports), blocking_(blocking), node_(blocking.router.substr(0, blocking.router.rfind('.'))) {
  while (here_ + 1 < torus_.nodes() && torus_.node_name(torus_.coordinate(here_)) != node_name()) ++here_;
  for (std::size_t i = 0; i < probes.size(); ++i) probes_[probes[i].scope + "." + probes[i].name] = i;
  const std::string output = fmt::format("{}.{}.vc_", blocking.router, ports_.name(blocking.port));
  while (probes_.count(fmt::format("{}{}.credits", output, vcs_)) != 0) ++vcs_;
  add_inputs();
  add_output();
  add_behind();
}

std::string BlockedView::title() const {
  return fmt::format("blocked: {} {}{}, {} of {} cycles", node_name(), leads_to(), side(blocking_.port),
                     blocking_.blocked, blocking_.length);
}

std::string BlockedView::side(int port) const { return torus_.side_name(torus_.coordinate(here_), port); }

const char* BlockedView::leads_to() const { return torus_.is_graph() && !ports_.is_nic(blocking_.port) ? "to " : ""; }

void BlockedView::add_inputs() {
  say(fmt::format("who waits for {} from cycle {} on", side(blocking_.port), blocking_.begin.count()));
  for (std::size_t i = 0; i < std::min(kMostInputs, blocking_.inputs.size()); ++i) {
    const Blocking::Input& input = blocking_.inputs[i];
    const std::string name = fmt::format("{} vc_{}", side(input.port), input.vc);
    const std::string scope = fmt::format("{}.{}.vc_{}", blocking_.router, ports_.name(input.port), input.vc);
    add(scope, name, {"front", "front_packet", "front_wants", "occupancy"});
    if (!ports_.is_nic(input.port)) continue;
    const int engine = ports_.nic_of(input.port);
    add(fmt::format("{}.nic.engine_{}", node_, engine), fmt::format("engine_{}", engine),
        {"state", "sends", "credits"});
  }
}

void BlockedView::add_output() {
  const std::string port = ports_.name(blocking_.port);
  say("who has it");
  const std::string shown = side(blocking_.port);
  add(fmt::format("{}.{}", blocking_.router, port), shown, {"carries", "granted_to", "packet", "flits_left"});
  say("room behind it");
  for (int vc = 0; vc < vcs_; ++vc) {
    add(fmt::format("{}.{}.vc_{}", blocking_.router, port, vc), fmt::format("{} vc_{}", shown, vc), {"credits"});
  }
}

void BlockedView::add_behind() {
  if (ports_.is_nic(blocking_.port)) {
    const int engine = ports_.nic_of(blocking_.port);
    const std::string scope = fmt::format("{}.nic.engine_{}", node_, engine);
    for (int vc = 0; vc < vcs_; ++vc) {
      add(fmt::format("{}.vc_{}", scope, vc), fmt::format("engine_{} vc_{}", engine, vc), {"occupancy"});
    }
    add(scope, fmt::format("engine_{}", engine), {"pending_writes"});
    return;
  }
  const auto direction = static_cast<Direction>(blocking_.port);
  const std::string next = torus_.node_name(torus_.neighbour(torus_.coordinate(here_), direction));
  const std::string port = ports_.name(static_cast<int>(opposite(direction)));
  const std::string shown = torus_.is_graph() ? node_name() : port;  // what that input is from
  const std::string scope = fmt::format("{}.{}.router.{}", node_.substr(0, node_.rfind('.')), next, port);
  if (probes_.count(scope + ".vc_0.occupancy") == 0) {
    say(fmt::format("{} behind it is not recorded (waves.nodes)", next));
    return;
  }
  for (int vc = 0; vc < vcs_; ++vc) {
    add(fmt::format("{}.vc_{}", scope, vc), fmt::format("{} {} vc_{}", next, shown, vc),
        {"occupancy", "front_packet", "front_wants"});
  }
}

void BlockedView::add(const std::string& scope, const std::string& prefix, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const auto found = probes_.find(fmt::format("{}.{}", scope, name));
    if (found != probes_.end()) rows_.push_back({found->second, fmt::format("{} {}", prefix, name)});
  }
}

}  // namespace tactus
