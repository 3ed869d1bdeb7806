#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "hw/common/network_shape.h"

namespace tactus {

/// One thing that was counted at every place and in every window.
struct WindowMeasure {
  std::string name;
  std::string unit;           ///< of a sum over the cycles of a window
  std::vector<float> sums{};  ///< [place][window]
};

/// What the links and nodes of a torus did, window by window, as attribution.h5 has it.
///
/// The first places are the links, by node and direction: what waited for the router's output, and the input buffer at
/// the link's far end. Behind them are the nodes: the outputs to their NICs and the buffers of what these inject, the
/// mean over the NICs for flits and the sum for all else.
class WindowMeasures {
 public:
  /// Throws UnreadableResult, also if the file is of another torus.
  WindowMeasures(const std::filesystem::path& file, const NetworkShape& torus);

  [[nodiscard]] std::size_t windows() const { return windows_; }
  [[nodiscard]] std::size_t places() const { return static_cast<std::size_t>(torus_.nodes()) * kPlacesOfNode; }
  [[nodiscard]] std::uint64_t window_cycles() const { return cycles_; }
  [[nodiscard]] double window_seconds() const { return seconds_; }
  [[nodiscard]] const std::vector<WindowMeasure>& measures() const { return measures_; }
  [[nodiscard]] const NetworkShape& torus() const { return torus_; }

  /// Mean per cycle of window `window`, of the first place to be counted and every `step`-th from there on, `count` of
  /// them, added up.
  [[nodiscard]] double sum(std::size_t measure, std::size_t window, std::size_t first, std::size_t step,
                           std::size_t count) const;
  /// Two windows each become one.
  void halve();

 private:
  static constexpr std::size_t kPlacesOfNode = kTorusPorts + 1;

  void read(const class Hdf5Reader& file, const std::string& name, std::size_t measure, bool of_buffers);
  [[nodiscard]] std::size_t place(int node, int port, bool of_buffers) const;

  NetworkShape torus_;
  std::size_t windows_ = 0;
  std::uint64_t cycles_ = 0;
  double seconds_ = 0;
  std::vector<WindowMeasure> measures_;
};

}  // namespace tactus
