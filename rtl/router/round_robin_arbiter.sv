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

  logic [NumRequesters-1:0] first;
  assign first = |(request_i & ahead_i) ? request_i & ahead_i : request_i;
  assign grant_o = first & (~first + 1'b1);
  assign ahead_o = ~(grant_o | (grant_o - 1'b1));

endmodule
