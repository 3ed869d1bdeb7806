#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/results/link_model.h"
#include "testbench/app/results/run_summary.h"
#include "testbench/app/run/fabric_factory.h"
#include "testbench/app/run/recordings.h"
#include "testbench/app/run/software.h"
#include "testbench/app/scenario/scenario.h"
#include "tlm_models/traffic/traffic_observer.h"

namespace tactus {

/// For how long something besides the network has been busy.
struct BusyPart {
  enum class Kind : std::uint8_t {
    kMemory,  ///< memory of a node: reading or writing, whichever took longer
    kCopies,  ///< that a rank sends within its node
  };
  Kind kind = Kind::kMemory;
  int number = 0;  ///< number of the node, or of the rank
  Picoseconds busy;
};

/// A scenario's machine at one level of execution, with the software on its processors. Executed once.
class Execution {
 public:
  virtual ~Execution() = default;

  /// Executes to the end: all programs ended and nothing under way, the measurement of an open loop complete, or
  /// `run.max_time`. A violation that a model reports is an exception of SystemC (sc_report); throws Interrupted if a
  /// signal came before the end (SignalWatch).
  virtual void execute() = 0;
  [[nodiscard]] virtual Picoseconds now() const = 0;
  /// All programs have ended, or the measurement is complete; not if `run.max_time` has ended the run before that.
  [[nodiscard]] virtual bool finished() const = 0;
  /// Something else than the end of the run has stopped the kernel: a file that cannot be written. The machine stands
  /// wherever it was, and nothing follows from what is left in it.
  [[nodiscard]] virtual bool stopped() const { return false; }
  /// The interpreters of all ranks, by processor; none in open loop.
  [[nodiscard]] virtual std::vector<const RankView*> ranks() const = 0;
  /// Faults of a run that is finished: everything that is left in the machine. Empty if all is well.
  [[nodiscard]] virtual std::vector<std::string> leftovers() const = 0;
  /// Adds figures that only this level has about the run, which ended at `end`.
  virtual void summarise(Picoseconds end, RunSummary& summary) const = 0;

  /// Memories and copies, as far as the level knows them.
  [[nodiscard]] virtual std::vector<BusyPart> busy_parts() const { return {}; }
  /// Share 0..1 of the time to `end` that the busiest link of the network carries something.
  [[nodiscard]] virtual double busiest_link(Picoseconds /*end*/) const { return 0; }

  /// Files that only this level, or this kind of machine, leaves behind. Throws ResultFileError.
  virtual void write_files(const std::filesystem::path& /*folder*/) const {}
  /// That will be delivered; nothing if nobody knows.
  [[nodiscard]] virtual std::optional<std::uint64_t> messages() const {
    const Workload* workload = software().workload();
    return workload != nullptr ? std::optional(workload->messages()) : std::nullopt;
  }

  [[nodiscard]] virtual const Software& software() const = 0;
  [[nodiscard]] virtual const LinkModel& links() const = 0;
  /// The sequences of the workload, with hops where they are those of this network.
  [[nodiscard]] virtual std::vector<SequenceInfo> sequences() const { return software().sequences(); }

  /// One more observer of the packets; to be added before `execute`. Without packets it hears of nothing.
  virtual void observe(PacketObserver* /*observer*/) {}
  /// Adds those who record the run to its observers and to `ranks`, which tells the ranks' observers; to be called
  /// before `execute`, once. `recorder` and `ranks` must outlive what is returned.
  [[nodiscard]] virtual std::unique_ptr<Recordings> record(const RecordingOptions& /*options*/,
                                                           RunRecorder& /*recorder*/,
                                                           TrafficObserverFanOut& /*ranks*/) {
    return std::make_unique<Recordings>();
  }
};

/// How a scenario is executed, besides what it says.
struct ExecutionOptions {
  Level level = Level::kCycle;
  FabricOptions fabric;
  std::function<void(Picoseconds now)> look;  ///< called now and then while the run goes on; may be empty
};

}  // namespace tactus
