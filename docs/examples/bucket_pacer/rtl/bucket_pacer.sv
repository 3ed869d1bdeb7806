// The pacer mode of bucket_pacer.cpp in SystemVerilog: a token bucket for each destination of a torus.
module bucket_pacer #(
  // Cycles that packets to a destination may be ahead of its rate.
  parameter int unsigned Depth = 256,
  // Bits of a coordinate: up to 2^Bits nodes along each dimension.
  parameter int unsigned Bits = 2,
  parameter int unsigned Dimensions = 2
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  logic                           enable_i,
  input  logic [nic_pkg::CycleWidth-1:0] elapsed_i,
  input  nic_pkg::pace_mode_e            mode_i,
  input  logic [15:0]                    gap_i,
  input  logic [15:0]                    bias_i,
  input  logic                           take_i,
  input  logic [nic_pkg::HopsWidth-1:0]  hops_i,
  input  logic [flit_pkg::NodeWidth-1:0] destination_i,
  input  logic [flit_pkg::NicWidth-1:0]  destination_nic_i,
  input  logic [31:0]                    bytes_i,
  output logic [nic_pkg::GapWidth-1:0]   gap_o,
  input  logic                           next_i,
  input  logic [flit_pkg::NodeWidth-1:0] next_destination_i,
  input  logic [flit_pkg::NicWidth-1:0]  next_destination_nic_i,
  input  logic [7:0]                     next_length_i,
  output logic                           slot_come_o,
  output logic [nic_pkg::SlotWidth-1:0]  slot_wait_o,
  input  logic                           start_i,
  input  logic [7:0]                     length_i,
  input  logic [nic_pkg::GapWidth-1:0]   packet_gap_i,
  input  logic                           end_of_message_i
);

  assign gap_o = gap_i[15] ? 16'd0 : gap_i;

  // Cycles that each bucket lacks to be full, at the last edge.
  localparam int unsigned Buckets = 1 << (Dimensions * Bits);
  logic [31:0] lacks_q [Buckets];
  logic [Dimensions*Bits-1:0] bucket;
  logic [31:0] lacks;
  for (genvar d = 0; d < Dimensions; d++) begin : gen_bucket
    assign bucket[d*Bits+:Bits] = next_destination_i[8*d+:Bits];
  end
  assign lacks = lacks_q[bucket] > elapsed_i ? lacks_q[bucket] - elapsed_i : 32'd0;
  assign slot_come_o = lacks <= Depth;
  assign slot_wait_o = slot_come_o ? 20'd0 : 20'(lacks - Depth);

  logic [31:0] cost;
  assign cost = 32'(length_i) + ((32'(packet_gap_i) * 32'(length_i) + 32'd7) >> 3);

  always_ff @(posedge clk_i) begin
    for (int unsigned b = 0; b < Buckets; b++) begin
      // Like the model's mode, it begins with full buckets when software chooses it.
      if (!rst_ni || mode_i != nic_pkg::PaceOwn) lacks_q[b] <= 32'd0;
      else if (enable_i) lacks_q[b] <= lacks_q[b] > elapsed_i ? lacks_q[b] - elapsed_i : 32'd0;
    end
    if (rst_ni && enable_i && start_i) lacks_q[bucket] <= lacks + cost;
  end

endmodule
