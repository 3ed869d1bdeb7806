// The mode of mixer.cpp. The register PACE_BIAS plants a fault: its number, or none for 0.
module mixer (
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

  // A value, or 0 if that is the planted fault.
  `define LEFT_OUT(number, value) (bias_i == 16'd``number ? '0 : (value))

  logic [31:0] heard_q;
  logic [31:0] heard;
  logic [31:0] word;
  assign word = `LEFT_OUT(1, destination_i) ^ {`LEFT_OUT(2, {9'b0, destination_nic_i}), 20'b0} ^
    {10'b0, `LEFT_OUT(3, hops_i), 12'b0} ^ `LEFT_OUT(4, bytes_i);
  assign heard = take_i ? 32'd5 * heard_q + word : heard_q;
  assign gap_o = {12'b0, heard[3:0] ^ heard[15:12] ^ heard[23:20]};

  // Until so many cycles after the last edge no packet may start, and what is added for the next one. Both go below 0.
  logic signed [31:0] until_q;
  logic signed [31:0] until_now;
  logic signed [31:0] ahead;
  // verilator lint_off UNUSEDSIGNAL
  logic [31:0] to;
  // verilator lint_on UNUSEDSIGNAL
  logic [4:0] added;
  assign until_now = until_q - (bias_i == 16'd5 || (bias_i == 16'd10 && !enable_i) ? 32'sd1 : $signed(elapsed_i));
  assign to = `LEFT_OUT(6, next_destination_i);
  assign added = heard[4:0] ^ to[4:0] ^ to[12:8] ^ `LEFT_OUT(7, {next_destination_nic_i, 2'b0}) ^
    `LEFT_OUT(8, next_length_i[4:0]);
  assign ahead = until_now + $signed({27'b0, added});
  assign slot_come_o = ahead <= 32'sd0 || (bias_i == 16'd9 && !next_i);
  assign slot_wait_o = slot_come_o ? '0 : ahead[nic_pkg::SlotWidth-1:0];

  always_ff @(posedge clk_i) begin
    if (!rst_ni || mode_i != nic_pkg::PaceOwn) begin
      heard_q <= 32'd0;
      until_q <= -32'sd1000;
    end else if (enable_i || bias_i == 16'd10) begin
      heard_q <= heard + 32'(length_i) ^ (end_of_message_i && bias_i != 16'd11 ? 32'h5A5A : 32'd0);
      until_q <= until_now < -32'sd1000 ? -32'sd1000 : until_now;
      if (start_i) until_q <= 32'(length_i) + ((32'(packet_gap_i) * 32'(length_i) + 32'd7) >> 3);
    end
  end

endmodule
