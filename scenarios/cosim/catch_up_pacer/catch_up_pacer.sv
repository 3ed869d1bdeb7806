// A pacer that is another than ours by intent, for docs/cosimulation.md: it keeps the beat. The gap is measured from the
// slot of the packet before, not from its start, so that a packet that came late does not move those after it.
module catch_up_pacer (
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

  // Cycles from the last edge to the slot, or from the slot to the last edge.
  logic first_q;
  logic [31:0] wait_q;
  logic [31:0] late_q;
  logic [31:0] wait_now;
  logic [31:0] late_now;
  logic [31:0] distance;
  assign slot_come_o = wait_q <= elapsed_i;
  assign wait_now = slot_come_o ? 32'd0 : wait_q - elapsed_i;
  assign late_now = !slot_come_o || first_q ? 32'd0 : late_q + (elapsed_i - wait_q);
  assign slot_wait_o = wait_now[nic_pkg::SlotWidth-1:0];
  assign distance = 32'(length_i) + ((32'(packet_gap_i) * 32'(length_i) + 32'd7) >> 3);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      first_q <= 1'b1;
      wait_q <= 32'd0;
      late_q <= 32'd0;
    end else if (enable_i) begin
      wait_q <= wait_now;
      late_q <= late_now;
      if (start_i) begin
        first_q <= 1'b0;
        wait_q <= distance > late_now ? distance - late_now : 32'd0;
        late_q <= distance > late_now ? 32'd0 : late_now - distance;
      end
      if (end_of_message_i) begin
        first_q <= 1'b1;
        wait_q <= 32'd0;
        late_q <= 32'd0;
      end
    end
  end

endmodule
