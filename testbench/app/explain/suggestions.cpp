
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "testbench/app/explain/explanation.h"
#include "testbench/app/explain/numa_suggestions.h"
#include "testbench/app/explain/rails_suggestions.h"

namespace tactus {
namespace {

/// Less than this share of the latency is not worth a try.
constexpr double kWorthIt = 0.02;

class Candidates {
 public:
  Candidates(const Scenario& scenario, const RunSummary& run) : scenario_(scenario), run_(run) {}

  std::vector<Suggestion> take() {
    if (run_.flow_attribution) {
      const FlowSplit& time = run_.flow_attribution->total.time;
      const bool shared = is_worth_it(time, {FlowPart::kShared});
      if (shared) add_routes_of_flows();
      if (shared || is_worth_it(time, {FlowPart::kPace})) add_bias();
      add_quiet();
      return std::move(list_);
    }
    using Part = LatencyPart;
    const LatencySplit& time = run_.attribution->total.time;
    // Messages wait in the ring, and their packets in the engine, behind those of other classes.
    if (is_worth_it(time, {Part::kSoftware, Part::kEngine})) add({"nic.class_queues=true"});
    if (is_worth_it(time, {Part::kQueue, Part::kOutput, Part::kInput, Part::kCredits, Part::kBubble, Part::kStall,
                           Part::kEngine})) {
      add_routes();
      add_flow_control(time);
      add_pacing();
      add_router();
    }
    if (run_.attribution->total.stages) {
      for (Suggestion& each : numa_suggestions(scenario_, run_)) list_.push_back(std::move(each));
    } else if (is_worth_it(time, {Part::kMemory})) {
      add({"nic.packet_buffers=4", "nic.outstanding_reads=2"});
    }
    add_quiet();
    return std::move(list_);
  }

 private:
  template <class Split>
  [[nodiscard]] static bool is_worth_it(const Split& time, const std::vector<typename Split::Part>& parts) {
    std::uint64_t sum = 0;
    for (const auto part : parts) sum += time[part];
    return sum > 0 && static_cast<double>(sum) / static_cast<double>(time.sum()) >= kWorthIt;
  }
  /// Unless the scenario says all of it already, or has no such key.
  void add(const Settings& settings) {
    bool differs = false;
    for (const std::string& setting : settings) {
      const std::size_t equals = setting.find('=');
      const std::string key = setting.substr(0, equals);
      // A key behind the first takes effect by the first, and need not have one in the run.
      if (run_.configured(key).empty() && setting == settings.front()) return;
      differs = differs || run_.configured(key) != setting.substr(equals + 1);
    }
    if (differs) list_.push_back({settings});
  }

  /// What disturbs the run cannot be chosen; the run without it says what it costs.
  void add_quiet() {
    if (run_.noise) add({"noise.kind=none"});
    if (run_.late_starts) add({"workload.imbalance=0 ns"});
    if (!scenario_.machine.link.overrides.empty()) add({"link.overrides=none"});
    if (!scenario_.machine.faults.cables.empty()) add({"faults.cables=none"});
    if (!scenario_.machine.faults.routers.empty()) add({"faults.routers=none"});
    if (!scenario_.machine.faults.switches.empty()) add({"faults.switches=none"});
    if (!scenario_.machine.faults.outages.empty()) add({"faults.outages=none"});
    if (!scenario_.machine.faults.breaks.empty()) add({"faults.breaks=none"});
    if (scenario_.machine.faults.bit_error_rate > 0) add({"faults.bit_error_rate=0"});
  }
  /// The scenario's reader refuses machines that cannot have it.
  void add_flow_control(const LatencySplit& time) {
    const NetworkShape& network = scenario_.machine.network;
    bool rings = false;
    for (int d = 0; !network.is_numbered() && d < network.dimensions(); ++d) rings = rings || network.wraps(d);
    if (!rings) return;
    if (is_worth_it(time, {LatencyPart::kCredits})) add({"router.flow_control=bubble"});
    if (is_worth_it(time, {LatencyPart::kBubble})) add({"router.flow_control=dateline"});
  }
  void add_routes() {
    if (has_even_ring(scenario_.machine.network)) add({"router.tie_break=signed"});
    if (!scenario_.machine.network.is_graph()) return;
    // The scenario's reader refuses those that lack VCs.
    for (const char* routing : {"minimal", "up_down", "fault_tolerant"}) {
      add({fmt::format("router.routing={}", routing)});
    }
  }
  /// Flows know one rule more, on the machine's network or another one.
  void add_routes_of_flows() {
    if (scenario_.flow.topology != FlowTopologyKind::kTorus) return;
    const std::vector<int>& sizes = scenario_.flow.dimensions.sizes;
    const bool own = std::any_of(sizes.begin(), sizes.end(), [](int size) { return size % 2 == 0; });
    if (!own && !(sizes.empty() && has_even_ring(scenario_.machine.network))) return;
    add({"router.tie_break=signed"});
    add({"flow.tie_break=alternate"});
  }
  void add_bias() {
    for (const char* bias : {"0", "0.5", "1", "1.25", "2"}) {
      add({"pacing.mode=hops", fmt::format("pacing.bias={}", bias)});
    }
  }
  void add_pacing() {
    add_bias();
    for (const char* window : {"1", "3"}) {
      add({"pacing.mode=hops", "pacing.bias=0.25", fmt::format("pacing.window={}", window)});
    }
  }
  void add_router() {
    if (run_.configured("router.switch_hold") == "packet") {
      for (const char* arbiter :
           {"round_robin", "oldest_first", "first_come", "injection_first", "through_first", "matrix"}) {
        add({fmt::format("router.arbiter={}", arbiter)});
      }
    }
    add({"router.input_nomination=any", "router.input_queue=per_output", "router.input_transfers=queue"});
    add({"router.input_nomination=any", "router.input_transfers=vc"});
    const std::uint64_t buffer = 2 * scenario_.machine.router.vc_buffer.count();
    add({fmt::format("router.vc_buffer={}", buffer)});
  }

  const Scenario& scenario_;
  const RunSummary& run_;
  std::vector<Suggestion> list_;
};

}  // namespace

bool has_even_ring(const NetworkShape& network) {
  for (int d = 0; !network.is_numbered() && d < network.dimensions(); ++d) {
    if (network.wraps(d) && network.size(d) % 2 == 0) return true;
  }
  return false;
}

std::vector<Suggestion> suggestions(const Scenario& scenario, const RunSummary& run) {
  return run.rails ? rails_suggestions(scenario) : Candidates(scenario, run).take();
}

}  // namespace tactus
