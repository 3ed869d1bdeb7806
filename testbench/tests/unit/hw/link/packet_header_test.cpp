#include "hw/link/packet_header.h"

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "hw/link/packet_number.h"
#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

/// A field where docs/reference/packet_format.md has it: `width` bits from bit `low` of data[127:0] of flit `flit` on.
struct Field {
  std::string name;
  int flit = 0;
  int low = 0;
  int width = 0;
  std::function<void(PacketHeader&, std::uint64_t)> set;
  std::function<std::uint64_t(const PacketHeader&)> get;
};

template <class Whole, class Part>
Field field(const char* name, int flit, int low, int width, Whole PacketHeader::*whole, Part Whole::*part) {
  return {name,
          flit,
          low,
          width,
          [=](PacketHeader& h, std::uint64_t v) { (h.*whole).*part = static_cast<Part>(v); },
          [=](const PacketHeader& h) { return static_cast<std::uint64_t>((h.*whole).*part); }};
}

void add_coordinate(std::vector<Field>& fields, int dimensions, const char* name, int low,
                    NodePosition RouteHeader::*position) {
  // Eight bits for each of up to four dimensions, six of five, five of six.
  const int width = dimensions <= 4 ? 8 : dimensions == 5 ? 6 : 5;
  for (int d = 0; d < std::max(dimensions, 4); ++d) {
    const auto set = [=](PacketHeader& h, std::uint64_t v) {
      Coordinate moved = h.route.*position;
      moved.set(d, static_cast<int>(v));
      h.route.*position = moved;
    };
    fields.push_back({name + std::to_string(d), 0, low + width * d, width, set,
                      [=](const PacketHeader& h) { return static_cast<std::uint64_t>((h.route.*position)[d]); }});
  }
}

/// What every packet has.
std::vector<Field> common_fields(int dimensions) {
  std::vector<Field> fields;
  add_coordinate(fields, dimensions, "destination", 0, &RouteHeader::destination);
  add_coordinate(fields, dimensions, "source", 32, &RouteHeader::source);
  for (int d = 0; d < std::max(dimensions, 4); ++d) {
    fields.push_back({"negative" + std::to_string(d), 0, d < 4 ? 70 + d : 26 + d, 1,
                      [=](PacketHeader& h, std::uint64_t v) { h.route.negative.set(d, v != 0); },
                      [=](const PacketHeader& h) { return std::uint64_t{h.route.negative[d]}; }});
  }
  using P = PacketHeader;
  using R = RouteHeader;
  using T = TransportHeader;
  for (Field& f : std::vector<Field>{
           field("destination_nic", 0, 64, 3, &P::route, &R::destination_nic),
           field("source_nic", 0, 67, 3, &P::route, &R::source_nic),
           field("kind", 0, 74, 2, &P::route, &R::kind),
           field("inject_cycle", 0, 96, 32, &P::route, &R::inject_cycle),
           field("tag", 1, 0, 32, &P::transport, &T::tag),
           field("create_cycle", 1, 64, 32, &P::transport, &T::create_cycle),
           field("last", 1, 126, 1, &P::transport, &T::last),
       }) {
    fields.push_back(std::move(f));
  }
  return fields;
}

/// What those have besides that are not one-sided.
std::vector<Field> matched_fields() {
  return {field("destination_place", 0, 86, 6, &PacketHeader::route, &RouteHeader::destination_place),
          field("source_place", 1, 116, 6, &PacketHeader::route, &RouteHeader::source_place)};
}

std::vector<Field> all_fields(int dimensions) {
  std::vector<Field> fields = common_fields(dimensions);
  for (Field& f : matched_fields()) fields.push_back(std::move(f));
  return fields;
}

/// A header that is 0 but for its length and what follows from it.
PacketHeader blank(int flits = 2) {
  PacketHeader header;
  header.route.flits = static_cast<std::uint16_t>(flits);
  header.transport.payload_bytes = static_cast<std::uint16_t>(flits * 16 - 32);
  return header;
}

struct Flits {
  Flit of[2];
  [[nodiscard]] std::uint64_t bits(int flit, int low, int width) const {
    const std::uint64_t word = low < 64 ? of[flit].data_lo : of[flit].data_hi;
    return word >> low % 64 & ((std::uint64_t{1} << width) - 1);
  }
};
Flits pack(const PacketHeader& header, int dimensions = 2) {
  return {{pack_head(header, dimensions), pack_transport(header)}};
}

std::uint64_t ones(int width) { return (std::uint64_t{1} << width) - 1; }

