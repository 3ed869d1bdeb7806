// NICs of a node that run from one clock: nic_top in a schedule of ticks, its registers on APB, its memory ports on
// AXI4, one of 128 bits for each engine. docs/reference/rtl_nic.md, "By its own clock".
//
// The links run at a third of the clock. Three ticks make a cycle of them: one register access, one answer of memory of
// each kind and engine, the edge. An access and an event of one cycle come in this order.
module nic_axi #(
  parameter int unsigned NumVcs = 2,
  parameter int unsigned NumEngines = 4
) (
  input  logic                                                clk_i,
  // Asynchronous; synchronised here.
  input  logic                                                arst_ni,
  // The counter that all nodes have in common, at the tick of the links: docs/reference/rtl_nic.md, "Common counter".
  input  logic [nic_pkg::CounterWidth-1:0]                    counter_i,
  // Straps, as those of nic_top.
  input  logic [flit_pkg::NodeWidth-1:0]                      position_i,
  input  logic [flit_pkg::MaxDimensions*nic_pkg::SizeWidth-1:0] shape_i,
  input  logic [flit_pkg::MaxDimensions-1:0]                  wrap_i,
  input  logic [nic_pkg::CountWidth-1:0]                      vc_buffer_i,
  input  logic [nic_pkg::CountWidth-1:0]                      receive_buffer_i,
  input  logic [nic_pkg::PayloadWidth-1:0]                    max_payload_i,
  input  logic [4:0]                                          outstanding_reads_i,
  input  logic [4:0]                                          packet_buffers_i,
  // Registers, by APB.
  input  logic                                                psel_i,
  input  logic                                                penable_i,
  input  logic                                                pwrite_i,
  input  logic [nic_pkg::BusAddressWidth-1:0]                 paddr_i,
  input  logic [31:0]                                         pwdata_i,
  output logic                                                pready_o,
  output logic [31:0]                                         prdata_o,
  output logic                                                pslverr_o,
  output logic                                                irq_o,
  // Links: at this tick both sides of a link sample it. Reset of the same clock, for what stands behind the links.
  output logic                                                link_edge_o,
  output logic                                                link_rst_no,
  input  logic [NumEngines*flit_pkg::FlitWidth-1:0]           flit_i,
  output logic [NumEngines*flit_pkg::CreditPortWidth-1:0]     credit_o,
  output logic [NumEngines*flit_pkg::FlitWidth-1:0]           flit_o,
  input  logic [NumEngines*flit_pkg::CreditPortWidth-1:0]     credit_i,
  // Memory, by engine: AXI4 with beats of 16 B. Bursts are of type INCR and full width.
  output logic [NumEngines-1:0]                               arvalid_o,
  input  logic [NumEngines-1:0]                               arready_i,
  output logic [NumEngines*nic_pkg::EntryWidth-1:0]           arid_o,
  output logic [NumEngines*nic_pkg::AddressWidth-1:0]         araddr_o,
  output logic [NumEngines*8-1:0]                             arlen_o,
  input  logic [NumEngines-1:0]                               rvalid_i,
  output logic [NumEngines-1:0]                               rready_o,
  input  logic [NumEngines*nic_pkg::EntryWidth-1:0]           rid_i,
  input  logic [NumEngines*flit_pkg::DataWidth-1:0]           rdata_i,
  input  logic [NumEngines*2-1:0]                             rresp_i,
  output logic [NumEngines-1:0]                               awvalid_o,
  input  logic [NumEngines-1:0]                               awready_i,
  output logic [NumEngines*nic_pkg::AddressWidth-1:0]         awaddr_o,
  output logic [NumEngines*8-1:0]                             awlen_o,
  output logic [NumEngines-1:0]                               wvalid_o,
  input  logic [NumEngines-1:0]                               wready_i,
  output logic [NumEngines*flit_pkg::DataWidth-1:0]           wdata_o,
  output logic [NumEngines*16-1:0]                            wstrb_o,
  output logic [NumEngines-1:0]                               wlast_o,
  input  logic [NumEngines-1:0]                               bvalid_i,
  output logic [NumEngines-1:0]                               bready_o,
  input  logic [NumEngines*2-1:0]                             bresp_i,
  // By engine: memory has answered with an error. Stay high.
  output logic [NumEngines-1:0]                               read_failed_o,
  output logic [NumEngines-1:0]                               write_failed_o
);

  logic rst_n;
  reset_sync u_reset_sync (
    .clk_i,
    .arst_ni,
    .rst_no(rst_n)
  );
  assign link_rst_no = rst_n;

  // Ticks of a cycle of the links, one of them high; cycles since reset.
  logic [2:0] tick_q;
  logic access_tick;
  logic answer_tick;
  logic edge_tick;
  logic [nic_pkg::CycleWidth-1:0] cycle_q;
  assign {edge_tick, answer_tick, access_tick} = tick_q;
  assign link_edge_o = edge_tick;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      tick_q <= 3'b001;
      cycle_q <= {nic_pkg::CycleWidth{1'b0}};
    end else begin
      tick_q <= {tick_q[1:0], tick_q[2]};
      if (answer_tick) cycle_q <= cycle_q + 1'b1;
    end
  end

  logic req;
  logic we;
  logic [nic_pkg::BusAddressWidth-1:0] addr;
  logic [31:0] wdata;
  logic [31:0] rdata;
  logic error;
  apb_registers u_apb_registers (
    .clk_i,
    .rst_ni (rst_n),
    .tick_i (access_tick),
    .psel_i,
    .penable_i,
    .pwrite_i,
    .paddr_i,
    .pwdata_i,
    .pready_o,
    .prdata_o,
    .pslverr_o,
    .req_o  (req),
    .we_o   (we),
    .addr_o (addr),
    .wdata_o(wdata),
    .rdata_i(rdata),
    .error_i(error)
  );

  logic [NumEngines*flit_pkg::FlitWidth-1:0] nic_flit_in;
  logic [NumEngines*flit_pkg::FlitWidth-1:0] nic_flit_out;
  logic [NumEngines-1:0] rd_req;
  logic [NumEngines*nic_pkg::EntryWidth-1:0] rd_tag;
  logic [NumEngines*nic_pkg::AddressWidth-1:0] rd_addr;
  logic [NumEngines*nic_pkg::PayloadWidth-1:0] rd_bytes;
  logic [NumEngines-1:0] rd_done;
  logic [NumEngines*nic_pkg::EntryWidth-1:0] rd_done_tag;
  logic [NumEngines-1:0] wr_req;
  logic [NumEngines*nic_pkg::WriteTagWidth-1:0] wr_tag;
  logic [NumEngines*nic_pkg::AddressWidth-1:0] wr_addr;
  logic [NumEngines*nic_pkg::PayloadWidth-1:0] wr_bytes;
  logic [NumEngines-1:0] wr_taken;
  logic [NumEngines*nic_pkg::WriteTagWidth-1:0] wr_taken_tag;
  logic [NumEngines-1:0] wr_visible;
  logic [NumEngines*nic_pkg::WriteTagWidth-1:0] wr_visible_tag;
  localparam int unsigned EnginesNumber = NumEngines;

  nic_top #(
    .NumVcs    (NumVcs),
    .NumEngines(NumEngines)
  ) u_nic_top (
    .clk_i,
    .rst_ni            (rst_n),
    .enable_i          (edge_tick),
    .cycle_i           (cycle_q),
    .counter_i,
    .position_i,
    .shape_i,
    .wrap_i,
    .engines_i         (EnginesNumber[3:0]),
    .vc_buffer_i,
    .receive_buffer_i,
    .max_payload_i,
    .outstanding_reads_i,
    .packet_buffers_i,
    .own_pace_mode_i   (1'b0),
    .req_i             (req),
    .we_i              (we),
    .addr_i            (addr),
    .wdata_i           (wdata),
    .rdata_o           (rdata),
    .error_o           (error),
    .irq_o,
    .flit_i            (nic_flit_in),
    .credit_o,
    .flit_o            (nic_flit_out),
    .credit_i,
    .rd_req_o          (rd_req),
    .rd_tag_o          (rd_tag),
    .rd_addr_o         (rd_addr),
    .rd_bytes_o        (rd_bytes),
    .rd_done_i         (rd_done),
    .rd_done_tag_i     (rd_done_tag),
    .wr_req_o          (wr_req),
    .wr_tag_o          (wr_tag),
    .wr_addr_o         (wr_addr),
    .wr_bytes_o        (wr_bytes),
    .wr_taken_i        (wr_taken),
    .wr_taken_tag_i    (wr_taken_tag),
    .wr_visible_i      (wr_visible),
    .wr_visible_tag_i  (wr_visible_tag)
  );

  for (genvar e = 0; e < NumEngines; e++) begin : gen_engine
    memory_port_axi #(
      .NumVcs(NumVcs)
    ) u_memory_port (
      .clk_i,
      .rst_ni        (rst_n),
      .access_tick_i (access_tick),
      .answer_tick_i (answer_tick),
      .edge_tick_i   (edge_tick),
      .link_flit_i   (flit_i[e*flit_pkg::FlitWidth+:flit_pkg::FlitWidth]),
      .link_flit_o   (flit_o[e*flit_pkg::FlitWidth+:flit_pkg::FlitWidth]),
      .nic_flit_o    (nic_flit_in[e*flit_pkg::FlitWidth+:flit_pkg::FlitWidth]),
      .nic_flit_i    (nic_flit_out[e*flit_pkg::FlitWidth+:flit_pkg::FlitWidth]),
      .rd_req_i      (rd_req[e]),
      .rd_tag_i      (rd_tag[e*nic_pkg::EntryWidth+:nic_pkg::EntryWidth]),
      .rd_addr_i     (rd_addr[e*nic_pkg::AddressWidth+:nic_pkg::AddressWidth]),
      .rd_bytes_i    (rd_bytes[e*nic_pkg::PayloadWidth+:nic_pkg::PayloadWidth]),
      .rd_done_o     (rd_done[e]),
      .rd_done_tag_o (rd_done_tag[e*nic_pkg::EntryWidth+:nic_pkg::EntryWidth]),
      .wr_req_i      (wr_req[e]),
      .wr_tag_i      (wr_tag[e*nic_pkg::WriteTagWidth+:nic_pkg::WriteTagWidth]),
      .wr_addr_i     (wr_addr[e*nic_pkg::AddressWidth+:nic_pkg::AddressWidth]),
      .wr_bytes_i    (wr_bytes[e*nic_pkg::PayloadWidth+:nic_pkg::PayloadWidth]),
      .wr_taken_o    (wr_taken[e]),
      .wr_taken_tag_o(wr_taken_tag[e*nic_pkg::WriteTagWidth+:nic_pkg::WriteTagWidth]),
      .wr_visible_o  (wr_visible[e]),
      .wr_visible_tag_o(wr_visible_tag[e*nic_pkg::WriteTagWidth+:nic_pkg::WriteTagWidth]),
      .arvalid_o     (arvalid_o[e]),
      .arready_i     (arready_i[e]),
      .arid_o        (arid_o[e*nic_pkg::EntryWidth+:nic_pkg::EntryWidth]),
      .araddr_o      (araddr_o[e*nic_pkg::AddressWidth+:nic_pkg::AddressWidth]),
      .arlen_o       (arlen_o[e*8+:8]),
      .rvalid_i      (rvalid_i[e]),
      .rready_o      (rready_o[e]),
      .rid_i         (rid_i[e*nic_pkg::EntryWidth+:nic_pkg::EntryWidth]),
      .rdata_i       (rdata_i[e*flit_pkg::DataWidth+:flit_pkg::DataWidth]),
      .rresp_i       (rresp_i[e*2+:2]),
      .awvalid_o     (awvalid_o[e]),
      .awready_i     (awready_i[e]),
      .awaddr_o      (awaddr_o[e*nic_pkg::AddressWidth+:nic_pkg::AddressWidth]),
      .awlen_o       (awlen_o[e*8+:8]),
      .wvalid_o      (wvalid_o[e]),
      .wready_i      (wready_i[e]),
      .wdata_o       (wdata_o[e*flit_pkg::DataWidth+:flit_pkg::DataWidth]),
      .wstrb_o       (wstrb_o[e*16+:16]),
      .wlast_o       (wlast_o[e]),
      .bvalid_i      (bvalid_i[e]),
      .bready_o      (bready_o[e]),
      .bresp_i       (bresp_i[e*2+:2]),
      .read_failed_o (read_failed_o[e]),
      .write_failed_o(write_failed_o[e])
    );
  end

endmodule
