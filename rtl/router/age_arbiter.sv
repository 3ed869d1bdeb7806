// Oldest first: the requester that no other one comes before.
module age_arbiter #(
  parameter int unsigned NumRequesters = 16
) (
  input  logic [NumRequesters-1:0]               request_i,
  // Bit [i * NumRequesters + j]: requester j comes before requester i.
  input  logic [NumRequesters*NumRequesters-1:0] before_i,
  output logic [NumRequesters-1:0]               grant_o
);

  always_comb begin
    grant_o = {NumRequesters{1'b0}};
    if (|request_i) begin
      for (int i = 0; i < NumRequesters; i++) begin
        grant_o[i] = request_i[i] && (request_i & before_i[i*NumRequesters+:NumRequesters]) == 0;
      end
    end
  end

endmodule
