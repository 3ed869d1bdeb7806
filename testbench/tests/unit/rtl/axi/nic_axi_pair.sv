// Two nodes of a ring of two, each with a router and two NICs. Packets from node 0 to node 1 come on VC 0, those from
// node 1 to node 0, which go over the dateline, on VC 1.
module nic_axi_pair #(
  parameter int unsigned NumNodes = 2,
  parameter int unsigned NumEngines = 2,
  parameter int unsigned NumPorts = NumNodes * NumEngines
) (
  input  logic                     clk_i,
  input  logic                     arst_ni,
  input  logic [9:0]               vc_buffer_i,
  input  logic [9:0]               receive_buffer_i,
  input  logic [10:0]              max_payload_i,
  input  logic [4:0]               outstanding_reads_i,
  input  logic [4:0]               packet_buffers_i,
  // Common counter of both nodes: cycles of the links since reset.
  output logic [31:0]              counter_o,
  // By node.
  input  logic [NumNodes-1:0]      psel_i,
  input  logic [NumNodes-1:0]      penable_i,
  input  logic [NumNodes-1:0]      pwrite_i,
  input  logic [NumNodes*16-1:0]   paddr_i,
  input  logic [NumNodes*32-1:0]   pwdata_i,
  output logic [NumNodes-1:0]      pready_o,
  output logic [NumNodes*32-1:0]   prdata_o,
  output logic [NumNodes-1:0]      pslverr_o,
  output logic [NumNodes-1:0]      irq_o,
  // By node and engine.
  output logic [NumPorts-1:0]      arvalid_o,
  input  logic [NumPorts-1:0]      arready_i,
  output logic [NumPorts*4-1:0]    arid_o,
  output logic [NumPorts*64-1:0]   araddr_o,
  output logic [NumPorts*8-1:0]    arlen_o,
  input  logic [NumPorts-1:0]      rvalid_i,
  input  logic [NumPorts*4-1:0]    rid_i,
  input  logic [NumPorts*128-1:0]  rdata_i,
  input  logic [NumPorts*2-1:0]    rresp_i,
  output logic [NumPorts-1:0]      awvalid_o,
  input  logic [NumPorts-1:0]      awready_i,
  output logic [NumPorts*64-1:0]   awaddr_o,
  output logic [NumPorts*8-1:0]    awlen_o,
  output logic [NumPorts-1:0]      wvalid_o,
  input  logic [NumPorts-1:0]      wready_i,
  output logic [NumPorts*128-1:0]  wdata_o,
  output logic [NumPorts*16-1:0]   wstrb_o,
  output logic [NumPorts-1:0]      wlast_o,
  input  logic [NumPorts-1:0]      bvalid_i,
  input  logic [NumPorts*2-1:0]    bresp_i,
  output logic [NumPorts-1:0]      read_failed_o,
  output logic [NumPorts-1:0]      write_failed_o
);

  localparam int unsigned FlitsWidth = 2 * flit_pkg::FlitWidth;
  localparam int unsigned CreditsWidth = 2 * flit_pkg::CreditPortWidth;
  logic [NumNodes*FlitsWidth-1:0] flits;
  logic [NumNodes*CreditsWidth-1:0] credits;

  logic [NumNodes-1:0] link_edge;
  logic [31:0] counter_q;
  assign counter_o = counter_q;
  always_ff @(posedge clk_i) begin
    if (!arst_ni) counter_q <= 32'd0;
    else if (link_edge[0]) counter_q <= counter_q + 32'd1;
  end

  for (genvar n = 0; n < NumNodes; n++) begin : gen_node
    // What leaves the other node by +x comes in on the side of -x, and the other way round.
    localparam int unsigned Other = NumNodes - 1 - n;
    logic [FlitsWidth-1:0] in;
    logic [CreditsWidth-1:0] returned;
    for (genvar p = 0; p < 2; p++) begin : gen_link
      assign in[p*flit_pkg::FlitWidth+:flit_pkg::FlitWidth] =
          flits[Other*FlitsWidth+(1-p)*flit_pkg::FlitWidth+:flit_pkg::FlitWidth];
      assign returned[p*64+:64] = credits[Other*CreditsWidth+(1-p)*64+:64];
    end
    node_top #(
      .NumVcs       (2),
      .NumDimensions(1),
      .NumNics      (NumEngines)
    ) u_node (
      .clk_i,
      .arst_ni,
      .counter_i    (counter_q),
      .position_i   (n),
      .shape_i      ({9'd1, 9'd1, 9'd1, 9'd2}),
      .wrap_i       (4'b0001),
      .order_i      (2'd0),
      .arbiter_i    (router_pkg::KindRoundRobin),
      .transfers_i  (router_pkg::TransfersVc),
      .nomination_i (router_pkg::NominationAny),
      .turnaround_i (10'd0),
      .dateline_i   (router_pkg::DatelineCrossing),
      .tie_break_i  (router_pkg::TieBreakPositive),
      .routing_i    (router_pkg::RoutingDimensionOrder),
      .rooms_i      (10'd0),
      .vc_buffer_i,
      .receive_buffer_i,
      .max_payload_i,
      .outstanding_reads_i,
      .packet_buffers_i,
      .psel_i       (psel_i[n]),
      .penable_i    (penable_i[n]),
      .pwrite_i     (pwrite_i[n]),
      .paddr_i      (paddr_i[n*16+:16]),
      .pwdata_i     (pwdata_i[n*32+:32]),
      .pready_o     (pready_o[n]),
      .prdata_o     (prdata_o[n*32+:32]),
      .pslverr_o    (pslverr_o[n]),
      .irq_o        (irq_o[n]),
      .link_edge_o  (link_edge[n]),
      .flit_i       (in),
      .credit_o     (credits[n*CreditsWidth+:CreditsWidth]),
      .flit_o       (flits[n*FlitsWidth+:FlitsWidth]),
      .credit_i     (returned),
      .arvalid_o    (arvalid_o[n*NumEngines+:NumEngines]),
      .arready_i    (arready_i[n*NumEngines+:NumEngines]),
      .arid_o       (arid_o[n*NumEngines*4+:NumEngines*4]),
      .araddr_o     (araddr_o[n*NumEngines*64+:NumEngines*64]),
      .arlen_o      (arlen_o[n*NumEngines*8+:NumEngines*8]),
      .rvalid_i     (rvalid_i[n*NumEngines+:NumEngines]),
      .rready_o     (),
      .rid_i        (rid_i[n*NumEngines*4+:NumEngines*4]),
      .rdata_i      (rdata_i[n*NumEngines*128+:NumEngines*128]),
      .rresp_i      (rresp_i[n*NumEngines*2+:NumEngines*2]),
      .awvalid_o    (awvalid_o[n*NumEngines+:NumEngines]),
      .awready_i    (awready_i[n*NumEngines+:NumEngines]),
      .awaddr_o     (awaddr_o[n*NumEngines*64+:NumEngines*64]),
      .awlen_o      (awlen_o[n*NumEngines*8+:NumEngines*8]),
      .wvalid_o     (wvalid_o[n*NumEngines+:NumEngines]),
      .wready_i     (wready_i[n*NumEngines+:NumEngines]),
      .wdata_o      (wdata_o[n*NumEngines*128+:NumEngines*128]),
      .wstrb_o      (wstrb_o[n*NumEngines*16+:NumEngines*16]),
      .wlast_o      (wlast_o[n*NumEngines+:NumEngines]),
      .bvalid_i     (bvalid_i[n*NumEngines+:NumEngines]),
      .bready_o     (),
      .bresp_i      (bresp_i[n*NumEngines*2+:NumEngines*2]),
      .read_failed_o (read_failed_o[n*NumEngines+:NumEngines]),
      .write_failed_o(write_failed_o[n*NumEngines+:NumEngines])
    );
  end

endmodule
