`include "common/assert.svh"

// Bound of the loops over messages. Verilator writes out a loop whose passes it can count: twice 64 comparisons of a struct
// in each engine were half of the C++ of a NIC.
`ifdef VERILATOR
`define MESSAGES $c32(nic_pkg::Messages)
`else
`define MESSAGES nic_pkg::Messages
`endif

// Pairs arriving messages with posted receives and counts their bytes, RTL twin of Reassembly: a table of 64 messages.
//
// Posts, cancellations and what memory says come between two edges, one at a time; their completions, and arrivals,
// count at the edge. A full table is a violation: RTL NICs are given fewer unexpected messages than it has entries.
module reassembly (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic                             enable_i,
  // Between edges: a receive is posted, as it stands in its slot, receives are cancelled.
  input  logic                             post_i,
  input  logic [nic_pkg::EntryWidth-1:0]   post_slot_i,
  input  logic [nic_pkg::EntryBits-1:0]    post_entry_i,
  input  logic                             cancel_i,
  input  logic [nic_pkg::RingEntries-1:0]  cancel_slots_i,
  // Between edges: payload of a packet is in memory, of a message of the table or of one that is complete with it.
  input  logic                             written_i,
  input  logic                             written_alone_i,
  input  logic [nic_pkg::MessageWidth-1:0] written_message_i,
  // At an edge: the tail of a packet has come. It is to be dropped, or is of this message, which begins there.
  input  logic                             arrive_i,
  input  nic_pkg::arrival_t                arrival_i,
  output logic                             alone_o,
  output logic                             dropped_o,
  output logic [nic_pkg::MessageWidth-1:0] message_o,
  output logic [nic_pkg::AddressWidth-1:0] address_o,
  // Slots that are active before this edge, and those that are done or freed with it.
  output logic [nic_pkg::RingEntries-1:0]  active_o,
  output logic [nic_pkg::RingEntries-1:0]  done_o,
  output logic [nic_pkg::RingEntries-1:0]  freed_o,
  // Message with which the receive in a slot is complete: 0 while the slot is active.
  input  logic [nic_pkg::EntryWidth-1:0]   met_slot_i,
  output logic [nic_pkg::KeyWidth-1:0]     met_key_o,
  output logic [31:0]                      met_bytes_o,
  // One slot: whether it is active after this edge, packets that came for it before, and whether one comes at this edge.
  input  logic [nic_pkg::EntryWidth-1:0]   window_slot_i,
  output logic                             window_active_o,
  output logic [31:0]                      window_packets_o,
  output logic                             window_comes_o,
  output logic [31:0]                      one_sided_o
);

  localparam int unsigned Messages = nic_pkg::Messages;
  localparam int unsigned Slots = nic_pkg::RingEntries;
  localparam int unsigned KeyWidth = nic_pkg::KeyWidth;
  localparam int unsigned PendingWidth = nic_pkg::WriteTagWidth + 1;

  // Messages. Those that are whole have no packets to come; those that have met a receive have one.
  logic [Messages-1:0] valid_q;
  logic [Messages-1:0] one_sided_q;
  logic [Messages-1:0] whole_q;
  logic [Messages-1:0] met_q;
  // The last packet of a one-sided message has come.
  logic [Messages-1:0] end_known_q;
  (* mem2reg *) logic [KeyWidth-1:0] key_q [Messages];
  // Once more, as a table that is read at one place.
  logic [KeyWidth-1:0] told_key_q [Messages];
  logic told_whole_q [Messages];
  // Bytes to come. In a one-sided message packets: those that came until its last one has, then those to come.
  logic [31:0] left_q [Messages];
  logic [31:0] bytes_q [Messages];
  logic [31:0] packets_q [Messages];
  // Packets that are on their way to memory.
  logic [PendingWidth-1:0] pending_q [Messages];
  logic [nic_pkg::EntryWidth-1:0] slot_q [Messages];
  logic [nic_pkg::AddressWidth-1:0] address_q [Messages];

  // Receives: active ones, and those of them that have not met a message. Complete between two edges.
  logic [Slots-1:0] active_q;
  logic [Slots-1:0] unmet_q;
  logic [Slots-1:0] cancelled_q;
  logic [Slots-1:0] complete_q;
  (* mem2reg *) logic [KeyWidth-1:0] post_key_q [Slots];
  // Bits of the key that are compared.
  (* mem2reg *) logic [KeyWidth-1:0] post_mask_q [Slots];
  logic [nic_pkg::AddressWidth-1:0] post_address_q [Slots];
  logic [31:0] slot_packets_q [Slots];
  // What a receive has met since reset.
  logic [Slots-1:0] has_met_q;
  logic [KeyWidth-1:0] met_key_q [Slots];
  logic [31:0] met_bytes_q [Slots];
  logic [31:0] one_sided_count_q;

  // A packet that comes: of a message that has begun, or else of a new one, for the oldest receive that fits.
  logic [Messages-1:0] match;
  logic [Slots-1:0] fits;
  logic [Slots-1:0] oldest;
  logic [31:0] last_left;
  logic begins;
  logic waits;
  always_comb begin
    if (!arrival_i.one_sided) last_left = {21'd0, arrival_i.payload};
    else last_left = arrival_i.last ? {12'd0, arrival_i.index} : 32'd1;
  end
  always_comb begin
    match = {Messages{1'b0}};
    fits = {Slots{1'b0}};
    if (arrive_i) begin
      for (int unsigned m = 0; m < `MESSAGES; m++) begin
        if (valid_q[m] && !whole_q[m] && one_sided_q[m] == arrival_i.one_sided && key_q[m] == arrival_i.key) begin
          match[m] = 1'b1;
        end
      end
      for (int unsigned s = 0; s < Slots; s++) begin
        if (unmet_q[s] && ((post_key_q[s] ^ arrival_i.key) & post_mask_q[s]) == {KeyWidth{1'b0}}) begin
          fits[s] = !arrival_i.one_sided;
        end
      end
    end
  end
  receive_order u_receive_order (
    .clk_i,
    .post_i  (post_i && !waits),
    .slot_i  (post_slot_i),
    .unmet_i (unmet_q),
    .fits_i  (fits),
    .oldest_o(oldest)
  );

  logic open;
  logic [nic_pkg::MessageWidth-1:0] open_message;
  logic [nic_pkg::MessageWidth-1:0] free_message;
  logic [nic_pkg::EntryWidth-1:0] posted_slot;
  assign open = match != {Messages{1'b0}};
  message_number u_open (
    .bits_i  (match),
    .number_o(open_message)
  );
  free_number u_free (
    .used_i  (valid_q[Messages-1:1]),
    .number_o(free_message)
  );
  assign posted_slot = {|(oldest & 16'hFF00), |(oldest & 16'hF0F0), |(oldest & 16'hCCCC), |(oldest & 16'hAAAA)};
  assign message_o = open ? open_message : free_message;

  // A receive that is posted meets the oldest message that waits for it.
  logic [nic_pkg::MessageWidth-1:0] waiting;
  logic [Messages-1:0] candidates;
  logic [KeyWidth-1:0] new_key;
  logic [KeyWidth-1:0] new_mask;
  logic [nic_pkg::AddressWidth-1:0] new_address;
  logic any_source;
  assign any_source = post_entry_i[3*32+nic_pkg::AnySourceBit];
  assign new_mask = {{flit_pkg::NodeWidth{!any_source}}, 6'h3F, {6{!any_source}},
                     32'hFFFF_FFFF << post_entry_i[3*32+nic_pkg::TagIgnoredBit+:6]};
  assign new_key = {post_entry_i[31:0], post_entry_i[3*32+6+:6], post_entry_i[3*32+:6], post_entry_i[63:32]};
  assign new_address = {post_entry_i[5*32+:32], post_entry_i[4*32+:32]};
  always_comb begin
    candidates = {Messages{1'b0}};
    if (post_i) begin
      for (int unsigned m = 0; m < `MESSAGES; m++) begin
        candidates[m] = valid_q[m] && ((key_q[m] ^ new_key) & new_mask) == {KeyWidth{1'b0}};
      end
    end
  end
  waiting_queue u_waiting_queue (
    .clk_i,
    .rst_ni,
    .append_i       (begins && !arrival_i.one_sided && oldest == {Slots{1'b0}}),
    .message_i      (free_message),
    .find_i         (post_i),
    .candidates_i   (candidates),
    .found_o        (waits),
    .found_message_o(waiting)
  );

  // The message that an event is about, as it was.
  logic [nic_pkg::MessageWidth-1:0] subject;
  logic [31:0] left;
  logic [31:0] bytes;
  logic [31:0] packets;
  logic [PendingWidth-1:0] pending;
  logic [nic_pkg::EntryWidth-1:0] slot;
  logic [nic_pkg::AddressWidth-1:0] begin_address;
  assign subject = enable_i ? open_message : post_i ? waiting : written_message_i;
  assign bytes = open || !enable_i ? bytes_q[subject] : arrival_i.message_bytes;
  assign packets = open || !enable_i ? packets_q[subject] : 32'd0;
  assign pending = open || !enable_i ? pending_q[subject] : {PendingWidth{1'b0}};
  assign slot = open || !enable_i ? slot_q[subject] : posted_slot;
  assign begin_address = oldest != {Slots{1'b0}} ? post_address_q[posted_slot] : {nic_pkg::AddressWidth{1'b0}};
  assign address_o = open ? address_q[subject] : begin_address;
  always_comb begin
    if (open) left = left_q[open_message];
    else left = arrival_i.one_sided ? 32'd0 : arrival_i.message_bytes;
  end

  // A packet that arrives: whether its message has met a receive, and is whole with it; whether all of it is in memory.
  logic arrives;
  logic met;
  logic whole;
  logic end_known;
  logic done_now;
  logic in_memory;
  logic [31:0] change;
  logic [31:0] new_left;
  assign alone_o = arrival_i.one_sided && arrival_i.last && arrival_i.index == {nic_pkg::IndexWidth{1'b0}};
  assign arrives = arrive_i && !alone_o;
  assign begins = arrives && !open;
  assign met = open ? (match & met_q) != {Messages{1'b0}} : oldest != {Slots{1'b0}};
  assign end_known = open && (match & end_known_q) != {Messages{1'b0}};
  assign whole = left == last_left && (!arrival_i.one_sided || arrival_i.last || end_known);
  assign dropped_o = arrives && met && cancelled_q[slot];
  assign done_now = dropped_o || arrival_i.payload == {nic_pkg::PayloadWidth{1'b0}};
  assign in_memory = arrives && done_now && whole && pending == {PendingWidth{1'b0}};
  always_comb begin
    if (!arrival_i.one_sided) change = 32'd0 - {21'd0, arrival_i.payload};
    else change = {{31{end_known}}, 1'b1};
    new_left = arrival_i.one_sided && arrival_i.last ? {12'd0, arrival_i.index} - left : left + change;
  end

  // A message whose payload is written, or that a receive meets.
  logic written_ends;
  logic post_ends;
  logic written_counts;
  assign written_counts = written_i && !written_alone_i;
  assign written_ends = written_counts && told_whole_q[subject] && pending == {{(PendingWidth - 1) {1'b0}}, 1'b1};
  assign post_ends = post_i && waits && told_whole_q[subject] && pending == {PendingWidth{1'b0}};

  logic [Slots-1:0] completes;
  assign completes = in_memory && met ? 16'd1 << slot : {Slots{1'b0}};
  assign done_o = enable_i ? (complete_q | completes) & ~cancelled_q : {Slots{1'b0}};
  assign freed_o = enable_i ? (complete_q | completes) & cancelled_q : {Slots{1'b0}};
  assign active_o = active_q;
  assign window_active_o = active_q[window_slot_i] && !complete_q[window_slot_i] &&
    !(in_memory && met && slot == window_slot_i);
  assign window_packets_o = slot_packets_q[window_slot_i];
  assign window_comes_o = arrives && met && slot == window_slot_i;
  assign one_sided_o = one_sided_count_q;
  logic met_is_known;
  assign met_is_known = has_met_q[met_slot_i] && !active_q[met_slot_i];
  assign met_key_o = met_is_known ? met_key_q[met_slot_i] : {KeyWidth{1'b0}};
  assign met_bytes_o = met_is_known ? met_bytes_q[met_slot_i] : 32'd0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= {Messages{1'b0}};
      active_q <= {Slots{1'b0}};
      unmet_q <= {Slots{1'b0}};
      cancelled_q <= {Slots{1'b0}};
      complete_q <= {Slots{1'b0}};
      has_met_q <= {Slots{1'b0}};
      one_sided_count_q <= 32'd0;
    end else if (enable_i) begin
      complete_q <= {Slots{1'b0}};
      active_q <= active_q & ~complete_q & ~completes;
      cancelled_q <= cancelled_q & ~complete_q & ~completes;
      if (arrives) begin
        valid_q[message_o] <= !(in_memory && (met || arrival_i.one_sided));
        whole_q[message_o] <= whole;
        one_sided_q[message_o] <= arrival_i.one_sided;
        met_q[message_o] <= met;
        end_known_q[message_o] <= end_known || arrival_i.last;
        if (begins) unmet_q <= unmet_q & ~oldest;
        if (met) has_met_q[slot] <= 1'b1;
      end
      if ((arrive_i && alone_o && done_now) || (in_memory && arrival_i.one_sided)) begin
        one_sided_count_q <= one_sided_count_q + 32'd1;
      end
    end else begin
      if (post_i) begin
        active_q[post_slot_i] <= 1'b1;
        unmet_q[post_slot_i] <= !waits;
        complete_q[post_slot_i] <= post_ends;
        if (waits) begin
          met_q[waiting] <= 1'b1;
          has_met_q[post_slot_i] <= 1'b1;
        end
        if (post_ends) valid_q[waiting] <= 1'b0;
      end
      if (cancel_i) cancelled_q <= cancelled_q | (cancel_slots_i & active_q);
      if (written_ends) begin
        if (met_q[written_message_i] || one_sided_q[written_message_i]) valid_q[written_message_i] <= 1'b0;
        if (met_q[written_message_i]) complete_q[slot] <= 1'b1;
      end
      if (written_i && (written_alone_i || (written_ends && one_sided_q[written_message_i]))) begin
        one_sided_count_q <= one_sided_count_q + 32'd1;
      end
    end
  end

  // Tables, each with one place to write to.
  logic [nic_pkg::EntryWidth-1:0] told_slot;
  assign told_slot = enable_i ? slot : post_slot_i;
  always_ff @(posedge clk_i) begin
    if (arrives) left_q[message_o] <= new_left;
    if (begins) key_q[message_o] <= arrival_i.key;
    if (begins) told_key_q[message_o] <= arrival_i.key;
    if (arrives) told_whole_q[message_o] <= whole;
    if (begins) bytes_q[message_o] <= arrival_i.message_bytes;
    if (arrives) packets_q[message_o] <= packets + 32'd1;
    if (arrives || (written_counts && !enable_i)) begin
      pending_q[enable_i ? message_o : written_message_i] <=
        enable_i ? pending + {{(PendingWidth - 1) {1'b0}}, !done_now} : pending - 1'b1;
    end
    if (begins || (post_i && waits)) begin
      slot_q[enable_i ? message_o : waiting] <= told_slot;
      address_q[enable_i ? message_o : waiting] <= enable_i ? begin_address : new_address;
    end
    if (post_i) begin
      post_key_q[post_slot_i] <= new_key;
      post_mask_q[post_slot_i] <= new_mask;
      post_address_q[post_slot_i] <= new_address;
    end
    if ((arrives && met) || post_i) begin
      slot_packets_q[told_slot] <= enable_i ? packets + 32'd1 : waits ? packets : 32'd0;
      met_key_q[told_slot] <= enable_i ? arrival_i.key : told_key_q[subject];
      met_bytes_q[told_slot] <= bytes;
    end
  end

`ifndef SYNTHESIS
  logic [31:0] post_bytes_q [Slots];
  always_ff @(posedge clk_i) begin
    if (post_i) post_bytes_q[post_slot_i] <= post_entry_i[2*32+:32];
  end
  `ASSERT(TableNotFull, !begins || valid_q != {Messages{1'b1}})
  `ASSERT(OneEventAtATime, {1'b0, post_i || cancel_i} + {1'b0, written_i} + {1'b0, enable_i} <= 2'd1)
  `ASSERT(PostsFreeSlots, !post_i || !active_q[post_slot_i])
  `ASSERT(PacketsOfAMessageAgree, !arrives || !open || arrival_i.one_sided || bytes == arrival_i.message_bytes)
  `ASSERT(PacketsOfAOneSidedMessageAddUp, !arrives || !arrival_i.one_sided || (arrival_i.last ?
    !end_known && left <= {12'd0, arrival_i.index} : !end_known || left != 32'd0))
  `ASSERT(MessageNotExceeded, !arrives || arrival_i.one_sided || {21'd0, arrival_i.payload} <= left)
  `ASSERT(ReceiveLongEnough, !arrives || !met || bytes <= post_bytes_q[slot])
  `ASSERT(WrittenIsOfAMessage, !written_i || written_alone_i || valid_q[written_message_i])
`endif

endmodule

`undef MESSAGES
