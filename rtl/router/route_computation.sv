// RC of one input port: the output and the VCs of it that a packet may take. Dimension by dimension
// in the order of order_i, the shorter way round each ring; docs/reference/routing.md. Ports 2d and
// 2d + 1 go up and down in dimension d, the NICs' come after them.
module route_computation #(
  parameter int unsigned NumVcs = 2,
  parameter int unsigned NumDimensions = 2,
  parameter int unsigned NumNics = 4,
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
  input  logic [flit_pkg::VcWidth-1:0]                       vc_i,
  // Of the first flit of the packet.
  input  logic [NumDimensions*flit_pkg::CoordinateWidth-1:0] destination_i,
  input  logic [NumDimensions-1:0]                           negative_i,
  input  logic [flit_pkg::NicWidth-1:0]                      nic_i,
  output logic [PortWidth-1:0]                               out_port_o,
  output logic [NumVcs-1:0]                                  vc_mask_o
);

  localparam int unsigned ClassOneBegin = (NumVcs + 1) / 2;
  localparam logic [flit_pkg::VcWidth-1:0] ClassOneVc = ClassOneBegin[flit_pkg::VcWidth-1:0];
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

  // The first dimension in which there is a way to go.
  logic [router_pkg::OrderWidth-1:0] dimension;
  always_comb begin
    dimension = {router_pkg::OrderWidth{1'b0}};
    for (int k = NumDimensions - 1; k >= 0; k--) begin
      if (travels[order_i[k*router_pkg::OrderWidth+:router_pkg::OrderWidth]]) begin
        dimension = order_i[k*router_pkg::OrderWidth+:router_pkg::OrderWidth];
      end
    end
  end

  logic [NumVcs-1:0] ring_vc_mask;
  dateline #(
    .NumVcs(NumVcs)
  ) u_dateline (
    .dateline_i,
    .enters_i (enters[dimension]),
    .crosses_i(crosses[dimension]),
    .wraps_i  (wraps[dimension]),
    .class_i  (vc_i >= ClassOneVc),
    .vc_mask_o(ring_vc_mask)
  );

  logic [router_pkg::PortNumberWidth-1:0] out_port;
  assign out_port = |travels ? {2'b0, dimension, minus[dimension]} : FirstNic + {2'b0, nic_i};
  assign out_port_o = out_port[PortWidth-1:0];
  // No circle can close in a row, nor at a NIC: they need no classes.
  assign vc_mask_o = |travels && is_ring[dimension] ? ring_vc_mask : {NumVcs{1'b1}};

endmodule
