// Who of two requesters is older, for all pairs: the earlier injection modulo 2^32, then the lower
// number.
module age_order #(
  parameter int unsigned NumRequesters = 16
) (
  input  logic [NumRequesters*flit_pkg::AgeWidth-1:0]    age_i,
  // Bit [i * NumRequesters + j]: requester j comes before requester i.
  output logic [NumRequesters*NumRequesters-1:0]         before_o
);

  for (genvar i = 0; i < NumRequesters; i++) begin : gen_row
    for (genvar j = 0; j < NumRequesters; j++) begin : gen_column
      if (i == j) begin : gen_self
        assign before_o[i*NumRequesters+j] = 1'b0;
      end else if (j > i) begin : gen_later
        logic [flit_pkg::AgeWidth-1:0] difference;
        assign difference = age_i[j*flit_pkg::AgeWidth+:flit_pkg::AgeWidth]
                          - age_i[i*flit_pkg::AgeWidth+:flit_pkg::AgeWidth];
        assign before_o[i*NumRequesters+j] = difference[flit_pkg::AgeWidth-1];
        assign before_o[j*NumRequesters+i] = ~difference[flit_pkg::AgeWidth-1];
      end
    end
  end

endmodule
