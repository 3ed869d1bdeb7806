// Links on a shortest way between two places of a ring, or a row, of 1 to 256.
module ring_distance (
  input  logic [7:0] from_i,
  input  logic [7:0] to_i,
  // More than either position.
  input  logic [8:0] size_i,
  input  logic       wrap_i,
  output logic [7:0] distance_o
);

  logic [8:0] offset;
  logic [8:0] one_way;
  logic [8:0] other_way;
  // From the lower number to the higher one, without the wraparound and with it.
  assign offset = {1'b0, to_i} - {1'b0, from_i};
  assign one_way = to_i < from_i ? {1'b0, from_i} - {1'b0, to_i} : offset;
  assign other_way = size_i - one_way;
  assign distance_o = !wrap_i || one_way < other_way ? one_way[7:0] : other_way[7:0];

endmodule
