`include "common/assert.svh"

// Credits of the router's NIC buffer, VC 0: a packet takes all of its own with its head.
module credit_link (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  logic                           enable_i,
  // Slots of the buffer.
  input  logic [nic_pkg::CountWidth-1:0] capacity_i,
  input  logic [63:0]                    credit_i,
  // A packet starts at this edge.
  input  logic                           take_i,
  input  logic [nic_pkg::LengthWidth-1:0] length_i,
  // What can be taken at this edge, that which has just come back included.
  output logic [nic_pkg::CountWidth-1:0] available_o
);

  logic [nic_pkg::CountWidth-1:0] count_q;
  assign available_o = count_q + {2'b0, credit_i[7:0]};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) count_q <= capacity_i;
    else if (enable_i) count_q <= take_i ? available_o - {2'b0, length_i} : available_o;
  end

  `ASSERT(CreditsOfVcZeroOnly, !enable_i || credit_i[63:8] == 56'd0)
  `ASSERT(CreditsBelowCapacity, !enable_i || {1'b0, count_q} + {3'b0, credit_i[7:0]} <= {1'b0, capacity_i})
  `ASSERT(CreditsNeverNegative, !enable_i || !take_i || {2'b0, length_i} <= available_o)

endmodule
