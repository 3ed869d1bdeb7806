// Sender, wire and receiver of a link that repeats packets, cycle by cycle, against the schedule that is known at the
// grant; and on wires that lose acknowledgements too.
#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "hw/common/random.h"
#include "hw/link/packet_header.h"
#include "hw/router/retry_receiver.h"
#include "hw/router/retry_schedule.h"
#include "hw/router/retry_sender.h"
#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

constexpr Coordinate kFrom{1, 1};
constexpr Direction kTo = Direction::kPlusX;

/// A machine of short packets, whose link from `kFrom` errs, may be slow and may be down for a while.
MachineConfig drawn_machine(std::uint64_t seed) {
  Dice dice(seed);
  MachineConfig config;
  const auto flits = static_cast<std::uint64_t>(dice.between(3, 24));
  config.nic.mtu = kFlitBytes * flits;
  config.link.switch_delay = config.clock.edge(Cycles{static_cast<std::uint64_t>(dice.between(0, 30))});
  config.link.cable_delay = CableDelays{config.clock.edge(Cycles{1})};
  config.faults.bit_error_rate = 0.5 / (8.0 * static_cast<double>(config.nic.mtu.count() * (1U << dice.below(5))));
  config.faults.retry_delay = config.clock.edge(Cycles{static_cast<std::uint64_t>(dice.below(20))});
  config.faults.seed = seed;
  config.router.turnaround = Cycles{static_cast<std::uint64_t>(dice.below(3))};
  if (dice.chance(70))
    config.faults.replay_buffer = kFlitBytes * static_cast<std::uint64_t>(dice.between(static_cast<int>(flits), 90));
  if (dice.chance(30)) {
    LinkOverride slow;
    slow.dimension = 0;
    slow.bandwidth =
        BytesPerSecond{config.link.bandwidth.count() * static_cast<std::uint64_t>(dice.between(2, 9)) / 10};
    config.link.overrides = {slow};
  }
  for (int i = dice.below(3); i > 0; --i) {
    const auto first = static_cast<std::uint64_t>(dice.below(2000));
    const std::uint64_t end = first + static_cast<std::uint64_t>(dice.between(1, 300));
    config.faults.outages.push_back(
        {{{{kFrom, {2, 1}}}}, config.clock.edge(Cycles{first}), config.clock.edge(Cycles{end})});
  }
  return config;
}

std::vector<Flit> packet_of(int flits, std::uint32_t number) {
  PacketHeader header;
  header.route.flits = static_cast<std::uint16_t>(flits);
  header.route.inject_cycle = number;
  std::vector<Flit> packet = {pack_head(header, 2)};
  for (int i = 1; i < flits; ++i) {
    Flit flit;
    flit.valid = true;
    flit.tail = i + 1 == flits;
    flit.data_lo = number;
    flit.data_hi = static_cast<std::uint64_t>(i);
    packet.push_back(flit);
  }
  return packet;
}

/// Both ends of the link and what is under way between them, edge by edge.
class Ends {
 public:
  Ends(const MachineConfig& config, std::uint64_t ack_losses)
      : settings_(config, kFrom, kTo),
        sender_(config, kFrom, kTo),
        receiver_(settings_),
        errors_(config, kFrom, kTo),
        losses_(ack_losses) {}

  /// A flit is sampled by the sender at edge `at`.
  void feed(std::uint64_t at, const Flit& flit) { coming_[at] = flit; }
  /// Answers the flits whose room is free at edge `now`: at the router an edge later.
  int edge(std::uint64_t now) {
    int freed = 0;
    if (const auto ack = acks_.find(now); ack != acks_.end()) freed = sender_.take_ack(ack->second);
    if (const auto flit = coming_.find(now); flit != coming_.end()) sender_.take(flit->second);
    LinkFlit out;
    if (now >= asleep_until_ || acks_.count(now) != 0 || coming_.count(now) != 0) {
      if (sender_.send(now, out)) put(out, now);
      asleep_until_ = sender_.next(now);
    }
    if (const auto flit = wire_.find(now); flit != wire_.end()) {
      const LinkAck ack = receiver_.take(flit->second);
      if (ack.valid && (losses_ == 0 || RandomStream(losses_, 1).below(now, 3) != 0))
        acks_[now + settings_.delay] = ack;
    }
    longest_held_ = std::max(longest_held_, receiver_.held());
    Flit given;
    if (receiver_.give(given)) given_.emplace_back(now + 1, given);
    return freed;
  }

