#pragma once

#include <cstdint>
#include <vector>

#include "tlm_models/flow/flow_observer.h"

namespace tactus {

/// Event of a message or its flow as a value: which call of a FlowObserver it stands for, and the arguments of that
/// call. Pointers are valid as long as the arguments were.
struct FlowNews {
  enum class Kind : std::uint8_t { kSent, kStarted, kShared, kLeft, kArrived };

  Kind kind = Kind::kSent;
  Picoseconds now;
  std::uint64_t id = 0;                         ///< mark of the message, unless started
  const SentMessage* sent = nullptr;            ///< sent
  const FlowMessage* started = nullptr;         ///< started
  const std::vector<LinkRun>* route = nullptr;  ///< started
  const FlowShare* share = nullptr;             ///< shared

  void tell(FlowObserver& observer) const {
    switch (kind) {
      case Kind::kSent:
        return observer.message_sent(id, *sent, now);
      case Kind::kStarted:
        return observer.flow_started(*started, *route, now);
      case Kind::kShared:
        return observer.flow_shared(id, *share, now);
      case Kind::kLeft:
        return observer.flow_left(id, now);
      case Kind::kArrived:
        return observer.message_arrived(id, now);
    }
  }
};

/// Observer that passes on what it is told: every call is one piece of news to it.
class FlowNewsObserver : public FlowObserver {
 public:
  virtual void hear(const FlowNews& event) = 0;

  void message_sent(std::uint64_t id, const SentMessage& message, Picoseconds now) final {
    hear({FlowNews::Kind::kSent, now, id, &message});
  }
  void flow_started(const FlowMessage& message, const std::vector<LinkRun>& route, Picoseconds now) final {
    hear({FlowNews::Kind::kStarted, now, 0, nullptr, &message, &route});
  }
  void flow_shared(std::uint64_t id, const FlowShare& share, Picoseconds now) final {
    hear({FlowNews::Kind::kShared, now, id, nullptr, nullptr, nullptr, &share});
  }
  void flow_left(std::uint64_t id, Picoseconds now) final { hear({FlowNews::Kind::kLeft, now, id}); }
  void message_arrived(std::uint64_t id, Picoseconds now) final { hear({FlowNews::Kind::kArrived, now, id}); }
};

}  // namespace tactus
