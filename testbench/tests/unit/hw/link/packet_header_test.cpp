#include "hw/link/packet_header.h"

#include <functional>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "hw/link/packet_number.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

/// A field where docs/reference/packet_format.md has it: `width` bits from bit `low` of data[127:0] on.
template <class Header>
struct Field {
  std::string name;
  int low = 0;
  int width = 0;
  std::function<void(Header&, std::uint64_t)> set;
  std::function<std::uint64_t(const Header&)> get;
};

const std::vector<Field<RouteHeader>> kRouteFields = {
    {"destination[0]", 0, 8, [](auto& h, auto v) { h.destination[0] = static_cast<int>(v); },
     [](const auto& h) { return static_cast<std::uint64_t>(h.destination[0]); }},
    {"destination[1]", 8, 8, [](auto& h, auto v) { h.destination[1] = static_cast<int>(v); },
     [](const auto& h) { return static_cast<std::uint64_t>(h.destination[1]); }},
    {"source[0]", 16, 8, [](auto& h, auto v) { h.source[0] = static_cast<int>(v); },
     [](const auto& h) { return static_cast<std::uint64_t>(h.source[0]); }},
    {"source[1]", 24, 8, [](auto& h, auto v) { h.source[1] = static_cast<int>(v); },
     [](const auto& h) { return static_cast<std::uint64_t>(h.source[1]); }},
    {"destination_nic", 32, 2, [](auto& h, auto v) { h.destination_nic = static_cast<std::uint8_t>(v); },
     [](const auto& h) { return std::uint64_t{h.destination_nic}; }},
    {"source_nic", 34, 2, [](auto& h, auto v) { h.source_nic = static_cast<std::uint8_t>(v); },
     [](const auto& h) { return std::uint64_t{h.source_nic}; }},
    {"negative[0]", 36, 1, [](auto& h, auto v) { h.negative.set(0, v != 0); },
     [](const auto& h) { return std::uint64_t{h.negative[0]}; }},
    {"negative[1]", 37, 1, [](auto& h, auto v) { h.negative.set(1, v != 0); },
     [](const auto& h) { return std::uint64_t{h.negative[1]}; }},
    {"kind", 38, 2, [](auto& h, auto v) { h.kind = static_cast<PacketKind>(v); },
     [](const auto& h) { return static_cast<std::uint64_t>(h.kind); }},
    {"flits", 40, 8, [](auto& h, auto v) { h.flits = static_cast<std::uint8_t>(v); },
     [](const auto& h) { return std::uint64_t{h.flits}; }},
    {"source_place", 48, 8, [](auto& h, auto v) { h.source_place = static_cast<std::uint8_t>(v); },
     [](const auto& h) { return std::uint64_t{h.source_place}; }},
    {"destination_place", 56, 8, [](auto& h, auto v) { h.destination_place = static_cast<std::uint8_t>(v); },
     [](const auto& h) { return std::uint64_t{h.destination_place}; }},
    {"inject_cycle", 64, 32, [](auto& h, auto v) { h.inject_cycle = static_cast<std::uint32_t>(v); },
     [](const auto& h) { return std::uint64_t{h.inject_cycle}; }},
};

const std::vector<Field<TransportHeader>> kTransportFields = {
    {"tag", 0, 32, [](auto& h, auto v) { h.tag = static_cast<std::uint32_t>(v); },
     [](const auto& h) { return std::uint64_t{h.tag}; }},
    {"message_bytes", 32, 32, [](auto& h, auto v) { h.message_bytes = static_cast<std::uint32_t>(v); },
     [](const auto& h) { return std::uint64_t{h.message_bytes}; }},
    {"create_cycle", 64, 32, [](auto& h, auto v) { h.create_cycle = static_cast<std::uint32_t>(v); },
     [](const auto& h) { return std::uint64_t{h.create_cycle}; }},
    {"packet_index", 96, 20, [](auto& h, auto v) { h.packet_index = static_cast<std::uint32_t>(v); },
     [](const auto& h) { return std::uint64_t{h.packet_index}; }},
    {"payload_bytes", 116, 11, [](auto& h, auto v) { h.payload_bytes = static_cast<std::uint16_t>(v); },
     [](const auto& h) { return std::uint64_t{h.payload_bytes}; }},
    {"one_sided", 127, 1, [](auto& h, auto v) { h.one_sided = v != 0; },
     [](const auto& h) { return std::uint64_t{h.one_sided}; }},
};

