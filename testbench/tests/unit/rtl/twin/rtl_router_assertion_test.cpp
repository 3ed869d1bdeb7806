#include <functional>
#include <string>
#include <vector>

#include "rtl/twin/flit_pins.h"
#include "rtl/twin/router_pin_bits.h"
#include "rtl/twin/rtl_assertion.h"
#include "rtl/twin/verilated_router.h"
#include "testbench/parts/router_bench.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

constexpr int kMinusX = 1;
constexpr int kNic = 4;

MachineConfig small_machine(int dimensions = 2) {
  MachineConfig config;
  config.network.sizes = {};
  for (int d = 0; d < dimensions; ++d) config.network.sizes.push_back(4);
  config.router.vc_buffer = kFlitBytes * 16;
  config.nic.receive_buffer = kFlitBytes * 16;
  return config;
}

/// The RTL alone: what becomes of it when a neighbour breaks the rules.
class BareRouter {
 public:
  explicit BareRouter(const MachineConfig& config)
      : pins_(config.ports()), router_(make_verilated_router(config, {1, config.network.dimensions() > 1 ? 1 : 0})) {
    router_->reset();
  }

  void edge(int port, const Flit& flit, CreditReturn credits = 0) {
    std::vector<PinWord> flits(pins_.flit_words());
    std::vector<PinWord> credit(pins_.credit_words());
    put_flit(flits.data(), static_cast<unsigned>(port) * kFlitPinBits, flit);
    put_pin_bits(credit.data(), static_cast<unsigned>(port) * kCreditPinBits, kCreditPinBits, credits);
    router_->clock(++now_, flits.data(), credit.data());
  }
  void idle(int edges) {
    for (int i = 0; i < edges; ++i) edge(0, Flit{});
  }

 private:
  RouterPinBits pins_;
  std::unique_ptr<VerilatedRouter> router_;
  std::uint32_t now_ = 0;
};

void send(BareRouter& router, const std::vector<Flit>& flits) {
  for (const Flit& flit : flits) router.edge(kMinusX, flit);
}

/// What the assertion that `play` breaks says; empty if none fails.
std::string broken(const std::function<void(BareRouter&)>& play, const MachineConfig& config = small_machine()) {
  BareRouter router(config);
  try {
    play(router);
    router.idle(40);
  } catch (const RtlAssertion& assertion) {
    return assertion.what();
  }
  return {};
}

using Catch::Matchers::Contains;

}  // namespace

TEST_CASE("Router in RTL: what keeps the rules breaks no assertion") {
  CHECK(broken([](BareRouter& router) {
          send(router, packet_to(kNic, 16));
          send(router, packet_to(kNic + 1, 2));
        }).empty());
}

TEST_CASE("Router in RTL: each rule that a neighbour breaks has an assertion that names it") {
  CHECK_THAT(broken([](BareRouter& router) {
               // Nobody gives credits back: of two packets there is one on each VC, the third stays, the fourth is too
               // much.
               for (int i = 0; i < 4; ++i) send(router, packet_to(kNic, 12));
             }),
             Contains("FlitFindsRoom") && Contains("input_vc.sv:"));
  CHECK_THAT(broken([](BareRouter& router) {
               const std::vector<Flit> packet = packet_to(kNic, 8);
               send(router, {packet[0], packet[1], Flit{}, Flit{}, Flit{}, Flit{}});
             }),
             Contains("FlitIsThere"));
  CHECK_THAT(broken([](BareRouter& router) {
               const std::vector<Flit> packet = packet_to(kNic, 8);
               send(router, {packet[0], packet[1], packet[0]});
             }),
             Contains("PacketsContiguous"));
  CHECK_THAT(broken([](BareRouter& router) { send(router, {packet_to(kNic, 8)[1]}); }), Contains("PacketsContiguous"));
  CHECK_THAT(broken([](BareRouter& router) {
               Flit head = packet_to(kNic, 2)[0];
               head.tail = true;
               send(router, {head});
             }),
             Contains("PacketHoldsItsHeader"));
  CHECK_THAT(broken([](BareRouter& router) {
               std::vector<Flit> packet = packet_to(kNic, 4);
               packet[2].tail = true;
               send(router, packet);
             }),
             Contains("LengthAsTheHeaderSays"));
  CHECK_THAT(broken([](BareRouter& router) {
               Flit head = packet_to(kNic, 4)[0];
               head.vc = 2;
               send(router, {head});
             }),
             Contains("VcExists"));
  CHECK_THAT(broken([](BareRouter& router) {
               RouteHeader header = header_to(kNic, 4);
               header.destination = {1, 4};  // of 4 x 4
               send(router, {make_packet(header, 0)[0]});
             }),
             Contains("DestinationExists"));
  CHECK_THAT(broken([](BareRouter& router) {
               RouteHeader header = header_to(kNic, 4);
               header.destination_nic = 4;  // of 0 to 3
               send(router, {make_packet(header, 0)[0]});
             }),
             Contains("DestinationExists"));
  CHECK_THAT(broken([](BareRouter& router) { router.edge(kNic, Flit{}, credits_for(1, 1)); }),
             Contains("CreditsBelowCapacity"));
  CHECK_THAT(broken([](BareRouter& router) { router.edge(kNic, Flit{}, credits_for(2, 1)); }),
             Contains("CreditsOfVcsThatExist"));
}

