// The arbiter of coin.cpp. State: the lowest bit says that the next grant is by age.
module coin #(
  parameter int unsigned NumRequesters = 16,
  // 1: the first grant is that of the lowest number.
  parameter bit Fault = 1'b0
) (
  input  router_pkg::arbiter_e                   arbiter_i,
  input  logic                                   enable_i,
  input  logic [NumRequesters*NumRequesters-1:0] before_i,
  input  logic [NumRequesters-1:0]               state_i,
  output logic [NumRequesters*NumRequesters-1:0] order_o,
  input  logic [NumRequesters-1:0]               grant_i,
  output logic [NumRequesters-1:0]               state_o
);

  // Bit [i * NumRequesters + j]: requester j comes before requester i.
  logic [NumRequesters*NumRequesters-1:0] youngest;
  logic [NumRequesters*NumRequesters-1:0] lowest;
  always_comb begin
    for (int unsigned i = 0; i < NumRequesters; i++) begin
      for (int unsigned j = 0; j < NumRequesters; j++) begin
        youngest[NumRequesters*i+j] = i != j && !before_i[NumRequesters*i+j];
        lowest[NumRequesters*i+j] = j < i;
      end
    end
  end
  assign order_o = state_i[0] ^ Fault ? youngest : lowest;
  assign state_o = {state_i[NumRequesters-1:1], !state_i[0]};

endmodule
