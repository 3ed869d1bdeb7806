`include "common/assert.svh"

// Messages that wait for a receive, oldest first: finds the oldest one of some, which leaves the queue with that.
// Numbers of messages stand in columns of bits, so that all entries move up at once.
module waiting_queue (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  // A message begins to wait. Never in the tick of a search.
  input  logic                             append_i,
  input  logic [nic_pkg::MessageWidth-1:0] message_i,
  // A search among these messages, and whether the message that is found leaves: known later than the search.
  input  logic                             find_i,
  input  logic                             leave_i,
  input  logic [nic_pkg::Messages-1:0]     candidates_i,
  output logic                             found_o,
  output logic [nic_pkg::MessageWidth-1:0] found_message_o
);

  localparam int unsigned Depth = nic_pkg::Messages;
  localparam int unsigned Width = nic_pkg::MessageWidth;

  // Places in use are the lowest ones; the column of each bit of a number.
  logic [Depth-1:0] used_q;
  logic [Width*Depth-1:0] columns_q;

  logic [Depth-1:0] hit;
  always_comb begin
    hit = {Depth{1'b0}};
    if (find_i) begin
      for (int unsigned i = 0; i < Depth; i++) begin
        hit[i] = used_q[i] && candidates_i[{columns_q[5*Depth+i], columns_q[4*Depth+i], columns_q[3*Depth+i],
                                            columns_q[2*Depth+i], columns_q[Depth+i], columns_q[i]}];
      end
    end
  end

  // Places from the first hit on, in a logarithm of stages.
  logic [Depth-1:0] of_2;
  logic [Depth-1:0] of_4;
  logic [Depth-1:0] of_8;
  logic [Depth-1:0] of_16;
  logic [Depth-1:0] of_32;
  logic [Depth-1:0] onward;
  logic [Depth-1:0] first;
  assign of_2 = hit | hit << 1;
  assign of_4 = of_2 | of_2 << 2;
  assign of_8 = of_4 | of_4 << 4;
  assign of_16 = of_8 | of_8 << 8;
  assign of_32 = of_16 | of_16 << 16;
  assign onward = of_32 | of_32 << 32;
  assign first = hit & ~(onward << 1);
  assign found_o = hit != {Depth{1'b0}};
  for (genvar b = 0; b < Width; b++) begin : gen_bit
    assign found_message_o[b] = (first & columns_q[Depth*b+:Depth]) != {Depth{1'b0}};
  end

  logic [Depth-1:0] free;
  assign free = ~used_q & {used_q[Depth-2:0], 1'b1};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      used_q <= {Depth{1'b0}};
    end else if (append_i) begin
      used_q <= used_q | free;
      for (int unsigned b = 0; b < Width; b++) begin
        columns_q[Depth*b+:Depth] <= (columns_q[Depth*b+:Depth] & ~free) | ({Depth{message_i[b]}} & free);
      end
    end else if (leave_i && found_o) begin
      used_q <= used_q >> 1;
      for (int unsigned b = 0; b < Width; b++) begin
        columns_q[Depth*b+:Depth] <= (columns_q[Depth*b+:Depth] & ~onward) | (columns_q[Depth*b+:Depth] >> 1 & onward);
      end
    end
  end

  `ASSERT(QueueNotFull, !append_i || !used_q[Depth-1])
  `ASSERT(OneThingAtATime, !append_i || !leave_i)
  `ASSERT(LeavesWhatIsSearched, !leave_i || find_i)

endmodule
