#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "testbench/app/import/import_target.h"

namespace tactus {

/// Operations of one rank of an MPI program, in the order of its calls. A blocking call ends before the next operation
/// begins; a call that only starts a message has begun before the next operation begins.
class MpiProgram {
 public:
  using Index = OperationSink::Index;

  MpiProgram(int rank, ImportTarget& target) : rank_(rank), target_(target) {}

  [[nodiscard]] int rank() const { return rank_; }

  /// Computing, or a send or receive that blocks.
  void blocking(const Operation& operation);
  /// A send or receive that goes on in the background; answers what can be waited for.
  Index started(const Operation& operation);
  /// A call that sends and receives at once, and ends when both have ended.
  void both(const Operation& send, const Operation& receive);
  /// A call that returns when all of `requests` have ended; nothing if there are none.
  void wait(const std::vector<Index>& requests, std::uint32_t place);
  /// A collective call that blocks.
  void collective(CollectiveRecord record, const ImportPlace& place);
  /// A collective call that goes on in the background; answers what can be waited for.
  Index started_collective(CollectiveRecord record, const ImportPlace& place);

 private:
  /// An operation that the next one comes after.
  struct After {
    Index operation;
    bool begin;
  };
  Index put(const Operation& operation);
  Index put_collective(CollectiveRecord&& record, const ImportPlace& place);

  int rank_;
  ImportTarget& target_;
  std::vector<After> after_;
};

}  // namespace tactus
