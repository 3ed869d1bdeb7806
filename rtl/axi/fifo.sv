`include "common/assert.svh"

// First in, first out; whoever pushes sees to it that there is room.
module fifo #(
  parameter int unsigned Width = 8,
  // A power of two.
  parameter int unsigned Depth = 16
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             push_i,
  input  logic [Width-1:0] data_i,
  input  logic             pop_i,
  // There is something, and what is the oldest of it.
  output logic             valid_o,
  output logic [Width-1:0] data_o,
  output logic             full_o
);

  localparam int unsigned PointerWidth = $clog2(Depth);

  logic [Width-1:0] entries_q [Depth];
  logic [PointerWidth-1:0] write_q;
  logic [PointerWidth-1:0] read_q;
  logic [PointerWidth:0] count_q;
  assign valid_o = count_q != {(PointerWidth + 1) {1'b0}};
  assign full_o = count_q[PointerWidth];
  assign data_o = entries_q[read_q];

  always_ff @(posedge clk_i) begin
    if (push_i) entries_q[write_q] <= data_i;
    if (!rst_ni) begin
      write_q <= {PointerWidth{1'b0}};
      read_q <= {PointerWidth{1'b0}};
      count_q <= {(PointerWidth + 1) {1'b0}};
    end else begin
      if (push_i) write_q <= write_q + 1'b1;
      if (pop_i) read_q <= read_q + 1'b1;
      count_q <= count_q + {{PointerWidth{1'b0}}, push_i} - {{PointerWidth{1'b0}}, pop_i};
    end
  end

  `ASSERT(RoomForWhatComes, !push_i || !full_o || pop_i)
  `ASSERT(SomethingToTake, !pop_i || valid_o)

endmodule
