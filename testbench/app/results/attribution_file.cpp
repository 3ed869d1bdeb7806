#include "testbench/app/results/attribution_file.h"

#include <fmt/core.h>

#include <string>
#include <vector>

#include "testbench/app/results/hdf5_file.h"
#include "testbench/app/results/latency_arrays.h"
#include "testbench/app/results/time_text.h"

namespace tactus {
namespace {

using Shape = Hdf5File::Shape;
using Column = LinkWindows::VcColumn;

std::vector<std::string> port_names(RouterPorts ports) {
  std::vector<std::string> names;
  for (int port = 0; port < ports.count(); ++port) names.emplace_back(ports.name(port));
  return names;
}

/// `length` of each window in seconds, and in its level's own `unit`.
void write_windows(Hdf5File& file, std::size_t windows, double seconds, std::uint64_t length, const std::string& unit) {
  std::vector<double> begins;
  for (std::size_t i = 0; i < windows; ++i) begins.push_back(seconds * static_cast<double>(i));
  file.write("windows/begin_s", {begins.size()}, begins, "simulated time at which each window begins, s");
  file.write("windows/length_s", {1}, std::vector<double>{seconds}, "of a window, s");
  file.write("windows/length_" + unit, {1}, std::vector<std::uint64_t>{length}, "of a window, " + unit);
}

void write_waits(Hdf5File& file, const LinkWindows& windows, LatencyPart part, const char* description) {
  const Shape shape = {windows.windows(), static_cast<std::uint64_t>(windows.nodes()),
                       static_cast<std::uint64_t>(windows.ports())};
  const std::string path = fmt::format("outputs/{}", kLatencyPartNames[static_cast<std::size_t>(part)]);
  file.write_rows(path, shape, description, [&](std::uint64_t window) { return windows.waits(window, part); });
}

void write_vcs(Hdf5File& file, const LinkWindows& windows, Column column, const char* path, const char* description) {
  const Shape shape = {windows.windows(), static_cast<std::uint64_t>(windows.nodes()),
                       static_cast<std::uint64_t>(windows.ports()),
                       static_cast<std::uint64_t>(windows.virtual_channels())};
  file.write_rows(path, shape, description, [&](std::uint64_t window) { return windows.of_vcs(window, column); });
}

void write_nodes(Hdf5File& file, const NetworkShape& nodes) {
  std::vector<std::string> names;
  for (int node = 0; node < nodes.nodes(); ++node) names.push_back(nodes.text(nodes.coordinate(node)));
  file.write("nodes/names", names, "names of nodes, in the order of the dimension node of the other arrays");
}

/// Cables of a graph: without them names of ports say nothing.
void write_neighbours(Hdf5File& file, const NetworkGraph& graph) {
  std::vector<std::int64_t> neighbours;
  const int ports = 2 * graph.dimensions();
  for (int node = 0; node < graph.nodes(); ++node) {
    for (int port = 0; port < ports; ++port) neighbours.push_back(graph.neighbour(node, port));
  }
  file.write("outputs/neighbours", {static_cast<std::uint64_t>(graph.nodes()), static_cast<std::uint64_t>(ports)},
             neighbours, "[node, port] node at the other end of the cable, -1: no cable");
}

void write_outputs(Hdf5File& file, const LinkWindows& windows, RouterPorts ports) {
  file.write("outputs/ports", port_names(ports),
             "names of the third dimension of the other arrays of outputs and buffers");
  write_vcs(file, windows, Column::kFlits, "outputs/flits", "[window, node, port, VC] flits that passed");
  write_vcs(
      file, windows, Column::kCredits, "outputs/credits",
      "[window, node, port, VC] cycles that packets, which then took this VC, waited for its credits; summed over "
      "packets");
  write_waits(
      file, windows, LatencyPart::kQueue,
      "[window, node, port] cycles that packets waited behind one that wanted this output; summed over packets");
  write_waits(file, windows, LatencyPart::kOutput,
              "[window, node, port] cycles that packets waited for others to pass this output; summed over packets");
  write_waits(file, windows, LatencyPart::kInput,
              "[window, node, port] cycles that packets which could have had this output waited for their input side; "
              "summed over packets");
  if (windows.have_bubbles()) {
    write_waits(
        file, windows, LatencyPart::kBubble,
        "[window, node, port] cycles that packets which would enter a ring had room behind this output, and did "
        "not have the bubble; summed over packets");
  }
  write_vcs(file, windows, Column::kOccupancy, "buffers/flit_cycles",
            "[window, node, port, VC] flits in the input buffer, summed over the cycles of the window");
}

void write_links(Hdf5File& file, const FlowAttribution& attribution, const FlowNetwork& network, Picoseconds end) {
  const FlowTopology& topology = network.topology();
  const CountWindows<std::uint64_t>& windows = attribution.windows();
  const std::uint64_t links = attribution.links().size();
  std::vector<std::string> names;
  std::vector<std::uint64_t> messages;
  std::vector<double> used;
  for (LinkId link = 0; link < topology.links(); ++link) {
    names.push_back(topology.link_name(link));
    messages.push_back(attribution.links()[static_cast<std::size_t>(link)].messages);
    const double possible = topology.bandwidth(link) * static_cast<double>(end.count());
    used.push_back(possible > 0 ? network.bytes_through(link) / possible : 0);
  }
  file.write("links/names", names, "names of the last dimension of the other arrays of links");
  file.write_rows("links/lost_ps", {windows.size(), links},
                  "[window, link] picoseconds that messages lost to each other there; summed over messages",
                  [&](std::uint64_t window) { return windows[window]; });
  file.write("links/messages", {links}, messages, "[link] messages that lost time there");
  file.write("links/used", {links}, used, "[link] share of its bandwidth that was used, over the whole run");
}

}  // namespace

void write_attribution(const std::filesystem::path& folder, const LatencyAttribution& attribution,
                       const MachineConfig& config) {
  Hdf5File file(folder / kAttributionFile);
  const LinkWindows& windows = attribution.windows();
  const double length = config.clock.picoseconds() * 1e-12 * static_cast<double>(windows.window_cycles());
  write_windows(file, windows.windows(), length, windows.window_cycles(), "cycles");
  write_nodes(file, config.network);
  write_outputs(file, windows, config.ports());
  if (config.network.is_graph()) write_neighbours(file, *config.network.graph);
  write_latency_sums(file, attribution.sums(), {kLatencyPartNames.begin(), kLatencyPartNames.end()},
                     {"packets", "cycles", "latency"});
  if (attribution.stage_sums()) {
    write_latency_sums(file, *attribution.stage_sums(), stage_part_names(), {"packets", "cycles", "stages"});
  }
  file.commit();
}

void write_attribution(const std::filesystem::path& folder, const FlowAttribution& attribution,
                       const FlowNetwork& network, const NetworkShape& nodes, Picoseconds end) {
  Hdf5File file(folder / kAttributionFile);
  const CountWindows<std::uint64_t>& windows = attribution.windows();
  write_windows(file, windows.size(), seconds(Picoseconds{windows.length()}), windows.length(), "ps");
  write_nodes(file, nodes);
  write_links(file, attribution, network, end);
  write_latency_sums(file, attribution.sums(), {kFlowPartNames.begin(), kFlowPartNames.end()},
                     {"messages", "picoseconds", "latency"});
  file.commit();
}

}  // namespace tactus
