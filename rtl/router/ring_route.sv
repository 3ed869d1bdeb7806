// The way of a packet in one dimension, a ring or a row: which of the two directions, and how the
// dateline rule sees the link of a ring. A row has one way.
module ring_route (
  input  router_pkg::tie_break_e               tie_break_i,
  input  logic [router_pkg::RingSizeWidth-1:0] size_i,
  // A ring.
  input  logic                                 wrap_i,
  input  logic [flit_pkg::CoordinateWidth-1:0] here_i,
  input  logic [flit_pkg::CoordinateWidth-1:0] destination_i,
  // Sign of the offset, as the packet's header has it.
  input  logic                                 negative_i,
  // The packet is not yet where it leaves this dimension.
  output logic                                 travels_o,
  output logic                                 minus_o,
  output logic                                 crosses_o,
  output logic                                 wraps_o
);

  localparam int unsigned SumWidth = router_pkg::RingSizeWidth + 1;

  logic behind;
  logic [SumWidth-1:0] size;
  logic [SumWidth-1:0] ahead;
  logic [SumWidth-1:0] twice;

  assign size = {1'b0, size_i};
  assign behind = destination_i < here_i;
  // Links to go in the positive direction.
  assign ahead = {2'b0, destination_i} - {2'b0, here_i} + (behind ? size : {SumWidth{1'b0}});
  assign twice = {ahead[SumWidth-2:0], 1'b0};

  assign travels_o = here_i != destination_i;
  always_comb begin
    if (!wrap_i) minus_o = behind;
    else if (twice == size) minus_o = tie_break_i == router_pkg::TieBreakSigned && negative_i;
    else minus_o = twice > size;
  end
  assign crosses_o = minus_o ? here_i == {flit_pkg::CoordinateWidth{1'b0}}
                             : {2'b0, here_i} == size - 1'b1;
  assign wraps_o = minus_o ? destination_i > here_i : behind;

endmodule
