`include "common/assert.svh"

// One input port: RC of what comes in and the buffers of its VCs. Credits go back for what leaves
// them, be it each flit or each packet.
module input_port #(
  parameter int unsigned NumVcs = 2,
  parameter int unsigned NumDimensions = 2,
  parameter int unsigned NumNics = 4,
  parameter int unsigned MaxFlits = 512,
  parameter int unsigned SyncBuffers = 0,
  parameter int unsigned Bubble = 0,
  parameter int unsigned TwoOrders = 0,
  parameter int unsigned InPort = 0,
  parameter int unsigned NumPorts = 2 * NumDimensions + NumNics,
  parameter int unsigned PortWidth = $clog2(NumPorts)
) (
  input  logic                                               clk_i,
  input  logic                                               rst_ni,
  input  logic [NumDimensions*flit_pkg::CoordinateWidth-1:0] position_i,
  input  logic [NumDimensions*router_pkg::RingSizeWidth-1:0] shape_i,
  input  logic [NumDimensions-1:0]                           wrap_i,
  input  logic [NumDimensions*router_pkg::OrderWidth-1:0]    order_i,
  input  router_pkg::dateline_e                              dateline_i,
  input  router_pkg::tie_break_e                             tie_break_i,
  input  logic                                               bubble_i,
  input  router_pkg::routing_e                               routing_i,
  input  logic [router_pkg::CountWidth-1:0]                  capacity_i,
  input  logic [flit_pkg::AgeWidth-1:0]                      cycle_i,
  input  logic                                               age_of_arrival_i,
  input  router_pkg::nomination_e                            nomination_i,
  input  logic [flit_pkg::FlitWidth-1:0]                     flit_i,
  output logic [flit_pkg::CreditPortWidth-1:0]               credit_o,
  // By VC: what its packet in front wants, and its oldest flit while that leaves.
  output logic [NumVcs-1:0]                                  request_o,
  output logic [NumVcs*PortWidth-1:0]                        out_port_o,
  output logic [NumVcs*NumVcs-1:0]                           vc_mask_o,
  output logic [NumVcs*flit_pkg::LengthWidth-1:0]            length_o,
  output logic [NumVcs*flit_pkg::AgeWidth-1:0]               age_o,
  // Bit [i * NumVcs + j]: the packet in front of VC j was routed before that of VC i. Means
  // something while both have a request, and if one packet is nominated.
  output logic [NumVcs*NumVcs-1:0]                           routed_before_o,
  // By VC, as input_vc says.
  input  logic [NumVcs-1:0]                                  offered_i,
  input  logic [NumVcs-1:0]                                  granted_i,
  output logic [NumVcs*flit_pkg::DataWidth-1:0]              data_o,
  input  logic [NumVcs-1:0]                                  read_i,
  input  logic [NumVcs-1:0]                                  pop_i,
  // By VC: what leaves makes room for which a credit goes back.
  input  logic [NumVcs-1:0]                                  freed_i
);

  flit_pkg::flit_t flit;
  assign flit = flit_i;

  logic [flit_pkg::NicWidth-1:0] nic;
  assign nic = flit.data[flit_pkg::DestinationNicLsb+:flit_pkg::NicWidth];
  localparam int unsigned FirstNicPort = 2 * NumDimensions;
  logic reverse;
  if (TwoOrders != 0 && InPort >= FirstNicPort) begin : gen_draw
    localparam int unsigned Nic = InPort - FirstNicPort;
    localparam logic [flit_pkg::NicWidth-1:0] NicNumber = Nic[flit_pkg::NicWidth-1:0];
    logic draws;
    assign draws = flit.valid && flit.head && routing_i == router_pkg::RoutingO1turn;
    route_draw #(
      .NumDimensions(NumDimensions),
      .Nic          (Nic)
    ) u_route_draw (
      .clk_i,
      .rst_ni,
      .position_i,
      .shape_i,
      .enable_i      (draws),
      .inject_cycle_i(flit.data[flit_pkg::InjectCycleLsb+:flit_pkg::AgeWidth]),
      .second_o      (reverse)
    );
    `ASSERT(DrawnWhereInjected, !draws
            || (flit.data[flit_pkg::SourceLsb+:NumDimensions*flit_pkg::CoordinateWidth] == position_i
                && flit.data[flit_pkg::SourceNicLsb+:flit_pkg::NicWidth] == NicNumber))
  end else begin : gen_no_draw
    assign reverse = 1'b0;
  end

  logic [PortWidth-1:0] out_port;
  logic [NumVcs-1:0] vc_mask;
  route_computation #(
    .NumVcs       (NumVcs),
    .NumDimensions(NumDimensions),
    .NumNics      (NumNics),
    .Bubble       (Bubble),
    .TwoOrders    (TwoOrders),
    .InPort       (InPort)
  ) u_route_computation (
    .position_i,
    .shape_i,
    .wrap_i,
    .order_i,
    .dateline_i,
    .tie_break_i,
    .bubble_i,
    .routing_i,
    .vc_i         (flit.vc),
    .reverse_i    (reverse),
    .destination_i(flit.data[flit_pkg::DestinationLsb+:NumDimensions*flit_pkg::CoordinateWidth]),
    .negative_i   (flit.data[flit_pkg::NegativeLsb+:NumDimensions]),
    .nic_i        (nic),
    .out_port_o   (out_port),
    .vc_mask_o    (vc_mask)
  );

  logic ranks;
  logic [NumVcs*flit_pkg::AgeWidth-1:0] rank;
  assign ranks = nomination_i == router_pkg::NominationOldest;

  for (genvar v = 0; v < NumVcs; v++) begin : gen_vc
    input_vc #(
      .NumVcs  (NumVcs),
      .NumPorts(NumPorts),
      .MaxFlits(MaxFlits),
      .SyncBuffers(SyncBuffers)
    ) u_input_vc (
      .clk_i,
      .rst_ni,
      .capacity_i,
      .write_i   (flit.valid && flit.vc == v),
      .head_i    (flit.head),
      .tail_i    (flit.tail),
      .data_i    (flit.data),
      .out_port_i(out_port),
      .vc_mask_i (vc_mask),
      .cycle_i,
      .age_of_arrival_i,
      .rank_i    (ranks),
      .request_o (request_o[v]),
      .out_port_o(out_port_o[v*PortWidth+:PortWidth]),
      .vc_mask_o (vc_mask_o[v*NumVcs+:NumVcs]),
      .length_o  (length_o[v*flit_pkg::LengthWidth+:flit_pkg::LengthWidth]),
      .age_o     (age_o[v*flit_pkg::AgeWidth+:flit_pkg::AgeWidth]),
      .rank_o    (rank[v*flit_pkg::AgeWidth+:flit_pkg::AgeWidth]),
      .offered_i (offered_i[v]),
      .granted_i (granted_i[v]),
      .data_o    (data_o[v*flit_pkg::DataWidth+:flit_pkg::DataWidth]),
      .read_i    (read_i[v]),
      .pop_i     (pop_i[v])
    );
  end

  // Heads of one port never come at the same edge.
  age_order #(
    .NumRequesters(NumVcs)
  ) u_rank_order (
    .enable_i(ranks),
    .age_i   (rank),
    .before_o(routed_before_o)
  );

  // A slot is free again in the cycle in which its flit is on the output; room for a packet, in that of its tail.
  logic [NumVcs-1:0] freed_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) freed_q <= {NumVcs{1'b0}};
    else freed_q <= freed_i;
  end
  always_comb begin
    credit_o = {flit_pkg::CreditPortWidth{1'b0}};
    for (int v = 0; v < NumVcs; v++) credit_o[v*flit_pkg::CreditWidth] = freed_q[v];
  end

`ifndef SYNTHESIS
  localparam logic [flit_pkg::VcWidth:0] Vcs = NumVcs[flit_pkg::VcWidth:0];
  localparam logic [flit_pkg::NicWidth:0] Nics = NumNics[flit_pkg::NicWidth:0];
  // In dimensions that there are not, all coordinates are 0.
  logic [flit_pkg::MaxDimensions-1:0] exists;
  for (genvar d = 0; d < flit_pkg::MaxDimensions; d++) begin : gen_inside
    logic [flit_pkg::CoordinateWidth-1:0] coordinate;
    assign coordinate = flit.data[flit_pkg::DestinationLsb+d*flit_pkg::CoordinateWidth
                                  +:flit_pkg::CoordinateWidth];
    if (d < NumDimensions) begin : gen_used
      assign exists[d] =
          {1'b0, coordinate} < shape_i[d*router_pkg::RingSizeWidth+:router_pkg::RingSizeWidth];
    end else begin : gen_unused
      assign exists[d] = coordinate == {flit_pkg::CoordinateWidth{1'b0}};
    end
  end
  `ASSERT(VcExists, !flit.valid || {1'b0, flit.vc} < Vcs)
  `ASSERT(DestinationExists, !flit.valid || !flit.head || (&exists && {1'b0, nic} < Nics))
`endif

endmodule