  [[nodiscard]] const std::vector<std::pair<std::uint64_t, Flit>>& given() const { return given_; }
  [[nodiscard]] const RetrySender& sender() const { return sender_; }
  [[nodiscard]] const RetryReceiver& receiver() const { return receiver_; }
  [[nodiscard]] int longest_held() const { return longest_held_; }

 private:
  void put(LinkFlit& flit, std::uint64_t now) {
    if (flit.flit.head) until_wrong_ = errors_.wrong_flit(now, unpack_route(flit.flit, 2).flits);
    flit.wrong = until_wrong_ == 0;
    if (until_wrong_ >= 0) --until_wrong_;
    wire_[now + settings_.delay] = flit;
  }

  RetrySettings settings_;
  RetrySender sender_;
  RetryReceiver receiver_;
  LinkErrors errors_;
  std::uint64_t losses_;
  std::uint64_t asleep_until_ = 0;
  int until_wrong_ = -1;
  int longest_held_ = 0;
  std::map<std::uint64_t, Flit> coming_;
  std::map<std::uint64_t, LinkFlit> wire_;
  std::map<std::uint64_t, LinkAck> acks_;
  std::vector<std::pair<std::uint64_t, Flit>> given_;
};

/// Packets with their grants, and what came of them.
struct Sent {
  std::vector<std::vector<Flit>> packets;
  std::vector<std::uint64_t> arrivals;
  RetryCounts counts;
  std::uint64_t closed = 0;
  std::uint64_t last = 0;
  int held = 0;  ///< most flits in the receiver
};

/// `packets` packets at random times, granted as the sender's room allows.
struct Outcome {
  Sent expected;
  Sent actual;
};

Outcome run(const MachineConfig& config, std::uint64_t seed, int packets, std::uint64_t ack_losses) {
  Dice dice(seed ^ 77);
  const RetrySettings settings(config, kFrom, kTo);
  RetrySchedule schedule(config, kFrom, kTo);
  Ends ends(config, ack_losses);
  Outcome outcome;
  int room = settings.buffer;
  std::uint64_t free = 0;   // edge at which the output has moved its packet
  std::uint64_t opens = 0;  // as the schedule says
  std::uint64_t wants = 1;  // edge from which there is a packet
  int returned = 0;         // at the edge before
  for (std::uint64_t now = 1;; ++now) {
    room += std::exchange(returned, 0);
    const int sent = static_cast<int>(outcome.expected.packets.size());
    const bool open = now >= free && room >= settings.longest;
    if (ack_losses == 0 && sent != 0) REQUIRE(open == (now >= opens));
    if (now >= free && !open) ++outcome.actual.closed;
    if (sent < packets && now >= wants && open) {
      const int flits = dice.chance(50) ? settings.longest : dice.between(2, settings.longest);
      std::vector<Flit> packet = packet_of(flits, static_cast<std::uint32_t>(sent));
      for (std::size_t i = 0; i < packet.size(); ++i) ends.feed(now + 2 + i, packet[i]);
      const RetrySchedule::Passage passage = schedule.pass(now, flits);
      outcome.expected.packets.push_back(std::move(packet));
      outcome.expected.arrivals.push_back(passage.arrives);
      room -= flits;
      free = now + static_cast<std::uint64_t>(flits) + config.router.turnaround.count();
      opens = passage.opens;
      wants = free + static_cast<std::uint64_t>(dice.chance(70) ? 0 : dice.below(200));
    }
    returned = ends.edge(now);
    if (ack_losses == 0) {
      const RetryCounts counts = schedule.counts(now);
      REQUIRE(counts.repetitions == ends.sender().repetitions());
      REQUIRE(counts.discarded_flits == ends.receiver().discarded());
    }
    if (sent == packets && room == settings.buffer && ends.receiver().held() == 0 && now >= free + 2) break;
    REQUIRE(now < 400'000);
  }
  outcome.expected.counts = schedule.counts(~std::uint64_t{0});
  for (const auto& [edge, flit] : ends.given()) {
    if (flit.head) {
      outcome.actual.packets.emplace_back();
      outcome.actual.arrivals.push_back(edge);
    }
    outcome.actual.packets.back().push_back(flit);
    // One per edge.
    CHECK(edge == outcome.actual.arrivals.back() + outcome.actual.packets.back().size() - 1);
  }
  outcome.actual.counts = {ends.sender().repetitions(), ends.receiver().discarded(), outcome.actual.closed};
  outcome.actual.held = ends.longest_held();
  return outcome;
}

}  // namespace

