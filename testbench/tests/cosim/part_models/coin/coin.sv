// The arbiter of coin.cpp. State: the lowest bit says that the next grant is by age.
module coin #(
  parameter int unsigned NumRequesters = 16,
  // 1: the first grant is that of the lowest number.
  parameter bit Fault = 1'b0
) (
  input  router_pkg::arbiter_e                   arbiter_i,
  input  logic [NumRequesters-1:0]               request_i,
  input  logic [NumRequesters*NumRequesters-1:0] before_i,
  input  logic [NumRequesters-1:0]               state_i,
  output logic [NumRequesters-1:0]               grant_o,
  output logic [NumRequesters-1:0]               state_o
);

  logic [NumRequesters-1:0] youngest;
  logic [NumRequesters-1:0] lowest;
  always_comb begin
    for (int unsigned i = 0; i < NumRequesters; i++) begin
      // Everybody else that asks is older.
      youngest[i] = request_i[i] &&
        (request_i & ~before_i[NumRequesters*i+:NumRequesters] & ~(NumRequesters'(1) << i)) == '0;
    end
  end
  assign lowest = request_i & (~request_i + NumRequesters'(1));
  assign grant_o = state_i[0] ^ Fault ? youngest : lowest;
  assign state_o = {state_i[NumRequesters-1:1], !state_i[0]};

endmodule
