// Matrix: the requester that was served longest ago comes first. Whoever uses it keeps the order of
// all requesters, as a bit for each pair, so that of two one always comes before the other.
module matrix_arbiter #(
  parameter int unsigned NumRequesters = 16,
  parameter int unsigned NumPairs = NumRequesters * (NumRequesters - 1) / 2
) (
  // Low: the outputs mean nothing.
  input  logic                                   enable_i,
  // Bit [i * (i - 1) / 2 + j], j < i: requester j comes before requester i. All ones after reset.
  input  logic [NumPairs-1:0]                    pairs_i,
  // Bit [i * NumRequesters + j]: requester j comes before requester i.
  output logic [NumRequesters*NumRequesters-1:0] order_o,
  // One-hot, or none.
  input  logic [NumRequesters-1:0]               grant_i,
  // After this grant: the winner comes behind all others.
  output logic [NumPairs-1:0]                    pairs_o
);

  always_comb begin
    order_o = {(NumRequesters * NumRequesters) {1'b0}};
    if (enable_i) begin
      for (int i = 1; i < NumRequesters; i++) begin
        for (int j = 0; j < i; j++) begin
          order_o[i*NumRequesters+j] = pairs_i[i*(i-1)/2+j];
          order_o[j*NumRequesters+i] = ~pairs_i[i*(i-1)/2+j];
        end
      end
    end
  end

  always_comb begin
    pairs_o = pairs_i;
    if (enable_i && |grant_i) begin
      for (int i = 1; i < NumRequesters; i++) begin
        for (int j = 0; j < i; j++) begin
          pairs_o[i*(i-1)/2+j] = (pairs_i[i*(i-1)/2+j] | grant_i[i]) & ~grant_i[j];
        end
      end
    end
  end

endmodule
