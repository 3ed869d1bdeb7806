// RC of one input port: the output and the VCs of it that a packet may take. Dimension by dimension
// in the order of order_i, or in the reverse order, the shorter way round each ring;
// docs/reference/routing.md. Ports 2d and 2d + 1 go up and down in dimension d, the NICs' come after
// them.
module route_computation #(
  parameter int unsigned NumVcs = 2,
  parameter int unsigned NumDimensions = 2,
  parameter int unsigned NumNics = 4,
  // 1: bubble_i is looked at.
  parameter int unsigned Bubble = 0,
  // 1: packets may go in either order, each on a set of VCs of its own.
  parameter int unsigned TwoOrders = 0,
  // Port on which the packet comes in.
  parameter int unsigned InPort = 0,
  parameter int unsigned PortWidth = $clog2(2 * NumDimensions + NumNics)
) (
  input  logic [NumDimensions*flit_pkg::CoordinateWidth-1:0] position_i,
  input  logic [NumDimensions*router_pkg::RingSizeWidth-1:0] shape_i,
  input  logic [NumDimensions-1:0]                           wrap_i,
  input  logic [NumDimensions*router_pkg::OrderWidth-1:0]    order_i,
  input  router_pkg::dateline_e                              dateline_i,
  input  router_pkg::tie_break_e                             tie_break_i,
  input  logic                                               bubble_i,
  input  router_pkg::routing_e                               routing_i,
  input  logic [flit_pkg::VcWidth-1:0]                       vc_i,
  // A packet that a NIC sends goes in the reverse order.
  input  logic                                               reverse_i,
  // Of the first flit of the packet.
  input  logic [NumDimensions*flit_pkg::CoordinateWidth-1:0] destination_i,
  input  logic [NumDimensions-1:0]                           negative_i,
  input  logic [flit_pkg::NicWidth-1:0]                      nic_i,
  output logic [PortWidth-1:0]                               out_port_o,
  output logic [NumVcs-1:0]                                  vc_mask_o
);

  // The first set of VCs has the larger half; without sets these are the classes.
  localparam int unsigned SecondSetBegin = (NumVcs + 1) / 2;
  localparam logic [flit_pkg::VcWidth-1:0] SecondSetVc = SecondSetBegin[flit_pkg::VcWidth-1:0];
  localparam logic [NumVcs-1:0] AllVcs = {NumVcs{1'b1}};
  localparam int unsigned FirstNicPort = 2 * NumDimensions;
  localparam logic [router_pkg::PortNumberWidth-1:0] FirstNic =
      FirstNicPort[router_pkg::PortNumberWidth-1:0];

  // 0 for dimensions that there are not.
  logic [flit_pkg::MaxDimensions-1:0] travels;
  logic [flit_pkg::MaxDimensions-1:0] minus;
  logic [flit_pkg::MaxDimensions-1:0] enters;
  logic [flit_pkg::MaxDimensions-1:0] crosses;
  logic [flit_pkg::MaxDimensions-1:0] wraps;
  logic [flit_pkg::MaxDimensions-1:0] is_ring;

  for (genvar d = 0; d < NumDimensions; d++) begin : gen_ring
    ring_route u_ring_route (
      .tie_break_i,
      .size_i       (shape_i[d*router_pkg::RingSizeWidth+:router_pkg::RingSizeWidth]),
      .wrap_i       (wrap_i[d]),
      .here_i       (position_i[d*flit_pkg::CoordinateWidth+:flit_pkg::CoordinateWidth]),
      .destination_i(destination_i[d*flit_pkg::CoordinateWidth+:flit_pkg::CoordinateWidth]),
      .negative_i   (negative_i[d]),
      .travels_o    (travels[d]),
      .minus_o      (minus[d]),
      .crosses_o    (crosses[d]),
      .wraps_o      (wraps[d])
    );
    // What travels up comes in by the port that goes down.
    assign enters[d] = InPort != (minus[d] ? 2 * d : 2 * d + 1);
    assign is_ring[d] = wrap_i[d];
  end
  for (genvar d = NumDimensions; d < flit_pkg::MaxDimensions; d++) begin : gen_none
    assign travels[d] = 1'b0;
    assign minus[d] = 1'b0;
    assign enters[d] = 1'b0;
    assign crosses[d] = 1'b0;
    assign wraps[d] = 1'b0;
    assign is_ring[d] = 1'b0;
  end

  // A packet on the links stays on its set.
  logic two_sets;
  logic reverse;
  assign two_sets = TwoOrders != 0 && routing_i == router_pkg::RoutingO1turn;
  assign reverse = two_sets && (InPort >= FirstNicPort ? reverse_i : vc_i >= SecondSetVc);

  // The first dimension in which there is a way to go.
  logic [router_pkg::OrderWidth-1:0] dimension;
  logic [router_pkg::OrderWidth-1:0] last;
  always_comb begin
    dimension = {router_pkg::OrderWidth{1'b0}};
    for (int k = NumDimensions - 1; k >= 0; k--) begin
      if (travels[order_i[k*router_pkg::OrderWidth+:router_pkg::OrderWidth]]) begin
        dimension = order_i[k*router_pkg::OrderWidth+:router_pkg::OrderWidth];
      end
    end
    last = {router_pkg::OrderWidth{1'b0}};
    if (TwoOrders != 0 && reverse) begin
      for (int k = 0; k < NumDimensions; k++) begin
        last = order_i[k*router_pkg::OrderWidth+:router_pkg::OrderWidth];
        if (travels[last]) dimension = last;
      end
    end
  end

  // VCs of the packet's set, those of its class 1, and the class of the VC that it came on.
  localparam logic [NumVcs-1:0] SecondSet = AllVcs << SecondSetBegin;
  localparam int unsigned FirstClassOne = (SecondSetBegin + 1) / 2;
  localparam int unsigned SecondClassOne = SecondSetBegin + (NumVcs - SecondSetBegin + 1) / 2;
  localparam logic [flit_pkg::VcWidth-1:0] FirstClassOneVc = FirstClassOne[flit_pkg::VcWidth-1:0];
  localparam logic [flit_pkg::VcWidth-1:0] SecondClassOneVc = SecondClassOne[flit_pkg::VcWidth-1:0];
  logic [NumVcs-1:0] set;
  logic [NumVcs-1:0] class_one;
  logic class_in;
  always_comb begin
    set = AllVcs;
    class_one = SecondSet;
    class_in = vc_i >= SecondSetVc;
    if (two_sets) begin
      set = reverse ? SecondSet : ~SecondSet;
      class_one = set & (AllVcs << (reverse ? SecondClassOne : FirstClassOne));
      class_in = vc_i >= (reverse ? SecondClassOneVc : FirstClassOneVc);
    end
  end

  logic [NumVcs-1:0] ring_vc_mask;
  dateline #(
    .NumVcs(NumVcs),
    .Bubble(Bubble)
  ) u_dateline (
    .dateline_i,
    .bubble_i,
    .enters_i   (enters[dimension]),
    .crosses_i  (crosses[dimension]),
    .wraps_i    (wraps[dimension]),
    .set_i      (set),
    .class_one_i(class_one),
    .class_i    (class_in),
    .vc_i,
    .vc_mask_o  (ring_vc_mask)
  );

  logic [router_pkg::PortNumberWidth-1:0] out_port;
  assign out_port = |travels ? {2'b0, dimension, minus[dimension]} : FirstNic + {2'b0, nic_i};
  assign out_port_o = out_port[PortWidth-1:0];
  // No circle can close in a row, nor at a NIC: they need no classes.
  assign vc_mask_o = |travels && is_ring[dimension] ? ring_vc_mask : |travels ? set : AllVcs;

endmodule
