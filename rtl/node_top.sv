// A node: NICs on AXI, a router, and the clock of the links. docs/reference/rtl_nic.md, "A node".
//
// The router's clock is that of the links, gated out of `clk_i`: it rises where `link_edge_o` is high. What stands on the
// torus ports is sampled there, by both sides of a link; a link may delay it by any number of these edges.
module node_top #(
  parameter int unsigned NumVcs = 2,
  // 1 to 4, 1 to 8.
  parameter int unsigned NumDimensions = 2,
  parameter int unsigned NumNics = 4,
  // 1: flits wait in memories that are read with the clock, in the router as in the NICs.
  parameter int unsigned SyncBuffers = 1,
  // As those of vc_router: 1 for bubble flow control, and for O1TURN.
  parameter int unsigned Bubble = 0,
  parameter int unsigned TwoOrders = 0,
  // Torus ports: two for each dimension, up and down.
  parameter int unsigned NumLinks = 2 * NumDimensions
) (
  input  logic                                                  clk_i,
  // Asynchronous; synchronised here.
  input  logic                                                  arst_ni,
  // The counter that all nodes have in common, as of nic_axi.
  input  logic [nic_pkg::CounterWidth-1:0]                      counter_i,
  // Straps, as those of vc_router and nic_top. Of position, shape and wrap in the widths of nic_top: 0, 1 and 0 in
  // dimensions that the network lacks.
  input  logic [flit_pkg::NodeWidth-1:0]                        position_i,
  input  logic [flit_pkg::MaxDimensions*nic_pkg::SizeWidth-1:0] shape_i,
  input  logic [flit_pkg::MaxDimensions-1:0]                    wrap_i,
  input  logic [NumDimensions*router_pkg::OrderWidth-1:0]       order_i,
  input  router_pkg::arbiter_kind_e                             arbiter_i,
  input  router_pkg::transfers_e                                transfers_i,
  input  router_pkg::nomination_e                               nomination_i,
  input  logic [router_pkg::CountWidth-1:0]                     turnaround_i,
  input  router_pkg::dateline_e                                 dateline_i,
  input  router_pkg::tie_break_e                                tie_break_i,
  input  router_pkg::routing_e                                  routing_i,
  input  logic [router_pkg::CountWidth-1:0]                     rooms_i,
  input  logic [router_pkg::CountWidth-1:0]                     vc_buffer_i,
  input  logic [router_pkg::CountWidth-1:0]                     receive_buffer_i,
  input  logic [nic_pkg::PayloadWidth-1:0]                      max_payload_i,
  input  logic [4:0]                                            outstanding_reads_i,
  input  logic [4:0]                                            packet_buffers_i,
  // Registers, by APB.
  input  logic                                                  psel_i,
  input  logic                                                  penable_i,
  input  logic                                                  pwrite_i,
  input  logic [nic_pkg::BusAddressWidth-1:0]                   paddr_i,
  input  logic [31:0]                                           pwdata_i,
  output logic                                                  pready_o,
  output logic [31:0]                                           prdata_o,
  output logic                                                  pslverr_o,
  output logic                                                  irq_o,
  // Torus ports.
  output logic                                                  link_edge_o,
  input  logic [NumLinks*flit_pkg::FlitWidth-1:0]               flit_i,
  output logic [NumLinks*flit_pkg::CreditPortWidth-1:0]         credit_o,
  output logic [NumLinks*flit_pkg::FlitWidth-1:0]               flit_o,
  input  logic [NumLinks*flit_pkg::CreditPortWidth-1:0]         credit_i,
  // Memory, by NIC: as of nic_axi.
  output logic [NumNics-1:0]                                    arvalid_o,
  input  logic [NumNics-1:0]                                    arready_i,
  output logic [NumNics*nic_pkg::EntryWidth-1:0]                arid_o,
  output logic [NumNics*nic_pkg::AddressWidth-1:0]              araddr_o,
  output logic [NumNics*8-1:0]                                  arlen_o,
  input  logic [NumNics-1:0]                                    rvalid_i,
  output logic [NumNics-1:0]                                    rready_o,
  input  logic [NumNics*nic_pkg::EntryWidth-1:0]                rid_i,
  input  logic [NumNics*flit_pkg::DataWidth-1:0]                rdata_i,
  input  logic [NumNics*2-1:0]                                  rresp_i,
  output logic [NumNics-1:0]                                    awvalid_o,
  input  logic [NumNics-1:0]                                    awready_i,
  output logic [NumNics*nic_pkg::AddressWidth-1:0]              awaddr_o,
  output logic [NumNics*8-1:0]                                  awlen_o,
  output logic [NumNics-1:0]                                    wvalid_o,
  input  logic [NumNics-1:0]                                    wready_i,
  output logic [NumNics*flit_pkg::DataWidth-1:0]                wdata_o,
  output logic [NumNics*16-1:0]                                 wstrb_o,
  output logic [NumNics-1:0]                                    wlast_o,
  input  logic [NumNics-1:0]                                    bvalid_i,
  output logic [NumNics-1:0]                                    bready_o,
  input  logic [NumNics*2-1:0]                                  bresp_i,
  output logic [NumNics-1:0]                                    read_failed_o,
  output logic [NumNics-1:0]                                    write_failed_o
);

  localparam int unsigned NicFlits = NumNics * flit_pkg::FlitWidth;
  localparam int unsigned NicCredits = NumNics * flit_pkg::CreditPortWidth;

  logic link_edge;
  logic rst_n;
  logic router_clk;
  assign link_edge_o = link_edge;
  // Every edge is one of the router's in reset.
  clock_gate u_clock_gate (
    .clk_i,
    .enable_i(link_edge || !rst_n),
    .clk_o   (router_clk)
  );

  logic [NicFlits-1:0] to_router;
  logic [NicFlits-1:0] from_router;
  logic [NicCredits-1:0] credits_to_router;
  logic [NicCredits-1:0] credits_from_router;

  nic_axi #(
    .NumVcs    (NumVcs),
    .NumEngines(NumNics)
  ) u_nic (
    .clk_i,
    .arst_ni,
    .counter_i,
    .position_i,
    .shape_i,
    .wrap_i,
    .vc_buffer_i,
    .receive_buffer_i,
    .max_payload_i,
    .outstanding_reads_i,
    .packet_buffers_i,
    .psel_i,
    .penable_i,
    .pwrite_i,
    .paddr_i,
    .pwdata_i,
    .pready_o,
    .prdata_o,
    .pslverr_o,
    .irq_o,
    .link_edge_o(link_edge),
    .link_rst_no(rst_n),
    .flit_i     (from_router),
    .credit_o   (credits_to_router),
    .flit_o     (to_router),
    .credit_i   (credits_from_router),
    .arvalid_o,
    .arready_i,
    .arid_o,
    .araddr_o,
    .arlen_o,
    .rvalid_i,
    .rready_o,
    .rid_i,
    .rdata_i,
    .rresp_i,
    .awvalid_o,
    .awready_i,
    .awaddr_o,
    .awlen_o,
    .wvalid_o,
    .wready_i,
    .wdata_o,
    .wstrb_o,
    .wlast_o,
    .bvalid_i,
    .bready_o,
    .bresp_i,
    .read_failed_o,
    .write_failed_o
  );

  vc_router #(
    .NumVcs       (NumVcs),
    .NumDimensions(NumDimensions),
    .NumNics      (NumNics),
    .SyncBuffers  (SyncBuffers),
    .Bubble       (Bubble),
    .TwoOrders    (TwoOrders)
  ) u_router (
    .clk_i           (router_clk),
    .rst_ni          (rst_n),
    .position_i      (position_i[NumDimensions*flit_pkg::CoordinateWidth-1:0]),
    .shape_i         (shape_i[NumDimensions*router_pkg::RingSizeWidth-1:0]),
    .wrap_i          (wrap_i[NumDimensions-1:0]),
    .order_i,
    .arbiter_i,
    .transfers_i,
    .nomination_i,
    .turnaround_i,
    .dateline_i,
    .tie_break_i,
    .routing_i,
    .rooms_i,
    .vc_buffer_i,
    .receive_buffer_i,
    .flit_i          ({to_router, flit_i}),
    .credit_o        ({credits_from_router, credit_o}),
    .flit_o          ({from_router, flit_o}),
    .credit_i        ({credits_to_router, credit_i})
  );

endmodule
