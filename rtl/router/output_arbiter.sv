// In which order requesters are served by an output: of those that ask and can be served, the one
// that comes first is. The order is known before anybody asks, from what the last grants have left.
// Without a clock: what is to be remembered of a grant the switch allocator keeps, by output.
module output_arbiter #(
  parameter int unsigned NumRequesters = 16
) (
  input  router_pkg::arbiter_e                   arbiter_i,
  // Low: order_o means nothing.
  input  logic                                   enable_i,
  // Bit [i * NumRequesters + j]: requester j is older than requester i, or as old with a lower
  // number. Means nothing where i or j does not ask, nor with another arbiter than oldest first.
  input  logic [NumRequesters*NumRequesters-1:0] before_i,
  // After the last grant for this output; all ones after reset.
  input  logic [NumRequesters-1:0]               state_i,
  // Bit [i * NumRequesters + j]: requester j comes before requester i. Of any two that ask, one comes
  // before the other, and there is no circle.
  output logic [NumRequesters*NumRequesters-1:0] order_o,
  // One-hot: the requester that is given the output at this edge; or none.
  input  logic [NumRequesters-1:0]               grant_i,
  // What is to be remembered of this grant. Means nothing without one.
  output logic [NumRequesters-1:0]               state_o
);

  logic [NumRequesters*NumRequesters-1:0] in_turn;
  round_robin_arbiter #(
    .NumRequesters(NumRequesters)
  ) u_round_robin (
    .enable_i(enable_i && arbiter_i == router_pkg::ArbiterRoundRobin),
    .ahead_i (state_i),
    .order_o (in_turn),
    .grant_i,
    .ahead_o (state_o)
  );
  always_comb begin
    order_o = in_turn;
    if (enable_i && arbiter_i == router_pkg::ArbiterOldestFirst) order_o = before_i;
  end

endmodule
