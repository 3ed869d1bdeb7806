#include "testbench/app/results/wave_recorder.h"

#include <utility>

#include "hw/common/sc_time_conversion.h"
#include "testbench/app/results/fst_sink.h"
#include "testbench/app/results/gtkwave_save.h"
#include "testbench/app/results/time_text.h"
#include "testbench/app/results/vcd_sink.h"

namespace tactus {
namespace {

constexpr std::size_t kClkProbe = 0;

}  // namespace

WaveRecorder::WaveRecorder(const sc_core::sc_module_name& name, std::function<ProbeList()> probes,
                           const WavesConfig& waves, Picoseconds clock, std::filesystem::path folder)
    : sc_module(name),
      make_probes_(std::move(probes)),
      waves_(waves),
      clock_(clock),
      folder_(std::move(folder)),
      first_cycle_(ceil_div(waves.from.count(), clock.count())) {
  // Opened here, so that a folder that cannot be written to is told before the simulation starts.
  if (waves_.format == WaveFormat::kFst) {
    sink_ = std::make_unique<FstSink>(folder_ / dump_name());
  } else {
    sink_ = std::make_unique<VcdSink>(folder_ / dump_name());
  }
  SC_HAS_PROCESS(WaveRecorder);
  SC_METHOD(on_cycle);
}

void WaveRecorder::start_of_simulation() {
  probes_.push_back({"clock", "clk", 1, [] { return std::uint64_t{1}; }, {}});
  probes_.push_back({"clock", "cycle", 48, [this] { return shown_cycle_; }, {}});
  const ProbeList more = make_probes_();
  probes_.insert(probes_.end(), more.begin(), more.end());
  signal_of_.resize(probes_.size());
  values_.resize(probes_.size());
  hierarchy_ = wave_hierarchy(probes_);
  declare(hierarchy_);
  sink_->end_declarations();
}

std::string WaveRecorder::dump_name() const { return waves_.format == WaveFormat::kFst ? "waves.fst" : "waves.vcd"; }

void WaveRecorder::declare(const WaveScope& scope) {
  for (const std::size_t probe : scope.signals) {
    sink_->add_signal(probes_[probe].name, probes_[probe].width);
    signal_of_[probe] = declared_++;
  }
  for (const WaveScope& inner : scope.scopes) {
    sink_->open_scope(inner.name);
    declare(inner);
    sink_->close_scope();
  }
}

void WaveRecorder::on_cycle() {
  const Picoseconds now = to_picoseconds(sc_core::sc_time_stamp());
  if (now == Picoseconds{0}) {  // initialisation
    next_trigger(to_sc_time(time_of(first_cycle_, clock_) + Picoseconds{clock_.count() / 4}));
    return;
  }
  const Cycles cycle{now.count() / clock_.count()};
  if (waves_.to && time_of(cycle, clock_) >= *waves_.to) return;  // never woken again
  record(cycle);
  next_trigger(to_sc_time(clock_));
}

void WaveRecorder::record(Cycles cycle) {
  const bool first = recorded_ == Cycles{0};
  shown_cycle_ = cycle.count();
  const Picoseconds edge = time_of(cycle, clock_);
  sink_->set_time(edge);
  for (std::size_t i = 0; i < probes_.size(); ++i) {
    const std::uint64_t value = probes_[i].read();
    if (!first && value == values_[i]) continue;
    values_[i] = value;
    sink_->set_value(signal_of_[i], value);
  }
  sink_->set_time(edge + Picoseconds{clock_.count() / 2});
  sink_->set_value(signal_of_[kClkProbe], 0);
  values_[kClkProbe] = 0;
  recorded_ += Cycles{1};
}

void WaveRecorder::finish() {
  if (recorded_ == Cycles{0}) {
    sink_.reset();
    return;
  }
  const Picoseconds begin = time_of(first_cycle_, clock_);
  const Picoseconds end = begin + time_of(recorded_, clock_);
  sink_->finish(end);
  write_gtkwave_save(folder_, dump_name(), probes_, hierarchy_, begin, end);
}

}  // namespace tactus
