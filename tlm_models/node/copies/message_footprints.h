#pragma once

#include <cstdint>
#include <map>
#include <tuple>

#include "tlm_models/node/copies/copy_footprint.h"

namespace tactus {

/// Footprints of the copies of one message, each worked out once for all protocols. Copies to and from intermediate
/// buffers are parts of one that gathers, or scatters, all of the message.
class MessageFootprints {
 public:
  /// `message` and `node` outlive this.
  MessageFootprints(const CopyMessage& message, Bytes width, const ManyCoreConfig& node)
      : message_(message), width_(width), node_(node) {}

  /// Footprint of `step`, a copy; of the whole message if one side is a buffer.
  const CopyFootprint& of(const CopyStep& step);
  /// One side of it is an intermediate buffer.
  [[nodiscard]] bool gathers(const CopyStep& step) const { return step.destination.layout == message_.packed; }
  [[nodiscard]] bool scatters(const CopyStep& step) const { return step.source.layout == message_.packed; }

 private:
  using Key = std::tuple<bool, bool, std::int64_t, std::int64_t>;

  const CopyMessage& message_;
  Bytes width_;
  const ManyCoreConfig& node_;
  std::map<Key, CopyFootprint> all_;
};

}  // namespace tactus