/// A header of zeros.
template <class Header>
Header blank() {
  Header header;
  if constexpr (std::is_same_v<Header, RouteHeader>) header.flits = 0;
  return header;
}

/// Each field alone, all of its bits set, stands at its bits and comes back; nothing else does.
template <class Header, class Unpack>
void check_layout(const std::vector<Field<Header>>& fields, bool head, Unpack unpack) {
  for (const Field<Header>& field : fields) {
    CAPTURE(field.name);
    Header header = blank<Header>();
    const std::uint64_t ones = (std::uint64_t{1} << field.width) - 1;
    field.set(header, ones);
    const Flit flit = pack(header);
    CHECK(flit.data_lo == (field.low < 64 ? ones << field.low : 0));
    CHECK(flit.data_hi == (field.low >= 64 ? ones << (field.low - 64) : 0));
    CHECK(flit.valid);
    CHECK(flit.head == head);
    CHECK_FALSE(flit.tail);
    CHECK(flit.vc == 0);
    const Header back = unpack(flit);
    for (const Field<Header>& other : fields) CHECK(other.get(back) == (other.name == field.name ? ones : 0));
  }
}

TEST_CASE("Packet header: every field of the route flit is at its bits", "[PACKET-1][PACKET-2][PACKET-3]") {
  check_layout(kRouteFields, true, unpack_route);
}

TEST_CASE(
    "Packet header: the remote address stands in the upper bits of both halves of the route flit, and nowhere else",
    "[PACKET-3]") {
  PacketHeader header;
  header.remote_address = 0xFEDC'BA98'7654;
  const Flit plain = pack(header.route);
  const Flit flit = pack_head(header);
  CHECK(flit.data_lo == (plain.data_lo | std::uint64_t{0xFEDC} << 48));
  CHECK(flit.data_hi == (plain.data_hi | std::uint64_t{0xBA98'7654} << 32));
  CHECK(unpack_remote_address(flit) == header.remote_address);
  CHECK(unpack_remote_address(plain) == 0);
}

TEST_CASE("Packet header: every field of the transport flit is at its bits", "[PACKET-1][PACKET-2][PACKET-4]") {
  check_layout(kTransportFields, false, unpack_transport);
}

TEST_CASE("Packet number: no two packets have the same, and those injected later have larger ones", "[PACKET-10]") {
  const NetworkShape torus{5, 3};
  std::set<std::uint64_t> of_earlier = {0};
  for (const std::uint32_t cycle : {1U, 2U, 70U, 0xFFFF'FFFEU, 0xFFFF'FFFFU}) {
    std::set<std::uint64_t> numbers;
    for (int node = 0; node < torus.nodes(); ++node) {
      for (std::uint8_t nic = 0; nic < kNicPorts; ++nic) {
        RouteHeader header;
        header.source = torus.coordinate(node);
        header.source_nic = nic;
        header.inject_cycle = cycle;
        numbers.insert(packet_number(torus, header));
      }
    }
    CHECK(numbers.size() == 60);
    CHECK(*numbers.begin() > *of_earlier.rbegin());
    of_earlier = numbers;
  }
  RouteHeader last;
  last.source = {255, 255};
  last.source_nic = 3;
  last.inject_cycle = 0xFFFF'FFFF;
  CHECK(packet_number({256, 256}, last) == (std::uint64_t{1} << kPacketNumberBits) - 1);
}

}  // namespace
}  // namespace tactus
