#include "testbench/parts/long_window.h"

#include <systemc>

namespace tactus {
namespace {

constexpr std::uint32_t kPayload = 16;  ///< bytes of a packet: one flit behind the two of the header
constexpr std::uint32_t kPackets = 600;
constexpr std::uint32_t kWindow = 255;
constexpr int kSlot = 3;
constexpr std::uint32_t kPairedTag = 7;

MachineConfig small_packets(int nics, int virtual_channels) {
  MachineConfig config = bench_config();
  config.nic.mtu = Bytes{32 + kPayload};
  config.nic.count = nics;
  config.nic.unexpected_entries = 32;
  config.nic.receive_buffer = Bytes{4096};
  config.router.virtual_channels = virtual_channels;
  return config;
}

}  // namespace

LongWindow::LongWindow(const NicBench::MakeNic& make, int nics, int virtual_channels)
    : config_(small_packets(nics, virtual_channels)), bench_("bench", make, config_) {
  sc_core::sc_start(sc_core::sc_time(2, sc_core::SC_NS));
}

void LongWindow::give_next() {
  PacketHeader header = make_header(kPeer, 0, kPairedTag, kPackets * kPayload, 0);
  header.transport.packet_index = given_++;
  header.transport.payload_bytes = kPayload;
  header.transport.last = given_ == kPackets;
  header.route.flits = 3;
  bench_.give_packet(0, 0, header);
}

void LongWindow::run_to_heads(std::size_t heads) {
  constexpr int kMost = 300;
  for (int tries = 0; tries < kMost && bench_.heads(0).size() < heads; ++tries) bench_.run(100);
}

void LongWindow::run() {
  bench_.write(0, nic_reg::kPaceWindow, kWindow);
  bench_.post(0, kSlot, kPeer, kPairedTag, kPackets * kPayload);
  nic_reg::SendDescriptor descriptor;
  descriptor.destination = kNeighbour;
  descriptor.bytes = kPackets * kPayload;
  descriptor.paired = true;
  descriptor.receive_slot = kSlot;
  bench_.send(0, descriptor);
  // Each stop of the sender is beyond the 255th packet.
  run_to_heads(kWindow);
  while (given_ < 20) {
    bench_.run(100);
    stimuli_.count(NicStimulus::kLongWindow, bench_.heads(0).size() == kWindow + given_);
    give_next();
  }
  while (given_ < kPackets) give_next();
  run_to_heads(kPackets);
  bench_.run(500);
}

}  // namespace tactus
