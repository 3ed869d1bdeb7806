// Round robin: requesters above the last winner come first, lowest number first, then it starts
// again from 0. Whoever uses it keeps whom the last grant has put ahead: all of them after reset.
module round_robin_arbiter #(
  parameter int unsigned NumRequesters = 16
) (
  input  logic [NumRequesters-1:0] request_i,
  input  logic [NumRequesters-1:0] ahead_i,
  // One-hot; none without requests.
  output logic [NumRequesters-1:0] grant_o,
  // Who is ahead of the others after this grant.
  output logic [NumRequesters-1:0] ahead_o
);

  localparam int unsigned Steps = $clog2(NumRequesters);

  // At once among those that are ahead and among all: those above the lowest one that asks, in as
  // many steps as a number of a requester has bits.
  logic [NumRequesters-1:0] ahead;
  logic [NumRequesters-1:0] above_ahead;
  logic [NumRequesters-1:0] above_any;
  always_comb begin
    ahead = request_i & ahead_i;
    above_ahead = ahead << 1;
    above_any = request_i << 1;
    for (int s = 0; s < Steps; s++) begin
      above_ahead = above_ahead | (above_ahead << (1 << s));
      above_any = above_any | (above_any << (1 << s));
    end
    grant_o = |ahead ? ahead & ~above_ahead : request_i & ~above_any;
    ahead_o = |ahead ? above_ahead : above_any;
  end

endmodule
