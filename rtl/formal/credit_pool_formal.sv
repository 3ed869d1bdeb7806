// Proof: a credit pool whose user gives out no more than there is, and whose neighbour gives back
// no more than it was given, neither underflows nor holds more than the buffer has slots.
module credit_pool_formal (
  input logic                                 clk_i,
  input logic                                 rst_ni,
  input logic [router_pkg::CountWidth-1:0]    capacity_i,
  input logic [flit_pkg::CreditPortWidth-1:0] credit_i,
  input logic [1:0]                           wants_i,
  input logic [flit_pkg::LengthWidth-1:0]     length_i
);

  // One VC at a time, and what it asks for only if that is there.
  logic [2*router_pkg::CountLane-1:0] available;
  logic [1:0] take;
  always_comb assume (wants_i != 2'b11);
  for (genvar v = 0; v < 2; v++) begin : gen_take
    assign take[v] = wants_i[v] && {6'b0, length_i}
                  <= available[v*router_pkg::CountLane+:router_pkg::CountLane];
  end

  // The pool is told a cycle later.
  logic [1:0] take_q;
  logic [flit_pkg::LengthWidth-1:0] length_q;
  always_ff @(posedge clk_i) begin
    take_q <= rst_ni ? take : 2'b0;
    length_q <= length_i;
  end
  credit_pool #(
    .NumVcs(2)
  ) u_credit_pool (
    .clk_i,
    .rst_ni,
    .capacity_i,
    .credit_i,
    .take_i     (take_q),
    .length_i   (length_q),
    .available_o(available)
  );
  credit_neighbour #(
    .NumVcs(2)
  ) u_neighbour (
    .clk_i,
    .rst_ni,
    .enable_i   (1'b1),
    .capacity_i,
    .credit_i,
    .take_i     (take),
    .length_i,
    .available_i(available)
  );

endmodule
