`include "common/assert.svh"

// Sending side of a DMA engine, RTL twin of PacketSender: takes descriptors, asks memory for packets, and injects each
// when its slot has come, its window is open and the router has room for all of it. docs/timing.md, "NIC, sending".
module packet_sender (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic                             enable_i,
  input  logic [nic_pkg::CycleWidth-1:0]   cycle_i,
  // Cycles since the last edge of the model.
  input  logic [nic_pkg::CycleWidth-1:0]   elapsed_i,
  input  nic_pkg::straps_t                 straps_i,
  input  logic [flit_pkg::NicWidth-1:0]    engine_i,
  // Pacing registers.
  input  nic_pkg::pace_mode_e              mode_i,
  input  logic [15:0]                      gap_i,
  input  logic [15:0]                      bias_i,
  input  logic [7:0]                       window_i,
  // Slots of mode phase, and the common counter that they go by.
  input  logic [nic_pkg::CounterWidth-1:0] counter_i,
  input  logic [15:0]                      period_i,
  input  logic [15:0]                      phase_i,
  input  logic [nic_pkg::CounterWidth-1:0] begin_i,
  input  logic [7:0]                       tolerance_i,
  // The ring.
  input  logic                             ring_empty_i,
  input  logic [nic_pkg::EntryBits-1:0]    descriptor_i,
  input  logic [nic_pkg::HopsWidth-1:0]    hops_i,
  input  logic [31:0]                      fetched_i,
  output logic                             take_o,
  // A receive slot: whether it is active after this edge, packets that came for it before, and whether one comes now.
  output logic [nic_pkg::EntryWidth-1:0]   window_slot_o,
  input  logic                             window_active_i,
  input  logic [31:0]                      window_packets_i,
  input  logic                             window_comes_i,
  // Router.
  input  logic [63:0]                      credit_i,
  output logic [flit_pkg::FlitWidth-1:0]   flit_o,
  // Memory: requests from an edge on, answers between two edges, one at a time.
  output logic                             rd_req_o,
  output logic [nic_pkg::EntryWidth-1:0]   rd_tag_o,
  output logic [nic_pkg::AddressWidth-1:0] rd_addr_o,
  output logic [nic_pkg::PayloadWidth-1:0] rd_bytes_o,
  input  logic                             rd_done_i,
  input  logic [nic_pkg::EntryWidth-1:0]   rd_done_tag_i,
  // A message is complete at this edge; so many were before.
  output logic                             done_o,
  output logic [31:0]                      messages_done_o,
  // A packet starts at this edge; state from the last edge on.
  output logic                             start_o,
  output nic_pkg::send_state_e             state_q_o
);

  // Packet buffers: a queue from oldest_q up to next_q, of which taken_q are in use. Reads of them are under way or done.
  logic [nic_pkg::EntryWidth-1:0] oldest_q;
  logic [nic_pkg::EntryWidth-1:0] next_q;
  logic [4:0] taken_q;
  logic [4:0] reads_q;
  logic [15:0] reading_q;
  logic [15:0] ready_q;

  // Fetch: the present message's descriptor, gap and window.
  logic [nic_pkg::EntryBits-1:0] descriptor_q;
  logic [nic_pkg::EntryBits-1:0] descriptor;
  logic [nic_pkg::GapWidth-1:0] gap_q;
  logic [nic_pkg::GapWidth-1:0] gap;
  logic [nic_pkg::GapWidth-1:0] new_gap;
  logic [7:0] window_q;
  logic [7:0] window;
  logic has_next;
  logic may_read;
  assign may_read = reads_q < straps_i.outstanding_reads;
  // In mode phase the message before has to have left.
  logic may_take;
  assign may_take = mode_i != nic_pkg::PacePhase || taken_q == 5'd0;
  assign take_o = enable_i && may_read && may_take && !has_next && !ring_empty_i;
  assign descriptor = take_o ? descriptor_i : descriptor_q;
  assign gap = take_o ? new_gap : gap_q;
  assign window = take_o ? (descriptor_i[5*32+nic_pkg::PairedBit] ? window_i : 8'd0) : window_q;

  // Read: the next packet.
  logic make;
  logic [nic_pkg::IndexWidth-1:0] index;
  logic [31:0] offset;
  logic [nic_pkg::PayloadWidth-1:0] payload;
  logic [7:0] flits;
  logic last;
  logic ready_at_once;
  assign make = enable_i && may_read && (take_o || has_next) && taken_q < straps_i.packet_buffers;

  packetiser u_packetiser (
    .clk_i,
    .rst_ni,
    .max_payload_i(straps_i.max_payload),
    .begin_i      (take_o),
    .bytes_i      (descriptor_i[2*32+:32]),
    .has_next_o   (has_next),
    .take_i       (make),
    .index_o      (index),
    .offset_o     (offset),
    .payload_o    (payload),
    .empty_o      (ready_at_once),
    .flits_o      (flits),
    .last_o       (last)
  );

  nic_pkg::packet_t made;
  packet_maker u_packet_maker (
    .straps_i,
    .engine_i,
    .descriptor_i(descriptor),
    .gap_i       (gap),
    .window_i    (window),
    .index_i     (index),
    .offset_i    (offset),
    .payload_i   (payload[3:0]),
    .flits_i     (flits),
    .last_i      (last),
    .packet_o    (made)
  );

  logic [nic_pkg::PacketBits-1:0] stored;
  nic_pkg::packet_t front;
  logic front_is_made;
  ram_1r1w #(
    .Width(nic_pkg::PacketBits),
    .Depth(nic_pkg::RingEntries)
  ) u_buffers (
    .clk_i,
    .write_i        (make),
    .write_address_i(next_q),
    .write_data_i   (made),
    .read_i         (1'b1),
    .read_address_i (oldest_q),
    .read_data_o    (stored)
  );
  // A packet without payload may start at the edge at which it is made.
  assign front_is_made = make && taken_q == 5'd0;
  assign front = front_is_made ? made : stored;

  // Inject.
  logic sending;
  logic tail;
  logic sent_last;
  logic front_ready;
  logic [nic_pkg::LengthWidth-1:0] length;
  logic gap_over;
  logic phase_come;
  logic slot_come;
  logic window_open;
  logic [31:0] window_end;
  logic [31:0] front_index;
  logic [nic_pkg::CountWidth-1:0] credits;
  nic_pkg::send_state_e state_q;
  nic_pkg::send_state_e state_d;
  logic [31:0] fetched;
  assign fetched = fetched_i + {31'd0, take_o};
  assign front_ready = ready_q[oldest_q] || (front_is_made && ready_at_once);
  // A packet that is made and ready is the only one of its message, and the first packet is in every window.
  logic [7:0] stored_window;
  assign stored_window = stored[256+nic_pkg::GapWidth+:8];
  assign window_slot_o = stored[256+nic_pkg::GapWidth+8+:nic_pkg::EntryWidth];
  assign front_index = {12'd0, stored[128+flit_pkg::IndexLsb+:nic_pkg::IndexWidth]};
  // A packet that comes at this edge widens it by one.
  assign window_end = window_packets_i + {24'd0, stored_window};
  logic window_before;
  logic window_at;
  assign window_before = front_is_made || stored_window == 8'd0 || front_index < window_end;
  assign window_at = front_index == window_end;
  assign window_open = window_before || !window_active_i || (window_comes_i && window_at);
  // The window is known last: all else is said of either case before.
  nic_pkg::send_state_e open_state;
  nic_pkg::send_state_e closed_state;
  logic may_start;
  always_comb begin
    if (sending) open_state = state_q;
    else if (!front_ready) open_state = fetched == messages_done_o ? nic_pkg::SendIdle : nic_pkg::SendMemory;
    else if (!slot_come) open_state = nic_pkg::SendPace;
    else if (credits < {2'b0, length}) open_state = nic_pkg::SendStall;
    else open_state = nic_pkg::SendSend;
    closed_state = open_state;
    if (!sending && (open_state == nic_pkg::SendStall || open_state == nic_pkg::SendSend)) begin
      closed_state = nic_pkg::SendWindow;
    end
  end
  assign state_d = window_open ? open_state : closed_state;
  assign may_start = enable_i && !sending && open_state == nic_pkg::SendSend;
  assign start_o = may_start && window_open;
  assign done_o = enable_i && tail && sent_last;
  assign state_q_o = state_q;

  // The pacer is told of a message and of a packet when there is one, whoever's pacer it is. The next packet's words do
  // not come from `front`, whose gap follows from the pacer's answer. The head is the lowest word of a stored packet.
  localparam int unsigned NicLsb = 5 * 32 + 16;
  logic next;
  logic [flit_pkg::NodeWidth-1:0] next_destination;
  logic [flit_pkg::NicWidth-1:0] next_nic;
  assign next = enable_i && !sending && front_ready;
  assign next_destination = front_is_made ? descriptor[31:0] :
    stored[flit_pkg::DestinationLsb+:flit_pkg::NodeWidth];
  assign next_nic = front_is_made ? descriptor[NicLsb+:flit_pkg::NicWidth] :
    stored[flit_pkg::DestinationNicLsb+:flit_pkg::NicWidth];
  // One that is made and ready has no payload.
  assign length = front_is_made ? 8'd2 : stored[flit_pkg::LengthLsb+:nic_pkg::LengthWidth];
  logic [nic_pkg::SlotWidth-1:0] unused_wait;
  pacer u_pacer (
    .clk_i,
    .rst_ni,
    .enable_i,
    .elapsed_i,
    .mode_i,
    .gap_i,
    .bias_i,
    .take_i                (take_o),
    .hops_i                (take_o ? hops_i : {nic_pkg::HopsWidth{1'b0}}),
    .destination_i         (take_o ? descriptor_i[31:0] : {flit_pkg::NodeWidth{1'b0}}),
    .destination_nic_i     (take_o ? descriptor_i[NicLsb+:flit_pkg::NicWidth] : {flit_pkg::NicWidth{1'b0}}),
    .bytes_i               (take_o ? descriptor_i[2*32+:32] : 32'd0),
    .gap_o                 (new_gap),
    .next_i                (next),
    .next_destination_i    (next ? next_destination : {flit_pkg::NodeWidth{1'b0}}),
    .next_destination_nic_i(next ? next_nic : {flit_pkg::NicWidth{1'b0}}),
    .next_length_i         (next ? length : 8'd0),
    .slot_come_o           (gap_over),
    .slot_wait_o           (unused_wait),
    .start_i               (start_o),
    .length_i              (start_o ? length : 8'd0),
    .packet_gap_i          (start_o ? front.gap : {nic_pkg::GapWidth{1'b0}}),
    .end_of_message_i      (done_o)
  );

  phase_slots u_phase_slots (
    .clk_i,
    .rst_ni,
    .enable_i,
    .counter_i,
    .mode_i,
    .period_i,
    .phase_i,
    .begin_i,
    .tolerance_i,
    .take_i          (take_o),
    .start_i         (start_o),
    .end_of_message_i(done_o),
    .come_o          (phase_come)
  );
  assign slot_come = gap_over && phase_come;

  credit_link u_credit_link (
    .clk_i,
    .rst_ni,
    .enable_i,
    .capacity_i (straps_i.vc_buffer),
    .credit_i,
    .take_i     (start_o),
    .length_i   (length),
    .available_o(credits)
  );

  flit_source u_flit_source (
    .clk_i,
    .rst_ni,
    .enable_i,
    .cycle_i,
    .start_i  (start_o),
    .packet_i (front),
    .sending_o(sending),
    .tail_o   (tail),
    .last_o   (sent_last),
    .flit_o
  );

  // State.
  logic [4:0] taken_d;
  logic [15:0] ready_d;
  logic [15:0] reading_d;
  logic [4:0] reads_d;
  logic requests;
  assign requests = make && !ready_at_once;
  always_comb begin
    taken_d = taken_q + {4'd0, make} - {4'd0, enable_i && tail};
    ready_d = ready_q;
    reading_d = reading_q;
    reads_d = reads_q + {4'd0, requests} - {4'd0, rd_done_i};
    if (rd_done_i) begin
      reading_d[rd_done_tag_i] = 1'b0;
      ready_d[rd_done_tag_i] = 1'b1;
    end
    if (requests) reading_d[next_q] = 1'b1;
    if (make && ready_at_once) ready_d[next_q] = 1'b1;
    if (start_o) ready_d[oldest_q] = 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      oldest_q <= {nic_pkg::EntryWidth{1'b0}};
      next_q <= {nic_pkg::EntryWidth{1'b0}};
      taken_q <= 5'd0;
      reads_q <= 5'd0;
      reading_q <= 16'd0;
      ready_q <= 16'd0;
      descriptor_q <= {nic_pkg::EntryBits{1'b0}};
      gap_q <= {nic_pkg::GapWidth{1'b0}};
      window_q <= 8'd0;
      state_q <= nic_pkg::SendIdle;
      messages_done_o <= 32'd0;
      rd_req_o <= 1'b0;
      rd_tag_o <= {nic_pkg::EntryWidth{1'b0}};
      rd_addr_o <= {nic_pkg::AddressWidth{1'b0}};
      rd_bytes_o <= {nic_pkg::PayloadWidth{1'b0}};
    end else begin
      taken_q <= taken_d;
      reads_q <= reads_d;
      reading_q <= reading_d;
      ready_q <= ready_d;
      descriptor_q <= descriptor;
      gap_q <= gap;
      window_q <= window;
      if (make) next_q <= {1'b0, next_q} + 5'd1 == straps_i.packet_buffers ? 4'd0 : next_q + 4'd1;
      if (enable_i) begin
        state_q <= state_d;
        rd_req_o <= requests;
        rd_tag_o <= requests ? next_q : {nic_pkg::EntryWidth{1'b0}};
        rd_addr_o <= requests ? {16'd0, descriptor[5*32+:16], descriptor[4*32+:32]} + {32'd0, offset} : 64'd0;
        rd_bytes_o <= requests ? payload : {nic_pkg::PayloadWidth{1'b0}};
        if (tail) oldest_q <= {1'b0, oldest_q} + 5'd1 == straps_i.packet_buffers ? 4'd0 : oldest_q + 4'd1;
        if (done_o) messages_done_o <= messages_done_o + 32'd1;
      end
    end
  end

  `ASSERT(MemoryAnswersWhatItWasAsked, !rd_done_i || reading_q[rd_done_tag_i])
  `ASSERT(AnswersComeBetweenEdges, !rd_done_i || !enable_i)
  `ASSERT(EmptyPacketIsAlone, !make || !ready_at_once || (index == {nic_pkg::IndexWidth{1'b0}} && last))
  `ASSERT(BuffersNotOverrun, taken_q <= straps_i.packet_buffers)
  `ASSERT(ReadsWithinLimit, reads_q <= straps_i.outstanding_reads)

endmodule
