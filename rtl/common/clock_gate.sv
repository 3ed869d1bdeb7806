// Clock that rises where `enable_i` is high before the rising edge of `clk_i`. To be replaced by the cell of a library.
module clock_gate (
  input  logic clk_i,
  input  logic enable_i,
  output logic clk_o
);

  logic enable_q;
  always_latch begin
    if (!clk_i) enable_q = enable_i;
  end
  assign clk_o = clk_i && enable_q;

endmodule
