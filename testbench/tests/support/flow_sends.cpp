#include "testbench/tests/support/flow_sends.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "testbench/tests/support/cpu_time.h"
#include "tlm_models/flow/flow_network.h"
#include "tlm_models/flow/maxmin_solver.h"

namespace tactus {
namespace {

class Senders {
 public:
  Senders(const FlowTopology& topology, const FlowSends& sends)
      : sends_(sends), solver_(topology), network_(topology, solver_, {}), ends_(sends.by_node.size()) {
    for (std::size_t node = 0; node < ends_.size(); ++node) ends_[node].reserve(sends.by_node[node].size());
  }

  void run() {
    start_all();
    std::vector<FlowEvent> events;
    while (!network_.idle()) {
      events.clear();
      network_.advance_to(network_.next_event(), events);
      for (const FlowEvent& event : events) {
        if (event.kind != FlowEvent::Kind::kLeft) continue;
        ends_[event.user].push_back(static_cast<double>(network_.now().count()));
        if (!sends_.barrier) start_next(event.user);
      }
      if (sends_.barrier && network_.idle()) start_all();
    }
  }
  std::vector<std::vector<double>> take_ends() { return std::move(ends_); }

 private:
  void start_all() {
    for (std::size_t node = 0; node < ends_.size(); ++node) start_next(node);
  }
  void start_next(std::size_t node) {
    const std::size_t done = ends_[node].size();
    if (done == sends_.by_node[node].size()) return;
    const FlowSend& send = sends_.by_node[node][done];
    network_.start(
        {{static_cast<int>(node)}, {send.to}, static_cast<double>(send.bytes), FlowSolver::kUnlimited, node});
  }

  const FlowSends& sends_;
  MaxMinSolver solver_;
  FlowNetwork network_;
  std::vector<std::vector<double>> ends_;
};

}  // namespace

double FlowSendTimes::last() const {
  double last = 0;
  for (const std::vector<double>& node : ends) {
    if (!node.empty()) last = std::max(last, node.back());
  }
  return last;
}

FlowSendTimes send_by_flow_network(const FlowTopology& topology, const FlowSends& sends) {
  Senders senders(topology, sends);
  FlowSendTimes times;
  const double before = user_cpu_s();
  senders.run();
  times.user_cpu_s = user_cpu_s() - before;
  times.ends = senders.take_ends();
  return times;
}

}  // namespace tactus
