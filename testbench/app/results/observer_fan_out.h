#pragma once

#include <algorithm>
#include <vector>

#include "hw/link/packet_news.h"
#include "tlm_models/flow/flow_news.h"
#include "tlm_models/traffic/traffic_news.h"

namespace tactus {

/// Tells several observers what one is told, in the order in which they were added.
template <class Observer, class NewsObserver, class News>
class FanOut : public NewsObserver {
 public:
  void add(Observer* observer) { observers_.push_back(observer); }
  /// The one to be told: this, or its only observer.
  [[nodiscard]] Observer* observer() { return observers_.size() == 1 ? observers_.front() : this; }
  void hear(const News& event) override {
    for (Observer* observer : observers_) event.tell(*observer);
  }

 protected:
  std::vector<Observer*> observers_;
};

using TrafficObserverFanOut = FanOut<TrafficObserver, TrafficNewsObserver, TrafficNews>;
using FlowObserverFanOut = FanOut<FlowObserver, FlowNewsObserver, FlowNews>;

class PacketObserverFanOut final : public FanOut<PacketObserver, PacketNewsObserver, PacketNews> {
 public:
  [[nodiscard]] bool wants_waits() const override {
    return std::any_of(observers_.begin(), observers_.end(), [](const PacketObserver* o) { return o->wants_waits(); });
  }
  [[nodiscard]] bool wants_grants() const override {
    return std::any_of(observers_.begin(), observers_.end(), [](const PacketObserver* o) { return o->wants_grants(); });
  }
  /// One at most of those observers sums grants.
  GrantSums* grant_sums(std::size_t part) override {
    summed_ = true;
    for (PacketObserver* observer : observers_) {
      if (GrantSums* sums = observer->grant_sums(part)) return sums;
    }
    return nullptr;
  }
  void hear(const PacketNews& event) final {
    const bool passed_over = summed_ && event.kind == PacketNews::Kind::kGranted;
    for (PacketObserver* observer : observers_) {
      if (!passed_over || observer->wants_grants()) event.tell(*observer);
    }
  }

 private:
  bool summed_ = false;  ///< grants are told to those only that want them
};

}  // namespace tactus
