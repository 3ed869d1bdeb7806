// Proof: round robin is fair within N. The place in line of a requester, counted in those who could
// be served before it, is below N, and gets smaller with every grant that it does not win; so at
// most N - 1 others come before it.
module round_robin_formal #(
  parameter int unsigned N = 16
) (
  input logic         clk_i,
  input logic         rst_ni,
  input logic [N-1:0] request_i,
  // One-hot: any requester.
  input logic [N-1:0] who_i
);

  logic [N-1:0] ahead_q;
  logic [N-1:0] ahead;
  logic [N-1:0] grant;
  round_robin_arbiter #(
    .NumRequesters(N)
  ) u_arbiter (
    .request_i,
    .ahead_i(ahead_q),
    .grant_o(grant),
    .ahead_o(ahead)
  );
  always_ff @(posedge clk_i) begin
    if (!rst_ni) ahead_q <= {N{1'b1}};
    else if (|grant) ahead_q <= ahead;
  end

  always_comb assume (who_i != 0 && (who_i & (who_i - 1'b1)) == 0);

  // Those before `who_i` in the line that `order` makes.
  logic [N-1:0] lower;
  logic [N-1:0] before_now;
  logic [N-1:0] before_then;
  assign lower = who_i - 1'b1;
  assign before_now = |(ahead_q & who_i) ? ahead_q & lower : ahead_q | lower;
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
      assert ((grant & (grant - 1'b1)) == 0);
      assert ((grant & ~request_i) == 0);
      assert ((request_i == 0) == (grant == 0));
      assert (place_now < N);
      if (|(request_i & who_i) && !(|(grant & who_i))) assert (place_then < place_now);
    end
  end

endmodule
