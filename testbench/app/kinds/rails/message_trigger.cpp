#include "testbench/app/kinds/rails/message_trigger.h"

#include <fmt/core.h>

#include <algorithm>

#include "testbench/app/results/time_text.h"

namespace tactus {

MessageTrigger::MessageTrigger(Picoseconds latency, Clock grains)
    : latency_(latency), limit_(grains.cycle_at(latency)) {}

void MessageTrigger::attach(const ProbeList& probes) {
  for (const Probe& probe : probes) tells_.push_back(probe.name == "send_message" || probe.name == "receive_message");
}

std::optional<WaveEvent> MessageTrigger::look(Cycles cycle, const WaveChanges& changes) {
  // A message that ends now was under way until now.
  for (const auto& [message, begin] : begun_) {
    if (cycle - begin <= limit_) continue;
    return WaveEvent{cycle,
                     fmt::format("message {} is under way for more than {} us", message, microseconds_text(latency_)),
                     message};
  }
  bool changed = false;
  for (const WaveChange& change : changes) {
    if (!tells_[change.probe]) continue;
    value_[change.probe] = change.value;
    changed = true;
  }
  if (!changed) return std::nullopt;
  std::map<std::uint64_t, Cycles> under_way;
  for (const auto& [probe, message] : value_) {
    if (message == 0) continue;
    const auto before = begun_.find(message);
    under_way.emplace(message, before == begun_.end() ? cycle : before->second);
  }
  begun_ = std::move(under_way);
  return std::nullopt;
}

}  // namespace tactus
