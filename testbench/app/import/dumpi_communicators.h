#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "testbench/app/import/communicator_history.h"
#include "testbench/app/import/dumpi_call.h"
#include "testbench/app/import/import_target.h"

namespace tactus {

/// Collects the calls of one rank that make communicators and groups, for a CommunicatorHistory.
class DumpiCommunicatorScan {
 public:
  DumpiCommunicatorScan(int rank, CommunicatorHistory& history) : rank_(rank), history_(history) {}
  void take(DumpiCall& call);

 private:
  int rank_;
  CommunicatorHistory& history_;
  std::set<int> used_;  ///< handles whose first message has been told
};

/// Tags of messages that are in several communicators: those of MPI_COMM_WORLD keep theirs, and all others have numbers
/// of their own, which are the same at both ends.
class ContextTags {
 public:
  /// `one_context`: all messages are in one communicator.
  explicit ContextTags(bool one_context) : one_context_(one_context) {}

  /// Nothing if there are too many, or the tag is one of the numbers.
  std::optional<std::uint32_t> tag_of(const Communicator& communicator, std::uint32_t tag);
  /// Whether a receive with any tag takes messages of its communicator alone.
  [[nodiscard]] bool any_tag() const { return one_context_; }

  static constexpr std::uint32_t kMost = 1U << 24U;

 private:
  bool one_context_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> tags_;
};

/// Communicators of one rank by their handles, as its calls make them.
class DumpiCommunicators {
 public:
  DumpiCommunicators(int rank, const CommunicatorHistory& history);

  /// Follows a call of kind MpiKind::kCommunicator.
  void take(DumpiCall& call);
  /// The one that an argument names; nullptr, with a fault, if it is not known.
  const Communicator* named(DumpiCall& call, const char* argument, ImportFaults& faults) const;
  /// MPI_Comm_rank and MPI_Comm_size have to say what the calls of all ranks say.
  void check(DumpiCall& call, ImportFaults& faults) const;

 private:
  int rank_;
  const CommunicatorHistory& history_;
  std::size_t made_ = 0;
  std::map<std::int64_t, const Communicator*> by_handle_;
};

}  // namespace tactus
