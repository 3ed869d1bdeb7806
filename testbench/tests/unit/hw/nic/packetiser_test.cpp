#include "hw/nic/packetiser.h"

#include <vector>

#include "testbench/tests/support/catch.h"

using namespace tactus;

namespace {

std::vector<PacketCut> cut_all(Packetiser& packetiser, Bytes message) {
  std::vector<PacketCut> cuts;
  packetiser.begin(message);
  while (packetiser.has_next()) cuts.push_back(packetiser.next());
  return cuts;
}

}  // namespace

TEST_CASE("Packetiser: packets of a message hold all of its bytes once, in order, full but for the last",
          "[PACKET-8][key:nic.mtu]") {
  for (const std::uint64_t max_payload : {16U, 48U, 100U, 2016U}) {
    Packetiser packetiser{Bytes{max_payload}};
    for (std::uint64_t message = 1; message < 5000; message += 7) {
      std::uint64_t next_byte = 0;
      const auto cuts = cut_all(packetiser, Bytes{message});
      for (std::size_t i = 0; i < cuts.size(); ++i) {
        REQUIRE(cuts[i].index == i);
        REQUIRE(cuts[i].first() == (i == 0));
        REQUIRE(cuts[i].offset == Bytes{next_byte});
        REQUIRE(cuts[i].last == (i + 1 == cuts.size()));
        REQUIRE((cuts[i].last || cuts[i].payload == Bytes{max_payload}));
        REQUIRE(cuts[i].payload > Bytes{0});
        REQUIRE(packetiser.payload(Bytes{message}, cuts[i].index) == cuts[i].payload);
        next_byte += cuts[i].payload.count();
      }
      REQUIRE(next_byte == message);
      REQUIRE(packetiser.packets(Bytes{message}) == cuts.size());
    }
  }
}

TEST_CASE("Packetiser: a message on the wire is size + ceil(size / 2016) * 32 bytes, in whole flits per packet",
          "[PACKET-7][PACKET-8]") {
  Packetiser packetiser{Bytes{2016}};
  for (std::uint64_t size = 1; size < 3 * 2016 + 5; ++size) {
    const std::uint64_t l_msg = size + (size + 2015) / 2016 * 32;
    std::uint64_t flits = 0;
    for (const PacketCut& cut : cut_all(packetiser, Bytes{size})) flits += static_cast<std::uint64_t>(cut.flits);
    // Only the last packet can end within a flit.
    REQUIRE(flits == (l_msg + 15) / 16);
  }
}

TEST_CASE("Packetiser: a message without bytes is one packet of two flits", "[PACKET-8]") {
  Packetiser packetiser{Bytes{2016}};
  const auto cuts = cut_all(packetiser, Bytes{0});
  REQUIRE(cuts.size() == 1);
  CHECK(cuts[0].flits == 2);
  CHECK(cuts[0].payload == Bytes{0});
  CHECK(cuts[0].first());
  CHECK(cuts[0].last);
}

TEST_CASE("Packetiser: a full packet of 2 KiB is 128 flits, and one byte of payload takes a third flit", "[PACKET-7]") {
  CHECK(Packetiser::flits(Bytes{2016}) == 128);
  CHECK(Packetiser::flits(Bytes{2001}) == 128);
  CHECK(Packetiser::flits(Bytes{2000}) == 127);
  CHECK(Packetiser::flits(Bytes{1}) == 3);
}
