// RC of one input port: the output and the VCs of it that a packet may take. Dimension order,
// lowest dimension first, shorter way round each ring; docs/reference/routing.md. Ports 2d and 2d +
// 1 go up and down in dimension d.
module route_computation #(
  parameter int unsigned NumVcs = 2,
  parameter int unsigned NumTorusPorts = 4,
  parameter int unsigned NumNicPorts = 4,
  // Port on which the packet comes in.
  parameter int unsigned InPort = 0,
  parameter int unsigned NumDimensions = NumTorusPorts / 2,
  parameter int unsigned PortWidth = $clog2(NumTorusPorts + NumNicPorts)
) (
  input  logic [NumDimensions*flit_pkg::CoordinateWidth-1:0] position_i,
  input  logic [NumDimensions*router_pkg::RingSizeWidth-1:0] shape_i,
  input  router_pkg::dateline_e                              dateline_i,
  input  router_pkg::tie_break_e                             tie_break_i,
  input  logic [flit_pkg::VcWidth-1:0]                       vc_i,
  // Of the first flit of the packet.
  input  logic [NumDimensions*flit_pkg::CoordinateWidth-1:0] destination_i,
  input  logic [NumDimensions-1:0]                           negative_i,
  input  logic [$clog2(NumNicPorts)-1:0]                     nic_i,
  output logic [PortWidth-1:0]                               out_port_o,
  output logic [NumVcs-1:0]                                  vc_mask_o
);

  localparam int unsigned ClassOneBegin = (NumVcs + 1) / 2;
  localparam logic [flit_pkg::VcWidth-1:0] ClassOneVc = ClassOneBegin[flit_pkg::VcWidth-1:0];
  localparam logic [PortWidth-1:0] FirstNicPort = NumTorusPorts[PortWidth-1:0];

  logic [NumDimensions-1:0] travels;
  logic [NumDimensions-1:0] minus;
  logic [NumDimensions-1:0] enters;
  logic [NumDimensions-1:0] crosses;
  logic [NumDimensions-1:0] wraps;

  for (genvar d = 0; d < NumDimensions; d++) begin : gen_ring
    ring_route u_ring_route (
      .tie_break_i,
      .size_i       (shape_i[d*router_pkg::RingSizeWidth+:router_pkg::RingSizeWidth]),
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
  end

  // The lowest dimension in which there is a way to go.
  logic [PortWidth-1:0] ring_port;
  logic ring_enters, ring_crosses, ring_wraps;
  always_comb begin
    ring_port = {PortWidth{1'b0}};
    ring_enters = 1'b0;
    ring_crosses = 1'b0;
    ring_wraps = 1'b0;
    for (int d = NumDimensions - 1; d >= 0; d--) begin
      if (travels[d]) begin
        ring_port = {d[PortWidth-2:0], minus[d]};
        ring_enters = enters[d];
        ring_crosses = crosses[d];
        ring_wraps = wraps[d];
      end
    end
  end

  logic [NumVcs-1:0] ring_vc_mask;
  dateline #(
    .NumVcs(NumVcs)
  ) u_dateline (
    .dateline_i,
    .enters_i (ring_enters),
    .crosses_i(ring_crosses),
    .wraps_i  (ring_wraps),
    .class_i  (vc_i >= ClassOneVc),
    .vc_mask_o(ring_vc_mask)
  );

  assign out_port_o = |travels ? ring_port
                               : FirstNicPort + {{(PortWidth - $clog2(NumNicPorts)) {1'b0}}, nic_i};
  assign vc_mask_o = |travels ? ring_vc_mask : {NumVcs{1'b1}};

endmodule
