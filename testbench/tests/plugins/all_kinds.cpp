// A plug-in with a policy of each kind, all of them good. Equal rates and orders are nobody's default.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "hw/nic/injection_control.h"
#include "hw/nic/pacer_decisions.h"
#include "hw/router/arbiter.h"
#include "hw/router/dateline.h"
#include "hw/router/nomination_policy.h"
#include "hw/router/route_function.h"
#include "hw/router/tie_break.h"
#include "tlm_models/traffic/all_to_all.h"
#include "tlm_models/traffic/placement.h"
#include "tlm_models/traffic/rank_shift.h"
#include "tlm_models/traffic/traffic_pattern.h"

namespace {
using namespace tactus;

class HighestFirst final : public Arbiter {
 public:
  explicit HighestFirst(const ArbiterRequesters& /*requesters*/) {}
  int pick(RequestMask requests, RequestAges /*ages*/) override { return 63 - __builtin_clzll(requests); }
  void reset() override {}
};
const Registered<ArbiterKind> kHighest{{{"my_highest", "The highest requester wins."},
                                        ArbiterAges::kNone,
                                        [](const ArbiterRequesters& requesters) -> std::unique_ptr<Arbiter> {
                                          return std::make_unique<HighestFirst>(requesters);
                                        }}};

const Registered<NominationKind> kLongest{
    {{"my_longest", "An input port offers its longest packet that has credits."},
     [](const NominationRequest& request) { return static_cast<std::uint32_t>(1023 - request.flits); }}};

const Registered<TieBreakKind> kMinus{{{"my_minus", "Every tie goes minus."}, [](const Tie&) { return true; }}};

const Registered<DatelineKind> kAhead{
    {{"my_ahead", "Class 1 as long as the wraparound link is ahead, class 0 behind it."},
     [](const RingStep& step, int /*in_class*/) { return step.wraps ? 1 : 0; }}};

/// Of a mesh: all of the last dimension first, then the one before it.
class LastFirst final : public RouteFunction {
 public:
  explicit LastFirst(const MachineConfig& config)
      : network_(config.network),
        ports_(config.ports()),
        all_vcs_(static_cast<std::uint8_t>((1U << static_cast<unsigned>(config.router.virtual_channels)) - 1)) {}
  [[nodiscard]] RouteDecision route(Coordinate here, int /*in_port*/, int /*in_vc*/,
                                    const RouteHeader& header) const override {
    for (int d = network_.dimensions() - 1; d >= 0; --d) {
      if (header.destination[d] == here[d]) continue;
      const bool minus = header.destination[d] < here[d];
      return {static_cast<std::uint8_t>(direction_of(d, minus)), all_vcs_};
    }
    return {static_cast<std::uint8_t>(ports_.nic_port(header.destination_nic)), all_vcs_};
  }

 private:
  NetworkShape network_;
  RouterPorts ports_;
  std::uint8_t all_vcs_;
};
RoutingPolicy last_first() {
  RoutingPolicy policy;
  policy.name = "my_last_first";
  policy.summary = "The last dimension first, in a mesh.";
  policy.make = [](const MachineConfig& config) -> std::unique_ptr<const RouteFunction> {
    return std::make_unique<LastFirst>(config);
  };
  policy.refuses = [](const MachineConfig& config) -> std::string {
    for (int d = 0; d < config.network.dimensions(); ++d) {
      if (config.network.wraps(d)) return "it needs a mesh (network.wrap: false)";
    }
    return {};
  };
  return policy;
}
const Registered<RoutingKind> kLastFirst{last_first()};

constexpr NumberKey kPause{"my_pause", 1, "Packets of a pause after each packet.", 0, 100};

class Pausing final : public PacerDecisions {
 public:
  explicit Pausing(const PacerPlace& place)
      : gap_(std::min(static_cast<int>(8 * kPause.of(place.settings)), kMaxPaceEighths)) {}
  PacketEighths gap(const PacedMessage& /*message*/, Cycles /*now*/) override { return PacketEighths{gap_}; }

 private:
  int gap_;
};
PaceModePolicy pausing() {
  PaceModePolicy policy = pace_mode_of<Pausing>("my_pause", "A pause after each packet.");
  policy.keys = {kPause};
  return policy;
}
const Registered<PaceModeKind> kPausing{pausing()};

/// So many packets of an engine are without acknowledgement at most.
class TwoUnderWay final : public InjectionControl {
 public:
  explicit TwoUnderWay(const ControlPlace& /*place*/) {}
  [[nodiscard]] bool may_start(const PacketHeader& packet, Cycles /*now*/) const override {
    return under_way_[packet.route.source_nic] < 2;
  }
  void started(const PacketHeader& packet, Cycles /*now*/) override { ++under_way_[packet.route.source_nic]; }
  void data_taken(const PacketHeader& packet, Cycles /*now*/) override {
    tell(PacketKind::kAcknowledgement, packet.route, 1);
  }
  bool control_taken(const PacketHeader& packet, Cycles /*now*/) override {
    under_way_[packet.route.destination_nic] -= packet.transport.packet_index;
    wake(packet.route.destination_nic);
    return true;
  }

 private:
  std::array<unsigned, kMaxNics> under_way_{};
};
ControlPolicy two_under_way() {
  ControlPolicy policy = control_of<TwoUnderWay>("my_two", "Two packets of an engine are under way at most.");
  policy.acknowledges = true;
  policy.single_packets = true;
  return policy;
}
const Registered<ControlKind> kTwo{two_under_way()};

std::vector<SequenceInfo> steps_back(const RankShape& shape) {
  std::vector<SequenceInfo> infos;
  for (int step = 1; step < shape.ranks(); ++step) infos.push_back({step, 0, shift_hops(shape, shape.ranks() - step)});
  return infos;
}
class BackwardRing final : public AllToAll {
 public:
  BackwardRing(const WorkloadConfig& config, const RankShape& shape) : AllToAll(config, shape, steps_back(shape)) {}

 protected:
  [[nodiscard]] Exchange exchange_in(int sequence, int /*message*/, int rank) const override {
    return {shape().shifted(rank, -sequence), shape().shifted(rank, sequence), {}};
  }
};
const Registered<AlgorithmKind> kBackward{
    exchange_algorithm<BackwardRing>("my_ring", "All-to-all: in step p every rank sends to rank - p.")};

class Mirror final : public TrafficPattern {
 public:
  explicit Mirror(const NetworkShape& network) : network_(network) {}
  [[nodiscard]] std::optional<Coordinate> destination(Coordinate source, const RandomStream& /*draws*/,
                                                      std::uint64_t /*index*/) const override {
    const int to = network_.nodes() - 1 - network_.node(source);
    if (to == network_.node(source)) return std::nullopt;
    return network_.coordinate(to);
  }

 private:
  NetworkShape network_;
};
const Registered<AlgorithmKind> kMirror{
    open_loop("my_mirror", "Open loop: node n sends to the n-th last node.",
              [](const WorkloadConfig&, const NetworkShape& nodes) -> std::unique_ptr<TrafficPattern> {
                return std::make_unique<Mirror>(nodes);
              })};

const Registered<PlacementKind> kReversed{
    {{"my_reversed", "Rank n runs on the n-th last processor."}, [](const RankShape& shape, std::uint64_t) {
       std::vector<int> processors;
       for (int n = shape.ranks() - 1; n >= 0; --n) processors.push_back(n);
       return processors;
     }}};

}  // namespace
