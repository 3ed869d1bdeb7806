#include "testbench/app/compare/level_error.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>
#include <vector>

#include "testbench/app/compare/kendall_tau.h"

namespace tactus {
namespace {

using Pairs = std::vector<std::pair<double, double>>;

auto identity(const MessageRecord& message) {
  return std::tie(message.source, message.destination, message.tag, message.nic);
}

std::vector<MessageRecord> by_identity(std::vector<MessageRecord> messages) {
  std::sort(messages.begin(), messages.end(),
            [](const MessageRecord& a, const MessageRecord& b) { return identity(a) < identity(b); });
  return messages;
}

ErrorPercentiles percentiles(std::vector<double> sizes) {
  if (sizes.empty()) return {};
  std::sort(sizes.begin(), sizes.end());
  const auto nearest_rank = [&sizes](double share) {
    const double rank = std::ceil(share * static_cast<double>(sizes.size()));
    return sizes[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
  };
  return {nearest_rank(0.5), nearest_rank(0.9), nearest_rank(0.99), sizes.back()};
}

/// Time of each sequence that has ended, by its place in the result.
std::map<std::size_t, double> sequence_times(const nlohmann::json& result) {
  std::map<std::size_t, double> times;
  if (!result.contains("sequences")) return times;
  const auto& sequences = result["sequences"];
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    const auto& end = sequences[i]["last_end_s"];
    if (end.is_number()) times[i] = end.get<double>() - sequences[i]["start_s"].get<double>();
  }
  return times;
}

class MessageErrors {
 public:
  explicit MessageErrors(Clock clock) : cycle_s_(clock.picoseconds() * 1e-12) {}

  void add(const MessageRecord& reference, const MessageRecord& message) {
    const auto expected = static_cast<double>(reference.completed);
    const double error = static_cast<double>(message.completed) - expected;
    const double relative = error / std::max(expected, 1.0);
    absolute_s_.push_back(std::abs(error) * cycle_s_);
    relative_.push_back(std::abs(relative));
    sum_ += relative;
    const auto duration = [](const MessageRecord& m) { return static_cast<double>(m.completed - m.started); };
    durations_.emplace_back(duration(reference), duration(message));
  }

  void summarise(LevelError& error) {
    error.messages = relative_.size();
    if (!relative_.empty()) error.mean_relative = sum_ / static_cast<double>(relative_.size());
    error.absolute_s = percentiles(std::move(absolute_s_));
    error.relative = percentiles(std::move(relative_));
    error.message_tau = kendall_tau(std::move(durations_));
  }

 private:
  double cycle_s_;
  std::vector<double> absolute_s_;
  std::vector<double> relative_;
  double sum_ = 0;
  Pairs durations_;
};

}  // namespace

LevelError level_error(const RunOutcome& reference, const RunOutcome& run, Clock clock) {
  LevelError error;
  const auto result_a = nlohmann::json::parse(reference.result);
  const auto result_b = nlohmann::json::parse(run.result);
  error.reference_s = result_a["simulated_seconds"];
  error.time_s = result_b["simulated_seconds"];

  const std::vector<MessageRecord> a = by_identity(reference.messages);
  const std::vector<MessageRecord> b = by_identity(run.messages);
  MessageErrors messages(clock);
  auto other = b.begin();
  std::uint64_t common = 0;
  for (const MessageRecord& message : a) {
    while (other != b.end() && identity(*other) < identity(message)) ++other;
    if (other == b.end() || identity(message) < identity(*other)) continue;
    messages.add(message, *other++);
    ++common;
  }
  messages.summarise(error);
  error.alone = a.size() + b.size() - 2 * common;

  Pairs times;
  const std::map<std::size_t, double> times_b = sequence_times(result_b);
  for (const auto& [sequence, time] : sequence_times(result_a)) {
    const auto found = times_b.find(sequence);
    if (found != times_b.end()) times.emplace_back(time, found->second);
  }
  error.sequence_tau = kendall_tau(std::move(times));
  return error;
}

}  // namespace tactus
