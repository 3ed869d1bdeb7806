#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "hw/common/link_groups.h"
#include "hw/common/units.h"
#include "hw/node/fabric.h"
#include "hw/node/lookout.h"
#include "testbench/app/results/atomic_file.h"

namespace tactus {

/// Writes how the links and buffers of a machine are used over time: `links.csv` and `vc_occupancy.csv`.
///
/// A row ends a window of `interval` cycles; its time is the end of the window. It is taken in the middle of the
/// window's last cycle, when counters and buffers stand still. Windows one after the other in which no flit went over a
/// link and the buffers stayed as they were are one row; while nothing changes nobody looks. Memory does not grow with
/// simulated time. Columns: docs/reference/results.md. Throws ResultFileError.
class Sampler final : public Lookout {
 public:
  /// `fabric` must outlive it.
  Sampler(const Fabric& fabric, Cycles interval, const std::filesystem::path& folder);

  [[nodiscard]] Cycles first_look() const override { return interval_ - Cycles{1}; }
  Cycles look(const Look& look) override;

  /// After the simulation: writes the row of the window that has begun, shorter than the others, and completes the
  /// files.
  void finish();

 private:
  using Flits = std::vector<std::uint64_t>;

  void write_headers();
  /// State of the machine on record at the end of a window.
  struct State {
    Flits flits;     ///< so far, by group of links
    Flits buffered;  ///< in the buffers behind the links of a group, by VC; last those of the NICs' ports
  };

  /// The window that ends at `end` is over.
  void take_window(Cycles end);
  void write_rows(Cycles end, const State& state);
  void write_links(Cycles end, const Flits& flits);
  void write_occupancy(Cycles end, const State& state);
  [[nodiscard]] State state() const;
  void count_occupancy(State& state) const;
  [[nodiscard]] std::size_t place(int group, int vc) const { return static_cast<std::size_t>(group * vcs_ + vc); }
  /// Share of `count` buffers that so many flits fill.
  [[nodiscard]] double occupancy(std::uint64_t flits, int count) const;

  const Fabric& fabric_;
  NetworkShape network_;
  RouterPorts ports_;
  LinkGroups groups_;
  int vcs_;
  std::vector<int> nic_vcs_;  ///< VCs by which NICs send
  Clock clock_;
  Cycles interval_;
  Cycles last_end_;     ///< end of the last row
  Cycles last_window_;  ///< end of the last window; there is no row for it yet if that is later
  State last_;          ///< at the end of the last window
  Flits last_flits_;    ///< at the end of the last row
  AtomicFile links_;
  AtomicFile occupancy_;
};

}  // namespace tactus
