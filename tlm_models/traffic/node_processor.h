#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw/common/probe.h"
#include "tlm_models/traffic/nic_port.h"
#include "tlm_models/traffic/processor.h"
#include "tlm_models/traffic/rank_interpreter.h"

namespace tactus {

/// The processors of one node: executes the programs of its ranks, all by the one NIC.
///
/// In an action it takes completions engine by engine, then what has ended within the node, and then runs its ranks:
/// those that wait before the others, who waits longest first, all others in the order of their places. A descriptor or
/// slot that has become free goes to what waits for it before any rank acts. Exact cycles:
/// docs/reference/rank_processor.md. Raises no report itself; the ranks' status says what is left undone.
class NodeProcessor final : public Processor {
 public:
  /// `ranks` are those that `map` puts on `node`, by place; `local` are the messages between them, null: at
  /// `config.copy`'s rate. `observer` may be null; it, `config`, `map` and what the programs refer to must outlive the
  /// processor.
  NodeProcessor(const sc_core::sc_module_name& name, const SoftwareConfig& config, const RankMap& map, int node,
                std::vector<RankSetup> ranks, TrafficObserver* observer,
                std::unique_ptr<LocalMessages> local = nullptr);

  /// By place.
  [[nodiscard]] const RankInterpreter& rank(int place) const { return *ranks_[static_cast<std::size_t>(place)]; }
  /// Messages within the node.
  [[nodiscard]] const LocalMessages& local() const { return port_.local(); }
  /// Nothing waits for a descriptor or a slot, and no message within the node is under way.
  [[nodiscard]] bool idle() const { return port_.idle(); }
  /// Adds the state of the rank in `place`, for waveforms (docs/reference/waves.md, rank).
  void add_probes(int place, ProbeList& probes, const std::string& scope) const;

 private:
  NicDriver& driver() override { return port_.driver(); }
  void take_completions(int engine, Cycles now) override;
  Cycles run(Cycles now) override;
  void tell_ranks();
  void free_processors();
  void order_ranks();

  const SoftwareConfig& config_;
  const RankMap& map_;
  NicPort port_;
  std::vector<std::unique_ptr<RankInterpreter>> ranks_;  ///< by place
  std::vector<RankInterpreter*> order_;                  ///< in which they act
  PortNews news_;
  std::vector<bool> waits_;  ///< by place
};

}  // namespace tactus
