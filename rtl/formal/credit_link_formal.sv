// Proof: the credits of a NIC whose sender starts a packet only where there is room for all of it
// neither underflow nor exceed the router's buffer, whichever ticks are edges of the model.
module credit_link_formal (
  input logic                                 clk_i,
  input logic                                 rst_ni,
  input logic                                 enable_i,
  input logic [nic_pkg::CountWidth-1:0]       capacity_i,
  input logic [flit_pkg::CreditPortWidth-1:0] credit_i,
  input logic                                 wants_i,
  input logic [nic_pkg::LengthWidth-1:0]      length_i
);

  logic [nic_pkg::CountWidth-1:0] available;
  logic take;
  assign take = wants_i && {{(nic_pkg::CountWidth - nic_pkg::LengthWidth) {1'b0}}, length_i} <= available;

  credit_link u_credit_link (
    .clk_i,
    .rst_ni,
    .enable_i,
    .capacity_i,
    .credit_i,
    .take_i     (take),
    .length_i,
    .available_o(available)
  );
  credit_neighbour #(
    .NumVcs(1)
  ) u_neighbour (
    .clk_i,
    .rst_ni,
    .enable_i,
    .capacity_i,
    .credit_i,
    .take_i     (take),
    .length_i   ({{(flit_pkg::LengthWidth - nic_pkg::LengthWidth) {1'b0}}, length_i}),
    .available_i({{(router_pkg::CountLane - nic_pkg::CountWidth) {1'b0}}, available})
  );

endmodule
