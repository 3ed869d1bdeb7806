// A pacer with a fault in it, for docs/cosimulation.md: it keeps the slot as the number of a cycle, and counts cycles
// by itself. What it gets wrong is one sum.
module slot_timer (
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

  logic signed [17:0] hops_gap;
  assign hops_gap = $signed({5'b0, hops_i, 3'b0}) - 18'sd8 + 18'($signed(bias_i));
  always_comb begin
    case (mode_i)
      nic_pkg::PaceFixed: gap_o = gap_i[15] ? 16'd0 : gap_i;
      nic_pkg::PaceHops:  gap_o = hops_gap < 0 ? 16'd0 : hops_gap[15:0];
      default:            gap_o = 16'd0;
    endcase
  end

  // Cycles and slot have a bit more than the longest wait, so that a difference has a sign.
  logic [20:0] now;
  logic [20:0] now_q;
  logic [20:0] slot_q;
  logic [20:0] ahead;
  logic [23:0] eighths;
  assign now = now_q + elapsed_i[20:0];
  assign ahead = slot_q - now;
  assign slot_come_o = ahead[20] || ahead == 0;
  assign slot_wait_o = slot_come_o ? 20'd0 : ahead[19:0];
  assign eighths = 24'(packet_gap_i) * 24'(length_i);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      now_q <= 21'd0;
      slot_q <= 21'd0;
    end else if (enable_i) begin
      now_q <= now;
      // The fault: a gap is counted from the cycle before the packet's first one.
      if (start_i) slot_q <= now_q + 21'(length_i) + 21'((eighths + 24'd7) >> 3);
      else if (end_of_message_i || slot_come_o) slot_q <= now;
    end
  end

endmodule
