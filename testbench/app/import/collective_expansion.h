#pragma once

#include <optional>

#include "testbench/app/import/collective_record.h"
#include "tlm_models/traffic/collectives/collective_call.h"

namespace tactus {

/// Expands collective calls of traces by the methods that Open MPI chooses for their kind, size and number of ranks
/// (docs/reference/collectives.md).
class CollectiveExpansion final : public CollectiveExpander {
 public:
  OperationSink::Index expand(int rank, const CollectiveRecord& record, std::optional<OperationSink::Index> after,
                              OperationSink& sink) override;
};

}  // namespace tactus
