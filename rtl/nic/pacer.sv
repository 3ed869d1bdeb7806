`include "common/assert.svh"

// Says from which cycle on the next packet of a message may start, RTL twin of Pacer (docs/reference/pacer.md).
//
// Once a packet of L flits starts, the slot of the next one of its message comes L + ceil(gap * L / 8) cycles later.
module pacer (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  // This is an edge of the model, not a tick of the register bus.
  input  logic                           enable_i,
  // Cycles since the last edge of the model: 1, and more if edges were skipped.
  input  logic [nic_pkg::CycleWidth-1:0] elapsed_i,
  // PACE_CTRL, PACE_GAP, PACE_BIAS. Mode phase has no gap: its slots are those of phase_slots.
  input  nic_pkg::pace_mode_e            mode_i,
  input  logic [15:0]                    gap_i,
  input  logic [15:0]                    bias_i,
  // A message is taken at this edge: the links of its way, the node and the NIC that it is for, its size. 0 when none is.
  input  logic                           take_i,
  input  logic [nic_pkg::HopsWidth-1:0]  hops_i,
  input  logic [flit_pkg::NodeWidth-1:0] destination_i,
  input  logic [flit_pkg::NicWidth-1:0]  destination_nic_i,
  input  logic [31:0]                    bytes_i,
  // Its gap at the present registers, in eighths of a packet.
  output logic [nic_pkg::GapWidth-1:0]   gap_o,
  // The packet that is the next to start is ready, and no other one is on the port: the node and the NIC that it is for,
  // its length in flits. 0 when none is.
  input  logic                           next_i,
  input  logic [flit_pkg::NodeWidth-1:0] next_destination_i,
  input  logic [flit_pkg::NicWidth-1:0]  next_destination_nic_i,
  input  logic [7:0]                     next_length_i,
  // It may start at this edge, or so many cycles after it.
  output logic                           slot_come_o,
  output logic [nic_pkg::SlotWidth-1:0]  slot_wait_o,
  // A packet starts at this edge: its length in flits, the gap of its message; 0 when none does.
  input  logic                           start_i,
  input  logic [7:0]                     length_i,
  input  logic [nic_pkg::GapWidth-1:0]   packet_gap_i,
  // The message has ended: the next packet is the first of another one.
  input  logic                           end_of_message_i
);

  // The gap of a message: (hops - 1) packets and the bias, as a number with sign.
  logic [16:0] hops_gap;
  assign hops_gap = {4'b0, hops_i, 3'b0} - 17'd8 + {bias_i[15], bias_i};
  always_comb begin
    gap_o = {nic_pkg::GapWidth{1'b0}};
    unique case (mode_i)
      nic_pkg::PaceFixed: if (!gap_i[15]) gap_o = gap_i;
      nic_pkg::PaceHops:  if (!hops_gap[16]) gap_o = hops_gap[nic_pkg::GapWidth-1:0];
      default: gap_o = {nic_pkg::GapWidth{1'b0}};
    endcase
  end

  // A packet has started, and its slot is counted at the edge after that: its own second flit is on the port then, so
  // that a product of the registers has a cycle for itself.
  logic counts_q;
  logic [nic_pkg::GapWidth-1:0] packet_gap_q;
  logic [7:0] length_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) counts_q <= 1'b0;
    else if (enable_i) counts_q <= start_i && !end_of_message_i;
    if (enable_i && start_i) begin
      packet_gap_q <= packet_gap_i;
      length_q <= length_i;
    end
  end

  // Start to slot: ceil(eighths / 8) + length, less the cycle that has passed.
  logic [23:0] eighths;
  logic [23:0] to_slot;
  assign eighths = {8'b0, packet_gap_q} * {16'b0, length_q};
  assign to_slot = eighths + {13'b0, length_q, 3'b0} - 24'd1;

  // Cycles to the slot: from the last edge, and from this one.
  logic [nic_pkg::SlotWidth-1:0] left;
  logic [nic_pkg::SlotWidth-1:0] wait_q;
  logic [nic_pkg::SlotWidth-1:0] wait_d;
  assign slot_come_o = !counts_q && {12'b0, wait_q} <= elapsed_i;
  always_comb begin
    left = slot_come_o ? {nic_pkg::SlotWidth{1'b0}} : wait_q - elapsed_i[nic_pkg::SlotWidth-1:0];
    if (counts_q) left = to_slot[22:3];
  end
  assign slot_wait_o = left;
  assign wait_d = end_of_message_i ? {nic_pkg::SlotWidth{1'b0}} : left;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) wait_q <= {nic_pkg::SlotWidth{1'b0}};
    else if (enable_i) wait_q <= wait_d;
  end

  // Modes of ours go by links and registers alone.
  logic unused;
  assign unused = ^{take_i, destination_i, destination_nic_i, bytes_i, next_i, next_destination_i,
                    next_destination_nic_i, next_length_i, to_slot[23], to_slot[2:0]};

  `ASSERT(SlotFitsItsCounter, !counts_q || !to_slot[23])
  `ASSERT(EdgeFollowsStart, !enable_i || !counts_q || (elapsed_i == 32'd1 && !start_i))
  `ASSERT(GapOfRegisters, gap_o <= 16'd40919)

endmodule
