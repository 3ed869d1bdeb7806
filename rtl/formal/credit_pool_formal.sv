// Proof: a credit pool whose user gives out no more than there is, and whose neighbour gives back
// no more than it was given, neither underflows nor holds more than the buffer has slots.
module credit_pool_formal (
  input logic                                   clk_i,
  input logic                                   rst_ni,
  input logic [router_pkg::CountWidth-1:0]      capacity_i,
  input logic [flit_pkg::CreditPortWidth-1:0]   credit_i,
  input logic [1:0]                             take_i,
  input logic [flit_pkg::LengthWidth-1:0]       length_i
);

  logic [2*router_pkg::CountLane-1:0] available;
  credit_pool #(
    .NumVcs(2)
  ) u_credit_pool (
    .clk_i,
    .rst_ni,
    .capacity_i,
    .credit_i,
    .take_i,
    .length_i,
    .available_o(available)
  );

  // The strap does not change, and the first edge is one of reset.
  logic [router_pkg::CountWidth-1:0] capacity_q;
  logic begun_q;
  initial begun_q = 1'b0;
  always_ff @(posedge clk_i) begin
    capacity_q <= capacity_i;
    begun_q <= 1'b1;
  end
  always_comb begin
    assume (capacity_i <= 512);
    assume (rst_ni == begun_q);
    assume (!begun_q || capacity_i == capacity_q);
    assume (credit_i[flit_pkg::CreditPortWidth-1:2*flit_pkg::CreditWidth] == 0);
    assume (take_i != 2'b11);
  end

  for (genvar v = 0; v < 2; v++) begin : gen_vc
    // Slots that the neighbour has not given back.
    logic [router_pkg::CountWidth-1:0] held_q;
    logic [router_pkg::CountLane-1:0] lane;
    logic [router_pkg::CountWidth-1:0] returned;
    assign lane = available[v*router_pkg::CountLane+:router_pkg::CountLane];
    assign returned = {2'b0, credit_i[v*flit_pkg::CreditWidth+:flit_pkg::CreditWidth]};
    always_ff @(posedge clk_i) begin
      if (!rst_ni) held_q <= 0;
      else held_q <= held_q - returned + (take_i[v] ? {2'b0, length_i} : 0);
    end
    always_comb begin
      assume (!rst_ni || returned <= held_q);
      assume (!rst_ni || !take_i[v] || {8'b0, length_i} <= lane);
      // Every slot is somewhere.
      if (rst_ni) begin
        assert ({1'b0, held_q} - {1'b0, returned} + lane[router_pkg::CountWidth:0]
                == {1'b0, capacity_i});
        assert (held_q <= capacity_i);
      end
    end
  end

endmodule
