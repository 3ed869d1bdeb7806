#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/units.h"
#include "tlm_models/node/copies/layout.h"

namespace tactus {

/// Something that happens once and that a process may wait for.
using FlagId = std::uint32_t;

/// A layout with the buffer that it describes.
struct PlacedLayout {
  const Layout* layout = nullptr;
  std::int64_t buffer = 0;        ///< address from which the layout's offsets count
  std::uint64_t description = 0;  ///< address of the datatype's description in its process
};

/// Next step of a process for a message.
struct CopyStep {
  enum class Kind : std::uint8_t {
    kWork,  ///< `instructions`
    kRead,  ///< `bytes` from `address` on
    kPost,  ///< `instructions`, then the line of `address` is written, and `flag` has happened
    kWait,  ///< until `flag` has happened; then `instructions`, and the line of `address` is read
    kCopy,  ///< packed bytes `from` to `to`, from `source` to `destination`
    kFrom,  ///< nothing before `time`
    kIdle,  ///< nothing before a flag happens: the only step, and whoever gave it is asked again then
  };
  Kind kind = Kind::kWork;
  std::uint64_t instructions = 0;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  FlagId flag = 0;
  Picoseconds time;
  PlacedLayout source;
  PlacedLayout destination;
  std::int64_t from = 0;
  std::int64_t to = 0;
};

using CopySteps = std::vector<CopyStep>;

/// A message and the memory that it may use.
struct CopyMessage {
  PlacedLayout send;
  PlacedLayout receive;            ///< as large as `send`; names no byte twice
  const Layout* packed = nullptr;  ///< as many bytes in a row
  /// Address of intermediate buffers: as many and as large as the configuration says, of the whole message if eager.
  std::uint64_t shared = 0;
  std::uint64_t aside = 0;           ///< address of a private buffer of the receiver, as large as the message
  std::uint64_t sender_queue = 0;    ///< address of `kQueueSlots` lines
  std::uint64_t receiver_queue = 0;  ///< address of `kQueueSlots` lines
  std::uint32_t first_slot = 0;      ///< slot of the queues from which on it uses lines in turn
  bool mapped = false;               ///< the receiver has mapped the sender's buffer before
};

/// Lines of a queue, used in turn.
inline constexpr std::uint32_t kQueueSlots = 64;

/// Steps of both processes for a message.
struct CopyPlan {
  CopySteps sender;
  CopySteps receiver;
  /// Steps of the receiver for a message that it finds before it has posted the receive; none if that can wait.
  CopySteps unexpected;
  CopySteps after_unexpected;  ///< steps instead of `receiver`, once the receive of an unexpected message is posted
  FlagId flags = 0;            ///< that it uses, from 0 on
};

}  // namespace tactus
