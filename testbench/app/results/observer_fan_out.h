#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "hw/link/packet_observer.h"
#include "tlm_models/flow/flow_observer.h"
#include "tlm_models/traffic/traffic_observer.h"

namespace tactus {

/// Tells several observers what a fabric tells one.
class PacketObserverFanOut final : public PacketObserver {
 public:
  explicit PacketObserverFanOut(std::vector<PacketObserver*> observers) : observers_(std::move(observers)) {}

  void packet_injected(const PacketHeader& header, Cycles cycle) override {
    for (PacketObserver* observer : observers_) observer->packet_injected(header, cycle);
  }
  void packet_granted(const RouterGrant& grant, const RouteHeader& header) override {
    for (PacketObserver* observer : observers_) {
      observer->packet_granted(grant, header);
    }
  }
  void packet_delivered(const PacketHeader& header, Cycles cycle) override {
    for (PacketObserver* observer : observers_) observer->packet_delivered(header, cycle);
  }

  [[nodiscard]] bool wants_waits() const override {
    return std::any_of(observers_.begin(), observers_.end(), [](const PacketObserver* o) { return o->wants_waits(); });
  }
  void packet_waited(const RouteHeader& header, const SendWaits& waits, Cycles cycle) override {
    for (PacketObserver* observer : observers_) observer->packet_waited(header, waits, cycle);
  }
  void packet_left(const RouteHeader& header, int vc, Cycles cycle) override {
    for (PacketObserver* observer : observers_) observer->packet_left(header, vc, cycle);
  }
  void packet_written(const RouteHeader& header, Cycles cycle) override {
    for (PacketObserver* observer : observers_) observer->packet_written(header, cycle);
  }

 private:
  std::vector<PacketObserver*> observers_;
};

/// Tells several observers what processors tell one.
class TrafficObserverFanOut final : public TrafficObserver {
 public:
  void add(TrafficObserver* observer) { observers_.push_back(observer); }

  void send_started(const MessageEvent& message, Cycles cycle) override {
    for (TrafficObserver* observer : observers_) observer->send_started(message, cycle);
  }
  void receive_completed(const MessageEvent& message, Cycles cycle) override {
    for (TrafficObserver* observer : observers_) observer->receive_completed(message, cycle);
  }
  void sequence_began(int node, int sequence, Cycles cycle) override {
    for (TrafficObserver* observer : observers_) observer->sequence_began(node, sequence, cycle);
  }
  void sequence_ended(int node, int sequence, Cycles cycle) override {
    for (TrafficObserver* observer : observers_) observer->sequence_ended(node, sequence, cycle);
  }
  void program_ended(int node, Cycles cycle) override {
    for (TrafficObserver* observer : observers_) observer->program_ended(node, cycle);
  }
  void wait_ended(int rank, AwaitedCompletion awaited, Cycles cycle) override {
    for (TrafficObserver* observer : observers_) observer->wait_ended(rank, awaited, cycle);
  }

 private:
  std::vector<TrafficObserver*> observers_;
};

/// Tells several observers what a flow machine tells one, in the order in which they were added.
class FlowObserverFanOut final : public FlowObserver {
 public:
  void add(FlowObserver* observer) { observers_.push_back(observer); }

  void message_sent(std::uint64_t id, const SentMessage& message, Picoseconds now) override {
    for (FlowObserver* observer : observers_) observer->message_sent(id, message, now);
  }
  void flow_started(const FlowMessage& message, const std::vector<LinkRun>& route, Picoseconds now) override {
    for (FlowObserver* observer : observers_) observer->flow_started(message, route, now);
  }
  void flow_shared(std::uint64_t id, const FlowShare& share, Picoseconds now) override {
    for (FlowObserver* observer : observers_) observer->flow_shared(id, share, now);
  }
  void flow_left(std::uint64_t id, Picoseconds now) override {
    for (FlowObserver* observer : observers_) observer->flow_left(id, now);
  }
  void message_arrived(std::uint64_t id, Picoseconds now) override {
    for (FlowObserver* observer : observers_) observer->message_arrived(id, now);
  }

 private:
  std::vector<FlowObserver*> observers_;
};

}  // namespace tactus
