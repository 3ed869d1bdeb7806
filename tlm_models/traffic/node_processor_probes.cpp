#include "hw/common/sc_time_conversion.h"
#include "tlm_models/traffic/node_processor.h"

namespace tactus {
namespace {

/// In the order of RankState.
const std::vector<std::string>& state_names() {
  static const std::vector<std::string> kNames = {"ended", "call", "compute", "wait"};
  return kNames;
}

/// In the order of OpKind, after that of no step at all.
const std::vector<std::string>& step_names() {
  static const std::vector<std::string> kNames = {"none",          "isend",          "irecv",        "wait_sends",
                                                  "wait_receives", "wait_first",     "cancel",       "compute",
                                                  "combine",       "begin_sequence", "end_sequence", "wait"};
  return kNames;
}

}  // namespace

void NodeProcessor::add_probes(int place, ProbeList& probes, const std::string& scope) const {
  const RankInterpreter& self = rank(place);
  probes.push_back({scope, "state", 2, [&self] { return static_cast<std::uint64_t>(self.state()); }, state_names()});
  probes.push_back({scope, "step", 4,
                    [&self] { return self.step() ? static_cast<std::uint64_t>(*self.step()) + 1 : 0; }, step_names()});
  probes.push_back({scope, "sequence", 32, [&self] { return static_cast<std::uint64_t>(self.sequence()); }, {}});
  if (!self.has_noise()) return;
  probes.push_back({scope,
                    "noise",
                    1,
                    [this, &self] { return self.taken_at(config_.clock.edge(cycle_now(config_.clock))) ? 1 : 0; },
                    {}});
}

}  // namespace tactus
