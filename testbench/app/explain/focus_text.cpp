#include "testbench/app/explain/focus_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "testbench/app/explain/part_meanings.h"
#include "testbench/app/explain/places.h"
#include "testbench/app/results/text_summary.h"

namespace tactus {
namespace {

double mean(std::uint64_t cycles, std::uint64_t packets) {
  return packets > 0 ? static_cast<double>(cycles) / static_cast<double>(packets) : 0;
}

/// Stages of one of the parts.
std::string stages_text(const SplitSum& some, const SplitSum& all, LatencyPart part) {
  std::string text;
  for (std::size_t i = 0; i < kStageParts; ++i) {
    const auto stage = static_cast<StagePart>(i);
    if (latency_part(stage) != part || some.stages->of_part[i] == 0) continue;
    text += fmt::format("  {:>10.1f} {:>10.1f}    {:<14} {}\n", mean(some.stages->of_part[i], some.count),
                        mean(all.stages->of_part[i], all.count), name_of(access_stage(stage)),
                        meaning_of(access_stage(stage)));
  }
  return text;
}

/// Parts of the packets' latency beside those of all packets, the largest first.
std::string parts_text(const SplitSum& some, const SplitSum& all) {
  std::vector<std::pair<LatencyPart, std::uint64_t>> parts;
  for (std::size_t i = 0; i < kLatencyParts; ++i) {
    if (some.time.of_part[i] > 0) parts.emplace_back(static_cast<LatencyPart>(i), some.time.of_part[i]);
  }
  std::stable_sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  for (const auto& [part, cycles] : parts) {
    text += fmt::format("  {:>10.1f} {:>10.1f}  {:<14} {}\n", mean(cycles, some.count), mean(all.time[part], all.count),
                        name_of(part), meaning_of(part));
    if (some.stages && all.stages) text += stages_text(some, all, part);
  }
  return text;
}

std::string life_text(const RunSummary& run, const NamedLife& life) {
  std::string text;
  for (const NamedPiece& piece : life.pieces) {
    const std::string held = piece.held_by ? fmt::format(", one from {}", *piece.held_by) : "";
    text += fmt::format("  {:>10} {:>10}  {:<14} {} {}{}\n", piece.begin, piece.cycles, name_of(piece.part),
                        place_in_column(run, piece.place),
                        piece.stage ? meaning_of(*piece.stage) : meaning_of(piece.part), held);
  }
  return text;
}

std::string packets_text(const RunSummary& run, const PacketsSummary& packets) {
  const SplitSum& all = run.attribution->total;
  if (packets.total.count == 0) return fmt::format("\nNothing ended in the run of: {}\n", packets.which);
  const NamedLife& life = *packets.slowest;
  std::string text;
  if (packets.total.count > 1) {
    text += fmt::format("\nWhat {} spent: cycles, the mean of {}, beside the mean of all packets of the run\n",
                        packets.which, packets.total.count);
    text += fmt::format("  {:>10.1f} {:>10.1f}  {}\n", mean(packets.total.time.sum(), packets.total.count),
                        mean(all.time.sum(), all.count), "latency");
    text += parts_text(packets.total, all);
  }
  const std::string message = life.message ? fmt::format(", of message {}", *life.message) : "";
  text += fmt::format("\n{} {}{}, from {} to {}: {} cycles from creation to memory (cycle, cycles)\n",
                      packets.total.count > 1 ? "The slowest of these is packet" : "Packet", life.packet, message,
                      node_text(run, life.source), node_text(run, life.destination), life.latency);
  return text + life_text(run, life);
}

std::string summary_text(const RunSummary& run, const NodeSummary& node, std::uint64_t path_length) {
  std::string text = fmt::format("\n{}{}\n", run.graph ? "Node: " : "Node ", node_text(run, node.node));
  if (node.noise_s) text += fmt::format("  noise took {} from its ranks\n", duration_text(*node.noise_s));
  if (node.began_s) text += fmt::format("  its last rank began at {}\n", duration_text(*node.began_s));
  for (const OutputRecord& output : node.outputs) {
    text += fmt::format("  packets waited {} cycles for {}, summed over the packets\n", output.sum.waited(),
                        place_text(run, output.place));
  }
  if (!node.path) return text;
  const auto percent = [&](std::uint64_t cycles) {
    return path_length > 0 ? 100 * static_cast<double>(cycles) / static_cast<double>(path_length) : 0;
  };
  text += fmt::format("  {:.1f} % of the critical path was spent here\n", percent(node.path->length));
  for (const PathSum& sum : node.path->most) {
    text += fmt::format("  {:5.1f} %  {:<14} {} {}\n", percent(sum.time), name_of(sum.part),
                        place_in_column(run, sum.place), sum.stage ? meaning_of(*sum.stage) : meaning_of(sum.part));
  }
  return text;
}

}  // namespace

std::string focus_text(const RunSummary& run) {
  if (!run.focus) return {};
  std::string text;
  const std::uint64_t length = run.critical_path ? run.critical_path->length : 0;
  for (const NodeSummary& node : run.focus->nodes) text += summary_text(run, node, length);
  for (const PacketsSummary& packets : run.focus->packets) text += packets_text(run, packets);
  return text;
}

}  // namespace tactus
