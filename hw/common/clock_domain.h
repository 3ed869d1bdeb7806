#pragma once

#include <systemc>

#include <array>
#include <cstdint>
#include <memory>
#include <queue>
#include <vector>

#include "hw/common/clock.h"
#include "hw/common/units.h"

namespace tactus {

class ClockedInput;
class ClockedModule;
class EdgeWatcher;

/// One clock, its reset, and the modules on it: a single process runs at the rising edges and ticks the modules that
/// are awake, in the order in which they were made. It makes its own time steps and takes none while all sleep.
///
/// Edge `k` is where the clock has it and begins cycle `k`; edge 0 is one of reset. What is done to the domain at the
/// very time of an edge, from outside, comes after that edge. Reference: docs/reference/clock_domain.md.
class ClockDomain : public sc_core::sc_module {
 public:
  /// Wake-ups fewer cycles ahead than this cost no queue.
  static constexpr std::uint64_t kSlots = 64;
  /// Wake-ups of up to 64 modules: by edge modulo `kSlots`, a bit for each module that is to run.
  using WakeWords = std::array<std::uint64_t, kSlots>;

  ClockDomain(const sc_core::sc_module_name& name, const Clock& clock);
  ~ClockDomain() override;

  [[nodiscard]] const Clock& clock() const { return clock_; }
  /// Cycle that contains the present time.
  [[nodiscard]] Cycles cycle_now() const;
  /// The first edge that has not yet begun.
  [[nodiscard]] Cycles next_edge() const { return begun_ ? cycle_now() + Cycles{1} : Cycles{0}; }

  /// The next `edges` edges are edges of reset: all wires are cleared, then all modules are reset.
  void reset(std::uint64_t edges = 1);
  /// So is the next one.
  [[nodiscard]] bool in_reset() const { return reset_edges_ != 0; }
  /// `watcher` is told of every edge that is executed, as long as the simulation runs. Before it starts.
  void watch(EdgeWatcher& watcher) { watchers_.push_back(&watcher); }

  // For ClockedModule and its inputs.
  /// The edge at which modules tick; to be asked by them then.
  [[nodiscard]] Cycles edge_now() const { return next_; }
  /// Makes `module` the last in the order; before the simulation starts. Returns its number.
  unsigned add(ClockedModule& module);
  /// `input` is cleared by reset.
  void add(ClockedInput& input) { inputs_.push_back(&input); }
  [[nodiscard]] WakeWords& wake_words(unsigned module) { return *wheel_[module / 64]; }
  /// `input` is to be asked for its announcement in time for edge `due`.
  void announce_later(Cycles due, ClockedInput& input) { later_.push({due, 0, &input}); }
  /// Something has been put into the wheel from outside the edges: a domain that sleeps has to look at it.
  void rouse();

 private:
  /// A module's waking or an input's announcement that lies too far ahead for the wheel.
  struct Later {
    Cycles due;
    unsigned module = 0;
    ClockedInput* input = nullptr;  ///< null: a module's waking
    friend bool operator>(const Later& a, const Later& b) { return a.due > b.due; }
  };

  void on_time();
  void edge(Cycles now);
  void reset_edge(Cycles now);
  void tick_awake(Cycles now);
  void bring_near(Cycles now);
  void wake(unsigned module, Cycles now, Cycles at);
  void sleep(Cycles after);
  [[nodiscard]] Cycles next_due(Cycles after) const;
  static std::size_t slot(Cycles edge) { return edge.count() % kSlots; }

  const Clock clock_;
  std::vector<ClockedModule*> modules_;
  std::vector<ClockedInput*> inputs_;
  std::vector<EdgeWatcher*> watchers_;
  std::vector<Cycles> woken_at_;  ///< by module, its last waking in `later_`
  std::vector<std::unique_ptr<WakeWords>> wheel_;
  std::priority_queue<Later, std::vector<Later>, std::greater<Later>> later_;
  sc_core::sc_event rouse_event_;
  Cycles next_;  ///< edge that time is taken to; while it is one, that edge
  std::uint64_t reset_edges_ = 1;
  bool begun_ = false;
};

}  // namespace tactus
