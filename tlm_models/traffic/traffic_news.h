#pragma once

#include <cstdint>

#include "tlm_models/traffic/traffic_observer.h"

namespace tactus {

/// Action of a rank as a value: which call of a TrafficObserver it stands for, and the arguments of that call.
struct TrafficNews {
  enum class Kind : std::uint8_t {
    kSend,
    kReceive,
    kSequenceBegin,
    kSequenceEnd,
    kProgramEnd,
    kWaitEnd,
    kBegin,
    kMet,
    kEnd,
    kWork
  };

  Kind kind = Kind::kSend;
  Cycles cycle;
  int rank = 0;
  int sequence = 0;
  AwaitedCompletion awaited = AwaitedCompletion::kSend;
  MessageEvent message{};      ///< send, receive, met
  OperationEvent operation{};  ///< begin, met, end
  WorkEvent work{};

  void tell(TrafficObserver& observer) const {
    switch (kind) {
      case Kind::kSend:
        return observer.send_started(message, cycle);
      case Kind::kReceive:
        return observer.receive_completed(message, cycle);
      case Kind::kSequenceBegin:
        return observer.sequence_began(rank, sequence, cycle);
      case Kind::kSequenceEnd:
        return observer.sequence_ended(rank, sequence, cycle);
      case Kind::kProgramEnd:
        return observer.program_ended(rank, cycle);
      case Kind::kWaitEnd:
        return observer.wait_ended(rank, awaited, cycle);
      case Kind::kBegin:
        return observer.operation_began(operation, cycle);
      case Kind::kMet:
        return observer.operation_met(operation.operation, message, cycle);
      case Kind::kEnd:
        return observer.operation_ended(operation.rank, operation.operation, cycle);
      case Kind::kWork:
        return observer.work_ended(work, cycle);
    }
  }
};

/// Observer that passes on or keeps what it is told: every call is one piece of news to it.
class TrafficNewsObserver : public TrafficObserver {
 public:
  virtual void hear(const TrafficNews& action) = 0;

  void send_started(const MessageEvent& message, Cycles cycle) final {
    hear({TrafficNews::Kind::kSend, cycle, 0, 0, {}, message});
  }
  void receive_completed(const MessageEvent& message, Cycles cycle) final {
    hear({TrafficNews::Kind::kReceive, cycle, 0, 0, {}, message});
  }
  void sequence_began(int rank, int sequence, Cycles cycle) final {
    hear({TrafficNews::Kind::kSequenceBegin, cycle, rank, sequence});
  }
  void sequence_ended(int rank, int sequence, Cycles cycle) final {
    hear({TrafficNews::Kind::kSequenceEnd, cycle, rank, sequence});
  }
  void program_ended(int rank, Cycles cycle) final { hear({TrafficNews::Kind::kProgramEnd, cycle, rank}); }
  void wait_ended(int rank, AwaitedCompletion awaited, Cycles cycle) final {
    hear({TrafficNews::Kind::kWaitEnd, cycle, rank, 0, awaited});
  }
  void operation_began(const OperationEvent& operation, Cycles cycle) final {
    hear({TrafficNews::Kind::kBegin, cycle, 0, 0, {}, {}, operation});
  }
  void operation_met(std::uint32_t operation, const MessageEvent& message, Cycles cycle) final {
    hear({TrafficNews::Kind::kMet, cycle, 0, 0, {}, message, {message.destination, operation}});
  }
  void operation_ended(int rank, std::uint32_t operation, Cycles cycle) final {
    hear({TrafficNews::Kind::kEnd, cycle, 0, 0, {}, {}, {rank, operation}});
  }
  void work_ended(const WorkEvent& work, Cycles cycle) final {
    hear({TrafficNews::Kind::kWork, cycle, 0, 0, {}, {}, {}, work});
  }
};

}  // namespace tactus
