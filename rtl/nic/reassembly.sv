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
  // Between edges: software wants to post a receive, as it stands in its slot, and may; receives are cancelled. Whether
  // it may is known late, so that the message for it is searched without knowing.
  input  logic                             may_post_i,
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
  // The message has begun, and has this address; else it meets a receive, or none, and the receive has this address.
  output logic                             open_o,
  output logic [nic_pkg::AddressWidth-1:0] open_address_o,
  output logic                             meets_o,
  output logic [nic_pkg::AddressWidth-1:0] posted_address_o,
  // Slots that are active before this edge, and those that are done or freed with it.
  output logic [nic_pkg::RingEntries-1:0]  active_o,
  output logic [nic_pkg::RingEntries-1:0]  done_o,
  output logic [nic_pkg::RingEntries-1:0]  freed_o,
  output logic                             any_done_o,
  output logic                             any_freed_o,
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

  // Messages, with what the last tick brought and without. Those that are whole have no packets to come; those that have
  // met a receive have one.
  logic [Messages-1:0] valid_q;
  logic [Messages-1:0] valid;
  logic [Messages-1:0] one_sided_q;
  logic [Messages-1:0] whole_q;
  logic [Messages-1:0] met_q;
  logic [Messages-1:0] has_met;
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

  logic [Messages-1:0] just_met;
  logic [Messages-1:0] just_ended;
  assign valid = valid_q & ~just_ended;
  assign has_met = met_q | just_met;

  // A packet that comes: of a message that has begun, or else of a new one, for the oldest receive that fits.
  logic [Messages-1:0] match;
  logic [Slots-1:0] fits;
  logic [Slots-1:0] oldest;
  logic window_is_oldest;
  logic begins;
  logic waits;
  always_comb begin
    match = {Messages{1'b0}};
    fits = {Slots{1'b0}};
    if (arrive_i) begin
      for (int unsigned m = 0; m < `MESSAGES; m++) begin
        if (valid[m] && !whole_q[m] && one_sided_q[m] == arrival_i.one_sided && key_q[m] == arrival_i.key) begin
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
  logic [nic_pkg::EntryWidth-1:0] posted_slot;
  receive_order u_receive_order (
    .clk_i,
    .post_i           (post_i && !waits),
    .slot_i           (post_slot_i),
    .unmet_i          (unmet_q),
    .fits_i           (fits),
    .oldest_o         (oldest),
    .oldest_slot_o    (posted_slot),
    .asked_i          (window_slot_i),
    .asked_is_oldest_o(window_is_oldest)
  );

  logic open;
  logic [nic_pkg::MessageWidth-1:0] open_message;
  logic [nic_pkg::MessageWidth-1:0] free_message;
  assign open = match != {Messages{1'b0}};
  message_number u_open (
    .bits_i  (match),
    .number_o(open_message)
  );
  free_number u_free (
    .used_i  (valid[Messages-1:1]),
    .number_o(free_message)
  );
  assign message_o = open ? open_message : free_message;

  // A receive that is posted meets the oldest message that waits for it.
  logic [nic_pkg::MessageWidth-1:0] waiting;
  logic [Messages-1:0] candidates;
  logic [KeyWidth-1:0] new_key;
  logic [KeyWidth-1:0] new_mask;
  logic [nic_pkg::AddressWidth-1:0] new_address;
  receive_key u_receive_key (
    .entry_i  (post_entry_i),
    .key_o    (new_key),
    .mask_o   (new_mask),
    .address_o(new_address)
  );
  always_comb begin
    candidates = {Messages{1'b0}};
    if (may_post_i) begin
      for (int unsigned m = 0; m < `MESSAGES; m++) begin
        candidates[m] = valid[m] && ((key_q[m] ^ new_key) & new_mask) == {KeyWidth{1'b0}};
      end
    end
  end
  waiting_queue u_waiting_queue (
    .clk_i,
    .rst_ni,
    .append_i       (begins && !arrival_i.one_sided && !meets_o),
    .message_i      (free_message),
    .find_i         (may_post_i),
    .leave_i        (post_i),
    .candidates_i   (candidates),
    .found_o        (waits),
    .found_message_o(waiting)
  );

  // The message that an event is about, as it was.
  logic [nic_pkg::MessageWidth-1:0] subject;
  logic [31:0] bytes;
  logic [31:0] packets;
  logic [PendingWidth-1:0] subject_pending;
  logic [PendingWidth-1:0] pending;
  logic [nic_pkg::EntryWidth-1:0] subject_slot;
  logic [nic_pkg::EntryWidth-1:0] slot;
  assign subject = enable_i ? open_message : may_post_i ? waiting : written_message_i;
  assign bytes = open || !enable_i ? bytes_q[subject] : arrival_i.message_bytes;
  assign packets = open || !enable_i ? packets_q[subject] : 32'd0;
  assign subject_pending = pending_q[subject];
  assign pending = open || !enable_i ? subject_pending : {PendingWidth{1'b0}};
  assign subject_slot = slot_q[subject];
  assign slot = open || !enable_i ? subject_slot : posted_slot;
  assign open_o = open;
  assign open_address_o = address_q[subject];
  assign meets_o = oldest != {Slots{1'b0}};
  assign posted_address_o = post_address_q[posted_slot];

  // A packet that arrives: whether its message has met a receive, and is whole with it; whether all of it is in memory.
  // All of that is found twice, for a message that has begun and for a new one, until it is known which of them it is.
  logic arrives;
  logic is_empty;
  logic met;
  logic end_known;
  logic [31:0] new_left;
  logic [31:0] open_left;
  logic open_met;
  logic open_whole;
  logic open_dropped;
  logic open_in_memory;
  logic begin_whole;
  logic begin_dropped;
  assign alone_o = arrival_i.one_sided && arrival_i.last && arrival_i.index == {nic_pkg::IndexWidth{1'b0}};
  assign arrives = arrive_i && !alone_o;
  assign begins = arrives && !open;
  assign is_empty = arrival_i.payload == {nic_pkg::PayloadWidth{1'b0}};
  assign end_known = (match & end_known_q) != {Messages{1'b0}};
  assign open_left = left_q[open_message];
  assign open_met = (match & has_met) != {Messages{1'b0}};
  assign open_dropped = open_met && cancelled_q[subject_slot];
  assign open_in_memory = (is_empty || open_dropped) && open_whole && subject_pending == {PendingWidth{1'b0}};
  message_left u_message_left (
    .arrival_i,
    .open_i       (open),
    .left_i       (open_left),
    .end_known_i  (end_known),
    .open_whole_o (open_whole),
    .begin_whole_o(begin_whole),
    .left_o       (new_left)
  );
  assign begin_dropped = (oldest & cancelled_q) != {Slots{1'b0}};

  logic whole;
  logic done_now;
  logic in_memory;
  assign met = open ? open_met : meets_o;
  assign whole = open ? open_whole : begin_whole;
  assign dropped_o = arrives && (open ? open_dropped : begin_dropped);
  assign done_now = dropped_o || is_empty;
  assign in_memory = arrives && (open ? open_in_memory : (is_empty || begin_dropped) && begin_whole);

  // A message whose payload is written, or that a receive meets.
  logic written_ends;
  logic post_ends;
  logic written_counts;
  assign written_counts = written_i && !written_alone_i;
  assign written_ends = written_counts && told_whole_q[subject] && subject_pending == {{(PendingWidth - 1) {1'b0}}, 1'b1};
  assign post_ends = post_i && waits && told_whole_q[subject] && subject_pending == {PendingWidth{1'b0}};
  post_effect u_post_effect (
    .clk_i,
    .rst_ni,
    .meets_i  (post_i && waits),
    .ends_i   (post_ends),
    .message_i(waiting),
    .met_o    (just_met),
    .ended_o  (just_ended)
  );

  // Slots whose receive a packet is for, and those that are complete with it.
  logic [Slots-1:0] open_slots;
  logic [Slots-1:0] begin_completes;
  logic [Slots-1:0] completes;
  assign open_slots = 16'd1 << subject_slot;
  assign begin_completes = begin_whole ? oldest & ({Slots{is_empty}} | cancelled_q) : {Slots{1'b0}};
  assign completes = !arrives ? {Slots{1'b0}} :
    open ? open_slots & {Slots{open_met && open_in_memory}} : begin_completes;
  assign done_o = enable_i ? (complete_q | completes) & ~cancelled_q : {Slots{1'b0}};
  assign freed_o = enable_i ? (complete_q | completes) & cancelled_q : {Slots{1'b0}};
  // At an edge whether any is does not wait for which one.
  assign any_done_o = (complete_q & ~cancelled_q) != {Slots{1'b0}} || (arrives &&
    (open ? open_met && open_in_memory && !open_dropped : (begin_completes & ~cancelled_q) != {Slots{1'b0}}));
  assign any_freed_o = (complete_q & cancelled_q) != {Slots{1'b0}} || (arrives &&
    (open ? open_dropped && open_in_memory : (begin_completes & cancelled_q) != {Slots{1'b0}}));
  assign active_o = active_q;
  // Its entry of the table.
  logic [Messages-1:0] arrives_bit;
  logic [Messages-1:0] written_bit;
  logic leaves_table;
  assign arrives_bit = !arrives ? {Messages{1'b0}} : open ? match : 64'd1 << free_message;
  assign leaves_table = open ? open_in_memory && (open_met || arrival_i.one_sided) : begin_completes != {Slots{1'b0}};
  assign written_bit = written_ends && (has_met[written_message_i] || one_sided_q[written_message_i]) ?
    64'd1 << written_message_i : {Messages{1'b0}};
  // A window is asked for at every edge, and its answer is the last one of the edge.
  logic open_in_window;
  logic window_ends;
  assign open_in_window = open_met && subject_slot == window_slot_i;
  assign window_ends = begin_whole && (is_empty || cancelled_q[window_slot_i]);
  assign window_active_o = active_q[window_slot_i] && !complete_q[window_slot_i] && !(arrives &&
    (open ? open_in_window && open_in_memory : window_is_oldest && window_ends));
  assign window_packets_o = slot_packets_q[window_slot_i];
  assign window_comes_o = arrives && (open ? open_in_window : window_is_oldest);
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
      valid_q <= leaves_table ? valid & ~arrives_bit : valid | arrives_bit;
      met_q <= met ? has_met | arrives_bit : has_met & ~arrives_bit;
      complete_q <= {Slots{1'b0}};
      active_q <= active_q & ~complete_q & ~completes;
      cancelled_q <= cancelled_q & ~complete_q & ~completes;
      whole_q <= whole ? whole_q | arrives_bit : whole_q & ~arrives_bit;
      one_sided_q <= arrival_i.one_sided ? one_sided_q | arrives_bit : one_sided_q & ~arrives_bit;
      end_known_q <= end_known || arrival_i.last ? end_known_q | arrives_bit : end_known_q & ~arrives_bit;
      if (begins) unmet_q <= unmet_q & ~oldest;
      if (arrives && met) has_met_q[slot] <= 1'b1;
      if ((arrive_i && alone_o && done_now) || (in_memory && arrival_i.one_sided)) begin
        one_sided_count_q <= one_sided_count_q + 32'd1;
      end
    end else begin
      valid_q <= valid & ~written_bit;
      met_q <= has_met;
      complete_q <= complete_q | ({Slots{post_ends}} & 16'd1 << post_slot_i) |
        ({Slots{written_ends && has_met[written_message_i]}} & open_slots);
      if (post_i) begin
        active_q[post_slot_i] <= 1'b1;
        unmet_q[post_slot_i] <= !waits;
        if (waits) has_met_q[post_slot_i] <= 1'b1;
      end
      if (cancel_i) cancelled_q <= cancelled_q | (cancel_slots_i & active_q);
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
      address_q[enable_i ? message_o : waiting] <= !enable_i ? new_address : meets_o ? posted_address_o : 64'd0;
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
  logic [31:0] left;
  assign left = open ? open_left : arrival_i.one_sided ? 32'd0 : arrival_i.message_bytes;
  logic [31:0] post_bytes_q [Slots];
  always_ff @(posedge clk_i) begin
    if (post_i) post_bytes_q[post_slot_i] <= post_entry_i[2*32+:32];
  end
  `ASSERT(TableNotFull, !begins || valid != {Messages{1'b1}})
  `ASSERT(OneEventAtATime, {1'b0, may_post_i || cancel_i} + {1'b0, written_i} + {1'b0, enable_i} <= 2'd1)
  `ASSERT(PostsFreeSlots, !post_i || !active_q[post_slot_i])
  `ASSERT(PacketsOfAMessageAgree, !arrives || !open || arrival_i.one_sided || bytes == arrival_i.message_bytes)
  `ASSERT(PacketsOfAOneSidedMessageAddUp, !arrives || !arrival_i.one_sided || (arrival_i.last ?
    !end_known && left <= {12'd0, arrival_i.index} : !end_known || left != 32'd0))
  `ASSERT(MessageNotExceeded, !arrives || arrival_i.one_sided || {21'd0, arrival_i.payload} <= left)
  `ASSERT(ReceiveLongEnough, !arrives || !met || bytes <= post_bytes_q[slot])
  `ASSERT(WrittenIsOfAMessage, !written_i || written_alone_i || valid[written_message_i])
`endif

endmodule

`undef MESSAGES