int set_bits(const Flits& flits) {
  int count = 0;
  for (const Flit& flit : flits.of) count += __builtin_popcountll(flit.data_lo) + __builtin_popcountll(flit.data_hi);
  return count;
}

TEST_CASE("Packet header: every field of the two flits is at its bits", "[PACKET-1][PACKET-2][PACKET-3][PACKET-4]") {
  for (int dimensions = 1; dimensions <= kMaxDimensions; ++dimensions) {
    const std::vector<Field> fields = all_fields(dimensions);
    for (const Field& field : fields) {
      CAPTURE(dimensions, field.name);
      PacketHeader header = blank();
      field.set(header, ones(field.width));
      const Flits flits = pack(header, dimensions);
      CHECK(flits.bits(field.flit, field.low, field.width) == ones(field.width));
      // And those of the length, 2.
      CHECK(set_bits(flits) == field.width + 1);
      const PacketHeader back = unpack(flits.of[0], flits.of[1], dimensions);
      for (const Field& other : fields) CHECK(other.get(back) == (other.name == field.name ? ones(field.width) : 0));
    }
  }
  const Flits flits = pack(blank());
  CHECK((flits.of[0].valid && flits.of[0].head && !flits.of[0].tail && flits.of[0].vc == 0));
  CHECK((flits.of[1].valid && !flits.of[1].head && !flits.of[1].tail && flits.of[1].vc == 0));
}

TEST_CASE("Packet header: the length and the padding of the last flit tell the payload", "[PACKET-3][PACKET-7]") {
  for (int payload = 0; payload <= 1023 * 16 - 32; ++payload) {
    PacketHeader header = blank((32 + payload + 15) / 16);
    header.transport.payload_bytes = static_cast<std::uint16_t>(payload);
    header.transport.one_sided = true;
    const Flits flits = pack(header);
    REQUIRE(flits.bits(0, 76, 10) == header.route.flits);
    REQUIRE(flits.bits(0, 92, 4) == static_cast<std::uint64_t>((16 - payload % 16) % 16));
    const PacketHeader back = unpack(flits.of[0], flits.of[1], 2);
    REQUIRE((back.transport.payload_bytes == payload && back.route.flits == header.route.flits));
  }
}

TEST_CASE("Packet header: messages of up to 2^36 bytes in up to 2^24 packets, whose length tells the padding",
          "[PACKET-3][PACKET-4][PACKET-8]") {
  for (const std::uint64_t mtu : {48U, 2048U, 9216U}) {
    const std::uint64_t full = mtu - 32;
    const std::uint64_t most = longest_message(Bytes{full}).count();
    CHECK(most == std::min((std::uint64_t{1} << 36) - 1, full << 24));
    for (const std::uint64_t bytes : {std::uint64_t{1}, full, full + 7, (std::uint64_t{1} << 20) * full + 1, most}) {
      const std::uint64_t packets = (bytes + full - 1) / full;
      for (const std::uint64_t index : {std::uint64_t{0}, packets / 2, packets - 1}) {
        CAPTURE(mtu, bytes, index);
        const std::uint64_t payload = std::min(full, bytes - index * full);
        PacketHeader header = blank(static_cast<int>((32 + payload + 15) / 16));
        header.transport.payload_bytes = static_cast<std::uint16_t>(payload);
        header.transport.message_bytes = bytes;
        header.transport.packet_index = static_cast<std::uint32_t>(index);
        header.transport.last = index == packets - 1;
        const Flits flits = pack(header);
        CHECK(flits.bits(1, 32, 32) == bytes % (std::uint64_t{1} << 32));
        CHECK(flits.bits(1, 122, 4) == bytes >> 32);
        CHECK(flits.bits(1, 96, 20) == index % (1U << 20));
        CHECK(flits.bits(0, 92, 4) == index >> 20);
        const TransportHeader back = unpack(flits.of[0], flits.of[1], 2).transport;
        CHECK((back.message_bytes == bytes && back.packet_index == index && back.payload_bytes == payload));
      }
    }
  }
}

