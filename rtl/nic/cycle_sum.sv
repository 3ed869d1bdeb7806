// Adds to a counter of 64 bits the cycles from one cycle to another, numbers of 32 bits, and one more. The sum does not wait
// for the difference of the two: its carry is put right where the number of the cycle has gone round.
module cycle_sum (
  input  logic [63:0]                    count_i,
  input  logic [nic_pkg::CycleWidth-1:0] cycle_i,
  input  logic [nic_pkg::CycleWidth-1:0] from_i,
  input  logic                           one_more_i,
  output logic [63:0]                    sum_o
);

  logic [32:0] lower;
  logic [31:0] upper;
  logic carries;
  assign lower = {1'b0, count_i[31:0]} + {1'b0, cycle_i} - {1'b0, from_i} + {32'd0, one_more_i};
  assign upper = count_i[63:32] + 32'd1;
  assign carries = lower[32] ^ (cycle_i < from_i);
  assign sum_o = {carries ? upper : count_i[63:32], lower[31:0]};

endmodule
