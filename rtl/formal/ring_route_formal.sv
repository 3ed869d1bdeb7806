// Proof, for every size of a ring or row, place, destination, sign and tie break: a packet goes the shorter way, a tie
// goes where the strap says, and the wraparound link is seen where it is.
module ring_route_formal (
  input logic                                   clk_i,
  input logic                                   rst_ni,
  input router_pkg::tie_break_e                 tie_break_i,
  input logic [router_pkg::RingSizeWidth-1:0]   size_i,
  input logic                                   wrap_i,
  input logic [flit_pkg::CoordinateWidth-1:0]   here_i,
  input logic [flit_pkg::CoordinateWidth-1:0]   destination_i,
  input logic                                   negative_i
);

  logic travels;
  logic minus;
  logic crosses;
  logic wraps;
  ring_route u_ring_route (
    .tie_break_i,
    .size_i,
    .wrap_i,
    .here_i,
    .destination_i,
    .negative_i,
    .travels_o(travels),
    .minus_o  (minus),
    .crosses_o(crosses),
    .wraps_o  (wraps)
  );

  // Links on the way in either direction, the wraparound link among them or not.
  logic [15:0] size;
  logic [15:0] here;
  logic [15:0] there;
  logic [15:0] up;
  logic [15:0] down;
  assign size = {7'd0, size_i};
  assign here = {8'd0, here_i};
  assign there = {8'd0, destination_i};
  assign up = there >= here ? there - here : size - here + there;
  assign down = here >= there ? here - there : here + size - there;

  logic seen_q;
  always_ff @(posedge clk_i) seen_q <= rst_ni;
  always_comb begin
    assume (size >= 16'd2 && size <= 16'd256 && here < size && there < size);
    assert (travels == (here != there));
    if (travels && !wrap_i) assert (minus == (there < here));
    if (travels && wrap_i) begin
      assert (up + down == size);
      if (up < down) assert (!minus);
      if (up > down) assert (minus);
      if (up == down) assert (minus == (tie_break_i == router_pkg::TieBreakSigned && negative_i));
      // The next link, and any link of the way.
      assert (crosses == (minus ? here == 16'd0 : here == size - 16'd1));
      assert (wraps == (minus ? down > here : up >= size - here));
    end
  end

endmodule
