#include "tlm_models/packet/packet_pool.h"

#include "testbench/tests/support/catch.h"

using namespace tactus;

namespace {

void check_same(const PacketHeader& a, const PacketHeader& b) {
  CHECK(a.route.inject_cycle == b.route.inject_cycle);
  CHECK(a.route.flits == b.route.flits);
  CHECK(a.transport.message_bytes == b.transport.message_bytes);
  CHECK(a.transport.tag == b.transport.tag);
  CHECK(a.transport.packet_index == b.transport.packet_index);
  CHECK(a.transport.payload_bytes == b.transport.payload_bytes);
  CHECK(a.transport.one_sided == b.transport.one_sided);
  CHECK(a.transport.last == b.transport.last);
  CHECK(a.transport.create_cycle == b.transport.create_cycle);
  CHECK(a.remote_address == b.remote_address);
  CHECK(a.message_class == b.message_class);
}

}  // namespace

TEST_CASE("PacketPool: the header of a packet comes out as it went in, at the limits of its fields", "[EQUAL-2]") {
  PacketHeader header;
  header.route.flits = 1023;
  header.route.inject_cycle = 0xFFFFFFFF;
  header.transport.message_bytes = (std::uint64_t{1} << kMessageBytesBits) - 1;
  header.transport.tag = 0xFFFFFFFE;
  header.transport.packet_index = (1U << kPacketIndexBits) - 1;
  header.transport.payload_bytes = 1021 * 16;
  header.transport.create_cycle = 0xFFFFFFFD;
  header.message_class = 3;
  PacketPool pool;
  for (const bool last : {true, false}) {
    header.transport.last = last;
    check_same(pool.header(pool.add(header), 3), header);
  }
  header.transport.one_sided = true;
  header.transport.message_bytes = 0;
  header.remote_address = (std::uint64_t{1} << AddressMap::kAddressBits) - 1;
  const PacketIndex first = pool.add(header);
  check_same(pool.header(first, 3), header);
  pool.remove(first);
  CHECK(pool.add(PacketHeader{}) == first);
  check_same(pool.header(first, 0), PacketHeader{});
  CHECK(pool[first].account == 0);
}
