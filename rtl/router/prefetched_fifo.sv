`include "common/assert.svh"

// First in, first out, in a memory that is read with the clock. The two oldest words are outside of it: in a register,
// and on the memory's output. A word can be taken three edges after the one that it is pushed at, and one word at every
// edge.
module prefetched_fifo #(
  parameter int unsigned Width = 128,
  // Words of the memory, 2 or more; two more have room outside.
  parameter int unsigned Depth = 512
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             push_i,
  input  logic [Width-1:0] data_i,
  // The oldest word, from a register; meaningless while valid_o is low.
  output logic             valid_o,
  output logic [Width-1:0] data_o,
  input  logic             pop_i
);

  localparam int unsigned AddressWidth = $clog2(Depth);
  localparam int unsigned LastNumber = Depth - 1;
  localparam logic [AddressWidth-1:0] Last = LastNumber[AddressWidth-1:0];

  logic [Width-1:0] front_q;
  logic front_valid_q;
  // What the memory reads is the second oldest word.
  logic [Width-1:0] second;
  logic second_valid_q;
  logic [AddressWidth-1:0] write_q;
  logic [AddressWidth-1:0] read_q;
  logic [AddressWidth:0] stored_q;
  logic moves;
  logic direct;
  logic store;
  logic fetch;
  assign valid_o = front_valid_q;
  assign data_o = front_q;
  // The front has room at this edge; a word that comes takes it if no older one is there.
  assign moves = pop_i || !front_valid_q;
  assign direct = push_i && moves && !second_valid_q && stored_q == {(AddressWidth + 1) {1'b0}};
  assign store = push_i && !direct;
  assign fetch = stored_q != {(AddressWidth + 1) {1'b0}} && (moves || !second_valid_q);

  ram_1r1w_sync #(
    .Width(Width),
    .Depth(Depth)
  ) u_words (
    .clk_i,
    .write_i        (store),
    .write_address_i(write_q),
    .write_data_i   (data_i),
    .read_i         (fetch),
    .read_address_i (read_q),
    .read_data_o    (second)
  );

  always_ff @(posedge clk_i) begin
    if (moves && second_valid_q) front_q <= second;
    else if (direct) front_q <= data_i;
    if (!rst_ni) begin
      front_valid_q <= 1'b0;
      second_valid_q <= 1'b0;
      write_q <= {AddressWidth{1'b0}};
      read_q <= {AddressWidth{1'b0}};
      stored_q <= {(AddressWidth + 1) {1'b0}};
    end else begin
      if (moves) front_valid_q <= second_valid_q || direct;
      second_valid_q <= fetch || (second_valid_q && !moves);
      if (store) write_q <= write_q == Last ? {AddressWidth{1'b0}} : write_q + 1'b1;
      if (fetch) read_q <= read_q == Last ? {AddressWidth{1'b0}} : read_q + 1'b1;
      stored_q <= stored_q + {{AddressWidth{1'b0}}, store} - {{AddressWidth{1'b0}}, fetch};
    end
  end

  `ASSERT(WordFindsRoom, !store || fetch || stored_q <= {1'b0, Last})
  `ASSERT(WordIsThere, !pop_i || front_valid_q)

endmodule