TEST_CASE("Router in RTL: with O1TURN a packet that a NIC sends for another one breaks an assertion", "[ROUTE-21]") {
  MachineConfig config = small_machine();
  const auto sends_for = [&config](Coordinate source, int nic) {
    return broken(
        [&](BareRouter& router) {
          RouteHeader header = header_to(kNic, 2);
          header.source = source;
          header.source_nic = static_cast<std::uint8_t>(nic);
          for (const Flit& flit : make_packet(header, 0)) router.edge(kNic + 1, flit);
        },
        config);
  };
  CHECK(sends_for({2, 1}, 3).empty());
  config.router.routing = "o1turn";
  CHECK(sends_for({1, 1}, 1).empty());
  CHECK_THAT(sends_for({1, 1}, 2), Contains("DrawnWhereInjected"));
  CHECK_THAT(sends_for({2, 1}, 1), Contains("DrawnWhereInjected"));
}

TEST_CASE("Router in RTL: with bubbles links have a credit for each room, and give one back for each packet") {
  MachineConfig config = small_machine();
  config.router.flow_control = FlowControl::kBubble;
  config.nic.mtu = kFlitBytes * 8;  // two rooms
  // All are home.
  CHECK_THAT(broken([](BareRouter& router) { router.edge(1, Flit{}, credits_for(0, 1)); }, config),
             Contains("CreditsBelowCapacity"));
  const auto through = [](int rooms) {
    return [rooms](BareRouter& router) {
      // To the next node: in by minus x, out by plus x.
      RouteHeader header = header_to(kNic, 8);
      header.destination = {2, 1};
      send(router, make_packet(header, 0));
      router.idle(20);
      router.edge(0, Flit{}, credits_for(0, static_cast<unsigned>(rooms)));
    };
  };
  CHECK(broken(through(1), config).empty());
  CHECK_THAT(broken(through(2), config), Contains("CreditsBelowCapacity"));
}

TEST_CASE("Router in RTL: nothing goes to a dimension or a NIC that it lacks, whatever their number is") {
  for (const int dimensions : {1, 2, 3}) {
    const int nics = 2 * dimensions;
    const auto breaks = [&](Coordinate destination, int nic) {
      RouteHeader header;
      header.destination = destination;
      header.destination_nic = static_cast<std::uint8_t>(nic);
      return !broken([&](BareRouter& router) { send(router, make_packet(header, 0)); }, small_machine(dimensions))
                  .empty();
    };
    CAPTURE(dimensions);
    for (int nic = 0; nic < kMaxNics; ++nic) CHECK(breaks({0, 0}, nic) == (nic >= nics));
    for (int d = 0; d < 4; ++d) {
      Coordinate destination;
      for (const int there : {3, 4, 255}) {
        destination.set(d, there);
        CHECK(breaks(destination, 0) == (d >= dimensions || there > 3));
      }
    }
  }
}

TEST_CASE("Router in RTL: what is on a port without a valid flit breaks no rule", "[PIN-10]") {
  Flit junk = packet_to(kNic, 2)[0];
  junk.valid = false;
  junk.vc = 7;
  CHECK(broken([&](BareRouter& router) { send(router, {junk, junk, junk}); }).empty());
}

}  // namespace tactus
