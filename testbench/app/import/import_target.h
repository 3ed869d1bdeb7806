#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/app/import/collective_record.h"
#include "testbench/app/import/import_faults.h"
#include "tlm_models/traffic/operation.h"

namespace tactus {

/// Limits of those who take an import.
struct ImportLimits {
  int ranks = 1 << 20U;
  std::uint64_t operations = std::uint64_t{1} << 30U;  ///< dependencies count as operations
  std::uint64_t message_bytes = std::numeric_limits<std::uint64_t>::max();
  bool any_source = false;  ///< receives may have peer kAnySource
  bool any_tag = false;     ///< receives may have tag kAnyTag
};

inline constexpr std::int32_t kAnySource = Operation::kAnyRank;  ///< peer of a receive
inline constexpr std::uint32_t kAnyTag = Operation::kAnyTag;     ///< tag of a receive

/// Contents of an import, in numbers.
struct ImportSummary {
  int ranks = 0;
  std::uint64_t sends = 0;
  std::uint64_t receives = 0;
  std::uint64_t computes = 0;
  std::uint64_t waits = 0;
  std::uint64_t dependencies = 0;
  std::uint64_t sent_bytes = 0;
  double compute_seconds = 0;                                ///< over all ranks
  std::array<std::uint64_t, kMpiCollectives> collectives{};  ///< calls of ranks, by kind
  /// Statements that become no operation, by their names, with how often they came.
  std::vector<std::pair<std::string, std::uint64_t>> without_effect;
};

/// Where importers put what they read. Ranks, sizes and tags are checked here, by the same rules for all formats.
class ImportTarget {
 public:
  using Index = OperationSink::Index;
  /// Told the number of ranks, once and before the first operation.
  using OnRanks = std::function<void(int)>;
  /// Told an operation of a rank, and the label that the file has for it.
  using OnLabel = std::function<void(int, Index, std::string_view)>;

  ImportTarget(OperationSink& sink, CollectiveExpander& expander, ImportFaults& faults, ImportLimits limits = {},
               OnRanks on_ranks = {})
      : sink_(sink), expander_(expander), faults_(faults), limits_(limits), on_ranks_(std::move(on_ranks)) {}

  [[nodiscard]] ImportFaults& faults() { return faults_; }
  [[nodiscard]] const ImportSummary& summary() const { return summary_; }
  [[nodiscard]] const ImportLimits& limits() const { return limits_; }
  /// Whether importers are to stop reading: the list of faults is full, or a limit has been passed.
  [[nodiscard]] bool stopped() const { return over_limit_ || faults_.full(); }

  /// To be called once. False, with a fault on the list, if there are none or too many.
  bool set_ranks(std::uint64_t ranks, const ImportPlace& place);
  [[nodiscard]] int ranks() const { return summary_.ranks; }

  /// The rank that is written as `number`; nothing, with a fault, if there is none.
  std::optional<int> rank(std::int64_t number, const ImportPlace& place);
  /// Peer of a receive: a rank, or kAnySource where it is taken.
  bool any_source(const ImportPlace& place);
  bool any_tag(const ImportPlace& place);
  /// Whether a message may have so many bytes; a fault if not.
  bool message_size(std::uint64_t bytes, const ImportPlace& place);

  void set_on_label(OnLabel on_label) { on_label_ = std::move(on_label); }
  void label(int rank, Index operation, std::string_view label) {
    if (on_label_) on_label_(rank, operation, label);
  }

  /// Puts an operation whose members have been checked.
  Index add(int rank, const Operation& operation);
  void after_end_of(int rank, Index operation, Index earlier);
  void after_begin_of(int rank, Index operation, Index earlier);
  /// Puts the next collective call of `rank` in its communicator; fills in `call` and `members`. Kind, root and size
  /// have to be those of the other members' calls of that number, or there is a fault. Answers the operation that ends
  /// the call.
  Index collective(int rank, CollectiveRecord record, std::optional<Index> after, const ImportPlace& place);
  /// To be called after the last rank: every member of a communicator has made as many calls in it as the others.
  void end_collectives(std::string_view file);
  /// Counts a statement that becomes no operation.
  void count_without_effect(std::string_view name);

 private:
  /// The collective call of a number, as its first rank made it.
  struct Call {
    MpiCollective kind;
    int root;
    std::uint64_t bytes;
    int rank;
    std::uint64_t line;
  };
  /// The calls in a communicator.
  struct Calls {
    std::vector<Call> calls;
    std::vector<std::uint32_t> made;  ///< by member
    const Communicator* communicator = nullptr;
  };
  Calls& calls_in(const Communicator* communicator);
  [[nodiscard]] static int rank_of(const Calls& in, int member) {
    return in.communicator == nullptr ? member : in.communicator->ranks[static_cast<std::size_t>(member)];
  }
  void check(const Calls& in, int rank, const CollectiveRecord& record, const ImportPlace& place);
  void count(const Operation& operation);
  void count_against_limit(std::uint64_t more);

  OperationSink& sink_;
  CollectiveExpander& expander_;
  ImportFaults& faults_;
  ImportLimits limits_;
  OnRanks on_ranks_;
  OnLabel on_label_;
  ImportSummary summary_;
  std::uint64_t entries_ = 0;
  bool over_limit_ = false;
  std::map<std::pair<std::uint32_t, int>, Calls> calls_;  ///< by number and first rank of the communicator
  bool calls_differ_ = false;
};

}  // namespace tactus
