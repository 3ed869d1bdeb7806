#include <array>

#include "hw/common/sc_time_conversion.h"
#include "hw/link/grant_sums.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/node/torus_bench.h"
#include "tlm_models/packet/packet_torus.h"

namespace tactus {
namespace {

/// Has grants summed: an account for the first row of nodes, and one for all others.
class Summing final : public PacketObserver, private GrantAccounts {
 public:
  explicit Summing(const MachineConfig& config) : groups_(config.network) {}
  [[nodiscard]] bool wants_grants() const override { return false; }
  GrantSums* grant_sums(std::size_t part) override {
    const GrantAccounts& accounts = *this;
    parts.at(part) = std::make_unique<GrantSums>(accounts, groups_, 2, Cycles{100});
    return parts.at(part).get();
  }
  void packet_granted(const RouterGrant& /*grant*/, const RouteHeader& /*header*/) override { ++told; }
  void packet_delivered(const PacketHeader& /*header*/, Cycles /*cycle*/) override { ++delivered; }

  std::array<std::unique_ptr<GrantSums>, 2> parts;
  int told = 0;
  int delivered = 0;

 private:
  [[nodiscard]] GrantAccount account_of(const PacketHeader& first) const override {
    return kFirst + (first.route.source[1] == 0 ? 0 : 1);
  }
  LinkGroups groups_;
};

/// Has grants summed by the tags of messages.
class SummingByTag final : public PacketObserver, private GrantAccounts {
 public:
  explicit SummingByTag(const MachineConfig& config) : groups_(config.network) {}
  [[nodiscard]] bool wants_grants() const override { return false; }
  GrantSums* grant_sums(std::size_t /*part*/) override {
    const GrantAccounts& accounts = *this;
    part = std::make_unique<GrantSums>(accounts, groups_, 2, Cycles{100});
    return part.get();
  }
  void packet_injected(const PacketHeader& header, Cycles /*cycle*/) override {
    changes += std::exchange(last_, header.transport.tag) == header.transport.tag ? 0 : 1;
  }
  void packet_delivered(const PacketHeader& /*header*/, Cycles /*cycle*/) override { ++delivered; }

  std::unique_ptr<GrantSums> part;
  int changes = 0;  ///< from one message to the other
  int delivered = 0;

 private:
  [[nodiscard]] GrantAccount account_of(const PacketHeader& first) const override {
    return kFirst + first.transport.tag;
  }
  LinkGroups groups_;
  std::uint32_t last_ = 0;
};

void check_sums(int threads) {
  MachineConfig config;
  config.network = {3, 5};
  Threading threading;
  threading.threads = threads;
  PacketTorus torus(sc_core::sc_gen_unique_name("torus"), config, threading);
  Summing observer(config);
  torus.observe(&observer);
  std::vector<std::unique_ptr<Sender>> senders;
  for (int node = 0; node < config.network.nodes(); ++node) {
    senders.push_back(std::make_unique<Sender>(sc_core::sc_gen_unique_name("sender"), config.nics()));
    senders.back()->isock.bind(torus.csr_tsock(node));
  }
  sc_core::sc_start(to_sc_time(config.clock.middle(Cycles{0})));
  // Node 7 is in the second of two regions: its packets are granted a link in each.
  senders[0]->send({1, 0}, 0, 112);
  senders[7]->send({1, 0}, 1, 3 * static_cast<std::uint32_t>(config.max_payload().count()));
  sc_core::sc_start(to_sc_time(config.clock.edge(Cycles{2000})));
  CHECK(observer.delivered == 4);
  CHECK(observer.told == 0);
  const auto sum = [&](GrantAccount row) {
    GrantSums::Sum both;
    for (const auto& part : observer.parts) {
      if (!part) continue;
      both.packets += part->of(GrantAccounts::kFirst + row).packets;
      both.flits += part->of(GrantAccounts::kFirst + row).flits;
    }
    return both;
  };
  CHECK(sum(0).packets == 1);
  CHECK(sum(0).flits == 9);
  CHECK(sum(1).packets == 3 * 2);
  CHECK(sum(1).flits == 3 * 2 * static_cast<std::uint64_t>(Packetiser::flits(config.max_payload())));
  CHECK((observer.parts[1] != nullptr) == (threads == 2));
}

}  // namespace

TEST_CASE("PacketTorus: who can do with sums is told no grants", "[EQUAL-14]") { check_sums(1); }

TEST_CASE("PacketTorus: messages that an engine sends by turns, packet by packet, have an account each",
          "[EQUAL-14][CLASS-9]") {
  MachineConfig config;
  config.network = {3, 5};
  config.router.classes = {{"a", 2, 0, 1}, {"b", 2, 0, 1}};
  config.router.virtual_channels = 4;
  config.nic.class_queues = true;
  PacketTorus torus("torus", config);
  SummingByTag observer(config);
  torus.observe(&observer);
  std::vector<std::unique_ptr<Sender>> senders;
  for (int node = 0; node < config.network.nodes(); ++node) {
    senders.push_back(std::make_unique<Sender>(sc_core::sc_gen_unique_name("sender"), config.nics()));
    senders.back()->isock.bind(torus.csr_tsock(node));
  }
  NicDriver driver(senders[0]->isock, config.nics(), 2, config.send_queues());
  sc_core::sc_start(to_sc_time(config.clock.middle(Cycles{0})));
  for (std::uint8_t number = 0; number < 2; ++number) {
    nic_reg::SendDescriptor descriptor;
    descriptor.destination = {1, 0};
    descriptor.one_sided = true;
    descriptor.bytes = 8 * config.max_payload().count();
    descriptor.message_class = number;
    descriptor.tag = number;
    driver.send(0, descriptor);
  }
  sc_core::sc_start(to_sc_time(config.clock.edge(Cycles{4000})));
  REQUIRE(observer.delivered == 16);
  CHECK(observer.changes > 8);  // they did go by turns
  for (const GrantAccount number : {0U, 1U}) CHECK(observer.part->of(GrantAccounts::kFirst + number).packets == 8);
}

TEST_CASE("PacketTorus: two regions have sums of their own, and a packet that crosses keeps its account",
          "[EQUAL-14]") {
  check_sums(2);
}

}  // namespace tactus
