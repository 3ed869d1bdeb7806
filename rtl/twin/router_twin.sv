// The router as Verilator simulates it for its twin: every change of `edge_i` is a rising edge of
// the router's clock, which falls by itself. So a cycle is one evaluation of the model; the second
// one, of a clock that falls from outside, would cost half as much again.
//
// Straps are taken at edges of reset, the first of which is for them alone. Verilator evaluates whatever follows an input
// and registers once before the edge and once after it.
module router_twin #(
  parameter int unsigned NumVcs = 2,
  parameter int unsigned NumDimensions = 2,
  parameter int unsigned NumNics = 4,
  parameter int unsigned NumPorts = 2 * NumDimensions + NumNics
) (
  input  logic                                               edge_i,
  input  logic                                               rst_ni,
  input  logic [NumDimensions*flit_pkg::CoordinateWidth-1:0] position_i,
  input  logic [NumDimensions*router_pkg::RingSizeWidth-1:0] shape_i,
  input  logic [NumDimensions-1:0]                           wrap_i,
  input  logic [NumDimensions*router_pkg::OrderWidth-1:0]    order_i,
  input  router_pkg::arbiter_kind_e                          arbiter_i,
  input  router_pkg::nomination_e                            nomination_i,
  input  router_pkg::transfers_e                             transfers_i,
  input  router_pkg::dateline_e                              dateline_i,
  input  router_pkg::tie_break_e                             tie_break_i,
  input  router_pkg::routing_e                               routing_i,
  input  logic [router_pkg::CountWidth-1:0]                  rooms_i,
  input  logic [router_pkg::CountWidth-1:0]                  turnaround_i,
  input  logic [router_pkg::CountWidth-1:0]                  vc_buffer_i,
  input  logic [router_pkg::CountWidth-1:0]                  receive_buffer_i,
  input  logic [NumPorts*flit_pkg::FlitWidth-1:0]            flit_i,
  output logic [NumPorts*flit_pkg::CreditPortWidth-1:0]      credit_o,
  output logic [NumPorts*flit_pkg::FlitWidth-1:0]            flit_o,
  input  logic [NumPorts*flit_pkg::CreditPortWidth-1:0]      credit_i
);

  // The last change that has been an edge.
  logic seen_q;
  logic clk;

  assign clk = edge_i ^ seen_q;
  initial seen_q = 1'b0;
  always_ff @(posedge clk) seen_q <= edge_i;

  // A clock of their own: what follows straps and pins alone is not evaluated at every edge.
  logic strap_clk;
  assign strap_clk = clk && !rst_ni;

  logic [NumDimensions*flit_pkg::CoordinateWidth-1:0] position_q;
  logic [NumDimensions*router_pkg::RingSizeWidth-1:0] shape_q;
  logic [NumDimensions-1:0] wrap_q;
  logic [NumDimensions*router_pkg::OrderWidth-1:0] order_q;
  router_pkg::arbiter_kind_e arbiter_q;
  router_pkg::nomination_e nomination_q;
  router_pkg::transfers_e transfers_q;
  router_pkg::dateline_e dateline_q;
  router_pkg::tie_break_e tie_break_q;
  router_pkg::routing_e routing_q;
  logic [router_pkg::CountWidth-1:0] rooms_q;
  logic [router_pkg::CountWidth-1:0] turnaround_q;
  logic [router_pkg::CountWidth-1:0] vc_buffer_q;
  logic [router_pkg::CountWidth-1:0] receive_buffer_q;
  always_ff @(posedge strap_clk) begin
    position_q <= position_i;
    shape_q <= shape_i;
    wrap_q <= wrap_i;
    order_q <= order_i;
    arbiter_q <= arbiter_i;
    nomination_q <= nomination_i;
    transfers_q <= transfers_i;
    dateline_q <= dateline_i;
    tie_break_q <= tie_break_i;
    routing_q <= routing_i;
    rooms_q <= rooms_i;
    turnaround_q <= turnaround_i;
    vc_buffer_q <= vc_buffer_i;
    receive_buffer_q <= receive_buffer_i;
  end

  vc_router #(
    .NumVcs       (NumVcs),
    .NumDimensions(NumDimensions),
`ifdef TACTUS_SYNC_BUFFERS
    // A parameter that routers of users need not have.
    .SyncBuffers  (1),
`endif
`ifndef TACTUS_OWN_ROUTER
    // Nor need they have these.
    .Bubble       (1),
    .TwoOrders    (1),
`endif
    .NumNics      (NumNics)
  ) router (
    .clk_i           (clk),
    .rst_ni          (rst_ni),
    .position_i      (position_q),
    .shape_i         (shape_q),
    .wrap_i          (wrap_q),
    .order_i         (order_q),
    .arbiter_i       (arbiter_q),
    .nomination_i    (nomination_q),
    .transfers_i     (transfers_q),
    .dateline_i      (dateline_q),
    .tie_break_i     (tie_break_q),
`ifndef TACTUS_PLAIN_WAYS
    // Straps that a router of a user need not have where they are 0.
    .routing_i       (routing_q),
    .rooms_i         (rooms_q),
`endif
    .turnaround_i    (turnaround_q),
    .vc_buffer_i     (vc_buffer_q),
    .receive_buffer_i(receive_buffer_q),
    .flit_i          (flit_i),
    .credit_o        (credit_o),
    .flit_o          (flit_o),
    .credit_i        (credit_i)
  );

endmodule
