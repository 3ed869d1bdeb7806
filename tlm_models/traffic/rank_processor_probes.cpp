#include "hw/common/sc_time_conversion.h"
#include "tlm_models/traffic/rank_processor.h"

namespace tactus {
namespace {

/// What a rank does; the order is that of `state_names`.
enum class RankState : std::uint8_t { kEnded, kCall, kCompute, kWait };

const std::vector<std::string>& state_names() {
  static const std::vector<std::string> kNames = {"ended", "call", "compute", "wait"};
  return kNames;
}

/// In the order of OpKind, after that of no step at all.
const std::vector<std::string>& step_names() {
  static const std::vector<std::string> kNames = {"none",          "isend",          "irecv",       "wait_sends",
                                                  "wait_receives", "wait_first",     "cancel",      "compute",
                                                  "combine",       "begin_sequence", "end_sequence"};
  return kNames;
}

RankState state_of(const std::optional<Op>& op, bool finished, bool blocked) {
  if (finished) return RankState::kEnded;
  if (blocked) return RankState::kWait;
  const bool computes = op && (op->kind == OpKind::kCompute || op->kind == OpKind::kCombine);
  return computes ? RankState::kCompute : RankState::kCall;
}

}  // namespace

void RankProcessor::add_probes(ProbeList& probes, const std::string& scope) const {
  probes.push_back({scope, "state", 2,
                    [this] { return static_cast<std::uint64_t>(state_of(op_, finished_, blocked_)); }, state_names()});
  probes.push_back(
      {scope, "step", 4, [this] { return op_ ? static_cast<std::uint64_t>(op_->kind) + 1 : 0; }, step_names()});
  probes.push_back({scope, "sequence", 32, [this] { return static_cast<std::uint64_t>(sequence_); }, {}});
  if (config_.noise == nullptr) return;
  probes.push_back({scope,
                    "noise",
                    1,
                    [this] {
                      const Picoseconds now = to_picoseconds(sc_core::sc_time_stamp());
                      return work_.taken_at(config_.clock * (now.count() / config_.clock.count())) ? 1 : 0;
                    },
                    {}});
}

}  // namespace tactus
