#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "testbench/app/import/collective_record.h"
#include "tlm_models/traffic/operation.h"

namespace tactus {

/// Operations of all ranks in memory: 24 bytes each, and 8 for a dependency.
class ImportedOperations final : public OperationSink {
 public:
  /// Operation, and the one that it comes after.
  using Dependency = std::pair<Index, Index>;

  struct Rank {
    std::vector<Operation> operations;
    std::vector<Dependency> after_end;
    std::vector<Dependency> after_begin;
    /// Remarks on operations, in their order.
    std::vector<std::pair<Index, std::string>> notes;
  };

  void set_ranks(int ranks) { ranks_.resize(static_cast<std::size_t>(ranks)); }
  [[nodiscard]] int ranks() const { return static_cast<int>(ranks_.size()); }
  [[nodiscard]] const Rank& rank(int rank) const { return ranks_[static_cast<std::size_t>(rank)]; }
  void note(int rank, Index operation, std::string text) {
    ranks_[static_cast<std::size_t>(rank)].notes.emplace_back(operation, std::move(text));
  }

  Index add(int rank, const Operation& operation) override {
    auto& operations = ranks_[static_cast<std::size_t>(rank)].operations;
    operations.push_back(operation);
    return static_cast<Index>(operations.size() - 1);
  }
  void after_end_of(int rank, Index operation, Index earlier) override {
    ranks_[static_cast<std::size_t>(rank)].after_end.emplace_back(operation, earlier);
  }
  void after_begin_of(int rank, Index operation, Index earlier) override {
    ranks_[static_cast<std::size_t>(rank)].after_begin.emplace_back(operation, earlier);
  }

 private:
  std::vector<Rank> ranks_;
};

/// Notes collective calls. Each becomes the operations of an expander, or without one a wait, and its end has a note of
/// what is called.
class NotedCollectives final : public CollectiveExpander {
 public:
  explicit NotedCollectives(ImportedOperations& operations, CollectiveExpander* expander = nullptr)
      : operations_(operations), expander_(expander) {}

  OperationSink::Index expand(int rank, const CollectiveRecord& record, std::optional<OperationSink::Index> after,
                              OperationSink& sink) override;

 private:
  ImportedOperations& operations_;
  CollectiveExpander* expander_;
};

}  // namespace tactus
