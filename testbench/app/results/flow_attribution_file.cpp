#include "testbench/app/results/flow_attribution_file.h"

#include <algorithm>
#include <string>
#include <vector>

#include "testbench/app/results/attribution_file.h"
#include "testbench/app/results/hdf5_file.h"
#include "testbench/app/results/latency_arrays.h"
#include "testbench/app/results/time_text.h"

namespace tactus {
namespace {

void write_windows(Hdf5File& file, const CountWindows<std::uint64_t>& windows) {
  const double length = seconds(Picoseconds{windows.length()});
  std::vector<double> begins;
  for (std::size_t i = 0; i < windows.size(); ++i) begins.push_back(length * static_cast<double>(i));
  file.write("windows/begin_s", {begins.size()}, begins, "simulated time at which each window begins, s");
  file.write("windows/length_s", {1}, std::vector<double>{length}, "of a window, s");
  file.write("windows/length_ps", {1}, std::vector<std::uint64_t>{windows.length()}, "of a window, ps");
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
  file.write_rows("links/lost", {windows.size(), links},
                  "[window, link] picoseconds that messages lost to each other there; summed over messages",
                  [&](std::uint64_t window) { return windows[window]; });
  file.write("links/messages", {links}, messages, "[link] messages that lost time there");
  file.write("links/used", {links}, used, "[link] share of its bandwidth that was used, over the whole run");
}

}  // namespace

void write_attribution(const std::filesystem::path& folder, const FlowAttribution& attribution,
                       const FlowNetwork& network, Picoseconds end) {
  Hdf5File file(folder / kAttributionFile);
  write_windows(file, attribution.windows());
  write_links(file, attribution, network, end);
  write_latency_sums(file, attribution.sums(), kFlowPartNames, {"messages", "picoseconds"});
  file.commit();
}

}  // namespace tactus
