#include "testbench/app/kinds/rails/slowest_message.h"

#include <fmt/core.h>

#include <algorithm>

#include "testbench/app/results/time_text.h"
#include "testbench/app/results/wheel_waves.h"

namespace tactus {

SlowestMessage::SlowestMessage(RailsExperiment& experiment) : waves_(experiment), limit_(experiment.rails()) {
  ProbeList probes;
  waves_.add_probes(probes, [this] { return now_; });
  for (const Probe& probe : probes) {
    if (probe.name == "limit") limits_.push_back(probe);
    if (probe.name == "send_message" || probe.name == "receive_message") messages_.push_back(probe);
  }
  experiment.watch(*this);
}

void SlowestMessage::before(Picoseconds next) {
  const Clock grains = WheelWaves::grains();
  const Picoseconds until = grains.edge(grains.covering(next));
  if (touched_ && now_ + Picoseconds{TimedEvents::kGrain} < until) look(now_ + Picoseconds{TimedEvents::kGrain});
  while (true) {
    const Picoseconds change = waves_.next_change(now_);
    if (change >= next) return;
    const Picoseconds grain = grains.edge(grains.covering(change));
    if (grain >= until) return;
    look(grain);
  }
}

void SlowestMessage::look(Picoseconds grain) {
  for (auto& [number, message] : under_way_) {
    for (std::size_t rail = 0; rail < limit_.size(); ++rail) {
      if (limit_[rail] == 0) continue;  // protocol and latency
      message.waits.try_emplace({rail, limit_[rail]}, Wait{now_, {}}).first->second.all += grain - now_;
    }
  }
  now_ = grain;
  touched_ = false;
  for (std::size_t rail = 0; rail < limit_.size(); ++rail) limit_[rail] = limits_[rail].read();
  std::map<std::uint64_t, Message> still;
  for (const Probe& probe : messages_) {
    const std::uint64_t number = probe.read();
    if (number == 0 || still.count(number) != 0) continue;
    const auto before = under_way_.find(number);
    still.emplace(number, before == under_way_.end() ? Message{number, now_, now_} : std::move(before->second));
    if (before != under_way_.end()) under_way_.erase(before);
  }
  for (auto& [number, message] : under_way_) {  // these have ended
    message.end = now_;
    if (message.end - message.begin > time()) slowest_ = std::move(message);
  }
  under_way_ = std::move(still);
}

SlowestMessage::Waits::const_iterator SlowestMessage::longest() const {
  return std::max_element(slowest_.waits.begin(), slowest_.waits.end(),
                          [](const auto& a, const auto& b) { return a.second.all < b.second.all; });
}

Picoseconds SlowestMessage::event() const { return slowest_.waits.empty() ? slowest_.begin : longest()->second.first; }

std::string SlowestMessage::what() const {
  const std::string message = fmt::format("message {}, the slowest, {} us", slowest_.number, microseconds_text(time()));
  if (slowest_.waits.empty()) return message + ", is sent";
  const auto [rail, value] = longest()->first;
  return fmt::format("{}, waits longest for rail {}, {}", message, rail, limits_[rail].enum_names[value]);
}

}  // namespace tactus
