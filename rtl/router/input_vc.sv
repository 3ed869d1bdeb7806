`include "common/assert.svh"

// Input buffer of one VC: flits in a FIFO, and for each packet that has not been granted what RC
// has found out.
//
// The packet in front states its request one edge after its RC, and not before the edge at which
// the packet ahead of it is granted (VA); request_o stands until granted_i.
module input_vc #(
  parameter int unsigned NumVcs = 2,
  parameter int unsigned NumPorts = 8,
  parameter int unsigned MaxFlits = 512,
  // 1: flits are in a memory that is read with the clock.
  parameter int unsigned SyncBuffers = 0,
  parameter int unsigned PortWidth = $clog2(NumPorts)
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,
  // Slots in use, at most MaxFlits.
  input  logic [router_pkg::CountWidth-1:0] capacity_i,
  // A flit comes in; with a head, its route.
  input  logic                              write_i,
  input  logic                              head_i,
  input  logic                              tail_i,
  input  logic [flit_pkg::DataWidth-1:0]    data_i,
  input  logic [PortWidth-1:0]              out_port_i,
  input  logic [NumVcs-1:0]                 vc_mask_i,
  // Number of this edge, modulo. Straps: it is the age of a packet whose head comes in, instead of
  // the cycle of injection; it is kept as the packet's rank.
  input  logic [flit_pkg::AgeWidth-1:0]     cycle_i,
  input  logic                              age_of_arrival_i,
  input  logic                              rank_i,
  // The packet in front and what it wants.
  output logic                              request_o,
  output logic [PortWidth-1:0]              out_port_o,
  output logic [NumVcs-1:0]                 vc_mask_o,
  output logic [flit_pkg::LengthWidth-1:0]  length_o,
  output logic [flit_pkg::AgeWidth-1:0]     age_o,
  output logic [flit_pkg::AgeWidth-1:0]     rank_o,
  // Known early: the request may be granted at this edge. Known late: it is.
  input  logic                              offered_i,
  input  logic                              granted_i,
  // The oldest flit, if it may leave at this edge, which is known early; else 0. Known late: it does.
  output logic [flit_pkg::DataWidth-1:0]    data_o,
  input  logic                              read_i,
  input  logic                              pop_i
);

  localparam int unsigned AddressWidth = $clog2(MaxFlits);
  // Packets that may wait behind the one that has stated its request.
  localparam int unsigned MaxPackets = MaxFlits / flit_pkg::HeaderFlits;
  localparam int unsigned PacketWidth = $clog2(MaxPackets);
  localparam int unsigned EntryWidth =
      PortWidth + NumVcs + flit_pkg::LengthWidth + flit_pkg::AgeWidth;

  // Flits.
  if (SyncBuffers != 0) begin : gen_prefetched
    logic [flit_pkg::DataWidth-1:0] oldest;
    logic there;
    prefetched_fifo #(
      .Width(flit_pkg::DataWidth),
      .Depth(MaxFlits)
    ) u_flits (
      .clk_i,
      .rst_ni,
      .push_i (write_i),
      .data_i,
      .valid_o(there),
      .data_o (oldest),
      .pop_i
    );
    assign data_o = read_i ? oldest : {flit_pkg::DataWidth{1'b0}};
    `ASSERT(FlitIsPrefetched, !pop_i || there)
  end else begin : gen_at_once
    logic [AddressWidth-1:0] write_q, write_d;
    logic [AddressWidth-1:0] read_q, read_d;
    logic [router_pkg::CountWidth-1:0] last;
    assign last = capacity_i - 1'b1;
    assign write_d = write_q == last[AddressWidth-1:0] ? {AddressWidth{1'b0}} : write_q + 1'b1;
    assign read_d = read_q == last[AddressWidth-1:0] ? {AddressWidth{1'b0}} : read_q + 1'b1;

    ram_1r1w #(
      .Width(flit_pkg::DataWidth),
      .Depth(MaxFlits)
    ) u_flits (
      .clk_i,
      .write_i,
      .write_address_i(write_q),
      .write_data_i   (data_i),
      .read_i         (read_i),
      .read_address_i (read_q),
      .read_data_o    (data_o)
    );

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        write_q <= {AddressWidth{1'b0}};
        read_q <= {AddressWidth{1'b0}};
      end else begin
        if (write_i) write_q <= write_d;
        if (pop_i) read_q <= read_d;
      end
    end
  end

  // Packets.
  logic [PacketWidth-1:0] packet_write_q;
  logic [PacketWidth-1:0] packet_read_q;
  logic [PacketWidth:0] packets_q;
  logic push;
  logic waits;
  logic may_state;
  logic state;
  logic [EntryWidth-1:0] entry_in;
  logic [EntryWidth-1:0] entry_out;
  assign push = write_i && head_i;
  assign waits = packets_q != {(PacketWidth + 1) {1'b0}};
  assign may_state = waits && (!request_o || offered_i);
  assign state = waits && (!request_o || granted_i);
  assign entry_in = {
    out_port_i,
    vc_mask_i,
    data_i[flit_pkg::LengthLsb+:flit_pkg::LengthWidth],
    age_of_arrival_i ? cycle_i : data_i[flit_pkg::InjectCycleLsb+:flit_pkg::AgeWidth]
  };

  ram_1r1w #(
    .Width(EntryWidth),
    .Depth(MaxPackets)
  ) u_packets (
    .clk_i,
    .write_i        (push),
    .write_address_i(packet_write_q),
    .write_data_i   (entry_in),
    .read_i         (may_state),
    .read_address_i (packet_read_q),
    .read_data_o    (entry_out)
  );

  logic [flit_pkg::AgeWidth-1:0] rank_out;
  logic [flit_pkg::AgeWidth-1:0] rank_q;
  ram_1r1w #(
    .Width(flit_pkg::AgeWidth),
    .Depth(MaxPackets)
  ) u_ranks (
    .clk_i,
    .write_i        (push && rank_i),
    .write_address_i(packet_write_q),
    .write_data_i   (cycle_i),
    .read_i         (may_state && rank_i),
    .read_address_i (packet_read_q),
    .read_data_o    (rank_out)
  );
  always_ff @(posedge clk_i) begin
    if (!rst_ni) rank_q <= {flit_pkg::AgeWidth{1'b0}};
    else if (state && rank_i) rank_q <= rank_out;
  end
  assign rank_o = rank_q;

  // As late as granted_i is, nothing but a choice follows it.
  logic [PacketWidth:0] packets_if_none;
  logic [PacketWidth:0] packets_if_one;
  assign packets_if_none = packets_q + {{PacketWidth{1'b0}}, push};
  assign packets_if_one = push ? packets_q : packets_q - 1'b1;

  logic request_q;
  logic [EntryWidth-1:0] entry_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      packet_write_q <= {PacketWidth{1'b0}};
      packet_read_q <= {PacketWidth{1'b0}};
      packets_q <= {(PacketWidth + 1) {1'b0}};
      request_q <= 1'b0;
      entry_q <= {EntryWidth{1'b0}};
    end else begin
      if (push) packet_write_q <= packet_write_q + 1'b1;
      packets_q <= state ? packets_if_one : packets_if_none;
      if (state) begin
        packet_read_q <= packet_read_q + 1'b1;
        request_q <= 1'b1;
        entry_q <= entry_out;
      end else if (granted_i) begin
        request_q <= 1'b0;
      end
    end
  end
  assign request_o = request_q;
  assign {out_port_o, vc_mask_o, length_o, age_o} = entry_q;

`ifndef SYNTHESIS
  // The rules of the neighbour, as far as nothing but this buffer is needed to see them.
  logic [router_pkg::CountWidth-1:0] occupancy_q;
  logic [flit_pkg::LengthWidth-1:0] to_come_q;
  logic [flit_pkg::LengthWidth-1:0] length;
  assign length = data_i[flit_pkg::LengthLsb+:flit_pkg::LengthWidth];
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      occupancy_q <= {router_pkg::CountWidth{1'b0}};
      to_come_q <= {flit_pkg::LengthWidth{1'b0}};
    end else begin
      occupancy_q <= occupancy_q + {{(router_pkg::CountWidth - 1) {1'b0}}, write_i}
                   - {{(router_pkg::CountWidth - 1) {1'b0}}, pop_i};
      if (write_i) to_come_q <= (head_i ? length : to_come_q) - 1'b1;
    end
  end
  `ASSERT(FlitFindsRoom, !write_i || pop_i || occupancy_q < capacity_i)
  `ASSERT(FlitIsThere, !pop_i || occupancy_q != 0)
  `ASSERT(PacketsContiguous, !write_i || head_i == (to_come_q == 0))
  `ASSERT(PacketHoldsItsHeader, !push || (!tail_i && length[flit_pkg::LengthWidth-1:1] != 0))
  `ASSERT(LengthAsTheHeaderSays, !write_i || head_i || tail_i == (to_come_q == 1))
  `ASSERT(OnlyRequestsAreGranted, !granted_i || (request_o && offered_i))
  `ASSERT(OnlyReadFlitsLeave, !pop_i || read_i)
`endif

endmodule
