// Proof: round robin is fair within N. The order is total; the winner, whoever it is, comes last among
// those that asked with it; and the place in line of a requester gets smaller with every grant to one
// that comes before it. So at most N - 1 others come before it.
module round_robin_formal #(
  parameter int unsigned N = 16
) (
  input logic         clk_i,
  input logic         rst_ni,
  // One-hot or none: any winner. One-hot: any requester that has asked with it.
  input logic [N-1:0] grant_i,
  input logic [N-1:0] who_i
);

  logic [N-1:0] ahead_q;
  logic [N-1:0] ahead;
  logic [N*N-1:0] order;
  round_robin_arbiter #(
    .NumRequesters(N)
  ) u_arbiter (
    .enable_i(1'b1),
    .ahead_i (ahead_q),
    .order_o (order),
    .grant_i,
    .ahead_o (ahead)
  );
  always_ff @(posedge clk_i) begin
    if (!rst_ni) ahead_q <= {N{1'b1}};
    else if (|grant_i) ahead_q <= ahead;
  end

  always_comb assume (who_i != 0 && (who_i & (who_i - 1'b1)) == 0);
  always_comb assume ((grant_i & (grant_i - 1'b1)) == 0);

  // Those before `who_i` in the line as it is and as it is after the grant.
  logic [N-1:0] lower;
  logic [N-1:0] before_now;
  logic [N-1:0] before_then;
  always_comb begin
    before_now = {N{1'b0}};
    for (int i = 0; i < N; i++) begin
      if (who_i[i]) before_now = before_now | order[i*N+:N];
    end
  end
  assign lower = who_i - 1'b1;
  assign before_then = |(ahead & who_i) ? ahead & lower : ahead | lower;

  logic [N-1:0] behind;
  logic [N-1:0] behind_and_one;
  assign behind = ~ahead_q;
  assign behind_and_one = behind + 1'b1;

  logic [7:0] place_now;
  logic [7:0] place_then;
  always_comb begin
    place_now = 0;
    place_then = 0;
    for (int i = 0; i < N; i++) begin
      place_now = place_now + {7'b0, before_now[i]};
      place_then = place_then + {7'b0, before_then[i]};
    end
    if (rst_ni) begin
      // The line turns: whoever is ahead is above all who are not.
      assert ((behind & behind_and_one) == {N{1'b0}});
      assert (place_now < N);
      if (|(ahead_q & who_i)) assert ((before_now & ~ahead_q) == 0);
      if (|(grant_i & before_now)) assert (place_then < place_now);
      // Of two one comes before the other.
      for (int i = 0; i < N; i++) begin
        assert (!order[i*N+i]);
        for (int j = 0; j < i; j++) assert (order[i*N+j] != order[j*N+i]);
      end
    end
  end

endmodule
