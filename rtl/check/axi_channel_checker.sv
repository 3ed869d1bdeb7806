// The rule of every channel of AXI4 (IHI 0022, A3.2.1): once valid, it stays so with what it says until it is taken.
module axi_channel_checker #(
  parameter int unsigned Width = 8
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             valid_i,
  input logic             ready_i,
  input logic [Width-1:0] payload_i
);

  ValidStays : assert property (@(posedge clk_i) disable iff (!rst_ni) valid_i && !ready_i |=> valid_i);
  PayloadStands : assert property (@(posedge clk_i) disable iff (!rst_ni) valid_i && !ready_i |=> $stable(payload_i));
  IdleAfterReset : assert property (@(posedge clk_i) !rst_ni |=> !valid_i);

endmodule
