#include "testbench/app/kinds/rails/rails_recordings.h"

#include <fmt/core.h>

#include "testbench/app/kinds/rails/limit_focus.h"
#include "testbench/app/kinds/rails/message_trigger.h"
#include "testbench/app/results/time_text.h"

namespace tactus {

std::string no_event_of_rails(const WavesAround& around) {
  switch (around.event) {
    case WavesAround::Event::kTime:
    case WavesAround::Event::kLatency:
    case WavesAround::Event::kViolation:
      return "";
    case WavesAround::Event::kCycle:
      return "rails have no clock, and so no cycles: name a time, as time=12us";
    case WavesAround::Event::kStall:
      return "rails have no routers in which a packet could wait: name a time or a latency, as latency>20us";
    case WavesAround::Event::kSlowest:
      return "rails send one message after the other, and the larger ones take longer: name a latency, as latency>20us";
    default:
      return "rails have messages, and no packets or operations with numbers: name a time or a latency, as "
             "latency>20us";
  }
}

RailsRecordings::RailsRecordings(const Scenario& scenario, RailsExperiment& experiment, const RecordingOptions& options)
    : around_(options.waves_around), waves_(experiment), wheel_(scenario.run.waves, *options.folder) {
  if (around_) {
    std::unique_ptr<WaveTrigger> trigger = std::make_unique<WaveTrigger>();
    if (around_->event == WavesAround::Event::kLatency) {
      trigger = std::make_unique<MessageTrigger>(around_->time, WheelWaves::grains());
    }
    wheel_.recording().around(*around_, std::move(trigger));
  }
  ProbeList probes;
  waves_.add_probes(probes, wheel_.time());
  wheel_.begin(
      probes, [this](Picoseconds now) { return waves_.next_change(now); },
      [&experiment](const ProbeList& all) { return std::make_unique<LimitFocus>(all, experiment); });
  experiment.watch(wheel_);
}

void RailsRecordings::finish(Picoseconds /*end*/, RunSummary& /*summary*/) { wheel_.recording().finish(); }

std::optional<Recordings::WavesNote> RailsRecordings::waves_note() const {
  return wave_note(wheel_.recording(), around_, WheelWaves::grains());
}

}  // namespace tactus
