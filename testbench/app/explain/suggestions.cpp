#include "testbench/app/explain/suggestions.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "testbench/app/explain/even_ring.h"

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;

/// Less than this share of the latency is not worth a try.
constexpr double kWorthIt = 0.02;

class Candidates {
 public:
  Candidates(const Scenario& scenario, const Json& result)
      : scenario_(scenario),
        configuration_(result.at("configuration")),
        flows_(result.contains("flow_attribution")),
        attribution_(result.at(flows_ ? "flow_attribution" : "attribution")) {}

  std::vector<Suggestion> take() {
    if (flows_) {
      if (share({"shared"}) >= kWorthIt) add_routes_of_flows();
      if (share({"shared"}) >= kWorthIt || share({"pace"}) >= kWorthIt) add_bias();
      return std::move(list_);
    }
    const double network = share({"queue", "output", "input", "credits", "nic_credits", "engine"});
    if (network >= kWorthIt) {
      add_routes();
      add_pacing();
      add_router();
    }
    if (share({"read"}) >= kWorthIt) add({"nic.packet_buffers=4", "nic.outstanding_reads=2"});
    return std::move(list_);
  }

 private:
  [[nodiscard]] double share(const std::vector<const char*>& parts) const {
    double sum = 0;
    for (const char* part : parts) sum += attribution_.at("parts").at(part).get<double>();
    const auto all = attribution_.at(flows_ ? "latency_ps" : "latency_cycles").get<double>();
    return all > 0 ? sum / all : 0;
  }
  [[nodiscard]] bool is(const std::string& key, const std::string& value) const {
    return configuration_.contains(key) && configuration_.at(key) == value;
  }
  /// Unless the scenario says all of it already, or has no such key.
  void add(const Suggestion& settings) {
    bool differs = false;
    for (const std::string& setting : settings) {
      const std::size_t equals = setting.find('=');
      const std::string key = setting.substr(0, equals);
      // A key behind the first takes effect by the first, and need not have one in the run.
      if (!configuration_.contains(key) && setting == settings.front()) return;
      differs = differs || !configuration_.contains(key) || configuration_.at(key) != setting.substr(equals + 1);
    }
    if (differs) list_.push_back(settings);
  }

  void add_routes() {
    if (has_even_ring(scenario_.machine.network)) add({"router.tie_break=signed"});
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
    if (is("router.switch_hold", "packet")) {
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
  const Json& configuration_;
  bool flows_;  ///< of messages at flow level
  const Json& attribution_;
  std::vector<Suggestion> list_;
};

}  // namespace

std::vector<Suggestion> suggestions(const Scenario& scenario, const nlohmann::ordered_json& result) {
  return Candidates(scenario, result).take();
}

}  // namespace tactus
