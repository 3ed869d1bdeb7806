#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hw/common/probe.h"
#include "tlm_models/node/copies/copy_watch.h"
#include "tlm_models/node/copies/timed_values.h"
#include "tlm_models/node/memory/many_core_config.h"
#include "tlm_models/node/memory/node_memory.h"

namespace tactus {

/// Reason for which a thread does not go on to its next instruction.
enum class ThreadStall : std::uint8_t {
  kNothing,
  kIssue,        ///< no slot of its core
  kTranslation,  ///< a walk through the page table
  kL2,
  kOtherCore,    ///< a line of another core
  kMemory,       ///< the latency of the memory
  kRights,       ///< the right to write a line
  kMemoryRate,   ///< the memory has given as many lines as it can in this quantum
  kWriteBuffer,  ///< no room for a write
  kCount,
};

/// Signals of a node of many cores whose process p runs on thread p: processes, cores, ring and memory. Threads go on
/// one after the other within a quantum: what they did is put in the order of its times when the quantum is over.
/// Reference: docs/reference/waves.md.
class ManyCoreWaves final : public CopyWatch {
 public:
  /// `watcher` is told of the times at which values change, in grains of the cores' cycle. It outlives this.
  ManyCoreWaves(const ManyCoreConfig& config, int processes, WheelWatcher& watcher);

  /// Shown numbers of messages, by those that are told with `takes`.
  using Shown = std::function<std::uint64_t(std::uint64_t number)>;
  /// The node is one of a torus: its cores are its ranks' unless they work for messages. Before anything else.
  void put_into(const std::string& scope, Shown shown);

  /// Adds all probes. `cases`: what the node does, one after the other; none in a torus.
  void add_probes(ProbeList& probes, const std::vector<std::string>& cases) const;
  /// A node that has done nothing yet does case `number` from `time` on.
  void begin_case(std::size_t number, Picoseconds time);
  /// Nothing more happens, and `end` is the time from the beginning of the case.
  void end_case(const NodeMemory& memory, Picoseconds end);

  /// Everything before `until`, the begin of a quantum, has been told.
  void settle(const NodeMemory& memory, Picoseconds until);

  void takes(int process, std::uint64_t number, int peer, MessagePart part) override;
  void takes_own(int process) override;
  void at(int process, CopyStep::Kind kind, Picoseconds now) override;
  void waits(int process, Picoseconds now) override;
  void ended(int process, Picoseconds now) override;
  void copied(int process, std::uint64_t bytes, Picoseconds now) override;
  void received(int process, Picoseconds now) override;
  void marked(int process, int mark, Picoseconds now) override;

  void accessed(const WatchedAccess& access) override;
  void worked(int thread, Picoseconds ready, Picoseconds issued) override;
  void loaded(int core, Picoseconds start, Picoseconds load) override;
  void quantum_begins(Picoseconds start) override;

 private:
  /// Next steps of a process, told of before they begin.
  struct Next {
    std::uint64_t message = 0;
    std::uint64_t part = 0;
    std::uint64_t peer = 0;
  };
  struct Process {
    Next next;
    std::uint64_t state = 0;
  };

  [[nodiscard]] std::size_t of_process(int process, std::size_t signal) const;
  [[nodiscard]] std::size_t of_core(int core, std::size_t signal) const;
  void go_into(int process, std::uint64_t state, const Next& next, Picoseconds now);
  void stall(int thread, ThreadStall why, Picoseconds from, Picoseconds to);
  void count(const WatchedAccess& access);
  void use_ring(const WatchedAccess& access, Picoseconds begin);
  void add_group(ProbeList& probes, const ProbeList& group, std::size_t first) const;
  void add_process(ProbeList& probes, const std::string& scope, int process) const;
  [[nodiscard]] bool in_torus() const { return static_cast<bool>(shown_); }

  ManyCoreConfig config_;
  std::vector<Process> processes_;
  std::vector<AccessCounts> counts_;  ///< by thread, as last told
  WheelWatcher& watcher_;
  TimedValues values_;
  Picoseconds offset_;  ///< begin of the case
  std::string scope_ = "node";
  Shown shown_;              ///< empty: the node is alone
  Picoseconds loads_known_;  ///< loads of quanta that begin before this have been told
};

}  // namespace tactus
