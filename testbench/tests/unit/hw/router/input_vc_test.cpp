#include "hw/router/input_vc.h"

#include <algorithm>
#include <deque>
#include <list>
#include <vector>

#include "testbench/parts/dice.h"
#include "testbench/parts/test_packet.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

constexpr int kOutputs = 12;

/// A packet in the naive buffer: what is still to come, what is there, and where it stands in line.
struct NaivePacket {
  int index;  ///< the name that the buffer under test gave it
  int out_port;
  int flits;
  std::deque<Flit> to_come;
  std::deque<Flit> here;
  std::vector<int> run_of;  ///< by flit: number of the run of equal steps that it is in
  std::uint32_t routed = 0;
  bool left_queue = false;

  [[nodiscard]] int taken() const { return flits - static_cast<int>(to_come.size() + here.size()); }
};

/// Cuts a packet into runs of equal steps from its first flit on, each as long as it can be.
std::vector<int> runs_of(const std::vector<Flit>& flits) {
  std::vector<int> run_of;
  std::size_t first = 0;
  for (std::size_t i = 0; i < flits.size(); ++i) {
    const auto steps_differ = [&](auto half) { return half(i) - half(i - 1) != half(i - 1) - half(i - 2); };
    const bool breaks = i >= first + 2 && (steps_differ([&](std::size_t f) { return flits[f].data_lo; }) ||
                                           steps_differ([&](std::size_t f) { return flits[f].data_hi; }));
    if (breaks) first = i;
    run_of.push_back(i == 0 ? 0 : run_of.back() + (breaks ? 1 : 0));
  }
  return run_of;
}

/// Random life of one buffer beside a list of packets in order of arrival.
class InputVcFuzz {
 public:
  InputVcFuzz(InputQueueKind kind, int capacity, std::uint64_t seed)
      : kind_(kind), capacity_(capacity), dice_(seed), vc_(kind, kOutputs) {}

  void step() {
    switch (dice_.below(5)) {
      case 0:
      case 1:
        push();
        break;
      case 2:
        pop_front();
        break;
      default:
        take();
    }
    if (dice_.below(20000) == 0) clear();
    check();
  }
  [[nodiscard]] int packets() const { return packets_seen_; }

 private:
  NaivePacket* arriving() {
    const auto found = std::find_if(packets_.begin(), packets_.end(), [](const auto& p) { return !p.to_come.empty(); });
    return found == packets_.end() ? nullptr : &*found;
  }
  [[nodiscard]] bool same_queue(const NaivePacket& packet, int out_port) const {
    return kind_ == InputQueueKind::kFifo || packet.out_port == out_port;
  }
  NaivePacket* front(int out_port) {
    const auto found = std::find_if(packets_.begin(), packets_.end(),
                                    [&](const auto& p) { return !p.left_queue && same_queue(p, out_port); });
    return found == packets_.end() ? nullptr : &*found;
  }

  void push() {
    if (occupancy_ == capacity_) return;
    if (NaivePacket* packet = arriving()) {
      vc_.push_body(packet->to_come.front());
      packet->here.push_back(packet->to_come.front());
      packet->to_come.pop_front();
    } else {
      push_head();
    }
    ++occupancy_;
    int runs = 0;  // those with flits that are here; that of the last flit stays until the tail has gone
    for (const NaivePacket& packet : packets_) {
      const std::size_t arrived = static_cast<std::size_t>(packet.flits) - packet.to_come.size();
      const int last = packet.run_of[arrived - 1];
      runs += packet.here.empty() ? 1 : last - packet.run_of[arrived - packet.here.size()] + 1;
    }
    peak_runs_ = std::max(peak_runs_, runs);
  }

  void push_head() {
    RouteHeader header;
    header.flits = static_cast<std::uint8_t>(dice_.chance(50) ? dice_.between(2, 7) : dice_.between(2, 40));
    header.inject_cycle = static_cast<std::uint32_t>(packets_seen_);
    auto flits = make_packet(header, static_cast<std::uint32_t>(packets_seen_++));
    const int strange = dice_.below(3) * 20;  // percent of the payload that does not count up
    for (std::size_t i = kHeaderFlits; i < flits.size(); ++i) {
      if (dice_.chance(strange)) (dice_.chance(50) ? flits[i].data_lo : flits[i].data_hi) = dice_.bits();
    }
    NaivePacket packet{-1,
                       dice_.below(kOutputs),
                       header.flits,
                       {flits.begin() + 1, flits.end()},
                       {flits[0]},
                       runs_of(flits),
                       static_cast<std::uint32_t>(dice_.bits())};
    const bool expect_front = front(packet.out_port) == nullptr;
    const RouteDecision route{static_cast<std::uint8_t>(packet.out_port), static_cast<std::uint8_t>(packets_seen_)};
    REQUIRE(vc_.push_head(flits[0], header, route, packet.routed) == expect_front);
    packet.index = vc_.arriving()->index;
    packets_.push_back(packet);
    peak_packets_ = std::max(peak_packets_, packets_.size());
  }

