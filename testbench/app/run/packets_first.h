#pragma once

#include "hw/node/fabric.h"
#include "tlm_models/traffic/traffic_observer.h"

namespace tactus {

/// Tells an observer what ranks do, after the fabric's own observer has been told what packets did until then.
class PacketsFirst final : public TrafficObserver {
 public:
  PacketsFirst(Fabric& fabric, TrafficObserver& observer) : fabric_(fabric), observer_(observer) {}

  void send_started(const MessageEvent& message, Cycles cycle) override { first().send_started(message, cycle); }
  void receive_completed(const MessageEvent& message, Cycles cycle) override {
    first().receive_completed(message, cycle);
  }
  void sequence_began(int rank, int sequence, Cycles cycle) override { first().sequence_began(rank, sequence, cycle); }
  void sequence_ended(int rank, int sequence, Cycles cycle) override { first().sequence_ended(rank, sequence, cycle); }
  void program_ended(int rank, Cycles cycle) override { first().program_ended(rank, cycle); }
  void wait_ended(int rank, AwaitedCompletion awaited, Cycles cycle) override {
    first().wait_ended(rank, awaited, cycle);
  }

 private:
  TrafficObserver& first() {
    fabric_.tell();
    return observer_;
  }

  Fabric& fabric_;
  TrafficObserver& observer_;
};

}  // namespace tactus
