#include "testbench/app/kinds/rails/rails_recordings.h"

#include <fmt/core.h>

#include "testbench/app/kinds/rails/limit_focus.h"
#include "testbench/app/kinds/rails/message_trigger.h"
#include "testbench/app/kinds/rails/rails_settings.h"
#include "testbench/app/kinds/rails/slowest_message.h"
#include "testbench/app/results/time_text.h"
#include "testbench/app/results/wave_texts.h"
#include "testbench/app/run/signal_watch.h"

namespace tactus {
namespace {

/// Where the slowest message of the run waits: the run is executed once without being recorded.
WaveEvent find_slowest(const Scenario& scenario) {
  RailsExperiment experiment(rails_config(scenario.rails, scenario.node));
  SlowestMessage slowest(experiment);
  for (const Bytes size : scenario.rails.sizes) {
    experiment.run(size, scenario.rails.messages);
    stop_if_signalled(experiment.now());
  }
  return WaveEvent{WheelWaves::grains().covering(slowest.event()), slowest.what(), slowest.number()};
}

}  // namespace

std::string no_event_of_rails(const WavesAround& around) {
  switch (around.event) {
    case WavesAround::Event::kTime:
    case WavesAround::Event::kLatency:
    case WavesAround::Event::kViolation:
    case WavesAround::Event::kSlowest:
      return "";
    case WavesAround::Event::kCycle:
      return "rails have no clock, and so no cycles: name a time, as time=12us";
    case WavesAround::Event::kStall:
      return "rails have no routers in which a packet could wait: name a time or a latency, as latency>20us";
    default:
      return "rails have messages, and no packets or operations with numbers: name a time or a latency, as "
             "latency>20us";
  }
}

RailsRecordings::RailsRecordings(const Scenario& scenario, RailsExperiment& experiment, const RecordingOptions& options)
    : around_(options.waves_around), waves_(experiment), wheel_(scenario.run.waves, *options.folder) {
  if (around_) {
    std::unique_ptr<WaveTrigger> trigger = std::make_unique<WaveTrigger>();
    WavesAround around = *around_;
    if (around.event == WavesAround::Event::kLatency) {
      trigger = std::make_unique<MessageTrigger>(around.time, WheelWaves::grains());
    } else if (around.event == WavesAround::Event::kSlowest) {
      const WaveEvent slowest = find_slowest(scenario);
      around.event = WavesAround::Event::kTime;
      around.time = WheelWaves::grains().edge(slowest.cycle);
      around.text = slowest.what;
    }
    wheel_.recording().around(around, std::move(trigger));
  }
  ProbeList probes;
  waves_.add_probes(probes, wheel_.time());
  wheel_.begin(
      probes, [this](Picoseconds now) { return waves_.next_change(now); },
      [&experiment](const ProbeList& all) { return std::make_unique<LimitFocus>(all, experiment); }, link_texts);
  experiment.watch(wheel_);
}

void RailsRecordings::finish(Picoseconds /*end*/, RunSummary& /*summary*/) { wheel_.recording().finish(); }

std::optional<Recordings::WavesNote> RailsRecordings::waves_note() const {
  return wave_note(wheel_.recording(), around_, WheelWaves::grains());
}

}  // namespace tactus
