#pragma once

#include <systemc>

#include <optional>
#include <vector>

#include "hw/node/fabric.h"
#include "hw/node/lookout.h"

namespace tactus {

/// The one process that looks at a machine while it runs; two in a simulation would wait for each other. It wakes in
/// the cycles that its lookouts ask for, waits there until everything else of that moment has acted, and tells them how
/// long nothing will change: idle time costs nothing.
///
/// The machine stands still until the next event of anything in the simulation, or until what the fabric does without
/// events (`Fabric::changes_from`). With a time at which the simulation ends anyway, an event is pending until then: no
/// level executes further ahead. Reference: docs/reference/torus.md.
class Lookouts : public sc_core::sc_module {
 public:
  /// `fabric` must outlive it.
  Lookouts(const sc_core::sc_module_name& name, const Fabric& fabric, std::optional<Picoseconds> end);

  /// `lookout` must outlive the simulation; those of one moment look in the order in which they are added. Before the
  /// simulation.
  void add(Lookout& lookout) { posts_.push_back({&lookout, lookout.first_look()}); }

 private:
  struct Post {
    Lookout* lookout = nullptr;
    Cycles next;
  };

  void on_time();
  void look();
  [[nodiscard]] Cycles still_until(Cycles now) const;
  /// Wakes at the next look, or at the end if that is earlier.
  void sleep();
  [[nodiscard]] Cycles next_look() const;

  const Fabric& fabric_;
  const std::optional<Picoseconds> end_;
  std::vector<Post> posts_;
  bool begun_ = false;
};

}  // namespace tactus
