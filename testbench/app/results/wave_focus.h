#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/units.h"
#include "testbench/app/results/probe_sampler.h"

namespace tactus {

/// Group of signals that a save file shows first: what the waveform is opened for.
struct WaveGroup {
  /// A signal with the name that it is shown by, or a line of text.
  struct Row {
    std::optional<std::size_t> probe;
    std::string text;
  };
  std::string title;  ///< "blocked: node_1_0 plus_x, 231 of 256 cycles"
  std::string node;   ///< scope whose overview is open: "torus.node_1_0"
  std::vector<Row> rows;
};

/// Where a save file opens: a group of signals, and the time that it is about.
struct WaveHighlight {
  WaveGroup group;
  Cycles begin;              ///< first cycle of the window
  std::uint64_t length = 0;  ///< cycles of the window
  Cycles marker;
  Cycles margin;  ///< shown before and behind the window
};

/// Looks at the values of a waveform while they are written, for what it is best opened at. Plain class.
class WaveFocus {
 public:
  virtual ~WaveFocus() = default;
  /// Values of a cycle that is written; cycles in which nothing changes may be left out if there is no clock.
  virtual void add(Cycles cycle, const WaveChanges& changes) = 0;
  /// Only what concerns `packet` counts from now on; `values` are those of all probes.
  virtual void look_at(std::uint64_t /*packet*/, const std::vector<std::uint64_t>& /*values*/) {}
  /// Only the output with this scope counts, if it is recorded: "torus.node_1_0.router.plus_x". Before the first
  /// values.
  virtual void look_at_output(const std::string& /*scope*/) {}
  /// The waveform ends at `end`; nothing is added any more.
  virtual void finish(Cycles /*end*/) {}
  [[nodiscard]] virtual std::optional<WaveHighlight> highlight() const = 0;
};

}  // namespace tactus
