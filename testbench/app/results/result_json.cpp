#include "testbench/app/results/result_json.h"

#include <nlohmann/json.hpp>

#include "testbench/app/results/atomic_file.h"
#include "testbench/app/results/time_text.h"

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;

template <class Value>
Json value_or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json json_of(const std::vector<std::pair<std::string, std::string>>& texts) {
  Json json = Json::object();
  for (const auto& [name, text] : texts) json[name] = text;
  return json;
}

Json json_of(const LatencySummary& latency) {
  Json up_to = Json::array();
  Json count = Json::array();
  for (const auto& [largest, in_class] : latency.distribution) {
    up_to.push_back(largest);
    count.push_back(in_class);
  }
  return {{"mean", latency.mean}, {"p50", latency.p50},
          {"p95", latency.p95},   {"p99", latency.p99},
          {"max", latency.max},   {"distribution", {{"up_to", std::move(up_to)}, {"count", std::move(count)}}}};
}

Json json_of(const SequenceSummary& sequence) {
  return {{"index", sequence.index},
          {"phase", sequence.phase},
          {"hops", sequence.hops},
          {"start_s", value_or_null(sequence.start_s)},
          {"first_end_s", value_or_null(sequence.first_end_s)},
          {"last_end_s", value_or_null(sequence.last_end_s)},
          {"link_utilisation", value_or_null(sequence.link_utilisation)},
          {"peak_link_utilisation", value_or_null(sequence.peak_link_utilisation)}};
}

Json json_of(const NicTotals& nic) {
  return {{"packets", nic.packets},
          {"stall_cycles", nic.stall_cycles},
          {"pace_cycles", nic.pace_cycles},
          {"window_cycles", nic.window_cycles},
          {"memory_cycles", nic.memory_cycles},
          {"dropped_packets", nic.dropped_packets}};
}

Json json_of(const ControlTotals& control) {
  return {{"packets", control.packets}, {"bytes", control.bytes}, {"cycles", control.cycles}};
}

Json json_of(const OpenLoopSummary& open_loop) {
  return {{"offered", open_loop.offered},
          {"accepted", open_loop.accepted},
          {"latency_ns", json_of(open_loop.latency_ns)},
          {"measured", open_loop.measured},
          {"outstanding", open_loop.outstanding},
          {"saturated", value_or_null(open_loop.saturated)},
          {"steady", open_loop.saturated ? Json(!open_loop.unsteady) : Json(nullptr)}};
}

Json json_of(const NoiseSummary& noise) {
  return {{"stolen_s", noise.stolen_s}, {"mean_stolen_s", noise.mean_stolen_s}, {"max_stolen_s", noise.max_stolen_s}};
}

Json json_of(const LimitSummary& limit) {
  return {{"what", limit.what}, {"busy", limit.busy}, {"network_busy", limit.network_busy}};
}

Json json_of(const FlowSummary& flow) {
  return {{"nodes", flow.nodes},
          {"links", flow.links},
          {"solves", flow.solves},
          {"passes", flow.passes},
          {"dropped_messages", flow.dropped_messages}};
}

template <class Split>
Json parts_of(const Split& split, const std::array<const char*, Split::kParts>& names) {
  Json parts = Json::object();
  for (std::size_t i = 0; i < Split::kParts; ++i) parts[names[i]] = split.of_part[i];
  return parts;
}
Json json_of(const LatencySplit& split) { return parts_of(split, kLatencyPartNames); }
Json json_of(const FlowSplit& split) { return parts_of(split, kFlowPartNames); }

Json json_of(const SplitSum& sum) {
  return {{"packets", sum.count}, {"latency_cycles", sum.time.sum()}, {"parts", json_of(sum.time)}};
}
Json json_of(const FlowTotal& sum) {
  return {{"messages", sum.count}, {"latency_ps", sum.time.sum()}, {"parts", json_of(sum.time)}};
}

/// One object for each of `sums`, which are by the number of a sequence.
template <class Sum>
Json sequences_of(const std::vector<std::pair<int, Sum>>& sums) {
  Json sequences = Json::array();
  for (const auto& [index, sum] : sums) {
    sequences.push_back(json_of(sum));
    sequences.back()["index"] = index;
  }
  return sequences;
}

Json place_of(const NetworkShape& network, int node) {
  const Coordinate at = network.coordinate(node);
  Json place = Json::array();
  for (int d = 0; d < network.dimensions(); ++d) place.push_back(at[d]);
  return place;
}

/// Of a router with any number of NICs.
const char* port_name(const NetworkShape& network, int port) {
  return RouterPorts{network.dimensions(), kMaxNics}.name(port);
}

Json json_of(const PathSummary& path) {
  constexpr std::size_t kMostSums = 20;
  Json sums = Json::array();
  for (const PathSum& sum : path.sums) {
    if (sums.size() == kMostSums) break;
    const int port = sum.place.port;
    sums.push_back({{"part", kLatencyPartNames[static_cast<std::size_t>(sum.part)]},
                    {"node", place_of(path.network, sum.place.node)},
                    {"port", port < 0 ? Json(nullptr) : Json(port_name(path.network, port))},
                    {"cycles", sum.cycles}});
  }
  return {{"cycles", path.cycles}, {"steps", path.steps}, {"parts", json_of(path.parts)}, {"most", sums}};
}

Json json_of(const OutputRecord& output, const NetworkShape& network) {
  Json held_by = Json::object();
  for (std::size_t port = 0; port < output.sum.held_by.size(); ++port) {
    if (output.sum.held_by[port] == 0) continue;
    held_by[port_name(network, static_cast<int>(port))] = output.sum.held_by[port];
  }
  return {{"node", place_of(network, output.node)},
          {"port", port_name(network, output.port)},
          {"flits", output.sum.flits},
          {"queue", output.sum.queue},
          {"output", output.sum.output},
          {"input", output.sum.input},
          {"credits", output.sum.credits},
          {"held_by", held_by}};
}

