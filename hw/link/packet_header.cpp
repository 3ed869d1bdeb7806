#include "hw/link/packet_header.h"

namespace tactus {
namespace {

constexpr std::uint64_t field(std::uint64_t value, int lsb) { return value << lsb; }
constexpr std::uint64_t bits(std::uint64_t word, int lsb, int width) {
  return (word >> lsb) & ((std::uint64_t{1} << width) - 1);
}

}  // namespace

Flit pack(const RouteHeader& h) {
  Flit flit;
  flit.data_lo =
      field(static_cast<std::uint64_t>(h.destination[0]), 0) | field(static_cast<std::uint64_t>(h.destination[1]), 8) |
      field(static_cast<std::uint64_t>(h.source[0]), 16) | field(static_cast<std::uint64_t>(h.source[1]), 24) |
      field(h.destination_nic, 32) | field(h.source_nic, 34) | field(h.negative[0] ? 1 : 0, 36) |
      field(h.negative[1] ? 1 : 0, 37) | field(static_cast<std::uint64_t>(h.kind), 38) | field(h.flits, 40) |
      field(h.source_place, 48) | field(h.destination_place, 56);
  flit.data_hi = h.inject_cycle;
  flit.valid = true;
  flit.head = true;
  return flit;
}

Flit pack_head(const PacketHeader& header) {
  Flit flit = pack(header.route);
  flit.data_lo |= field(header.remote_address >> 32, 48);
  flit.data_hi |= field(header.remote_address, 32);
  return flit;
}

std::uint64_t unpack_remote_address(const Flit& flit) {
  return bits(flit.data_lo, 48, 16) << 32 | bits(flit.data_hi, 32, 32);
}

Flit pack(const TransportHeader& h) {
  Flit flit;
  flit.data_lo = field(h.tag, 0) | field(h.message_bytes, 32);
  flit.data_hi = field(h.create_cycle, 0) | field(h.packet_index, 32) | field(h.payload_bytes, 52) |
                 field(h.one_sided ? 1 : 0, 63);
  flit.valid = true;
  return flit;
}

RouteHeader unpack_route(const Flit& flit) {
  RouteHeader h;
  h.destination = {static_cast<int>(bits(flit.data_lo, 0, 8)), static_cast<int>(bits(flit.data_lo, 8, 8))};
  h.source = {static_cast<int>(bits(flit.data_lo, 16, 8)), static_cast<int>(bits(flit.data_lo, 24, 8))};
  h.destination_nic = static_cast<std::uint8_t>(bits(flit.data_lo, 32, 2));
  h.source_nic = static_cast<std::uint8_t>(bits(flit.data_lo, 34, 2));
  h.negative.set(0, bits(flit.data_lo, 36, 1) != 0);
  h.negative.set(1, bits(flit.data_lo, 37, 1) != 0);
  h.kind = static_cast<PacketKind>(bits(flit.data_lo, 38, 2));
  h.flits = static_cast<std::uint8_t>(bits(flit.data_lo, 40, 8));
  h.source_place = static_cast<std::uint8_t>(bits(flit.data_lo, 48, 8));
  h.destination_place = static_cast<std::uint8_t>(bits(flit.data_lo, 56, 8));
  h.inject_cycle = static_cast<std::uint32_t>(flit.data_hi);
  return h;
}

TransportHeader unpack_transport(const Flit& flit) {
  TransportHeader h;
  h.tag = static_cast<std::uint32_t>(flit.data_lo);
  h.message_bytes = static_cast<std::uint32_t>(flit.data_lo >> 32);
  h.create_cycle = static_cast<std::uint32_t>(flit.data_hi);
  h.packet_index = static_cast<std::uint32_t>(bits(flit.data_hi, 32, 20));
  h.payload_bytes = static_cast<std::uint16_t>(bits(flit.data_hi, 52, 11));
  h.one_sided = bits(flit.data_hi, 63, 1) != 0;
  return h;
}

}  // namespace tactus
