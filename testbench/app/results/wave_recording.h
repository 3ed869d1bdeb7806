#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/clock.h"
#include "hw/common/probe.h"
#include "hw/common/units.h"
#include "testbench/app/results/gtkwave_save.h"
#include "testbench/app/results/probe_sampler.h"
#include "testbench/app/results/wave_focus.h"
#include "testbench/app/results/wave_hierarchy.h"
#include "testbench/app/results/wave_history.h"
#include "testbench/app/results/wave_sink.h"
#include "testbench/app/results/wave_text.h"
#include "testbench/app/results/wave_trigger.h"
#include "testbench/app/scenario/run_config.h"

namespace tactus {

/// A waveform being recorded, `waves.fst` or `waves.vcd`, with a save file for GTKWave, `waves.gtkw`: the window, the
/// event that it is around, and the past until that happens.
///
/// Plain class; somebody calls `sample` once per cycle. Without a clock a cycle is a grain of an event wheel; those in
/// which nothing changes are left out, and `clock.clk` and `clock.cycle` are not in the file. Signals of lanes change
/// at any times, which somebody tells later than the cycles around them: with lanes a cycle is kept until `release`
/// says that they are known. Throws ResultFileError.
class WaveRecording {
 public:
  using MakeFocus = std::function<std::unique_ptr<WaveFocus>(const ProbeList& probes)>;

  /// Records `waves` of a machine with `clock`. `clocked`: there is such a clock in the machine.
  WaveRecording(const WavesConfig& waves, Clock clock, bool clocked, std::filesystem::path folder);

  /// Records around an event, in the place of the window. `trigger` finds it, unless it is known before. To be called
  /// before `begin`.
  void around(const WavesAround& what, std::unique_ptr<WaveTrigger> trigger);
  /// Declares the signals; before the first sample. `make_texts` may be empty: there are no texts. `lanes`: signals
  /// that `sample` does not sample, in groups; there are any only if there is a clock with cycles below `kLongestLane`.
  void begin(const ProbeList& probes, const MakeFocus& make_focus, const MakeWaveTexts& make_texts = {},
             const std::vector<ProbeList>& lanes = {});

  /// First cycle that is to be sampled, and whether `cycle` comes after the last one.
  [[nodiscard]] Cycles first() const { return first_cycle_; }
  [[nodiscard]] bool ended(Cycles cycle) const { return end_ && cycle >= *end_; }
  /// Cycles grow.
  void sample(Cycles cycle);
  /// Samples lane `number` as of `time`, first as of `begins`. Times of a lane never go back.
  void sample_lane(std::size_t number, Picoseconds time);
  /// All that happens in lanes before `time` is known.
  void release(Picoseconds time);
  static constexpr Picoseconds kLongestLane{std::uint64_t{1} << 32};
  /// Edge of the first cycle that is sampled, and whether `time` comes after the last one.
  [[nodiscard]] Picoseconds begins() const { return clock_.edge(first_cycle_); }
  [[nodiscard]] bool over_at(Picoseconds time) const { return end_ && time >= clock_.edge(*end_); }
  /// The values of the last sample stand until `cycle`, which is not sampled yet, or to the end of the window.
  void hold(Cycles cycle);

  /// The run has ended by a violation: the event, if it is violations that are asked for. In a run that stood still
  /// (`stalled`) the event is the last change.
  void violated(bool stalled);
  /// Completes the files. No file is written if no cycle of the run was in the window, or the event did not happen.
  void finish();

  [[nodiscard]] bool clocked() const { return clocked_; }
  /// Cycles in the file so far.
  [[nodiscard]] Cycles recorded() const { return recorded_; }
  [[nodiscard]] const std::optional<WaveEvent>& event() const { return event_; }
  /// By how much the file begins later than was asked for, since memory had no room for more; 0 if it does not.
  [[nodiscard]] Cycles missing() const { return missing_; }

 private:
  /// A cycle that has been sampled, and the event that was found in it, with the values then.
  struct Sampled {
    Cycles cycle;
    WaveChanges changes;
    std::optional<WaveEvent> event{};
    std::vector<std::uint64_t> values{};
  };
  /// A change in a lane.
  struct LaneChange {
    Picoseconds time;
    std::uint32_t probe = 0;
    std::uint64_t value = 0;
  };
  using Changes = WaveChanges::const_iterator;

  void take(Cycles cycle, const WaveChanges& changes, std::optional<WaveEvent> event,
            const std::vector<std::uint64_t>& values);
  /// Puts what changes in lanes before the end of the cycle behind its changes.
  void add_lane_changes(Sampled& sampled);
  /// Writes a cycle in the window to the file.
  void record(Cycles cycle, const WaveChanges& changes);
  void write(Cycles cycle, Changes begin, Changes end);
  void event_happened(WaveEvent event, const std::vector<std::uint64_t>& values);
  void drop() { sink_.reset(), recorded_ = Cycles{0}; }
  [[nodiscard]] WaveView view() const;
  void declare(const WaveScope& scope);
  void add_texts(const MakeWaveTexts& make_texts);
  /// Writes the texts that `changes` change.
  void write_texts(Cycles cycle, Changes begin, Changes end);
  [[nodiscard]] std::size_t own_probes() const { return clocked_ ? 2 : 0; }

  WaveFormat format_;
  Clock clock_;
  bool clocked_;
  std::filesystem::path folder_;
  /// A text, what it was made from last, and what it was.
  struct Text {
    WaveText text;
    std::size_t probe = 0;
    std::vector<std::uint64_t> values{};
    std::optional<std::string> shown{};
    bool changed = false;
  };
  /// That a probe is the source of a text, and the place among its sources.
  struct Use {
    std::size_t text = 0;
    std::size_t place = 0;
  };

  ProbeList probes_;  ///< clk and cycle first, if there is a clock; texts last
  WaveScope hierarchy_;
  std::unique_ptr<WaveSink> sink_;
  std::vector<std::size_t> signal_of_;  ///< number in the file, by probe
  std::size_t declared_ = 0;
  std::vector<Text> texts_;
  std::vector<std::vector<Use>> uses_;  ///< by probe
  std::vector<std::size_t> changed_;    ///< texts, while a cycle is written
  std::optional<ProbeSampler> sampler_;
  WaveChanges changes_;
  bool found_ = false;  ///< the trigger has found its event
  std::vector<ProbeSampler> lanes_;
  std::size_t first_of_lanes_ = 0;                        ///< their first probe
  std::deque<Sampled> waiting_;                           ///< for changes in lanes
  std::deque<LaneChange> lane_changes_;                   ///< changes in cycles that wait, or come
  std::vector<std::optional<std::uint64_t>> lane_shown_;  ///< values of lanes in the file, by probe
  std::unique_ptr<WaveFocus> focus_;
  Cycles first_cycle_;
  std::optional<Cycles> end_;  ///< first that is not sampled
  Cycles begin_;               ///< begin of the file
  Cycles recorded_;

  std::optional<WavesAround> around_;
  std::unique_ptr<WaveTrigger> trigger_;
  std::optional<WaveHistory> history_;  ///< until the event happens
  Cycles before_;
  Cycles after_;
  std::optional<WaveEvent> event_;
  Cycles missing_;
};

}  // namespace tactus
