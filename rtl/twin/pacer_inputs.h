#pragma once

#include "hw/nic/pacer_decisions.h"
#include "rtl/twin/verilated_pacer.h"

namespace tactus {

/// Inputs of a pacer at an edge, so many cycles after the last one, with these registers; nothing happens at it.
VerilatedPacer::Inputs pacer_inputs(Cycles elapsed, const PacingConfig& registers);
/// `message` is taken at the edge.
void take_message(VerilatedPacer::Inputs& inputs, const PacedMessage& message);
/// `packet` is ready, and the next to start.
void show_next(VerilatedPacer::Inputs& inputs, const PacedPacket& packet);
/// `packet` starts at the edge, at which it was the next to start.
void start_packet(VerilatedPacer::Inputs& inputs, const PacedPacket& packet);

}  // namespace tactus
