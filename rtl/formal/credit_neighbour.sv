// What is behind an output, for proofs: a buffer of `capacity_i` slots per VC that gives back what
// it was given, and no more. Every slot is somewhere: with the neighbour or among the credits.
module credit_neighbour #(
  parameter int unsigned NumVcs = 2
) (
  input logic                                    clk_i,
  input logic                                    rst_ni,
  // This is an edge at which credits count.
  input logic                                    enable_i,
  input logic [router_pkg::CountWidth-1:0]       capacity_i,
  input logic [flit_pkg::CreditPortWidth-1:0]    credit_i,
  // Given out at this edge: to which VCs, and how many.
  input logic [NumVcs-1:0]                       take_i,
  input logic [flit_pkg::LengthWidth-1:0]        length_i,
  // By VC, in lanes: what can be given out at this edge.
  input logic [NumVcs*router_pkg::CountLane-1:0] available_i
);

  // The strap does not change.
  logic [router_pkg::CountWidth-1:0] capacity_q;
  always_ff @(posedge clk_i) capacity_q <= capacity_i;
  always_comb begin
    assume (capacity_i <= 512);
    assume (capacity_i == capacity_q);
    assume (credit_i[flit_pkg::CreditPortWidth-1:NumVcs*flit_pkg::CreditWidth] == 0);
  end

  for (genvar v = 0; v < NumVcs; v++) begin : gen_vc
    // Slots that the neighbour has not given back.
    logic [router_pkg::CountWidth-1:0] held_q;
    logic [router_pkg::CountLane-1:0] lane;
    logic [router_pkg::CountWidth-1:0] returned;
    assign lane = available_i[v*router_pkg::CountLane+:router_pkg::CountLane];
    assign returned = {2'b0, credit_i[v*flit_pkg::CreditWidth+:flit_pkg::CreditWidth]};
    always_ff @(posedge clk_i) begin
      if (!rst_ni) held_q <= 0;
      else if (enable_i) held_q <= held_q - returned + (take_i[v] ? length_i : 0);
    end
    always_comb begin
      if (rst_ni && enable_i) begin
        assume (returned <= held_q);
        assert ({1'b0, held_q} - {1'b0, returned} + lane[router_pkg::CountWidth:0]
                == {1'b0, capacity_i});
        assert (held_q <= capacity_i);
        assert (!take_i[v] || {6'b0, length_i} <= lane);
      end
    end
  end

endmodule