  void pop_front() {
    const int out_port = dice_.below(kOutputs);
    NaivePacket* packet = front(out_port);
    if (packet == nullptr) return;
    packet->left_queue = true;
    const NaivePacket* next = front(out_port);
    REQUIRE(vc_.pop_front(out_port) == (next == nullptr ? -1 : next->index));
  }

  void take() {
    if (packets_.empty()) return;
    auto packet = std::next(packets_.begin(), dice_.below(static_cast<int>(packets_.size())));
    // The tail leaves only after its packet has left the queue; earlier flits may go before (switch held per flit).
    int most = dice_.between(1, 5);
    if (!packet->left_queue) most = std::min(most, packet->flits - packet->taken() - 1);
    if (most == 0) return;
    BufferedPacket& taken_from = vc_.packet(packet->index);
    FlitRun::Piece piece = vc_.take(taken_from, most);
    // Of those that are there at least one, and none of another run.
    REQUIRE((piece.flits > 0) == !packet->here.empty());
    REQUIRE(piece.flits <= std::min(most, static_cast<int>(packet->here.size())));
    const int run = packet->run_of[static_cast<std::size_t>(std::min(packet->taken(), packet->flits - 1))];
    while (piece.flits != 0) {
      REQUIRE(packet->run_of[static_cast<std::size_t>(packet->taken())] == run);
      REQUIRE(piece.take() == FlitRun::Data{packet->here.front().data_lo, packet->here.front().data_hi});
      packet->here.pop_front();
      --occupancy_;
    }
    if (!packet->here.empty() || !packet->to_come.empty()) return;
    vc_.forget(taken_from);
    packets_.erase(packet);
  }

  void clear() {
    vc_.clear();
    packets_.clear();
    occupancy_ = peak_runs_ = 0;
    peak_packets_ = 0;
  }

  void check() {
    const int coming = vc_.arriving() == nullptr ? -1 : vc_.arriving()->index;
    bool good = coming == (arriving() == nullptr ? -1 : arriving()->index);
    for (int out_port = 0; out_port < kOutputs; ++out_port) {
      const NaivePacket* first = front(out_port);
      good = good && vc_.front(out_port) == (first == nullptr ? -1 : first->index);
    }
    good = good && vc_.to_come() == (arriving() == nullptr ? 0 : static_cast<int>(arriving()->to_come.size()));
    for (const NaivePacket& expected : packets_) {
      const BufferedPacket& packet = vc_.packet(expected.index);
      const int arrived = expected.flits - static_cast<int>(expected.to_come.size());
      good = good && packet.header.flits == expected.flits && packet.route.out_port == expected.out_port &&
             packet.routed == expected.routed && vc_.arrived(packet) == arrived && packet.departed == expected.taken();
      // Storage is used again before more is taken.
      good = good && expected.index < static_cast<int>(peak_packets_);
    }
    good = good && static_cast<int>(vc_.storage()) == peak_runs_;
    REQUIRE(good);
  }

  InputQueueKind kind_;
  int capacity_;
  Dice dice_;
  InputVc vc_;
  std::list<NaivePacket> packets_;  ///< in order of arrival
  int occupancy_ = 0;
  int peak_runs_ = 0;
  std::size_t peak_packets_ = 0;
  int packets_seen_ = 0;
};

}  // namespace

TEST_CASE("InputVc: is one line of packets, or one line per output, over any sequence of pushes and pops") {
  for (const InputQueueKind kind : {InputQueueKind::kFifo, InputQueueKind::kPerOutput}) {
    for (const int capacity : {7, 8, 20, 64}) {
      InputVcFuzz fuzz(kind, capacity, static_cast<std::uint64_t>(capacity));
      for (int step = 0; step < 25000; ++step) fuzz.step();
      CHECK(fuzz.packets() > 500);
    }
  }
}

TEST_CASE("InputVc: a cleared buffer is an empty one") {
  InputVc vc(InputQueueKind::kFifo, kOutputs);
  const auto flits = make_packet(RouteHeader{}, 1);
  vc.push_head(flits[0], RouteHeader{}, {}, 0);
  vc.clear();
  CHECK(vc.arriving() == nullptr);
  CHECK(vc.to_come() == 0);
  CHECK(vc.front(0) == -1);
}

}  // namespace tactus
