#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/app/import/collective_record.h"
#include "tlm_models/traffic/collectives/collective_call.h"
#include "tlm_models/traffic/collectives/collective_choice.h"

namespace tactus {

/// Expands collective calls of traces by `choices`, or by the methods that Open MPI chooses for their kind, size and
/// number of ranks (docs/reference/collectives.md). Of gathers and scatters of sizes that differ, and of alltoallv, a
/// rank knows its own sizes alone: their calls have size 0.
class CollectiveExpansion final : public CollectiveExpander {
 public:
  /// `grid`: where the ranks are, if the trace has as many as it has places; empty: nowhere.
  explicit CollectiveExpansion(std::vector<CollectiveChoice> choices = {}, CollectiveGrid grid = {})
      : choices_(std::move(choices)), grid_(std::move(grid)) {}

  /// Throws std::invalid_argument if the chosen method cannot make the call.
  OperationSink::Index expand(int rank, const CollectiveRecord& record, std::optional<OperationSink::Index> after,
                              OperationSink& sink) override;

 private:
  [[nodiscard]] std::string method_for(const CollectiveRecord& record, const CollectiveCall& call) const;

  std::vector<CollectiveChoice> choices_;
  CollectiveGrid grid_;
};

}  // namespace tactus
