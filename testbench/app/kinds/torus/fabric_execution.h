#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "hw/memory/memory.h"
#include "hw/node/lookout.h"
#include "hw/node/lookouts.h"
#include "hw/node/numa_memory_port.h"
#include "hw/node/numa_waves.h"
#include "hw/node/watchdog.h"
#include "testbench/app/results/observer_fan_out.h"
#include "testbench/app/run/execution.h"
#include "tlm_models/traffic/core_messages.h"
#include "tlm_models/traffic/node_processor.h"
#include "tlm_models/traffic/open_loop_meter.h"
#include "tlm_models/traffic/open_loop_source.h"
#include "tlm_models/traffic/part_processor.h"
#include "tlm_models/traffic/traffic_observer.h"

namespace tactus {

/// A machine of pins or of packets, with a processor or an open-loop source bound to each node's registers and
/// interrupt: levels cycle and packet.
class FabricExecution final : public Execution {
 public:
  /// As `MachineKind::execution`.
  FabricExecution(const Scenario& scenario, const ExecutionOptions& options, TrafficObserver& observer);

  [[nodiscard]] Picoseconds now() const override;
  [[nodiscard]] bool finished() const override;
  [[nodiscard]] bool stopped() const override;
  [[nodiscard]] std::vector<const RankView*> ranks() const override { return ranks_; }
  [[nodiscard]] std::vector<std::string> leftovers() const override;
  void summarise(Picoseconds end, RunSummary& summary) const override;
  [[nodiscard]] const Software& software() const override { return software_; }
  [[nodiscard]] const LinkModel& links() const override { return links_; }
  void observe(PacketObserver* observer) override { observers_.add(observer); }
  [[nodiscard]] std::vector<BusyPart> busy_parts() const override;
  [[nodiscard]] double busiest_link(Picoseconds end) const override;
  [[nodiscard]] std::unique_ptr<Recordings> record(const RecordingOptions& options, RunRecorder& recorder,
                                                   TrafficObserverFanOut& ranks) override;
  [[nodiscard]] Fabric& fabric() { return *fabric_; }
  /// One more that looks at the fabric, and outlives the run; to be added before `run`.
  void add_lookout(Lookout& lookout) { lookouts_->add(lookout); }
  /// Number of the message of a packet, which has been injected or not; 0: it has none.
  using MessageOf = std::function<std::uint64_t(const PacketHeader& packet, bool injected)>;
  /// Signals of `node` that a waveform can show, except those of its cores. To be called once, before the simulation.
  [[nodiscard]] ProbeList probes(int node, const MessageOf& message_of);
  /// Cores of `node`; null: it has none (`node.copies: cores`).
  [[nodiscard]] CoreMessages* cores(int node) const;
  void execute() override;

 private:
  class Control;

  void make_processors();
  void make_own_processor(int node, const std::string& name);
  void make_part_processor(int node, const std::string& name, const PlacedPart& part);
  [[nodiscard]] std::unique_ptr<LocalMessages> local_messages(int node);
  void make_sources();
  [[nodiscard]] bool open_loop() const { return meter_ != nullptr; }
  /// Registers that all processors or sources have written, for so many delivered messages.
  [[nodiscard]] SoftwareSummary software_summary(std::uint64_t messages) const;
  /// Summary of an open loop.
  [[nodiscard]] OpenLoopSummary open_loop_summary() const;
  /// Nothing is under way any more.
  [[nodiscard]] bool drained() const;
  [[nodiscard]] bool somebody_works() const;
  /// For the control of the run.
  [[nodiscard]] bool ends_now() const;
  [[nodiscard]] Cycles ends_by_time() const;

  /// Adds the options that the level has to know of the scenario besides the machine.
  [[nodiscard]] FabricOptions fabric_options(FabricOptions options);
  [[nodiscard]] MemoryFactory with_memory_parts(MemoryFactory own) const;

  const Scenario& scenario_;
  std::map<int, NumaMemoryPort*> numa_;  ///< memories of all nodes with such
  std::map<int, const Memory*> plain_;   ///< memories of all other nodes
  std::map<int, CoreMessages*> cores_;   ///< cores of all nodes with such, which the processors own
  std::unique_ptr<Fabric> fabric_;
  std::map<int, std::unique_ptr<NumaWaves>> numa_waves_;  ///< watchers of memories whose signals were asked for
  TrafficObserver& observer_;                             ///< observer of ranks and sources
  Software software_;
  TorusLinks links_;
  std::vector<std::unique_ptr<NodeProcessor>> processors_;  ///< in the order of their nodes; none in open loop
  std::map<int, std::unique_ptr<PartProcessor>> foreign_;   ///< processors of plug-ins, by node
  std::vector<const NodeProcessor*> by_node_;               ///< null: the processor of a plug-in
  std::vector<const RankView*> ranks_;                      ///< by processor
  std::unique_ptr<TrafficPattern> pattern_;
  std::unique_ptr<OpenLoopMeter> meter_;  ///< meter of an open loop
  std::vector<std::unique_ptr<OpenLoopSource>> sources_;
  PacketObserverFanOut observers_;
  std::unique_ptr<Watchdog> watchdog_;
  std::unique_ptr<Lookout> control_;
  std::unique_ptr<Lookouts> lookouts_;
};

}  // namespace tactus
