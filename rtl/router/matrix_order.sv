// Order of the requesters of one output by the time since they were served: whoever was served
// longest ago comes first. The order is a bit for each pair, so that of two requesters one always
// comes before the other.
module matrix_order #(
  parameter int unsigned NumRequesters = 16,
  parameter int unsigned NumPairs = NumRequesters * (NumRequesters - 1) / 2
) (
  // Low: there is no order.
  input  logic                                   enable_i,
  // Bit [i * (i - 1) / 2 + j], j < i: requester j comes before requester i. All ones after reset.
  input  logic [NumPairs-1:0]                    order_i,
  // One-hot or none.
  input  logic [NumRequesters-1:0]               grant_i,
  // Bit [i * NumRequesters + j]: requester j comes before requester i.
  output logic [NumRequesters*NumRequesters-1:0] before_o,
  // After this grant.
  output logic [NumPairs-1:0]                    order_o
);

  always_comb begin
    before_o = {(NumRequesters * NumRequesters) {1'b0}};
    if (enable_i) begin
      for (int i = 1; i < NumRequesters; i++) begin
        for (int j = 0; j < i; j++) begin
          before_o[i*NumRequesters+j] = order_i[i*(i-1)/2+j];
          before_o[j*NumRequesters+i] = ~order_i[i*(i-1)/2+j];
        end
      end
    end
  end

  // A winner comes behind all others.
  always_comb begin
    order_o = order_i;
    if (enable_i && |grant_i) begin
      for (int i = 1; i < NumRequesters; i++) begin
        for (int j = 0; j < i; j++) begin
          order_o[i*(i-1)/2+j] = (order_i[i*(i-1)/2+j] | grant_i[i]) & ~grant_i[j];
        end
      end
    end
  end

endmodule
