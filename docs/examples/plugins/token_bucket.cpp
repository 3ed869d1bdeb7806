// A token bucket for each destination: `./tactus run SCENARIO --plugin token_bucket.cpp --set
// pacing.control=token_bucket`.
#include <algorithm>
#include <cmath>
#include <vector>

#include "hw/nic/injection_control.h"

using namespace tactus;

constexpr NumberKey kRate{"bucket_rate", 0.5, "Flits per cycle that go to a destination in the long run.", 0.001, 1};
constexpr NumberKey kDepth{"bucket_depth", 1024, "Flits that may go to a destination ahead of that rate.", 2, 1e6};

/// `full_` has the cycle in which each bucket will be full again; a packet makes it later, by `depth_` flits at most.
class TokenBucket final : public InjectionControl {
 public:
  explicit TokenBucket(const ControlPlace& place)
      : network_(place.machine.network),
        rate_(kRate.of(place.control)),
        depth_(kDepth.of(place.control)),
        full_(static_cast<std::size_t>(network_.nodes())) {}
  bool may_start(const PacketHeader& packet, Cycles now) const override { return now >= look_again(packet, now); }
  Cycles look_again(const PacketHeader& packet, Cycles /*now*/) const override {
    const double from = full_[bucket_of(packet)] - (depth_ - packet.route.flits) / rate_;
    return Cycles{static_cast<std::uint64_t>(std::max(0.0, std::ceil(from)))};
  }
  void started(const PacketHeader& packet, Cycles now) override {
    double& full = full_[bucket_of(packet)];
    full = std::max(full, static_cast<double>(now.count())) + packet.route.flits / rate_;
  }

 private:
  std::size_t bucket_of(const PacketHeader& packet) const { return network_.node(packet.route.destination); }

  NetworkShape network_;
  double rate_;
  double depth_;
  std::vector<double> full_;
};

ControlPolicy token_bucket() {
  ControlPolicy policy =
      control_of<TokenBucket>("token_bucket", "Each destination has a bucket of tokens, a flit each.", {kRate, kDepth});
  policy.single_packets = true;
  return policy;
}
const Registered<ControlKind> kTokenBucket{token_bucket()};
