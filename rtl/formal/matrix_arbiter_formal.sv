// Proof: matrix is fair within N. The order is total at all times; of those that ask the one that
// was served longest ago wins and comes behind all others. A grant that a requester does not win
// leaves one less in front of it, so at most N - 1 others come before it.
module matrix_arbiter_formal #(
  parameter int unsigned N = 8,
  parameter int unsigned NumPairs = N * (N - 1) / 2
) (
  input logic         clk_i,
  input logic         rst_ni,
  input logic [N-1:0] request_i
);

  logic [NumPairs-1:0] order_q;
  logic [NumPairs-1:0] order;
  logic [N-1:0] grant;
  matrix_arbiter #(
    .NumRequesters(N)
  ) u_arbiter (
    .enable_i(1'b1),
    .request_i,
    .order_i (order_q),
    .grant_o (grant),
    .order_o (order)
  );
  always_ff @(posedge clk_i) begin
    if (!rst_ni) order_q <= {NumPairs{1'b1}};
    else order_q <= order;
  end

  // Bit [i * N + j]: j is in front of i, now and after the grant.
  logic [N*N-1:0] now;
  logic [N*N-1:0] after;
  for (genvar i = 0; i < N; i++) begin : gen_row
    for (genvar j = 0; j < N; j++) begin : gen_pair
      if (j < i) begin : gen_below
        assign now[i*N+j] = order_q[i*(i-1)/2+j];
        assign after[i*N+j] = order[i*(i-1)/2+j];
      end else if (j > i) begin : gen_above
        assign now[i*N+j] = ~order_q[j*(j-1)/2+i];
        assign after[i*N+j] = ~order[j*(j-1)/2+i];
      end else begin : gen_self
        assign now[i*N+j] = 1'b0;
        assign after[i*N+j] = 1'b0;
      end
    end
  end

  for (genvar i = 0; i < N; i++) begin : gen_requester
    logic [N-1:0] in_front;
    logic [N-1:0] in_front_after;
    assign in_front = now[i*N+:N];
    assign in_front_after = after[i*N+:N];
    always_comb begin
      if (rst_ni) begin
        // Whoever is in front of one in front is in front: no circle.
        for (int j = 0; j < N; j++) begin
          if (in_front[j]) assert ((now[j*N+:N] & ~in_front) == 0);
        end
        assert ((grant & (grant - 1'b1)) == 0);
        assert ((grant & ~request_i) == 0);
        assert ((request_i == 0) == (grant == 0));
        // The winner is behind all, and the others keep their order.
        if (grant[i]) assert (in_front_after == ~({{(N - 1) {1'b0}}, 1'b1} << i));
        else assert (in_front_after == (in_front & ~grant));
        if (request_i[i] && !grant[i]) assert ((in_front & grant) == grant);
      end
    end
  end

endmodule
