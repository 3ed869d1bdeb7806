// Proof: matrix is fair within N. The order is total at all times, whoever is granted. The winner comes
// behind all others, and leaves one less in front of those that it was in front of; so at most N - 1
// others come before a requester.
module matrix_arbiter_formal #(
  parameter int unsigned N = 8,
  parameter int unsigned NumPairs = N * (N - 1) / 2
) (
  input logic         clk_i,
  input logic         rst_ni,
  // One-hot or none: any winner.
  input logic [N-1:0] grant_i
);

  logic [NumPairs-1:0] pairs_q;
  logic [NumPairs-1:0] pairs;
  logic [N*N-1:0] now;
  logic [N*N-1:0] after;
  matrix_arbiter #(
    .NumRequesters(N)
  ) u_arbiter (
    .enable_i(1'b1),
    .pairs_i (pairs_q),
    .order_o (now),
    .grant_i,
    .pairs_o (pairs)
  );
  always_ff @(posedge clk_i) begin
    if (!rst_ni) pairs_q <= {NumPairs{1'b1}};
    else pairs_q <= pairs;
  end
  always_comb assume ((grant_i & (grant_i - 1'b1)) == 0);

  // Bit [i * N + j]: j is in front of i after the grant.
  for (genvar i = 0; i < N; i++) begin : gen_row
    for (genvar j = 0; j < N; j++) begin : gen_pair
      if (j < i) begin : gen_below
        assign after[i*N+j] = pairs[i*(i-1)/2+j];
      end else if (j > i) begin : gen_above
        assign after[i*N+j] = ~pairs[j*(j-1)/2+i];
      end else begin : gen_self
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
        // Whoever is in front of one in front is in front: no circle. Of two one is in front.
        for (int j = 0; j < N; j++) begin
          if (in_front[j]) assert ((now[j*N+:N] & ~in_front) == 0);
          if (j != i) assert (now[i*N+j] != now[j*N+i]);
        end
        assert (!in_front[i]);
        // The winner is behind all, and the others keep their order.
        if (grant_i[i]) assert (in_front_after == ~({{(N - 1) {1'b0}}, 1'b1} << i));
        else assert (in_front_after == (in_front & ~grant_i));
      end
    end
  end

endmodule
