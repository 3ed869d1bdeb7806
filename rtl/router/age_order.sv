// Who of two requesters is older, for all pairs: the earlier injection modulo 2^32, then the lower
// number.
module age_order #(
  parameter int unsigned NumRequesters = 16
) (
  // Low: nothing is compared.
  input  logic                                           enable_i,
  input  logic [NumRequesters*flit_pkg::AgeWidth-1:0]    age_i,
  // Bit [i * NumRequesters + j]: requester j comes before requester i.
  output logic [NumRequesters*NumRequesters-1:0]         before_o
);

  logic [flit_pkg::AgeWidth-1:0] difference;
  always_comb begin
    before_o = {(NumRequesters * NumRequesters) {1'b0}};
    difference = {flit_pkg::AgeWidth{1'b0}};
    if (enable_i) begin
      for (int i = 0; i < NumRequesters; i++) begin
        for (int j = i + 1; j < NumRequesters; j++) begin
          difference = age_i[j*flit_pkg::AgeWidth+:flit_pkg::AgeWidth]
                     - age_i[i*flit_pkg::AgeWidth+:flit_pkg::AgeWidth];
          before_o[i*NumRequesters+j] = difference[flit_pkg::AgeWidth-1];
          before_o[j*NumRequesters+i] = ~difference[flit_pkg::AgeWidth-1];
        end
      end
    end
  end

endmodule
