`include "common/assert.svh"

// Credits of one output: free slots of the next buffer, by VC. What comes back at an edge can be
// given out at it. What an edge gives out is told in the cycle after it.
module credit_pool #(
  parameter int unsigned NumVcs = 2
) (
  input  logic                                     clk_i,
  input  logic                                     rst_ni,
  // All slots of the next buffer's VCs.
  input  logic [router_pkg::CountWidth-1:0]        capacity_i,
  input  logic [flit_pkg::CreditPortWidth-1:0]     credit_i,
  // Given out at the edge before: of which VC, none or one, and how many.
  input  logic [NumVcs-1:0]                        take_i,
  input  logic [flit_pkg::LengthWidth-1:0]         length_i,
  // By VC, in lanes: what can be given out at this edge.
  output logic [NumVcs*router_pkg::CountLane-1:0]  available_o
);

  localparam int unsigned CountPad = router_pkg::CountLane - router_pkg::CountWidth;

  for (genvar v = 0; v < NumVcs; v++) begin : gen_vc
    logic [router_pkg::CountWidth-1:0] count_q;
    logic [router_pkg::CountWidth-1:0] available;
    logic [router_pkg::CountWidth-1:0] returned;
    logic [router_pkg::CountWidth-1:0] taken;
    assign returned = {2'b0, credit_i[v*flit_pkg::CreditWidth+:flit_pkg::CreditWidth]};
    assign taken = take_i[v] ? length_i : {router_pkg::CountWidth{1'b0}};
    assign available = count_q + returned - taken;
    assign available_o[v*router_pkg::CountLane+:router_pkg::CountLane] =
        {{CountPad{1'b0}}, available};
    always_ff @(posedge clk_i) begin
      if (!rst_ni) count_q <= capacity_i;
      else count_q <= available;
    end
    `ASSERT(CreditsBelowCapacity, available <= capacity_i)
    `ASSERT(CreditsNeverNegative, taken <= count_q)
  end

  `ASSERT(CreditsOfVcsThatExist, (credit_i >> (NumVcs * flit_pkg::CreditWidth)) == 0)

endmodule
