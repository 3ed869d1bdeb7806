// A plug-in whose pacer modes break their contract, each in its way.
#include <unistd.h>

#include <memory>
#include <stdexcept>

#include "hw/nic/pacer_decisions.h"

namespace {
using namespace tactus;

class Broken : public PacerDecisions {
 public:
  explicit Broken(const PacerPlace& /*place*/) {}
  PacketEighths gap(const PacedMessage& /*message*/, Cycles /*now*/) override { return PacketEighths{0}; }
};

class Throwing final : public Broken {
 public:
  using Broken::Broken;
  Cycles packet_started(const PacedPacket& /*packet*/, Cycles /*now*/) override {
    throw std::runtime_error("no more beats");
  }
};
const Registered<PaceModeKind> kThrowing{pace_mode_of<Throwing>("my_throwing", "It throws.")};

class Past final : public Broken {
 public:
  using Broken::Broken;
  Cycles packet_started(const PacedPacket& /*packet*/, Cycles now) override { return now; }
};
const Registered<PaceModeKind> kPast{pace_mode_of<Past>("my_past", "A slot in the packet before.")};

class Counting final : public Broken {
 public:
  using Broken::Broken;
  PacketEighths gap(const PacedMessage& /*message*/, Cycles /*now*/) override {
    static int asked = 0;
    return PacketEighths{++asked % 8};
  }
};
const Registered<PaceModeKind> kCounting{pace_mode_of<Counting>("my_counting", "It counts over all engines.")};

class Sleeping final : public Broken {
 public:
  using Broken::Broken;
  PacketEighths gap(const PacedMessage& /*message*/, Cycles /*now*/) override {
    for (;;) pause();
  }
};
const Registered<PaceModeKind> kSleeping{pace_mode_of<Sleeping>("my_sleeping", "It never answers.")};

}  // namespace
