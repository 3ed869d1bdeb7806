#include "testbench/app/kinds/lone_node/lone_node_recordings.h"

#include <fmt/core.h>

#include "testbench/app/kinds/lone_node/stall_focus.h"
#include "testbench/app/results/wave_texts.h"

namespace tactus {
namespace {

std::vector<std::string> names_of(const std::vector<NodeCase>& cases) {
  std::vector<std::string> names;
  for (const NodeCase& each : cases) {
    names.push_back(fmt::format("{} {}", names.size() + 1, each.name));
  }
  return names;
}

}  // namespace

std::string no_event_of_lone_node(const WavesAround& around) {
  switch (around.event) {
    case WavesAround::Event::kTime:
      return "";
    case WavesAround::Event::kCycle:
      return "a node alone has no clock of a network whose cycles could be counted: name a time, as time=12us";
    case WavesAround::Event::kStall:
    case WavesAround::Event::kPacket:
      return "a node alone has no routers and no packets: name a time, as time=12us";
    case WavesAround::Event::kLatency:
    case WavesAround::Event::kSlowest:
      return "a node alone has no packets, and its messages have no times in its result: name a time, as time=12us";
    case WavesAround::Event::kViolation:
      return "a node alone only fails by standing still, which --waves shows with waves.from: name a time, as "
             "time=12us";
    default:
      return "a node alone has no operations with numbers: name a time, as time=12us";
  }
}

LoneNodeRecordings::LoneNodeRecordings(const Scenario& scenario, const std::vector<NodeCase>& cases,
                                       const RecordingOptions& options)
    : cycle_(scenario.lone_node.cores.cycle),
      around_(options.waves_around),
      wheel_(scenario.run.waves, *options.folder, cycle_),
      waves_(scenario.lone_node.cores, scenario.workload.ranks_per_node, wheel_) {
  if (around_) wheel_.recording().around(*around_, std::make_unique<WaveTrigger>());
  ProbeList probes;
  waves_.add_probes(probes, names_of(cases));
  wheel_.begin(
      probes, [](Picoseconds) { return Picoseconds::max(); },
      [](const ProbeList& all) { return std::make_unique<StallFocus>(all); }, message_texts);
}

void LoneNodeRecordings::finish(Picoseconds /*end*/, RunSummary& /*summary*/) { wheel_.recording().finish(); }

std::optional<Recordings::WavesNote> LoneNodeRecordings::waves_note() const {
  return wave_note(wheel_.recording(), around_, cycle_);
}

}  // namespace tactus
