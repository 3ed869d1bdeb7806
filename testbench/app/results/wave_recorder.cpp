#include "testbench/app/results/wave_recorder.h"

#include <algorithm>
#include <utility>

#include "hw/common/sc_time_conversion.h"
#include "testbench/app/results/blocked_view.h"

namespace tactus {
namespace {

/// Opens where packets are blocked most.
class BlockedFocus final : public WaveFocus {
 public:
  BlockedFocus(const ProbeList& probes, const NetworkShape& torus, RouterPorts ports)
      : probes_(probes), torus_(torus), ports_(ports), meter_(probes, ports) {}

  void add(Cycles cycle, const WaveChanges& changes) override { meter_.add(cycle, changes); }
  void look_at(std::uint64_t packet, const std::vector<std::uint64_t>& values) override {
    meter_.look_at(packet, values);
  }
  void look_at_output(const std::string& scope) override { meter_.look_at_output(scope); }
  [[nodiscard]] std::optional<WaveHighlight> highlight() const override {
    const std::optional<Blocking> worst = meter_.worst();
    if (!worst) return std::nullopt;
    constexpr Cycles kMargin{BlockingMeter::kWindow / 2};
    return WaveHighlight{BlockedView(probes_, torus_, ports_, *worst).group(), worst->begin, worst->length, worst->peak,
                         kMargin};
  }

 private:
  const ProbeList& probes_;
  NetworkShape torus_;
  RouterPorts ports_;
  BlockingMeter meter_;
};

}  // namespace

WaveRecorder::WaveRecorder(const sc_core::sc_module_name& name, std::function<ProbeList()> probes,
                           const WavesConfig& waves, const MachineConfig& machine, std::filesystem::path folder)
    : sc_module(name),
      make_probes_(std::move(probes)),
      clock_(machine.clock),
      torus_(machine.network),
      ports_(machine.ports()),
      recording_(waves, machine.clock, true, std::move(folder)) {
  SC_HAS_PROCESS(WaveRecorder);
  SC_METHOD(on_cycle);
}

void WaveRecorder::start_of_simulation() {
  if (make_parts_) parts_ = make_parts_(recording_);
  std::vector<ProbeList> lanes;
  for (const auto& part : parts_) lanes.push_back(part->probes());
  const auto make_focus = [this](const ProbeList& probes) -> std::unique_ptr<WaveFocus> {
    auto blocked = std::make_unique<BlockedFocus>(probes, torus_, ports_);
    return wrap_focus_ ? wrap_focus_(probes, std::move(blocked)) : std::move(blocked);
  };
  recording_.begin(make_probes_(), make_focus, make_texts_, lanes);
}

/// What software has begun in the cycle before has been executed up to that cycle's edge.
void WaveRecorder::settle_parts(Cycles now) {
  if (parts_.empty() || now == Cycles{0}) return;
  Picoseconds known = Picoseconds::max();
  for (const auto& part : parts_) known = std::min(known, part->settle(clock_.edge(now - Cycles{1})));
  recording_.release(known);
}

void WaveRecorder::end_parts() {
  if (parts_.empty()) return;
  for (const auto& part : parts_) part->end(to_picoseconds(sc_core::sc_time_stamp()));
  parts_.clear();
  recording_.release(Picoseconds::max());
}

void WaveRecorder::on_cycle() {
  const Picoseconds now = to_picoseconds(sc_core::sc_time_stamp());
  if (now == Picoseconds{0}) {  // initialisation
    next_trigger(until(clock_.quarter(recording_.first(), 1)));
    return;
  }
  const Cycles cycle = clock_.cycle_at(now);
  if (recording_.ended(cycle)) return;  // never woken again
  recording_.sample(cycle);
  settle_parts(cycle);
  next_trigger(until(clock_.quarter(cycle + Cycles{1}, 1)));
}

}  // namespace tactus
