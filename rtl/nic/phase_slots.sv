`include "common/assert.svh"

// Says at which edges a packet may start in mode phase, by the counter that all nodes have in common, RTL twin of Phase
// (docs/reference/pacer.md, "Phase"). In other modes, and without slots, it holds nothing back.
//
// The begin of one slot is held, and the end of its tolerance. Both move on by a period when a packet starts or the slot
// has closed, and at every edge while the slot of a message that has just been taken is past.
module phase_slots (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  // This is an edge of the model, not a tick of the register bus.
  input  logic                             enable_i,
  // The node's common counter at this edge.
  input  logic [nic_pkg::CounterWidth-1:0] counter_i,
  // PACE_CTRL, PACE_PERIOD, PACE_PHASE, PACE_BEGIN, PACE_TOLERANCE.
  input  nic_pkg::pace_mode_e              mode_i,
  input  logic [15:0]                      period_i,
  input  logic [15:0]                      phase_i,
  input  logic [nic_pkg::CounterWidth-1:0] begin_i,
  input  logic [7:0]                       tolerance_i,
  // At edges alone: a message is taken, a packet starts, the message has ended.
  input  logic                             take_i,
  input  logic                             start_i,
  input  logic                             end_of_message_i,
  // A packet may start at this edge.
  output logic                             come_o
);

  localparam int unsigned Width = nic_pkg::CounterWidth;

  // The message that is under way has slots, unless the mode has been another one since it was taken. The slot that is held is not one that was past when the message was taken.
  logic active;
  logic active_q;
  logic aligned_q;
  logic [15:0] period_q;
  // First value of the counter at which the slot is open, and the first at which it is no more.
  logic [Width-1:0] begin_q;
  logic [Width-1:0] close_q;

  // A message that is taken at this edge has slots, from the next edge on.
  logic takes_slots;
  logic [Width-1:0] first;
  logic [Width-1:0] first_close;
  assign active = active_q && mode_i == nic_pkg::PacePhase;
  assign takes_slots = take_i && mode_i == nic_pkg::PacePhase && period_i[15:1] != 15'd0;
  assign first = begin_i + {16'd0, phase_i};
  assign first_close = first + (tolerance_i == 8'd0 ? {{Width-1{1'b0}}, 1'b1} : {{Width-8{1'b0}}, tolerance_i});

  // Numbers with sign: a slot has begun, and has closed, if they are not negative.
  logic [Width-1:0] lag;
  logic [Width-1:0] since_close;
  logic begins;
  logic begun;
  logic closed;
  assign lag = counter_i - begin_q;
  assign since_close = counter_i - close_q;
  assign begins = counter_i == begin_q;
  assign begun = !lag[Width-1];
  assign closed = !since_close[Width-1];
  assign come_o = active ? (aligned_q ? begun : begins) && !closed : !takes_slots;

  // The slot that is held is over, or is past.
  logic over;
  logic [Width-1:0] next_begin;
  logic [Width-1:0] next_close;
  assign over = closed || (!aligned_q && begun && !begins);
  assign next_begin = begin_q + {{Width-16{1'b0}}, period_q};
  assign next_close = close_q + {{Width-16{1'b0}}, period_q};

  always_ff @(posedge clk_i) begin
    // Another mode has it forgotten for good, also between two edges.
    if (!rst_ni || mode_i != nic_pkg::PacePhase) active_q <= 1'b0;
    else if (takes_slots) active_q <= 1'b1;
    else if (end_of_message_i) active_q <= 1'b0;
    if (take_i) begin
      period_q <= period_i;
      aligned_q <= 1'b0;
    end else if (enable_i && (!begun || begins)) begin
      aligned_q <= 1'b1;
    end
    // Whether a packet starts is known last. None does at the edge of a taking that counts.
    if (start_i) begin
      begin_q <= next_begin;
      close_q <= next_close;
    end else if (take_i) begin
      begin_q <= first;
      close_q <= first_close;
    end else if (enable_i && over) begin
      begin_q <= next_begin;
      close_q <= next_close;
    end
  end

  logic unused;
  assign unused = ^{lag[Width-2:0], since_close[Width-2:0]};

  `ASSERT(OneMessageAtATime, !takes_slots || !active)
  `ASSERT(StartsInSlot, !start_i || come_o)
  `ASSERT(EventsAtEdges, enable_i || !(take_i || start_i || end_of_message_i))

endmodule
