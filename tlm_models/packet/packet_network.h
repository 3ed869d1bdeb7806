#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tlm_models/packet/crew_decision.h"
#include "tlm_models/packet/crossings.h"
#include "tlm_models/packet/packet_log.h"
#include "tlm_models/packet/packet_region.h"
#include "tlm_models/packet/thread_crew.h"

namespace tactus {

/// By how many threads a network is executed.
struct Threading {
  int threads = 1;  ///< at least 1; more than there are nodes are not used
  /// Events of a window, outside the region that has most, from which on all threads work: CrewDecision.
  std::uint64_t worth_events = 16;
  /// Test hook, if not 0: how far each region comes in each window is drawn from it. No outcome may depend on that.
  std::uint64_t pauses = 0;
};

/// All NICs and routers of a torus, executed packet by packet, by one thread or by several, each of which has a region
/// of the torus. No SystemC: its owner says how far it may go.
///
/// Nothing gets from one region to another in less than a link delay and the two cycles of ST and of the wire. So after
/// an exchange of what has crossed, all regions may execute that many cycles from the first edge at which anything
/// happens in any of them, without knowing of each other. What comes of it is the same for any number of threads.
class PacketNetwork {
 public:
  /// `timings`: test hook. `on_pins`: nodes that are executed elsewhere. With any, `run` may reach no further than
  /// anything can come from there, and the owner says how far the observer is told.
  PacketNetwork(const MachineConfig& config, const Threading& threading, const PacketTimings& timings,
                const MemoryFactory& memories, NodeMask on_pins = {});

  void observe(PacketObserver* observer);
  /// Its regions can be observed, if no observer wants waits: no node is on pins, and memories foresee.
  [[nodiscard]] bool has_parts() const;
  void observe_parts(PartObservers& observers);
  /// Tells `pins`, in `run`, of everything that leaves for nodes on pins.
  void connect(BorderSink& pins) { pins_ = &pins; }
  /// Comes from a node on pins, before the first edge that it matters to is executed.
  void enter(const Crossing& crossing);

  /// Executes the edges before `limit`, as far as they do not depend on what software answers to interrupt lines that
  /// have changed: returns early if there are any.
  void run(std::uint64_t limit);
  /// No earlier edge is to be executed, or PacketWheel::kNever.
  [[nodiscard]] std::uint64_t next_edge() const;
  /// Unless something comes from without, `run` does nothing before: no region has anything to execute, no interrupt
  /// line has changed, and nothing that a region did ahead of others remains to be told. PacketWheel::kNever: ever.
  [[nodiscard]] std::uint64_t idle_until() const;
  /// Tells the observer what has happened before cycle `end`, as far as all regions have come. `run` does so by itself
  /// where no nodes are on pins.
  void tell(std::uint64_t end);
  /// The first edge at which an interrupt line changed that was not yet taken, or PacketWheel::kNever.
  [[nodiscard]] std::uint64_t interrupt_edge() const;
  /// The nodes whose interrupt line changed at edge `interrupt_edge`. Their regions go on with the next `run`.
  std::vector<int> take_interrupts();
  /// Software accesses the register of `node` at `address` in cycle `now`: its NIC acts at the next edge.
  void register_accessed(int node, std::uint64_t address, std::uint64_t now) {
    region(node).register_accessed(node, address, now);
  }

  [[nodiscard]] PacketNic& nic(int node) { return region(node).nic(node); }
  [[nodiscard]] const PacketNic& nic(int node) const { return region(node).nic(node); }
  [[nodiscard]] PacketRouter& router(int node) {
    take_crossings();
    return region(node).router(node);
  }
  [[nodiscard]] std::uint64_t packets_in_flight();
  /// Packets that have come from nodes on pins, and that have left for them.
  [[nodiscard]] std::uint64_t entered() const { return entered_; }
  [[nodiscard]] std::uint64_t left() const { return left_; }

 private:
  static bool stopped(const PacketRegion& region) { return !region.changed_lines().empty(); }
  /// First edge that `region` has not executed and at which something may happen in it.
  static std::uint64_t goes_on_at(const PacketRegion& region) {
    return stopped(region) ? region.lines_changed_at() + 1 : region.next_edge();
  }
  void run_window(std::uint64_t start, std::uint64_t end);
  void go_on(std::size_t number);
  /// End of the window, for `region`.
  [[nodiscard]] std::uint64_t end_for(std::size_t region) const;
  void count_events();
  /// Takes for the regions what they would take of each other when they go on: for a reader that comes before.
  void take_crossings() {
    if (crossings_.any()) take_all_crossings();
  }
  void take_all_crossings();
  void leave_for_pins();
  [[nodiscard]] PacketRegion& region(int node) { return *regions_[region_of_[static_cast<std::size_t>(node)]]; }
  [[nodiscard]] const PacketRegion& region(int node) const {
    return *regions_[region_of_[static_cast<std::size_t>(node)]];
  }

  const std::uint64_t lookahead_;  ///< cycles
  Crossings crossings_;
  std::vector<std::uint16_t> region_of_;  ///< by node
  std::vector<std::unique_ptr<PacketRegion>> regions_;
  const NodeMask on_pins_;
  BorderSink* pins_ = nullptr;
  std::uint64_t executed_ = 0;  ///< with nodes on pins: edges before have been, but for regions that have stopped
  std::uint64_t entered_ = 0;
  std::uint64_t left_ = 0;
  PacketObserver* observer_ = nullptr;
  std::vector<PacketLog> logs_;     ///< none for one region that tells directly
  FirstInterrupt first_interrupt_;  ///< first interrupt of a window
  // With more than one region only.
  std::uint64_t window_start_ = 0;
  std::uint64_t window_end_ = 0;
  std::uint64_t windows_ = 0;
  const std::uint64_t pauses_;
  CrewDecision decision_;
  std::unique_ptr<ThreadCrew> crew_;
};

}  // namespace tactus
