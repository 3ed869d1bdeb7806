#include "hw/node/access_ways.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace tactus {
namespace {

constexpr Picoseconds kGrain{TimedEvents::kGrain};

/// When something began that could have begun at `begin` and was let go at `now`: what happens within a grain is done
/// together.
constexpr Picoseconds begun(Picoseconds begin, Picoseconds now) { return now > begin + kGrain ? now : begin; }

}  // namespace

void WireHistory::used(Picoseconds begin, Picoseconds end) {
  if (!uses_.empty() && uses_.back().end == begin.count()) {
    uses_.back().end = end.count();
    return;
  }
  const std::uint64_t before = uses_.empty() ? 0 : uses_.back().before + uses_.back().end - uses_.back().begin;
  uses_.push_back({begin.count(), end.count(), before});
}

std::uint64_t WireHistory::used_before(Picoseconds time) const {
  const auto later =
      std::partition_point(uses_.begin(), uses_.end(), [&](const Use& use) { return use.begin < time.count(); });
  if (later == uses_.begin()) return later == uses_.end() ? 0 : later->before;
  const Use& use = *std::prev(later);
  return use.before + std::min(use.end, time.count()) - use.begin;
}

void WireHistory::forget(Picoseconds time) {
  const auto needed =
      std::partition_point(uses_.begin(), uses_.end(), [&](const Use& use) { return use.end < time.count(); });
  // The last one stays: it knows the sum.
  uses_.erase(uses_.begin(), needed == uses_.end() && !uses_.empty() ? std::prev(needed) : needed);
  worth_forgetting_ = std::max(kFew, 2 * uses_.size());
}

/// One direction of a link.
class AccessWays::Watch final : public WireListener {
 public:
  Watch(AccessWays& ways, const NumaNode::Channel& channel) : ways_(ways), channel_(channel) {
    channel_.channel->follow(this);
  }

  void carried(const LinkPacket* packet, Picoseconds begin, Picoseconds end, Picoseconds now) override {
    if (packet != nullptr && packet->last) lead(*packet, begun(begin, now), end);
    wire_.used(begin, end);
    if (wire_.full()) wire_.forget(ways_.oldest());
  }

 private:
  /// The packet, which ends an access, has the wire from `begin` to `end`.
  void lead(const LinkPacket& packet, Picoseconds begin, Picoseconds end) {
    Way* const way = ways_.find(packet);
    if (way == nullptr) return;
    if (channel_.up && packet.traffic == TrafficClass::kNonPosted) wait_for_tag(*way, packet.nic, begin);
    const auto [room, wire] = legs(packet.traffic);
    if (begin > way->at) {
      const Picoseconds waited = begin - way->at;
      const Picoseconds used = wire_.used_within(way->at, begin);
      way->spend(room, waited - used);
      way->spend(wire, used);
    }
    way->until(wire, end + channel_.channel->config().latency);
  }
  /// Counts the time before the link in which the packet lacked a tag of its own, or of the bridge.
  void wait_for_tag(Way& way, int nic, Picoseconds begin) {
    if (channel_.pcie) {
      way.until(AccessLeg::kTags, std::min(begin, ways_.node_.slot(nic).tag_came()));
    } else {
      way.until(AccessLeg::kBridge, std::min(begin, ways_.node_.bridge_of(nic).read_came()));
    }
  }
  [[nodiscard]] std::pair<AccessLeg, AccessLeg> legs(TrafficClass traffic) const {
    if (traffic != TrafficClass::kResponse) {
      return channel_.pcie ? std::pair{AccessLeg::kPcieRoom, AccessLeg::kPcie}
                           : std::pair{AccessLeg::kHtRoom, AccessLeg::kHt};
    }
    return channel_.pcie ? std::pair{AccessLeg::kPcieRoomBack, AccessLeg::kPcieBack}
                         : std::pair{AccessLeg::kHtRoomBack, AccessLeg::kHtBack};
  }

  AccessWays& ways_;
  const NumaNode::Channel& channel_;
  WireHistory wire_;
};

AccessWays::AccessWays(NumaNode& node, Clock clock) : node_(node), clock_(clock) {
  for (const NumaNode::Channel& channel : node.channels()) watches_.push_back(std::make_unique<Watch>(*this, channel));
  node.follow(this);
}

AccessWays::~AccessWays() {
  node_.follow(nullptr);
  for (const NumaNode::Channel& channel : node_.channels()) channel.channel->follow(nullptr);
}

void AccessWays::asked(bool read, std::uint32_t tag, Cycles now) { ways_[key(read, tag)] = {now, clock_.edge(now)}; }

AccessWay AccessWays::answered(bool read, std::uint32_t tag, bool end, Picoseconds now) {
  const auto found = ways_.find(key(read, tag));
  Way& way = found->second;
  assert(!end || now <= way.at + kGrain);  // nothing came behind it
  if (end) way.until(read ? AccessLeg::kPcieBack : AccessLeg::kLatency, now);
  AccessWay cycles{way.asked, {}};
  Picoseconds time = clock_.edge(way.asked);
  Cycles edge = way.asked;
  for (std::size_t leg = 0; leg < kAccessLegs; ++leg) {
    time += way.legs[leg];
    const Cycles next = clock_.covering(time);
    cycles.legs[leg] = static_cast<std::uint32_t>((next - edge).count());
    edge = next;
  }
  if (end) ways_.erase(found);
  return cycles;
}

void AccessWays::given(const LinkPacket& packet, const MemoryController& memory, Picoseconds now) {
  if (!packet.last) return;
  Way* const way = find(packet);
  if (way == nullptr) return;
  const MemoryController::Outlook outlook = memory.outlook(packet.address, Bytes{packet.length}, packet.ready);
  way->until(AccessLeg::kQueue, begun(std::max(packet.ready, outlook.placed), now));
  way->until(AccessLeg::kBank, outlook.bank);
  way->until(AccessLeg::kBus, outlook.bus);
  way->until(AccessLeg::kLatency, outlook.done);
}

AccessWays::Way* AccessWays::find(const LinkPacket& packet) {
  const bool read = packet.traffic != TrafficClass::kPosted;
  const auto found = ways_.find(key(read, node_.slot(packet.nic).client_tag(packet)));
  return found == ways_.end() ? nullptr : &found->second;
}

Picoseconds AccessWays::oldest() const {
  Picoseconds oldest = Picoseconds::max();
  for (const auto& [key, way] : ways_) oldest = std::min(oldest, clock_.edge(way.asked));
  return oldest;
}

}  // namespace tactus
