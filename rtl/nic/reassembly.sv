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
  input  logic [nic_pkg::PayloadWidth-1:0] written_bytes_i,
  // At an edge: the tail of a packet has come. It is to be dropped, or is of this message, which begins there.
  input  logic                             arrive_i,
  input  nic_pkg::arrival_t                arrival_i,
  output logic                             alone_o,
  output logic                             dropped_o,
  output logic [nic_pkg::MessageWidth-1:0] message_o,
  output logic [nic_pkg::AddressWidth-1:0] address_o,
  // Slots that are active, before and after this edge, and those that are done or freed with it.
  output logic [nic_pkg::RingEntries-1:0]  active_o,
  output logic [nic_pkg::RingEntries-1:0]  active_after_o,
  output logic [nic_pkg::RingEntries-1:0]  done_o,
  output logic [nic_pkg::RingEntries-1:0]  freed_o,
  // Message with which the receive in a slot is complete: 0 while the slot is active.
  input  logic [nic_pkg::EntryWidth-1:0]   met_slot_i,
  output logic [nic_pkg::KeyWidth-1:0]     met_key_o,
  output logic [31:0]                      met_bytes_o,
  // Packets that have come for one slot, those of this edge included.
  input  logic [nic_pkg::EntryWidth-1:0]   packets_slot_i,
  output logic [31:0]                      packets_o,
  output logic [31:0]                      one_sided_o
);

  typedef struct packed {
    logic one_sided;
    logic met;
    logic [nic_pkg::EntryWidth-1:0] slot;
    logic [nic_pkg::KeyWidth-1:0] key;
    logic [31:0] bytes;
    logic [31:0] arrived;
    logic [31:0] written;
    logic [31:0] packets;
    // Packets of a one-sided message, once its last one has come.
    logic [nic_pkg::IndexWidth:0] expected;
    logic [nic_pkg::AddressWidth-1:0] address;
    // Order in which messages began, modulo.
    logic [31:0] order;
  } message_t;

  localparam logic [31:0] Unknown = 32'hFFFF_FFFF;

  message_t messages_q [nic_pkg::Messages];
  logic [nic_pkg::Messages-1:0] valid_q;
  logic [31:0] order_q;

  // Receives.
  logic [nic_pkg::RingEntries-1:0] active_q;
  logic [nic_pkg::RingEntries-1:0] cancelled_q;
  logic [nic_pkg::RingEntries-1:0] met_q;
  // Complete between two edges.
  logic [nic_pkg::RingEntries-1:0] complete_q;
  logic [nic_pkg::KeyWidth-1:0] post_key_q [nic_pkg::RingEntries];
  // Bits of the key that are compared.
  logic [nic_pkg::KeyWidth-1:0] post_mask_q [nic_pkg::RingEntries];
  logic [nic_pkg::KeyWidth-1:0] met_key_q [nic_pkg::RingEntries];
  logic [31:0] met_bytes_q [nic_pkg::RingEntries];
  logic [31:0] post_bytes_q [nic_pkg::RingEntries];
  logic [nic_pkg::AddressWidth-1:0] post_address_q [nic_pkg::RingEntries];
  logic [31:0] post_order_q [nic_pkg::RingEntries];
  logic [31:0] slot_packets_q [nic_pkg::RingEntries];
  logic [31:0] post_order_next_q;
  logic [31:0] one_sided_q;

  // A packet that comes: of a message that has begun, or else of a new one, for the oldest receive that fits.
  logic open;
  logic [nic_pkg::MessageWidth-1:0] open_message;
  logic [nic_pkg::MessageWidth-1:0] free_message;
  logic posted;
  logic [nic_pkg::EntryWidth-1:0] posted_slot;
  always_comb begin
    open = 1'b0;
    open_message = {nic_pkg::MessageWidth{1'b0}};
    free_message = {nic_pkg::MessageWidth{1'b0}};
    posted = 1'b0;
    posted_slot = {nic_pkg::EntryWidth{1'b0}};
    if (arrive_i) begin
      for (int unsigned m = 0; m < `MESSAGES; m++) begin
        if (!valid_q[m]) begin
          free_message = 6'(m);
        end else if (messages_q[m].key == arrival_i.key && messages_q[m].one_sided == arrival_i.one_sided &&
                     messages_q[m].arrived < messages_q[m].bytes) begin
          open = 1'b1;
          open_message = 6'(m);
        end
      end
      for (int unsigned s = 0; s < nic_pkg::RingEntries; s++) begin
        if (active_q[s] && !met_q[s] && ((post_key_q[s] ^ arrival_i.key) & post_mask_q[s]) == {nic_pkg::KeyWidth{1'b0}} &&
            (!posted || post_order_q[s] - post_order_q[posted_slot] >= 32'h8000_0000)) begin
          posted = !arrival_i.one_sided;
          posted_slot = 4'(s);
        end
      end
    end
  end

  logic arrives;
  message_t prior;
  message_t updated;
  logic done_now;
  assign alone_o = arrival_i.one_sided && arrival_i.last && arrival_i.index == {nic_pkg::IndexWidth{1'b0}};
  assign arrives = arrive_i && !alone_o;
  assign message_o = open ? open_message : free_message;
  always_comb begin
    if (open) begin
      prior = messages_q[open_message];
    end else begin
      prior = {$bits(message_t){1'b0}};
      prior.one_sided = arrival_i.one_sided;
      prior.met = posted;
      prior.slot = posted_slot;
      prior.key = arrival_i.key;
      // That of a one-sided message is known with its last packet.
      prior.bytes = arrival_i.one_sided ? Unknown : arrival_i.message_bytes;
      prior.expected = {(nic_pkg::IndexWidth + 1) {1'b1}};
      prior.address = posted ? post_address_q[posted_slot] : {nic_pkg::AddressWidth{1'b0}};
      prior.order = order_q;
    end
  end
  assign dropped_o = arrives && prior.met && cancelled_q[prior.slot];
  assign address_o = prior.address;
  assign done_now = dropped_o || arrival_i.payload == {nic_pkg::PayloadWidth{1'b0}};
  always_comb begin
    updated = prior;
    updated.arrived = prior.arrived + {21'd0, arrival_i.payload};
    updated.packets = prior.packets + 32'd1;
    if (arrival_i.one_sided) begin
      if (arrival_i.last) updated.expected = {1'b0, arrival_i.index} + 21'd1;
      if (updated.packets == {11'd0, updated.expected}) updated.bytes = updated.arrived;
    end
    if (done_now) updated.written = prior.written + {21'd0, arrival_i.payload};
  end

  // A receive that is posted meets the oldest message that waits for it.
  logic waits;
  logic [nic_pkg::MessageWidth-1:0] waiting;
  logic [nic_pkg::KeyWidth-1:0] new_key;
  logic [nic_pkg::KeyWidth-1:0] new_mask;
  logic any_source;
  assign any_source = post_entry_i[3*32+nic_pkg::AnySourceBit];
  assign new_mask = {{flit_pkg::NodeWidth{!any_source}}, 6'h3F, {6{!any_source}},
                     32'hFFFF_FFFF << post_entry_i[3*32+nic_pkg::TagIgnoredBit+:6]};
  assign new_key = {post_entry_i[31:0], post_entry_i[3*32+6+:6], post_entry_i[3*32+:6], post_entry_i[63:32]};
  always_comb begin
    waits = 1'b0;
    waiting = {nic_pkg::MessageWidth{1'b0}};
    if (post_i) begin
      for (int unsigned m = 0; m < `MESSAGES; m++) begin
        if (valid_q[m] && ((messages_q[m].key ^ new_key) & new_mask) == {nic_pkg::KeyWidth{1'b0}} &&
            !messages_q[m].met && !messages_q[m].one_sided &&
            (!waits || messages_q[m].order - messages_q[waiting].order >= 32'h8000_0000)) begin
          waits = 1'b1;
          waiting = 6'(m);
        end
      end
    end
  end

  // What is complete, and by which event.
  logic arrival_ends;
  logic written_ends;
  logic post_ends;
  logic [31:0] written_now;
  assign arrival_ends = arrives && done_now && updated.written >= updated.bytes;
  assign written_now = messages_q[written_message_i].written + {21'd0, written_bytes_i};
  assign written_ends = written_i && !written_alone_i && written_now >= messages_q[written_message_i].bytes;
  assign post_ends = post_i && waits && messages_q[waiting].written >= messages_q[waiting].bytes;

  logic [nic_pkg::RingEntries-1:0] complete;
  always_comb begin
    complete = complete_q;
    if (arrival_ends && updated.met) complete[updated.slot] = 1'b1;
  end
  assign done_o = enable_i ? complete & ~cancelled_q : {nic_pkg::RingEntries{1'b0}};
  assign freed_o = enable_i ? complete & cancelled_q : {nic_pkg::RingEntries{1'b0}};
  assign active_o = active_q;
  assign active_after_o = enable_i ? active_q & ~complete : active_q;
  assign packets_o = arrives && prior.met && prior.slot == packets_slot_i ? updated.packets :
    slot_packets_q[packets_slot_i];
  assign one_sided_o = one_sided_q;
  assign met_key_o = active_q[met_slot_i] ? {nic_pkg::KeyWidth{1'b0}} : met_key_q[met_slot_i];
  assign met_bytes_o = active_q[met_slot_i] ? 32'd0 : met_bytes_q[met_slot_i];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= {nic_pkg::Messages{1'b0}};
      order_q <= 32'd0;
      active_q <= {nic_pkg::RingEntries{1'b0}};
      cancelled_q <= {nic_pkg::RingEntries{1'b0}};
      met_q <= {nic_pkg::RingEntries{1'b0}};
      complete_q <= {nic_pkg::RingEntries{1'b0}};
      post_order_next_q <= 32'd0;
      one_sided_q <= 32'd0;
      for (int unsigned s = 0; s < nic_pkg::RingEntries; s++) begin
        met_key_q[s] <= {nic_pkg::KeyWidth{1'b0}};
        met_bytes_q[s] <= 32'd0;
      end
    end else if (enable_i) begin
      complete_q <= {nic_pkg::RingEntries{1'b0}};
      active_q <= active_q & ~complete;
      cancelled_q <= cancelled_q & ~complete;
      if (arrives) begin
        messages_q[message_o] <= updated;
        valid_q[message_o] <= !(arrival_ends && (updated.met || updated.one_sided));
        if (!open) order_q <= order_q + 32'd1;
        if (updated.met) begin
          slot_packets_q[updated.slot] <= updated.packets;
          met_q[updated.slot] <= 1'b1;
          met_key_q[updated.slot] <= updated.key;
          met_bytes_q[updated.slot] <= updated.bytes;
        end
      end
      if ((arrive_i && alone_o && done_now) || (arrival_ends && updated.one_sided)) one_sided_q <= one_sided_q + 32'd1;
    end else begin
      if (post_i) begin
        active_q[post_slot_i] <= 1'b1;
        met_q[post_slot_i] <= waits;
        complete_q[post_slot_i] <= post_ends;
        post_key_q[post_slot_i] <= new_key;
        post_mask_q[post_slot_i] <= new_mask;
        post_bytes_q[post_slot_i] <= post_entry_i[2*32+:32];
        post_address_q[post_slot_i] <= {post_entry_i[5*32+:32], post_entry_i[4*32+:32]};
        post_order_q[post_slot_i] <= post_order_next_q;
        post_order_next_q <= post_order_next_q + 32'd1;
        slot_packets_q[post_slot_i] <= waits ? messages_q[waiting].packets : 32'd0;
        if (waits) begin
          messages_q[waiting].met <= 1'b1;
          met_key_q[post_slot_i] <= messages_q[waiting].key;
          met_bytes_q[post_slot_i] <= messages_q[waiting].bytes;
          messages_q[waiting].slot <= post_slot_i;
          messages_q[waiting].address <= {post_entry_i[5*32+:32], post_entry_i[4*32+:32]};
          if (post_ends) valid_q[waiting] <= 1'b0;
        end
      end
      if (cancel_i) cancelled_q <= cancelled_q | (cancel_slots_i & active_q);
      if (written_i && !written_alone_i) begin
        messages_q[written_message_i].written <= written_now;
        if (written_ends && (messages_q[written_message_i].met || messages_q[written_message_i].one_sided)) begin
          valid_q[written_message_i] <= 1'b0;
        end
        if (written_ends && messages_q[written_message_i].met) complete_q[messages_q[written_message_i].slot] <= 1'b1;
      end
      if (written_i && (written_alone_i || (written_ends && messages_q[written_message_i].one_sided))) begin
        one_sided_q <= one_sided_q + 32'd1;
      end
    end
  end

  `ASSERT(TableNotFull, !arrives || open || valid_q != {nic_pkg::Messages{1'b1}})
  `ASSERT(OneEventAtATime, {1'b0, post_i || cancel_i} + {1'b0, written_i} + {1'b0, enable_i} <= 2'd1)
  `ASSERT(PostsFreeSlots, !post_i || !active_q[post_slot_i])
  `ASSERT(PacketsOfAMessageAgree, !arrives || !open || arrival_i.one_sided || prior.bytes == arrival_i.message_bytes)
  `ASSERT(PacketsOfAOneSidedMessageAddUp, !arrives || !arrival_i.one_sided || updated.packets <= {11'd0, updated.expected})
  `ASSERT(MessageNotExceeded, !arrives || {21'd0, arrival_i.payload} <= prior.bytes - prior.arrived)
  `ASSERT(ReceiveLongEnough, !arrives || !updated.met || updated.bytes <= post_bytes_q[updated.slot])
  `ASSERT(WrittenIsOfAMessage, !written_i || written_alone_i || valid_q[written_message_i])

endmodule

`undef MESSAGES
