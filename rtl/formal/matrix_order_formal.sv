// Proof: matrix is fair within N. The order is total at all times; of those that ask the one that
// was served longest ago wins and comes behind all others. A grant that a requester does not win
// leaves one less in front of it, so at most N - 1 others come before it.
module matrix_order_formal #(
  parameter int unsigned N = 8,
  parameter int unsigned NumPairs = N * (N - 1) / 2
) (
  input logic         clk_i,
  input logic         rst_ni,
  input logic [N-1:0] request_i
);

  logic [NumPairs-1:0] order_q;
  logic [NumPairs-1:0] order;
  logic [N*N-1:0] in_front;
  logic [N*N-1:0] in_front_then;
  logic [N-1:0] grant;
  matrix_order #(
    .NumRequesters(N)
  ) u_now (
    .enable_i(1'b1),
    .order_i (order_q),
    .grant_i (grant),
    .before_o(in_front),
    .order_o (order)
  );
  age_arbiter #(
    .NumRequesters(N)
  ) u_arbiter (
    .request_i,
    .before_i(in_front),
    .grant_o (grant)
  );
  always_ff @(posedge clk_i) begin
    if (!rst_ni) order_q <= {NumPairs{1'b1}};
    else order_q <= order;
  end

  logic [NumPairs-1:0] unused_order;
  matrix_order #(
    .NumRequesters(N)
  ) u_then (
    .enable_i(1'b1),
    .order_i (order),
    .grant_i ({N{1'b0}}),
    .before_o(in_front_then),
    .order_o (unused_order)
  );

  for (genvar i = 0; i < N; i++) begin : gen_requester
    logic [N-1:0] now;
    logic [N-1:0] then_;
    assign now = in_front[i*N+:N];
    assign then_ = in_front_then[i*N+:N];
    always_comb begin
      if (rst_ni) begin
        // Whoever is in front of one in front is in front: no circle.
        for (int j = 0; j < N; j++) begin
          if (now[j]) assert ((in_front[j*N+:N] & ~now) == 0);
        end
        assert ((grant & (grant - 1'b1)) == 0);
        assert ((grant & ~request_i) == 0);
        assert ((request_i == 0) == (grant == 0));
        // The winner is behind all, and for those that it was in front of nothing else changes.
        if (grant[i]) assert (then_ == ~({{(N - 1) {1'b0}}, 1'b1} << i));
        else assert (then_ == (now & ~grant));
        if (request_i[i] && !grant[i]) assert ((now & grant) == grant);
      end
    end
  end

endmodule
