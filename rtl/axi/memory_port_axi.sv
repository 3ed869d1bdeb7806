// Memory port of an engine on AXI4: what is between the NIC, which moves no payload, its link and memory.
module memory_port_axi #(
  parameter int unsigned NumVcs = 2
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,
  // Ticks of a cycle of the links, in this order.
  input  logic                              access_tick_i,
  input  logic                              answer_tick_i,
  input  logic                              edge_tick_i,
  // Flits with payload on the link's side, with the NIC's pattern on the other.
  input  logic [flit_pkg::FlitWidth-1:0]    link_flit_i,
  output logic [flit_pkg::FlitWidth-1:0]    link_flit_o,
  output logic [flit_pkg::FlitWidth-1:0]    nic_flit_o,
  input  logic [flit_pkg::FlitWidth-1:0]    nic_flit_i,
  // Memory port of the NIC.
  input  logic                              rd_req_i,
  input  logic [nic_pkg::EntryWidth-1:0]    rd_tag_i,
  input  logic [nic_pkg::AddressWidth-1:0]  rd_addr_i,
  input  logic [nic_pkg::PayloadWidth-1:0]  rd_bytes_i,
  output logic                              rd_done_o,
  output logic [nic_pkg::EntryWidth-1:0]    rd_done_tag_o,
  input  logic                              wr_req_i,
  input  logic [nic_pkg::WriteTagWidth-1:0] wr_tag_i,
  input  logic [nic_pkg::AddressWidth-1:0]  wr_addr_i,
  input  logic [nic_pkg::PayloadWidth-1:0]  wr_bytes_i,
  output logic                              wr_taken_o,
  output logic [nic_pkg::WriteTagWidth-1:0] wr_taken_tag_o,
  output logic                              wr_visible_o,
  output logic [nic_pkg::WriteTagWidth-1:0] wr_visible_tag_o,
  // AXI4.
  output logic                              arvalid_o,
  input  logic                              arready_i,
  output logic [nic_pkg::EntryWidth-1:0]    arid_o,
  output logic [nic_pkg::AddressWidth-1:0]  araddr_o,
  output logic [7:0]                        arlen_o,
  input  logic                              rvalid_i,
  output logic                              rready_o,
  input  logic [nic_pkg::EntryWidth-1:0]    rid_i,
  input  logic [flit_pkg::DataWidth-1:0]    rdata_i,
  input  logic [1:0]                        rresp_i,
  output logic                              awvalid_o,
  input  logic                              awready_i,
  output logic [nic_pkg::AddressWidth-1:0]  awaddr_o,
  output logic [7:0]                        awlen_o,
  output logic                              wvalid_o,
  input  logic                              wready_i,
  output logic [flit_pkg::DataWidth-1:0]    wdata_o,
  output logic [15:0]                       wstrb_o,
  output logic                              wlast_o,
  input  logic                              bvalid_i,
  output logic                              bready_o,
  input  logic [1:0]                        bresp_i,
  output logic                              read_failed_o,
  output logic                              write_failed_o
);

  localparam int unsigned SlotWidth = 9;

  // Requests stand from one edge to the next: they are taken in the tick after the edge.
  logic read_request;
  logic write_request;
  assign read_request = access_tick_i && rd_req_i;
  assign write_request = access_tick_i && wr_req_i;

  logic fetch_beat;
  logic [nic_pkg::EntryWidth-1:0] fetch_tag;
  logic [6:0] beat_number;
  logic [flit_pkg::DataWidth-1:0] beat;
  axi_reader u_reader (
    .clk_i,
    .rst_ni,
    .request_i   (read_request),
    .tag_i       (rd_tag_i),
    .addr_i      (rd_addr_i),
    .bytes_i     (rd_bytes_i),
    .tick_i      (answer_tick_i),
    .done_o      (rd_done_o),
    .done_tag_o  (rd_done_tag_o),
    .fetch_i     (fetch_beat),
    .fetch_tag_i (fetch_tag),
    .fetch_beat_i(beat_number),
    .beat_o      (beat),
    .failed_o    (read_failed_o),
    .arvalid_o,
    .arready_i,
    .arid_o,
    .araddr_o,
    .arlen_o,
    .rvalid_i,
    .rready_o,
    .rid_i,
    .rdata_i,
    .rresp_i
  );
  payload_source u_source (
    .clk_i,
    .rst_ni,
    .first_tick_i (access_tick_i),
    .second_tick_i(answer_tick_i),
    .edge_tick_i,
    .request_i    (read_request),
    .tag_i        (rd_tag_i),
    .offset_i     (rd_addr_i[3:0]),
    .bytes_i      (rd_bytes_i),
    .flit_i       (nic_flit_i),
    .fetch_o      (fetch_beat),
    .fetch_tag_o  (fetch_tag),
    .fetch_beat_o (beat_number),
    .beat_i       (beat),
    .flit_o       (link_flit_o)
  );

  logic [flit_pkg::VcWidth-1:0] vc;
  logic [SlotWidth-1:0] slot;
  logic fetch_word;
  logic [flit_pkg::VcWidth-1:0] fetch_vc;
  logic [SlotWidth-1:0] fetch_slot;
  logic [flit_pkg::DataWidth-1:0] word;
  payload_sink #(
    .NumVcs(NumVcs),
    .Depth (2 ** SlotWidth)
  ) u_sink (
    .clk_i,
    .rst_ni,
    .first_tick_i(access_tick_i),
    .edge_tick_i,
    .flit_i      (link_flit_i),
    .flit_o      (nic_flit_o),
    .request_i   (wr_req_i),
    .vc_o        (vc),
    .slot_o      (slot),
    .fetch_i     (fetch_word),
    .fetch_vc_i  (fetch_vc),
    .fetch_slot_i(fetch_slot),
    .word_o      (word)
  );
  axi_writer #(
    .SlotWidth(SlotWidth)
  ) u_writer (
    .clk_i,
    .rst_ni,
    .request_i    (write_request),
    .tag_i        (wr_tag_i),
    .addr_i       (wr_addr_i),
    .bytes_i      (wr_bytes_i),
    .vc_i         (vc),
    .slot_i       (slot),
    .tick_i       (answer_tick_i),
    .taken_o      (wr_taken_o),
    .taken_tag_o  (wr_taken_tag_o),
    .visible_o    (wr_visible_o),
    .visible_tag_o(wr_visible_tag_o),
    .fetch_o      (fetch_word),
    .fetch_vc_o   (fetch_vc),
    .fetch_slot_o (fetch_slot),
    .word_i       (word),
    .failed_o     (write_failed_o),
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
    .bresp_i
  );

endmodule
