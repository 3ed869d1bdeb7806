#include "hw/link/order_checker.h"

#include "hw/link/ht_config.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/link/link_bench.h"

namespace tactus {
namespace {

constexpr std::array<TrafficClass, kTrafficClasses> kClasses = {TrafficClass::kPosted, TrafficClass::kNonPosted,
                                                                TrafficClass::kResponse};

/// Whether the checker objects to `later` overtaking `earlier`.
bool objects(const OrderRules& rules, const LinkPacket& earlier, const LinkPacket& later) {
  OrderChecker checker(rules, "way");
  checker.sent(earlier, {});
  checker.sent(later, {});
  checker.received(later, {});
  checker.received(earlier, {});
  return !checker.faults().empty();
}

LinkPacket one(TrafficClass traffic, std::uint32_t transaction, std::uint8_t nic = 0) {
  LinkPacket packet = packet_of(traffic, 64, transaction);
  packet.address = transaction * 64;
  packet.nic = nic;
  return packet;
}

}  // namespace

TEST_CASE("OrderChecker: objects to what each link's table forbids, and to nothing else") {
  // Rows: who overtakes; columns: whom. Posted, non-posted, response.
  const bool ht[3][3] = {{true, false, false}, {true, true, false}, {true, false, true}};
  const bool pcie[3][3] = {{true, false, false}, {true, false, false}, {true, false, false}};
  for (std::uint32_t later = 0; later < 3; ++later) {
    for (std::uint32_t earlier = 0; earlier < 3; ++earlier) {
      CAPTURE(later, earlier);
      CHECK(objects(ht_order_rules(), one(kClasses[earlier], 1), one(kClasses[later], 2)) == ht[later][earlier]);
      CHECK(objects(pcie_order_rules(), one(kClasses[earlier], 1), one(kClasses[later], 2)) == pcie[later][earlier]);
      CHECK_FALSE(objects(ht_order_rules(), one(kClasses[earlier], 1, 0), one(kClasses[later], 2, 1)));
    }
  }
}

TEST_CASE("OrderChecker: completions of one PCI Express request keep their order") {
  LinkPacket first = one(TrafficClass::kResponse, 7);
  LinkPacket second = first;
  second.address += 64;
  CHECK(objects(pcie_order_rules(), first, second));
}

TEST_CASE("OrderChecker: names what is lost, doubled, made up and sent without credits") {
  const LinkChannelConfig config = ht_channel({}, {1, 1, 1});
  OrderChecker checker(ht_order_rules(), "HT", &config);
  checker.sent(one(TrafficClass::kPosted, 1), {});
  CHECK(checker.pending() == 1);
  CHECK(checker.faults().empty());
  checker.sent(one(TrafficClass::kPosted, 2), {});
  CHECK(checker.faults().size() == 1);
  checker.received(one(TrafficClass::kPosted, 1), {});
  checker.received(one(TrafficClass::kPosted, 1), {});
  CHECK(checker.faults().size() == 2);
  checker.received(one(TrafficClass::kPosted, 9), {});
  CHECK(checker.faults().size() == 3);
  checker.released(one(TrafficClass::kNonPosted, 1), {});
  CHECK(checker.faults().size() == 4);
}

}  // namespace tactus
