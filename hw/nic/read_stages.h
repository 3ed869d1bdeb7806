#pragma once

#include <cstddef>
#include <vector>

#include "hw/common/access_stages.h"

namespace tactus {

/// Says of each packet of a DMA engine at which stages the packets before the engine were while it waited for memory,
/// since the descriptor of the packet's message was taken. Plain class, told by PacketSender, whose buffers it knows by
/// number; there is one only if the memory says where accesses have been and somebody wants to know.
class ReadStages {
 public:
  explicit ReadStages(std::size_t buffers) : ways_(buffers), fetched_(buffers) {}

  /// A descriptor is taken at edge `now`.
  void message_fetched(Cycles now) { message_ = {now, sums_}; }
  /// A packet of that message goes to a buffer.
  void filled(std::size_t buffer, Cycles now) {
    fetched_[buffer] = message_;
    ways_[buffer] = {now, {}};
  }
  /// The packet in `buffer` has been read.
  void answered(std::size_t buffer, const AccessWay& way) { ways_[buffer] = way; }
  /// In cycles [begin, end) the engine waited for memory, for the oldest packet.
  void waited(Cycles begin, Cycles end) { waits_.push_back({begin, end}); }
  /// The oldest packet, in `buffer`, has started.
  AccessStages started(std::size_t buffer) {
    for (const Wait& wait : waits_) {
      ways_[buffer].for_each(wait.begin, wait.end,
                             [&](AccessStage stage, Cycles begin, Cycles end) { count(stage, begin, end); });
    }
    waits_.clear();
    AccessStages stages{ways_[buffer], sums_};
    for (std::size_t i = 0; i < kAccessStages; ++i) stages.cycles[i] -= fetched_[buffer].sums[i];
    return stages;
  }

 private:
  struct Wait {
    Cycles begin;
    Cycles end;
  };
  /// A descriptor's being taken, and the sums of all cycles before.
  struct Fetch {
    Cycles edge;
    AccessStageCycles sums{};
  };

  /// A wait is counted at its end, when it is known what it was for. Fetches meanwhile take over the cycles before.
  void count(AccessStage stage, Cycles begin, Cycles end) {
    const auto number = static_cast<std::size_t>(stage);
    sums_[number] += (end - begin).count();
    const auto before = [&](Fetch& fetch) {
      if (fetch.edge > begin) fetch.sums[number] += (std::min(end, fetch.edge) - begin).count();
    };
    for (Fetch& fetch : fetched_) before(fetch);
    before(message_);
  }

  std::vector<AccessWay> ways_;  ///< by buffer
  std::vector<Fetch> fetched_;   ///< by buffer: of its message
  std::vector<Wait> waits_;      ///< for the oldest packet
  AccessStageCycles sums_{};     ///< sums over all waits whose packets have started
  Fetch message_;
};

}  // namespace tactus
