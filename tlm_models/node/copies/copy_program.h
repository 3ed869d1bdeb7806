#pragma once

#include <cstdint>
#include <optional>

#include "tlm_models/node/copies/message_shape.h"

namespace tactus {

/// Next operation of a process of a node, as an MPI program says it. Messages from one process to another are matched
/// in their order.
struct CopyOp {
  enum class Kind : std::uint8_t {
    kSend,     ///< begins a message to `peer`
    kReceive,  ///< begins one from `peer`
    kWaitAll,  ///< goes on when all that this process has begun has ended; until then nothing of it moves
    kCopy,     ///< copies within the own array
    kWork,     ///< `instructions`
    kMark,     ///< notes the time and what has been counted
  };
  Kind kind = Kind::kWaitAll;
  int peer = 0;
  const MessageShape* shape = nullptr;  ///< shape of a message or a copy
  std::int64_t send_offset = 0;         ///< from the start of the sender's array; known on both sides
  std::int64_t receive_offset = 0;      ///< from the start of the receiver's
  std::uint64_t instructions = 0;
  int mark = 0;  ///< kBegin or kEnd
};

/// Marks: what counts begins, and ends.
inline constexpr int kBegin = 0;
inline constexpr int kEnd = 1;

/// The program of one process.
class CopyProgram {
 public:
  virtual ~CopyProgram() = default;
  /// Next operation; nothing at the end.
  virtual std::optional<CopyOp> next() = 0;
};

}  // namespace tactus
