// Links on a shortest way between two places of a ring, or a row, of 1 to 256.
module ring_distance (
  input  logic [7:0] from_i,
  input  logic [7:0] to_i,
  // More than either position.
  input  logic [8:0] size_i,
  input  logic       wrap_i,
  output logic [7:0] distance_o
);

  // From the lower number to the higher one, without the wraparound and with it; all of it side by side.
  logic [8:0] up;
  logic [8:0] down;
  logic [8:0] beside_up;
  logic [8:0] beside_down;
  logic goes_down;
  assign up = {1'b0, to_i} - {1'b0, from_i};
  assign down = {1'b0, from_i} - {1'b0, to_i};
  assign beside_up = size_i + {1'b0, from_i} - {1'b0, to_i};
  assign beside_down = size_i + {1'b0, to_i} - {1'b0, from_i};
  assign goes_down = to_i < from_i;

  logic [7:0] one_way;
  logic [7:0] other_way;
  assign one_way = goes_down ? down[7:0] : up[7:0];
  assign other_way = goes_down ? beside_down[7:0] : beside_up[7:0];
  assign distance_o = !wrap_i || {one_way, 1'b0} < size_i ? one_way : other_way;

  logic unused;
  assign unused = ^{up[8], down[8], beside_up[8], beside_down[8]};

endmodule
