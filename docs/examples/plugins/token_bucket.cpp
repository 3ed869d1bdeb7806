// A token bucket for each destination: `./tactus run SCENARIO --plugin token_bucket.cpp --set pacing.control=token_bucket`.
#include <algorithm>
#include <cmath>
#include <vector>

#include "hw/nic/injection_control.h"

namespace {
using namespace tactus;

constexpr NumberKey kRate{"bucket_rate", 0.5, "Flits per cycle that go to a destination in the long run.", 0.001, 1};
constexpr NumberKey kDepth{"bucket_depth", 512, "Flits that may go to a destination ahead of that rate.", 2, 1e6};

/// A bucket is full in the cycle `full_`; a packet that takes tokens makes that later, and may do so by `depth_` at most.
class TokenBucket final : public InjectionControl {
 public:
  explicit TokenBucket(const ControlPlace& place)
      : network_(place.machine.network),
        per_flit_(1 / kRate.of(place.control)),
        depth_(time_of(kDepth.of(place.control))),
        full_(static_cast<std::size_t>(network_.nodes())) {}

  bool may_start(const PacketHeader& packet, Cycles now) const override { return now >= look_again(packet, now); }
  Cycles look_again(const PacketHeader& packet, Cycles /*now*/) const override {
    const Cycles full = full_[bucket_of(packet)] + time_of(packet.route.flits);
    return full < depth_ ? Cycles{} : full - depth_;
  }
  void started(const PacketHeader& packet, Cycles now) override {
    Cycles& full = full_[bucket_of(packet)];
    full = std::max(full, now) + time_of(packet.route.flits);
  }

 private:
  std::size_t bucket_of(const PacketHeader& p) const { return static_cast<std::size_t>(network_.node(p.route.destination)); }
  Cycles time_of(double flits) const { return Cycles{static_cast<std::uint64_t>(std::ceil(flits * per_flit_))}; }

  NetworkShape network_;
  double per_flit_;
  Cycles depth_;
  std::vector<Cycles> full_;
};

ControlPolicy token_bucket() {
  ControlPolicy policy = control_of<TokenBucket>("token_bucket", "Each destination has a bucket of tokens, one for a flit.");
  policy.single_packets = true;
  policy.keys = {kRate, kDepth};
  return policy;
}
const Registered<ControlKind> kTokenBucket{token_bucket()};
}  // namespace
