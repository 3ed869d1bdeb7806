// Requesters above the lowest one of some, in as many steps as a number of a requester has bits.
module requesters_above #(
  parameter int unsigned NumRequesters = 16
) (
  input  logic [NumRequesters-1:0] first_i,
  output logic [NumRequesters-1:0] above_o
);

  localparam int unsigned Steps = $clog2(NumRequesters);

  // After step s those that one of the 2^s below them, itself included, is of first_i.
  for (genvar s = 0; s <= Steps; s++) begin : gen_step
    logic [NumRequesters-1:0] reached;
    if (s == 0) begin : gen_first
      assign reached = first_i;
    end else begin : gen_next
      assign reached = gen_step[s-1].reached | (gen_step[s-1].reached << (1 << (s - 1)));
    end
  end
  assign above_o = gen_step[Steps].reached << 1;

endmodule