TEST_CASE("Retry: sender and receiver do, cycle by cycle, what the schedule says at the grant",
          "[LINK-6][LINK-7][LINK-8][LINK-9][LINK-10]") {
  RetryCounts all;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    CAPTURE(seed);
    const MachineConfig config = drawn_machine(seed);
    REQUIRE(validate(config).empty());
    const Outcome outcome = run(config, seed, 60, 0);
    REQUIRE(outcome.actual.packets == outcome.expected.packets);
    REQUIRE(outcome.actual.arrivals == outcome.expected.arrivals);
    const RetryCounts& expected = outcome.expected.counts;
    REQUIRE(outcome.actual.counts.repetitions == expected.repetitions);
    REQUIRE(outcome.actual.counts.discarded_flits == expected.discarded_flits);
    REQUIRE(outcome.actual.counts.full_cycles == expected.full_cycles);
    REQUIRE(outcome.actual.held <= config.max_packet_flits());
    all += expected;
  }
  // All of it happened.
  CHECK((all.repetitions > 500 && all.discarded_flits > 10'000 && all.full_cycles > 1000));
}

TEST_CASE("Retry: where acknowledgements are lost too, packets come once and in order", "[LINK-6][LINK-8]") {
  RetryCounts lossy;
  RetryCounts lossless;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const Outcome outcome = run(drawn_machine(seed), seed, 60, seed);
    REQUIRE(outcome.actual.packets == outcome.expected.packets);
    lossy += outcome.actual.counts;
    lossless += outcome.expected.counts;
  }
  CHECK(lossy.repetitions > 2 * lossless.repetitions);
}

TEST_CASE("Retry: the replay buffer holds no stream of packets up, but it does with room for less than two",
          "[LINK-9][key:faults.replay_buffer]") {
  for (const int delay : {1, 22, 64}) {
    MachineConfig config;
    config.link.switch_delay = Picoseconds{0};
    config.link.cable_delay = CableDelays{config.clock.edge(Cycles{static_cast<std::uint64_t>(delay)})};
    config.faults.bit_error_rate = 1e-18;
    const auto closed = [&](int least, int most) {
      RetrySchedule schedule(config, kFrom, kTo);
      Dice dice(7);
      std::uint64_t now = 1;
      for (int i = 0; i < 300; ++i) now = schedule.pass(now, dice.between(least, most)).opens;
      return schedule.counts(now).full_cycles;
    };
    for (int flits = 2; flits <= 128; ++flits) CHECK(closed(flits, flits) == 0);
    for (int flits = 2; flits <= 127; ++flits) CHECK(closed(flits, 128) == 0);
    config.faults.replay_buffer = kFlitBytes * (2 * 128 - 1);
    // From its last flit on the output waits for the acknowledgement.
    CHECK(closed(128, 128) == 300 * (2 * static_cast<std::uint64_t>(delay) + 2));
  }
}

}  // namespace tactus
