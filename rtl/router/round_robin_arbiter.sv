// Round robin: requesters above the last winner come first, lowest number first, then it starts
// again from 0. Whoever uses it keeps whom the last grant has put ahead: all of them after reset.
module round_robin_arbiter #(
  parameter int unsigned NumRequesters = 16
) (
  // Low: order_o means nothing.
  input  logic                                   enable_i,
  input  logic [NumRequesters-1:0]               ahead_i,
  // Bit [i * NumRequesters + j]: requester j comes before requester i.
  output logic [NumRequesters*NumRequesters-1:0] order_o,
  // One-hot: the winner, if there is one.
  input  logic [NumRequesters-1:0]               grant_i,
  // Who is ahead of the others after this grant: those above the winner.
  output logic [NumRequesters-1:0]               ahead_o
);

  localparam int unsigned Steps = $clog2(NumRequesters);

  logic [NumRequesters-1:0] lower;
  always_comb begin
    order_o = {(NumRequesters * NumRequesters) {1'b0}};
    lower = {NumRequesters{1'b0}};
    if (enable_i) begin
      for (int i = 0; i < NumRequesters; i++) begin
        order_o[i*NumRequesters+:NumRequesters] = ahead_i[i] ? ahead_i & lower : ahead_i | lower;
        lower[i] = 1'b1;
      end
    end
  end

  // In as many steps as a number of a requester has bits.
  logic [NumRequesters-1:0] above;
  always_comb begin
    above = grant_i << 1;
    for (int s = 0; s < Steps; s++) above = above | (above << (1 << s));
  end
  assign ahead_o = above;

endmodule
