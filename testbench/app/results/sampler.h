#pragma once

#include <systemc>

#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "hw/common/units.h"
#include "hw/node/fabric.h"
#include "testbench/app/results/atomic_file.h"

namespace tactus {

/// Writes how the links and buffers of a machine are used over time: `links.csv` and `vc_occupancy.csv`.
///
/// A row ends a window of `interval` cycles; its time is the end of the window. It is taken in the middle of the
/// window's last cycle, when counters and buffers stand still. Memory does not grow with simulated time. Columns:
/// docs/reference/results.md. Throws ResultFileError.
class Sampler : public sc_core::sc_module {
 public:
  Sampler(const sc_core::sc_module_name& name, const Fabric& fabric, Cycles interval,
          const std::filesystem::path& folder);

  /// After the simulation: writes the row of the window that has begun, shorter than the others, and completes the
  /// files.
  void finish();

 private:
  using DirectionFlits = std::array<std::uint64_t, kTorusPorts>;

  void on_sample();
  void write_headers();
  void write_rows(Cycles end);
  void write_links(Cycles end);
  void write_occupancy(Cycles end);
  [[nodiscard]] DirectionFlits flits_so_far() const;
  void count_occupancy();
  /// Of the buffers of `port` and `vc` of all nodes, as counted last.
  [[nodiscard]] double mean_occupancy(int port, int vc) const;

  const Fabric& fabric_;
  Picoseconds clock_;
  Cycles interval_;
  Cycles last_end_;
  DirectionFlits last_flits_{};
  /// Flits in the buffers of a router port and VC, over all nodes.
  std::array<std::array<std::uint64_t, kMaxVirtualChannels>, kRouterPorts> buffered_{};
  AtomicFile links_;
  AtomicFile occupancy_;
};

}  // namespace tactus
