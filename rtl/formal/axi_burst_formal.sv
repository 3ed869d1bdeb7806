// Proof: for every address and size the bursts have all bytes, no beat without one, and stay within 4 KiB.
module axi_burst_formal (
  input logic                              clk_i,
  input logic                              rst_ni,
  input logic [nic_pkg::AddressWidth-1:0]  addr_i,
  input logic [nic_pkg::PayloadWidth-1:0]  bytes_i
);

  logic [7:0] beats;
  logic [7:0] first_beats;
  logic [nic_pkg::AddressWidth-1:0] first_addr;
  logic [nic_pkg::AddressWidth-1:0] second_addr;
  logic crosses;
  axi_burst u_burst (
    .addr_i,
    .bytes_i,
    .beats_o      (beats),
    .first_beats_o(first_beats),
    .first_addr_o (first_addr),
    .second_addr_o(second_addr),
    .crosses_o    (crosses)
  );

  logic [nic_pkg::AddressWidth-1:0] last;
  logic [nic_pkg::AddressWidth-1:0] first_end;
  logic [nic_pkg::AddressWidth-1:0] second_end;
  logic [7:0] second_beats;
  assign last = addr_i + {53'd0, bytes_i} - 64'd1;
  assign second_beats = beats - first_beats;
  // Of their last bytes.
  assign first_end = first_addr + {52'd0, first_beats, 4'd0} - 64'd1;
  assign second_end = second_addr + {52'd0, second_beats, 4'd0} - 64'd1;

  logic seen_q;
  always_ff @(posedge clk_i) seen_q <= rst_ni;
  always_comb begin
    assume (bytes_i != 11'd0 && bytes_i <= 11'd2016);
    // No packet goes round the end of all addresses.
    assume (last >= addr_i);
    assert (first_beats != 8'd0 && beats <= 8'd127);
    assert (first_addr <= addr_i && first_addr[63:4] == addr_i[63:4] && first_addr[3:0] == 4'd0);
    assert (first_addr[63:12] == first_end[63:12]);
    if (crosses) begin
      assert (second_beats != 8'd0 && first_end + 64'd1 == second_addr);
      assert (second_addr[63:12] == second_end[63:12]);
      assert (second_end[63:4] == last[63:4]);
    end else begin
      assert (second_beats == 8'd0 && first_end[63:4] == last[63:4]);
    end
  end

endmodule
