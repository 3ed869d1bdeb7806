#include "testbench/app/compare/level_error.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>
#include <vector>

#include "testbench/app/compare/kendall_tau.h"
#include "testbench/app/results/result_json.h"
#include "testbench/app/results/text_summary.h"

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

RunSummary summary_of(const RunOutcome& run) {
  return read_run(nlohmann::ordered_json::parse(run.result), {"simulated_seconds", "sequences"});
}

/// Time of each sequence that has ended, by its place in the result.
std::map<std::size_t, double> sequence_times(const RunSummary& run) {
  std::map<std::size_t, double> times;
  for (std::size_t i = 0; i < run.sequences.size(); ++i) {
    const SequenceSummary& sequence = run.sequences[i];
    if (sequence.last_end_s) times[i] = *sequence.last_end_s - *sequence.start_s;
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

nlohmann::ordered_json json_of(const ErrorPercentiles& error) {
  return {{"p50", error.p50}, {"p90", error.p90}, {"p99", error.p99}, {"max", error.max}};
}

nlohmann::ordered_json value_or_null(const std::optional<double>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

std::string tau_text(const std::optional<double>& tau) { return tau ? fmt::format("{:.3f}", *tau) : "none"; }

}  // namespace

LevelError level_error(const RunOutcome& reference, const RunOutcome& run, Clock clock) {
  LevelError error;
  const RunSummary summary_a = summary_of(reference);
  const RunSummary summary_b = summary_of(run);
  error.reference_s = summary_a.simulated_seconds();
  error.time_s = summary_b.simulated_seconds();

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
  const std::map<std::size_t, double> times_b = sequence_times(summary_b);
  for (const auto& [sequence, time] : sequence_times(summary_a)) {
    const auto found = times_b.find(sequence);
    if (found != times_b.end()) times.emplace_back(time, found->second);
  }
  error.sequence_tau = kendall_tau(std::move(times));
  return error;
}

nlohmann::ordered_json to_json(const LevelError& error, const std::array<std::string, 2>& levels) {
  nlohmann::ordered_json json;
  json["levels"] = levels;
  json["simulated_seconds"] = {{levels[0], error.reference_s}, {levels[1], error.time_s}};
  json["relative_time_error"] = error.relative_time_error();
  json["messages"] = error.messages;
  json["messages_in_one_only"] = error.alone;
  json["completion_error"] = {{"relative", json_of(error.relative)},
                              {"seconds", json_of(error.absolute_s)},
                              {"mean_relative", error.mean_relative}};
  json["kendall_tau"] = {{"message_durations", value_or_null(error.message_tau)},
                         {"sequence_times", value_or_null(error.sequence_tau)}};
  return json;
}

std::string to_text(const LevelError& error, const std::array<std::string, 2>& levels) {
  std::string text = fmt::format("time       {} {}, {} {}: {:+.1f} %\n", levels[0], duration_text(error.reference_s),
                                 levels[1], duration_text(error.time_s), 100 * error.relative_time_error());
  text += fmt::format("messages   {} in both, {} in one only; completed {:+.1f} % off on average\n", error.messages,
                      error.alone, 100 * error.mean_relative);
  const ErrorPercentiles& relative = error.relative;
  const ErrorPercentiles& absolute = error.absolute_s;
  text += fmt::format("  off by   {:>10} {:>10} {:>10} {:>10}\n", "p50", "p90", "p99", "max");
  text += fmt::format("  share    {:>8.1f} % {:>8.1f} % {:>8.1f} % {:>8.1f} %\n", 100 * relative.p50,
                      100 * relative.p90, 100 * relative.p99, 100 * relative.max);
  text += fmt::format("  time     {:>10} {:>10} {:>10} {:>10}\n", duration_text(absolute.p50),
                      duration_text(absolute.p90), duration_text(absolute.p99), duration_text(absolute.max));
  text += fmt::format("ranking    Kendall's tau of messages' durations {}, of sequences' times {}\n",
                      tau_text(error.message_tau), tau_text(error.sequence_tau));
  return text;
}

}  // namespace tactus
