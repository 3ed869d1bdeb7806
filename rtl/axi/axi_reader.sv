`include "common/assert.svh"

// Reads of an engine by AXI4: up to 16 packets at once, each under its packet buffer's number as ID. What comes is kept
// as it comes, beat by beat; payload_source takes it out.
module axi_reader #(
  // Reads at once.
  parameter int unsigned Depth = nic_pkg::RingEntries
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  // Of the NIC: a request, once; answers in ticks for them.
  input  logic                             request_i,
  input  logic [nic_pkg::EntryWidth-1:0]   tag_i,
  input  logic [nic_pkg::AddressWidth-1:0] addr_i,
  input  logic [nic_pkg::PayloadWidth-1:0] bytes_i,
  input  logic                             tick_i,
  output logic                             done_o,
  output logic [nic_pkg::EntryWidth-1:0]   done_tag_o,
  // Beats that have come, with a clock's delay: beat number of a packet buffer.
  input  logic                             fetch_i,
  input  logic [nic_pkg::EntryWidth-1:0]   fetch_tag_i,
  input  logic [6:0]                       fetch_beat_i,
  output logic [flit_pkg::DataWidth-1:0]   beat_o,
  // A response was an error; stays high.
  output logic                             failed_o,
  // AXI4, read address and read data.
  output logic                             arvalid_o,
  input  logic                             arready_i,
  output logic [nic_pkg::EntryWidth-1:0]   arid_o,
  output logic [nic_pkg::AddressWidth-1:0] araddr_o,
  output logic [7:0]                       arlen_o,
  input  logic                             rvalid_i,
  output logic                             rready_o,
  input  logic [nic_pkg::EntryWidth-1:0]   rid_i,
  input  logic [flit_pkg::DataWidth-1:0]   rdata_i,
  input  logic [1:0]                       rresp_i
);

  localparam int unsigned RequestWidth = nic_pkg::EntryWidth + nic_pkg::AddressWidth + nic_pkg::PayloadWidth;

  // Requests that wait for their addresses to go.
  logic waits;
  logic unused_full;
  logic next;
  logic [nic_pkg::EntryWidth-1:0] tag;
  logic [nic_pkg::AddressWidth-1:0] addr;
  logic [nic_pkg::PayloadWidth-1:0] bytes;
  fifo #(
    .Width(RequestWidth),
    .Depth(Depth)
  ) u_requests (
    .clk_i,
    .rst_ni,
    .push_i (request_i),
    .data_i ({tag_i, addr_i, bytes_i}),
    .pop_i  (next),
    .valid_o(waits),
    .data_o ({tag, addr, bytes}),
    .full_o (unused_full)
  );

  logic [7:0] beats;
  logic [7:0] first_beats;
  logic [nic_pkg::AddressWidth-1:0] first_addr;
  logic [nic_pkg::AddressWidth-1:0] second_addr;
  logic crosses;
  axi_burst u_burst (
    .addr_i       (addr),
    .bytes_i      (bytes),
    .beats_o      (beats),
    .first_beats_o(first_beats),
    .first_addr_o (first_addr),
    .second_addr_o(second_addr),
    .crosses_o    (crosses)
  );

  // Read addresses: a request's second burst goes after its first one.
  logic valid_q;
  logic second_q;
  logic [nic_pkg::EntryWidth-1:0] id_q;
  logic [nic_pkg::AddressWidth-1:0] addr_q;
  logic [7:0] len_q;
  logic free;
  assign free = !valid_q || arready_i;
  assign next = free && waits && (second_q || !crosses);
  assign arvalid_o = valid_q;
  assign arid_o = id_q;
  assign araddr_o = addr_q;
  assign arlen_o = len_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      second_q <= 1'b0;
      id_q <= {nic_pkg::EntryWidth{1'b0}};
      addr_q <= {nic_pkg::AddressWidth{1'b0}};
      len_q <= 8'd0;
    end else if (free) begin
      valid_q <= waits;
      if (waits) begin
        second_q <= crosses && !second_q;
        id_q <= tag;
        addr_q <= second_q ? second_addr : first_addr;
        len_q <= (second_q ? beats - first_beats : first_beats) - 8'd1;
      end
    end
  end

  // Read data.
  logic [6:0] come_q [nic_pkg::RingEntries];
  logic [7:0] left_q [nic_pkg::RingEntries];
  logic comes;
  logic completes;
  assign rready_o = 1'b1;
  logic begins;
  assign comes = rvalid_i;
  assign begins = free && waits && !second_q;
  assign completes = comes && left_q[rid_i] == 8'd1;
  always_ff @(posedge clk_i) begin
    if (comes) begin
      come_q[rid_i] <= come_q[rid_i] + 1'b1;
      left_q[rid_i] <= left_q[rid_i] - 1'b1;
    end
    if (begins) begin
      come_q[tag] <= 7'd0;
      left_q[tag] <= beats;
    end
  end

  ram_1r1w_sync #(
    .Width(flit_pkg::DataWidth),
    .Depth(nic_pkg::RingEntries * 128)
  ) u_beats (
    .clk_i,
    .write_i        (comes),
    .write_address_i({rid_i, come_q[rid_i]}),
    .write_data_i   (rdata_i),
    .read_i         (fetch_i),
    .read_address_i ({fetch_tag_i, fetch_beat_i}),
    .read_data_o    (beat_o)
  );

  logic answers;
  fifo #(
    .Width(nic_pkg::EntryWidth),
    .Depth(Depth)
  ) u_answers (
    .clk_i,
    .rst_ni,
    .push_i (completes),
    .data_i (rid_i),
    .pop_i  (done_o),
    .valid_o(answers),
    .data_o (done_tag_o),
    .full_o ()
  );
  assign done_o = tick_i && answers;

  `ASSERT(DataOfARequest, !comes || left_q[rid_i] != 8'd0)

  logic failed_q;
  assign failed_o = failed_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) failed_q <= 1'b0;
    else if (comes && rresp_i[1]) failed_q <= 1'b1;
  end

endmodule