TEST_CASE("Packet header: a one-sided packet has a remote address where others have places and a length",
          "[PACKET-3][PACKET-4]") {
  for (int bit = 0; bit < 48; ++bit) {
    CAPTURE(bit);
    PacketHeader header = blank();
    header.transport.one_sided = true;
    header.remote_address = std::uint64_t{1} << bit;
    const Flits flits = pack(header);
    // Besides its own bit, those of the length and of one_sided.
    CHECK(set_bits(flits) == 3);
    CHECK(flits.bits(1, 127, 1) == 1);
    CHECK(flits.bits(1, 32, 32) == (header.remote_address & 0xFFFF'FFFF));
    CHECK(flits.bits(1, 116, 10) == (header.remote_address >> 32 & 0x3FF));
    CHECK(flits.bits(0, 86, 6) == header.remote_address >> 42);
    const PacketHeader back = unpack(flits.of[0], flits.of[1], 2);
    CHECK(back.remote_address == header.remote_address);
    CHECK((back.route.source_place == 0 && back.route.destination_place == 0 && back.transport.message_bytes == 0));
  }
}

TEST_CASE("Packet header: what is packed comes back, whatever the fields hold", "[PACKET-3][PACKET-4]") {
  Dice dice(17);
  for (int trial = 0; trial < 5'000; ++trial) {
    CAPTURE(trial);
    const int dimensions = dice.between(1, kMaxDimensions);
    PacketHeader header = blank(dice.between(3, 1023));
    const int padding = dice.below(16);
    header.transport.one_sided = dice.chance(50);
    for (const Field& field : common_fields(dimensions)) field.set(header, dice.bits() & ones(field.width));
    if (header.transport.one_sided) {
      header.remote_address = dice.bits() & ones(48);
      header.transport.packet_index = static_cast<std::uint32_t>(dice.bits() & ones(20));
    } else {
      for (const Field& field : matched_fields()) field.set(header, dice.bits() & ones(field.width));
      header.transport.packet_index = static_cast<std::uint32_t>(dice.bits() & ones(24));
      header.transport.message_bytes = (dice.bits() & ones(32)) * 16 + static_cast<std::uint64_t>((16 - padding) % 16);
    }
    // Of a message that says its length only the last packet has any.
    if (header.transport.one_sided || header.transport.last) {
      header.transport.payload_bytes = static_cast<std::uint16_t>(header.transport.payload_bytes - padding);
    }
    const Flits flits = pack(header, dimensions);
    const PacketHeader back = unpack(flits.of[0], flits.of[1], dimensions);
    for (const Field& field : all_fields(dimensions)) {
      CAPTURE(field.name);
      REQUIRE(field.get(back) == field.get(header));
    }
    REQUIRE(back.route.flits == header.route.flits);
    REQUIRE(back.transport.payload_bytes == header.transport.payload_bytes);
    REQUIRE(back.transport.one_sided == header.transport.one_sided);
    REQUIRE(back.remote_address == header.remote_address);
    REQUIRE(back.transport.packet_index == header.transport.packet_index);
    REQUIRE(back.transport.message_bytes == header.transport.message_bytes);
    const RouteHeader route = unpack_route(flits.of[0], dimensions);
    REQUIRE((route.destination == header.route.destination && route.source == header.route.source));
    REQUIRE((route.flits == header.route.flits && route.inject_cycle == header.route.inject_cycle));
    REQUIRE((route.source_place == 0 && route.destination_place == 0));
  }
}

TEST_CASE("Packet number: no two packets have the same, and those injected later have larger ones", "[PACKET-10]") {
  MachineConfig config;
  for (const auto& [shape, nics] : {std::pair{NetworkShape{5, 3}, 4}, std::pair{NetworkShape{3, 2, 2}, 7}}) {
    config.network = shape;
    config.nic.count = nics;
    std::set<std::uint64_t> of_earlier = {0};
    for (const std::uint32_t cycle : {1U, 2U, 70U, 0xFFFF'FFFEU, 0xFFFF'FFFFU}) {
      std::set<std::uint64_t> numbers;
      for (int node = 0; node < shape.nodes(); ++node) {
        for (int nic = 0; nic < nics; ++nic) {
          RouteHeader header;
          header.source = shape.coordinate(node);
          header.source_nic = static_cast<std::uint8_t>(nic);
          header.inject_cycle = cycle;
          numbers.insert(packet_number(config, header));
        }
      }
      CHECK(numbers.size() == static_cast<std::size_t>(shape.nodes() * nics));
      CHECK(*numbers.begin() > *of_earlier.rbegin());
      of_earlier = numbers;
    }
  }
  RouteHeader last;
  last.source = Coordinate{31, 31, 31, 31};
  last.source_nic = 7;
  last.inject_cycle = 0xFFFF'FFFF;
  config.network = {32, 32, 32, 32};
  config.nic.count = 8;
  CHECK(packet_number(config, last) == (std::uint64_t{1} << kPacketNumberBits) - 1);
}

}  // namespace
}  // namespace tactus
