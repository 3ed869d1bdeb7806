#include "testbench/app/explain/numa_suggestions.h"

#include "testbench/app/explain/node_candidates.h"

namespace tactus {
namespace {

class NumaCandidates {
 public:
  NumaCandidates(const Scenario& scenario, const RunSummary& run)
      : total_(run.attribution->total), stages_(*total_.stages), list_(scenario) {}

  std::vector<Suggestion> take() {
    using Stage = AccessStage;
    using Part = LatencyPart;
    if (total_.time[Part::kMemory] + total_.time[Part::kWrite] == 0) return {};
    add_placement();
    if (is_worth_it(Part::kWrite, Stage::kHtRoom) || is_worth_it(Part::kMemory, Stage::kHtRoom)) {
      list_.add_posted_buffers();  // reads wait behind writes, too
      list_.add_posted_buffers_of_bridges();
    }
    if (is_worth_it(Part::kMemory, Stage::kHtRoom)) {
      list_.add_other_link_buffers();
      list_.add_other_bridge_buffers();
    }
    if (is_worth_it(Stage::kHt)) {
      list_.add_link_rates();
      list_.add_bridge_rates();
    }
    if (is_worth_it(Stage::kPcieRoom)) list_.add_posted_credits();
    if (is_worth_it(Stage::kPcie)) {
      list_.add_slot_rates();
      list_.add_payloads();
    }
    if (is_worth_it(Part::kMemory, Stage::kTags)) list_.add_read_tags();
    if (is_worth_it(Part::kMemory, Stage::kBridge)) list_.add_bridge_reads();
    if (is_worth_it(Stage::kQueue)) list_.add_memory_queues();
    if (is_worth_it(Stage::kBank)) list_.add_memory_banks();
    if (is_worth_it(Stage::kBus)) list_.add_memory_rates();
    if (is_worth_it(total_.time[Part::kMemory])) add_reads();
    return list_.take();
  }

 private:
  /// Less than this share of the latency is not worth a try.
  static constexpr double kWorthIt = 0.02;

  [[nodiscard]] bool is_worth_it(std::uint64_t cycles) const {
    return cycles > 0 && static_cast<double>(cycles) >= kWorthIt * static_cast<double>(total_.time.sum());
  }
  [[nodiscard]] bool is_worth_it(LatencyPart part, AccessStage stage) const {
    return is_worth_it(stages_[stage_part(part, stage)]);
  }
  /// Of reads and writes together.
  [[nodiscard]] bool is_worth_it(AccessStage stage) const {
    std::uint64_t cycles = 0;
    for (std::size_t i = 0; i < kStageParts; ++i) {
      if (access_stage(static_cast<StagePart>(i)) == stage) cycles += stages_.of_part[i];
    }
    return is_worth_it(cycles);
  }

  void add_placement() {
    const MemoryChoice near{MemoryChoice::Kind::kNear, {}};
    list_.add("node.memory=near", [&](Scenario& scenario) { scenario.node.memory = near; });
    list_.add("node.receive_memory=near", [&](Scenario& scenario) { scenario.node.receive_memory = near; });
    list_.add("node.engine_nics=nearest", [](Scenario& scenario) {
      scenario.node.engine_nics = {NicChoice::Kind::kNearest, {}};
    });
  }
  void add_reads() {
    list_.add("nic: twice as many reads and packet buffers", [](Scenario& scenario) {
      scenario.machine.nic.outstanding_reads *= 2;
      scenario.machine.nic.packet_buffers *= 2;
    });
  }

  const SplitSum& total_;
  const StageSplit& stages_;
  NodeCandidates list_;
};

}  // namespace

std::vector<Suggestion> numa_suggestions(const Scenario& scenario, const RunSummary& run) {
  return NumaCandidates(scenario, run).take();
}

}  // namespace tactus
