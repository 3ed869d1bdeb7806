// Who of those that ask for an output is given it: at an edge at which somebody asks, exactly one.
// Without a clock: what is to be remembered of a grant the switch allocator keeps, by output.
module output_arbiter #(
  parameter int unsigned NumRequesters = 16
) (
  input  router_pkg::arbiter_e                   arbiter_i,
  input  logic [NumRequesters-1:0]               request_i,
  // Bit [i * NumRequesters + j]: requester j is older than requester i, or as old with a lower
  // number. Means nothing where i or j does not ask, nor with another arbiter than oldest first.
  input  logic [NumRequesters*NumRequesters-1:0] before_i,
  // After the last grant for this output; all ones after reset.
  input  logic [NumRequesters-1:0]               state_i,
  // One-hot; none without requests.
  output logic [NumRequesters-1:0]               grant_o,
  // What is to be remembered of this grant.
  output logic [NumRequesters-1:0]               state_o
);

  logic [NumRequesters-1:0] in_turn;
  logic [NumRequesters-1:0] oldest;
  round_robin_arbiter #(
    .NumRequesters(NumRequesters)
  ) u_round_robin (
    .request_i,
    .ahead_i(state_i),
    .grant_o(in_turn),
    .ahead_o(state_o)
  );
  age_arbiter #(
    .NumRequesters(NumRequesters)
  ) u_age (
    .request_i,
    .before_i,
    .grant_o(oldest)
  );
  assign grant_o = arbiter_i == router_pkg::ArbiterOldestFirst ? oldest : in_turn;

endmodule
