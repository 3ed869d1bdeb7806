#include "rtl/twin/pacer_inputs.h"

#include "hw/nic/pacing_settings.h"
#include "rtl/twin/rtl_straps.h"

namespace tactus {

VerilatedPacer::Inputs pacer_inputs(Cycles elapsed, const PacingConfig& registers) {
  VerilatedPacer::Inputs inputs;
  inputs.enable = true;
  inputs.elapsed = static_cast<std::uint32_t>(elapsed.count());
  inputs.mode = nic_reg::number_of(registers.mode);
  inputs.gap = static_cast<std::uint16_t>(registers.gap.eighths());
  inputs.bias = static_cast<std::uint16_t>(registers.bias.eighths());
  return inputs;
}

void take_message(VerilatedPacer::Inputs& inputs, const PacedMessage& message) {
  inputs.take = true;
  inputs.hops = message.hops;
  inputs.destination = node_word(message.destination, kRtlDimensions);
  inputs.destination_nic = message.destination_nic;
  inputs.bytes = static_cast<std::uint32_t>(message.bytes.count());
}

void show_next(VerilatedPacer::Inputs& inputs, const PacedPacket& packet) {
  inputs.next = true;
  inputs.next_destination = node_word(packet.header.route.destination, kRtlDimensions);
  inputs.next_destination_nic = packet.header.route.destination_nic;
  inputs.next_length = packet.header.route.flits;
}

void start_packet(VerilatedPacer::Inputs& inputs, const PacedPacket& packet) {
  show_next(inputs, packet);
  inputs.start = true;
  inputs.length = packet.header.route.flits;
  inputs.packet_gap = static_cast<int>(packet.gap.eighths());
}

}  // namespace tactus