Json json_of(const CongestionTree& tree, const AttributionSummary& run) {
  const Clock clock = run.clock;
  return {{"node", place_of(run.network, tree.root.node)},
          {"port", port_name(run.network, tree.root.port)},
          {"circular", tree.circular},
          {"begin_s", seconds(clock.edge(Cycles{tree.begin}))},
          {"end_s", seconds(clock.edge(Cycles{tree.end}))},
          {"most_outputs", tree.most_outputs},
          {"most_packets", tree.most_packets},
          {"packet_cycles", tree.packet_cycles}};
}

Json json_of(const AttributionSummary& attribution) {
  Json json = json_of(attribution.total);
  if (!attribution.sequences.empty()) json["sequences"] = sequences_of(attribution.sequences);
  json["worst_outputs"] = Json::array();
  for (const OutputRecord& output : attribution.worst)
    json["worst_outputs"].push_back(json_of(output, attribution.network));
  json["congestion_trees"] = Json::array();
  for (const CongestionTree& tree : attribution.trees) json["congestion_trees"].push_back(json_of(tree, attribution));
  return json;
}

Json json_of(const FlowAttributionSummary& attribution) {
  Json json = json_of(attribution.total);
  if (!attribution.sequences.empty()) json["sequences"] = sequences_of(attribution.sequences);
  json["worst_links"] = Json::array();
  for (const LinkRecord& link : attribution.worst) {
    json["worst_links"].push_back({{"link", link.name},
                                   {"index", link.link},
                                   {"lost_ps", link.sum.lost},
                                   {"messages", link.sum.messages},
                                   {"used", link.used}});
  }
  return json;
}

Json json_of(const FlowPathSummary& path) {
  Json most = Json::array();
  for (const FlowPathSum& sum : path.most) {
    const bool at_link = !sum.link.empty();
    most.push_back({{"part", kFlowPartNames[static_cast<std::size_t>(sum.part)]},
                    {"node", at_link ? Json(nullptr) : Json(sum.place.node)},
                    {"link", at_link ? Json(sum.link) : Json(nullptr)},
                    {"ps", sum.picoseconds}});
  }
  return {{"ps", path.picoseconds}, {"steps", path.steps}, {"parts", json_of(path.parts)}, {"most", most}};
}

Json json_of(const TraceSummary& trace) {
  return {{"packets", trace.packets},
          {"dropped", trace.dropped},
          {"messages", trace.messages},
          {"dropped_messages", trace.dropped_messages}};
}

}  // namespace

Json to_json(const RunSummary& summary) {
  Json json;
  json["scenario"] = summary.scenario;
  json["level"] = summary.level;
  json["seed"] = summary.seed;
  json["versions"] = json_of(summary.versions);
  json["parameters"] = json_of(summary.parameters);
  json["simulated_seconds"] = summary.simulated_seconds();
  if (const auto ratio = summary.ratio_to_ideal()) {
    json["ideal_seconds"] = *summary.ideal_seconds;
    json["ratio_to_ideal"] = *ratio;
  }
  json["link_utilisation"] = summary.link_utilisation;
  json["direction_utilisation"] = Json::object();
  for (std::size_t i = 0; i < summary.direction_utilisation.size(); ++i) {
    json["direction_utilisation"][kDirectionNames.at(i)] = summary.direction_utilisation[i];
  }
  json["messages_delivered"] = summary.messages_delivered;
  json["packets_delivered"] = summary.packets_delivered;
  json["flits_injected"] = summary.flits_injected;
  json["packet_hops"] = summary.packet_hops;
  json["flit_hops"] = summary.flit_hops;
  json["packet_latency_ns"] = json_of(summary.packet_latency_ns);
  if (summary.slowest_packet) json["slowest_packet"] = *summary.slowest_packet;
  if (!summary.sequences.empty()) {
    json["sequences"] = Json::array();
    for (const SequenceSummary& sequence : summary.sequences) json["sequences"].push_back(json_of(sequence));
  }
  if (summary.nic) json["nic"] = json_of(*summary.nic);
  if (summary.control) json["injection_control"] = json_of(*summary.control);
  if (summary.open_loop) json["open_loop"] = json_of(*summary.open_loop);
  if (summary.noise) json["noise"] = json_of(*summary.noise);
  if (summary.limit) json["limit"] = json_of(*summary.limit);
  if (summary.flow) json["flow"] = json_of(*summary.flow);
  if (summary.copies) json["copies"] = json_of(*summary.copies);
  if (summary.rails) json["rails"] = json_of(*summary.rails);
  if (summary.trace) json["trace"] = json_of(*summary.trace);
  if (summary.attribution) json["attribution"] = json_of(*summary.attribution);
  if (summary.critical_path) json["critical_path"] = json_of(*summary.critical_path);
  if (summary.flow_attribution) json["flow_attribution"] = json_of(*summary.flow_attribution);
  if (summary.flow_critical_path) json["flow_critical_path"] = json_of(*summary.flow_critical_path);
  json["configuration"] = json_of(summary.configuration);
  json["host"] = {{"user_cpu_s", summary.host.user_cpu_s}, {"peak_rss_bytes", summary.host.peak_rss_bytes}};
  return json;
}

std::string result_json(const RunSummary& summary) { return to_json(summary).dump(2) + "\n"; }

void write_result(const std::filesystem::path& folder, const RunSummary& summary) {
  AtomicFile file(folder / "result.json");
  file.write(result_json(summary));
  file.commit();
}

}  // namespace tactus
