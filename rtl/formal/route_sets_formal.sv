// Proof, for every place, destination and strap of a network of two dimensions with four VCs: with O1TURN a packet keeps
// to its set of VCs, and goes through the dimensions in the order of its set; with bubble flow control it enters a ring
// on any VC of the set, and stays on that VC.
module route_sets_formal #(
  parameter int unsigned NumVcs = 4,
  parameter int unsigned NumDimensions = 2,
  // From inside dimension 0, where it goes up.
  parameter int unsigned InPort = 1
) (
  input logic                                               clk_i,
  input logic                                               rst_ni,
  input logic [NumDimensions*flit_pkg::CoordinateWidth-1:0] position_i,
  input logic [NumDimensions*router_pkg::RingSizeWidth-1:0] shape_i,
  input logic [NumDimensions-1:0]                           wrap_i,
  input logic                                               y_first_i,
  input router_pkg::dateline_e                              dateline_i,
  input router_pkg::tie_break_e                             tie_break_i,
  input logic                                               bubble_i,
  input router_pkg::routing_e                               routing_i,
  input logic [flit_pkg::VcWidth-1:0]                       vc_i,
  input logic [NumDimensions*flit_pkg::CoordinateWidth-1:0] destination_i,
  input logic [NumDimensions-1:0]                           negative_i,
  input logic [flit_pkg::NicWidth-1:0]                      nic_i,
  input logic                                               reverse_i
);

  logic [2:0] out_port;
  logic [2:0] nic_out_port;
  logic [NumVcs-1:0] vc_mask;
  logic [NumVcs-1:0] nic_vc_mask;
  route_computation #(
    .NumVcs       (NumVcs),
    .NumDimensions(NumDimensions),
    .NumNics      (4),
    .Bubble       (1),
    .TwoOrders    (1),
    .InPort       (InPort)
  ) u_from_link (
    .position_i,
    .shape_i,
    .wrap_i,
    .order_i   (y_first_i ? 4'b0001 : 4'b0100),
    .dateline_i,
    .tie_break_i,
    .bubble_i,
    .routing_i,
    .vc_i,
    .reverse_i (1'b0),
    .destination_i,
    .negative_i,
    .nic_i,
    .out_port_o(out_port),
    .vc_mask_o (vc_mask)
  );
  route_computation #(
    .NumVcs       (NumVcs),
    .NumDimensions(NumDimensions),
    .NumNics      (4),
    .Bubble       (1),
    .TwoOrders    (1),
    .InPort       (4)
  ) u_from_nic (
    .position_i,
    .shape_i,
    .wrap_i,
    .order_i   (y_first_i ? 4'b0001 : 4'b0100),
    .dateline_i,
    .tie_break_i,
    .bubble_i,
    .routing_i,
    .vc_i,
    .reverse_i,
    .destination_i,
    .negative_i,
    .nic_i,
    .out_port_o(nic_out_port),
    .vc_mask_o (nic_vc_mask)
  );

  logic two_sets;
  logic second;
  logic at_x;
  logic at_y;
  logic [NumVcs-1:0] vc;
  logic [NumVcs-1:0] set;
  logic [NumVcs-1:0] nic_set;
  assign two_sets = routing_i == router_pkg::RoutingO1turn;
  assign second = two_sets && vc_i >= 2;
  assign at_x = position_i[7:0] == destination_i[7:0];
  assign at_y = position_i[15:8] == destination_i[15:8];
  assign vc = 4'b0001 << vc_i;
  assign set = !two_sets ? 4'b1111 : second ? 4'b1100 : 4'b0011;
  assign nic_set = !two_sets ? 4'b1111 : reverse_i ? 4'b1100 : 4'b0011;

  logic seen_q;
  always_ff @(posedge clk_i) seen_q <= rst_ni;
  always_comb begin
    assume (vc_i < 4 && nic_i < 4);
    assert (vc_mask != 0 && nic_vc_mask != 0);
    if (at_x && at_y) begin
      assert (out_port == 3'd4 + nic_i && vc_mask == 4'b1111);
    end else begin
      assert (out_port < 4 && (vc_mask & ~set) == 0);
      assert (nic_out_port < 4 && (nic_vc_mask & ~nic_set) == 0);
      // The order of the set; in one dimension alone there is none.
      if (!at_x && !at_y) assert (out_port[1] == (y_first_i ^ second));
      if (!at_x && !at_y) assert (nic_out_port[1] == (y_first_i ^ (two_sets && reverse_i)));
      if (at_x) assert (out_port[1] && nic_out_port[1]);
      if (at_y) assert (!out_port[1] && !nic_out_port[1]);
      // A row has no classes. A bubble takes their place in a ring.
      if (!wrap_i[out_port[1]]) assert (vc_mask == set);
      if (bubble_i) assert (nic_vc_mask == nic_set);
      if (bubble_i && wrap_i[out_port[1]]) assert (vc_mask == (out_port == 0 ? vc : set));
      // Two VCs of a set are its two classes, unless there are none.
      if (!bubble_i && two_sets && wrap_i[out_port[1]] && dateline_i != router_pkg::DatelineNone) begin
        assert (vc_mask != set);
      end
    end
  end

endmodule
