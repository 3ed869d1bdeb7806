#pragma once

#include <cstdint>

namespace tactus {

/// An application is a stream of operations for each rank: GOAL's model (Hoefler, Siebert, Lumsdaine: "Group
/// Operation Assembly Language - A Flexible Way to Express Collective Communication", ICPP 2009), and waits.
/// Reference: docs/reference/operations.md.
enum class OperationKind : std::uint8_t {
  kSend,     ///< a message of `amount` bytes to `peer`; it ends when the message has left the NIC
  kReceive,  ///< a message of `amount` bytes from `peer`; it ends when the message has arrived
  kCompute,  ///< the processor is busy for `amount` picoseconds
  kWait,     ///< a call that returns when all operations that it `requires` have ended
};

struct Operation {
  static constexpr std::int8_t kAnyNic = -1;
  static constexpr std::int8_t kClassOfProgram = -1;
  static constexpr std::int32_t kAnyRank = -1;          ///< peer of a receive that takes messages of all ranks
  static constexpr std::uint32_t kAnyTag = UINT32_MAX;  ///< tag of a receive that takes messages of all tags

  std::uint64_t amount = 0;
  std::int32_t peer = 0;    ///< rank
  std::uint32_t tag = 0;    ///< tag of the message; messages of one pair and tag are received in their order
  std::uint32_t place = 0;  ///< where it stands in the input: line or byte, from 1; 0: nowhere
  OperationKind kind = OperationKind::kCompute;
  std::uint8_t processor = 0;                   ///< number within the rank, from 0
  std::int8_t nic = kAnyNic;                    ///< DMA engine at both ends
  std::int8_t message_class = kClassOfProgram;  ///< kSend: number of the class of its packets
};

/// Receiver of the operations of all ranks, in the order of each rank's operations.
class OperationSink {
 public:
  /// Number of an operation of its rank, from 0 in the order of `add`.
  using Index = std::uint32_t;

  virtual ~OperationSink() = default;
  virtual Index add(int rank, const Operation& operation) = 0;
  /// GOAL's `requires`: `operation` begins after `earlier` has ended.
  virtual void after_end_of(int rank, Index operation, Index earlier) = 0;
  /// GOAL's `irequires`: `operation` begins after `earlier` has begun. Either may have the higher number.
  virtual void after_begin_of(int rank, Index operation, Index earlier) = 0;
};

}  // namespace tactus
