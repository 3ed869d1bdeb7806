// Reset that begins at once and ends with the clock, two edges after the one outside.
module reset_sync (
  input  logic clk_i,
  input  logic arst_ni,
  output logic rst_no
);

  logic [1:0] released_q;
  always_ff @(posedge clk_i or negedge arst_ni) begin
    if (!arst_ni) released_q <= 2'b00;
    else released_q <= {released_q[0], 1'b1};
  end
  assign rst_no = released_q[1];

endmodule
