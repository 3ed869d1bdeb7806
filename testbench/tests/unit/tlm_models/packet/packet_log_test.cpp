#include "tlm_models/packet/packet_log.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

/// Writes down what it is told.
class Listener final : public PacketObserver {
 public:
  void packet_injected(const PacketHeader& header, Cycles cycle) override {
    lines.push_back(fmt::format("{}: {} injected", cycle.count(), header.transport.packet_index));
  }
  void packet_granted(const RouterGrant& grant, const RouteHeader& header) override {
    lines.push_back(fmt::format("{}: {} granted at {} from {} to {} VC {}", grant.cycle.count(), header.inject_cycle,
                                grant.node, grant.in_port, grant.out_port, grant.out_vc));
  }
  void packet_delivered(const PacketHeader& header, Cycles cycle) override {
    lines.push_back(fmt::format("{}: {} delivered", cycle.count(), header.transport.packet_index));
  }
  void packet_accessed(const RouteHeader& header, const AccessStages& stages, Cycles cycle) override {
    lines.push_back(
        fmt::format("{}: {} accessed, asked in {}", cycle.count(), header.inject_cycle, stages.way.asked.count()));
  }
  std::vector<std::string> lines;
};

PacketHeader numbered_header(int packet) {
  PacketHeader header;
  header.route.inject_cycle = static_cast<std::uint32_t>(packet);
  header.transport.packet_index = static_cast<std::uint32_t>(packet);
  return header;
}

/// One thing that happens: what is told to a log of it.
struct Happening {
  int cycle;
  bool at_router;
  int node;
  int packet;

  void tell(PacketObserver& observer) const {
    const PacketHeader header = numbered_header(packet);
    const Cycles when{static_cast<std::uint64_t>(cycle)};
    if (at_router) {
      observer.packet_granted({node, packet % 8, packet % 7, packet % 3, when}, header.route);
    } else if (packet > 20 && packet % 3 == 0) {
      observer.packet_accessed(header.route, {{Cycles{static_cast<std::uint64_t>(packet) + 1}, {}}, {}}, when);
    } else if (packet % 2 == 0) {
      observer.packet_injected(header, when);
    } else {
      observer.packet_delivered(header, when);
    }
  }
  /// The order that is promised: that of one region of all nodes.
  bool operator<(const Happening& b) const {
    return std::tie(cycle, at_router, node, packet) < std::tie(b.cycle, b.at_router, b.node, b.packet);
  }
};

constexpr int kNodes = 12;

std::vector<Happening> random_happenings(Dice& dice, int cycles) {
  std::vector<Happening> all;
  for (int packet = 0; packet < 300; ++packet) {
    all.push_back({dice.below(cycles), dice.chance(50), dice.below(kNodes), packet});
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// What a listener is told that hears of everything before cycle `end` at once.
std::vector<std::string> told_directly(const std::vector<Happening>& all, int end) {
  Listener listener;
  for (const Happening& happening : all) {
    if (happening.cycle < end) happening.tell(listener);
  }
  return listener.lines;
}

}  // namespace

TEST_CASE(
    "PacketLog: logs of several regions tell what one region of all nodes tells, each time what is before the end",
    "[EQUAL-8]") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    const int cycles = dice.between(1, 400);
    const int regions = dice.between(1, kNodes);
    const std::vector<Happening> all = random_happenings(dice, cycles);
    std::vector<PacketLog> logs(static_cast<std::size_t>(regions));
    Listener listener;
    std::size_t logged = 0;
    for (int end = 0; end <= cycles;) {
      end += dice.between(1, 60);
      // Regions have gone on beyond what may be told.
      const int gone = end + dice.below(30);
      for (; logged < all.size() && all[logged].cycle < gone; ++logged) {
        all[logged].tell(logs[static_cast<std::size_t>(all[logged].node * regions / kNodes)]);
      }
      PacketLog::tell(logs, static_cast<std::uint64_t>(end), listener);
      REQUIRE(listener.lines == told_directly(all, end));
    }
    REQUIRE(listener.lines.size() == all.size());
  }
}

TEST_CASE("PacketLog: in one cycle NICs come before routers, and regions in their order", "[EQUAL-8]") {
  std::vector<PacketLog> logs(2);
  Happening{7, true, 0, 10}.tell(logs[0]);
  Happening{8, false, 0, 12}.tell(logs[0]);
  Happening{7, false, 9, 14}.tell(logs[1]);
  Happening{7, true, 9, 16}.tell(logs[1]);
  Listener listener;
  PacketLog::tell(logs, 7, listener);
  CHECK(listener.lines.empty());
  PacketLog::tell(logs, 8, listener);
  CHECK(listener.lines == std::vector<std::string>{"7: 14 injected", "7: 10 granted at 0 from 2 to 3 VC 1",
                                                   "7: 16 granted at 9 from 0 to 2 VC 1"});
  PacketLog::tell(logs, 9, listener);
  CHECK(listener.lines.back() == "8: 12 injected");
  PacketLog::tell(logs, 100, listener);
  CHECK(listener.lines.size() == 4);
}

}  // namespace tactus
