// Highest number of a message that is not in use, found in a logarithm of stages; 0 if all are.
module free_number (
  // Number 0 is what is left.
  input  logic [nic_pkg::Messages-1:1]     used_i,
  output logic [nic_pkg::MessageWidth-1:0] number_o
);

  // The half in which it is, again and again.
  logic [63:1] free;
  logic [31:1] of_32;
  logic [15:1] of_16;
  logic [7:1] of_8;
  logic [3:1] of_4;
  logic upper_32;
  logic upper_16;
  logic upper_8;
  logic upper_4;
  logic upper_2;
  assign free = ~used_i;
  assign upper_32 = free[63:32] != 32'd0;
  assign of_32 = upper_32 ? free[63:33] : free[31:1];
  assign upper_16 = of_32[31:16] != 16'd0;
  assign of_16 = upper_16 ? of_32[31:17] : of_32[15:1];
  assign upper_8 = of_16[15:8] != 8'd0;
  assign of_8 = upper_8 ? of_16[15:9] : of_16[7:1];
  assign upper_4 = of_8[7:4] != 4'd0;
  assign of_4 = upper_4 ? of_8[7:5] : of_8[3:1];
  assign upper_2 = of_4[3:2] != 2'd0;
  assign number_o = {upper_32, upper_16, upper_8, upper_4, upper_2, upper_2 ? of_4[3] : of_4[1]};

endmodule
