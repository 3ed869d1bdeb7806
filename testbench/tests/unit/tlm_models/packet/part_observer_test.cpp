#include <array>
#include <map>
#include <memory>
#include <vector>

#include "hw/common/sc_time_conversion.h"
#include "hw/link/part_observer.h"
#include "hw/node/node_parts.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/node/torus_bench.h"
#include "tlm_models/packet/packet_torus.h"

namespace tactus {
namespace {

/// Writes down what parts do. Cycle of an event in the times of its packet, so that a packet is known again.
class Writing final : public PartObservers {
 public:
  class Part final : public PartObserver {
   public:
    explicit Part(const NetworkPart& part) : part_(part) {}
    void injected(PacketTimes& times, const PacketHeader& header, const SendWaits& waits,
                  std::uint64_t cycle) override {
      fresh = fresh && times.cycles[0] == 0;
      times.cycles[0] = header.transport.packet_index + 1;
      fetched_before = fetched_before && waits.fetched.count() <= cycle;
      ++packets_injected;
    }
    void granted(PacketTimes& times, const PartGrant& grant) override {
      mine = mine && grant.node >= part_.first && grant.node < part_.first + part_.count;
      // The packet itself has been granted.
      later_is_waiting = later_is_waiting && part_.backlog->oldest_ready(grant.node) > grant.ready;
      ++times.cycles[1];
      ready_to_grant += grant.cycle - grant.ready;
      ++grants;
    }
    void delivered(const PacketTimes& times, const PacketHeader& header, std::uint64_t taken,
                   std::uint64_t written) override {
      known = known && times.cycles[0] == header.transport.packet_index + 1;
      grants_of_packet[times.cycles[1]] += 1;
      writing += written - taken;
    }
    [[nodiscard]] bool wants_credits() const override { return true; }
    void credits_coming(const PartCredits& credits) override {
      (credits.at_once ? from_nics : from_links) += credits.count;
    }

    bool fresh = true;
    bool fetched_before = true;
    bool mine = true;
    bool later_is_waiting = true;
    bool known = true;
    int packets_injected = 0;
    int grants = 0;
    std::uint64_t ready_to_grant = 0;
    std::uint64_t writing = 0;
    std::map<std::uint32_t, int> grants_of_packet;
    int from_links = 0;
    int from_nics = 0;

   private:
    const NetworkPart part_;
  };

  PartObserver& part_observer(const NetworkPart& part) override {
    return *parts.emplace_back(std::make_unique<Part>(part));
  }

  std::vector<std::unique_ptr<Part>> parts;
};

/// Wants to be told of waits, which parts cannot do beside.
class Waits final : public PacketObserver {
 public:
  [[nodiscard]] bool wants_waits() const override { return true; }
};

void send_two_messages(Writing& observer, int threads) {
  MachineConfig config;
  config.network = {3, 5};
  Threading threading;
  threading.threads = threads;
  PacketTorus torus(sc_core::sc_gen_unique_name("torus"), config, threading);
  REQUIRE(torus.has_parts());
  torus.observe_parts(observer);
  std::vector<std::unique_ptr<Sender>> senders;
  for (int node = 0; node < config.network.nodes(); ++node) {
    senders.push_back(std::make_unique<Sender>(sc_core::sc_gen_unique_name("sender"), config.nics()));
    senders.back()->isock.bind(torus.csr_tsock(node));
  }
  sc_core::sc_start(to_sc_time(config.clock.middle(Cycles{0})));
  // Node 7 is in the second of two regions.
  senders[0]->send({1, 0}, 0, 112);
  senders[7]->send({1, 0}, 1, 3 * static_cast<std::uint32_t>(config.max_payload().count()));
  sc_core::sc_start(to_sc_time(config.clock.edge(Cycles{2000})));
}

void check_parts(int threads) {
  Writing observer;
  send_two_messages(observer, threads);
  REQUIRE(observer.parts.size() == static_cast<std::size_t>(threads));
  int injected = 0;
  int grants = 0;
  int from_links = 0;
  std::uint64_t writing = 0;
  std::map<std::uint32_t, int> of_packet;
  for (const auto& part : observer.parts) {
    CHECK(part->fresh);
    CHECK(part->fetched_before);
    CHECK(part->mine);
    CHECK(part->later_is_waiting);
    CHECK(part->known);
    injected += part->packets_injected;
    grants += part->grants;
    from_links += part->from_links;
    writing += part->writing;
    for (const auto& [count, packets] : part->grants_of_packet) of_packet[count] += packets;
  }
  CHECK(injected == 4);
  // A link more, and the output to the NIC: what a part has written to a packet goes with it.
  CHECK(of_packet == std::map<std::uint32_t, int>{{2, 1}, {3, 3}});
  CHECK(grants == 2 + 3 * 3);
  MachineConfig config;
  CHECK(from_links == 9 + 3 * 2 * Packetiser::flits(config.max_payload()));
  CHECK(writing > 0);
}

}  // namespace

TEST_CASE("PacketTorus: an observer of parts is told all that they do", "[EQUAL-15]") { check_parts(1); }

TEST_CASE("PacketTorus: what an observer of parts keeps of a packet goes with it from part to part", "[EQUAL-15]") {
  check_parts(2);
}

TEST_CASE("PacketTorus: beside an observer of waits, and beside nodes on pins, it has no parts", "[EQUAL-15]") {
  MachineConfig config;
  config.network = {2, 2};
  PacketTorus told(sc_core::sc_gen_unique_name("told"), config);
  CHECK(told.has_parts());
  Waits observer;
  told.observe(&observer);
  CHECK_FALSE(told.has_parts());
  const PacketTorus beside_pins(sc_core::sc_gen_unique_name("beside_pins"), config, {}, {}, {},
                                {{3}, cycle_level_parts(), {}});
  CHECK_FALSE(beside_pins.has_parts());
}

}  // namespace tactus
