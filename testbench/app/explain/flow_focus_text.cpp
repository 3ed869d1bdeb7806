#include "testbench/app/explain/flow_focus_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "testbench/app/explain/part_meanings.h"
#include "testbench/app/explain/places.h"
#include "testbench/app/results/text_summary.h"

namespace tactus {
namespace {

constexpr std::size_t kShownStretches = 12;

double mean_seconds(std::uint64_t picoseconds, std::uint64_t messages) {
  return messages > 0 ? static_cast<double>(picoseconds) * 1e-12 / static_cast<double>(messages) : 0;
}

/// Parts, the largest first, beside those of all messages.
std::string parts_beside(const FlowTotal& some, const FlowTotal& all) {
  std::vector<std::pair<FlowPart, std::uint64_t>> parts;
  for (std::size_t i = 0; i < kFlowParts; ++i) {
    if (some.time.of_part[i] > 0) parts.emplace_back(static_cast<FlowPart>(i), some.time.of_part[i]);
  }
  std::stable_sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  for (const auto& [part, time] : parts) {
    text += fmt::format("  {:>11} {:>11}  {:<10} {}\n", duration_text(mean_seconds(time, some.count)),
                        duration_text(mean_seconds(all.time[part], all.count)), name_of(part), meaning_of(part));
  }
  return text;
}

std::string rates_text(const NamedFlowLife& life) {
  if (life.stretches.empty()) return "";
  // The longest ones, in the order of time.
  std::vector<const NamedStretch*> shown;
  for (const NamedStretch& stretch : life.stretches) shown.push_back(&stretch);
  std::stable_sort(shown.begin(), shown.end(),
                   [](const NamedStretch* a, const NamedStretch* b) { return a->length_s > b->length_s; });
  shown.resize(std::min(shown.size(), kShownStretches));
  std::sort(shown.begin(), shown.end());
  std::string text =
      shown.size() == life.stretches.size()
          ? "Its rates (from, for)\n"
          : fmt::format("Its rates, the {} longest of {} (from, for)\n", shown.size(), life.stretches.size());
  for (const NamedStretch* stretch : shown) {
    text += fmt::format("  {:>11} {:>11}  {:>7.3f} GB/s  {}\n", duration_text(stretch->begin_s),
                        duration_text(stretch->length_s), stretch->bytes_per_second * 1e-9,
                        stretch->bottleneck ? "bottleneck " + *stretch->bottleneck : "its own limit");
  }
  return text;
}

std::string messages_text(const RunSummary& run, const MessagesSummary& messages, const FlowTotal& all) {
  if (messages.total.count == 0) return fmt::format("\nNothing arrived in the run of: {}\n", messages.which);
  const NamedFlowLife& life = *messages.slowest;
  const bool several = messages.total.count > 1;
  std::string text;
  if (several) {
    text += fmt::format("\nWhat {} spent: the mean of {}, beside the mean of all messages of the run\n", messages.which,
                        messages.total.count);
    text += fmt::format("  {:>11} {:>11}  {}\n",
                        duration_text(mean_seconds(messages.total.time.sum(), messages.total.count)),
                        duration_text(mean_seconds(all.time.sum(), all.count)), "time");
    text += parts_beside(messages.total, all);
  }
  text +=
      fmt::format("\n{} {}, from {} to {}: sent at {}, it took {}\n",
                  several ? "The slowest of these is message" : "Message", life.message, node_text(run, life.source),
                  node_text(run, life.destination), duration_text(life.sent_s), duration_text(life.time_s));
  FlowTotal own;
  own.add(life.parts);
  return text + (several ? "" : parts_beside(own, all)) + rates_text(life);
}

std::string node_path_text(const RunSummary& run, const FlowNodeSummary& node, std::uint64_t length) {
  const auto percent = [&](std::uint64_t time) {
    return length > 0 ? 100 * static_cast<double>(time) / static_cast<double>(length) : 0;
  };
  std::string text = fmt::format("\n{}{}\n  {:.1f} % of the critical path was spent here, beside its links\n",
                                 run.graph ? "Node: " : "Node ", node_text(run, node.node), percent(node.path.length));
  for (const FlowPathSum& sum : node.path.most) {
    text += fmt::format("  {:5.1f} %  {:<14} {}\n", percent(sum.time), name_of(sum.part), meaning_of(sum.part));
  }
  return text;
}

}  // namespace

std::string flow_focus_text(const RunSummary& run) {
  if (!run.flow_focus) return {};
  std::string text;
  const std::uint64_t length = run.flow_critical_path ? run.flow_critical_path->length : 0;
  for (const FlowNodeSummary& node : run.flow_focus->nodes) text += node_path_text(run, node, length);
  for (const MessagesSummary& each : run.flow_focus->messages) {
    text += messages_text(run, each, run.flow_attribution->total);
  }
  return text;
}

}  // namespace tactus
