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
  std::string unit;           ///< unit of a sum over the cycles of a window
  std::vector<float> sums{};  ///< [place][window]
};

/// A link from one node to another.
struct MeasuredLink {
  int from = 0;
  int to = 0;
  Direction direction = Direction::kPlusX;
};

/// Graph of `hosts` hosts whose cables attribution.h5 tells. Throws UnreadableResult.
NetworkShape graph_of(const std::filesystem::path& file, int hosts);

/// Measures of the links and nodes of a torus, mesh or graph, window by window, as attribution.h5 has them.
///
/// The first places are the links, by node and direction: what waited for the router's output, and the input buffer at
/// the link's far end. Behind them are the nodes: the outputs to their NICs and the buffers of what these inject, the
/// mean over the NICs for flits and the sum for all else.
class WindowMeasures {
 public:
  /// Throws UnreadableResult, also if the file is of another network.
  WindowMeasures(const std::filesystem::path& file, const NetworkShape& network);

  [[nodiscard]] std::size_t windows() const { return windows_; }
  [[nodiscard]] std::size_t places() const { return links_.size() + static_cast<std::size_t>(network_.nodes()); }
  [[nodiscard]] std::uint64_t window_cycles() const { return cycles_; }
  [[nodiscard]] double window_seconds() const { return seconds_; }
  [[nodiscard]] const std::vector<WindowMeasure>& measures() const { return measures_; }
  [[nodiscard]] const NetworkShape& network() const { return network_; }
  [[nodiscard]] const std::vector<MeasuredLink>& links() const { return links_; }

  /// Mean per cycle of window `window` at a place.
  [[nodiscard]] double at(std::size_t measure, std::size_t window, std::size_t place) const {
    return static_cast<double>(measures_[measure].sums[place * windows_ + window]) / static_cast<double>(cycles_);
  }
  /// Sum of a measure over all places, in one window.
  [[nodiscard]] double sum(std::size_t measure, std::size_t window) const;
  /// Two windows each become one.
  void halve();
  /// Whether packets could wait for bubbles.
  [[nodiscard]] bool have_bubbles() const;
  /// None waited for bubbles.
  void add_no_bubbles();

 private:
  void add_links();
  /// A measure by its number among those that there are.
  void add(std::size_t number);
  void read(const class Hdf5Reader& file, const std::string& name, std::size_t measure, bool of_buffers);
  /// The place of a node's output or, `of_buffers`, input buffer.
  [[nodiscard]] std::size_t place(int node, int port, bool of_buffers) const;

  NetworkShape network_;
  RouterPorts ports_;
  std::vector<MeasuredLink> links_;
  std::vector<std::size_t>
      link_places_;  ///< by node and direction; without a link there: any, as nothing is counted there
  std::size_t windows_ = 0;
  std::uint64_t cycles_ = 0;
  double seconds_ = 0;
  std::vector<WindowMeasure> measures_;
};

}  // namespace tactus
