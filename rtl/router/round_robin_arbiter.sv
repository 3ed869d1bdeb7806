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

  // Both at once: those that are ahead, and all of them.
  logic [NumRequesters-1:0] ahead;
  logic [NumRequesters-1:0] above_ahead;
  logic [NumRequesters-1:0] above_any;
  assign ahead = request_i & ahead_i;
  requesters_above #(
    .NumRequesters(NumRequesters)
  ) u_above_ahead (
    .first_i(ahead),
    .above_o(above_ahead)
  );
  requesters_above #(
    .NumRequesters(NumRequesters)
  ) u_above_any (
    .first_i(request_i),
    .above_o(above_any)
  );
  assign grant_o = |ahead ? ahead & ~above_ahead : request_i & ~above_any;
  assign ahead_o = |ahead ? above_ahead : above_any;

endmodule
