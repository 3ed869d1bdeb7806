// Adds to a counter of 64 bits the cycles from one cycle to another, numbers of 32 bits, and one more. The lower word
// does not wait for the difference of the two; its carry shows in that it is less than what is added.
module cycle_sum (
  input  logic [63:0]                    count_i,
  input  logic [nic_pkg::CycleWidth-1:0] cycle_i,
  input  logic [nic_pkg::CycleWidth-1:0] from_i,
  input  logic                           one_more_i,
  output logic [63:0]                    sum_o
);

  logic [31:0] lower;
  logic [31:0] upper;
  logic carries;
  assign lower = count_i[31:0] + cycle_i - from_i + {31'd0, one_more_i};
  assign upper = count_i[63:32] + 32'd1;
  // With one more, the lower word is that of the counter only if 2^32 cycles were added.
  assign carries = one_more_i ? lower <= count_i[31:0] : lower < count_i[31:0];
  assign sum_o = {carries ? upper : count_i[63:32], lower};

endmodule
