// Matrix: of those that ask, the requester that was served longest ago. Whoever uses it keeps the
// order of all requesters, as a bit for each pair, so that of two one always comes before the other.
module matrix_arbiter #(
  parameter int unsigned NumRequesters = 16,
  parameter int unsigned NumPairs = NumRequesters * (NumRequesters - 1) / 2
) (
  // Low: nobody is granted, and order_o means nothing.
  input  logic                     enable_i,
  input  logic [NumRequesters-1:0] request_i,
  // Bit [i * (i - 1) / 2 + j], j < i: requester j comes before requester i. All ones after reset.
  input  logic [NumPairs-1:0]      order_i,
  // One-hot; none without requests.
  output logic [NumRequesters-1:0] grant_o,
  // After this grant: the winner comes behind all others.
  output logic [NumPairs-1:0]      order_o
);

  logic [NumRequesters-1:0] in_front;
  always_comb begin
    grant_o = {NumRequesters{1'b0}};
    in_front = {NumRequesters{1'b0}};
    if (enable_i && |request_i) begin
      for (int i = 0; i < NumRequesters; i++) begin
        in_front = {NumRequesters{1'b0}};
        for (int j = 0; j < i; j++) in_front[j] = order_i[i*(i-1)/2+j];
        for (int j = i + 1; j < NumRequesters; j++) in_front[j] = ~order_i[j*(j-1)/2+i];
        grant_o[i] = request_i[i] && (request_i & in_front) == 0;
      end
    end
  end

  always_comb begin
    order_o = {NumPairs{1'b0}};
    if (enable_i) begin
      for (int i = 1; i < NumRequesters; i++) begin
        for (int j = 0; j < i; j++) begin
          order_o[i*(i-1)/2+j] = (order_i[i*(i-1)/2+j] | grant_o[i]) & ~grant_o[j];
        end
      end
    end
  end

endmodule
