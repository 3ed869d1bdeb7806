#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "hw/common/clock.h"
#include "testbench/app/attribution/message_delays.h"
#include "testbench/app/attribution/part_split.h"
#include "testbench/app/attribution/path_in_short.h"
#include "testbench/app/results/operation_times.h"

namespace tactus {

/// Part of the critical path in operations. Reference: docs/reference/operations.md.
enum class OperationPart : std::uint8_t {
  kCompute,  ///< computing, as long as the operation asks for
  kNoise,    ///< computing beyond that: the operating system had the processor
  kCall,     ///< a send or receive was being started, or its processor was busy with others
  kSend,     ///< a message was leaving, and its sender waited for that
  kMessage,  ///< a message was on its way: from the beginning of its send, or of its receive if that came later
  kWait,     ///< a wait returned
};
inline constexpr std::size_t kOperationParts = 6;
inline constexpr std::array<const char*, kOperationParts> kOperationPartNames = {"compute", "noise",   "call",
                                                                                 "send",    "message", "wait"};
constexpr const auto& part_names(OperationPart) { return kOperationPartNames; }

struct OperationPlace {
  int rank = 0;
  std::uint32_t operation = 0;

  friend bool operator<(OperationPlace a, OperationPlace b) {
    return std::tie(a.rank, a.operation) < std::tie(b.rank, b.operation);
  }
};

/// A piece of the path: the cycles [begin, end).
struct OperationStep {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  OperationPart part{};
  OperationPlace place;
};

/// From the operation that ended last backwards, each time to what it waited for last; in the order of time, without
/// gaps from the start of the run, or of the job. Empty if no operation has ended. Computing takes cycles of `clock`.
std::vector<OperationStep> operation_path(const OperationTimes& times, const Clock& clock);

/// Time that a path spent on one operation.
struct OperationSum {
  OperationPart part{};
  int rank = 0;
  std::uint32_t operation = 0;
  std::optional<std::uint32_t> line;      ///< Operation::place
  std::string kind;                       ///< as `name_of`
  std::optional<int> peer;                ///< peer, if it is a message
  std::uint64_t time = 0;                 ///< cycles
  double begin_s = 0;                     ///< when the first of its pieces begins
  std::optional<MessageDelay> message{};  ///< the message of a receive, if packets are attributed
};
using OperationPath = PathInShort<OperationSum, PartSplit<OperationPart, kOperationParts>>;
OperationPath summarise(const OperationTimes& times, const Clock& clock);
/// Says of the messages of the path's largest sums what their slowest packets waited for.
void add_delays(const OperationTimes& times, const MessageDelays& delays, OperationPath& path);

}  // namespace tactus
