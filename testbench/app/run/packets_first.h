#pragma once

#include "hw/node/fabric.h"
#include "tlm_models/traffic/traffic_news.h"

namespace tactus {

/// Tells an observer what ranks do, after the fabric's own observer has been told what packets did until then.
class PacketsFirst final : public TrafficNewsObserver {
 public:
  PacketsFirst(Fabric& fabric, TrafficObserver& observer) : fabric_(fabric), observer_(observer) {}

  void hear(const TrafficNews& action) override {
    fabric_.tell();
    action.tell(observer_);
  }

 private:
  Fabric& fabric_;
  TrafficObserver& observer_;
};

}  // namespace tactus
